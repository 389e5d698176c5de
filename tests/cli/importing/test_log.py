"""`daytrail import log`: the entries that it writes, and that no existing file is overwritten."""

import json
import re
import sys
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    ("name", "heading", "day"),
    [("2026-W02.md", "# Tides", "2026-01-05"), ("log.md", "# Diary 06.02.2026 of Ann", "2026-02-06")],
)
def test_a_file_without_days_is_an_entry_of_its_week_or_of_the_date_in_its_heading(
    root: Path, name: str, heading: str, day: str
) -> None:
    write(root.parent, {name: f"{heading}\n\nEbb.\n"})
    result = run(root, "import", "log", str(root.parent / name), DAYTRAIL_TODAY="2026-06-01")
    assert "1 file written; 1 doubt, 0 lines left over" in result.err
    entry = f"---\ndate: {day}\ntitle: {heading.lstrip('# ')}\n---\n\nEbb.\n"
    assert (root / f"entries/2026/{day}.md").read_text(encoding="utf-8") == entry


def test_a_post_keeps_its_hashtags_and_is_proved(root: Path) -> None:
    """A line of hashtags gives tags; `draft: false` and a link to another day need not be in the entry."""
    text = "---\ntitle: Ebb\ndraft: false\n---\n\nRead #one thing.\n\n#ebb #flood\n\n[[2026-01-06]]\n"
    folder = write(root.parent / "posts", {"2026-01-05-ebb.md": text, "2026-01-06.md": "Flood.\n"})
    assert run(root, "import", "log", str(folder)).status == 0
    assert "tags: [ebb, flood]\n" in files(root)["entries/2026/2026-01-05.md"]
    assert run(root, "import", "log", str(folder), "--verify").status == 0


@pytest.mark.parametrize("day", ["## {}", "**{}**", "**Tide log {}**"])
def test_numbered_days_in_a_post_with_a_date_are_days(root: Path, day: str) -> None:
    """The date of the post is that of none of them."""
    text = f"---\ntitle: Tides\ndate: 2026-01-09\n---\n\n{day.format('Day 1')}\n\nA\n\n{day.format('Day 2')}\n\nB\n"
    import_log(root, text)
    assert sorted(path.name for path in root.rglob("entries/*.md")) == ["day-0001.md", "day-0002.md"]


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
    write(root, {"mkdocs.yml": "site_name: x\nplugins: [search, daytrail]\n", "docs/index.md": "# Home\n"})
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
{root.parent / "log.md"}: read as log, 2 entries, one heading per day, oldest first, 2026-01-05 to 2026-01-06, \
days 1 to 2
3 files written; 0 doubts, 1 line left over
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
    assert "0 files written, 2 unchanged; " in result.err
    edited = root / "entries/2026/2026-01-05.md"
    edited.write_text(f"{edited.read_text(encoding='utf-8')}\nMore.\n", encoding="utf-8")
    result = import_log(root, f"{LOG}\n## 2026-01-08\nNew.\n")
    assert result.out == "entries/2026/2026-01-08.md\n"
    assert "1 file written, 1 unchanged, 1 kept; " in result.err
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
    assert "3 files would be written" in result.err
    assert "every word, link, checkbox and day is there" in result.err
    assert files(root) == {}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("2026-01-06\n", "2026-01-16\n", "4: day not in the project: 2026-01-06 (2026-01-06.md has 2026-01-16)"),
        ("day: 2", "day: 12", "5: day not in the project: day 2 (2026-01-06.md has 12)"),
        ("[x] sail", "[ ] sail", "9: checkbox `sail` is ticked in the source and taken as `open` in the project"),
        ("[ ] row", "[-] row", "8: checkbox `row` is open in the source and taken as `dropped` in the project"),
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
    plan = "title: x\nseries: [{id: a, title: A}, {id: sea, title: Waves, was: [tides]}]\n"
    site = {"mkdocs.yml": "site_name: x\nplugins: [search, daytrail]\n", "docs/index.md": "# Home\n"}
    write(root, {"curriculum.yaml": plan} | site)
    import_log(root, LOG)
    assert "series: sea\n" in files(root)["entries/2026/2026-01-05.md"]
    assert "has no series" not in report(root)
    assert load(root).problems == ()


@pytest.mark.parametrize(
    ("name", "text", "series"),
    [
        ("log", "# 100 Days Of Code - Log\n", '{id: "100-days-of-code", title: "100 Days Of Code", days: 100}'),
        (
            "log",
            "My 30 Days of Sea Maps Journey\n====\n",
            '{id: "30-days-of-sea-maps", title: "30 Days of Sea Maps", days: 30}',
        ),
        ("log", "# Log\n#60DaysOfTides, day by day.\n", '{id: "60-days-of-tides", title: "60DaysOfTides", days: 60}'),
        (
            "log",
            "# Log\nI do the [100 Days of Tides](https://a.example) challenge.\n",
            '{id: "100-days-of-tides", title: "100 Days of Tides", days: 100}',
        ),
        ("100-days-of-sailing-log", "# Log\n", '{id: "100-days-of-sailing", title: "100 days of sailing", days: 100}'),
        ("log", "# 100 Tage von Ebbe\n", '{id: "100-tage-von-ebbe", title: "100 Tage von Ebbe", days: 100}'),
        ("log", "# 100 days design\nAbout 30 days of rain fell.\n", ""),
        ("log", "# Log\n```\n#100DaysOfCode\n```\n", ""),
    ],
)
def test_a_log_of_100_days_of_something_is_a_series(root: Path, name: str, text: str, series: str) -> None:
    """By its title, its file's name or a hashtag, without being asked for."""
    source = root.parent / f"{name}.md"
    source.write_text(f"{text}\n## Day 1: 2026-01-05\nA\n## Day 2: 2026-01-06\nB\n", encoding="utf-8")
    assert run(root, "import", "log", str(source)).status == 0
    plan = (root / "curriculum.yaml").read_text(encoding="utf-8") if (root / "curriculum.yaml").exists() else ""
    assert [line[4:] for line in plan.split("\n") if "{" in line] == ([series] if series else [])
    assert load(root).problems == ()


