"""Macro: the papers and guides that the plan refers to."""

from markupsafe import Markup

from daytrail.views.page_context import PageContext
from daytrail.views.render import render


def references(context: PageContext) -> Markup:
    """The papers and guides that the plan refers to, each with the shelf on which it stands."""
    refers, ledger = context.journal.curriculum.references, context.facts.ledger
    weeks = {week.week: week for week in context.journal.curriculum.weeks}
    papers = [(paper, ledger.find(paper.url), weeks.get(paper.week or -1)) for paper in refers.papers]
    guides = [(guide, ledger.find(guide.url)) for guide in refers.guides]
    return render("macros/references.html", context=context, papers=papers, guides=guides)
