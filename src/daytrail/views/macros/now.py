"""Macro: the home page, who writes and how log and plan stand."""

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts import Facts
from daytrail.facts.activity import past_days
from daytrail.facts.kinds import host_of
from daytrail.facts.progress import open_items
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.entry_list import chip_links
from daytrail.views.macros.curriculum import FOLLOW_ANCHOR
from daytrail.views.macros.habits import habits
from daytrail.views.macros.look_back import look_back
from daytrail.views.macros.strip import draw_strip, twelve_months
from daytrail.views.macros.trail import trail
from daytrail.views.new_entry import write_link
from daytrail.views.page_context import PageContext
from daytrail.views.render import render, time
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html
from daytrail.views.words import home_numbers, paused

ROWS = 3
"""How many rows each of the short lists has."""
BEFORE = 5
"""How many entries are listed beside the newest one."""


class ShortList(NamedTuple):
    """The first rows of a list, with a link to the others."""

    title: str
    rows: list[tuple[str, str, str]]
    """Label, link and note of each, as in `1.5 h` or `since 15 Feb`. Link and note may be empty."""
    more: str
    """Words of the link to all rows. Empty if all are shown."""
    href: str


def now(context: PageContext) -> Markup:
    """Show the home page: author, trail, newest entries, strip with two numbers, short lists, long ago."""
    facts, journal = context.facts, context.journal
    newest = facts.standing.newest
    written = [entry for entry in journal.entries if entry.date <= facts.today]
    return render(
        "macros/now.html",
        context=context,
        today=facts.today,
        own_year=facts.today.year,
        **_who(context),
        paused=paused(facts) if words.shows_gaps(facts) else "",
        numbers=list(home_numbers(facts)),
        trail=trail(context) if facts.progress.weeks else "",
        **_latest(context, newest),
        before=[context.row(entry) for entry in written[-2 : -BEFORE - 2 : -1]],
        entries=len(journal.entries),
        log=context.links.href(context.addresses.log),
        strip=draw_strip(context, has_sum=False) if newest else "",
        strip_heading=twelve_months(context, facts.standing.until),
        habits=habits(context) if facts.habits else "",
        lists=[one for one in (_next(context), _reading(context), _tasks(context)) if one.rows],
        write=write_link(facts, context.new_file_url),
        past=look_back(context) if past_days(journal.entries, facts.today) else "",
    )


def _who(context: PageContext) -> dict[str, object]:
    """Return the author, and the links of the hero."""
    plan, repo = context.journal.curriculum, context.repo_url.rstrip("/")
    links = plan.author.links if plan.author else ()
    picture = plan.author.picture if plan.author else None
    return {
        "author": plan.author,
        "picture": context.links.file(picture) if picture else "",
        "feed": context.feed(""),
        "plan": context.links.href(context.addresses.list("curriculum"), FOLLOW_ANCHOR) if plan.parts else "",
        "source": repo if repo not in [link.url.rstrip("/") for link in links] else "",
        "author_links": [(link.title or host_of(link.url), link.url) for link in links],
    }


def _latest(context: PageContext, entry: Entry | None) -> dict[str, object]:
    """Return what the page shows of the newest entry: its date, as in `Sunday, 31 May`, its row and its series."""
    if entry is None:
        return {"newest": None}
    day = time(entry.date, context.facts.today.year)
    items, papers = chip_links(context, context.row(entry))
    return {
        "newest": context.row(entry),
        "when": gettext_html("%(weekday)s, %(day)s", weekday=words.weekday(entry.date), day=day),
        "series": context.facts.positions[entry.path].series,
        "items": items,
        "papers": papers,
    }


def _next(context: PageContext) -> ShortList:
    week = context.facts.next_week
    if week is None or context.facts.standing.ended:
        return ShortList("", [], "", "")
    items = open_items(week)
    rows = [
        (one.item.label, context.links.to(one), words.hours(one.item.hours) if one.item.hours else "")
        for one in (item.placed for item in items[:ROWS])
    ]
    number, others = week.week.week, len(items) - ROWS
    more = (
        _("%(number)s more in week %(week)s", number=others, week=number)
        if others > 0
        else _("Week %(week)s", week=number)
    )
    title = _("Next, in week %(week)s", week=number)
    return ShortList(title, rows, more, context.links.to(week.week))


def _reading(context: PageContext) -> ShortList:
    facts = context.facts
    reading = facts.reading_now
    rows = [
        (
            resource.title,
            context.links.to(resource),
            _since(resource.reading_since, facts) if resource.reading_since else "",
        )
        for resource in reading[:ROWS]
    ]
    return ShortList(_("Reading now"), rows, _all(reading), context.links.href(context.addresses.list("reading")))


def _tasks(context: PageContext) -> ShortList:
    tasks = context.facts.public_tasks[::-1]
    rows = [(task.text, context.links.to(task.entry), _since(task.entry.date, context.facts)) for task in tasks[:ROWS]]
    return ShortList(_("Open tasks"), rows, _all(tasks), context.links.href(context.addresses.list("tasks")))


def _since(day: date, facts: Facts) -> str:
    """Return a date as in `since 15 Feb`, which stays right where the page was built long ago; an age would not."""
    return _("since %(date)s", date=words.short_day(day, facts.today.year)) if words.shows_gaps(facts) else ""


def _all(things: Sequence[object]) -> str:
    return _("All %(number)s", number=len(things)) if len(things) > ROWS else ""