@pytest.mark.parametrize(
    ("title", "is_left_over"),
    [
        ("# 100 Days of Tides", False),
        ("# 100 Days Of Tides Log", False),
        ("# 100 Days of Tides: the North Sea", True),
    ],
)
def test_the_title_of_a_series_is_not_left_over(root: Path, title: str, is_left_over: bool) -> None:
    """A title with other words is in no file as a whole, so the report quotes it."""
    import_log(root, f"{title}\n## Day 1: 2026-01-05\nA\n")
    assert (f"    1  {title}\n" in report(root)) is is_left_over


PLAN = """\
title: Sea  # mine
series:
  # the first one
  - {id: sea, title: Sea, days: 10}
parts: []
"""


def test_a_series_that_the_plan_does_not_have_is_added(root: Path) -> None:
    """Every other byte of the plan stays; entries name the series, since the first one is another."""
    write(root, {"curriculum.yaml": PLAN})
    text = "# 100 Days of Tides\n## Day 1: 2026-01-05\nA\n"
    assert import_log(root, text, "--dry-run").out == ""
    assert import_log(root, text).out == "curriculum.yaml\nentries/2026/2026-01-05.md\n"
    added = '  - {id: "100-days-of-tides", title: "100 Days of Tides", days: 100}\n'
    assert (root / "curriculum.yaml").read_text(encoding="utf-8") == PLAN.replace("parts", f"{added}parts")
    assert (
        files(root)["entries/2026/2026-01-05.md"]
        == '---\ndate: 2026-01-05\nseries: "100-days-of-tides"\nday: 1\n---\n\nA\n'
    )
    assert "curriculum.yaml: the series 100 Days of Tides" in report(root)
    assert load(root).problems == ()
    assert import_log(root, text).out == ""


@pytest.mark.parametrize("name", ["Piano practice", "piano-practice"])
def test_series_is_created_where_there_is_none(root: Path, name: str) -> None:
    """By title or id; the second time it is there."""
    text = "## Day 1/30: 2026-01-05\nA\n## Day 2/30: 2026-01-06\nB\n"
    assert import_log(root, text, "--series", name).status == 0
    plan = (root / "curriculum.yaml").read_text(encoding="utf-8")
    assert plan == f"title: {name}\nseries:\n  - {{id: piano-practice, title: {name}, days: 30}}\n"
    assert "series: piano-practice\n" in files(root)["entries/2026/2026-01-05.md"]
    assert import_log(root, text, "--series", "PIANO-practice").out == ""
    write(root, {"curriculum.yaml": "title: Sea\n"})
    assert import_log(root, text, "--series", name).out == "curriculum.yaml\n"
    plan = (root / "curriculum.yaml").read_text(encoding="utf-8")
    assert plan == f"title: Sea\nseries: [{{id: piano-practice, title: {name}, days: 30}}]\n"
    assert load(root).problems == ()
    assert import_log(root, text, "--series", "…").status == 2


def test_a_plan_that_cannot_be_read_gets_no_series(root: Path) -> None:
    """Nothing that the project had before is worse afterwards."""
    write(root, {"curriculum.yaml": "series: 1\n"})
    import_log(root, "# 100 Days of Tides\n## Day 1: 2026-01-05\nA\n")
    assert (root / "curriculum.yaml").read_text(encoding="utf-8") == "series: 1\n"
    assert "series" not in files(root)["entries/2026/2026-01-05.md"]
    assert "The plan has no series `100 Days of Tides`" in report(root)


@pytest.mark.parametrize(
    ("names", "titles"),
    [
        (
            {
                "log.md": "# Log\n# Round 2\n## Day 1: 2026-02-05\nC\n# Round 1\n"
                "## Day 1: 2026-01-05\nA\n## Day 2: 2026-01-06\nB\n"
            },
            ["Round 1", "Round 2"],
        ),
        ({"r1-log.md": "## Day 1: 2026-01-05\nA\n", "round-2.md": "## Day 2: 2026-02-05\nC\n"}, ["Round 1", "Round 2"]),
        (
            {"log.md": "# 100 Days of Sea\n### Day 1: 2026-01-05\nA\n## Round 2\n### Day 1: 2026-02-05\nB\n"},
            ["100 Days of Sea, Round 1", "100 Days of Sea, Round 2"],
        ),
        (
            {"log.md": "## Harp\n### Day 0\nA\n### Day 1\nB\n## Oboe\n### Day 0\nC\n### Day 1\nD\n"},
            ["Harp", "Oboe"],
        ),
        ({"log.md": "## Week 1\n### Day 1\nA\n### Day 2\nB\n## Week 2\n### Day 3\nC\n### Day 4\nD\n"}, []),
    ],
    ids=["headings", "files", "named", "chapters", "weeks"],
)
def test_rounds_and_chapters_with_numbers_of_their_own_are_series(
    root: Path, names: dict[str, str], titles: list[str]
) -> None:
    write(root.parent, names)
    assert run(root, "import", "log", *(str(root.parent / name) for name in names)).status == 0
    loaded = load(root)
    assert [series.title for series in loaded.journal.curriculum.series] == titles
    assert [problem for problem in loaded.problems if "no date" not in problem.message] == []


def test_days_without_dates_are_named_by_their_numbers(root: Path) -> None:
    """The site leaves them out with a warning; `--first-day` gives them dates."""
    text = "Day 2/100 of Tides\nB\nDay 12/100 of Tides\nL\n"
    result = import_log(root, text)
    assert result.out == "curriculum.yaml\nentries/day-0002.md\nentries/day-0012.md\n"
    advice = "2 entries have a day number but no date. Set the date of day 1: `daytrail -C"
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


@pytest.mark.parametrize(
    "text", ["## Day 3 (2026-01-07)\nA\n## Day 4\nB\n", "Started on January 5, 2026.\n## Day 4\nB\n"]
)
def test_the_first_day_that_a_log_names_is_proposed(root: Path, text: str) -> None:
    import_log(root, text)
    assert "log.md --first-day 2026-01-05`" in report(root)


UNDATED = "## Day 1\nEbb.\n## Day 2\nFlood and more.\n## Day 4\nSpring.\n"


