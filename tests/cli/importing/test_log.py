"""`daytrail import log`: recipe, preview, entries, series, second imports, links and `--verify`."""

import json
import re
from pathlib import Path

import pytest

from daytrail.problems import Severity
from daytrail.source.load import load
from tests.command import CommandResult, run, write

TODAY = "2026-06-01"
LOG = """\
# Tides

## 2026-01-05
Low water at noon.

- [ ] row to the island
- [x] sail back

## 2026-01-06 - Springs
High water: [table](https://example.org/table).
"""
RECIPE = """\
# How `daytrail import log` reads log.md. Edit it, then run it again.
days:
  - "## {yyyy}-{m}-{d} - {title}"  # 1 line, the first is line 9
  - "## {yyyy}-{m}-{d}"            # 1 line, the first is line 3
"""
PREVIEW = """\
2 days, 5 January 2026 to 6 January 2026, in no series of their own
  first   5 Jan 2026  Low water at noon. - [ ] row to the island - [x] sail back
  last    6 Jan 2026  Springs  High water: [table](https://example.org/table).
near misses: none
checks: none
left out by the recipe: nothing
left over: 1 line
      1  # Tides
"""
COUNTDOWN = "# Race\n\n01/13/2026 (T - 5)\nRan.\n01/14/2026 (T - 4)\nRan again.\n"
GOAL = "Day 83/365 of Knots\nBowline.\nDay 84/365 of Knots\nHitch.\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {"mkdocs.yml": "site_name: x\n"})


def import_log(root: Path, text: str | None, *options: str, name: str = "log.md") -> CommandResult:
    """Import a document beside the project; None leaves it as it is."""
    source = root.parent / name
    if text is not None:
        write(root.parent, {name: text})
    return run(root, "import", "log", str(source), *options, DAYTRAIL_TODAY=TODAY)


def answer(root: Path, **answers: str) -> None:
    """Answer the questions of all recipes: with a value by its key, or with the first value that is proposed."""
    for path in (root / "imports").glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        for key, value in answers.items():
            text = re.sub(rf'^{key}: "\?.*?"', f"{key}: {value}", text, flags=re.MULTILINE)
        path.write_text(re.sub(r'"\? ', '"', text), encoding="utf-8")


def entries(root: Path) -> dict[str, str]:
    folder = root / "entries"
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.md"))
    }


def errors(root: Path) -> list[str]:
    return [str(problem) for problem in load(root).problems if problem.severity is Severity.ERROR]


def test_the_first_run_writes_the_recipe_and_shows_the_preview(root: Path) -> None:
    result = import_log(root, LOG)
    assert (result.status, result.out) == (0, PREVIEW)
    assert (root / "imports/log.yaml").read_text(encoding="utf-8") == RECIPE
    assert "imports/log.yaml: a new recipe" in result.err
    assert f"Right? `daytrail import log {root.parent / 'log.md'} --write`. Wrong? Edit imports/log.yaml." in result.err
    assert not (root / "entries").exists()


def test_a_recipe_that_was_edited_is_read_as_it_is(root: Path) -> None:
    write(root, {"imports/log.yaml": 'days: ["## {yyyy}-{m}-{d} - {title}"]\n'})
    result = import_log(root, LOG)
    assert result.out.startswith("1 day, 6 January 2026")
    assert (root / "imports/log.yaml").read_text(encoding="utf-8") == 'days: ["## {yyyy}-{m}-{d} - {title}"]\n'


def test_write_writes_the_entries_and_verify_finds_each_word(root: Path) -> None:
    result = import_log(root, LOG, "--write")
    assert result.out.split() == ["entries/2026/2026-01-05.md", "entries/2026/2026-01-06.md"]
    assert entries(root) == {
        "2026/2026-01-05.md": (
            "---\ndate: 2026-01-05\n---\n\nLow water at noon.\n\n- [ ] row to the island\n- [x] sail back\n"
        ),
        "2026/2026-01-06.md": (
            "---\ndate: 2026-01-06\ntitle: Springs\n---\n\nHigh water: [table](https://example.org/table).\n"
        ),
    }
    assert errors(root) == []
    result = import_log(root, None, "--verify")
    assert (result.status, "is there, except what is in 1 line left over\n" in result.err) == (0, True)


