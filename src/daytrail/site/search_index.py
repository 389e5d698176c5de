"""The search index of Material's plugin, a page at a time."""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

PLUGIN = "material/search"
_FILE = "search/search_index.json"
_HEAD = '"docs":['


@contextmanager
def collected(config: MkDocsConfig) -> Iterator[list[Any]]:
    """Give what is added to the index within the block, and take it out again."""
    index = getattr(config.plugins.get(PLUGIN), "search_index", None)
    if index is None:
        yield []
        return
    others, index.entries = index.entries, []
    try:
        yield index.entries
    finally:
        index.entries = others


def as_text(entries: list[Any]) -> str:
    """Return entries as the plugin writes them, between its brackets."""
    return json.dumps(entries, separators=(",", ":"), default=str)[1:-1]


def complete(site: Path, texts: Iterable[str]) -> None:
    """Put entries before those that the plugin has written, if it has written any."""
    path = site / _FILE
    if not path.is_file():
        return
    head, found, rest = path.read_text(encoding="utf-8").partition(_HEAD)
    with path.open("w", encoding="utf-8", newline="") as file:
        file.write(head + found)
        first = True
        for text in texts:
            file.write(text if first else f",{text}")
            first = False
        file.write(rest if first or rest.startswith("]") else f",{rest}")
