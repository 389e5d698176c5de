"""`daytrail import plan` and `daytrail import reading`: the file that each writes or extends."""

from pathlib import Path

import pytest
import yaml

from daytrail.problems import Severity
from daytrail.source.load import load
from tests.command import CommandResult, run, write


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


def import_document(root: Path, kind: str, name: str, text: str, *options: str) -> CommandResult:
    (root.parent / name).write_text(text, encoding="utf-8")
    return run(root, "import", kind, str(root.parent / name), *options, DAYTRAIL_TODAY="2026-06-01")


def test_a_plan_becomes_the_curriculum(root: Path) -> None:
    """A dry run writes nothing; ticked items are done on the day of `--done`; `--verify` finds every word."""
    assert import_document(root, "plan", "plan.md", PLAN, "--dry-run").status == 0
    assert not (root / "curriculum.yaml").exists()
    result = import_document(root, "plan", "plan.md", PLAN, "--done", "2026-05-01")
    assert result.out == "curriculum.yaml\n"
    assert "plan.md: read as plan with one heading per week, 1 part, 1 week, 2 items\n" in result.err
    assert (root / "curriculum.yaml").read_text(encoding="utf-8") == WRITTEN
    assert load(root).problems == ()
    assert import_document(root, "plan", "plan.md", PLAN, "--verify").status == 0


def test_verify_compares_links_and_checkboxes(root: Path) -> None:
    """Before the import, with what would be written; what was open may be done by now."""
    result = import_document(root, "plan", "plan.md", PLAN, "--verify")
    assert result.status == 0
    assert not (root / "curriculum.yaml").exists()
    import_document(root, "plan", "plan.md", PLAN)
    path = root / "curriculum.yaml"
    written = path.read_text(encoding="utf-8")
    path.write_text(written.replace("{id: gravity, ", "{id: gravity, done: 2026-05-02, "), encoding="utf-8")
    assert import_document(root, "plan", "plan.md", PLAN, "--verify").status == 0
    for old, new, message in (
        ("example.org/t,", "example.org/u,", "plan.md:4: link not in "),
        ("text: Gravity", "text: Graviton", "plan.md:3: checkbox not in "),
    ):
        path.write_text(written.replace(old, new), encoding="utf-8")
        result = import_document(root, "plan", "plan.md", PLAN, "--verify")
        assert result.status == 1
        assert message in result.err


def test_verify_knows_the_checkboxes_of_notes(root: Path) -> None:
    """Notes of a reading list have no state; their text begins with the checkbox."""
    source = "- [x] [Tides](https://example.org/t)\n  - [x] with a pencil\n  - [ ] the tables\n    - [-] twice\n"
    assert import_document(root, "reading", "list.md", source).status == 0
    assert import_document(root, "reading", "list.md", source, "--verify").status == 0


def test_new_items_are_added_to_an_existing_plan(root: Path) -> None:
    """Existing text stays byte for byte; values that differ are reported."""
    import_document(root, "plan", "plan.md", PLAN, "--done", "2026-05-01")
    path = root / "curriculum.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("title: Ebb", "title: Low water  # mine"), encoding="utf-8"
    )
    result = import_document(
        root, "plan", "plan.md", PLAN + "- [ ] Moon\n## Week 2: Flood\n- Wind\n", "--done", "2026-05-01"
    )
    assert result.status == 0
    report = (root / "import-report.md").read_text(encoding="utf-8")
    assert "## Added (2)\n\n- Moon\n- Flood\n" in report
    assert "\n- `title` of `Ebb` is `Low water`, and `Ebb` in the source\n" in report
    assert path.read_text(encoding="utf-8") == WRITTEN.replace("title: Ebb", "title: Low water  # mine").replace(
        "text: Gravity}\n", "text: Gravity}\n          - {id: moon, text: Moon}\n"
    ) + ("      - week: 2\n        title: Flood\n        concepts:\n          - {id: wind, text: Wind}\n")
    assert load(root).problems == ()


def test_the_line_ends_of_an_existing_plan_stay(root: Path) -> None:
    import_document(root, "plan", "plan.md", PLAN, "--done", "2026-05-01")
    path = root / "curriculum.yaml"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    result = import_document(root, "plan", "plan.md", PLAN + "## Week 2: Flood\n- Wind\n", "--done", "2026-05-01")
    assert result.status == 0
    assert "- Flood\n" in (root / "import-report.md").read_text(encoding="utf-8")
    assert b"id: wind, text: Wind}\r\n" in path.read_bytes()
    assert b"\n" not in path.read_bytes().replace(b"\r\n", b"")


