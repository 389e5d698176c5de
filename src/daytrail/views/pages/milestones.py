"""Pages of all milestones and of each."""

from collections.abc import Iterator

from markupsafe import Markup

from daytrail.facts.milestones import MilestoneProgress
from daytrail.gfm import plain_text
from daytrail.model.curriculum import Milestone
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage
from daytrail.views import words
from daytrail.views.macros.curriculum import parent_of_plan, week_rows
from daytrail.views.macros.milestones import milestones, milestones_by_part, week_links
from daytrail.views.page import Page, PageContent, links_to_neighbours, overview_page, with_neighbours
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.titles import title_html
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html, ngettext
from daytrail.views.words import beginning, milestone_standing, title_of


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of each milestone, and the page of all of them unless the owner has written it."""
    for progress in context.facts.milestones.values():
        yield _milestone(context.for_page(context.addresses.of(progress.milestone)), progress)
    if context.facts.milestones:
        titles = (title_of(progress.milestone) for progress in context.facts.milestones.values())
        description = words.description(_("Milestones"), titles, "; ")
        title, address = _("Milestones"), context.addresses.list("milestones")
        above = parent_of_plan(context)
        yield overview_page(context, address, title, milestones, above, description=description, is_wide=True)


def _milestone(context: PageContext, progress: MilestoneProgress) -> Page:
    plan = parent_of_plan(context)
    above = ((plan[0], context.links.href(plan[1])),) if plan else ()
    part = ((progress.part.title, context.links.to(progress.part)),) if progress.part else ()
    return Page(
        address=context.links.here,
        title=_("Milestone: %(title)s", title=title_of(progress.milestone)),
        crumbs=(*above, (_("Milestones"), context.links.href(context.addresses.list("milestones"))), *part),
        neighbours=links_to_neighbours(context.links, *_around(context, progress.milestone)),
        draw=lambda: PageContent(milestone_html(context, progress)),
        description=beginning(plain_text(progress.milestone.text), words.DESCRIPTION),
        labels=(title_of(progress.milestone),),
        changed=progress.answered_on,
    )


def milestone_html(context: PageContext, progress: MilestoneProgress) -> Markup:
    """Return the question of a milestone, its weeks, and what answers it."""
    before, after = _around(context, progress.milestone)
    return render(
        "pages/milestone.html",
        links=context.links,
        own_year=context.facts.today.year,
        title=Markup('<span dir="auto">{}</span>').format(title_html(title_of(progress.milestone))),
        about=gettext_html("A question about %(weeks)s of the plan.", weeks=week_links(context, progress.weeks))
        if progress.weeks
        else "",
        standing=milestone_standing(progress, context.facts),
        progress=progress,
        answers=[(answer, *_source(context, answer.source)) for answer in progress.answers],
        answers_heading=ngettext("Answer", "Answers", len(progress.answers) or 1),
        weeks=week_rows(context, progress.weeks),
        weeks_heading=ngettext("Week of the plan", "Weeks of the plan", len(progress.weeks)),
        before=before,
        after=after,
    )


def _around(context: PageContext, milestone: Milestone) -> list[Milestone | None]:
    """Return the milestones before and after one, in the order of their list."""
    in_order = [other.milestone for _, group in milestones_by_part(context) for other in group]
    return next(around for this, *around in with_neighbours(in_order) if this is milestone)


def _source(context: PageContext, source: Entry | DocsPage) -> tuple[str, str, str]:
    """Return the title of what answers a milestone, the link to it, and its number."""
    if isinstance(source, DocsPage):
        return source.title, context.links.docs(source), ""
    return context.title(source), context.links.to(source), context.row(source).number
