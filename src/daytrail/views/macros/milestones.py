"""Macro: all milestones by part."""

from collections.abc import Collection, Iterable

from markupsafe import Markup

from daytrail.facts import Facts
from daytrail.facts.milestones import MilestoneProgress, MilestoneState
from daytrail.facts.progress import WeekProgress
from daytrail.model.curriculum import Part
from daytrail.views.links import CALENDAR
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html, ngettext
from daytrail.views.words import is_over, milestone_standing


def milestones(context: PageContext) -> Markup:
    """Show all milestones by part, each with its question, its weeks, its state and its date."""
    all_milestones = context.facts.milestones.values()
    calendar = Markup('<a href="{}">calendar.ics</a>').format(context.links.file(CALENDAR))
    return render(
        "macros/milestones.html",
        links=context.links,
        groups=[
            (
                part,
                [(one, week_links(context, one.weeks), milestone_standing(one, context.facts)) for one in group],
            )
            for part, group in milestones_by_part(context)
        ],
        count=_count(all_milestones, context.facts),
        calendar=gettext_html("Subscribe to the dates of the plan: %(calendar)s.", calendar=calendar)
        if _has_dates(context)
        else "",
    )


def _count(milestones: Collection[MilestoneProgress], facts: Facts) -> str:
    answered = sum(one.state is MilestoneState.ANSWERED for one in milestones)
    due = [one.planned_dates for one in milestones if one.state is MilestoneState.DUE]
    overdue = 0 if is_over(facts) else sum(dates is not None and dates.last < facts.today for dates in due)
    text = ngettext(
        "%(answered)s of %(num)s milestone answered",
        "%(answered)s of %(num)s milestones answered",
        len(milestones),
        answered=answered,
    )
    return _("%(milestones)s, %(overdue)s overdue.", milestones=text, overdue=overdue) if overdue else f"{text}."


def milestones_by_part(context: PageContext) -> list[tuple[Part | None, list[MilestoneProgress]]]:
    """Return the milestones of each part in the order of the plan; at the end those of no part."""
    parts: list[Part | None] = [*context.journal.curriculum.parts, None]
    all_milestones = context.facts.milestones.values()
    groups = [(part, [progress for progress in all_milestones if progress.part is part]) for part in parts]
    return [(part, group) for part, group in groups if group]


def week_links(context: PageContext, weeks: Iterable[WeekProgress]) -> Markup:
    """Return links to weeks, as in `weeks 1–3, 5`: of weeks in a row, only to the first and the last."""
    index = {number: i for i, number in enumerate(context.facts.progress.weeks)}
    runs: list[list[int]] = []
    links: dict[int, Markup] = {}
    for progress in weeks:
        number = progress.week.week
        links[number] = Markup('<a href="{}">{}</a>').format(context.links.to(progress.week), number)
        if runs and index[number] == index[runs[-1][-1]] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    shown = Markup(", ").join(
        Markup("–").join(links[number] for number in dict.fromkeys((run[0], run[-1]))) for run in runs
    )
    if not links:
        return shown
    if len(links) == 1:
        return gettext_html("week %(weeks)s", weeks=shown)
    return gettext_html("weeks %(weeks)s", weeks=shown)


def _has_dates(context: PageContext) -> bool:
    return bool(context.facts.week_dates) or any(series.counts_down_to for series in context.journal.curriculum.series)
