"""The milestones: all of them by part, and the page of each."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from daytrail.facts.milestones import MilestoneProgress, MilestoneState
from daytrail.facts.progress import WeekProgress
from daytrail.model.curriculum import Part
from daytrail.views.links import CALENDAR
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.words import milestone_title


def milestones(context: PageContext) -> Markup:
    """All milestones by part, each with its question, its weeks, its state and its date."""
    every = context.facts.milestones.values()
    return render(
        "macros/milestones.html",
        context=context,
        groups=milestones_by_part(context),
        answered=sum(one.state is MilestoneState.ANSWERED for one in every),
        total=len(every),
        title=milestone_title,
        runs=lambda one: _runs(context, one.weeks),
        calendar=context.links.file(CALENDAR) if _dated(context) else "",
    )


def milestones_by_part(context: PageContext) -> list[tuple[Part | None, list[MilestoneProgress]]]:
    """The milestones of each part, in the order of the plan; at the end those that belong to none."""
    parts: list[Part | None] = [*context.journal.curriculum.parts, None]
    every = context.facts.milestones.values()
    groups = [(part, [one for one in every if one.part is part]) for part in parts]
    return [group for group in groups if group[1]]


def _runs(context: PageContext, weeks: Iterable[WeekProgress]) -> list[Sequence[WeekProgress]]:
    """Weeks that follow each other in the plan, as runs of which the ends are shown."""
    place = {number: index for index, number in enumerate(context.facts.progress.weeks)}
    runs: list[list[WeekProgress]] = []
    for week in weeks:
        if runs and place[week.week.week] == place[runs[-1][-1].week.week] + 1:
            runs[-1].append(week)
        else:
            runs.append([week])
    return [[run[0], run[-1]] if len(run) > 1 else run for run in runs]


def _dated(context: PageContext) -> bool:
    return bool(context.facts.week_dates) or any(series.counts_down_to for series in context.journal.curriculum.series)
