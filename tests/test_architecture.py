"""Rules about the rooms of the source, and a manual that agrees with the code."""

import re
from functools import cache
from pathlib import Path

from pydantic import BaseModel

from daytrail.model.curriculum import (
    Author,
    AuthorLink,
    Curriculum,
    Habit,
    HoursDefault,
    Item,
    Milestone,
    Part,
    Pause,
    Series,
    Topic,
    Week,
)
from daytrail.model.entry import FrontMatter, Link
from daytrail.model.reading import Category, Listing, Note, ReadingList, Subcategory
from tests.for_each import for_each

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/daytrail"
MANUAL = ROOT / "docs/manual"
MODULES = sorted(SOURCE.rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


BUDGETS = {
    "problems.py gfm.py union_find.py": 430,
    "model": 1_300,
    "source": 3_900,
    "source/notations": 841,
    "project": 2_182,
    "facts": 2_450,
    "views": 8_087,
    "cli": 3_895,
    "site": 2_407,
}
"""The most lines of Python in a room. A commit that raises one says for which users."""
OF_OTHER_NOTES = {
    "model": 131,
    "source": 515,
    "source/notations": 228,
    "project": 149,
    "views": 493,
    "cli": 310,
    "site": 183,
}
"""Lines on top of these for people with notes of other programs, photos, habits, languages, colours and a tone."""


def room_of(path: Path) -> str:
    folders = ("source/notations", "cli/importing")
    return next((one for one in folders if name(path).startswith(f"{one}/")), name(path).split("/")[0])


@for_each([*BUDGETS])
def test_a_room_keeps_its_budget_of_lines(room: str) -> None:
    files = [path for path in MODULES if room_of(path) in room.split()]
    assert files
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert lines <= BUDGETS[room] + OF_OTHER_NOTES.get(room, 0), (
        "look for what can go; else raise the number, and say why"
    )


def test_imports_keep_their_budget_of_lines() -> None:
    """Readers, proposals and commands together; 4,500 lines are the aim."""
    files = [path for path in MODULES if name(path).startswith(("importers/", "cli/importing/"))]
    assert files
    assert sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= 5_274


# -- the manual --


@cache
def lists_of_keys(page: str) -> list[list[str]]:
    """Return the names in backticks of each paragraph of a page; of a table, those in its first column."""
    return [
        sorted(re.findall(r"^\| *`(\w+)`" if block.startswith("|") else r"`(\w+)`", block, re.MULTILINE))
        for block in (MANUAL / page).read_text(encoding="utf-8").split("\n\n")
    ]


_RECORDS = [
    *((record, "writing.md") for record in (FrontMatter, Link)),
    *(
        (record, "plan.md")
        for record in (
            Curriculum,
            HoursDefault,
            Author,
            AuthorLink,
            Part,
            Week,
            Item,
            Milestone,
            Topic,
            Series,
            Habit,
            Pause,
        )
    ),
    *((record, "reading.md") for record in (ReadingList, Category, Subcategory, Listing, Note)),
]


@for_each(_RECORDS, lambda described: described[0].__name__)
def test_the_manual_lists_each_records_keys(described: tuple[type[BaseModel], str]) -> None:
    """A table or a paragraph has exactly the keys that a writer may use."""
    record, page = described
    keys = sorted(field.alias or name for name, field in record.model_fields.items())
    assert keys in lists_of_keys(page)


def test_style_sheets_name_only_classes_that_pages_have() -> None:
    """Each class of ours in a style sheet occurs in a template, script or module, whole or up to a value."""
    used = "".join(
        path.read_text(encoding="utf-8")
        for path in SOURCE.rglob("*")
        if path.suffix in (".py", ".html", ".svg", ".js") and path.is_file()
    )
    styled = {
        found
        for path in SOURCE.rglob("*.css")
        for found in re.findall(r"\.(dt-[\w-]+)", path.read_text(encoding="utf-8"))
    }
    composed = set(re.findall(r"\b(dt-[\w-]*?[-_])\{", used))
    written = set(re.findall(r"\bdt-[\w-]+", used))
    assert {one for one in styled - written if not one.startswith(tuple(composed))} == set()
