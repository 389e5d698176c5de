"""Importer for a file that is one day: a post, a daily note, a page of the journal of Logseq, or a file of a week."""

import re
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import PurePosixPath

from daytrail.importers.log.date_context import read_date_context
from daytrail.importers.log.dating import date_sections
from daytrail.importers.log.day_mark import DayMark, read_day_mark, read_title_mark
from daytrail.importers.log.document import DATE_LABEL, DayLine, read_date_line
from daytrail.importers.log.draft_entry import draft_entry
from daytrail.importers.log.hours import read_hours
from daytrail.importers.log.reader import ImportedLog, with_date_below
from daytrail.importers.log.sections import Section
from daytrail.importers.log.series_name import read_series_name
from daytrail.importers.text.dates import DateOrder, find_date, is_weekday
from daytrail.importers.text.diagnostics import by_line, count_words, diagnostic, unparsed_line
from daytrail.importers.text.front_matter import (
    ENTRY_KEYS,
    date_from,
    day_numbers_from,
    is_draft,
    split_front_matter,
    tags_in,
)
from daytrail.importers.text.markdown import heading_text, prose
from daytrail.importers.text.outline import BlockType, read_outline
from daytrail.problems import Problem

_DATE_IN_PATH = re.compile(
    r"(?<!\d)(?=(?P<year>(?:19|20)\d\d)[-_./ ]?(?P<month>\d\d)[-_./ ]?(?P<day>\d\d)(?!\d)(?P<rest>.*)$)"
)
_NAMELESS = re.compile(r"(?:readme|index|notes?|log)$", re.IGNORECASE)
"""Names of files that are called after their folder."""
_PROPERTY = re.compile(r"\s*(?:- )?(?P<key>[a-z][\w-]*)::(?:\s+(?P<value>.*))?$", re.IGNORECASE)
_TASK = re.compile(r"(?P<bullet>\s*[-*] )(?P<state>TODO|DOING|NOW|LATER|WAIT(?:ING)?|IN-PROGRESS|DONE|CANCELL?ED)\s+")
_BOXES = {"DONE": "[x]", "CANCELED": "[-]", "CANCELLED": "[-]"}
_EMBEDDED = re.compile(r"\{\{(?:video|youtube|twitter|tweet|pdf)\s+(https?://[^\s}]+)\s*\}\}")
_ONLY_HASHTAGS = re.compile(r"\s*(?:#[^\s#\[\]]+\s*)+")
_HASHTAG = re.compile(r"(?<![\w&#/(\[])#(?:\[\[(?P<words>[^\]]+)\]\]|(?P<word>[^\W\d_][\w/-]*))")


@dataclass
class _Note:
    """The lines of a file, and what is no text of the day."""

    lines: list[tuple[int, str]]
    tags: list[str] = field(default_factory=list)
    structure: list[str] = field(default_factory=list)
    unparsed: list[Problem] = field(default_factory=list)


