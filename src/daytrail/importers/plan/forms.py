"""Structure of a plan: where its parts, weeks and days begin, by the evidence of the whole document."""

import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from itertools import accumulate, pairwise
from math import ceil
from textwrap import shorten

from daytrail.importers.plan import marks
from daytrail.importers.plan.columns import (
    UNIT_NUMBER,
    column_names,
    column_roles,
    date_column,
    is_item_row,
    week_column,
)
from daytrail.importers.plan.dates import find_date, match_leading_date, resolve_dates, year_above
from daytrail.importers.plan.marks import Mark
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.outline import Block, BlockType
from daytrail.importers.text.vocabulary import any_of

ROWS = "one row per week"
"""Name of the form of plans whose weeks are rows."""
_NO_HEADING = 7
"""Level below those of headings."""
MIN_UNITS = 3
"""How many days, rows or numbered sections are evidence that a plan counts them."""
NO_WEEKS = "the plan has no weeks"
"""The first words of a message about guessed weeks."""
BOLD_LINE = re.compile(r"[^\w`]*(?:\*\*[^*]+\*\*|__[^_]+__):?\W*")
_LINE_TYPES = (BlockType.HEADING, BlockType.TEXT, BlockType.ITEM)
_DAYS = 7
_NAME_OF_PLAN = re.compile(rf"(?:\w+ )?(?:{any_of('whole_plan')})", re.IGNORECASE)
_RESOURCES = re.compile(rf"\W*(?:{any_of('resources')})\W*", re.IGNORECASE)
_LEADING_URL = re.compile(r"[^\w\[]*(?:\[[^\]]*\]\()?https?://")
_HIDDEN = Block(0, BlockType.OTHER, "")
"""Takes the place of a block that is not to be read."""
_TAG = re.compile(r"</?(?:br|u|b|p|center)\s*/?>")

Marks = dict[int, Mark]
"""Marks of blocks by the indices of the blocks."""


@dataclass(frozen=True, slots=True)
class Structure:
    """Indices of the blocks that begin something."""

    blocks: Sequence[Block]
    form: str
    """Notation of a week in the document, as in `one heading per week`; used in the import report."""
    title: int | None
    parts: Mapping[int, Mark]
    weeks: Mapping[int, Mark]
    days: Mapping[int, Mark] = field(default_factory=dict)
    """Days of a plan that counts days, seven of which are a week."""
    guess: str = ""
    """The message of a diagnostic, if the weeks are a guess."""
    end: int = 0
    """The week behind the last span of time, if it is known."""
    has_lengths: bool = False
    """True if most weeks say how long they take, as in `Knots (2 weeks)`."""
    about_document: frozenset[int] = frozenset()
    """Indices of the blocks of sections that are not about what is to be learnt, as those of a licence."""
    outside: Collection[int] = ()
    """Indices of the headings and lines above text that is in no week, as links about the whole plan."""
    has_boxes: bool = False
    """True if the document has open checkboxes, so that a bullet without one is no item."""


Form = Callable[[Sequence[Block], int | None], Structure | None]
"""A form of plans: it returns the structure of a document in that form, given its blocks and the index of its title."""


def is_box(block: Block) -> bool:
    """Tell whether a block is an item with a checkbox or with a line through it."""
    return block.type is BlockType.ITEM and (block.checked is not None or block.dropped)


def is_open_box(block: Block) -> bool:
    """Tell whether a block is an item with a checkbox that is neither ticked nor crossed out."""
    return is_box(block) and block.checked is False and not block.dropped


def _part_mark(block: Block) -> Mark:
    """Return the mark of a part with its title; the title of one that has only a name is that name."""
    text = marks.title_text(block.text) if block.type is BlockType.HEADING else block.text
    mark = marks.match_part(text, strict=False) or marks.match_week(text)
    return mark if mark and mark.rest else Mark("", text)


def _section_end(blocks: Sequence[Block], heading: int) -> int:
    following, level = range(heading + 1, len(blocks)), blocks[heading].level
    ends = (at for at in following if blocks[at].type is BlockType.HEADING and blocks[at].level <= level)
    return next(ends, len(blocks))


