"""The repository's own site shows what its files say: the log, the plan, and the links between them."""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import yaml

from daytrail.source.load import load
from tests.command import write
from tests.plan import ITEMS, PARTS, PLAN, WEEKS
from tests.website import ROOT, Site, text

DEMO = date(2025, 10, 6), date(2026, 5, 31)
"""First and last day of the log in the repository; its owner may add days."""


@dataclass(frozen=True)
class Written:
    """An entry as written in its file, read without Daytrail."""

    path: Path
    front: dict[str, Any]
    body: str

    @property
    def day(self) -> date:
        return date.fromisoformat(self.path.stem[:10])

    @property
    def address(self) -> str:
        suffix = self.path.stem[10:]
        return f"log/{self.day:%Y/%m/%d}{suffix}/"

    @property
    def links(self) -> list[dict[str, str]]:
        return [{"url": link} if isinstance(link, str) else link for link in self.front.get("links", ())]


def _written(path: Path) -> Written:
    _, front, body = path.read_text(encoding="utf-8").split("---\n", 2)
    return Written(path, yaml.safe_load(front), body)


_READ = (_written(path) for path in (ROOT / "entries").rglob("*.md"))
LOG = sorted((entry for entry in _READ if not entry.front.get("draft")), key=lambda entry: (entry.day, entry.path.stem))


def hrefs(site: Site, here: str, top: Element) -> list[tuple[str, str] | None]:
    """Return the targets of the links below an element, in their order."""
    return [site.target(here, link.get("href", "")) for link in top.iter("a")]


def test_every_page_has_its_url(site: Site) -> None:
    """There is one page for each day, year, tag, series, part, week, milestone and file of docs/, and no other."""
    docs = {path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    tags = {tag for entry in LOG for tag in entry.front.get("tags", ())}
    assert {tag for tag in tags if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", tag)} == set()
    expected = {
        "404.html",
        *(re.sub(r"^index/$|(?<=/)index/$", "", f"{name}/") for name in docs),
        *(entry.address for entry in LOG),
        *(f"log/{entry.day.year}/" for entry in LOG),
        "tags/",
        "tasks/",
        "reviews/",
        "references/",
        *(f"tags/{tag}/" for tag in tags),
        "series/",
        *(f"series/{series['id']}/" for series in PLAN["series"]),
        *(f"curriculum/{part['id']}/" for part in PARTS),
        *(f"curriculum/week-{number:02d}/" for number in WEEKS),
        *(f"milestones/{milestone['id']}/" for milestone in PLAN["milestones"]),
    }
    # Those of the ledger are of things met; the list leads to each of them.
    listed = {
        address
        for address in site.pages
        if re.fullmatch(r"(reading|log|log/\d{4}|series/[\w-]+)/(page-\d+/)?", address)
    }
    resources = {address for address in site.pages if re.fullmatch(r"reading/.+-[0-9a-f]{8}/", address)}
    assert set(site.pages) == expected | listed | resources
    rows = [(here, row) for here in listed for row in site.page(here).find("tr.dt-reading")]
    assert {
        to[0] for here, row in rows for to in hrefs(site, here, row) if to and "-" in to[0]
    } & resources == resources
    assert {"", "log/", "curriculum/", "map/", "reading/"} <= expected


def test_no_macro_call_is_left_on_a_page(site: Site) -> None:
    """No page shows `{{`, `{%` or `{#`, except entries that contain it and the manual, which explains it."""
    wrote = {entry.address for entry in LOG if re.search(r"\{[{%#]", entry.body + str(entry.front))}
    found = {
        address
        for address, page in site.pages.items()
        if re.search(r"\{[{%#]", text(page.root)) and not address.startswith("manual/")
    }
    assert found <= wrote


def test_the_plan_of_the_demo_can_be_followed(tmp_path: Path, site: Site) -> None:
    """The published file is a `curriculum.yaml` without a problem."""
    text = (site.folder / "data/curriculum.yaml").read_text(encoding="utf-8")
    loaded = load(write(tmp_path, {"curriculum.yaml": text}))
    assert not loaded.problems
    assert set(ITEMS) <= set(loaded.journal.curriculum.items)
    assert len(loaded.journal.curriculum.topics) == len(PLAN["topics"])
