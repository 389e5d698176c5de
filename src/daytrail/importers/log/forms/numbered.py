"""Logs without dates and day numbers, with a numbered heading for each entry or week."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from operator import itemgetter
from typing import TypeAlias

from daytrail.importers.log.day_mark import DayMark
from daytrail.importers.log.document import MIN_DAYS, DayLine, LogDocument
from daytrail.importers.log.forms.bold import BOLD_LINE
from daytrail.importers.text.outline import BlockType
from daytrail.importers.text.vocabulary import any_of

DESCRIPTION = "numbered heading"
_Counted: TypeAlias = tuple[DayLine, re.Match[str]]
_WEEKS = any_of("week", "calendar_week").split("|")
_LOG_WORD = re.compile(rf"\b(?:{any_of('log_words')})\b", re.IGNORECASE)
_ENTRY_WORD = re.compile(any_of("log_words", "log_entry"), re.IGNORECASE)
_OTHER_WORD = re.compile(r"(?P<word>[^\W\d_]{2,20})[ #]{0,2}(?P<number>\d{1,3})(?!\w|[.,]\d)")
"""Any other word with a number, as in `Lesson 3`, in a document that is called a log."""
_COUNTED = re.compile(
    rf"\W*(?:(?:[^\W\d_]+\s)?(?P<word>{any_of('week', 'calendar_week', 'log_words', 'log_entry')})\s*\W?\s*"
    r"(?P<number>\d{1,4})(?!\w|[.,]\d)\s*(?:[:.)–—|-]\s*|(?=\()|\W*$)|(?P<alone>\d{1,4})\W*$)",
    re.IGNORECASE,
)


def day_lines(document: LogDocument) -> Iterator[DayLine]:
    """Yield headings, or lines, that count entries or weeks, as in `Devlog #7: Ebb`.

    The days have no date.
    """
    headings = document.headings
    is_log = any(_LOG_WORD.search(text) for text in (document.name, *(line.text for line in headings[:1])))
    matches = _counted_lines(document, is_log=is_log)
    word, count = max(Counter(map(_word, matches)).items(), key=itemgetter(1), default=("", 0))
    matches = [(line, match) for line, match in matches if _word((line, match)) == word]
    if not word or len({match["number"] for _, match in matches}) < count:  # numbers come back within the entries
        level, count = max(Counter(line.level for line, _ in matches).items(), key=itemgetter(1), default=(0, 0))
        matches = [(line, match) for line, match in matches if line.level == level]
    is_week = word in _WEEKS
    is_entry = not word or _ENTRY_WORD.fullmatch(word) is not None
    has_boxes = any(block.checked is not None for block in document.visible_blocks(BlockType.ITEM))
    # Weeks with tasks are a plan, unless the document is called a log.
    if not ((is_week and is_log and count) or (count >= MIN_DAYS and not (is_week and has_boxes))):
        return
    doubt = ("no-date", "no line has a date; headings with a number were read as days")
    for at, (line, match) in enumerate(matches):
        day = replace(line, title=line.text, doubts=line.doubts if at else (doubt, *line.doubts))
        if is_entry:
            number = int(match["number"] or match["alone"])
            day = replace(day, mark=DayMark(day_numbers=(number, number)), title=line.text[match.end() :])
        yield day


def _counted_lines(document: LogDocument, *, is_log: bool) -> list[_Counted]:
    """Return headings with a number, or else those with another word in a log, bold lines, or other lines."""
    headings = document.headings
    texts = _text_lines(document)
    bold = [replace(line, text=match[1]) for line in texts if (match := BOLD_LINE.match(line.text))]
    for lines, read in (
        (headings, _COUNTED.match),
        (headings if is_log else (), _OTHER_WORD.match),
        (bold, _COUNTED.match),
        (texts, _COUNTED.fullmatch),
    ):
        matches = [(line, match) for line in lines if (match := read(line.text)) and (line.level or match["word"])]
        if matches:
            return matches
    return []


def _text_lines(document: LogDocument) -> list[DayLine]:
    blocks = document.visible_blocks(BlockType.TEXT)
    return [DayLine(block.line, document.raw(block).strip(), DayMark()) for block in blocks]


def _word(counted: _Counted) -> str:
    return (counted[1]["word"] or "").casefold()
