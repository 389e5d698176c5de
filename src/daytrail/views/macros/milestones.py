"""Macro: all milestones by part."""

from collections.abc import Iterable

from markupsafe import Markup

from daytrail.facts.milestones import MilestoneProgress, MilestoneState
from daytrail.facts.progress import WeekProgress
from daytrail.model.curriculum import Part
from daytrail.views.links import CALENDAR
from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def milestones(context: PageContext) -> Markup:
    """Show all milestones by part, each with its question, its weeks, its state and its date."""
    all_milestones = context.facts.milestones.values()
    return render(
        "macros/milestones.html",
        links=context.links,
        groups=[
            (part, [(progress, week_links(context, progress.weeks)) for progress in group])
            for part, group in milestones_by_part(context)
        ],
        answered=sum(progress.state is MilestoneState.ANSWERED for progress in all_milestones),
        total=len(all_milestones),
        calendar=context.links.file(CALENDAR) if _has_dates(context) else "",
    )


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
    return Markup("{} {}").format("week" if len(links) == 1 else "weeks", shown) if links else shown


def _has_dates(context: PageContext) -> bool:
    return bool(context.facts.week_dates) or any(series.counts_down_to for series in context.journal.curriculum.series)