def test_a_day_gets_the_definition_of_a_link_that_a_colon_follows(root: Path) -> None:
    import_log(
        root, "## 2026-01-05\n\n[Ebb][e]: at noon.\n\n## 2026-01-06\n\nA\n\n[e]: https://example.org/e\n", "--write"
    )
    assert "[Ebb][e]: at noon.\n\n[e]: https://example.org/e\n" in entries(root)["2026/2026-01-05.md"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("date: 2026-01-06", "date: 2026-01-07", ":9: no entry for 2026-01-06"),
        ("title: Springs", "title: Neaps", ":9: 2026-01-06.md has the title `Neaps`, not `Springs`"),
        (" at noon", "", ":3: 2026-01-05.md differs:\n@@ -1,2 +1,2 @@\n-Low water.\n+Low water at noon."),
        ("- [x]", "- [ ]", ":3: 2026-01-05.md differs:\n"),
        (
            "[table](https://example.org/table)",
            "table",
            ":9: 2026-01-06.md differs:\n",
        ),
        ("title: Springs", "title: Springs\nhours: 2", ":9: 2026-01-06.md has the hours `2`, not ``"),
    ],
)
def test_verify_finds_what_is_missing_or_different(root: Path, old: str, new: str, message: str) -> None:
    import_log(root, LOG, "--write")
    for path in (root / "entries").rglob("*.md"):
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    result = import_log(root, None, "--verify")
    assert (result.status, message in result.err) == (1, True), result.err


def test_a_date_that_does_not_exist_gives_an_entry_without_one(root: Path) -> None:
    """A second import and `--verify` find it."""
    import_log(root, "## 2026-02-28\nEbb.\n## 2026-2-30\nFlood.\n", "--write")
    assert list(entries(root)) == ["2026/2026-02-28.md", "undated-0003.md"]
    assert import_log(root, None, "--verify").status == 0
    assert import_log(root, None, "--write").out == ""


def test_json_has_the_whole_preview(root: Path) -> None:
    [preview] = json.loads(import_log(root, LOG, "--json").out)
    assert [(day["date"], day["title"]) for day in preview["days"]] == [("2026-01-05", ""), ("2026-01-06", "Springs")]
    assert preview["left_over"] == [{"line": 1, "text": "# Tides"}]


def test_a_question_is_asked_before_anything_is_written(root: Path) -> None:
    result = import_log(root, COUNTDOWN, "--write")
    assert (result.status, result.out) == (1, "")
    assert "imports/log.yaml:4:9: error: `series` is still a `?`" in result.err
    assert not (root / "entries").exists()
    answer(root, series="The race")
    assert import_log(root, None, "--write").status == 0
    assert "{id: the-race, title: The race, counts_down_to: 2026-01-18}" in (root / "curriculum.yaml").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize(
    ("recipe", "problem"),
    [
        ("days: '## {month} {d}'\ndayz: x\n", "imports/log.yaml:2:1: error: unknown key `dayz`"),
        (
            "days: ['## {mnth} {d}']\n",
            "imports/log.yaml:1:8: error: `{mnth}` is no hole\n  hint: did you mean `month`?",
        ),
        ("days: ['## {yyyy}-{m}-{d}{title}']\n", "imports/log.yaml:1:8: error: `{title}` follows a number directly"),
        ("days: ['## {yyyy}-{m}-{d}{any}']\ntemplate: 3 # 2026\n", "imports/log.yaml:2:11: error: line 3 begins"),
        (
            "days: ['## {yyyy}-{m}-{d}{any}']\ntemplate: 99\n",
            "imports/log.yaml:2:11: error: the document has no line 99",
        ),
        ("days: [\n", "error"),
    ],
)
def test_a_mistake_in_a_recipe_is_a_problem_at_its_place(root: Path, recipe: str, problem: str) -> None:
    write(root, {"imports/log.yaml": recipe})
    result = import_log(root, LOG, "--write")
    assert (result.status, problem in result.err) == (1, True), result.err
    assert not (root / "entries").exists()


