"""`daytrail import log`: a log in one file becomes entries, and nothing that exists is overwritten."""

import json
import sys
from pathlib import Path

import pytest

from daytrail.source.load import load
from tests.command import Said, run, write

LOG = """\
# My log

## 2026-01-05
Day 1 of Tides: Ebb.

https://example.org/a

## 2026-01-06 - Flood
Day 2 of Tides: "Quoted": yes.
"""
ENTRIES = {
    "entries/2026/2026-01-05.md": """\
---
date: 2026-01-05
day: 1
links:
  - https://example.org/a
---

Ebb.

https://example.org/a
""",
    "entries/2026/2026-01-06.md": """\
---
date: 2026-01-06
day: 2
title: Flood
---

"Quoted": yes.
""",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {"mkdocs.yml": "site_name: x\n"})


def bring(root: Path, text: str | bytes, *options: str) -> Said:
    source = root.parent / "log.md"
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    return run(root, "import", "log", str(source), *options, DAYTRAIL_TODAY="2026-06-01")


def files(root: Path) -> dict[str, str]:
    found = sorted((root / "entries").rglob("*.md")) if (root / "entries").exists() else []
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in found}


def test_a_log_becomes_entries(root: Path) -> None:
    """Each day is a file as a person would have written it; names go to standard output, talk to standard error."""
    said = bring(root, LOG)
    assert said.status == 0
    assert files(root) == ENTRIES
    assert said.out == "".join(f"{name}\n" for name in ["curriculum.yaml", *ENTRIES])
    assert (
        said.err
        == f"""\
{root.parent / "log.md"}: read as log, 2 entries, a heading each, oldest first, 2026-01-05 to 2026-01-06, days 1 to 2
3 written, 0 there already, 0 kept as they are

Left over:
  line 1: # My log
"""
    )
    assert load(root).problems == ()


def test_a_dry_run_writes_nothing(root: Path) -> None:
    said = bring(root, LOG, "--dry-run")
    assert (said.status, said.out, files(root)) == (0, "", {})
    assert "3 would be written" in said.err


def test_a_second_run_changes_nothing(root: Path) -> None:
    """What is there with the same text is left, what was edited is kept and said, and a grown log adds what is new."""
    bring(root, LOG)
    said = bring(root, LOG)
    assert (said.out, files(root)) == ("", ENTRIES)
    assert "0 written, 2 there already, 0 kept as they are" in said.err
    edited = root / "entries/2026/2026-01-05.md"
    edited.write_text(f"{edited.read_text()}\nMore.\n")
    said = bring(root, f"{LOG}\n## 2026-01-08\nNew.\n")
    assert said.out == "entries/2026/2026-01-08.md\n"
    assert "1 written, 1 there already, 1 kept as they are" in said.err
    assert "  entries/2026/2026-01-05.md (line 3 of the source)\n" in said.err
    assert edited.read_text().endswith("More.\n")


def test_verify_proves_that_no_word_is_lost(root: Path) -> None:
    """It writes nothing, and says which words of which line no file has."""
    assert bring(root, LOG, "--verify").status == 1
    assert files(root) == {}
    bring(root, LOG)
    said = bring(root, LOG, "--verify")
    assert (said.status, said.out) == (0, "")
    assert "every word is there" in said.err
    path = root / "entries/2026/2026-01-06.md"
    path.write_text(path.read_text().replace("Quoted", ""))
    said = bring(root, LOG, "--verify")
    assert said.status == 1
    assert f"{root.parent / 'log.md'}:8: 1 word not in the project: quoted" in said.err


def test_the_plan_knows_the_series(root: Path) -> None:
    """A series of the plan is found by its title or a former one; the first one needs no mention."""
    plan = "title: x\nseries: [{id: a, title: A}, {id: tides, title: Waves, was: [tides]}]\n"
    write(root, {"curriculum.yaml": plan})
    said = bring(root, LOG)
    assert "series: tides\n" in files(root)["entries/2026/2026-01-05.md"]
    assert "Advice" not in said.err
    assert load(root).problems == ()
    assert bring(root, LOG, "--series", "b").status == 2


