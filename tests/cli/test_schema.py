"""`daytrail schema`: schemas that agree with the models and accept what people write."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from daytrail.cli.schema import schema_text
from daytrail.source.front_matter import split_front_matter
from tests.command import ROOT, project, run, texts, write
from tests.for_each import for_each

NAMES = ["entry", "curriculum", "part", "reading"]

_EXPLAINED = {"entry": "hours", "curriculum": "start", "part": "range", "reading": "to_read"}
"""For each schema, a key of its format."""


class Yaml12(yaml.SafeLoader):
    """Loader with the types of the YAML language server: numbers and booleans, but no timestamps and no `yes`."""


Yaml12.yaml_implicit_resolvers = {
    char: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(("timestamp", "bool", "merge"))]
    for char, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Yaml12.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("true|false"), list("tf"))


def load_yaml(text: str) -> Any:
    """Return the data of a YAML text with the types of the YAML language server."""
    return yaml.load(text, Loader=Yaml12)  # noqa: S506 - a SafeLoader


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema_text(name)), format_checker=Draft202012Validator.FORMAT_CHECKER)


def errors(name: str, data: Any) -> list[str]:
    """Return the errors of some data under a schema."""
    return [f"{error.json_path}: {error.message}" for error in validator(name).iter_errors(data)]


@for_each(NAMES)
def test_the_schema_files_are_up_to_date_and_valid(name: str) -> None:
    text = schema_text(name)
    committed = (ROOT / f"schemas/{name}.schema.json").read_text(encoding="utf-8")
    assert committed == text, "run `daytrail schema --write`"
    Draft202012Validator.check_schema(json.loads(text))
    assert json.loads(text)["properties"][_EXPLAINED[name]]["description"]


def test_every_entry_of_the_repository_is_valid() -> None:
    entries = sorted((ROOT / "entries").rglob("*.md"))
    texts = {path.name: path.read_text(encoding="utf-8") for path in entries}
    data = {name: load_yaml(split_front_matter(text, "")[0].front_matter) for name, text in texts.items()}
    assert {name: invalid for name, of_entry in data.items() if (invalid := errors("entry", of_entry))} == {}


MISTAKES = {
    "entry": ["tagz: [a]", "date: 2026-02-30", "day: three", "tags: moe", "links: ['javascript:alert(1)']"],
    "curriculum": [
        "start: 2026-01-05",
        "title: x\nparts: [{id: a, title: A, weeks: [{week: one, title: x}]}]",
        "title: x\nparts: [{id: a, title: A, weeks: [{week: 1, title: x, reading: [{tilte: x}]}]}]",
        "title: x\npauses: [{from_: 2026-01-01, to: 2026-01-02}]",
        "title: x\nrest: [someday]",
    ],
    "reading": [
        "title: [Sea]",
        "categories: [{id: a, title: A, categories: [{id: b, title: B, categories: [{id: c, title: C}]}]}]",
        "categories: [{id: a, titel: A}]",
        "to_read: [{title: x, status: done}]",
        "to_read: [{url: 'ftp://example.org'}]",
    ],
}


@for_each([(name, text) for name, texts in MISTAKES.items() for text in texts], str)
def test_mistakes_are_invalid(mistake: tuple[str, str]) -> None:
    name, text = mistake
    assert errors(name, load_yaml(text)) != []


def test_a_reading_list_as_people_write_it_is_valid() -> None:
    read = "to_read: [A book, 'https://example.org', {title: A, favourite: true, notes: [One, {text: Two}]}]"
    listed = "categories: [{id: a, title: A, items: [x], categories: [{id: b, title: B}]}]"
    assert errors("reading", load_yaml(f"{read}\n{listed}\nimplement:\nabout: |\n  What I *read*.\n")) == []


def test_only_schemas_that_differ_are_written(tmp_path: Path) -> None:
    (project(tmp_path) / "curriculum.yaml").unlink()
    written = run(tmp_path, "schema", "--write").out
    assert [Path(line).name for line in written.splitlines()] == [f"{name}.schema.json" for name in NAMES]
    write(tmp_path, {"schemas/entry.schema.json": "{}"})
    again = run(tmp_path, "schema", "--write").out
    assert [Path(line).name for line in again.splitlines()] == ["entry.schema.json"]
    assert texts(tmp_path)["schemas/entry.schema.json"] == schema_text("entry")