def test_first_day_dates_the_entries_that_are_there(root: Path) -> None:
    """They are renamed, as if they had been imported with it; a second run with or without it changes nothing."""
    import_log(root, UNDATED)
    import_log(root, UNDATED, "--first-day", "2026-01-01")
    assert list(files(root)) == [f"entries/2026/2026-01-0{day}.md" for day in (1, 2, 4)]
    assert "entries/2026/2026-01-02.md: the date of what was entries/day-0002.md" in report(root)
    new = write(root.parent / "new/project", {"mkdocs.yml": "site_name: x\n"})
    import_log(new, UNDATED, "--first-day", "2026-01-01")
    before = files(root)
    assert before == files(new)
    for options in (["--first-day", "2026-01-01"], [], ["--verify"], ["--verify", "--first-day", "2026-01-01"]):
        result = import_log(root, UNDATED, *options)
        assert (result.status, result.out) == (0, "")
    assert files(root) == before


def test_another_first_day_changes_no_date_that_an_entry_has(root: Path) -> None:
    """The report says which date each entry keeps."""
    import_log(root, UNDATED, "--first-day", "2026-01-01")
    before = files(root)
    import_log(root, UNDATED, "--first-day", "2026-02-01")
    assert files(root) == before
    assert "- line 3: day 2 keeps the date of its entry, 2026-01-02: it would be 2026-02-02; to" in report(root)


