"""Macro: the papers and guides that the plan refers to."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.resource_list import days_met


def references(context: PageContext) -> Markup:
    """Show the papers and guides of the plan, each with its shelf and how often the log met it."""
    plan, ledger = context.journal.curriculum, context.facts.ledger
    weeks = {week.week: week for week in plan.weeks}
    return render(
        "macros/references.html",
        links=context.links,
        papers=[
            (paper, weeks.get(paper.week or -1), resource, days_met(context, resource) if resource else "")
            for paper in plan.references.papers
            for resource in [ledger.find(paper.url) if paper.url else None]
        ],
        guides=[
            (guide, resource, days_met(context, resource))
            for guide in plan.references.guides
            if (resource := ledger.find(guide.url))
        ],
    )
