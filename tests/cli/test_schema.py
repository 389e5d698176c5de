"""The JSON Schemas: in step with the models, and right about what people write."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from daytrail.cli.schema import schema_text
from daytrail.source.front_matter import split_front_matter
from tests.command import ROOT, project, run

NAMES = ["curriculum", "entry", "part", "reading"]

_EXPLAINED = {"entry": "hours", "curriculum": "start", "part": "range", "reading": "to_read"}
"""A key of each that says what it is."""


class Yaml12(yaml.SafeLoader):
    """Types as the YAML language server sees them: numbers and booleans, no timestamps, no `yes`."""


Yaml12.yaml_implicit_resolvers = {
    char: [(tag, pattern) for tag, pattern in found if not tag.endswith(("timestamp", "bool", "merge"))]
    for char, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Yaml12.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("true|false"), list("tf"))


def seen(text: str) -> Any:
    """The data of a YAML text with YAML's own types."""
    return yaml.load(text, Loader=Yaml12)  # noqa: S506 - a SafeLoader


def wrong(name: str, data: Any) -> list[str]:
    """Where some data does not fit a schema."""
    known = Draft202012Validator(json.loads(schema_text(name)), format_checker=Draft202012Validator.FORMAT_CHECKER)
    return [f"{found.json_path}: {found.message}" for found in known.iter_errors(data)]


@pytest.mark.parametrize("name", NAMES)
def test_the_files_are_what_the_models_say(name: str) -> None:
    committed = (ROOT / f"schemas/{name}.schema.json").read_text(encoding="utf-8")
    assert committed == schema_text(name), "run `daytrail schema --write`"


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one_and_explains_its_keys(name: str) -> None:
    found = json.loads(schema_text(name))
    Draft202012Validator.check_schema(found)
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert found["title"]
    assert {"$id", "description", "properties"} <= set(found)
    assert found["properties"][_EXPLAINED[name]]["description"]


def test_the_plan_of_the_repository_fits() -> None:
    assert wrong("curriculum", seen((ROOT / "curriculum.yaml").read_text(encoding="utf-8"))) == []


def test_the_reading_list_of_the_repository_fits() -> None:
    assert wrong("reading", seen((ROOT / "reading.yaml").read_text(encoding="utf-8"))) == []


def test_every_entry_of_the_repository_fits() -> None:
    entries = sorted((ROOT / "entries").rglob("*.md"))
    fronts = {
        path.name: seen(split_front_matter(path.read_text(encoding="utf-8"), "")[0].front_matter) for path in entries
    }
    assert {name: found for name, front in fronts.items() if (found := wrong("entry", front))} == {}


@pytest.mark.parametrize(
    "text",
    [
        "date: 2026-02-15\nday: 57\nhours: 1.5\ndraft: false",
        "day: 3-4",
        "links: ['https://example.org', {url: 'http://example.org', status: reading}]",
        "title:\ntags:\ndraft:\nlinks:\nday:",
    ],
)
def test_what_the_manual_shows_fits_an_entry(text: str) -> None:
    assert wrong("entry", seen(text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "tagz: [a]",
        "date: 2026-02-30",
        "day: three",
        "day: -1",
        "hours: 2h",
        "hours: 49",
        "draft: maybe",
        "tags: moe",
        "tags: [~]",
        "links: ['javascript:alert(1)']",
        "links: [{title: x}]",
        "links: [{url: 'https://example.org', status: maybe}]",
    ],
)
def test_what_is_wrong_in_an_entry_does_not_fit(text: str) -> None:
    assert wrong("entry", seen(text)) != []


@pytest.mark.parametrize(
    "text",
    [
        "start: 2026-01-05",
        "title: x\nstart: soon",
        "title: x\nparts: [{id: a, title: A, weeks: [{week: one, title: x}]}]",
        "title: x\nparts: [{id: a, title: A, weeks: [{week: 1, title: x, reading: [~]}]}]",
        "title: x\nparts: [{id: a, title: A, weeks: [{week: 1, title: x, reading: [{tilte: x}]}]}]",
        "title: x\npauses: [{from_: 2026-01-01, to: 2026-01-02}]",
        "title: x\nrest: [someday]",
        "title: x\nseries: [{id: a, title: A, coutns_down_to: 2026-01-01}]",
    ],
)
def test_what_is_wrong_in_a_plan_does_not_fit(text: str) -> None:
    assert wrong("curriculum", seen(text)) != []


