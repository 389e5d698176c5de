"""Texts in scripts without spaces between words, for the search: each letter in them is made a word of its own.

Pagefind takes a run of such letters for one word. A search for a part of a run is one for its letters in their order,
which needs no dictionary; Pagefind's own for Chinese and Japanese take 52 MB, and find only what they take for a word.
"""

import re
import unicodedata

JOINER = "\u2060"
"""Invisible character before each space that is put in, by which `assets/search.js` takes both out."""
_RANGES = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u1000", "\u109f"),  # Burmese
    ("\u1780", "\u17ff"),  # Khmer
    ("\u3005", "\u3007"),
    ("\u3041", "\u30fa"),  # Japanese syllables
    ("\u30fc", "\u312f"),
    ("\u3400", "\u4dbf"),  # Chinese characters
    ("\u4e00", "\u9fff"),
    ("\uf900", "\ufaff"),
    ("\uff66", "\uff9f"),
    ("\U00020000", "\U0003ffff"),
)
LETTERS = "".join(f"{first}-{last}" for first, last in _RANGES)
"""Letters of these scripts and the marks on them, as in a set of a regular expression."""
_MARKS = "".join(
    chr(code)
    for first, last in _RANGES[:5]
    for code in range(ord(first), ord(last) + 1)
    if unicodedata.category(chr(code)).startswith("M")
)
CODED = (
    (0x0E00, 0x0EFF, 0x12200),
    (0x1000, 0x109F, 0x12100),
    (0x1780, 0x17FF, 0x11A20),
    (0x3041, 0x30FF, 0x10200),
)
"""First and last character of scripts with marks, and how far from them the hieroglyphs are that stand for them.

Pagefind takes letters with other marks or none for the same, such as those for *ta* and *da*, and then misses some in
their order.
"""
_CODES = {code: chr(code + by) for first, last, by in CODED for code in range(first, last + 1)}
RUN = re.compile(f"[{LETTERS}]{{2,}}")
"""Some letters of which a word may be only a part."""
_PUNCTUATION = "\u3000-\u303f\uff00-\uff65"
_BOUNDARY = re.compile(rf"(?<=\S)(?![{_MARKS}])(?=[{LETTERS}])|(?<=[{LETTERS}{_PUNCTUATION}])(?=\w)(?![{LETTERS}])")


def index_language(language: str) -> str:
    """Return the language for Pagefind: none if it would look for words in what is typed, instead of letters."""
    return "und" if re.split("[-_]", language)[0] in ("ja", "th", "zh") else language


def spaced(text: str) -> str:
    """Return a text, which may have tags, with a space around each letter of these scripts, marks on it included."""
    if not RUN.search(text):
        return text
    words = _BOUNDARY.sub(lambda match: " " if text[match.start() - 1] == ">" else f"{JOINER} ", text)
    return words.translate(_CODES)
