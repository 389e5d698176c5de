"""Importer for a file that is one day, dated by its front matter or its name."""

from pathlib import PurePath

from daytrail.importers.log.body import site_body
from daytrail.importers.log.day_mark import read_day_mark
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.log.reader import ImportedLog
from daytrail.importers.text.coverage import count_words
from daytrail.importers.text.diagnostics import unparsed_line
from daytrail.importers.text.front_matter import ENTRY_KEYS, date_from, day_numbers_from, split_front_matter, tags_in


def read_single_file(text: str, name: str) -> ImportedLog | None:
    """Return a log with one draft entry, or None if neither front matter nor name says which day it is.

    Args:
        text: The file, with YAML, TOML or JSON front matter or without.
        name: Its name, as in `2026-03-01-first-steps.md`.
    """
    metadata, body = split_front_matter(text)
    mark = read_day_mark(PurePath(name).stem.replace("_", " "))
    date_of_name = mark.date.resolve(mark.date.year, "mdy") if mark.date and mark.date.year else None
    day = date_from(metadata.get("date")) or date_of_name
    day_numbers = day_numbers_from(metadata.get("day")) or mark.day_numbers
    if day is None and day_numbers is None:
        return None
    title = metadata.get("title")
    draft = DraftEntry(
        1,
        day,
        day_numbers,
        title=" ".join(str(title).split()) if title is not None else mark.rest.replace("-", " ").strip(),
        body=site_body(body.strip("\n")),
        tags=tags_in(metadata),
    )
    used = count_words(" ".join((*ENTRY_KEYS, f"{day} {day_numbers}", draft.title, *draft.tags)))
    lines = text[: len(text) - len(body)].split("\n")
    return ImportedLog(
        (draft,),
        tuple(unparsed_line(number, line) for number, line in enumerate(lines, start=1) if count_words(line) - used),
        structure=tuple(line for line in lines if not count_words(line) - used),
    )
