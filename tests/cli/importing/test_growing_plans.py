"""Imports of plans and lists that have grown, or are in several files. No import adds an error to a project."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from daytrail.problems import Severity
from daytrail.source.load import load
from daytrail.source.yaml.parser import parse
from tests.command import CommandResult, run, write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write(tmp_path / "project", {"mkdocs.yml": "site_name: x\n"})


def import_texts(root: Path, kind: str, texts: dict[str, str], *options: str) -> CommandResult:
    """Import documents, given by name and text, in one run."""
    write(root.parent, texts)
    names = [str(root.parent / name) for name in texts]
    return run(root, "import", kind, *names, *options, DAYTRAIL_TODAY="2026-06-01")


def yaml_of(root: Path, name: str = "curriculum.yaml") -> Any:
    return parse((root / name).read_text(encoding="utf-8"), name)[0].data


def weeks_of(root: Path) -> list[tuple[str, str, str, list[str]]]:
    """Return part, number, title and items of all weeks."""
    return [
        (
            part["title"],
            week["week"],
            week["title"],
            [item["text"] for key in ("concepts", "practice") for item in week.get(key, ())],
        )
        for part in yaml_of(root)["parts"]
        for week in part.get("weeks", ())
    ]


def errors(root: Path) -> list[str]:
    return [str(one) for one in load(root).problems if one.severity is Severity.ERROR]


def report(root: Path) -> str:
    return (root / "import-report.md").read_text(encoding="utf-8")


FIRST = "# Tides\n## Week 1: Ebb\n- [ ] Gravity\n## Week 2: Flood\n- [ ] Wind\n"


def test_plan_that_gets_parts_has_each_week_once(root: Path) -> None:
    """Its weeks stay in the part that has them, and new ones become a part of their own."""
    import_texts(root, "plan", {"plan.md": FIRST})
    grown = (
        "# Tides\n## Part 1: Water\n### Week 1: Ebb\n- [ ] Gravity\n- [ ] Moon\n### Week 2: Flood\n- [ ] Wind\n"
        "## Part 2: Air\n### Week 3: Gales\n- [ ] Reef the sail\n"
    )
    assert import_texts(root, "plan", {"plan.md": grown}).status == 0
    assert weeks_of(root) == [
        ("Tides", "1", "Ebb", ["Gravity", "Moon"]),
        ("Tides", "2", "Flood", ["Wind"]),
        ("Air", "3", "Gales", ["Reef the sail"]),
    ]
    assert "- `title` of `Water` is `Tides`, and `Water` in the source\n" in report(root)
    assert errors(root) == []


def test_week_that_was_moved_in_the_document_is_found_by_its_title(root: Path) -> None:
    """The plan keeps its numbers, which entries may name; the week that was put between gets a free one."""
    import_texts(root, "plan", {"plan.md": FIRST})
    grown = "# Tides\n## Week 1: Ebb\n- [ ] Gravity\n## Week 2: Moon\n- [ ] Phases\n## Week 3: Flood\n- [ ] Surge\n"
    grown += "\nMilestone (Week 3): Sail.\n"
    assert import_texts(root, "plan", {"plan.md": grown}).status == 0
    assert weeks_of(root) == [
        ("Tides", "1", "Ebb", ["Gravity"]),
        ("Tides", "2", "Flood", ["Wind", "Surge"]),
        ("Tides", "4", "Moon", ["Phases"]),
    ]
    assert [milestone["weeks"] for milestone in yaml_of(root)["milestones"]] == [["2"]]
    assert "### Moved week (2)\n" in report(root)
    assert errors(root) == []


def test_weeks_of_a_part_in_a_file_of_its_own_are_added_there(root: Path) -> None:
    plan = "title: Tides\nparts:\n  - file: curriculum/water.yaml\n"
    part = "id: tides\ntitle: Tides\nweeks:\n  - week: 1\n    title: Ebb # mine\n"
    write(root, {"curriculum.yaml": plan, "curriculum/water.yaml": part})
    result = import_texts(root, "plan", {"plan.md": FIRST})
    assert result.out == "curriculum/water.yaml\n"
    assert (root / "curriculum.yaml").read_text(encoding="utf-8") == plan
    assert (root / "curriculum/water.yaml").read_text(encoding="utf-8") == (
        f"{part}    concepts:\n      - {{id: gravity, text: Gravity}}\n"
        "  - week: 2\n    title: Flood\n    concepts:\n      - {id: wind, text: Wind}\n"
    )
    assert errors(root) == []
    assert import_texts(root, "plan", {"plan.md": FIRST}).out == ""


def test_item_of_a_week_gets_an_id_that_the_plan_does_not_have(root: Path) -> None:
    """In the plan, a text without an id has the one that the import would give."""
    plan = "title: Tides\nparts:\n  - id: tides\n    title: Tides\n    weeks:\n      - week: 1\n        title: Ebb\n"
    write(root, {"curriculum.yaml": f"{plan}        practice:\n          - Gravity!\n"})
    assert import_texts(root, "plan", {"plan.md": FIRST}).status == 0
    assert "- {id: gravity-2, text: Gravity}\n" in (root / "curriculum.yaml").read_text(encoding="utf-8")
    assert errors(root) == []


def test_url_of_a_source_that_is_given_later_adds_links_and_no_item(root: Path) -> None:
    """The result is that of an import that has known the URL from the start."""
    text = (
        "# Tides\n## Week 1\n- [ ] [Moon](moon.md) — *short*\n- [ ] [Sun](sun.md)\n"
        "- [ ] Read [waves](waves.md) and [wind](wind.md)\n- [ ] Ask a sailor\n"
    )
    url = "https://github.com/x/y/blob/main/"
    import_texts(root, "plan", {"plan.md": text})
    import_texts(root, "plan", {"plan.md": text}, "--source-url", url)
    assert "by hand" not in report(root)
    later = yaml_of(root)
    (root / "curriculum.yaml").unlink()
    import_texts(root, "plan", {"plan.md": text}, "--source-url", url)
    assert later == yaml_of(root)
    week = later["parts"][0]["weeks"][0]
    assert week["reading"] == [
        {"id": "moon", "title": "Moon", "url": f"{url}moon.md", "note": "*short*"},
        {"id": "sun", "title": "Sun", "url": f"{url}sun.md"},
    ]
    assert week["concepts"] == [
        {"id": "read-waves-and-wind", "text": f"Read [waves]({url}waves.md) and [wind]({url}wind.md)"},
        {"id": "ask-a-sailor", "text": "Ask a sailor"},
    ]


def test_import_that_would_add_an_error_writes_nothing(root: Path) -> None:
    """The error is printed with its line and a hint, also in a dry run."""
    topics = "```mermaid\nflowchart TD\n  a[Ebb] --> b[Flood]\n```\n"
    plan = "title: Tides\ntopics:\n  - {id: ebb, title: Ebb, needs: [flood]}\n  - id: flood\n    title: Flood\n"
    write(root, {"curriculum.yaml": plan})
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    assert errors(root) == []
    for option in ([], ["--dry-run"]):
        result = import_texts(root, "plan", {"plan.md": FIRST + topics}, *option)
        assert (result.status, result.out) == (1, "")
        assert "curriculum.yaml:6:13: error: topics need each other in a circle: ebb → flood → ebb" in result.err
        assert "hint: remove one of these needs; the line would be `needs: [ebb]`" in result.err
        assert "nothing was written, since the project would have these errors after the import" in result.err
        assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before


def test_project_with_an_error_can_be_imported_into(root: Path) -> None:
    """What was wrong before does not count."""
    write(root, {"curriculum.yaml": "title: Tides\nstrat: 2026-01-05\n"})
    assert import_texts(root, "plan", {"plan.md": FIRST}).status == 0
    assert len(errors(root)) == 1


def test_files_of_a_folder_become_one_plan_whatever_their_order(root: Path) -> None:
    """A file a week, with a README that names them; what is no plan is left over and stops nothing."""
    weeks = {
        "tides/week-2.md": "# Week 2: Flood\n- [ ] Wind\n",
        "tides/README.md": "# The tides\n\nOne file a week.\n\n| Week | File |\n|--|--|\n| 1 | week-01 |\n",
        "tides/week-1.md": "# Week 1: Ebb\n- [ ] Gravity\n",
        "tides/.draft.md": "# Week 9: Hidden\n- [ ] x\n",
    }
    write(root.parent, weeks)
    result = run(root, "import", "plan", str(root.parent / "tides"), DAYTRAIL_TODAY="2026-06-01")
    assert result.status == 0
    assert weeks_of(root) == [("The tides", "1", "Ebb", ["Gravity"]), ("The tides", "2", "Flood", ["Wind"])]
    assert yaml_of(root)["title"] == "The tides"
    assert "One file a week." in report(root)
    before = (root / "curriculum.yaml").read_bytes()
    (root / "curriculum.yaml").unlink()
    names = [str(root.parent / name) for name in sorted(weeks, reverse=True) if "draft" not in name]
    assert run(root, "import", "plan", *names, DAYTRAIL_TODAY="2026-06-01").status == 0
    assert (root / "curriculum.yaml").read_bytes() == before
    assert run(root, "import", "plan", *names, "--verify").status == 0


def test_title_of_a_readme_without_one_is_its_folder(root: Path) -> None:
    """It is also the title of the part, as the name of any other file is."""
    texts = {"spring_tides/README.md": "## Week 1: Ebb\n- [ ] Gravity\n\n## Week 2: Flood\n- [ ] Wind\n"}
    assert import_texts(root, "plan", texts).status == 0
    assert yaml_of(root)["title"] == "spring tides"
    assert weeks_of(root)[0] == ("spring tides", "1", "Ebb", ["Gravity"])


def test_weeks_of_two_documents_are_merged_by_number(root: Path) -> None:
    """A week of both has the items and titles of both."""
    second = "# Winds\n## Week 2: Gales\n- [ ] Reef\n- [ ] Wind\n## Week 3: Calm\n- [ ] Row\n"
    assert import_texts(root, "plan", {"a.md": FIRST, "b.md": second}).status == 0
    assert weeks_of(root) == [
        ("Tides", "1", "Ebb", ["Gravity"]),
        ("Tides", "2", "Flood; Gales", ["Wind", "Reef"]),
        ("Winds", "3", "Calm", ["Row"]),
    ]
    assert "two documents have a week 2: Flood; Gales\n" in report(root)
    assert errors(root) == []


def test_lists_of_several_files_become_one(root: Path) -> None:
    """An item of two files is on the list once, with what each says of it."""
    texts = {
        "sea.md": "## Sea\n- [The sea](https://example.org/sea)\n",
        "more.md": "## Sea\n- [Waves](https://example.org/waves)\n## Sky\n- [Sea](https://example.org/sea) - old\n",
    }
    assert import_texts(root, "reading", texts).status == 0
    assert (root / "reading.yaml").read_text(encoding="utf-8") == (
        "categories:\n  - id: sea\n    title: Sea\n    items:\n"
        "      - {title: The sea, url: https://example.org/sea, why: old}\n"
        "      - {title: Waves, url: https://example.org/waves}\n"
    )
    assert import_texts(root, "reading", texts).out == ""


def test_introductions_of_several_lists_are_joined_below_the_first_title(root: Path) -> None:
    texts = {
        "a.md": "# Shelf\nWhat I read.\n## Sea\n- [The sea](https://example.org/sea)\n",
        "b.md": "# Films\nWhat I saw.\n## Sky\n- [Moon](https://example.org/moon)\n",
        "c.md": "What I read.\n\n## Land\n- [Dunes](https://example.org/dunes)\n",
    }
    assert import_texts(root, "reading", texts).status == 0
    written = (root / "reading.yaml").read_text(encoding="utf-8")
    assert written.startswith("title: Shelf\nabout: What I read. What I saw.\ncategories:\n")
    assert "another document calls the list `Films`; the first one decides on the title" in report(root)
    assert import_texts(root, "reading", texts).out == ""


def test_goals_stay_as_the_writer_has_them(root: Path) -> None:
    """New ones are added, those that differ are reported; `--verify` finds words of a week that only the source has."""
    first = (
        "# Tides\n\nKnow the sea.\n## Week 1: Ebb\nKnow when it ebbs.\n- [ ] Gravity\n## Week 2: Flood\n- [ ] Wind\n"
    )
    import_texts(root, "plan", {"plan.md": first})
    path = root / "curriculum.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("when it ebbs", "why"), encoding="utf-8")
    second = first.replace("the sea", "all seas").replace("Flood\n", "Flood\nSee it come.\n")
    result = import_texts(root, "plan", {"plan.md": second})
    assert result.status == 0
    assert "- `goal` is `Know the sea.`, and `Know all seas.` in the source" in report(root)
    assert "- `goal` of `Ebb` is `Know why.`, and `Know when it ebbs.` in the source" in report(root)
    plan = yaml_of(root)
    weeks = plan["parts"][0]["weeks"]
    assert (plan["goal"], [week["goal"] for week in weeks]) == ("Know the sea.", ["Know why.", "See it come."])
    assert errors(root) == []
    verified = import_texts(root, "plan", {"plan.md": second}, "--verify")
    assert verified.status == 1
    assert "plan.md:5: 2 words not in " in verified.err


def test_goals_of_several_documents_are_behind_their_titles(root: Path) -> None:
    """The goal of the whole plan is that of the first document; another one is a doubt."""
    other = "# Waves\n\nKnow all waves.\n## Week 1: Ebb\nKnow when it ebbs.\n## Week 2: Flood\n- [ ] Wind\n"
    texts = {"a.md": "# Tides\n\nKnow the sea.\n## Week 1: Ebb\n- [ ] Gravity\n", "b.md": other}
    import_texts(root, "plan", texts)
    plan = yaml_of(root)
    assert list(plan) == ["title", "goal", "parts"]
    assert plan["goal"] == "Know the sea."
    assert list(plan["parts"][0]["weeks"][0]) == ["week", "title", "goal", "concepts"]
    assert "another document has the goal `Know all waves.`; that of the first one was kept" in report(root)
    assert import_texts(root, "plan", texts, "--verify").status == 0


def test_item_that_the_writer_has_moved_is_not_added_again(root: Path) -> None:
    """It is found by its URL or its title in another category or on another shelf."""
    text = "## Sea\n- [Waves](https://example.org/waves)\n## To read\n- Tides\n"
    written = (
        "categories:\n  - id: done\n    title: Done\n    items:\n      - {title: W, url: https://example.org/waves}\n"
    )
    write(root, {"reading.yaml": f"{written}      - Tides\n"})
    assert import_texts(root, "reading", {"list.md": text}).out == ""
    assert "- `title` of `Waves` is `W`, and `Waves` in the source\n" in report(root)


WORDS = st.sampled_from(["Ebb", "Flood", "Wind", "Moon", "Sail", "Row", "Reef the sail", "Week 2", "Read!", "Read?"])
ITEMS = st.lists(st.tuples(WORDS, st.sampled_from([" ", "x"])), max_size=3)
WEEKS = st.lists(st.tuples(st.integers(1, 6), WORDS, ITEMS, ITEMS), min_size=1, max_size=4)
PARTS = st.lists(st.tuples(WORDS, WEEKS), min_size=1, max_size=2)


def document(parts: list[Any], *, with_parts: bool) -> str:
    """Return a plan with some parts as Markdown."""
    lines = ["# Tides"]
    for part, (title, weeks) in enumerate(parts, start=1):
        lines += [f"## Part {part}: {title}"] if with_parts else []
        for number, name, concepts, practice in weeks:
            lines += [f"### Week {number}: {name}", "Concepts:", *(f"- [{mark}] {text}" for text, mark in concepts)]
            lines += ["Practice:", *(f"- [{mark}] {text}" for text, mark in practice)]
        lines.append(f"\nMilestone (Week {weeks[0][0]}): {title} and go")
    return "\n".join(lines) + "\n"


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(PARTS, st.booleans()), min_size=2, max_size=3))
@example(
    [
        ([("Ebb", [(1, "Ebb", [("Ebb", " ")], [])])], False),
        ([("Ebb", [(1, "Ebb", [], [("Ebb", " "), ("Ebb", "x")])])], False),
    ]
)
def test_no_plan_that_grows_adds_an_error_or_a_week_twice(versions: list[tuple[list[Any], bool]]) -> None:
    """Each version is imported over the ones before. A second import of it changes nothing, if no title is twice."""
    with TemporaryDirectory() as folder:
        root = write(Path(folder) / "project", {"mkdocs.yml": "site_name: x\n"})
        for parts, with_parts in versions:
            texts = {"plan.md": document(parts, with_parts=with_parts)}
            result = import_texts(root, "plan", texts)
            if "no items of a plan" in result.err:
                continue
            assert result.status == 0, result.err
            assert errors(root) == []
            numbers = [number for _, number, *_ in weeks_of(root)]
            assert len(numbers) == len(set(numbers))
            titles = [name for _, weeks in parts for _, name, *_ in weeks]
            if len(titles) == len(set(titles)):
                assert import_texts(root, "plan", texts).out == ""


LINKS = "## Resources\n- [Almanac](https://sea.example/almanac) - times of all harbours\n"


def test_plan_with_more_links_outside_its_weeks_gets_only_the_new_ones(root: Path) -> None:
    """What the writer has changed in a reference stays, and one that is an item by now becomes none."""
    import_texts(root, "plan", {"plan.md": FIRST + LINKS})
    plan = root / "curriculum.yaml"
    plan.write_text(plan.read_text(encoding="utf-8").replace("times of all harbours", "every day"), encoding="utf-8")
    grown = FIRST.replace("Gravity", "[Gravity](https://sea.example/gravity)") + LINKS
    grown += "- [Moon](https://sea.example/moon)\n- [Gravity](https://sea.example/gravity)\n"
    assert import_texts(root, "plan", {"plan.md": grown}).status == 0
    assert errors(root) == []
    assert yaml_of(root)["references"] == {
        "guides": [
            {"title": "Almanac", "url": "https://sea.example/almanac", "good_for": "every day"},
            {"title": "Moon", "url": "https://sea.example/moon"},
        ]
    }


def test_links_to_the_repository_of_a_document_are_no_references(root: Path) -> None:
    text = FIRST + LINKS + "- [Notes](notes.md)\n- [Code](https://github.com/ada/tides/tree/main/code)\n"
    text += "- [Tools](https://github.com/ada/tides-tools)\n"
    url = "https://github.com/ada/tides/blob/main/plan.md"
    assert import_texts(root, "plan", {"plan.md": text}, "--source-url", url).status == 0
    assert [guide["title"] for guide in yaml_of(root)["references"]["guides"]] == ["Almanac", "Tools"]
    assert "- [Notes](notes.md)" in report(root)
    assert import_texts(root, "plan", {"plan.md": text}, "--source-url", url, "--verify").status == 0


def test_verify_takes_the_url_of_a_source_for_its_relative_link(root: Path) -> None:
    """The words of the link's target are those of no other line."""
    text = "# Tides\n## Week 1\n- [ ] [Moon](03-moon.md)\n- [ ] Read 03 again, and the moon\n"
    for options in ((), ("--source-url", "https://github.com/x/y/blob/main/")):
        result = import_texts(root, "plan", {"plan.md": text}, "--verify", *options)
        assert (result.status, "is there" in result.err) == (0, True)
