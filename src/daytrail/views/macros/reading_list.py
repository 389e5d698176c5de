"""Macro: everything to read by shelf."""

from collections import Counter

from markupsafe import Markup

from daytrail.views.lookup import week_of
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.resource_list import resource_table, rows_of_first_pages, shelf_page


def reading_list(context: PageContext, week: int | None = None) -> Markup:
    """Everything to read by shelf; on further pages what is more than 150 rows, and the older ones of long shelves.

    Args:
        context: What is shown, and where.
        week: The number of a week: only what this week of the plan wants, all of it.

    Raises:
        UnknownName: the plan has no such week.
    """
    if week is None:
        return shelf_page(context, rows_of_first_pages(context), 1)
    wanted = {item.placed.address for item in week_of(context, week).items}
    every = [one for shelf in context.facts.ledger.shelves.values() for one in shelf if one.items]
    rows = [one for one in every if any(item.placed.address in wanted for item in one.items)]
    if not rows:
        return render("parts/nothing.html", words="This week reads nothing.")
    return resource_table(context, rows, Counter(one.shelf for one in rows))
