"""Rows of entry lists."""

import json
from datetime import date
from hashlib import blake2b
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.model.base import segment
from daytrail.model.entry import Entry
from daytrail.views.words import entry_title


class EntryRow(NamedTuple):
    """All that a list shows of an entry."""

    date: date
    number: str
    address: str
    title: str
    empty: bool
    excerpt: str
    tags: tuple[tuple[str, str], ...]
    """Name and key of each tag."""
    series: str
    digest: str
    """Hash of the other fields and of the entry's hours, which the heatmap shows."""

    @property
    def attributes(self) -> dict[str, str]:
        """The `data-` attributes that the filters of a list read; several words are separated by spaces."""
        values = {"series": self.series, "tag": " ".join(dict.fromkeys(key for _, key in self.tags))}
        return {f"data-{name}": value for name, value in values.items() if value}


class EntryRows:
    """Rows of all entries, each computed once, since an entry is listed by month, year, series and tag."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._rows: dict[str, EntryRow] = {}

    def row(self, entry: Entry) -> EntryRow:
        """Return the row of an entry."""
        if entry.path not in self._rows:
            self._rows[entry.path] = self._compute(entry)
        return self._rows[entry.path]

    def _compute(self, entry: Entry) -> EntryRow:
        place = self._facts.positions[entry.path]
        fields = (
            place.number,
            entry.address,
            entry_title(entry, place),
            entry.empty,
            entry.excerpt,
            tuple((tag, segment(tag)) for tag in entry.tags),
            entry.series or "",
        )
        text = json.dumps((entry.date.isoformat(), entry.hours, *fields))
        return EntryRow(entry.date, *fields, blake2b(text.encode(), digest_size=12).hexdigest())
