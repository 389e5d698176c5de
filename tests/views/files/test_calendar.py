"""Files for others: calendar.ics as RFC 5545 asks for, the plan to follow, and pictures."""

import re
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

import daytrail
from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.views.files.calendar import calendar
from daytrail.views.files.pictures import pictures
from daytrail.views.files.plan import plan_text, plan_to_follow
from daytrail.views.publication import Publication
from tests.journal import MONDAY, PLANS, Written, entry, journal, plan

PLAN = """
title: Tides
start: 2026-01-05
pauses: [{from: 2026-01-14, to: 2026-01-20, why: A holiday}]
series:
  - {id: log, title: Log}
  - {id: goal, title: The goal, counts_down_to: 2026-05-12}
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: Ebb, concepts: [Gravity]}, {week: 2, title: Flood}, {week: 10, title: Slack}]
milestones:
  - {id: pull, title: Who pulls, weeks: [1, 2], text: "What pulls the water?"}
  - {id: whole, part: one, text: What is a tide?}
  - {id: loose, text: What has no date?}
"""


def ics(text: str | dict[str, Any] = PLAN, *entries: Entry, site_url: str = "", flat: bool = False) -> str:
    whole = journal(text, *entries)
    return calendar(Facts(whole, MONDAY), Publication("", site_url, "", flat=flat))


def events(text: str) -> dict[str, Any]:
    """The events of a calendar by UID, as the library reads them."""
    read: Any = Calendar.from_ical(text)
    found = {str(event["UID"]): event for event in read.walk("VEVENT")}
    assert len(found) == len(read.walk("VEVENT"))
    assert [event.errors for event in (read, *found.values()) if event.errors] == []
    return found


def days(event: Any) -> tuple[date, date]:
    return event["DTSTART"].dt, event["DTEND"].dt


def test_weeks_milestones_and_goals_have_their_days() -> None:
    """Each is an event of whole days whose end is the day after its last; what has no date is left out."""
    assert {uid: (str(event["SUMMARY"]), *days(event)) for uid, event in events(ics()).items()} == {
        "week-01@daytrail": ("Week 1: Ebb", date(2026, 1, 5), date(2026, 1, 12)),
        "week-02@daytrail": ("Week 2: Flood", date(2026, 1, 12), date(2026, 1, 26)),
        "week-10@daytrail": ("Week 10: Slack", date(2026, 1, 26), date(2026, 2, 2)),
        "milestone-pull@daytrail": ("Milestone: Who pulls", date(2026, 1, 25), date(2026, 1, 26)),
        "milestone-whole@daytrail": ("Milestone: What is a tide?", date(2026, 2, 1), date(2026, 2, 2)),
        "series-goal@daytrail": ("Last day of The goal", date(2026, 5, 12), date(2026, 5, 13)),
    }


def test_an_event_has_what_the_standard_asks_for() -> None:
    """UID and DTSTAMP are there once, no alarm is, and nobody is shown as busy."""
    text = ics()
    for event in events(text).values():
        assert (event["DTSTAMP"].dt, event["TRANSP"]) == (datetime(2026, 1, 5, tzinfo=UTC), "TRANSPARENT")
    for name in ("UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "CATEGORIES"):
        assert text.count(f"\r\n{name}:") + text.count(f"\r\n{name};") == 6
    assert "VALARM" not in text
    assert text.startswith(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Daytrail//Daytrail//EN\r\nX-WR-CALNAME:Tides\r\n"
    )


def test_events_lead_to_their_pages() -> None:
    """With the site's address each event has that of its page, below a project's path and for pages that are files."""
    site_url = "https://learner.example/repo/"
    urls = {uid.partition("@")[0]: event["URL"] for uid, event in events(ics(site_url=site_url)).items()}
    assert urls["week-10"] == f"{site_url}curriculum/week-10/"
    assert urls["milestone-pull"] == f"{site_url}milestones/pull/"
    assert urls["series-goal"] == f"{site_url}series/goal/"
    flat = events(ics(site_url=site_url, flat=True))
    assert flat["week-01@daytrail"]["URL"] == f"{site_url}curriculum/week-01.html"


@pytest.mark.parametrize(
    ("text", "uids"),
    [
        ("title: Plan", None),
        ("{title: Plan, milestones: [{id: m, text: Why}], series: [{id: s, title: S}]}", None),
        (PLAN.replace("start: 2026-01-05\n", ""), ["series-goal@daytrail"]),
    ],
)
def test_only_what_has_a_date_is_in_it(text: str, uids: list[str] | None) -> None:
    """Without a start there are only the goals of countdowns, and without those there is no calendar."""
    made = ics(text)
    assert (list(events(made)) if made else None) == uids


def plan_of(words: str) -> dict[str, Any]:
    return {
        "title": words,
        "start": "2026-01-05",
        "series": [{"id": "s", "title": words, "counts_down_to": "2026-05-12"}],
        "parts": [{"id": "p", "title": words, "weeks": [{"week": "1", "title": words}]}],
        "milestones": [{"id": "m", "title": words, "text": words, "weeks": ["1"]}],
    }


def well_formed(text: str) -> None:
    """Hold a calendar against what RFC 5545 says of lines."""
    assert text.encode().endswith(b"\r\n")
    assert not re.search(r"\r(?!\n)|(?<!\r)\n", text)
    for line in text.encode().removesuffix(b"\r\n").split(b"\r\n"):
        assert 0 < len(line) <= 75
        line.decode()  # no character is cut in two
    unfolded = text.replace("\r\n ", "")
    names = "BEGIN END VERSION PRODID X-WR-CALNAME SUMMARY DTSTART DTEND DTSTAMP UID CATEGORIES TRANSP DESCRIPTION URL"
    assert {re.split("[:;]", line)[0] for line in unfolded.split("\r\n")[:-1]} <= set(names.split())


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=120).filter(str.strip))
def test_no_text_breaks_a_line(words: str) -> None:
    text = ics(plan_of(words))
    well_formed(text)
    assert list(events(text)) == ["week-01@daytrail", "milestone-m@daytrail", "series-s@daytrail"]


