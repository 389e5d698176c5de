"""Where things live on the site, and how one page reaches another."""

import posixpath
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath
from typing import TypeAlias
from urllib.parse import quote

from daytrail.facts.ledger import Resource
from daytrail.facts.tags import Tag
from daytrail.model.base import segment, slug
from daytrail.model.curriculum import Milestone, Part, Placed, Week
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage
from daytrail.model.series import Series

LOG = "log/"
CURRICULUM = "curriculum/"
TAGS = "tags/"
MILESTONES = "milestones/"
READING = "reading/"
CALENDAR = "calendar.ics"

Thing: TypeAlias = Entry | Week | Placed | Part | Milestone | Series | Tag | Resource
"""What has a page, or a place on one."""


def year_address(year: int) -> str:
    """As in `log/2026/`."""
    return f"{LOG}{year:04d}/"


def tag_address(key: str) -> str:
    """Return the address of the page of a tag by its key, as in `tags/moe/`."""
    return f"{TAGS}{key}/"


def address_of(thing: Thing) -> str:
    """Return the address of the page of something; of an item, that of its week."""
    match thing:
        case Entry():
            return thing.address
        case Week():
            return f"{CURRICULUM}week-{thing.week:02d}/"
        case Placed():
            return address_of(thing.week)
        case Part():
            name = segment(thing.id)
            # A part may have an id like the page of a week.
            return f"{CURRICULUM}{'part-' if re.fullmatch(r'(part-)*week-[0-9]+', name) else ''}{name}/"
        case Milestone():
            return f"{MILESTONES}{segment(thing.id)}/"
        case Series():
            return f"series/{thing.id}/"
        case Tag():
            return tag_address(thing.key)
        case Resource():
            # The hash distinguishes keys whose words are the same: other cases, characters, scripts, or cut ends.
            name = slug(thing.key)[:60].strip("-") or "page"
            return f"{READING}{name}-{sha256(thing.key.encode(errors='surrogatepass')).hexdigest()[:8]}/"


def item_anchor(placed: Placed) -> str:
    """Return the anchor of an item on its week's page, as in `ridge-point`."""
    return placed.address.partition("/")[2]


def page_address(home: str, number: int) -> str:
    """A page of a list behind its first one, as in `log/page-2/`."""
    return f"{home}page-{number}/"


def page_file(address: str, *, flat: bool) -> str:
    """Return how a page is asked for below the site's root, by its address: `log/2026/`, or `log/2026.html`."""
    if not flat or not address:
        return address
    return f"{address.rstrip('/')}.html"


def docs_address(uri: str, *, flat: bool) -> str:
    """Return the URL path of a page of `docs/`. As in MkDocs, `README.md` is the page of its folder like `index.md`."""
    path = PurePosixPath(uri)
    if path.stem not in ("index", "README"):
        return f"{path.with_suffix('')}/"
    folder = "" if path.parent == PurePosixPath() else f"{path.parent}/"
    return f"{folder}index/" if flat else folder


@dataclass(frozen=True, slots=True)
class Links:
    """Links from one page to others, relative, so that the site may stand below any path."""

    here: str
    """The address of the page that holds the links, as in `log/2026/`; the home page's is empty."""
    flat: bool = False
    """Whether pages are files (`log/2026.html`) rather than folders (`log/2026/`)."""

    def href(self, address: str, fragment: str = "") -> str:
        """Return the link to a page's address (with its closing slash), percent-encoded."""
        if self.flat:
            target = f"{address.rstrip('/')}.html" if address else "index.html"
            base = posixpath.dirname(self.here.rstrip("/"))
        else:
            target, base = address.rstrip("/"), self.here.rstrip("/")
        found = _relative(target, base)
        if not self.flat:
            found = "./" if found == "." else f"{found}/"
        return quote(found, safe="/.") + (f"#{quote(fragment)}" if fragment else "")

    def to(self, thing: Thing) -> str:
        """Return the link to the page of something, or to an item on its week's page."""
        return self.href(address_of(thing), item_anchor(thing) if isinstance(thing, Placed) else "")

    def tag(self, name: str) -> str:
        """Return the link to the page of a tag by its name."""
        return self.href(tag_address(segment(name)))

    def docs(self, page: DocsPage) -> str:
        """Return the link to a page of `docs/`."""
        return self.href(docs_address(page.uri, flat=self.flat))

    def file(self, path: str) -> str:
        """A file of the site, by its path from the site's root."""
        base = posixpath.dirname(self.here.rstrip("/")) if self.flat else self.here.rstrip("/")
        return quote(posixpath.relpath(path, base or "."), safe="/.")


def _relative(target: str, base: str) -> str:
    """Return what leads from one folder of the site to another, as in `../../tags/moe`.

    As `posixpath.relpath` does, which asks for the working directory each time, and pages hold many links.
    """
    there, here = target.split("/") if target else [], base.split("/") if base else []
    shared = next((at for at, pair in enumerate(zip(there, here, strict=False)) if pair[0] != pair[1]), None)
    if shared is None:
        shared = min(len(there), len(here))
    return "/".join([".."] * (len(here) - shared) + there[shared:]) or "."