def test_numbers_without_dates(root: Path) -> None:
    """Undated days are files by their number, which the site leaves out with a warning; --first-day dates them."""
    text = "Day 2/100 of Tides\nB\nDay 12/100 of Tides\nL\n"
    said = bring(root, text)
    assert said.out == "curriculum.yaml\nentries/day-0002.md\nentries/day-0012.md\n"
    assert "2 entries have no date; `--first-day DATE` counts from their numbers" in said.err
    assert (root / "curriculum.yaml").read_text() == "title: Tides\nseries:\n  - {id: tides, title: Tides, days: 100}\n"
    loaded = load(root)
    assert [str(problem).partition("\n")[0] for problem in loaded.problems] == [
        "entries/day-0002.md:2:1: warning: the entry has no date yet, so the site leaves it out",
        "entries/day-0012.md:2:1: warning: the entry has no date yet, so the site leaves it out",
    ]
    assert (
        bring(root, text, "--first-day", "2026-01-01").out == "entries/2026/2026-01-02.md\nentries/2026/2026-01-12.md\n"
    )


def test_several_entries_of_a_day(root: Path) -> None:
    said = bring(root, "## 2026-01-05\nA\n## 2026-01-05\nB\n")
    assert said.out == "entries/2026/2026-01-05.md\nentries/2026/2026-01-05-2.md\n"


def test_a_report_for_programs_and_in_a_file(root: Path) -> None:
    """`--json` is the report as data; `--report` writes it into a file and leaves standard error to other things."""
    [report] = json.loads(bring(root, LOG, "--json", "--dry-run").out)
    assert report["written"] == ["curriculum.yaml", *ENTRIES]
    assert report["left"] == [{"line": 1, "text": "# My log"}]
    said = bring(root, LOG, "--report", str(root.parent / "report.txt"))
    assert said.err == ""
    assert "Left over:\n  line 1: # My log" in (root.parent / "report.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"Just some words.\n", "no line marks a day"),
        (b"## 2026-01-05\n\0\n", "is not a text file"),
        (b"## 2026-01-05\n\x81\n", "is neither UTF-8 nor Windows-1252"),
    ],
)
def test_what_is_no_log_is_said(root: Path, content: bytes, message: str) -> None:
    """Wrong input is a plain error, and nothing is written."""
    said = bring(root, content)
    assert (said.status, said.out, files(root)) == (1, "", {})
    assert message in said.err


def test_other_encodings_and_line_ends(root: Path) -> None:
    """A byte order mark, Windows' line ends and its letters are read."""
    bring(root, "\ufeff## 2026-01-05\r\nÉbbe\r\n".encode())
    bring(root, "## 2026-01-06\r\nÉbbe\r\n".encode("cp1252"))
    assert [text.splitlines()[-1] for text in files(root).values()] == ["Ébbe", "Ébbe"]


@pytest.mark.parametrize(
    ("name", "text", "path", "entry"),
    [
        ("2026-01-05.md", "Text.\n", "2026/2026-01-05.md", "---\ndate: 2026-01-05\n---\n\nText.\n"),
        ("2026-01-05-low-water.md", "A", "2026/2026-01-05.md", "---\ndate: 2026-01-05\ntitle: low water\n---\n\nA\n"),
        ("Day_12.md", "A", "day-0012.md", "---\nday: 12\n---\n\nA\n"),
        (
            "a.md",
            '---\ntitle: "A: b"\ndate: 2026-01-05 10:00:00\ntags: [x, "y, z"]\nlayout: post\n---\n\nText.\n',
            "2026/2026-01-05.md",
            '---\ndate: 2026-01-05\ntitle: "A: b"\ntags: [x, "y, z"]\n---\n\nText.\n',
        ),
        ("b.md", "+++\ntitle = 'T'\ndate = 2026-01-05\n+++\nText.\n", "2026/2026-01-05.md", None),
        (
            "d.md",
            "<!--\ndate: 2026-01-05\ntitle: T\ntags: x, v\ncategories: [z]\n-->\nText.\n",
            "2026/2026-01-05.md",
            "---\ndate: 2026-01-05\ntitle: T\ntags: [x, v, z]\n---\n\nText.\n",
        ),
        ("c.md", '{\n"title": "T",\n"date": "2026-01-05"\n}\n\nText.\n', "2026/2026-01-05.md", None),
    ],
)
def test_a_file_may_be_one_day(root: Path, name: str, text: str, path: str, entry: str | None) -> None:
    """A file without marks is the day of its front matter or of its name, with its title and tags."""
    source = root.parent / name
    source.write_text(text, encoding="utf-8")
    said = run(root, "import", "log", str(source), DAYTRAIL_TODAY="2026-06-01")
    assert (said.status, said.out) == (0, f"entries/{path}\n")
    expected = entry or "---\ndate: 2026-01-05\ntitle: T\n---\n\nText.\n"
    assert files(root) == {f"entries/{path}": expected}
    assert ("layout: post" in said.err) == ("layout" in text)
    assert not load(root).failed


