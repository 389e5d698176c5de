"""Every link of a project that leads to another host, with the place where it is written."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from daytrail.model.curriculum import LISTS, Curriculum
from daytrail.model.entry import FrontMatter
from daytrail.model.reading import ReadingList
from daytrail.problems import Location
from daytrail.source.files import LARGEST_PLAN, markdown_files, read_text
from daytrail.source.front_matter import Split, split
from daytrail.source.load import Loaded, ProjectPaths
from daytrail.source.markdown_body import blank_private, outbound
from daytrail.source.validation import validated
from daytrail.source.yaml.document import Document, Keys, parse


@dataclass(frozen=True, slots=True, order=True)
class WrittenLink:
    """A link where somebody wrote it."""

    location: Location
    url: str


def written_links(root: Path, paths: ProjectPaths, loaded: Loaded) -> list[WrittenLink]:
    """Return all links to other hosts in the plan, the reading list, the entries without drafts and `docs/`.

    By place; a link that is written twice is there twice. What cannot be read holds none.
    """
    found = list(_in_plan(loaded.journal.curriculum, loaded.plan))
    if loaded.reading:
        found += _in_list(loaded.journal.reading, loaded.reading)
    for entry in loaded.journal.entries:
        halves = _halves(root, entry.path)
        found += _in_front_matter(halves.front, entry.path)
        found += _in_text(halves, entry.path)
    for path in markdown_files(root, paths.docs, []):
        if not PurePosixPath(path).is_relative_to(paths.entries):
            found += _in_text(_halves(root, path), path)
    return sorted(set(found))


def _halves(root: Path, path: str) -> Split:
    text, _ = read_text(root, path, LARGEST_PLAN)
    return split(text, path)[0]


def _in_plan(plan: Curriculum, document: Document) -> Iterator[WrittenLink]:
    for p, part in enumerate(plan.parts):
        for w, week in enumerate(part.weeks):
            for placed in week.items:
                keys = ("parts", p, "weeks", w, LISTS[placed.kind], placed.index)
                yield from _addresses(placed.item.url, placed.item.aliases, document, keys)
    for i, paper in enumerate(plan.references.papers):
        yield from _addresses(paper.url, (), document, ("references", "papers", i))
    for i, guide in enumerate(plan.references.guides):
        yield from _addresses(guide.url, (), document, ("references", "guides", i))


def _in_list(reading: ReadingList, document: Document) -> Iterator[WrittenLink]:
    for own in reading.shelved:
        yield from _addresses(own.listing.url, own.listing.aliases, document, own.keys)


def _addresses(url: str | None, aliases: Iterable[str], document: Document, keys: Keys) -> Iterator[WrittenLink]:
    if url:
        yield WrittenLink(document.locate((*keys, "url")), url)
    for i, alias in enumerate(aliases):
        yield WrittenLink(document.locate((*keys, "aliases", i)), alias)


def _in_front_matter(text: str, path: str) -> Iterator[WrittenLink]:
    document, _ = parse(blank_private(text, path)[0], path)
    checked, _ = validated(FrontMatter, document)
    if checked:
        for i, link in enumerate(checked.record.links):
            yield WrittenLink(checked.document.locate(("links", i, "url")), link.url)


def _in_text(halves: Split, path: str) -> Iterator[WrittenLink]:
    for url, line, column in outbound(blank_private(halves.body, path)[0]):
        yield WrittenLink(Location(path, halves.first_line + line - 1, column), url)