def test_items_may_be_plain_texts_in_a_plan() -> None:
    text = "title: x\nparts: [{id: a, title: A, weeks: [{week: 1, title: x, concepts: [One, {text: Two}]}]}]"
    assert wrong("curriculum", seen(text)) == []


@pytest.mark.parametrize("name", NAMES)
def test_the_command_prints_a_schema_anywhere(tmp_path: Path, name: str) -> None:
    said = run(tmp_path, "schema", name)
    assert (said.status, said.out) == (0, schema_text(name))


def test_a_schema_without_a_name_is_wrong_usage(tmp_path: Path) -> None:
    assert run(tmp_path, "schema").status == 2
    assert run(tmp_path, "schema", "entries").status == 2


def files(root: Path) -> Iterator[tuple[str, int]]:
    return ((path.name, path.stat().st_mtime_ns) for path in sorted((root / "schemas").iterdir()))


def test_schemas_are_written_where_they_differ(tmp_path: Path) -> None:
    project(tmp_path)
    said = run(tmp_path, "schema", "--write")
    assert said.err == (
        "schemas/entry.schema.json: written\n"
        "schemas/curriculum.schema.json: written\n"
        "schemas/part.schema.json: written\n"
        "schemas/reading.schema.json: written\n"
    )
    first = dict(files(tmp_path))
    (tmp_path / "schemas/entry.schema.json").write_text("{}", encoding="utf-8")
    said = run(tmp_path, "schema", "--write")
    assert said.err == (
        "schemas/entry.schema.json: written\n"
        "schemas/curriculum.schema.json: unchanged\n"
        "schemas/part.schema.json: unchanged\n"
        "schemas/reading.schema.json: unchanged\n"
    )
    assert dict(files(tmp_path))["curriculum.schema.json"] == first["curriculum.schema.json"]
    assert (tmp_path / "schemas/entry.schema.json").read_text(encoding="utf-8") == schema_text("entry")


def test_one_schema_is_written_alone(tmp_path: Path) -> None:
    run(project(tmp_path), "schema", "entry", "--write")
    assert [name for name, _ in files(tmp_path)] == ["entry.schema.json"]


def test_schemas_outside_a_project_are_not_written(tmp_path: Path) -> None:
    assert run(tmp_path, "schema", "--write").status == 2
    assert not (tmp_path / "schemas").exists()


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        (
            "to_read: [A book, 'https://example.org', {title: A, favourite: true, notes: [One, {text: Two}]}]",
            True,
        ),
        ("categories: [{id: a, title: A, items: [x], categories: [{id: b, title: B}]}]", True),
        ("categories:\nimplement:", True),
        ("categories: [{id: a, title: A, categories: [{id: b, title: B, categories: [{id: c, title: C}]}]}]", False),
        ("categories: [{id: a, titel: A}]", False),
        ("to_read: [{title: x, status: done}]", False),
        ("to_read: [{url: 'ftp://example.org'}]", False),
    ],
)
def test_a_reading_list_is_held_to_its_schema(text: str, *, fits: bool) -> None:
    assert (wrong("reading", seen(text)) == []) is fits


def test_a_part_may_be_elsewhere() -> None:
    """A part of the plan is written out or names its file, and the file holds what was written out."""
    part = "id: ebb\ntitle: Ebb\nweeks: [{week: 1, title: First, concepts: [Gravity]}]\n"
    assert wrong("part", seen(part)) == []
    assert wrong("part", seen("file: curriculum/ebb.yaml")) != []
    assert wrong("curriculum", seen("title: Tides\nparts: [{file: curriculum/ebb.yaml}]")) == []
    assert wrong("curriculum", seen("title: Tides\nparts: [{file: curriculum/ebb.yaml, title: Ebb}]")) != []


@pytest.mark.parametrize("path", sorted((ROOT / "curriculum").glob("*.yaml")), ids=lambda path: path.stem)
def test_the_parts_of_the_plan_conform(path: Path) -> None:
    """What editors are told of a part's file is true of ours."""
    assert wrong("part", seen(path.read_text(encoding="utf-8"))) == []
