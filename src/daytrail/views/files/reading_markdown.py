"""Resources as Markdown, for a post or a note."""

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape

from daytrail.facts.ledger import Resource, Shelf
from daytrail.gfm import plain_text
from daytrail.model.reading import Note
from daytrail.views.words import standing


def markdown(shelves: Iterable[tuple[Shelf, Sequence[Resource]]]) -> str:
    """Return shelves as Markdown: a heading for each, a line for each resource, and its notes below it."""
    return "\n".join(_shelf(shelf, resources) for shelf, resources in shelves)


def _shelf(shelf: Shelf, resources: Iterable[Resource]) -> str:
    lines = [f"## {shelf[0].upper()}{shelf[1:]}", ""]
    for resource in resources:
        author = f" by {escaped(resource.author)}" if resource.author else ""
        since = standing(resource)
        star = " ★" if resource.favourite else ""
        lines.append(f"- {linked(resource.title, resource.url)}{author}{star}{since and f', {since}'}")
        listings = [place.listing for place in resource.shelved]
        lines += [f"  - {escaped(plain_text(listing.why))}" for listing in listings if listing.why]
        lines += [line for listing in listings for line in _notes(listing.notes, "  ")]
    return "\n".join(lines) + "\n"


def _notes(notes: Iterable[Note], indent: str) -> Iterator[str]:
    for note in notes:
        yield f"{indent}- {escaped(plain_text(note.text))}"
        yield from _notes(note.notes, f"{indent}  ")


def escaped(text: str) -> str:
    """Return a text on one line with all characters escaped that mean something in Markdown."""
    line = re.sub(r"([\\`*_\[\]#])", r"\\\1", " ".join(text.split()))
    # Python-Markdown knows no backslash before some of these, and templates know none before a brace.
    line = re.sub(r"[|~${}]", lambda match: f"&#{ord(match[0])};", escape(line, quote=False))
    # At the beginning of a line these would start a list.
    return re.sub(r"^(\d*)([-+.)])", r"\1\\\2", line)


def linked(title: str, url: str | None) -> str:
    """Return a title as a link in Markdown, or as text without a URL."""
    if not url:
        return escaped(title)
    # Doubled braces would be a template of the macros plugin.
    safe_url = re.sub(r"[<>{}]", lambda match: f"%{ord(match[0]):02X}", url)
    return f"[{escaped(title)}](<{safe_url}>)"
