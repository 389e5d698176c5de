"""Readers of Markdown files: of an entry, and of docs pages that answer milestones."""

import re
from contextlib import suppress
from dataclasses import fields, replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any

from daytrail.model.entry import Entry, FrontMatter, dated
from daytrail.model.journal import DocsPage
from daytrail.problems import Location, Problem, Severity, error, quoted, warning
from daytrail.source.attachments import attachments
from daytrail.source.files import MAX_ENTRY_BYTES, MAX_PLAN_BYTES, markdown_files, read_text
from daytrail.source.front_matter import split_front_matter
from daytrail.source.markdown_body import read_body
from daytrail.source.private_text import blank_private, cut_private
from daytrail.source.sources import LocatedEntry, LocatedPage
from daytrail.source.validation import validate
from daytrail.source.yaml.nodes import Document
from daytrail.source.yaml.parser import parse

_UNDATED_STEM = re.compile(r"(day|undated)-\d{4,}(-\d+)?")
"""The file names that an import gives to entries whose dates nobody wrote."""


def read_entry(root: Path, path: str, folder: str, series: str | None) -> tuple[LocatedEntry | None, list[Problem]]:
    """Read an entry, and report what is wrong with it by itself. Never raises for a writer's mistake.

    The path and the folder of all entries are relative to the root; `series` is that of an entry that names none.
    """
    text, problems = read_text(root, path, MAX_ENTRY_BYTES)
    if problems:
        return None, problems
    parts, problems = split_front_matter(text, path)
    if problems:
        return None, problems
    yaml_text, markers_in_yaml = blank_private(parts.front_matter, path)
    document, syntax_problems = parse(yaml_text, path)
    body, markers_in_body = cut_private(parts.body, path, parts.first_line)
    validated, invalid = validate(FrontMatter, document)
    problems = markers_in_yaml + syntax_problems + markers_in_body + invalid
    if validated is None:
        return None, problems
    front_matter = validated.record

    def is_refused(key: str) -> bool:
        return document.find((key,)) is not None and validated.document.find((key,)) is None

    day, date_problem = _date(front_matter, document, path, date_refused=is_refused("date"))
    if date_problem:
        problems.append(date_problem)
    if day is None:
        return None, problems
    if front_matter.render_macros:
        location = document.locate(("render_macros",), key=True)
        problems.append(warning(location, "`render_macros` has no effect: an entry's text is never executed"))
    # If the flag `draft` could not be read, the entry is one: a mistake must not publish it.
    draft = front_matter.draft or not document.complete or is_refused("draft") or bool(markers_in_yaml)
    entry = _entry(front_matter, path, day, body, folder, series)
    return LocatedEntry(entry, lambda: validated.document, draft), problems


def _date(
    front_matter: FrontMatter, document: Document, path: str, *, date_refused: bool
) -> tuple[date | None, Problem | None]:
    """Return an entry's date, from its front matter or its file's name."""
    stem = Path(path).stem
    try:
        date_of_name = dated(stem)[0]
    except ValueError:
        message = f"the file's name {quoted(stem)} starts with a date that is not in the calendar"
        return None, error(Location(path), message, "rename it, as in `2026-02-15.md`")
    location = document.locate(("date",))
    if day := front_matter.date or date_of_name:
        return day, None
    if _UNDATED_STEM.fullmatch(stem):
        message = "the entry has no date yet, so the site leaves it out"
        return None, warning(location, message, "write `date: …` between the `---` lines")
    if date_refused or not document.complete:  # which was reported
        return None, None
    hint = "write `date: …` between the `---` lines, or name the file as in `2026-02-15.md`"
    return None, error(location, "the entry has no date", hint)


_FRONT_MATTER_FIELDS = FrontMatter.model_fields.keys() & {field.name for field in fields(Entry)} - {"date", "series"}
"""Fields that an entry has as they are written."""


def _entry(front_matter: FrontMatter, path: str, day: date, body: str, folder: str, series: str | None) -> Entry:
    content = read_body(body)
    written: dict[str, Any] = {name: getattr(front_matter, name) for name in _FRONT_MATTER_FIELDS}
    return Entry(
        **written,
        path=path,
        stem=Path(path).stem,
        date=day,
        series=front_matter.series or series,
        body=body,
        excerpt=content.excerpt,
        mentions=content.mentions,
        tasks=content.tasks,
        attachments=tuple(attachments(path, content.targets, folder)),
    )


def read_answers(root: Path, folder: str, entries: str) -> tuple[list[LocatedPage], list[Problem]]:
    """Read the pages below a folder that name a milestone, by path; entries are none of them.

    Other mistakes in a page are reported by MkDocs, which reads the whole of it.
    """
    problems: list[Problem] = []
    paths = [path for path in markdown_files(root, folder, []) if not PurePosixPath(path).is_relative_to(entries)]
    pages = [page for path in paths if (page := _read_answer(root, folder, path, problems))]
    return sorted(pages, key=lambda located: located.page.path), problems


def _read_answer(root: Path, folder: str, path: str, problems: list[Problem]) -> LocatedPage | None:
    text, unreadable = read_text(root, path, MAX_PLAN_BYTES)
    parts, _ = split_front_matter(text, path)
    if unreadable or "milestone" not in parts.front_matter:
        return None
    document, syntax_problems = parse(parts.front_matter, path, allow_tags=True)
    if not document.complete:  # an answer must not disappear without a message
        problems += syntax_problems
        return None
    front_matter = document.data if isinstance(document.data, dict) else {}
    milestone = front_matter.get("milestone")
    if isinstance(milestone, str):
        # MkDocs accepts a page with a doubled key, so we do as well.
        problems += [replace(problem, severity=Severity.WARNING) for problem in syntax_problems]
        body, _ = cut_private(parts.body, path, parts.first_line)
        content = read_body(body[:MAX_ENTRY_BYTES])
        title = front_matter.get("title")
        title = title.strip() if isinstance(title, str) else ""
        # A paragraph that calls a macro says nothing by itself.
        excerpt = "" if "{{" in content.excerpt or "{%" in content.excerpt else content.excerpt
        day = None
        with suppress(ValueError):
            day = date.fromisoformat(str(front_matter.get("date")))
        uri = PurePosixPath(path).relative_to(folder).as_posix()
        title = title or content.title or Path(path).stem
        return LocatedPage(DocsPage(path, uri, milestone, day, title, excerpt), document)
    if milestone is not None:
        location = document.locate(("milestone",))
        problems.append(error(location, "`milestone` wants one id", "write a page for each milestone"))
    return None
