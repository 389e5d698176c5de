"""Where parts and weeks of a plan begin, by the evidence of the whole document."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from daytrail.importers.plan.marks import Mark, day_mark, label_mark, part_mark, week_mark
from daytrail.importers.plan.tables import columns
from daytrail.importers.text.outline import Piece, Sort

ROWS = "a row a week"
_AT_LEAST = 3
_CONTENTS = re.compile(r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]\(#[^)]*\)\W*")


@dataclass
class Shape:
    """Places in the list of pieces."""

    by: str = ""
    """What weeks were told by, as in `a heading each`."""
    title: int | None = None
    parts: dict[int, Mark] = field(default_factory=dict)
    weeks: dict[int, Mark] = field(default_factory=dict)
    days: dict[int, Mark] = field(default_factory=dict)
    """Days of a plan that counts days, seven of which are a week."""
    level: int = 7
    """Of the headings of weeks."""
    guessed: str = ""
    """What is to be said of it."""


def shape_of(pieces: Sequence[Piece]) -> Shape:
    """Tell what a plan is built of: weeks by heading, line, item or row, else days, else sections."""
    title = _title(pieces)
    ways: tuple[tuple[str, Callable[[Piece], Mark | None]], ...] = (
        ("a heading a week", lambda piece: _if(piece, Sort.HEADING, week_mark, strict=False)),
        ("a line a week", lambda piece: _if(piece, Sort.TEXT, week_mark, strict=True)),
        ("an item a week", lambda piece: None if piece.level else _if(piece, Sort.ITEM, week_mark, strict=True)),
    )
    told = [(by, {index: one for index, piece in enumerate(pieces) if (one := mark(piece))}) for by, mark in ways]
    for by, found in [*told, (ROWS, _rows(pieces))]:
        if found:
            shape = Shape(by, title, weeks=found)
            headings = [pieces[index].level for index in found if pieces[index].sort is Sort.HEADING]
            shape.level = max(headings, default=7)
            shape.parts = _parts(pieces, shape)
            return shape
    return _days(pieces, title) or _sections(pieces, title)


def is_contents(piece: Piece) -> bool:
    """Tell whether an item is a line of a table of contents."""
    return piece.sort is Sort.ITEM and _CONTENTS.fullmatch(piece.text) is not None


def _if(piece: Piece, sort: Sort, read: Callable[..., Mark | None], *, strict: bool) -> Mark | None:
    return read(piece.text, strict=strict) if piece.sort is sort else None


def _rows(pieces: Sequence[Piece]) -> dict[int, Mark]:
    """Return the rows that are weeks; one with an empty first cell goes on with the week above."""
    found: dict[int, Mark] = {}
    above: Mark | None = None
    for index, piece in enumerate(pieces):
        if piece.sort is not Sort.ROW or not piece.head:
            above = None
            continue
        kinds = columns(piece.head)
        if "link" in kinds or len(kinds) < 2 or kinds[0] not in ("week", "range"):
            continue
        cell = piece.cells[0].strip(" -–—*")
        number = _NUMBER.match(cell)
        if number:
            first, last = int(number[1]), int(number[2] or number[1])
            above = Mark(piece.cells[0], "", first, max(first, last))
        if above and (number or (not cell and any(words.strip() for words in piece.cells[2:]))):
            found[index] = above
    return found


_NUMBER = re.compile(r"\W*(?:[^\W\d]+\s*)?(\d{1,3})(?:\s*(?:-|–|—|to|&)\s*(\d{1,3}))?(?!\d)")


def _title(pieces: Sequence[Piece]) -> int | None:
    """Return the place of the title: the only heading of the highest level, or the first line where none is one."""
    headings = [index for index, piece in enumerate(pieces) if piece.sort is Sort.HEADING]
    if headings:
        top = min(pieces[index].level for index in headings)
        highest = [index for index in headings if pieces[index].level == top]
        name = pieces[highest[0]].text
        alone = highest[0] == headings[0] and (len(highest) == 1 or _is_title(pieces, highest))
        return highest[0] if alone and not week_mark(name, strict=False) and not part_mark(name, strict=True) else None
    first = pieces[0] if pieces else None
    if first and first.sort is Sort.TEXT and not any((week_mark(first.text, strict=True), label_mark(first.text))):
        return None if part_mark(first.text, strict=True) else 0
    return None


def _is_title(pieces: Sequence[Piece], highest: Sequence[int]) -> bool:
    """Tell whether the first of several headings of one level is the title: nothing but text stands below it."""
    between = pieces[highest[0] + 1 : highest[1]]
    return all(piece.sort is Sort.TEXT for piece in between) and not part_mark(pieces[highest[0]].text, strict=False)


def _parts(pieces: Sequence[Piece], shape: Shape) -> dict[int, Mark]:
    """Return the headings, or lines such as `Part II — …`, below which weeks stand."""
    found: dict[int, Mark] = {}
    last: int | None = None
    for index, piece in enumerate(pieces):
        if index in shape.weeks:
            if last is not None:
                found[last] = _named(pieces[last])
        elif (piece.sort is Sort.HEADING and piece.level < shape.level and not label_mark(piece.text)) or (
            piece.sort is Sort.TEXT and part_mark(piece.text, strict=True)
        ):
            last = index
    if set(found) == {shape.title}:
        return {}
    return found


def _named(piece: Piece) -> Mark:
    mark = part_mark(piece.text, strict=piece.sort is not Sort.HEADING)
    return mark if mark and mark.rest else Mark("", piece.text)


def _days(pieces: Sequence[Piece], title: int | None) -> Shape | None:
    for sort in (Sort.HEADING, Sort.TEXT, Sort.ITEM):
        days = {
            index: mark
            for index, piece in enumerate(pieces)
            if piece.sort is sort and not (sort is Sort.ITEM and piece.level) and (mark := day_mark(piece.text))
        }
        if len(days) >= _AT_LEAST:
            break
    else:
        return None
    first: dict[int, int] = {}
    for index, mark in days.items():
        first.setdefault(max(mark.first - 1, 0) // 7 + 1, index)
    weeks = {index: Mark("", f"Days {week * 7 - 6} to {week * 7}", week, week) for week, index in first.items()}
    shape = Shape("days", title, weeks=weeks, days=days)
    shape.guessed = "no weeks are written; seven days each were taken for one"
    shape.level = max((pieces[index].level for index in days if sort is Sort.HEADING), default=7)
    shape.parts = _parts(pieces, shape)
    return shape


def _sections(pieces: Sequence[Piece], title: int | None) -> Shape:
    starts = list(_starts(pieces, title))
    shape = Shape("sections", title)
    shape.weeks = {index: Mark("", pieces[index].text, at, at) for at, index in enumerate(starts, start=1)}
    if not starts and any(piece.sort is Sort.ITEM for piece in pieces):
        first = next(index for index, piece in enumerate(pieces) if piece.sort is Sort.ITEM)
        shape.weeks = {first: Mark("", "", 1, 1)}
    owners = dict(_owners(pieces, set(starts), title))
    if any(owner != index for index, owner in owners.items()):
        shape.parts = {owner: Mark("", pieces[owner].text) for owner in sorted(set(owners.values()))}
    count = len(shape.weeks)
    if count:
        shape.guessed = f"no weeks are written; {'the sections' if count > 1 else 'all'} became weeks, 1 to {count}"
    return shape


def _starts(pieces: Sequence[Piece], title: int | None) -> Iterator[int]:
    """Yield the places of what has items right below it: headings, else lines, else items."""
    for sort in (Sort.HEADING, Sort.TEXT, Sort.ITEM):
        found = [
            index
            for index, piece in enumerate(pieces)
            if piece.sort is sort and index != title and (sort is Sort.HEADING or piece.level == 0)
            if _has_items(pieces, index, sort)
        ]
        if found:
            yield from found
            return


def _has_items(pieces: Sequence[Piece], index: int, sort: Sort) -> bool:
    following = _until_heading(pieces, index + 1) if sort is Sort.HEADING else iter(pieces[index + 1 : index + 2])
    deeper = 1 if sort is Sort.ITEM else 0
    return any(piece.sort is Sort.ITEM and piece.level >= deeper and not is_contents(piece) for piece in following)


def _until_heading(pieces: Sequence[Piece], start: int) -> Iterator[Piece]:
    for index in range(start, len(pieces)):
        if pieces[index].sort is Sort.HEADING:
            return
        yield pieces[index]


def _owners(pieces: Sequence[Piece], starts: set[int], title: int | None) -> Iterator[tuple[int, int]]:
    """Yield each section with the heading of the highest level that it stands below; itself, where there is none."""
    above: Mapping[int, int] = {}
    for index, piece in enumerate(pieces):
        if piece.sort is not Sort.HEADING or index == title:
            continue
        above = {level: at for level, at in above.items() if level < piece.level} | {piece.level: index}
        if index in starts:
            yield index, above[min(above)]
