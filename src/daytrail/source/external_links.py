"""External links of a project: every URL of another host, with the location where it is written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import FrontMatter
from daytrail.model.reading import ReadingList
from daytrail.problems import KeyPath, Location
from daytrail.source.files import MAX_PLAN_BYTES, markdown_files, read_text
from daytrail.source.front_matter import SplitMarkdown, split_front_matter
from daytrail.source.load import Loaded, ProjectPaths
from daytrail.source.markdown_body import blank_private, external_links
from daytrail.source.validation import validate
from daytrail.source.yaml.nodes import Document
from daytrail.source.yaml.parser import parse


@dataclass(frozen=True, slots=True, order=True)
class WrittenLink:
    """A link where somebody wrote it."""

    location: Location
    url: str


def written_links(root: Path, paths: ProjectPaths, loaded: Loaded) -> list[WrittenLink]:
    """Return all external links in the plan, the reading list, the entries (without drafts) and `docs/`.

    Sorted by location; a link that is written twice is there twice. What cannot be read has none.
    """
    links = list(_in_plan(loaded.journal.curriculum, loaded.plan_document))
    links += _in_reading_list(loaded.journal.reading, loaded.reading_document)
    for entry in loaded.journal.entries:
        parts = _split_file(root, entry.path)
        links += _in_front_matter(parts.front_matter, entry.path)
        links += _in_body(parts, entry.path)
    for path in markdown_files(root, paths.docs, []):
        if not PurePosixPath(path).is_relative_to(paths.entries):
            links += _in_body(_split_file(root, path), path)
    return sorted(set(links))


def _split_file(root: Path, path: str) -> SplitMarkdown:
    text, _ = read_text(root, path, MAX_PLAN_BYTES)
    return split_front_matter(text, path)[0]


def _in_plan(plan: Curriculum, document: Document) -> Iterator[WrittenLink]:
    for week_path, week in plan.weeks_by_key_path:
        for placed in week.items:
            yield from _urls(placed.item.url, placed.item.aliases, document, (*week_path, *placed.key_path))
    for i, paper in enumerate(plan.references.papers):
        yield from _urls(paper.url, (), document, ("references", "papers", i))
    for i, guide in enumerate(plan.references.guides):
        yield from _urls(guide.url, (), document, ("references", "guides", i))


def _in_reading_list(reading: ReadingList, document: Document) -> Iterator[WrittenLink]:
    for shelved in reading.shelved:
        yield from _urls(shelved.listing.url, shelved.listing.aliases, document, shelved.key_path)


def _urls(url: str | None, aliases: Iterable[str], document: Document, key_path: KeyPath) -> Iterator[WrittenLink]:
    if url:
        yield WrittenLink(document.locate((*key_path, "url")), url)
    for i, alias in enumerate(aliases):
        yield WrittenLink(document.locate((*key_path, "aliases", i)), alias)


def _in_front_matter(text: str, path: str) -> Iterator[WrittenLink]:
    document, _ = parse(blank_private(text, path)[0], path)
    validated, _ = validate(FrontMatter, document)
    if validated:
        for i, link in enumerate(validated.record.links):
            yield WrittenLink(validated.document.locate(("links", i, "url")), link.url)


def _in_body(parts: SplitMarkdown, path: str) -> Iterator[WrittenLink]:
    for url, line, column in external_links(blank_private(parts.body, path)[0]):
        yield WrittenLink(Location(path, parts.first_line + line - 1, column), url)
