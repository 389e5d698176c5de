"""Texts of pages for the search, and the files that Material's search loads.

The texts are in a file of the staging directory, since with 10,000 entries they are too many to have in memory.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import blake2b
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple

from mkdocs.structure.pages import Page as MkDocsPage

from daytrail.views.files.search_sections import search_sections

_COLLECTED = ".search_entries"
"""File with the URI, the facts and the entries of a page in each line, or with a summary of a month's texts."""
_INDEX = "search/search_index.json"
"""What Material's plugin writes, with the entries of the pages that MkDocs has built by itself."""
_NO_WORD = re.compile(r"<[^>]*>|&#?\w+;")
_LETTER = re.compile(r"[^\W_]")
_TEXTS = "search/texts.json"
"""What `assets/search-worker.js` loads when a visitor searches for the first time."""


class SearchSource(NamedTuple):
    """Texts of a page."""

    uri: str
    entries: str
    """JSON, without the brackets of the list: the page, then each of its sections."""
    facts: str = ""
    """`SearchFacts` as JSON; empty if they are not collected yet."""


class MonthTexts(NamedTuple):
    """Texts of the pages about a month of the log, which are in the cache: most of them nobody needs to read."""

    month: str
    """As in `2026-02`."""
    digest: str
    """Hash of the texts."""
    pages: int
    has_words: bool
    read: Callable[[str], str] | None = None
    """Returns the lines of a month's texts."""

    def sources(self) -> Iterator[SearchSource]:
        """Yield the texts of each page."""
        yield from map(_of_line, _split(self.read(self.month) if self.read else ""))


def month_texts(month: str, lines: str) -> MonthTexts:
    """Return the summary of the texts of a month, given as the lines of its pages."""
    digest = blake2b(lines.encode(errors="surrogatepass"), digest_size=16).hexdigest()
    sources = [_of_line(line) for line in _split(lines)]
    return MonthTexts(month, digest, len(sources), any(map(has_words, sources)))


def has_words(source: SearchSource) -> bool:
    """Return whether there is a word in a text."""
    return any(_LETTER.search(_NO_WORD.sub("", section["text"])) for section in json.loads(f"[{source.entries}]"))


def page_entries(page: MkDocsPage) -> list[dict[str, str]]:
    """Return the entries of a page, as Material's plugin makes them, but without tags."""
    if (page.meta.get("search") or {}).get("exclude"):
        return []
    title = str(page.meta.get("title", page.title))
    return [
        {"location": f"{page.url}#{anchor}" if anchor else page.url, "title": heading or title, "text": text}
        for anchor, heading, text in search_sections(page.content or "")
    ]


@contextmanager
def collected(staged: Path) -> Iterator[Callable[[str], object]]:
    """Give a function that adds lines to the texts in a staging directory; see `as_line`."""
    with (staged / _COLLECTED).open("w", encoding="utf-8", newline="\n") as file:
        yield file.write


def as_line(texts: SearchSource | MonthTexts) -> str:
    """Return the texts of a page, or the summary of those of a month, as a line."""
    if isinstance(texts, MonthTexts):
        return f"{json.dumps(texts[:4])}\n"
    return f"{json.dumps(texts.uri)}\t{texts.facts}\t{texts.entries}\n"


def _split(lines: str) -> list[str]:
    return lines.split("\n")[:-1]


def _of_line(line: str) -> SearchSource:
    uri, facts, entries = line.rstrip("\n").split("\t", 2)
    return SearchSource(json.loads(uri), entries, facts)


def search_sources(
    staged: Path, uris: Mapping[str, str], read_month: Callable[[str], str]
) -> Iterator[SearchSource | MonthTexts]:
    """Yield the texts of all pages: those that were collected, then those of pages that MkDocs has built by itself.

    `uris` are the URIs of pages by their URLs. `read_month` returns the lines of a month's texts.
    """
    if (staged / _COLLECTED).is_file():
        with (staged / _COLLECTED).open(encoding="utf-8", newline="\n") as lines:
            for line in lines:
                if line.startswith("["):  # not the name of a page, which is a string
                    month, digest, pages, some_words = json.loads(line)
                    yield MonthTexts(month, digest, pages, some_words, read_month)
                else:
                    yield _of_line(line)
    if (staged / _INDEX).is_file():
        documents = json.loads((staged / _INDEX).read_text(encoding="utf-8"))["docs"]
        for url, sections in groupby(documents, lambda document: document["location"].partition("#")[0]):
            yield SearchSource(uris.get(url, url), json.dumps(list(sections), separators=(",", ":"))[1:-1])


def write_texts_for_material(staged: Path, read_month: Callable[[str], str]) -> None:
    """Move the texts out of the index that Material's plugin has written, behind those that were collected.

    Every page loads the index when it opens.
    """
    index = staged / _INDEX
    if not index.is_file() or not (staged / _COLLECTED).is_file():
        return
    with (staged / _TEXTS).open("w", encoding="utf-8", newline="") as file:
        sources = (
            found.sources() if isinstance(found, MonthTexts) else [found]
            for found in search_sources(staged, {}, read_month)
        )
        texts = (source.entries for source in chain.from_iterable(sources))
        file.write(f"[{next(texts, '')}")
        file.writelines(f",{entries}" for entries in texts)
        file.write("]")
    settings = json.loads(index.read_text(encoding="utf-8")) | {"docs": []}
    index.write_text(json.dumps(settings, separators=(",", ":")), encoding="utf-8", newline="")


def remove_collected(staged: Path, *, index: bool) -> None:
    """Remove what is no part of the site, with `index` also the one that Material's plugin has written."""
    (staged / _COLLECTED).unlink(missing_ok=True)
    if index:
        (staged / _INDEX).unlink(missing_ok=True)
