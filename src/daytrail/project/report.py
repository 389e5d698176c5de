"""Problems as text for people, as JSON for programs, and as annotations for GitHub."""

import json
import logging
from collections import Counter
from collections.abc import Iterable
from pathlib import PurePosixPath

from daytrail.problems import Problem, Severity, printable
from daytrail.views.files.data import attributes


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun, as in `1 entry` or `2 entries`. Only commands use it, since it is English."""
    many = plural or (f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2] not in "aeiou" else f"{noun}s")
    return f"{number} {noun if number == 1 else many}"


def as_text(problems: Iterable[Problem]) -> str:
    """Return a line for each problem, `file:line:column: severity: message`, with its hint on the next line."""
    return "".join(f"{_text(problem)}\n" for problem in problems)


def _text(problem: Problem) -> str:
    hint = f"\n  hint: {printable(problem.hint)}" if problem.hint else ""
    return f"{printable(str(problem.location))}: {problem.severity}: {printable(problem.message)}{hint}"


def as_json(problems: Iterable[Problem]) -> str:
    """Return a JSON list of objects with path, line, column, severity, message and hint."""
    names = ("path", "line", "column", "severity", "message", "hint")
    rows = [attributes(names, problem.location, problem) for problem in problems]
    return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"


def as_github(problems: Iterable[Problem], folder: str = "") -> str:
    """Return a workflow command for each problem, which GitHub shows as an annotation of its line.

    GitHub counts paths from the root of the repository; `folder` is the project's folder in it. The escapes are
    those of https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts.
    """
    return "".join(_annotation(problem, folder) for problem in problems)


def _annotation(problem: Problem, folder: str) -> str:
    location = problem.location
    path = _escape(str(PurePosixPath(folder, location.path))).replace(":", "%3A").replace(",", "%2C")
    hint = f"\nhint: {problem.hint}" if problem.hint else ""
    place = f"file={path},line={location.line},col={location.column},title=Daytrail"
    return f"::{problem.severity} {place}::{_escape(problem.message + hint)}\n"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def summary(problems: Iterable[Problem]) -> str:
    """Return how many errors and warnings there are, as in `1 error, 2 warnings`."""
    numbers = Counter(problem.severity for problem in problems)
    return ", ".join(count(numbers[severity], severity) for severity in Severity if numbers[severity]) or "no problems"


def end_of_build(errors: int) -> str:
    """Return the message with which errors that were logged end a build."""
    return f"{count(errors, 'error')} {'stops' if errors == 1 else 'stop'} the build; see above"


def log_problems(problems: Iterable[Problem], log: logging.Logger) -> int:
    """Log problems, warnings as information, and return the number of errors.

    A warning in MkDocs' log would fail a build with `--strict`, and a doubled day number must not.
    """
    errors = 0
    for problem in problems:
        is_error = problem.severity is Severity.ERROR
        errors += is_error
        level = logging.ERROR if is_error else logging.INFO
        log.log(level, as_text([problem]).rstrip(), extra={"problem": problem})
    return errors
