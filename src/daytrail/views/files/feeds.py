"""Feeds of the log, of each series and of each tag: Atom (RFC 4287) and JSON Feed 1.1."""

import html
import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time
from functools import cached_property
from hashlib import blake2b
from io import StringIO
from typing import Any
from urllib.parse import quote, unquote, urljoin, urlsplit

from daytrail.facts import Facts
from daytrail.facts.series import EntryPosition
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.views.body import render_body
from daytrail.views.links import LOG, series_address, tag_address
from daytrail.views.publication import Publication
from daytrail.views.words import entry_title

MOST = 30
"""Entries in a feed."""
# Characters that XML 1.0 has no way to write: https://www.w3.org/TR/xml/#charsets.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TARGET = re.compile(r'(?<=[ \n])(href|src)="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed in both of its forms, which are made when they are asked for."""

    address: str
    """Of the page that it follows, as in `tags/moe/`; the home page's is empty."""
    title: str
    inputs: object
    """All that it is made from, for JSON."""
    items: Callable[[], list[dict[str, Any]]]
    site: Publication

    @property
    def atom(self) -> str:
        """As Atom."""
        return _atom(self.address, self.title, self.items(), self.site)

    @property
    def json(self) -> str:
        """As JSON Feed."""
        return _json(self.address, self.title, self.items(), self.site)

    def path(self, ending: str) -> str:
        """Where a form of it lives, as in `tags/moe/feed.atom`."""
        return f"{self.address}feed.{ending}"


def body_of(entry: Entry) -> str:
    """Render the text of an entry."""
    return render_body(entry.body)


def feeds(journal: Journal, facts: Facts, site: Publication, body: Callable[[Entry], str] = body_of) -> Iterator[Feed]:
    """Yield the feed of the log and of each series and tag that has an entry, the newest 30 entries first.

    Entries that say nothing and entries of days to come are in none; `body` renders the text of the others.
    """
    told = [entry for entry in reversed(journal.entries) if _is_told(entry, facts)]
    shown = _Items(journal, facts, site, body)

    def feed(address: str, title: str, entries: Sequence[Entry]) -> Iterator[Feed]:
        if own := entries[:MOST]:
            inputs = [str(replace(site, edited={})), address, title, [shown.inputs(entry) for entry in own]]
            yield Feed(address, title, inputs, lambda: [shown.item(entry) for entry in own], site)

    yield from feed("", site.title, told)
    for series in journal.curriculum.series:
        of_series = [entry for entry in told if entry.series == series.id]
        yield from feed(series_address(series), f"{site.title}: {series.title}", of_series)
    for tag in facts.tags:
        of_tag = [entry for entry in reversed(tag.entries) if _is_told(entry, facts)]
        yield from feed(tag_address(tag.key), f"{site.title}: {tag.name}", of_tag)


class _Items:
    """Entries as feeds hold them, each made once for all feeds."""

    def __init__(self, journal: Journal, facts: Facts, site: Publication, body: Callable[[Entry], str]) -> None:
        self._positions, self._site, self._body = facts.positions, site, body
        self._addresses = {entry.path: entry.address for entry in journal.entries}
        self._made: dict[str, dict[str, Any]] = {}
        self._inputs: dict[str, str] = {}

    def item(self, entry: Entry) -> dict[str, Any]:
        if entry.path not in self._made:
            self._made[entry.path] = _item(entry, self._positions[entry.path], self._site, self._addresses, self._body)
        return self._made[entry.path]

    def inputs(self, entry: Entry) -> str:
        """Return a hash of all that the item is made from."""
        if entry.path not in self._inputs:
            title = entry_title(entry, self._positions[entry.path])
            edited = self._site.edited.get(entry.path)
            said = [title, entry.description, entry.excerpt, entry.body, entry.tags]
            # Where a link to another entry leads depends on what entries there are.
            others = self._others if ".md" in entry.body else ""
            text = json.dumps([entry.path, entry.address, entry.date.isoformat(), str(edited), said, others])
            self._inputs[entry.path] = blake2b(text.encode(), digest_size=16).hexdigest()
        return self._inputs[entry.path]

    @cached_property
    def _others(self) -> str:
        return blake2b(json.dumps(self._addresses).encode(), digest_size=16).hexdigest()


