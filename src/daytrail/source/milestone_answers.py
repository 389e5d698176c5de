"""Pages of the site's own folder that answer milestones."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any

from daytrail.model.journal import DocsPage
from daytrail.problems import Problem, Severity, error
from daytrail.source.files import LARGEST_ENTRY, LARGEST_PLAN, markdown_files, read_text
from daytrail.source.front_matter import split
from daytrail.source.markdown_body import cut_private, read_body
from daytrail.source.yaml.document import Document, parse


def read_answers(root: Path, folder: str, entries: str, problems: list[Problem]) -> Iterator[tuple[DocsPage, Document]]:
    """Yield the pages below a folder that name a milestone, each with its front matter; entries are none of them.

    All else that is wrong with a page is for MkDocs to say, which reads the whole of it.
    """
    for path in markdown_files(root, folder, []):
        if PurePosixPath(path).is_relative_to(entries):
            continue
        text, unread = read_text(root, path, LARGEST_PLAN)
        halves, _ = split(text, path)
        if unread or "milestone" not in halves.front:
            continue
        document, found = parse(halves.front, path, foreign=True)
        front = document.data if isinstance(document.data, dict) else {}
        if not document.complete:  # an answer must not vanish in silence
            problems += found
        elif isinstance(milestone := front.get("milestone"), str):
            # MkDocs takes a page with a doubled key, so we do as well.
            problems += [replace(problem, severity=Severity.WARNING) for problem in found]
            uri = PurePosixPath(path).relative_to(folder).as_posix()
            body, _ = cut_private(halves.body, path, halves.first_line)
            yield _page(path, uri, milestone, front, body[:LARGEST_ENTRY]), document
        elif milestone is not None:
            where = document.locate(("milestone",))
            problems.append(error(where, "`milestone` wants one id", "write a page for each milestone"))


def _page(path: str, uri: str, milestone: str, front: dict[str, Any], body: str) -> DocsPage:
    held = read_body(body)
    written = front.get("title")
    title = written.strip() if isinstance(written, str) else ""
    # What only calls a macro says nothing by itself.
    excerpt = "" if "{{" in held.excerpt or "{%" in held.excerpt else held.excerpt
    return DocsPage(path, uri, milestone, _day(front.get("date")), title or held.title or Path(uri).stem, excerpt)


def _day(written: object) -> date | None:
    try:
        return date.fromisoformat(str(written))
    except ValueError:
        return None
