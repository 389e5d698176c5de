"""One resource for a page, wherever it was planned, listed, met and read: see `cases/ledger.yml`."""

import re
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts import Facts
from daytrail.facts.ledger import Ledger
from daytrail.facts.resource import Event, Resource, Shelf, display_url
from daytrail.model.journal import Journal
from daytrail.model.urls import normalise
from daytrail.source.load import load
from tests.command import demo, write
from tests.journal import MONDAY, PLANS_AND_LOGS, Log, Written, entries_of, entry, journal

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases/ledger.yml").read_text(encoding="utf-8"))


def ledger_of(whole: Journal) -> Ledger:
    return Facts(whole, MONDAY).ledger


def told(one: Resource) -> str:
    """A resource as the cases write it."""
    places = [item.placed.address for item in one.items]
    for own in one.shelved:
        names = [of.id for of in (own.category, own.subcategory) if of]
        places.append("/".join(names) or own.shelf)
    places += ["paper" for _ in one.papers] + ["guide" for _ in one.guides]
    history = []
    for touch in one.history:
        by = "" if touch.entry else " by the plan"
        history.append(f"{touch.day} {touch.event}{by}{f': {touch.sentence}' if touch.sentence else ''}")
    return " | ".join([one.title, one.shelf, " ".join(places), ", ".join(history)]).replace("|  |", "| |").rstrip()


@pytest.mark.parametrize("name", CASES)
def test_case(name: str, tmp_path: Path) -> None:
    """The journal of a case has its resources, in their order."""
    case = CASES[name]
    files = {f"entries/{stem}.md": text for stem, text in case.get("entries", {}).items()}
    files["curriculum.yaml"] = case.get("plan", "title: Tides")
    files["reading.yaml"] = case.get("reading", "")
    loaded = load(write(tmp_path, files))
    assert not loaded.failed, loaded.problems
    assert [told(one) for one in ledger_of(loaded.journal).resources] == case["resources"]


def one(*told: tuple[str, str | None]) -> Resource:
    """A page that entries on some days link to, with what they say of it."""
    links = [(day, {"url": "https://example.org/a", **({"status": said} if said else {})}) for day, said in told]
    [found] = ledger_of(journal("title: Plan", *(entry(day, links=[link]) for day, link in links))).resources
    return found


@pytest.mark.parametrize(
    ("told", "begun", "finished"),
    [
        ([("2026-01-05", None)], None, None),
        ([("2026-01-05", "reading"), ("2026-01-07", "reading"), ("2026-01-08", None)], "2026-01-05", None),
        ([("2026-01-05", "reading"), ("2026-01-07", "read")], None, "2026-01-07"),
        ([("2026-01-05", "read"), ("2026-01-07", "reading")], "2026-01-07", None),
        ([("2026-01-05", "reading"), ("2026-01-06", "dropped"), ("2026-01-07", "reading")], "2026-01-07", None),
        ([("2026-01-05", "read"), ("2026-01-07", "read"), ("2026-01-09", None)], None, "2026-01-07"),
        ([("2026-01-05", "dropped")], None, "2026-01-05"),
    ],
)
def test_since_when(told: list[tuple[str, str | None]], begun: str | None, finished: str | None) -> None:
    """What is being read is so since it was begun after its last end; what is read or dropped ended on a day."""
    found = one(*told)
    assert [str(day) if day else None for day in (found.reading_since, found.finished)] == [begun, finished]


def test_first_and_last_day() -> None:
    found = one(("2026-01-05", None), ("2026-01-12", "read"), ("2026-02-01", None))
    assert (found.first_met, found.last_met) == (date(2026, 1, 5), date(2026, 2, 1))


def test_planned_hours() -> None:
    """The hours of all items together; none where one of them has no estimate."""
    text = """
    title: Plan
    parts:
      - id: a
        title: A
        weeks:
          - week: 1
            title: One
            reading:
              - {id: a, title: A, url: "https://example.org/a", hours: 1.5}
              - {id: b, title: B, url: "https://example.org/a", hours: 2}
              - {id: c, title: C, url: "https://example.org/c", hours: 1}
              - {id: d, title: D, url: "https://example.org/c"}
    """
    assert [found.hours for found in ledger_of(journal(text)).resources] == [3.5, None]
    assert one(("2026-01-05", None)).hours is None


def test_shelves_hold_everything_once_and_the_latest_first() -> None:
    """Shelves come in their own order; on those that the log fills, the last touched comes first."""
    links = [
        ("2026-01-05", "read", 1),
        ("2026-01-06", "read", 2),
        ("2026-01-06", "reading", 3),
        ("2026-01-04", None, 4),
    ]
    made = [
        entry(f"{day}-{n}", links=[{"url": f"https://example.org/{n}", **({"status": said} if said else {})}])
        for day, said, n in links
    ]
    shelves = ledger_of(journal("title: Plan", *made)).shelves
    assert {shelf: [found.title for found in every] for shelf, every in shelves.items()} == {
        Shelf.READING: ["example.org/3"],
        Shelf.READ: ["example.org/2", "example.org/1"],
        Shelf.MET: ["example.org/4"],
    }
    assert list(shelves) == [Shelf.READING, Shelf.READ, Shelf.MET]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://www.example.org/a/", "example.org/a"),
        ("http://example.org/?q=a", "example.org/?q=a"),
        ("https://example.org", "example.org"),
    ],
)
def test_a_display_url_link(url: str, said: str) -> None:
    assert display_url(url) == said