def test_a_failure_while_entries_are_renamed_changes_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The entries that were deleted until then are there again, and the new ones are not."""
    import_log(root, UNDATED)
    write(root, {"entries/2025-01-01.md": "---\ndate: 2025-01-01\n---\n\n[x](day-0001.md)\n"})
    before = files(root)
    unlink = Path.unlink

    def failing_unlink(path: Path, *, missing_ok: bool = False) -> None:
        if path.name == "day-0002.md":
            raise PermissionError(13, "no")
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", failing_unlink)
    assert import_log(root, UNDATED, "--first-day", "2026-01-01").status == 1
    assert files(root) == before


def test_first_day_keeps_what_the_writer_has_changed(root: Path) -> None:
    """Text, front matter and line ends stay; links between entries and to files beside them follow."""
    write(root.parent, {"pics/a.png": "A"})
    import_log(root, f"{UNDATED}![a](pics/a.png)\n")
    one, four = (root / f"entries/day-000{day}.md" for day in (1, 4))
    one.write_bytes(b"---\r\nday: 1\r\ntags: [sea]\r\n---\r\n\r\nEbb, see [four](day-0004.md#x).\r\n")
    four.write_text(
        four.read_text(encoding="utf-8") + "\nAfter [two](day-0002.md) `](day-0002.md)`.\n", encoding="utf-8"
    )
    links = "[day 4](../day-0004.md), ```](../day-0004.md)```, [x](https://e.org/day-0004.md)"
    mine = f"---\ndate: 2025-01-01\n---\n\n{links}\n"
    write(root, {"entries/2025/2025-01-01.md": mine})
    import_log(root, f"{UNDATED}![a](pics/a.png)\n", "--first-day", "2026-01-01")
    assert not list((root / "entries").glob("*.md"))
    assert (root / "entries/2026/2026-01-01.md").read_bytes() == (
        b"---\r\ndate: 2026-01-01\r\nday: 1\r\ntags: [sea]\r\n---\r\n\r\nEbb, see [four](2026-01-04.md#x).\r\n"
    )
    assert files(root)["entries/2026/2026-01-04.md"] == (
        "---\ndate: 2026-01-04\nday: 4\n---\n\nSpring.\n![a](../pics/a.png)\n\n"
        "After [two](2026-01-02.md) `](day-0002.md)`.\n"
    )
    assert files(root)["entries/2025/2025-01-01.md"] == mine.replace("../day-0004.md)", "../2026/2026-01-04.md)", 1)
    assert [problem.code for problem in load(root).problems] == ["day-numbers"]


@pytest.mark.parametrize(
    ("text", "first_day", "dates", "doubts"),
    [
        (
            "## Day 1\nA\n## Day 2 - 2026-01-02\nB\n## Day 3\nC\n",
            "2026-01-01",
            ["2026-01-01", "2026-01-02", "2026-01-03"],
            [],
        ),
        (
            "## Day 5 - 2026-01-08\nA\n## Day 6\nB\n## Day 9\nC\n",
            "2026-01-01",
            ["2026-01-08", "2026-01-09", None],
            [
                "line 3: day 6 got no date: it would be 2026-01-06, but day 5 is 2026-01-08",
                "line 5: counted from 2026-01-01, day 5 would be 2026-01-05, but it is 2026-01-08: check day 9",
            ],
        ),
        (
            "## Day 8 - 2026-01-09\nA\n## Day 7\nB\n## Day 6 - 2026-01-06\nC\n",
            "2026-05-01",
            ["2026-01-06", "2026-01-09", None],
            ["line 3: day 7 got no date: it would be 2026-05-07, but day 8 is 2026-01-09"],
        ),
        (
            "## Day 1\nA\n## Day 2\nB\n",
            "2026-06-01",
            ["2026-06-01", "2026-06-02"],
            ["line 3: day 2 would be 2026-06-02, which is in the future"],
        ),
        (
            "## Day 1\nA\n\nWritten after supper, on 1 January 2026.\n## Day 2\nB\n\nIt is 5 January 2026.\n",
            "2026-01-01",
            ["2026-01-01", "2026-01-02"],
            ["line 5: day 2 would be 2026-01-02, counted from 2026-01-01, but its text has `5 January 2026`"],
        ),
    ],
    ids=["fits", "after-a-gap", "beyond-a-neighbour", "future", "another-date-in-the-text"],
)
def test_first_day_contradicts_no_dated_day(
    root: Path, text: str, first_day: str, dates: list[str | None], doubts: list[str]
) -> None:
    """What would be out of order stays without a date; what only differs from the count is a doubt."""
    import_log(root, text, "--first-day", first_day)
    names = sorted(path.stem for path in (root / "entries").rglob("*.md"))
    assert [None if name.startswith("day") else name for name in names] == dates
    assert [line[2:] for line in report(root).split("\n") if re.search("would be 20", line)] == doubts


@pytest.mark.parametrize("options", [(), ("--source-url", "https://github.com/a/b/blob/main/log.md")])
def test_an_undated_entry_with_a_dead_link_is_written_once(root: Path, options: tuple[str, ...]) -> None:
    """Its text in the project is not that of the source, where the link is one."""
    text = "## KW 1\n\nA\n\n## KW 2\n\nSee [Ebb](notes/ebb.md).\n\n## KW 3\n\nC\n"
    import_log(root, text)
    before = list(files(root))
    assert "entries/undated-0005.md" in before
    assert "written" not in import_log(root, text, *options).out.replace("0 files written", "")
    assert list(files(root)) == before


def test_first_day_dates_one_series(root: Path) -> None:
    """Each has a first day of its own."""
    import_log(root, "## R1D1\nA\n## R1D2\nB\n## R2D1\nC\n", "--first-day", "2026-01-01")
    assert list(files(root)) == [
        *("entries/2026/2026-01-01.md", "entries/2026/2026-01-02.md", "entries/day-0001.md"),
    ]
    assert "line 5: day 1 got no date: its series is not that of the first undated day" in report(root)


def test_first_day_beyond_the_calendar_is_refused(root: Path) -> None:
    result = import_log(root, UNDATED, "--first-day", "9999-12-31")
    assert result.status == 2
    assert "day 2 after 9999-12-31 is beyond the calendar" in result.err


def test_several_entries_of_a_day_get_numbered_names(root: Path) -> None:
    result = import_log(root, "## 2026-01-05\nA\n## 2026-01-05\nB\n")
    assert result.out == "entries/2026/2026-01-05.md\nentries/2026/2026-01-05-2.md\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b" \n\n", "is empty"),
        (b"Just some words.\n", "no day was found"),
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
        ("2026-01-05-lunes.md", "A", "2026/2026-01-05.md", "---\ndate: 2026-01-05\n---\n\nA\n"),
        ("Day_12.md", "A", "day-0012.md", "---\nday: 12\n---\n\nA\n"),
        (
            "a.md",
            '---\ntitle: "A: b"\ndate: 2026-01-05 10:00:00\ntags: [x, "y, z"]\nlayout: post\n---\n\nText.\n',
            "2026/2026-01-05.md",
            '---\ndate: 2026-01-05\ntitle: "A: b"\ntags: [x, "y, z"]\n---\n\nText.\n',
        ),
        ("b.md", "+++\ntitle = 'T'\ndate = 2026-01-05\n+++\nText.\n", "2026/2026-01-05.md", None),
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
        "- line 2: the link to `other.md` does not work: it is another document, which was not imported",
        "- line 2: the link to `gone.png` does not work: there is no such file next to the source",
        "- line 2: the link to `#day` does not work: the page has no such heading",
        "- line 7: the link to `../../../a.txt` does not work: it leads out of the folder of entries",
    ]
    assert import_log(root, text).out == ""
    (root / "entries/2026/pics/a.png").write_text("mine", encoding="utf-8")
    import_log(root, text, "--all")
    assert "`entries/2026/pics/a.png` exists with other content" in report(root)
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
    expected = "- line 1: a second entry, 2026-01-05-2.md, was written for 2026-01-05, which already has "
    assert expected + "entries/2026/2026-01-05.md\n" in report(root)
    assert "0 doubts" in import_log(mine, text).err
    assert import_log(mine, text).out == ""
    assert files(root)["entries/2026/2026-01-05.md"].endswith("Mine.\n")
    assert import_log(root, text, "--verify").status == 0


def test_a_day_that_its_writer_has_continued_is_extended(root: Path) -> None:
    """If the entry is untouched: the text of the day begins with all of the entry. `--verify` says so before."""
    import_log(root, "## 2026-01-05\nEbb and flood.\n")
    grown = "## 2026-01-05\nEbb and flood.\n\nAnd more.\nhttps://example.org/a\n"
    assert import_log(root, grown, "--verify").status == 0
    result = import_log(root, grown)
    assert result.out == "entries/2026/2026-01-05.md\n"
    assert "entries/2026/2026-01-05.md: 3 lines that the source has now (line 1 of the source)" in report(root)
    new = root.parent / "new/project"
    write(new, {"mkdocs.yml": "site_name: x\n"})
    import_log(new, grown)
    assert files(root) == files(new)
    assert import_log(root, grown).out == ""


def test_entries_get_the_dates_that_a_log_that_grew_shows(root: Path) -> None:
    """A year that was guessed, or the order of day and month, may change with the new days; links follow."""
    start = "## Day 1: 3/2\nSanded and oiled the board.\n## Day 2: 4/5\nGlued the two halves of it.\n"
    import_log(root, start)
    assert list(files(root)) == ["entries/2026/2026-03-02.md", "entries/2026/2026-04-05.md"]
    changed = root / "entries/2026/2026-04-05.md"
    changed.write_text(f"{changed.read_text(encoding='utf-8')}\nMine, see [it](2026-03-02.md).\n", encoding="utf-8")
    grown = f"{start}## Day 3: 15/6/2025\nPlaned.\n"
    result = import_log(root, grown)
    assert list(files(root)) == [f"entries/2025/2025-{day}.md" for day in ("02-03", "05-04", "06-15")]
    assert "entries/2025/2025-02-03.md: the date of what was entries/2026/2026-03-02.md" in report(root)
    moved = files(root)["entries/2025/2025-05-04.md"]
    assert moved.startswith("---\ndate: 2025-05-04\nday: 2\n---\n")
    assert moved.endswith("\nMine, see [it](2025-02-03.md).\n")
    assert (result.status, import_log(root, grown).out) == (0, "")
    assert import_log(root, grown, "--verify").status == 0


def test_a_date_that_the_writer_has_corrected_stays(root: Path) -> None:
    """The report doubts the date of the source, so the entry is not renamed back, and not written twice."""
    text = "".join(
        f"## {day}\nSanded the board again, for {day[-1]} hours.\n"
        for day in ("2025-12-30", "2025-12-31", "2025-01-01", "2026-01-02", "2026-01-03")
    )
    import_log(root, text)
    wrong, right = root / "entries/2025/2025-01-01.md", root / "entries/2026/2026-01-01.md"
    right.write_text(wrong.read_text(encoding="utf-8").replace("date: 2025", "date: 2026"), encoding="utf-8")
    wrong.unlink()
    before = files(root)
    assert (import_log(root, text).out, files(root)) == ("", before)
    assert "\n- entries/2026/2026-01-01.md (line 5 of the source)\n" in report(root)


def test_a_day_that_a_document_no_longer_has_is_named(root: Path) -> None:
    """Its beginning was read as one day; the entry stays, since the writer may want to have it."""
    start = "# Status\n\n## Last session (Jan 9, 2026)\nWorked on the keel and on the mast of the boat.\n"
    import_log(root, start)
    grown = f"{start}\n## Log\n\n" + "".join(f"- **Day {day}** - Keel {day}.\n" for day in range(1, 5))
    import_log(root, grown)
    assert list(files(root)) == ["entries/2026/2026-01-09.md", *(f"entries/day-000{day}.md" for day in range(1, 5))]
    assert "- entries/2026/2026-01-09.md: the source has this text, but not as the text of a day;" in report(root)


def test_an_empty_day_that_its_writer_has_filled_in_is_extended(root: Path) -> None:
    import_log(root, "## 2026-01-05\nEbb.\n## 2026-01-06 Flood\n")
    assert import_log(root, "## 2026-01-05\nEbb.\n## 2026-01-06 Flood\nHigh.\n").out == "entries/2026/2026-01-06.md\n"
    assert files(root)["entries/2026/2026-01-06.md"].endswith("title: Flood\n---\n\nHigh.\n")


def test_an_extended_day_keeps_changed_front_matter_and_line_ends(root: Path) -> None:
    import_log(root, "## 2026-01-05\nEbb and flood.\n")
    path = root / "entries/2026/2026-01-05.md"
    path.write_bytes(b"---\r\ndate: 2026-01-05\r\ntags: [sea] # mine\r\n---\r\n\r\nEbb and flood.\r\n")
    import_log(root, "## 2026-01-05\nEbb and flood.\nMore.\n")
    expected = b"---\r\ndate: 2026-01-05\r\ntags: [sea] # mine\r\n---\r\n\r\nEbb and flood.\r\nMore.\r\n"
    assert path.read_bytes() == expected


def test_a_continued_day_that_was_changed_is_kept_and_shown_as_a_diff(root: Path) -> None:
    """Text behind what the entry has is not counted as lost."""
    import_log(root, "## 2026-01-05\nEbb and flood.\nOne.\n")
    path = root / "entries/2026/2026-01-05.md"
    path.write_text(path.read_text(encoding="utf-8").replace("One.", "One, that is two."), encoding="utf-8")
    before = path.read_bytes()
    grown = "## 2026-01-05\nEbb and flood.\nOne.\nMore of it.\n"
    result = import_log(root, grown)
    assert (result.out, path.read_bytes()) == ("", before)
    assert "\n    -One, that is two.\n    +One.\n    +More of it.\n" in report(root)
    assert import_log(root, grown, "--verify").status == 0


@pytest.mark.parametrize(
    ("entry", "new_source"),
    [
        ("bete was here", "beta is here"),
        ("bete was here", "beta is here\nand more"),
        ("beta is here", "beta was there"),
        ("beta is here, today", "beta is here"),
    ],
)
def test_a_few_words_that_changed_on_either_side_are_kept_and_shown_as_a_diff(
    root: Path, entry: str, new_source: str
) -> None:
    import_log(root, "## 2026-01-04\nalpha\n## 2026-01-05\nbeta is here\n")
    path = root / "entries/2026/2026-01-05.md"
    path.write_text(path.read_text(encoding="utf-8").replace("beta is here", entry), encoding="utf-8")
    grown = f"## 2026-01-04\nalpha\n## 2026-01-05\n{new_source}\n## 2026-01-06\ngamma\n"
    assert import_log(root, grown).out == "entries/2026/2026-01-06.md\n"
    first_line = new_source.partition("\n")[0]
    assert f"\n    -{entry}\n    +{first_line}" in report(root)


def test_another_entry_of_a_day_is_no_copy_of_the_first(root: Path) -> None:
    """Though it is above that and has most of its words."""
    first = "## 2026-01-05\nRead the long chapter on pumps\n"
    import_log(root, first)
    grown = f"## 2026-01-05\nRead the chapter on valves today\n{first}"
    assert import_log(root, grown).out == "entries/2026/2026-01-05-2.md\n"


def test_lines_of_a_continued_day_that_was_changed_are_not_counted_as_lost(root: Path) -> None:
    """A word that only the source has is in the diff."""
    import_log(root, "## 2026-01-05\nbeta is here\n")
    path = root / "entries/2026/2026-01-05.md"
    path.write_text(path.read_text(encoding="utf-8").replace("beta is here", "beta is there"), encoding="utf-8")
    grown = "## 2026-01-05\nbeta is here\nand gamma\n"
    assert import_log(root, grown).out == ""
    assert "\n    -beta is there\n    +beta is here\n    +and gamma\n" in report(root)
    assert import_log(root, grown, "--verify").status == 0


def test_a_continued_day_is_extended_when_boxes_are_ticked(root: Path) -> None:
    """A box that only the entry has ticked is a change of its writer."""
    import_log(root, "## 2026-01-05\n- [ ] sail\n- [ ] row\n")
    grown = "## 2026-01-05\n- [x] sail\n- [ ] row\n- [x] swim\n"
    assert import_log(root, grown).out == "entries/2026/2026-01-05.md\n"
    path = root / "entries/2026/2026-01-05.md"
    extended = path.read_text(encoding="utf-8")
    assert extended.endswith("---\n\n- [x] sail\n- [ ] row\n- [x] swim\n")
    assert import_log(root, grown, "--verify").status == 0
    path.write_text(extended.replace("[ ] row", "[x] row"), encoding="utf-8")
    assert import_log(root, f"{grown}- [ ] dive\n").out == ""
    assert "\n    +- [ ] dive\n" in report(root)


_BODY_LINES = st.sampled_from(["Ebb.", "Flood and ebb.", "- [ ] sail", "- [x] row", "https://example.org/a", "", "x"])
_BODIES = st.lists(_BODY_LINES, max_size=4).map("\n".join)


@given(
    bodies=st.lists(_BODIES, min_size=2, max_size=6),
    cut=st.tuples(st.integers(0, 5), st.integers(0, 40)),
    heading=st.sampled_from(["## {day}", "## {day}: Tide", "## Day {number}", "**{day}**"]),
    newest_first=st.booleans(),
)
def test_a_log_that_grew_adds_what_is_new(
    tmp_path_factory: pytest.TempPathFactory,
    bodies: list[str],
    cut: tuple[int, int],
    heading: str,
    newest_first: bool,
) -> None:
    """Nothing is lost, nothing is written twice, and a second run changes no byte."""
    root = write(tmp_path_factory.mktemp("grown") / "project", {"mkdocs.yml": "site_name: x\n"})
    bodies = [f"Note {number}.\n{body}" for number, body in enumerate(bodies)]  # the same text is a template
    last = min(cut[0], len(bodies) - 1)

    def text(bodies: list[str]) -> str:
        days = [
            f"{heading.format(day=date(2026, 1, number), number=number)}\n{body}\n\n"
            for number, body in enumerate(bodies, start=1)
        ]
        return "".join(days[::-1] if newest_first else days)

    first = import_log(root, text([*bodies[:last], bodies[last][: cut[1]]]))
    result = import_log(root, text(bodies))
    assert result.status == 0
    assert len(files(root)) == len(bodies)
    written = [text.partition("\n---\n")[2].strip("\n") for text in files(root).values()]
    assert written == [body.strip("\n") for body in bodies]
    assert import_log(root, text(bodies), "--verify").status == 0
    before = files(root)
    assert import_log(root, text(bodies)).out == ""
    assert files(root) == before
    assert first.status in (0, 1)  # one day that is empty may be no log


def test_a_word_for_a_day_before_a_whole_date_is_proved(root: Path) -> None:
    """It is no day number, and a weekday of two words is no lost text."""
    text = "**Dia 05/01/2026 - Segunda-feira**\n\nEbb.\n\n**Dia 13/01/2026 - Terça-feira**\n\nFlood.\n"
    assert import_log(root, text, "--verify").status == 0
    assert import_log(root, text).out == "entries/2026/2026-01-05.md\nentries/2026/2026-01-13.md\n"
    assert import_log(root, text, "--verify").status == 0


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


def test_a_folder_is_imported_with_what_it_has(root: Path) -> None:
    """Files without days are left over with their first line; hidden and other files are counted; one day a file."""
    write(
        root.parent / "vault",
        {
            "Daily/2026-03-02.md": "---\ntags: [sea]\naliases: [x]\n---\n# 2026-03-02\nEbb, as in [[Tides]].\n",
            "Daily/2026-03-03 Low water.md": "Low.\n- [ ] row\n",
            "2026/03/04.md": "# Springs\n\nHigh.\n",
            "day-05/README.md": "# Day 5 - Neaps\n\nDate: March 6, 2026\n\nWeak.\n",
            "weeks/2026-W11.md": "Nothing but wind.\n",
            "weeks/2026-W12.md": "## Monday\nCalm.\n",
            "Tides.md": "# Tides\n\nNo day.\n",
            "empty.md": "",
            "binary.md": "a\0b",
            ".obsidian/2026-03-09.md": "No.\n",
            ".hidden.md": "No.\n",
            "map.png": "PNG",
            "node_modules/2026-03-10.md": "No.\n",
        },
    )
    folder = str(root.parent / "vault")
    assert run(root, "import", "log", folder, DAYTRAIL_TODAY="2026-06-01").status == 0
    assert files(root) == {
        "entries/2026/2026-03-02.md": "---\ndate: 2026-03-02\ntags: [sea]\n---\n\nEbb, as in [[Tides]].\n",
        "entries/2026/2026-03-03.md": "---\ndate: 2026-03-03\ntitle: Low water\n---\n\nLow.\n- [ ] row\n",
        "entries/2026/2026-03-04.md": "---\ndate: 2026-03-04\ntitle: Springs\n---\n\nHigh.\n",
        "entries/2026/2026-03-06.md": "---\ndate: 2026-03-06\nday: 5\ntitle: Neaps\n---\n\nWeak.\n",
        "entries/2026/2026-03-09.md": "---\ndate: 2026-03-09\n---\n\nNothing but wind.\n",
        "entries/2026/2026-03-16.md": "---\ndate: 2026-03-16\n---\n\nCalm.\n",
    }
    text = report(root)
    assert (
        f"`{folder}` was read as a folder: 9 Markdown files, 6 with days,"
        " skipped: 2 hidden folders, 1 hidden or linked file, 1 .png file.\n"
    ) in text
    for line in (
        "Tides.md: # Tides … (2 lines, none marks a day)",
        "empty.md is empty",
        "binary.md is not a text file",
    ):
        assert line in text
    assert "aliases: [x]" in text
    assert "no line of the week marks a day; its text was dated 2026-03-09" in text
    assert run(root, "import", "log", folder, DAYTRAIL_TODAY="2026-06-01").out == ""
    verified = run(root, "import", "log", folder, "--verify", DAYTRAIL_TODAY="2026-06-01")
    assert verified.status == 0
    assert "6 files: every word, link, checkbox and day is there" in verified.err
    assert load(root).problems == ()


@pytest.mark.parametrize(
    "text",
    [
        "## Tides\n\n- Date: 2026-01-05\n- By: Ann\n\nEbb.\n",
        "# Today I learned: tides\n\n- **Date**: 2026-01-05\n\n## 1. Ebb\nA\n## 2. Flood\nB\n## 3. Neap\nEbb.\n",
        "# Tides\n| What | Words |\n|---|---|\n| Date | 2026-01-05 |\n| By | Ann |\n\nEbb.\n",
        "# Today I learned\n\n> 2026-01-05\n\n# Tides\n\nEbb.\n",
        "---\ntitle: Tides\n---\n\n##### 5 January 2026 - 11 January 2026\n\n## Work\nEbb.\n",
    ],
    ids=["an item", "above numbered sections", "a row", "a quotation", "a heading below those of the text"],
)
def test_a_note_with_one_date_is_an_entry_of_that_day(root: Path, text: str) -> None:
    write(root.parent, {"note.md": text})
    note = run(root, "import", "log", str(root.parent / "note.md"))
    assert (note.out, note.status) == ("entries/2026/2026-01-05.md\n", 0)
    assert "Ebb.\n" in (root / "entries/2026/2026-01-05.md").read_text(encoding="utf-8")
    assert "no line marks a day; this one has a date; its text was dated 2026-01-05" in report(root)


def test_the_folder_of_the_project_is_imported_without_what_is_its_own(root: Path) -> None:
    """Its entries, its pages and the reports of imports are no logs."""
    write(root, {"log.md": "## 2026-01-05\nA\n", "docs/index.md": "## 2026-01-06\nA page.\n"})
    first, second = (run(root, "import", "log", str(root), DAYTRAIL_TODAY="2026-06-01") for _ in range(2))
    assert (first.status, first.out) == (0, "entries/2026/2026-01-05.md\n")
    assert (second.status, second.out) == (0, "")
    assert "skipped: 2 project folders, 1 import report, 1 .yml file" in second.err


def test_the_journal_of_logseq_becomes_entries(root: Path) -> None:
    """Tasks are checkboxes, tags are tags; properties, logbooks and empty pages are left over."""
    write(
        root.parent / "graph",
        {
            "journals/2026_03_02.md": (
                "tags:: sea, [[low water]]\n\n- TODO buy a gauge\n  id:: 65f0\n- DONE row\n  :LOGBOOK:\n"
                "  CLOCK: [2026-03-02 Mon 09:11]\n  :END:\n- LATER sail\n- CANCELED swim\n"
                "\t- about #moon and `#no`, {{video https://a.example/v}}\n"
            ),
            "journals/2026_03_03.md": "-\n",
            "logseq/bak/2026_03_01.md": "- old\n",
        },
    )
    assert run(root, "import", "log", str(root.parent / "graph")).out == "entries/2026/2026-03-02.md\n"
    assert files(root)["entries/2026/2026-03-02.md"] == (
        "---\ndate: 2026-03-02\ntags: [sea, low water, moon]\n---\n\n- [ ] buy a gauge\n- [x] row\n- [ ] sail\n"
        "- [-] swim\n\t- about #moon and `#no`, https://a.example/v\n"
    )
    for line in ("id:: 65f0", "CLOCK: [2026-03-02 Mon 09:11]", "journals/2026_03_03.md: -"):
        assert f" {line}\n" in report(root)
    assert run(root, "import", "log", str(root.parent / "graph"), "--verify").status == 0


def test_posts_take_hours_numbers_and_tags_from_their_front_matter(root: Path) -> None:
    """A date that differs from that in the file's name is a doubt; a comment that is called private stays private."""
    posts = {
        "2026-01-05-a.md": "---\ntitle: 'R1D1: knots'\ndate: 2026-01-06\ncategories: ['#30DaysOfTides']\n---\nA\n",
        "2026-01-07-b.md": "---\ntitle: R1D2\ntags: wind waves\nhours: '1,5'\n---\nB\n\n%% private: no %%\n",
    }
    source = write(root.parent / "posts", posts)
    run(root, "import", "log", str(source))
    assert files(root)["entries/2026/2026-01-06.md"] == (
        '---\ndate: 2026-01-06\nday: 1\ntitle: knots\ntags: ["#30DaysOfTides"]\n---\n\nA\n'
    )
    assert files(root)["entries/2026/2026-01-07.md"] == (
        "---\ndate: 2026-01-07\nday: 2\ntags: [wind, waves]\nhours: 1.5\n---\n\nB\n\n"
        "<!-- private --> private: no <!-- /private -->\n"
    )
    assert "30DaysOfTides" in (root / "curriculum.yaml").read_text(encoding="utf-8")
    assert "the name of the file has the date 2026-01-05; 2026-01-06 was taken, from the front matter" in report(root)


