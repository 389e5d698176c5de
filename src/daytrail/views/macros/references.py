"""Macro: the papers and guides that the plan refers to."""

from markupsafe import Markup

from daytrail.facts.ledger import Resource
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import entry_days, render


def references(context: PageContext) -> Markup:
    """Show the papers and guides of the plan, each with its shelf and the days that met it."""
    plan, ledger = context.journal.curriculum, context.facts.ledger
    weeks = {week.week: week for week in plan.weeks}
    return render(
        "macros/references.html",
        links=context.links,
        papers=[
            (paper, weeks.get(paper.week or -1), resource, *_words_and_days(context, resource))
            for paper in plan.references.papers
            if (resource := ledger.find(paper.url))
        ],
        guides=[
            (guide, resource, *_words_and_days(context, resource))
            for guide in plan.references.guides
            if (resource := ledger.find(guide.url))
        ],
    )


def _words_and_days(context: PageContext, resource: Resource) -> tuple[str, Markup]:
    """Return the words of the link to the page of a resource, and the days that met it."""
    entries = [touch.entry for touch in resource.history if touch.entry]
    return words.history_or_notes(resource), entry_days(entries, context.links)
