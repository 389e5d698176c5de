"""Cards for sharing: a picture for each day, week, milestone, series and the home page, which previews of links show.

A card is drawn with the fonts that are shipped, so that it looks the same from every machine. Its strip ends on the day
that the card is about, so that a new day changes no older card.

Pillow 13 draws a card in 3 ms, half of them to compress its pixels. resvg-py 0.5 took 25 ms for the same as SVG, most
of them to write a PNG of full colour, and other threads had to wait for it.
"""

import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property, lru_cache, partial
from hashlib import blake2b
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daytrail.facts import Facts
from daytrail.facts.activity import best_measure, levels
from daytrail.facts.milestones import MilestoneProgress
from daytrail.facts.progress import WeekProgress
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.files.pictures import LIGHT
from daytrail.views.links import address_of
from daytrail.views.publication import Publication
from daytrail.views.translation import gettext as _

if TYPE_CHECKING:  # most builds draw few cards, and the package may be missing
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
_LIBRARY = "PIL"
"""Module of Pillow, the extra `cards` of our package."""
_WEEKS = 52
_STEP, _CELL = 20, 16
_LEFT, _STRIP_TOP = 80, 424
_TEXT_WIDTH = WIDTH - 2 * _LEFT
_LARGE_TITLE, _LONG_TITLE = (76, 88, 2), (54, 66, 3)
"""Size, line height and most lines of a title; the second for a title that does not fit into the first."""
_INK, _GREY, _GREEN = _TEXTS = "#17324d", LIGHT.text, LIGHT.levels[2]
_LEVELS = (LIGHT.blank, *LIGHT.levels)
"""Colours of days by their level."""
_AREAS = ("#fbfcfd", _INK, *_LEVELS, LIGHT.today)
"""Colours of areas, that of the paper first."""
_SHADES = 64
"""Number of steps from the colour of the paper to that of a text. A PNG of at most 256 colours is small and quick."""
_FONTS = Path(__file__).parents[2] / "assets/fonts"


@dataclass(frozen=True, slots=True)
class Card:
    """Content of a card."""

    address: str
    """URL path of the page that it is about."""
    texts: Callable[[], Sequence[str]]
    """Returns its title and the short texts below it, such as the date. There are as many cards as days, of which a
    build shows a few."""
    until: date | None
    """Last day of its strip. None for a card without a strip."""

    @property
    def path(self) -> str:
        """Path of its file in the site, as in `log/2026/02/15/card.png`."""
        return f"{self.address}card.png"

    @property
    def text(self) -> str:
        """The words on it, for those who do not see it."""
        return ", ".join(self.texts())


def missing_library() -> str:
    """Return the name of the package that cards need if it is not installed, else an empty text."""
    return "" if find_spec(_LIBRARY) else "Pillow"


def cards(facts: Facts, site: Publication) -> Iterator[Card]:
    """Yield all cards, that of the home page first."""
    author = site.author.name if site.author else ""
    newest = facts.standing.newest
    texts = [site.title, *filter(None, [author, site.description])]
    yield Card("", partial(list, texts), newest.date if newest else None)
    for entry in facts.journal.entries:
        yield Card(entry.address, partial(_entry_texts, entry, facts), entry.date)
    for week in facts.progress.weeks.values():
        yield _week(week, facts)
    for milestone in facts.milestones.values():
        yield _milestone(milestone)
    for status in facts.series_status:
        latest, goal = status.latest.date if status.latest else None, status.series.counts_down_to
        day_or_number = words.day(goal) if goal else words.entry_number(status.entry_number)
        texts = [status.series.title, *filter(None, [day_or_number, site.title])]
        yield Card(address_of(status.series), partial(list, texts), latest)


def _entry_texts(entry: Entry, facts: Facts) -> list[str]:
    position = facts.positions[entry.path]
    series = position.series.title if position.series else ""
    texts = words.day(entry.date), words.entry_number(position.entry_number), series
    return [words.entry_title(entry, position), *filter(None, texts)]


def _week(progress: WeekProgress, facts: Facts) -> Card:
    week, totals, dates = progress.week, progress.totals, facts.week_dates.get(progress.week.week)
    title = _("Week %(number)s: %(title)s", number=week.week, title=week.title)
    done = words.done_of(totals) if totals.items else ""
    texts = [title, *filter(None, [words.date_range(dates) if dates else "", done])]
    return Card(address_of(week), partial(list, texts), progress.entries[-1].date if progress.entries else None)


def _milestone(progress: MilestoneProgress) -> Card:
    days = [week.entries[-1].date for week in progress.weeks if week.entries]
    until = progress.answered_on or max(days, default=None)
    answered = progress.answered_on
    texts = [
        words.title_of(progress.milestone),
        _("Milestone"),
        progress.part.title if progress.part else "",
        _("answered on %(day)s", day=words.day(answered)) if answered else "",
    ]
    return Card(address_of(progress.milestone), partial(list, [*filter(None, texts)]), until)


