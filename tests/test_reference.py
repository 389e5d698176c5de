"""The manual's reference of commands and macros, which is written from their help texts and docstrings.

`UPDATE_CASES=1 make test FAST=1 WORKERS=0 TESTS="-k reference"` writes it.
"""

import inspect
import os
import re
from collections.abc import Iterator
from pathlib import Path

import click

from daytrail.cli import daytrail
from daytrail.views.macros import MACROS

PAGE = Path(__file__).parents[1] / "docs/manual/reference.md"


def commands(group: click.Group, name: str) -> Iterator[tuple[str, click.Command]]:
    """Yield the commands of a group by their full names, in the order of its help."""
    context = click.Context(group)
    for one in sum(getattr(group, "sections", {}).values(), ()) or group.list_commands(context):
        command = group.get_command(context, one)
        assert command
        if isinstance(command, click.Group):
            yield from commands(command, f"{name} {one}")
        else:
            yield f"{name} {one}", command


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a help text or docstring, each on a line; lines that click keeps apart become a list."""
    parts = inspect.cleandoc(text).split("\n\n")
    return [
        re.sub(r"^(--\S.*?) {2,}", r"* `\1`: ", part[2:], flags=re.MULTILINE)
        if part.startswith("\b\n")
        else part.replace("\n", " ")
        for part in parts
    ]


def command_section(name: str, command: click.Command, known: dict[str, str]) -> Iterator[str]:
    """Yield the blocks of a command's section; what an earlier command says in the same words is a link to it."""
    context = click.Context(command, info_name=name)
    options = [option for option in command.params if isinstance(option, click.Option)]
    records = filter(None, (option.get_help_record(context) for option in options))
    first, *rest = paragraphs(command.help or "")
    rest.append("\n".join(f"* `{option}`: {' '.join(words.split())}" for option, words in records))
    _, *arguments = command.collect_usage_pieces(context)
    yield f"### {name}"
    if arguments:
        yield f"`{' '.join((name, *arguments))}`"
    yield first
    yield from (block for block in rest if block and block not in known)
    if same := {known[block] for block in rest if block in known}:
        yield f"The rest is as for [{min(same)}](#{min(same).replace(' ', '-')})."
    known |= {block: name for block in rest if block and block not in known}


def macro_section(name: str) -> Iterator[str]:
    """Yield the blocks of a macro's section: its call with all defaults, and what it shows."""
    _, *parameters = inspect.signature(MACROS[name]).parameters.values()
    call = ", ".join(str(parameter.replace(annotation=parameter.empty)) for parameter in parameters)
    first, *rest = paragraphs(MACROS[name].__doc__ or "")
    assert first.startswith("Show "), f"the docstring of {name}"
    for parameter in parameters:
        assert f"`{parameter.name}`" in " ".join((first, *rest)), f"the docstring of {name} says nothing of {parameter}"
    yield f"### {name}"
    yield f"`{{{{ {name}({call}) }}}}`".replace("'", '"')
    yield from (first[5].upper() + first[6:], *rest)


def reference() -> str:
    """Return the commands and the macros as Markdown."""
    known: dict[str, str] = {}
    blocks = ["## Commands"]
    for name, command in commands(daytrail, "daytrail"):
        blocks += command_section(name, command, known)
    blocks.append("## Macros")
    for name in MACROS:
        blocks += macro_section(name)
    return "\n\n".join(blocks) + "\n"


def test_the_reference_is_what_help_texts_and_docstrings_say() -> None:
    text = PAGE.read_text(encoding="utf-8")
    introduction, heading, _ = text.partition("## Commands\n")
    assert heading
    if os.environ.get("UPDATE_CASES"):
        PAGE.write_text(introduction + reference(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == introduction + reference(), "UPDATE_CASES=1 writes it"
