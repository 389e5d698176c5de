"""Feeds of the log, of each series and of each tag: Atom (RFC 4287) and JSON Feed 1.1."""

import html
import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time
from functools import cache
from hashlib import blake2b
from io import StringIO
from typing import Any
from urllib.parse import quote, unquote

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.model.urls import join_url, split_url
from daytrail.views.body import render_body
from daytrail.views.links import LOG, address_of, docs_address, tag_address
from daytrail.views.publication import Publication
from daytrail.views.words import entry_title

MAX_ENTRIES = 30
# Characters that XML 1.0 cannot contain: https://www.w3.org/TR/xml/#charsets.
_NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TARGET = re.compile(r'(?<=[ \n])(href|src)="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed in both formats."""

    address: str
    """URL path of the page that it follows, as in `tags/moe/`. Empty for the home page."""
    title: str
    inputs: object
    """All that the feed is made from, for JSON."""
    site: Publication
    entries: Sequence[str]
    """Paths of the entries, the newest first."""
    item: Callable[[str], Mapping[str, Any]]
    """Returns the item of an entry as JSON Feed has it, but with dates as `datetime`."""

    def path(self, extension: str) -> str:
        """Return the path of the feed's file in a format, as in `tags/moe/feed.atom`."""
        return f"{self.address}feed.{extension}"

    def atom(self) -> str:
        """Return the feed as Atom."""
        # Imported here: most builds change few feeds, and some none.
        from feedgenerator import Atom1Feed  # type: ignore[import-untyped]  # it ships no types

        feed = Atom1Feed(
            _xml(self.title),
            self.site.absolute(self.address),
            _xml(self.site.description) or None,
            language=self.site.language,
            author_name=_xml(self.site.title),
            feed_url=join_url(self.site.url, quote(self.path("atom"))),
            feed_guid=f"tag:{self.site.authority}:feed/{quote(self.address)}",
        )
        for item in map(self.item, self.entries):
            feed.add_item(
                _xml(item["title"]),
                item["url"],
                html.escape(_xml(item.get("summary", "")), quote=False),  # Atom1Feed declares it as HTML
                unique_id=item["id"],
                pubdate=item["date_published"],
                updateddate=item["date_modified"],
                categories=[_xml(tag) for tag in item.get("tags", ())],
                content=_xml(item.get("content_html", "")) or None,
            )
        text = StringIO()
        feed.write(text, "utf-8")
        return text.getvalue() + "\n"

    def json(self) -> str:
        """Return the feed as JSON Feed: https://www.jsonfeed.org/version/1.1/."""
        feed = {
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.title,
            "home_page_url": self.site.absolute(self.address),
            "feed_url": join_url(self.site.url, quote(self.path("json"))),
            **({"description": self.site.description} if self.site.description else {}),
            "language": self.site.language,
            "authors": [{"name": self.site.title, "url": self.site.url}],
            "items": [self.item(path) for path in self.entries],
        }
        return json.dumps(feed, ensure_ascii=False, default=datetime.isoformat) + "\n"


def _xml(text: str) -> str:
    return _NOT_IN_XML.sub("\ufffd", text)


def body_of(entry: Entry) -> str:
    """Render the text of an entry."""
    return render_body(entry.body)


def feeds(facts: Facts, site: Publication, body: Callable[[Entry], str] = body_of) -> Iterator[Feed]:
    """Yield the feed of the log and of each series and tag that has an entry; `body` renders the text of an entry."""
    entries = {entry.path: entry for entry in facts.journal.entries}
    addresses = {path: entry.address for path, entry in entries.items()}
    all_addresses = _digest(addresses)

    # Cached, since an entry is in several feeds.
    @cache
    def item(path: str) -> Mapping[str, Any]:
        entry = entries[path]
        published = datetime.combine(entry.date, time(), site.zone)
        text = body(entry) if site.content == "full" else ""
        content = _with_absolute_links(text, path, site, addresses)
        summary = entry.description or entry.excerpt
        return {
            "id": f"tag:{site.authority}:{LOG}{quote(entry.stem)}",
            "url": site.absolute(entry.address),
            "title": entry_title(entry, facts.positions[path]),
            **({"content_html": content} if content else {"content_text": summary}),
            **({"summary": summary} if summary else {}),
            "date_published": published,
            # An entry that was committed on the evening before its day is not updated before it appears.
            "date_modified": max(published, site.edited.get(path, published)),
            **({"tags": entry.tags} if entry.tags else {}),
        }

    @cache
    def inputs(path: str) -> str:
        entry = entries[path]
        title, edited = entry_title(entry, facts.positions[path]), str(site.edited.get(path))
        texts = [title, entry.description, entry.excerpt, entry.body, entry.tags]
        # The URLs of links to other entries depend on which entries there are.
        others = all_addresses if ".md" in entry.body else ""
        return _digest([path, entry.address, entry.date.isoformat(), edited, texts, others])

    for address, name, members in feed_entries(facts):
        title = f"{site.title}: {name}" if address else site.title
        paths = [entry.path for entry in members[:MAX_ENTRIES]]
        feed_inputs = [str(replace(site, edited={})), address, title, [inputs(path) for path in paths]]
        yield Feed(address, title, feed_inputs, site, paths, item)


def _digest(data: object) -> str:
    return blake2b(json.dumps(data).encode(), digest_size=16).hexdigest()


def feed_entries(facts: Facts) -> Iterator[tuple[str, str, Sequence[Entry]]]:
    """Yield the subject of each feed, after the URL path of the page that it follows; the log's comes first.

    Its entries are the third value, the newest first, without empty entries and those of days to come.
    """
    entries = facts.journal.entries
    plan = facts.journal.curriculum
    in_series = {series.id: [entry for entry in entries if entry.series == series.id] for series in plan.series}
    groups: list[tuple[str, str, Sequence[Entry]]] = [
        ("", "the log", entries),
        *((address_of(series), series.title, in_series[series.id]) for series in plan.series),
        *((tag_address(tag.key), tag.name, tag.entries) for tag in facts.tags),
    ]
    for address, name, members in groups:
        if published := [entry for entry in reversed(members) if not entry.empty and entry.date <= facts.today]:
            yield address, name, published


def _with_absolute_links(body: str, path: str, site: Publication, addresses: Mapping[str, str]) -> str:
    """Make the links of an entry's HTML absolute: to the pages of entries and of `docs/`, and to files."""

    def absolute(match: re.Match[str]) -> str:
        target = html.unescape(match[2])
        parts = split_url(target)
        if not parts or parts.scheme or parts.netloc:
            return match[0]
        if not parts.path:
            return f'{match[1]}="{html.escape(join_url(site.absolute(addresses[path]), target))}"'
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path)))
        if file in addresses:
            url = site.absolute(addresses[file])
        elif file.endswith(".md"):
            url = site.absolute(docs_address(file, flat=site.flat))
        else:
            url = join_url(site.url, quote(file))
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return f'{match[1]}="{html.escape(url + fragment)}"'

    return _TARGET.sub(absolute, body)
