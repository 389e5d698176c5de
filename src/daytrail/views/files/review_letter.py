"""What happened lately as a letter in Markdown."""

from collections.abc import Iterator
from datetime import date, timedelta

from daytrail.facts import Facts
from daytrail.facts.next_week import next_unblocked_week, open_items
from daytrail.facts.progress import State
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.views import words
from daytrail.views.files.reading_markdown import escaped, linked
from daytrail.views.words import entry_title

MOST = 6
"""Lines of what comes next."""


def letter(journal: Journal, facts: Facts, since: date) -> str:
    """Return the letter about the days from one on, today included.

    Args:
        journal: The log and the plan.
        facts: What follows from them.
        since: The first day.
    """
    told = [entry for entry in journal.entries if since <= entry.date <= facts.today and not entry.empty]
    lines = [f"# {words.day(since)} to {words.day(facts.today)}", "", _summary(told, since, facts.today), ""]
    for heading, rows in (
        ("Done", list(_done(told, facts))),
        ("Days", [_day(entry, facts) for entry in told]),
        ("Read and met", list(_links(told, facts))),
        ("Open", [f"- {escaped(task.text)}, since {words.day(task.entry.date)}" for task in facts.open_tasks]),
        ("Next", list(_next(journal, facts))),
    ):
        if rows:
            lines += [f"## {heading}", "", *rows, ""]
    return "\n".join(lines[:-1]) + "\n"


def _summary(told: list[Entry], since: date, today: date) -> str:
    days = len({entry.date for entry in told})
    hours = sum(entry.hours or 0 for entry in told)
    span = (today - since + timedelta(days=1)).days
    said = f"{words.count(len(told), 'entry')} on {days} of {words.count(span, 'day')}"
    return f"{said}, {words.hours(hours)} of work noted." if hours else f"{said}."


def _done(told: list[Entry], facts: Facts) -> Iterator[str]:
    for entry in told:
        for quote in facts.progress.by_entry.get(entry.path, ()):
            if quote.state is State.DONE:
                placed = quote.item.placed
                label = linked(placed.item.label, placed.item.url)
                yield f"- {label}, week {placed.week.week}, on {words.day(entry.date)}"


def _day(entry: Entry, facts: Facts) -> str:
    place = facts.positions[entry.path]
    number = f" ({place.number})" if place.number and entry.title else ""
    hours = f", {words.hours(entry.hours)}" if entry.hours else ""
    return f"- {words.day(entry.date)}: {escaped(entry_title(entry, place))}{number}{hours}"


def _links(told: list[Entry], facts: Facts) -> Iterator[str]:
    met: set[str] = set()
    for entry in told:
        for url in (*(link.url for link in entry.links), *(mention.url for mention in entry.mentions)):
            one = facts.ledger.find(url)
            if one and one.key not in met:
                met.add(one.key)
                yield f"- {linked(one.title, one.url)}: {one.shelf}"


def _next(journal: Journal, facts: Facts) -> Iterator[str]:
    ahead = next_unblocked_week(journal.curriculum, facts.progress, facts.this_week)
    for item in open_items(ahead)[:MOST] if ahead else ():
        hours = f", {words.hours(item.placed.item.hours)}" if item.placed.item.hours else ""
        yield f"- {linked(item.placed.item.label, item.placed.item.url)}{hours}"
