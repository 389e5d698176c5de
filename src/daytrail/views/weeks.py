"""The weeks and parts of the plan: what is to do, what is done, and which entries say so."""

from markupsafe import Markup

from daytrail.facts.next_up import next_week
from daytrail.facts.parts import PartProgress, dates
from daytrail.facts.progress import WeekProgress
from daytrail.facts.quotes import sayings
from daytrail.model.curriculum import Kind, Week
from daytrail.views import blocks, words
from daytrail.views.blocks import unknown
from daytrail.views.map import dependency_map
from daytrail.views.milestones import title
from daytrail.views.page_context import PageContext
from daytrail.views.render import render

KINDS: dict[Kind, str] = {
    "concept": "Concepts",
    "reading": "Reading",
    "practice": "Practice",
    "review": "Review",
    "choice": "Choose one",
    "deliverable": "Deliverables",
}


def checklist(context: PageContext, week: int, kind: Kind | None = None) -> Markup:
    """The items of a week by kind, each with its state and the entries that say so.

    Raises:
        UnknownName: the plan has no such week, or there is no such kind.
    """
    if kind is not None and kind not in KINDS:
        raise unknown("kind", kind, KINDS)
    items = blocks.week_of(context, week).items
    groups = [
        (heading, [item for item in items if item.placed.kind == name])
        for name, heading in KINDS.items()
        if kind in (None, name)
    ]
    shown = [group for group in groups if group[1]]
    return render("block/checklist.html", context=context, groups=shown, ledger=context.facts.ledger)


def week(context: PageContext, number: int | None = None) -> Markup:
    """A week of the plan: its title, dates, progress, topics and checklist.

    Without a number it is this week, or the first one with anything left to do where this week has nothing.

    Raises:
        UnknownName: the plan has no such week.
    """
    if number is None:
        ahead = next_week(context.facts.progress, context.facts.this_week)
        number = ahead.week.week if ahead else None
    if number is None:
        return render("block/nothing.html", words="Nothing is left to do in the plan.")
    progress = blocks.week_of(context, number)
    return render(
        "block/week.html",
        context=context,
        week=progress.week,
        summary=week_summary(context, progress),
        checklist=checklist(context, number),
    )


def week_summary(context: PageContext, progress: WeekProgress) -> Markup:
    """A week's dates, hours, topics and milestones."""
    plan = context.journal.curriculum
    number = progress.week.week
    return render(
        "block/week_summary.html",
        context=context,
        progress=progress,
        span=context.facts.spans.get(number),
        bar=blocks.bar(progress.tally),
        topics=[(topic, context.facts.progress.topics[topic.id]) for topic in plan.topics if number in topic.weeks],
        dates=dates([progress]),
        milestones=[one for one in context.facts.milestones.values() if any(week is progress for week in one.weeks)],
    )


def week_page(context: PageContext, number: int, part: PartProgress, around: tuple[Week | None, Week | None]) -> Markup:
    """The page of a week: its summary, its checklist, and the entries that touched it with what they say."""
    progress = blocks.week_of(context, number)
    said = sayings(progress)
    return render(
        "page/week.html",
        context=context,
        week=progress.week,
        part=part.part,
        summary=week_summary(context, progress),
        checklist=checklist(context, number),
        entries=[(entry, said.get(entry.path, ())) for entry in progress.entries],
        before=around[0],
        after=around[1],
        title=words.entry_title,
    )


def part_page(
    context: PageContext, one: PartProgress, around: tuple[PartProgress | None, PartProgress | None]
) -> Markup:
    """The page of a part: its goal, its progress, its weeks, its milestones and its map."""
    numbers = {week.week.week for week in one.weeks}
    has_topics = any(numbers.intersection(topic.weeks) for topic in context.journal.curriculum.topics)
    return render(
        "page/part.html",
        context=context,
        one=one,
        bar=blocks.bar(one.tally),
        milestones=[milestone for milestone in context.facts.milestones.values() if milestone.part is one.part],
        map=dependency_map(context, part=one.part.id) if has_topics else "",
        before=around[0],
        after=around[1],
        milestone_title=title,
    )
