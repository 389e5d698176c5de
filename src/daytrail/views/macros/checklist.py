"""Macro: the items of a week by kind."""

from markupsafe import Markup

from daytrail.model.curriculum import Kind
from daytrail.views.lookup import unknown, week_of
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
    items = week_of(context, week).items
    groups = [
        (heading, [item for item in items if item.placed.kind == name])
        for name, heading in KINDS.items()
        if kind in (None, name)
    ]
    shown = [group for group in groups if group[1]]
    return render("macros/checklist.html", context=context, groups=shown, ledger=context.facts.ledger)
