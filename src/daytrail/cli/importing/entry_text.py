"""The files that an import writes, as a person would have written them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Generic, TypeVar

from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.model.entry import DayNumber
from daytrail.source.front_matter import write_front_matter

Origin = TypeVar("Origin")


@dataclass(frozen=True)
class NewFile(Generic[Origin]):
    """A file to write."""

    path: str
    """Relative to the folder of the entries."""
    text: str
    draft: DraftEntry
    source: Origin


def entry_files(
    drafts: Sequence[tuple[Origin, DraftEntry]], series: Callable[[DraftEntry], str], depth: int | None
) -> list[NewFile[Origin]]:
    """Return a file a draft, by its date, else by its number.

    Args:
        drafts: Each with where it comes from.
        series: The series of a draft, where it is not the first one.
        depth: How many folders the entries are below the project's schemas; None where there are none.
    """
    found = []
    for source, draft in sorted(drafts, key=lambda pair: (pair[1].date or date.max, pair[1].day_numbers or (0, 0))):
        folder = f"{draft.date.year:04d}/" if draft.date else ""
        up = "" if depth is None else "../" * (depth + bool(folder))
        found.append(NewFile(f"{folder}{_stem(draft)}.md", _text(draft, series(draft), up), draft, source))
    return found


def _stem(draft: DraftEntry) -> str:
    if draft.date:
        return draft.date.isoformat()
    return f"day-{draft.day_numbers[0]:04d}" if draft.day_numbers else f"undated-{draft.line:04d}"


def _text(draft: DraftEntry, series: str, up: str) -> str:
    values = {
        "date": draft.date,
        "series": series or None,
        "day": DayNumber(*draft.day_numbers) if draft.day_numbers else None,
        "title": draft.title or None,
        "tags": draft.tags,
        "links": draft.links,
    }
    front_matter = write_front_matter(values, f"{up}schemas/entry.schema.json" if up else "")
    return f"{front_matter}\n{draft.body}\n" if draft.body else front_matter


def dated_from(drafts: Iterable[DraftEntry], first_day: date) -> Iterator[DraftEntry]:
    """Give each numbered draft without a date the one that its number says, day 1 being the first day."""
    for draft in drafts:
        if draft.date is None and draft.day_numbers:
            yield replace(draft, date=first_day + timedelta(days=draft.day_numbers[0] - 1))
        else:
            yield draft
