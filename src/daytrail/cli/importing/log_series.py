"""Series of the plan that imported logs belong to; those that the plan does not have are added to it."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import click

from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.common import read_if_exists
from daytrail.cli.importing.report import Step
from daytrail.importers.log.draft_entry import DraftEntry, NamedSeries, find_series, is_round
from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.log.series_name import is_only_title, read_series_name
from daytrail.model.base import slug
from daytrail.source.yaml.edit import Append, edit_yaml
from daytrail.source.yaml.write import to_yaml

_KEYS_BEFORE = ("title", "goal", "start", "hours_per_week", "hours", "rest", "pauses", "week_starts")
"""Keys of a plan after which its series are written."""


class PlannedSeries:
    """The series of some logs in the plan of a project, as it is and as it is to be."""

    def __init__(self, project: ProjectSettings, logs: Sequence[ImportedLog], chosen: str | None) -> None:
        path = project.settings.paths.curriculum
        self.existing = project.plan.series
        self.plan_before = read_if_exists(project.root / path, line_ends=True)
        """The text of the plan; None if there is no plan."""
        self.plan_after = self.plan_before or ""
        self._chosen = ""
        self._ids = {title.casefold(): one.id for one in self.existing for title in (one.title, *one.was)}
        self.new: list[dict[str, Any]] = []
        """The series that are added to the plan."""
        if chosen is not None:
            self._chosen = self._find_chosen(chosen, logs)
        else:
            self._add_named(logs)
        self._write(path)
        first = self.existing[0].id if self.existing else self.new[0]["id"] if self.new else ""
        self._ids = {title: "" if series_id == first else series_id for title, series_id in self._ids.items()}

    def id_of(self, draft: DraftEntry) -> str:
        """Return the id of the series of a draft; empty if it is the first one of the plan, or in no series."""
        return self._chosen or self._ids.get(draft.series.casefold(), "")

    def has_title(self, line: str) -> bool:
        """Tell whether a line of a source is nothing but the title of a series."""
        return any(is_only_title(line, title) for title in self._ids)

    def _find_chosen(self, name: str, logs: Sequence[ImportedLog]) -> str:
        known = {one.id: one.id for one in self.existing} | self._ids
        if series_id := known.get(name) or known.get(name.casefold()):
            return series_id
        series = self._new_series(NamedSeries(name), next((log.days for log in logs if log.days), None))
        if not slug(name):
            raise click.BadParameter(f"`{name}` has no letter and no digit", param_hint="--series")
        if goal := next((log.goal for log in logs if log.goal), None):
            series["counts_down_to"] = goal
        return str(series["id"])

    def _add_named(self, logs: Sequence[ImportedLog]) -> None:
        days = dict(_days_by_title(logs))
        goal = next((log.goal for log in logs if log.goal), None)
        for named in find_series(draft for log in logs for draft in log.drafts):
            titles = [title.casefold() for title in (named.title, *named.former_titles)]
            series_id = next((self._ids[title] for title in titles if title in self._ids), None)
            if series_id is None:
                series_id = self._new_series(named, None if goal else days.get(named.title.casefold()))["id"]
            self._ids |= dict.fromkeys(titles, series_id)
        if goal and not self.new and self.plan_before is None:
            self.new.append({"id": "countdown", "title": "Countdown", "counts_down_to": goal})

    def _new_series(self, named: NamedSeries, days: int | None) -> dict[str, Any]:
        """Add a series to the new ones, and return it."""
        used = {one.id for one in self.existing} | {series["id"] for series in self.new}
        # `100DaysOfCode` becomes `100-days-of-code`.
        base = slug(re.sub(r"(?<=[a-z\d])(?=[A-Z])", "-", named.title)) or f"series-{len(self.new) + 1}"
        numbered = (base if number == 1 else f"{base}-{number}" for number in range(1, len(used) + 2))
        series: dict[str, Any] = {"id": next(name for name in numbered if name not in used), "title": named.title}
        if named.former_titles:
            series["was"] = list(named.former_titles)
        if days:
            series["days"] = days
        self.new.append(series)
        return series

    def _write(self, path: str) -> None:
        """Set the text of the plan with the new series; if it cannot be extended, there are none."""
        if not self.new:
            return
        if self.plan_before is None:
            self.plan_after = to_yaml({"title": self.new[0]["title"], "series": self.new})
            return
        pairs = [{key: value for key, value in series.items() if key != "was"} for series in self.new]
        self.plan_after, problems = edit_yaml(
            self.plan_before, path, [Append(("series",), tuple(pairs))], (*_KEYS_BEFORE, "series")
        )
        if problems:
            new_ids = {series["id"] for series in self.new}
            self._ids = {title: series_id for title, series_id in self._ids.items() if series_id not in new_ids}
            self._chosen, self.new = "" if self._chosen in new_ids else self._chosen, []

    def steps(self, log: ImportedLog) -> Iterator[Step]:
        """Yield what to add to an existing plan by hand."""
        if self.plan_before is None or self._chosen:
            return
        for series in self.new:
            if was := series.get("was"):
                yield Step(f"Add `was: [{', '.join(was)}]` to the series `{series['title']}` in the plan")
        for named in find_series(log.drafts):
            if named.title.casefold() not in self._ids:
                line = f"- {{id: {slug(named.title)}, title: {named.title}}}"
                yield Step(f"The plan has no series `{named.title}`. Add a line under `series:`, such as `{line}`")
        if log.goal and not any(series.counts_down_to == log.goal for series in self.existing):
            line = f"- {{id: countdown, title: Countdown, counts_down_to: {log.goal}}}"
            yield Step(f"The plan has no countdown to {log.goal}. Add a line under `series:`, such as `{line}`")


def _days_by_title(logs: Sequence[ImportedLog]) -> Iterator[tuple[str, int | None]]:
    """Yield the series of each log with how many days it is meant to have: all rounds, or else the first series."""
    for log in logs:
        for index, named in enumerate(find_series(log.drafts)):
            is_stated = index == 0 or is_round(named.title)
            name = read_series_name(named.title)
            yield named.title.casefold(), name.days if name else log.days if is_stated else None
