"""The series that the numbers of imported logs count in: as a plan names them, or will."""

from collections.abc import Mapping, Sequence
from typing import Any

from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.log.series import find_series
from daytrail.model.base import slug
from daytrail.model.series import Series


def new_plan(logs: Sequence[ImportedLog]) -> dict[str, Any]:
    """Return a curriculum.yaml that names the series of some logs; empty where they have none."""
    goal = next((log.goal for log in logs if log.goal), None)
    days = next((log.days for log in logs if log.days), None)
    found: list[dict[str, Any]] = []
    for one in find_series(draft for log in logs for draft in log.drafts):
        series: dict[str, Any] = {"id": slug(one.title) or f"series-{len(found) + 1}", "title": one.title}
        if one.former_titles:
            series["was"] = list(one.former_titles)
        if days and not found and not goal:
            series["days"] = days
        found.append(series)
    if not found and goal:
        found = [{"id": "countdown", "title": "Countdown", "counts_down_to": goal}]
    return {"title": found[0]["title"], "series": found} if found else {}


def ids_of(plan: Mapping[str, Any], own: Sequence[Series]) -> dict[str, str]:
    """Return the id of a series for each of its names in small letters, but for the first, which needs no mention.

    Args:
        plan: What will be written, if anything.
        own: The series of the plan that is there.
    """
    known = [(one["id"], (one["title"], *one.get("was", ()))) for one in plan.get("series", ())]
    known = known or [(one.id, (one.title, *one.was)) for one in own]
    return {name.casefold(): series for series, names in known[1:] for name in names}


def advice(found: ImportedLog, own: Sequence[Series]) -> list[str]:
    """Say which series a plan that is there may name."""
    known = {title.casefold() for one in own for title in (one.title, *one.was)}
    said = []
    for one in find_series(found.drafts):
        if one.title.casefold() not in known:
            was = f", was: [{', '.join(one.former_titles)}]" if one.former_titles else ""
            days = f", days: {found.days}" if found.days else ""
            said.append(f"the plan may name the series: `- {{id: {slug(one.title)}, title: {one.title}{was}{days}}}`")
    if found.goal and not any(one.counts_down_to == found.goal for one in own):
        line = f"- {{id: countdown, title: Countdown, counts_down_to: {found.goal}}}"
        said.append(f"the plan may name the countdown: `{line}`")
    return said
