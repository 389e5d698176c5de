"""Letter in Markdown about the last days."""

from collections.abc import Iterator
from datetime import date, timedelta

from daytrail.facts import Facts
from daytrail.facts.progress import State, open_items
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.files.reading_markdown import escaped, linked
from daytrail.views.translation import ngettext

MAX_NEXT_ITEMS = 6


def letter(facts: Facts, since: date) -> str:
    """Return the letter about the days from `since` to today."""
    entries = [entry for entry in facts.journal.entries if since <= entry.date <= facts.today and not entry.empty]
    tasks = [f"- {escaped(task.text)}, since {words.day(task.entry.date)}" for task in facts.open_tasks]
    days = len({entry.date for entry in entries})
    hours = sum(entry.hours or 0 for entry in entries)
    span = words.days((facts.today - since + timedelta(days=1)).days)
    work = f", {words.hours(hours)} of work noted" if hours else ""
    number = ngettext("%(num)s entry", "%(num)s entries", len(entries))
    lines = [
        f"# {words.day(since)} to {words.day(facts.today)}",
        "",
        f"{number} on {days} of {span}{work}.",
        "",
    ]
    for heading, rows in (
        ("Done", list(_done(entries, facts))),
        ("Days", [_day(entry, facts) for entry in entries]),
        ("Read and met", list(_resources(entries, facts))),
        ("Open", tasks),
        ("Next", list(_next_items(facts))),
    ):
        if rows:
            lines += [f"## {heading}", "", *rows, ""]
    return "\n".join(lines[:-1]) + "\n"


def _done(entries: list[Entry], facts: Facts) -> Iterator[str]:
    for entry in entries:
        for quote in facts.progress.by_entry.get(entry.path, ()):
            if quote.state is State.DONE:
                placed = quote.item.placed
                label = linked(placed.item.label, placed.item.url)
                yield f"- {label}, week {placed.week.week}, on {words.day(entry.date)}"


def _day(entry: Entry, facts: Facts) -> str:
    position = facts.positions[entry.path]
    number = f" ({position.number})" if position.number and entry.title else ""
    hours = f", {words.hours(entry.hours)}" if entry.hours else ""
    return f"- {words.day(entry.date)}: {escaped(words.entry_title(entry, position))}{number}{hours}"


def _resources(entries: list[Entry], facts: Facts) -> Iterator[str]:
    keys = dict.fromkeys(key for entry in entries for key in entry.url_keys)
    resources = [facts.ledger.by_key[key] for key in keys if key in facts.ledger.by_key]
    for resource in {resource.key: resource for resource in resources}.values():
        yield f"- {linked(resource.title, resource.url)}: {resource.shelf}"


def _next_items(facts: Facts) -> Iterator[str]:
    for item in open_items(facts.next_week)[:MAX_NEXT_ITEMS] if facts.next_week else ():
        hours = f", {words.hours(item.placed.item.hours)}" if item.placed.item.hours else ""
        yield f"- {linked(item.placed.item.label, item.placed.item.url)}{hours}"
