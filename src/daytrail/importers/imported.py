"""Result of an import of a plan or a reading list: its data, the preview, and the comparison with what was written."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from textwrap import shorten
from typing import Any

from daytrail.importers.document import Document, Line, LineKind
from daytrail.importers.item_text import find_links, plain
from daytrail.importers.links import absolute_link, inline_links, rewrite_links
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.reader import READ, Reader
from daytrail.model.base import slug

_WORD = re.compile(r"[^\W\d_]{3,}")
_BOX = re.compile(r"(?<!\S)(?:[-*+]|\d+[.)]) \[[xX✓]\] ")
_TICKED = re.compile(r"^(?:read|\d{4}-\d\d-\d\d)$|\[[xX✓]\] ", re.MULTILINE)
_FILE_LINK = re.compile(r"(?<!!)\[[^\[\]]*\]\((?!https?:|#|mailto:)[^()\s]+\)")
_EDGE = 3  # items at the beginning, and as many at the end, that a preview shows


@dataclass
class Imported:
    """A plan or a reading list that was read."""

    data: dict[str, Any]
    """As in curriculum.yaml or reading.yaml."""
    reader: Reader[Any] | None = None
    """None for a file of another program."""
    checks: list[Finding] = field(default_factory=list)
    left_over: list[Finding] = field(default_factory=list)
    """Lines of a file of another program that are left over."""

    @property
    def _lines(self) -> list[Line]:
        """The lines of the document that are in the data."""
        lines = self.reader.document.lines if self.reader else ()
        return [line for line in lines if self.reader and self.reader.places.get(line.number) == READ]

    def preview(self, counts: Mapping[str, float], samples: Sequence[str], remarks: Sequence[str] = ()) -> Preview:
        """Return the preview, with what is counted by its names, remarks on that, and a line for each week or item."""
        about = self.data.get("about") or self.data.get("goal")
        summary = [f"{self.data.get('title', 'no title')}: {listed(counts)}", *remarks]
        shown = samples if len(samples) <= 2 * _EDGE else [*samples[:_EDGE], *samples[-_EDGE:]]
        shown = [*([f"about: {about}"] if about else []), *shown]
        data = {"counts": dict(counts), "data": self.data}
        if not self.reader:
            return Preview(summary, shown, data, checks=self.checks, left_over=self.left_over)
        message = "a link to a file is left out without --source-url"
        files = [line for line in self._lines if _FILE_LINK.search(line.text)]
        preview = self.reader.preview(summary, shown, data)
        checks = [*preview.checks, *(Finding(line.number, f"{message}: {line.text}", "file") for line in files)]
        return replace(preview, checks=checks)

    def differences(self, written: Any, recipe_text: str) -> Iterator[Finding]:
        """Yield what the written data says otherwise of an item, and words, links and ticks of lines that it lacks.

        Lines that are left over or dropped do not count, nor do words that the recipe names, such as labels.
        """
        body = {key: value for key, value in self.data.items() if key not in ("title", "goal", "about")}
        facts = list(_facts(written))
        known, missing = {owner for owner, _, _ in facts}, Counter(_facts(body)) - Counter(facts)
        messages = (
            f"`{owner[-1]}` lacks the {key} `{text}`" if owner in known else f"`{owner[-1]}` is missing"
            for owner, key, text in missing
            if key not in ("id", "about")  # a category that was there keeps its own
        )
        yield from (Finding(1, message) for message in dict.fromkeys(messages))
        texts = "\n".join(text for _, _, text in facts)
        discarded = self.reader.discarded if self.reader else []
        left_out = {one.line: one.text.partition(": ")[2].split("; ") for one in discarded}
        words = set(_WORD.findall("\n".join([texts, recipe_text, *(one.text for one in discarded)]).casefold()))
        urls = set(texts.split())
        for line in self._lines:
            links = (link.url for link in find_links(line.text))
            lost = [url for url in links if url not in urls and url not in texts]  # the search takes long in large ones
            prose = "" if line.kind is LineKind.ROW else re.sub(r"https?://\S+", " ", plain(line.text))
            for part in filter(None, left_out.get(line.number, ())):
                prose = prose.replace(part, " ")  # within a word, where none are divided
            lost += [word for word in _WORD.findall(prose) if word.casefold() not in words]
            yield from [Finding(line.number, f"not there: {' '.join(lost)}")] if lost else []
        ticks = len(_BOX.findall("\n".join(line.text for line in self._lines)))
        if ticks > len(_TICKED.findall(texts)):  # a tick is a state, a day on which something was done, or text
            yield Finding(1, f"the document has {ticks} ticks, and what was written has fewer")


def listed(counts: Mapping[str, float]) -> str:
    """Return what is counted by its names: `2 weeks, 1 category`."""
    one = {name: re.sub(r"s$", "", re.sub(r"ies$", "ys", name)) for name in counts}
    return ", ".join(f"{n:g} {one[name] if n == 1 else name}" for name, n in counts.items() if n) or "nothing"


def _facts(
    data: Any, owner: tuple[str, ...] = ("", "", ""), key: str = ""
) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Yield all texts in nested data, each with its key, and the week, the list and the title of the item that has it.

    An item that is only a text has that as its title, or its URL.
    """
    week, _, _ = owner
    if isinstance(data, Mapping):
        name = next((str(data[one]) for one in ("title", "text", "url", "id") if data.get(one)), "")
        for inner, value in data.items():
            yield from _facts(value, (str(data.get("week", week)), key, name), inner)
    elif isinstance(data, list):
        for one in data:
            yield from _facts(one, owner, key)
    else:
        text = f"{data:g}" if isinstance(data, float) else str(data).lower() if isinstance(data, bool) else str(data)
        if key in ("items", "to_read", "implement"):
            owner, key = (week, key, text), "url" if text.startswith(("http://", "https://")) else "title"
        yield owner, key, text


def with_whole_links(document: Document, url: str | None) -> Document:
    """Return a document whose links have their addresses, which are absolute if the URL of the document is known."""
    keep, text = ("#", "http://", "https://"), inline_links(document.text)

    def absolute(target: str, is_image: bool) -> str | None:
        return target if target.startswith(keep) else absolute_link(target, url, is_image=is_image)

    return replace(document, text=rewrite_links(text, absolute) if url else text)


def line_start(text: str) -> str:
    """Return the beginning of a line, which a recipe repeats behind its number."""
    return " ".join(text.split())[:40].strip()


# -- ids --

_MOST_WORDS = 6
_MOST_CHARACTERS = 60


def unique_id(title: str, used: set[str], fallback: str) -> str:
    """Return an id that is not among those in use, and add it to them: `Ridge point: where …` is `ridge-point`."""
    spelled_out = re.sub(r"\+\+", "pp", re.sub(r"(?<=\w)#", "-sharp", title))
    term, colon, _ = spelled_out.partition(": ")
    words = slug(term if colon and len(term.split()) <= _MOST_WORDS else spelled_out).split("-")[:_MOST_WORDS]
    name = shorten(" ".join(words), _MOST_CHARACTERS, placeholder="") or words[0][:_MOST_CHARACTERS]
    return unused_name(name.replace(" ", "-") or fallback, used)


def unused_name(base: str, used: set[str]) -> str:
    """Return a name, or with a number behind it the first that is not in use, and add it to those that are."""
    name, number = base, 1
    while name in used:
        number += 1
        name = f"{base}-{number}"
    used.add(name)
    return name
