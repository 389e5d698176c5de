"""External links of a project: every URL of another host, with the location where it is written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from daytrail.problems import Location
from daytrail.source.files import MAX_TEXT_BYTES, read_text
from daytrail.source.front_matter import split_entry
from daytrail.source.load import Loaded
from daytrail.source.markdown_body import links_in_markdown
from daytrail.source.private_text import blank_private


@dataclass(frozen=True, slots=True, order=True)
class WrittenLink:
    """A link with the location at which it is written."""

    location: Location
    url: str


def written_links(root: Path, loaded: Loaded) -> list[WrittenLink]:
    """Return all external links in the plan, the reading list, the entries and `docs/`, drafts left out.

    Sorted by location; a link that is written twice is there twice. What cannot be read has none.
    """
    sources = loaded.sources
    links: set[WrittenLink] = set()
    for path in {*sources.plan_document.files, *sources.reading_document.files} - {""}:
        links |= set(_in_yaml(read_text(root, path, MAX_TEXT_BYTES)[0], path))
    for located in sources.published:
        path = located.entry.path
        front_matter = split_entry(read_text(root, path, MAX_TEXT_BYTES)[0], path)[0].front_matter
        links |= {*_in_yaml(front_matter, path), *_external(root, path)}
    for path in loaded.docs_texts:
        links |= set(_external(root, path))
    return sorted(links)


_URL = re.compile(r"https?://[^\s<>\"'`{}\[\]|\\^]+")


def _in_yaml(text: str, path: str) -> Iterator[WrittenLink]:
    """Yield the URLs in values of a YAML text: a comma, a bracket or the end of a sentence ends one."""
    for number, line in enumerate(blank_private(text, path)[0].split("\n"), 1):
        for match in _URL.finditer("" if line.lstrip().startswith("#") else line):
            url = match[0].rstrip(".,;:!?*_" if "(" in match[0] else ".,;:!?*_)")
            yield WrittenLink(Location(path, number, match.start() + 1), url)


def _external(root: Path, path: str) -> Iterator[WrittenLink]:
    return (link for link in links_in_text(root, path) if link.url.startswith(("http://", "https://")))


def links_in_text(root: Path, path: str) -> Iterator[WrittenLink]:
    """Yield all links and images in the text of an entry or a docs page, those within the site too."""
    text, _ = read_text(root, path, MAX_TEXT_BYTES)
    parts, _ = split_entry(text, path)
    for url, line, column in links_in_markdown(blank_private(parts.body, path, kind="markdown")[0]):
        yield WrittenLink(Location(path, parts.first_line + line - 1, column), url)
