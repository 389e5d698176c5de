"""Pictures of the log and the plan for other sites: the strip and the trail as SVG.

A README shows them as images, so they have no links, and their templates repeat colours of `assets/palette.css`.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.views import words
from daytrail.views.macros import strip, trail
from daytrail.views.page_context import PageContext, page_context
from daytrail.views.render import render
from daytrail.views.translation import gettext as _

_TRAIL_WIDTH, _TRAIL_HEIGHT = 935, 102
_LETTER = 6.2
"""Width of a letter of a part's name; no more of the name is shown than there is space for."""
_PIN_LINES = {"here": 34, "calendar": 49}
"""Distance of the words of each mark from the top of the cells: both may be below the same week."""
_KEY_STEP = 110


class Picture(NamedTuple):
    """A picture."""

    path: str
    draw: Callable[[], str]


def pictures(facts: Facts) -> Iterator[Picture]:
    """Yield the strip if there is a log, and the trail if there is a plan."""
    context, plan = page_context(facts), facts.journal.curriculum
    if facts.standing.newest:
        draw = partial(strip.draw_strip, context, has_links=False, template="files/strip.svg")
        yield Picture("data/strip.svg", draw)
    if facts.progress.weeks:
        title = _("%(plan)s: %(done)s", plan=plan.title, done=words.done_of(facts.progress.totals))
        yield Picture("data/progress.svg", partial(_trail_svg, context, title))


class _Part(NamedTuple):
    x: str
    width: str
    name: str
    cell_width: str
    cells: list[trail.Cell]
    pins: list[tuple[trail.Pin, int, str, int, str]]
    """Each with its distance from the top of the cells, its text, and how that is placed at the mark."""


def _trail_svg(context: PageContext, title: str) -> str:
    return render(
        "files/progress.svg",
        width=_TRAIL_WIDTH,
        height=_TRAIL_HEIGHT,
        title=title,
        parts=list(_parts(context)),
        states=[(index * _KEY_STEP, state) for index, state in enumerate(trail.shown_states(context))],
    )


def _parts(context: PageContext) -> Iterator[_Part]:
    parts = trail.part_cells(context)
    # The first and the last cell may have a border.
    step, x = (_TRAIL_WIDTH - 2) / sum(part.columns for part in parts), 1.0
    for part in parts:
        width = part.columns * step
        name = words.beginning(part.part.title, int(width / _LETTER)) if width > 8 * _LETTER else ""
        pins = [
            (
                pin,
                _PIN_LINES[pin.kind],
                *((f"{pin.text} ▲".lstrip(), 5, "end") if pin.is_backward else (f"▲ {pin.text}".rstrip(), -5, "start")),
            )
            for pin in part.pins
        ]
        yield _Part(f"{x:.5g}", f"{width:.5g}", name, part.cell_width, part.cells, pins)
        x += width
