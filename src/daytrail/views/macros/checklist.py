"""Macro: the items of a week by kind."""

from collections.abc import Sequence

from markupsafe import Markup

from daytrail.facts.ledger import Event, HistoryEvent, Resource
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
    """Show the items of a `week` by kind, each with its state and the entries that earned it.

    `kind` shows only "concept", "reading", "practice", "review", "choice" or "deliverable". `level` is a heading's.
    """
    if kind is not None and kind not in HEADINGS:
        raise unknown("kind", kind, HEADINGS)
    groups, former = [], _former_addresses(context)
    for name, heading in HEADINGS.items():
        items = [item for item in week_of(context, week).items if item.placed.kind == name]
        if items and kind in (None, name):
            done = sum(item.state is State.DONE for item in items)
            amount = _("%(done)s of %(items)s", done=done, items=len(items))
            rows = [
                (
                    item,
                    item_anchor(item.placed),
                    former.get(item.placed.address, ""),
                    _resource_page(context, item),
                    _evidence(context, item),
                )
                for item in items
            ]
            groups.append((pgettext("kind of item", heading), amount, rows))
    items_of_plan = context.facts.progress.totals.items
    return render(
        "macros/checklist.html", groups=groups, level=level, week=week_of(context, week), plan_items=items_of_plan
    )


def _former_addresses(context: PageContext) -> dict[str, str]:
    """Return the former addresses of items that had another one, separated by spaces; without those of several."""
    former: dict[str, str] = {}
    for was, address in context.journal.curriculum.current_addresses.items():
        former[address] = f"{former.get(address, '')} {was}".lstrip()
    return former


def _resource_page(context: PageContext, item: ItemProgress) -> str:
    """Return the link to the page of what an item is about; empty if it has none."""
    resource = context.facts.ledger.by_key.get(item.placed.address)
    return context.links.to(resource) if resource and resource.has_page else ""


def _evidence(context: PageContext, item: ItemProgress) -> Markup:
    """Return what entries say of an item, with dates; empty if no entry does."""
    resource = context.facts.ledger.by_key.get(item.placed.address)
    if not resource or not resource.has_page or len(resource.history) < 2:
        return _state_with_days(context, item)
    history = _history(context, resource)
    if item.state in (State.DONE, State.DROPPED):
        return Markup("{}: {}").format(_state_with_days(context, item), history)
    return history


def _state_with_days(context: PageContext, item: ItemProgress) -> Markup:
    """Return the state of an item with the entries that earned it, as in `done on 5 January 2026`."""
    ended, state = item.state in (State.DONE, State.DROPPED), words.state(item.state)
    this_year = context.facts.today.year
    if ended and not item.decided_by:
        if item.done_on:
            return gettext_html("%(state)s on %(days)s, by the plan", state=state, days=time(item.done_on, this_year))
        return gettext_html("%(state)s, by the plan", state=state)
    by_path = {evidence.entry.path: evidence.entry for evidence in item.evidence}
    entries = [item.decided_by] if ended and item.decided_by else list(by_path.values())
    if not entries:
        return Markup("")
    days = entry_days(entries, context.links, this_year)
    return gettext_html("%(state)s on %(days)s", state=state, days=days)


def _history(context: PageContext, resource: Resource) -> Markup:
    """Return each kind of event of a resource with its last day, in their order, and a link to all events."""
    by_kind: dict[Event, list[HistoryEvent]] = {}
    for touch in resource.history:
        by_kind.setdefault(touch.event, []).append(touch)
    in_order = sorted(by_kind.items(), key=lambda kind: kind[1][-1].day)
    events = Markup(", ").join(_last(context, event, touches) for event, touches in in_order)
    # In a statement of its own, since Babel does not look for words within a call of `gettext_html`.
    history = Markup('<a href="{}">{}</a>').format(context.links.to(resource), _("its history"))
    return gettext_html("%(events)s; %(history)s", events=events, history=history)


def _last(context: PageContext, event: Event, touches: Sequence[HistoryEvent]) -> Markup:
    """Return the last event of a kind, and how many there are, as in `mentioned 3 × · last 11 February 2026`."""
    name, last = words.event(event), touches[-1]
    this_year = context.facts.today.year
    day = entry_days([last.entry], context.links, this_year) if last.entry else time(last.day, this_year)
    if len(touches) > 1:
        times = gettext_html("%(num)s × · last %(day)s", num=len(touches), day=day)
        return gettext_html("%(event)s %(day)s", event=name, day=times)
    if last.entry:
        return gettext_html("%(event)s %(day)s", event=name, day=day)
    return gettext_html("%(event)s %(day)s, by the plan", event=name, day=day)
