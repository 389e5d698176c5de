"""`daytrail import plan` and `import reading`: one document each, as a file of the project."""

import os
import re
from pathlib import Path

import pytest
import yaml

from daytrail.problems import Severity
from daytrail.source.load import load
from tests.command import ROOT, Said, run, spawn, write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {"mkdocs.yml": "site_name: x\n"})


PLAN = """\
# Tides
## Week 1: Ebb
- [ ] Gravity
- [x] [Tables](https://example.org/t) (1 hr)
"""
WRITTEN = """\
title: Tides
parts:
  - id: tides
    title: Tides
    weeks:
      - week: 1
        title: Ebb
        concepts:
          - {id: gravity, text: Gravity}
        reading:
          - {id: tables, title: Tables, url: https://example.org/t, hours: 1, done: 2026-05-01}
"""


def bring_in(root: Path, kind: str, name: str, text: str, *options: str) -> Said:
    (root.parent / name).write_text(text, encoding="utf-8")
    return run(root, "import", kind, str(root.parent / name), *options, DAYTRAIL_TODAY="2026-06-01")


def test_a_plan_becomes_the_curriculum(root: Path) -> None:
    """A dry run writes nothing; what is ticked is done on the day that is said; --verify proves it."""
    assert bring_in(root, "plan", "plan.md", PLAN, "--dry-run").status == 0
    assert not (root / "curriculum.yaml").exists()
    said = bring_in(root, "plan", "plan.md", PLAN, "--done", "2026-05-01")
    assert said.out == "curriculum.yaml\n"
    assert "plan.md: read as plan with a heading a week, 1 part, 1 week, 2 items\n" in said.err
    assert (root / "curriculum.yaml").read_text() == WRITTEN
    assert load(root).problems == ()
    assert bring_in(root, "plan", "plan.md", PLAN, "--verify").status == 0


def test_a_plan_that_has_grown_adds_what_is_new(root: Path) -> None:
    """What is there stays to the letter; what was edited is named."""
    bring_in(root, "plan", "plan.md", PLAN, "--done", "2026-05-01")
    path = root / "curriculum.yaml"
    path.write_text(path.read_text().replace("title: Ebb", "title: Low water  # mine"))
    said = bring_in(root, "plan", "plan.md", PLAN + "- [ ] Moon\n## Week 2: Flood\n- Wind\n", "--done", "2026-05-01")
    assert "Added:\n  Moon\n  Flood\n" in said.err
    assert "Kept, since they are there with another text:\n  Ebb: title\n" in said.err
    assert path.read_text() == WRITTEN.replace("title: Ebb", "title: Low water  # mine").replace(
        "text: Gravity}\n", "text: Gravity}\n          - {id: moon, text: Moon}\n"
    ) + ("      - week: 2\n        title: Flood\n        concepts:\n          - {id: wind, text: Wind}\n")
    assert load(root).problems == ()


def test_a_list_becomes_reading_yaml(root: Path) -> None:
    text = "## Sea\n- [The Sea](https://example.org/sea) ⭐\n## To read\n- Tides\n"
    said = bring_in(root, "reading", "list.md", text)
    assert "read as reading list, 2 categories, 2 items, 0 notes" in said.err
    assert (root / "reading.yaml").read_text() == (
        "categories:\n  - id: sea\n    title: Sea\n    items:\n"
        "      - {title: The Sea, url: https://example.org/sea, favourite: true}\nto_read:\n  - Tides\n"
    )
    assert load(root).problems == ()
    assert bring_in(root, "reading", "list.md", text).out == ""
    assert bring_in(root, "reading", "list.md", text, "--verify").status == 0
    (root / "reading.yaml").write_text("to_read:\n  - Tides\n")
    said = bring_in(root, "reading", "list.md", text, "--verify")
    assert said.status == 1
    assert "list.md:1: 1 word not in " in said.err


@pytest.mark.parametrize("kind", ["plan", "reading"])
def test_what_is_neither_plan_nor_list_is_said(root: Path, kind: str) -> None:
    said = bring_in(root, kind, "x.md", "# Hello\nThese are my words about it.\n")
    assert (said.status, said.out) == (1, "")
    assert "nothing was written" in said.err
    assert sorted(path.name for path in root.iterdir()) == ["mkdocs.yml"]


@pytest.mark.parametrize("text", ["- a\n", "a: [\n", "a: 1\na: 2\n"])
def test_a_plan_that_cannot_be_read_is_not_touched(root: Path, text: str) -> None:
    write(root, {"curriculum.yaml": text})
    said = bring_in(root, "plan", "plan.md", PLAN)
    assert (said.status, said.out) == (1, "")
    assert "nothing was written" in said.err
    assert (root / "curriculum.yaml").read_text() == text


