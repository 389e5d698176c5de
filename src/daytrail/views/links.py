"""URL paths of the site's pages, and links from one page to another."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from html import unescape
from pathlib import PurePosixPath
from posixpath import dirname, relpath
from typing import Literal, TypeAlias
from urllib.parse import quote

from daytrail.facts.ledger import Resource
from daytrail.facts.tags import Tag
from daytrail.model.base import segment, slug
from daytrail.model.curriculum import Curriculum, Milestone, Part, Placed, Series, Topic, Week
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage
from daytrail.source.notations.wikilinks import definition_label

HOME = ""
LOG = "log/"
REVIEWS = "reviews/"
FEED = "feed.xml"
"""Name of a feed below the page that it follows."""
WEEKLY_FEED = "weekly.xml"
JSON_FEED = "feed.json"
CALENDAR = "calendar.ics"
PLAN_FILE = "data/curriculum.yaml"
ASSET_FOLDER = "assets/daytrail/"
"""Folder of our styles and scripts."""
FEED_STYLE = f"{ASSET_FOLDER}feed.css"


def thumbnail_path(picture: str) -> str:
    """Return the path in the site of the small version of a picture beside entries, by the picture's path."""
    return f"{ASSET_FOLDER}thumbnails/{picture}.webp"


ListName = Literal["curriculum", "map", "milestones", "reading", "references", "series", "stats", "tags", "tasks"]
"""A list of the site, by its URL path; the pages of what it lists are below it. The log is not here: it stays."""

_PLAIN = re.compile("[A-Za-z0-9_.~/-]*")
"""Paths that need no percent-encoding."""

Thing: TypeAlias = Entry | Week | Placed | Part | Milestone | Series | Tag | Resource
"""Records that have a page, or an anchor on one. Not every resource has one."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """URL paths of lists, and of the pages below them."""

    names: Mapping[str, str] = field(default_factory=dict)
    """Names that the owner gives to lists, by the usual ones."""
    log: str = LOG
    """URL path of the page that lists all entries, or that is nearest to it."""

    def list(self, name: ListName) -> str:
        """Return the URL path of a list, as in `tags/`."""
        return f"{self.names.get(name, name)}/"

    def tag(self, key: str) -> str:
        """Return the URL path of a tag by its key, as in `tags/moe/`."""
        return f"{self.list('tags')}{key}/"

    def of(self, thing: Thing) -> str:
        """Return the URL path of the page of a record; of an item, that of its week."""
        match thing:
            case Entry():
                return thing.address
            case Week():
                return f"{self.list('curriculum')}week-{thing.week:02d}/"
            case Placed():
                return self.of(thing.week)
            case Part():
                name = segment(thing.id)
                # A part may have an id like the page of a week.
                prefix = "part-" if re.fullmatch(r"(part-)*week-[0-9]+", name) else ""
                return f"{self.list('curriculum')}{prefix}{name}/"
            case Milestone():
                return f"{self.list('milestones')}{segment(thing.id)}/"
            case Series():
                return f"{self.list('series')}{thing.id}/"
            case Tag():
                return self.tag(thing.key)
            case Resource():
                return f"{self.list('reading')}{_resource_name(thing.key)}/"


USUAL = Addresses()
"""Those of a site whose owner has renamed no list."""


def year_address(year: int) -> str:
    """Return the URL path of a year, as in `log/2026/`."""
    return f"{LOG}{year:04d}/"


@lru_cache(maxsize=1 << 16)  # a resource is linked from its days, from lists and from its neighbours
def _resource_name(key: str) -> str:
    # The hash distinguishes keys whose words are the same: other cases, characters, scripts, or cut ends.
    name = slug(key)[:60].strip("-") or "page"
    return f"{name}-{sha256(key.encode(errors='surrogatepass')).hexdigest()[:8]}"


def topic_anchor(topic: Topic) -> str:
    """Return the anchor of a topic below a map, as on the page of its part."""
    return f"topic-{topic.id}"


def item_anchor(placed: Placed) -> str:
    """Return the anchor of an item on its week's page, as in `ridge-point`."""
    return placed.address.partition("/")[2]


def page_address(list_address: str, number: int) -> str:
    """Return the URL path of a later page of a list, as in `log/page-2/`."""
    return f"{list_address}page-{number}/"


def page_file(address: str, *, flat: bool) -> str:
    """Return the path of a page below the site's root: `log/2026/`, or `log/2026.html` if pages are files."""
    return f"{address.rstrip('/')}.html" if flat and address else address


