"""Emoji that GitHub writes as shortcodes."""

import re

from pymdownx import gemoji_db  # type: ignore[import-untyped]  # has no type hints

_SHORTCODE = re.compile(r":[a-z][a-z\d_+-]*:(?!:(?![a-z][a-z\d_+-]*:))", re.IGNORECASE)


def with_emoji(text: str) -> str:
    """Return a text with the emoji of shortcodes such as `:book:`; unknown ones stay."""
    return _SHORTCODE.sub(_emoji, text) if ":" in text else text


def _emoji(code: re.Match[str]) -> str:
    numbers = gemoji_db.emoji.get(code[0].lower(), {}).get("unicode")
    return "".join(chr(int(number, 16)) for number in numbers.split("-")) if numbers else code[0]
