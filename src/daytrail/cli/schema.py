"""`daytrail schema`: prints or writes the JSON Schemas of the files that a writer writes."""

import ast
from collections.abc import Iterator
from inspect import cleandoc, getsource
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any

import click
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from daytrail.cli.common.files import FileUpdate, read_file
from daytrail.cli.common.output import as_json, examples
from daytrail.cli.common.project import locked_project, show_and_write
from daytrail.model.curriculum import Curriculum, Part
from daytrail.model.entry import FrontMatter
from daytrail.model.reading import ReadingList

FORMATS: dict[str, tuple[type[BaseModel], str]] = {
    "entry": (FrontMatter, "The front matter of an entry"),
    "curriculum": (Curriculum, "A plan, curriculum.yaml"),
    "part": (Part, "A part of a plan, in a file of its own"),
    "reading": (ReadingList, "A reading list, reading.yaml"),
}


@click.command(epilog=examples("daytrail schema --write", "daytrail schema entry > entry.schema.json"))
@click.argument("name", type=click.Choice(list(FORMATS)), required=False)
@click.option("--write", is_flag=True, help="Write schemas/NAME.schema.json (all without a name), where it differs.")
@click.pass_obj
def schema(start: Path, name: str | None, write: bool) -> None:
    """Print the JSON Schema of a format, or write it into the project.

    Editors with the YAML language server complete and check a file that names its schema in
    a line `# yaml-language-server: $schema=…`. `daytrail new` adds it where the file is there.
    """
    if write:
        with locked_project(start) as project:
            paths = {one: project.root / f"schemas/{one}.schema.json" for one in ([name] if name else FORMATS)}
            old = {one: read_file(path) if path.exists() else None for one, path in paths.items()}
            updates = [FileUpdate(path, old[one], schema_text(one)) for one, path in paths.items()]
            show_and_write(project, updates, write=True)
    elif name:
        click.echo(schema_text(name), nl=False)
    else:
        raise click.UsageError(f"name a format: {' or '.join(FORMATS)}")


def schema_text(name: str) -> str:
    """Return the JSON Schema of a format, a key of FORMATS, as the text of its file.

    It describes the types that an editor reads from YAML: a date is a string, a number is a number.
    """
    model, title = FORMATS[name]
    generated = model.model_json_schema(by_alias=True, schema_generator=_ShortSchema)
    if model is Part:  # a file has the long form of a part, never the short one, which names a file
        generated = {**generated["anyOf"][1], "$defs": generated["$defs"]}
    dialect = GenerateJsonSchema.schema_dialect
    return as_json(_simplify({"$schema": dialect, "$id": f"urn:daytrail:{name}", **generated, "title": title}))


class _ShortSchema(GenerateJsonSchema):
    """Schema without titles, which only repeat keys, and without defaults, which editors would insert."""

    def field_title_should_be_set(self, _schema: Any) -> bool:
        return False

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        # Pydantic would read the docstrings of all records whenever they are imported.
        described = super().model_schema(schema)
        texts = {name: text for record in reversed(schema["cls"].__mro__) for name, text in _docstrings(record)}
        for name, field in schema["cls"].model_fields.items():
            if name in texts:
                described["properties"][field.alias or name]["description"] = texts[name]
        return described

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        # A key without a value counts as absent, so an optional key may be null.
        inner = self.generate_inner(schema["schema"])
        if "enum" in inner or not isinstance(inner.get("type"), str):
            return {"anyOf": [inner, {"type": "null"}]}
        return {**inner, "type": [inner["type"], "null"]}


def _docstrings(record: type) -> Iterator[tuple[str, str]]:
    """Yield the fields that a class of ours declares, with the docstrings below them."""
    if not record.__module__.startswith("daytrail."):
        return
    [definition] = ast.parse(dedent(getsource(record))).body
    for field, text in pairwise(getattr(definition, "body", ())):
        match field, text:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(value=ast.Constant(value=str(docstring))):
                yield name, cleandoc(docstring)


def _simplify(schema: dict[str, Any]) -> dict[str, Any]:
    """Write `maximum` for pydantic's `le`, and let the short form of a record be a string, never null."""
    for record in [schema, *schema["$defs"].values()]:
        short, long = record.get("anyOf", ({}, record))
        if short and "properties" not in short:
            short["type"] = "string"
        for key in long["properties"].values():
            if "le" in key:
                key["maximum"] = key.pop("le")
    return schema