def test_a_pattern_that_matches_nothing_is_a_warning(root: Path) -> None:
    write(root, {"imports/log.yaml": 'days: ["## {yyyy}-{m}-{d}{any}"]\ndrop:\n  - "Nothing"\n'})
    result = import_log(root, LOG)
    assert "imports/log.yaml:3:5: warning: the pattern `Nothing` matches no line" in result.out


def test_a_document_without_days_gets_no_recipe_and_two_lines_to_write(root: Path) -> None:
    result = import_log(root, "# How it works\n\n## 1. Read\nA\n## 2. Write\nB\n")
    assert (result.status, result.out) == (1, "")
    assert 'days:\n  - "## {month} {d}"  # for lines such as `## May 4`' in result.err
    assert "Write imports/log.yaml by hand" in result.err
    assert f"then run `daytrail import log {root.parent / 'log.md'}` again" in result.err
    assert not (root / "imports").exists()


# series


def test_each_log_has_its_own_series_whatever_was_imported_before(root: Path) -> None:
    """A former title is that of a new series; a countdown does not join the series that is there."""
    import_log(root, "## Day 1 of Ropes: 2026-02-01\nA\n## Day 2 of Knots: 2026-02-02\nB\n", name="knots.md")
    answer(root)
    assert import_log(root, None, "--write", name="knots.md").status == 0
    import_log(root, COUNTDOWN, name="race.md")
    answer(root)
    assert import_log(root, None, "--write", name="race.md").status == 0
    ropes = GOAL.replace("Knots", "Ropes")
    import_log(root, ropes, name="ropes.md")
    answer(root, day_1="2026-01-01")
    assert import_log(root, None, "--write", name="ropes.md").status == 0
    assert (root / "curriculum.yaml").read_text(encoding="utf-8").splitlines()[1:] == [
        "series:",
        "  - {id: knots, title: Knots, was: [Ropes]}",
        "  - {id: countdown, title: Countdown, counts_down_to: 2026-01-18}",
        "  - {id: ropes, title: Ropes, days: 365}",
    ]
    found = {name: re.findall("^(?:series|day): (.*)$", text, re.MULTILINE) for name, text in entries(root).items()}
    assert found == {
        "2026/2026-02-01.md": ["knots", "1"],
        "2026/2026-02-02.md": ["knots", "2"],
        "2026/2026-01-13.md": ["countdown"],
        "2026/2026-01-14.md": ["countdown"],
        "2026/2026-03-24.md": ["ropes", "83"],
        "2026/2026-03-25.md": ["ropes", "84"],
    }
    for name in ("knots.md", "race.md", "ropes.md"):
        assert import_log(root, None, "--verify", name=name).status == 0
    assert errors(root) == []


def test_a_total_that_the_plan_lacks_is_a_difference(root: Path) -> None:
    import_log(root, GOAL)
    answer(root)
    import_log(root, None, "--write")
    plan = root / "curriculum.yaml"
    plan.write_text(plan.read_text(encoding="utf-8").replace(", days: 365", ""), encoding="utf-8")
    result = import_log(root, None, "--verify")
    assert (result.status, "the series `Knots` has the goal None, not 365" in result.err) == (1, True)


