"""Subsets of a font for formulas, as they are shipped in src/daytrail/assets/.

    python tools/vendor.py @fontsource/stix-two-math
    python -m venv build/fonts && build/fonts/bin/pip install fonttools==4.68.0 brotli==1.2.1
    build/fonts/bin/python tools/math_font.py

STIX Two Math has a table of measures for formulas, which browsers need to draw a root sign, and a free licence, which
allows a subset under the same name. Its 4605 characters take 400 kB. `math.woff2` has what most formulas need: letters
of Latin, as browsers slant them, digits, brackets, roots, sums and the most frequent operators. `math-symbols.woff2`
has Greek letters, accents, arrows and other operators; `math-more.woff2` the other alphabets and rare operators. A
browser loads the second and the third for a character in them. Each has all sizes of what grows with what is in it.
The ranges are those of formula.css.

Chromium makes every root as wide as with the widest of the font's root signs, which leaves a gap behind small ones. So
large root signs are made narrower.
"""

import re
import shutil
import sys
from pathlib import Path
from typing import Any

from fontTools import subset  # type: ignore[import-not-found, import-untyped, unused-ignore]  # only in build/fonts
from fontTools.ttLib import TTFont  # type: ignore[import-not-found, import-untyped, unused-ignore]  # only in build/fonts

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "build/vendor/@fontsource/stix-two-math"
ASSETS = ROOT / "src/daytrail/assets"
FACES = re.compile(r"url\((?P<file>[\w-]+\.woff2)\)[^}]*unicode-range: (?P<ranges>[^;]+);")


ROOT_SIGN = 0x221A
WIDEST = 900
"""Of a root sign, in thousandths of the font's size. The smallest one takes 794, the largest took 1212."""


def narrow_root_signs(font: Any) -> None:
    """Scale root signs that are too wide, and the parts of growing ones."""
    variants = font["MATH"].table.MathVariants
    names = dict(zip(variants.VertGlyphCoverage.glyphs, variants.VertGlyphConstruction, strict=True))
    construction = names[font.getBestCmap()[ROOT_SIGN]]
    glyphs = {record.VariantGlyph for record in construction.MathGlyphVariantRecord}
    glyphs |= {part.glyph for part in construction.GlyphAssembly.PartRecords}
    for name in sorted(glyphs):
        advance, bearing = font["hmtx"][name]
        if advance > WIDEST:
            glyph = font["glyf"][name]
            glyph.coordinates.scale((WIDEST / advance, 1))
            glyph.recalcBounds(font["glyf"])
            font["hmtx"][name] = (WIDEST, round(bearing * WIDEST / advance))


def main() -> int:
    """Write the subsets and the licence."""
    style = (ASSETS / "formula.css").read_text(encoding="utf-8")
    for face in FACES.finditer(style):
        font = TTFont(SOURCE / "stix-two-math-latin-400-normal.woff2", recalcTimestamp=False)  # the same each time
        # `ssty` has the forms of primes in superscripts.
        options = subset.Options(hinting=False, layout_features=["ssty"], flavor="woff2")
        subsetter = subset.Subsetter(options)
        subsetter.populate(unicodes=subset.parse_unicodes(face["ranges"]))
        subsetter.subset(font)
        if ROOT_SIGN in font.getBestCmap():
            narrow_root_signs(font)
        subset.save_font(font, str(ASSETS / face["file"]), options)
    shutil.copy(SOURCE / "LICENSE", ASSETS / "math-LICENSE.txt")
    return 0


if __name__ == "__main__":
    sys.exit(main())
