"""Preview of an import, and the place of each line of its document; a person judges it in a minute."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from daytrail.importers.document import Document, LineKind
from daytrail.problems import KeyPath

MOST_ROWS = 8
"""Rows of findings of one kind that a preview shows."""
_LONGEST = 90
"""Characters of a line or of a sample that a preview shows."""


class Role(StrEnum):
    """What became of a line."""

    MARK = "mark"
    """It begins a day, a week, a part, a category."""
    TEXT = "text"
    """It is in the text of an entry, or a note or a text of something."""
    ITEM = "item"
    DROPPED = "dropped"
    """It was left out by a key of the recipe."""
    LEFT_OVER = "left over"
    EMPTY = "empty"


class Place(NamedTuple):
    """The place of a line."""

    role: Role
    owner: int = 0
    """The line that begins the day that it belongs to; 0 for none."""
    key: str = ""
    """The key of the recipe that dropped it, or by which it was read."""


@dataclass(frozen=True)
class Finding:
    """Something about a line that a person should look at."""

    line: int
    text: str
    """The line, or a message about it."""
    kind: str = ""
    """Findings of the same kind are one row with their number; empty for a row of its own."""


class Places:
    """The place of each line of a document; what gets none is left over."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._places: list[Place | None] = [None] * len(document.lines)

    def put(self, lines: Iterable[int], role: Role, owner: int = 0, key: str = "") -> None:
        """Record the place of lines, which may have had another one, as those of a day that is left out."""
        place = Place(role, owner, key)
        for line in lines:
            self._places[line - 1] = place

    def __contains__(self, line: int) -> bool:
        """Return whether a line has got a place."""
        return self._places[line - 1] is not None

    def __getitem__(self, line: int) -> Place:
        """Return the place of a line."""
        empty = Role.EMPTY if self.document.lines[line - 1].is_empty else Role.LEFT_OVER
        return self._places[line - 1] or Place(empty)

    def dropped(self) -> list[Finding]:
        """Return the lines that the recipe leaves out; those of one key are of one kind."""
        return [
            Finding(line.number, f"by `{place.key}`: {line.text.strip()}", place.key)
            for line in self.document.lines
            if (place := self[line.number]).role is Role.DROPPED and not line.is_empty
        ]

    def left_over(self) -> list[Finding]:
        """Return the lines that are left over, but empty ones and front matter.

        Headings alike, lines of one run of text and code alike are of one kind.
        """
        findings: list[Finding] = []
        start = previous = 0
        for line in self.document.lines:
            if self[line.number].role is Role.LEFT_OVER and line.kind is not LineKind.FRONT_MATTER:
                is_heading = line.kind is LineKind.HEADING
                start = line.number if line.number > previous + 2 or is_heading else start
                previous = line.number
                kind = re.sub(r"\d+", "0", line.mark) if is_heading else f"{start}"
                findings.append(Finding(line.number, line.text, kind))
        return findings


@dataclass(frozen=True)
class Preview:
    """What an import would give."""

    summary: Sequence[str]
    """The counts, as in `59 days, 6 October 2025 to 15 February 2026, in the series ML Systems`."""
    samples: Sequence[str]
    """The first and the last three of what it read."""
    near_misses: Sequence[Finding]
    """Lines that look like a day, and fit no pattern."""
    checks: Sequence[Finding]
    """Contradictions."""
    dropped: Sequence[Finding]
    """Texts that a key of the recipe leaves out."""
    left_over: Sequence[Finding]
    unused: Sequence[KeyPath]
    """Key paths of patterns that match no line."""
    data: dict[str, Any]
    """More for `--json`."""

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