class CardStrips:
    """Strips of cards: the level of each of the last days, and what they depend on."""

    def __init__(self, facts: Facts) -> None:
        self._activity = facts.activity
        self._first_weekday = 6 if facts.journal.curriculum.week_starts == "sun" else 0

    @cached_property
    def _amounts(self) -> Mapping[date, list[object]]:
        """Activity of each day that has an entry."""
        return {day: [active.hours, active.amount("work"), active.empty] for day, active in self._activity.items()}

    @cached_property
    def _weeks(self) -> Mapping[int, str]:
        """Activity of each week that has an entry, by the ordinal of its first day."""
        weeks: dict[int, str] = {}
        for day, amounts in self._amounts.items():
            first = self._first_of_week(day.toordinal())
            weeks[first] = f"{weeks.get(first, '')}{day.toordinal() - first}{amounts}"
        return {first: blake2b(said.encode(), digest_size=8).hexdigest() for first, said in weeks.items()}

    def _first_of_week(self, ordinal: int) -> int:
        return ordinal - (ordinal - 1 - self._first_weekday) % 7

    def _first(self, until: date) -> int:
        return self._first_of_week(until.toordinal()) - 7 * (_WEEKS - 1)

    def inputs(self, until: date, first: date | None = None) -> object:
        """Return what the strips that end from one day to another are drawn from, or on one day, for JSON.

        No activity after the last of these days is in it.
        """
        this_week = self._first_of_week(until.toordinal())
        days = (date.fromordinal(ordinal) for ordinal in range(this_week, until.toordinal() + 1))
        last = [(day.isoformat(), self._amounts[day]) for day in days if day in self._amounts]
        return [
            until.isoformat(),
            [self._weeks.get(week, "") for week in range(self._first(first or until), this_week, 7)],
            last,
        ]

    def levels(self, until: date) -> list[int]:
        """Return the level of each day of a strip, from the first day of its weeks to `until`, its last."""
        first, last = self._first(until), until.toordinal()
        days = [date.fromordinal(ordinal) for ordinal in range(max(1, first), last + 1)]
        active = [self._activity[day] for day in days if day in self._activity]
        level_of = levels(active, best_measure(active))
        return [0] * (last - first + 1 - len(days)) + [level_of.get(day, 0) for day in days]


def card_inputs(card: Card, site: Publication, strips: CardStrips) -> object:
    """Return all that a card is drawn from, for JSON."""
    return [site.title, card.address, card.texts(), card.until and strips.inputs(card.until)]


def folder_inputs(folder: Collection[Card], site: Publication, strips: CardStrips) -> object:
    """Return all that some cards are drawn from, for JSON."""
    texts = [(card.address, card.texts(), card.until and card.until.isoformat()) for card in folder]
    days = [card.until for card in folder if card.until]
    return [site.title, texts, strips.inputs(max(days), min(days)) if days else None]


class Line(NamedTuple):
    """A line of text on a card."""

    y: int
    """Distance of its baseline from the top."""
    text: str
    font: "FreeTypeFont"
    colour: str


def card_lines(card: Card, site: Publication) -> Iterator[Line]:
    """Yield the lines of text on a card, without what its fonts cannot show."""
    if card.address:
        for line in wrapped(drawable(site.title), _font("Bold", 30), 1):
            yield Line(96, line, _font("Bold", 30), _GREEN)
    title, *facts = map(drawable, card.texts())
    size, line_height, most = _LARGE_TITLE
    lines = wrapped(title, _font("Bold", size), most)
    if " ".join(lines) != title:
        size, line_height, most = _LONG_TITLE
        lines = wrapped(title, _font("Bold", size), most)
    y = 190 if title else 140
    for number, line in enumerate(lines):
        y += line_height if number else 0
        yield Line(y, line, _font("Bold", size), _INK)
    for line in wrapped(" · ".join(filter(None, facts)), _font("Regular", 32), 1):
        yield Line(y + 68, line, _font("Regular", 32), _GREY)


