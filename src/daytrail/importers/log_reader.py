"""Reader of logs: days by a recipe, with the place of each line. It reads no date and no number without a pattern."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import PurePosixPath
from textwrap import dedent
from typing import TypeAlias

from daytrail.importers.document import Document, Line, LineKind, Row, column_index, split_front_matter
from daytrail.importers.item_text import find_links, plain
from daytrail.importers.log_dates import YearMark, find_dates, read_year
from daytrail.importers.patterns import Match, Pattern, abstract, abstract_name, core
from daytrail.importers.preview import Finding, Places, Preview, Role
from daytrail.importers.recipe import LogColumns, LogRecipe, PatternUse
from daytrail.problems import KeyPath

_HEADING = re.compile(r"(\s{0,3})(#{1,6})(?=\s)")
_KEY = re.compile(r"^(date|day|title)\s*[:=]\s*(.+)$", re.MULTILINE)
_HOURS = re.compile(r"\W*(\d{1,3}(?:[.,]\d+)?)\s*(?:h|hrs?|hours?)?\W*", re.IGNORECASE)
_ISO_DATE = Pattern("{yyyy}-{m}-{d}{any}")
_PATTERNS = ("files", "days", "first_line", "year_heading", "ends", "drop", "skip")
OptionalDate: TypeAlias = date | None
MAX_HOURS = 48
"""The most hours that an entry may have."""


@dataclass
class Day:
    """A day of a log, which becomes an entry: what is in the holes of its lines, and its text."""

    mark: Line
    """The line or the row that begins it."""
    holes: dict[str, str]
    lines: list[Line] = field(default_factory=list)
    """The lines below."""
    text: str = ""
    """That of a row or a file."""
    file: str = ""
    """Name of its file, if the log is a folder with a file a day."""
    marks: list[int] = field(default_factory=list)
    """Numbers of further lines with what is in its holes."""
    date: OptionalDate = None
    series: str = ""
    """Title of its series; empty if it is in none of its own."""

    def number_in(self, hole: str) -> int | None:
        """Return the number in a hole; None if there is none."""
        return Match(self.holes).number(hole)

    @property
    def line(self) -> int:
        """Number of its first line in the document."""
        return self.mark.number

    @property
    def number(self) -> int | None:
        """Its number; of a range, the first."""
        return self.number_in("day")

    @property
    def numbers(self) -> tuple[int, int] | None:
        """The first and the last day that it covers; of a range that runs backwards, only the first."""
        first = self.number
        return None if first is None else (first, max(first, self.number_in("last") or first))

    @property
    def title(self) -> str:
        """Its title without markup, behind the number of its week if each has its own days."""
        title, week = plain(self.holes.get("title", "")), self.number_in("week")
        return title if week is None or self.number is None else f"Week {week}" + (f": {title}" if title else "")

    @property
    def links(self) -> tuple[str, ...]:
        """URLs in its title."""
        return tuple(dict.fromkeys(link.url for link in find_links(self.holes.get("title", ""))))

    @property
    def hours(self) -> float | None:
        """Its hours, if a day can have as many."""
        hours = Match(self.holes).hours
        return hours if 0 < hours <= MAX_HOURS else None

    @property
    def content(self) -> Sequence[Line]:
        """Its lines without the empty lines and rules around them."""
        full = [index for index, line in enumerate(self.lines) if not line.is_empty]
        return self.lines[full[0] : full[-1] + 1] if full else ()

    @property
    def is_empty(self) -> bool:
        """Whether it has neither text nor a title."""
        return not (self.text or self.mark.box or self.holes.get("text") or self.title or self.content)

    @cached_property
    def body(self) -> str:
        """Its text as an entry has it."""
        text = "\n".join(_with_level(line, self.mark) for line in self.content)
        if self.mark.kind is LineKind.ITEM:
            text = dedent(text)
        first = self.holes.get("text", "")
        if self.mark.box:
            first = f"- [{self.mark.box}] {first}".rstrip()
        return "\n".join(filter(None, (first, text, self.text)))

    @property
    def words(self) -> str:
        """All its words, for comparisons."""
        texts = (self.holes.get("text", ""), self.text, *(line.text for line in self.lines))
        return " ".join(re.findall(r"\w+", " ".join(texts)))


@dataclass(frozen=True)
class LogResult:
    """A log as its recipe reads it."""

    days: Sequence[Day]
    """In the order of the document."""
    places: Places
    near_misses: Sequence[Finding]
    checks: Sequence[Finding]
    unused: Sequence[KeyPath]
    recipe: LogRecipe

    def goals(self) -> Mapping[str, int | date | None]:
        """Return the total or the goal of each series that days belong to, by its title."""
        counts = Counter(day.series for day in self.days if day.series)
        title = self.recipe.series or next(iter(dict(counts.most_common(1))), "")
        return {name: self.recipe.goal if name == title else None for name in counts}

    def preview(self) -> Preview:
        """Return the preview."""
        days = sorted(self.days, key=lambda day: (day.date or date.max, day.number or 0))
        names = ("line", "date", "numbers", "series", "title", "hours")
        return Preview(
            [_summary(days)],
            list(_samples(days)),
            self.checks,
            self.places.dropped(),
            self.places.left_over(),
            self.unused,
            {"days": [{name: getattr(day, name) for name in names} for day in days]},
            self.near_misses,
            list(self._mistakes()),
        )

    def _mistakes(self) -> Iterator[tuple[KeyPath, str, str]]:
        """Yield what the recipe says of a series that no day belongs to."""
        names = list(dict.fromkeys(day.series for day in self.days if day.series))
        title = self.recipe.series
        if title and names and title not in names:
            hint = f"write `rename: {{{names[0]}: {title}}}`, or the title that the lines name"
            yield ("series",), f"no day is in the series `{title}`: the lines name `{names[0]}`", hint


def _summary(days: Sequence[Day]) -> str:
    dates = sorted(day.date for day in days if day.date)
    parts = [f"{len(days)} day{'s' if len(days) != 1 else ''}"]
    if dates:
        first, last = (f"{day.day} {day:%B %Y}" for day in (dates[0], dates[-1]))
        parts.append(first if first == last else f"{first} to {last}")
    series = Counter(day.series for day in days if day.series)
    names = [name if len(series) == 1 else f"{name} ({count})" for name, count in series.items()]
    parts.append(f"in the series {', '.join(names)}" if names else "in no series of their own")
    undated, empty = sum(not day.date for day in days), sum(day.is_empty for day in days)
    parts += [f"{undated} without a date"] if undated else []
    parts += [f"{empty} without text"] if empty else []
    return ", ".join(parts)


def _samples(days: Sequence[Day]) -> Iterator[str]:
    """Yield a line for each of the first and the last three days."""
    for index, day in enumerate(days):
        if 3 <= index < len(days) - 3:
            continue
        label = "first" if not index else "last" if index == len(days) - 1 else ""
        when = f"{day.date.day:2} {day.date:%b %Y}" if day.date else "no date"
        number = f"Day {'-'.join(map(str, dict.fromkeys(day.numbers)))}" if day.numbers else ""
        text = " ".join(day.body.split())[:60]
        yield "  ".join(filter(None, (f"{label:5}", when, number, day.title, text)))


def read_log(document: Document, recipe: LogRecipe, today: date | None = None) -> LogResult:
    """Read a log by its recipe; days after `today` are reported."""
    reader = _Reader(document, recipe)
    days = reader.without_skipped(reader.days())
    dates, checks = find_dates([(day.line, day.holes) for day in days], reader.years, recipe, today)
    reader.checks += checks
    for day, title in zip(days, _series_titles(recipe, days), strict=True):
        day.date, day.series = dates.get(day.line), title
    if recipe.copies == "longest":
        days = reader.without_copies(days)
    reader.check_numbers(days)
    for day in days:
        for line in day.content:
            reader.places.put(line.number, Role.TEXT, day.line)
    unused = [path for use in reader.uses.values() for path in use.unused()]
    return LogResult(days, reader.places, reader.near_misses, reader.checks, unused, recipe)


def split_days(document: Document, recipe: LogRecipe) -> tuple[Sequence[Day], Sequence[YearMark]]:
    """Return the days of a document with their lines, and the headings that state years, for a proposal."""
    reader = _Reader(document, recipe, with_near_misses=False)
    return reader.without_skipped(reader.days()), reader.years


def _series_titles(recipe: LogRecipe, days: Sequence[Day]) -> Iterator[str]:
    """Yield the title of the series of each day; empty for none."""
    default = recipe.series or ""
    names = [day.holes.get("series", default) for day in days]
    titles = {name.casefold(): name for name in reversed([default, *names])}
    titles |= {old.casefold(): new for old, new in recipe.rename.items()}
    rounds = [day.number_in("round") for day in days]
    has_rounds = len({*rounds} - {None}) > 1
    for name, number in zip(names, rounds, strict=True):
        title = titles[name.casefold()]
        if has_rounds and number is not None:
            title = f"{title}, round {number}" if title else f"Round {number}"
        yield title


class _Reader:
    """One run over the lines of a document."""

    def __init__(self, document: Document, recipe: LogRecipe, *, with_near_misses: bool = True) -> None:
        self.document = document
        self.recipe = recipe
        self.places = Places(document)
        self.near_misses: list[Finding] = []
        self.checks: list[Finding] = []
        self.years: list[YearMark] = []
        self.uses = {key: PatternUse(key, getattr(recipe, key)) for key in _PATTERNS}
        self._of_lines = [key for key in ("year_heading", "days", "drop", "ends") if self.uses[key].patterns]
        self._with_near_misses = with_near_misses
        self._levels = {pattern.level for pattern in recipe.days} - {0}
        self._cores = {core(pattern.source) for pattern in recipe.days} - {""}
        self._of_items = any(pattern.source.startswith("-") for pattern in recipe.days)

    def days(self) -> list[Day]:
        """Return the days of a document with their lines."""
        if self.document.files:
            return list(self._days_of_files())
        if columns := self.recipe.columns:
            rows = (self._day_of_row(row, columns) for row in self.document.rows)
            return [day for day in rows if day]
        days = self._days_of_lines()
        for day in days if self.recipe.first_line else ():
            self._read_first_line(day)
        return days

    def _days_of_files(self) -> Iterator[Day]:
        """Yield the days of a folder; a file without a date in its name may have it in its front matter."""
        for line in self.document.lines:
            name = PurePosixPath(line.text).name
            match = self.uses["files"].match(name)
            if not match:
                self.near_misses += [Finding(line.number, line.text)] if abstract_name(name) else []
                continue
            front_matter, body = split_front_matter(self.document.files[line.text])
            stated = {key: value.strip(" \"'") for key, value in _KEY.findall(front_matter)}
            holes = {"title": stated.get("title", ""), **match.holes}
            if "d" not in holes and (day := _ISO_DATE.match(stated.get("date", ""))):
                holes |= day.holes
            if stated.get("day", "").isdecimal():
                holes["day"] = stated["day"]
            self.places.put(line.number, Role.MARK, line.number)
            yield Day(line, holes, text=body.strip("\n"), file=line.text)

    def _days_of_lines(self) -> list[Day]:
        """Return the days of a document in which lines begin them."""
        days: list[Day] = []
        current: Day | None = None
        # Headings above the days end them; of plain lines, those as high as the heading that the first one is below.
        outer = min(self._levels) - 1 if self._levels else 6 if self._of_items else None
        heading = 0
        for line in self.document.lines:
            key, match = self._find(line)
            if match and key == "year_heading":
                self.years.append(read_year(line.number, match, self.years))
                self.places.put(line.number, Role.MARK)
                current = None
            elif match and key == "days":
                outer = heading if outer is None else outer
                current = Day(line, dict(match.holes))
                days.append(current)
                self.places.put(line.number, Role.MARK, line.number)
            elif key == "drop":
                self.places.put(line.number, Role.DROPPED, key="drop")
            else:
                is_heading = line.kind is LineKind.HEADING
                heading = line.level if is_heading else heading
                if key == "ends" or (is_heading and line.level <= (outer or 0)):
                    current = None
                elif line.may_mark and self._with_near_misses and self._is_near_miss(line, in_day=bool(current)):
                    self.near_misses.append(Finding(line.number, line.text, abstract(line.mark)))
                if current:
                    current.lines.append(line)
        return days

    def _find(self, line: Line) -> tuple[str, Match | None]:
        """Return the first key of the recipe that matches a line, with what it reads; an empty one if none does."""
        for key in self._of_lines if line.may_mark else ():
            if match := self.uses[key].match(line.mark):
                return key, match
        return "", None

    def _is_near_miss(self, line: Line, *, in_day: bool) -> bool:
        """Return whether a line that fits no pattern looks as if it began a day."""
        pattern = abstract(line.mark)
        if line.kind is LineKind.HEADING and self._levels:
            return bool(pattern) or (line.level in self._levels and in_day)
        if core(pattern) in self._cores:
            return True
        is_mark = line.kind is (LineKind.ITEM if self._of_items else LineKind.TEXT) and line.level == 0
        return bool(pattern) and is_mark and not self._levels

    def _day_of_row(self, row: Row, columns: LogColumns) -> Day | None:
        """Return the day of a row of a table; None, and a near miss, if it has neither a date nor a number."""
        line = self.document.lines[row.line - 1]
        written = row.cell(columns.date)
        match = self.uses["days"].match(written) if self.recipe.days else _ISO_DATE.match(written)
        number = re.search(r"\d{1,4}", row.cell(columns.day))
        if not match and (written or not number):
            self.near_misses += [Finding(row.line, line.text, "row")] if any(row.cells) else []
            return None
        hours = _HOURS.fullmatch(row.cell(columns.hours))
        holes = {**(match.holes if match else {}), "title": row.cell(columns.title)}
        holes |= {"day": number[0]} if number else {}
        holes |= {"hours": hours[1]} if hours else {}
        # What has no number and no hours is text.
        names = [name for name, found in ((columns.day, number), (columns.hours, hours)) if name and not found]
        cells = [(name, text) for name in (*columns.text, *names) if (text := row.cell(name))]
        texts = [text if (name,) == columns.text else f"**{name}:** {text}" for name, text in cells]
        lines = list(range(row.line, row.last_line + 1))
        for number_of_line in lines:
            self.places.put(number_of_line, Role.MARK, row.line)
        self._check_columns(row, columns)
        return Day(line, holes, text="\n\n".join(texts), marks=lines)

    def _check_columns(self, row: Row, columns: LogColumns) -> None:
        """Report the columns of a table that the recipe does not read."""
        named = [name for _, name in columns if isinstance(name, str)]
        read = {column_index(row.names, name) for name in (*columns.text, *named)}
        for index, cell in enumerate(row.cells):
            if cell and index not in read:
                name = row.names[index] if index < len(row.names) else f"number {index + 1}"
                self.checks.append(Finding(row.line, f"the column `{name}` is not read", f"column {index}"))

    def _read_first_line(self, day: Day) -> None:
        """Take the holes of the first line below a day, if a pattern matches it."""
        first = next(iter(day.content), None)
        if first and first.may_mark and (match := self.uses["first_line"].match(first.mark)):
            day.holes = {**match.holes, **day.holes}
            day.lines = day.lines[day.lines.index(first) + 1 :]
            day.marks.append(first.number)
            self.places.put(first.number, Role.MARK, day.line)

    def without_skipped(self, days: Sequence[Day]) -> list[Day]:
        """Return the days without those that `skip` leaves out, and those whose text is that of the template."""
        skip, kept = self.uses["skip"], []
        template = next((day.words for day in days if day.line == self.recipe.template), None)
        for day in days:
            lines = [day.mark, *day.lines] if skip.patterns else []
            if any(skip.match(line.mark) for line in lines if line.may_mark):
                self._drop(day, "skip")
            elif template is not None and day.words == template:
                self._drop(day, "template")
            else:
                kept.append(day)
        return kept

    def without_copies(self, days: Sequence[Day]) -> list[Day]:
        """Return the days with the one that has the most text of each that is there several times."""
        groups: defaultdict[object, list[Day]] = defaultdict(list)
        for day in days:
            written = day.date if self.recipe.day_1 is None else None
            key = (day.number, day.number_in("round"), day.holes.get("series", "").casefold(), written)
            groups[day.line if day.number is None else key].append(day)
        best_of = {day.line: max(same, key=lambda day: len(day.words)) for same in groups.values() for day in same}
        kept = []
        for day in days:
            best = best_of[day.line]
            if best is day:
                kept.append(day)
                continue
            what = "with the same text" if day.words == best.words else "which is longer"
            self._check(day, f"day {day.number} is also in line {best.line}, {what}")
            self._drop(day, "copies")
        return kept

    def _drop(self, day: Day, key: str) -> None:
        self.places.move({day.line, *day.marks, *(line.number for line in day.lines)}, Role.DROPPED, key)

    def _check(self, day: Day, message: str, kind: str = "") -> None:
        self.checks.append(Finding(day.line, message, kind))

    def check_numbers(self, days: Sequence[Day]) -> None:
        """Report hours and ranges that are not possible, and numbers that several days of a series have."""
        lines: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for day in days:
            first, last = day.numbers or (0, -1)
            if (written := day.number_in("last")) is not None and written < first:
                self._check(day, f"the range of days {first}-{written} runs backwards", "range")
            if (hours := Match(day.holes).hours) > MAX_HOURS:
                self._check(day, f"{hours:g} hours are more than a day can have", "hours")
            for number in range(first, last + 1):
                lines[day.series, number].append(day.line)
        for (_, number), numbers in lines.items():
            if len(numbers) > 1:
                shown = ", ".join(map(str, numbers[:4])) + (", …" if len(numbers) > 4 else "")
                message = f"{len(numbers)} days have the number {number} (lines {shown})"
                self.checks.append(Finding(numbers[0], message, "number"))


def _with_level(line: Line, mark: Line) -> str:
    """Return a line of a day's text; headings directly below a day get level 2, since 1 is that of the title."""
    if line.kind is not LineKind.HEADING or not line.text.lstrip().startswith("#"):
        return line.text
    outer = mark.level if mark.kind is LineKind.HEADING else 0
    level = max(2, line.level - outer + 1) if outer else max(2, line.level)
    return _HEADING.sub(lambda match: f"{match[1]}{'#' * level}", line.text, count=1)
