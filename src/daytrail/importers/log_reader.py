"""Reader of logs: days by a recipe, with the place of each line. It reads no date and no number without a pattern."""

import datetime
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from pathlib import PurePosixPath
from textwrap import dedent

from daytrail.importers.document import Document, Line, LineKind, Row, split_front_matter
from daytrail.importers.item_text import find_links, plain
from daytrail.importers.patterns import Match, Pattern, abstract, core, number_of_name
from daytrail.importers.preview import Finding, Preview
from daytrail.importers.reader import NO_HEADING, READ, Reader
from daytrail.importers.recipe import LogRecipe

_HEADING = re.compile(r"(\s{0,3})(#{1,6})(?=\s)")
_KEY = re.compile(r"^(date|day|title)\s*[:=]\s*(.+)$", re.MULTILINE)
_HOURS = re.compile(r"\W*(\d{1,3}(?:[.,]\d+)?)\s*(?:h|hrs?|hours?)?\W*", re.IGNORECASE)
_ISO_DATE = Pattern("{yyyy}-{m}-{d}{any}")
_NEW_YEAR = 5
"""From a step back of more than so many months on, a new year has begun."""


@dataclass(eq=False)
class Day:
    """A day of a log, which becomes an entry: what is in the holes of its lines, and its text."""

    mark: Line
    """The line, the row or the name of the file that begins it."""
    holes: dict[str, str]
    text: str = ""
    """That of a row or a file."""
    file: str = ""
    """Name of its file, if the log is a folder with a file a day."""
    lines: list[Line] = field(default_factory=list)
    """The lines below."""
    marks: list[int] = field(default_factory=list)
    """Numbers of the lines with what is in its holes."""
    heading: tuple[int | None, int | None] = (None, None)
    """The year and the month that a heading states for it."""
    date: datetime.date | None = None
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
        """Its title without markup, behind the number of its week."""
        title, week = plain(self.holes.get("title", "")), self.number_in("week")
        return title if week is None else f"Week {week}" + (f": {title}" if title else "")

    @property
    def links(self) -> tuple[str, ...]:
        """URLs in its title."""
        return tuple(dict.fromkeys(link.url for link in find_links(self.holes.get("title", ""))))

    @property
    def hours(self) -> float | None:
        """Its hours."""
        return Match(self.holes).hours or None

    @cached_property
    def content(self) -> Sequence[Line]:
        """Its lines without the empty lines and rules around them."""
        full = [index for index, line in enumerate(self.lines) if not line.is_empty]
        return self.lines[full[0] : full[-1] + 1] if full else ()

    @cached_property
    def body(self) -> str:
        """Its text as an entry has it."""
        text = "\n".join(_with_level(line, self.mark) for line in self.content)
        first = self.holes.get("text", "")
        if self.mark.kind is LineKind.ITEM:
            text = dedent(text)
            first = f"- [{self.mark.box}] {first}".rstrip() if self.mark.box else first
        return "\n".join(filter(None, (first, text, self.text)))

    @cached_property
    def words(self) -> str:
        """All its words, for comparisons."""
        texts = (self.holes.get("text", ""), self.text, *(line.text for line in self.lines))
        return " ".join(re.findall(r"\w+", " ".join(texts)))


def read_log(document: Document, recipe: LogRecipe, today: date | None = None) -> "Log":
    """Read a log by its recipe; days after `today` are reported."""
    log = Log(document, recipe, with_near_misses=True)
    dates, checks = find_dates(log.days, recipe, today)
    log.checks += checks
    for day, title in zip(log.days, _series_titles(recipe, log.days), strict=True):
        day.date, day.series = dates.get(day.line), title
    log.finish()
    return log


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


