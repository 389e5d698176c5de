"""What an import makes of a foreign text before anything is written."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Draft:
    """An entry to be."""

    line: int
    """Where it begins in the source, from 1."""
    date: date | None
    number: tuple[int, int] | None = None
    """The first and the last day that it covers."""
    series: str = ""
    """What its number counts, as the source names it; empty where it says nothing."""
    title: str = ""
    body: str = ""
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """Links that stand alone on a line; they stay in the body as well."""


@dataclass(frozen=True, slots=True)
class Left:
    """A line of the source that is in no entry."""

    line: int
    text: str
