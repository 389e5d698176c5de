"""External links of a project: every URL of another host, with the location where it is written."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from daytrail.gfm import read_field
from daytrail.model.curriculum import LISTS
from daytrail.problems import Location
from daytrail.source.files import MAX_TEXT_BYTES, read_text
from daytrail.source.front_matter import split_entry
from daytrail.source.load import Loaded
from daytrail.source.markdown_body import first_written, links_in_markdown
from daytrail.source.private_text import blank_private
from daytrail.source.yaml.nodes import Document


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
    for document in (sources.plan_document, sources.reading_document):
        links |= {*_in_document(document), *_in_texts(root, document)}
    for located in sources.published:
        links |= {*_in_document(located.document()), *_external(root, located.entry.path)}
    for path in loaded.docs_texts:
        links |= set(_external(root, path))
    return sorted(links)


_LISTS_WITH_URLS = ("aliases", "links", "items", "to_read", "implement")
"""Keys of lists in which a link may be written as a bare URL."""


_TEXTS = ("about", "good_for", "goal", "note", "text", "why")
"""Keys whose values hold Markdown."""
_LISTS_WITH_TEXTS = (*LISTS.values(), "notes")
"""Keys of lists in which a plain text holds Markdown."""


def _in_document(document: Document) -> Iterator[WrittenLink]:
    for (*parents, key), node in document.root.descendants() if document.root else ():
        is_url = key == "url" or (parents and parents[-1] in _LISTS_WITH_URLS)
        if is_url and node.text and (url := node.text.strip()).startswith(("https://", "http://")):
            yield WrittenLink(node.location, url)


def _in_texts(root: Path, document: Document) -> Iterator[WrittenLink]:
    sources: dict[str, str] = {}
    for (*parents, key), node in document.root.descendants() if document.root else ():
        if node.text and (key in _TEXTS or (parents and parents[-1] in _LISTS_WITH_TEXTS)):
            for url, _ in read_field(node.text).links:
                if node.path not in sources:
                    sources[node.path], _ = read_text(root, node.path, MAX_TEXT_BYTES)
                line, column = first_written(sources[node.path], url, node.start, node.end)
                yield WrittenLink(Location(node.path, line, column), url)


def _external(root: Path, path: str) -> Iterator[WrittenLink]:
    return (link for link in links_in_text(root, path) if link.url.startswith(("http://", "https://")))


def links_in_text(root: Path, path: str) -> Iterator[WrittenLink]:
    """Yield all links and images in the text of an entry or a docs page, those within the site too."""
    text, _ = read_text(root, path, MAX_TEXT_BYTES)
    parts, _ = split_entry(text, path)
    for url, line, column in links_in_markdown(blank_private(parts.body, path, kind="markdown")[0]):
        yield WrittenLink(Location(path, parts.first_line + line - 1, column), url)