class Log(Reader[LogRecipe]):
    """A log as its recipe reads it. Its days have no dates yet, which a proposal does not need."""

    def __init__(self, document: Document, recipe: LogRecipe, *, with_near_misses: bool = False) -> None:
        super().__init__(document, recipe)
        self.days: list[Day] = []
        """In the order of the document."""
        self._with_near_misses = with_near_misses
        self._levels = {pattern.level for pattern in recipe.days} - {0}
        self._cores = {core(pattern.source) for pattern in recipe.days} - {""}
        self._of_items = any(pattern.source.startswith("-") for pattern in recipe.days)
        self._read()

    def goals(self) -> Mapping[str, int | date | None]:
        """Return the total or the goal of each series that days belong to, by its title."""
        counts = Counter(day.series for day in self.days if day.series)
        title = max(counts, key=lambda name: (name == self.recipe.series, counts[name]), default="")
        return {name: self.recipe.goal if name == title else None for name in counts}

    def _read(self) -> None:
        """Read the days with their lines, without those that a key leaves out."""
        if self.document.files:
            self._read_files()
        elif self.recipe.columns:
            for line in self.document.lines:
                is_new = line.kind is LineKind.ROW and line.number not in self.places
                if is_new and self.read_row(line, self.recipe.columns):
                    self.put([line.number])
        else:
            self._read_lines()
        template = next((day.words for day in self.days if day.line == self.recipe.template), None)
        for day in self.days:
            lines = [day.mark, *day.lines] if self.recipe.skip else []
            if any(self.match(self.recipe.skip, line.mark) for line in lines if line.may_mark):
                self._drop(day, "skip")
            elif template is not None and day.words == template:
                self._drop(day, "template")
        self._keep_days()

    def _add(self, line: Line, holes: Mapping[str, str], text: str = "") -> Day:
        self.put([line.number])
        self.days.append(Day(line, dict(holes), text, marks=[line.number]))
        return self.days[-1]

    def _drop(self, day: Day, key: str) -> None:
        self.put([*day.marks, *(line.number for line in day.lines)], key)

    def _keep_days(self) -> None:
        """Keep the days that no key leaves out."""
        self.days = [day for day in self.days if self.places[day.line] == READ]

    def _read_files(self) -> None:
        """Read a folder; a file without a date in its name may have it in its front matter."""
        for line in self.document.lines:
            name = PurePosixPath(line.text).name
            if match := self.match(self.recipe.files, name):
                front_matter, body = split_front_matter(self.document.files[line.text])
                stated = {key: value.strip(" \"'") for key, value in _KEY.findall(front_matter)}
                date_in_file = None if "d" in match.holes else _ISO_DATE.match(stated.get("date", ""))
                number = {"day": stated["day"]} if stated.get("day", "").isdecimal() else {}
                holes = {"title": stated.get("title", ""), **match.holes, **(date_in_file or match).holes, **number}
                self._add(line, holes, body.strip("\n")).file = line.text

    def _read_lines(self) -> None:
        """Read a document in which lines begin the days."""
        current: Day | None = None
        # Headings above the days end them; of plain lines, those as high as the heading that the first one is below.
        outer = min(self._levels) - 1 if self._levels else 6 if self._of_items else None
        level_above, heading, first = 0, Day.heading, 0
        is_below = self.recipe.year_stands == "below"
        for line in self.document.lines:
            self.line = line.number
            key, match = self._find_key(line) if line.may_mark else ("", None)
            if match and key == "year_heading":
                heading = (match.number("yyyy") or heading[0], _month(match.holes))
                for day in self.days[first:] if is_below else ():
                    day.heading = heading
                first = len(self.days)
                self.put([line.number])
                current = None
            elif match and key == "days":
                outer = level_above if outer is None else outer
                current = self._add(line, match.holes)
                current.heading = Day.heading if is_below else heading
            elif match and key == "drop":
                self.put([line.number], "drop")
            else:
                level = line.level if line.kind is LineKind.HEADING else NO_HEADING
                level_above = level if level < NO_HEADING else level_above
                if match or level <= (outer or 0):
                    current = None
                elif line.may_mark and self._with_near_misses and self._is_near_miss(line, in_day=bool(current)):
                    self.near_misses.append(Finding(line.number, line.text, abstract(line.mark)))
                if current:
                    current.lines.append(line)
        for day in self.days if self.recipe.first_line else ():
            self._read_first_line(day)

    def _find_key(self, line: Line) -> tuple[str, Match | None]:
        """Return the key of the recipe that has a pattern for a line, with what is in the holes."""
        for key in ("year_heading", "days", "drop", "ends"):
            patterns: Sequence[Pattern] = getattr(self.recipe, key)
            if patterns and (match := self.match(patterns, line.mark, drops_any=key == "days")):
                return key, match
        return "", None

    def _is_near_miss(self, line: Line, *, in_day: bool) -> bool:
        """Return whether a line that fits no pattern looks as if it began a day."""
        pattern = abstract(line.mark) or next((d.source for d in self.recipe.days if d.nearly_matches(line.mark)), "")
        if line.kind is LineKind.HEADING and self._levels:
            return bool(pattern) or (line.level in self._levels and in_day)
        is_mark = line.kind is (LineKind.ITEM if self._of_items else LineKind.TEXT) and line.level == 0
        return bool(pattern) and (core(pattern) in self._cores or (is_mark and not self._levels))

    def _read_first_line(self, day: Day) -> None:
        """Take the holes of the first line below a day, if a pattern matches it."""
        first = next((line for line in day.lines if not line.is_empty), None)
        if first and first.may_mark and (match := self.match(self.recipe.first_line, first.mark, drops_any=True)):
            day.holes = {**match.holes, **day.holes}
            day.lines = day.lines[day.lines.index(first) + 1 :]
            day.marks.append(first.number)
            self.put([first.number])

    def add_row(self, row: Row) -> bool:
        """Add a day; a row that has neither a date nor a number is a near miss."""
        line = self.document.lines[row.line - 1]
        written, time = self.cell(row, "date"), self.cell(row, "hours")
        match = self.match(self.recipe.days or (_ISO_DATE,), written)
        number, hours = re.search(r"\d{1,4}", self.cell(row, "day")), _HOURS.fullmatch(time)
        if not match and (written or not number):
            self.near_misses += [Finding(row.line, line.text, "row")] if any(row.cells) else []
            return False
        holes = {**(match.holes if match else {}), "title": self.cell(row, "title")}
        holes |= {"day": number[0]} if number else {}
        holes |= {"hours": hours[1]} if hours else {}
        is_named = len(self.recipe.columns.get("text", ())) > 1
        paragraphs = [f"**{name}:** {text}" if is_named else text for name, text in self.cells(row, "text")]
        # What has no number and no hours is text.
        unread = [*(() if hours else self.cells(row, "hours")), *(() if number else self.cells(row, "day"))]
        paragraphs += [f"**{name}:** {text}" for name, text in unread]
        self._add(line, holes, "\n\n".join(paragraphs)).marks += range(row.line + 1, row.last_line + 1)
        return True

    def finish(self) -> None:
        """Leave out copies, check the numbers of days with dates, and record the places of their lines."""
        if self.recipe.copies == "longest":
            self._drop_copies()
        lines: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for day in self.days:
            self.put(line.number for line in day.content)
            first, last = day.numbers or (0, -1)
            if (written := day.number_in("last")) is not None and written < first:
                self.checks.append(Finding(day.line, f"the range of days {first}-{written} runs backwards", "range"))
            for number in range(first, last + 1):
                lines[day.series, number].append(day.line)
        for (_, number), numbers in lines.items():
            if len(numbers) > 1:
                shown = ", ".join(map(str, numbers[:4])) + (", …" if len(numbers) > 4 else "")
                message = f"{len(numbers)} days have the number {number} (lines {shown})"
                self.checks.append(Finding(numbers[0], message, "number"))

    def _drop_copies(self) -> None:
        """Keep of days with the same number, round, series and date the one that has the most text."""
        groups: defaultdict[object, list[Day]] = defaultdict(list)
        for day in self.days:
            written = day.date if self.recipe.day_1 is None else None
            key = (day.number, day.number_in("round"), day.holes.get("series", "").casefold(), written)
            groups[day.line if day.number is None else key].append(day)
        for same in groups.values():
            best = max(same, key=lambda day: len(day.words))
            for day in same:
                if day is not best:
                    what = "with the same text" if day.words == best.words else "which is longer"
                    message = f"day {day.number} is also in line {best.line}, {what}"
                    self.checks.append(Finding(day.line, message))
                    self._drop(day, "copies")
        self._keep_days()

    # -- preview --

    def result(self) -> Preview:
        """Return the preview."""
        days = sorted(self.days, key=lambda day: (day.date or date.max, day.number or 0))
        names = ("line", "date", "numbers", "series", "title", "hours")
        data = {"days": [{name: getattr(day, name) for name in names} for day in days]}
        return self.preview([_summary(days)], list(_samples(days)), data)


