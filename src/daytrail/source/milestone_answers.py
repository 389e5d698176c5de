"""Reader of docs pages that answer milestones."""

from dataclasses import replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any

from daytrail.model.journal import DocsPage
from daytrail.problems import Problem, Severity, error
from daytrail.source.files import MAX_ENTRY_BYTES, MAX_PLAN_BYTES, markdown_files, read_text
from daytrail.source.front_matter import split_front_matter
from daytrail.source.markdown_body import cut_private, read_body
from daytrail.source.sources import LocatedPage
from daytrail.source.yaml.parser import parse


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
        uri = PurePosixPath(path).relative_to(folder).as_posix()
        body, _ = cut_private(parts.body, path, parts.first_line)
        return LocatedPage(_page(path, uri, milestone, front_matter, body[:MAX_ENTRY_BYTES]), document)
    if milestone is not None:
        location = document.locate(("milestone",))
        problems.append(error(location, "`milestone` wants one id", "write a page for each milestone"))
    return None


def _page(path: str, uri: str, milestone: str, front_matter: dict[str, Any], body: str) -> DocsPage:
    content = read_body(body)
    title = front_matter.get("title")
    title = title.strip() if isinstance(title, str) else ""
    # A paragraph that calls a macro says nothing by itself.
    excerpt = "" if "{{" in content.excerpt or "{%" in content.excerpt else content.excerpt
    title = title or content.title or Path(uri).stem
    return DocsPage(path, uri, milestone, _date(front_matter.get("date")), title, excerpt)


def _date(value: object) -> date | None:
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        return None