def test_a_folder_that_is_named_after_a_series_gives_it_to_its_days(root: Path) -> None:
    """By its own name, or the title of its README; a second file of a date is no title."""
    posts = {"2026-01-05.md": "A\n", "2026-01-05-2.md": "B\n", "day-3/index.md": "---\ntitle: Day 3 - Neaps\n---\nC\n"}
    write(root.parent / "30-days-of-tides", {**posts, "README.md": "# Notes\n"})
    write(root.parent / "tides", {**posts, "README.md": "# My 30 Days of Tides\n\n- [x](day-3/index.md)\n"})
    for folder, title in (("30-days-of-tides", "30 days of tides"), ("tides", "30 Days of Tides")):
        new = write(root.parent / f"new/{folder}", {"mkdocs.yml": "site_name: x\n"})
        assert run(new, "import", "log", str(root.parent / folder)).status == 0
        [series] = load(new).journal.curriculum.series
        assert (series.title, series.days) == (title, 30)
        assert files(new) == {
            "entries/2026/2026-01-05.md": "---\ndate: 2026-01-05\n---\n\nA\n",
            "entries/2026/2026-01-05-2.md": "---\ndate: 2026-01-05\n---\n\nB\n",
            "entries/day-0003.md": "---\nday: 3\ntitle: Neaps\n---\n\nC\n",
        }


