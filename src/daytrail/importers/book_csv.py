"""Recipes for the CSV files that Goodreads and StoryGraph export: books with state, rating, days and review.

Names of columns: https://help.goodreads.com/s/article/How-do-I-import-or-export-my-books-1553870934590 and the file
that StoryGraph writes below *Manage Account, Export StoryGraph Library*, of November 2025.
"""

from daytrail.importers.document import Document
from daytrail.importers.list_recipe import ListColumns, ListRecipe
from daytrail.model.entry import Status

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
