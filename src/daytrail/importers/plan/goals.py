"""Goals of a plan: the text that says what the whole of it or a week is for."""

import re
from collections.abc import Sequence
from itertools import pairwise

from daytrail.importers.plan.dates import find_hours_per_week
from daytrail.importers.plan.draft import PlanDraft
from daytrail.importers.plan.forms import Structure
from daytrail.importers.plan.marks import match_label
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of

_END = re.compile(r"[.!?…\u3002\uff01\uff1f][\W_]*$")
_SENTENCE_END = re.compile(r"[.!?…\u3002\uff01\uff1f][^\s\w]{0,3}(?=\s|$)")
_NAME = re.compile(r"(?:[^\s:\uff1a]+ ){0,4}[^\s:\uff1a]+[:\uff1a](?:\s|$|[*_])")
"""A name before a colon, as in `Level: easy`."""
_ABOUT_TEXT = re.compile(rf"\W*(?:{any_of('about_text')})\b", re.IGNORECASE)
"""The beginning of a text about the document, and not about what is to be learnt."""
_SUBTITLE = re.compile(r"([*_])(?!\1)\D*\1")
"""A line in italics, perhaps without a full stop."""
_SIGN = re.compile("\\w \\W*[\u2600-\u27bf\U0001f000-\U0001faff]\ufe0f? \\w")
"""Emoji within a sentence that explains it, as in a legend."""
_QUOTES = ('"', "”", "»")
_SHORT = 40
"""Fewer characters above a line that begins a sentence are a title."""
_LONGEST, _MOST_SENTENCES = 600, 5


def paragraph(blocks: Sequence[Block], at: int) -> Sequence[Block]:
    """Return the lines of text from one on, up to an empty line or one that is no text."""
    for end in range(at + 1, len(blocks)):
        if blocks[end].type is not BlockType.TEXT or blocks[end].line > blocks[end - 1].line_numbers[-1] + 1:
            return blocks[at:end]
    return blocks[at:]


def is_prose(lines: Sequence[Block]) -> bool:
    """Tell whether lines of text are sentences about what is to be learnt, with no name before a colon."""
    text = " ".join(block.text for block in lines)
    words = plain_text(text)
    is_markup = "![" in text or re.search(r"</?[a-z]+[\s>]", text) or _SIGN.search(text)
    is_about_text = words.endswith(_QUOTES) or _ABOUT_TEXT.match(words) or find_hours_per_week(words)
    is_titled = any(
        len(line.text) < _SHORT and below.text[:1].isupper() and not _ends_sentence(line.text)
        for line, below in pairwise(lines)
    )
    is_named = is_titled or any(_NAME.match(block.text) for block in lines)
    are_sentences = _ends_sentence(words) or (_SUBTITLE.fullmatch(text) and words.count(" ") > 1)
    return bool(are_sentences and " " in words and not (is_markup or is_about_text or is_named))


def _ends_sentence(words: str) -> bool:
    return _END.search(words[-10:]) is not None


def read_introduction(plan: PlanDraft, structure: Structure, lines: Sequence[str]) -> None:
    """Take the introduction of a document as the goal of the plan, or the text behind a label such as `Goal:` in it.

    Of a long introduction, only the first paragraphs are taken.
    """
    blocks = structure.blocks
    begins = {*structure.parts, *structure.weeks, *structure.days}
    if structure.title in begins:
        return
    at = start = 0 if structure.title is None else structure.title + 1
    while at < len(blocks) and at not in begins and blocks[at].type in (BlockType.TEXT, BlockType.OTHER):
        at += 1
    blocks = blocks[start:at]
    for block in blocks:
        label = match_label(block.text)
        if label and label.label == "goal" and label.rest:
            plan.add_structure(block, label.marker)
            plan.goal.append(plan.take_text(block, label.rest))
            return
    at = 0
    while at < len(blocks):
        block = blocks[at]
        text = paragraph(blocks, at)
        at += len(text)
        words = plain_text(" ".join([*plan.goal, *(one.text for one in text)]))
        is_text = block.type is BlockType.TEXT and lines[block.line - 1].lstrip()[:1] != ">"
        is_short = len(words) <= _LONGEST and len(_SENTENCE_END.findall(words)) <= _MOST_SENTENCES
        if is_text and is_short and is_prose(text):
            plan.goal += [plan.take_text(one, one.text) for one in text]
        elif is_text and _ends_sentence(words):  # what is behind it goes on with it
            return
