"""Pages of the plan, of each part and of each week."""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from daytrail.gfm import plain_text
from daytrail.model.curriculum import Part, Placed, Week
from daytrail.views import words
from daytrail.views.macros.checklist import checklist
from daytrail.views.macros.curriculum import curriculum, week_ids, week_rows
from daytrail.views.macros.dependency_map import dependency_map
from daytrail.views.macros.week import week_summary, week_title
from daytrail.views.page import Page, PageContent, links_to_neighbours, overview_page, with_neighbours
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.resource_list import resources_of
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html
from daytrail.views.words import (
    DESCRIPTION,
    about_part,
    beginning,
    date_range,
    milestone_standing,
    more_entries_of_weeks,
)

ENTRIES = 10
"""How many entries the page of a part lists, the newest first. Pages of weeks list all of theirs."""


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of each part and each week, and the page of the plan unless the owner has written it."""
    plan = context.journal.curriculum
    for part, before, after in with_neighbours(plan.parts):
        yield _part(context.for_page(context.addresses.of(part)), part, before, after)
    weeks, part_of_week = list(plan.weeks), {week.week: part for part in plan.parts for week in part.weeks}
    for week, previous, following in with_neighbours(weeks):
        yield _week(context.for_page(context.addresses.of(week)), week, part_of_week[week.week], previous, following)
    if weeks:
        title = ", ".join((plan.title, words.weeks(len(weeks))))
        description = words.description(title, (part.title for part in plan.parts), "; ")
        description = beginning(plain_text(plan.goal), DESCRIPTION) if plan.goal else description
        address = context.addresses.list("curriculum")
        yield overview_page(context, address, _("Plan"), curriculum, description=description, is_wide=True)


def _part(context: PageContext, part: Part, before: Part | None, after: Part | None) -> Page:
    return Page(
        address=context.links.here,
        title=part.title,
        draw=partial(_draw_part, context, part, before, after),
        crumbs=((_("Plan"), context.links.href(context.addresses.list("curriculum"))),),
        neighbours=links_to_neighbours(context.links, before, after),
        description=beginning(plain_text(part.goal or ""), DESCRIPTION),
        changed=context.facts.parts[part.id].worked_dates.last,
    )


def _draw_part(context: PageContext, part: Part, before: Part | None, after: Part | None) -> PageContent:
    progress = context.facts.parts[part.id]
    numbers = {week.week.week for week in progress.weeks}
    has_topics = any(numbers.intersection(topic.weeks) for topic in context.journal.curriculum.topics)
    sources = resources_of(context, progress.weeks)
    by_path = {entry.path: entry for week in progress.weeks for entry in week.entries}
    entries = sorted(by_path.values(), key=lambda entry: (entry.date, entry.stem), reverse=True)
    html = render(
        "pages/part.html",
        links=context.links,
        own_year=context.facts.today.year,
        about=about_part(context.facts, progress),
        progress=progress,
        weeks=week_rows(context, progress.weeks),
        week_ids=week_ids(progress.weeks),
        plan_items=context.facts.progress.totals.items,
        milestones=[
            (one, milestone_standing(one, context.facts))
            for one in context.facts.milestones.values()
            if one.part is part
        ],
        sources=len(sources),
        met=[resource for resource in sources if resource.history],
        entries=[context.row(entry) for entry in entries[:ENTRIES]],
        more=more_entries_of_weeks(len(entries) - ENTRIES),
        map=dependency_map(context, part=part.id) if has_topics else "",
        before=before,
        after=after,
    )
    return PageContent(html)


def _week(context: PageContext, week: Week, part: Part, before: Week | None, after: Week | None) -> Page:
    progress = context.facts.progress.weeks[week.week]

    def draw() -> PageContent:
        return PageContent(
            render(
                "pages/week.html",
                links=context.links,
                own_year=context.facts.today.year,
                title=week_title(week),
                summary=week_summary(context, progress, has_crumbs=True),
                checklist=checklist(context, week.week),
                moved=_moved_away(context, week),
                entries=[context.row(entry) for entry in progress.entries],
                reviews=[
                    (review.page, context.links.docs(review.page))
                    for review in context.facts.reviews
                    if week.week in review.weeks
                ],
                before=before,
                after=after,
            )
        )

    return Page(
        address=context.links.here,
        title=_("Week %(number)s: %(title)s", number=week.week, title=week.title),
        crumbs=(
            (_("Plan"), context.links.href(context.addresses.list("curriculum"))),
            (part.title, context.links.to(part)),
        ),
        neighbours=links_to_neighbours(context.links, before, after),
        draw=draw,
        description=beginning(_description(context, week), DESCRIPTION),
        labels=(_("Week %(week)s", week=week.week), week.title),
        changed=progress.entries[-1].date if progress.entries else None,
    )


def _moved_away(context: PageContext, week: Week) -> list[tuple[str, Markup]]:
    """Return where items are now that had an address in a week, each with its former anchor; that only once."""
    plan, rows = context.journal.curriculum, []
    for former, addresses in plan.addresses_by_former.items():
        week_id, _slash, anchor = former.partition("/")
        for n, address in enumerate(addresses if week_id == week.id and anchor else ()):
            rows.append(("" if n else anchor, _now(context, anchor, plan.items[address], week)))
    return rows


def _now(context: PageContext, former: str, placed: Placed, week: Week) -> Markup:
    """Return a sentence that says what an item is now that once was in a week, and where."""
    name = Markup("<code>{}</code>").format(former)
    link = Markup('<a href="{}" dir="auto">{}</a>').format(context.links.to(placed), placed.item.label)
    if placed.week.week == week.week:
        return gettext_html("%(name)s is now %(item)s", name=name, item=link)
    return gettext_html("%(name)s is now %(item)s, in week %(number)s", name=name, item=link, number=placed.week.week)


def _description(context: PageContext, week: Week) -> str:
    """Return the goal of a week, or else its dates and items."""
    if week.goal:
        return plain_text(week.goal)
    dates, items = context.facts.week_dates.get(week.week), "; ".join(placed.item.label for placed in week.items)
    if dates and items:
        return _("%(dates)s: %(items)s", dates=date_range(dates), items=items)
    return items