def test_a_series_is_added_to_a_plan_that_keeps_the_rest(root: Path) -> None:
    plan = "# Mine\ntitle: Sea\nseries:\n  - {id: sea, title: Sea} # the first\nparts: []\n"
    write(root, {"curriculum.yaml": plan})
    import_log(root, GOAL)
    answer(root)
    import_log(root, None, "--write")
    line = "  - {id: sea, title: Sea} # the first\n"
    added = f"{line}  - {{id: knots, title: Knots, days: 365}}\n"
    assert (root / "curriculum.yaml").read_text(encoding="utf-8") == plan.replace(line, added)


# second imports


def test_a_document_that_has_grown_adds_days_and_extends_the_last_one(root: Path) -> None:
    import_log(root, LOG, "--write")
    path = root / "entries/2026/2026-01-06.md"
    path.write_text(path.read_text(encoding="utf-8").replace("date:", "tags: [sea]\ndate:"), encoding="utf-8")
    grown = LOG + "\nWind from the west.\n\n## 2026-01-07\nNeap.\n"
    result = import_log(root, grown, "--write")
    assert [Path(name).stem for name in result.out.split()] == ["2026-01-06", "2026-01-07"]
    assert entries(root)["2026/2026-01-06.md"] == (
        "---\ntags: [sea]\ndate: 2026-01-06\ntitle: Springs\n---\n\n"
        "High water: [table](https://example.org/table).\n\nWind from the west.\n"
    )
    assert import_log(root, grown, "--write").out == ""


def test_an_entry_that_was_changed_here_and_in_the_source_is_kept(root: Path) -> None:
    import_log(root, LOG, "--write")
    path = root / "entries/2026/2026-01-05.md"
    mine = path.read_text(encoding="utf-8").replace("Low water at noon.", "Low water at one.")
    path.write_text(mine, encoding="utf-8")
    result = import_log(root, LOG.replace("sail back", "sail home"), "--write")
    assert (result.status, result.out, path.read_text(encoding="utf-8")) == (0, "", mine)
    assert "entries/2026/2026-01-05.md differs from line 3, and is kept:" in result.err
    assert "-Low water at one." in result.err
    assert "+- [x] sail home" in result.err


def test_an_entry_of_the_same_date_stays_beside_a_second_one(root: Path) -> None:
    write(root, {"entries/2026/2026-01-05.md": "Quite another text of my own about boats.\n"})
    result = import_log(root, LOG, "--write")
    assert "2026-01-05 gets a second entry beside 2026-01-05.md" in result.err
    assert entries(root)["2026/2026-01-05.md"] == "Quite another text of my own about boats.\n"
    assert "Low water" in entries(root)["2026/2026-01-05-2.md"]


def test_an_entry_that_no_build_would_take_stops_the_import(root: Path) -> None:
    deep = "".join(f"{'  ' * level}- a\n" for level in range(40))
    result = import_log(root, f"## 2026-01-05\nA\n\n## 2026-01-06\n{deep}", "--write")
    assert (result.status, result.out, "nest deeper than 30 levels" in result.err) == (1, "", True)
    assert list(root.glob("entries/**/*.md")) == []


def test_a_private_passage_must_begin_and_end_in_one_day(root: Path) -> None:
    text = "## 2026-01-05\n<!-- private -->\nA\n## 2026-01-06\nB\n<!-- /private -->\n"
    result = import_log(root, text, "--write")
    assert (result.status, "give each day its own markers" in result.err) == (1, True)
    assert not (root / "entries").exists()


# links

LINKS = """\
## Day 1: 2026-01-05
[this](#day-1-2026-01-05) ![a](img/a.png) [file](notes.pdf) [gone](gone.png) [web](https://example.org/x)

Read [tides]. `[code](gone.png)` See [[2026-01-06]] and %%hidden%%.

## Day 2: 2026-01-06
### Notes
[back](#day-1) [notes](#notes)

[tides]: https://example.org/tides
"""


def bodies(root: Path) -> list[str]:
    return [text.split("---\n\n", 1)[1] for text in entries(root).values()]


