"""A log in one file, in whatever form somebody keeps it, as drafts of entries."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from textwrap import dedent

from daytrail.importers.log.bodies import tidied
from daytrail.importers.log.copies import is_stub, merged
from daytrail.importers.log.dating import Dated, dated
from daytrail.importers.log.lines import Form, Line, hidden
from daytrail.importers.log.marks import Mark, mark_of
from daytrail.importers.log.sections import Section, Segments, numbered_rows, segments
from daytrail.importers.log.single_file import USED, day_of, number_of, parted, tags_of
from daytrail.importers.text.dates import Order
from daytrail.importers.text.draft import Doubt, Draft, Left, usable

_LINK = re.compile(r"\s*(?:[-*+]\s+)?<?(https?://[^\s<>]+)>?\s*")
_LISTED = re.compile(r"\s*(?:[-+>|#]|\*(?!\*))")
_NAMED = re.compile(r"\s*(?:[-*+]\s+)?\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(\s*<?(https?://[^\s<>]+?)>?\s*\)[;,.]?\s*")


@dataclass(frozen=True, slots=True)
class ImportedLog:
    """What was read."""

    drafts: tuple[Draft, ...]
    """In the order of the file."""
    left: tuple[Left, ...]
    """What is in no entry."""
    doubts: tuple[Doubt, ...]
    form: Form | None
    """How days are marked; None where none was found."""
    newest_first: bool = False
    goal: date | None = None
    """The day that a countdown counts down to."""
    days: int | None = None
    """How many days a series is meant to have, as in `83/365`."""
    page: str = ""
    """Sections that belong to no day, as Markdown: what stands above the first one, or below the last."""
    structure: tuple[Left, ...] = ()
    """Words that became dates, numbers and names."""


def read_log(
    text: str, today: date, order: Order | None = None, *, name: str = "", form: Form | None = None
) -> ImportedLog:
    """Read a log.

    Args:
        text: The file.
        today: The present day, for years that nobody wrote.
        order: What the first of two numbers of a date is, where that is known.
        name: The file's name without its ending, which may say of which week or month it is.
        form: How days are marked, where that is known.
    """
    found = segments(text, name, form)
    sections = [_dated_below(section) for section in found.sections]
    beside = _said_above(found.left, hidden(text.split("\n")))
    when = dated(sections, found.years, today, order, beside)
    drafts = [_draft(section, day) for section, day in zip(sections, when.dates, strict=True)]
    if any(section.head.mark.round for section in sections):  # the first round is often not called one
        drafts = [replace(draft, series=draft.series or "Round 1") if draft.number else draft for draft in drafts]
    drafts = _dated_elsewhere(drafts, found, when, beside, today)
    known = sum(draft.date is not None for draft in drafts)
    stubs = [draft for draft in drafts if is_stub(draft, known, len(drafts))]
    kept, doubled = merged([draft for draft in drafts if not is_stub(draft, known, len(drafts))])
    goals = [section.head.mark.goal for section in found.sections if section.head.mark.goal]
    doubts = sorted([*when.doubts, *(double.doubt for double in doubled)], key=lambda doubt: doubt.line)
    left = [Left(number, raw) for number, raw in found.left if raw.strip()]
    left += [line for double in doubled for line in double.left]
    left += [Left(draft.line, line) for draft in stubs for line in draft.body.split("\n") if line.strip()]
    doubts += [Doubt(draft.line, "a template that nobody has filled in; it became no entry") for draft in stubs]
    heads = [*(section.head for section in found.sections), *found.years, *found.contexts]
    lines = text.split("\n")
    structure = [Left(head.number, lines[head.number - 1]) for head in heads]
    structure += [Left(draft.line, said) for draft in drafts for said in draft.said]
    structure += [Left(double.draft.line, double.draft.body) for double in doubled]
    return ImportedLog(
        tuple(kept),
        tuple(sorted(left, key=lambda line: line.line)),
        tuple(sorted(doubts, key=lambda doubt: doubt.line)),
        found.sections[0].head.form if found.sections else None,
        when.newest_first,
        when.goal,
        max(set(goals), key=goals.count) if goals else None,
        _page(raw for _, raw in found.left) if found.sections else "",
        tuple(structure),
    )


def _page(lines: Iterable[str]) -> str:
    """Return what belongs to no day as a page, where it is more than headings."""
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip("\n")
    return text if any(line.strip() and not re.match(r" {0,3}#+\s", line) for line in text.split("\n")) else ""


def _said_above(left: Sequence[tuple[int, str]], inside: set[int]) -> int | None:
    """Return the year that the lines outside of the days name, where they name just one."""
    lines = [re.sub(r"\S+://\S+", "", raw) for number, raw in left if number not in inside]
    years = {year for line in lines for year in re.findall(r"(?<![\w/.])20\d\d(?![\w/])", line)}
    return int(years.pop()) if len(years) == 1 else None


_DATE_LINE = re.compile(r"\W*(?:(?:date|datum|fecha|data)\W+)?", re.IGNORECASE)


def _dated_below(section: Section) -> Section:
    """Read the date on the line below a day's heading, where that has none and the line holds nothing else."""
    if section.head.mark.date or section.head.told:
        return section
    for index, (_, raw) in enumerate(section.lines):
        if not raw.strip():
            continue
        start = _DATE_LINE.match(raw)
        mark = mark_of(raw[start.end() if start else 0 :])
        if not mark.date or re.search(r"\w", mark.rest) or mark.number:
            return section
        head = replace(section.head, mark=replace(section.head.mark, date=mark.date))
        return Section(head, (*section.lines[:index], *section.lines[index + 1 :]), raw)
    return section


