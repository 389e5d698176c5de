"""What a site says of itself to those who are not on it: readers of feeds, search engines, previews."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Literal
from urllib.parse import quote, urljoin

from daytrail.views.links import page_file

Content = Literal["full", "excerpt"]
"""What a feed holds of an entry."""


@dataclass(frozen=True, slots=True)
class Publication:
    """What a feed says of its site."""

    title: str
    url: str
    """The site's root, absolute, with its closing slash."""
    authority: str
    """Who gives the ids, as in `learner.example,2026` (RFC 4151). With it they survive a move of the site."""
    zone: tzinfo = UTC
    description: str = ""
    language: str = "en"
    content: Content = "full"
    flat: bool = False
    """Whether pages are files (`log/2026.html`) rather than folders (`log/2026/`)."""
    edited: Mapping[str, datetime] = field(default_factory=dict)
    """When entries were last edited, by path, as far as that is known."""

    def absolute(self, address: str) -> str:
        """Return the URL of a page by its address."""
        return urljoin(self.url, quote(page_file(address, flat=self.flat)))
