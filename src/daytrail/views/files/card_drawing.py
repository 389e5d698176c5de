"""Drawing of cards for sharing, as PNG: texts in the fonts that are shipped, and a strip of days."""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw
from PIL.ImageFont import FreeTypeFont, Layout, truetype

from daytrail.views.files.cards import HEIGHT, WEEKS, WIDTH

LEFT = 80
"""Distance of texts and of the strip from the left edge, and of texts from the right one."""
TEXT_WIDTH = WIDTH - 2 * LEFT
_INK, _GREY, _GREEN = _TEXTS = "#17324d", "#56606b", "#2e7d4a"
"""Colours of texts."""
_STEP, _CELL, _STRIP_TOP, _EDGE = 20, 16, 424, 2
_BAR_WIDTH = 24
_AREAS = ("#fbfcfd", _INK, "#a2400c", "#ebeef1", "#97d2a8", "#5cb47a", "#2e7d4a", "#14532d")
"""Colours of the paper, of the bar at the left edge, of the frame of the last day, and of days by level."""
_BAR, _FRAME, _LEVEL = 1, 2, 3
"""Where they are in the palette, which begins with them."""
_SHADES = 64
"""Steps from the colour of the paper to that of a text. A PNG of at most 256 colours is small and quickly written."""
_COMPRESSION = 3
"""Level of zlib: its default makes files a fifth smaller in 1.5 times the time."""
_FONTS = Path(__file__).parents[2] / "assets/fonts"


class Line(NamedTuple):
    """A line of text on a card."""

    y: int
    """Distance of its baseline from the top."""
    text: str
    font: FreeTypeFont
    colour: str


@cache
def _font(weight: str, size: int) -> FreeTypeFont:
    # The other layout, which moves letters such as `AV` together, needs a library that only some machines have.
    return truetype(_FONTS / f"Inter-{weight}.ttf", size, layout_engine=Layout.BASIC)


def card_lines(site_title: str, title: str, facts: Sequence[str]) -> Iterator[Line]:
    """Yield the lines of text on a card, without what its fonts cannot show. The home page has no site title."""
    for line in _wrapped(_drawable(site_title), _font("Bold", 30), 1):
        yield Line(96, line, _font("Bold", 30), _GREEN)
    title = _drawable(title)
    font, line_height = _font("Bold", 76), 88
    lines = _wrapped(title, font, 2)
    if " ".join(lines) != title:
        font, line_height = _font("Bold", 54), 66
        lines = _wrapped(title, font, 3)
    y = 190 if title else 140
    for number, line in enumerate(lines):
        y += line_height if number else 0
        yield Line(y, line, font, _INK)
    for line in _wrapped(" · ".join(filter(None, map(_drawable, facts))), _font("Regular", 32), 1):
        yield Line(y + 68, line, _font("Regular", 32), _GREY)


def _drawable(text: str) -> str:
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
    """Return whether the fonts show something for a character, or it is a space.

    Marks that belong above a letter would be behind it.
    """
    masks = [_font(weight, 32).getmask(character) for weight in ("Regular", "Bold")]
    return character == " " or (all(mask.getbbox() for mask in masks) and unicodedata.category(character)[0] != "M")


def _wrapped(text: str, font: FreeTypeFont, most: int) -> list[str]:
    """Return a text in lines that fit a card, at most so many; the last one ends in `…` if there is more."""
    if font.getlength(text) <= TEXT_WIDTH:
        return [text] if text else []
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(joined) <= TEXT_WIDTH:
            lines[-1] = joined
        elif len(lines) == most:
            lines[-1] = f"{joined}…"
            break
        else:
            lines.append(word)
    return [_cut(line, font) for line in lines]


def _cut(line: str, font: FreeTypeFont) -> str:
    """Return as much of a line as fits a card; with `…` at its end if that is not all."""
    if font.getlength(line) <= TEXT_WIDTH:
        return line
    end = next(end for end in range(len(line) - 1, -1, -1) if font.getlength(f"{line[:end]}…") <= TEXT_WIDTH)
    return f"{line[:end].rstrip(' …')}…"


def draw_card(lines: Sequence[Line], levels: Sequence[int] | None) -> bytes:
    """Return a card as PNG.

    Args:
        lines: Texts, from top to bottom.
        levels: The level of each day of the strip, from 0 to 4; None for a card without a strip.
    """
    card = Image.new("P", (WIDTH, HEIGHT))
    card.putpalette(_palette())
    draw = ImageDraw.Draw(card)
    draw.rectangle((0, 0, _BAR_WIDTH - 1, HEIGHT), _BAR)
    for line in lines:
        text, left, top = _drawn_text(line.text, line.font, line.colour)
        card.paste(text, (LEFT + left, line.y + top))
    if levels:
        days = Image.new("P", (7, WEEKS))
        days.putdata([_LEVEL + level for level in levels])
        width, height = WEEKS * _STEP, 7 * _STEP
        card.paste(days.transpose(Image.Transpose.TRANSPOSE).resize((width, height)), (LEFT, _STRIP_TOP))
        # Then the paper between the squares.
        for gap in range(_CELL, width, _STEP):
            draw.rectangle((LEFT + gap, _STRIP_TOP, LEFT + gap + _STEP - _CELL - 1, _STRIP_TOP + height), 0)
        for gap in range(_STRIP_TOP + _CELL, _STRIP_TOP + height, _STEP):
            draw.rectangle((LEFT, gap, LEFT + width, gap + _STEP - _CELL - 1), 0)
        week, day = divmod(len(levels) - 1, 7)
        x, y = LEFT + week * _STEP, _STRIP_TOP + day * _STEP
        frame = (x - _EDGE, y - _EDGE, x + _CELL + _EDGE - 1, y + _CELL + _EDGE - 1)
        draw.rectangle(frame, outline=_FRAME, width=_EDGE + 1)
    png = BytesIO()
    card.save(png, "PNG", compress_level=_COMPRESSION)
    return png.getvalue()


@lru_cache(maxsize=8)  # all cards have the name of the site
def _drawn_text(text: str, font: FreeTypeFont, colour: str) -> tuple[Image.Image, int, int]:
    """Return a picture of a text, and where its left and upper edges are from the beginning of its baseline."""
    left, top, right, bottom = map(int, font.getbbox(text, anchor="ls"))
    drawn = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(drawn).text((-left, -top), text, 255, font, anchor="ls")
    return drawn.point(_shades(colour)), left, top


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
