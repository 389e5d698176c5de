"""Recipe of a reading list."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import BeforeValidator

from daytrail.importers.document import Document
from daytrail.importers.patterns import Pattern
from daytrail.importers.recipe import Column, ColumnList, LineNumber, LineNumbers, PatternList, PatternText, Recipe
from daytrail.model.base import Line, Record
from daytrail.model.entry import Status
from daytrail.problems import KeyPath

_Texts = Annotated[tuple[Line, ...], BeforeValidator(lambda value: value if isinstance(value, list) else [value])]


class ListColumns(Record):
    """Columns of a table or a CSV file in which each row is something to read."""

    title: Column
    url: Column | None = None
    author: Column | None = None
    why: Column | None = None
    state: Column | None = None
    category: Column | None = None
    notes: ColumnList = ()
    """Columns whose cells become notes, each behind the name of its column."""


class ListSections(Record):
    """Lines above what waits to be read, and above things to build."""

    to_read: PatternText | None = None
    implement: PatternText | None = None


class ListRecipe(Recipe):
    """How a reading list is read."""

    title: Line | None = None
    """The title of the list, or the number of its line."""
    about: LineNumbers = ()
    """Lines of text about the list, or about the category above them."""
    categories: PatternList = tuple(Pattern(f"{'#' * level} {{title}}") for level in range(1, 7))
    """Lines that begin a category; an item is one if the pattern begins with `-` and something is below it."""
    fields: PatternList = ()
    """Forms of the text of an item."""
    favourite: Line | None = None
    """Character before or behind a favourite."""
    states: dict[Status, _Texts] = {}  # noqa: RUF012 - pydantic copies it
    """Characters at items, cells of the column `state`, or titles of categories whose items have a state."""
    sections: ListSections = ListSections()
    notes: LineNumbers = ()
    """Lines that are notes on the item above, beside those that are indented."""
    columns: ListColumns | None = None

    def line_numbers(self) -> Iterator[tuple[KeyPath, LineNumber]]:
        """Yield each line number that the recipe contains, with its key path."""
        if self.title and self.title.isdecimal():
            yield ("title",), int(self.title)
        for key in ("about", "notes"):
            yield from (((key, index), number) for index, number in enumerate(getattr(self, key)))


# -- CSV files of Goodreads and StoryGraph --

_STATES: dict[Status, tuple[str, ...]] = {
    "to-read": ("to-read",),
    "reading": ("currently-reading", "paused"),
    "read": ("read",),
    "dropped": ("did-not-finish",),
}
_COLUMNS = {  # private notes are not read, since a reading list is public
    "Goodreads": ListColumns(
        title="Title",
        author="Author",
        state="Exclusive Shelf",
        notes=("Additional Authors", "My Rating", "Date Read", "Bookshelves", "My Review"),
    ),
    "StoryGraph": ListColumns(
        title="Title", author="Authors", state="Read Status", notes=("Star Rating", "Dates Read", "Tags", "Review")
    ),
}


def book_recipe(document: Document) -> ListRecipe | None:
    """Return the recipe for an export of Goodreads or StoryGraph; None for another document."""
    names = set(document.rows[0].names) if document.is_csv and document.rows else set()
    for title, columns in _COLUMNS.items():
        if {columns.title, columns.author, columns.state, *columns.notes} <= names:
            return ListRecipe.model_construct(title=title, columns=columns, states=_STATES)
    return None
