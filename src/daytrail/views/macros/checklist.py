"""Macro: the items of a week by kind."""

from markupsafe import Markup

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

    `kind` is "concept", "reading", "practice", "review", "choice" or "deliverable", and shows only these items. `level`
    is the level of the headings.
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
        "macros/checklist.html",
        links=context.links,
        groups=groups,
        level=level,
        week=week_of(context, week),
        plan_items=items_of_plan,
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
    """Return the state of an item with the entries that earned it, as in `done on 5 January 2026`; empty if planned."""
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
