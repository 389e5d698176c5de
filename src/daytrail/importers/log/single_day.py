"""Importer for a file that is one day: a post, a daily note, a page of the journal of Logseq, or a file of a week."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import PurePosixPath

from daytrail.importers.log.date_context import read_date_context
from daytrail.importers.log.dating import date_lines
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
_PROPERTY = re.compile(
    r"\s*(?:- )?(?P<key>[a-z][\w-]*)::(?:\s+(?P<value>.*))?$|\s*:LOGBOOK:|\s*CLOCK:|\s*:END:", re.IGNORECASE
)
"""A property of Logseq, or a line of its logbook."""
_TASK = re.compile(r"(?P<bullet>\s*[-*] )(?P<state>TODO|DOING|NOW|LATER|WAIT(?:ING)?|IN-PROGRESS|DONE|CANCELL?ED)\s+")
_BOXES = {"DONE": "[x]", "CANCELED": "[-]", "CANCELLED": "[-]"}
_EMBEDDED = re.compile(r"\{\{(\w+)\s+(https?://[^\s}]+)\s*\}\}")
_ONLY_HASHTAGS = re.compile(r"\s*(?:#[^\s#\[\]]+\s*)+")
_HASHTAG = re.compile(r"(?<![\w&#/(\[])#(?:\[\[(?P<words>[^\]]+)\]\]|(?P<word>[^\W\d_][\w/-]*))")


def read_single_day(text: str, name: PurePosixPath, today: date, order: DateOrder | None = None) -> ImportedLog | None:
    """Return the log of a file that is one day, by its front matter or its name; None if neither says which.

    The name may have folders, as in `2026/03/02.md`. The heading at the top may add a date, a number and a title.
    """
    metadata, body = split_front_matter(text)
    day_of_name, mark_of_name = _day_of_name(name)
    stated_day = date_from(metadata.get("date")) or day_of_name
    stated_title = " ".join(str(metadata.get("title") or "").split())
    mark_of_title = read_day_mark(stated_title)
    numbers_of_title = mark_of_title.day_numbers if mark_of_title.is_separated else None
    stated_numbers = day_numbers_from(metadata.get("day")) or numbers_of_title or mark_of_name.day_numbers
    if stated_day is None and stated_numbers is None:
        return None
    head = text[: text.rindex(body)].split("\n")
    structure: list[str] = []
    lines, hashtags, problems = _read_lines([*enumerate(body.split("\n"), start=len(head))], name, structure)
    section = with_date_below(_section(lines, stated_title, structure))
    dates = date_lines([section.head], (), today, order)
    written, day = dates.dates[0], stated_day or dates.dates[0]
    hours = read_hours(str(metadata.get("hours")), unit_is_known=True)
    draft = draft_entry(section, day)
    tags = tuple(dict.fromkeys([*tags_in(metadata), *hashtags]))
    numbers = section.head.mark.day_numbers or draft.day_numbers or stated_numbers
    series = next(filter(None, map(read_series_name, tags if numbers else ())), None)
    has_title = metadata.get("title") is not None
    draft = replace(
        draft,
        day_numbers=numbers,
        title=mark_of_title.rest
        if numbers_of_title
        else stated_title
        if has_title
        else draft.title or mark_of_name.rest,
        series=draft.series or (series.title if series else ""),
        hours=hours.value if hours else draft.hours,
        tags=tags,
        is_draft=is_draft(metadata),
    )
    problems += (diagnostic(draft.line, *doubt) for doubt in draft.doubts)
    for other, where, source in (
        (written, "the text has the date", "the name or the front matter"),
        (day_of_name, "the name of the file has the date", "the front matter"),
    ):
        if other and other != day:
            problems.append(diagnostic(draft.line, "date-of-file", f"{where} {other}; {day} was taken, from {source}"))
    problems += dates.diagnostics if written == day else ()
    texts = (*ENTRY_KEYS, f"{day} {numbers} draft {draft.is_draft} hours {metadata.get('hours') if hours else ''}")
    used = count_words(" ".join((*texts, draft.title, *draft.tags, stated_title if numbers_of_title else "")))
    of_head = [(number, line, bool(count_words(line) - used)) for number, line in enumerate(head[:-1], 1)]
    problems += (unparsed_line(number, line) for number, line, is_unused in of_head if is_unused)
    structure += (line for _, line, is_unused in of_head if not is_unused)
    if not (count_words(draft.body) or draft.title or draft.tags):  # an empty page of the journal
        problems += (unparsed_line(number, line) for number, line in section.lines if line.strip())
        return ImportedLog((), tuple(by_line(problems)), structure=tuple(structure))
    days = series.days if series else None
    return ImportedLog((draft,), tuple(by_line(problems)), days=days, structure=(*structure, *draft.structure))


def read_dated_note(text: str, name: PurePosixPath, today: date, log: ImportedLog) -> ImportedLog | None:
    """Return the log of a file without days, as an entry of the first day of the week that its name is.

    Otherwise the date within its first heading is that of the entry, or the only one behind a label, or the only one
    that the log has. None without any.
    """
    if any(one.code == "empty-template" for one in log.diagnostics):
        return None
    context = read_date_context(name.stem, is_file_name=True)
    if context and context.start:
        number, day, code, what = 1, context.start, "week-without-days", "no line of the week marks a day"
    else:
        headings = [block for block in read_outline(text).blocks if block.type is BlockType.HEADING]
        lines = enumerate(text.split("\n"), 1)
        labelled = [line for line in lines if DATE_LABEL.match(line[1]) and read_date_line(line[1])]
        dated = [(block.line, block.text) for block in headings if find_date(block.text)]
        candidates = [(block.line, block.text) for block in headings[:1]]
        candidates += [line for lines in (dated, labelled) if len(lines) == 1 for line in lines]
        known = next(_days(candidates), None)
        alone = [(draft.line, draft.date) for draft in log.drafts if draft.date]
        if not (known := known or next(iter(alone), None)):
            return None
        (number, day), code, what = known, "unclear-day", "no line marks a day; this one has a date"
    note = read_single_day(text, PurePosixPath(f"{day}.md"), today)
    doubt = diagnostic(number, code, f"{what}; its text was dated {day}")
    return replace(note, diagnostics=(doubt, *note.diagnostics)) if note and note.drafts else note


def _days(lines: list[tuple[int, str]]) -> Iterator[tuple[int, date]]:
    """Yield the dates with a year in some lines, with their numbers."""
    for number, words in lines:
        found = find_date(words)
        if found and (year := found[0].year) and (day := found[0].resolve(year, "mdy")):
            yield number, day


def _day_of_name(name: PurePosixPath) -> tuple[date | None, DayMark]:
    """Return the date in a file's name, and its mark, with the words behind the date or the number."""
    while _NAMELESS.match(name.stem) and name.parent.name:
        name = name.parent.with_suffix("")
    for match in _DATE_IN_PATH.finditer(str(name.with_suffix(""))):
        if day := date_from(f"{match['year']}-{match['month']}-{match['day']}"):
            rest = re.sub(r"[\W_]+", " ", match["rest"]).strip()
            # `2026-01-05-2.md` is the second one of the day
            return day, DayMark(rest="" if rest.isdigit() or is_weekday(rest) else rest)
    mark = read_day_mark(name.stem.replace("_", " "))
    day = mark.date.resolve(mark.date.year, "mdy") if mark.date and mark.date.year else None
    return day, replace(mark, rest=re.sub(r"[-_]", " ", mark.rest).strip())


