"""Diagnostics: the problems that an import reports.

Their location has a line and no path, since an importer is given a text and not a file.
"""

from collections.abc import Iterable

from daytrail.problems import Location, Problem, warning

UNPARSED_LINE = "unparsed-line"
"""Code of the diagnostics whose message is a line, or words, of the source that the result does not contain."""


def diagnostic(line: int, code: str, message: str) -> Problem:
    """Return a diagnostic about a guess or a contradiction; its code is the kind, as in `guessed-year`."""
    return warning(Location("", line), message, code=code)


def unparsed_line(line: int, text: str) -> Problem:
    """Return the diagnostic for a line of the source that the result does not contain."""
    return diagnostic(line, UNPARSED_LINE, text)


def by_line(diagnostics: Iterable[Problem]) -> list[Problem]:
    """Return diagnostics in the order of the source."""
    return sorted(diagnostics, key=lambda problem: problem.location.line)