def test_front_matter_that_cannot_be_read_stays_in_the_text(root: Path) -> None:
    source = root.parent / "2026-01-05.md"
    source.write_text("---\nbad: [\n---\n\nText.\n", encoding="utf-8")
    assert run(root, "import", "log", str(source)).status == 0
    assert "bad: [" in files(root)["entries/2026/2026-01-05.md"]


def test_front_matter_without_a_place_is_left_over(root: Path) -> None:
    """Lists below a key that entries do not have, and hours of a date, are told line by line."""
    source = root.parent / "a.md"
    source.write_text("---\ndate: 2026-01-05 10:30\naliases:\n  - Low water\ntitle: 7\n---\nText.\n")
    said = run(root, "import", "log", str(source))
    for line in ("line 2: date: 2026-01-05 10:30", "line 3: aliases:", "line 4: - Low water"):
        assert f"  {line}\n" in said.err
    assert 'title: "7"\n' in files(root)["entries/2026/2026-01-05.md"]
    assert run(root, "import", "log", str(source), "--verify").status == 0


def test_files_that_an_entry_shows_come_along(root: Path) -> None:
    """They lie beside the entry as they lay beside the source, so that links lead there; others are told."""
    folder = root.parent
    write(folder, {"pics/a.png": "A", "b c.txt": "B", "other.md": "# x\n"})
    text = (
        "## 2026-01-05\n![a](<pics/a.png>) [b](b%20c.txt#x) [c](other.md) [d](gone.png) [e](#day) [f](https://e.org/x)\n"
        '```\n![z](z.png)\n```\n## 2026-01-06\n[out](../../../a.txt) <img src="pics/a.png">\n'
    )
    said = bring(root, text)
    assert (root / "entries/2026/pics/a.png").read_text() == "A"
    assert (root / "entries/2026/b c.txt").read_text() == "B"
    assert [line.strip() for line in said.err.split("\n") if "leads nowhere" in line] == [
        "line 1: `other.md` leads nowhere now: it is a page of its own, to be imported by itself",
        "line 1: `gone.png` leads nowhere now: there is no such file beside the source",
        "line 1: `#day` leads nowhere now: no heading here",
        "line 6: `../../../a.txt` leads nowhere now: it would lie outside of the entries",
    ]
    assert bring(root, text).out == ""
    (root / "entries/2026/pics/a.png").write_text("mine")
    assert "another file is entries/2026/pics/a.png already" in bring(root, text).err
    assert (root / "entries/2026/pics/a.png").read_text() == "mine"


def test_what_belongs_to_no_day_is_a_page_to_be(root: Path) -> None:
    """It is proposed, where no build publishes it and no macro runs; a title alone is no page."""
    said = bring(root, "# Log\nAbout it: {{ now() }}.\n## 2026-01-05\nA\n## 2026-01-06\nB\n## Resources\n- a list\n")
    path = root / "docs/proposed/log.md"
    assert path.read_text() == (
        "---\nrender_macros: false\n---\n\n# Log\nAbout it: {{ now() }}.\n## Resources\n- a list\n"
    )
    assert "docs/proposed/log.md has what belongs to no day" in said.err


def test_another_entry_of_the_day_stays(root: Path) -> None:
    """Somebody's own entry of a day is not touched; the imported one stands beside it, once."""
    mine = write(root, {"entries/2026/2026-01-05.md": "---\ndate: 2026-01-05\n---\n\nMine.\n"})
    text = "## 2026-01-05\nEbb and flood all day.\n"
    assert bring(mine, text).out == "entries/2026/2026-01-05-2.md\n"
    assert bring(mine, text).out == ""
    assert files(root)["entries/2026/2026-01-05.md"].endswith("Mine.\n")
    assert bring(root, text, "--verify").status == 0


