"""`daytrail import plan` and `daytrail import reading`: the file that each writes or extends."""

from pathlib import Path

import pytest

from daytrail.source.load import load
from tests.command import CommandResult, run, write

PLAN = """\
# Tides
## Week 1: Ebb
- [ ] Gravity
- [x] [Tables](https://example.org/t) (1 hr)
## Week 2: Flood
- [ ] Wind
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
          - {id: tables, title: Tables, url: https://example.org/t, hours: 1, done: 2026-06-01}
      - week: 2
        title: Flood
        concepts:
          - {id: wind, text: Wind}
"""
LIST = "# Sea\n## Water\n- [Low][shore] - slow\n- High\n## Wind\n- Gusts\n\n[shore]: https://example.org/low\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {"mkdocs.yml": "site_name: x\n"})


def imported(root: Path, kind: str, text: str, *options: str, name: str = "notes.md") -> CommandResult:
    """Import a document, which may have changed since the last time; the day of its ticks is answered with today."""
    write(root.parent, {name: text})
    result = run(root, "import", kind, str(root.parent / name), *options, DAYTRAIL_TODAY="2026-06-01")
    recipe = root / "imports/notes.yaml"
    if "--write" in options and "`done` is still a `?`" in result.err:
        recipe.write_text(recipe.read_text(encoding="utf-8").replace('"? 2026', '"2026'), encoding="utf-8")
        return imported(root, kind, text, *options, name=name)
    return result


