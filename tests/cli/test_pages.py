"""`daytrail pages`: the site as Markdown, which other generators build to the same pages."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from tests.command import CommandResult, run, spawn
from tests.conftest import Journal
from tests.processes import PATIENCE
from tests.website import DEMO_TODAY, ROOT, Built, Html, Site, build, build_apart, environment, text

pytestmark = pytest.mark.site

ZENSICAL = os.environ.get("ZENSICAL")
"""The program of another generator, which `make test ENGINE=zensical` installs."""
OTHERS = ["mkdocs", *(["zensical"] if ZENSICAL else [])]
ENTRY = "---\ntitle: Ebb\ntags: [sea]\n---\n\nSee [the flood](2026-01-07.md#second).\n"
FILES: dict[str, str | bytes] = {
    "entries/2026-01-06.md": ENTRY,
    "entries/2026-01-07.md": "Text, and <!-- private -->barnacles<!-- /private --> more.\n\n## Second\n\n"
    "```md\n```` not an end\n\n\n~~~\n{{ x }}\n\ttab\n```\n",
    "entries/2026-01-08.md": "---\ndraft: true\n---\n\nLimpets.\n",
    "docs/files/chart.csv": "a,b\n",
}


def export(project: Path, out: Path) -> CommandResult:
    return spawn(project, "pages", str(out), **environment())


def built_by(other: str, out: Path, site: Path) -> Site:
    """Build a copy without Daytrail, with a strict generator."""
    if other == "mkdocs":
        built = build_apart(out, into=site)
        assert built.status == 0, built.output
        return built.site
    subprocess.run([str(ZENSICAL), "build", "--strict"], cwd=out, check=True, timeout=PATIENCE)
    (out / "site").rename(site)
    return Site(site)


def broken(site: Site) -> list[str]:
    """Return what leads nowhere. The page for a wrong address has absolute links, which begin with the host here."""
    return [line for line in site.broken() if not line.startswith("404.html")]


def content(page: Html) -> Element:
    """Return the content of a page, without what the theme puts around it."""
    (article,) = (element for element in page.find("article.md-content__inner"))
    for parent in article.iter():
        for child in list(parent):
            around = child.get("id") == "__skip" or {"md-source-file", "dt-footer"} & set(
                child.get("class", "").split()
            )
            if around:
                parent.remove(child)
    return article


def shown(page: Html) -> tuple[object, ...]:
    """Return what a page says and where it leads: titles, description, text with its counts, links and their order."""
    article = content(page)
    links = [
        element.get("href") for element in article.iter("a") if "md-content__button" not in element.get("class", "")
    ]
    images = [element.get("src") for element in article.iter("img")]
    ids = [element.get("id") for element in article.iter() if element.get("id")]
    return page.title, page.meta("description"), page.meta("og:title"), text(article), links, images, ids


def differences(ours: Site, others: Site) -> Iterator[str]:
    for address, page in ours.pages.items():
        if address != "404.html":
            mine, theirs = shown(page), shown(others.page(address))
            yield from (f"{address}: {a!r} is {b!r}" for a, b in zip(mine, theirs, strict=True) if a != b)


@pytest.mark.parametrize("other", OTHERS)
def test_a_hostile_journal_is_the_same_without_daytrail(hostile: Built, tmp_path: Path, other: str) -> None:
    """Titles, texts, counts and links of each page are those of our own build, and no text becomes markup."""
    result = export(hostile.site.folder.parent, tmp_path / "out")
    assert result.status == 0, result.err
    site = built_by(other, tmp_path / "out", tmp_path / "site")
    assert broken(site) == []
    assert list(differences(hostile.site, site)) == []
    assert set(site.pages) == set(hostile.site.pages)


@pytest.mark.parametrize("flat", [False, True], ids=["folders", "files"])
@pytest.mark.parametrize("other", OTHERS)
def test_a_copy_has_data_feeds_and_files_and_nothing_private(
    journal: Journal, tmp_path: Path, other: str, flat: bool
) -> None:
    """Everything but the theme is in it, at the same address; code with fences and tabs comes out as written."""
    project = journal(FILES)
    if flat:
        with (project / "mkdocs.yml").open("a", encoding="utf-8") as settings:
            settings.write("\nuse_directory_urls: false\n")
    ours = build(project)
    assert ours.status == 0, ours.output
    assert export(project, tmp_path / "out").status == 0
    written = b"".join(path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file())
    assert b"barnacles" not in written
    assert b"Limpets" not in written
    site = built_by(other, tmp_path / "out", tmp_path / "site")
    assert broken(site) == []
    assert list(differences(ours.site, site)) == []
    missing = ours.site.files - site.files
    assert {
        name for name in missing if not name.startswith(("assets/javascripts/", "assets/stylesheets/", "search/"))
    } <= {
        "assets/images/favicon.png",
        "sitemap.xml.gz",
    }
    assert {"feed.xml", "data/log.json", "files/chart.csv"} <= site.files


@pytest.mark.skipif(not ZENSICAL, reason="`make test ENGINE=zensical` builds the demo, which takes half a minute")
def test_the_demo_is_the_same_in_zensical(site: Site, tmp_path: Path) -> None:
    result = spawn(ROOT, "pages", str(tmp_path / "out"), **environment(DAYTRAIL_TODAY=DEMO_TODAY))
    assert result.status == 0, result.err
    other = built_by("zensical", tmp_path / "out", tmp_path / "site")
    assert broken(other) == []
    assert list(differences(site, other)) == []


def test_a_second_run_writes_what_has_changed_and_keeps_what_is_not_its_own(journal: Journal, tmp_path: Path) -> None:
    """The same journal gives the same bytes; a page that is gone is deleted, and a file of the owner stays."""
    project, out = journal(FILES), tmp_path / "out"
    assert export(project, out).status == 0
    first = Site(out).bytes()
    (out / "docs/mine.md").write_text("# Mine\n", encoding="utf-8")
    assert export(project, out).err.endswith(" 0 changed\n")
    assert Site(out).bytes() == first | {"docs/mine.md": b"# Mine\n"}
    (project / "entries/2026-01-07.md").unlink()
    (project / "entries/2026-01-06.md").write_text("Slack water.\n", encoding="utf-8")
    assert export(project, out).status == 0
    assert not (out / "docs/log/2026/01/07").exists()
    assert "Slack water" in (out / "docs/log/2026/01/06/index.md").read_text(encoding="utf-8")
    assert (out / "docs/mine.md").read_bytes() == b"# Mine\n"


def test_a_folder_of_somebody_else_stays_as_it_is(journal: Journal, tmp_path: Path) -> None:
    """What is in the way, changed pages, links and folders of the project are refused, and nothing is written."""
    project, out = journal(FILES), tmp_path / "out"
    assert export(project, out).status == 0
    day = out / "docs/log/2026/01/06/index.md"
    day.write_text("Mine.\n", encoding="utf-8")
    (project / "entries/2026-01-07.md").unlink()
    before = Site(out).bytes()
    refused = export(project, out)
    assert (refused.status, "docs/log/2026/01/06/index.md" in refused.err) == (1, True)
    assert Site(out).bytes() == before
    day.unlink()
    day.symlink_to(project / "mkdocs.yml")
    assert export(project, out).status == 1
    mine = tmp_path / "mine"
    (mine / "notes").mkdir(parents=True)
    overlapping = [project / name for name in ("", "docs", "entries/new", "site/copy", "mkdocs.yml")]
    # Only what is in a folder is compared with a site that was built.
    for refused in (export(project, mine), *(run(project, "pages", str(folder)) for folder in overlapping)):
        assert (refused.status, "nothing was written" in refused.err) == (1, True), refused.err
    assert list(mine.iterdir()) == [mine / "notes"]
    assert not (project / "entries/new").exists()
