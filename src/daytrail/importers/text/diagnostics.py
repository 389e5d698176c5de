"""Diagnostics of an import, and the word ledger, which tells what of a source document the result lacks.

The location of a diagnostic has a line and no path, since an importer is given a text and not a file.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from daytrail.problems import Location, Problem, warning

UNPARSED_LINE = "unparsed-line"
"""Code of the diagnostics whose message is a line, or words, of the source that the result does not contain."""
WORD = re.compile(r"[^\W_]+")
HEADINGS: Mapping[str, str] = {
    # logs
    "impossible-date": "Dates that do not exist",
    "wrong-weekday": "Weekdays that do not fit their dates",
    "future-date": "Dates in the future",
    "date-out-of-order": "Dates out of order",
    "days-out-of-order": "Days in no order",
    "no-date": "Days without a date",
    "date-of-row-above": "Dates taken from the row above",
    "guessed-date": "Dates taken from the days before and after",
    "same-date": "Days with the date of another day",
    "several-dates": "Days with several dates",
    "guessed-year": "Guessed years",
    "guessed-date-order": "Guessed order of day and month",
    "countdown-mismatch": "Countdowns to another day",
    "guessed-day-number": "Guessed day numbers",
    "planned-day": "Planned days that became no entry",
    "no-day-number": "Numbers that are not day numbers",
    "round-out-of-order": "Rounds that continue another round",
    "misspelt-day": "Misspelt words for a day",
    "number-out-of-order": "Day numbers out of order",
    "repeated-number": "Day numbers that occur more than once",
    "number-in-table": "Day numbers that differ between a table and the text",
    "other-form": "Days that are written in another form",
    "duplicate-day": "Days that are written more than once",
    "empty-template": "Templates that nobody has filled in",
    "range-of-hours": "Ranges of hours",
    "sum-of-hours": "Sums of hours that differ from what is stated",
    "joined-urls": "URLs without a space between them",
    "unclosed-code": "Code blocks without an end",
    "first-day-contradiction": "Days without a date, since the first day contradicts other dates",
    "first-day-mismatch": "Dates that differ from the count from the first day",
    "link-in-heading": "Links in headings that are left out",
    "date-of-file": "Files of a day with another date in their text",
    "week-without-days": "Weeks without days",
    "broken-link": "Links that do not work",
    "no-day-in-row": "Rows without a day",
    # tables of comma-separated values
    "uneven-row": "Rows with too many cells",
    "unclosed-quote": "Quoted cells without an end",
    # lists of other programs
    "fields-left-out": "Fields that a reading list has no place for",
    "field-twice": "Fields and keys that are written twice",
    "no-web-address": "Addresses that are none of the web",
    "private-item": "Items that are private where they come from",
    "guessed-scheme": "Addresses without https://",
    "local-file": "Files that are not on the web",
    "unknown-status": "Words that are no known status",
    # plans
    "guessed-weeks": "Guessed weeks",
    "joined-weeks": "Several weeks written as one",
    "repeated-week": "Weeks that are written more than once",
    "moved-week": "Weeks and parts that the plan has elsewhere",
    "renumbered-weeks": "Weeks with new numbers",
    "parallel-tracks": "Parts that share their weeks",
    "week-range-mismatch": "Weeks of a part that differ from what is stated",
    "week-title-mismatch": "Titles of weeks that differ from what is stated",
    "start-is-no-monday": "First days that are no Monday",
    "hours-mismatch": "Hours that differ from what is stated",
    "guessed-done": "Guessed dates of what is done",
    "guessed-dropped": "Crosses taken for dropped",
    "ticked-parent": "Open items below ticked ones",
    "in-progress": "Items in progress",
    "tick-in-heading": "Ticks in headings",
    "hours-for-each": "Hours of each of several things",
    "several-hours": "Several hours in one line",
    "hours-of-week": "Hours of whole weeks",
    "no-week": "Checkboxes outside of weeks",
    "relative-link": "Links to files beside the source",
    "subgraph-edge": "Arrows of the map between groups",
    "undirected-edge": "Lines of the map without an arrow",
    "circular-topics": "Topics that need each other",
    # reading lists
    "guessed-status": "Statuses taken from headings and names of files",
    "guessed-author": "Guessed authors",
    "guessed-items": "Guessed items",
    "guessed-notes": "Guessed notes",
    "several-links": "Items with several links",
    "repeated-url": "URLs of several items",
    # all
    "missing-words": "Words that are in no file",
    "missing-link": "Links that are in no file",
    "missing-box": "Checkboxes that are in no file",
    "changed-box": "Checkboxes with another state",
    "missing-day": "Days that are in no file",
}
"""Headings of the kinds of diagnostics by their codes, in the order of the report."""
_GENERATED_KEYS = {"id", "needs", "part"}
"""Keys whose values an import makes up; they contain no word of the source."""
_MARKERS = re.compile(r"^[\s\x00-\x1f\x7f-\x9f]*(?:>\s*)*(?:\d{1,9}[.)](?=\s)\s*)+|\[[xX ]\]|<br\s*/?>|&nbsp;|&amp;")


def diagnostic(line: int, code: str, message: str) -> Problem:
    """Return a diagnostic about a guess or a contradiction; its code is the kind, as in `guessed-year`."""
    return warning(Location("", line), message, code=code)


def heading(code: str) -> str:
    """Return the heading of a kind of diagnostics in the report."""
    return HEADINGS.get(code, "Other")


def unparsed_line(line: int, text: str) -> Problem:
    """Return the diagnostic for a line of the source that the result does not contain."""
    return diagnostic(line, UNPARSED_LINE, text)


def by_line(diagnostics: Iterable[Problem]) -> list[Problem]:
    """Return diagnostics in the order of the source."""
    return sorted(diagnostics, key=lambda problem: problem.location.line)


def count_words(text: str) -> Counter[str]:
    """Return how often each word of a text occurs, without regard to case and punctuation."""
    return Counter(WORD.findall(text.casefold()))


def without_markers(line: str) -> str:
    """Return a line without list numbers, checkboxes and line breaks, which a result expresses in another way."""
    return _MARKERS.sub(" ", line)


def text_values(data: Any) -> Iterator[str]:
    """Yield the values of nested lists and mappings as texts, without those of generated keys."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key not in _GENERATED_KEYS:
                yield from text_values(value)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for value in data:
            yield from text_values(value)
    else:
        yield str(data)