def test_a_table_of_days_that_other_files_contain_is_no_log(root: Path) -> None:
    """Its dates and its series are used; what contradicts a file is a doubt."""
    rows = "| 1 | 2026-02-02 | Butt | [n](d/day1.md) |\n| 2 | 2026-02-03 | Rabbet | |\n| 3 | 2026-02-04 | Dado | |\n"
    write(
        root.parent / "wood",
        {
            "README.md": f"# 14 days of wood\n\n| Day | Date | Joint | Notes |\n|--|--|--|--|\n{rows}",
            "d/day1.md": "Glue.\n",
            "d/day2.md": "# Day 2: Two\n\n*2026-02-05*\n\nSaw.\n",
        },
    )
    assert run(root, "import", "log", str(root.parent / "wood"), DAYTRAIL_TODAY="2026-06-01").status == 0
    assert files(root) == {
        "entries/2026/2026-02-02.md": "---\ndate: 2026-02-02\nday: 1\ntitle: Butt\n---\n\nGlue.\n",
        "entries/2026/2026-02-05.md": "---\ndate: 2026-02-05\nday: 2\ntitle: Two\n---\n\nSaw.\n",
    }
    assert "README.md has the date 2026-02-03 for this day; 2026-02-05 was taken" in report(root)
    assert "no file has this day" in report(root)
    assert [series.days for series in load(root).journal.curriculum.series] == [14]


