"""Base of the readers of plans and reading lists: sections that are left out, and items."""

import re
from collections.abc import Set
from dataclasses import dataclass, field, replace
from typing import TypeVar

from daytrail.importers.document import Document, Line, LineKind
from daytrail.importers.item_text import find_links, plain, with_words
from daytrail.importers.links import inline_links
from daytrail.importers.patterns import Match
from daytrail.importers.preview import Role
from daytrail.importers.reader import Reader
from daytrail.importers.recipe import ListRecipe, PlanRecipe

R = TypeVar("R", bound=PlanRecipe | ListRecipe)
NO_HEADING = 7
"""Level of lines that are no heading: below all that are."""
_CONTENTS = re.compile(r"\[.*\]\(#[^()]*\)\W*")


@dataclass(eq=False)
class Item:
    """Something to do or to read, as the document has it."""

    line: int
    text: str
    kind: str = ""
    """Kind by the label above the item, or the state that the category above it means."""
    box: str = ""
    """The character in its checkbox, which may be a space; empty without one."""
    notes: list[str] = field(default_factory=list)
    last_line: int = 0

    def __post_init__(self) -> None:
        self.last_line = self.line

    def go_on(self, line: Line) -> None:
        """Add the line below it to its text."""
        self.text, self.last_line = f"{self.text} {line.content}", line.number


class OutlineReader(Reader[R]):
    """Reads lines one after the other, each by the recipe and by what stands above it."""

    def __init__(self, document: Document, recipe: R) -> None:
        document, definitions = with_inline_links(document)
        super().__init__(document, recipe)
        self.places.put(definitions, Role.TEXT, key="links")
        self.title = "" if (recipe.title or "").isdecimal() else recipe.title or ""
        self.title_links: list[str] = []
        self.item: Item | None = None
        """The one above the present line, to which it may belong."""
        self._has_paragraphs = "\n\n" in document.text  # else each line is something by itself
        self._skipped = 0
        """Level of the heading of a section that is left out."""

    def read_lines(self) -> None:
        """Read all lines."""
        for line in self.document.lines:
            if line.may_mark and line.number not in self.places:
                self.line = line.number
                if role := self._read(line):
                    self.places.put((line.number,), role)

    def _read(self, line: Line) -> Role | None:
        """Read a line; return its role, or None if it is left over or has a place already."""
        mark, level = with_words(line.mark), line.level if line.kind is LineKind.HEADING else NO_HEADING
        self._skipped = 0 if level <= self._skipped else self._skipped
        if str(line.number) == self.recipe.title:
            self.title = plain(line.content)
            self.title_links += (link.markdown for link in find_links(line.text))
            return Role.MARK
        if self._skipped or self.match(self.recipe.skip, mark):
            self._skipped = self._skipped or level
            self.places.put((line.number,), Role.DROPPED, key="skip")
        elif self.match(self.recipe.drop, mark):
            self.places.put((line.number,), Role.DROPPED, key="drop")
        elif self.match(self.recipe.ends, mark):
            self.end()
        elif role := self.read_content(line, mark, level):
            return role
        elif self._goes_on(line) and self.item:
            self.item.go_on(line)
            return Role.TEXT
        return None

    def match_fields(self, text: str) -> Match | None:
        """Return what the patterns of `fields` read in the text of an item."""
        return self.match(self.recipe.fields, text, drops_any=True)

    def _goes_on(self, line: Line) -> bool:
        is_text = self._has_paragraphs and line.kind is LineKind.TEXT
        return is_text and self.item is not None and self.item.last_line == line.number - 1

    def end(self) -> None:
        """Read a line that ends what is above it."""
        raise NotImplementedError

    def read_content(self, line: Line, mark: str, level: int) -> Role | None:
        """Read a line that no key leaves out; return its role, or None if it is nothing by itself."""
        raise NotImplementedError


def is_in_contents(line: Line) -> bool:
    """Return whether a line is nothing but a link within the document, as those of a table of contents."""
    return line.kind is LineKind.ITEM and _CONTENTS.fullmatch(line.content) is not None


def with_inline_links(document: Document) -> tuple[Document, Set[int]]:
    """Return a document whose reference links have their addresses, and the lines that define those."""
    text, definitions = inline_links(document.text)
    return (replace(document, text=text) if definitions else document), definitions