def missing_words(
    source: str, texts: Iterable[str], diagnostics: Iterable[Problem], structure: Iterable[str]
) -> list[Problem]:
    """Return a diagnostic for each line of the source with words that an import lost.

    Words are kept in the written texts, in diagnostics about unparsed lines, and in structure; each word there counts
    for one occurrence in the source.
    """
    unparsed = (problem.message for problem in diagnostics if problem.code == UNPARSED_LINE)
    available = count_words("\n".join((*texts, *unparsed, *structure)))
    missing_lines = []
    for number, line in enumerate(source.split("\n"), start=1):
        words = count_words(without_markers(line))
        if missing := [word for word, count in words.items() if count > available[word]]:
            missing_lines.append(diagnostic(number, "missing-words", " ".join(missing)))
        for word, count in words.items():
            available[word] = max(available[word] - count, 0)
    return missing_lines


def _keys(data: Any) -> Iterator[str]:
    """Yield the keys of nested lists and mappings, which may be words of the source, as `url` and `title`."""
    if isinstance(data, Mapping):
        yield from data
    if isinstance(data, Mapping | list | tuple):
        for value in data.values() if isinstance(data, Mapping) else data:
            yield from _keys(value)


def lost_lines(source: str, data: Any, diagnostics: Iterable[Problem], structure: Iterable[str]) -> Iterator[Problem]:
    """Yield the diagnostic for each line of the source of which an importer lost a word without knowing it."""
    lines = source.split("\n")
    for problem in missing_words(source, (*_keys(data), *text_values(data)), diagnostics, structure):
        yield unparsed_line(problem.location.line, lines[problem.location.line - 1])


class WordLedger:
    """Record of the words of each line that were imported, as text or as structure."""

    def __init__(self) -> None:
        self.structure: list[str] = []
        """Words that became a number, a key or a position, as in `Week 3 —`."""
        self._imported: defaultdict[int, list[Counter[str]]] = defaultdict(list)

    def add_text(self, lines: Iterable[int], *texts: str) -> None:
        """Record that lines were imported as these texts."""
        words = count_words("\n".join(texts))
        for line in lines:
            self._imported[line].append(words)

    def add_structure(self, lines: Iterable[int], *words: str) -> None:
        """Record that words of lines became structure."""
        self.add_text(lines, *words)
        self.structure += words

    def unparsed_lines(self, source: str, *, nothing_imported: bool) -> tuple[Problem, ...]:
        """Return a diagnostic for each line of the source with words that are missing from the result."""
        return tuple(
            unparsed_line(number, line)
            for number, line in enumerate(source.split("\n"), start=1)
            if (count_words(line) if nothing_imported else self._has_missing_word(number, line))
        )

    def _has_missing_word(self, number: int, line: str) -> bool:
        words, imported = count_words(without_markers(line)), self._imported[number]
        return any(count > sum(texts[word] for texts in imported) for word, count in words.items())
