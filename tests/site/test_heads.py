"""Heads of pages: titles that end no element, the author's picture and other pages, the icon."""

import json

from tests.conftest import Journal
from tests.engine import THEME
from tests.website import SITE_URL, Site, build, settings

TITLE = "</script><script>alert(1)</script> <!-- & \u2028"
FILES: dict[str, str | bytes] = {
    "curriculum.yaml": "title: Tides\nauthor: {name: Mara </script>, picture: images/mara linden.jpg}\n",
    "entries/2026-01-12.md": f"---\ntitle: {json.dumps(TITLE)}\n---\n\nText.\n",
    "docs/images/mara linden.jpg": b"picture",
    "docs/index.md": "---\nrender_macros: true\n---\n\n# Home\n\n{{ now() }}\n",
}


def test_a_head_has_titles_as_text_the_authors_picture_and_an_icon(journal: Journal) -> None:
    """A title ends no element. Feeds name the picture by its URL, since they are read elsewhere.

    The icon is ours unless an owner names a file, or puts one in the place of the theme's.
    """
    project = journal(FILES)
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
