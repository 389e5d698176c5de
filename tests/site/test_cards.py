"""Cards for sharing: every kind of page has one, a new day draws its own, and a site does without."""

import struct
from pathlib import Path

from tests.conftest import Journal
from tests.rebuild import again, differing, rebuild
from tests.website import SITE_URL, Html, Site, build, settings


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
