"""Entries that a project has already, and which of them is the copy of a draft from an earlier import."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.text.diagnostics import count_words
from daytrail.model.entry import DayNumber
from daytrail.source.front_matter import split_front_matter
from daytrail.source.yaml.parser import parse


@dataclass(frozen=True)
class ExistingEntry:
    """The text of an entry file, with LF as line ends."""

    path: Path
    text: str

    @cached_property
    def front_matter(self) -> Mapping[str, Any]:
        """The values of its front matter, as texts; empty if it cannot be read."""
        parts, problems = split_front_matter(self.text, "")
        data = None if problems else parse(parts.front_matter, "")[0].data
        return data if isinstance(data, dict) else {}

    @cached_property
    def body(self) -> str:
        """Its text behind the front matter, without empty lines around it."""
        return split_front_matter(self.text, "")[0].body.strip("\n")

    @cached_property
    def date(self) -> date | None:
        """Its date, from its front matter or its name."""
        try:
            return date.fromisoformat(str(self.front_matter.get("date") or self.path.stem)[:10])
        except ValueError:
            return None

    @property
    def day(self) -> str:
        """Its number, or its range of numbers; empty if it has none."""
        return str(self.front_matter.get("day", "")).replace(" ", "").replace("–", "-")


def day_text(draft: DraftEntry) -> str:
    """Return the number of a draft, or its range of numbers, as front matter has it; empty if it has none."""
    return str(DayNumber(*draft.day_numbers)) if draft.day_numbers else ""


def common_length(body: str, existing: str) -> int:
    """Return the length of a body up to the last line that an existing body has too, at least in half of its words.

    It is the whole body if no line is in both.
    """
    words = count_words(existing)
    length = end = 0
    for line in body.split("\n"):
        length += len(line) + 1
        words_of_line = count_words(line)
        if words_of_line and (words_of_line & words).total() * 2 >= words_of_line.total():
            end = length
    return end or (length if existing else 0)
