"""Problems: mistakes in what the writer wrote, each with its location and a hint.

Mistakes in content are values of type `Problem`; exceptions are for faults of the program.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import TypeAlias

KeyPath: TypeAlias = tuple[str | int, ...]
"""Keys and indices from the root of a YAML text to a value."""


class Severity(StrEnum):
    """How serious a problem is: an error stops the build, a warning never does."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A position in a file of the project."""

    path: str
    """Relative to the project's root, with forward slashes."""
    line: int = 1
    """Counted from 1."""
    column: int = 1
    """In characters, counted from 1."""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A mistake of the writer. The message quotes what was written and states the rule."""

    location: Location
    severity: Severity
    message: str
    hint: str = ""
    """How to correct it; empty if the message is enough."""
    code: str = ""
    """Kind of the problem, as in `weeks-over-budget`, for callers that group or select; often empty."""
    key_path: KeyPath = field(default=(), compare=False)
    """Keys and indices from the root of the plan to the value, as in `("parts", 2, "weeks", 4)`; often empty."""

    def __str__(self) -> str:
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{self.location}: {self.severity}: {self.message}{hint}"


def error(location: Location, message: str, hint: str = "", code: str = "") -> Problem:
    """Return a problem that stops the build."""
    return Problem(location, Severity.ERROR, message, hint, code)


def warning(location: Location, message: str, hint: str = "", code: str = "") -> Problem:
    """Return a problem that is only reported."""
    return Problem(location, Severity.WARNING, message, hint, code)


def errors_of(problems: Iterable[Problem]) -> list[Problem]:
    """Return the problems that stop the build."""
    return [problem for problem in problems if problem.severity is Severity.ERROR]


def quoted(text: str, limit: int = 60) -> str:
    """Return a text of the writer for use in a message: in backticks, on one line, at most `limit` characters."""
    line = " ".join(text.split())
    return f"`{line if len(line) <= limit else line[: limit - 1] + '…'}`"


# Controls, line and paragraph separators, marks that set the direction of text, and lone surrogates.
_CONTROL_CHARACTER = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def printable(text: str) -> str:
    """Return a text that cannot control a terminal: control and text direction characters become escapes."""
    return _CONTROL_CHARACTER.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


MOST_NAMES = 3_000
"""With more candidates than this, `did_you_mean` gives up: comparing them all would take seconds."""


def did_you_mean(written: str, known: Iterable[str]) -> str:
    """Return `did you mean …?` with the most similar of the known names, or an empty string if none is similar."""
    if len(candidates := list(known)) > MOST_NAMES:
        return ""
    names = {name.casefold(): name for name in candidates}
    matches = get_close_matches(written.casefold(), list(names), n=1, cutoff=0.6)
    return f"did you mean {quoted(names[matches[0]])}?" if matches else ""


def is_near(word: str, other: str, edits: int) -> bool:
    """Return whether so many letters that are inserted, deleted, replaced or swapped make one word of another.

    Ours, since difflib has no such distance: https://en.wikipedia.org/wiki/Damerau–Levenshtein_distance, the one of
    optimal string alignment.
    """
    if abs(len(word) - len(other)) > edits or len(set(word) & set(other)) < len(set(other)) - edits - 1:
        return False
    before, row = [0], list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        before_last, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == wanted:
                cost = min(cost, before_last[j - 2] + 1)
            row.append(cost)
        if min(row) > edits:
            return False
    return row[-1] <= edits
