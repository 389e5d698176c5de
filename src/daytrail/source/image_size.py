"""Width and height of an image by the beginning of its file."""

import re
from pathlib import Path

_SVG = re.compile(rb"<svg\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_LENGTH = re.compile(rb"\s(width|height)\s*=\s*[\"']\s*(\d{1,5})(?:\.\d*)?(?:px)?\s*[\"']")
_BEGINNING = 1 << 14
"""Bytes of a drawing in which its first element is looked for, behind comments and declarations."""


def image_size(path: Path) -> tuple[int, int] | None:
    """Return width and height in pixels as a browser shows the image: a photograph may note how to turn it.

    None for a file that cannot be read or is of another format, or a drawing that does not state both in pixels.
    """
    if path.suffix.casefold() == ".svg":  # imagesize 2.0.1 takes the first width in the file, of whatever element
        return _drawing_size(path)
    import imagesize  # not at the top: it imports clients for the network, and most builds look at no new image

    width, height = imagesize.get(path)
    return (width, height) if width > 0 and height > 0 else None


def _drawing_size(path: Path) -> tuple[int, int] | None:
    """Return the size that an SVG states. Without one, browsers show it as wide as there is space."""
    try:
        with path.open("rb") as file:
            element = _SVG.search(file.read(_BEGINNING))
    except OSError:
        return None
    lengths = {name: int(length) for name, length in _LENGTH.findall(element[0])} if element else {}
    width, height = lengths.get(b"width"), lengths.get(b"height")
    return (width, height) if width and height else None
