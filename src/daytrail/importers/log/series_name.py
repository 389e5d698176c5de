"""Series of a log: `100 Days of X` or `100 Day Challenge` in its title or its file's name, and rounds."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from daytrail.importers.log.document import DayLine, LogDocument
from daytrail.importers.log.draft_entry import DraftEntry, is_round
from daytrail.importers.text.front_matter import split_front_matter
from daytrail.importers.text.markdown import heading_text, plain_text
from daytrail.importers.text.vocabulary import any_of

_DAYS_OF = re.compile(
    rf"(?<!\w)(?P<days>\d{{2,4}})[\s_-]*(?:{any_of('days')})[\s_-]+"
    rf"(?:(?:{any_of('of_series')})[\s_-]+|(?=(?:[^\W\d_]+[\s_-]+){{0,2}}(?:{any_of('log_words')})\b))(?P<what>[^\W_].*)",
    re.IGNORECASE,
)
_HASHTAG = re.compile(r"(?<!\w)#?(?P<days>\d{2,4})days?of(?P<what>[^\W_]+)", re.IGNORECASE)
_NAME_END = re.compile(r"\s*(?:[,;:|()\[\]{}!?]|\s[-–—]\s|\.(?:\s|$)).*")
_LOG_WORDS = re.compile(rf"(?:[^\w)+#]+(?:{any_of('log_words')})\b)+[^\w)]*$|[^\w)+#]+$", re.IGNORECASE)
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


def find_series_name(
    document: LogDocument, other_lines: Sequence[tuple[int, str]], goal: int | None
) -> SeriesName | None:
    """Return the series that a log is named after, given its days and the lines outside; None if it has no such name.

    A log whose days state a goal, as in `Day 7/100`, has the title of the document as name.
    """
    outside = {number for number, _ in other_lines}
    headings = [heading_text(line.text) for line in document.headings if line.number in outside]
    metadata = split_front_matter("\n".join(document.outline.lines))[0]
    titles = [str(metadata.get("title", "")), *headings, re.sub("[-_]+", " ", document.name)]
    for title in titles:
        if name := read_series_name(title):
            return name
    for number, raw in other_lines[:_MOST_LINES]:
        words = "" if number in document.outline.hidden_lines else plain_text(raw)
        match = _DAYS_OF.search(words)
        capitalised = _CAPITALISED.match(match["what"]) if match else None
        if match and capitalised:
            return read_series_name(words[match.start() : match.start("what") + capitalised.end()])
        if (tag := _HASHTAG.search(words)) and tag[0].startswith("#"):
            return read_series_name(tag[0])
    title = next(filter(None, titles), "Log")
    return SeriesName(title, goal) if goal else None


def read_series_name(title: str) -> SeriesName | None:
    """Return the series that a title names, as in `My 100 Days of Code - Log`; None if it names none."""
    match = _DAYS_OF.search(title) or _HASHTAG.search(title)
    if not match:
        return None
    name = _NAME_END.sub("", match[0].lstrip("#"), count=1)
    without_words = _LOG_WORDS.sub("", name)
    is_name = _DAYS_OF.search(without_words) or _HASHTAG.search(without_words)
    return SeriesName(without_words if is_name else name, int(match["days"]))


def with_rounds(drafts: Sequence[DraftEntry], heads: Sequence[DayLine], document: LogDocument) -> list[DraftEntry]:
    """Return drafts with the round that a heading above them or the name of the file gives them as their series.

    A draft whose mark says what it counts stays as it is.
    """
    match = _ROUND_IN_NAME.search(document.name)
    numbers = [number or (match["number"] if match else "") for number in _rounds_above(heads, document)]
    named = [f"Round {int(number)}" if number else "" for number in numbers]
    rounds = [draft.series or title for draft, title in zip(drafts, named, strict=True)]
    if any(map(is_round, rounds)):  # people rarely call the first round one
        rounds = [title or ("Round 1" if one.day_numbers else "") for title, one in zip(rounds, drafts, strict=True)]
    return [replace(draft, series=title) for draft, title in zip(drafts, rounds, strict=True)]


def _round_of(heading: str) -> re.Match[str] | None:
    """Return the round that a heading names, at its beginning or behind the name of a series."""
    match = _ROUND.search(heading)
    is_named = match and (not re.search(r"\w", heading[: match.start()]) or read_series_name(heading))
    return match if is_named else None


def with_name(drafts: Sequence[DraftEntry], name: SeriesName | None) -> list[DraftEntry]:
    """Return drafts in the series that the log is named after, unless one of them names another series than a round."""
    if not name or any(draft.series and not is_round(draft.series) for draft in drafts):
        return list(drafts)
    return [replace(draft, series=", ".join(filter(None, (name.title, draft.series)))) for draft in drafts]


def _rounds_above(heads: Sequence[DayLine], document: LogDocument) -> list[str]:
    """Return the number of the round that the nearest heading around each day names; an empty text if none does."""
    rounds: list[str] = []
    headings = [line for line in document.headings if not (line.mark.marks_a_day or line.year or line.context)]
    open_headings: list[DayLine] = []
    at = 0
    for head in heads:
        while at < len(headings) and headings[at].number < head.number:
            open_headings = [line for line in open_headings if line.level < headings[at].level] + [headings[at]]
            at += 1
        around = [line for line in reversed(open_headings) if not head.level or line.level < head.level]
        rounds.append(next((match["number"] for line in around if (match := _round_of(line.text))), ""))
    return rounds
