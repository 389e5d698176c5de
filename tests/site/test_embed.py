"""Page with pictures of the log and the plan, to copy into a README."""

from pathlib import Path
from urllib.parse import unquote

from tests.conftest import Journal
from tests.website import SITE_URL, Html, Site, build, make, text

PLAN = "title: Tides\nparts: [{id: one, title: One, weeks: [{week: 1, title: Ebb}]}]\n"
FILES = {"curriculum.yaml": PLAN, "entries/2026-01-12.md": "Text.\n"}


def to_copy(site: Site) -> list[str]:
    """Return the texts to copy."""
    return ["".join(code.itertext()) for code in site.page("embed/").find("code")]


def test_what_is_copied_shows_the_pictures_of_the_site(journal: Journal) -> None:
    """By absolute URLs, for light and dark pages, each with a text; the badge is only named, not loaded."""
    site = build(journal(FILES)).site
    *pictures, badge = to_copy(site)
    for name, code in zip(("strip", "progress"), pictures, strict=True):
        page = Html(f"<article>{code}</article>")
        urls = [url for _, url in page.references]
        assert urls == [SITE_URL, f"{SITE_URL}data/{name}.svg", f"{SITE_URL}data/{name}-dark.svg"]
        assert {url.removeprefix(SITE_URL) for url in urls[1:]} <= site.files
        assert page.find("source")[0].get("media") == "(prefers-color-scheme: dark)"
        assert page.find("img")[0].get("alt")
    assert unquote(badge) == f"https://img.shields.io/endpoint?url={SITE_URL}data/badge.json"
    shown = [site.target("embed/", img.get("src", "")) for img in site.page("embed/").find("img")]
    assert [target and target[0] for target in shown] == [
        f"data/{name}.svg" for name in ("strip", "strip-dark", "progress", "progress-dark")
    ]


def test_a_site_without_a_url_has_paths_to_complete(journal: Journal) -> None:
    """A badge needs the whole address, so there is none."""
    strip, progress = to_copy(build(journal(FILES), SITE_URL="").site)
    assert 'src="data/strip.svg"' in strip
    assert 'src="data/progress.svg"' in progress


def test_a_page_of_the_owner_takes_its_place(journal: Journal, tmp_path: Path) -> None:
    """The footer leads to either, and to none where there is nothing to show."""
    site = build(journal({**FILES, "docs/embed.md": "# Mine\n"})).site
    assert [text(heading) for heading in site.page("embed/").find("h1")] == ["Mine¶"]
    assert text(site.page("").find(".dt-footer__pages")[0]) == "Embed"
    empty = build(make(tmp_path / "empty", {"curriculum.yaml": "title: Tides\n"})).site
    assert "embed/" not in empty.pages
    assert empty.page("").find(".dt-footer__pages") == []
