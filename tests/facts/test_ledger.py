"""Ledger of resources, one for each page: see `cases/ledger.yml`."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given

from daytrail.facts import Facts
from daytrail.facts.ledger import Ledger, Resource, Shelf
from daytrail.model.journal import Journal
from daytrail.model.urls import normalise
from daytrail.source.load import load
from tests.command import write
from tests.journal import MONDAY, PLANS_AND_LOGS, Log, Written, entries_of, entry, journal

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases/ledger.yml").read_text(encoding="utf-8"))


def ledger_of(whole: Journal) -> Ledger:
    return Facts(whole, MONDAY).ledger


def as_text(resource: Resource) -> str:
    """Return a resource as the cases write it."""
    places = [item.placed.address for item in resource.items]
    for shelved in resource.shelved:
        names = [category.id for category in (shelved.category, shelved.subcategory) if category]
        places.append("/".join(names) or shelved.section)
    places += ["paper" for _ in resource.papers] + ["guide" for _ in resource.guides]
    history = []
    for event in resource.history:
        by = "" if event.entry else " by the plan"
        history.append(f"{event.day} {event.event}{by}{f': {event.sentence}' if event.sentence else ''}")
    return (
        " | ".join([resource.title, resource.shelf, " ".join(places), ", ".join(history)])
        .replace("|  |", "| |")
        .rstrip()
    )


@pytest.mark.parametrize("name", CASES)
def test_case(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    files = {f"entries/{stem}.md": text for stem, text in case.get("entries", {}).items()}
    files["curriculum.yaml"] = case.get("plan", "title: Tides")
    files["reading.yaml"] = case.get("reading", "")
    loaded = load(write(tmp_path, files))
    assert not loaded.failed, loaded.problems
    assert [as_text(resource) for resource in ledger_of(loaded.journal).resources] == case["resources"]


def linked(*days: tuple[str, str | None]) -> Resource:
    """Return a page that entries of some days link to, with a status or without."""
    links = [(day, {"url": "https://example.org/a", **({"status": status} if status else {})}) for day, status in days]
    [resource] = ledger_of(journal("title: Plan", *(entry(day, links=[link]) for day, link in links))).resources
    return resource


@pytest.mark.parametrize(
    ("days", "reading_since", "finished"),
    [
        ([("2026-01-05", None)], None, None),
        ([("2026-01-05", "reading"), ("2026-01-07", "reading"), ("2026-01-08", None)], "2026-01-05", None),
        ([("2026-01-05", "reading"), ("2026-01-07", "read")], None, "2026-01-07"),
        ([("2026-01-05", "reading"), ("2026-01-06", "dropped"), ("2026-01-07", "reading")], "2026-01-07", None),
        ([("2026-01-05", "read"), ("2026-01-07", "read"), ("2026-01-09", None)], None, "2026-01-07"),
        ([("2026-01-05", "dropped")], None, "2026-01-05"),
    ],
)
def test_reading_goes_on_since_the_start_after_the_last_end_and_ends_on_a_day(
    days: list[tuple[str, str | None]], reading_since: str | None, finished: str | None
) -> None:
    resource = linked(*days)
    assert str(resource.reading_since or "") == (reading_since or "")
    assert str(resource.finished or "") == (finished or "")


def test_a_resource_is_named_by_the_text_of_its_item_or_by_the_longest_text_of_a_link() -> None:
    """Of equally long texts the first in the alphabet is taken, so that the order of entries does not matter."""
    reading = "{id: x, text: Chapter one, url: 'https://example.org/x'}"
    plan = f"title: T\nparts: [{{id: a, title: A, weeks: [{{week: 1, title: One, reading: [{reading}]}}]}}]"
    body = "[here](https://example.org/y) [why b](https://example.org/y) [why a](https://example.org/y)"
    resources = ledger_of(journal(plan, entry("2026-01-05", body))).resources
    assert [resource.title for resource in resources] == ["Chapter one", "why a"]


def test_shelves_are_in_order_and_those_filled_by_the_log_have_the_latest_first() -> None:
    words = {"2026-01-04": {}, "2026-01-05": {"status": "read"}, "2026-01-06": {"status": "read"}}
    words["2026-01-07"] = {"status": "reading"}
    made = [entry(day, links=[{"url": f"https://example.org/{day}", **word}]) for day, word in words.items()]
    shelves = ledger_of(journal("title: Plan", *made)).shelves
    assert [(shelf, [resource.title[-2:] for resource in resources]) for shelf, resources in shelves.items()] == [
        (Shelf.READING, ["07"]),
        (Shelf.READ, ["06", "05"]),
        (Shelf.MET, ["04"]),
    ]


@given(PLANS_AND_LOGS)
def test_each_link_and_each_reading_has_one_resource(drawn: tuple[Written, Log]) -> None:
    written, log = drawn
    whole = journal(written, *entries_of(log))
    ledger = ledger_of(whole)
    urls = {link.url for made in whole.entries for link in made.listed_links}
    urls |= {mention.url for made in whole.entries for mention in made.text_links}
    urls |= {placed.item.url for placed in whole.curriculum.items.values() if placed.item.url}
    assert all(ledger.find(url) for url in urls)
    keys = [normalise(one.url) for one in ledger.resources if one.url]
    items = [item.placed.address for one in ledger.resources for item in one.items]
    assert (len(keys), len(items)) == (len({*keys}), len({*items}))
    assert {address for address, placed in whole.curriculum.items.items() if placed.kind == "reading"} <= {*items}
    assert sum(map(len, ledger.shelves.values())) == len({one.key for one in ledger.resources}) == len(ledger.resources)