def test_a_file_without_days_stops_nothing(root: Path) -> None:
    """It is left over, and without any other file an error."""
    write(root.parent, {"rules.md": "# Rules\n\nBe kind.\n", "log.md": "## 2026-01-05\nA\n"})
    rules, log = str(root.parent / "rules.md"), str(root.parent / "log.md")
    assert run(root, "import", "log", rules, log).out == "entries/2026/2026-01-05.md\n"
    assert "# Rules … (2 lines, none marks a day)" in report(root)
    refused = run(root, "import", "log", rules, str(write(root.parent / "none", {"a.txt": "A"})))
    assert refused.status == 1
    assert "no day was found" in refused.err


def test_pages_of_several_files_have_names_of_their_own(root: Path) -> None:
    """Also if one is imported after the other; a page that is unchanged grows with its source."""
    write(
        root.parent,
        {
            "logs/a/log.md": "About the sea and ships.\n## 2026-01-05\nA\n",
            "logs/b/log.md": "Concerning hills, trees.\n## 2026-01-06\nB\n",
        },
    )
    together = str(root.parent / "logs")
    assert "docs/proposed/a-log.md\n" in run(root, "import", "log", together).out
    assert run(root, "import", "log", together).out == ""
    for folder, page in (("a", "log"), ("b", "log-2")):
        path = str(root.parent / f"logs/{folder}/log.md")
        assert run(root, "import", "log", path).out == f"docs/proposed/{page}.md\n"
        assert run(root, "import", "log", path).out == ""
    grown = root.parent / "logs/b/log.md"
    grown.write_text("Concerning hills, trees.\nOaks.\n## 2026-01-06\nB\n", encoding="utf-8")
    assert run(root, "import", "log", str(grown)).out == "docs/proposed/log-2.md\n"
    assert "Oaks." in (root / "docs/proposed/log-2.md").read_text(encoding="utf-8")
    assert run(root, "import", "log", str(grown), "--verify").status == 0


