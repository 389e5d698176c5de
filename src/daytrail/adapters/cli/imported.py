"""The files that an import writes, as a person would have written them, and the proof that no word is lost."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from daytrail.importers.draft import Draft
from daytrail.source.insert import scalar


@dataclass(frozen=True)
class NewFile:
    """A file to write."""

    path: str
    """Relative to the folder of the entries."""
    text: str
    draft: Draft


def entry_files(drafts: Sequence[Draft], series: str | None, *, schema: bool) -> list[NewFile]:
    """Return a file a draft, by its date, else by its number; several of one name are told apart by a number."""
    found: list[NewFile] = []
    taken: Counter[str] = Counter()
    for draft in sorted(drafts, key=lambda draft: (draft.date or date.max, draft.number or (0, 0), draft.line)):
        stem = _stem(draft)
        taken[stem] += 1
        name = stem if taken[stem] == 1 else f"{stem}-{taken[stem]}"
        folder = f"{draft.date.year:04d}/" if draft.date else ""
        found.append(
            NewFile(
                f"{folder}{name}.md", _text(draft, series, "../" * (2 if draft.date else 1) if schema else ""), draft
            )
        )
    return found


def _stem(draft: Draft) -> str:
    if draft.date:
        return draft.date.isoformat()
    return f"day-{draft.number[0]:04d}" if draft.number else f"undated-{draft.line:04d}"


def _text(draft: Draft, series: str | None, up: str) -> str:
    lines = ["---"]
    if up:
        lines.append(f"# yaml-language-server: $schema={up}schemas/entry.schema.json")
    if draft.date:
        lines.append(f"date: {draft.date}")
    if series:
        lines.append(f"series: {scalar(series)}")
    if draft.number:
        first, last = draft.number
        lines.append(f"day: {first}" if first == last else f"day: {first}-{last}")
    if draft.title:
        lines.append(f"title: {scalar(draft.title)}")
    if draft.tags:
        lines.append(f"tags: [{', '.join(scalar(tag, flow=True) for tag in draft.tags)}]")
    if draft.links:
        lines += ["links:", *(f"  - {scalar(link)}" for link in draft.links)]
    return "\n".join([*lines, "---", *(["", draft.body] if draft.body else [])]) + "\n"


def dated_from(drafts: Iterable[Draft], first_day: date) -> Iterator[Draft]:
    """Give each numbered draft without a date the one that its number says, day 1 being the first day."""
    for draft in drafts:
        if draft.date is None and draft.number:
            yield replace(draft, date=first_day + timedelta(days=draft.number[0] - 1))
        else:
            yield draft


def words(text: str) -> Counter[str]:
    """Count the words of a text, whatever stands between them."""
    return Counter(re.findall(r"\w+", text.casefold()))


def lost(draft: Draft, written: str) -> Counter[str]:
    """Return the words of a draft that a file does not have."""
    return words(f"{draft.title} {draft.body}") - words(written)


def read_if_there(path: Path) -> str | None:
    """Return the text of a file; None where there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
