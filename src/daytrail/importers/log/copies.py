"""Drafts that become no entry: copies of other days, and templates that nobody has filled in."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import groupby

from daytrail.importers.log.date_context import read_date_context
from daytrail.importers.log.document import MIN_DAYS
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.forms import WEEK_NUMBER
from daytrail.importers.text.diagnostics import count_words, diagnostic, unparsed_line
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_LABEL = re.compile(r"\s*(?:[-*+>]\s+)?(?:#+\s+|\*\*|__)?[^\W\d][\w'’()/ ]{0,40}?\s*(?P<end>[:*_]+|$)[\s:*_]*")
_BLANK = re.compile(r"(?:[\s\-*+.:_>|#=…]|\[ ?\]|</?[a-z]+\s*/?>|\d[.)])*", re.IGNORECASE)
"""A line without text: an empty list item, a rule, a tag."""
_PLACEHOLDER = re.compile(
    rf"[\s\W]*(?:[?…]+|y{{2,4}}(?:[-/.]mm[-/.]dd)?|x{{2,}}|0(?:[.,]0)?\s*\w*"
    rf"|\[[^\]]*\]\(\s*(?:#|url|link|https?://(?:www\.)?example\.(?:com|org)/?)?\s*\)"
    rf"|\[?(?:{any_of('placeholder')})\b\s*\d*\]?(?:\([^)]*\))?|\[[a-z]+\]/\[[a-z]+\])\W*",
    re.IGNORECASE,
)
_FILL_IN = re.compile(rf"\W*(?:{any_of('fill_in')})\W*", re.IGNORECASE)
_EXAMPLE = re.compile(rf"\d{{4}} (?:{any_of('placeholder')})\s*\d*$", re.IGNORECASE)
"""The title of a template with a date that does not exist."""
_DATE_TO_FILL_IN = re.compile(r"\b(?:Y{4}|J{4}|A{4}|MM[./-]?DD|DD[./-]MM|Month Da(?:y|te))\b")
"""In the title of a template, in place of a date."""
_WORDS_OF_TEMPLATE = (
    ("many exercises on FreeCodeCamp", "[Find the Longest Word in a String]"),
    ("worked on canvas functionality for the app", "[Calculator App](http://www.example.com)"),
)
"""In the examples of days in the template of 100 Days of Code."""
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
        longer, shorter = sorted((unique[index], draft), key=lambda one: -len(one.body))
        links = tuple(dict.fromkeys((*longer.links, *shorter.links)))
        unique[index] = replace(longer, links=links, hours=longer.hours or shorter.hours)
        bodies.append(shorter.body)
        diagnostics += _about_copy(shorter, longer)
    return unique, bodies, diagnostics


def _about_copy(shorter: DraftEntry, longer: DraftEntry) -> Iterator[Problem]:
    """Yield that there are copies, and the lines that only the shorter one has."""
    what = f" with the same text, also in line {longer.line}"
    if longer.body != shorter.body:
        what = f", and the text differs; the longer one, in line {longer.line}, was imported"
    yield diagnostic(shorter.line, "duplicate-day", f"{shorter.name} is written twice{what}")
    known_lines = {line.strip() for line in longer.body.split("\n")}
    extra = (line for line in shorter.body.split("\n") if line.strip() and line.strip() not in known_lines)
    yield from (unparsed_line(shorter.line, line) for line in extra)


def _is_copy(draft: DraftEntry, other: DraftEntry, of_most: Set[str]) -> bool:
    """Return whether two drafts of the same day are copies: the same text, or three quarters of enough other words."""
    if draft.body == other.body or (draft.hours and other.hours and draft.hours != other.hours):
        return draft.body == other.body
    words, other_words = (count_words(one.body) for one in (draft, other))
    is_long = min(words.total(), other_words.total()) >= _MIN_WORDS
    for word in of_most:
        del words[word], other_words[word]
    return is_long and (words & other_words).total() * 4 >= min(words.total(), other_words.total()) * 3


def unfilled_templates(drafts: Sequence[DraftEntry], *, newest_first: bool) -> set[int]:
    """Return the lines of drafts that are templates which nobody has filled in.

    They have labels without text or placeholders, or are at the end of the log and empty or with the text of others.
    """
    labels = {draft.line: _labels_of_form(draft) for draft in drafts}
    unfilled = {draft.line for draft in drafts if is_example(draft) or (labels[draft.line] or 0) > bool(draft.date)}
    texts = {draft.line: " ".join(draft.body.split()) for draft in drafts if draft.body.strip().count("\n")}
    in_order = drafts if newest_first else drafts[::-1]
    runs = groupby(texts.get(draft.line, "") for draft in in_order)
    repeated = {text for text, run in runs if text and len(list(run)) >= MIN_DAYS}
    has_text = any(draft.line not in unfilled and (draft.body or draft.title) for draft in drafts)
    for draft in in_order:
        is_repeated = texts.get(draft.line) in repeated
        is_empty = labels[draft.line] is not None and (not draft.title or _DATE_TO_FILL_IN.search(draft.title))
        if not (is_empty or is_repeated or draft.line in unfilled):
            break
        unfilled |= {draft.line} if has_text or is_repeated else set()
    return unfilled


def is_example(draft: DraftEntry) -> bool:
    """Return whether a draft is an unfilled template: an example entry, or an instruction to the writer."""
    is_placeholder = _PLACEHOLDER.fullmatch(draft.title) and draft.title[:1] != "0"  # `0h` behind a date is none
    is_copied = any(all(words in draft.body for words in example) for example in _WORDS_OF_TEMPLATE)
    is_to_fill = _FILL_IN.fullmatch(draft.body)
    return bool(is_placeholder or is_to_fill or _EXAMPLE.search(draft.title) or is_copied)


def _labels_of_form(draft: DraftEntry) -> int | None:
    """Return how many labels a draft has that has nothing but labels and placeholders; None if it has anything else."""
    is_no_title = (read_date_context, WEEK_NUMBER.fullmatch, _DATE_TO_FILL_IN.search)
    has_title = draft.title and not any(matches(draft.title) for matches in is_no_title)
    labels = 0
    for line in draft.body.split("\n"):
        label = _LABEL.match(line)
        rest = line[label.end() :] if label else line
        is_label = label is not None and bool(label["end"] or line.lstrip().startswith("#"))
        if not (
            _BLANK.fullmatch(line)
            or (is_label and _BLANK.fullmatch(rest))
            or any(one.fullmatch(rest) for one in (_PLACEHOLDER, _FILL_IN))
        ):
            return None
        labels += is_label
    return None if draft.links or draft.hours or has_title else labels
