"""Formats of reading lists: each is recognised by the content of a file, in this order. All else is Markdown."""

from daytrail.importers.reading.bibtex import read_bibtex
from daytrail.importers.reading.bookmarks import read_bookmarks
from daytrail.importers.reading.csv_list import read_csv_list
from daytrail.importers.reading.omnivore import read_omnivore
from daytrail.importers.reading.reader import ImportedList
from daytrail.importers.text.outline import without_control_characters


def read_foreign_list(text: str, name: str) -> ImportedList | None:
    """Read a reading list of another program; None if the text is in none of these formats."""
    text = without_control_characters(text)
    formats = (read_bookmarks, read_omnivore, read_bibtex, read_csv_list)
    return next((imported for read in formats if (imported := read(text, name))), None)
