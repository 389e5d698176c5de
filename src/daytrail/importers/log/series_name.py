"""Series of a log: `100 Days of X` or `100 Day Challenge` in its title or its file's name, rounds and parts."""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from daytrail.importers.log.document import DayLine, LogDocument
from daytrail.importers.log.draft_entry import DraftEntry, is_round
from daytrail.importers.log.forms import WEEK_NUMBER
from daytrail.importers.log.sections import LogStructure
from daytrail.importers.text.front_matter import split_front_matter
from daytrail.importers.text.markdown import heading_text, plain_text
from daytrail.importers.text.vocabulary import any_of

_LOG_WORD = any_of("log_words")
_DAYS_OF = re.compile(
    rf"(?<!\w)(?P<days>\d{{2,4}})[\s_-]*(?:{any_of('days')})[\s_-]+"
    rf"(?:(?:{any_of('of_series')})[\s_-]+|(?=(?:[^\W\d_]+[\s_-]+){{0,2}}(?:{_LOG_WORD})\b))(?P<what>[^\W_].*)",
    re.IGNORECASE,
)
_HASHTAG = re.compile(r"(?<!\w)#?(?P<days>\d{2,4})days?of(?P<what>[^\W_]+)", re.IGNORECASE)
_DAYS_FIRST = re.compile(
    rf"\W*(?P<name>(?P<days>\d{{2,4}})\s(?:{any_of('days_right_before_series')})\s[^\W\d_][\w'’+#-]*(?:\s[\w'’+#-]+){{0,3}})\W*",
    re.IGNORECASE,
)
"""A title with nothing between the days and what they are of, as German has it: `60 Tage Spanisch`."""
_NAME_END = re.compile(r"\s*(?:[,;:|()\[\]{}!?]|\s[-–—]\s|\.(?:\s|$)).*")
_LOG_WORDS_AT_END = re.compile(rf"(?:[^\w)+#]+(?:{_LOG_WORD})\b)+[^\w)]*$|[^\w)+#]+$", re.IGNORECASE)
_LOG_WORDS = re.compile(rf"\b(?:{_LOG_WORD})\b", re.IGNORECASE)
_CAPITALISED = re.compile(r"[A-Z]\S*(?:\s+[A-Z]\S*)*")
_ROUND = re.compile(rf"(?<!\w)(?:{any_of('round')})\s*[#-]?\s*(?P<number>\d{{1,2}})\b(?!\s*\w*/)", re.IGNORECASE)
_ROUND_IN_NAME = re.compile(
    rf"(?:^|[-_ ])(?:r|(?:{any_of('round')})[-_ ]?)(?P<number>\d{{1,2}})(?=$|[-_ .])", re.IGNORECASE
)
_MOST_LINES = 60
"""Lines outside the days in which the name is searched."""


class SeriesName(NamedTuple):
    """The name of a series, and how many days it is meant to have."""

    title: str
    days: int


def read_series_name(title: str) -> SeriesName | None:
    """Return the series that a title names, as in `My 100 Days of Code - Log`; None if it names none."""
    match = _DAYS_OF.search(title) or _HASHTAG.search(title)
    if not match:
        return None
    name = _NAME_END.sub("", match[0].lstrip("#"), count=1).replace("_", " ")
    without_words = _LOG_WORDS_AT_END.sub("", name)
    is_name = _DAYS_OF.search(without_words) or _HASHTAG.search(without_words)
    return SeriesName(without_words if is_name else name, int(match["days"]))


def is_only_title(line: str, title: str) -> bool:
    """Tell whether a line has the title of a series and no words but those of logs, as in `100 Days of X Log`."""
    before, found, behind = line.casefold().partition(title.casefold())
    return bool(found and title) and not re.search(r"\w", _LOG_WORDS.sub("", f"{before} {behind}"))