def test_links_lead_to_other_days_and_to_files_that_are_copied(root: Path) -> None:
    write(root.parent, {"img/a.png": "a", "notes.pdf": "b"})
    import_log(root, LINKS)
    answer(root)
    result = import_log(root, None, "--write")
    first, second = bodies(root)
    assert first == (
        "this ![a](img/a.png) [file](notes.pdf) gone (`gone.png`) [web](https://example.org/x)\n\n"
        "Read [tides]. `[code](gone.png)` See [[2026-01-06]] and %%hidden%%.\n\n"
        "[tides]: https://example.org/tides\n"
    )
    assert second == "## Notes\nback [notes](#notes)\n\n[tides]: https://example.org/tides\n"
    assert (root / "entries/2026/img/a.png").read_text(encoding="utf-8") == "a"
    assert "      1  the link to `gone.png` leads nowhere, and becomes text" in result.err
    assert import_log(root, None, "--verify").status == 0


def test_a_link_that_leaves_the_folder_of_the_document_becomes_text(root: Path) -> None:
    """What is above that folder is never copied into the journal, whose files are published; the preview says so."""
    write(root.parent, {"secret.png": "s", "days/b.png": "b"})
    text = "## 2026-01-05\n![a](../secret.png) ![b](b.png)\n![[../secret.png]]\n## 2026-01-06\nA\n"
    preview = import_log(root, text, name="days/log.md").out
    assert "checks: 1 line\n      1  the link to `../secret.png` leads nowhere, and becomes text\n" in preview
    import_log(root, None, "--write", name="days/log.md")
    assert bodies(root)[0].startswith("a (`../secret.png`) ![b](b.png)")
    assert [path.name for path in (root / "entries").rglob("*.png")] == ["b.png"]


def test_with_the_url_of_the_document_links_lead_to_it(root: Path) -> None:
    import_log(root, LINKS)
    answer(root)
    url = "https://github.com/x/y/blob/main/logs/log.md"
    import_log(root, None, "--write", "--source-url", url)
    assert bodies(root)[0].splitlines()[0] == (
        "[this](https://github.com/x/y/blob/main/logs/log.md#day-1-2026-01-05) "
        "![a](https://github.com/x/y/raw/main/logs/img/a.png) [file](https://github.com/x/y/blob/main/logs/notes.pdf) "
        "[gone](https://github.com/x/y/blob/main/logs/gone.png) [web](https://example.org/x)"
    )


# folders and several files


def test_a_folder_of_dated_files_is_copied_without_a_recipe(root: Path) -> None:
    """Files beside the days come along."""
    days = {
        "days/2026-01-05-ebb.md": "---\ntitle: Ebb\ntags: [sea]\n---\n![a](a.png) [on](2026-01-06.md)\n",
        "days/2026-01-06.md": "Flood.\n",
        "days/a.png": "a",
        "days/.obsidian/2026-01-07.md": "Hidden.\n",
    }
    write(root.parent, days)
    result = import_log(root, None, "--write", name="days")
    assert (result.status, (root / "imports").exists()) == (0, False)
    assert entries(root) == {
        "2026/2026-01-05-ebb.md": ("---\ntitle: Ebb\ntags: [sea]\n---\n\n![a](a.png) [on](2026-01-06.md)\n"),
        "2026/2026-01-06.md": "Flood.\n",
    }
    assert (root / "entries/2026/a.png").exists()
    assert import_log(root, None, "--write", name="days").out == ""
    assert import_log(root, None, "--verify", name="days").status == 0


def test_a_folder_with_a_file_a_day_has_a_recipe_of_their_names(root: Path) -> None:
    write(root.parent, {"days/day_01.md": "Ebb.\n", "days/day_02.md": "Flood.\n", "days/README.md": "Read.\n"})
    assert 'write imports/days.yaml: `files: "day_{day}.md"`' in import_log(root, None, name="days").err
    write(root, {"imports/days.yaml": 'files: "day_{day}.md"\nday_1: 2026-01-05\nseries: Days\n'})
    assert import_log(root, None, "--write", name="days").status == 0
    assert entries(root) == {
        "2026/2026-01-05.md": "---\ndate: 2026-01-05\nseries: days\nday: 1\n---\n\nEbb.\n",
        "2026/2026-01-06.md": "---\ndate: 2026-01-06\nseries: days\nday: 2\n---\n\nFlood.\n",
    }


