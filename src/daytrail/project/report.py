"""Problems as text: for people, for programs, and for GitHub's pages."""

import json
import logging
import re
import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

from daytrail.problems import Problem, Severity

ROOT = PurePosixPath()
"""A project that is a whole repository."""


def as_text(problems: Iterable[Problem]) -> str:
    """Return a line a problem, `file:line:column: severity: message`, each with its hint below."""
    return "".join(f"{_lines(problem)}\n" for problem in problems)


def as_json(problems: Iterable[Problem]) -> str:
    """Return a JSON list of objects with path, line, column, severity, message and hint."""
    rows = [
        {
            "path": problem.location.path,
            "line": problem.location.line,
            "column": problem.location.column,
            "severity": problem.severity.value,
            "message": problem.message,
            "hint": problem.hint,
        }
        for problem in problems
    ]
    return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"


def as_github(problems: Iterable[Problem], folder: PurePosixPath = ROOT) -> str:
    """Return a workflow command a problem, which GitHub shows at its line.

    Args:
        problems: what to report.
        folder: the project's place in the repository, since GitHub wants paths from there.

    The escapes are those of https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts.
    """
    return "".join(_annotation(problem, folder) for problem in problems)


def summary(problems: Iterable[Problem]) -> str:
    """Return how many errors and warnings there are, as in `1 error, 2 warnings`."""
    found = [problem.severity for problem in problems]
    counts = [(found.count(severity), severity.value) for severity in Severity]
    return ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts if n) or "no problems"


def printable(text: str) -> str:
    """Return a text that does nothing to a terminal: control and direction characters become escapes."""
    return "".join(f"\\u{ord(char):04x}" if _acts(char) else char for char in text)


def _acts(char: str) -> bool:
    return (
        unicodedata.category(char) in ("Cc", "Zl", "Zp", "Cs")
        or re.match("[\u202a-\u202e\u2066-\u2069]", char) is not None
    )


def _lines(problem: Problem) -> str:
    hint = f"\n  hint: {printable(problem.hint)}" if problem.hint else ""
    return f"{printable(str(problem.location))}: {problem.severity}: {printable(problem.message)}{hint}"


def _annotation(problem: Problem, folder: PurePosixPath) -> str:
    where = problem.location
    place = {"file": folder / where.path, "line": where.line, "col": where.column, "title": "Daytrail"}
    properties = ",".join(f"{key}={_property(str(value))}" for key, value in place.items())
    hint = f"\nhint: {problem.hint}" if problem.hint else ""
    return f"::{problem.severity} {properties}::{_data(problem.message + hint)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def tell(problems: Iterable[Problem], log: logging.Logger) -> int:
    """Write problems to a log and return how many stop a build; the others are no warnings of MkDocs'.

    Its `--strict` would make a failed build of a doubled day.
    """
    errors = 0
    for problem in problems:
        severe = problem.severity is Severity.ERROR
        errors += severe
        log.log(logging.ERROR if severe else logging.INFO, as_text([problem]).rstrip())
    return errors
