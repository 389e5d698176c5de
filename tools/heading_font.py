"""Latin subset of Inter for headings and numbers, as it is shipped in src/daytrail/assets/.

    python -m venv build/fonts && build/fonts/bin/pip install fonttools==4.68.0 brotli==1.2.1
    build/fonts/bin/python tools/heading_font.py

The source is that of the cards for sharing. Letters of other scripts, and rare ones, are those of the visitor's system.
"""

from pathlib import Path

from fontTools import subset  # type: ignore[import-not-found, import-untyped, unused-ignore]  # only in build/fonts
from fontTools.ttLib import TTFont, scaleUpem  # type: ignore[import-not-found, import-untyped, unused-ignore]  # only in build/fonts

ASSETS = Path(__file__).resolve().parent.parent / "src/daytrail/assets"
CHARACTERS = [
    *range(0x20, 0x7F),
    *(0xA0, 0xA1, 0xAB, 0xB7, 0xBB, 0xBF),
    *range(0xC0, 0x100),
    *[0x131, 0x152, 0x153, 0x2013, 0x2014, 0x2018, 0x2019, 0x201A],
    *[0x201C, 0x201D, 0x201E, 0x2022, 0x2026, 0x20AC, 0x2190, 0x2192, 0x2212],
]
UNITS = 512
"""Units per em. The source has 2048; fewer save a tenth of the bytes. One is a tenth of a pixel of a large title."""


def main() -> None:
    """Write the subset."""
    font = TTFont(ASSETS / "fonts/Inter-Bold.ttf")
    options = subset.Options(layout_features=[], hinting=False, name_IDs=[0, 1, 2, 13], notdef_outline=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    scaleUpem.scale_upem(font, UNITS)
    font.flavor = "woff2"
    font.save(ASSETS / "heading.woff2")


if __name__ == "__main__":
    main()
