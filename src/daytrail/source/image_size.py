"""Width and height of an image by the beginning of its file.

Only headers are read, by the formats' own definitions: PNG (https://www.w3.org/TR/png-3/#11IHDR), GIF
(https://www.w3.org/Graphics/GIF/spec-gif89a.txt, section 18), JPEG (ITU-T T.81, B.2.2) and WebP (RFC 9649). Pillow
would be a compiled dependency for two numbers.
"""

import re
from pathlib import Path

_HEADER_BYTES = 1 << 18
"""How much of a file is read: a JPEG may begin with a preview and a colour profile."""
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}

_TURNED = re.compile(rb"Exif\x00\x00.{8,200}?(\x12\x01\x03\x00|\x01\x12\x00\x03)", re.DOTALL)


def image_size(path: Path) -> tuple[int, int] | None:
    """Return width and height in pixels. None for a file that cannot be read or is of another format."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEADER_BYTES)
    except OSError:
        return None
    size = _png(head) or _gif(head) or _webp(head) or _jpeg(head)
    return size if size and all(size) else None


def _png(head: bytes) -> tuple[int, int] | None:
    if head[:8] != b"\x89PNG\r\n\x1a\n" or len(head) < 24:
        return None
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def _gif(head: bytes) -> tuple[int, int] | None:
    if head[:6] not in (b"GIF87a", b"GIF89a") or len(head) < 10:
        return None
    return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")


def _webp(head: bytes) -> tuple[int, int] | None:
    if head[:4] != b"RIFF" or head[8:12] != b"WEBP" or len(head) < 30:
        return None
    match head[12:16]:
        case b"VP8X":
            return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1
        case b"VP8L":
            bits = int.from_bytes(head[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            return int.from_bytes(head[26:28], "little") & 0x3FFF, int.from_bytes(head[28:30], "little") & 0x3FFF
    return None


def _jpeg(head: bytes) -> tuple[int, int] | None:
    """Return the size in the first frame of a JPEG. None if a camera noted how to turn it, which swaps both."""
    if head[:2] != b"\xff\xd8" or _TURNED.search(head):
        return None
    at = 2
    while at + 9 < len(head) and head[at] == 0xFF:
        if head[at + 1] in _JPEG_FRAMES:
            return int.from_bytes(head[at + 7 : at + 9], "big"), int.from_bytes(head[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return None
