"""Series of imported days in the plan of a project; one that it does not have by its present title is added."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from daytrail.cli.common.files import accepted
from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.changes import FileChanges
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
    """The series of a project, with those that an import adds."""

    def __init__(self, project: ProjectSettings) -> None:
        self._name = project.settings.paths.curriculum
        self._path = project.root / self._name
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

    def add(self, title: str, goal: int | date | None, former: Sequence[str], changes: FileChanges) -> None:
        """Plan a series if the project has none of this title, and a goal that it lacks."""
        goal_key = "days" if isinstance(goal, int) else "counts_down_to"
        text = changes.text(self._path)
        edit: Append | Put | None = None
        if title.casefold() not in self._ids:
            values: dict[str, Any] = {"id": self._new_id(title), "title": title, goal_key: goal, "was": list(former)}
            series = {key: value for key, value in values.items() if value}
            self._ids[title.casefold()] = series["id"]
            if not text.strip():
                changes.put(self._path, to_yaml({"title": title, "series": [series]}))
                return
            edit = Append(("series",), (series,))
        elif goal is not None and title.casefold() in self._existing and self.goal_of(title) is None:
            edit = Put(("series", list(self._existing).index(title.casefold()), goal_key), goal)
        if edit:
            changes.put(self._path, accepted(edit_yaml(text, self._name, [edit], _KEYS_BEFORE)))

    def _new_id(self, title: str) -> str:
        """Return an id that no series has; `100DaysOfCode` becomes `100-days-of-code`."""
        base, number = slug(re.sub(r"(?<=[a-z\d])(?=[A-Z])", "-", title)) or "series", 1
        name = base
        while name in self._ids.values():
            number += 1
            name = f"{base}-{number}"
        return name
