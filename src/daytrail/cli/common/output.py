"""Output of commands: JSON, and the examples at the end of their help."""

import json
from datetime import date
from typing import Any

import click


def echo_json(data: Any) -> None:
    """Print lists, dictionaries, texts, numbers and dates as JSON on standard output; dates as in 2026-02-15."""
    click.echo(as_json(data), nl=False)


def as_json(data: Any) -> str:
    """Return the text that `echo_json` prints."""
    return json.dumps(data, ensure_ascii=False, indent=2, default=_iso_date) + "\n"


def _iso_date(value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{value!r} has no form in JSON")


def examples(*lines: str) -> str:
    """Return the epilog of a command's help: examples, each on a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
