"""What an import makes of a foreign text before anything is written."""

from dataclasses import dataclass
from datetime import date

from pydantic import TypeAdapter, ValidationError

from daytrail.model.base import Url


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
    said: tuple[str, ...] = ()
    """Words of its own that became its date or its number."""


@dataclass(frozen=True, slots=True)
class Left:
    """A line of the source that is in no entry."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that had to be guessed, or that contradicts itself."""

    line: int
    message: str


_URL: TypeAdapter[str] = TypeAdapter(Url)


def usable(address: str) -> bool:
    """Tell whether a link is one that entries, plans and lists take."""
    try:
        _URL.validate_python(address)
    except ValidationError:
        return False
    return True