def test_a_list_becomes_reading_yaml(root: Path) -> None:
    text = "## Sea\n- [The Sea](https://example.org/sea) ⭐\n## To read\n- Tides\n"
    result = import_document(root, "reading", "list.md", text)
    assert "read as reading list, 2 categories, 2 items, 0 notes" in result.err
    assert (root / "reading.yaml").read_text(encoding="utf-8") == (
        "categories:\n  - id: sea\n    title: Sea\n    items:\n"
        "      - {title: The Sea, url: https://example.org/sea, favourite: true}\nto_read:\n  - Tides\n"
    )
    assert load(root).problems == ()
    assert import_document(root, "reading", "list.md", text).out == ""
    assert import_document(root, "reading", "list.md", text, "--verify").status == 0
    path = root / "reading.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("title: The Sea", "title: Ocean"), encoding="utf-8")
    result = import_document(root, "reading", "list.md", text, "--verify")
    assert result.status == 1
    assert "2 words not here, only elsewhere in " in result.err


LIST = "# My shelf\nWhat I like.\n## Sea\n- [Foam](https://example.org/foam)\n## Sky\n- [Moon](https://example.org/m)\n"
LISTED = (
    "categories:\n  - id: sea\n    title: Sea\n    items:\n      - {title: Foam, url: https://example.org/foam}\n"
    "  - id: sky\n    title: Sky\n    items:\n      - {title: Moon, url: https://example.org/m}\n"
)


def test_introduction_of_a_list_is_written_above_it(root: Path) -> None:
    """Also where an earlier state of the document, which had none, became the list."""
    path = root / "reading.yaml"
    assert import_document(root, "reading", "list.md", LIST).status == 0
    assert path.read_text(encoding="utf-8") == f"title: My shelf\nabout: What I like.\n{LISTED}"
    path.write_bytes(f"# A remark\n\n{LISTED}".replace("\n", "\r\n").encode())
    assert import_document(root, "reading", "list.md", LIST).status == 0
    written = f"# A remark\n\ntitle: My shelf\nabout: What I like.\n{LISTED}"
    assert path.read_bytes() == written.replace("\n", "\r\n").encode()
    assert import_document(root, "reading", "list.md", LIST).out == ""
    assert import_document(root, "reading", "list.md", LIST, "--verify").status == 0


@pytest.mark.parametrize(
    ("existing", "kept"),
    [
        (
            f"title: Mine\nabout: My own words.\n{LISTED}",
            [
                "`title` is `Mine`, and `My shelf` in the source",
                "`about` is `My own words.`, and `What I like.` in the source",
            ],
        ),
        (
            "to_read:\n  - My own book\n",
            [
                "`title` is not written, and `My shelf` in the source",
                "`about` is not written, and `What I like.` in the source",
            ],
        ),
    ],
    ids=["of his own", "with other items"],
)
def test_list_of_the_writer_keeps_its_introduction(root: Path, existing: str, kept: list[str]) -> None:
    path = root / "reading.yaml"
    path.write_text(existing, encoding="utf-8")
    assert import_document(root, "reading", "list.md", LIST).status == 0
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    before = yaml.safe_load(existing)
    assert [data.get(key) for key in ("title", "about")] == [before.get(key) for key in ("title", "about")]
    assert [category["id"] for category in data["categories"]] == ["sea", "sky"]
    report = (root / "import-report.md").read_text(encoding="utf-8")
    assert [line for line in kept if line not in report] == []
    assert import_document(root, "reading", "list.md", LIST, "--verify").status == 0


@pytest.mark.parametrize("kind", ["plan", "reading"])
def test_a_document_without_items_is_an_error_message(root: Path, kind: str) -> None:
    result = import_document(root, kind, "x.md", "# Hello\nThese are my words about it.\n")
    assert (result.status, result.out) == (1, "")
    assert "nothing was written" in result.err
    assert sorted(path.name for path in root.iterdir()) == ["mkdocs.yml"]


