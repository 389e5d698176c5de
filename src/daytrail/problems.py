"""What is wrong with a writer's text: a value that knows where it stands."""

from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Severity(StrEnum):
    """How much a problem matters: an error stops the build, a warning never does."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file of the writer's."""

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
    """A mistake of the writer's, in words that name what was written and the rule."""

    where: Location
    severity: Severity
    message: str
    hint: str = ""
    """A way out; empty where the message says it all."""

    def __str__(self) -> str:
        hint = f"\n  hint: {self.hint}" if self.hint else ""
        return f"{self.where}: {self.severity}: {self.message}{hint}"


def error(where: Location, message: str, hint: str = "") -> Problem:
    """Build a problem that stops the build."""
    return Problem(where, Severity.ERROR, message, hint)


def warning(where: Location, message: str, hint: str = "") -> Problem:
    """Build a problem that is only reported."""
    return Problem(where, Severity.WARNING, message, hint)


def quoted(text: str, limit: int = 60) -> str:
    """Show a writer's own words in a message: in backticks, on one line, shortened past `limit` characters."""
    line = " ".join(text.split())
    return f"`{line if len(line) <= limit else line[: limit - 1] + '…'}`"


MOST_NAMES = 3_000


def did_you_mean(written: str, known: "Iterable[str]") -> str:
    """Return `did you mean …?` with the nearest of the known names.

    Empty where none is near, or where there are so many that looking would take seconds.
    """
    if len(every := list(known)) > MOST_NAMES:
        return ""
    names = {name.casefold(): name for name in every}
    near = get_close_matches(written.casefold(), names, n=1, cutoff=0.6)
    return f"did you mean {quoted(names[near[0]])}?" if near else ""
