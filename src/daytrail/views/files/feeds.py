"""Feeds of the log, its weeks, series and tags: Atom (RFC 4287), and for the log also JSON Feed 1.1.

Browsers show a feed with the style sheet that it names, which shows elements of XHTML in place of all others; only
these have links that can be followed, and readers of feeds skip them (RFC 4287, 6.3). Chromium shows only
`application/xml` so, which servers send for `.xml`. XSLT would need no such elements, but browsers are removing it:
https://github.com/whatwg/html/issues/11523.
"""

import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from functools import cache
from hashlib import blake2b
from itertools import islice
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import quote, unquote

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.model.urls import join_url, split_url
from daytrail.views.body import render_body, with_players
from daytrail.views.files.digest import WrittenWeek, week_days, week_digest, week_summary, week_title, written_weeks
from daytrail.views.links import (
    FEED,
    FEED_STYLE,
    JSON_FEED,
    LOG,
    WEEKLY_FEED,
    Links,
    docs_address,
    linked_body,
)
from daytrail.views.publication import Publication
from daytrail.views.render import environment
from daytrail.views.sanitise import with_urls
from daytrail.views.titles import plain_title
from daytrail.views.translation import gettext as _
from daytrail.views.words import day, entry_title

MAX_ENTRIES = 30
# Characters that XML 1.0 cannot contain: https://www.w3.org/TR/xml/#charsets.
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # the complement compiles slowly
_TITLE = re.compile(r"\A\s*# .*\n")
"""The heading of a page, which is the title of its item."""

Item: TypeAlias = Mapping[str, Any]
"""An item of a feed, as JSON Feed has it."""


class FeedSubject(NamedTuple):
    """Subject of a feed."""

    address: str
    """URL path of the page that it follows, as in `tags/moe/`. Empty for the home page."""
    name: str
    """As in `the log`."""
    file: str = FEED

    @property
    def guid(self) -> str:
        """The end of its id, as in `feed/tags/moe/`."""
        return f"{self.file.removesuffix('.xml')}/{self.address}"

    @property
    def path(self) -> str:
        """Path of the feed's file, as in `tags/moe/feed.xml`."""
        return f"{self.address}{self.file}"


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed."""

    subject: FeedSubject
    title: str
    inputs: Callable[[], object]
    """Returns all that the feed is made from, for JSON."""
    site: Publication
    items: Callable[[], Sequence[Item]]
    """Returns its items, the newest first."""

    def atom(self) -> str:
        """Return the feed as Atom."""
        site, items = self.site, self.items()

        def day_of(item: Item) -> str:
            return day(datetime.fromisoformat(item["date_published"]).date())

        # A feed without items has to have a date too, which must not be today's.
        dates = [datetime.fromtimestamp(0, UTC), *(datetime.fromisoformat(item["date_modified"]) for item in items)]
        template = environment().get_template("files/feed.xml")
        text = template.render(
            title=self.title,
            site=site,
            author=site.author.name if site.author else site.title,
            icon=site.author.picture if site.author else "",
            page=site.absolute(self.subject.address),
            here=join_url(site.url, quote(self.subject.path)),
            id=f"tag:{site.authority}:{quote(self.subject.guid)}",
            updated=max(dates).isoformat(),
            style=Links(self.subject.address).file(FEED_STYLE),
            items=[
                {"summary": "", "content_html": "", "tags": (), "authors": (), **item, "day": day_of(item)}
                for item in items
            ],
        )
        return _NOT_IN_XML.sub("\ufffd", text)

    def json(self) -> str:
        """Return the feed of the log as JSON Feed: https://www.jsonfeed.org/version/1.1/."""
        site, author = self.site, self.site.author
        picture = {"avatar": author.picture} if author and author.picture else {}
        feed = {
            "version": "https://jsonfeed.org/version/1.1",
            "title": self.title,
            "home_page_url": site.url,
            "feed_url": join_url(site.url, JSON_FEED),
            **({"description": site.description} if site.description else {}),
            "language": site.language,
            "authors": [{"name": author.name if author else site.title, "url": site.url, **picture}],
            "items": self.items(),
        }
        return json.dumps(feed, ensure_ascii=False) + "\n"


