"""An import that cannot be finished has written nothing, and no source document makes it take minutes."""

from pathlib import Path
from typing import Any

import pytest

from daytrail.cli.common import files
from daytrail.cli.importing import sources
from daytrail.cli.importing.sources import MAX_LINE
from tests.command import run, texts, write

LOG = "".join(f"# 2026-01-{day:02}\n\nHeron {day}.\n\n" for day in range(1, 9))
LINES = {
    "digits": "# " + "1" * 200_000,
    "slashes": "# " + "/" * 200_000,
    "stars": "# " + "*" * 200_000,
    "parentheses": "# " + "(" * 200_000,
    "row": "|" + "a|" * 100_000,
    "html": "<p>" + "a <b>" * 40_000,
}


@pytest.mark.parametrize("kind", ["log", "plan", "reading"])
@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_a_line_that_is_too_long_is_refused(tmp_path: Path, kind: str, line: str) -> None:
    """The message names the line and the limit, and nothing is written."""
    write(tmp_path, {"mkdocs.yml": "site_name: x\n", "source.md": f"{LOG}{line}\n"})
    imported = run(tmp_path, "import", kind, str(tmp_path / "source.md"))
    assert imported.status == 1
    assert f"source.md:33: the line is longer than {MAX_LINE:,} characters" in imported.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mkdocs.yml", "source.md"]


def test_a_null_character_in_a_link_leads_nowhere(tmp_path: Path) -> None:
    """The link becomes text; all entries are written."""
    write(tmp_path, {"mkdocs.yml": "site_name: x\n", "source.md": f"{LOG}[a](b%00.png) ![c](%00)\n"})
    imported = run(tmp_path, "import", "log", str(tmp_path / "source.md"), "--write")
    assert imported.status == 0
    assert "the link to `b%00.png` leads nowhere" in imported.err
    assert len(list(tmp_path.rglob("2026-01-*.md"))) == 8


def test_nothing_is_left_of_an_import_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the fifth of eight entries cannot be written, the first four are gone again, and an older file stays."""
    write(tmp_path, {"mkdocs.yml": "site_name: x\n", "source.md": LOG, "entries/2026/2026-01-01.md": "Mine.\n"})
    write_file, count = files._write_beside, 0

    def write_or_fail(*arguments: Any) -> None:
        nonlocal count
        count += 1
        if count == 5:
            raise OSError(28, "No space left on device")
        write_file(*arguments)

    monkeypatch.setattr(files, "_write_beside", write_or_fail)
    monkeypatch.chdir(tmp_path)  # code in this folder is not that of the project
    imported = run(tmp_path, "import", "log", str(tmp_path / "source.md"), "--write")
    assert imported.status == 1
    assert sorted(texts(tmp_path)) == ["entries/2026/2026-01-01.md", "imports/source.yaml", "mkdocs.yml", "source.md"]


@pytest.mark.parametrize(
    ("limit", "value", "message"),
    [("MAX_BYTES", 100, "is larger than 0 MB; split it"), ("MAX_LINES", 20, "has more than 20 lines; split it")],
)
def test_a_document_that_is_too_large_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int, message: str
) -> None:
    monkeypatch.setattr(sources, limit, value)
    write(tmp_path, {"mkdocs.yml": "site_name: x\n", "source.md": LOG})
    imported = run(tmp_path, "import", "log", str(tmp_path / "source.md"))
    assert (imported.status, imported.out) == (1, "")
    assert f"source.md {message}" in imported.err
    assert not (tmp_path / "imports").exists()


def test_a_day_beyond_the_calendar_has_no_date(tmp_path: Path) -> None:
    recipe = 'days: ["# Day {day}"]\nday_1: 9999-12-31\n'
    files = {"mkdocs.yml": "site_name: x\n", "source.md": "# Day 5\n\nx\n", "imports/source.yaml": recipe}
    imported = run(write(tmp_path, files), "import", "log", str(tmp_path / "source.md"))
    assert (imported.status, "no date" in imported.out) == (0, True)
