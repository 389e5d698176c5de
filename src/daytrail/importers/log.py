"""A log in one file, in whatever form somebody keeps it, as drafts of entries."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from daytrail.importers.dates import Order
from daytrail.importers.draft import Draft, Left
from daytrail.importers.marks import Mark, mark_of
from daytrail.importers.segment import Form, Section, segments
from daytrail.importers.years import Doubt, dated

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


def read_log(text: str, today: date, order: Order | None = None) -> ImportedLog:
    """Read a log.

    Args:
        text: The file.
        today: The present day, for years that nobody wrote.
        order: What the first of two numbers of a date is, where that is known.
    """
    found = segments(text)
    when = dated(found.sections, found.years, today, order)
    drafts = [_draft(section, day) for section, day in zip(found.sections, when.dates, strict=True)]
    kept, doubled = _merged(drafts)
    goals = [section.head.mark.goal for section in found.sections if section.head.mark.goal]
    doubts = sorted([*when.doubts, *(doubt for doubt, _ in doubled)], key=lambda doubt: doubt.line)
    left = [Left(number, raw) for number, raw in found.left]
    left += [line for _, lines in doubled for line in lines]
    return ImportedLog(
        tuple(kept),
        tuple(sorted(left, key=lambda line: line.line)),
        tuple(doubts),
        found.sections[0].head.form if found.sections else None,
        when.newest_first,
        when.goal,
        max(set(goals), key=goals.count) if goals else None,
    )


def _draft(section: Section, day: date | None) -> Draft:
    mark = section.head.mark
    lines = [raw for _, raw in section.lines]
    number, series = mark.number, mark.series
    first = next((index for index, raw in enumerate(lines) if raw.strip()), None)
    own = mark_of(lines[first].strip()) if first is not None and not _LISTED.match(lines[first]) else None
    if first is not None and own and number is None and _is_number(own):
        # As in `Day 57 of ML Systems: I spent …`: the number goes to the front matter, the rest stays.
        number, series = own.number, own.series
        lines[first] = own.rest
    body = "\n".join(lines).strip("\n")
    title = "" if section.head.told else mark.rest
    return Draft(section.head.number, day, number, series, title, _dedented(body), links=tuple(_links(lines)))


def _is_number(mark: Mark) -> bool:
    """Tell whether a line begins with the number of its day, and not with a sentence about one."""
    return bool(mark.number and not mark.date and mark.parted)


def _dedented(body: str) -> str:
    return "\n".join(line.rstrip() for line in body.split("\n")).strip("\n")


def _links(lines: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for line in lines:
        if (found := _LINK.fullmatch(line) or _NAMED.fullmatch(line)) and found[1] not in seen:
            seen.add(found[1])
            yield found[1]


def _merged(drafts: Sequence[Draft]) -> tuple[list[Draft], list[tuple[Doubt, list[Left]]]]:
    """Keep one of several undated drafts of one number, the longest; what the others say beyond it is left over."""
    kept: dict[tuple[tuple[int, int], str], Draft] = {}
    order: list[Draft] = []
    doubled: list[tuple[Doubt, list[Left]]] = []
    for draft in drafts:
        if draft.date or not draft.number:
            order.append(draft)
            continue
        key = (draft.number, draft.series.casefold())
        known = kept.get(key)
        if known is None:
            kept[key] = draft
            order.append(draft)
            continue
        longer, shorter = (draft, known) if len(draft.body) > len(known.body) else (known, draft)
        order[order.index(known)] = kept[key] = replace(
            longer, links=tuple(dict.fromkeys((*longer.links, *shorter.links)))
        )
        held = {line.strip() for line in longer.body.split("\n")}
        extra = [line for line in shorter.body.split("\n") if line.strip() and line.strip() not in held]
        number = draft.number[0]
        if extra or longer.body != shorter.body:
            message = f"day {number} stands twice and differs; the longer one, of line {longer.line}, was kept"
        else:
            message = f"day {number} stands twice, word for word"
        doubled.append((Doubt(shorter.line, message), [Left(shorter.line, line) for line in extra]))
    return order, doubled
