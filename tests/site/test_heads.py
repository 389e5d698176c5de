"""Heads of pages: titles that end no element, the author's picture and other pages, the icon."""

import json
from pathlib import Path

import pytest

from tests.engine import THEME
from tests.website import SITE_URL, Html, Site, build, make, settings

TITLE = "</script><script>alert(1)</script> <!-- & \u2028"
FILES: dict[str, str | bytes] = {
    "curriculum.yaml": "title: Tides\nauthor: {name: Mara </script>, picture: images/mara linden.jpg}\n",
    "entries/2026-01-12.md": f"---\ntitle: {json.dumps(TITLE)}\n---\n\nText.\n",
    "docs/images/mara linden.jpg": b"picture",
    "docs/index.md": "---\nrender_macros: true\n---\n\n# Home\n\n{{ now() }}\n",
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make(tmp_path_factory.mktemp("heads") / "project", FILES)


@pytest.fixture(scope="module")
def site(project: Path) -> Site:
    return build(project, into=project.parent / "site").site


def linked(page: Html, rel: str) -> list[str | None]:
    """Return what the head links to with a relation."""
    return [tag.get("href") for tag in page.find("link") if tag.get("rel") == rel]


def icons(site: Site, address: str) -> list[tuple[str, str] | None]:
    """Return the targets of the icons of a page."""
    return [site.target(address, href or "") for href in linked(site.page(address), "icon")]


def test_a_title_cannot_end_an_element_of_the_head(site: Site) -> None:
    page = site.page("log/2026/01/12/")
    titles = [tag.get("content") for tag in page.find("meta") if tag.get("property") == "og:title"]
    assert titles == [" ".join(TITLE.split())]
    assert not [script for script in page.find("script") if "alert(1)" in (script.text or "")]


def test_feeds_name_the_authors_picture(site: Site) -> None:
    """By its URL, since they are read elsewhere; the home page shows it by a relative link."""
    url = f"{SITE_URL}images/mara%20linden.jpg"
    feed = json.loads((site.folder / "feed.json").read_text(encoding="utf-8"))
    assert feed["authors"][0]["avatar"] == url
    assert f"<icon>{url}</icon>" in (site.folder / "feed.xml").read_text(encoding="utf-8")
    [shown] = site.page("").find("img.dt-hero__picture")
    assert site.target("", shown.get("src", "")) == ("images/mara linden.jpg", "")
    assert "images/mara linden.jpg" in site.files


def test_the_icon_is_ours_unless_the_owner_has_one(project: Path, site: Site) -> None:
    """An owner names a file, or puts one in the place of the theme's."""
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
