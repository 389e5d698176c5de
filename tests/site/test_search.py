"""Bundles of the search: which pages are in which, when they are indexed anew, and what happens without Pagefind."""

import json
import re
import sys
from contextlib import nullcontext
from pathlib import Path
from unittest import mock

import pytest

from daytrail.site import search_index
from daytrail.site.staging import Staging
from daytrail.views.files import search
from tests.conftest import Journal, Shared
from tests.engine import needs_pagefind, needs_search_of_material
from tests.rebuild import rebuild
from tests.website import Site, build, settings

FILES = {
    "curriculum.yaml": "title: Tides\nseries: [{id: tides, title: The tides}]\n"
    "parts: [{id: sea, title: Sea, weeks: [{week: 1, title: Ebb, concepts: [Salt]}]}]\n",
    "docs/about.md": "# About & more\n\nWho writes.\n",
    "docs/tools/pumps.md": "# Pumps\n\nBrass.\n",
    "docs/reviews/2026-W02.md": "---\nreview: 2026-W02\n---\n\n# New year\n\nA calm week.\n\n## Days\n\nFour.\n",
    # On 16 February 2026 the last day of the oldest bundle, the first and the last one of the next, and one after it.
    "entries/2025-01-31.md": "---\ntitle: The moon\nday: 7\ntags: [sea]\n---\nSee the Old Pier.\n\n## Below\n\nSand.\n",
    "entries/2025-02-01.md": "---\ntitle: A pier\n---\n\nStone.\n",
    "entries/2025-12-31.md": "---\ntitle: Frost\n---\n\nIce.\n",
    "entries/2026-01-05.md": "---\ntitle: Ebb & flow\nday: 8\ntags: [low-water, sea]\n---\n\nLow water.\n",
}
ENTRY = "pagefind-entry.json"
DAYS = ("log/2025/01/31/", "log/2025/02/01/", "log/2025/12/31/", "log/2026/01/05/")


def bundle(site: Site, name: str) -> dict[str, bytes]:
    return {path: content for path, content in site.bytes().items() if path.startswith(f"search/{name}/")}


@needs_pagefind
def test_pages_are_in_bundles_by_their_dates(shared: Shared) -> None:
    """Days before the last month, and those older than twelve months, are in bundles of their own.

    So are pages about nothing newer, and those about no day that an entry hardly changes.
    """
    site = shared("searched", FILES)
    folders = ["search/", "search/year/", "search/older-1/"]
    assert json.loads((site.folder / "search/bundles.json").read_bytes()) == folders
    fragments = {name for name in site.files if name.endswith(".pf_fragment")}
    assert len(fragments) == len(site.searched)
    days = (b"Old Pier", b"Stone.", b"Ice.", b"Low water.", b"Who writes.", b"Brass.", b"A calm week.")
    texts = {name: b"".join(bundle(site, name).values()) for name in ("year", "older-1")}
    assert {name: [day in text for day in days] for name, text in texts.items()} == {
        "year": [False, True, True, False, False, True, False],
        "older-1": [True, False, False, False, False, False, False],
    }
    assert {*DAYS, "about/", "tags/sea/", "series/tides/", "log/2025/"} <= site.searched.keys()
    programs = {name for name in site.files if name.endswith((".js", "n.pagefind")) and name.startswith("search/")}
    assert programs == {"search/pagefind.js", "search/wasm.en.pagefind"}


@needs_pagefind
def test_a_day_is_indexed_with_its_names(shared: Shared) -> None:
    """Title, date, number and tags are beside the text, in which a search finds sections.

    What results show beside a title is not in it: a day has its date once, and a week or a review its number.
    """
    site = shared("searched", FILES)
    addresses = DAYS[-1], DAYS[0], "about/", "tags/sea/"
    day, old, about, tag = (site.searched[address] for address in addresses)
    assert day["content"] == "Low water."
    assert [page["filters"] for page in (day, tag, about)] == [{"is": ["day"]}, {}, {}]
    assert [day["meta"][name] for name in ("title", "about")] == ["Ebb & flow", "5 January 2026 · Day 8"]
    names = ["xqEbbflow", "xq5January2026", "xqDay8", "xq20260105", "xq8", "xq5January", "xq5Jan"]
    assert day["meta"]["label"].split() == names
    assert old["meta"]["pairs"] == "oldpier"
    assert [tag["meta"].get(name) for name in ("title", "about", "tags")] == ["Tag: sea", None, "sea"]
    assert [(anchor["element"], anchor["id"], anchor["text"]) for anchor in old["anchors"]] == [
        ("h2", "below", "Below")
    ]
    assert about["meta"]["title"] == "About & more"
    pages = (DAYS[2], "reviews/2026-W02/", "curriculum/week-01/", "curriculum/sea/")
    found = [(page["meta"]["title"], page["meta"].get("about")) for page in map(site.searched.__getitem__, pages)]
    assert found == [
        ("Frost", "31 December 2025"),
        ("New year", "Review"),
        ("Week 1: Ebb", None),
        ("Sea", "Part"),
    ]
    assert [anchor["id"] for anchor in site.searched[pages[1]]["anchors"]] == ["days"]