def test_options_set_how_a_log_is_read(root: Path) -> None:
    """`--into`, `--today` and `--format` replace what is guessed."""
    text = "## March 2\n**March 3**\nA\n"
    result = import_log(root, text, "--format", "bold", "--today", "2024-01-01", "--into", str(root / "entries/old"))
    assert result.out == "entries/old/2023/2023-03-03.md\n"
    assert "read as log, 1 entry, one bold line per day" in result.err
    assert import_log(root, "Words.\n", "--format", "file").status == 1


def test_reading_a_large_file_is_announced(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["daytrail.cli.importing.log_sources"], "LARGE", 10)
    monkeypatch.setattr(sys.modules["daytrail.cli.importing.changes"], "MIN_PROGRESS_BAR", 2)
    result = import_log(root, LOG)
    assert "log.md: reading 0 MB" in result.err
    assert "writing entries" in result.err


@pytest.mark.parametrize("options", [(), ("--without", "plan")], ids=["with a plan", "without a plan"])
def test_import_removes_the_first_entry_of_init_while_nobody_has_changed_it(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    """A day of the same date takes its name, and neither the dry run nor another import counts it as lost."""
    root = tmp_path / "journal"
    root.mkdir()
    log = "## Day 1: 2026-05-31\nEbb.\n\n## Day 2: 2026-06-01\nFlood.\n"
    assert run(root, "init", *options, DAYTRAIL_TODAY="2026-06-01").status == 0
    starter = root / "entries/2026/2026-06-01.md"
    text = starter.read_text(encoding="utf-8")
    removed = ["entries/2026/2026-06-01.md: the entry that `daytrail init` wrote; it was unchanged"]
    assert json.loads(import_log(root, log, "--dry-run", "--json").out)[0]["removed"] == removed
    assert "## Removed (1)" in import_log(root, log, "--dry-run").err
    assert starter.read_text(encoding="utf-8") == text
    assert import_log(root, log).status == 0
    assert starter.read_text(encoding="utf-8") == "---\ndate: 2026-06-01\nday: 2\n---\n\nFlood.\n"
    assert len([*root.rglob("entries/**/*.md")]) == 2
    assert import_log(root, log, "--verify").status == 0
    assert "no problems" in run(root, "check").err
    starter.write_text(text.replace("Some days", "Most days"), encoding="utf-8")
    assert import_log(root, log).status == 0
    assert "Most days" in starter.read_text(encoding="utf-8")


def test_the_first_entry_of_init_stays_if_no_day_replaces_it(tmp_path: Path) -> None:
    root = tmp_path / "journal"
    root.mkdir()
    run(root, "init", DAYTRAIL_TODAY="2026-06-01")
    import_log(root, "# Notes\n\nNo day.\n")
    assert (root / "entries/2026/2026-06-01.md").exists()


def test_months_before_dots_are_proved(root: Path) -> None:
    """Only the last day says that the month is first."""
    log = "## Day 1 - 12.11.25\nA\n\n## Day 2 - 12.12.25\nB\n\n## Day 3 - 12.13.25\nC\n"
    assert import_log(root, log).status == 0
    assert (root / "entries/2025/2025-12-11.md").exists()
    assert import_log(root, log, "--verify").status == 0
