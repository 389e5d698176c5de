"""`daytrail entry rename` and `renumber`: other names and numbers of entries, with all that refers to them."""

from datetime import date
from pathlib import Path

import pytest

from daytrail.facts import Facts
from daytrail.source.load import load
from daytrail.views.files.redirects import redirects
from daytrail.views.links import USUAL
from tests.command import run, texts, write

FILES = {
    "mkdocs.yml": "site_name: x\nplugins: [daytrail]\n",
    "curriculum.yaml": (
        "title: T\nseries: [{id: tides, title: Tides}, {id: exam, title: E, counts_down_to: 2026-03-01}]\n"
    ),
    "entries/2026/2026-01-06.md": (
        "---\nday: 1\n---\nSee [today](2026-01-06.md#x) and [the sea](../2026/2026-01-07.md).\n"
    ),
    "entries/2026/2026-01-07.md": (
        "Back to [2026-01-06.md](2026-01-06.md), not `2026-01-06.md`; [r].\n\n[r]: ./2026-01-06.md\n"
    ),
    "docs/index.md": '# Home\r\n\r\n[The first](entries/2026/2026-01-06.md "t")\r\n',
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


def test_an_entry_is_renamed_with_the_links_to_it(root: Path) -> None:
    """Only targets of links change, not words like them, and line ends stay; the old address leads to the page."""
    shown = run(root, "entry", "rename", "entries/2026/2026-01-06.md", "2026-01-06-start")
    assert (shown.status, "nothing was changed" in shown.err) == (0, True)
    assert texts(root) == FILES
    assert run(root, "entry", "rename", "entries/2026/2026-01-06.md", "2026-01-06-start.md", "--write").status == 0
    after = texts(root)
    assert after.keys() == {*FILES, "entries/2026/2026-01-06-start.md"} - {"entries/2026/2026-01-06.md"}
    assert after["entries/2026/2026-01-06-start.md"] == (
        '---\nday: 1\nwas: ["2026-01-06"]\n---\n'
        "See [today](2026-01-06-start.md#x) and [the sea](../2026/2026-01-07.md).\n"
    )
    assert after["entries/2026/2026-01-07.md"] == (
        "Back to [2026-01-06.md](2026-01-06-start.md), not `2026-01-06.md`; [r].\n\n[r]: ./2026-01-06-start.md\n"
    )
    assert after["docs/index.md"] == '# Home\r\n\r\n[The first](entries/2026/2026-01-06-start.md "t")\r\n'
    loaded = load(root)
    assert not loaded.problems
    moved = [(one.address, one.target) for one in redirects(Facts(loaded.journal, date(2026, 1, 8)), USUAL)]
    assert moved == [("log/2026/01/06/", "log/2026/01/06-start/")]


@pytest.mark.parametrize(
    ("name", "text", "new", "renamed"),
    [
        ("2026-01-08", "---\ndate: 2026-01-08 # c\n---\nText.\n", "2026-01-09", "date: 2026-01-09 # c"),
        ("2026-01-08", "---\ntitle: Flood\n---\nText.\n", "2026-01-09", "title: Flood"),
        ("2026-01-08", "---\ndate: 2026-01-08\n---\nText.\n", "2026-01-08-flood", "date: 2026-01-08"),
        ("flood", "---\ndate: 2026-01-08\n---\nText.\n", "ebb", "date: 2026-01-08"),
    ],
)
def test_an_entry_is_moved_to_another_day_by_its_name(root: Path, name: str, text: str, new: str, renamed: str) -> None:
    """A `date:` that is the day of the old name becomes that of the new one, which would contradict it otherwise."""
    write(root, {f"entries/2026/{name}.md": text})
    result = run(root, "entry", "rename", name, new, "--write")
    assert (result.status, result.err) == (0, "")
    after = (root / f"entries/2026/{new}.md").read_text(encoding="utf-8")
    assert after.startswith(f"---\n{renamed}\nwas: [")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("entries/2026/2026-01-06.md", "2026-02-30"), "does not begin with a day of the calendar"),
        (("entries/2026/2026-01-06.md", "2026-01-07"), "exists already"),
        (("entries/2026/2026-01-06.md", "../x"), "is not the name of a file in the same folder"),
        (("entries/2026/2026-01-06.md", ".hidden"), "is not the name of a file"),
        (("entries/2026/2026-02-06.md", "x"), "Invalid value for OLD: entries/2026/2026-02-06.md is no entry of this"),
        (("2026-02-06", "x"), "Invalid value for OLD: 2026-02-06 is no entry of this project"),
    ],
)
def test_what_cannot_be_renamed_stays(root: Path, arguments: tuple[str, ...], said: str) -> None:
    result = run(root, "entry", "rename", *arguments, "--write")
    assert result.status in (1, 2)
    assert said in result.err
    assert texts(root) == FILES


