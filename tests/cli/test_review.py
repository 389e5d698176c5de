"""`daytrail review` and `daytrail share`: the log as a letter and as posts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.series import EntryNumber, EntryPosition
from daytrail.model.curriculum import Series
from daytrail.views.files.post import post
from tests.command import run, write
from tests.journal import entry


def test_a_post_links_to_the_site_that_the_environment_names(tmp_path: Path) -> None:
    write(tmp_path, {"mkdocs.yml": "site_name: x\n", "entries/2026-01-08.md": "Text.\n"})
    shared = run(tmp_path, "share", "2026-01-08.md", SITE_URL="https://learner.example/")
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