def test_each_file_of_a_folder_is_read_by_itself(root: Path) -> None:
    """A table in one of them gives its days to no other, and an index of links doubles none."""
    files = {
        "logs/a.md": "## Day 1: 2026-01-05\nEbb.\n## Day 2: 2026-01-06\nFlood.\n",
        "logs/b.md": "|#|Date|Title|What|\n|-|-|-|-|\n|1|16/06/2024|Pump|a|\n|2|17/06/2024|Dam|b|\n",
        "logs/README.md": "- [Day 1](a#day-1)\n- [Day 2](a#day-2)\n",
    }
    write(root.parent, files)
    result = import_log(root, None, name="logs")
    assert "README.md: not read: no lines that are alike look like those of a log" in result.err
    answer(root, series="Sea")
    assert import_log(root, None, "--write", name="logs").status == 0
    titles = {name: re.findall("^title: (.*)$", text, re.MULTILINE) for name, text in entries(root).items()}
    assert titles == {
        "2024/2024-06-16.md": ["Pump"],
        "2024/2024-06-17.md": ["Dam"],
        "2026/2026-01-05.md": [],
        "2026/2026-01-06.md": [],
    }


# a new journal


def test_the_first_entry_of_a_new_journal_is_replaced_while_it_is_unchanged(tmp_path: Path) -> None:
    root = tmp_path / "journal"
    root.mkdir()
    assert run(root, "init", DAYTRAIL_TODAY=TODAY).status == 0
    import_log(root, LOG)
    answer(root)
    result = import_log(root, None, "--write")
    assert "entries/2026/2026-06-01.md is removed: it was the unchanged first entry" in result.err
    assert list(entries(root)) == ["2026/2026-01-05.md", "2026/2026-01-06.md"]


def test_the_series_of_a_new_journal_is_replaced_while_it_has_no_entries(tmp_path: Path) -> None:
    """Else new entries would belong to it, since it is the first."""
    root = tmp_path / "journal"
    root.mkdir()
    assert run(root, "init", DAYTRAIL_TODAY=TODAY).status == 0
    for name, text in (("a.md", GOAL), ("b.md", GOAL.replace("Knots", "Sails"))):
        import_log(root, text, name=name)
        answer(root)
        assert import_log(root, None, "--write", name=name).status == 0
    assert errors(root) == []
    assert """\
series:
  - id: knots
    title: Knots
    days: 365
  - {id: sails, title: Sails, days: 365}
""" in (root / "curriculum.yaml").read_text(encoding="utf-8")


def test_a_series_that_is_renamed_has_the_total(root: Path) -> None:
    recipe = 'days: ["Day {day}/{goal} of {series}"]\ngoal: 365\nday_1: 2026-01-01\nseries: Rope work\n'
    write(root, {"imports/log.yaml": f"{recipe}rename: {{Knots: Rope work}}\n"})
    assert import_log(root, GOAL, "--write").status == 0
    plan = (root / "curriculum.yaml").read_text(encoding="utf-8")
    assert "{id: rope-work, title: Rope work, days: 365, was: [Knots]}" in plan
    assert import_log(root, None, "--verify").status == 0


def test_a_series_that_exists_gets_the_total_that_it_lacks(root: Path) -> None:
    write(root, {"curriculum.yaml": "title: Sea\nseries:\n  - {id: sea, title: Sea}\n  - {id: knots, title: Knots}\n"})
    import_log(root, GOAL)
    answer(root)
    assert import_log(root, None, "--write").status == 0
    assert "{id: knots, title: Knots, days: 365}" in (root / "curriculum.yaml").read_text(encoding="utf-8")
