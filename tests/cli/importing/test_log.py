"""`daytrail import log`: the entries that it writes, and that no existing file is overwritten."""

import sys
from pathlib import Path

import pytest

from daytrail.source.load import load
from tests.command import CommandResult, run, write

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


def import_log(root: Path, text: str | bytes, *options: str) -> CommandResult:
    source = root.parent / "log.md"
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    return run(root, "import", "log", str(source), *options, DAYTRAIL_TODAY="2026-06-01")


@pytest.mark.parametrize(
    "front",
    [
        "---\ntitle: Ebb\ndraft: true\n---\n",
        "---\ntitle: Ebb\nDraft: yes\n---\n",
        "---\ntitle: Ebb\npublished: false\n---\n",
        "---\ntitle: Ebb\nstatus: private\n---\n",
        "+++\ntitle = 'Ebb'\ndraft = true\n+++\n",
    ],
)
@pytest.mark.parametrize("body", ["Text.\n", "# 2026-01-05\nText.\n\n# 2026-01-06\nMore.\n"], ids=["a day", "days"])
def test_what_is_a_draft_elsewhere_is_a_draft_here(root: Path, front: str, body: str) -> None:
    """A post of another program that is not to be published gives entries with `draft: true`."""
    source = root.parent / "2026-01-05.md"
    source.write_text(front + body, encoding="utf-8")
    assert run(root, "import", "log", str(source)).status == 0
    assert len(load(root).sources.entries) == 1 + body.count("More")
    assert load(root).journal.entries == ()
    assert run(root, "check").status == 0


def test_a_private_passage_over_several_days_is_refused(root: Path) -> None:
    """No day would have both markers, so nothing is written."""
    passage = "## 2026-01-05\nA <!-- private -->\nB\n\n## 2026-01-06\nC <!-- /private -->\n"
    for text in (passage, f"<!-- private -->\n\n{passage.replace('<!-- private -->', '')}"):
        refused = import_log(root, text)
        assert refused.status == 1
        assert "does not begin and end in one day" in refused.err
        assert files(root) == {}


@pytest.mark.parametrize("kind", ["plan", "reading"])
def test_a_private_passage_becomes_no_item(root: Path, kind: str) -> None:
    """A plan or list has no markers for items that come from a document, so it is refused."""
    source = root.parent / "source.md"
    source.write_text(
        "# Week 1: Ebb\n<!-- private -->\n- [ ] [Moon](https://a.example/)\n<!-- /private -->\n", encoding="utf-8"
    )
    refused = run(root, "import", kind, str(source))
    assert refused.status == 1
    assert "has a private passage" in refused.err
    assert not (root / "curriculum.yaml").exists()
    assert not (root / "reading.yaml").exists()


def report(root: Path) -> str:
    return (root / "import-report.md").read_text(encoding="utf-8")


def files(root: Path) -> dict[str, str]:
    found = sorted((root / "entries").rglob("*.md")) if (root / "entries").exists() else []
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in found}


def test_a_log_becomes_entries(root: Path) -> None:
    """Each day is a file; paths are printed on standard output, a summary on standard error."""
    result = import_log(root, LOG)
    assert result.status == 0
    assert files(root) == ENTRIES
    assert result.out == "".join(f"{name}\n" for name in ["curriculum.yaml", *ENTRIES])
    assert (
        result.err
        == f"""\
{root.parent / "log.md"}: read as log, 2 entries, a heading each, oldest first, 2026-01-05 to 2026-01-06, days 1 to 2
3 written; 0 doubts, 1 line left over
report: import-report.md
"""
    )
    assert load(root).problems == ()


def test_a_dry_run_writes_nothing(root: Path) -> None:
    result = import_log(root, LOG, "--dry-run")
    assert (result.status, result.out, files(root)) == (0, "", {})
    assert "3 files would be written: `curriculum.yaml` and 2 in `entries/`." in result.err
    assert not (root / "import-report.md").exists()


def test_a_second_run_changes_nothing(root: Path) -> None:
    """Files with the same text stay, edited ones are kept and reported, and new days of the log are added."""
    import_log(root, LOG)
    result = import_log(root, LOG)
    assert (result.out, files(root)) == ("", ENTRIES)
    assert "0 written, 2 already there; " in result.err
    edited = root / "entries/2026/2026-01-05.md"
    edited.write_text(f"{edited.read_text(encoding='utf-8')}\nMore.\n", encoding="utf-8")
    result = import_log(root, f"{LOG}\n## 2026-01-08\nNew.\n")
    assert result.out == "entries/2026/2026-01-08.md\n"
    assert "1 written, 1 already there, 1 kept as they are; " in result.err
    assert "\n- entries/2026/2026-01-05.md (line 3 of the source)\n" in report(root)
    assert edited.read_text(encoding="utf-8").endswith("More.\n")


