"""Reader of entries."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from datetime import date
from itertools import accumulate
from pathlib import Path
from typing import Any

from daytrail.model.entry import MAX_LIST, Entry, FrontMatter, dated, stem_of
from daytrail.problems import Location, Problem, error, quoted, warning
from daytrail.source.draft_text import find_misplaced, means_draft
from daytrail.source.files import read_entry_text
from daytrail.source.front_matter import SplitMarkdown, find_unopened, split_entry
from daytrail.source.markdown_body import Body, cut_title, first_written, read_body
from daytrail.source.notations.blogs import former_addresses, read_post, title_of_slug
from daytrail.source.notations.properties import front_matter_of, wrong_hours
from daytrail.source.other_programs import ignored_keys, without_keys
from daytrail.source.private_text import blank_private, cut_private
from daytrail.source.project_paths import EntryRules
from daytrail.source.published_files import attachments
from daytrail.source.sources import LocatedEntry
from daytrail.source.validation import validate
from daytrail.source.yaml.nodes import Document
from daytrail.source.yaml.parser import find_escapes, parse

_UNDATED_STEM = re.compile(r"(day|undated)-\d{4,}(-\d+)?")
"""The file names that an import gives to entries without dates."""


def read_entry(root: Path, path: str, rules: EntryRules) -> tuple[LocatedEntry | None, list[Problem]]:
    """Read an entry, and report what is wrong with it by itself. Never raises for a writer's mistake.

    The path is relative to the root.
    """
    paths = rules.paths
    text, problems = read_entry_text(root, path)
    if problems:
        return None, problems
    parts, problems = split_entry(text, path)
    if problems:
        return None, problems
    yaml_text, markers_in_yaml = blank_private(parts.front_matter, path)
    parsed, syntax_problems = parse(yaml_text, path)
    syntax_problems += find_escapes(parsed, yaml_text)
    post = read_post(parsed, of_material="material" in paths.ignore_keys, has_slug=bool(paths.old_addresses))
    document, is_hidden = without_keys(post.document, ignored_keys(paths.ignore_keys))
    public_body, markers_in_body = cut_private(
        parts.body, path, parts.first_line, kind="entry", programs=paths.notations
    )
    validated, invalid = validate(FrontMatter, document)
    misplaced = list(find_misplaced(parts, path)) or list(find_unopened(parts, path))
    problems = markers_in_yaml + syntax_problems + markers_in_body + misplaced + invalid + list(post.problems)
    problems = list(_with_hints_on_templates(problems, path, paths.entries))
    if validated is None:
        return None, problems
    front_matter = validated.record

    def is_refused(key: str) -> bool:
        return document.find((key,)) is not None and validated.document.find((key,)) is None

    day, date_problems = _date(front_matter, document, path, date_refused=is_refused("date"))
    problems += date_problems
    if day is None:
        return None, problems
    until, range_problems = _until(front_matter, document, path, day)
    problems += range_problems
    # If it is not certain that the entry is none, it is a draft: a mistake must not publish it.
    is_unsure = not document.complete or bool(markers_in_yaml + misplaced)
    draft = is_hidden or is_unsure or means_draft(yaml_text, document)
    of_slug = title_of_slug(front_matter.title, public_body, path)
    front_matter, body = _with_title(front_matter, public_body, dated(stem_of(path)).title)
    content = read_body(body, paths.notations)
    front_matter = _with_properties(front_matter, content, rules)
    if content.excess or content.spaced_urls or content.properties:
        problems += _problems_in_text(parts, path, rules)
    addresses = former_addresses(post, paths.old_addresses, day, of_slug, stem_of(path))
    entry = replace(_entry(front_matter, path, day, body, content, rules), until=until, old_addresses=addresses)
    has_private = (yaml_text, public_body) != (parts.front_matter, parts.body)
    return LocatedEntry(entry, lambda: validated.document, draft, has_private), problems


def read_entries(
    root: Path, paths: Sequence[str], rules: EntryRules
) -> Iterator[tuple[LocatedEntry | None, list[Problem]]]:
    """Yield what `read_entry` returns for each path."""
    return (read_entry(root, path, rules) for path in paths)


def _with_hints_on_templates(problems: Iterable[Problem], path: str, folder: str) -> Iterator[Problem]:
    """Yield problems, those about placeholders such as `{{date}}` with one more hint."""
    parent = Path(path).parent.relative_to(folder).as_posix()
    excluded = Path(path).name if parent == "." else f"{parent}/"
    hint = f"if this is a template, write `exclude: [{excluded}]` below `daytrail` in mkdocs.yml"
    for problem in problems:
        is_placeholder = "`{{" in problem.message or "`<%" in problem.message
        yield replace(problem, hint=f"{hint}; else {problem.hint}") if is_placeholder else problem


def _with_title(front_matter: FrontMatter, body: str, name: str) -> tuple[FrontMatter, str]:
    """Return front matter with a title, and the text without that.

    It is the heading that the text begins with, or else the title in the name of the file, which may be empty.
    """
    title, rest = cut_title(body)
    if not title and name:
        title, rest = name, body
    if not title or front_matter.title not in (None, title):
        return front_matter, body
    return front_matter.model_copy(update={"title": title}), rest


def _with_properties(front_matter: FrontMatter, content: Body, rules: EntryRules) -> FrontMatter:
    """Return front matter with the values that properties and hashtags in the text give what it leaves out."""
    values = front_matter_of(content.properties)
    tags = (*front_matter.tags, *values.get("tags", ()), *(content.hashtags if rules.paths.hashtags else ()))
    values = {key: value for key, value in values.items() if getattr(front_matter, key) is None}
    if tags == front_matter.tags and not values:
        return front_matter
    return front_matter.model_copy(update={**values, "tags": tuple(dict.fromkeys(tags))[:MAX_LIST]})


def _problems_in_text(parts: SplitMarkdown, path: str, rules: EntryRules) -> Iterator[Problem]:
    """Yield what is wrong with a body by itself, with the lines that it has in the file."""
    body, _ = blank_private(parts.body, path, kind="entry", programs=rules.paths.notations)
    content = read_body(body, rules.paths.notations)
    starts = [0, *accumulate(len(line) + 1 for line in body.split("\n"))]
    for url, block in content.spaced_urls:
        line, column = first_written(body, f"]({url})", starts[block])
        location = Location(path, parts.first_line + line - 1, column + 2)
        yield warning(location, "a space ends the URL of a link or a picture", f"write `<{url}>`")
    for hours in wrong_hours(content.properties):
        line, column = first_written(body, hours)
        yield warning(
            Location(path, parts.first_line + line - 1, column), "these hours are no number", "write `hours:: 1.5`"
        )
    for excess in content.excess:
        location = Location(path, parts.first_line + excess.line)
        yield error(location, excess.message, "simplify the text, or move a part of it elsewhere")


def _date(
    front_matter: FrontMatter, document: Document, path: str, *, date_refused: bool
) -> tuple[date | None, list[Problem]]:
    """Return an entry's date, from its front matter or its file's name."""
    stem = stem_of(path)
    try:
        date_of_name = dated(stem).day
    except ValueError:
        message = f"the file's name {quoted(stem)} starts with a date that is not in the calendar"
        return None, [error(Location(path), message, "rename it, as in `2026-02-15.md`")]
    location = document.locate(("date",))
    if day := front_matter.date or date_of_name:
        return day, []
    if _UNDATED_STEM.fullmatch(stem):
        message = "the entry has no date yet, so the site leaves it out"
        return None, [warning(location, message, "write `date: …` between the `---` lines")]
    if date_refused or not document.complete:  # which was reported
        return None, []
    hint = "write `date: …` between the `---` lines, or name the file as in `2026-02-15.md`"
    if re.search(r"\d[\W_].*\d", stem):
        hint = "`daytrail entry rename --dates` shows what it would make of such names, for all files at once"
    return None, [error(location, "the entry has no date", hint)]


_MOST_DAYS = 366
"""Days that one entry may be about."""


def _until(front_matter: FrontMatter, document: Document, path: str, day: date) -> tuple[date | None, list[Problem]]:
    """Return the last day of an entry that is about several, from its front matter or its file's name."""
    until = front_matter.until or dated(stem_of(path)).until
    if until is None or 0 < (until - day).days < _MOST_DAYS:
        return until, []
    message = f"an entry from {day} to {until} is not about 2 to {_MOST_DAYS} days"
    return None, [error(document.locate(("until",)), message, "correct `until`, or remove it")]


_FRONT_MATTER_FIELDS = FrontMatter.model_fields.keys() & {field.name for field in fields(Entry)} - {
    "date",
    "series",
    "links",
}
"""Fields that an entry has as they are written."""


def _entry(front_matter: FrontMatter, path: str, day: date, body: str, content: Body, rules: EntryRules) -> Entry:
    written: dict[str, Any] = {name: getattr(front_matter, name) for name in _FRONT_MATTER_FIELDS}
    return Entry(
        **written,
        path=path,
        stem=stem_of(path),
        date=day,
        series=front_matter.series or rules.series,
        body=body,
        excerpt=content.excerpt,
        listed_links=front_matter.links,
        text_links=content.text_links,
        tasks=content.tasks,
        attachments=tuple(attachments(path, content.targets, rules.paths.entries)),
        local_links=content.local_links,
        wikilinks=tuple((name, "") for name in content.wikilinks),
        headings=content.headings,
    )
