"""`--verify` with importers that lose or change something: each loss is printed with its line of the source."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from daytrail.importers.plan.reader import read_plan
from daytrail.importers.reading.reader import read_list
from tests.command import run, write


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