def test_verify_reports_missing_words(root: Path) -> None:
    """It writes nothing, and prints which words of which line are in no file."""
    import_log(root, LOG)
    result = import_log(root, LOG, "--verify")
    assert (result.status, result.out) == (0, "")
    assert "every word, link, checkbox and day is there" in result.err
    path = root / "entries/2026/2026-01-06.md"
    path.write_text(path.read_text(encoding="utf-8").replace("Quoted", ""), encoding="utf-8")
    result = import_log(root, LOG, "--verify")
    assert result.status == 1
    assert f"{root.parent / 'log.md'}:9: 1 word not in the project: quoted" in result.err


def test_verify_before_the_import_compares_with_what_would_be_written(root: Path) -> None:
    result = import_log(root, LOG, "--verify")
    assert result.status == 0
    assert "3 would be written" in result.err
    assert "every word, link, checkbox and day is there" in result.err
    assert files(root) == {}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2026-01-06\n", "2026-01-16\n", "4: day not in the project: 2026-01-06 (2026-01-06.md has 2026-01-16)"),
        ("day: 2", "day: 12", "4: day not in the project: day 2 (2026-01-06.md has 12)"),
        ("[x] sail", "[ ] sail", "9: checkbox `sail` is ticked in the source and open in the project"),
        ("[ ] row", "[-] row", "8: checkbox `row` is open in the source and dropped in the project"),
        ("- [ ] row\n", "row\n", "8: checkbox not in the project: `row` (open)"),
        (
            "(https://example.org/a-b)",
            "(https://example.org/a/b)",
            "6: link not in the project: https://example.org/a-b",
        ),
    ],
)
def test_verify_compares_days_links_and_checkboxes(root: Path, old: str, new: str, message: str) -> None:
    """Each difference is printed with its line of the source, though every word is there."""
    tasks = "- [ ] row\n- [x] sail\n- [-] swim\n"
    text = f"# 2026-01-05\nDay 1\n\n# 2026-01-06\nDay 2: Go.\n[Tide](https://example.org/a-b)\n\n{tasks}"
    import_log(root, text)
    path = root / "entries/2026/2026-01-06.md"
    assert import_log(root, text, "--verify").status == 0
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    result = import_log(root, text, "--verify")
    assert result.status == 1
    assert [line for line in result.err.split("\n") if "in the project" in line] == [
        f"{root.parent / 'log.md'}:{message}"
    ]


def test_series_are_found_in_the_plan(root: Path) -> None:
    """By the title or a former one; the first series is not written into entries."""
    plan = "title: x\nseries: [{id: a, title: A}, {id: tides, title: Waves, was: [tides]}]\n"
    write(root, {"curriculum.yaml": plan})
    import_log(root, LOG)
    assert "series: tides\n" in files(root)["entries/2026/2026-01-05.md"]
    assert "has no series" not in report(root)
    assert load(root).problems == ()
    assert import_log(root, LOG, "--series", "b").status == 2


def test_days_without_dates_are_named_by_their_numbers(root: Path) -> None:
    """The site leaves them out with a warning; `--first-day` gives them dates."""
    text = "Day 2/100 of Tides\nB\nDay 12/100 of Tides\nL\n"
    result = import_log(root, text)
    assert result.out == "curriculum.yaml\nentries/day-0002.md\nentries/day-0012.md\n"
    advice = "2 entries have a day number and no date. Count the dates from that of day 1: `daytrail -C"
    assert advice in report(root)
    assert "log.md --first-day YYYY-MM-DD`" in report(root)
    assert (root / "curriculum.yaml").read_text(
        encoding="utf-8"
    ) == "title: Tides\nseries:\n  - {id: tides, title: Tides, days: 100}\n"
    loaded = load(root)
    assert [str(problem).partition("\n")[0] for problem in loaded.problems] == [
        "entries/day-0002.md:2:1: warning: the entry has no date yet, so the site leaves it out",
        "entries/day-0012.md:2:1: warning: the entry has no date yet, so the site leaves it out",
    ]
    assert (
        import_log(root, text, "--first-day", "2026-01-01").out
        == "entries/2026/2026-01-02.md\nentries/2026/2026-01-12.md\n"
    )
    assert "--first-day" not in report(root)


