"""Width and height of images."""

import struct
from pathlib import Path

import pytest

from daytrail.source.image_size import image_size

FRAME = b"\xff\xc0" + struct.pack(">HBHH", 17, 8, 20, 30) + b"\x03" * 20
TURNED = b"\xff\xe1\x00\x20Exif\x00\x00MM\x00*aaaa\x01\x12\x00\x03aaaaaaaaaaaa"
FORMATS = {
    "png": (b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 30, 20), (30, 20)),
    "gif": (b"GIF89a" + struct.pack("<HH", 30, 20), (30, 20)),
    "jpeg": (b"\xff\xd8\xff\xe0\x00\x04ab" + FRAME, (30, 20)),
    "turned jpeg": (b"\xff\xd8" + TURNED + FRAME, None),
    "webp": (b"RIFFaaaaWEBPVP8Xaaaaaaaa" + bytes((29, 0, 0, 19, 0, 0)), (30, 20)),
    "lossless webp": (b"RIFFaaaaWEBPVP8Laaaa\x2f" + struct.pack("<I", 29 | 19 << 14) + b"aaaaaa", (30, 20)),
    "lossy webp": (b"RIFFaaaaWEBPVP8 aaaaaaaaaa" + struct.pack("<HH", 30, 20), (30, 20)),
    "empty": (b"", None),
    "text": (b"<svg/>", None),
    "cut jpeg": (b"\xff\xd8\xff\xe0\x00\x04", None),
    "png without height": (b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 30, 0), None),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_size_is_read_from_the_header(tmp_path: Path, name: str) -> None:
    """Of a damaged, a turned and an unknown image there is none."""
    content, size = FORMATS[name]
    path = tmp_path / "image"
    path.write_bytes(content)
    assert image_size(path) == size
    assert image_size(tmp_path / "missing") is None
