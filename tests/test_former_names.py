"""Former names of weeks, items, milestones, topics and series: entries may go on to use them, and their pages move."""

from datetime import date
from pathlib import Path

import pytest

from daytrail.facts import Facts
from daytrail.facts.progress import State
from daytrail.project.data_files import output_files
from daytrail.source.load import load
from daytrail.views.pages import pages
from daytrail.views.publication import Publication
from tests.command import write

PLAN = """
title: Tides
series: [{id: coast, title: Coast, was: [Shore, shore]}]
parts:
  - id: one
    title: One
    weeks:
      - {week: 1, title: New}
      - week: 2
        title: Ebb
        was: [w01]
        concepts: [{id: neap, text: Neap tides, was: [slack]}]
      - week: 3
        title: Flood
        was: [w02, w09]
        concepts: [{id: bore, text: A bore}, {id: moon, text: The moon, was: [w02/moon, w01/moon]}]
milestones: [{id: drawn, text: Draw a tide, weeks: [2], was: [sketch]}]
topics: [{id: gravity, title: Gravity, was: [pull]}]
"""
DAY = """---
was: [2026-01-06-start]
series: shore
done: [w01/slack, w02/bore, w01/moon]
touched: [pull, w09]
milestone: sketch
---
"""


@pytest.fixture
def facts(tmp_path: Path) -> Facts:
    """A journal whose only entry says all by former names."""
    write(tmp_path, {"curriculum.yaml": PLAN, "entries/2026-02-01.md": DAY})
    loaded = load(tmp_path)
    assert not loaded.problems
    return Facts(loaded.journal, date(2026, 2, 2))


def test_entries_mean_what_was_called_so(facts: Facts) -> None:
    """An item is found by its former name, by that of its week, and by both."""
    states = {address: item.state for address, item in facts.progress.items.items()}
    assert states == {"w02/neap": State.DONE, "w03/bore": State.DONE, "w03/moon": State.DONE}
    assert facts.progress.topics == {"gravity": State.TOUCHED}
    assert facts.milestones["drawn"].answered_on == date(2026, 2, 1)
    (entry,) = facts.journal.entries
    assert (entry.series, entry.touched) == ("coast", ("gravity", "w03"))


def test_a_name_that_is_in_use_means_what_has_it_now(tmp_path: Path) -> None:
    """Neither an item nor a week that exists is taken for another one that had its name."""
    write(tmp_path, {"curriculum.yaml": PLAN, "entries/2026-02-01.md": "---\ntouched: [w02, w02/neap]\n---\n"})
    (entry,) = load(tmp_path).journal.entries
    assert entry.touched == ("w02", "w02/neap")


@pytest.mark.parametrize("flat", [False, True])
def test_a_former_address_leads_to_the_page_that_is_there_now(facts: Facts, flat: bool) -> None:
    """Only addresses that no page has now are redirected, and with the anchor that they were opened with."""
    files = {file.path: file for file in output_files(facts, Publication("Tides", "", "", flat=flat))}
    end, up, slash = (".html", "", ".html") if flat else ("/index.html", "../", "/")
    moved = {path for path in files if path.endswith(".html")}
    assert moved == {
        *(
            f"{name}{end}"
            for name in ("curriculum/week-09", "milestones/sketch", "series/shore", "log/2026/01/06-start")
        )
    }
    page = files[f"curriculum/week-09{end}"].content().decode()
    target = f"{up}week-03{slash}"
    assert "location.replace(document.links[0].href + location.hash)" in page
    assert f'<meta http-equiv="refresh" content="0; url={target}">' in page
    assert f'<a href="{target}" dir="auto">Flood</a>' in page


def test_a_week_says_where_its_items_went(facts: Facts) -> None:
    """The page of a week has the anchors of items that were in it, each with a link to where it is now."""
    drawn = {page.address: page.draw().above for page in pages(facts)}
    assert (
        '<li id="moon"><code>moon</code> is now <a href="../week-03/#moon" dir="auto">The moon</a>, in week 3</li>'
        in drawn["curriculum/week-01/"]
    )
    assert (
        '<li id="slack"><code>slack</code> is now <a href="./#neap" dir="auto">Neap tides</a></li>'
        in drawn["curriculum/week-02/"]
    )
    assert "Former names" not in drawn["curriculum/week-03/"]
