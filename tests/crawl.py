"""Figures of a built site that need no browser: links, titles, descriptions and headings of its pages."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.website import Html, Site, text

DEMO_PAGES: Mapping[str, str] = {
    "home": "",
    "log": "log/",
    "year": "log/2026/",
    "day": "log/2026/02/15/",
    "code": "log/2026/01/28/",
    "ticks": "log/2026/01/09/",
    "table": "log/2026/02/05/",
    "tags": "tags/",
    "tag": "tags/moe/",
    "series": "series/ml-systems/",
    "plan": "curriculum/",
    "part": "curriculum/foundations/",
    "week": "curriculum/week-01/",
    "milestones": "milestones/",
    "milestone": "milestones/roofline-regime/",
    "map": "map/",
    "reading": "reading/",
    "resource": "reading/siboehm-com-articles-22-cuda-mmm-3a71ff43/",
    "references": "references/",
    "stats": "stats/",
    "tasks": "tasks/",
    "manual": "manual/writing/",
    "security": "security/",
    "lost": "404.html",
}
"""A page of the demo of every kind, by its kind."""
OPEN_ALL = "document.querySelectorAll('details').forEach(one => (one.open = true))"
"""Script that opens whatever of a page is closed, since axe-core does not look into it."""


def owned(root: Path) -> set[str]:
    """Return the URL paths of the pages that the owner of a project wrote in `docs/`."""
    names = (path.relative_to(root / "docs").with_suffix("").as_posix() for path in (root / "docs").rglob("*.md"))
    return {re.sub(r"(^|/)index/$", r"\1", f"{name}/") for name in names}


def pages(site: Site) -> Iterator[tuple[str, Html]]:
    """Yield the pages that visitors see, with their URL paths: not the one for a wrong address, and no redirections."""
    for address, page in site.pages.items():
        if address != "404.html" and page.meta("robots") != "noindex":
            yield address, page


def unreached(site: Site) -> list[str]:
    """Return the pages that no chain of links from the home page reaches."""
    seen, waiting = {""}, [""]
    while waiting:
        here = waiting.pop()
        for element, url in site.page(here).references:
            target = site.target(here, url) if element.tag == "a" else None
            if target and target[0] in site.pages and target[0] not in seen:
                seen.add(target[0])
                waiting.append(target[0])
    return [address for address, _ in pages(site) if address not in seen]


def without_skip_link(site: Site) -> list[str]:
    """Return the pages that do not begin with a link to their text."""
    return [address for address, page in pages(site) if not _skip_target(page) <= set(page.ids)]


def _skip_target(page: Html) -> set[str]:
    links = [link.get("href", "") for link in page.find("a.md-skip")]
    return {link.removeprefix("#") for link in links} or {"no skip link"}


def shared(site: Site, name: str) -> dict[str, list[str]]:
    """Return the titles or the descriptions that several pages have, with the pages; the empty one is always there."""
    found = defaultdict(list)
    for address, page in pages(site):
        found[page.title if name == "title" else page.meta(name) or ""].append(address)
    return {value: addresses for value, addresses in found.items() if len(addresses) > 1 or not value}


def canonical(page: Html) -> str | None:
    """Return the URL that a page gives as its own."""
    return next((tag.get("href") for tag in page.root.iter("link") if tag.get("rel") == "canonical"), None)


def heading_faults(page: Html) -> list[str]:
    """Return what is wrong with the headings of a page: not one first heading, or a level that is left out."""
    (main,) = page.find("article.md-content__inner")
    headings = [tag for tag in main.iter() if re.fullmatch("h[1-6]", str(tag.tag))]
    levels = [int(str(tag.tag)[1]) for tag in headings]
    faults = [] if levels.count(1) == 1 else [f"{levels.count(1)} first headings"]
    if levels and levels[0] != 1:
        faults.append(f"begins with <h{levels[0]}>")
    for before, tag, level in zip(levels, headings[1:], levels[1:], strict=False):
        if level > before + 1:
            faults.append(f"<h{level}> after <h{before}>: {text(tag)[:60]}")
    return faults
