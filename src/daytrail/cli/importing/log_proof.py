"""Proof that an import of a log lost nothing: its days and their text are in the entry of each day, or in the report.

The lines of the source from the first line of an entry to that of the next one must be in that entry, in the page for
the rest, or in the report, word for word. A line that is not, such as a heading, is compared by words, links and
checkboxes; a date or a day number at its beginning must be those of the entry.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby, pairwise

from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.text.coverage import BOX_SIGNS, Box, BoxState, Content, Proof, box_loss, find_words
from daytrail.importers.text.dates import WrittenDate, match_date
from daytrail.importers.text.diagnostics import UNPARSED_LINE, WORD, by_line, diagnostic
from daytrail.importers.text.outline import read_outline
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_BOX = re.compile(r"\s*(?:>\s*)*(?:[-*+•]|\d+[.)])\s*\[(?P<sign>[ xX~-]?)\](?:\s+(?P<text>.*)|$)")
_MARKUP = re.compile(r"[\s#>*_+|•-]*(?:\[[ xX~-]?\]\s+)?[\s*_|(\[#]*")
"""Text allowed before a date or a day number at the beginning of a line."""
_DAY_NUMBER = re.compile(
    rf"(?:{any_of('days')})\s*[#:-]?\s*(?P<number>\d{{1,4}})(?:[-–](?P<last>\d{{1,4}})(?!\d))?(?![\d.%]|[/-]\d+[/-]\d)",
    re.IGNORECASE,
)
_BEHIND_NUMBER = re.compile(r"(?:\s*/\s*\d+)?[\s:–—|,(*_.\])-]*")
_TITLE = re.compile(r" {0,3}#{1,6}\s|\s*(?:\*\*|__)[^*_]+(?:\*\*|__)\s*$")
"""A heading, or a line in bold."""
_DAY_NUMBER_AT_END = re.compile(rf"\b(?:{any_of('days')})\s*[#:-]?\s*(?P<number>\d{{1,4}})\W*$", re.IGNORECASE)
_MOST_DAYS_OF_RANGE = 60
_KEY = re.compile(r"^(date|day): *['\"]?([^'\"\n]*)", re.MULTILINE)
_OTHER_COPY = ("duplicate-day", "empty-template")
"""Codes of doubts about days that became no entry of their own."""

_DOUBTED_TITLES = ("day-in-text", "other-form")
_MONTHS = 12


@dataclass(frozen=True)
class WrittenEntry:
    """An entry as its file is after the import."""

    line: int
    """Its first line in the source."""
    name: str
    """Of its file."""
    text: str
    is_changed: bool = False
    """Whether the file exists and its writer has changed it."""
    lines_of_difference: Set[str] = frozenset()
    """The lines that it lacks, as a diff in the report shows, since the source has more than an earlier import had."""

    @cached_property
    def front_matter(self) -> dict[str, str]:
        """Its date and its day number, as texts."""
        return dict(_KEY.findall(self.text.partition("\n---\n")[0]))

    @property
    def date(self) -> date | None:
        """Its date; None without one."""
        try:
            return date.fromisoformat((self.front_matter.get("date") or self.name)[:10])
        except ValueError:
            return None

    @property
    def day_numbers(self) -> tuple[int, int] | None:
        """The first and the last day that it covers; None without a number."""
        numbers = [int(number) for number in re.findall(r"\d+", self.front_matter.get("day", ""))]
        return (numbers[0], numbers[-1]) if numbers else None


def losses_of_log(source: str, log: ImportedLog, entries: Sequence[WrittenEntry], page: str) -> list[Problem]:
    """Return what the entries of a log, a page, and its report lack of the source, with the lines where they do."""
    return by_line(_LogProof(source, log, entries, page).losses())


class _Text:
    """A text of a result. What is left of it, once its lines are taken, is compared by words and links."""

    def __init__(self, text: str) -> None:
        self._lines = Counter(map(_bare, text.split("\n")))

    def take_line(self, line: str) -> bool:
        """Remove a line, whatever its level and indentation; return whether it is there."""
        bare = _bare(line)
        if self._lines[bare] > 0:
            self._lines[bare] -= 1
            return True
        return not bare

    @cached_property
    def content(self) -> Content:
        """The words and links of the lines that are left."""
        return Content(self._lines.elements())

    @cached_property
    def boxes(self) -> dict[str, BoxState]:
        """The states of the checkboxes that are left, by their words."""
        boxes = map(_read_box, self._lines.elements())
        return {" ".join(box.words): box.state for box in boxes if box}


def _bare(line: str) -> str:
    return line.strip().lstrip("#").lstrip()


def _read_box(line: str, number: int = 0) -> Box | None:
    match = _BOX.match(line)
    if not match:
        return None
    text = match["text"] or ""
    return Box(tuple(WORD.findall(text.casefold())), BOX_SIGNS[match["sign"]], number, text)


class _LogProof:
    def __init__(self, source: str, log: ImportedLog, entries: Sequence[WrittenEntry], page: str) -> None:
        reported = [problem.message for problem in log.diagnostics if problem.code == UNPARSED_LINE]
        self._rest = _Text("\n".join([page, *reported]))
        texts = [page, *reported, *(entry.text for entry in entries)]
        series = (draft.series for draft in log.drafts)
        self._proof = Proof(source, [*texts, *dict.fromkeys(series)], log.diagnostics, log.structure)
        self._entries = sorted(entries, key=lambda entry: entry.line)
        self._reported = defaultdict(str, {problem.location.line: problem.message for problem in self._proof.unparsed})
        self._first_lines = {entry.line for entry in entries}
        self._dates = {entry.date for entry in entries if entry.date}
        self._numbers = {number for entry in entries for number in entry.day_numbers or ()}
        self._lines_of_copies: set[int] = set()
        self._doubted_titles = {one.location.line for one in log.diagnostics if one.code in _DOUBTED_TITLES}
        self._copies = {problem.location.line for problem in log.diagnostics if problem.code in _OTHER_COPY}

    def losses(self) -> Iterator[Problem]:
        lines = self._proof.lines
        groups = {line: list(group) for line, group in groupby(self._entries, key=lambda entry: entry.line)}
        groups = {1: [], **{line: [] for line in self._copies}, **groups, len(lines) + 1: []}
        changed_lines: list[tuple[list[WrittenEntry], _Text, list[int]]] = []
        known_lines: set[str] = set()
        for (first, entries), (end, _) in pairwise(sorted(groups.items())):
            text = _Text("\n".join(entry.text for entry in entries))
            own_lines = range(first, min(end, _last_known_line(lines, first, end, entries) + 1))
            shown = {line for entry in entries for line in entry.lines_of_difference} if entries else ()
            missing = [
                number
                for number in own_lines
                if not (text.take_line(line := lines[number - 1]) or line.strip() in shown)
            ]
            if entries:
                yield from self._days_in_text(sorted(set(own_lines).difference(missing)))
            changed_lines.append((entries, text, missing))
            known_lines |= set() if first in self._copies else {_bare(lines[number - 1]) for number in own_lines}
        for entries, _, numbers in changed_lines:  # all lines of the rest, before its words are compared
            is_copy = not entries and not self._copies.isdisjoint(numbers)
            self._lines_of_copies.update(numbers if is_copy else ())
            numbers[:] = [
                number
                for number in numbers
                if not self._rest.take_line(lines[number - 1])
                and not (is_copy and _bare(lines[number - 1]) in known_lines)
            ]
        for entries, text, numbers in changed_lines:
            days = Counter((entry.date, entry.front_matter.get("day")) for entry in entries)
            repeated = [day for day, count in days.items() if count > 1]
            yield from (diagnostic(entries[0].line, "extra-day", str(day or number)) for day, number in repeated)
            for number in numbers:
                yield from self._losses_of_line(number, entries, text)

    def _losses_of_line(self, number: int, entries: Sequence[WrittenEntry], text: _Text) -> Iterator[Problem]:
        line = self._proof.lines[number - 1]
        yield from self._proof.losses_of_line(number, [text.content, self._rest.content])
        mark = _read_mark(line)
        if mark.dates or mark.day_numbers:
            yield from self._wrong_days(number, mark, entries)
        elif (box := _read_box(line, number)) and not (box.state == "ticked" and number in self._first_lines):
            states = [one.boxes.get(" ".join(box.words)) for one in (text, self._rest)]
            if box.state not in states:
                yield box_loss(box, next(filter(None, states), None))

    def _wrong_days(self, number: int, mark: "_Mark", entries: Sequence[WrittenEntry]) -> Iterator[Problem]:
        """Yield a diagnostic for the date and one for the number of a line that are not those of its entry."""
        reported = self._reported[number]
        if number in self._lines_of_copies:
            if self._is_no_day(mark):
                yield diagnostic(number, "missing-day", self._proof.lines[number - 1].strip())
            return
        dates = mark.dates
        if dates and mark.date not in reported and not any(_is_one_of(entry.date, dates) for entry in entries):
            yield diagnostic(number, "missing-day", _difference(mark.date, entries, "date"))
        if mark.day_numbers and mark.number not in reported and mark.day_numbers not in _numbers_of(entries):
            yield diagnostic(number, "missing-day", _difference(f"day {mark.number}", entries, "day"))

    def _is_no_day(self, mark: "_Mark") -> bool:
        """Tell whether no entry has the date, or none has the number, of a line."""
        is_date = not mark.dates or any(_is_one_of(day, mark.dates) for day in self._dates)
        return not is_date or not self._numbers.issuperset(mark.day_numbers or ())

    def _days_in_text(self, numbers: Iterable[int]) -> Iterator[Problem]:
        """Yield a diagnostic for each title in the text of an entry that names a day which no entry is."""
        for number in numbers:
            line = self._proof.lines[number - 1]
            if not _TITLE.match(line) or number in self._doubted_titles:
                continue
            mark = _read_mark(line)
            if not (mark.dates or mark.day_numbers) and (last := _DAY_NUMBER_AT_END.search(line)):
                mark = _Mark(number=last["number"], day_numbers=(int(last["number"]),) * 2)
            is_day = mark.day_numbers or any(year for year, _, _ in mark.dates)
            if is_day and self._is_no_day(mark) and number not in self._hidden_lines:
                yield diagnostic(number, "missing-day", line.strip())

    @cached_property
    def _hidden_lines(self) -> Set[int]:
        return read_outline("\n".join(self._proof.lines)).hidden_lines


def _numbers_of(entries: Iterable[WrittenEntry]) -> set[tuple[int, int] | None]:
    """Return the numbers of entries; those of several days by their first one, too."""
    numbers = {entry.day_numbers for entry in entries}
    return numbers | {(one[0], one[0]) for one in numbers if one}


def _last_known_line(lines: Sequence[str], first: int, end: int, entries: Sequence[WrittenEntry]) -> int:
    """Return the last line of a section that may be lost.

    In an entry that its writer has changed, that is the last line of which it has half of the words: what is below
    was added to the source since the import.
    """
    if not any(entry.is_changed for entry in entries):
        return end
    known = {word for entry in entries for word in find_words(entry.text)}
    for number in range(end - 1, first, -1):
        words = find_words(lines[number - 1])
        if words and sum(word in known for word in words) * 2 >= len(words):
            return number
    return end


def _difference(day: str, entries: Sequence[WrittenEntry], key: str) -> str:
    others = (f"{entry.name} has {entry.front_matter.get(key) or 'none'}" for entry in entries)
    return f"{day} ({', '.join(others) or 'no entry'})"


@dataclass(frozen=True)
class _Mark:
    """The date and the day number at the beginning of a line."""

    date: str = ""
    dates: frozenset[tuple[int | None, int, int]] = frozenset()
    """Year, month and day of all dates that it can be."""
    number: str = ""
    day_numbers: tuple[int, int] | None = None


def _read_mark(line: str) -> _Mark:
    """Read the date, the day number, or both at the beginning of a line, which is no link to a day."""
    if line.lstrip().startswith("[["):
        return _Mark()
    match = _MARKUP.match(line)
    at = match.end() if match else 0
    number = _DAY_NUMBER.match(line, at)
    if number and (match := _BEHIND_NUMBER.match(line, number.end())):
        at = match.end()
    dated = match_date(line[at:])
    date_text, dates = (dated[0].text, _possible_dates(dated[0])) if dated else ("", frozenset())
    if not number:
        return _Mark(date_text, dates)
    first = int(number["number"])
    last = int(number["last"] or first)
    is_range = first < last <= first + _MOST_DAYS_OF_RANGE
    shown = f"{first}-{last}" if is_range else str(first)
    return _Mark(date_text, dates, shown, (first, last if is_range else first))


def _possible_dates(written: WrittenDate) -> frozenset[tuple[int | None, int, int]]:
    """Return year, month and day of a date that exists, in both orders if both are possible."""
    orders = {written.month_and_day("mdy"), written.month_and_day("dmy")}
    # Other days of a log may prove that `12.10.20` is a 10th of December.
    if written.order == "dmy" and written.day <= _MONTHS:
        orders.add((written.day, written.month))
    dates = {(written.year, month, day) for month, day in orders if written.resolve(2024, "mdy")}
    return frozenset(dates | ({written.year_first.timetuple()[:3]} if written.year_first else set()))


def _is_one_of(day: date | None, dates: Set[tuple[int | None, int, int]]) -> bool:
    return day is not None and bool(dates & {(day.year, day.month, day.day), (None, day.month, day.day)})
