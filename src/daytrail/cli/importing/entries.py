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
from daytrail.importers.document import split_front_matter
from daytrail.importers.imported import unused_name
from daytrail.importers.log_reader import Day
from daytrail.model.base import slug
from daytrail.model.entry import DayNumber, FrontMatter
from daytrail.source.files import markdown_files
from daytrail.source.front_matter import split_entry, write_front_matter
from daytrail.source.private_text import cut_private
from daytrail.source.yaml.edit import Append, Put, edit_front_matter, edit_yaml
from daytrail.source.yaml.write import to_yaml

_BOX = re.compile(r"^(\s*(?:[-*+]|\d+[.)]) \[)[ xX](?=\])", re.MULTILINE)
_SAME_WORDS = 0.5
"""Share of the words of a shorter text that a longer one has if both are of the same day."""
_KEYS_BEFORE = ("title", "goal", "start", "hours_per_week", "hours", "rest", "pauses", "week_starts", "series")
"""Keys of a plan after which its series are written."""


def present_titles(project: Project) -> Mapping[str, str]:
    """Return the present title of each series by its present and former titles, in lower case."""
    titles = {title.casefold(): one.title for one in project.plan.series for title in one.was}
    return titles | {one.title.casefold(): one.title for one in project.plan.series}


class SeriesPlan:
    """The series of a project, with those that an import adds."""

    def __init__(self, project: Project) -> None:
        self.is_new = False
        """Whether there are no entries: then the series that `daytrail init` writes is replaced."""
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
        edits: list[Append | Put] = []
        if title.casefold() not in self._ids:
            if is_starter := self.is_new and list(self._ids.values()) == ["log"]:
                self._ids.clear()
            base = slug(re.sub(r"(?<=[a-z\d])(?=[A-Z])", "-", title)) or "series"  # `100DaysOfCode`: `100-days-of-code`
            series_id = unused_name(base, {*self._ids.values()})
            values: dict[str, Any] = {"id": series_id, "title": title, goal_key: goal, "was": list(former)}
            series = {key: value for key, value in values.items() if value}
            self._ids[title.casefold()] = series_id
            if not text.strip():
                changes.put(self._path, to_yaml({"title": title, "series": [series]}))
                return
            edits = [Append(("series",), (series,))]
            if is_starter:
                edits = [Put(("series", 0, key), value) for key, value in series.items()]
        elif goal is not None and title.casefold() in self._existing and self.goal_of(title) is None:
            edits = [Put(("series", list(self._existing).index(title.casefold()), goal_key), goal)]
        if edits:
            changes.put(self._path, accepted(edit_yaml(text, self._name, edits, _KEYS_BEFORE)))


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

    @property
    def number(self) -> str:
        """The number of its day, as in `3` or `3-4`; empty if it has none."""
        return str(self.front_matter.get("day", ""))

    def with_body(self, body: str) -> str | None:
        """Return its text with the body that its document has now; None if one of both was changed in another way.

        A document may have grown at the end of a day, and more of its boxes may be ticked.
        """
        if body == self.body:
            return self.text
        old, new = _BOX.sub(r"\1 ", self.body), _BOX.sub(r"\1 ", body)
        is_ticked = all(
            was.group().endswith(" ") or not now.group().endswith(" ")
            for was, now in zip(_BOX.finditer(self.body), _BOX.finditer(body), strict=False)
        )
        if not (new == old or new.startswith(f"{old}\n" if old else "")) or not is_ticked:
            return None
        head = self.text.rstrip().removesuffix(self.body.rstrip()).rstrip("\n")
        return f"{head}\n\n{body}\n"

    def difference(self, body: str) -> str:
        """Return how a body differs, as a diff; empty if this entry has all its lines."""
        ours, theirs = (cut_private(text, "", 1)[0].split("\n") for text in (self.body, body))
        if set(map(str.strip, theirs)) <= set(map(str.strip, ours)):
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
                self._by_day[series.id_in(entry.front_matter), entry.number or entry.date].append(entry)

    def take(self, day: Day, body: str) -> ExistingEntry | None:
        """Return the entry of a day, which then belongs to no other one; None if there is none."""
        series = self._series.id_of(day.series) if day.series else self._series.id_in({})
        date_of_day = str(day.date or "")
        entries = self._by_day[series, str(DayNumber(*day.numbers)) if day.numbers else date_of_day]
        same = [entry for entry in entries if entry.with_body(body) is not None or entry.shares_words(body)]
        dated = [entry for entry in same if entry.date == date_of_day]
        found = max(dated or same, key=lambda entry: entry.with_body(body) is not None, default=None)
        if found:
            entries.remove(found)
        return found


def entry_text(day: Day, body: str, series: str, schema: str) -> str:
    """Return the text of a new entry; series and schema may be empty."""
    values = {
        "date": day.date,
        "series": series or None,
        "day": DayNumber(*day.numbers) if day.numbers else None,
        "title": day.title or None,
        "hours": int(day.hours) if day.hours and day.hours.is_integer() else day.hours,
        "links": day.links,
    }
    front_matter = write_front_matter(values, schema)
    return f"{front_matter}\n{body}\n" if body else front_matter


def entry_stem(day: Day, used: set[str]) -> str:
    """Return a name for the file of a day without its ending, which no other entry has, and add it to the used ones."""
    base = str(day.date or "") or (f"undated-{day.line:04d}" if day.number is None else f"day-{day.number:04d}")
    stem = PurePosixPath(day.file).stem
    base = stem if day.date and stem.startswith(base) and stem[len(base) :][:1] in ("", "-", "_", " ") else base
    return unused_name(base, used)


_KEY = re.compile(r"(?P<key>[\w-]+)\s*:")


def entry_of_file(text: str, body: str, day: Day, series: str) -> str:
    """Return the entry that the file of a day becomes: its text, with the date and what else only its name says.

    Keys of front matter that entries do not have become comments.
    """
    lines = []
    is_known = True
    for line in split_front_matter(text)[0].splitlines():
        key = _KEY.match(line)
        is_known = key["key"] in FrontMatter.model_fields if key else is_known
        is_date = key and key["key"] == "date" and day.date
        lines.append(f"date: {day.date}" if is_date else line if is_known or not line.strip() else f"# {line}")
    head = "".join(f"{line}\n" for line in ("---", *lines, "---", "")) if lines else ""
    is_named_by_date = PurePosixPath(day.file).name.startswith(str(day.date))
    values = {"date": None if is_named_by_date else day.date, "series": series or None, "day": day.number}
    missing = [
        Put((key,), value)
        for key, value in values.items()
        if value is not None and not re.search(rf"^{key}:", head, re.MULTILINE)
    ]
    return accepted(edit_front_matter(f"{head}{body}\n", day.file, missing, ("date", "series", "day")))
