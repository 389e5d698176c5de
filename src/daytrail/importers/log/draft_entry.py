"""Draft entry: an entry that an import of a log proposes."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """An entry that an import proposes."""

    line: int
    """Its first line in the source, from 1."""
    date: date | None
    day_numbers: tuple[int, int] | None = None
    """The first and the last day that it covers."""
    series: str = ""
    """The name of what its number counts; empty if the source does not say."""
    title: str = ""
    body: str = ""
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """URLs that are alone on a line; they stay in the body as well."""
    structure: tuple[str, ...] = ()
    """Words of the source that became its date or its number."""
