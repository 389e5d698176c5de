"""Pictures of the log and the plan for other sites: the strip and the trail as SVG.

A README shows them as images, so they have no links, and their templates repeat colours of `assets/look.css`.
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

_TRAIL_WIDTH, _TRAIL_HEIGHT = 935, 72
_LETTER = 6.2
"""Width of a letter of a part's name; no more of the name is shown than there is space for."""
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
    name: str
    cells: list[tuple[str, trail.Cell]]
    """Each with its left."""


def _trail_svg(context: PageContext, title: str) -> str:
    parts = trail.part_cells(context)
    # The first and the last cell may have a border.
    step = (_TRAIL_WIDTH - 2) / sum(len(part.cells) for part in parts)
    return render(
        "files/progress.svg",
        width=_TRAIL_WIDTH,
        height=_TRAIL_HEIGHT,
        title=title,
        parts=list(_parts(parts, step)),
        cell_width=f"{step - 2:.4g}",
        where=words.week_of_plan(context.facts),
        states=[(index * _KEY_STEP, state) for index, state in enumerate(trail.shown_states(context))],
    )


def _parts(parts: list[trail.PartCells], step: float) -> Iterator[_Part]:
    index = 0
    for part in parts:
        width, title = len(part.cells) * step, part.progress.part.title
        name = words.beginning(title, int(width / _LETTER)) if width > 8 * _LETTER else ""
        cells = [(f"{1 + (index + n) * step:.5g}", cell) for n, cell in enumerate(part.cells)]
        yield _Part(cells[0][0], name, cells)
        index += len(cells)
