"""Metadata in the head of a page: previews (OpenGraph), search engines (JSON-LD) and feeds."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from daytrail.views.files.feeds import FeedSubject
from daytrail.views.links import Links
from daytrail.views.page import Page
from daytrail.views.publication import Publication
from daytrail.views.render import render

# Material takes a link that is only `alternate` for a translation, and looks for a sitemap in its folder.
_REL = {True: "alternate", False: "alternate feed"}


def head(
    page: Page | None, title: str, description: str, links: Links, site: Publication, feeds: Iterable[FeedSubject]
) -> Markup:
    """Return the elements for the head of a page, which are fewer if the site has no URL.

    `page` is None for a page of `docs/`. Title and description are plain text.
    """
    url = site.absolute(links.here) if site.url else ""
    entry = page.entry if page else None
    edited = site.edited[entry.path].isoformat() if entry and entry.path in site.edited else ""
    json_ld = {}
    if page and page.about:
        json_ld = {
            "@context": "https://schema.org",
            **page.about,
            "headline" if page.about.get("@type") == "BlogPosting" else "name": title,
            **({"description": description} if description else {}),
            **({"url": url} if url else {}),
            **({"dateModified": edited} if edited else {}),
            "isPartOf": {"@type": "WebSite", "name": site.title, **({"url": site.url} if site.url else {})},
        }
    return render(
        "parts/head.html",
        site=site,
        title=title,
        description=description,
        url=url,
        entry=entry,
        edited=edited,
        neighbours=[pair for pair in zip(("prev", "next"), page.neighbours, strict=True) if pair[1]] if page else [],
        data=_script_text(json_ld) if json_ld else "",
        feeds=[
            (links.file(feed.path(ending)), kind, f"{site.title}: {feed.name}", _REL[not feed.address])
            for feed in feeds
            for ending, kind in (("xml", "application/atom+xml"), ("json", "application/feed+json"))
        ],
    )


def preload(font: str) -> Markup:
    """Return the element that has browsers load a font at once, rather than when they find a use for it."""
    return Markup('<link rel="preload" as="font" type="font/woff2" crossorigin href="{}">').format(font)


def _script_text(json_ld: Mapping[str, Any]) -> Markup:
    """Return JSON-LD (https://schema.org) that cannot end the script element that contains it."""
    text = json.dumps(json_ld, ensure_ascii=False, sort_keys=True)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - every character that means something in HTML is escaped as in JSON
