"""Publication: the site as feeds, search engines and previews name it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Literal, NamedTuple
from urllib.parse import quote

from daytrail.source.notations import ALL, Programs
from daytrail.views.links import USUAL, Addresses, docs_address, page_file

Content = Literal["full", "excerpt"]
"""Amount of an entry's text in feeds."""


class SiteAuthor(NamedTuple):
    """Author of the site."""

    name: str
    links: tuple[str, ...] = ()
    """URLs of pages of the author elsewhere."""
    picture: str = ""
    """URL of a picture of the author. Empty without one, or if the site has no URL."""


@dataclass(frozen=True, slots=True)
class Publication:
    """Title, URL and other properties of the site."""

    title: str
    url: str
    """URL of the site's root with its closing slash. Empty if unknown."""
    authority: str
    """First part of ids in feeds, as in `learner.example,2026` (RFC 4151). With it they survive a move of the site."""
    zone: tzinfo = UTC
    description: str = ""
    language: str = "en"
    author: SiteAuthor | None = None
    """None if the plan does not name one."""
    content: Content = "full"
    notations: Programs = ALL
    """Programs whose notations are read in entries."""
    addresses: Addresses = USUAL
    docs: str = ""
    """The docs folder, as in `docs`, if the entries are in it: links of entries may then lead to its other files."""
    entries: str = "entries"
    flat: bool = False
    """True if pages are files (`log/2026.html`) rather than folders (`log/2026/`)."""
    cards: bool = False
    """True if there are cards for sharing."""
    edited: Mapping[str, datetime] = field(default_factory=dict)
    """Dates of the last edits of entries, by path, as far as known."""

    def absolute(self, address: str) -> str:
        """Return the URL of a page by its URL path."""
        # Without a scheme, dots or a slash at its start, the path is joined 20 times as fast as by `join_url`.
        return self.url + quote(page_file(address, flat=self.flat))

    def docs_page(self, uri: str) -> str:
        """Return the URL of a page of `docs/` by its path there."""
        return self.absolute(docs_address(uri, flat=self.flat))
