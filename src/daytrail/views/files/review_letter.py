"""Letters in Markdown about some days, and pages of `docs/` that review a week."""

from collections.abc import Iterator
from datetime import date

from daytrail.facts import Facts
from daytrail.facts.calendar import DateRange, week_name
from daytrail.facts.progress import open_items
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.files.reading_markdown import escaped, linked
from daytrail.views.files.weekly import items_by_state, week_title
from daytrail.views.sentences import pace_sentence
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext

MAX_NEXT_ITEMS = 6
_MAX_EXCERPT = 80
"""Maximum number of characters of the text that names a day without a title."""


def letter(facts: Facts, since: date) -> str:
    """Return the letter about the days from `since` to today."""
    dates = DateRange(since, facts.today)
    lines = [f"# {words.day(since)} to {words.day(facts.today)}", "", _amount(_entries(facts, dates), dates), ""]
    lines += _sections(facts, dates)
    return "\n".join(lines[:-1]) + "\n"


def review_page(facts: Facts, dates: DateRange) -> str:
    """Return a page with four questions about a week, and below them its facts. These are to be of its last day.

    No link leads to an entry or to the plan, which may change later. The site lists the days below the page.
    """
    front_matter = f"---\nreview: {week_name(dates)}\ndate: {facts.today}\n---\n\n"
    lead = [_amount(_entries(facts, dates), dates), pace_sentence(facts)]
    lines = [f"# {week_title(dates)}", "", escaped(" ".join(filter(None, lead))), ""]
    for question in _questions():
        lines += [f"## {question}", "", ""]
    lines += _sections(facts, dates, dates.first, with_days=False)
    return front_matter + "\n".join(lines).rstrip() + "\n"


def _questions() -> tuple[str, str, str, str]:
    return (
        _("What do I understand now that I did not understand a week ago?"),
        _("What was harder or took longer than planned, and why?"),
        _("What do I change, in the plan or in how I learn?"),
        _("What is the one thing to do next week?"),
    )


def _entries(facts: Facts, dates: DateRange) -> list[Entry]:
    return [entry for entry in facts.journal.entries if entry.date in dates and not entry.empty]


def _amount(entries: list[Entry], dates: DateRange) -> str:
    """Return how much was written, as in `5 entries on 4 of 7 days. 12.5 h logged.`."""
    number = ngettext("%(num)s entry", "%(num)s entries", len(entries))
    written = ngettext(
        "%(entries)s on %(days)s of %(num)s day.",
        "%(entries)s on %(days)s of %(num)s days.",
        (dates.last - dates.first).days + 1,
        entries=number,
        days=len({entry.date for entry in entries}),
    )
    hours = sum(entry.hours or 0 for entry in entries)
    logged = _("%(hours)s logged.", hours=words.hours(hours)) if hours else ""
    return f"{written} {logged}".rstrip()


def _sections(facts: Facts, dates: DateRange, tasks_since: date = date.min, *, with_days: bool = True) -> list[str]:
    """Return the lines of all sections that say something, each with an empty one at its end."""
    entries = _entries(facts, dates)
    lines = []
    for heading, rows in (
        *_work(entries, facts),
        (_("Days"), [_day(entry, facts) for entry in entries] if with_days else []),
        (_("Read and mentioned"), list(_resources(entries, facts))),
        (_("Open tasks"), list(_tasks(facts, tasks_since))),
        (_("Next in the plan"), list(_next_items(facts))),
    ):
        if rows:
            lines += [f"## {heading}", "", *(f"- {row}" for row in rows), ""]
    return lines


def _work(entries: list[Entry], facts: Facts) -> Iterator[tuple[str, list[str]]]:
    for heading, items in items_by_state(entries, facts):
        rows = []
        for placed, entry in items:
            item, day = linked(placed.item.label, placed.item.url), words.day(entry.date)
            rows.append(_("%(item)s, week %(number)s, on %(day)s", item=item, number=placed.week.week, day=day))
        yield heading, rows


def _day(entry: Entry, facts: Facts) -> str:
    position = facts.positions[entry.path]
    number = words.entry_number(position.entry_number) if entry.title else ""
    behind = f" ({number})" if number else ""
    hours = f", {words.logged_hours(entry.hours)}" if entry.hours else ""
    title = entry.title or words.number_in_series(position) or words.beginning(entry.excerpt, _MAX_EXCERPT)
    return f"{words.day(entry.date)}{f': {escaped(title)}' if title else ''}{behind}{hours}"


def _resources(entries: list[Entry], facts: Facts) -> Iterator[str]:
    """Yield the resources that entries link to, each once, without those that the items of the plan already name."""
    named = {placed.address for _heading, items in items_by_state(entries, facts) for placed, _entry in items}
    keys = dict.fromkeys(key for entry in entries for key in entry.url_keys)
    resources = [facts.ledger.by_key[key] for key in keys if key in facts.ledger.by_key]
    for resource in {resource.key: resource for resource in resources}.values():
        if any(item.placed.address in named for item in resource.items):
            continue
        yield f"{linked(resource.title, resource.url)}: {words.state(resource.shelf)}"


def _tasks(facts: Facts, since: date) -> Iterator[str]:
    for task in facts.open_tasks:
        if task.entry.date >= since:
            yield _("%(task)s, since %(day)s", task=escaped(task.text), day=words.day(task.entry.date))


def _next_items(facts: Facts) -> Iterator[str]:
    for item in open_items(facts.next_week)[:MAX_NEXT_ITEMS] if facts.next_week else ():
        hours = f", {words.hours(item.placed.item.hours)}" if item.placed.item.hours else ""
        yield f"{linked(item.placed.item.label, item.placed.item.url)}{hours}"
