"""Preview of an import; a person judges it in a minute."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from daytrail.problems import KeyPath

MOST_ROWS = 8
"""Rows of findings of one kind that a preview shows."""
_LONGEST = 90
"""Characters of a line or of a sample that a preview shows."""


@dataclass(frozen=True)
class Finding:
    """Something about a line that a person should look at."""

    line: int
    text: str
    """The line, or a message about it."""
    kind: str = ""
    """Findings of the same kind are one row with their number; empty for a row of its own."""


@dataclass(frozen=True)
class Preview:
    """What an import would give."""

    summary: Sequence[str]
    """The counts, as in `59 days, 6 October 2025 to 15 February 2026, in the series ML Systems`."""
    samples: Sequence[str]
    """The first and the last three of what it read."""
    data: dict[str, Any]
    """More for `--json`."""
    near_misses: Sequence[Finding] = ()
    """Lines that look like a day, and fit no pattern."""
    checks: Sequence[Finding] = ()
    """Contradictions."""
    dropped: Sequence[Finding] = ()
    """Texts that a key of the recipe leaves out."""
    left_over: Sequence[Finding] = ()
    unused: Sequence[KeyPath] = ()
    """Key paths of patterns, columns and signs that the document does not have."""

    def lines(self) -> Iterator[str]:
        """Yield the lines that the command prints."""
        yield from self.summary
        yield from (f"  {_shortened(sample)}" for sample in self.samples)
        for title, none, findings in (
            ("near misses", "none", self.near_misses),
            ("checks", "none", self.checks),
            ("left out by the recipe", "nothing", self.dropped),
            ("left over", "none", self.left_over),
        ):
            total = len({finding.line for finding in findings})
            yield f"{title}: {f'{total} line' + 's' * (total > 1) if total else none}"
            yield from (f"  {row}" for row in _rows(findings))

    def to_json(self) -> dict[str, Any]:
        """Return the preview for `--json`; lists of findings are complete."""
        findings = {
            name: [{"line": one.line, "text": one.text} for one in getattr(self, name)]
            for name in ("near_misses", "checks", "dropped", "left_over")
        }
        return {"summary": list(self.summary), **self.data, **findings}


def _rows(findings: Sequence[Finding]) -> Iterator[str]:
    """Yield a row for each kind of findings, with their number if there are several."""
    rows: dict[str, list[Finding]] = {}
    for number, finding in enumerate(findings):
        rows.setdefault(finding.kind or str(number), []).append(finding)
    for first, *others in list(rows.values())[:MOST_ROWS]:
        text = _shortened(" ".join(first.text.split()))
        yield f"{first.line:>5}  {text}{f'  (and {len(others)} more)' if others else ''}"
    if len(rows) > MOST_ROWS:
        yield f"    …  and {len(rows) - MOST_ROWS} other rows; --json lists all"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
