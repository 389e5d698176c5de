"""Pictures of a built site: those of entries, cards for sharing, of the author and the icon; titles of pages."""

import json
import struct
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image

from daytrail.source.photos import MOST_BYTES, SMALL_SIDE
from tests.conftest import Journal
from tests.engine import THEME
from tests.rebuild import again, differing, rebuild
from tests.website import SITE_URL, Html, Site, build, settings

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


def metas(page: Html) -> dict[str, str]:
    tags = page.root.iter("meta")
    return {tag.get("property") or tag.get("name") or "": tag.get("content", "") for tag in tags}


def size(picture: bytes) -> tuple[int, ...]:
    """Return width and height of a PNG: https://www.w3.org/TR/png-3/#11IHDR."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", picture[16:24])


def test_every_page_names_a_card(site: Site) -> None:
    """Days, weeks, milestones, series and the home page name their own card, all others that of the home page."""
    for address, page in site.pages.items():
        found = metas(page)
        folder = address.split("/")
        has_own = len(folder) > 4 or (len(folder) == 3 and folder[0] in ("milestones", "series")) or "/week-" in address
        own = address if has_own and "/page-" not in address else ""
        assert found["og:image"] == f"{SITE_URL}{own}card.png", address
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert found["twitter:card"] == "summary_large_image"
        assert found["og:image:alt"]
    drawn = [name for name in site.files if name.endswith("card.png")]
    assert len(drawn) > 150
    assert {size((site.folder / name).read_bytes()) for name in drawn} == {(1200, 630)}


def test_a_new_day_draws_its_card_and_no_other_days(built_project: Path, tmp_path: Path) -> None:
    """Those of the home page and of the series change with it; all cards are those of a clean build."""
    project = again(built_project, tmp_path)
    before = {path: path.stat().st_ino for path in (project / "site").rglob("card.png")}
    assert len(before) > 8
    (project / "entries/2026-01-11.md").write_text("---\nhours: 3\n---\n\nText.\n", encoding="utf-8")
    rebuild(project)
    after = {path: path.stat().st_ino for path in (project / "site").rglob("card.png")}
    drawn = {path.relative_to(project / "site").as_posix() for path in after if after[path] != before.get(path)}
    assert "log/2026/01/11/card.png" in drawn
    assert {name for name in drawn if name.startswith(("log/", "curriculum/", "milestones/"))} == {
        "log/2026/01/11/card.png"
    }
    assert differing(project) == []


def test_cards_can_be_switched_off(journal: Journal) -> None:
    config = settings().replace("      timezone: UTC\n", "      timezone: UTC\n      og_cards: false\n")
    site = build(journal({"mkdocs.yml": config, "entries/2026-01-05.md": "Text.\n"})).site
    assert [name for name in site.files if name.endswith("card.png")] == []
    found = metas(site.page("log/2026/01/05/"))
    assert ("og:image" in found, found["twitter:card"]) == (False, "summary")


TITLE = "</script><script>alert(1)</script> <!-- & \u2028"
HEADS: dict[str, str | bytes] = {
    "curriculum.yaml": "title: Tides\nauthor: {name: Mara </script>, picture: images/mara linden.jpg}\n",
    "entries/2026-01-12.md": f"---\ntitle: {json.dumps(TITLE)}\n---\n\nText.\n",
    "docs/images/mara linden.jpg": b"picture",
    "docs/index.md": "---\nrender_macros: true\n---\n\n# Home\n\n{{ now() }}\n",
}


def test_a_head_has_titles_as_text_the_authors_picture_and_an_icon(journal: Journal) -> None:
    """A title ends no element. Feeds name the picture by its URL, since they are read elsewhere.

    The icon is ours unless an owner names a file, or puts one in the place of the theme's.
    """
    project = journal(HEADS)
    site = build(project).site
    page = site.page("log/2026/01/12/")
    titles = [tag.get("content") for tag in page.find("meta") if tag.get("property") == "og:title"]
    assert titles == [" ".join(TITLE.split())]
    assert not [script for script in page.find("script") if "alert(1)" in (script.text or "")]
    url = f"{SITE_URL}images/mara%20linden.jpg"
    feed = json.loads((site.folder / "feed.json").read_text(encoding="utf-8"))
    assert feed["authors"][0]["avatar"] == url
    assert f"<icon>{url}</icon>" in (site.folder / "feed.xml").read_text(encoding="utf-8")
    [shown] = site.page("").find("img.dt-hero__picture")
    assert site.target("", shown.get("src", "")) == ("images/mara linden.jpg", "")
    assert "images/mara linden.jpg" in site.files
    for address in ("", "log/2026/01/12/", "404.html"):
        assert icons(site, address) == [("assets/daytrail/favicon.svg", "")]
    assert "assets/daytrail/favicon.svg" in site.files
    (project / "docs/assets/images").mkdir(parents=True)
    (project / "docs/assets/images/favicon.png").write_bytes(b"mine")
    assert icons(build(project).site, "") == [("assets/images/favicon.png", "")]
    (project / "docs/me.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    config = settings().replace(f"  name: {THEME}\n", f"  name: {THEME}\n  favicon: me.svg\n", 1)
    (project / "mkdocs.yml").write_text(config, encoding="utf-8")
    assert icons(build(project).site, "log/2026/01/12/") == [("me.svg", "")]


def icons(site: Site, address: str) -> list[tuple[str, str] | None]:
    """Return the targets of the icons of a page."""
    links = [link for link in site.page(address).find("link") if link.get("rel") == "icon"]
    return [site.target(address, link.get("href", "")) for link in links]
