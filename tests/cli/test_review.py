"""`daytrail review` and `daytrail share`: the log as a letter and as posts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.series import EntryNumber, EntryPosition
from daytrail.model.curriculum import Series
from daytrail.views.files.post import post
from tests.command import run, texts, write
from tests.journal import entry

FILES = {
    "mkdocs.yml": "site_name: x\n",
    "curriculum.yaml": """\
title: Tides
series: [{id: tides, title: Tides}]
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: Ebb
        reading: [{id: moon, title: "The *moon*", url: "https://example.org/moon", hours: 1.5}]
        practice: [{id: gauge, text: Read a gauge, hours: 2}]
""",
    "entries/2026-01-04.md": "---\nday: 1\ntitle: Long ago\n---\n\n- [ ] buy a gauge\n",
    "entries/2026-01-08.md": "---\nday: 2\ntitle: 'Low_water'\nhours: 1.5\ndone: [w01/moon]\n---\n\nSee [it](https://example.org/moon).\n",
    "entries/2026-01-10.md": """\
---
day: 3
hours: 2
links: [{url: "https://example.org/x", title: X, status: read}]
---

Text.
""",
    "entries/2026-01-12.md": "",
    "entries/2026-02-01.md": "---\nday: 9\ntitle: To come\n---\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


@pytest.mark.parametrize(
    ("today", "week", "name"),
    [
        ("2026-01-11", (), "2026-W02"),  # a Sunday, on which the week ends
        ("2026-01-10", (), "2026-W01"),
        ("2026-01-14", ("2026-W03",), "2026-W03"),
        ("2026-01-14", ("2025-12-29",), "2026-W01"),
        ("2026-01-14", ("2021-01-03",), "2020-W53"),
        ("0001-01-07", (), "0001-W01"),
        ("9999-12-31", ("9999-12-31",), "9999-W52"),
    ],
)
def test_a_review_is_about_a_week_by_iso_8601(root: Path, today: str, week: tuple[str, ...], name: str) -> None:
    result = run(root, "review", "--save", *week, DAYTRAIL_TODAY=today)
    assert (result.status, Path(result.out.strip()).name) == (0, f"{name}.md")
    assert f"review: {name}\n" in texts(root)[f"docs/reviews/{name}.md"]


def test_a_post_links_to_the_site_that_the_environment_names(root: Path) -> None:
    shared = run(root, "share", "2026-01-08.md", SITE_URL="https://learner.example/")
    assert shared.out.splitlines()[-1] == "https://learner.example/log/2026/01/08/"


SERIES = Series(id="tides", title="Tides")
PLACE = EntryPosition(SERIES, EntryNumber("57", 1, None), None, None, 0)
LINK = "https://learner.example/log/2026/01/05/"


@given(st.text("ab ?!é日", max_size=400), st.text("ab é", max_size=300), st.integers(60, 400))
def test_no_post_is_longer_than_the_limit(excerpt: str, title: str, most: int) -> None:
    shared = post(entry("2026-01-05", excerpt, title=title.strip() or None), PLACE, LINK, most)
    assert len(shared) - len(LINK) + 23 <= most
    assert shared.endswith(LINK)


@pytest.mark.parametrize("command", ["review", "reading --bibtex", "status"])
def test_no_title_controls_the_terminal(tmp_path: Path, command: str) -> None:
    title = r'"a\e[31mb\e]0;t\ac\u202e"'
    reading_list = f"categories: [{{id: a, title: A, items: [{{title: {title}, url: 'https://harbour.org/a'}}]}}]\n"
    entry_text = f"---\ndate: 2026-01-12\ntitle: {title}\n---\n\nhttps://harbour.org/a\n"
    root = write(
        tmp_path, {"mkdocs.yml": "site_name: x\n", "reading.yaml": reading_list, "entries/2026-01-12.md": entry_text}
    )
    result = run(root, *command.split(), DAYTRAIL_TODAY="2026-01-14")
    assert "31mb" in result.out
    assert not {*"\x1b\a\u202e"} & {*result.out}
