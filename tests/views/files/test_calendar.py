"""calendar.ics: what RFC 5545 asks for, and what stays the same."""

import re
from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.views.files.calendar import calendar
from daytrail.views.publication import Publication
from tests.journal import MONDAY, journal

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