def usual_level(blocks: Sequence[Block], headings: Mapping[int, Mark]) -> int:
    """Return the level of most of some headings; the lowest one of several."""
    levels = Counter(blocks[index].level for index in headings if blocks[index].type is BlockType.HEADING)
    return max(levels, key=lambda level: (levels[level], level), default=_NO_HEADING)


def _marks_of(blocks: Sequence[Block], block_type: BlockType, match: Callable[[str], Mark | None]) -> Marks:
    """Return the marks of the blocks of a type."""
    typed = ((at, block) for at, block in enumerate(blocks) if block.type is block_type and not block.is_contents_link)
    return {at: mark for at, block in typed if (mark := match(block.text))}


def _find_parts(blocks: Sequence[Block], weeks: Marks, title: int | None) -> Marks:
    """Return the headings, or lines such as `Part II — …`, with weeks below them, and others of the same name."""
    level = usual_level(blocks, weeks)
    parts: Marks = {}
    last: int | None = None
    for index, block in enumerate(blocks):
        if index in weeks:
            parts |= {last: _part_mark(blocks[last])} if last is not None else {}
        elif block.type is BlockType.TEXT:
            last = index if marks.match_part(block.text, strict=True) else last
        elif block.type is BlockType.HEADING and not ((label := marks.match_label(block.text)) and label.is_exact):
            above = blocks[last] if last is not None else block
            is_named = marks.match_part(block.text, strict=True) is not None
            is_within = 0 < above.level < block.level and bool(_part_mark(above).marker)
            if block.level < level + (is_named and not is_within) and (is_named or not is_within):
                last = index
            elif not above.level:
                last = None  # the line was about what is above this heading
    parts = _with_like(blocks, parts, title)
    is_part = any(index != title and (parts[index].marker or len(parts) > 1) for index in parts)
    return parts if is_part else {}


def _with_like(blocks: Sequence[Block], parts: Marks, title: int | None) -> Marks:
    """Return parts with the headings that are named like one of them, as `Phase 5 (Ongoing)`."""
    named = _marks_of(blocks, BlockType.HEADING, lambda text: marks.match_part(marks.title_text(text), strict=True))
    levels = {blocks[at].level for at in parts if at in named}
    like = [at for at in named if at not in parts and at != title and blocks[at].level in levels]
    return dict(sorted((parts | {at: _part_mark(blocks[at]) for at in like}).items()))


def _is_item(block: Block) -> bool:
    """Tell whether a block is an item, and no link of a table of contents, no box that is ticked, and no milestone."""
    is_plain = block.type is BlockType.ITEM and block.checked is not True and not block.is_contents_link
    label = marks.match_label(block.text) if is_plain else None
    return (is_plain and not (label and label.label == "milestone")) or is_item_row(block)


def detect_structure(blocks: Sequence[Block], *, has_title: bool = False) -> Structure:
    """Return the structure of a document, perhaps with a title before it, in the first form that it has evidence of."""
    about = frozenset(_about_document(blocks))
    visible = [_HIDDEN if at in about else block for at, block in enumerate(blocks)]
    title = _title_index(visible)
    title = None if has_title and title is not None and visible[title].level != 1 else title
    structure = next(found for form in FORMS if (found := form(visible, title)))
    if structure.form == ROWS:
        names = {at: _row_title(block) for at, block in enumerate(visible) if at not in structure.weeks}
        rows = {at: Mark("", name) for at, name in names.items() if name}
        structure = replace(structure, parts={**structure.parts, **rows})
    return replace(structure, blocks=blocks, about_document=about, has_boxes=any(map(is_open_box, visible)))