def _dated_elsewhere(
    drafts: Sequence[Draft], found: Segments, when: Dated, beside: int | None, today: date
) -> list[Draft]:
    """Date what has a number only by the rows of a table that say which day was when."""
    rows = list(numbered_rows(found.left)) if not any(when.dates) else []
    sections = [Section(Line(line, Form.TABLE, 0, "", Mark(written)), ()) for line, _, written in rows]
    days = dated(sections, found.years, today, when.order, beside).dates if sections else ()
    known = {number: day for (_, number, _), day in zip(rows, days, strict=True)}
    return [
        replace(draft, date=known.get(draft.number[0])) if draft.number and not draft.date else draft
        for draft in drafts
    ]


def _draft(section: Section, day: date | None) -> Draft:
    mark = section.head.mark
    lines = [raw for _, raw in section.lines]
    number, series, said = mark.number, mark.series, []
    first = next((index for index, raw in enumerate(lines) if raw.strip()), None)
    own = mark_of(lines[first].strip()) if first is not None and not _LISTED.match(lines[first]) else None
    if first is not None and own and number is None and _is_number(own):
        # As in `Day 57 of ML Systems: I spent …`: the number goes to the front matter, the rest stays.
        number, series = own.number, own.series
        said.append(lines[first].removesuffix(own.rest))
        lines[first] = own.rest
    if section.dated_by:
        said.append(section.dated_by)
    body = _dedented(lines, item=section.head.form is Form.ITEM)
    title = "" if section.head.told else mark.rest
    meta, rest = parted(body) if body.lstrip().startswith("<!--") else ({}, body)
    if meta and set(meta) <= set(USED):  # front matter in a comment
        said.append(body.removesuffix(rest))
        body, day = rest.strip("\n"), day or day_of(meta.get("date"))
        number, title = number or number_of(meta.get("day")), title or str(meta.get("title", ""))
    else:
        meta = {}
    if mark.date and day is None:  # an impossible one: its words stay
        title = " ".join(filter(None, (mark.date.text, title)))
    series = series or (f"Round {mark.round[1:]}" if mark.round else "")
    return Draft(
        section.head.number, day, number, series, title, tidied(body), tags_of(meta), tuple(_links(lines)), tuple(said)
    )


def _is_number(mark: Mark) -> bool:
    """Tell whether a line begins with the number of its day, and not with a sentence about one."""
    return bool(mark.number and not mark.date and mark.parted)


def _dedented(lines: Sequence[str], *, item: bool) -> str:
    """Return the lines of a body at the margin, where those of a list item stood further in."""
    own = [line.rstrip() for line in lines]
    if item:
        first = 0 if not own or own[0][:1].isspace() or not own[0] else 1
        last = next((at for at, line in enumerate(own) if at >= first and line and not line[0].isspace()), len(own))
        own[first:last] = dedent("\n".join(own[first:last])).split("\n") if last > first else []
    return "\n".join(own).strip("\n")


def _links(lines: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for line in lines:
        if (found := _LINK.fullmatch(line) or _NAMED.fullmatch(line)) and found[1] not in seen and usable(found[1]):
            seen.add(found[1])
            yield found[1]
