"""A file that is one day: dated by its front matter or its name."""

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import PurePath
from typing import Any

import frontmatter
import yaml

from daytrail.importers.bodies import tidied
from daytrail.importers.draft import Draft, Left
from daytrail.importers.marks import mark_of

_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_USED = ("date", "day", "title", "tags", "categories")


def single(text: str, name: str) -> tuple[Draft, list[Left], tuple[Left, ...]] | None:
    """Return the only entry of a file, what of its front matter an entry has no place for, and what became fields.

    None where neither its front matter nor its name says which day it is.

    Args:
        text: The file, with YAML, TOML or JSON front matter or without.
        name: Its path.
    """
    meta, body = parted(text)
    mark = mark_of(PurePath(name).stem.replace("_", " "))
    named = mark.date.on(mark.date.year, "mdy") if mark.date and mark.date.year else None
    day, number = _day(meta.get("date")) or named, _number(meta.get("day")) or mark.number
    if day is None and number is None:
        return None
    title, tags = meta.get("title"), meta.get("tags") or meta.get("categories")
    draft = Draft(
        1,
        day,
        number,
        title=" ".join(title.split()) if isinstance(title, str) else mark.rest.replace("-", " ").strip(),
        body=tidied(body.strip("\n")),
        tags=tuple(str(tag) for tag in tags) if isinstance(tags, list) else (),
    )
    head = text[: len(text) - len(body)].split("\n")
    left = [Left(number, line) for number, line in enumerate(head, start=1) if _is_left(line)]
    structure = tuple(Left(at, line) for at, line in enumerate(head, start=1) if line.strip() and not _is_left(line))
    return draft, left, structure


def _is_left(line: str) -> bool:
    """Tell whether a line of front matter says something that an entry has no place for."""
    key = re.match(r"""\s*["']?(\w+)["']?\s*[:=]""", line)
    return bool(key and key[1] not in _USED)


def parted(text: str) -> tuple[Mapping[str, Any], str]:
    """Part front matter from a text; what cannot be read as such stays in the text."""
    try:
        if found := _TOML.match(text):
            return tomllib.loads(found[1]), text[found.end() :]
        if not re.match(r"---[ \t]*\n|\{[ \t]*\n", text):
            return {}, text
        post = frontmatter.loads(text)
    except (yaml.YAMLError, ValueError):  # the errors of TOML, JSON and impossible dates are ValueErrors
        return {}, text
    # python-frontmatter strips the text; its words are the same.
    return (post.metadata, post.content) if post.metadata else ({}, text)


def _day(written: object) -> date | None:
    if isinstance(written, datetime):
        return written.date()
    if isinstance(written, date):
        return written
    try:
        return date.fromisoformat(str(written)[:10])
    except ValueError:
        return None


def _number(written: object) -> tuple[int, int] | None:
    return (written, written) if isinstance(written, int) and not isinstance(written, bool) and written >= 0 else None
