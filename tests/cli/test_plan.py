"""`daytrail plan`: changes of the plan that keep ticks, addresses, comments and layout."""

import json
import random
import re
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest

from daytrail.cli.common.initial_plan import address_of_tick
from daytrail.facts import Facts
from daytrail.facts.plan_changes import matched_items
from daytrail.model.curriculum import Curriculum
from daytrail.model.progress_file import Tick
from daytrail.project.data_files import output_files
from daytrail.source.load import load
from daytrail.views.pages import pages
from daytrail.views.publication import Publication
from tests.command import CommandResult, demo, run, write

PLAN = """\
title: Tides
start: 2026-01-05   # a Monday
parts:
  - id: one
    title: One
    range: [1, 2]
    weeks:

      - week: 1   # the first
        title: Ebb
        concepts: [Gravity, "The sun: far"]
        reading:
          # about the moon
          - {id: moon, title: The moon, hours: 1.5}

      - week: 2
        title: Flood
        concepts:
          - Gravity  # again
  - file: curriculum/two.yaml
topics:
  - {id: pull, title: Pull, weeks: [1]}
  - {id: surge, title: Surge, weeks: [3], needs: [pull]}
milestones:
  - {id: drawn, text: Draw a tide, weeks: [1, 3]}
references:
  papers: [{title: Tides, url: https://example.org/t, week: 3}]
"""
PART = """\
id: two
title: Two
weeks:
  - week: 3
    title: Slack
    practice:
      - id: gauge
        text: Read a gauge
"""
FILES = {
    "mkdocs.yml": "site_name: x\n",
    "curriculum.yaml": PLAN,
    "curriculum/two.yaml": PART,
    "entries/2026-01-06.md": "---\ndone: [w01/gravity, w01/moon]\ntouched: [w02, pull]\nmilestone: drawn\n---\n",
    "entries/2026-01-13.md": "---\ndone: [w02/gravity]  # c\nstarted: [w03/gauge]\n---\n",
}


def plan(root: Path, *arguments: str) -> CommandResult:
    return run(root, "plan", *arguments, DAYTRAIL_TODAY="2026-01-19")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, FILES)
    return tmp_path


def texts(root: Path) -> dict[str, str]:
    paths = [*root.glob("*.yaml"), *root.glob("curriculum/*"), *root.glob("entries/*")]
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def test_a_change_is_shown_and_written_only_if_asked(root: Path) -> None:
    """Without `--write` nothing changes; the diff that is shown is the change that is made."""
    before = texts(root)
    shown = plan(root, "move", "moon", "w03")
    assert (shown.status, [Path(path).name for path in shown.out.split()]) == (0, ["curriculum.yaml", "two.yaml"])
    assert texts(root) == before
    assert plan(root, "move", "moon", "3", "--write").status == 0
    removed = [line[1:] for line in shown.err.splitlines() if line.startswith("-") and not line.startswith("---")]
    added = [line[1:] for line in shown.err.splitlines() if line.startswith("+") and not line.startswith("+++")]
    assert removed == before["curriculum.yaml"].splitlines()[11:14]
    assert added == texts(root)["curriculum/two.yaml"].splitlines()[5:8]
    assert added == [
        "    reading:",
        "      # about the moon",
        "      - {id: moon, title: The moon, hours: 1.5, was: [w01/moon]}",
    ]


def test_a_week_is_inserted_before_all_others(root: Path) -> None:
    """All numbers follow; of the entries only what would lead elsewhere is changed."""
    assert plan(root, "insert-week", "1", "Before", "--write").status == 0
    after = texts(root)
    assert "range: [1, 3]" in after["curriculum.yaml"]
    assert "- week: 1\n        title: Before\n\n      - week: 2   # the first\n" in after["curriculum.yaml"]
    assert "weeks: [2, 4]" in after["curriculum.yaml"]
    assert "week: 4}" in after["curriculum.yaml"]
    assert "  - week: 4\n    title: Slack\n" in after["curriculum/two.yaml"]
    assert after["entries/2026-01-06.md"] == FILES["entries/2026-01-06.md"].replace("[w02,", "[w03,")
    assert after["entries/2026-01-13.md"] == FILES["entries/2026-01-13.md"].replace("w02/g", "w03/g")
    loaded = load(root)
    assert not loaded.problems
    assert loaded.journal.entries[0].done == ("w02/gravity", "w02/moon")
    assert loaded.journal.entries[1].started == ("w04/gauge",)