def _section(lines: list[tuple[int, str]], title: str, structure: list[str]) -> Section:
    """Return the section of a note, whose head is the heading at its top, if that is the title or marks the day."""
    first = next(iter(read_outline("\n".join(raw for _, raw in lines)).blocks), None)
    if first and first.type is BlockType.HEADING and not any(raw.strip() for _, raw in lines[: first.line - 1]):
        words = heading_text(first.text)
        mark = read_title_mark(words)
        if mark.marks_a_day or (first.level == 1 and title.casefold() in ("", words.casefold())):
            mark = mark if mark.marks_a_day else DayMark(rest=words)
            end = max(first.line, first.last_line)
            structure += [raw for _, raw in lines[first.line - 1 : end]]
            head = DayLine(lines[first.line - 1][0], words, DayMark(), first.level).marked(mark)
            return Section(head, tuple(lines[end:]))
    return Section(DayLine(lines[0][0], "", DayMark()), tuple(lines))


def _read_lines(
    lines: list[tuple[int, str]], name: PurePosixPath, structure: list[str]
) -> tuple[list[tuple[int, str]], list[str], list[Problem]]:
    """Return the lines of a note, its tags and what is left over: in Logseq, properties and logbooks.

    Its tasks become checkboxes.
    """
    if not re.fullmatch(r"\d{4}_\d\d_\d\d", name.stem) and not any(_PROPERTY.match(raw) for _, raw in lines):
        return lines, [tag for _, raw in lines if _ONLY_HASHTAGS.fullmatch(raw) for tag in _hashtags(raw)], []
    texts: list[tuple[int, str]] = []
    tags: list[str] = []
    problems: list[Problem] = []
    for number, raw in lines:
        match = _PROPERTY.match(raw)
        if match and (match["key"] or "").casefold() == "tags":
            tags += filter(None, (tag.strip(" #[]") for tag in (match["value"] or "").split(",")))
            structure.append(raw)
        elif match:
            problems.append(unparsed_line(number, raw))
        else:
            tags += _hashtags(prose(raw))
            task = _TASK.match(raw)
            structure += [task["state"]] if task else []
            structure += (embedded[1] for embedded in _EMBEDDED.finditer(raw))
            line = f"{task['bullet']}{_BOXES.get(task['state'], '[ ]')} {raw[task.end() :]}" if task else raw
            texts.append((number, _EMBEDDED.sub(r"\2", line)))
    return texts or [(lines[0][0], "")], tags, problems


def _hashtags(text: str) -> Iterator[str]:
    return (match["words"] or match["word"] for match in _HASHTAG.finditer(text))