def test_doubled_numbers_get_the_next_ones(tmp_path: Path) -> None:
    """Later numbers move up only as far as needed; ranges keep their length, and countdowns are left alone."""
    days = {"06": "1", "07": "2", "08": "2", "09": "3-4", "12": "9", "13": "8", "14": "10"}
    entries = {f"entries/2026-01-{day}.md": f"---\nday: {number}  # c\n---\n" for day, number in days.items()}
    exam = {"entries/2026-01-10.md": "---\nseries: exam\nday: 50\n---\n"}
    settings = {name: FILES[name] for name in ("mkdocs.yml", "curriculum.yaml")} | {"docs/index.md": ""}
    root = write(tmp_path, settings | entries | exam)
    before = texts(root)
    assert (run(root, "entry", "renumber").status, texts(root)) == (0, before)
    assert run(root, "entry", "renumber", "--write").status == 0
    found = {entry.stem[-2:]: str(entry.day) for entry in load(root).journal.entries if entry.day}
    assert found == {"06": "1", "07": "2", "08": "3", "09": "4-5", "10": "50", "12": "9", "13": "10", "14": "11"}
    assert texts(root)["entries/2026-01-08.md"] == "---\nday: 3  # c\n---\n"
    again = run(root, "entry", "renumber")
    assert again.err == "there is nothing to change: no day number is doubled or runs backwards\n"


OTHER_DATES = {
    "18-11-2026": "2026-11-18",
    "3.12.2026": "2026-12-03",
    "19 Nov 2026 - Kelp": "2026-11-19 - Kelp",
    "November 20th, 2026": "2026-11-20",
    "2026.11.21-b": "2026-11-21-b",
    "2026年11月22日": "2026-11-22",
    "23-11-2026": "2026-11-23",
    "31-02-2026": None,
    "notes 1": None,
    "2026_11_24": None,
}


def test_files_with_dates_in_other_forms_are_renamed_together(root: Path) -> None:
    """Links to them follow, also from one to another; a page that there was keeps its address."""
    for name in OTHER_DATES:
        write(root, {f"entries/{name}.md": "[x](<18-11-2026.md>) [[3.12.2026|y]]\n"})
    write(root, {"entries/23-11-2026.md": "---\ndate: 2026-11-23\n---\nText.\n"})
    hint = "`daytrail entry rename --dates` shows what it would make of such names"
    assert hint in run(root, "check").out
    shown = run(root, "entry", "rename", "--dates")
    assert (shown.status, "entries/2026-11-18.md" in shown.out) == (0, True)
    assert run(root, "entry", "rename", "--dates", "--write").status == 0
    names = {path.stem for path in (root / "entries").glob("*.md")}
    assert names == {new or old for old, new in OTHER_DATES.items()}
    assert texts(root)["entries/2026-12-03.md"] == "[x](<2026-11-18.md>) [[2026-12-03|y]]\n"
    assert texts(root)["entries/2026-11-23.md"] == '---\ndate: 2026-11-23\nwas: ["23-11-2026"]\n---\nText.\n'


def test_the_order_of_day_and_month_is_asked_for(root: Path) -> None:
    """It is not guessed if no name shows it."""
    write(root, {"entries/03-04-2026.md": "Text.\n"})
    asked = run(root, "entry", "rename", "--dates")
    assert (asked.status, "--dates=dmy or --dates=mdy" in asked.err) == (1, True)
    assert "entries/2026-03-04.md" in run(root, "entry", "rename", "--dates=mdy").out
