"""Series of imported days in the plan of a project; one that it does not have by its present title is added."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

import click

from daytrail.cli.common.files import accepted
from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.file_changes import FileChanges
from daytrail.model.base import slug
from daytrail.source.yaml.edit import Append, Put, edit_yaml
from daytrail.source.yaml.write import to_yaml

_KEYS_BEFORE = ("title", "goal", "start", "hours_per_week", "hours", "rest", "pauses", "week_starts", "series")
"""Keys of a plan after which its series are written."""


def present_titles(project: ProjectSettings) -> Mapping[str, str]:
    """Return the present title of each series by its present and former titles, in lower case."""
    titles = {title.casefold(): one.title for one in project.plan.series for title in one.was}
    return titles | {one.title.casefold(): one.title for one in project.plan.series}


class SeriesPlan:
    """The series of a project as they are when an import has ended."""

    def __init__(self, project: ProjectSettings, changes: FileChanges | None = None) -> None:
        self._changes = changes
        self._path = project.root / project.settings.paths.curriculum
        self._name = project.settings.paths.curriculum
        self._existing = {one.title.casefold(): one for one in project.plan.series}
        self._ids = {title: one.id for title, one in self._existing.items()}
        self._first = project.plan.series[0].id if project.plan.series else ""

    def id_of(self, title: str) -> str:
        """Return the id of a series by its present title; empty for a title that no series has, and for none."""
        return self._ids.get(title.casefold(), "")

    def id_in(self, front_matter: Mapping[str, Any]) -> str:
        """Return the id of the series that an entry belongs to by its front matter: without one, the first."""
        return str(front_matter.get("series", self._first))

    def goal_of(self, title: str) -> int | date | None:
        """Return the number of days of a series of the project, or the date to which it counts down."""
        one = self._existing.get(title.casefold())
        return (one.days or one.counts_down_to) if one else None

    def add(self, title: str, goal: int | date | None, former: list[str]) -> None:
        """Plan a series if the project has none of this title, and a goal that it lacks."""
        key = "days" if isinstance(goal, int) else "counts_down_to"
        if title.casefold() in self._existing and goal is not None and self.goal_of(title) is None:
            position = list(self._existing).index(title.casefold())
            self._edit([Put(("series", position, key), goal)])
        if title.casefold() in self._ids:
            return
        # `100DaysOfCode` becomes `100-days-of-code`.
        base = slug(re.sub(r"(?<=[a-z\d])(?=[A-Z])", "-", title)) or "series"
        used = set(self._ids.values())
        numbered = (base if number == 1 else f"{base}-{number}" for number in range(1, len(used) + 2))
        series: dict[str, Any] = {"id": next(name for name in numbered if name not in used), "title": title}
        if goal is not None:
            series[key] = goal
        self._write(series, former)
        self._ids[title.casefold()] = series["id"]

    def _write(self, series: dict[str, Any], former: list[str]) -> None:
        if self._changes is None:
            raise click.ClickException(f"the plan has no series {series['title']}")
        text = self._changes.text(self._path)
        if not (text or "").strip():
            whole = {**series, "was": former} if former else series
            self._changes.put(self._path, to_yaml({"title": series["title"], "series": [whole]}))
            return
        self._edit([Append(("series",), (series,))])
        if former:
            self._edit([Append(("series", len(self._ids), "was"), tuple(former))])

    def _edit(self, edits: list[Append | Put]) -> None:
        if self._changes:
            text = self._changes.text(self._path) or ""
            self._changes.put(self._path, accepted(edit_yaml(text, self._name, edits, _KEYS_BEFORE)))
