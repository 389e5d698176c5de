"""Feeds of the log, its weeks, series and tags: Atom (RFC 4287), and for the log also JSON Feed 1.1.

Browsers show a feed with the style sheet that it names. Chromium does so only for `application/xml`, which servers send
for `.xml`; it shows `.atom` as source text. XSLT would do without the elements for readers, but browsers are removing
it: https://github.com/whatwg/html/issues/11523.
"""

import html
import json
import posixpath
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from functools import cache, partial
from hashlib import blake2b
from io import StringIO
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.model.urls import join_url, split_url
from daytrail.views.body import render_body
from daytrail.views.files.digest import WrittenWeek, week_days, week_digest, week_summary, week_title, written_weeks
from daytrail.views.links import (
    FEED,
    FEED_STYLE,
    JSON_FEED,
    LOG,
    WEEKLY_FEED,
    Links,
    address_of,
    docs_address,
    tag_address,
)
from daytrail.views.publication import Publication
from daytrail.views.translation import gettext as _
from daytrail.views.words import day, entry_title

MAX_ENTRIES = 30
# Characters that XML 1.0 cannot contain: https://www.w3.org/TR/xml/#charsets.
_NOT_IN_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # the complement compiles slowly
_TITLE = re.compile(r"\A\s*# .*\n")
"""The heading of a page, which is the title of its item."""
_TARGET = re.compile(r'(?<=[ \n])(href|src)="([^"]*)"')


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
    items: Sequence[str]
    """Keys of its items, the newest first."""
    item: Callable[[str], Mapping[str, Any]]
    """Returns the item of a key as JSON Feed has it, but with dates as `datetime`."""

    def atom(self) -> str:
        """Return the feed as Atom."""
        # Imported here: most builds change few feeds, and some none.
        from daytrail.views.files.atom import ReadableFeed

        subject, site = self.subject, self.site
        author = site.author
        feed = ReadableFeed(
            _xml(self.title),
            site.absolute(subject.address),
            _xml(site.description) or None,
            language=site.language,
            author_name=_xml(author.name if author else site.title),
            author_link=site.url,
            feed_url=join_url(site.url, quote(subject.path)),
            feed_guid=f"tag:{site.authority}:{quote(subject.guid)}",
            icon=author.picture if author else "",
            style=Links(subject.address).file(FEED_STYLE),
        )
        for item in map(self.item, self.items):
            feed.add_item(
                _xml(item["title"]),
                item["url"],
                html.escape(_xml(item.get("summary", "")), quote=False),  # Atom1Feed declares it as HTML
                unique_id=item["id"],
                pubdate=item["date_published"],
                updateddate=item["date_modified"],
                categories=[_xml(tag) for tag in item.get("tags", ())],
                content=_xml(item.get("content_html", "")) or None,
                shown_text=_xml(item.get("summary", "")),
                shown_date=day(item["date_published"].date()),
            )
        text = StringIO()
        feed.write(text, "utf-8")
        return text.getvalue() + "\n"

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
            "items": [self.item(key) for key in self.items],
        }
        return json.dumps(feed, ensure_ascii=False, default=datetime.isoformat) + "\n"


def _xml(text: str) -> str:
    return _NOT_IN_XML.sub("\ufffd", text)


def feeds(facts: Facts, site: Publication) -> Iterator[Feed]:
    """Yield the feed of the log, then those of series and tags and that of the weeks."""
    entries = {entry.path: entry for entry in facts.journal.entries}
    addresses = {path: entry.address for path, entry in entries.items()}

    # Cached, since an entry is in several feeds.
    @cache
    def item(path: str) -> Mapping[str, Any]:
        entry = entries[path]
        published = datetime.combine(entry.date, time(), site.zone)
        text = render_body(entry.body) if site.content == "full" else ""
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
            **({"language": entry.lang} if entry.lang else {}),
        }

    @cache
    def all_addresses() -> str:
        return _digest(addresses)

    @cache
    def inputs(path: str) -> str:
        entry = entries[path]
        title, edited = entry_title(entry, facts.positions[path]), str(site.edited.get(path))
        texts = [title, entry.description, entry.excerpt, entry.body, entry.tags, entry.lang]
        # The URLs of links to other entries depend on which entries there are.
        others = all_addresses() if ".md" in entry.body else ""
        return _digest([path, entry.address, entry.date.isoformat(), edited, texts, others])

    def feed_inputs(subject: FeedSubject, title: str, paths: Sequence[str]) -> object:
        return [str(replace(site, edited={})), *subject, title, [inputs(path) for path in paths]]

    for subject, members in _entries_of_feeds(facts):
        title = _title(site, subject) if subject.address else site.title
        paths = [entry.path for entry in members]
        yield Feed(subject, title, partial(feed_inputs, subject, title, paths), site, paths, item)
    if weeks := {week.dates.first.isoformat(): week for week in written_weeks(facts)[:MAX_ENTRIES]}:
        subject = _weekly_subject()
        week_item = cache(lambda key: _week_item(weeks[key], facts, site, addresses))
        items = list(weeks)
        yield Feed(
            subject, _title(site, subject), lambda: repr([week_item(key) for key in items]), site, items, week_item
        )


def _week_item(week: WrittenWeek, facts: Facts, site: Publication, addresses: Mapping[str, str]) -> Mapping[str, Any]:
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
        "url": site.docs(page.uri) if page else site.absolute(week.entries[-1].address),
        "title": week_title(week.dates),
        "content_html": content,
        "summary": week_summary(week, facts),
        "date_published": published,
        "date_modified": max([published, *(site.edited[text] for text in texts if text in site.edited)]),
    }


def _weekly_subject() -> FeedSubject:
    return FeedSubject("", _("weekly digest"), WEEKLY_FEED)


def _title(site: Publication, subject: FeedSubject) -> str:
    return _("%(site)s: %(subject)s", site=site.title, subject=subject.name)


def _digest(data: object) -> str:
    return blake2b(json.dumps(data, ensure_ascii=False).encode(errors="surrogatepass"), digest_size=16).hexdigest()


def feed_subjects(facts: Facts) -> list[FeedSubject]:
    """Return what there are feeds of: the log and its weeks first, then series and tags."""
    subjects = [subject for subject, _entries in _entries_of_feeds(facts)]
    return [*subjects[:1], *([_weekly_subject()] if written_weeks(facts) else []), *subjects[1:]]


def _entries_of_feeds(facts: Facts) -> Iterator[tuple[FeedSubject, Sequence[Entry]]]:
    """Yield what each feed of entries is about, the log's first, with the newest of its entries, in that order.

    Empty entries and those of days to come are in no feed. That of the log is there before its first entry, so that
    people can subscribe to it.
    """
    entries, series = facts.journal.entries, facts.journal.curriculum.series
    groups: list[tuple[str, str, Sequence[Entry]]] = [
        ("", _("the log"), entries),
        *((address_of(one), one.title, [entry for entry in entries if entry.series == one.id]) for one in series),
        *((tag_address(tag.key), tag.name, tag.entries) for tag in facts.tags),
    ]
    for address, name, members in groups:
        published = (entry for entry in reversed(members) if not entry.empty and entry.date <= facts.today)
        if (newest := list(islice(published, MAX_ENTRIES))) or not address:
            yield FeedSubject(address, name), newest


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
            url = site.docs(file)
        else:
            url = join_url(site.url, quote(file))
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return f'{match[1]}="{html.escape(url + fragment)}"'

    return _TARGET.sub(absolute, body)
