"""Metadata in the head of a page: OpenGraph, which previews and search engines read, and feeds."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from daytrail.model.urls import join_url
from daytrail.views.files.cards import HEIGHT, WIDTH, Card
from daytrail.views.files.feeds import FeedSubject
from daytrail.views.links import FEED, JSON_FEED, Links
from daytrail.views.page import Page
from daytrail.views.publication import Publication
from daytrail.views.render import render

_FEED = "alternate feed"
"""Relation of a feed. Material takes a link that is only `alternate` for a translation, and loads its sitemap."""


class HeadLinks(NamedTuple):
    """Links in the head of a page, apart from those to the page itself."""

    feeds: Sequence[FeedSubject] = ()
    card: Card | None = None
    """The card of the page, else that of the home page. None if there are no cards."""


def head(page: Page | None, title: str, description: str, links: Links, site: Publication, others: HeadLinks) -> Markup:
    """Return the elements for the head of a page, which are fewer if the site has no URL.

    `page` is None for a page of `docs/`. Title and description are plain text.
    """
    url = site.absolute(links.here) if site.url else ""
    title = title if links.here else site.title
    entry = page.entry if page else None
    edited = site.edited[entry.path].isoformat() if entry and entry.path in site.edited else ""
    card = others.card if site.url else None  # previews need an absolute URL
    image = join_url(site.url, quote(card.path)) if card else ""
    return render(
        "parts/head.html",
        site=site,
        title=title,
        description=description,
        url=url,
        entry=entry,
        edited=edited,
        feed_relation=_FEED,
        neighbours=[pair for pair in zip(("prev", "next"), page.neighbours, strict=True) if pair[1]] if page else [],
        card=card,
        image=image,
        width=WIDTH,
        height=HEIGHT,
        feeds=list(_feeds(others.feeds, links, site)),
    )


def _feeds(feeds: Sequence[FeedSubject], links: Links, site: Publication) -> Iterator[tuple[str, str, str]]:
    """Yield the link to each feed, with its type and its name."""
    for feed in feeds:
        name = f"{site.title}: {feed.name}"
        yield links.file(feed.path), "application/atom+xml", name
        if feed.path == FEED:
            yield links.file(JSON_FEED), "application/feed+json", name


def preload(font: str) -> Markup:
    """Return the element that has browsers load a font at once, rather than when they find a use for it."""
    return Markup('<link rel="preload" as="font" type="font/woff2" crossorigin href="{}">').format(font)
