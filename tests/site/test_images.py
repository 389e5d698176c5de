"""Images of entries in a built site."""

import struct

from tests.conftest import Journal
from tests.website import build


def png(width: int, height: int) -> bytes:
    """Return the beginning of a PNG."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII5B", 13, b"IHDR", width, height, 8, 2, 0, 0, 0)


def test_images_of_an_entry_have_their_sizes(journal: Journal) -> None:
    """Each has its own, also when the file has changed since; the first one loads at once, the others when needed."""
    text = "![a](a%20b.png)\n\n![b](sub/b.gif)\n\n<img src='a%20b.png' width='7'>\n\n![none](gone.png)\n"
    project = journal(
        {
            "entries/2026/2026-01-05.md": text,
            "entries/2026/a b.png": png(640, 480),
            "entries/2026/sub/b.gif": b"GIF89a" + struct.pack("<HH", 10, 20),
        }
    )

    def images() -> list[tuple[str | None, ...]]:
        page = build(project, strict=False).site.page("log/2026/01/05/")
        found = [image for image in page.find("img") if (image.get("src") or "").startswith("..")]
        return [tuple(map(image.get, ("width", "height", "loading"))) for image in found][:3]

    assert images() == [("640", "480", None), ("10", "20", "lazy"), ("7", None, None)]
    (project / "entries/2026/a b.png").write_bytes(png(64, 48))
    assert images()[0] == ("64", "48", None)
