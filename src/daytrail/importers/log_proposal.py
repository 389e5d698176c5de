"""Recipe that is proposed for a log: holes in the place of dates and numbers, and the most frequent family of lines."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, TypeAlias

from daytrail.importers.document import Document, LineKind, named_columns
from daytrail.importers.imported import line_start
from daytrail.importers.item_text import plain
from daytrail.importers.log_reader import Day, Log, find_dates, read_log
from daytrail.importers.patterns import Match, Pattern, abstract, core
from daytrail.importers.proposal import find_title, grouped, how_many, largest_family, merged
from daytrail.importers.recipe import LogRecipe, Proposal, Question, first_values

_Text: TypeAlias = tuple[int, str]
"""A line or a cell with the number of its line."""
MIN_DAYS = 2
"""The fewest lines of one form that are days."""
_HOLE = re.compile(r"\{(\w+)\}")
_ORDERS = {"mdy": ("{m}", "{d}", "{yy}"), "dmy": ("{d}", "{m}", "{yy}"), "ymd": ("{yy}", "{m}", "{d}")}
"""Meanings of `{A}`, `{B}` and the `{yy}` behind them, by the order of day, month and year."""
_DAYS_OF = re.compile(
    r"(?<!\w)#?(\d{2,4})[\s_-]*days?(?=[\s_-]*of|\s+\w+\s*(?:challenge|log|journal|$))", re.IGNORECASE
)
_LOG_WORDS = re.compile(
    r"[\W_]*\b(?:(?:my|daily|progress|learning|work|study)\s+)*(?:logs?|journal|diary|progress|notes)\W*$",
    re.IGNORECASE,
)
_BETWEEN_NAMES = re.compile(r"\s+[-–—|]+\s+|:\s+|\W*\bround\W*\d+\W*", re.IGNORECASE)
"""Separator of the names in a title, as in `# Rust - Log - Round 2 - Ada`."""
_COLUMNS = {
    "day": r"#|no\.?|nr\.?|day|day (?:#|no\.?|number)|tag|jour|día|dia",
    "title": r"title|topics?|subject|task|project|name|titel|thema|titre",
    "hours": r"hours?|hrs?|h|time(?: spent)?(?: \(.*\))?|duration|stunden|heures|horas",
}
"""Names of columns in lower case, by the key that a proposal gives them."""
_LONGEST_TEMPLATE, _BEGINNING = 30, 12
"""Lines of a template that are looked for in other days, and characters of one."""
_HALF_A_YEAR = 180
_SAME_WEEKDAYS = 11
"""Years of which one has the same weekdays as any other year."""
_MONTHS, _DAYS = 12, 31


def propose_log(document: Document, today: date, series: Sequence[str] = ()) -> Proposal | None:
    """Return a recipe for a log of a project whose series have some titles.

    None if no form of lines with a date or a number repeats.
    """
    return _LogProposal(document, today, series).propose() if not document.files else None


def recipe_of_dated_files(document: Document) -> LogRecipe | None:
    """Return the recipe of a folder that needs none: each file has a whole date in its name or its front matter."""
    for files in ("{yyyy}-{m}-{d}{any}", "{any}"):
        log = read_log(document, recipe := LogRecipe.model_validate({"files": files}))
        if len(log.days) == len(document.files) and all(day.date for day in log.days):
            return recipe
    return None


class _LogProposal:
    """One proposal, key by key, each of which is written with its reason."""

    def __init__(self, document: Document, today: date, series: Sequence[str]) -> None:
        self.document = document
        self.today = today
        self.known_series = series
        self.proposal = Proposal()
        self.days: Sequence[Day] = ()

    def propose(self) -> Proposal | None:
        """Return the recipe, or None."""
        forms = self._forms()
        count = sum(map(len, forms.values()))
        if not self._put_columns(at_least=max(MIN_DAYS, 2 * count)):
            if count < MIN_DAYS:
                return None
            self._put_patterns("days", forms, "line")
            if examples := [day.mark.mark for day in self.days if re.search(r"\(Example \d\)", day.mark.mark)]:
                self.proposal.put("skip", examples, "an example of a template, which people leave in their logs")
                self._split()
            self._put_first_line()
            self._put_copies()
        self._put_years()
        self._put_series()
        if not any("d" in day.holes for day in self.days) and self._numbers("day"):
            first = self.today - timedelta(days=max(self._numbers("day")) - 1)
            if not isinstance(first_values(self.proposal.values.get("goal")), date):
                self.proposal.put("day_1", Question(str(first)), "the date of day 1, since an entry needs a date")
        return self.proposal

    def _recipe(self, **keys: Any) -> LogRecipe:
        """Return the recipe as far as it is known, with the first value of each question."""
        return LogRecipe(**{**first_values(self.proposal.values), **keys})

    def _split(self) -> None:
        """Divide the document into days, by the recipe as far as it is known."""
        self.days = Log(self.document, self._recipe()).days

    def _numbers(self, hole: str) -> list[int]:
        return [number for day in self.days if (number := day.number_in(hole)) is not None]

    # -- lines --

    def _forms(self) -> dict[str, list[_Text]]:
        """Return the lines of each form of the most frequent family, and of others that mean further days."""
        lines = (line for line in self.document.lines if line.may_mark and line.kind is not LineKind.ROW)
        forms = _abstracted((line.number, line.mark) for line in lines)
        days_of = {form: _days_of(form, texts) for form, texts in forms.items()}
        chosen = family = largest_family(forms, days_of)
        if family and family[0][:1] != "#":  # a sentence may begin with a date
            alike = _holes(max(family, key=lambda one: len(forms[one])))
            few = max(2, sum(len(forms[one]) for one in family) / 10)
            chosen = [one for one in family if _holes(one) == alike or len(forms[one]) > few]
        cores, known = {core(one) for one in chosen}, {day for one in chosen for day in days_of[one]}
        others = [one for one in forms if one not in family and core(one) in cores and not days_of[one] & known]
        return {one: forms[one] for one in (*chosen, *others)}

    def _put_patterns(self, key: str, forms: Mapping[str, Sequence[_Text]], what: str) -> None:
        """Put patterns, and divide the document; two possible orders of day and month are a question."""
        order, is_certain = _order_of(forms)
        values: dict[Any, str] = {}
        # Numbers behind a slash are totals unless a day has a higher number, as one has after `Day 0/1`.
        found = _matches(forms, "mdy") if any("{goal}" in form for form in forms) else []
        day, goal = (max((match.number(hole) or 0 for match in found), default=0) for hole in ("day", "goal"))
        last = "{goal}" if goal >= day else "{last}"
        for written, texts in merged(forms).items():
            form, reason = written.replace("{goal}", last), how_many(what, len(texts), texts[0][0])
            if "{A}" in form and not is_certain:
                other = _with_order(form, "mdy" if order == "dmy" else "dmy")
                values[Question(_with_order(form, order))] = f"or {other}; {reason}"
            else:
                values[_with_order(form, order)] = reason
        self.proposal.put_forms(key, values)
        self._split()

    def _put_first_line(self) -> None:
        """Put the forms of first lines that have a hole which the lines of the days lack."""
        known = set.intersection(*(set(_HOLE.findall(first_values(one))) for one in self.proposal.values["days"]))
        lines = (next(iter(day.content), None) for day in self.days)
        marks = (line for line in lines if line and line.kind is not LineKind.HEADING and line.may_mark)
        new = {
            pattern: texts
            for pattern, texts in _abstracted((line.number, line.mark) for line in marks).items()
            if len(texts) * 3 >= len(self.days) and set(_HOLE.findall(pattern)) - known - {"text"}
        }
        if new:
            self._put_patterns("first_line", new, "line")

    def _put_copies(self) -> None:
        """Put what happens to days that are there twice, or else the line of a day with nothing but a template."""
        dates = ("day", "round", "series", "month", "m", "d")
        keys = grouped((tuple(map(day.holes.get, dates)), day.words) for day in self.days if day.number is not None)
        copies = sum(len(texts) - 1 for texts in keys.values())
        if copies > 1 and any(len(set(texts)) < len(texts) for texts in keys.values()):
            self.proposal.put("copies", "longest", f"{copies} days are there more than once")
            return
        same = max(grouped((day.words, day) for day in self.days if day.words).values(), key=len, default=self.days)
        others = [*{*self.days} - {*same}] if len(same) > 1 else []
        template = [line.text[:_BEGINNING] for line in same[0].content[:_LONGEST_TEMPLATE] if not line.is_empty]
        found = [sum(any(line.text.startswith(one) for line in day.lines) for one in template) for day in others]
        if sum(count * 2 > len(template) for count in found) * 2 > len(others):  # others have more behind these lines
            self.proposal.put("template", same[0].line, line_start(same[0].mark.text))

    # -- tables --

    def _put_columns(self, at_least: int) -> bool:
        """Put the columns of the table in which most rows have a date or a number; return whether there is one."""
        tables = grouped((row.names, row) for row in self.document.rows)
        names, rows = max(tables.items(), key=lambda table: len(table[1]), default=((), []))
        cells = {plain(name): [(row.line, row.cell(plain(name))) for row in rows] for name in names}
        dates = {name: _abstracted(texts, only_dates=True) for name, texts in cells.items()}
        dated = [name for name, forms in dates.items() if sum(map(len, forms.values())) * 2 >= max(1, len(rows))]
        full = [name for name, texts in cells.items() if name not in dated[:1] and any(text for _, text in texts)]
        columns, rest = named_columns(full, _COLUMNS)
        if len(rows) < at_least or not (dated or "day" in columns):
            return False
        date_column = {"date": dated[0]} if dated else {}
        value = {**date_column, **columns, **({"text": rest} if rest else {})}
        self.proposal.put("columns", value, f"{len(rows)} rows, the first is line {rows[0].line}")
        if dated:
            self._put_patterns("days", dates[dated[0]], "cell")
        self._split()
        return True

    # -- dates --

    def _put_years(self) -> None:
        dated = [day.holes for day in self.days if "d" in day.holes]
        if not dated:
            return
        has_years = any({"yyyy", "yy"} & holes.keys() for holes in dated) or self._put_stated_year(self.days[0].line)
        recipe = self._recipe(order="newest first", **({} if has_years else {"year": self.today.year}))
        dates, _ = find_dates(self.days, recipe)
        steps = [(after - before).days for before, after in pairwise(dates.values())]
        # The steps across a new year are long.
        steps = [step for step in steps if step and (has_years or abs(step) < _HALF_A_YEAR)]
        if sum(step < 0 for step in steps) * 2 > len(steps):
            self.proposal.put("order", "newest first")
        if not has_years:
            years = range(self.today.year, self.today.year - _SAME_WEEKDAYS, -1)
            year = min(years, key=self._contradictions)
            reason = f"of the first day, a guess: the latest without a day after {self.today} or on a wrong weekday"
            self.proposal.put("year", Question(str(year)), reason)

    def _contradictions(self, year: int) -> tuple[int, int]:
        """Return how many days of a log that begins in a year are in the future, and how many have a wrong weekday."""
        _, checks = find_dates(self.days, self._recipe(year=year), self.today)
        kinds = [check.kind for check in checks]
        return kinds.count("future"), kinds.count("weekday")

    def _put_stated_year(self, first_day: int) -> bool:
        """Put the year that headings, the title or the name of the file state; return whether one does."""
        headings = [line for line in self.document.lines if line.kind is LineKind.HEADING]
        forms = [(line, f"{'#' * line.level} {form}") for line in headings for form in ("{yyyy}", "{month} {yyyy}")]
        heading, form = next((found for found in forms if Pattern(found[1]).match(found[0].mark)), (None, ""))
        stated = re.search(r"(?<!\d)20\d\d(?!\d)", f"{self._title()[0]} {self.document.name}")
        if heading:
            self.proposal.put("year_heading", form)
            stands = "below" if first_day < heading.number else "above"
            self.proposal.put("year_stands", stands, f"line {heading.number}")
            self._split()
        elif stated:
            self.proposal.put("year", int(stated[0]), "the title or the name of the file says so")
        return bool(heading or stated)

    # -- the series --

    def _title(self) -> tuple[str, str]:
        """Return the title of the document with the reason; that of its file if it has none."""
        above = self.document.lines[: self.days[0].line - 1] if self.days else ()
        tops = [line for line in above if line.kind is LineKind.HEADING and line.level == 1]
        title, line = find_title(self.document, tops)
        return title, f"the title, line {line.number}" if line else "the name of the file"

    def _put_series(self) -> None:
        days = [day for day in self.days if "series" in day.holes]
        names = Counter(day.holes["series"].casefold() for day in days)
        title, why = self._title()
        if names:
            # The present name is that of the last day.
            present = max(days, key=lambda day: day.number or 0).holes["series"]
            self.proposal.put("series", _spelt(days)[present.casefold()], f"{names[present.casefold()]} days name it")
        elif self._numbers("left"):
            self.proposal.put("series", Question("Countdown"), "its title, which the document does not name")
        elif self._numbers("day"):
            parts = [part.strip() for part in _BETWEEN_NAMES.split(title)]
            names_in = [_LOG_WORDS.sub("", part).strip(" -–—:|").removeprefix("#") for part in parts]
            name = title if names_in == parts else next(filter(None, names_in), title)
            is_named = why.startswith("the title") or _DAYS_OF.search(title)
            self.proposal.put("series", name if is_named else Question(name), why)
        elif self.known_series:
            self.proposal.put("series", Question(self.known_series[0]), "or a new title")
        if goal := self._goal(title):
            self.proposal.put("goal", *goal)
        self._put_renames(days)

    def _goal(self, title: str) -> tuple[Any, str] | None:
        """Return the total or the goal, with the reason: behind a slash, by a countdown, or in the title."""
        dates, _ = find_dates(self.days, self._recipe())
        left = [(day.line, number) for day in self.days if (number := day.number_in("left")) is not None]
        ends = [dates[line] + timedelta(days=number) for line, number in left if line in dates]
        for values, what in ((self._numbers("goal"), "days"), (ends, "days count down to it")):
            if values and (values is ends or len(values) * 2 > len(self.days)):
                value, count = Counter(values).most_common(1)[0]
                return value, f"{count} {what}"
        days = _DAYS_OF.search(title)
        return (int(days[1]), "the title says so") if days and self._numbers("day") else None

    def _put_renames(self, days: Sequence[Day]) -> None:
        """Ask whether a name whose numbers go on under the most frequent one is its former title."""
        numbers = grouped((day.holes["series"].casefold(), day.number) for day in days)
        present = str(first_values(self.proposal.values.get("series")))
        renamed = {
            name: Question(present)
            for folded, name in _spelt(days).items()
            if folded != present.casefold() and not ({*numbers[folded]} - {None}) & {*numbers[present.casefold()]}
        }
        if renamed:
            self.proposal.put("rename", renamed, "the numbers go on; remove a line if it is a series of its own")


def _spelt(days: Sequence[Day]) -> dict[str, str]:
    """Return the names of series in lines of days as the first of these has them, by the names in lower case."""
    return {day.holes["series"].casefold(): day.holes["series"] for day in reversed(days)}


def _abstracted(texts: Iterable[_Text], *, only_dates: bool = False) -> dict[str, list[_Text]]:
    """Return the lines or cells of each form that has a date or a number of a day, perhaps only those with a date."""
    forms = grouped((abstract(text), (line, text)) for line, text in texts)
    return {form: found for form, found in forms.items() if re.search(r"\{[dA]\}" if only_dates else ".", form)}


def _order_of(forms: Mapping[str, Sequence[_Text]]) -> tuple[str, bool]:
    """Return the order of day, month and year, and whether something proves it. Dots are European.

    The year is the first of three short numbers if the days are much closer together then.
    """
    open_forms = {form: texts for form, texts in forms.items() if "{A}" in form}
    has_dots = all("{A}.{B}" in form for form in open_forms)
    wrong, span = dict[str, int](), dict[str, int]()
    for order in _ORDERS:
        found = _matches(open_forms, order)
        dates = [[match.number(hole) or 0 for hole in ("yy", "m", "d")] for match in found]
        wrong[order] = sum(month > _MONTHS or day > _DAYS for _, month, day in dates)
        wrong[order] += sum(map(len, open_forms.values())) - len(found)
        days = [372 * year + 31 * month + day for year, month, day in dates]
        span[order] = max(days, default=0) - min(days, default=0)
    order = min(("dmy", "mdy") if has_dots else ("mdy", "dmy"), key=lambda order: wrong[order])
    if all("{yy}" in form for form in open_forms) and not wrong["ymd"] and 10 * span["ymd"] < span[order]:
        return "ymd", True
    return order, has_dots or wrong["mdy"] != wrong["dmy"]


def _with_order(pattern: str, order: str) -> str:
    """Return a pattern with holes for `{A}` and `{B}`, in an order of day and month."""
    first, second, third = _ORDERS[order]
    return pattern.replace("{yy}", third).replace("{A}", first).replace("{B}", second)


def _days_of(form: str, lines: Sequence[_Text]) -> set[tuple[str, ...]]:
    """Return what is in the holes of each line, by which two lines are compared as days."""
    names = sorted(Pattern(_with_order(form, "mdy")).holes - {"title", "text", "series", "any"})
    return {tuple(match.holes[name] for name in names) for match in _matches({form: lines}, "mdy")}


def _matches(forms: Mapping[str, Sequence[_Text]], order: str) -> list[Match]:
    """Return what is in the holes of each line of some forms, in an order of day and month."""
    patterns = [(Pattern(_with_order(form, order)), texts) for form, texts in forms.items()]
    return [match for pattern, texts in patterns for _, text in texts if (match := pattern.match(text))]


def _holes(pattern: str) -> frozenset[str]:
    """Return the holes for dates and numbers, however long the year is."""
    return frozenset(hole.replace("yyyy", "yy") for hole in _HOLE.findall(pattern)) - {"title", "text", "series", "any"}
