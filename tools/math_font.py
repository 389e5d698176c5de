"""Subsets of a font for formulas, as they are shipped in src/daytrail/assets/.

    python tools/vendor.py @fontsource/stix-two-math
    python -m venv build/fonts && build/fonts/bin/pip install fonttools==4.68.0 brotli==1.2.1
    build/fonts/bin/python tools/math_font.py

STIX Two Math has a table of measures for formulas, which browsers need to draw a root sign, and a free licence, which
allows a subset under the same name. Its 4605 characters take 400 kB. `math.woff2` has what most formulas need: letters
of Latin, upright and as browsers slant them, digits, brackets, roots, sums and the most frequent operators;
`math-greek.woff2` the usual small Greek letters, as browsers slant them, and `math-capitals.woff2` the upright capital
ones; `math-symbols.woff2` accents, arrows, other operators and other Greek letters; `math-more.woff2` the other
alphabets and rare operators. A browser loads these for a character in them. The ranges are those of
formula.css. The distances of scripts from single letters are left out, as browsers do not use them
(https://www.w3.org/TR/mathml-core/).

Chromium draws a sign in other sizes only with the font of the space, which `math.woff2` has. So rarer signs that grow
have a class, for which `math-symbols.woff2` is a font of its own with a space.

Chromium makes every root as wide as with the widest of the font's root signs, which leaves a gap behind small ones. So
large root signs are made narrower.
"""

import re
import shutil
import sys
from pathlib import Path
from typing import Any

from fontTools import subset  # type: ignore[import-not-found, import-untyped, unused-ignore]  # only in build/fonts
from fontTools.ttLib import TTFont, scaleUpem  # type: ignore[import-not-found, import-untyped, unused-ignore]  # only in build/fonts

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "build/vendor/@fontsource/stix-two-math"
ASSETS = ROOT / "src/daytrail/assets"
FACES = re.compile(
    r"font-family: \"Daytrail Math\";[^}]*url\((?P<file>[\w-]+\.woff2)\)[^}]*unicode-range: (?P<ranges>[^;]+);"
)


SLANTED = {**{0x3B1 + index: 0x1D6FC + index for index in range(25)}, 0x3D5: 0x1D719, 0x3F5: 0x1D716}
"""Slanted forms of small Greek letters. A font with both has the slanted one for each, since browsers that slant a
letter load a font for the upright one too. Upright letters are in another font, which formula.css has for them."""
ROOT_SIGN, SPACE = 0x221A, 0x20
WIDEST = 900
"""Greatest width of a root sign, in thousandths of the font's size. The smallest takes 794, the largest took 1212."""
UNITS = 256
"""Units per em of the subsets. The source has 1000; fewer save a sixth of the bytes. One is a tenth of a pixel."""
NAMES = (0, 1, 2)
"""What the subsets say of themselves: copyright, family and style. The licence is beside them."""
SIZES = (0, 1, 4, 7)
"""Numbers of the sizes of brackets that stay, in the order of the source: 0.93, 1.19, 1.91 and 2.63 em."""


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


def leave_out_sizes(font: Any) -> None:
    """Keep only `SIZES` of brackets that have thirteen; TeX has five. Browsers join higher ones from parts."""
    variants = font["MATH"].table.MathVariants
    for construction in variants.VertGlyphConstruction:
        records = construction.MathGlyphVariantRecord
        if len(records) > max(SIZES):
            largest = [] if construction.GlyphAssembly else records[-1:]
            construction.MathGlyphVariantRecord = [records[index] for index in SIZES] + largest
            construction.VariantCount = len(construction.MathGlyphVariantRecord)


def main() -> int:
    """Write the subsets and the licence."""
    style = (ASSETS / "formula.css").read_text(encoding="utf-8")
    for face in FACES.finditer(style):
        font = TTFont(SOURCE / "stix-two-math-latin-400-normal.woff2", recalcTimestamp=False)  # the same each time
        # `ssty` has the forms of primes in superscripts.
        options = subset.Options(hinting=False, layout_features=["ssty"], flavor="woff2", bidi_closure=False)
        leave_out_sizes(font)
        font["MATH"].table.MathGlyphInfo.MathKernInfo = None
        subsetter = subset.Subsetter(options)
        characters = {*subset.parse_unicodes(face["ranges"])}
        slanted = {upright: letter for upright, letter in SLANTED.items() if {upright, letter} <= characters}
        subsetter.populate(unicodes=[SPACE, *sorted(characters - set(slanted))])
        subsetter.subset(font)
        for table in font["cmap"].tables:
            table.cmap |= {upright: font.getBestCmap()[letter] for upright, letter in slanted.items()}
        if ROOT_SIGN in font.getBestCmap():
            narrow_root_signs(font)
        scaleUpem.scale_upem(font, UNITS)
        font["name"].names = [record for record in font["name"].names if record.nameID in NAMES]
        subset.save_font(font, str(ASSETS / face["file"]), options)
    shutil.copy(SOURCE / "LICENSE", ASSETS / "math-LICENSE.txt")
    return 0


if __name__ == "__main__":
    sys.exit(main())