PRIVATE = """
title: Tides
author: Ada
start: 2026-01-05
rest: [sun]
pauses: [{from: 2026-01-06, to: 2026-01-08, why: away}]
series: [{id: tides, title: Tides}]
hours_per_week: 5
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: "Ebb: the low"
        concepts: [A plain text, {id: pull, text: Pull, done: 2026-01-06}]
        reading: [{title: A book, url: "https://example.org/", hours: 1.5, optional: true, dropped: true}]
topics: [{id: t, title: T, weeks: [1]}]
"""


def test_the_file_has_the_plan_and_nothing_of_the_writer() -> None:
    """What is to learn stays; name, dates, series and progress go."""
    week = {
        "week": 1,
        "title": "Ebb: the low",
        "concepts": ["A plain text", {"id": "pull", "text": "Pull"}],
        "reading": [{"title": "A book", "url": "https://example.org/", "hours": 1.5, "optional": True}],
    }
    assert yaml.safe_load(plan_text(plan_to_follow(plan(PRIVATE)))) == {
        "title": "Tides",
        "hours_per_week": 5,
        "parts": [{"id": "one", "title": "One", "weeks": [week]}],
        "topics": [{"id": "t", "title": "T", "weeks": [1]}],
    }


@given(PLANS)
def test_the_file_is_a_plan_with_the_same_items(written: Written) -> None:
    """Read again, it has the same weeks, items, topics and milestones."""
    before = plan(written)
    after = plan(plan_text(plan_to_follow(before)))
    assert list(after.items) == list(before.items)
    assert after.topics == before.topics
    assert after.milestones == before.milestones


PALETTES = (Path(daytrail.__file__).parent / "assets/look.css").read_text(encoding="utf-8").split("@media screen {")
SERIES = """title: Tides & <moons>
series: [{id: sea, title: The sea, days: 365}, {id: exam, title: Exam, counts_down_to: 2026-02-01}]
"""
TWO_PARTS = f"""{SERIES}start: 2026-01-05
parts:
  - id: one
    title: Ebb & <flow>
    weeks: [{{week: 1, title: Ebb, concepts: [x, y]}}, {{week: 2, title: Flow}}]
  - {{id: two, title: Neap, weeks: [{{week: 3, title: Neap}}]}}
"""
SVG = "{http://www.w3.org/2000/svg}"


def drawn(plan: str, *entries: Entry) -> dict[str, Element]:
    """Return the pictures of a journal in the middle of January, by their names."""
    facts = Facts(journal(plan, *entries), date(2026, 1, 14))
    return {Path(picture.path).stem: fromstring(picture.draw()) for picture in pictures(facts)}


def test_the_strip_has_a_cell_for_each_day() -> None:
    """Days with an entry are coloured by level, the others blank; without a link, since an image has none."""
    written = (entry("2024-01-01", "Old."), entry("2026-01-07", "Text."), entry("2026-01-09", "More text here."))
    strip = drawn(TWO_PARTS, *written)["strip"]
    [title] = strip.findall(f"{SVG}title")
    assert title.text == "Days with an entry in the last twelve months"
    squares = {path.get("class", ""): path.get("d", "").count("z") for path in strip.iter(f"{SVG}path")}
    assert sum(squares.values()) == 52 * 7 + 3
    assert squares.pop("dt-strip__blank") == 52 * 7 + 1
    assert not list(strip.iter(f"{SVG}a"))


def test_the_trail_has_a_cell_for_each_week_by_part() -> None:
    """The state of each, where the work is, and what the colours mean."""
    picture = drawn(TWO_PARTS, entry("2026-01-07", "Text.", done=["w01/x"]))["progress"]
    [title] = picture.findall(f"{SVG}title")
    assert title.text == "Tides & <moons>: 1 of 2 items done"
    cells = [cell.get("class") for cell in picture.iter(f"{SVG}rect") if cell.get("height") == "20"]
    assert cells == ["dt-cell--started dt-cell--here", "dt-cell--planned", "dt-cell--planned"]
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert texts == ["Ebb & <flow>", "Neap", "planned", "touched", "started", "done", "Week 1 of 3."]


@pytest.mark.parametrize(("scheme", "colours"), list(zip(("light", "dark"), PALETTES, strict=True)))
def test_pictures_follow_the_palette_of_the_reader(scheme: str, colours: str) -> None:
    """A README has no style sheet, so each colour of our palettes is written in the picture."""
    for picture in drawn(TWO_PARTS, entry("2026-01-07", "Text.")).values():
        rules = (picture.findtext(f"{SVG}style") or "").split("@media (prefers-color-scheme: dark)")
        used = set(re.findall(r"#\w+", rules[scheme == "dark"]))
        assert len(used) > 5
        assert used <= set(re.findall(r"#\w+", colours))
