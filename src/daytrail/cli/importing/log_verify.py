"""Comparison of a log with the entries of a project, counted from the document again and not from what was written."""

import re
from collections import Counter
from collections.abc import Iterator

from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.entries import ExistingEntries, ExistingEntry
from daytrail.cli.importing.series import SeriesPlan
from daytrail.importers.document import Document
from daytrail.importers.log_reader import Day, LogResult
from daytrail.importers.preview import Finding, Role
from daytrail.model.entry import DayNumber

_WORD = re.compile(r"\w+")
_URL = re.compile(r"https?://[^\s<>()\[\]\"'`]+")
_BOX = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]", re.MULTILINE)
_TARGET = re.compile(r"\]\([^()\s]*\)|\[\[|\]\]|%%|<!--|-->")


def verify_log(document: Document, result: LogResult, project: ProjectSettings) -> Iterator[Finding]:
    """Yield the days, numbers, titles, totals, series, words, boxes and links that the project lacks or changed."""
    series = SeriesPlan(project)
    entries = ExistingEntries(project.root / project.settings.paths.entries, series)
    for title, goal in result.goals().items():
        line = next(day.line for day in result.days if day.series == title)
        if not series.id_of(title):
            yield Finding(line, f"the plan has no series `{title}`")
        elif goal is not None and series.goal_of(title) != goal:
            yield Finding(line, f"the series `{title}` has the goal {series.goal_of(title)}, not {goal}")
    lines: dict[int, list[str]] = {day.line: [] for day in result.days}
    for line_of_text in document.lines:
        place = result.places[line_of_text.number]
        if place.role is Role.TEXT:
            lines[place.owner].append(line_of_text.text)
    for day in result.days:
        if entry := entries.take(day, day.body):
            yield from _differences(day, entry, "\n".join(lines[day.line]), series)
        else:
            yield Finding(day.line, f"no entry for {day.date or 'a day without a date'}")


def _differences(day: Day, entry: ExistingEntry, lines: str, series: SeriesPlan) -> Iterator[Finding]:
    """Yield what an entry has otherwise than the document."""
    name = entry.path.name
    expected = {
        "date": str(day.date) if day.date else "",
        "day": str(DayNumber(*day.numbers)) if day.numbers else "",
        "series": series.id_of(day.series),
        "title": day.title,
        "hours": f"{day.hours:g}" if day.hours else "",
    }
    written = {**entry.front_matter, "date": entry.date if day.date else ""}
    for key, value in expected.items():
        if " ".join(str(written.get(key, "")).split()) != " ".join(value.split()):
            yield Finding(day.line, f"{name} has the {key} `{written.get(key, '')}`, not `{value}`")
    text = f"{entry.body}\n{' '.join(map(str, entry.front_matter.get('links', ())))}"
    for source in dict.fromkeys((lines, day.body)):
        missing = _words(source) - _words(text)
        if missing:
            words = " ".join(list(missing.elements())[:8])
            yield Finding(day.line, f"{missing.total()} words are not in {name}: {words}")
    urls = {url for url in _URL.findall(f"{lines}\n{day.body}") if url.rstrip(".,;:!?*_") not in text}
    yield from (Finding(day.line, f"a link is not in {name}: {url}") for url in sorted(urls))
    boxes, written_boxes = (Counter(map(str.lower, _BOX.findall(one))) for one in (lines or day.body, entry.body))
    if boxes != written_boxes:
        states = ", ".join(f"{count} `[{sign}]`" for sign, count in sorted(boxes.items()))
        yield Finding(day.line, f"the checkboxes in {name} differ; the document has {states or 'none'}")


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(_TARGET.sub(" ", text)))
