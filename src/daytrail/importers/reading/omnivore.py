"""Reader for the export of Omnivore: JSON files that list what was saved, twenty pages each, and its highlights."""

import json
import re
from collections.abc import Iterator
from typing import Any

from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.foreign import ForeignList
from daytrail.importers.reading.reader import ImportedList

_BETWEEN = re.compile(r"[\s,\[\]]*")
HIGHLIGHTS = "highlights"
"""Key of the objects in which the command passes the text of a page's highlights, beside its `slug`."""
_STATES = {"archived": "read", "active": "to-read", "unread": "to-read", "reading": "reading", "succeeded": "to-read"}
_USED = {"title", "url", "author", "description", "state", "labels", "readingprogress"}


def read_omnivore(text: str, _name: str) -> ImportedList | None:
    """Read the JSON of an export of Omnivore; None if it is something else."""
    try:
        pages = list(_objects(text)) if re.match(r"\s*\[\s*\{", text) else []
    except ValueError:
        return None
    if not pages or not all(HIGHLIGHTS in page or ("url" in page and "savedAt" in page) for _, page in pages):
        return None
    result = ForeignList(text, "Omnivore", "export of Omnivore")
    highlights = {str(page["slug"]): str(page[HIGHLIGHTS]) for _, page in pages if HIGHLIGHTS in page}
    for line, page in pages:
        item = _add_page(result, line, page) if HIGHLIGHTS not in page else None
        if item:
            _add_highlights(result, line, item, highlights.get(str(page.get("slug")), ""))
    return result.finish()


def _objects(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the objects of the lists in a text, each with its line."""
    decoder = json.JSONDecoder()
    at, line = 0, 1
    while match := _BETWEEN.match(text, at):
        line += text.count("\n", at, match.end())
        at = match.end()
        if at == len(text):
            return
        value, end = decoder.raw_decode(text, at)
        if not isinstance(value, dict):
            raise ValueError("no object")
        yield line, value
        line += text.count("\n", at, end)
        at = end


def _add_page(result: ForeignList, line: int, page: dict[str, Any]) -> DraftItem | None:
    names = {"title": "title", "url": "url", "author": "author", "why": "description"}
    texts = {field: " ".join(str(page.get(name) or "").split()) for field, name in names.items()}
    progress = page.get("readingProgress")
    state = _STATES.get(str(page.get("state") or "").casefold())
    is_begun = isinstance(progress, int | float) and 0 < progress < 95 and state == "to-read"
    for name, value in page.items():
        if value and name.casefold() not in _USED:
            result.leave_out(name)
    url = texts["url"]
    if url.startswith("https://omnivore.app/no_url"):
        result.doubt(line, "no-web-address", f"`{url}` was made up by Omnivore for a newsletter, and leads to no page")
    labels = page.get("labels") or []
    return result.add(
        line,
        {**texts, "status": "reading" if is_begun else state},
        tags=[str(label.get("name", "") if isinstance(label, dict) else label) for label in labels],
    )


def _add_highlights(result: ForeignList, line: int, item: DraftItem, markdown: str) -> None:
    """Add the passages that somebody marked as notes, and what they wrote on them as notes on these."""
    passage: dict[str, Any] = {}
    for paragraph in re.split(r"\n\s*\n", markdown.strip()):
        text = " ".join(re.sub(r"^>\s?", "", paragraph, flags=re.MULTILINE).split())
        if text and (paragraph.startswith(">") or not passage):
            passage = item.add_note(text)
        elif text:
            passage.setdefault("notes", []).append({"text": text})
            item.details.append(([line], text))
        result.record(line, text)
