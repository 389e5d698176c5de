"""Dates for days that have only a number, counted from the first day, where no neighbour contradicts."""

from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

import click

from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.text.dates import WrittenDate, find_date
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.importers.text.markdown import prose
from daytrail.problems import Problem

_LINES_WITH_DATE = 5
"""So many lines of a day may have its date."""
_LONGEST_LINE = 200
"""Characters of a line in which a date is searched."""


class DatedDraft(NamedTuple):
    """A draft before and after it got a date."""

    before: DraftEntry
    after: DraftEntry
    problems: Sequence[Problem] = ()
    """Doubts about the date, or the reason why it is missing."""


def date_by_number(
    drafts: Sequence[DraftEntry], first_day: date, known: Mapping[int, date], today: date
) -> list[DatedDraft]:
    """Return the drafts of a series with dates, day 1 being the first day.

    A draft stays without a date, or with that of its entry, if its date would not be between those of the days before
    and after it. `known` are the dates of days in the project.
    """
    dates = {**known, **{draft.day_numbers[0]: draft.date for draft in drafts if draft.day_numbers and draft.date}}
    numbers = sorted(dates)
    dated: list[DatedDraft] = []
    mismatches = set[int]()
    for draft in drafts:
        if draft.date or not draft.day_numbers:
            dated.append(DatedDraft(draft, draft))
            continue
        number = draft.day_numbers[0]
        day = _day(number, first_day)
        at = bisect(numbers, number)
        neighbours = [*numbers[max(0, at - 1) : at], *numbers[at : at + 1]]
        contradicted = next((other for other in neighbours if not _in_order(number, day, other, dates[other])), None)
        if contradicted is not None:
            message = f"day {number} got no date: it would be {day}, but day {contradicted} is {dates[contradicted]}"
            if contradicted == number and number in known:  # as after another first day, which was wrong
                message = f"day {number} keeps the date of its entry, {dates[number]}: it would be {day}"
                message += "; to date it again, delete the entry and import it with the new first day"
            problem = diagnostic(draft.line, "first-day-contradiction", message)
            dated.append(DatedDraft(draft, draft, (problem,)))
            continue
        problems = []
        if day > today:
            message = f"day {number} would be {day}, which is in the future"
            problems.append(diagnostic(draft.line, "future-date", message))
        # Each dated day that does not fit the first day is reported once.
        for other in neighbours:
            if other not in mismatches and dates[other] != _day(other, first_day):
                message = (
                    f"counted from {first_day}, day {other} would be {_day(other, first_day)}, but it is {dates[other]}"
                )
                problems.append(diagnostic(draft.line, "first-day-mismatch", f"{message}: check day {number}"))
        mismatches.update(neighbours)
        if written := _other_date(draft, day):
            message = (
                f"day {number} would be {day}, counted from {first_day}, but its text has `{written.text.strip()}`"
            )
            problems.append(diagnostic(draft.line, "first-day-mismatch", message))
        dated.append(DatedDraft(draft, replace(draft, date=day), problems))
    return dated


def _other_date(draft: DraftEntry, day: date) -> WrittenDate | None:
    """Return the first date with a year at the beginning of a day's text, if it may be the day's and is another one."""
    lines = [draft.title, *islice((line for line in draft.body.split("\n") if line.strip()), _LINES_WITH_DATE)]
    found = (find_date(prose(line[:_LONGEST_LINE])) for line in lines)
    written = next((one[0] for one in found if one and one[0].year), None)
    is_same = written and day in (written.resolve(day.year, "mdy"), written.resolve(day.year, "dmy"))
    return None if is_same else written


def _in_order(number: int, day: date, other: int, other_day: date) -> bool:
    return (number < other) == (day < other_day) and (number > other) == (day > other_day)


def _day(number: int, first_day: date) -> date:
    try:
        return first_day + timedelta(days=number - 1)
    except OverflowError:
        message = f"day {number} after {first_day} is beyond the calendar"
        raise click.BadParameter(message, param_hint="--first-day") from None