def find_series_name(document: LogDocument, log: LogStructure, goal: int | None) -> SeriesName | None:
    """Return the series that a log is named after; None if it has no such name.

    A log whose days state a goal, as in `Day 7/100`, has the title of the document as name.
    """
    outside = {number for number, _ in log.other_lines}
    headings = [heading_text(line.text) for line in document.headings if line.number in outside]
    metadata = split_front_matter("\n".join(document.outline.lines))[0]
    titles = [str(metadata.get("title", "")), *headings, re.sub("[-_]+", " ", document.name)]
    if name := next(filter(None, map(read_series_name, titles)), None):
        return name
    of_days = {read_series_name(section.head.text) for section in log.sections}
    if len(of_days) == 1 and (name := of_days.pop()):
        return name
    if match := next(filter(None, map(_DAYS_FIRST.fullmatch, (titles[0], *headings[:1], titles[-1]))), None):
        return SeriesName(match["name"], int(match["days"]))
    for number, raw in log.other_lines[:_MOST_LINES]:
        words = "" if number in document.outline.hidden_lines else plain_text(raw)
        if (tag := _HASHTAG.search(words)) and tag[0].startswith("#"):
            return read_series_name(tag[0])
        match = _DAYS_OF.search(words)
        if match and (capitalised := _CAPITALISED.match(match["what"])):
            return read_series_name(words[match.start() : match.start("what") + capitalised.end()])
    return SeriesName(next(filter(None, titles), "Log"), goal) if goal else None


def with_series(
    drafts: Sequence[DraftEntry], document: LogDocument, log: LogStructure, name: SeriesName | None
) -> list[DraftEntry]:
    """Return drafts in the series that they name, or that the round or the part above them or the log itself is."""
    match = _ROUND_IN_NAME.search(document.name)
    rounds = [number or (match["number"] if match else "") for number in _rounds_above(log, document)]
    named = [f"Round {int(number)}" if number else "" for number in rounds]
    drafts = [replace(one, series=one.series or title) for one, title in zip(drafts, named, strict=True)]
    if any(is_round(one.series) for one in drafts):  # people rarely call the first round one
        drafts = [replace(one, series=one.series or "Round 1") if one.day_numbers else one for one in drafts]
    drafts = list(_with_parts(drafts, document, log))
    if not name or any(draft.series and not is_round(draft.series) for draft in drafts):
        return drafts
    return [replace(draft, series=", ".join(filter(None, (name.title, draft.series)))) for draft in drafts]


def _rounds_above(log: LogStructure, document: LogDocument) -> Iterator[str]:
    """Yield the number of the round that the nearest heading around each day names; an empty text if none does."""
    headings = [line for line in document.headings if line.is_title and not line.mark.marks_a_day]
    open_headings: list[DayLine] = []
    at = 0
    for head in (section.head for section in log.sections):
        while at < len(headings) and headings[at].number < head.number:
            open_headings = [line for line in open_headings if line.level < headings[at].level] + [headings[at]]
            at += 1
        around = (line.text for line in reversed(open_headings) if not head.level or line.level < head.level)
        yield next((match["number"] for text in around if (match := _round_of(text))), "")


def _round_of(heading: str) -> re.Match[str] | None:
    """Return the round that a heading names, at its beginning or behind the name of a series."""
    match = _ROUND.search(heading)
    is_named = match and (not re.search(r"\w", heading[: match.start()]) or read_series_name(heading))
    return match if is_named else None


def _with_parts(drafts: Sequence[DraftEntry], document: LogDocument, log: LogStructure) -> Iterator[DraftEntry]:
    """Yield the drafts in the series that the heading above them names, if the numbers of days begin again below it."""
    titles = {line.number: plain_text(line.text) for line in document.headings}
    by_part = groupby(drafts, key=lambda draft: bisect_right(log.part_numbers, draft.line))
    parts = [(titles.get(log.part_numbers[at - 1], "") if at else "", list(part)) for at, part in by_part]
    keys = Counter(key for _, part in parts for key in {draft.day_numbers[0] for draft in part if draft.day_numbers})
    begins_again = sum(count > 1 for count in keys.values()) * 2 >= len(keys) > 0
    for heading, part in parts:
        for draft in part:
            if not (begins_again and draft.day_numbers):
                yield draft
            else:
                week = WEEK_NUMBER.match(heading)
                title = ": ".join(filter(None, (week and re.sub(r"^\W+", "", week[0]), draft.title)))
                title = title if week and not WEEK_NUMBER.match(draft.title) else draft.title
                yield replace(draft, title=title, series=draft.series or ("" if week else heading))