@pytest.mark.parametrize("text", ["- a\n", "a: [\n", "a: 1\na: 2\n"])
def test_an_invalid_plan_is_not_changed(root: Path, text: str) -> None:
    write(root, {"curriculum.yaml": text})
    result = import_document(root, "plan", "plan.md", PLAN)
    assert (result.status, result.out) == (1, "")
    assert "nothing was written" in result.err
    assert (root / "curriculum.yaml").read_text(encoding="utf-8") == text


def test_errors_of_the_disk_are_error_messages(root: Path) -> None:
    """A report whose folder is missing, and a folder that is a file."""
    result = import_document(root, "plan", "plan.md", PLAN, "--report", str(root / "none/report"))
    assert result.status == 2
    assert "none does not exist" in result.err
    assert not (root / "curriculum.yaml").exists()
    (root / "file").write_text("x", encoding="utf-8")
    result = import_document(root, "plan", "plan.md", PLAN, "--into", str(root / "file/plan.yaml"))
    assert result.status == 1


def test_relative_links_of_a_plan_lead_to_its_source(root: Path) -> None:
    text = "## Week 1\n- [Sheet](labs/1.md)\n- Build it from the [plans](/plans/hive.pdf)\n- [Up](#week-1)\n"
    url = "https://github.com/x/y/blob/main/docs/plan.md"
    assert import_document(root, "plan", "x.md", text, "--source-url", url).status == 0
    written = (root / "curriculum.yaml").read_text(encoding="utf-8")
    assert "title: Sheet, url: https://github.com/x/y/blob/main/docs/labs/1.md" in written
    assert "url: https://github.com/x/y/blob/main/plans/hive.pdf" in written


@pytest.mark.parametrize("kind", ["log", "plan", "reading"])
def test_the_url_of_a_source_is_one_of_the_web(root: Path, kind: str) -> None:
    result = import_document(root, kind, "x.md", "## 2026-01-05\n- a\n", "--source-url", "github.com/x/y")
    assert result.status == 2
    assert "`github.com/x/y` is not a URL that begins with https:// or http://" in result.err


CASES = Path(__file__).parents[2] / "cases/imports"


@pytest.mark.parametrize(("kind", "files"), [("plan", "plans*"), ("reading", "lists")])
def test_every_case_becomes_a_project_without_problems(tmp_path: Path, kind: str, files: str) -> None:
    """It passes `daytrail check`, has every word, and a second import changes nothing."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(CASES.glob(f"{files}.yml"))]
    for number, (title, case) in enumerate(case for text in texts for case in yaml.safe_load(text).items()):
        root = write(tmp_path / str(number) / "project", {"mkdocs.yml": "site_name: x\n"})
        name = case.get("name", "source")
        file = name if "." in name else f"{name}.md"
        result = import_document(root, kind, file, case["text"])
        if not (case.get("yaml")):
            assert result.status == 1, title
            continue
        assert result.status == 0, title
        assert [str(one) for one in load(root).problems if one.severity is Severity.ERROR] == [], title
        assert import_document(root, kind, file, case["text"], "--verify").status == 0, title
        assert import_document(root, kind, file, case["text"]).out == "", title


def test_import_replaces_the_plan_of_init_while_nobody_has_changed_it(tmp_path: Path) -> None:
    """Its start and its series stay, and no entry names an item of it; a plan with a week of its own is extended."""
    root = tmp_path / "journal"
    root.mkdir()
    assert run(root, "init", DAYTRAIL_TODAY="2026-06-01").status == 0
    starter = (root / "curriculum.yaml").read_text(encoding="utf-8")
    assert import_document(root, "plan", "plan.md", PLAN).status == 0
    plan = yaml.safe_load((root / "curriculum.yaml").read_text(encoding="utf-8"))
    assert plan["title"] == "Tides"
    assert str(plan["start"]) == "2026-06-01"
    report = (root / "import-report.md").read_text(encoding="utf-8")
    assert "does not say when it starts; `start: 2026-06-01` is that of `daytrail init`" in report
    assert [part["id"] for part in plan["parts"]] == ["tides"]
    assert [series["id"] for series in plan["series"]] == ["log"]
    assert not [problem for problem in load(root).problems if problem.severity is Severity.ERROR]
    assert import_document(root, "plan", "plan.md", PLAN, "--verify").status == 0
    (root / "curriculum.yaml").write_text(starter.replace("title: Look back", "title: Rest"), encoding="utf-8")
    assert import_document(root, "plan", "plan.md", PLAN).status == 0
    assert "title: Rest" in (root / "curriculum.yaml").read_text(encoding="utf-8")