def test_several_entries_of_a_day_get_numbered_names(root: Path) -> None:
    result = import_log(root, "## 2026-01-05\nA\n## 2026-01-05\nB\n")
    assert result.out == "entries/2026/2026-01-05.md\nentries/2026/2026-01-05-2.md\n"


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
def test_a_file_that_is_no_log_is_an_error_message(root: Path, content: bytes, message: str) -> None:
    """Nothing is written."""
    result = import_log(root, content)
    assert (result.status, result.out, files(root)) == (1, "", {})
    assert message in result.err


def test_other_encodings_and_line_ends_are_read(root: Path) -> None:
    """A byte order mark, CRLF and Windows-1252."""
    import_log(root, "\ufeff## 2026-01-05\r\nÉbbe\r\n".encode())
    import_log(root, "## 2026-01-06\r\nÉbbe\r\n".encode("cp1252"))
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
def test_a_file_without_marks_of_days_is_one_day(
    root: Path, name: str, text: str, path: str, entry: str | None
) -> None:
    """Its date is that of its front matter or its name; it keeps its title and tags."""
    source = root.parent / name
    source.write_text(text, encoding="utf-8")
    result = run(root, "import", "log", str(source), DAYTRAIL_TODAY="2026-06-01")
    assert (result.status, result.out) == (0, f"entries/{path}\n")
    expected = entry or "---\ndate: 2026-01-05\ntitle: T\n---\n\nText.\n"
    assert files(root) == {f"entries/{path}": expected}
    assert ("layout: post" in report(root)) == ("layout" in text)
    assert not load(root).failed


def test_invalid_front_matter_stays_in_the_body(root: Path) -> None:
    source = root.parent / "2026-01-05.md"
    source.write_text("---\nbad: [\n---\n\nText.\n", encoding="utf-8")
    assert run(root, "import", "log", str(source)).status == 0
    assert "bad: [" in files(root)["entries/2026/2026-01-05.md"]


def test_front_matter_that_entries_do_not_have_is_reported(root: Path) -> None:
    """Lists below unknown keys, and the time of a date, are reported line by line."""
    source = root.parent / "a.md"
    source.write_text("---\ndate: 2026-01-05 10:30\naliases:\n  - Low water\ntitle: 7\n---\nText.\n", encoding="utf-8")
    run(root, "import", "log", str(source))
    assert "\n    2  date: 2026-01-05 10:30\n    3  aliases:\n    4  - Low water\n" in report(root)
    assert 'title: "7"\n' in files(root)["entries/2026/2026-01-05.md"]
    assert run(root, "import", "log", str(source), "--verify").status == 0


def test_linked_files_are_copied(root: Path) -> None:
    """They have the same path relative to the entry as to the source; missing ones are reported."""
    folder = root.parent
    write(folder, {"pics/a.png": "A", "b c.txt": "B", "other.md": "# x\n"})
    text = (
        "## 2026-01-05\n![a](<pics/a.png>) [b](b%20c.txt#x) [c](other.md) [d](gone.png) [e](#day) [f](https://e.org/x)\n"
        '```\n![z](z.png)\n```\n## 2026-01-06\n[out](../../../a.txt) <img src="pics/a.png">\n'
    )
    import_log(root, text, "--all")
    assert (root / "entries/2026/pics/a.png").read_text(encoding="utf-8") == "A"
    assert (root / "entries/2026/b c.txt").read_text(encoding="utf-8") == "B"
    assert [line for line in report(root).split("\n") if "does not work" in line] == [
        "- line 1: the link to `other.md` does not work: it is another document; import it as well",
        "- line 1: the link to `gone.png` does not work: the source has no such file beside it",
        "- line 1: the link to `#day` does not work: the page of the day has no such heading",
        "- line 6: the link to `../../../a.txt` does not work: it leads out of the folder of entries",
    ]
    assert import_log(root, text).out == ""
    (root / "entries/2026/pics/a.png").write_text("mine", encoding="utf-8")
    import_log(root, text, "--all")
    assert "entries/2026/pics/a.png exists with other content" in report(root)
    assert (root / "entries/2026/pics/a.png").read_text(encoding="utf-8") == "mine"


