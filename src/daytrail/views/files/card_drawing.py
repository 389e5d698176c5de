"""Drawing of cards for sharing, as PNG: texts in the fonts that are shipped, and a strip of days.

A card takes half the time that Pillow 13 alone takes for it. Each glyph is drawn once and copied from then on, since to
draw a text again takes longer than all the rest. The PNG is written here, since Pillow compresses all rows of each
picture: most of them are paper, of which rows that are compressed once are copied. resvg-py 0.5 took 25 ms for the same
card as SVG, most of them to write a PNG of full colour, and other threads had to wait for it.
"""

import struct
import unicodedata
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from daytrail.views.files.pictures import LIGHT

if TYPE_CHECKING:  # most builds draw few cards, and the package may be missing
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont

WIDTH, HEIGHT = 1200, 630
LEFT = 80
"""Distance of texts and of the strip from the left edge."""
TEXT_WIDTH = WIDTH - 2 * LEFT
INK, GREY, GREEN = _TEXTS = "#17324d", LIGHT.text, LIGHT.levels[2]
"""Colours of texts."""
WEEKS = 52
_STEP, _CELL, _STRIP_TOP, _EDGE = 20, 16, 424, 2
_BAR_WIDTH = 24
_LEVELS = (LIGHT.blank, *LIGHT.levels)
"""Colours of days by their level."""
_AREAS = ("#fbfcfd", INK, *_LEVELS, LIGHT.today)
"""Colours of areas, that of the paper first."""
_INDICES_OF_LEVELS = [_AREAS.index(colour) for colour in _LEVELS]
_SHADES = 64
"""Number of steps from the colour of the paper to that of a text. A PNG of at most 256 colours is small and quick."""
_FONTS = Path(__file__).parents[2] / "assets/fonts"
_COMPRESSION = 3
"""Level of zlib: its default makes files a fifth smaller in twice the time."""
_NO_FILTER, _AS_ABOVE = b"\0", b"\2"
"""Filters of a row in a PNG: none, and the difference to the row above.

Source: https://www.w3.org/TR/png-3/#9Filters
"""
_ADLER_BASE = 65521


class _Glyph(NamedTuple):
    """A character in the indices of the palette for a colour, and where it begins, from its baseline."""

    picture: "Image"
    mask: "Image"
    """White where a pixel has more than the colour of the paper."""
    left: int
    top: int


class Font:
    """A font in a size. Its letters are as far apart as they are wide, whatever stands beside them."""

    def __init__(self, weight: str, size: int) -> None:
        self._file, self._size = _FONTS / f"Inter-{weight}.ttf", size
        self._widths: dict[str, float] = {}
        self._glyphs: dict[tuple[str, str], _Glyph] = {}

    @cached_property
    def _font(self) -> "FreeTypeFont":
        from PIL.ImageFont import Layout, truetype

        # The other layout, which moves letters such as `AV` together, needs a library that only some machines have.
        return truetype(self._file, self._size, layout_engine=Layout.BASIC)

    def width(self, text: str) -> float:
        """Return the width of a text in pixels."""
        return sum(map(self._width, text))

    def _width(self, character: str) -> float:
        width = self._widths.get(character)
        if width is None:
            width = self._widths[character] = self._font.getlength(character)
        return width

    def has(self, character: str) -> bool:
        """Return whether the font shows something for a character."""
        return self._font.getmask(character).getbbox() is not None

    @cached_property
    def ascent(self) -> int:
        """How far letters go up from a baseline, in pixels."""
        return self._font.getmetrics()[0]

    @cached_property
    def descent(self) -> int:
        """How far letters go down from a baseline, in pixels."""
        return self._font.getmetrics()[1]

    def draw(self, text: str, colour: str, on: "Image", y: int) -> None:
        """Draw a text in a colour on a picture, with its baseline in a row."""
        x: float = LEFT
        for character in text:
            glyph = self._glyph(character, colour)
            on.paste(glyph.picture, (int(x) + glyph.left, y + glyph.top), glyph.mask)
            x += self._width(character)

    def _glyph(self, character: str, colour: str) -> _Glyph:
        glyph = self._glyphs.get((character, colour))
        if glyph is None:
            glyph = self._glyphs[character, colour] = self._drawn(character, colour)
        return glyph

    def _drawn(self, character: str, colour: str) -> _Glyph:
        from PIL import Image, ImageDraw

        left, top, right, bottom = map(int, self._font.getbbox(character, anchor="ls"))
        picture = Image.new("L", (right - left, bottom - top))
        ImageDraw.Draw(picture).text((-left, -top), character, 255, self._font, anchor="ls")
        picture = picture.point(_shades(colour))
        return _Glyph(picture, picture.point([0, *[255] * 255]), left, top)


