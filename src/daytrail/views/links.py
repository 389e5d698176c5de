"""Where things live on the site, and how one page reaches another."""

import posixpath
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import PurePosixPath
from urllib.parse import quote

from daytrail.facts.resource import Resource
from daytrail.facts.tags import Tag
from daytrail.model.base import segment, slug
from daytrail.model.curriculum import Milestone, Part, Placed, Week
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage
from daytrail.model.series import Series

LOG = "log/"
CURRICULUM = "curriculum/"
TAGS = "tags/"
MAP = "map/"
MILESTONES = "milestones/"
READING = "reading/"
CALENDAR = "calendar.ics"


def year_address(year: int) -> str:
    """As in `log/2026/`."""
    return f"{LOG}{year:04d}/"


def week_address(week: Week) -> str:
    """As in `curriculum/week-01/`."""
    return f"{CURRICULUM}week-{week.week:02d}/"


def part_address(part: Part) -> str:
    """As in `curriculum/foundations/`; a part that is called like a page of a week is set apart from it."""
    name = segment(part.id)
    return f"{CURRICULUM}{'part-' if re.fullmatch(r'(part-)*week-[0-9]+', name) else ''}{name}/"


def item_anchor(placed: Placed) -> str:
    """The fragment of an item on its week's page, as in `ridge-point`."""
    return placed.address.partition("/")[2]


def milestone_address(milestone: Milestone) -> str:
    """As in `milestones/ridge-point/`."""
    return f"{MILESTONES}{segment(milestone.id)}/"


def page_address(home: str, number: int) -> str:
    """A page of a list behind its first one, as in `log/page-2/`."""
    return f"{home}page-{number}/"


def page_file(address: str, *, flat: bool) -> str:
    """Return how a page is asked for below the site's root, by its address: `log/2026/`, or `log/2026.html`."""
    if not flat or not address:
        return address
    return f"{address.rstrip('/')}.html"


def resource_address(resource: Resource) -> str:
    """As in `reading/arxiv-org-abs-2101-03961-1c2d3e4f/`: what its key says, and what tells it from all others."""
    # The digits keep apart what the words do not: other cases, other signs, other scripts, ends that were cut off.
    name = slug(resource.key)[:60].strip("-") or "page"
    return f"{READING}{name}-{sha256(resource.key.encode(errors='surrogatepass')).hexdigest()[:8]}/"


def tag_address(key: str) -> str:
    """The page of a tag by its key, as in `tags/moe/`."""
    return f"{TAGS}{key}/"


def series_address(series: Series) -> str:
    """As in `series/ml-systems/`."""
    return f"series/{series.id}/"


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

    def entry(self, entry: Entry) -> str:
        """The page of an entry."""
        return self.href(entry.address)

    def week(self, week: Week) -> str:
        """The page of a week."""
        return self.href(week_address(week))

    def part(self, part: Part) -> str:
        """The page of a part."""
        return self.href(part_address(part))

    def item(self, placed: Placed) -> str:
        """An item on its week's page."""
        return self.href(week_address(placed.week), item_anchor(placed))

    def milestone(self, milestone: Milestone) -> str:
        """The page of a milestone."""
        return self.href(milestone_address(milestone))

    def docs(self, page: DocsPage) -> str:
        """Return the link to a page of `docs/`."""
        return self.href(docs_address(page.uri, flat=self.flat))

    def file(self, path: str) -> str:
        """A file of the site, by its path from the site's root."""
        base = posixpath.dirname(self.here.rstrip("/")) if self.flat else self.here.rstrip("/")
        return quote(posixpath.relpath(path, base or "."), safe="/.")

    def resource(self, resource: Resource) -> str:
        """The page of a resource."""
        return self.href(resource_address(resource))

    def tag(self, tag: Tag | str) -> str:
        """The page of a tag."""
        return self.href(tag_address(tag.key if isinstance(tag, Tag) else segment(tag)))

    def series(self, series: Series) -> str:
        """The page of a series."""
        return self.href(series_address(series))

    def year(self, year: int) -> str:
        """The page of a year."""
        return self.href(year_address(year))


def _relative(target: str, base: str) -> str:
    """Return what leads from one folder of the site to another, as in `../../tags/moe`.

    As `posixpath.relpath` does, which asks for the working directory each time, and pages hold many links.
    """
    there, here = target.split("/") if target else [], base.split("/") if base else []
    shared = next((at for at, pair in enumerate(zip(there, here, strict=False)) if pair[0] != pair[1]), None)
    if shared is None:
        shared = min(len(there), len(here))
    return "/".join([".."] * (len(here) - shared) + there[shared:]) or "."