def test_text_that_belongs_to_no_day_becomes_a_proposed_page(root: Path) -> None:
    """No build publishes it and its macros do not run; a title alone is no page."""
    import_log(root, "# Log\nAbout it: {{ now() }}.\n## 2026-01-05\nA\n## 2026-01-06\nB\n## Resources\n- a list\n")
    path = root / "docs/proposed/log.md"
    assert path.read_text(encoding="utf-8") == (
        "---\nrender_macros: false\ndraft: true\n---\n\n# Log\nAbout it: {{ now() }}.\n## Resources\n- a list\n"
    )
    assert "`docs/proposed/log.md` has the text that belongs to no day, and is not published" in report(root)


def test_an_existing_entry_of_the_day_is_not_changed(root: Path) -> None:
    """The imported entry gets another name, and is written once."""
    mine = write(root, {"entries/2026/2026-01-05.md": "---\ndate: 2026-01-05\n---\n\nMine.\n"})
    text = "## 2026-01-05\nEbb and flood all day.\n"
    assert import_log(mine, text).out == "entries/2026/2026-01-05-2.md\n"
    assert import_log(mine, text).out == ""
    assert files(root)["entries/2026/2026-01-05.md"].endswith("Mine.\n")
    assert import_log(root, text, "--verify").status == 0


def test_an_entry_that_was_extended_is_not_imported_again(root: Path) -> None:
    """If one text has most words of the other, they are the same entry, and the existing one is kept."""
    import_log(root, "## 2026-01-05\nEbb and flood.\n")
    result = import_log(root, "## 2026-01-05\nEbb and flood.\n\nAnd much more of this day, which was a long one.\n")
    assert result.out == ""
    assert "\n- entries/2026/2026-01-05.md (line 1 of the source)\n" in report(root)


def test_a_file_that_is_given_twice_is_imported_once(root: Path) -> None:
    one, two = root.parent / "one.md", root.parent / "two.md"
    one.write_text("## 2026-01-05\nEbb, all of it.\n", encoding="utf-8")
    two.write_text("## 2026-01-05\nSomething else.\n", encoding="utf-8")
    result = run(root, "import", "log", str(one), str(one), str(two))
    assert result.out == "entries/2026/2026-01-05.md\nentries/2026/2026-01-05-2.md\n"
    for names in ([two], [two, one], [one, two, one]):
        assert run(root, "import", "log", *map(str, names)).out == ""
        assert run(root, "import", "log", *map(str, names), "--verify").status == 0


def test_control_characters_are_removed(root: Path) -> None:
    assert import_log(root, "## 2026-01-05 t\x07itle\nA\x00".replace("\x00", "") + "\x1b\n").status == 0
    assert load(root).problems == ()
    assert "title: title\n" in files(root)["entries/2026/2026-01-05.md"]


def test_an_empty_day_is_not_another_entry_of_the_day(root: Path) -> None:
    write(root, {"entries/2026/2026-01-05.md": "---\ndate: 2026-01-05\ntitle: Mine\n---\n\nMine.\n"})
    assert import_log(root, "## T-1 (2026-01-05)\n").out == "curriculum.yaml\nentries/2026/2026-01-05-2.md\n"


def test_several_files_are_imported_at_once(root: Path) -> None:
    """Files with YAML, TOML or JSON front matter, or a date in their name, and a file for a week."""
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
    run(root, "import", "log", *names, DAYTRAIL_TODAY="2026-06-01")
    assert sorted(files(root)) == [f"entries/2026/2026-01-{day:02}.md" for day in (5, 6, 7, 8, 12, 16)]
    assert files(root)["entries/2026/2026-01-05.md"].startswith("---\ndate: 2026-01-05\ntitle: Ebb\ntags: [sea]\n---\n")
    assert "a.md`):\n\n    5  layout: post\n" in report(root)
    assert load(root).problems == ()
    assert run(root, "import", "log", *names, "--verify").status == 0


def test_options_set_how_a_log_is_read(root: Path) -> None:
    """`--into`, `--today` and `--format` replace what is guessed."""
    text = "## March 2\n**March 3**\nA\n"
    result = import_log(root, text, "--format", "bold", "--today", "2024-01-01", "--into", str(root / "entries/old"))
    assert result.out == "entries/old/2023/2023-03-03.md\n"
    assert "read as log, 1 entry, a bold line each" in result.err
    assert import_log(root, "Words.\n", "--format", "file").status == 1


def test_reading_a_large_file_is_announced(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["daytrail.cli.importing.log"], "LARGE", 10)
    monkeypatch.setattr(sys.modules["daytrail.cli.importing.log_entries"], "MIN_PROGRESS_BAR", 2)
    result = import_log(root, LOG)
    assert "log.md: reading 0 MB" in result.err
    assert "writing entries" in result.err
