"""Macro: the items of a week by kind."""

from markupsafe import Markup

from daytrail.facts.ledger import Resource
from daytrail.facts.progress import ItemProgress, State
from daytrail.model.curriculum import Kind
from daytrail.views import words
from daytrail.views.links import item_anchor
from daytrail.views.lookup import unknown, week_of
from daytrail.views.page_context import PageContext
from daytrail.views.render import entry_days, render, time
from daytrail.views.translation import deferred, gettext_html, pgettext
from daytrail.views.translation import gettext as _

HEADINGS: dict[Kind, str] = {
    "concept": deferred("kind of item", "Concepts"),
    "reading": deferred("kind of item", "Reading"),
    "practice": deferred("kind of item", "Practice"),
    "review": deferred("kind of item", "Review"),
    "choice": deferred("kind of item", "Choose one"),
    "deliverable": deferred("kind of item", "Deliverables"),
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
            amount = _("%(done)s of %(items)s", done=done, items=len(items))
            rows = [(item, item_anchor(item.placed), _evidence(context, item)) for item in items]
            groups.append((pgettext("kind of item", heading), amount, rows))
    return render("macros/checklist.html", groups=groups, level=level, week=week_of(context, week).week.id)


def _evidence(context: PageContext, item: ItemProgress) -> Markup:
    """Return what entries say of an item, with dates; empty if no entry does."""
    resource = context.facts.ledger.by_key.get(item.placed.address)
    if not resource or len(resource.history) < 2:
        return _state_with_days(context, item)
    history = _history(context, resource)
    if item.state in (State.DONE, State.DROPPED):
        return Markup("{}: {}").format(_state_with_days(context, item), history)
    return history


def _state_with_days(context: PageContext, item: ItemProgress) -> Markup:
    """Return the state of an item with the entries that earned it, as in `done on 5 January 2026`."""
    ended, state = item.state in (State.DONE, State.DROPPED), words.state(item.state)
    if ended and not item.decided_by:
        if item.done_on:
            return gettext_html("%(state)s on %(days)s, by the plan", state=state, days=time(item.done_on))
        return gettext_html("%(state)s, by the plan", state=state)
    by_path = {evidence.entry.path: evidence.entry for evidence in item.evidence}
    entries = [item.decided_by] if ended and item.decided_by else list(by_path.values())
    if not entries:
        return Markup("")
    return gettext_html("%(state)s on %(days)s", state=state, days=entry_days(entries, context.links))


def _history(context: PageContext, resource: Resource) -> Markup:
    """Return the last four events of a resource, with a link to all of them."""
    links = context.links
    events = Markup(", ").join(
        gettext_html("%(event)s %(day)s", event=words.event(touch.event), day=entry_days([touch.entry], links))
        if touch.entry
        else gettext_html("%(event)s %(day)s, by the plan", event=words.event(touch.event), day=time(touch.day))
        for touch in resource.history[-4:]
    )
    history = Markup('<a href="{}">{}</a>').format(links.to(resource), _("its history"))
    if more := len(resource.history[:-4]):
        events = gettext_html("%(events)s and %(number)s more", events=events, number=more)
    return gettext_html("%(events)s; %(history)s", events=events, history=history)