def feed_addresses(journal: Journal, facts: Facts) -> Iterator[tuple[str, str]]:
    """Yield the address of each page that a feed follows, with what the feed is of; the log's comes first."""
    told = [entry for entry in journal.entries if _is_told(entry, facts)]
    if told:
        yield "", "the log"
    yield from (
        (series_address(series), series.title)
        for series in journal.curriculum.series
        if any(entry.series == series.id for entry in told)
    )
    yield from (
        (tag_address(tag.key), tag.name) for tag in facts.tags if any(_is_told(entry, facts) for entry in tag.entries)
    )


def _is_told(entry: Entry, facts: Facts) -> bool:
    return not entry.empty and entry.date <= facts.today


def _item(
    entry: Entry, place: EntryPosition, site: Publication, addresses: Mapping[str, str], render: Callable[[Entry], str]
) -> dict[str, Any]:
    published = datetime.combine(entry.date, time(), site.zone)
    # An entry may be committed on the evening before its day; it is not updated before it appears.
    edited = max(published, site.edited.get(entry.path, published))
    body = render(entry) if site.content == "full" else ""
    return {
        "id": f"tag:{site.authority}:{LOG}{quote(entry.stem)}",
        "url": site.absolute(entry.address),
        "title": entry_title(entry, place),
        "summary": entry.description or entry.excerpt,
        "html": _absolute(body, entry.path, site, addresses),
        "published": published,
        "updated": edited,
        "tags": list(entry.tags),
    }


def _absolute(body: str, path: str, site: Publication, addresses: Mapping[str, str]) -> str:
    """Make the links of a body absolute: to entries by their pages, to files beside them by their place."""
    own = site.absolute(addresses[path])

    def whole(found: re.Match[str]) -> str:
        target = html.unescape(found[2])
        parts = urlsplit(target)
        if parts.scheme or parts.netloc:
            return found[0]
        if not parts.path:
            return f'{found[1]}="{html.escape(urljoin(own, target))}"'
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path)))
        url = site.absolute(addresses[file]) if file in addresses else urljoin(site.url, quote(file))
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return f'{found[1]}="{html.escape(url + fragment)}"'

    return _TARGET.sub(whole, body)


def _atom(address: str, title: str, items: Sequence[Mapping[str, Any]], site: Publication) -> str:
    # Imported here: most builds change few feeds, and some none.
    from feedgenerator import Atom1Feed  # type: ignore[import-untyped]  # it ships no types

    feed = Atom1Feed(
        _xml(title),
        site.absolute(address),
        _xml(site.description) or None,
        language=site.language,
        author_name=_xml(site.title),
        feed_url=urljoin(site.url, quote(f"{address}feed.atom")),
        feed_guid=f"tag:{site.authority}:feed/{quote(address)}",
    )
    for item in items:
        feed.add_item(
            _xml(item["title"]),
            item["url"],
            html.escape(_xml(item["summary"]), quote=False),  # an Atom1Feed says that it is HTML
            unique_id=item["id"],
            pubdate=item["published"],
            updateddate=item["updated"],
            categories=[_xml(tag) for tag in item["tags"]],
            content=_xml(item["html"]) or None,
        )
    written = StringIO()
    feed.write(written, "utf-8")
    return written.getvalue() + "\n"


def _xml(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)


def _json(address: str, title: str, items: Sequence[Mapping[str, Any]], site: Publication) -> str:
    """See https://www.jsonfeed.org/version/1.1/; an item has `content_html`, or `content_text` where it has no more."""
    found = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": title,
        "home_page_url": site.absolute(address),
        "feed_url": urljoin(site.url, quote(f"{address}feed.json")),
        **({"description": site.description} if site.description else {}),
        "language": site.language,
        "authors": [{"name": site.title, "url": site.url}],
        "items": [
            {
                "id": item["id"],
                "url": item["url"],
                "title": item["title"],
                **({"content_html": item["html"]} if item["html"] else {"content_text": item["summary"]}),
                **({"summary": item["summary"]} if item["summary"] else {}),
                "date_published": item["published"].isoformat(),
                "date_modified": item["updated"].isoformat(),
                **({"tags": item["tags"]} if item["tags"] else {}),
            }
            for item in items
        ],
    }
    return json.dumps(found, ensure_ascii=False) + "\n"
