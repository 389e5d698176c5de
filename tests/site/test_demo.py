"""The repository's own site shows what its files say: the log, the plan, and the links between them."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import pytest
import yaml

from daytrail.source.load import load
from tests.command import write
from tests.for_each import for_each
from tests.plan import ITEMS, PARTS, PLAN, WEEKS
from tests.website import ROOT, Site, text

DEMO = date(2025, 10, 6), date(2026, 5, 31)
"""First and last day of the log in the repository; its owner may add days."""
MONTHS = [date(2025, month, 1).strftime("%B") for month in range(1, 13)]


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


def week_address(item: str) -> str:
    return f"curriculum/week-{item[1:3]}/"


def hrefs(site: Site, here: str, top: Element) -> list[tuple[str, str] | None]:
    """Return the targets of the links below an element, in their order."""
    return [site.target(here, link.get("href", "")) for link in top.iter("a")]


# addresses


def test_the_demo_has_119_days_and_52_weeks(site: Site) -> None:
    """The log from 6 October 2025 to 31 May 2026 has 119 pages, the plan 52."""
    days = [address for address in site.pages if re.fullmatch(r"log/\d{4}/\d\d/\d\d[^/]*/", address)]
    demo = [day for day in days if DEMO[0] <= date(*map(int, re.findall(r"\d+", day)[:3])) <= DEMO[1]]
    assert len(demo) == 59 + 49 + 11
    weeks = [address for address in site.pages if re.fullmatch(r"curriculum/week-\d+/", address)]
    assert weeks == [f"curriculum/week-{number:02d}/" for number in range(1, 53)]


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


def listed_entries(site: Site, address: str) -> list[tuple[str, str] | None]:
    """Return the entries that a list links to; those of a month without content are on a line at its end."""
    page = site.page(address)
    links = [link for row in page.find("div.dt-entry__what") for link in page.find("a", row)]
    rows = [link for link in links if link.get("class") == "dt-entry__title" or "data-dt-row" in link.attrib]
    return [site.target(address, link.get("href", "")) for link in rows]


def newest_first(addresses: Iterable[str]) -> list[tuple[str, str]]:
    """Return what a list of these entries, of which the newest is first, links to."""
    empty = {entry.address for entry in LOG if not entry.front.get("title") and not entry.body.strip()}
    by_month = groupby(addresses, key=lambda address: address[:12])
    months = [list(month) for _, month in by_month]
    return [(address, "") for month in months for address in sorted(month, key=empty.__contains__)]


def test_the_log_lists_every_day_once(site: Site) -> None:
    """The log lists all entries, newest first."""
    shown = [
        target for here in ("log/", *(f"log/page-{n}/" for n in (3, 2, 1))) for target in listed_entries(site, here)
    ]
    assert len(listed_entries(site, "log/")) == 29
    assert len(shown) == len(set(shown))
    assert set(shown) == {(entry.address, "") for entry in LOG}


@pytest.mark.parametrize("what", ["year", "tag", "series"])
def test_year_tag_and_series_pages_list_their_entries(site: Site, what: str) -> None:
    """The page of a year, a tag or a series lists its entries and no other."""
    expected = defaultdict(list)
    for entry in reversed(LOG):
        first = PLAN["series"][0]["id"]
        keys = {
            "year": [f"log/{entry.day.year}/"],
            "tag": [f"tags/{tag}/" for tag in entry.front.get("tags", ())],
            "series": [f"series/{entry.front.get('series', first)}/"],
        }
        for key in keys[what]:
            expected[key].append(entry.address)
    shown = {
        address: [
            row
            for page in (address, *(f"{address}page-{n}/" for n in range(9, 0, -1)))
            for row in (listed_entries(site, page) if page in site.pages else ())
        ]
        for address in expected
    }
    assert shown == {address: newest_first(entries) for address, entries in expected.items()}


# a day


each_day = for_each(LOG, lambda entry: entry.path.stem)


def series_of(entry: Written) -> dict[str, Any]:
    first = PLAN["series"][0]["id"]
    return next(one for one in PLAN["series"] if one["id"] == entry.front.get("series", first))


def number_of(entry: Written, series: dict[str, Any]) -> str:
    """Return the label of a day's number in its series, computed from the files."""
    if "counts_down_to" in series:
        return f"{(series['counts_down_to'] - entry.day).days} days before the end"
    if "day" not in entry.front:
        return ""
    return f"Day {entry.front['day']}" + (f"/{series['days']}" if "days" in series else "")


