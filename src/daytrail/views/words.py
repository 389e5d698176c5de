"""Dates, amounts and states as a reader says them."""

from collections.abc import Mapping
from datetime import date

from daytrail.facts.calendar import DateRange
from daytrail.facts.ledger import Resource, Shelf
from daytrail.facts.milestones import MilestoneState
from daytrail.facts.progress import ItemTotals, State
from daytrail.facts.series import EntryPosition
from daytrail.model.curriculum import Milestone
from daytrail.model.entry import Entry

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

MARKS: Mapping[str, str] = {
    State.PLANNED: "○",
    State.TOUCHED: "◔",
    State.STARTED: "◑",
    State.DONE: "●",
    State.DROPPED: "⊘",
    MilestoneState.OPEN: "◇",
    MilestoneState.DUE: "◈",
    MilestoneState.ANSWERED: "◆",
    "ready": "◎",
    Shelf.READING: "◑",
    Shelf.TO_READ: "○",
    Shelf.LISTED: "☆",
    Shelf.BUILD: "□",
    Shelf.READ: "●",
    Shelf.DROPPED: "⊘",
    Shelf.MET: "◔",
}
"""A shape for each state, so that states differ by more than colour. A topic that could be begun is ready."""


def day(of: date) -> str:
    """As in `15 February 2026`."""
    return f"{of.day} {MONTHS[of.month - 1]} {of.year}"


def short_day(of: date) -> str:
    """As in `15 Feb`."""
    return f"{of.day} {MONTHS[of.month - 1][:3]}"


def month(of: date) -> str:
    """As in `February 2026`."""
    return f"{MONTHS[of.month - 1]} {of.year}"


def weekday(of: date) -> str:
    """As in `Sunday`."""
    return WEEKDAYS[of.weekday()]


def date_range(of: DateRange) -> str:
    """As in `5–11 January 2026`, as short as it stays clear."""
    first, last = of.first, of.last
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{day(last)}"
    if first.year == last.year:
        return f"{first.day} {MONTHS[first.month - 1]} – {day(last)}"
    return f"{day(first)} – {day(last)}"


def beginning(text: str, most: int) -> str:
    """The first words of a text, on one line of so many characters at the most."""
    line = " ".join(text.split())
    if len(line) <= most:
        return line
    cut = line[: most - 1]
    whole = cut if line[most - 1] == " " else cut.rpartition(" ")[0]
    return f"{whole.strip() or cut}…"


def count(number: int, noun: str, plural: str = "") -> str:
    """As in `1 entry` or `2 entries`."""
    many = plural or (f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2] not in "aeiou" else f"{noun}s")
    return f"{number} {noun if number == 1 else many}"


def hours(number: float) -> str:
    """As in `1.5 h`."""
    return f"{number:.2f}".rstrip("0").rstrip(".") + " h"


def percent(part: float, whole: float) -> int:
    """A whole percentage that is 100 only when nothing is missing, and 0 only when nothing is there."""
    if not whole or not part:
        return 0
    return 100 if part >= whole else min(99, max(1, round(100 * part / whole)))


def percent_done(totals: ItemTotals) -> int:
    """The percentage of items that are done."""
    return percent(totals.done, totals.items)


def entry_title(entry: Entry, place: EntryPosition) -> str:
    """What an entry is called: its title, else its number and series, else its date."""
    if entry.title:
        return entry.title
    if place.series and place.number:
        return f"{place.number} of {place.series.title}"
    return day(entry.date)


def milestone_title(milestone: Milestone) -> str:
    """What a milestone is called: its title, else the beginning of its question."""
    return milestone.title or beginning(milestone.text, 80)


def history_or_notes(resource: Resource) -> str:
    """Return what the page of a resource shows."""
    return "history" if len(resource.history) > 1 else "notes"
