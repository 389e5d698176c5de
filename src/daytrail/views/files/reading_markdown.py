"""What is to read as Markdown, for a post or a note."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from daytrail.facts.resource import Resource, Shelf
from daytrail.model.reading import Note
from daytrail.views.sentences import standing


def markdown(shelves: Iterable[tuple[Shelf, Sequence[Resource]]], today: date) -> str:
    """Return shelves as Markdown: a heading each, a line a resource, its notes below it."""
    return "\n".join(_shelf(shelf, every, today) for shelf, every in shelves)


def _shelf(shelf: Shelf, every: Iterable[Resource], today: date) -> str:
    lines = [f"## {shelf[0].upper()}{shelf[1:]}", ""]
    for one in every:
        said = [linked(one.title, one.url)]
        if one.author:
            said.append(f" by {escaped(one.author)}")
        if one.favourite:
            said.append(" ★")
        if where := standing(one, today):
            said.append(f", {where}")
        lines.append(f"- {''.join(said)}")
        lines += [f"  - {escaped(own.listing.why)}" for own in one.shelved if own.listing.why]
        lines += [line for own in one.shelved for note in own.listing.notes for line in _note(note, 1)]
    return "\n".join(lines) + "\n"


def _note(note: Note, depth: int) -> Iterator[str]:
    yield f"{'  ' * depth}- {escaped(note.text)}"
    for inner in note.notes:
        yield from _note(inner, depth + 1)


def escaped(text: str) -> str:
    """Return a text on one line with nothing in it that Markdown would take for a mark."""
    line = re.sub(r"([\\`*_{}\[\]<>#|~$&])", r"\\\1", " ".join(text.split()))
    # At the beginning of a line these would make a list of it.
    return re.sub(r"^(\d*)([-+.)])", r"\1\\\2", line)


def linked(title: str, url: str | None) -> str:
    """Return a title as a link in Markdown, where there is one."""
    return f"[{escaped(title)}](<{url.replace('<', '%3C').replace('>', '%3E')}>)" if url else escaped(title)
