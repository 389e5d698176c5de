"""Metadata in the head of a page: previews (OpenGraph), search engines (JSON-LD) and feeds."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup

from daytrail.views.links import Links
from daytrail.views.page import Page
from daytrail.views.publication import Publication
from daytrail.views.render import render

# Material takes a link that is only `alternate` for a translation, and looks for a sitemap in its folder.
_REL = {True: "alternate", False: "alternate feed"}


def head(
    page: Page | None, title: str, description: str, links: Links, site: Publication, feeds: Iterable[tuple[str, str]]
) -> Markup:
    """Return the elements for the head of a page, which are fewer if the site has no URL.

    `page` is None for a page of `docs/`. Title and description are plain text. `feeds` has the URL path of the page
    that a feed follows, and the feed's subject.
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
        data=_script_text(json_ld) if json_ld else "",
        feeds=[
            (links.file(f"{address}feed.{ending}"), kind, f"{site.title}: {name}", _REL[not address])
            for address, name in (feeds if site.url else ())
            for ending, kind in (("atom", "application/atom+xml"), ("json", "application/feed+json"))
        ],
    )


def _script_text(json_ld: Mapping[str, Any]) -> Markup:
    """Return JSON-LD (https://schema.org) that cannot end the script element that contains it."""
    text = json.dumps(json_ld, ensure_ascii=False, sort_keys=True)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704 - every character that means something in HTML is escaped as in JSON
