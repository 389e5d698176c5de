"""Drafts that become no entry: copies of other days, and templates that nobody has filled in."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

from daytrail.importers.log.date_context import read_date_context
from daytrail.importers.log.document import MIN_DAYS
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.forms.heading import WEEK_NUMBER
from daytrail.importers.text.diagnostics import count_words, diagnostic, unparsed_line
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_LABEL = re.compile(r"\s*(?:[-*+>]\s+)?(?:#+\s+|\*\*|__)?[^\W\d][\w'’()/ ]{0,40}?\s*(?P<end>[:*_]+|$)[\s:*_]*")
_BLANK = re.compile(r"(?:[\s\-*+.:_>|#=…]|\[ ?\]|</?[a-z]+\s*/?>|\d[.)])*", re.IGNORECASE)
"""A line without text: an empty list item, a rule, a tag."""
_PLACEHOLDER = re.compile(
    rf"[\s\W]*(?:[?…]+|y{{2,4}}(?:[-/.]mm[-/.]dd)?|x{{2,}}|\[[^\]]*\]\(\s*(?:#|url|link|https?://(?:www\.)?example\.(?:com|org)/?)?\s*\)|0(?:[.,]0)?\s*\w*"
    rf"|\[?(?:{any_of('placeholder')})\b\s*\d*\]?(?:\([^)]*\))?)\W*",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(rf"\d{{4}} (?:{any_of('placeholder')})\s*\d*$", re.IGNORECASE)
"""The title of a template with a date that does not exist."""
_WORDS_OF_TEMPLATE = ("many exercises on FreeCodeCamp", "[Find the Longest Word in a String]")
"""In the example of a day with which the template of 100 Days of Code ends."""
_MIN_WORDS = 5
"""In a text that has to be mostly the same as another one to be a copy."""


def merge_copies(drafts: Sequence[DraftEntry]) -> tuple[list[DraftEntry], list[str], list[Problem]]:
    """Return the drafts with the longest of several copies of a day, and bodies of and diagnostics about the others.

    Copies have the same date, day numbers and series and title. They share most words of the shorter one.
    """
    indices: dict[object, int] = {}
    unique: list[DraftEntry] = []
    bodies: list[str] = []
    diagnostics: list[Problem] = []
    keys = [(one.date, one.day_numbers, one.series.casefold(), one.title.casefold()) for one in drafts]
    counts = Counter(word for one in drafts for word in count_words(one.body)) if len(set(keys)) < len(keys) else {}
    of_most = {word for word, count in counts.items() if count > max(2, len(drafts) // 2)}  # those of labels
    for draft, key in zip(drafts, keys, strict=True):
        index = indices.get(key) if draft.date or draft.day_numbers else None
        if index is None or not _is_copy(unique[index], draft, of_most):
            indices[key] = len(unique)
            unique.append(draft)
            continue
        known = unique[index]
        longer, shorter = (draft, known) if len(draft.body) > len(known.body) else (known, draft)
        unique[index] = replace(
            longer,
            links=tuple(dict.fromkeys((*longer.links, *shorter.links))),
            hours=longer.hours or shorter.hours,
        )
        bodies.append(shorter.body)
        diagnostics += _diagnostics(shorter, longer)
    return unique, bodies, diagnostics


def _diagnostics(shorter: DraftEntry, longer: DraftEntry) -> Iterator[Problem]:
    """Yield that there are copies, and the lines that only the shorter one has."""
    known_lines = {line.strip() for line in longer.body.split("\n")}
    extra = [line for line in shorter.body.split("\n") if line.strip() and line.strip() not in known_lines]
    name = f"day {shorter.day_numbers[0]}" if shorter.day_numbers else str(shorter.date)
    if extra or longer.body != shorter.body:
        message = f"{name} is written twice, and the text differs; the longer one, in line {longer.line}, was imported"
    else:
        message = f"{name} is written twice with the same text, also in line {longer.line}"
    yield diagnostic(shorter.line, "duplicate-day", message)
    yield from (unparsed_line(shorter.line, line) for line in extra)


def _is_copy(draft: DraftEntry, other: DraftEntry, of_most: Set[str]) -> bool:
    """Return whether two drafts of the same day are copies: the same text, or three quarters of enough other words."""
    if draft.body == other.body:
        return True
    if draft.hours and other.hours and draft.hours != other.hours:
        return False
    words, other_words = (count_words(one.body) for one in (draft, other))
    is_long = min(words.total(), other_words.total()) >= _MIN_WORDS
    for word in of_most:
        del words[word], other_words[word]
    return is_long and (words & other_words).total() * 4 >= min(words.total(), other_words.total()) * 3


def unfilled_templates(drafts: Sequence[DraftEntry], *, newest_first: bool) -> set[int]:
    """Return the lines of drafts that are templates which nobody has filled in.

    They have labels without text or placeholders, or are at the end of the log and empty or with the text of others.
    """
    unfilled = {
        draft.line
        for draft in drafts
        if (_PLACEHOLDER.fullmatch(draft.title) and draft.title[:1] != "0")  # `0h` behind a date is no placeholder
        or _EXAMPLE.search(draft.title)
        or all(words in draft.body for words in _WORDS_OF_TEMPLATE)
    }
    unfilled |= {
        draft.line
        for draft in drafts
        if _is_blank(draft) and (labels := _count_labels(draft)) and (not draft.date or labels > 1)
        if not draft.links and (not draft.title or read_date_context(draft.title) or WEEK_NUMBER.fullmatch(draft.title))
    }
    texts = {draft.line: " ".join(draft.body.split()) for draft in drafts if draft.body.strip().count("\n")}
    counts = Counter(texts.values())
    filled = [draft for draft in drafts if draft.line not in unfilled and (draft.body or draft.title)]
    for draft in drafts if newest_first else reversed(drafts):
        is_empty = not (draft.title or draft.links) and _is_blank(draft)
        is_repeated = counts[texts.get(draft.line, "")] >= MIN_DAYS
        if not is_empty and not is_repeated and draft.line not in unfilled:
            break
        if filled or is_repeated:
            unfilled.add(draft.line)
    return unfilled


def _is_blank(draft: DraftEntry) -> bool:
    """Return whether a draft has no text but labels and placeholders."""
    return all(_is_blank_line(line) for line in draft.body.split("\n"))


def _is_blank_line(line: str) -> bool:
    if _BLANK.fullmatch(line):
        return True
    label = _LABEL.match(line)
    rest = line[label.end() :] if label else line
    is_label = label is not None and (label["end"] or "#" in line) and _BLANK.fullmatch(rest)
    return bool(is_label) or _PLACEHOLDER.fullmatch(rest) is not None


def _count_labels(draft: DraftEntry) -> int:
    labels = ((_LABEL.match(line), line) for line in draft.body.split("\n"))
    return sum(bool(match and (match["end"] or line.lstrip().startswith("#"))) for match, line in labels)