def read_single_day(text: str, name: PurePosixPath, today: date, order: DateOrder | None = None) -> ImportedLog | None:
    """Return the log of a file that is one day, by its front matter or its name; None if neither says which.

    The name may have folders, as in `2026/03/02.md`. The heading at the top may add a date, a number and a title.
    """
    metadata, body = split_front_matter(text)
    day_of_name, mark = _day_of_name(name)
    stated_day = date_from(metadata.get("date")) or day_of_name
    stated_title = str(metadata.get("title") or "")
    mark_of_title = read_day_mark(" ".join(stated_title.split()))
    numbers_of_title = mark_of_title.day_numbers if mark_of_title.is_separated else None
    stated_numbers = day_numbers_from(metadata.get("day")) or numbers_of_title or mark.day_numbers
    if stated_day is None and stated_numbers is None:
        return None
    head = text[: text.rindex(body)].split("\n")
    first_line = len(head)
    note = _read_note([*enumerate(body.split("\n"), start=first_line)], name)
    section = with_date_below(_section(note, stated_title))
    dates = date_sections([section], (), today, order)
    day = stated_day or dates.dates[0]
    day_numbers = section.head.mark.day_numbers or stated_numbers
    hours = read_hours(str(metadata.get("hours")), unit_is_known=True)
    draft = draft_entry(section, day)
    tags = tuple(dict.fromkeys([*tags_in(metadata), *note.tags]))
    series = next(filter(None, map(read_series_name, tags if day_numbers else ())), None)
    words = " ".join(stated_title.split()) if metadata.get("title") is not None else None
    title = mark_of_title.rest if numbers_of_title else words
    draft = replace(
        draft,
        day_numbers=day_numbers if draft.day_numbers is None else draft.day_numbers,
        title=title if title is not None else draft.title or mark.rest,
        series=draft.series or (series.title if series else ""),
        hours=hours.value if hours else draft.hours,
        tags=tags,
        is_draft=is_draft(metadata),
    )
    problems = [*note.unparsed, *(diagnostic(draft.line, *doubt) for doubt in draft.doubts)]
    written = dates.dates[0]
    if written and written != day:
        message = f"the text has the date {written}; {day} was taken, from the name or the front matter"
        problems.append(diagnostic(draft.line, "date-of-file", message))
    elif written:
        problems += dates.diagnostics
    if day_of_name and day != day_of_name:
        message = f"the name of the file has the date {day_of_name}; {day} was taken, from the front matter"
        problems.append(diagnostic(draft.line, "date-of-file", message))
    used = count_words(" ".join((*ENTRY_KEYS, f"{day} {day_numbers}", draft.title, *draft.tags)))
    used += count_words("draft true") if draft.is_draft else count_words("draft false")
    used += count_words(f"hours {metadata['hours']}" if hours else "hours")
    used += count_words(stated_title if numbers_of_title else "")
    head = head[:-1]
    problems += (unparsed_line(number, line) for number, line in enumerate(head, 1) if count_words(line) - used)
    structure = [line for line in head if not count_words(line) - used]
    if not (count_words(draft.body) or draft.title or draft.tags):  # an empty page of the journal
        problems += (unparsed_line(number, line) for number, line in section.lines if line.strip())
        return ImportedLog((), tuple(by_line(problems)), structure=tuple(structure))
    structure += [*draft.structure, *note.structure]
    days = series.days if series else None
    return ImportedLog((draft,), tuple(by_line(problems)), days=days, structure=tuple(structure))


def read_dated_note(text: str, name: PurePosixPath, today: date) -> ImportedLog | None:
    """Return the log of a file without days, as an entry of the first day of the week that its name is.

    Otherwise the date within its first heading is that of the entry, or the only one behind a label. None without any.
    """
    context = read_date_context(name.stem, is_file_name=True)
    if context and context.monday and context.has_year:
        number, day, code, what = 1, context.monday, "week-without-days", "no line of the week marks a day"
    else:
        if not (dated := _only_date(text)):
            return None
        (number, day), code, what = dated, "unclear-day", "no line marks a day; this one has a date"
    log = read_single_day(text, PurePosixPath(f"{day}.md"), today)
    doubt = diagnostic(number, code, f"{what}; its text was dated {day}")
    return replace(log, diagnostics=(doubt, *log.diagnostics)) if log and log.drafts else log


def _only_date(text: str) -> tuple[int, date] | None:
    """Return the line and the date of the first heading, or the only date in a heading or behind a label."""
    headings = [(block.line, block.text) for block in read_outline(text).blocks if block.type is BlockType.HEADING]
    dated = [line for line in headings if find_date(line[1])]
    labelled = [
        line for line in enumerate(text.split("\n"), 1) if DATE_LABEL.match(line[1]) and read_date_line(line[1])
    ]
    for number, words in [*headings[:1], *(line for lines in (dated, labelled) if len(lines) == 1 for line in lines)]:
        found = find_date(words)
        if found and (year := found[0].year) and (day := found[0].resolve(year, "mdy")):
            return number, day
    return None