def card_png(card: Card, site: Publication, strips: CardStrips) -> bytes:
    """Return a card as PNG."""
    from PIL import Image, ImageDraw

    image = Image.new("L", (WIDTH, HEIGHT))  # of indices of colours; the first one is that of the paper
    drawing = ImageDraw.Draw(image)
    drawing.rectangle((0, 0, 23, HEIGHT - 1), _AREAS.index(_INK))
    for line in card_lines(card, site):
        letters, left, top = _letters(line.text, line.font, line.colour)
        image.paste(letters, (_LEFT + left, line.y + top))
    if card.until:
        shown = strips.levels(card.until)
        days = bytes(_AREAS.index(_LEVELS[level]) for level in shown).ljust(7 * _WEEKS, b"\0")
        squares = Image.frombytes("L", (7, _WEEKS), days).transpose(Image.Transpose.TRANSPOSE)
        squares = squares.resize((_WEEKS * _STEP, 7 * _STEP), Image.Resampling.NEAREST)
        image.paste(squares, (_LEFT, _STRIP_TOP), _squares())
        week, weekday = divmod(len(shown) - 1, 7)
        x, y = _LEFT + week * _STEP, _STRIP_TOP + weekday * _STEP
        drawing.rectangle((x - 2, y - 2, x + _CELL + 1, y + _CELL + 1), None, _AREAS.index(LIGHT.today), 3)
    image.putpalette(_palette())
    file = BytesIO()
    image.save(file, "PNG", compress_level=3)  # the default makes files a fifth smaller in twice the time
    return file.getvalue()


@cache
def _squares() -> "Image":
    """Return a mask of the squares of a strip, without the gaps between them."""
    from PIL import Image

    one = Image.new("L", (_STEP, _STEP))
    one.paste(255, (0, 0, _CELL, _CELL))
    mask = Image.new("L", (_WEEKS * _STEP, 7 * _STEP))
    for x in range(0, mask.width, _STEP):
        for y in range(0, mask.height, _STEP):
            mask.paste(one, (x, y))
    return mask


@lru_cache(maxsize=8)  # the title of the site is on each card
def _letters(text: str, font: "FreeTypeFont", colour: str) -> tuple["Image", int, int]:
    """Return a picture of a text in indices of the palette, and where it begins, from its baseline."""
    from PIL import Image, ImageDraw

    left, top, right, bottom = map(int, font.getbbox(text, anchor="ls"))
    letters = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(letters).text((-left, -top), text, 255, font, anchor="ls")
    return letters.point(_shades(colour)), left, top


@cache
def _palette() -> bytes:
    """Return the colours of all cards: of areas, and of the edges of letters in each colour of a text."""
    paper, *areas = (bytes.fromhex(colour[1:]) for colour in _AREAS)
    edges = [
        bytes(round(light + (dark - light) * shade / _SHADES) for light, dark in zip(paper, text, strict=True))
        for text in (bytes.fromhex(colour[1:]) for colour in _TEXTS)
        for shade in range(1, _SHADES + 1)
    ]
    return b"".join((paper, *areas, *edges))


@cache
def _shades(colour: str) -> list[int]:
    """Return the index in the palette for each amount of a text's colour, from 0 to 255."""
    before = len(_AREAS) - 1 + _TEXTS.index(colour) * _SHADES
    shades = [round(amount * _SHADES / 255) for amount in range(256)]
    return [before + shade if shade else 0 for shade in shades]


@cache
def _font(weight: str, size: int) -> "FreeTypeFont":
    """Return a font in a size."""
    from PIL.ImageFont import Layout, truetype

    # The other layout, which moves letters such as `AV` together, needs a library that only some machines have.
    return truetype(_FONTS / f"Inter-{weight}.ttf", size, layout_engine=Layout.BASIC)


def drawable(text: str) -> str:
    """Return a text without what the fonts have no glyph for, such as emoji; empty if that is a letter.

    A title in Chinese or Arabic would lose its words.
    """
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    missing = {character for character in text if not _is_drawable(character)}
    if any(unicodedata.category(character)[0] in "LN" for character in missing):
        return ""
    return " ".join("".join(character for character in text if character not in missing).split())


@cache
def _is_drawable(character: str) -> bool:
    """Return whether both fonts show something for a character, or it is a space.

    Marks that belong above a letter would be behind it.
    """
    fonts = _font("Regular", 32), _font("Bold", 32)
    has_glyphs = all(font.getmask(character).getbbox() for font in fonts)
    return character == " " or (has_glyphs and unicodedata.category(character)[0] != "M")


def wrapped(text: str, font: "FreeTypeFont", most: int) -> list[str]:
    """Return a text in lines that fit a card, at most so many; the last one ends in `…` if there is more."""
    if font.getlength(text) <= _TEXT_WIDTH:
        return [text] if text else []
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(joined) <= _TEXT_WIDTH:
            lines[-1] = joined
        elif len(lines) == most:
            lines[-1] = f"{joined}…"
            break
        else:
            lines.append(word)
    return [_cut(line, font) for line in lines]


def _cut(line: str, font: "FreeTypeFont") -> str:
    """Return as much of a line as fits a card; with `…` at its end if that is not all."""
    if font.getlength(line) <= _TEXT_WIDTH:
        return line
    end = next(end for end in range(len(line) - 1, -1, -1) if font.getlength(f"{line[:end]}…") <= _TEXT_WIDTH)
    return f"{line[:end].rstrip(' …')}…"
