"""The report of an import: the page, where it is written, and what it advises."""

import json
from pathlib import Path

import pytest

from tests.command import CommandResult, run, write

LOG = """\
# My log

About it.

## 2026-01-05 (Sunday)
A [x](gone.md)

## 2026-01-06 (Sunday)
B

## 2026-01-07 (Sunday)
C

## 2026-01-08 (Sunday)
D
"""
PLAN = "# Tides\n## Week 1: Ebb\n- [ ] Gravity\n"
PAGE = """\
# Import report

`log.md` was read as a log: 4 entries, one heading per day, oldest first, 2026-01-05 to 2026-01-08.

5 files were written: 4 in `entries/` and `docs/proposed/log.md`.

## Doubts

### Wrong weekday (4)

- line 5: 2026-01-05 is a Monday, not a Sunday
- line 8: 2026-01-06 is a Tuesday, not a Sunday
- line 11: 2026-01-07 is a Wednesday, not a Sunday
- … and 1 more, which `--all` shows

### Broken link (1)

- line 6: the link to `gone.md` does not work: there is no such file next to the source

## Left over (2)

In no entry, but on the page `docs/proposed/log.md`:

    1  # My log
    3  About it.

## What to do next

1. Some links lead to files that are not here. If the source is on the web, give its URL: \
`daytrail import log log.md --source-url URL`
2. `docs/proposed/log.md` has the text that belongs to no day, and is not published. To publish it, move it: \
`mv docs/proposed/log.md docs/log.md`
3. Look for problems in the project: `daytrail check`
4. See the site: `daytrail serve`
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a project, which is the current one."""
    write(tmp_path, {"mkdocs.yml": "site_name: x\ndraft_docs: proposed/\n"})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def import_document(root: Path, kind: str, text: str, *options: str) -> CommandResult:
    write(root, {f"{kind}.md": text})
    return run(Path(), "import", kind, f"{kind}.md", *options, DAYTRAIL_TODAY="2026-06-01")


def page(root: Path, name: str = "import-report.md") -> str:
    """Return a report without its first line, which says that the next import replaces it."""
    mark, _, text = (root / name).read_text(encoding="utf-8").partition("\n")
    assert "The next one replaces this file, unless you change it." in mark
    return text


def test_report_is_a_page_with_doubts_by_kind_lines_left_over_and_commands(root: Path) -> None:
    """Standard error names it, and standard output the other files."""
    result = import_document(root, "log", LOG)
    assert page(root) == PAGE
    assert result.err == (
        "log.md: read as log, 4 entries, one heading per day, oldest first, 2026-01-05 to 2026-01-08\n"
        "5 files written; 5 doubts, 2 lines left over\n"
        "report: import-report.md\n"
    )
    assert "import-report.md" not in result.out


def test_dry_run_prints_the_report_and_advises_the_import(root: Path) -> None:
    result = import_document(root, "log", LOG, "--dates", "dmy", "--dry-run")
    start, _, steps = result.err.partition("## What to do next\n\n")
    assert "5 files would be written: 4 in `entries/` and `docs/proposed/log.md`." in start
    url, _, run_import = steps.splitlines()
    assert url.endswith("give its URL: `daytrail import log log.md --dates dmy --source-url URL`")
    assert run_import == "3. Run the import: `daytrail import log log.md --dates dmy`"
    assert (result.out, sorted(path.name for path in root.iterdir())) == ("", ["log.md", "mkdocs.yml"])


def test_all_shows_every_example(root: Path) -> None:
    result = import_document(root, "log", LOG, "--dry-run", "--all")
    assert "- line 14: 2026-01-08 is a Thursday, not a Sunday\n" in result.err
    assert "more, which" not in result.err


def test_second_import_advises_nothing_that_is_done(root: Path) -> None:
    """The page that was proposed has been moved; nothing was written, so there is nothing to look at."""
    import_document(root, "plan", PLAN)
    import_document(root, "plan", PLAN)
    assert page(root) == (
        "# Import report\n\n`plan.md` was read as a plan with one heading per week: 1 part, 1 week, 1 item.\n\n"
        "Nothing was written. 1 file needs no change.\n"
    )


def test_report_counts_values_that_are_kept_apart_from_files(root: Path) -> None:
    import_document(root, "plan", PLAN)
    plan = root / "curriculum.yaml"
    text = plan.read_text(encoding="utf-8").replace("title: Ebb", "title: Ebb mine")
    plan.write_text(text, encoding="utf-8")
    result = import_document(root, "plan", PLAN)
    assert "0 files written, 1 unchanged, 1 value kept as you wrote it; " in result.err
    assert "Nothing was written. 1 file needs no change.\n\n## Kept as it is in the project (1)\n" in page(root)


@pytest.mark.parametrize(("start", "is_advised"), [("", True), ("Start: 2026-01-05\n\n", False)])
def test_report_asks_for_the_start_of_a_plan_without_one(root: Path, start: str, is_advised: bool) -> None:
    import_document(root, "plan", f"# Boats\n\n{start}## Week 1\n- [ ] Knots\n")
    assert ("Write `start:` with the Monday of week 1 into `curriculum.yaml`" in page(root)) is is_advised


def test_report_of_several_sources_is_one_page(root: Path) -> None:
    write(root, {f"2026-01-{day:02}.md": f"---\nlayout: post\n---\nText {day}.\n" for day in range(1, 7)})
    names = sorted(path.name for path in root.glob("2026*.md"))
    result = run(Path(), "import", "log", *names, "--dry-run")
    assert result.err.startswith(
        "# Import report\n\n"
        "- `2026-01-01.md` was read as a log: 1 entry, 2026-01-01.\n"
        "- `2026-01-02.md` was read as a log: 1 entry, 2026-01-02.\n"
        "- `2026-01-03.md` was read as a log: 1 entry, 2026-01-03.\n"
        "- … and 3 more, which `--all` shows\n\n"
        "6 files would be written to `entries/`.\n"
    )
    assert "In no file of the project (`2026-01-06.md`):\n\n    2  layout: post\n" in result.err


