"""Atom feed that a browser shows as a page: https://www.rfc-editor.org/rfc/rfc4287.

Readers of feeds skip elements of other languages (section 6.3). So a feed has a few of XHTML, which its style sheet
shows in place of all others; only XHTML has links that can be followed.
"""

from datetime import UTC, datetime
from io import StringIO
from typing import Any, TextIO
from xml.sax.saxutils import quoteattr

from feedgenerator import Atom1Feed  # type: ignore[import-untyped]  # it ships no types

from daytrail.views.translation import gettext as _

_XHTML = "http://www.w3.org/1999/xhtml"


class ReadableFeed(Atom1Feed):  # type: ignore[misc]  # as above
    """A feed with a style sheet, whose URL is the keyword `style`; `icon` is that of a picture, or empty.

    Its items have `shown_text` and `shown_date`.
    """

    def write(self, outfile: TextIO, encoding: str) -> None:
        """Write the feed, with its style sheet in the second line."""
        text = StringIO()
        super().write(text, encoding)
        declaration, line, rest = text.getvalue().partition("\n")
        style = f'<?xml-stylesheet type="text/css" href={quoteattr(self.feed["style"])}?>'
        outfile.write(f"{declaration}{line}{style}\n{rest}")

    def latest_post_date(self) -> datetime:
        """Return when the newest item was updated; if there is none, a date, which is required, but not today's."""
        return super().latest_post_date() if self.items else datetime.fromtimestamp(0, UTC)

    def add_root_elements(self, handler: Any) -> None:
        """Write what the feed says of itself."""
        super().add_root_elements(handler)
        if icon := self.feed["icon"]:
            handler.addQuickElement("icon", icon)
        handler.startElement("div", {"xmlns": _XHTML})
        handler.addQuickElement("h1", self.feed["title"], {"dir": "auto"})
        help_text = _("This is a feed. Copy its address into a program that reads feeds, and new items come to you.")
        handler.addQuickElement("p", help_text)
        handler.startElement("p", {})
        handler.addQuickElement("a", self.feed["feed_url"], {"href": self.feed["feed_url"]})
        handler.endElement("p")
        handler.endElement("div")

    def add_item_elements(self, handler: Any, item: dict[str, Any]) -> None:
        """Write an item."""
        super().add_item_elements(handler, item)
        handler.startElement("div", {"xmlns": _XHTML})
        handler.startElement("h2", {"dir": "auto"})
        handler.addQuickElement("a", item["title"], {"href": item["link"]})
        handler.endElement("h2")
        handler.addQuickElement("p", item["shown_date"], {"class": "date"})
        handler.addQuickElement("p", item["shown_text"], {"dir": "auto"})
        handler.endElement("div")