def _summary(days: Sequence[Day]) -> str:
    """Return the counts, as in `59 days, 6 October 2025 to 15 February 2026, in the series ML Systems`."""
    dates = [f"{day.date.day} {day.date:%B %Y}" for day in days if day.date]
    series = Counter(day.series for day in days if day.series)
    names = [name if len(series) == 1 else f"{name} ({count})" for name, count in series.items()]
    empty = sum(not (day.body or day.title) for day in days)
    parts = [
        f"{len(days)} day{'s' if len(days) != 1 else ''}",
        " to ".join(dict.fromkeys((dates[0], dates[-1]) if dates else ())),
        f"in the series {', '.join(names)}" if names else "in no series of their own",
        f"{len(days) - len(dates)} without a date" if len(dates) < len(days) else "",
        f"{empty} without text" if empty else "",
    ]
    return ", ".join(filter(None, parts))


def _samples(days: Sequence[Day]) -> Iterator[str]:
    """Yield a line for each of the first and the last three days."""
    for index, day in enumerate(days):
        if index < 3 or index >= len(days) - 3:
            label = "first" if not index else "last" if index == len(days) - 1 else ""
            when = f"{day.date.day:2} {day.date:%b %Y}" if day.date else "no date"
            number = f"Day {'-'.join(map(str, dict.fromkeys(day.numbers)))}" if day.numbers else ""
            text = " ".join(day.body.split())[:60]
            yield "  ".join(filter(None, (f"{label:5}", when, number, day.title, text)))


