"""Macro: all parts of the plan with their weeks."""

from collections.abc import Iterable

from markupsafe import Markup

from daytrail.facts import Facts
from daytrail.facts.progress import PartProgress, WeekProgress
from daytrail.views import words
from daytrail.views.links import CALENDAR, PLAN_FILE
from daytrail.views.macros.progress import progress
from daytrail.views.page_context import PageContext
from daytrail.views.render import entry_days, render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html, ngettext
from daytrail.views.words import about_plan, pace_sentence

FOLLOW_ANCHOR = "dt-follow"
"""Anchor of how to follow the plan, on its page."""
FEW_WEEKS = 12
"""How many weeks a plan has at most whose parts are not folded."""


def curriculum(context: PageContext) -> Markup:
    """Show the plan: its goal, its size, how it stands, how to follow it, and all parts with their goals and weeks."""
    facts, links = context.facts, context.links
    first = next(iter(facts.progress.weeks.values()), None)
    link = Markup('<a href="{}">{}</a>')
    plan_file = Markup('<a href="{}" download="curriculum.yaml">{}</a>').format(
        links.file(PLAN_FILE), _("download the plan")
    )
    name = first and _("week %(number)s: %(title)s", number=first.week.week, title=first.week.title)
    calendar = link.format(links.file(CALENDAR), _("calendar"))
    return render(
        "macros/curriculum.html",
        links=links,
        goal=facts.journal.curriculum.goal,
        about=about_plan(facts) if first else "",
        standing=pace_sentence(facts),
        progress=progress(context) if first else "",
        plan_items=facts.progress.totals.items,
        anchor=FOLLOW_ANCHOR,
        following=gettext_html(
            "Who follows it works through the same weeks, beginning with %(week)s, and ticks off what is done.",
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
        calendar=gettext_html("Its dates are in a %(calendar)s.", calendar=calendar) if facts.week_dates else "",
        parts=[
            (
                part,
                week_ids(part.weeks),
                week_rows(context, part.weeks, has_days=False),
                _fold_label(part),
                _is_open(facts, part),
            )
            for part in facts.parts.values()
        ],
    )


def week_ids(weeks: Iterable[WeekProgress]) -> str:
    """Return the ids of weeks, separated by spaces, by which a script counts the ticks of a visitor."""
    return " ".join(week.week.id for week in weeks)


def _fold_label(part: PartProgress) -> str:
    """Return the numbers of a part's weeks, as in `Weeks 1–9`."""
    numbers = [week.week.week for week in part.weeks]
    return ngettext("Week %(weeks)s", "Weeks %(weeks)s", len(numbers), weeks=words.runs(numbers))


def _is_open(facts: Facts, part: PartProgress) -> bool:
    """Return whether a phone shows the weeks of a part: it has the week to work in, or the plan is short."""
    return len(facts.progress.weeks) <= FEW_WEEKS or facts.next_week in part.weeks


def week_rows(
    context: PageContext, weeks: Iterable[WeekProgress], *, has_days: bool = True
) -> list[tuple[WeekProgress, bool, str, Markup]]:
    """Return each week with whether it is this week, its dates, and, if `has_days`, when entries touched it."""
    facts = context.facts
    return [
        (
            week,
            week.week.week == facts.this_week,
            words.date_range(dates, facts.today.year) if (dates := facts.week_dates.get(week.week.week)) else "",
            _touched(context, week) if has_days else Markup(""),
        )
        for week in weeks
    ]


def _touched(context: PageContext, progress: WeekProgress) -> Markup:
    links, this_year = context.links, context.facts.today.year
    first, last = (entry_days(entries, links, this_year) for entries in (progress.entries[:1], progress.entries[-1:]))
    if len(progress.entries) > 1:
        return gettext_html("first touched %(first)s, last %(last)s", first=first, last=last)
    return gettext_html("touched %(day)s", day=first) if first else Markup("")
