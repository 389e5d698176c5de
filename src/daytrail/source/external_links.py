"""External links of a project: every URL of another host, with the location where it is written."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from daytrail.problems import Location
from daytrail.source.files import MAX_PLAN_BYTES, markdown_files, read_text
from daytrail.source.front_matter import split_front_matter
from daytrail.source.load import Loaded, ProjectPaths
from daytrail.source.markdown_body import blank_private, external_links
from daytrail.source.yaml.nodes import Document


@dataclass(frozen=True, slots=True, order=True)
class WrittenLink:
    """A link where somebody wrote it."""

    location: Location
    url: str


def written_links(root: Path, paths: ProjectPaths, loaded: Loaded) -> list[WrittenLink]:
    """Return all external links in the plan, the reading list, the entries (without drafts) and `docs/`.

    Sorted by location; a link that is written twice is there twice. What cannot be read has none.
    """
    sources = loaded.sources
    links = {*_in_document(sources.plan_document), *_in_document(sources.reading_document)}
    for located in sources.published:
        links |= {*_in_document(located.document()), *_in_body(root, located.entry.path)}
    for path in markdown_files(root, paths.docs, []):
        if not PurePosixPath(path).is_relative_to(paths.entries):
            links |= set(_in_body(root, path))
    return sorted(links)


_LISTS_WITH_URLS = ("aliases", "links", "items", "to_read", "implement")
"""Keys of lists in which a link may be written as a bare URL."""


def _in_document(document: Document) -> Iterator[WrittenLink]:
    for (*parents, key), node in document.root.descendants() if document.root else ():
        is_url = key == "url" or (parents and parents[-1] in _LISTS_WITH_URLS)
        if is_url and node.text and (url := node.text.strip()).startswith(("https://", "http://")):
            yield WrittenLink(node.location, url)


def _in_body(root: Path, path: str) -> Iterator[WrittenLink]:
    text, _ = read_text(root, path, MAX_PLAN_BYTES)
    parts, _ = split_front_matter(text, path)
    for url, line, column in external_links(blank_private(parts.body, path)[0]):
        yield WrittenLink(Location(path, parts.first_line + line - 1, column), url)
