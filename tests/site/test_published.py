"""Only what is public reaches the site: no draft, no private passage, no file that no page shows."""

import zlib
from pathlib import Path

import pytest

from tests.conftest import Journal
from tests.website import Site, build, make

PLAN = """\
title: Tides
start: 2026-01-12
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: Ebb
        reading: [{id: moon, title: The moon, url: https://example.org/moon}]
"""
ENTRIES: dict[str, str | bytes] = {
    "curriculum.yaml": PLAN,
    "entries/2026/2026-01-12.md": (
        "---\ntitle: Open water\ntags: [tide]\n---\n\n"
        "Before ![a chart](chart%20one.png) and [the table](files/table.csv). "
        "<!-- private -->heronmorse <!-- /private -->After.\n\n"
        '<img src="raw.svg" alt="raw">\n\n'
        "<!-- private -->\n## lapwingsecret\n\n- [ ] ternetask [a](https://example.org/gannetlink)\n\n"
        "![x](knotpicture.png)\n<!-- /private -->\n\nEnd.\n"
    ),
    "entries/2026/2026-01-13.md": (
        "---\ntitle: Ploverdraft\ndraft: true\ntags: [curlewtag]\n"
        "series: plan-less\n---\n\nDunlintext ![y](dipperpicture.png)\n"
    ).replace("series: plan-less\n", "links: [https://example.org/moon?wrenlink]\ndone: [w01/moon]\n"),
    "entries/2026/chart one.png": b"chart",
    "entries/2026/raw.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "entries/2026/files/table.csv": b"a,b",
    "entries/2026/knotpicture.png": b"only in a private passage",
    "entries/2026/dipperpicture.png": b"only in a draft",
    "entries/2026/strayfile.txt": b"nobody refers to it",
    "entries/2026/.quailhidden.png": b"hidden",
    "docs/about.md.orig": b"sandpiper, as git kept it before a merge",
    "docs/about.md.rej": b"sandpiper, as patch could not put it in",
}
SECRETS = [
    "heronmorse",
    "lapwing",
    "ternetask",
    "gannet",
    "knotpicture",
    "plover",
    "curlew",
    "dunlin",
    "dipperpicture",
    "wrenlink",
    "strayfile",
    "quail",
    "sandpiper",
]


@pytest.fixture(scope="module")
def shore(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the site of the files above."""
    built = build(make(tmp_path_factory.mktemp("shore"), ENTRIES))
    assert built.status == 0, built.output
    return built.site


def test_private_content_is_nowhere_in_the_site(shore: Site) -> None:
    """No file contains a draft, a private passage or the name of a file that no published text shows."""
    assert files_with(shore, *SECRETS) == []
    assert files_with(shore, "open water") != []


def test_a_draft_does_not_change_the_state_of_items(shore: Site) -> None:
    """An item in `done` of a draft is not done, and a link in a draft touches nothing."""
    items = shore.page("curriculum/week-01/").find("li.dt-item")
    assert [item.get("class") for item in items] == ["dt-item dt-item--planned"]


def test_files_that_an_entry_shows_are_copied_to_the_site(shore: Site) -> None:
    """Images and files that an entry's text shows or links to are copied, and the page links to them."""
    here = "log/2026/01/12/"
    page = shore.page(here)
    urls = [url for element, url in page.references if element in set(page.main.iter()) and "." in url.split("/")[-1]]
    led = [target for url in urls if (target := shore.target(here, url))]
    assert {(shore.folder / path).read_bytes() for path, _ in led} == {
        ENTRIES[f"entries/2026/{name}"] for name in ("chart one.png", "raw.svg", "files/table.csv")
    }


def test_a_file_outside_the_entries_is_not_published(journal: Journal, tmp_path: Path) -> None:
    """No path in an entry reaches files above the folder of the entries."""
    (tmp_path / "above.png").write_bytes(b"above")
    built = build(
        journal(
            {
                "entries/2026-01-12.md": "![a](../../above.png) ![b](../notes.txt) "
                "[c](../mkdocs.yml) ![d](..%2Fnotes.txt)\n",
                "notes.txt": "kestrelnote",
            }
        ),
        strict=False,
    )
    assert "Traceback" not in built.output
    assert files_with(built.site, "kestrelnote") == []
    assert [name for name in built.site.files if name.endswith(("above.png", "notes.txt", "mkdocs.yml"))] == []


def files_with(site: Site, *words: str) -> list[str]:
    """Return the files of a site with a word in their content or name."""
    hits = []
    for name, content in site.bytes().items():
        plain = zlib.decompress(content, wbits=31) if name.endswith(".gz") else content
        text = f"{name}\n".lower().encode() + plain.lower()
        hits += [f"{name}: {word}" for word in words if word.encode() in text]
    return hits
