"""Milestone pages on a built site, and the calendar file of the plan."""

from datetime import timedelta
from typing import Any

import pytest
from icalendar import Calendar

from daytrail.source.load import load
from tests.conftest import Journal
from tests.website import ROOT, SITE_URL, Site, build, make, settings

PLAN = """\
title: Tides
start: 2026-01-12
series: [{id: log, title: Log}, {id: goal, title: The goal, counts_down_to: 2026-05-12}]
parts: [{id: one, title: One, weeks: [{week: 1, title: Ebb, concepts: [Gravity]}, {week: 2, title: Flood}]}]
milestones:
  - {id: pull, title: Who pulls, weeks: [1], text: What pulls the water?}
  - {id: whole, title: All of it, part: one, text: What is a tide?}
  - {id: open, title: Not yet, weeks: [2], text: When is slack water?}
"""
FILES: dict[str, str | bytes] = {
    "curriculum.yaml": PLAN,
    "entries/2026-01-15.md": "---\nmilestone: pull\n---\n\nThe moon, see https://example.org/moon.\n",
    "docs/answers/tide.md": "---\nmilestone: whole\ntitle: On tides\n---\n\n# Tides\n\nA wave.\n",
    "docs/answers/again/index.md": "---\nmilestone: pull\n---\n\n# The sun too\n\nHalf as much.\n",
}


def events(site: Site) -> list[Any]:
    read: Any = Calendar.from_ical((site.folder / "calendar.ics").read_bytes())
    return list(read.walk("VEVENT"))


def targets(site: Site, here: str, css: str) -> list[str]:
    """Return where the links below the elements of a class lead within the site."""
    page = site.page(here)
    found = [site.target(here, link.get("href", "")) for top in page.find(css) for link in page.find("a", top)]
    return [target[0] for target in found if target]


# the repository's own plan


@pytest.fixture(scope="module")
def plan() -> dict[str, list[int]]:
    """Return the weeks of each milestone, read without Daytrail's facts."""
    written = load(ROOT).journal.curriculum
    parts = {part.id: [week.week for week in part.weeks] for part in written.parts}
    return {one.id: sorted({*one.weeks, *parts.get(one.part or "", [])}) for one in written.milestones}


def test_the_list_and_each_week_link_to_their_milestones(site: Site, plan: dict[str, list[int]]) -> None:
    """The list links to each milestone once, a week to its milestones, and a milestone to its weeks."""
    pages = {f"milestones/{name}/" for name in plan}
    shown = [target for target in targets(site, "milestones/", ".dt-questions__one") if target in pages]
    assert sorted(shown) == sorted(pages)
    for name, weeks in plan.items():
        here = f"milestones/{name}/"
        assert targets(site, here, ".dt-weeks__name") == [f"curriculum/week-{week:02d}/" for week in weeks]
        for week in weeks:
            assert here in targets(site, f"curriculum/week-{week:02d}/", ".dt-milestone")


def test_the_calendar_has_every_week_and_milestone(site: Site, plan: dict[str, list[int]]) -> None:
    """Each is an all-day event with the URL of its page; weeks follow each other without a gap."""
    found = events(site)
    written = load(ROOT).journal.curriculum
    uids = [
        *(f"week-{week.week:02d}@daytrail" for week in written.weeks),
        *(f"milestone-{name}@daytrail" for name in plan if plan[name]),
        *(f"series-{series.id}@daytrail" for series in written.series if series.counts_down_to),
    ]
    assert [str(event["UID"]) for event in found] == uids
    for event in found:
        assert event["DTEND"].dt > event["DTSTART"].dt
        target = site.target("", str(event["URL"]))
        assert target
        assert target[0] in site.pages
    weeks = [event for event in found if str(event["UID"]).startswith("week-")]
    assert weeks[0]["DTSTART"].dt == written.start
    assert all((week["DTEND"].dt - week["DTSTART"].dt) >= timedelta(days=7) for week in weeks)


# a small one


@pytest.fixture(scope="module", params=[True, False], ids=["folders", "files"])
def tides(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, str]:
    """Return the site of the files above and the end of its URLs."""
    config = settings() + f"use_directory_urls: {str(request.param).lower()}\n"
    built = build(make(tmp_path_factory.mktemp("tides"), {**FILES, "mkdocs.yml": config}))
    assert built.status == 0, built.output
    return built.site, "/" if request.param else ".html"


def test_calendar_events_have_the_urls_of_pages(tides: tuple[Site, str]) -> None:
    """Every event has the absolute URL of its page."""
    site, end = tides
    assert [str(event["URL"]).removeprefix(SITE_URL) for event in events(site)] == [
        f"curriculum/week-01{end}",
        f"curriculum/week-02{end}",
        f"milestones/pull{end}",
        f"milestones/whole{end}",
        f"milestones/open{end}",
        f"series/goal{end}",
    ]


def test_a_calendar_in_docs_is_not_overwritten(journal: Journal) -> None:
    """A calendar.ics in docs/ is reported, and nothing is built."""
    built = build(journal({**FILES, "docs/calendar.ics": "BEGIN:VCALENDAR\n"}))
    assert built.status == 1
    assert "docs/calendar.ics:1:1: error: this file has the same URL or name as a generated file" in built.output


def test_an_unknown_milestone_in_docs_stops_the_build(journal: Journal) -> None:
    """A page of docs/ that names an unknown milestone is reported with its location."""
    built = build(journal({**FILES, "docs/answers/tide.md": "---\nmilestone: whoel\n---\n"}))
    assert built.status == 1
    assert "docs/answers/tide.md:2:12: error: unknown milestone `whoel`" in built.output
    assert "did you mean `whole`?" in built.output
