"""Layout of the map of topics: boxes in columns, and lines from each topic to those that need it, past all boxes.

Lines run in the gutters between columns and in the lanes between rows, so none runs through a box. All lines that
leave a topic on one side share a track in each gutter and lane, like the branches of a tree.
Layout libraries were tried and left: the ranks of graphlay 0.3 and fast-sugiyama 0.5 are not the parts of a plan, and
`graphlay.reroute`, which keeps positions, leads the lines around all columns instead of between their boxes.
"""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import Literal, NamedTuple

BOX_WIDTH = 168
_MARGIN = 11
"""Pixels between a box and the nearest track."""
_TRACK = 6
"""Pixels between tracks."""
_GUTTER = 34
_LANE = 16
"""Least width of a gutter between columns and height of a lane between rows, in pixels."""
_RADIUS = 5
_EDGE = 4
"""Pixels around the drawing, for the frame of a focused box."""

# Where lines leave and reach a side of a box, in pixels below its middle. All four differ, so that a line that leaves
# a box cannot be mistaken for one that reaches the box on the other side of the gutter.
_OUT = {"right": 4, "left": 11}
_IN = {"left": -4, "right": -11}

Side = Literal["left", "right"]


class Point(NamedTuple):
    """A point, in pixels from the top left."""

    x: float
    y: float


class Box(NamedTuple):
    """A rectangle, in pixels."""

    x: int
    y: int
    width: int
    height: int


class Net(NamedTuple):
    """The lines that leave one topic on one side."""

    source: str
    side: Side


class Line(NamedTuple):
    """The way of a line: out on one side, along a gutter, and if it ends in another gutter, through a lane."""

    source: str
    target: str
    side: Side
    """Side of the source at which the line starts."""
    entry: Side
    """Side of the target at which it ends."""
    first_gutter: int
    last_gutter: int

    @property
    def net(self) -> Net:
        """The lines with which it shares its tracks."""
        return Net(self.source, self.side)


@dataclass(frozen=True, slots=True)
class TopicMap:
    """Positions of boxes and lines."""

    boxes: Mapping[str, Box]
    """By topic."""
    lines: Mapping[tuple[str, str], tuple[Point, ...]]
    """Corners of each line, by the topic that is needed and the one that needs it."""
    columns: Sequence[int]
    """Left edge of each column."""
    width: int
    height: int


def topic_map(
    columns: Sequence[Sequence[str]], needs: Iterable[tuple[str, str]], heights: Mapping[str, int], top: int
) -> TopicMap:
    """Return the map of topics in columns, below `top` pixels for headings.

    Each need names a topic and one that needs it. A row is as high as the highest of its boxes, which `heights` has.
    """
    cells = {topic: (c, r) for c, column in enumerate(columns) for r, topic in enumerate(column)}
    rows = max(map(len, columns), default=0)
    pairs = list(dict.fromkeys(needs))
    short = [(a, b) for a, b in pairs if cells[a][0] == cells[b][0] and abs(cells[a][1] - cells[b][1]) == 1]
    lines = [_line(a, b, cells) for a, b in pairs if (a, b) not in set(short)]
    lanes = _lanes(lines, cells, rows)
    gutter_tracks = _gutter_tracks(lines, cells, lanes)
    lane_tracks = _lane_tracks(lines, lanes)

    row_heights = [max(heights[column[r]] for column in columns if r < len(column)) for r in range(rows)]
    lefts, width = _positions([BOX_WIDTH] * len(columns), gutter_tracks, _GUTTER, 0)
    tops, height = _positions(row_heights, lane_tracks, _LANE, top)
    boxes = {topic: Box(lefts[c], tops[r], BOX_WIDTH, row_heights[r]) for topic, (c, r) in cells.items()}
    gutters = [*(left - _MARGIN for left in lefts), width - _EDGE]
    floors = [*(y - _MARGIN for y in tops), height - _EDGE]

    def track(line: Line, gutter: int) -> float:
        return gutters[gutter] - _TRACK * gutter_tracks[line.net, gutter]

    def points(line: Line) -> Iterator[Point]:
        source, target = boxes[line.source], boxes[line.target]
        yield _port(source, line.side, _OUT)
        yield Point(track(line, line.first_gutter), _port(source, line.side, _OUT).y)
        if line.first_gutter != line.last_gutter:
            lane = lanes[line.net]
            y = floors[lane] - _TRACK * lane_tracks[line.net, lane]
            yield Point(track(line, line.first_gutter), y)
            yield Point(track(line, line.last_gutter), y)
        yield Point(track(line, line.last_gutter), _port(target, line.entry, _IN).y)
        yield _port(target, line.entry, _IN)

    ways = {(line.source, line.target): tuple(points(line)) for line in lines}
    ways |= {(a, b): _short(boxes[a], boxes[b]) for a, b in short}
    return TopicMap(boxes, {pair: ways[pair] for pair in pairs}, lefts, width, height)