def _day_of_name(name: PurePosixPath) -> tuple[date | None, DayMark]:
    """Return the date in a file's name, and its mark, with the words behind the date or the number."""
    while _NAMELESS.match(name.stem) and name.parent.name:
        name = name.parent.with_suffix("")
    for match in _DATE_IN_PATH.finditer(str(name.with_suffix(""))):
        if day := date_from(f"{match['year']}-{match['month']}-{match['day']}"):
            rest = re.sub(r"[\W_]+", " ", match["rest"]).strip()
            return day, DayMark(
                rest="" if rest.isdigit() or is_weekday(rest) else rest
            )  # `2026-01-05-2.md` is the second one of the day
    mark = read_day_mark(name.stem.replace("_", " "))
    day = mark.date.resolve(mark.date.year, "mdy") if mark.date and mark.date.year else None
    return day, replace(mark, rest=re.sub(r"[-_]", " ", mark.rest).strip())


def _section(note: _Note, title: str) -> Section:
    """Return the section of a note, whose head is the heading at its top, if that is the title or marks the day."""
    lines = note.lines
    text = "\n".join(raw for _, raw in lines)
    first = next((block for block in read_outline(text).blocks), None)
    number = lines[0][0]
    empty = DayLine(number, "", DayMark())
    is_at_top = first and not any(raw.strip() for _, raw in lines[: first.line - 1])
    if not first or first.type is not BlockType.HEADING or not is_at_top:
        return Section(empty, tuple(lines))
    words = heading_text(first.text)
    mark = read_title_mark(words)
    if not mark.marks_a_day and (first.level > 1 or (title and title.casefold() != words.casefold())):
        return Section(empty, tuple(lines))
    note.structure += [raw for _, raw in lines[first.line - 1 : first.last_line or first.line]]
    head = DayLine(
        lines[first.line - 1][0],
        words,
        mark if mark.marks_a_day else DayMark(rest=words),
        first.level,
        title=" ".join(filter(None, (mark.title, mark.rest))) if mark.marks_a_day else words,
    )
    return Section(head, tuple(lines[first.last_line or first.line :]))


def _read_note(lines: list[tuple[int, str]], name: PurePosixPath) -> _Note:
    """Return a note without the properties and logbooks of Logseq, with its tasks as checkboxes and its tags."""
    is_logseq = re.fullmatch(r"\d{4}_\d\d_\d\d", name.stem) or any(_PROPERTY.match(raw) for _, raw in lines)
    if not is_logseq:
        of_tags = [match for _, raw in lines if _ONLY_HASHTAGS.fullmatch(raw) for match in _HASHTAG.finditer(raw)]
        return _Note(lines, [match["words"] or match["word"] for match in of_tags])
    note = _Note([])
    in_logbook = False
    for number, raw in lines:
        in_logbook = in_logbook or raw.strip() == ":LOGBOOK:"
        match = _PROPERTY.match(raw)
        if match and match["key"].casefold() == "tags":
            note.tags += (tag.strip(" #[]") for tag in (match["value"] or "").split(",") if tag.strip(" #[]"))
            note.structure.append(raw)
        elif match or in_logbook:
            note.unparsed.append(unparsed_line(number, raw))
            in_logbook = in_logbook and raw.strip() != ":END:"
        else:
            note.lines.append((number, _logseq_line(raw, note)))
    note.lines = note.lines or [(lines[0][0], "")]
    return note


def _logseq_line(raw: str, note: _Note) -> str:
    note.tags += (match["words"] or match["word"] for match in _HASHTAG.finditer(prose(raw)))
    if task := _TASK.match(raw):
        note.structure.append(task["state"])
        raw = f"{task['bullet']}{_BOXES.get(task['state'], '[ ]')} {raw[task.end() :]}"
    note.structure += (match[0].partition(" ")[0] for match in _EMBEDDED.finditer(raw))
    return _EMBEDDED.sub(r"\1", raw)
