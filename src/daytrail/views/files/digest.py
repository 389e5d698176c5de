"""Digest of some days in Markdown: for letters, for pages that review a week, and for the feed of the weeks."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from html import escape
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.facts.calendar import DateRange, calendar_week, week_name
from daytrail.facts.progress import State, open_items
from daytrail.facts.reviews import Review
from daytrail.model.curriculum import Placed
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.links import item_anchor
from daytrail.views.publication import Publication
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext
from daytrail.views.words import pace_sentence

_MAX_NEXT_ITEMS = 6
_MAX_EXCERPT = 80
"""Maximum number of characters of the text that names a day without a title."""
_STATES = (State.DONE, State.STARTED, State.TOUCHED, State.DROPPED)
"""States that days gave to items of the plan, in the order of the digest."""

Section = tuple[str, Sequence[str]]
"""A heading, and the rows of the list below it in Markdown."""


class WrittenWeek(NamedTuple):
    """A week of the calendar with an entry or a review."""

    dates: DateRange
    entries: tuple[Entry, ...]
    """Those with content, the oldest first."""
    review: Review | None


def written_weeks(facts: Facts) -> Sequence[WrittenWeek]:
    """Return the weeks that are over and have an entry or a review, the newest first."""
    starts = facts.journal.curriculum.week_starts
    written = [entry for entry in facts.journal.entries if not entry.empty]
    by_week = {
        dates: tuple(entries) for dates, entries in groupby(written, lambda entry: calendar_week(entry.date, starts))
    }
    reviews = {review.dates: review for review in facts.reviews}
    over = sorted((dates for dates in {*by_week, *reviews} if dates.last < facts.today), key=attrgetter("first"))
    return [WrittenWeek(dates, by_week.get(dates, ()), reviews.get(dates)) for dates in reversed(over)]


def week_title(dates: DateRange) -> str:
    """Return the title of a week, as in `Week of 9–15 February 2026`."""
    return _("Week of %(dates)s", dates=words.date_range(dates))


def week_summary(week: WrittenWeek, facts: Facts) -> str:
    """Return how much was written in a week, and the titles of its entries."""
    titles = [words.entry_title(entry, facts.positions[entry.path]) for entry in week.entries]
    return f"{_amount(week.entries, week.dates)} {' · '.join(titles)}".rstrip()


def week_digest(week: WrittenWeek, facts: Facts, site: Publication) -> str:
    """Return how much was written in a week, what was done, its days and what was read, with links to the site."""
    entries = week.entries
    sections = [*_work(entries, facts, site), _habits(facts, week.dates), _days(entries, facts, site)]
    sections.append(_sources(entries, facts))
    return f"{_amount(entries, week.dates)}\n\n{_markdown(sections)}"


def week_days(week: WrittenWeek, facts: Facts, site: Publication) -> str:
    """Return the days of a week, with links to the site."""
    return _markdown([_days(week.entries, facts, site)])


def letter(facts: Facts, since: date) -> str:
    """Return the letter about the days from `since` to today."""
    dates = DateRange(since, facts.today)
    entries = _entries(facts, dates)
    sections = [*_work(entries, facts), _habits(facts, dates), _days(entries, facts), _sources(entries, facts)]
    sections += _open(facts)
    heading = f"# {words.day(since)} to {words.day(facts.today)}"
    return f"{heading}\n\n{_amount(entries, dates)}\n\n{_markdown(sections)}".rstrip() + "\n"


def review_page(facts: Facts, dates: DateRange) -> str:
    """Return a page with four questions about a week, and below them its facts. These are to be of its last day.

    No link leads to an entry or to the plan, which may change later. The site lists the days below the page.
    """
    entries = _entries(facts, dates)
    lead = " ".join(filter(None, [_amount(entries, dates), pace_sentence(facts)]))
    questions = (
        _("What do I understand now that I did not understand a week ago?"),
        _("What was harder or took longer than planned, and why?"),
        _("What do I change, in the plan or in how I learn?"),
        _("What is the one thing to do next week?"),
    )
    text = [
        f"---\nreview: {week_name(dates)}\ndate: {facts.today}\n---\n\n# {week_title(dates)}\n\n{_escaped(lead)}\n\n",
        *(f"## {question}\n\n\n" for question in questions),
        _markdown([*_work(entries, facts), _habits(facts, dates), _sources(entries, facts)]),
        _markdown([*_open(facts, dates.first)]),
    ]
    return "".join(text).rstrip() + "\n"


def _markdown(sections: Sequence[Section]) -> str:
    """Return the sections that say something, each with an empty line at its end."""
    lines = [(f"## {heading}\n", *(f"- {row}" for row in rows), "\n") for heading, rows in sections if rows]
    return "".join("\n".join(section) for section in lines)


def _entries(facts: Facts, dates: DateRange) -> list[Entry]:
    return [entry for entry in facts.journal.entries if entry.date in dates and not entry.empty]


def _amount(entries: Sequence[Entry], dates: DateRange) -> str:
    """Return how much was written, as in `5 entries on 4 of 7 days. 12.5 h logged.`."""
    number = ngettext("%(num)s entry", "%(num)s entries", len(entries))
    written = ngettext(
        "%(entries)s on %(days)s of %(num)s day.",
        "%(entries)s on %(days)s of %(num)s days.",
        (dates.last - dates.first).days + 1,
        entries=number,
        days=len({day for entry in entries for day in entry.days}),
    )
    hours = sum(entry.hours or 0 for entry in entries)
    logged = _("%(hours)s logged.", hours=words.hours(hours)) if hours else ""
    return f"{written} {logged}".rstrip()


def _items_by_state(entries: Sequence[Entry], facts: Facts) -> Iterator[tuple[str, list[tuple[Placed, Entry]]]]:
    """Yield headings, each with the items of the plan to which entries give its state; each item once."""
    quotes = [(entry, quote) for entry in entries for quote in facts.progress.by_entry.get(entry.path, ())]
    said: set[str] = set()
    for state in _STATES:
        items = []
        for entry, quote in quotes:
            placed = quote.item.placed
            if quote.state is state and placed.address not in said:
                said.add(placed.address)
                items.append((placed, entry))
        if items:
            yield words.heading(state), items


def _work(entries: Sequence[Entry], facts: Facts, site: Publication | None = None) -> Iterator[Section]:
    """Yield the items that the entries gave a state, with links to their weeks on the site, or else to their URLs."""
    for heading, items in _items_by_state(entries, facts):
        rows = []
        for placed, entry in items:
            of_site = f"{site.absolute(site.addresses.of(placed))}#{item_anchor(placed)}" if site else None
            item, day = _linked(placed.item.label, of_site or placed.item.url), words.day(entry.date)
            rows.append(_("%(item)s, week %(number)s, on %(day)s", item=item, number=placed.week.week, day=day))
        yield heading, rows


def _habits(facts: Facts, dates: DateRange) -> Section:
    """Return how often each habit was kept on some days, without those that were not."""
    counts = [(_escaped(one.habit.title), one.within(dates)) for one in facts.habits]
    return _("Habits"), [_("%(habit)s: %(number)s", habit=title, number=number) for title, number in counts if number]


def _days(entries: Sequence[Entry], facts: Facts, site: Publication | None = None) -> Section:
    """Return a row for each entry; on the site, it is a link, and the beginning of the text follows."""
    return _("Days"), [_day(entry, facts, site) for entry in entries]


def _day(entry: Entry, facts: Facts, site: Publication | None) -> str:
    position = facts.positions[entry.path]
    name = entry.title or words.number_in_series(position)
    title = name or words.beginning(entry.excerpt, _MAX_EXCERPT)
    number = words.entry_number(position.entry_number) if entry.title else ""
    label = ": ".join(filter(None, [words.day(entry.date), title]))
    row = _linked(label, site.absolute(entry.address) if site else None)
    row += f" ({number})" if number else ""
    row += f", {words.logged_hours(entry.hours)}" if entry.hours else ""
    text = (entry.description or entry.excerpt) if site and name else ""
    return f"{row}. {_escaped(text)}" if text else row


def _sources(entries: Sequence[Entry], facts: Facts) -> Section:
    """Return the resources that entries link to, each once, without those that the items of the plan already name."""
    named = {placed.address for _heading, items in _items_by_state(entries, facts) for placed, _entry in items}
    keys = dict.fromkeys(key for entry in entries for key in entry.links)
    resources = {facts.ledger.by_key[key].key: facts.ledger.by_key[key] for key in keys if key in facts.ledger.by_key}
    rows = [
        f"{_linked(resource.title, resource.url)}: {words.state(resource.shelf)}"
        for resource in resources.values()
        if not any(item.placed.address in named for item in resource.items)
    ]
    return _("Read and mentioned"), rows


def _open(facts: Facts, since: date = date.min) -> Iterator[Section]:
    """Yield the open tasks of the days since a date, and the next items of the plan."""
    yield (
        _("Open tasks"),
        [
            _("%(task)s, since %(day)s", task=_escaped(task.text), day=words.day(task.entry.date))
            for task in facts.open_tasks
            if task.entry.date >= since
        ],
    )
    rows = []
    for item in open_items(facts.next_week)[:_MAX_NEXT_ITEMS] if facts.next_week else ():
        hours = f", {words.hours(item.placed.item.hours)}" if item.placed.item.hours else ""
        rows.append(f"{_linked(item.placed.item.label, item.placed.item.url)}{hours}")
    yield _("Next in the plan"), rows


def _escaped(text: str) -> str:
    """Return a text on one line with all characters escaped that mean something in Markdown."""
    line = re.sub(r"([\\`*_\[\]#])", r"\\\1", " ".join(text.split()))
    # Python-Markdown knows no backslash before some of these, and templates know none before a brace.
    line = re.sub(r"[|~${}]", lambda match: f"&#{ord(match[0])};", escape(line, quote=False))
    # At the beginning of a line these would start a list.
    return re.sub(r"^(\d*)([-+.)])", r"\1\\\2", line)


def _linked(title: str, url: str | None) -> str:
    """Return a title as a link in Markdown, or as text without a URL."""
    if not url:
        return _escaped(title)
    # Doubled braces would be a template of the macros plugin.
    safe_url = re.sub(r"[<>{}]", lambda match: f"%{ord(match[0]):02X}", url)
    return f"[{_escaped(title)}](<{safe_url}>)"