def _line(source: str, target: str, cells: Mapping[str, tuple[int, int]]) -> Line:
    from_column, to_column = cells[source][0], cells[target][0]
    if from_column < to_column:
        return Line(source, target, "right", "left", from_column + 1, to_column)
    if from_column == to_column:
        return Line(source, target, "left", "left", from_column, from_column)
    return Line(source, target, "left", "right", from_column, to_column + 1)


def _short(above: Box, below: Box) -> tuple[Point, ...]:
    """Return a straight line between neighbours in a column."""
    if above.y < below.y:
        return Point(above.x + 20, above.y + above.height), Point(below.x + 20, below.y)
    return Point(above.x + 36, above.y), Point(below.x + 36, below.y + below.height)


def _port(box: Box, side: Side, offsets: Mapping[str, float]) -> Point:
    return Point(box.x if side == "left" else box.x + box.width, box.y + box.height / 2 + offsets[side])


def _lanes(lines: Iterable[Line], cells: Mapping[str, tuple[int, int]], rows: int) -> Mapping[Net, int]:
    """Return the lane of each net that needs one: that with the shortest ways, of equal ones the emptiest.

    Lane 0 is above the first row, lane 1 between it and the second.
    """
    ends: dict[Net, list[int]] = defaultdict(list)
    for line in lines:
        if line.first_gutter != line.last_gutter:
            ends[line.net] += [cells[line.target][1]]
    used: Counter[int] = Counter()
    lanes = {}
    for net, targets in ends.items():
        all_rows = [cells[net.source][1], *targets]
        lane = min(range(rows + 1), key=lambda lane: sum(abs(lane - row - 0.5) for row in all_rows) + 0.4 * used[lane])
        lanes[net] = lane
        used[lane] += 1
    return lanes


