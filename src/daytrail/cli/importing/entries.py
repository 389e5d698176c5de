"""Entries and series of a project: those that it has, which may be of an earlier import, and those that are added."""

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any

from daytrail.cli.common.files import accepted
from daytrail.cli.common.project import Project
from daytrail.cli.importing.changes import FileChanges, data_of, read_if_exists
from daytrail.cli.importing.starter import is_starter_entry
from daytrail.importers.imported import unused_name
from daytrail.importers.item_text import filled
from daytrail.importers.log_reader import Day
from daytrail.model.base import slug
from daytrail.model.entry import DayNumber
from daytrail.source.files import markdown_files
from daytrail.source.front_matter import split_entry, write_front_matter
from daytrail.source.private_text import cut_private
from daytrail.source.yaml.edit import Append, Put, edit_front_matter, edit_yaml

_SAME_WORDS = 0.5
"""Share of the words of a shorter text that a longer one has if both are of the same day."""
_KEYS_BEFORE = ("title", "goal", "start", "hours_per_week", "hours", "rest", "pauses", "week_starts", "series")
"""Keys of a plan after which its series are written."""


class SeriesPlan:
    """The series of a project, with those that an import adds."""

    def __init__(self, project: Project) -> None:
        self.is_new = False
        """Whether there are no entries: then the series that `daytrail init` writes is replaced."""
        self._path = project.root / project.settings.paths.curriculum
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
        key, text, name = title.casefold(), changes.text(self._path), self._path.name
        goal_key = "days" if isinstance(goal, int) else "counts_down_to"
        if key in self._existing and goal is not None and self.goal_of(title) is None:
            edit = Put(("series", list(self._existing).index(key), goal_key), goal)
            changes.put(self._path, accepted(edit_yaml(text, name, [edit])))
        if key in self._ids:
            return
        is_starter = self.is_new and list(self._ids.values()) == ["log"]
        self._ids = {} if is_starter else self._ids
        base = slug(re.sub(r"(?<=[a-z\d])(?=[A-Z])", "-", title)) or "series"  # `100DaysOfCode`: `100-days-of-code`
        self._ids[key] = unused_name(base, {*self._ids.values()})
        series = filled({"id": self._ids[key], "title": title, goal_key: goal, "was": list(former)})
        edits: list[Append | Put] = [] if text.strip() else [Put(("title",), title)]
        if is_starter:
            edits += (Put(("series", 0, name), value) for name, value in series.items())
        else:
            edits.append(Append(("series",), (series,)))
        changes.put(self._path, accepted(edit_yaml(text, name, edits, _KEYS_BEFORE)))


# -- entries --


@dataclass(frozen=True)
class ExistingEntry:
    """An entry file of the project, with LF as line ends."""

    path: Path
    text: str

    @cached_property
    def front_matter(self) -> Mapping[str, Any]:
        """The values of its front matter, as texts; empty if it cannot be read."""
        return data_of(split_entry(self.text, "")[0].front_matter)

    @cached_property
    def body(self) -> str:
        """Its text behind the front matter, without empty lines around it."""
        return split_entry(self.text, "")[0].body.strip("\n")

    @property
    def date(self) -> str:
        """Its date, from its front matter or its name; empty if it has none."""
        named = re.match(r"\d{4}-\d\d-\d\d", self.path.stem)
        return str(self.front_matter.get("date") or (named[0] if named else ""))

    def grown(self, body: str) -> str | None:
        """Return its text with the body that its document has now; None if that is another one, and no longer one."""
        if body == self.body:
            return self.text
        if not body.startswith(f"{self.body}\n" if self.body else ""):
            return None
        head = self.text.rstrip().removesuffix(self.body.rstrip()).rstrip("\n")
        return f"{head}\n\n{body}\n"

    def difference(self, body: str) -> str:
        """Return how a body differs, as a diff; empty if this entry has all its lines."""
        ours, theirs = (cut_private(text, "", 1)[0].split("\n") for text in (self.body, body))
        if not Counter(filter(None, map(str.strip, theirs))) - Counter(map(str.strip, ours)):
            return ""
        lines = list(difflib.unified_diff(ours, theirs, "entry", "document", lineterm="", n=1))[2:]
        return "\n".join(lines[:60])

    def shares_words(self, body: str) -> bool:
        """Return whether its text and another one are probably two versions of the same."""
        words, others = (Counter(re.findall(r"\w+", text)) for text in (self.body, body))
        fewest = min(words.total(), others.total())
        return (words & others).total() >= fewest * _SAME_WORDS and (fewest > 0 or words == others)


class ExistingEntries:
    """The entries of a project, and which of them an earlier import made of which day."""

    def __init__(self, project: Project, series: SeriesPlan) -> None:
        self._series = series
        paths = [project.root / name for name in markdown_files(project.root, project.settings.paths.entries, [])]
        self.all = [ExistingEntry(path, read_if_exists(path) or "") for path in paths]
        self.starter = next((entry for entry in self.all if is_starter_entry(entry.text)), None)
        self._by_day: defaultdict[tuple[str, str], list[ExistingEntry]] = defaultdict(list)
        """By their series, and their number or else their date."""
        for entry in self.all:
            if entry is not self.starter:
                number = str(entry.front_matter.get("day", ""))
                self._by_day[series.id_in(entry.front_matter), number or entry.date].append(entry)

    def take(self, day: Day, body: str) -> ExistingEntry | None:
        """Return the entry of a day, which then belongs to no other one; None if there is none."""
        series = self._series.id_of(day.series) if day.series else self._series.id_in({})
        date_of_day = str(day.date or "")
        entries = self._by_day[series, str(DayNumber(*day.numbers)) if day.numbers else date_of_day]
        same = [entry for entry in entries if entry.grown(body) is not None or entry.shares_words(body)]
        dated = [entry for entry in same if entry.date == date_of_day]
        found = max(dated or same, key=lambda entry: entry.grown(body) is not None, default=None)
        if found:
            entries.remove(found)
        return found


def front_matter_of(day: Day, series: str) -> dict[str, Any]:
    """Return the values of the front matter of a day's entry; None for what it does not have."""
    return {
        "date": day.date,
        "series": series or None,
        "day": DayNumber(*day.numbers) if day.numbers else None,
        "title": day.title or None,
        "hours": int(day.hours) if day.hours and day.hours.is_integer() else day.hours,
        "links": day.links,
    }


def new_entry(day: Day, body: str, series: str, schema: str, file: str | None) -> str:
    """Return the text of a new entry; of a day with a file, the text of that, with what else only its name says."""
    if file is None:
        front_matter = write_front_matter(front_matter_of(day, series), schema)
        return f"{front_matter}\n{body}\n" if body else front_matter
    front_matter = split_entry(file, "")[0].front_matter.strip("\n")
    head = f"---\n{front_matter}\n---\n\n" if front_matter else ""
    known = data_of(front_matter)
    is_dated = "date" not in known and PurePosixPath(day.file).name.startswith(str(day.date))
    kept = {*known, "date"} if is_dated else known.keys() - {"date"}
    values = {"date": day.date, "series": series or None, "day": day.number}
    missing = [Put((key,), value) for key, value in values.items() if value is not None and key not in kept]
    return accepted(edit_front_matter(f"{head}{body}\n", day.file, missing, ("date", "series", "day")))
