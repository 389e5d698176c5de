"""The milestones: all of them by part, and the page of each."""

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from daytrail.facts.milestones import MilestoneProgress, MilestoneState
from daytrail.facts.progress import WeekProgress
from daytrail.model.curriculum import Milestone, Part
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage
from daytrail.views import blocks, words
from daytrail.views.links import CALENDAR
from daytrail.views.render import render
from daytrail.views.scene import Scene


def milestones(scene: Scene) -> Markup:
    """All milestones by part, each with its question, its weeks, its state and its date."""
    every = scene.facts.milestones.values()
    return render(
        "block/milestones.html",
        scene=scene,
        groups=_groups(scene),
        answered=sum(one.state is MilestoneState.ANSWERED for one in every),
        total=len(every),
        title=title,
        runs=lambda one: _runs(scene, one.weeks),
        calendar=scene.links.file(CALENDAR) if _dated(scene) else "",
    )


def milestone(scene: Scene, one: MilestoneProgress) -> Markup:
    """The page of a milestone: its question, its weeks, and what answers it."""
    in_order = [other for _, group in _groups(scene) for other in group]
    place = [other.milestone.id for other in in_order].index(one.milestone.id)
    around = [None, *in_order, None]
    return render(
        "page/milestone.html",
        scene=scene,
        one=one,
        title=title,
        bar=blocks.bar(one.tally),
        answers=[(answer, *_by(scene, answer.by)) for answer in one.answers],
        before=around[place],
        after=around[place + 2],
    )


def title(milestone: Milestone) -> str:
    """What a milestone is called: its title, else the beginning of its question."""
    return milestone.title or words.beginning(milestone.text, 80)


def _groups(scene: Scene) -> list[tuple[Part | None, list[MilestoneProgress]]]:
    """The milestones of each part, in the order of the plan; at the end those that belong to none."""
    parts: list[Part | None] = [*scene.journal.curriculum.parts, None]
    every = scene.facts.milestones.values()
    groups = [(part, [one for one in every if one.part is part]) for part in parts]
    return [group for group in groups if group[1]]


def _runs(scene: Scene, weeks: Iterable[WeekProgress]) -> list[Sequence[WeekProgress]]:
    """Weeks that follow each other in the plan, as runs of which the ends are shown."""
    place = {number: index for index, number in enumerate(scene.facts.progress.weeks)}
    runs: list[list[WeekProgress]] = []
    for week in weeks:
        if runs and place[week.week.week] == place[runs[-1][-1].week.week] + 1:
            runs[-1].append(week)
        else:
            runs.append([week])
    return [[run[0], run[-1]] if len(run) > 1 else run for run in runs]


def _by(scene: Scene, by: Entry | DocsPage) -> tuple[str, str, str]:
    """What an answer is called, where it is, and its number."""
    if isinstance(by, DocsPage):
        return by.title, scene.links.docs(by), ""
    place = scene.facts.places[by.path]
    return words.entry_title(by, place), scene.links.entry(by), place.number


def _dated(scene: Scene) -> bool:
    return bool(scene.facts.spans) or any(series.counts_down_to for series in scene.journal.curriculum.series)
