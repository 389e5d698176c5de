"""Reader of logs: days by a recipe, with the place of each line. It reads no date and no number without a pattern."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import PurePosixPath
from textwrap import dedent

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
MAX_HOURS = 48
"""The most hours that an entry may have."""


@dataclass(frozen=True)
class Day:
    """A day of a log, which becomes an entry."""

    line: int
    """Its first line in the document."""
    date: date | None
    numbers: tuple[int, int] | None = None
    """The first and the last day that it covers."""
    series: str = ""
    """Title of its series; empty if it is in none of its own."""
    title: str = ""
    body: str = ""
    hours: float | None = None
    links: tuple[str, ...] = ()
    """URLs in its title."""
    file: str = ""
    """Name of its file, if the log is a folder with a file a day."""

    @property
    def number(self) -> int | None:
        """Its number; of a range, the first."""
        return self.numbers[0] if self.numbers else None


@dataclass
class Section:
    """The line or row that begins a day, what is in its holes, and the lines below it."""

    line: Line
    holes: dict[str, str]
    lines: list[Line] = field(default_factory=list)
    body: str | None = None
    """The text of a row or a file; None for text that is in the lines."""
    file: str = ""
    marks: list[int] = field(default_factory=list)
    """Numbers of further lines with what is in its holes."""

    def number(self, hole: str) -> int | None:
        """Return the number in a hole; None if there is none."""
        return Match(self.holes).number(hole)

    @property
    def first_line(self) -> Line | None:
        """The first line below it that is not empty."""
        return next((line for line in self.lines if not line.is_empty), None)

    @property
    def words(self) -> str:
        """All its words, for comparisons."""
        text = self.body if self.body is not None else "\n".join(line.text for line in self.lines)
        return " ".join(re.findall(r"\w+", f"{self.holes.get('text', '')} {text}"))


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
    undated, empty = sum(not day.date for day in days), sum(not (day.body or day.title) for day in days)
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
    sections = reader.without_skipped(reader.sections())
    dates, checks = find_dates([(one.line.number, one.holes) for one in sections], reader.years, recipe, today)
    reader.checks += checks
    if recipe.copies == "longest":
        sections = reader.without_copies(sections, dates)
    titles = _series_titles(recipe, sections)
    days = [
        reader.read_day(section, dates.get(section.line.number), title)
        for section, title in zip(sections, titles, strict=True)
    ]
    if recipe.copies != "longest":
        reader.check_numbers(days)
    unused = [path for use in reader.uses.values() for path in use.unused()]
    return LogResult(days, reader.places, reader.near_misses, reader.checks, unused, recipe)


def split_days(document: Document, recipe: LogRecipe) -> tuple[Sequence[Section], Sequence[YearMark]]:
    """Return the days of a document with their lines, and the headings that state years, for a proposal."""
    reader = _Reader(document, recipe, with_near_misses=False)
    return reader.without_skipped(reader.sections()), reader.years


def _series_titles(recipe: LogRecipe, sections: Sequence[Section]) -> Iterator[str]:
    """Yield the title of the series of each day; empty for none."""
    default = recipe.series or ""
    names = [section.holes.get("series", default) for section in sections]
    titles = {name.casefold(): name for name in reversed([default, *names])}
    titles |= {old.casefold(): new for old, new in recipe.rename.items()}
    rounds = [section.number("round") for section in sections]
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
        self._cores = {core(pattern.source) for pattern in recipe.days}
        self._of_items = any(pattern.source.startswith("-") for pattern in recipe.days)

    def sections(self) -> list[Section]:
        """Return the days of a document with their lines."""
        if self.document.files:
            return list(self._sections_of_files())
        if self.recipe.columns:
            rows = (self._section_of_row(row, self.recipe.columns) for row in self.document.rows)
            return [section for section in rows if section]
        sections = self._sections_of_lines()
        for section in sections if self.recipe.first_line else ():
            self._read_first_line(section)
        return sections

    def _sections_of_files(self) -> Iterator[Section]:
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
            yield Section(line, holes, body=body.strip("\n"), file=line.text)

    def _sections_of_lines(self) -> list[Section]:
        """Return the days of a document in which lines begin them."""
        sections: list[Section] = []
        current: Section | None = None
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
                current = Section(line, dict(match.holes))
                sections.append(current)
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
        return sections

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

    def _section_of_row(self, row: Row, columns: LogColumns) -> Section | None:
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
        return Section(line, holes, body="\n\n".join(texts), marks=lines)

    def _check_columns(self, row: Row, columns: LogColumns) -> None:
        """Report the columns of a table that the recipe does not read."""
        named = [name for _, name in columns if isinstance(name, str)]
        read = {column_index(row.names, name) for name in (*columns.text, *named)}
        for index, cell in enumerate(row.cells):
            if cell and index not in read:
                name = row.names[index] if index < len(row.names) else f"number {index + 1}"
                self.checks.append(Finding(row.line, f"the column `{name}` is not read", f"column {index}"))

    def _read_first_line(self, section: Section) -> None:
        """Take the holes of the first line below a day, if a pattern matches it."""
        first = section.first_line
        if first and first.may_mark and (match := self.uses["first_line"].match(first.mark)):
            section.holes = {**match.holes, **section.holes}
            section.lines = section.lines[section.lines.index(first) + 1 :]
            section.marks.append(first.number)
            self.places.put(first.number, Role.MARK, section.line.number)

    def without_skipped(self, sections: Sequence[Section]) -> list[Section]:
        """Return the days without those that `skip` leaves out, and those whose text is that of the template."""
        skip, kept = self.uses["skip"], []
        template = next((one.words for one in sections if one.line.number == self.recipe.template), None)
        for section in sections:
            lines = [section.line, *section.lines] if skip.patterns else []
            if any(skip.match(line.mark) for line in lines if line.may_mark):
                self._drop(section, "skip")
            elif template is not None and section.words == template:
                self._drop(section, "template")
            else:
                kept.append(section)
        return kept

    def without_copies(self, sections: Sequence[Section], dates: Mapping[int, date]) -> list[Section]:
        """Return the days with the one that has the most text of each that is there several times."""
        groups: defaultdict[object, list[Section]] = defaultdict(list)
        for section in sections:
            number, line = section.number("day"), section.line.number
            series = section.holes.get("series", "").casefold()
            day = dates.get(line) if self.recipe.day_1 is None else None
            groups[line if number is None else (number, section.number("round"), series, day)].append(section)
        left_out = set[int]()
        for same in groups.values():
            best = max(same, key=lambda section: len(section.words))
            for other in same:
                if other is not best:
                    what = "with the same text" if other.words == best.words else "which is longer"
                    message = f"day {other.number('day')} is also in line {best.line.number}, {what}"
                    self._check(other, message)
                    self._drop(other, "copies")
                    left_out.add(other.line.number)
        return [section for section in sections if section.line.number not in left_out]

    def _drop(self, section: Section, key: str) -> None:
        lines = {section.line.number, *section.marks, *(line.number for line in section.lines)}
        self.places.move(lines, Role.DROPPED, key)

    def read_day(self, section: Section, day: date | None, series: str) -> Day:
        """Return the day of a section, and record the places of its lines."""
        first, last = section.number("day"), section.number("last")
        numbers = None if first is None else (first, first if last is None else last)
        if numbers and numbers[1] < numbers[0]:
            self._check(section, f"the range of days {numbers[0]}-{numbers[1]} runs backwards", "range")
            numbers = (numbers[0], numbers[0])
        hours = float(section.holes["hours"].replace(",", ".")) if section.holes.get("hours") else None
        if hours is not None and hours > MAX_HOURS:
            self._check(section, f"{hours:g} hours are more than a day can have", "hours")
            hours = None
        written = section.holes.get("title", "")
        title, urls = plain(written), (link.url for link in find_links(written))
        if section.number("week") is not None and first is not None:
            title = f"Week {section.number('week')}" + (f": {title}" if title else "")
        body = section.body if section.body is not None else self._body(section)
        links = tuple(dict.fromkeys(urls))
        return Day(section.line.number, day, numbers, series, title, body, hours, links, section.file)

    def _check(self, section: Section, message: str, kind: str = "") -> None:
        self.checks.append(Finding(section.line.number, message, kind))

    def _body(self, section: Section) -> str:
        """Return the text of a day without the empty lines and rules around it."""
        full = [index for index, line in enumerate(section.lines) if not line.is_empty]
        lines = section.lines[full[0] : full[-1] + 1] if full else []
        for line in lines:
            self.places.put(line.number, Role.TEXT, section.line.number)
        text = "\n".join(_with_level(line, section.line) for line in lines)
        if section.line.kind is LineKind.ITEM:
            text = dedent(text)
        first = section.holes.get("text", "")
        if section.line.box:
            first = f"- [{section.line.box}] {first}".rstrip()
        return "\n".join(filter(None, (first, text)))

    def check_numbers(self, days: Sequence[Day]) -> None:
        """Report numbers that several days of a series have."""
        lines: defaultdict[tuple[str, int], list[int]] = defaultdict(list)
        for day in days:
            for number in range(day.numbers[0], day.numbers[1] + 1) if day.numbers else ():
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
