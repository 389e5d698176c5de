"""Macro: the items of a week by kind."""

from markupsafe import Markup

from daytrail.facts.ledger import Resource
from daytrail.facts.progress import ItemProgress, State
from daytrail.model.curriculum import Kind
from daytrail.views.links import item_anchor
from daytrail.views.lookup import unknown, week_of
from daytrail.views.page_context import PageContext
from daytrail.views.render import entry_days, render, time

HEADINGS: dict[Kind, str] = {
    "concept": "Concepts",
    "reading": "Reading",
    "practice": "Practice",
    "review": "Review",
    "choice": "Choose one",
    "deliverable": "Deliverables",
}
"""Heading of each kind, in the order in which they are shown."""


def checklist(context: PageContext, week: int, kind: Kind | None = None, level: int = 3) -> Markup:
    """Show the items of a week by kind, each with its state and the entries that earned it."""
    if kind is not None and kind not in HEADINGS:
        raise unknown("kind", kind, HEADINGS)
    groups = []
    for name, heading in HEADINGS.items():
        items = [item for item in week_of(context, week).items if item.placed.kind == name]
        if items and kind in (None, name):
            done = sum(item.state is State.DONE for item in items)
            rows = [(item, item_anchor(item.placed), _evidence(context, item)) for item in items]
            groups.append((heading, done, rows))
    return render("macros/checklist.html", groups=groups, level=level)


def _evidence(context: PageContext, item: ItemProgress) -> Markup:
    """Return what entries say of an item; empty if no entry does."""
    resource = context.facts.ledger.by_key.get(item.placed.address)
    if not resource or len(resource.history) < 2:
        return _state_with_days(context, item)
    history = _history(context, resource)
    if item.state in (State.DONE, State.DROPPED):
        return Markup("{}: {}").format(_state_with_days(context, item), history)
    return history


def _state_with_days(context: PageContext, item: ItemProgress) -> Markup:
    """Return the state of an item with the entries that earned it, as in `done on 5 January 2026`."""
    ended = item.state in (State.DONE, State.DROPPED)
    if ended and not item.decided_by:
        on = Markup(" on {}").format(time(item.done_on)) if item.done_on else ""
        return Markup("{}{}, by the plan").format(item.state, on)
    by_path = {evidence.entry.path: evidence.entry for evidence in item.evidence}
    entries = [item.decided_by] if ended and item.decided_by else list(by_path.values())
    return Markup("{} on {}").format(item.state, entry_days(entries, context.links)) if entries else Markup("")


def _history(context: PageContext, resource: Resource) -> Markup:
    """Return the last four events of a resource, with a link to all of them."""
    links = context.links
    events = Markup(", ").join(
        Markup("{} {}").format(touch.event, entry_days([touch.entry], links))
        if touch.entry
        else Markup("{} {}, by the plan").format(touch.event, time(touch.day))
        for touch in resource.history[-4:]
    )
    more = f"and {len(resource.history) - 4} more in " if len(resource.history) > 4 else ""
    return Markup('{}; {}<a href="{}">its history</a>').format(events, more, links.to(resource))