def test_what_the_disk_refuses_is_said(root: Path) -> None:
    """A report that has no folder, and a folder that is a file, are plain errors."""
    said = bring_in(root, "plan", "plan.md", PLAN, "--report", str(root / "none/report"))
    assert said.status == 2
    assert "none is no folder" in said.err
    assert not (root / "curriculum.yaml").exists()
    (root / "file").write_text("x")
    said = bring_in(root, "plan", "plan.md", PLAN, "--into", str(root / "file/plan.yaml"))
    assert said.status == 1
    said = bring_in(root, "log", "log.md", "## 2026-01-05\nA\n", "--into", str(root / "file/entries"))
    assert said.status == 1


@pytest.mark.parametrize("kind", ["plan", "log"])
def test_a_report_replaces_no_file_but_a_report(root: Path, kind: str) -> None:
    """Neither its own source nor anything else of the writer's; yesterday's report it does."""
    text = "## 2026-01-05\nA\n" if kind == "log" else PLAN
    source, other = root.parent / "source.md", root / "mkdocs.yml"
    for file in (source, other):
        before = text if file is source else other.read_text()
        assert bring_in(root, kind, "source.md", text, "--report", str(file), "--dry-run").status == 2
        assert file.read_text() == before
    for option in ((), ("--json",), ()):
        assert bring_in(root, kind, "source.md", text, "--report", str(root / "report"), *option).status == 0
    assert (root / "report").read_text().startswith(f"{source}: read as ")


CASES = Path(__file__).parents[2] / "cases/imports"


@pytest.mark.parametrize(("kind", "name"), [("log", "logs"), ("plan", "plans"), ("reading", "lists")])
def test_every_case_is_a_project_without_a_mistake(tmp_path: Path, kind: str, name: str) -> None:
    """What each of the documents becomes passes the check, has every word, and is the same the second time."""
    for number, (title, case) in enumerate(yaml.safe_load((CASES / f"{name}.yml").read_text(encoding="utf-8")).items()):
        root = write(tmp_path / str(number) / "project", {"mkdocs.yml": "site_name: x\n"})
        file = case.get("name", "source")
        said = bring_in(root, kind, file if "." in file else f"{file}.md", case["text"])
        if not (case.get("entries") or case.get("yaml")):
            assert said.status == 1, title
            continue
        assert said.status == 0, title
        assert [str(one) for one in load(root).problems if one.severity is Severity.ERROR] == [], title
        assert bring_in(root, kind, file if "." in file else f"{file}.md", case["text"], "--verify").status == 0, title
        assert bring_in(root, kind, file if "." in file else f"{file}.md", case["text"]).out == "", title


def seed(number: str) -> Path:
    folder = os.environ.get("DAYTRAIL_SEEDS")
    if not folder:
        pytest.skip("no DAYTRAIL_SEEDS: the documents are not here")
    [path] = Path(folder).glob(f"{number}_*")
    return path


def test_a_history_is_a_site(root: Path) -> None:
    """Three logs, a plan and a list make a project without errors, no word of them is lost, and it builds."""
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    settings = re.sub(r"(?ms)^nav:.*?^$|^  - git-revision.*?^$", "", settings)
    write(root, {"mkdocs.yml": settings, "macros.py": (ROOT / "macros.py").read_text(encoding="utf-8")})
    write(root, {f"docs/{path.name}": path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")})
    for kind, number, *options in (
        *(("log", "000"), ("log", "001"), ("log", "002", "--first-day", "2026-01-01")),
        *(("plan", "004"), ("reading", "003")),
    ):
        path = str(seed(number))
        assert run(root, "import", kind, path, *options, DAYTRAIL_TODAY="2026-06-01").status == 0
        assert run(root, "import", kind, path, *options, "--verify", DAYTRAIL_TODAY="2026-06-01").status == 0
    loaded = load(root)
    assert [str(one) for one in loaded.problems if one.severity is Severity.ERROR] == []
    assert len(loaded.journal.entries) == 59 + 49 + 11
    said = spawn(root, "build", DAYTRAIL_TODAY="2026-06-01", NO_MKDOCS_2_WARNING="1")
    assert said.status == 0, said.err
    assert "2026-05-31" in (root / "site/log/index.html").read_text(encoding="utf-8")
    assert not (root / "site/proposed").exists()
