"""Pictures of entries in a built site: their sizes, small versions and rows."""

import struct
from collections.abc import Mapping
from io import BytesIO

from PIL import Image

from daytrail.source.photos import MOST_BYTES, SMALL_SIDE
from tests.conftest import Journal
from tests.website import Site, build

DAY = "log/2026/01/05/"


def png(width: int, height: int) -> bytes:
    """Return the beginning of a PNG, which no program can show."""
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII5B", 13, b"IHDR", width, height, 8, 2, 0, 0, 0)


def noise(width: int, height: int) -> bytes:
    """Return a picture that compresses badly."""
    out = BytesIO()
    Image.effect_noise((width, height), 120).convert("RGB").save(out, "JPEG")
    return out.getvalue()


FILES: Mapping[str, str | bytes] = {
    "entries/2026/2026-01-05.md": "![a](a%20b.png)\n\nThen\n\n![b](sub/b.gif)\n\n<img src='a%20b.png' width='7'>\n"
    '\n![none](gone.png)\n\n## A row\n\n![c](c.jpg "Sea")\n![a](a%20b.png)\n',
    "entries/2026/2026-01-06.md": "![b](sub/b.gif) and [a](<a b.png>)\n",
    "entries/2026/2026-01-07.md": "No picture.\n",
    "entries/2026/a b.png": png(640, 480),
    "entries/2026/c.jpg": noise(1000, 2000),
    "entries/2026/sub/b.gif": b"GIF89a" + struct.pack("<HH", 10, 20),
}
SMALL = "assets/daytrail/thumbnails/entries/2026/"


def test_images_of_an_entry_have_their_sizes_and_small_versions(journal: Journal) -> None:
    """The first one loads at once; none is higher than a window. All follow a file that changes.

    The log shows the first one of a day that has one, a row shows them all; links lead to the whole picture.
    """
    project = journal(FILES)
    site = build(project, strict=False).site

    def images(site: Site) -> list[tuple[str | None, ...]]:
        found = [image for image in site.page(DAY).find("img") if (image.get("src") or "").startswith("..")]
        return [tuple(map(image.get, ("width", "height", "loading"))) for image in found]

    assert images(site)[:3] == [("640", "480", None), ("10", "20", "lazy"), ("7", None, None)]
    assert images(site)[-2] == ("320", "640", "lazy")
    row = [(link.get("href"), link[0].get("src")) for link in site.page(DAY).find("a.dt-picture")][-2:]
    assert row == [
        (f"../../../../entries/2026/{name}", f"../../../../{SMALL}{name}.webp") for name in ("c.jpg", "a%20b.png")
    ]
    log = site.page("log/2026/")
    rows = {row.get("id"): [image.get("src") for image in log.find("img", row)] for row in log.find(".dt-entry")}
    assert rows == {
        "2026-01-05": [f"../../{SMALL}a%20b.png.webp"],
        "2026-01-06": [f"../../{SMALL}a%20b.png.webp"],
        "2026-01-07": [],
    }
    first = small(site)
    with Image.open(BytesIO(first)) as image:
        assert (image.format, image.size) == ("WEBP", (SMALL_SIDE // 2, SMALL_SIDE))
    assert len(first) < MOST_BYTES
    (project / "entries/2026/a b.png").write_bytes(png(64, 48))
    (project / "entries/2026/c.jpg").write_bytes(noise(2000, 1000))
    changed = build(project, strict=False).site
    assert images(changed)[0] == ("64", "48", None)
    assert small(changed) != first
    (project / "site").rename(project / "warm")
    assert build(project, strict=False).site.bytes() == Site(project / "warm").bytes()


def small(site: Site) -> bytes:
    """Return the small version of the large picture."""
    return (site.folder / f"{SMALL}c.jpg.webp").read_bytes()