@cache
def font(weight: str, size: int) -> Font:
    """Return a font by its weight, `Bold` or `Regular`, and its size in pixels."""
    return Font(weight, size)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text on a card."""

    y: int
    """Distance of its baseline from the top."""
    text: str
    font: Font
    colour: str


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
    has_glyphs = font("Regular", 32).has(character) and font("Bold", 32).has(character)
    return character == " " or (has_glyphs and unicodedata.category(character)[0] != "M")


def wrapped(text: str, font: Font, most: int) -> list[str]:
    """Return a text in lines that fit a card, at most so many; the last one ends in `…` if there is more."""
    if font.width(text) <= TEXT_WIDTH:
        return [text] if text else []
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and font.width(joined) <= TEXT_WIDTH:
            lines[-1] = joined
        elif len(lines) == most:
            lines[-1] = f"{joined}…"
            break
        else:
            lines.append(word)
    return [_cut(line, font) for line in lines]


def _cut(line: str, font: Font) -> str:
    """Return as much of a line as fits a card; with `…` at its end if that is not all."""
    if font.width(line) <= TEXT_WIDTH:
        return line
    end = next(end for end in range(len(line) - 1, -1, -1) if font.width(f"{line[:end]}…") <= TEXT_WIDTH)
    return f"{line[:end].rstrip(' …')}…"


def draw_card(lines: Sequence[Line], levels: Sequence[int] | None) -> bytes:
    """Return a card as PNG.

    Args:
        lines: Texts, from top to bottom.
        levels: The level of each day of the strip, from 0 to 4; None for a card without a strip.
    """
    bands = [_draw_lines(lines)] if lines else []
    if levels is not None:
        bands.append(_draw_strip(levels))
    parts, y = [], 0
    for top, rows in bands:
        parts += [_paper(top - y), _compressed(rows)]
        y = top + len(rows)
    return _png([*parts, _paper(HEIGHT - y)])


def _draw_lines(lines: Sequence[Line]) -> tuple[int, list[bytes]]:
    """Return the first row of texts on a card, and all their rows."""
    top = lines[0].y - lines[0].font.ascent
    band = _new_band(lines[-1].y + lines[-1].font.descent - top)
    for line in lines:
        line.font.draw(line.text, line.colour, band, line.y - top)
    return top, _rows(band)


def _draw_strip(levels: Sequence[int]) -> tuple[int, list[bytes]]:
    """Return the first row of a strip, and all its rows."""
    from PIL import Image, ImageDraw

    days = bytes(map(_INDICES_OF_LEVELS.__getitem__, levels)).ljust(7 * WEEKS, b"\0")
    squares = Image.frombytes("L", (7, WEEKS), days).transpose(Image.Transpose.TRANSPOSE)
    squares = squares.resize((WEEKS * _STEP, 7 * _STEP), Image.Resampling.NEAREST)
    band = _new_band(squares.height + 2 * _EDGE)
    band.paste(squares, (LEFT, _EDGE), _squares())
    week, weekday = divmod(len(levels) - 1, 7)
    x, y = LEFT + week * _STEP, _EDGE + weekday * _STEP
    today = (x - _EDGE, y - _EDGE, x + _CELL + _EDGE - 1, y + _CELL + _EDGE - 1)
    ImageDraw.Draw(band).rectangle(today, None, _AREAS.index(LIGHT.today), 3)
    return _STRIP_TOP - _EDGE, _rows(band)


def _new_band(height: int) -> "Image":
    """Return a picture as wide as a card, with the bar at its left edge."""
    from PIL import Image

    band = Image.new("L", (WIDTH, height))  # of indices of colours; the first one is that of the paper
    band.paste(_AREAS.index(INK), (0, 0, _BAR_WIDTH, height))
    return band


def _rows(band: "Image") -> list[bytes]:
    pixels = band.tobytes()
    return [pixels[start : start + WIDTH] for start in range(0, len(pixels), WIDTH)]


@cache
def _squares() -> "Image":
    """Return a mask of the squares of a strip, without the gaps between them."""
    from PIL import Image

    one = Image.new("L", (_STEP, _STEP))
    one.paste(255, (0, 0, _CELL, _CELL))
    mask = Image.new("L", (WEEKS * _STEP, 7 * _STEP))
    for x in range(0, mask.width, _STEP):
        for y in range(0, mask.height, _STEP):
            mask.paste(one, (x, y))
    return mask


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


class _Compressed(NamedTuple):
    """Rows of a PNG as a part of a deflate stream that does not refer to the parts before it."""

    stream: bytes
    checksum: int
    """Adler-32 of what is compressed."""
    size: int
    """Bytes of what is compressed."""


def _compressed(rows: Iterable[bytes]) -> _Compressed:
    """Compress some rows; most are like the one above."""
    filtered, above = [], None
    for row in rows:
        filtered += [_AS_ABOVE, bytes(WIDTH)] if row == above else [_NO_FILTER, row]
        above = row
    content = b"".join(filtered)
    compressor = zlib.compressobj(_COMPRESSION, wbits=-zlib.MAX_WBITS)
    stream = compressor.compress(content) + compressor.flush(zlib.Z_SYNC_FLUSH)  # ends at a whole byte
    return _Compressed(stream, zlib.adler32(content), len(content))


@cache
def _paper(height: int) -> _Compressed:
    """Return rows without texts, compressed."""
    return _compressed(_rows(_new_band(height)) if height else ())


def _png(parts: Iterable[_Compressed]) -> bytes:
    """Return a PNG of all rows of a card.

    Source: https://www.w3.org/TR/png-3/, and for the stream https://www.rfc-editor.org/rfc/rfc1950
    """
    checksum, streams = 1, []
    for part in parts:
        streams.append(part.stream)
        # Adler-32 of two texts from that of each, as `adler32_combine` of zlib, which Python does not have.
        low = (checksum & 0xFFFF) + (part.checksum & 0xFFFF) - 1
        high = (checksum >> 16) + (part.checksum >> 16) + part.size * ((checksum & 0xFFFF) - 1)
        checksum = (high % _ADLER_BASE) << 16 | low % _ADLER_BASE
    pixels = b"".join((b"\x78\x5e", *streams, b"\x03\x00", checksum.to_bytes(4, "big")))
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)  # indices of 8 bits, not interlaced
    chunks = (b"IHDR" + header), (b"PLTE" + _palette()), (b"IDAT" + pixels), b"IEND"
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (len(chunk) - 4).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big") for chunk in chunks
    )
