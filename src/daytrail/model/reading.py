"""The reading list: what is worth reading, plan or no plan."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from pydantic import model_validator

from daytrail.model.base import Brief, Flag, Id, Language, Line, Prose, Record, Url, refuse, slug
from daytrail.model.entry import Status
from daytrail.model.urls import url_keys
from daytrail.problems import KeyPath

ListSection = Literal["category", "to_read", "implement"]
"""Place in the list: in a category, among what waits to be read, or among things to build."""

MediaKind = Literal[
    "paper",
    "article",
    "book",
    "course",
    "documentation",
    "video",
    "podcast",
    "slides",
    "code",
    "tool",
    "dataset",
    "discussion",
]
"""Kind of a resource, to know before opening it. The list is closed, so that the site can filter."""


class Note(Brief):
    """A remark; a plain text is one too."""

    brief: ClassVar[str] = "text"

    text: Prose
    notes: tuple["Note", ...] = ()
    """Remarks on the remark."""


class Listing(Brief):
    """Something on the list; a plain text is its title, a plain link its url."""

    brief: ClassVar[str] = "title"

    title: Line | None = None
    """Its title. Without one it has a `url`."""
    url: Url | None = None
    aliases: tuple[Url, ...] = ()
    """Further URLs of the same resource: a mirror, the PDF, the code. A link to any of them is a link to it."""
    kind: MediaKind | None = None
    """Its kind. Without one, it follows from the host and path of `url`."""
    language: Language | None = None
    """Language in which it is written or spoken, as in `fr` or `pt-BR`."""
    author: Line | None = None
    why: Prose | None = None
    """The reason why it is worth the time."""
    favourite: Flag = False
    status: Status | None = None
    """Its status by your own word. It ticks nothing in the plan."""
    notes: tuple[Note, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, written: Any) -> Any:
        if isinstance(written, str) and written.strip().startswith(("https://", "http://")):
            return {"url": written}
        return {cls.brief: written} if isinstance(written, str) else written

    @model_validator(mode="after")
    def _has_a_name(self) -> "Listing":
        if not self.title and not self.url:
            raise refuse("what is listed needs a `title` or a `url`", "write `title: …`")
        return self

    @property
    def url_keys(self) -> tuple[str, ...]:
        """The normalised URLs under which links to it are found, each once."""
        return url_keys(self.url, self.aliases)


class Subcategory(Record):
    """Things that belong together."""

    id: Id
    title: Line
    about: Prose | None = None
    """A text about what these have in common, shown above them."""
    items: tuple[Listing, ...] = ()


class Category(Subcategory):
    """Things that belong together, some of them more closely."""

    categories: tuple[Subcategory, ...] = ()
    """Subcategories, shown below the category's own items."""


@dataclass(frozen=True, slots=True)
class PlacedListing:
    """Something on the list, with where it is."""

    listing: Listing
    section: ListSection
    key_path: KeyPath
    """Keys and indices from the root of the file to it, as in `("to_read", 0)`."""
    category: Category | None = None
    subcategory: Subcategory | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """Its identity: its normalised URLs, or else its section or category and the slug of its title."""
        category = self.subcategory or self.category
        name = f"list/{category.id if category else self.section}/{slug(self.listing.title or '')}"
        return self.listing.url_keys or (name,)


class ReadingList(Record):
    """The whole of reading.yaml."""

    title: Line | None = None
    """Its name, shown above it where it says more than the title of the page."""
    about: Prose | None = None
    """A text about the whole list, shown above it."""
    categories: tuple[Category, ...] = ()
    to_read: tuple[Listing, ...] = ()
    """Readings that wait to be read."""
    implement: tuple[Listing, ...] = ()
    """Things to build with your own hands."""

    @property
    def shelved(self) -> Iterator[PlacedListing]:
        """Everything on the list, in the order of the file."""
        for c, category in enumerate(self.categories):
            for i, listing in enumerate(category.items):
                yield PlacedListing(listing, "category", ("categories", c, "items", i), category)
            for s, inner in enumerate(category.categories):
                for i, listing in enumerate(inner.items):
                    key_path = ("categories", c, "categories", s, "items", i)
                    yield PlacedListing(listing, "category", key_path, category, inner)
        for i, listing in enumerate(self.to_read):
            yield PlacedListing(listing, "to_read", ("to_read", i))
        for i, listing in enumerate(self.implement):
            yield PlacedListing(listing, "implement", ("implement", i))
