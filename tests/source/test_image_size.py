"""Width and height of images."""

import struct
from pathlib import Path

from daytrail.source.published_files import image_size
from tests.for_each import for_each

FRAME = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, 20, 30, 3) + bytes(9)
TURNED = b"Exif\0\0MM\0*" + struct.pack(">LHHHLHHL", 8, 1, 0x0112, 3, 1, 6, 0, 0)
IMAGES = {
    "diagram.png": (b"\x89PNG\r\n\x1a\n" + struct.pack(">L4sLL5B", 13, b"IHDR", 30, 20, 8, 2, 0, 0, 0), (30, 20)),
    "photograph.jpg": (b"\xff\xd8" + FRAME, (30, 20)),
    "turned.jpg": (b"\xff\xd8\xff\xe1" + struct.pack(">H", len(TURNED) + 2) + TURNED + FRAME, (20, 30)),
    "cut.jpg": (b"\xff\xd8\xff\xe0\x00\x04", None),
    "without_height.png": (b"\x89PNG\r\n\x1a\n" + struct.pack(">L4sLL5B", 13, b"IHDR", 30, 0, 8, 2, 0, 0, 0), None),
    "sized.svg": (
        b'<?xml version="1.0"?>\n<svg\n  width="300px" height=\'200.5\' viewBox="0 0 3 2"><rect width="3"/></svg>',
        None,
    ),
    "empty.gif": (b"", None),
}


@for_each(IMAGES)
def test_an_image_has_the_size_that_a_browser_shows(name: str, tmp_path: Path) -> None:
    """Of a damaged image and of a drawing, there is none."""
    content, size = IMAGES[name]
    (tmp_path / name).write_bytes(content)
    assert image_size(tmp_path / name) == size
    assert image_size(tmp_path / "missing.png") is None
