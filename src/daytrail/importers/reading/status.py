"""Status of what is to be read, as headings, cells, labels and signs state it: a closed vocabulary of whole words."""

import re
from collections.abc import Mapping
from functools import cache

from daytrail.importers.text.outline import BOX, is_ticked
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.entry import Status

_STATUSES: tuple[Status, ...] = ("to-read", "reading", "read", "dropped")
SIGNS: Mapping[Status, str] = {"to-read": "⏳⬜🔲☐⚪", "reading": "🚧🔄🟡⏩", "read": "✅✔✓☑🟢", "dropped": "❌"}
STATUS_SIGNS: Mapping[str, Status] = {sign: status for status, signs in SIGNS.items() for sign in signs}
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
_SHORT_CODES = {":white_check_mark:": "✅", ":heavy_check_mark:": "✔", ":construction:": "🚧", ":x:": "❌"}
_DECORATION = re.compile(r"^[^\w]+|[^\w!?]+$")
_YEAR = r"(?:19|20)\d\d"


@cache
def _words(kind: str, status: Status) -> re.Pattern[str]:
    words = any_of("statuses." + status, "weak_statuses." + status) if kind == "any" else any_of(f"{kind}.{status}")
    if kind == "statuses":
        around = rf"(?:{any_of('around_status')}|{_YEAR})"
        words = rf"(?:{around}\s+)*(?:{words})(?:\s+{around})*"
    return re.compile(words, re.IGNORECASE)


def status_of(text: str) -> Status | None:
    """Return the status that a cell, a label or words in brackets state."""
    if box := re.fullmatch(r"(?:- )?\[([ xX✓✔-]?)\]", text.strip()):
        return "dropped" if box[1] == "-" else "read" if box[1].strip() else "to-read"
    text = re.sub(r"\s\([^()]*\)$", "", text.rstrip()).strip(" :*_.!-()[]\ufe0f")
    sign, text = text[:1], _DECORATION.sub("", text)
    if sign in _CELL_SIGNS and not re.search(r"[^\W\d_]{2}", text):
        return _CELL_SIGNS[sign]
    return next((status for status in _STATUSES if _words("any", status).fullmatch(text)), None)


def split_sign(text: str) -> tuple[Status | None, str]:
    """Return the status that a text states by a sign or a box before it, and the text behind that."""
    bare = text.strip().removeprefix("- ")
    if (box := BOX.match(bare)) and box["sign"] is not None:
        return ("read" if is_ticked(box) else "to-read"), bare[box.end() :]
    bare = re.sub(r":\w+:", lambda code: _SHORT_CODES.get(code[0], code[0]), text).lstrip("*_ ")
    for status, signs in SIGNS.items():
        if sign := re.match(rf"[{signs}]\ufe0f?[\s:*_-]*", bare):
            return status, bare[sign.end() :]
    return None, text


def split_status(text: str) -> tuple[Status | None, str]:
    """Return the status that a text states by a sign or by words at its beginning, and the text behind them."""
    of_sign, rest = split_sign(text)
    for status in _STATUSES:
        words = re.match(rf"[*_\s]*(?:{any_of(f'statuses.{status}')})\b[*_\s:–—-]*", rest, re.IGNORECASE)
        if words and of_sign in (None, status):
            return status, re.sub(r"^\((.*)\)$", r"\1", rest[words.end() :])
    return of_sign, re.sub(r"^\((.*)\)$", r"\1", rest) if of_sign else text


def status_of_answer(cell: str) -> Status | None:
    """Return the status that `yes`, `x` or `no` states in a column whose name asks whether things are done."""
    answer = _ANSWER.fullmatch(cell)
    return ("to-read" if answer["no"] else "read") if answer else None


def status_of_heading(title: str) -> tuple[Status | None, bool]:
    """Return the status of what is below a heading, and whether its words are sure to mean it."""
    text = _DECORATION.sub("", re.sub(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\W*$|^[^.!?]*[.!]\s+(?=\w)", "", title)).replace(
        "’", "'"
    )
    for status in _STATUSES:
        if _words("weak_statuses", status).fullmatch(text):
            return status, False
    return next((status for status in _STATUSES if _words("statuses", status).fullmatch(text)), None), True


def implement_shelf(title: str) -> tuple[bool, bool]:
    """Return whether a heading is that of things to build, and whether it has no other words.

    `Kernels to learn / implement` has some: what is below may be meant to be read as well.
    """
    text = _DECORATION.sub("", title)
    around, verb, how_to = any_of("around_status"), any_of("implement"), any_of("how_to")
    if re.fullmatch(rf"(?:(?:{around})\s+)*to (?:{verb})", text, re.IGNORECASE):
        return True, True
    pattern = rf"(?!(?:{how_to})\b)(?:.*\s)?to (?:\w+\s*(?:/|,|&|and|or)\s*)*(?:{verb})"
    return re.fullmatch(pattern, text, re.IGNORECASE) is not None, False
