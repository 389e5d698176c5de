"""`--verify` with importers that lose or change something: each loss is printed with its line of the source."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.reader import read_log
from daytrail.importers.plan.reader import read_plan
from daytrail.importers.reading.reader import read_list
from tests.command import run, write

LOG = """\
# Tides

## Day 1: 2026-01-05
Low water at noon.
See [the table](https://example.org/table).

- [ ] row to the island
- [x] sail back

## Day 2: 2026-01-06 Springs
High water at six.
See [the table](https://example.org/table).

## January 7, 2026
Fog and no wind.

| 2026-01-01 | a row of a table |
"""
Drafts: TypeAlias = list[DraftEntry]


def with_body(drafts: Drafts, at: int, old: str, new: str) -> Drafts:
    assert old in drafts[at].body
    drafts[at] = replace(drafts[at], body=drafts[at].body.replace(old, new))
    return drafts


def shifted(drafts: Drafts, at: int) -> Drafts:
    day = drafts[at].date
    assert day
    drafts[at] = replace(drafts[at], date=day + timedelta(days=10))
    return drafts


def swapped(drafts: Drafts, *fields: str) -> Drafts:
    one, two = drafts[:2]
    drafts[0] = replace(one, **{field: getattr(two, field) for field in fields})
    drafts[1] = replace(two, **{field: getattr(one, field) for field in fields})
    return drafts


MISTAKES_OF_LOGS: Mapping[str, tuple[Callable[[Drafts], Drafts], list[str]]] = {
    "a word": (lambda drafts: with_body(drafts, 0, "noon", ""), ["4: 1 word not in the project: noon"]),
    "a line": (
        lambda drafts: with_body(drafts, 2, "Fog and no wind.\n\n", ""),
        ["15: 4 words not in the project: fog and no wind"],
    ),
    "a line that is in another day": (
        lambda drafts: with_body(with_body(drafts, 1, "High water at six.\n", ""), 2, "Fog", "High water at six.\nFog"),
        ["11: 4 words not here, only elsewhere in the project: high water at six"],
    ),
    "a link that is in another day": (
        lambda drafts: with_body(drafts, 1, "(https://example.org/table)", ""),
        ["12: link not in the project: https://example.org/table"],
    ),
    "the state of a checkbox": (
        lambda drafts: with_body(drafts, 0, "[x] sail", "[ ] sail"),
        ["8: checkbox `sail back` is ticked in the source and taken as `open` in the project"],
    ),
    "a checkbox": (
        lambda drafts: with_body(drafts, 0, "[ ] row", "row"),
        ["7: checkbox not in the project: `row to the island` (open)"],
    ),
    "a title": (
        lambda drafts: [drafts[0], replace(drafts[1], title=""), drafts[2]],
        ["10: 1 word not in the project: springs"],
    ),
    "a date": (
        lambda drafts: shifted(drafts, 2),
        ["14: day not in the project: January 7, 2026 (2026-01-17.md has 2026-01-17)"],
    ),
    "a day number": (
        lambda drafts: [drafts[0], replace(drafts[1], day_numbers=(3, 3)), drafts[2]],
        ["10: day not in the project: day 2 (2026-01-06.md has 3)"],
    ),
    "a day": (
        lambda drafts: drafts[:2],
        [
            "14: day not in the project: January 7, 2026 (2026-01-06.md has 2026-01-06)",
            "15: 4 words not in the project: fog and no wind",
            "17: 4 words not in the project: a row of table",
            "17: day not in the project: 2026-01-01 (2026-01-06.md has 2026-01-06)",
        ],
    ),
    "two days that are one": (
        lambda drafts: [
            drafts[0],
            replace(drafts[1], body=f"{drafts[1].body}\n\n{drafts[2].body}"),
        ],
        ["14: day not in the project: January 7, 2026 (2026-01-06.md has 2026-01-06)"],
    ),
    "the dates of two days": (
        lambda drafts: swapped(drafts, "date"),
        [
            "3: day not in the project: 2026-01-05 (2026-01-06.md has 2026-01-06)",
            "10: day not in the project: 2026-01-06 (2026-01-05.md has 2026-01-05)",
        ],
    ),
    "the texts of two days": (
        lambda drafts: swapped(drafts, "body"),
        [
            "4: 2 words not here, only elsewhere in the project: low noon",
            "7: 4 words not here, only elsewhere in the project: row to the island",
            "7: checkbox not in the project: `row to the island` (open)",
            "8: 2 words not here, only elsewhere in the project: sail back",
            "8: checkbox not in the project: `sail back` (ticked)",
            "11: 2 words not here, only elsewhere in the project: high six",
        ],
    ),
    "a day that is written twice": (
        lambda drafts: [*drafts, replace(drafts[2], body="")],
        ["14: day more than once in the project: 2026-01-07"],
    ),
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {"mkdocs.yml": "site_name: x\n"})


def losses(root: Path, kind: str, text: str) -> list[str]:
    """Return what `--verify` prints about a document; it fails if that is something."""
    source = root.parent / "source.md"
    source.write_text(text, encoding="utf-8")
    result = run(root, "import", kind, str(source), "--verify", DAYTRAIL_TODAY="2026-06-01")
    lines = [line.removeprefix(f"{source}:") for line in result.err.split("\n") if line.startswith(f"{source}:")]
    lines = [
        line.replace(str(root / "curriculum.yaml"), "x").replace(str(root / "reading.yaml"), "x")
        for line in lines
        if line[:1].isdigit()
    ]
    assert result.status == bool(lines)
    return lines


@pytest.mark.parametrize("name", MISTAKES_OF_LOGS)
def test_verify_finds_what_an_import_of_a_log_changes(name: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the report says nothing about it."""
    assert losses(root, "log", LOG) == []
    change, expected = MISTAKES_OF_LOGS[name]

    def read_wrongly(*arguments: Any, **options: Any) -> Any:
        log = read_log(*arguments, **options)
        return replace(log, drafts=tuple(change(list(log.drafts))))

    monkeypatch.setattr("daytrail.cli.importing.log_sources.read_log", read_wrongly)
    assert losses(root, "log", LOG) == expected


PLAN = """\
# Tides

## Week 1: Ebb
- [ ] Gravity of the moon
- [x] [Tables](https://example.org/t) (1 hr)
- [-] Currents in the strait

## Week 2: Flood
- [ ] Harbour pilots, see [Tables](https://example.org/t)
"""
LIST = """\
# Tides

## Harbours
- [ ] Gravity of the moon
- [x] [Tables](https://example.org/t)
- [ ] ~~Currents in the strait~~

## Pilots
- [Tables again](https://example.org/t)
"""


def item(data: Any, start: str, *, remove: bool = False) -> Any:
    """Return the item whose title or text begins with a word."""
    groups = data["categories"] if "categories" in data else data["parts"][0]["weeks"]
    lists = [group[key] for group in groups for key in ("items", "concepts", "reading") if key in group]
    items, found = next(
        (items, one) for items in lists for one in items if one.get("title", one.get("text", "")).startswith(start)
    )
    if remove:
        items.remove(found)
    return found


MISTAKES_OF_PLANS: Mapping[str, tuple[Callable[[Any], object], list[str]]] = {
    "an item": (
        lambda data: item(data, "Gravity", remove=True),
        [
            "4: 3 words not in x: gravity of moon",
            "4: checkbox not in x: `Gravity of the moon` (open)",
        ],
    ),
    "a tick": (
        lambda data: item(data, "Tables").pop("done"),
        ["5: checkbox `[Tables](https://example.org/t) (1 hr)` is ticked in the source and taken as `open` in x"],
    ),
    "no tick": (
        lambda data: item(data, "Gravity").update(done="2026-05-01"),
        ["4: checkbox `Gravity of the moon` is open in the source and taken as `ticked` in x"],
    ),
    "a state": (
        lambda data: item(data, "Currents").pop("dropped"),
        ["6: checkbox `Currents in the strait` is dropped in the source and taken as `open` in x"],
    ),
    "a link": (lambda data: item(data, "Tables").pop("url"), ["9: link not in x: https://example.org/t"]),
    "words of a title": (
        lambda data: item(data, "Gravity").update(text="Gravity of"),
        ["4: 1 word not in x: moon"],
    ),
    "the title of a week": (
        lambda data: data["parts"][0]["weeks"][1].update(title="Week 2"),
        ["8: 1 word not in x: flood"],
    ),
    "an item that became a note": (
        lambda data: (item(data, "Gravity", remove=True), item(data, "Currents").update(note="Gravity of the moon")),
        ["4: checkbox not in x: `Gravity of the moon` (open)"],
    ),
}
MISTAKES_OF_LISTS: Mapping[str, tuple[Callable[[Any], object], list[str]]] = {
    "a status": (
        lambda data: item(data, "Currents").update(status="to-read"),
        ["6: checkbox `Currents in the strait` is dropped in the source and taken as `open` in x"],
    ),
    "a link": (lambda data: item(data, "Tables").pop("url"), ["9: link not in x: https://example.org/t"]),
}


def with_data(read: Callable[..., Any], change: Callable[[Any], object]) -> Callable[..., Any]:
    def read_wrongly(*arguments: Any, **options: Any) -> Any:
        imported = read(*arguments, **options)
        data = deepcopy(imported.data)
        change(data)
        return replace(imported, data=data)

    return read_wrongly


@pytest.mark.parametrize("name", MISTAKES_OF_PLANS)
def test_verify_finds_what_an_import_of_a_plan_changes(name: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert losses(root, "plan", PLAN) == []
    change, expected = MISTAKES_OF_PLANS[name]
    monkeypatch.setattr("daytrail.cli.importing.plan.read_plan", with_data(read_plan, change))
    assert losses(root, "plan", PLAN) == expected


@pytest.mark.parametrize("name", MISTAKES_OF_LISTS)
def test_verify_finds_what_an_import_of_a_list_changes(name: str, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is struck through is compared with the status that the report names."""
    assert losses(root, "reading", LIST) == []
    change, expected = MISTAKES_OF_LISTS[name]
    monkeypatch.setattr("daytrail.cli.importing.plan.read_list", with_data(read_list, change))
    assert losses(root, "reading", LIST) == expected
