"""Status of what is to be read, as headings, cells, labels and signs state it: a closed vocabulary of whole words."""

import re
from collections.abc import Mapping
from functools import cache

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
    if text[:1] in _CELL_SIGNS and not re.match(r"\w{2}", text):
        return _CELL_SIGNS[text[0]]
    text = _DECORATION.sub("", text)
    return next((status for status in _STATUSES if _words("any", status).fullmatch(text)), None)


def status_of_heading(title: str) -> tuple[Status | None, bool]:
    """Return the status of what is below a heading, and whether its words are sure to mean it."""
    text = _DECORATION.sub("", re.sub(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])\W*$|^[^.!?]*[.!]\s+(?=\w)", "", title)).replace(
        "’", "'"
    )
    parts = re.split(rf"\s+(?:&|{any_of('and')})\s+", text)
    if len(parts) == 2 and (status := status_of(parts[0])) and status == status_of(parts[1]):  # `Read & finished`
        return status, True
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
