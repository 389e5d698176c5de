"""Metadata in the head of a page: previews (OpenGraph), search engines (JSON-LD) and feeds."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from daytrail.model.urls import join_url
from daytrail.views.files.cards import HEIGHT, WIDTH, Card
from daytrail.views.files.feeds import FeedSubject
from daytrail.views.links import FEED, JSON_FEED, Links
from daytrail.views.page import Page
from daytrail.views.publication import Publication, SiteAuthor
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
    about = _about(page, links, site)
    json_ld = {}
    # Without the description, which is in the head as it is.
    if about:
        is_home = about.get("@type") == "Blog"
        blog = {"@type": "Blog", "name": site.title, **({"url": site.url} if site.url else {})}
        json_ld = {
            "@context": "https://schema.org",
            **about,
            "headline" if about.get("@type") == "BlogPosting" else "name": title,
            **({"url": url} if url else {}),
            **({"image": image} if image else {}),
            **({"dateModified": edited} if edited else {}),
            **({"author": _person(site.author, site, is_whole=is_home)} if site.author else {}),
            **({} if is_home else {"isPartOf": blog}),
        }
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
        data=_script_text(json_ld) if json_ld else "",
        feeds=[
            (links.file(path), kind, f"{site.title}: {feed.name}")
            for feed in others.feeds
            for path, kind in ((feed.path, "application/atom+xml"), (JSON_FEED, "application/feed+json"))
            if path != JSON_FEED or feed.path == FEED
        ],
    )


def preload(font: str) -> Markup:
    """Return the element that has browsers load a font at once, rather than when they find a use for it."""
    return Markup('<link rel="preload" as="font" type="font/woff2" crossorigin href="{}">').format(font)


def _about(page: Page | None, links: Links, site: Publication) -> Mapping[str, Any]:
    """Return what a page is about; the home page is about the whole log."""
    if not links.here:
        return {"@type": "Blog", "inLanguage": site.language}
    return page.about if page else {}


def _person(author: SiteAuthor, site: Publication, *, is_whole: bool) -> Mapping[str, Any]:
    """Return the author of a page, with all that is known only on the page that the address of others leads to."""
    person = {"@type": "Person", "name": author.name, **({"url": site.url} if site.url else {})}
    if site.url and not is_whole:
        return person
    return {
        **person,
        **({"description": author.about} if author.about else {}),
        **({"image": author.picture} if author.picture else {}),
        **({"sameAs": author.links} if author.links else {}),
    }


def _script_text(json_ld: Mapping[str, Any]) -> Markup:
    """Return JSON-LD (https://schema.org) that cannot end the script element that contains it."""
    text = json.dumps(json_ld, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - every character that means something in HTML is escaped as in JSON