@given(PLANS_AND_LOGS)
def test_everything_is_in_the_ledger_once(drawn: tuple[Written, Log]) -> None:
    """Each link and each reading has one resource, and no two resources share a key, an item or an address."""
    written, log = drawn
    whole = journal(written, *entries_of(log))
    found = ledger_of(whole)
    urls = {link.url for made in whole.entries for link in made.links}
    urls |= {mention.url for made in whole.entries for mention in made.mentions}
    urls |= {placed.item.url for placed in whole.curriculum.items.values() if placed.item.url}
    assert all(found.find(url) for url in urls)
    keys = Counter(normalise(url) for one in found.resources for url in ({one.url} if one.url else set()))
    assert max(keys.values(), default=1) == 1
    items = Counter(item.placed.address for one in found.resources for item in one.items)
    assert max(items.values(), default=1) == 1
    readings = {address for address, placed in whole.curriculum.items.items() if placed.kind == "reading"}
    assert readings <= set(items)
    assert len({one.key for one in found.resources}) == len(found.resources)
    assert sum(map(len, found.shelves.values())) == len(found.resources)


@given(PLANS_AND_LOGS)
def test_a_history_is_of_days(drawn: tuple[Written, Log]) -> None:
    """Touches come by date, at most one an entry; nothing is read again before it is read."""
    written, log = drawn
    for one in ledger_of(journal(written, *entries_of(log))).resources:
        days = [touch.day for touch in one.history]
        assert days == sorted(days)
        paths = [touch.entry.path for touch in one.history if touch.entry]
        assert len(paths) == len(set(paths))
        events = [touch.event for touch in one.history]
        assert Event.AGAIN not in events or Event.READ in events[: events.index(Event.AGAIN)]
        assert Event.ON not in events or Event.STARTED in events[: events.index(Event.ON)]
        assert (one.shelf is Shelf.READING) == (one.reading_since is not None)


def _sets(found: Ledger) -> set[tuple[frozenset[Any], Shelf]]:
    return {
        (frozenset([*(item.placed.address for item in one.items), *((t.day, t.event) for t in one.history)]), one.shelf)
        for one in found.resources
    }


@given(PLANS_AND_LOGS, st.randoms(use_true_random=False))
def test_the_order_of_the_files_says_nothing(drawn: tuple[Written, Log], random: Any) -> None:
    """The weeks of a plan in another order, and its readings, make the same resources with the same history."""
    written, log = drawn
    other = {**written, "parts": [{**part, "weeks": part["weeks"][::-1]} for part in written["parts"][::-1]]}
    for part in other["parts"]:
        for week in part["weeks"]:
            random.shuffle(week["reading"])
    entries = entries_of(log)
    assert _sets(ledger_of(journal(written, *entries))) == _sets(ledger_of(journal(other, *entries)))


@given(PLANS_AND_LOGS)
def test_another_entry_about_nothing_changes_nothing(drawn: tuple[Written, Log]) -> None:
    """An entry without a link and without a name leaves every resource as it is."""
    written, log = drawn
    entries = entries_of(log)
    last = date(2030, 1, 1) + timedelta(days=1)
    assert ledger_of(journal(written, *entries)) == ledger_of(journal(written, *entries, entry(f"{last}", "Nothing.")))


# the repository's own

DEMO = yaml.safe_load((Path(__file__).parents[1] / "cases/demo_ledger.yml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    return ledger_of(load(demo(tmp_path_factory.mktemp("demo"))).journal)


def test_the_demo_has_its_resources(own: Ledger) -> None:
    """So many resources and touches are in the files, as counted by hand."""
    assert len(own.resources) == DEMO["resources"]
    assert sum(len(one.history) for one in own.resources) == DEMO["touches"]


def test_the_demo_joins_what_belongs_together(own: Ledger) -> None:
    """Each page that two of plan, list, references and log name is one resource with the places of all of them."""
    found = {}
    for one in own.resources:
        sources: dict[str, list[Any]] = {
            "plan": sorted({item.placed.week.week for item in one.items}),
            "list": [shelved.listing.title for shelved in one.shelved],
            "paper": [paper.title for paper in one.papers],
            "guide": [guide.title for guide in one.guides],
            "log": [str(touch.day) for touch in one.history],
        }
        told = {name: places for name, places in sources.items() if places}
        if len(told) > 1:
            found[display_url(one.url or "")] = told
    assert {_bare(url): told for url, told in found.items()} == DEMO["joined"]
    assert len(found) == len(DEMO["joined"])


def _bare(url: str) -> str:
    """An address as the fixture has it: arXiv's without the form and the version."""
    return re.sub(r"^arxiv\.org/(?:pdf|html)/([\d.]+)(v\d+)?$", r"arxiv.org/abs/\1", url)


def test_brrr_is_one_resource(own: Ledger) -> None:
    """The article is planned in week 1, listed as a guide, and was touched on the first day of two series."""
    one = own.find("http://www.horace.io/brrr_intro.html#memory")
    assert one
    assert told(one).split(" | ")[1:3] == ["to read", "w01/brrr guide"]
    assert [str(touch.day) for touch in one.history] == ["2025-10-06", "2025-12-09"]
    assert "brrr" not in " ".join(other.url or "" for other in own.resources if other is not one)
