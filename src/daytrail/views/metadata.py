"""What a page says to programs: previews (OpenGraph), search engines (JSON-LD), readers of feeds."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from daytrail.views.links import Links
from daytrail.views.page import Page
from daytrail.views.publication import Publication
from daytrail.views.render import render

# Material takes what is `alternate` and no more for a translation, and asks the folder of its address for a sitemap.
_REL = {True: "alternate", False: "alternate feed"}


def head(
    page: Page | None, title: str, description: str, links: Links, site: Publication, feeds: Iterable[tuple[str, str]]
) -> Markup:
    """Return the elements for a page's head.

    Args:
        page: The page, if it is generated; None for one of the owner's.
        title: Its plain title.
        description: What it is about, plain, perhaps empty.
        links: Links from the page.
        site: The site; where it has no address, neither has what is said here.
        feeds: The addresses of the pages that feeds follow, with what the feeds are of.
    """
    url = site.absolute(links.here) if site.url else ""
    edited = site.edited.get(page.entry.path) if page and page.entry else None
    about = dict(page.about) if page and page.about else {}
    return render(
        "parts/head.html",
        site=site,
        title=title,
        description=description,
        url=url,
        entry=page.entry if page else None,
        edited=edited.isoformat() if edited else "",
        data=_data(about, title, description, url, site, edited.isoformat() if edited else "") if about else "",
        feeds=[
            (links.file(f"{address}feed.{ending}"), kind, f"{site.title}: {name}", _REL[not address])
            for address, name in (feeds if site.url else ())
            for ending, kind in (("atom", "application/atom+xml"), ("json", "application/feed+json"))
        ],
    )


def _data(about: Mapping[str, Any], title: str, description: str, url: str, site: Publication, edited: str) -> Markup:
    """Return JSON-LD (https://schema.org) that cannot end the script element that holds it."""
    name = "headline" if about.get("@type") == "BlogPosting" else "name"
    found = {
        "@context": "https://schema.org",
        **about,
        name: title,
        **({"description": description} if description else {}),
        **({"url": url} if url else {}),
        **({"dateModified": edited} if edited else {}),
        "isPartOf": {"@type": "WebSite", "name": site.title, **({"url": site.url} if site.url else {})},
    }
    text = json.dumps(found, ensure_ascii=False, sort_keys=True)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)  # noqa: S704 - every sign that HTML knows is an escape of JSON now