def _about_document(blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the indices of sections about the document; one with most of its weeks or items, as `Progress`, is none."""
    structure = written_weeks(blocks, None)
    are_items = (at for at, one in enumerate(blocks) if one.type is BlockType.ITEM or is_item_row(one))
    units = structure.weeks if structure else {at for at in are_items if not blocks[at].is_contents_link}
    behind = 0
    for index, block in enumerate(blocks):
        if index >= behind and block.type is BlockType.HEADING and marks.is_about_document(block.text):
            section = range(index, _section_end(blocks, index))
            behind = section.stop
            yield from section if 2 * sum(at in units for at in section) <= len(units) else ()


def _title_index(blocks: Sequence[Block]) -> int | None:
    """Return the index of the title: the first heading if no other is as high, or if only it names no part or week."""
    headings = [index for index, block in enumerate(blocks) if block.type is BlockType.HEADING]
    is_mark = bool(blocks) and (_is_mark(blocks[0].text) or bool(marks.match_label(blocks[0].text)))
    if blocks and blocks[0].type is BlockType.TEXT and not is_mark:
        is_first = not headings or marks.is_about_document(blocks[headings[0]].text)
        is_line = is_first and re.search(r"\w[^.]*$", blocks[0].text) and not marks.match_week(blocks[0].text)
        if is_line or BOLD_LINE.fullmatch(blocks[0].text):
            return 0
    others = [index for index in headings[1:] if blocks[index].level <= blocks[headings[0]].level]
    span = marks.match_week(blocks[headings[0]].text) if headings and not others else None
    if span and span.first < span.last and any(marks.match_week(blocks[index].text) for index in headings[1:]):
        return headings[0]
    is_about = bool(others) and marks.is_about_document(blocks[headings[0]].text)
    if not headings or is_about or _is_mark(blocks[headings[0]].text):
        return None
    first = headings[0]
    types = {block.type for block in blocks[first + 1 : next(iter(headings[1:]), None)]}
    items = (
        at for at, one in enumerate(blocks) if one.type is BlockType.ITEM and marks.match_week(one.text, strict=True)
    )
    is_above_weeks = first == 0 and len(others) > 0 and next(items, 0) > others[0]
    is_introduction = types <= {BlockType.TEXT, BlockType.OTHER} or is_above_weeks
    return first if not others or _is_mark(blocks[others[0]].text) or is_introduction else None


def _is_mark(text: str) -> bool:
    """Tell whether a heading announces a week, a part, a month or a day."""
    text = marks.title_text(text)
    return any(
        match(text)
        for match in (marks.match_week, partial(marks.match_part, strict=True), marks.match_span, marks.match_day)
    )


# Forms of plans


def written_weeks(blocks: Sequence[Block], title: int | None) -> Structure | None:
    """Return the structure of a plan that names its weeks: in the notation of most of them, headings preferred."""
    blocks = _without_milestones(blocks)
    rows = week_rows(blocks)
    named = _marks_of(blocks, BlockType.HEADING, marks.match_week)
    headings = _innermost(blocks, named, named)
    modules = {
        index: Mark("", _part_mark(block).rest, stated.first, max(stated.first, stated.last))
        for index, block in enumerate(blocks)
        if block.type is BlockType.HEADING and index != title and index not in named
        if (stated := marks.find_week_range(marks.title_text(block.text)))
    }
    inner = _innermost(blocks, modules, modules)
    ends = {index: _section_end(blocks, index) for index in modules if index not in inner}
    outer = {index: end for index, end in ends.items() if any(index < at < end for at in inner)}
    notations: dict[str, Marks] = {
        "one heading per week": headings if _innermost(blocks, headings, rows) else {},
        "a heading for several weeks": (modules := _innermost(blocks, inner, rows)),
        "one line per week": _marks_of(blocks, BlockType.TEXT, partial(marks.match_week, strict=True)),
        ROWS: rows,
        "one item per week": _marks_of(
            blocks, BlockType.ITEM, lambda text: marks.match_week(text.rstrip("."), strict=True)
        ),
    }
    most = max(map(len, notations.values()))
    if not most:
        return None
    form, weeks = next((form, weeks) for form, weeks in notations.items() if 2 * len(weeks) >= most)
    parts = _find_parts(blocks, weeks, title) if weeks is not modules else {}
    if weeks is modules:  # each is a part, but for those within another
        alone = [at for at in modules if not any(index < at < end for index, end in outer.items())]
        parts = _with_like(blocks, {at: _part_mark(blocks[at]) for at in (*outer, *alone)}, title)
    return Structure(blocks, form, title, parts, weeks)


def _without_milestones(blocks: Sequence[Block]) -> Sequence[Block]:
    """Return the blocks without the items of lists of milestones, as `Week 2: …` in one, unless most are there."""
    labels = _marks_of(blocks, BlockType.HEADING, marks.match_label)
    lists = [range(at, _section_end(blocks, at)) for at, mark in labels.items() if mark.label == "milestone"]
    items = {at for at, block in enumerate(blocks) if block.type is BlockType.ITEM}
    listed = items & {at for section in lists for at in section}
    return [_HIDDEN if at in listed and 2 * len(listed) < len(items) else one for at, one in enumerate(blocks)]


def _innermost(blocks: Sequence[Block], headings: Marks, weeks: Marks) -> Marks:
    """Return the headings of weeks without parts, with shorter spans below them, and `Tasks of week 1` within one."""
    kept = dict(headings)
    for index, span in headings.items():
        end = _section_end(blocks, index)
        below = {at: mark for at, mark in weeks.items() if index < at < end}
        others = {at for at, mark in below.items() if (mark.first, mark.last) != (span.first, span.last)}
        if others and all(span.first <= mark.first and mark.last <= span.last for mark in below.values()):
            kept.pop(index, None)
        elif span.rest:
            kept = {at: mark for at, mark in kept.items() if at not in below or at in others}
    return kept


def week_rows(blocks: Sequence[Block]) -> Marks:
    """Return the table rows that are weeks; one without a number continues the week above."""
    rows: Marks = {}
    ranges: Marks = {}
    week: Mark | None = None
    of_title: Mark | None = None
    for index, block in enumerate(blocks):
        of_title = (marks.match_week(_row_title(block), strict=True) or of_title) if block.header else None
        if of_title:  # `Week 1` in a row of its own is that of the rows below it
            rows[index] = of_title
            continue
        column = week_column(block) if block.header else None
        if column is None or column >= len(block.cells):
            week = None if not block.header else week
            continue
        cell = block.cells[column].strip(" *")
        if numbers := marks.match_cell(cell):
            named = marks.match_week(plain_text(cell), strict=True)  # as `Week 1: Knots`
            title = named.rest if named and named.marker.endswith(":") and not find_date(named.rest) else ""
            week = Mark(block.cells[column], title, numbers[0], max(numbers))
        if week and (numbers or (not cell and any(words.strip() for words in block.cells) and not _row_title(block))):
            (ranges if column_roles(block.header)[column] == "range" else rows)[index] = week
    return rows or ranges  # where each week has a row, a table of the weeks of parts is an overview


def _row_title(row: Block) -> str:
    """Return the only cell of a row that says something, if it is bold: the title of the rows below it."""
    cells = [cell for cell in row.cells if cell.strip()]
    is_title = row.header and len(cells) == 1 < len(row.cells) - 1 and BOLD_LINE.fullmatch(_TAG.sub("", cells[0]))
    return plain_text(_TAG.sub("", cells[0])) if is_title else ""


def spans_as_weeks(blocks: Sequence[Block], title: int | None) -> Structure | None:
    """Return the structure of a plan that counts months, quarters or sprints: each is a part with one week."""
    for block_type in _LINE_TYPES:
        may_be = [at for at, one in enumerate(blocks) if one.type is block_type and at != title and one.checked is None]
        found = {at: span for at in may_be if (span := _span_of(blocks[at]))}
        if len(found) < (2 if block_type is BlockType.HEADING else MIN_UNITS):
            continue
        spans, weeks = {span for span, _ in found.values()}, {at: mark for at, (_, mark) in found.items()}
        end = next(reversed(weeks.values())).last + 1
        lengths = " and ".join(
            f"a {span} is taken for {marks.WEEKS_OF[span]} weeks" for span in marks.WEEKS_OF if span in spans
        )
        guess = f"{NO_WEEKS}; {lengths}; items are in the first week of each"
        inner = {at: replace(mark, last=mark.first) for at, mark in _innermost(blocks, weeks, weeks).items()}
        parts = _find_parts(blocks, inner, title) if len(inner) < len(weeks) else {}
        parts = parts or _with_like(blocks, inner, title)
        form = f"a {'heading' if block_type is BlockType.HEADING else 'line'} for several weeks"
        return Structure(blocks, form, title, parts, inner, guess=guess, end=end)
    return None


def _span_of(block: Block) -> tuple[str, Mark] | None:
    """Return the span of time that a block announces, with its weeks; a line is one only with a colon."""
    is_heading = block.type is BlockType.HEADING
    found = marks.match_span(marks.title_text(block.text) if is_heading else marks.without_bold(block.text))
    if not found or not (is_heading or found[1].marker.endswith((":", "\uff1a"))):
        return None
    span, mark = found
    first, last = max((mark.first - 1) * marks.WEEKS_OF[span] + 1, 0), mark.last * marks.WEEKS_OF[span]
    if (part := marks.match_part(mark.rest, strict=True)) and part.rest:  # of `Phase 1: Knots (Months 1-2)`
        mark = Mark(f"{part.marker} {mark.marker}", part.rest)
    return span, Mark(mark.marker, mark.rest or marks.title_text(block.text), first, last)


def dates_as_weeks(blocks: Sequence[Block], title: int | None) -> Structure | None:
    """Return the structure of a plan with dates in rows or before titles; its weeks are those of the calendar."""
    columns = {index: date_column(block) for index, block in enumerate(blocks) if block.header}
    cells = {at: blocks[at].cells[column] for at, column in columns.items() if column is not None}
    notations: list[Marks] = [{at: Mark(cell, "") for at, cell in cells.items() if find_date(cell)}]
    notations += [_marks_of(blocks, block_type, _match_date) for block_type in _LINE_TYPES]
    dated = next((found for found in notations if len(found) >= MIN_UNITS), {})
    dates = {at: date for at, mark in dated.items() if (date := find_date(mark.marker))}
    days = resolve_dates(list(dates.values()), year_above("", blocks[: min(dates, default=0)], dates.values()))
    known = {index: day for index, day in zip(dates, days, strict=True) if day}
    first = next(iter(known.values()), None)
    if not first:
        return None
    monday = first - timedelta(days=first.weekday())
    numbers = {at: (day - monday).days // _DAYS + 1 for at, day in known.items() if day >= monday}
    guess = f"{NO_WEEKS}; those of the calendar were taken"
    if dated is notations[0]:
        undated = [index for index in cells if index not in dates and not _row_title(blocks[index])]
        for index in undated:
            numbers |= {index: numbers[index - 1]} if index - 1 in numbers else {}
        guess += "; rows without a date are in the week of the row above" * any(at in numbers for at in undated)
        weeks = {at: Mark("", "", number, number) for at, number in sorted(numbers.items())}
        return Structure(blocks, ROWS, title, {}, weeks, guess=guess)
    weeks = _first_days(numbers, "")
    is_alone = len(weeks) == len(numbers)  # each has a week of its own
    if is_alone and (blocks[min(weeks)].type is BlockType.HEADING or max(numbers.values()) > 2 * len(weeks)):
        return None  # they are deadlines
    return Structure(blocks, "days", title, _find_parts(blocks, weeks, title), weeks, dated, guess)


def _match_date(text: str) -> Mark | None:
    """Read a date before a title."""
    text = re.sub(r"^[^\w(\[]+", "", marks.without_bold(text))
    dated = match_leading_date(text)
    return Mark(text[: dated[1]], text[dated[1] :].lstrip(" :;,.–—-")) if dated else None


def _first_days(numbers: Mapping[int, int], title: str) -> Marks:
    """Return the weeks of numbered days, each at its first day."""
    firsts = {number: index for index, number in reversed(list(numbers.items()))}
    names = {number: title.format(first=number * _DAYS - _DAYS + 1, last=number * _DAYS) for number in firsts}
    return {firsts[number]: Mark(names[number], names[number], number, number) for number in sorted(firsts)}


def days_as_weeks(blocks: Sequence[Block], title: int | None) -> Structure | None:
    """Return the structure of a plan that counts days, with seven of them as a week; None if it does not."""
    blocks = _without_milestones(blocks)
    columns = {
        at: column_roles(row.header).index("day") for at, row in enumerate(blocks) if "day" in column_roles(row.header)
    }
    cells = {at: "".join(blocks[at].cells[column : column + 1]) for at, column in columns.items()}
    cells = {at: cell for at, cell in cells.items() if not columns[at] or cell[:1].isalpha()}  # and no number of days
    rows = {at: Mark(cell, "", *found) for at, cell in cells.items() if (found := marks.match_cell(cell))}
    notations = [*(_marks_of(blocks, block_type, marks.match_day) for block_type in _LINE_TYPES), rows]
    days = next((days for days in notations if len(days) >= MIN_UNITS), None)
    if not days:
        return None
    numbers = {index: marks.week_of_day(mark.first) for index, mark in days.items()}
    weeks = _first_days(numbers, "Days {first} to {last}")
    if days is rows:  # which are read one by one
        by_number = {mark.first: mark for mark in weeks.values()}
        weeks = {index: replace(by_number[number], marker=days[index].marker) for index, number in numbers.items()}
    guess = f"{NO_WEEKS}; each seven days became one"
    return Structure(blocks, "days", title, _find_parts(blocks, weeks, title), weeks, days, guess)


def units_as_weeks(blocks: Sequence[Block], title: int | None) -> Structure | None:
    """Return the structure of a plan in tables with a row for each lesson, lecture or module, by their numbers."""
    rows = [at for at, row in enumerate(blocks) if UNIT_NUMBER.fullmatch("".join(column_names(row.header[:1])))]
    found = {at: numbers for at in rows if (numbers := marks.match_cell("".join(blocks[at].cells[:1])))}
    is_list = len(_heading_paths(blocks, title)) > 1 and any("#" in blocks[at].header[0] for at in found)
    if len(found) < MIN_UNITS or is_list or any(first >= second for first, second in pairwise(found.values())):
        return None
    named = {at: marks.match_count("unit", plain_text(blocks[at].cells[0])) or Mark("", "") for at in found}
    weeks = {at: Mark(blocks[at].cells[0], named[at].rest, *numbers) for at, numbers in found.items()}
    guess = f"{NO_WEEKS}; each row of its table became one"
    return Structure(blocks, ROWS, title, _find_parts(blocks, weeks, title), weeks, guess=guess)


def sections_as_weeks(blocks: Sequence[Block], title: int | None) -> Structure:
    """Return the structure of a plan without weeks or days: what has items below it is a week."""
    outside = _outside_weeks(blocks, title)
    hidden = {at for start, end in outside.items() for at in range(start, end)}
    blocks = [_HIDDEN if at in hidden else one for at, one in enumerate(blocks)]
    starts, numbers = _numbered_sections(blocks, title, _section_starts(blocks, title))
    stages = _stages(blocks, title, starts)
    starts, numbers = (stages, []) if stages else _with_siblings(blocks, title, starts, numbers)
    lengths = [ceil(marks.find_duration(blocks[index].text)) for index in starts]
    has_lengths = bool(stages) or 2 * sum(map(bool, lengths)) > len(starts)
    if has_lengths or not numbers:
        numbers = list(accumulate((length if has_lengths and length else 1 for length in lengths), initial=1))
    weeks = {
        index: replace(_part_mark(blocks[index]), first=number, last=number)
        for index, number in zip(starts, numbers, strict=False)
    }
    if not weeks and title is not None and any(map(is_item_row, blocks)):  # one table below the title
        weeks = {title: Mark("", blocks[title].text, 1, 1)}
    items = (at for at, block in enumerate(blocks) if block.type is BlockType.ITEM)
    weeks = weeks or {at: Mark("", "", 1, 1) for at in list(items)[:1]}
    headings = stages or _part_headings(blocks, weeks, title)
    parts = _with_like(blocks, {heading: _part_mark(blocks[heading]) for heading in headings}, title)
    first = min((mark.first for mark in weeks.values()), default=1)
    last = max([first, *(mark.last for mark in weeks.values()), numbers[-1] - 1 if has_lengths else 0])
    what = f"its sections became weeks {first} to {last}" if last > first else f"all became week {last}"
    names = [shorten(marks.title_text(blocks[at].text), 40, placeholder="…") for at in weeks]
    names[6:-2] = ["…"] * (len(names) > 8)
    named = f" ({', '.join(names)})" * (last > first)
    guess = f"{NO_WEEKS}; {what}{', as long as they say they take' * has_lengths}{named}" if weeks else ""
    return Structure(blocks, "sections", title, parts, weeks, {}, guess, last + 1, has_lengths, outside=outside.keys())


def _outside_weeks(blocks: Sequence[Block], title: int | None) -> Mapping[int, int]:
    """Return the sections without boxes that are no weeks, with their ends: links, and what is before a curriculum.

    If they have most of the items, they are the plan.
    """
    paths = _heading_paths(blocks, title)
    lines = [at for at, one in enumerate(blocks) if one.type is BlockType.TEXT and not one.level and not paths]
    ends = {at: _section_end(blocks, at) for at in paths} | dict(pairwise([*lines, len(blocks)]))
    items = [at for at, one in enumerate(blocks) if one.type is BlockType.ITEM or is_item_row(one)]
    below = {at: items[bisect(items, at) : bisect(items, end - 1)] for at, end in ends.items()}
    most = [at for at in paths if 2 * len(below[at]) >= len(items)]
    plan = next((at for at in most if _NAME_OF_PLAN.fullmatch(marks.title_text(blocks[at].text))), 0)
    outside = {}
    for at, end in ends.items():
        is_links = _RESOURCES.fullmatch(blocks[at].text) and len(paths.get(at, ())) < 2
        is_links = is_links and all(_LEADING_URL.match(blocks[item].text) for item in below[at])
        is_remark = is_links or (end <= plan if paths else marks.is_about_document(blocks[at].text))
        if is_remark and below[at] and at not in most and not any(is_box(blocks[item]) for item in below[at]):
            outside[at] = end
    return outside


def _numbered_sections(
    blocks: Sequence[Block], title: int | None, starts: Sequence[int]
) -> tuple[Sequence[int], list[int]]:
    """Return the sections that the document numbers, with their numbers: modules, or else `1.` if most have one."""
    sections: dict[tuple[bool, int], Marks] = defaultdict(dict)
    for index, block in enumerate(blocks):
        if block.type is BlockType.HEADING and index != title:
            unit = marks.match_count("unit", block.text) or marks.match_week(block.text)
            mark = unit or marks.match_count("number", block.text)
            if mark and mark.first == mark.last:
                sections[unit is None, block.level][index] = mark
    for (is_number, _), counted in sorted(sections.items(), key=lambda item: item[0]):
        numbers = [mark.first for mark in counted.values()]
        is_counted = len(counted) >= MIN_UNITS and all(first < second for first, second in pairwise(numbers))
        if is_counted and (not is_number or 3 * sum(index in counted for index in starts) >= 2 * len(starts)):
            return list(counted), numbers
    named = [index for index in starts if marks.match_part(blocks[index].text, strict=True)]
    is_stage = len(named) >= MIN_UNITS and 3 * len(named) >= 2 * len(starts) and not any(map(is_open_box, blocks))
    return (named if is_stage else starts), []


def _stages(blocks: Sequence[Block], title: int | None, starts: Sequence[int]) -> list[int]:
    """Return the headings above most sections that say how long they take, as `Phase 1 (4 weeks)`; else none."""
    paths = _heading_paths(blocks, title)
    lengths = {at for at in paths if marks.find_duration(blocks[at].text)}
    levels = {blocks[at].level for at in lengths}
    named = {at for at in paths if blocks[at].level in levels and marks.match_part(blocks[at].text, strict=True)}
    above = [next((at for at in paths.get(start, ()) if at in lengths | named), start) for start in starts]
    inner = [start for at, start in zip(above, starts, strict=True) if at in lengths and at != start]
    stages = sorted({*above} & (lengths | named))
    is_above = 2 * sum(start in lengths for start in inner) < len(inner)
    return stages if is_above and 2 * len(lengths & {*stages}) >= len({*above}) > 1 else []


def _with_siblings(
    blocks: Sequence[Block], title: int | None, starts: Sequence[int], numbers: list[int]
) -> tuple[Sequence[int], list[int]]:
    """Return sections with their siblings that also have a number or, in a document without check boxes, items."""
    paths, has_boxes = _heading_paths(blocks, title), any(map(is_open_box, blocks))
    places = {(blocks[at].level, *paths[at][-2:-1]) for at in starts if at in paths}
    named = {at for at in paths if marks.match_part(blocks[at].text, strict=True)}
    more = []
    for at, end in pairwise([*paths, len(blocks)]):
        has_items = not has_boxes and len(paths[at]) > 1 and any(map(_is_item, blocks[at + 1 : end]))
        is_like = has_items or (at in named and named & {*starts})
        if is_like and (blocks[at].level, *paths[at][-2:-1]) in places and at > (max if numbers else min)(starts):
            more.append(at)
    starts = sorted({*starts, *more})
    return starts, [*numbers, *(numbers[-1] + count for count in range(1, len(more) + 1) if numbers)]


def _part_headings(blocks: Sequence[Block], weeks: Marks, title: int | None) -> Sequence[int]:
    """Return the headings that are parts: those above sections, or sections with a description of their own."""
    all_paths = _heading_paths(blocks, title)
    paths = [all_paths[index] for index in weeks if index in all_paths]
    while paths and len({path[0] for path in paths}) == 1 and all(len(path) > 1 for path in paths):
        paths = [path[1:] for path in paths]  # one above all of them does not count, unless it says so
    if all(len(path) == 1 for path in paths):
        below = [block for index in weeks for block in blocks[index + 1 : index + 2]]
        labels = [marks.match_label(block.text) for block in below]
        described = sum(
            label.label == "goal" if label else block.type is BlockType.TEXT
            for label, block in zip(labels, below, strict=True)
        )
        named = sum(bool(mark.marker) for mark in weeks.values())
        if not described or 2 * max(described, named) < len(weeks):
            return ()
    return sorted({path[0] for path in paths})


def _heading_paths(blocks: Sequence[Block], title: int | None) -> dict[int, list[int]]:
    """Return the headings above each heading, from the highest to itself, without the title."""
    paths: dict[int, list[int]] = {}
    path: list[int] = []
    for index, block in enumerate(blocks):
        if block.type is BlockType.HEADING and index != title:
            path = [*(above for above in path if blocks[above].level < block.level), index]
            paths[index] = path
    return paths


def _section_starts(blocks: Sequence[Block], title: int | None) -> list[int]:
    """Return the indices of headings, else lines, else items with boxes, else rows of courses, else any items below."""
    has_boxes = any(map(is_open_box, blocks))
    has_courses = any("duration" in column_roles(block.header) for block in blocks if is_item_row(block))
    is_plain = not (has_boxes or has_courses)
    are_items = [is_item_row(block) or is_box(block) or (is_plain and _is_item(block)) for block in blocks]
    parents = {index: path[-2] for index, path in _heading_paths(blocks, title).items() if len(path) > 1}
    labels = _label_headings(blocks, parents)
    starts: list[int] = []
    current: int | None = None
    for index, block in enumerate(blocks):
        if block.type is BlockType.HEADING and index != title:
            current = parents[index] if index in labels else index
        elif are_items[index] and current is not None and current not in starts[-1:]:
            starts.append(current)
    top = [at for at, block in enumerate(blocks) if not block.level]
    are_items.append(False)
    lines = [at for at in top if blocks[at].type is BlockType.TEXT and at != title and are_items[at + 1]]
    texts = {at: blocks[at].text.rstrip("*_ ") for at in lines if not re.match(r"<?https?:", blocks[at].text)}
    lines = [at for at, text in texts.items() if marks.is_name(text) or text.endswith(":")]
    all_items = [at for at in top if blocks[at].type is BlockType.ITEM]
    items = [at for at in all_items if any(one.type is BlockType.ITEM and one.level for one in blocks[at + 1 : at + 2])]
    return starts or max(lines, all_items if 2 * len(items) >= len(all_items) else [], key=len)


def _label_headings(blocks: Sequence[Block], parents: Mapping[int, int]) -> set[int]:
    """Return the headings that are a label, as `Books`, or come back in three sections, as half of their neighbours."""
    names = {index: (blocks[index].level, marks.title_text(blocks[index].text).casefold()) for index in parents}
    counts = Counter(name for name, _ in {(names[index], parent) for index, parent in parents.items()})
    words = {index: marks.match_label(blocks[index].text) for index in parents}
    labels = {
        at for at, mark in words.items() if (mark and mark.is_exact) or counts[names[at]] + bool(mark) >= MIN_UNITS
    }
    siblings, named = Counter(parents.values()), Counter(parents[index] for index in labels)
    return {index for index in parents if 2 * named[parents[index]] >= siblings[parents[index]]}


FORMS: tuple[Form, ...] = (
    written_weeks,
    spans_as_weeks,
    dates_as_weeks,
    days_as_weeks,
    units_as_weeks,
    sections_as_weeks,
)
"""Forms of plans; the first one of which a document has evidence is its own."""