def text(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


def test_first_run_writes_the_recipe_and_nothing_else(root: Path) -> None:
    result = imported(root, "plan", PLAN)
    assert result.status == 0
    assert "Tides: 1 part, 2 weeks, 3 items, 3 concepts, 1 hour\n" in result.out
    assert "  week 1  Ebb: 2 concepts\n" in result.out
    assert "left over: none\n" in result.out
    assert 'weeks:\n  - "## Week {week}: {title}"  # 2 lines, the first is line 2\n' in text(root, "imports/notes.yaml")
    assert "the plan of the journal has a `start`" in result.out
    assert (
        "`done` is still a `?`\n  hint: remove the `?` if the value is right, or write another, or move it to"
        in result.err
    )
    assert not (root / "curriculum.yaml").exists()


def test_written_plan_is_valid_and_verified(root: Path) -> None:
    result = imported(root, "plan", PLAN, "--write")
    assert result.out == ".daytrail/upstream.yaml\ncurriculum.yaml\n"
    assert text(root, "curriculum.yaml") == WRITTEN
    assert load(root).problems == ()
    assert imported(root, "plan", PLAN, "--verify").status == 0


def test_verify_does_not_miss_what_a_pattern_leaves_out_within_a_word(root: Path) -> None:
    write(root, {"imports/notes.yaml": 'weeks: ["## {any}阶段 {title}"]\n'})
    plan = "## 第一阶段 水\n- 潮\n## 第二阶段 风\n- 浪\n"
    assert "by `{any}`: 第一  (and 1 more)" in imported(root, "plan", plan, "--write").err
    assert imported(root, "plan", plan, "--verify").status == 0


@pytest.mark.parametrize(
    ("lost", "message"),
    [
        ("          - {id: wind, text: Wind}\n", "`Wind` is missing"),
        ("title: Flood", "`Flood` is missing"),
        (", url: https://example.org/t", "notes.md:4: not there: https://example.org/t"),
        (", done: 2026-06-01", "the document has 1 ticks, and what was written has fewer"),
    ],
)
def test_verify_names_what_is_missing(root: Path, lost: str, message: str) -> None:
    imported(root, "plan", PLAN, "--write")
    shorter = text(root, "curriculum.yaml").replace(lost, lost.partition(":")[0] + ": X" if "title" in lost else "")
    write(root, {"curriculum.yaml": shorter})
    result = imported(root, "plan", PLAN, "--verify")
    assert result.status == 1
    assert message in result.err


@pytest.mark.parametrize(
    ("value", "owner", "other"),
    [(", done: 2026-06-01", "text: Gravity", "Tables"), (", hours: 1", "text: Wind", "Tables")],
)
def test_verify_finds_what_another_item_of_a_plan_has(root: Path, value: str, owner: str, other: str) -> None:
    imported(root, "plan", PLAN, "--write")
    moved = text(root, "curriculum.yaml").replace(value, "").replace(owner, f"{owner}{value}")
    write(root, {"curriculum.yaml": moved})
    result = imported(root, "plan", PLAN, "--verify")
    key, _, said = value.removeprefix(", ").partition(": ")
    assert (result.status, f"`{other}` lacks the {key} `{said}`" in result.err) == (1, True), result.err


def test_verify_finds_an_item_that_is_of_another_kind(root: Path) -> None:
    imported(root, "plan", PLAN, "--write")
    item = "          - {id: gravity, text: Gravity}\n"
    moved = (
        text(root, "curriculum.yaml")
        .replace(item, "")
        .replace("      - week: 2", f"        practice:\n{item}      - week: 2")
    )
    write(root, {"curriculum.yaml": moved})
    result = imported(root, "plan", PLAN, "--verify")
    assert (result.status, "`Gravity` is missing" in result.err) == (1, True), result.err


def test_verify_finds_the_state_of_another_item_of_a_list(root: Path) -> None:
    imported(root, "reading", "- [x] Ebb\n- [ ] Flood\n", "--write")
    swapped = text(root, "reading.yaml").replace("Ebb", "X").replace("Flood", "Ebb").replace("X", "Flood")
    write(root, {"reading.yaml": swapped})
    result = imported(root, "reading", "- [x] Ebb\n- [ ] Flood\n", "--verify")
    assert (result.status, "`Ebb` lacks the status `read`" in result.err) == (1, True), result.err


def test_plan_that_has_grown_takes_the_place_of_the_imported_one(root: Path) -> None:
    """What is not of the import stays, as does a title that was changed."""
    imported(root, "plan", PLAN, "--write")
    changed = text(root, "curriculum.yaml").replace(
        "title: Tides\nparts", "title: My tides\nhours_per_week: 4 # or 5\nparts"
    )
    write(root, {"curriculum.yaml": changed})
    imported(root, "plan", f"{PLAN}- [ ] Rain\n", "--write")
    assert text(root, "curriculum.yaml") == f"{changed}          - {{id: rain, text: Rain}}\n"


def test_plan_that_was_changed_stays_and_the_result_is_named(root: Path) -> None:
    imported(root, "plan", PLAN, "--write")
    changed = text(root, "curriculum.yaml").replace("Gravity", "Weight")
    write(root, {"curriculum.yaml": changed})
    result = imported(root, "plan", f"{PLAN}- [ ] Rain\n", "--write")
    assert result.out == "imports/notes.plan.yaml\n"
    assert "`daytrail plan pull imports/notes.plan.yaml`" in result.err
    assert text(root, "curriculum.yaml") == changed
    assert "Rain" in text(root, "imports/notes.plan.yaml")


def test_plan_without_weeks_is_filled(root: Path) -> None:
    """Its title, series and author stay."""
    own = "title: Mine\nauthor: Ada\nseries: [{id: log, title: Log}]\nparts:\n# a remark\n"
    write(root, {"curriculum.yaml": own})
    imported(root, "plan", PLAN, "--write")
    filled = text(root, "curriculum.yaml")
    assert filled.startswith("title: Mine\nauthor: Ada\nseries: [{id: log, title: Log}]\nparts:\n  - id: tides\n")
    assert filled.endswith("# a remark\n")
    assert load(root).problems == ()


def test_plan_takes_the_place_of_the_one_of_a_new_journal(tmp_path: Path) -> None:
    """Its start and its series stay; the first entry names no item of it any more."""
    root = tmp_path / "journal"
    root.mkdir()
    assert run(root, "init", DAYTRAIL_TODAY="2026-06-01").status == 0
    start = next(line for line in text(root, "curriculum.yaml").splitlines() if line.startswith("start:"))
    assert f"week 1 begins on {start.split()[1]}, the `start` that" in imported(root, "plan", PLAN).out
    assert imported(root, "plan", PLAN, "--write").status == 0
    written = text(root, "curriculum.yaml")
    assert written.endswith(WRITTEN.partition("title: Tides\n")[2])
    assert start in written
    assert "Replace this one" not in written
    assert "done:" not in text(root, "entries/2026/2026-06-01.md")
    assert load(root).problems == ()


def test_question_is_answered_before_anything_is_written(root: Path) -> None:
    names = "# Ropes\n## Week 1: Hemp\n**Yarn:** twist\n## Week 2: Nylon\n**Yarn:** melt\n"
    result = imported(root, "plan", names)
    assert "imports/notes.yaml:7:7: error: `concept` is still a `?`" in result.err
    assert imported(root, "plan", names, "--write").status == 1
    write(root, {"imports/notes.yaml": text(root, "imports/notes.yaml").replace('"? Yarn"', "Yarn")})
    assert imported(root, "plan", names, "--write").status == 0


@pytest.mark.parametrize(("kind", "hole"), [("plan", "yyyy"), ("reading", "yyyy"), ("reading", "hours")])
def test_hole_that_no_item_has_is_refused(root: Path, kind: str, hole: str) -> None:
    write(root, {"imports/notes.yaml": f'fields: ["{{title}} ({{author}})", "{{title}} ({{{hole}}})"]\n'})
    result = imported(root, kind, PLAN)
    assert result.status == 1
    assert (
        f"imports/notes.yaml:1:32: error: `{{{hole}}}` is nothing that an item has\n  hint: write `{{why}}`"
        in result.err
    )


def test_document_without_weeks_gets_no_recipe(root: Path) -> None:
    """The message has two lines that one would write by hand."""
    result = imported(root, "plan", "# A story\n\nIt was late.\n")
    assert (result.status, 'weeks: ["## Week {week}: {title}"]' in result.err) == (1, True)
    assert "look like those of a plan" in result.err
    assert "look like those of a reading list" in imported(root, "reading", "# A story.\n\nIt was late.\n").err
    assert not (root / "imports").exists()


def test_list_gets_only_what_it_does_not_have(root: Path) -> None:
    """By address or title, in the categories that are there; what the owner wrote stays."""
    imported(root, "reading", LIST, "--write")
    assert imported(root, "reading", LIST, "--verify").status == 0
    own = text(root, "reading.yaml").replace("why: slow", "status: read").replace("title: Wind", "title: Wind # mine")
    write(root, {"reading.yaml": own})
    grown = (
        LIST.replace("- High\n", "- High\n- [Spring](https://example.org/s)\n") + "### Calm\n- Lulls\n## Sky\n- Moon\n"
    )
    result = imported(root, "reading", grown, "--write", name="grown.md")
    assert "3 items already in the list of the journal, where nothing of it changes; it differs in 1\n" in result.err
    assert text(root, "reading.yaml") == (
        own.replace("      - High\n", "      - High\n      - {title: Spring, url: https://example.org/s}\n")
        + "    categories:\n      - id: calm\n        title: Calm\n        items:\n          - Lulls\n"
        + "  - id: sky\n    title: Sky\n    items:\n      - Moon\n"
    )
    assert load(root).problems == ()


def test_list_in_brackets_gets_what_it_does_not_have(root: Path) -> None:
    write(root, {"reading.yaml": "categories:\n  - {id: water, title: Water, items: [Low]}\n"})
    assert imported(root, "reading", LIST, "--write").status == 0
    assert "items: [Low, {" in text(root, "reading.yaml")
    assert load(root).problems == ()


def test_file_of_another_program_needs_no_recipe(root: Path) -> None:
    names = "Title,Authors,Read Status,Star Rating,Dates Read,Tags,Review"
    books = f"{names}\nLow Water,Ada Lee,read,4.0,,,\n"
    result = imported(root, "reading", books, name="export.csv")
    assert "StoryGraph: 1 item, 1 note, 1 category, 1 marked read\n" in result.out
    assert not (root / "imports").exists()
    assert imported(root, "reading", books, "--write", name="export.csv").out == "reading.yaml\n"
    assert imported(root, "reading", books, "--verify", name="export.csv").status == 0
