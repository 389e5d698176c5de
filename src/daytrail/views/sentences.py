"""Facts in plain sentences, the same on a page and in a terminal."""

from daytrail.facts.sums import sums
from daytrail.model.curriculum import Curriculum
from daytrail.views import words


def sums_of(plan: Curriculum) -> str:
    """What a plan adds up to, as in `52 weeks, 524 items, 595.5 h against 520 h`."""
    found = sums(plan)
    hours = words.hours(found.hours)
    shown = [
        words.count(found.weeks, "week"),
        words.count(found.items, "item"),
        hours if found.stated is None else f"{hours} against {words.hours(found.stated)}",
    ]
    if found.budget is not None and found.over:
        shown.append(f"{words.count(found.over, 'week')} over {words.hours(found.budget)}")
    if found.unestimated:
        shown.append(f"{words.count(found.unestimated, 'item')} without an estimate")
    return ", ".join(shown)