def test_ranges_of_parts_follow_an_inserted_week(root: Path) -> None:
    """Also those that span other weeks than the part has, as of a part that has none yet."""
    text = PLAN.replace("range: [1, 2]", "range: [1, 9]")
    text = text.replace("topics:\n", "  - {id: three, title: Three, range: [4, 6]}\ntopics:\n")
    write(root, {"curriculum.yaml": text})
    assert plan(root, "insert-week", "3", "Between", "--part", "one", "--write").status == 0
    assert re.findall(r"range: (.*?\])", texts(root)["curriculum.yaml"]) == ["[1, 10]", "[5, 7]"]


def test_a_former_address_that_another_item_has_now_is_removed(root: Path) -> None:
    """It would lead to that one; an entry that has it gets the address of the item that it means."""
    assert plan(root, "move", "moon", "3", "--write").status == 0
    assert plan(root, "rename", "w01/gravity", "moon", "--write").status == 0
    assert "was" not in texts(root)["curriculum/two.yaml"]
    loaded = load(root)
    assert not loaded.problems
    assert loaded.journal.entries[0].done == ("w01/moon", "w03/moon")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("- Ebb  # c\n", "- text: Ebb  # c\n            id: low\n            was: [w01/ebb]\n"),
        ("- >-\n            Ebb\n", "- {text: Ebb, id: low, was: [w01/ebb]}\n"),
        ("- {text: Ebb}\n", "- {text: Ebb, id: low, was: [w01/ebb]}\n"),
    ],
)
def test_an_item_that_is_a_text_becomes_a_mapping(tmp_path: Path, before: str, after: str) -> None:
    """It gets the keys below its text, which stays as it is written if it is on one line."""
    head = "title: T\nparts:\n  - id: one\n    title: One\n    weeks:\n      - week: 1\n        title: W\n"
    head += "        concepts:\n"
    root = write(tmp_path, {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": f"{head}          {before}"})
    assert plan(root, "rename", "w01/ebb", "low", "--write").status == 0
    assert texts(root)["curriculum.yaml"] == f"{head}          {after}"


def test_a_plan_in_braces_is_changed(tmp_path: Path) -> None:
    """It stays in braces."""
    text = "{title: T, parts: [{id: one, title: One, weeks: [{week: 1, title: W, concepts: [Ebb, Flow]}]}]}\n"
    root = write(tmp_path, {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": text})
    assert plan(root, "rename", "w01/ebb", "low", "--write").status == 0
    assert texts(root)["curriculum.yaml"] == text.replace("Ebb", "{text: Ebb, id: low, was: [w01/ebb]}")


def test_entries_are_rewritten_instead(root: Path) -> None:
    """With `--rewrite` the plan gets no former names, and entries get the new ones."""
    assert plan(root, "rename", "w01/moon", "luna", "--rewrite", "--write").status == 0
    assert plan(root, "rename", "pull", "gravity", "--rewrite", "--write").status == 0
    assert plan(root, "rename", "drawn", "sketch", "--rewrite", "--write").status == 0
    after = texts(root)
    assert "was" not in "".join(after.values())
    assert "needs: [gravity]" in after["curriculum.yaml"]
    assert "done: [w01/gravity, w01/luna]\ntouched: [w02, gravity]\nmilestone: sketch" in after["entries/2026-01-06.md"]


def test_an_open_item_is_dropped_and_a_finished_one_stays(root: Path) -> None:
    """Of a week only what is open is dropped."""
    assert plan(root, "drop", "w01", "--write").status == 0
    assert 'concepts: [Gravity, {text: "The sun: far", dropped: true}]' in texts(root)["curriculum.yaml"]
    assert "1.5}" in texts(root)["curriculum.yaml"]


def test_what_is_closed_already_is_not_dropped_and_the_state_is_named(root: Path) -> None:
    assert plan(root, "drop", "w01", "--write").status == 0
    assert plan(root, "drop", "w01/gravity").err == "there is nothing to change: w01/gravity is done already\n"
    assert plan(root, "drop", "w01").err == "there is nothing to change: no item of week 1 is open\n"


def test_an_unknown_part_names_the_parts_of_the_plan(root: Path) -> None:
    parts = ", ".join(part.id for part in load(root).journal.curriculum.parts)
    result = plan(root, "swap-parts", "zzz", "coast")
    assert (result.status, result.err) == (1, f"Error: unknown part `zzz`; known here: {parts}\n")


def test_an_empty_week_has_nothing_to_drop(root: Path) -> None:
    """The message says what can be done instead."""
    assert plan(root, "insert-week", "3", "Neap tides", "--write").status == 0
    result = plan(root, "drop", "w03")
    assert result.status == 1
    assert "week 3 has no items to drop: remove the week from the plan, or let it be empty" in result.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("move", "w01/gravity", "2"), "week 2 has an item `gravity` already"),
        (("move", "w01/gravity", "7"), "the plan has no week 7"),
        (("move", "w01/gravity", "1"), "w01/gravity is in week 1 already"),
        (("move", "w09/nothing", "1"), "no item is called `w09/nothing`"),
        (("rename", "w01/moon", "gravity"), "week 1 has an item `gravity` already"),
        (("rename", "w01/moon", "The Moon"), "write `the-moon`"),
        (("rename", "pull", "surge"), "there is a topic or milestone `surge` already"),
        (("rename", "w02", "w3"), "`daytrail plan insert-week` gives weeks other numbers; change the title"),
        (("move", "moon", "third"), "`third` is not the number of a week, as in 5 or w05"),
        (("insert-week", "0", "X"), "name the part with --part"),
        (("insert-week", "2", "X", "--part", "tow"), "did you mean `two`?"),
        (("undo",), "there is no change of the plan to undo"),
    ],
)
def test_what_is_not_possible_changes_nothing(root: Path, arguments: tuple[str, ...], said: str) -> None:
    """Each has a message, and no file is changed."""
    before = texts(root)
    result = plan(root, *arguments, "--write")
    assert result.status != 0
    assert said in result.err
    assert texts(root) == before


def test_a_change_is_not_undone_over_another_one(root: Path) -> None:
    """A file that was edited since keeps the edit."""
    assert plan(root, "move", "moon", "3", "--write").status == 0
    write(root, {"curriculum.yaml": texts(root)["curriculum.yaml"] + "# mine\n"})
    before = texts(root)
    result = plan(root, "undo", "--write")
    assert (result.status, "curriculum.yaml has changed since" in result.err) == (1, True)
    assert texts(root) == before


# -- differences --


def test_a_difference_is_said_in_words(root: Path) -> None:
    """Between a file and the plan as it is; what was ticked and is no more says so."""
    write(root, {"old.yaml": PLAN.replace("curriculum/two.yaml", "old/two.yaml"), "old/two.yaml": PART})
    assert plan(root, "diff", str(root / "old.yaml")).out == ""
    for change in (("insert-week", "1", "Before"), ("move", "gauge", "1"), ("rename", "w02/the-sun-far", "sun")):
        assert plan(root, *change, "--write").status == 0
    text = texts(root)["curriculum.yaml"].replace("hours: 1.5", "hours: 2").replace("title: The moon", "title: Moon")
    text = re.sub(r"          - Gravity  # again\n", "          - {id: tide, text: A tide}\n", text)
    write(root, {"curriculum.yaml": text})
    result = plan(root, "diff", str(root / "old.yaml"))
    assert (result.status, result.out) == (
        0,
        """\
added     week w01  “Before”
moved     week w01 → w02  “Ebb”
moved     week w02 → w03  “Flood”
moved     week w03 → w04  “Slack”
moved     item w03/gauge → w01/gauge  “Read a gauge”
renamed   item w01/the-sun-far → w02/sun  “The sun: far”
reworded  item w02/moon  “The moon” → “Moon”
estimate  item w02/moon  1.5 h → 2 h  “Moon”
added     item w03/tide  “A tide”
removed   item w02/gravity  “Gravity”
          it was ticked on 2026-01-13
""",
    )
    changes = json.loads(plan(root, "diff", str(root / "old.yaml"), "--json").out)
    assert changes[-1] == {
        "kind": "removed",
        "thing": "item",
        "address": "w02/gravity",
        "label": "Gravity",
        "before": "",
        "after": "w03/gravity",
        "ticked": "2026-01-13",
    }


@pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
def test_versions_of_git_are_compared(root: Path) -> None:
    """A revision names the plan with its part files; what is no revision is no option of git either."""
    git = ["git", "-C", str(root), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "x"]):
        subprocess.run([*git, *command], check=True)
    assert plan(root, "rename", "gauge", "read-a-gauge", "--write").status == 0
    assert plan(root, "diff", "HEAD").out == "renamed   item w03/gauge → w03/read-a-gauge  “Read a gauge”\n"
    assert plan(root, "diff", "HEAD", "HEAD").out == ""
    for wrong in ("no-such", "--output=x"):
        result = plan(root, "diff", "--", wrong)
        assert (result.status, "is neither a file nor a revision of git" in result.err) == (1, True)


