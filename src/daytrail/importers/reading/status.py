"""Status of what is to be read, as headings, cells, labels and signs state it: a closed vocabulary of whole words."""

import re
from collections.abc import Mapping
from functools import cache

from daytrail.importers.text.emoji import with_emoji
from daytrail.importers.text.outline import BOX, is_ticked
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.entry import Status

STATUSES: tuple[Status, ...] = ("to-read", "reading", "read", "dropped")
_SIGNS: Mapping[Status, str] = {"to-read": "⏳⬜🔲☐⚪", "reading": "🚧🔄🟡⏩", "read": "✅✔✓☑🟢", "dropped": "❌"}
STATUS_SIGNS: Mapping[str, Status] = {sign: status for status, signs in _SIGNS.items() for sign in signs}
"""Signs that mean a status wherever they are."""
_CELL_SIGNS: Mapping[str, Status] = {
    **STATUS_SIGNS,
    "📖": "reading",
    "x": "read",
    "X": "read",
    "/": "reading",
    ">": "to-read",
}
_ANSWER = re.compile(rf"\W*(?:(?P<no>{any_of('no')}|[✗✘])|{any_of('yes')}|x)\W*", re.IGNORECASE)
_DECORATION = re.compile(r"^[^\w]+|(?<![^\w!?])[^\w!?]+$")
_AROUND = rf"(?:{any_of('around_status')}|(?:19|20)\d\d)"
_IMPLEMENT = re.compile(
    rf"(?P<sure>(?:{_AROUND}\s+)*to (?:{any_of('implement')}))"
    rf"|(?!(?:{any_of('how_to')})\b)(?:.*\s)?to (?:\w+\s*(?:/|,|&|and|or)\s*)*(?:{any_of('implement')})",
    re.IGNORECASE,
)


@cache
def _pattern(form: str, status: Status) -> re.Pattern[str]:
    words, weak = any_of(f"statuses.{status}"), any_of(f"weak_statuses.{status}")
    patterns = {
        "cell": rf"(?:{words}|{weak})",
        "heading": rf"(?:{_AROUND}\s+)*(?:{words})(?:\s+{_AROUND})*",
        "weak heading": weak,
        "beginning": rf"[*_\s]*(?:{words})\b[*_\s:–—-]*",
    }
    return re.compile(rf"(?:{patterns[form]})", re.IGNORECASE)


def _find(form: str, text: str) -> Status | None:
    return next((status for status in STATUSES if _pattern(form, status).fullmatch(text)), None)


def status_of(text: str) -> Status | None:
    """Return the status that a cell, a label or words in brackets state."""
    if box := re.fullmatch(r"(?:- )?\[([ xX✓✔-]?)\]", text.strip()):
        return "dropped" if box[1] == "-" else "read" if box[1].strip() else "to-read"
    text = re.sub(r"\s\([^()]*\)$", "", text.rstrip()).strip(" :*_.!-()[]\ufe0f")
    sign, text = text[:1], _DECORATION.sub("", text)
    if sign in _CELL_SIGNS and not re.search(r"[^\W\d_]{2}", text):
        return _CELL_SIGNS[sign]
    return _find("cell", text)


def split_sign(text: str) -> tuple[Status | None, str]:
    """Return the status that a text states by a sign or a box before it, and the text behind that."""
    bare = text.strip().removeprefix("- ")
    if (box := BOX.match(bare)) and box["sign"] is not None:
        return ("read" if is_ticked(box) else "to-read"), bare[box.end() :]
    bare = with_emoji(text).lstrip("*_ ")
    sign = re.match(r"(\S)\ufe0f?[\s:*_-]*", bare)
    return (STATUS_SIGNS[sign[1]], bare[sign.end() :]) if sign and sign[1] in STATUS_SIGNS else (None, text)


def split_status(text: str) -> tuple[Status | None, str]:
    """Return the status that a text states by a sign or by words at its beginning, and the text behind them."""
    of_sign, rest = split_sign(text)
    for status in STATUSES:
        words = _pattern("beginning", status).match(rest)
        if words and of_sign in (None, status):
            return status, re.sub(r"^\((.*)\)$", r"\1", rest[words.end() :])
    return of_sign, re.sub(r"^\((.*)\)$", r"\1", rest) if of_sign else text


def status_of_answer(cell: str) -> Status | None:
    """Return the status that `yes`, `x` or `no` states in a column whose name asks whether things are done."""
    answer = _ANSWER.fullmatch(cell)
    return ("to-read" if answer["no"] else "read") if answer else None


def status_of_heading(title: str) -> tuple[Status | None, bool]:
    """Return the status of what is below a heading, and whether its words are sure to mean it."""
    bare = re.sub(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\W*$|^[^.!?]*[.!]\s+(?=\w)", "", title)
    text = _DECORATION.sub("", bare).replace("’", "'")
    if (head := text.partition(": ")[0]) != text and (status := _find("heading", head)) and " " in head:
        return status, True  # `To read: Novels`
    weak = _find("weak heading", text)
    return (weak, False) if weak else (_find("heading", text), True)


def implement_shelf(title: str) -> tuple[bool, bool]:
    """Return whether a heading is that of things to build, and whether it has no other words.

    `Kernels to learn / implement` has some: what is below may be meant to be read as well.
    """
    match = _IMPLEMENT.fullmatch(_DECORATION.sub("", title))
    return match is not None, bool(match and match["sure"])
