"""The weeks and parts of the plan: what is to do, what is done, and which entries say so."""

from markupsafe import Markup

from daytrail.facts.parts import PartProgress, dates
from daytrail.facts.progress import WeekProgress
from daytrail.facts.sayings import sayings
from daytrail.facts.upcoming import next_week
from daytrail.model.curriculum import Kind, Week
from daytrail.views import blocks, words
from daytrail.views.blocks import unknown
from daytrail.views.map import dependency_map
from daytrail.views.milestones import title
from daytrail.views.render import render
from daytrail.views.scene import Scene

KINDS: dict[Kind, str] = {
    "concept": "Concepts",
    "reading": "Reading",
    "practice": "Practice",
    "review": "Review",
    "choice": "Choose one",
    "deliverable": "Deliverables",
}


def checklist(scene: Scene, week: int, kind: Kind | None = None) -> Markup:
    """The items of a week by kind, each with its state and the entries that say so.

    Raises:
        UnknownName: the plan has no such week, or there is no such kind.
    """
    if kind is not None and kind not in KINDS:
        raise unknown("kind", kind, KINDS)
    items = blocks.week_of(scene, week).items
    groups = [
        (heading, [item for item in items if item.placed.kind == name])
        for name, heading in KINDS.items()
        if kind in (None, name)
    ]
    shown = [group for group in groups if group[1]]
    return render("block/checklist.html", scene=scene, groups=shown, ledger=scene.facts.ledger)


def week(scene: Scene, number: int | None = None) -> Markup:
    """A week of the plan: its title, dates, progress, topics and checklist.

    Without a number it is this week, or the first one with anything left to do where this week has nothing.

    Raises:
        UnknownName: the plan has no such week.
    """
    if number is None:
        ahead = next_week(scene.facts.progress, scene.facts.this_week)
        number = ahead.week.week if ahead else None
    if number is None:
        return render("block/nothing.html", words="Nothing is left to do in the plan.")
    progress = blocks.week_of(scene, number)
    return render(
        "block/week.html",
        scene=scene,
        week=progress.week,
        summary=week_summary(scene, progress),
        checklist=checklist(scene, number),
    )


def week_summary(scene: Scene, progress: WeekProgress) -> Markup:
    """A week's dates, hours, topics and milestones."""
    plan = scene.journal.curriculum
    number = progress.week.week
    return render(
        "block/week_summary.html",
        scene=scene,
        progress=progress,
        span=scene.facts.spans.get(number),
        bar=blocks.bar(progress.tally),
        topics=[(topic, scene.facts.progress.topics[topic.id]) for topic in plan.topics if number in topic.weeks],
        dates=dates([progress]),
        milestones=[one for one in scene.facts.milestones.values() if any(week is progress for week in one.weeks)],
    )


def week_page(scene: Scene, number: int, part: PartProgress, around: tuple[Week | None, Week | None]) -> Markup:
    """The page of a week: its summary, its checklist, and the entries that touched it with what they say."""
    progress = blocks.week_of(scene, number)
    said = sayings(progress)
    return render(
        "page/week.html",
        scene=scene,
        week=progress.week,
        part=part.part,
        summary=week_summary(scene, progress),
        checklist=checklist(scene, number),
        entries=[(entry, said.get(entry.path, ())) for entry in progress.entries],
        before=around[0],
        after=around[1],
        title=words.entry_title,
    )


def part_page(scene: Scene, one: PartProgress, around: tuple[PartProgress | None, PartProgress | None]) -> Markup:
    """The page of a part: its goal, its progress, its weeks, its milestones and its map."""
    numbers = {week.week.week for week in one.weeks}
    has_topics = any(numbers.intersection(topic.weeks) for topic in scene.journal.curriculum.topics)
    return render(
        "page/part.html",
        scene=scene,
        one=one,
        bar=blocks.bar(one.tally),
        milestones=[milestone for milestone in scene.facts.milestones.values() if milestone.part is one.part],
        map=dependency_map(scene, part=one.part.id) if has_topics else "",
        before=around[0],
        after=around[1],
        milestone_title=title,
    )