def test_a_day_that_has_grown_is_the_same_day(root: Path) -> None:
    """Where either side says most of what the other does, they are one entry; the one that is there is kept."""
    bring(root, "## 2026-01-05\nEbb and flood.\n")
    said = bring(root, "## 2026-01-05\nEbb and flood.\n\nAnd much more of this day, which was a long one.\n")
    assert said.out == ""
    assert "  entries/2026/2026-01-05.md (line 1 of the source)\n" in said.err


def test_one_file_named_twice_is_one_and_days_of_two_files_are_two(root: Path) -> None:
    one, two = root.parent / "one.md", root.parent / "two.md"
    one.write_text("## 2026-01-05\nEbb, all of it.\n")
    two.write_text("## 2026-01-05\nSomething else.\n")
    said = run(root, "import", "log", str(one), str(one), str(two))
    assert said.out == "entries/2026/2026-01-05.md\nentries/2026/2026-01-05-2.md\n"
    for names in ([two], [two, one], [one, two, one]):
        assert run(root, "import", "log", *map(str, names)).out == ""
        assert run(root, "import", "log", *map(str, names), "--verify").status == 0


def test_characters_that_nobody_sees_are_gone(root: Path) -> None:
    assert bring(root, "## 2026-01-05 t\x07itle\nA\x00".replace("\x00", "") + "\x1b\n").status == 0
    assert load(root).problems == ()
    assert "title: title\n" in files(root)["entries/2026/2026-01-05.md"]


def test_an_empty_day_beside_another_one(root: Path) -> None:
    write(root, {"entries/2026/2026-01-05.md": "---\ndate: 2026-01-05\ntitle: Mine\n---\n\nMine.\n"})
    assert bring(root, "## T-1 (2026-01-05)\n").out == "curriculum.yaml\nentries/2026/2026-01-05-2.md\n"


def test_several_files_at_once(root: Path) -> None:
    """A file a day, in YAML, TOML or JSON front matter or by its name, and a file a week."""
    folder = root.parent / "notes"
    write(
        folder,
        {
            "a.md": "---\ndate: 2026-01-05\ntitle: Ebb\ntags: [sea]\nlayout: post\n---\nA\n",
            "b.md": '+++\ndate = 2026-01-06\ntitle = "Flood"\n+++\nB\n',
            "c.md": '{\n"date": "2026-01-07"\n}\nC\n',
            "2026-01-08.md": "# Notes\nD\n",
            "2026-W03.md": "## Monday\nE\n## Friday\nF\n",
        },
    )
    names = [str(path) for path in sorted(folder.iterdir())]
    said = run(root, "import", "log", *names, DAYTRAIL_TODAY="2026-06-01")
    assert sorted(files(root)) == [f"entries/2026/2026-01-{day:02}.md" for day in (5, 6, 7, 8, 12, 16)]
    assert files(root)["entries/2026/2026-01-05.md"].startswith("---\ndate: 2026-01-05\ntitle: Ebb\ntags: [sea]\n---\n")
    assert "line 5: layout: post" in said.err
    assert load(root).problems == ()
    assert run(root, "import", "log", *names, "--verify").status == 0


def test_how_a_log_is_read_may_be_said(root: Path) -> None:
    """`--into`, `--today` and `--format` say otherwise than the guess."""
    text = "## March 2\n**March 3**\nA\n"
    said = bring(root, text, "--format", "bold", "--today", "2024-01-01", "--into", str(root / "entries/old"))
    assert said.out == "entries/old/2023/2023-03-03.md\n"
    assert "read as log, 1 entry, a bold line each" in said.err
    assert bring(root, "Words.\n", "--format", "file").status == 1


def test_long_inputs_show_that_they_are_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["daytrail.cli.importing.log"], "LONG", 10)
    monkeypatch.setattr(sys.modules["daytrail.cli.importing.entry_writer"], "_MANY", 2)
    said = bring(root, LOG)
    assert "log.md: reading 0 MB" in said.err
    assert "writing entries" in said.err
