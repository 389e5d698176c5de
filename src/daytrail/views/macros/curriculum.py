"""Macro: all parts of the plan with their weeks."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.calendar import DateRange
from daytrail.facts.milestones import MilestoneState
from daytrail.facts.progress import PartProgress, WeekProgress, open_items, totals_of
from daytrail.model.curriculum import Week
from daytrail.views import words
from daytrail.views.links import CALENDAR, PLAN_FILE
from daytrail.views.macros.trail import shown_states
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.titles import plain_title, title_html
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html, ngettext
from daytrail.views.words import about_plan, reached

FOLLOW_ANCHOR = "dt-follow"
"""Anchor of how to follow the plan, on its page."""
FEW_WEEKS = 12
"""How many weeks a plan has at most whose parts are not folded."""
SHOWN_BEFORE = 1
"""How many weeks before that of the work are not folded: what was done last."""


class Now(NamedTuple):
    """The week of the work."""

    week: Week
    title: Markup
    open: Markup
    """How many of its items are open, and which is the next."""
    questions: list[Markup]
    """Its milestones that nothing answers yet."""


class WeekRow(NamedTuple):
    """A week in a list."""

    progress: WeekProgress
    is_here: bool
    """True if it is the week to work in."""
    label: str
    """Its title, and how much of it is done."""
    dates: str
    touched: str
    """When entries touched it; empty in short lists, as are the dates."""


def curriculum(context: PageContext) -> Markup:
    """Show the plan: its goal and size, what is to be done now, all parts with their weeks, and how to use it."""
    facts, links = context.facts, context.links
    first = next(iter(facts.progress.weeks.values()), None)
    link = Markup('<a href="{}">{}</a>')
    plan_file = Markup('<a href="{}" download="curriculum.yaml">{}</a>').format(
        links.file(PLAN_FILE), _("download the plan")
    )
    name = first and _("week %(number)s: %(title)s", number=first.week.week, title=plain_title(first.week.title))
    return render(
        "macros/curriculum.html",
        links=links,
        goal=facts.journal.curriculum.goal,
        about=about_plan(facts) if first else "",
        standing=reached(facts) if facts.standing.ended else "",
        now=_now(context, facts.next_week) if facts.next_week and not facts.standing.ended else None,
        plan_items=facts.progress.totals.items,
        anchor=FOLLOW_ANCHOR,
        following=gettext_html(
            "Who follows it works through the same weeks, beginning with %(week)s. "
            "What is done can be ticked in this browser.",
            week=link.format(links.to(first.week), name),
        )
        if first
        else "",
        download=gettext_html(
            "For a journal of your own, %(link)s and run %(command)s: "
            "it makes a site like this one, with the same plan and nothing done yet.",
            link=plan_file,
            command=Markup("<code>daytrail init my-log --plan curriculum.yaml</code>"),
        ),
        others=list(_others(context)),
        rows=[_part(context, part) for part in facts.parts.values()],
        parts=[part for part in facts.parts.values() if part.weeks],
        states=shown_states(context),
    )


def _others(context: PageContext) -> Iterator[tuple[str, str]]:
    """Yield the titles of the other views of the plan, with links to them."""
    plan, links, list_ = context.journal.curriculum, context.links, context.addresses.list
    if plan.topics:
        yield _("Map"), links.href(list_("map"))
    if plan.milestones:
        yield _("Milestones"), links.href(list_("milestones"))
    if context.facts.week_dates:
        yield _("Calendar"), links.file(CALENDAR)


def parent_of_plan(context: PageContext) -> tuple[str, str] | None:
    """Return the title and the address of the page of the plan, above those of its map and its milestones."""
    return (_("Plan"), context.addresses.list("curriculum")) if context.facts.progress.weeks else None


def _now(context: PageContext, progress: WeekProgress) -> Now:
    week, items = progress.week, open_items(progress)
    number = ngettext("%(num)s item is open", "%(num)s items are open", len(items))
    link = Markup('<a href="{}" dir="auto">{}</a>')
    first = items[0].placed
    name = link.format(context.links.to(first), title_html(first.item.label))
    if first.item.hours:
        name = gettext_html("%(item)s, %(hours)s", item=name, hours=words.hours(first.item.hours))
    questions = [
        gettext_html(
            "Question of the week: %(title)s.",
            title=link.format(context.links.to(one.milestone), title_html(words.name_of(one.milestone))),
        )
        for one in context.facts.milestones.values()
        if one.weeks and one.weeks[-1] is progress and one.state is not MilestoneState.ANSWERED
    ]
    title = gettext_html("Week %(number)s: %(title)s", number=week.week, title=title_html(week.title))
    return Now(week, title, gettext_html("%(items)s; the next is %(item)s.", items=number, item=name), questions)


def _part(
    context: PageContext, part: PartProgress
) -> tuple[PartProgress, str, list[WeekRow], str, list[WeekRow], bool]:
    """Return a part, the ids of its weeks, those that are folded with a line about them, the others, and if it is open.

    That of the week to work in is open, and all are if the plan is short.
    """
    facts, weeks = context.facts, part.weeks
    here = weeks.index(facts.next_week) if facts.next_week in weeks else 0
    folded = here - SHOWN_BEFORE if here > SHOWN_BEFORE + 1 else 0
    numbers, totals = words.runs(week.week.week for week in weeks[:folded]), totals_of(weeks[:folded])
    label = _("Weeks %(weeks)s: %(done)s", weeks=numbers, done=words.done_of(totals))
    is_open = len(facts.progress.weeks) <= FEW_WEEKS or facts.next_week in weeks
    rows = week_rows(context, weeks, has_days=False)
    return part, week_ids(weeks), rows[:folded], label, rows[folded:], is_open


def week_ids(weeks: Iterable[WeekProgress]) -> str:
    """Return the ids of weeks, separated by spaces, by which a script counts the ticks of a visitor."""
    return " ".join(week.week.id for week in weeks)


def week_rows(context: PageContext, weeks: Iterable[WeekProgress], *, has_days: bool = True) -> list[WeekRow]:
    """Return the rows of weeks, with dates if `has_days`."""
    facts = context.facts
    return [
        WeekRow(
            week,
            week is facts.next_week,
            words.with_progress(week.week.title, week.state, week.totals),
            words.date_range(dates, facts.today.year)
            if has_days and (dates := facts.week_dates.get(week.week.week))
            else "",
            _touched(week, facts.today.year) if has_days else "",
        )
        for week in weeks
    ]


def _touched(progress: WeekProgress, own_year: int) -> str:
    entries = progress.entries
    dates = words.date_range(DateRange(entries[0].date, entries[-1].date), own_year) if entries else ""
    return dates and _("touched %(dates)s", dates=dates)
