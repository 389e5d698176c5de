"""A file that is one day: dated by its front matter or its name."""

import re
import tomllib
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import PurePath
from typing import Any

import frontmatter
import yaml

from daytrail.importers.log.bodies import tidied
from daytrail.importers.log.marks import mark_of
from daytrail.importers.text.coverage import words
from daytrail.importers.text.draft import Draft, Left

_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*$\n?", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(
    r"\s*<!--\s*(?:---[ \t]*\n)?(?P<inner>(?:[ \t]*[\w-]+[ \t]*:.*?)+?)(?:\n---[ \t]*)?\s*-->[ \t]*\n?", re.DOTALL
)
USED = ("date", "day", "title", "tags", "categories")
"""Keys of front matter that an entry has a place for."""


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
    day, number = day_of(meta.get("date")) or named, number_of(meta.get("day")) or mark.number
    if day is None and number is None:
        return None
    title = meta.get("title")
    draft = Draft(
        1,
        day,
        number,
        title=" ".join(str(title).split()) if title is not None else mark.rest.replace("-", " ").strip(),
        body=tidied(body.strip("\n")),
        tags=tags_of(meta),
    )
    head = text[: len(text) - len(body)].split("\n")
    used = words(" ".join((*USED, f"{day} {number}", draft.title, *draft.tags)))
    left = [Left(at, line) for at, line in enumerate(head, start=1) if words(line) - used]
    structure = tuple(Left(at, line) for at, line in enumerate(head, start=1) if not words(line) - used)
    return draft, left, structure


def tags_of(meta: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the tags and categories of front matter, given as a list or with commas between them."""
    found: list[str] = []
    for key in ("tags", "categories"):
        written = meta.get(key) or ()
        found += (
            written.split(",") if isinstance(written, str) else map(str, written if isinstance(written, list) else ())
        )
    return tuple(dict.fromkeys(tag.strip() for tag in found if tag.strip()))


def parted(text: str) -> tuple[Mapping[str, Any], str]:
    """Part front matter, which may stand in a comment, from a text; what cannot be read as such stays in the text."""
    try:
        if found := _TOML.match(text):
            return tomllib.loads(found[1]), text[found.end() :]
        if found := _COMMENT.match(text):
            meta = yaml.safe_load(found["inner"])
            known = isinstance(meta, dict) and any(key in USED for key in meta)
            return (meta, text[found.end() :]) if known else ({}, text)
        if not re.match(r"---[ \t]*\n|\{[ \t]*\n", text):
            return {}, text
        post = frontmatter.loads(text)
    except (yaml.YAMLError, ValueError):  # the errors of TOML, JSON and impossible dates are ValueErrors
        return {}, text
    # python-frontmatter strips the text; its words are the same.
    return (post.metadata, post.content) if post.metadata else ({}, text)


def day_of(written: object) -> date | None:
    """Return the date that front matter gives, with a time or without."""
    if isinstance(written, datetime):
        return written.date()
    if isinstance(written, date):
        return written
    try:
        return date.fromisoformat(str(written)[:10])
    except ValueError:
        return None


def number_of(written: object) -> tuple[int, int] | None:
    """Return the number of a day that front matter gives."""
    return (written, written) if isinstance(written, int) and not isinstance(written, bool) and written >= 0 else None