def _gutter_tracks(
    lines: Iterable[Line], cells: Mapping[str, tuple[int, int]], lanes: Mapping[Net, int]
) -> Mapping[tuple[Net, int], int]:
    """Return the track of each net in each gutter that it runs through, counted from the right."""
    spans: dict[int, dict[Net, list[float]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        out, into = cells[line.source][1] + 0.5, cells[line.target][1] + 0.5
        if line.first_gutter == line.last_gutter:
            spans[line.first_gutter][line.net] += [out, into]
        else:
            spans[line.first_gutter][line.net] += [out, lanes[line.net]]
            spans[line.last_gutter][line.net] += [into, lanes[line.net]]
    return {(net, gutter): track for gutter, nets in spans.items() for net, track in _colours(nets).items()}


def _lane_tracks(lines: Iterable[Line], lanes: Mapping[Net, int]) -> Mapping[tuple[Net, int], int]:
    """Return the track of each net in its lane, counted from below."""
    spans: dict[int, dict[Net, list[float]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        if line.first_gutter != line.last_gutter:
            spans[lanes[line.net]][line.net] += [line.first_gutter, line.last_gutter]
    return {(net, lane): track for lane, nets in spans.items() for net, track in _colours(nets).items()}


def _colours(spans: Mapping[Net, Sequence[float]]) -> dict[Net, int]:
    """Return a track for each span, so that no two spans that meet share one."""
    ends: list[float] = []
    tracks = {}
    for net, span in sorted(spans.items(), key=lambda item: min(item[1])):
        track = next((i for i, end in enumerate(ends) if end < min(span)), len(ends))
        ends[track : track + 1] = [max(span)]
        tracks[net] = track
    return tracks


def _positions(
    sizes: Sequence[int], tracks: Mapping[tuple[Net, int], int], least: int, start: int
) -> tuple[list[int], int]:
    """Return where columns or rows begin, and where the gap behind the last one ends.

    A gap has room for its tracks. Without any, it has the least size, or hardly any if it is an outer one.
    """
    last_tracks: dict[int, int] = {}
    for (_, gap), track in tracks.items():
        last_tracks[gap] = max(track, last_tracks.get(gap, 0))
    positions, at = [], start
    for i, size in enumerate((*sizes, 0)):
        if i in last_tracks:
            at += max(least, 2 * _MARGIN + last_tracks[i] * _TRACK)
        else:
            at += least if 0 < i < len(sizes) else _EDGE
        positions.append(at)
        at += size
    return positions[:-1], at


def path(points: Sequence[Point]) -> str:
    """Return a line with round corners and an arrow at its end as the `d` of an SVG path."""
    corners = [point for i, point in enumerate(points) if i in (0, len(points) - 1) or _turns(*points[i - 1 : i + 2])]
    first, last, back = corners[0], corners[-1], corners[-2]
    parts = [f"M{first.x:g} {first.y:g}"]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        start, end = _towards(corner, before), _towards(corner, after)
        curve = (corner.x - start.x, corner.y - start.y, end.x - start.x, end.y - start.y)
        parts.append(f"{_straight(before, start)}q{' '.join(f'{number:g}' for number in curve)}")
    parts.append(_straight(back, last))
    if back.y == last.y:
        x = 5 if back.x > last.x else -5
        return "".join([*parts, f"m{x}-3.5l{-x} 3.5 {x} 3.5"])
    y = 5 if back.y > last.y else -5
    return "".join([*parts, f"m-3.5 {y}l3.5 {-y} 3.5 {y}"])


def _straight(start: Point, end: Point) -> str:
    """Return the command of a level or upright line."""
    return f"H{end.x:g}" if start.y == end.y else f"V{end.y:g}"


def _turns(before: Point, corner: Point, after: Point) -> bool:
    return not (before.x == corner.x == after.x or before.y == corner.y == after.y)


def _towards(corner: Point, other: Point) -> Point:
    """Return where the curve of a corner begins on the way to another point."""
    x, y = other.x - corner.x, other.y - corner.y
    distance = abs(x) + abs(y)
    share = min(_RADIUS, distance / 2) / distance
    return Point(corner.x + x * share, corner.y + y * share)


def levels(topics: Sequence[str], needs: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Return topics in columns, each in the first one behind all topics that it needs."""
    own = set(topics)
    order = TopologicalSorter({topic: [need for need in needs[topic] if need in own] for topic in topics})
    level: dict[str, int] = {}
    for topic in order.static_order():
        level[topic] = max((level[need] + 1 for need in needs[topic] if need in own), default=0)
    columns: list[list[str]] = [[] for _ in range(max(level.values(), default=-1) + 1)]
    for topic in topics:
        columns[level[topic]].append(topic)
    return columns


# -- words in boxes --

_NARROW, _WIDE = "!'()*,-./:;I[]`fijlrt{|}", "%@GMOQWmw&—…"


def _width(text: str) -> float:
    """Return how wide a text is at most in the fonts of most systems, in units of its font size."""
    return sum(map(_character_width, text))


def _character_width(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Cf", "Mn", "Me"):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character in _NARROW:
        return 0.4
    if character in _WIDE:
        return 1
    return 0.7 if character.isupper() else 0.32 if character == " " else 0.63


def wrapped(text: str, width: float, lines: int) -> list[str]:
    """Return a text in lines that are at most so wide, in units of its font size; the last may end in `…`.

    Text that fits nowhere is broken within a word.
    """
    made = [""]
    for word in text.split():
        if made[-1] and _width(f"{made[-1]} {word}") <= width:
            made[-1] += f" {word}"
            continue
        made.append("")
        for character in word:
            if _width(made[-1] + character) > width:
                made.append("")
            made[-1] += character
    made = [line for line in made if line] or [""]
    if len(made) <= lines:
        return made
    last = made[lines - 1]
    while last and _width(f"{last}…") > width:
        last = last[:-1]
    return [*made[: lines - 1], f"{last.rstrip()}…"]