def feeds(facts: Facts, site: Publication) -> Iterator[Feed]:
    """Yield the feed of the log and that of its weeks, then those of series and tags."""
    addresses = {entry.path: entry.address for entry in facts.journal.entries}
    all_addresses = blake2b(repr(addresses).encode(errors="surrogatepass")).hexdigest()

    # Cached, since an entry is in several feeds.
    @cache
    def item(entry: Entry) -> Item:
        published = datetime.combine(entry.date, time(), site.zone)
        body = linked_body(entry, facts.journal.curriculum, site.addresses) if site.content == "full" else ""
        text = render_body(body, site.notations) if body else ""
        content = _with_absolute_links(text, entry.path, site, addresses)
        summary = entry.description or entry.excerpt
        return {
            "id": f"tag:{site.authority}:{LOG}{quote(entry.stem)}",
            "url": site.absolute(entry.address),
            "title": plain_title(entry_title(entry, facts.positions[entry.path])),
            **({"content_html": content} if content else {"content_text": summary}),
            **({"summary": summary} if summary else {}),
            "date_published": published.isoformat(),
            # An entry that was committed on the evening before its day is not updated before it appears.
            "date_modified": max(published, site.edited.get(entry.path, published)).isoformat(),
            **({"tags": entry.tags} if entry.tags else {}),
            **({"authors": [{"name": name} for name in entry.authors]} if entry.authors else {}),
            **({"language": entry.lang} if entry.lang else {}),
        }

    def feed(subject: FeedSubject, title: str, entries: Sequence[Entry]) -> Feed:
        def inputs() -> object:
            texts = [
                # The URLs of links to other entries depend on which entries there are.
                (repr(entry), title_of(entry), str(site.edited.get(entry.path)), has_links(entry) and all_addresses)
                for entry in entries
            ]
            return [repr(replace(site, edited={})), subject, title, texts]

        return Feed(subject, title, inputs, site, lambda: list(map(item, entries)))

    def has_links(entry: Entry) -> bool:
        return ".md" in entry.body or bool(entry.wikilinks)

    def title_of(entry: Entry) -> str:
        return entry_title(entry, facts.positions[entry.path])

    weeks = written_weeks(facts)[:MAX_ENTRIES]
    for subject, entries in _entries_of_feeds(facts, site):
        yield feed(subject, _title(site, subject) if subject.address else site.title, entries)
        if weeks and not subject.address:
            weekly = FeedSubject("", _("weekly digest"), WEEKLY_FEED)
            items = cache(lambda: [_week_item(week, facts, site, addresses) for week in weeks])
            yield Feed(weekly, _title(site, weekly), items, site, items)


def _week_item(week: WrittenWeek, facts: Facts, site: Publication, addresses: Mapping[str, str]) -> Item:
    """Return the item of a week that is over: its digest, or the review of the week with its days.

    A review with a template is not shown, since only a build of its page can fill it.
    """
    published = datetime.combine(week.dates.last, time(), site.zone) + timedelta(days=1)
    page = week.review.page if week.review else None
    texts = [*(entry.path for entry in week.entries), *([page.uri] if page else [])]
    if page and site.content == "full" and "{{" not in page.body and "{%" not in page.body:
        own = {page.uri: docs_address(page.uri, flat=site.flat)}
        written = render_body(_TITLE.sub("", page.body, count=1))
        content = _with_absolute_links(written, page.uri, site, {**addresses, **own})
        content += render_body(week_days(week, facts, site))
    else:
        content = render_body(week_digest(week, facts, site))
    return {
        "id": f"tag:{site.authority}:week/{week.dates.first}",
        "url": site.docs_page(page.uri) if page else site.absolute(week.entries[-1].address),
        "title": week_title(week.dates),
        "content_html": content,
        "summary": week_summary(week, facts),
        "date_published": published.isoformat(),
        "date_modified": max([published, *(site.edited[text] for text in texts if text in site.edited)]).isoformat(),
    }


def _title(site: Publication, subject: FeedSubject) -> str:
    return _("%(site)s: %(subject)s", site=site.title, subject=subject.name)


def _entries_of_feeds(facts: Facts, site: Publication) -> Iterator[tuple[FeedSubject, Sequence[Entry]]]:
    """Yield what each feed of entries is about, the log's first, with the newest of its entries, in that order.

    Empty entries and those of days to come are in no feed. That of the log is there before its first entry, so that
    people can subscribe to it.
    """
    entries, series = facts.journal.entries, facts.journal.curriculum.series
    groups: list[tuple[str, str, Sequence[Entry]]] = [
        ("", _("the log"), entries),
        *(
            (site.addresses.of(one), plain_title(one.title), [entry for entry in entries if entry.series == one.id])
            for one in series
        ),
        *((site.addresses.of(tag), tag.name, tag.entries) for tag in facts.tags),
    ]
    for address, name, members in groups:
        published = (entry for entry in reversed(members) if not entry.empty and entry.date <= facts.today)
        if (newest := list(islice(published, MAX_ENTRIES))) or not address:
            yield FeedSubject(address, name), newest


def _with_absolute_links(body: str, path: str, site: Publication, addresses: Mapping[str, str]) -> str:
    """Make the links of an entry's HTML absolute: to the pages of entries and of `docs/`, and to files."""

    def absolute(target: str) -> str:
        parts = split_url(target)
        if not parts or parts.scheme or parts.netloc:
            return target
        if not parts.path:
            return join_url(site.absolute(addresses[path]), target)
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(parts.path)))
        if site.docs and not file.startswith(f"{site.entries}/"):
            file = file.removeprefix(f"{site.docs}/")
        if file in addresses:
            url = site.absolute(addresses[file])
        elif file.endswith(".md"):
            url = site.docs_page(file)
        else:
            url = join_url(site.url, quote(file))
        return f"{url}#{parts.fragment}" if parts.fragment else url

    # A reader of feeds would show both images of a picture for light and dark pages.
    return with_players(re.sub(r'<img[^>]* src="[^"]*#only-dark"[^>]*>', "", with_urls(body, absolute)))
