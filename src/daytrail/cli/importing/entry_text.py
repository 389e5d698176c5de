"""The files that an import writes, as a person would have written them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Generic, TypeVar

from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.source.yaml.write import scalar

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
    lines = ["---"]
    if up:
        lines.append(f"# yaml-language-server: $schema={up}schemas/entry.schema.json")
    if draft.date:
        lines.append(f"date: {draft.date}")
    if series:
        lines.append(f"series: {scalar(series)}")
    if draft.day_numbers:
        first, last = draft.day_numbers
        lines.append(f"day: {first}" if first == last else f"day: {first}-{last}")
    if draft.title:
        lines.append(f"title: {scalar(draft.title)}")
    if draft.tags:
        lines.append(f"tags: [{', '.join(scalar(tag, flow=True) for tag in draft.tags)}]")
    if draft.links:
        lines += ["links:", *(f"  - {scalar(link)}" for link in draft.links)]
    return "\n".join([*lines, "---", *(["", draft.body] if draft.body else [])]) + "\n"


def dated_from(drafts: Iterable[DraftEntry], first_day: date) -> Iterator[DraftEntry]:
    """Give each numbered draft without a date the one that its number says, day 1 being the first day."""
    for draft in drafts:
        if draft.date is None and draft.day_numbers:
            yield replace(draft, date=first_day + timedelta(days=draft.day_numbers[0] - 1))
        else:
            yield draft