# -- any sequence --

_NAMES = ("sea", "moon", "sun")


def _random_project(source: random.Random, text: str) -> dict[str, str]:
    """Return a project whose items have unique hours, by which they are known whatever they are called.

    The text of all is the same, or has their hours in the place of `*`.
    """
    hours = iter(range(1, 100))
    weeks, addresses = [], []
    for number in range(1, source.randint(2, 4) + 1):
        lines = [f"      - week: {number}", f"        title: Title {number}"]
        names = source.sample(_NAMES, source.randint(1, 3))
        in_brackets = source.random() < 0.5
        numbers = [next(hours) for _ in names]
        items = [
            f"{{id: {name}, text: {text.replace('*', str(n))}, hours: {n}}}"
            for name, n in zip(names, numbers, strict=True)
        ]
        lines += [f"        practice: [{', '.join(items)}]"] if in_brackets else ["        practice:"]
        lines += [] if in_brackets else [f"          - {item}  # c" for item in items]
        weeks += lines
        addresses += [f"w{number:02d}/{name}" for name in names]
    at = weeks.index("      - week: 2")
    parts = ["  - id: one", "    title: One", "    weeks:", *weeks[:at]]
    parts += ["  - id: two", "    title: Two", "    weeks:", *weeks[at:]]
    plan = "\n".join(["title: T", "parts:", *parts, ""])
    entries = {
        f"entries/2026-01-{day:02d}.md": f"---\ndone: [{address}]\ntouched: [{address.partition('/')[0]}]\n---\n"
        for day, address in enumerate(source.sample(addresses, len(addresses) // 2 + 1), 1)
    }
    return {"mkdocs.yml": "site_name: x\n", "curriculum.yaml": plan, **entries}


def _random_change(source: random.Random, addresses: list[str], weeks: int) -> tuple[str, ...]:
    address = source.choice(addresses)
    return source.choice(
        [
            ("move", address, str(source.randint(1, weeks))),
            ("rename", address, source.choice((*_NAMES, "tide"))),
            ("insert-week", str(source.randint(1, weeks + 1)), "New"),
            ("swap-parts", "one", "two"),
            ("drop", address),
            ("undo",),
        ]
    )


def _ticks(facts: Facts) -> dict[float | None, list[str]]:
    """Return the entries that tick each item, by the item's hours."""
    return {
        item.placed.item.hours: [statement.entry.path for statement in item.evidence]
        for item in facts.progress.items.values()
    }


def _worked_weeks(facts: Facts) -> dict[str, set[str]]:
    """Return the titles of the weeks, and the topics, that each entry names."""
    titles = {week.id: week.title for week in facts.journal.curriculum.weeks}
    return {
        entry.path: {titles.get(name, name) for name in entry.touched if "/" not in name}
        for entry in facts.journal.entries
    }


@pytest.mark.parametrize("seed", range(12))
def test_any_sequence_of_changes_keeps_ticks_and_addresses(tmp_path: Path, seed: int) -> None:
    """Each tick stays with its item, each published address leads somewhere, and undoing gives the bytes back."""
    source = random.Random(seed)
    write(tmp_path, _random_project(source, "T* T" if seed % 2 else "T"))
    first, states, published = texts(tmp_path), list[dict[str, str]](), list[set[str]]()
    facts = Facts(load(tmp_path).journal, date(2026, 2, 1))
    ticks, worked = _ticks(facts), _worked_weeks(facts)
    first_plan = facts.journal.curriculum
    for _ in range(8):
        addresses = list(facts.journal.curriculum.items)
        before = texts(tmp_path)
        change = _random_change(source, addresses, len(list(facts.journal.curriculum.weeks)))
        if plan(tmp_path, *change, "--write").status:
            assert texts(tmp_path) == before
        elif change == ("undo",):
            assert texts(tmp_path) == states.pop()
            published.pop()
        elif texts(tmp_path) != before:
            states.append(before)
            published.append(set(addresses))
        loaded = load(tmp_path)
        assert not [problem for problem in loaded.problems if "unknown" in problem.message]
        facts = Facts(loaded.journal, date(2026, 2, 1))
        assert _ticks(facts) == ticks, change
        assert _worked_weeks(facts) == worked, change
        for now, then in matched_items(first_plan, facts.journal.curriculum).items():
            assert facts.journal.curriculum.items[now].item.hours == first_plan.items[then].item.hours
        if seed % 2:
            _assert_followed(first_plan, facts.journal.curriculum)
    _assert_published(facts, set().union(*published))
    while states:
        assert plan(tmp_path, "undo", "--write").status == 0
        assert texts(tmp_path) == states.pop()
    assert texts(tmp_path) == first


def _assert_followed(then: Curriculum, now: Curriculum) -> None:
    """What somebody ticked while following the plan as it was means the same items of it as it is."""
    for address, placed in then.items.items():
        found = address_of_tick(now, Tick(item=address, date=date(2026, 1, 1), title=placed.item.label))
        assert found
        assert now.items[found].item.hours == placed.item.hours, address


def _assert_published(facts: Facts, addresses: set[str]) -> None:
    """Each address of an item that was once published is a page, and an anchor on it unless the page only redirects."""
    drawn = {page.address: page.draw().above for page in pages(facts) if page.address.startswith("curriculum/")}
    files = {file.path for file in output_files(facts, Publication("", "", ""))}
    for address in addresses:
        week, _, name = address.partition("/")
        page = f"curriculum/week-{week[1:]}/"
        assert f'id="{name}"' in drawn[page] if page in drawn else f"{page}index.html" in files, address


# -- the plan of the demo --


def _statements(facts: Facts) -> dict[str, list[tuple[str, str]]]:
    """Return what entries say about each item, by its label; and with each week's title, the entries that name it."""
    said = {
        item.placed.item.label: [(statement.entry.path, str(statement.verb)) for statement in item.evidence]
        for item in facts.progress.items.values()
    }
    for path, weeks in _worked_weeks(facts).items():
        for title in weeks:
            said.setdefault(f"week {title}", []).append((path, "named"))
    return said


def test_the_demo_goes_through_a_rework(tmp_path: Path) -> None:
    """A week is inserted, parts are swapped, items reworded, moved and dropped: no tick and no address is lost."""
    root = demo(tmp_path)
    before = Facts(load(root).journal, date(2026, 6, 1))
    ticked = [item.placed.address for item in before.progress.items.values() if item.evidence and item.placed.item.id]
    open_items = [item.placed for item in before.progress.items.values() if item.state == "planned"]
    reworded = {}
    for placed in [before.journal.curriculum.items[address] for address in ticked[:5]] + open_items[:5]:
        for path in root.glob("curriculum/*.yaml"):
            text, words = path.read_text(encoding="utf-8"), placed.item.label
            if text.count(words) == 1:
                path.write_text(text.replace(words, f"{words} once more"), encoding="utf-8", newline="\n")
                reworded[words] = f"{words} once more"
    assert len(reworded) >= 8
    changes = [
        ("insert-week", "3", "Neap tides"),
        ("swap-parts", "hardware-mastery", "training-at-scale"),
        *(("move", address, str(52 - n)) for n, address in enumerate(ticked[6:11])),
        *(("drop", placed.address) for placed in open_items[:2]),
    ]
    for change in changes:
        result = plan(root, *change, "--write")
        assert result.status == 0, result.err
    loaded = load(root)
    assert not loaded.failed
    after = Facts(loaded.journal, date(2026, 6, 1))
    said = {reworded.get(label, label): statements for label, statements in _statements(before).items()}
    assert {label: one for label, one in _statements(after).items() if one} == {a: b for a, b in said.items() if b}
    addresses = {*before.journal.curriculum.items}
    _assert_published(after, addresses)
