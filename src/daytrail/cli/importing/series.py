"""Series of imported logs: the plan that names them, and advice about an existing plan."""

from collections.abc import Mapping, Sequence
from typing import Any

from daytrail.importers.log.draft_entry import find_series
from daytrail.importers.log.reader import ImportedLog
from daytrail.model.base import slug
from daytrail.model.curriculum import Series


def new_plan(logs: Sequence[ImportedLog]) -> dict[str, Any]:
    """Return the data of a curriculum.yaml that names the series of some logs; empty if they have none."""
    goal = next((log.goal for log in logs if log.goal), None)
    days = next((log.days for log in logs if log.days), None)
    all_series: list[dict[str, Any]] = []
    for named in find_series(draft for log in logs for draft in log.drafts):
        series: dict[str, Any] = {"id": slug(named.title) or f"series-{len(all_series) + 1}", "title": named.title}
        if named.former_titles:
            series["was"] = list(named.former_titles)
        if days and not all_series and not goal:
            series["days"] = days
        all_series.append(series)
    if not all_series and goal:
        all_series = [{"id": "countdown", "title": "Countdown", "counts_down_to": goal}]
    return {"title": all_series[0]["title"], "series": all_series} if all_series else {}


def series_ids(plan: Mapping[str, Any], existing: Sequence[Series]) -> dict[str, str]:
    """Return the ids of the series of a new plan, else of the existing ones, by casefolded present and former titles.

    The first series is left out, since entries do not name it.
    """
    titles = [(series["id"], (series["title"], *series.get("was", ()))) for series in plan.get("series", ())]
    titles = titles or [(series.id, (series.title, *series.was)) for series in existing]
    return {title.casefold(): series_id for series_id, of_series in titles[1:] for title in of_series}


def series_advice(log: ImportedLog, existing: Sequence[Series]) -> list[str]:
    """Return sentences that propose series of a log for an existing plan that lacks them."""
    known = {title.casefold() for series in existing for title in (series.title, *series.was)}
    advice = []
    for named in find_series(log.drafts):
        if named.title.casefold() not in known:
            was = f", was: [{', '.join(named.former_titles)}]" if named.former_titles else ""
            days = f", days: {log.days}" if log.days else ""
            line = f"- {{id: {slug(named.title)}, title: {named.title}{was}{days}}}"
            advice.append(f"the plan may name the series: `{line}`")
    if log.goal and not any(series.counts_down_to == log.goal for series in existing):
        line = f"- {{id: countdown, title: Countdown, counts_down_to: {log.goal}}}"
        advice.append(f"the plan may name the countdown: `{line}`")
    return advice
