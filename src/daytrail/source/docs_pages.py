"""Reader of docs pages: what of them may be published, and which of them answer milestones or review weeks."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any

from daytrail.gfm import block_tokens
from daytrail.model.journal import DocsPage
from daytrail.problems import Problem, Severity, error
from daytrail.source.draft_text import find_misplaced, means_draft
from daytrail.source.files import MAX_ENTRY_BYTES, MAX_TEXT_BYTES, markdown_files, read_text
from daytrail.source.front_matter import SplitMarkdown, split_front_matter
from daytrail.source.markdown_body import read_body
from daytrail.source.notations import ALL, Programs
from daytrail.source.private_text import blank_private, cut_private
from daytrail.source.project_paths import ProjectPaths
from daytrail.source.sources import LocatedPage
from daytrail.source.yaml.nodes import Document
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.syntax_messages import UNPRINTABLE_CODE


@dataclass(frozen=True, slots=True)
class DocsText:
    """The text of a docs page."""

    whole: str
    """The text with its private passages."""
    public: str
    """The whole text without private passages."""
    parts: SplitMarkdown
    """The same in two parts. The first line of the body is that of the file."""
    draft: bool
    problems: tuple[Problem, ...]
    """Wrong markers of private passages, and marks of a draft that have no effect."""


def read_docs_text(text: str, path: str, programs: Programs = ALL) -> DocsText:
    """Read the text of a docs page. Private passages are cut out of it as out of an entry."""
    parts, unclosed = split_front_matter(text, path)
    if unclosed:  # MkDocs may read it, or shows it as text
        parts = SplitMarkdown("", text, 1)
    misplaced = find_misplaced(parts, path)
    front, markers_in_front = blank_private(text.removesuffix(parts.body), path)
    body, markers_in_body = cut_private(parts.body, path, parts.first_line, programs=programs)
    public = replace(parts, front_matter=split_front_matter(front, path)[0].front_matter, body=body)
    document = Document(path)
    if "draft" in public.front_matter:
        document, _ = parse(public.front_matter, path, allow_tags=True)
    draft = means_draft(public.front_matter, document)
    return DocsText(text, front + body, public, draft, (*markers_in_front, *markers_in_body, *misplaced))


def read_docs_pages(root: Path, paths: ProjectPaths) -> Iterator[tuple[str, DocsText]]:
    """Yield the path and the text of each docs page that MkDocs publishes, entries left out.

    A page that cannot be read is empty, with the problem.
    """
    is_unpublished = paths.is_unpublished
    for path in markdown_files(root, paths.docs, []):
        if not PurePosixPath(path).is_relative_to(paths.entries) and not is_unpublished(_uri(path, paths.docs)):
            text, unreadable = read_text(root, path, MAX_TEXT_BYTES)
            page = read_docs_text(text, path, paths.notations)
            if any(problem.code != UNPRINTABLE_CODE for problem in unreadable):
                yield path, replace(page, problems=tuple(unreadable))
            elif not unreadable and not page.draft:
                yield path, page


def _uri(path: str, folder: str) -> str:
    return PurePosixPath(path).relative_to(folder).as_posix()


_CODE = re.compile(
    r"(?<![`\\])(`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)\1(?!`)|<!--.*?-->|<(code|pre|script|style)\b.*?</\2>",
    re.DOTALL | re.IGNORECASE,
)
"""Matches code within a paragraph, comments, and elements of HTML for code."""


def _without_code(text: str) -> str:
    """Return a text with blanks instead of each character of code and comments, except the ends of lines."""
    return _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def calls_alone(body: str, names: Iterable[str]) -> bool:
    """Return whether a line of a page is nothing but calls of macros, as in `{{ timeline() }}`.

    A call inside a sentence, in code or in a comment is none: pages about macros have these.
    """
    call = rf"\{{\{{[-+]?\s*(?:{'|'.join(names)})\([^{{}}]*\)\s*[-+]?\}}\}}"
    if not re.search(call, body):  # as in most pages
        return False
    calls = re.compile(rf"^[ \t]*{call}\s*?(?:{call}\s*?)*$", re.MULTILINE)
    texts = (token.content for token in block_tokens(body) if token.type in ("inline", "html_block"))
    return any(calls.search(_without_code(text)) for text in texts)


def calls_in_text(body: str) -> Iterator[tuple[str, int, int]]:
    """Yield the name, line and column of what looks like a call, as `{{ name(` outside of code and comments.

    Each location is that of the braces.
    """
    if not _CALL.search(body):
        return
    lines = body.split("\n")
    for token in block_tokens(body):
        if token.type in ("code_block", "fence") and token.map:
            start, end = token.map
            lines[start:end] = [""] * (end - start)
    text = _without_code("\n".join(lines))
    for match in _CALL.finditer(text):
        yield match[1], text.count("\n", 0, match.start()) + 1, match.start() - text.rfind("\n", 0, match.start())


_CALL = re.compile(r"(?<!\\)\{\{[-+]?\s*(\w+)\s*\(")


_KEYS = re.compile(r"""milestone|^["']?review["']?[ \t]*:""", re.MULTILINE)
"""Matches the front matter of all pages that say what they are for the journal, and of few others."""
_WEEK = re.compile(r"[0-9]{4}-W[0-9]{2}")


def read_records(pages: Iterable[tuple[str, DocsText]], folder: str) -> tuple[list[LocatedPage], list[Problem]]:
    """Return the docs pages that name a milestone or a week, by path, and what is wrong with all of them.

    Other mistakes in a page are reported by MkDocs, which reads the whole of it, except for those in front matter.
    """
    problems: list[Problem] = []
    records: list[LocatedPage] = []
    for path, page in pages:
        problems += page.problems
        if _KEYS.search(page.parts.front_matter) and (
            record := _read_record(path, _uri(path, folder), page.parts, problems)
        ):
            records.append(record)
        elif page.parts.front_matter.strip() and not _KEYS.search(page.parts.front_matter):
            problems += _unread_front_matter(path, page.parts.front_matter)
    return sorted(records, key=lambda located: located.page.path), problems


def _unread_front_matter(path: str, front_matter: str) -> Iterator[Problem]:
    """Yield a warning if a front matter is no YAML: without a message, MkDocs would publish it as text."""
    document, problems = parse(front_matter, path, allow_tags=True)
    for problem in () if document.complete else problems:
        hint = f"{problem.hint}; until then, the page shows its front matter as text"
        yield replace(problem, severity=Severity.WARNING, hint=hint)


def _read_record(path: str, uri: str, parts: SplitMarkdown, problems: list[Problem]) -> LocatedPage | None:
    document, syntax_problems = parse(parts.front_matter, path, allow_tags=True)
    if not document.complete:  # an answer must not disappear without a message
        problems += syntax_problems
        return None
    front_matter = document.data if isinstance(document.data, dict) else {}
    milestone, week = _milestone(front_matter, document, problems), _week(front_matter, document, problems)
    if not milestone and not week:
        return None
    # MkDocs accepts a page with a doubled key, so we do as well.
    problems += [replace(problem, severity=Severity.WARNING) for problem in syntax_problems]
    content = read_body(parts.body[:MAX_ENTRY_BYTES])
    title = front_matter.get("title")
    title = title.strip() if isinstance(title, str) else ""
    # A paragraph that calls a macro says nothing by itself.
    excerpt = "" if "{{" in content.excerpt or "{%" in content.excerpt else content.excerpt
    day = None
    with suppress(ValueError):
        day = date.fromisoformat(str(front_matter.get("date")))
    title = title or content.title or Path(path).stem
    body = parts.body[:MAX_ENTRY_BYTES] if week else ""
    return LocatedPage(DocsPage(path, uri, milestone, day, title, excerpt, week, body), document)


def _milestone(front_matter: Mapping[str, Any], document: Document, problems: list[Problem]) -> str:
    """Return the id of the milestone that a page answers; empty if it answers none."""
    match front_matter.get("milestone"):
        case None:
            return ""
        case str(milestone):
            return milestone
    location = document.locate(("milestone",))
    problems.append(error(location, "`milestone` must be one id", "write a page for each milestone"))
    return ""


def _week(front_matter: Mapping[str, Any], document: Document, problems: list[Problem]) -> date | None:
    """Return the Monday of the week that a page reviews; None if it reviews none."""
    written = front_matter.get("review")
    if isinstance(written, str) and _WEEK.fullmatch(written):
        with suppress(ValueError):
            return date.fromisoformat(written)
    if written is not None:
        hint = "write it as in 2026-W08; `daytrail review --save` writes such a page"
        problems.append(error(document.locate(("review",)), "`review` must be the number of a week of a year", hint))
    return None