def docs_address(uri: str, *, flat: bool) -> str:
    """Return the URL path of a page of `docs/`. As in MkDocs, `README.md` is the page of its folder like `index.md`."""
    path = PurePosixPath(uri)
    if path.stem not in ("index", "README"):
        return f"{path.with_suffix('')}/"
    folder = "" if path.parent == PurePosixPath() else f"{path.parent}/"
    return f"{folder}index/" if flat else folder


def anchors_in(html: str) -> set[str]:
    """Return the ids in a piece of HTML, which links may name."""
    return {unescape(anchor) for anchor in re.findall(' id="([^"]+)"', html)}


@lru_cache(maxsize=1)  # a page contains many links
def _folders(here: str, flat: bool) -> tuple[str, ...]:
    """Return the folders that a page is in, each with a slash at its end."""
    address = here.rstrip("/")
    return tuple(f"{part}/" for part in (dirname(address) if flat else address).split("/") if part)


def linked_body(entry: Entry, plan: Curriculum, addresses: Addresses) -> str:
    """Return the text of an entry below definitions of what the names in `[[…]]` lead to.

    Their URLs are those of source files, relative to the entry's.
    """
    definitions = []
    for name, target in entry.wikilinks:
        uri, anchor = _plan_page(target, plan, addresses) or (target, "")
        if uri:
            url = quote(relpath(uri, dirname(entry.path))) + (f"#{quote(anchor)}" if anchor else "")
            definitions.append(f"[{definition_label(name)}]: <{url}>\n")
    return "".join([*definitions, "\n", entry.body]) if definitions else entry.body


def _plan_page(target: str, plan: Curriculum, addresses: Addresses) -> tuple[str, str] | None:
    """Return source path and anchor of the page of an item, week or topic; two empty texts for a topic of no part."""
    if placed := plan.items.get(target):
        return f"{addresses.of(placed).rstrip('/')}.md", item_anchor(placed)
    if week := next((week for week in plan.weeks if week.id == target), None):
        return f"{addresses.of(week).rstrip('/')}.md", ""
    if topic := next((topic for topic in plan.topics if topic.id == target), None):
        part = part_of(topic, plan)
        return (f"{addresses.of(part).rstrip('/')}.md", topic_anchor(topic)) if part else ("", "")
    return None


def part_of(topic: Topic, plan: Curriculum) -> Part | None:
    """Return the part that a topic is shown with; None without one."""
    return next((part for part in plan.parts for week in part.weeks if week.week in topic.weeks), None)


@dataclass(frozen=True, slots=True)
class Links:
    """Links from one page to others, relative, so that the site may be below any path."""

    here: str
    """URL path of the page that contains the links, as in `log/2026/`. Empty for the home page."""
    flat: bool = False
    """True if pages are files (`log/2026.html`) rather than folders (`log/2026/`)."""
    root: str = ""
    """Path of the site's root, as in `/repo/`, for a page that is shown at any URL. Links then begin with it."""
    addresses: Addresses = USUAL

    def href(self, address: str, anchor: str = "") -> str:
        """Return the link to a page by its URL path (with the closing slash), percent-encoded."""
        if self.flat:
            link = self.file(page_file(address, flat=True) or "index.html")
        else:
            link = f"{self.file(address.rstrip('/')).rstrip('/')}/"
        return link + (f"#{quote(anchor)}" if anchor else "")

    def file(self, path: str) -> str:
        """Return the link to a file or folder by its path from the site's root, percent-encoded."""
        # `posixpath.relpath` asks for the working directory each time, and pages contain many links.
        if self.root:
            return f"{self.root}{quote(path)}"
        base, rest, up = _folders(self.here, self.flat), path, 0
        for number, folder in enumerate(base):
            if not f"{rest}/".startswith(folder):
                up = len(base) - number
                break
            rest = rest[len(folder) :]
        above = "../" * up if rest else "/".join([".."] * up)
        return f"{above}{rest if _PLAIN.fullmatch(rest) else quote(rest)}" or "."

    def to(self, thing: Thing) -> str:
        """Return the link to the page of a record, or to an item on its week's page.

        Of a resource without a page, return its URL, or the link to its item; empty if it has neither.
        """
        if isinstance(thing, Resource) and not thing.has_page:
            return thing.url or (self.to(thing.items[0].placed) if thing.items else "")
        return self.href(self.addresses.of(thing), item_anchor(thing) if isinstance(thing, Placed) else "")

    def style(self, name: str) -> str:
        """Return the link to a style sheet that only some pages need."""
        return self.file(f"{ASSET_FOLDER}{name}.css")

    def tag(self, name: str) -> str:
        """Return the link to the page of a tag by its name."""
        return self.href(self.addresses.tag(segment(name)))

    def docs(self, page: DocsPage) -> str:
        """Return the link to a page of `docs/`."""
        return self.href(docs_address(page.uri, flat=self.flat))
