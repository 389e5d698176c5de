"""Recipes: the short YAML files that say how a document is read, as records, and the writer of a proposed one.

What each key means is in `docs/manual/importing.md`, which a test compares with these records.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator

from daytrail.importers.document import Document
from daytrail.importers.patterns import Pattern, PatternError
from daytrail.model.base import Day, Line, Record, Whole, refuse
from daytrail.model.entry import Status
from daytrail.problems import KeyPath

# -- types of values --


def _pattern(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return Pattern(value)
    except PatternError as problem:
        raise refuse(*problem.args) from None


_IN_ITEMS = ("title", "text", "author", "why", "any")


def _with_only(*holes: str) -> AfterValidator:
    def check(pattern: Any) -> Any:
        if isinstance(pattern, Pattern) and (others := sorted(pattern.holes.difference(holes))):
            hint = "write `{why}` for what becomes text, or `{any}` for what is left out"
            raise refuse(f"`{{{others[0]}}}` is nothing that an item has", hint)
        return pattern

    return AfterValidator(check)


def _list(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value]


def _goal(value: Any) -> Any:
    return int(value) if isinstance(value, str) and value.strip().isdecimal() else value


PatternText = Annotated[Any, BeforeValidator(_pattern)]
"""A pattern, as `Pattern` reads it."""
PatternList = Annotated[tuple[PatternText, ...], BeforeValidator(_list)]
"""Patterns, of which the first that matches counts; a single one needs no brackets."""
LineNumber = Whole
"""The number of a line in the document. A comment behind it repeats the beginning of the line, and is checked."""
LineNumbers = Annotated[tuple[LineNumber, ...], BeforeValidator(_list)]
Lines = Annotated[tuple[Line, ...], BeforeValidator(_list)]


class Recipe(Record):
    """What all recipes may say."""

    skip: PatternList = ()
    """Lines with which something is left out: a day, a section."""
    drop: PatternList = ()
    """Lines that are left out themselves."""
    ends: PatternList = ()
    """Lines from which on nothing is read."""

    def patterns(self) -> Iterator[tuple[KeyPath, Pattern]]:
        """Yield the patterns that are written in the recipe, each with its key path."""
        yield from _patterns_in(self, ())

    def line_numbers(self) -> Iterator[tuple[KeyPath, int]]:
        """Yield each line number that the recipe contains, with its key path."""
        for key in ("title", "template", "about", "notes"):
            value = getattr(self, key, None)
            if isinstance(value, tuple):
                yield from (((key, index), number) for index, number in enumerate(value))
            elif value and str(value).isdecimal():
                yield (key,), int(value)


def _patterns_in(value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, Pattern]]:
    pairs: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, dict) else ()
    if isinstance(value, Pattern):
        yield path, value
    elif isinstance(value, Record):
        pairs = ((key, inner) for key, inner in value if key in value.model_fields_set)
    elif isinstance(value, tuple):
        pairs = enumerate(value)
    for key, inner in pairs:
        yield from _patterns_in(inner, (*path, key))


class LogRecipe(Recipe):
    """How a log is read: each day becomes an entry."""

    days: PatternList = ()
    first_line: PatternList = ()
    year: Whole | None = None
    year_heading: PatternList = ()
    year_stands: Literal["above", "below"] = "above"
    order: Literal["oldest first", "newest first"] = "oldest first"
    day_1: Day | None = None
    series: Line | None = None
    goal: Annotated[int | Day | None, BeforeValidator(_goal)] = None
    rename: dict[str, Line] = {}  # noqa: RUF012 - pydantic copies it
    copies: Literal["keep", "longest"] = "keep"
    template: LineNumber | None = None
    columns: dict[Literal["date", "day", "title", "text", "hours"], Lines] = {}  # noqa: RUF012 - pydantic copies it
    """Columns of a table by what they are, each by its name in the first row or its number from 1."""
    files: PatternList = ()


# -- proposals --


@dataclass(frozen=True)
class Question:
    """A choice that the document does not decide: the value that the preview uses, and what else is possible."""

    first: str
    """It is written as `"? first"`; an empty one only as `?`."""


@dataclass
class Proposal:
    """The values of a new recipe in the order in which they are written, and why each was chosen."""

    values: dict[str, Any] = field(default_factory=dict)
    """Texts, numbers, dates, questions, lists and mappings of them, by key."""
    reasons: dict[KeyPath, str] = field(default_factory=dict)
    """Comments, by key path: `("days",)` for the whole list, `("days", 0)` for its first pattern."""

    def put(self, key: str, value: Any, reason: str = "") -> None:
        """Set the value of a key, perhaps with the reason."""
        self.values[key] = value
        if reason:
            self.reasons[key,] = reason

    def put_all(self, key: str, values: Mapping[Any, str]) -> None:
        """Set the values of a list, each with its reason."""
        self.values[key] = list(values)
        self.reasons |= {(key, index): reason for index, reason in enumerate(values.values())}

    def put_forms(self, key: str, reasons: Mapping[Any, str]) -> None:
        """Set patterns, those with most holes first, each with its reason."""
        forms = sorted(reasons, key=lambda value: (-first_values(value).count("{"), -len(first_values(value))))
        self.put_all(key, {form: reasons[form] for form in forms})


_PLAIN = re.compile(r"(?!(?:true|false|null|yes|no|on|off|y|n)$)[^\W\d_][^\W]*(?: +\w+)*", re.IGNORECASE)
"""Texts that need no quotes in YAML."""


def first_values(value: Any) -> Any:
    """Return a value with the first one of each question."""
    if isinstance(value, Question):
        return value.first
    if isinstance(value, Mapping):
        return {key: first_values(one) for key, one in value.items()}
    return [first_values(one) for one in value] if isinstance(value, list) else value


def write_recipe(proposal: Proposal, comment: str) -> str:
    """Return the YAML text of a proposal, with a comment above all of it and the reasons behind its lines."""
    return "".join(f"{line}\n" for line in (f"# {comment}", *_lines(proposal.values, (), proposal.reasons, "")))


def _lines(values: Mapping[str, Any], path: KeyPath, reasons: Mapping[KeyPath, str], indent: str) -> Iterator[str]:
    for key, value in values.items():
        name, here = f"{indent}{_scalar(key)}:", (*path, key)
        if isinstance(value, Mapping) and value:
            yield f"{name}{_comment(reasons.get(here))}"
            yield from _lines(value, here, reasons, f"{indent}  ")
        elif isinstance(value, list) and any((*here, index) in reasons for index in range(len(value))):
            yield f"{name}{_comment(reasons.get(here))}"
            items = [f"{indent}  - {_scalar(one)}" for one in value]
            width = min(60, max(map(len, items)))
            yield from (
                f"{item:{width}}{_comment(reasons.get((*here, index)))}".rstrip() for index, item in enumerate(items)
            )
        elif isinstance(value, list):
            yield f"{name} [{', '.join(map(_scalar, value))}]{_comment(reasons.get(here))}"
        else:
            yield f"{name} {_scalar(value)}{_comment(reasons.get(here))}"


def _comment(reason: str | None) -> str:
    return f"  # {' '.join(reason.split())}" if reason else ""


def _scalar(value: Any) -> str:
    text = f"? {value.first}".rstrip() if isinstance(value, Question) else value
    if isinstance(text, str):
        return text if _PLAIN.fullmatch(text) else json.dumps(text, ensure_ascii=False)
    return str(text).lower()


# -- plans --

Label = Literal["concept", "reading", "practice", "choice", "review", "deliverable", "goal"]
"""What is below a label: items of a kind, or the goal of the week."""


class ReferenceTable(Record):
    """A table of papers or guides."""

    below: PatternText
    columns: dict[Literal["title", "url", "topic", "week", "good_for"], Lines]


class PlanRecipe(Recipe):
    """How a plan is read."""

    title: Line | None = None
    about: LineNumbers = ()
    parts: PatternList = ()
    weeks: PatternList = ()
    per_week: Whole | None = None
    labels: dict[Label, PatternList] = {}  # noqa: RUF012 - pydantic copies it
    unlabelled: Label = "concept"
    milestones: PatternList = ()
    items: Literal["bullets", "boxes"] = "bullets"
    fields: Annotated[
        tuple[Annotated[PatternText, _with_only(*_IN_ITEMS, "hours", "minutes")], ...], BeforeValidator(_list)
    ] = ()
    done: Day | None = None
    columns: dict[Label | Literal["week", "title"], Lines] = {}  # noqa: RUF012 - pydantic copies it
    topics: Literal["mermaid"] | None = None
    references: dict[Literal["papers", "guides"], ReferenceTable] = {}  # noqa: RUF012 - pydantic copies it


# -- reading lists --

ListColumn = Literal["title", "url", "author", "why", "state", "category", "notes"]


class ListRecipe(Recipe):
    """How a reading list is read."""

    title: Line | None = None
    about: LineNumbers = ()
    categories: PatternList = tuple(Pattern(f"{'#' * level} {{title}}") for level in range(1, 7))
    items: PatternList = ()
    fields: Annotated[tuple[Annotated[PatternText, _with_only(*_IN_ITEMS)], ...], BeforeValidator(_list)] = ()
    favourite: Line | None = None
    states: dict[Status, Lines] = {}  # noqa: RUF012 - pydantic copies it
    sections: dict[Literal["to_read", "implement"], PatternText] = {}  # noqa: RUF012 - pydantic copies it
    """Lines above what waits to be read, and above things to build."""
    notes: LineNumbers = ()
    columns: dict[ListColumn, Lines] = {}  # noqa: RUF012 - pydantic copies it


# -- CSV files of Goodreads and StoryGraph --

_STATES: dict[Status, tuple[str, ...]] = {
    "to-read": ("to-read",),
    "reading": ("currently-reading", "paused"),
    "read": ("read",),
    "dropped": ("did-not-finish",),
}
_BOOKS = {  # private notes are not read, since a reading list is public
    "Goodreads": {
        "title": "Title",
        "author": "Author",
        "state": "Exclusive Shelf",
        "notes": ["Additional Authors", "My Rating", "Date Read", "Bookshelves", "My Review"],
    },
    "StoryGraph": {
        "title": "Title",
        "author": "Authors",
        "state": "Read Status",
        "notes": ["Star Rating", "Dates Read", "Tags", "Review"],
    },
}


def book_recipe(document: Document) -> ListRecipe | None:
    """Return the recipe for an export of Goodreads or StoryGraph; None for another document."""
    names = set(document.rows[0].names) if document.is_csv and document.rows else set()
    for title, columns in _BOOKS.items():
        recipe = ListRecipe.model_validate({"title": title, "columns": columns, "states": _STATES})
        if names.issuperset(name for value in recipe.columns.values() for name in value):
            return recipe
    return None
