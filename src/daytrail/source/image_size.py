"""Width and height of an image by the beginning of its file."""

from pathlib import Path

import imagesize


def image_size(path: Path) -> tuple[int, int] | None:
    """Return width and height in pixels as a browser shows the image: a photograph may note how to turn it.

    None for a file that cannot be read or is of another format.
    """
    if path.suffix.casefold() == ".svg":  # imagesize 2.0.1 takes the first width in the file, of whatever element
        return None
    width, height = imagesize.get(path)
    return (width, height) if width > 0 and height > 0 else None
