"""From the file of a day to its entry."""

import posixpath
import re
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path, PurePosixPath

from daytrail.model.entry import Entry, FrontMatter, dated
from daytrail.problems import Location, Problem, error, quoted, warning
from daytrail.source.files import LARGEST_ENTRY, read_text
from daytrail.source.front_matter import split
from daytrail.source.located_entry import LocatedEntry
from daytrail.source.markdown_body import blank_private, cut_private, read_body
from daytrail.source.validation import validated
from daytrail.source.yaml.document import parse

_UNDATED = re.compile(r"(day|undated)-\d{4,}(-\d+)?")
"""The names that an import gives to entries whose dates nobody wrote."""


def read_entry(root: Path, path: str, folder: str, series: str | None) -> tuple[LocatedEntry | None, list[Problem]]:
    """Read an entry, and whatever is wrong with it alone. Never raises for a writer's mistake.

    Args:
        root: The project's folder.
        path: The file's path in it.
        folder: The folder of all entries in it.
        series: The series of an entry that names none.
    """
    text, problems = read_text(root, path, LARGEST_ENTRY)
    if problems:
        return None, problems
    halves, problems = split(text, path)
    if problems:
        return None, problems
    front_text, unclosed = blank_private(halves.front, path)
    document, found = parse(front_text, path)
    body, unclosed_too = cut_private(halves.body, path, halves.first_line)
    checked, invalid = validated(FrontMatter, document)
    problems += unclosed + found + unclosed_too + invalid
    if checked is None:
        return None, problems
    front = checked.record
    stem = Path(path).stem
    try:
        named = dated(stem)[0]
    except ValueError:
        message = f"the file's name {quoted(stem)} starts with a date that is not in the calendar"
        problems.append(error(Location(path), message, "rename it, as in `2026-02-15.md`"))
        return None, problems
    day = front.date or named
    refused = document.values.keys() - checked.document.values.keys()
    if day is None:
        if _UNDATED.fullmatch(stem):
            where = document.locate(("date",))
            message = "the entry has no date yet, so the site leaves it out"
            problems.append(warning(where, message, "write `date: …` between the `---` lines"))
        elif document.complete and ("date",) not in refused:
            hint = "write `date: …` between the `---` lines, or name the file as in `2026-02-15.md`"
            problems.append(error(document.locate(("date",)), "the entry has no date", hint))
        return None, problems
    if front.render_macros:
        where = document.locate(("render_macros",), key=True)
        problems.append(warning(where, "`render_macros` has no effect: an entry's text is never executed"))
    # What may be a draft is one: a mistake must not publish it.
    draft = front.draft or not document.complete or ("draft",) in refused
    return LocatedEntry(_entry(front, path, stem, day, body, folder, series), checked.document, draft), problems


def _entry(front: FrontMatter, path: str, stem: str, day: date, body: str, folder: str, series: str | None) -> Entry:
    held = read_body(body)
    return Entry(
        path=path,
        stem=stem,
        date=day,
        series=front.series or series,
        day=front.day,
        title=front.title,
        description=front.description,
        tags=front.tags,
        hours=front.hours,
        links=front.links,
        done=front.done,
        started=front.started,
        dropped=front.dropped,
        touched=front.touched,
        milestone=front.milestone,
        body=body,
        excerpt=held.excerpt,
        mentions=held.mentions,
        tasks=held.tasks,
        attachments=tuple(_attachments(path, held.targets, folder)),
    )


def _attachments(path: str, targets: Iterable[str], folder: str) -> Iterator[str]:
    """Yield the files that an entry's text points to, as far as they lie in the entries' own folder."""
    for target in targets:
        found = PurePosixPath(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
        hidden = any(part.startswith((".", "_")) for part in found.parts)
        if found.is_relative_to(folder) and not hidden and found.suffix not in ("", ".md"):
            yield str(found)
