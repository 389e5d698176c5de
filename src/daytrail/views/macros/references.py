"""Macro: the papers and guides that the plan refers to."""

from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.ledger import Resource
from daytrail.model.curriculum import Guide, Paper, Week
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import entry_days, render


class _Row(NamedTuple):
    title: str
    url: str
    note: str | None
    week: Week | None
    resource: Resource
    page_word: str
    days: Markup


def references(context: PageContext) -> Markup:
    """Show the papers and guides of the plan, each with its shelf and the days that met it."""
    plan, ledger = context.journal.curriculum, context.facts.ledger
    weeks = {week.week: week for week in plan.weeks}
    return render(
        "macros/references.html",
        links=context.links,
        papers=[
            _row(context, paper, resource, paper.topic, weeks.get(paper.week or -1))
            for paper in plan.references.papers
            if (resource := ledger.find(paper.url))
        ],
        guides=[
            _row(context, guide, resource, guide.good_for)
            for guide in plan.references.guides
            if (resource := ledger.find(guide.url))
        ],
    )


def _row(
    context: PageContext, reference: Paper | Guide, resource: Resource, note: str | None, week: Week | None = None
) -> _Row:
    days = entry_days([touch.entry for touch in resource.history if touch.entry], context.links)
    return _Row(reference.title, reference.url, note, week, resource, words.history_or_notes(resource), days)
