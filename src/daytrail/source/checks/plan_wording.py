"""Wording of the checks of a plan."""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import groupby

from daytrail.problems import KeyPath, Problem, Severity, quoted
from daytrail.source.sources import Sources

_MAX_NAMES = 6
"""How many names a message lists before it counts the rest."""


def plan_problem(
    sources: Sources, key_path: KeyPath, *parts: str, hint: str = "", severity: Severity = Severity.WARNING
) -> Problem:
    """Return a problem of the plan. Every second part of its message is quoted from the plan."""
    message = "".join(quoted(part) if index % 2 else part for index, part in enumerate(parts))
    location = sources.plan_document.locate(key_path)
    return Problem(location, severity, message, hint, parts=parts, key_path=key_path)


def hours_text(hours: float) -> str:
    """Return hours as in `2.5 h`."""
    return f"{hours:.2f}".rstrip("0").rstrip(".") + " h"


def weeks_text(numbers: Iterable[int]) -> str:
    """Return week numbers in their order, as in `week 5` or `the weeks 5–7 and 9`."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return run_text(*runs)


def run_text(*runs: tuple[int, int]) -> str:
    """Return runs of weeks, each given by its first and last number, as `weeks_text` does."""
    shown = [str(first) if first == last else f"{first}–{last}" for first, last in runs]
    return f"week {shown[0]}" if len(runs) == 1 and runs[0][0] == runs[0][1] else f"the weeks {listed(shown)}"


def listed(names: Sequence[str]) -> str:
    """Return names as in `a, b and c`, cut if there are many."""
    shown = [*names] if len(names) <= _MAX_NAMES else [*names[: _MAX_NAMES - 1], f"{len(names) - _MAX_NAMES + 1} more"]
    return " and ".join(part for part in (", ".join(shown[:-1]), shown[-1]) if part)


def listed_parts(names: Sequence[str]) -> list[str]:
    """Return names that are quoted from the plan as parts of a message, as in `a`, `b` and 2 more."""
    shown, more = names[:_MAX_NAMES], len(names) - _MAX_NAMES
    separators = ["", *(", " for _ in shown[1:])]
    if 1 < len(names) <= _MAX_NAMES:
        separators[-1] = " and "
    parts = [part for pair in zip(separators, shown, strict=True) for part in pair]
    return [*parts, f" and {more} more" if more > 0 else ""]


def runs_outside(sources: Sources, known: Container[int]) -> Iterator[tuple[str, KeyPath]]:
    """Yield each run of weeks of the plan that are not known, as text, with the key path of the first one."""
    for is_known, run in groupby(sources.plan.weeks_by_key_path, key=lambda week: week[1].week in known):
        if not is_known:
            weeks = list(run)
            yield weeks_text(week.week for _, week in weeks), weeks[0][0]