@each_day
def test_a_day_shows_the_front_matter_of_its_file(entry: Written, site: Site) -> None:
    """Title, date, number, series and tags are on the page and link to the right pages."""
    page = site.page(entry.address)
    front = entry.front
    series = series_of(entry)
    [title] = page.find("h1", page.main)
    number = number_of(entry, series)
    name = front.get("title") or (f"{number} of {series['title']}" if number else text(title))
    assert text(title) == name
    assert page.title.startswith(name)
    [when] = page.find("time.dt-published")
    assert when.get("datetime") == entry.day.isoformat()
    assert f"{entry.day.day} {MONTHS[entry.day.month - 1]} {entry.day.year}" in text(when)
    [facts] = page.find(".dt-day__facts")
    shown = [number] if number and "title" in front else []  # else the number is the title
    assert [text(found) for found in page.find(".dt-entry__number", facts)] == shown
    assert hrefs(site, entry.address, facts) == [(f"series/{series['id']}/", "")]
    tags = page.find("a.dt-tag", page.main)
    assert [text(tag) for tag in tags] == front.get("tags", [])
    assert [site.target(entry.address, tag.get("href", "")) for tag in tags] == [
        (f"tags/{tag}/", "") for tag in front.get("tags", [])
    ]


@each_day
def test_a_day_lists_its_links(entry: Written, site: Site) -> None:
    """Each link of the front matter is a line: in the plan for each item with its URL, or among the sources."""
    page = site.page(entry.address)
    rows = [row for listing in page.find(".dt-lines") for row in page.find("li", listing)]
    for link in entry.links:
        mine = [row for row in rows if link["url"] in [one.get("href") for one in page.find("a", row)]]
        wanted = [address for address, item in ITEMS.items() if item.get("url") == link["url"]]
        assert len(mine) == max(1, len(wanted))
        for address, row in zip(wanted, mine, strict=False):
            assert (week_address(address), address[4:]) == hrefs(site, entry.address, row)[0]
        for said in ("note",) if wanted else ("title", "note"):
            assert " ".join(link.get(said, "").split()) in text(mine[0])


@each_day
def test_a_day_links_to_the_previous_and_next_entry(entry: Written, site: Site) -> None:
    """Previous and next are the entries before and after in the log that have a title or a text."""
    page = site.page(entry.address)
    place = LOG.index(entry)
    before, after = (
        next((other for other in others if other.front.get("title") or other.body.strip()), None)
        for others in (LOG[:place][::-1], LOG[place + 1 :])
    )
    for rel, other in (("prev", before), ("next", after)):
        found = [site.target(entry.address, link.get("href", "")) for link in page.find("a") if link.get("rel") == rel]
        assert found == ([(other.address, "")] if other else [])


# the log and the plan


def test_days_and_items_link_to_each_other(site: Site) -> None:
    """`done`, `started` and `touched` link from the day to the item and from the item to the day."""
    pairs = [
        (entry, item)
        for entry in LOG
        for key in ("done", "started", "touched")
        for item in entry.front.get(key, ())
        if item in ITEMS
    ]
    assert len(pairs) > 5
    _both_ways(site, pairs)


def test_a_link_to_an_items_url_touches_the_item(site: Site) -> None:
    """A link to an item's URL connects the day with the item, without an item id in the entry."""
    pairs = [
        (entry, address)
        for entry in LOG
        for address, item in ITEMS.items()
        if item.get("url") in {link["url"] for link in entry.links}
    ]
    assert len(pairs) > 5
    _both_ways(site, pairs)


def _both_ways(site: Site, pairs: list[tuple[Written, str]]) -> None:
    for entry, item in pairs:
        week, anchor = week_address(item), item[4:]
        page = site.page(week)
        assert (week, anchor) in hrefs(site, entry.address, site.page(entry.address).main), (entry.path, item)
        [row] = [row for row in page.find("li.dt-item") if row.get("id") == anchor]
        [evidence] = page.find(".dt-item__evidence", row)
        # What is done shows the day that finished it; the days before are among the week's entries.
        earlier = text(evidence).startswith("done") and item not in entry.front.get("done", ())
        folded = re.search(r"and \d+ more|\d+ ×", text(evidence))
        assert (entry.address, "") in hrefs(site, week, page.main if earlier or folded else evidence), (
            entry.path,
            item,
        )


