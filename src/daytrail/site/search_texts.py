"""Texts of pages for the search, and the files that Material's search loads.

The texts are in a file of the staging directory, since with 10,000 entries they are too many to have in memory.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from mkdocs.structure.pages import Page as MkDocsPage

from daytrail.views.files.search_sections import search_sections

_COLLECTED = ".search_entries"
"""File with the URI, the facts and the entries of a page in each line."""
_INDEX = "search/search_index.json"
"""What Material's plugin writes, with the entries of the pages that MkDocs has built by itself."""
_TEXTS = "search/texts.json"
"""What `assets/search-worker.js` loads when a visitor searches for the first time."""


class SearchSource(NamedTuple):
    """Texts of a page."""

    uri: str
    entries: str
    """JSON, without the brackets of the list: the page, then each of its sections."""
    facts: str = ""
    """`SearchFacts` as JSON; empty if they are not collected yet."""


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


def as_line(source: SearchSource) -> str:
    """Return the texts of a page as a line."""
    return f"{json.dumps(source.uri)}\t{source.facts}\t{source.entries}\n"


def search_sources(staged: Path, uris: Mapping[str, str]) -> Iterator[SearchSource]:
    """Yield the texts of all pages: those that were collected, then those of pages that MkDocs has built by itself.

    `uris` are the URIs of pages by their URLs.
    """
    if (staged / _COLLECTED).is_file():
        with (staged / _COLLECTED).open(encoding="utf-8", newline="\n") as lines:
            for line in lines:
                uri, facts, entries = line.rstrip("\n").split("\t", 2)
                yield SearchSource(json.loads(uri), entries, facts)
    if (staged / _INDEX).is_file():
        documents = json.loads((staged / _INDEX).read_text(encoding="utf-8"))["docs"]
        for url, sections in groupby(documents, lambda document: document["location"].partition("#")[0]):
            yield SearchSource(uris.get(url, url), json.dumps(list(sections), separators=(",", ":"))[1:-1])


def write_texts_for_material(staged: Path) -> None:
    """Move the texts out of the index that Material's plugin has written, behind those that were collected.

    Every page loads the index when it opens.
    """
    index = staged / _INDEX
    if not index.is_file() or not (staged / _COLLECTED).is_file():
        return
    with (staged / _TEXTS).open("w", encoding="utf-8", newline="") as file:
        texts = (source.entries for source in search_sources(staged, {}))
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