def test_json_has_everything_and_no_other_report_is_written(root: Path) -> None:
    """Doubts have the code of their kind."""
    result = import_document(root, "log", LOG, "--json")
    [report] = json.loads(result.out)
    assert report["source"] == "log.md"
    assert report["written"][-1] == "docs/proposed/log.md"
    assert report["doubts"][0] == {
        "line": 5,
        "code": "wrong-weekday",
        "message": "2026-01-05 is a Monday, not a Sunday",
    }
    assert len(report["doubts"]) == 5
    assert report["left"] == [{"line": 1, "text": "# My log"}, {"line": 3, "text": "About it."}]
    commands = [step["command"] for step in report["next"]]
    assert commands == ["daytrail import log log.md --source-url URL", "mv docs/proposed/log.md docs/log.md"]
    assert not (root / "import-report.md").exists()


@pytest.mark.parametrize("content", ["My notes on the import.\n", "", None], ids=["other", "empty", "edited"])
def test_file_of_the_writer_is_not_replaced_by_the_report(root: Path, content: str | None) -> None:
    """Nor is a report to which the writer has added something; the new one gets another name."""
    if content is None:
        import_document(root, "plan", PLAN)
        content = f"{(root / 'import-report.md').read_text(encoding='utf-8')}\nDone so far: the weekdays.\n"
    write(root, {"import-report.md": content})
    for _ in range(2):
        result = import_document(root, "log", LOG)
        assert "report: import-report-2.md\n" in result.err
    assert (root / "import-report.md").read_text(encoding="utf-8") == content
    assert page(root, "import-report-2.md").startswith("# Import report\n\n`log.md` was read")
    assert not (root / "import-report-3.md").exists()


def test_report_of_an_earlier_import_of_a_kind_is_replaced(root: Path) -> None:
    """Also if git has changed its line ends. The report on a log stays when a plan is imported."""
    import_document(root, "log", "# 2026-02-01\n\nRain.\n")
    path = root / "import-report.md"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    import_document(root, "plan", PLAN)
    import_document(root, "log", LOG)
    assert page(root) == PAGE
    assert page(root, "import-report-2.md").startswith("# Import report\n\n`plan.md` was read")
    import_document(root, "plan", PLAN)
    assert {file.name for file in root.glob("import-report*")} == {"import-report.md", "import-report-2.md"}


@pytest.mark.parametrize("kind", ["plan", "log"])
def test_report_option_names_another_file_which_must_not_be_the_writers(root: Path, kind: str) -> None:
    """Neither the source nor any other file is replaced, but the report of an earlier run is."""
    text = LOG if kind == "log" else PLAN
    for name in (f"{kind}.md", "mkdocs.yml"):
        before = {"mkdocs.yml": (root / "mkdocs.yml").read_text(encoding="utf-8"), f"{kind}.md": text}[name]
        result = import_document(root, kind, text, "--report", name, "--dry-run")
        assert result.status == 2
        assert f"{name} exists and is not an unchanged import report; name another file" in result.err
        assert (root / name).read_text(encoding="utf-8") == before
    for options in ((), ("--json",), ("--dry-run",)):
        assert import_document(root, kind, text, "--report", "report", *options).status == 0
    assert page(root, "report").startswith(f"# Import report\n\n`{kind}.md` was read as ")
    assert not (root / "import-report.md").exists()


def test_private_lines_are_not_quoted(root: Path) -> None:
    """The report may be committed with the project."""
    text = "<!-- private -->\nsecret one\n<!-- /private -->\n## 2026-01-05\n"
    text += "<!-- private -->\n\n[x](secret-two.png)\n\n<!-- /private -->\n## 2026-01-06\nB\n"
    assert import_document(root, "log", text).status == 0
    assert "secret" not in page(root)
    assert "2  (a private line)\n" in page(root)
    assert "- line 7: (a private line)\n" in page(root)
    assert "secret" not in import_document(root, "log", text, "--json").out


def test_markup_of_the_source_does_not_change_the_report(root: Path) -> None:
    """Neither a comment nor a code fence of the source hides what follows."""
    import_document(root, "plan", PLAN)
    import_document(root, "plan", PLAN + "- [ ] <!-- Moon\n\n`````\n```` Reed\n`````\n")
    assert "\n- \\<!-- Moon\n" in page(root)
    assert "\n    7  ```` Reed\n" in page(root)


def test_report_says_in_what_order_the_entries_are_or_nothing(root: Path) -> None:
    """Weeks are one entry a week."""
    weeks = "## Week 2 (March 9-15, 2026)\nA\n\n## Week 1 (March 2-8, 2026)\nB\n"
    assert ", one entry a week, newest first, 2026-03-02 to 2026-03-09" in import_document(root, "log", weeks).err
    mixed = "".join(f"## 2026-01-{day:02}\nx\n" for day in (9, 8, 5, 6))
    result = import_document(root, "log", mixed, "--report", "mixed.md")
    assert "read as log, 4 entries, one heading per day, 2026-01-05 to 2026-01-09" in result.err


def test_report_advises_the_first_day_that_the_source_says(root: Path) -> None:
    text = "# Log\n\nStarted on [January 5, Monday, 2026].\n\n## Day 1\nA\n## Day 2\nB\n"
    assert import_document(root, "log", text).status == 0
    assert "`daytrail import log log.md --first-day 2026-01-05`" in page(root)