def indexed(project: Path) -> set[str]:
    """Build a project, and return the folders of the bundles that were indexed anew."""
    with mock.patch.object(Staging, "write", autospec=True, side_effect=Staging.write) as written:
        rebuild(project)
    entries = [call.args[1] for call in written.call_args_list if call.args[1].endswith(ENTRY)]
    return {path.removesuffix(ENTRY) for path in entries}


@needs_pagefind
def test_a_bundle_is_indexed_anew_when_its_pages_change(journal: Journal) -> None:
    """A new day leaves the older bundles as they are; a build of what has not changed, and a new design, leave all."""
    project = journal(FILES)
    rebuild(project)
    before = bundle(Site(project / "site"), "older-1")
    assert indexed(project) == set()
    (project / "entries/2026-01-06.md").write_text("A new day.\n", encoding="utf-8")
    assert indexed(project) == {"search/"}
    (project / "entries/2025-01-31.md").write_text("---\ntitle: Mended\n---\n\nText.\n", encoding="utf-8")
    assert "search/older-1/" in indexed(project)
    assert before != bundle(Site(project / "site"), "older-1")


@needs_pagefind
def test_older_pages_are_in_bundles_of_years(journal: Journal) -> None:
    """An edit of an old day has only the pages of some years indexed anew; one bundle of all takes much memory."""
    days = {f"entries/{year}-03-0{day}.md": f"Text of {year}.\n" for year in (2021, 2022, 2023, 2024) for day in (1, 2)}
    project = journal(FILES | days)
    with mock.patch.object(search, "MOST_PAGES", 8):  # three for a year, with its own
        rebuild(project)
        site = Site(project / "site")
        folders = ["search/", "search/year/", "search/older-2/", "search/older-1/"]
        assert json.loads((site.folder / "search/bundles.json").read_bytes()) == folders
        for name, years in {"older-1": [2021, 2022], "older-2": [2023, 2024]}.items():
            text = b"".join(bundle(site, name).values())
            assert [year for year in range(2021, 2025) if f"Text of {year}".encode() in text] == years
        (project / "entries/2021-03-01.md").write_text("Mended.\n", encoding="utf-8")
        assert "search/older-2/" not in indexed(project)


OWN_SEARCH = {
    "own/partials/search.html": '<p class="mine"></p>',
    "mkdocs.yml": settings().replace("  name: material\n", "  name: material\n  custom_dir: own\n"),
}


@needs_search_of_material
@pytest.mark.parametrize(
    ("files", "has_program"),
    [({}, False), ({"mkdocs.yml": settings().replace("timezone: UTC", "search: material")}, True), (OWN_SEARCH, True)],
    ids=["no program", "an option", "a template of the owner"],
)
def test_a_site_without_pagefind_has_the_search_of_material(
    journal: Journal, files: dict[str, str], has_program: bool
) -> None:
    """It has the texts of kept pages too. The build says if Pagefind is missing, and which texts are not found."""
    project = journal(FILES | {"entries/2026-01-06.md": "再帰関数\n"} | files)
    with nullcontext() if has_program else mock.patch("daytrail.site.plugin.program", return_value=None):
        before = build(project).site.bytes()
        built = build(project)
    assert built.status == 0, built.output
    assert {name for name in built.site.files if name.startswith("search/")} == {"search/search_index.json"}
    assert built.site.bytes() == before
    assert ("Pagefind is missing" in built.output) is not has_program
    assert "no part of a sentence without spaces between words in 1 page, such as entries/2026-01-06.md" in built.output
    assert "dt-find" not in built.site.page(DAYS[0]).source


@needs_pagefind
def test_a_failure_of_pagefind_ends_the_build(journal: Journal) -> None:
    """The message says what helps, and the published site stays as it was."""
    project = journal(FILES)
    rebuild(project)
    before = Site(project / "site").bytes()
    (project / "entries/2026-01-06.md").write_text("A new day.\n", encoding="utf-8")
    with mock.patch.object(search_index, "program", return_value=Path(sys.executable)):  # knows none of its options
        built = build(project)
    assert built.status != 0
    assert re.search("Pagefind cannot index the site: .*--service.*; `search: material` does without it", built.output)
    assert Site(project / "site").bytes() == before
