"""Cards for sharing: a picture for each day, week, milestone, series and the home page, which previews of links show.

A card is drawn as SVG with the fonts that are shipped, so that it has the same bytes on every machine; resvg-py makes a
PNG of it. Its strip ends on the day that the card is about, so that a new day changes no older card.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path

from daytrail.facts import Facts
from daytrail.facts.activity import best_measure, levels
from daytrail.facts.milestones import MilestoneProgress
from daytrail.facts.progress import WeekProgress
from daytrail.views import words
from daytrail.views.files.pictures import LIGHT
from daytrail.views.links import address_of
from daytrail.views.publication import Publication
from daytrail.views.render import render
from daytrail.views.translation import gettext as _

WIDTH, HEIGHT = 1200, 630
LIBRARIES = ("resvg_py", "fontTools")
"""Modules of the packages that draw cards, the extra `cards` of our package."""
_WEEKS = 52
_STEP, _CELL = 20, 16
_LEFT, _STRIP_TOP = 80, 424
_TEXT_WIDTH = WIDTH - 2 * _LEFT
_LARGE_TITLE, _LONG_TITLE = (76, 88, 2), (54, 66, 3)
"""Size, line height and most lines of a title; the second for a title that does not fit into the first."""
_FACTS_SIZE = 32
_LEVELS = (LIGHT.blank, *LIGHT.levels)
"""Colours of days by their level."""
_FONTS = Path(__file__).parents[2] / "assets/fonts"
_REGULAR, _BOLD = (str(_FONTS / f"Inter-{weight}.ttf") for weight in ("Regular", "Bold"))


@dataclass(frozen=True, slots=True)
class Card:
    """What a card shows."""

    address: str
    """URL path of the page that it is about."""
    title: str
    facts: tuple[str, ...]
    """Short texts below the title, such as the date."""
    until: date | None
    """Last day of its strip. None for a card without a strip."""

    @property
    def path(self) -> str:
        """Path of its file in the site, as in `log/2026/02/15/card.png`."""
        return f"{self.address}card.png"

    @property
    def text(self) -> str:
        """The words on it, for those who do not see it."""
        return ", ".join([self.title, *self.facts])


def missing_library() -> str:
    """Return the name of a module that cards need and that is not installed. Empty if all are."""
    return next((name for name in LIBRARIES if find_spec(name) is None), "")


def cards(facts: Facts, site: Publication) -> Iterator[Card]:
    """Yield all cards, that of the home page first."""
    author = site.author.name if site.author else ""
    newest = facts.standing.newest
    yield Card("", site.title, tuple(filter(None, [author, site.description])), newest.date if newest else None)
    for entry in facts.journal.entries:
        position = facts.positions[entry.path]
        series = position.series.title if position.series else ""
        said = [words.day(entry.date), words.entry_number(position.entry_number), series]
        yield Card(entry.address, words.entry_title(entry, position), tuple(filter(None, said)), entry.date)
    for week in facts.progress.weeks.values():
        yield _week(week, facts)
    for milestone in facts.milestones.values():
        yield _milestone(milestone)
    for status in facts.series_status:
        latest, goal = status.latest.date if status.latest else None, status.series.counts_down_to
        said = [words.day(goal) if goal else words.entry_number(status.entry_number), site.title]
        yield Card(address_of(status.series), status.series.title, tuple(filter(None, said)), latest)


def _week(progress: WeekProgress, facts: Facts) -> Card:
    week, totals, dates = progress.week, progress.totals, facts.week_dates.get(progress.week.week)
    title = _("Week %(number)s: %(title)s", number=week.week, title=week.title)
    done = words.done_of(totals) if totals.items else ""
    said = tuple(filter(None, [words.date_range(dates) if dates else "", done]))
    return Card(address_of(week), title, said, progress.entries[-1].date if progress.entries else None)


def _milestone(progress: MilestoneProgress) -> Card:
    days = [week.entries[-1].date for week in progress.weeks if week.entries]
    until = progress.answered_on or max(days, default=None)
    answered = progress.answered_on
    said = [
        progress.part.title if progress.part else "",
        _("answered on %(day)s", day=words.day(answered)) if answered else "",
    ]
    title = words.title_of(progress.milestone)
    return Card(address_of(progress.milestone), title, (_("Milestone"), *filter(None, said)), until)


class CardStrips:
    """Strips of cards: the level of each of the last days, and what they depend on."""

    def __init__(self, facts: Facts) -> None:
        self._activity = facts.activity
        self._first_weekday = 6 if facts.journal.curriculum.week_starts == "sun" else 0

    @cached_property
    def _weeks(self) -> Mapping[int, str]:
        """What was done in each week that has an entry, by the ordinal of its first day."""
        weeks: dict[int, str] = {}
        for day, active in self._activity.items():
            first = self._first_of_week(day.toordinal())
            amounts = [day.toordinal() - first, active.hours, active.amount("work"), active.empty]
            weeks[first] = f"{weeks.get(first, '')}{amounts}"
        return {first: blake2b(said.encode(), digest_size=8).hexdigest() for first, said in weeks.items()}

    def _first_of_week(self, ordinal: int) -> int:
        return ordinal - (ordinal - 1 - self._first_weekday) % 7

    def _first(self, until: date) -> int:
        return max(1, self._first_of_week(until.toordinal()) - 7 * (_WEEKS - 1))

    def inputs(self, until: date | None) -> object:
        """Return what a strip that ends on a day is drawn from, for JSON."""
        if until is None:
            return None
        this_week = self._first_of_week(until.toordinal())
        days = (date.fromordinal(ordinal) for ordinal in range(this_week, until.toordinal() + 1))
        last = [
            (day.isoformat(), active.hours, active.amount("work"), active.empty)
            for day in days
            if (active := self._activity.get(day))
        ]
        return [
            until.isoformat(),
            [self._weeks.get(first, "") for first in range(self._first(until), this_week, 7)],
            last,
        ]

    def squares(self, until: date) -> list[tuple[int, int, int]]:
        """Return the distance from the left and from the top and the level of each day up to `until`, its last."""
        first = self._first(until)
        days = [date.fromordinal(ordinal) for ordinal in range(first, until.toordinal() + 1)]
        active = [self._activity[day] for day in days if day in self._activity]
        level_of = levels(active, best_measure(active))
        shift = _WEEKS - 1 - (self._first_of_week(until.toordinal()) - first) // 7
        places = (divmod(day.toordinal() - first, 7) for day in days)
        return [
            (_LEFT + (shift + column) * _STEP, _STRIP_TOP + row * _STEP, level_of.get(day, 0))
            for day, (column, row) in zip(days, places, strict=True)
        ]


def card_inputs(card: Card, site: Publication, strips: CardStrips) -> object:
    """Return all that a card is drawn from, for JSON."""
    return [site.title, card.address, card.title, card.facts, strips.inputs(card.until)]


def card_png(card: Card, site: Publication, strips: CardStrips) -> bytes:
    """Return a card as PNG."""
    # Imported here: most builds draw few cards, and these packages may be missing.
    from resvg_py import svg_to_bytes

    return svg_to_bytes(svg_string=card_svg(card, site, strips), skip_system_fonts=True, font_files=[_REGULAR, _BOLD])


def card_svg(card: Card, site: Publication, strips: CardStrips) -> str:
    """Return a card as SVG. What its fonts cannot show is left out."""
    size, line_height, lines = _title(card.title)
    squares = strips.squares(card.until) if card.until else []
    facts = [words_ for words_ in map(drawable, card.facts) if words_]
    facts_line = wrapped(" · ".join(facts), _FACTS_SIZE, _REGULAR, _TEXT_WIDTH, 1)
    first_line = 190 if lines else 140
    return render(
        "files/card.svg",
        width=WIDTH,
        height=HEIGHT,
        left=_LEFT,
        site=wrapped(drawable(site.title), 30, _BOLD, _TEXT_WIDTH, 1) if card.address else [],
        size=size,
        lines=[(first_line + number * line_height, line) for number, line in enumerate(lines)],
        facts=[(first_line + max(0, len(lines) - 1) * line_height + 68, line) for line in facts_line],
        facts_size=_FACTS_SIZE,
        squares=[(x, y, _LEVELS[level]) for x, y, level in squares],
        last=squares[-1:],
        cell=_CELL,
    )


def _title(title: str) -> tuple[int, int, list[str]]:
    """Return the size, the line height and the lines of a title."""
    text = drawable(title)
    size, line_height, most = _LARGE_TITLE
    lines = wrapped(text, size, _BOLD, _TEXT_WIDTH, most)
    if " ".join(lines) != text:
        size, line_height, most = _LONG_TITLE
        lines = wrapped(text, size, _BOLD, _TEXT_WIDTH, most)
    return size, line_height, lines


def drawable(text: str) -> str:
    """Return a text without what the fonts have no glyph for, such as emoji; empty if that is a letter.

    A title in Chinese or Arabic would lose its words, and the fonts of this machine would make other bytes elsewhere.
    """
    shown = _advances(_BOLD).keys() & _advances(_REGULAR).keys()
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    missing = [character for character in text if ord(character) not in shown]
    if any(unicodedata.category(character)[0] in "LMN" and not _is_selector(character) for character in missing):
        return ""
    return " ".join("".join(character for character in text if ord(character) in shown).split())


def _is_selector(character: str) -> bool:
    """Return whether a character only chooses the picture of the one before it, as behind many emoji."""
    return "\ufe00" <= character <= "\ufe0f" or character == "\u20e3"


def wrapped(text: str, size: int, font: str, width: int, most: int) -> list[str]:
    """Return a text in lines that fit a width, at most so many; the last one ends in `…` if there is more."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and _width(joined, font) * size <= width:
            lines[-1] = joined
        else:
            lines.append(word)
    kept = [_cut(line, size, font, width) for line in lines[:most]]
    if len(lines) > most:
        kept[-1] = _cut(f"{lines[most - 1]} {lines[most]}…", size, font, width)
    return kept


def _cut(line: str, size: int, font: str, width: int) -> str:
    """Return as much of a line as fits a width; with `…` at its end if that is not all."""
    if _width(line, font) * size <= width:
        return line
    end = next(end for end in range(len(line) - 1, -1, -1) if _width(f"{line[:end]}…", font) * size <= width)
    return f"{line[:end].rstrip(' …')}…"


def _width(text: str, font: str) -> float:
    """Return the width of a text in a font of size 1, without kerning."""
    advances = _advances(font)
    return sum(advances.get(ord(character), 1) for character in text)


@cache
def _advances(font: str) -> Mapping[int, float]:
    """Return the width of each character that a font has, by code point, for size 1."""
    from fontTools.ttLib import TTFont  # as in `card_png`

    with TTFont(font) as opened:
        metrics, units = opened["hmtx"], opened["head"].unitsPerEm
        return {code: metrics[glyph][0] / units for code, glyph in opened.getBestCmap().items()}