def _with_level(line: Line, mark: Line) -> str:
    """Return a line of a day's text; headings directly below a day get level 2, since 1 is that of the title."""
    if line.kind is not LineKind.HEADING or not line.text.lstrip().startswith("#"):
        return line.text
    outer = mark.level if mark.kind is LineKind.HEADING else 1
    return _HEADING.sub(lambda match: f"{match[1]}{'#' * max(2, line.level - outer + 1)}", line.text, count=1)


# -- dates --


def _month(holes: Mapping[str, str]) -> int | None:
    month = number_of_name("month", holes["month"]) if "month" in holes else None
    return int(holes["m"]) if "m" in holes else month


def _year(holes: Mapping[str, str]) -> int | None:
    return int(holes["yyyy"]) if "yyyy" in holes else 2000 + int(holes["yy"].strip("'")) if "yy" in holes else None


def find_dates(
    days: Sequence[Day], recipe: LogRecipe, today: date | None = None
) -> tuple[dict[int, date], list[Finding]]:
    """Return the dates of days, by their lines, and what is wrong with them, as a day after `today`."""
    dates: dict[int, date] = {}
    checks: list[Finding] = []
    back = recipe.order == "newest first"
    year = recipe.year or next(filter(None, (_year(one.holes) for one in days)), None)
    previous: tuple[int, int] | None = None
    before: date | None = None
    for one in days:
        line, holes, number = one.line, one.holes, one.number_in("d")
        month = _month(holes) or (one.heading[1] if number else None)
        if month and number:
            stated = _year(holes) or one.heading[0]
            is_step_back = previous and ((month, number) > previous) == back
            if not stated and year and previous and is_step_back and abs(month - previous[0]) > _NEW_YEAR:
                year += -1 if back else 1
            year, previous = stated or year, (month, number)
        try:
            day = _date(holes, year, month, number, recipe)
        except (ValueError, OverflowError):
            checks.append(Finding(line, f"{year}-{month}-{number} is no date; the day has none", "no date"))
            continue
        if day:
            dates[line] = day
            checks += [Finding(line, message, kind) for kind, message in _contradictions(day, holes, recipe, today)]
        if day and number:
            if before and before != day and (day > before) == back:
                checks.append(Finding(line, f"{day} is {'after' if back else 'before'} {before} above it", "order"))
            before = day
    return dates, checks


def _date(
    holes: Mapping[str, str], year: int | None, month: int | None, number: int | None, recipe: LogRecipe
) -> date | None:
    """Return the date of a day. Raises ValueError or OverflowError if there is no such date."""
    if year and month and number:
        return date(year, month, number)
    if not month and recipe.day_1 and "day" in holes:
        return recipe.day_1 + timedelta(days=int(holes["day"]) - 1)
    if not month and isinstance(recipe.goal, date) and "left" in holes:
        return recipe.goal - timedelta(days=int(holes["left"]))
    return None


def _contradictions(
    day: date, holes: Mapping[str, str], recipe: LogRecipe, today: date | None
) -> Iterator[tuple[str, str]]:
    """Yield kind and message of what else is written about a date and differs from it."""
    weekday = number_of_name("weekday", holes["weekday"]) if "weekday" in holes else None
    if weekday is not None and weekday != day.weekday():
        yield "weekday", f"{day} is a {day:%A}, not a {holes['weekday']}"
    if isinstance(recipe.goal, date) and "left" in holes and (recipe.goal - day).days != int(holes["left"]):
        yield "left", f"{day} is {(recipe.goal - day).days} days before {recipe.goal}, not {holes['left']}"
    if today and day > today:
        yield "future", f"{day} is in the future"