def test_only_items_marked_done_are_shown_as_done(site: Site) -> None:
    """An item is done if an entry or the plan says so, and only then."""
    done = {item for entry in LOG for item in entry.front.get("done", ())}
    done |= {address for address, item in ITEMS.items() if "done" in item}
    shown = {
        f"w{number:02d}/{row.get('id')}"
        for number in WEEKS
        for row in site.page(f"curriculum/week-{number:02d}/").find("li.dt-item--done")
    }
    assert shown == done
    assert done
    for number, week in WEEKS.items():
        page = site.page(f"curriculum/week-{number:02d}/")
        items, finished = page.find("li.dt-item"), page.find("li.dt-item--done")
        dropped = page.find("li.dt-item--dropped")
        if "choose_one" not in week:
            said = f"{len(finished)} of {len(items) - len(dropped)} items done"
            assert text(page.find(".dt-week__amount")[0]).startswith(said), number


def test_the_reading_list_has_one_row_for_each_reading(site: Site) -> None:
    """Each reading of the plan is in the list, with links to its weeks and to its page, which has its days."""
    rows = {
        link.get("href"): (here, row)
        for here in (one for one in site.pages if re.fullmatch(r"reading/(page-\d+/)?", one))
        for row in site.page(here).find("tr.dt-reading")
        for link in site.page(here).find("a", row)
    }
    met = defaultdict(set)
    for entry in LOG:
        for link in entry.links:
            met[link["url"]].add((entry.address, ""))
    for address, item in ITEMS.items():
        if item in WEEKS[int(address[1:3])].get("reading", ()) and "url" in item:
            here, row = rows[item["url"]]
            found = hrefs(site, here, row)
            assert (week_address(address), address[4:]) in found
            if met[item["url"]]:
                [of_resource] = [to for to in found if to and re.fullmatch(r"reading/.+-[0-9a-f]{8}/", to[0])]
                history = site.page(of_resource[0])
                assert met[item["url"]] <= set(hrefs(site, of_resource[0], history.main))


def test_the_list_below_the_map_has_every_topic_of_the_diagram(site: Site) -> None:
    """Each topic is in both and in the drawing, with its state, a link to its first week, and what it needs."""
    page = site.page("map/")
    source = "".join(page.find("code", page.find(".dt-map__source")[0])[0].itertext())
    listed = {row.get("id"): row for row in page.find("li", page.find(".dt-map__list")[0])}
    assert set(listed) == {f"topic-{topic['id']}" for topic in PLAN["topics"]}
    for topic in PLAN["topics"]:
        row = listed[f"topic-{topic['id']}"]
        assert topic["title"] in text(row)
        assert page.find(".dt-state", row)
        links = hrefs(site, "map/", row)
        assert links[0] == (f"curriculum/week-{topic['weeks'][0]:02d}/", "")
        related = [*topic["needs"], *(other["id"] for other in PLAN["topics"] if topic["id"] in other["needs"])]
        assert [where[1] for where in links if where and where[1]] == [f"topic-{name}" for name in related]
    boxes = page.find(".dt-map__topic")
    assert len(boxes) == len(PLAN["topics"])
    assert [site.target("map/", link.attrib["xlink:href"]) for box in boxes for link in page.find("a", box)] == [
        (f"curriculum/week-{topic['weeks'][0]:02d}/", "") for topic in PLAN["topics"]
    ]
    assert source.count("-->") == sum(len(topic.get("needs", ())) for topic in PLAN["topics"])
    clicks = re.findall(r'click t\d+ href "([^"]+)"', source)
    assert len(clicks) == len(PLAN["topics"])
    assert {site.target("map/", url) for url in clicks} <= {(f"curriculum/week-{n:02d}/", "") for n in WEEKS}


def test_the_plan_of_the_demo_can_be_followed(tmp_path: Path, site: Site) -> None:
    """The published file is a `curriculum.yaml` without a problem."""
    text = (site.folder / "data/curriculum.yaml").read_text(encoding="utf-8")
    loaded = load(write(tmp_path, {"curriculum.yaml": text}))
    assert not loaded.problems
    assert set(ITEMS) <= set(loaded.journal.curriculum.items)
    assert len(loaded.journal.curriculum.topics) == len(PLAN["topics"])
