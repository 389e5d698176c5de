"""A mistake in a project is reported in words with its location, and leaves the built site as it was."""

import re

import pytest

from tests.conftest import Journal
from tests.website import DOCS, build

PLAN = "title: Tides\nparts: [{id: one, title: One, weeks: [{week: 1, title: Ebb, concepts: [Gravity]}]}]\n"


def test_warnings_do_not_stop_a_strict_build(journal: Journal) -> None:
    """A doubled day number and a gap are reported with their locations, and `--strict` builds both pages."""
    built = build(
        journal(
            {
                "entries/2026-01-12.md": "---\nday: 3\n---\n\nOne.\n",
                "entries/2026-01-13.md": "---\nday: 3\n---\n\nTwo.\n",
                "entries/2026-01-14.md": "---\nday: 7\n---\n\nThree.\n",
            }
        )
    )
    assert built.status == 0, built.output
    assert re.search(r"entries/2026-01-13\.md:2:6: warning: .*doubled", built.output)
    assert re.search(r"entries/2026-01-14\.md:2:6: warning: ", built.output)
    assert {f"log/2026/01/{day}/" for day in (12, 13, 14)} <= set(built.site.pages)


def test_all_errors_are_reported_and_the_site_is_unchanged(journal: Journal) -> None:
    """With errors in several files nothing is built: each is reported, and site/ has the same bytes as before."""
    project = journal({"entries/2026-01-12.md": "Good.\n"})
    before = build(project).site.bytes()
    files = {
        "entries/2026-01-12.md": "---\ndaye: 3\nhours: many\n---\n\nBad.\n",
        "entries/2026-01-13.md": "---\ntitle: [open\n---\n\nBad.\n",
        "curriculum.yaml": "title: Tides\nstart: 2026-02-30\n",
    }
    for name, content in files.items():
        (project / name).write_text(content, encoding="utf-8")
    built = build(project, strict=False)
    assert built.status == 1
    for place in ("2026-01-12.md:2:1", "2026-01-12.md:3:8", "2026-01-13.md:", "curriculum.yaml:2:8"):
        assert re.search(re.escape(place) + r"[\d:]*: error: ", built.output), place
    assert "Traceback" not in built.output
    assert built.site.bytes() == before


def test_an_invalid_daytrail_today_is_reported(journal: Journal) -> None:
    """An invalid date in DAYTRAIL_TODAY ends the build with a message."""
    built = build(journal({}), DAYTRAIL_TODAY="tomorrow")
    assert built.status == 1
    assert "DAYTRAIL_TODAY" in built.output
    assert "Traceback" not in built.output


CALLS = {
    "timeline(week=99)": "no week `99`",
    "timeline(series='tids')": "unknown series `tids`",
    "timeline(lmit=3)": "did you mean `limit`?",
    "timeline(limit='three')": "`limit` must be a whole number",
    "timeline('tides')": "too many",
    "timeline(tag=7)": "`tag` must be a text",
    "checklist()": "'week'",
    "checklist(1, kind='concpt')": "did you mean `concept`?",
    "progress(part='one')": "unknown argument `part`",
}


def test_wrong_macro_arguments_are_reported(journal: Journal) -> None:
    """Wrong arguments fail the build, all at once: one message for each with the page and the macro."""
    pages = {
        f"docs/extra{i}.md": f"---\nrender_macros: true\n---\n\n# Page\n\n{{{{ {call} }}}}\n"
        for i, call in enumerate(CALLS)
    }
    built = build(journal({**pages, "curriculum.yaml": PLAN}), strict=False)
    assert built.status == 1
    for i, (call, said) in enumerate(CALLS.items()):
        [line] = [line for line in built.output.splitlines() if f"extra{i}.md" in line]
        assert f"`{call.partition('(')[0]}`" in line
        assert said in line
    assert not re.search(r"Traceback|<class|NoneType|\bint\b|\bstr\b", built.output)
    assert built.site.files == frozenset()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{{ timelin() }}", "'timelin' is undefined"),
        ("{{ timeline( }}", "unexpected '}'"),
        ("{{ now().undefined.name }}", "has no attribute 'undefined'"),
    ],
    ids=["undefined", "unclosed", "unknown"],
)
def test_an_unknown_macro_or_an_unclosed_call_is_reported(journal: Journal, text: str, message: str) -> None:
    """A template that cannot be rendered fails the build with what the macros plugin says, and nothing remains."""
    project = journal({"docs/extra.md": f"---\nrender_macros: true\n---\n\n{text}\n"})
    built = build(project, strict=False)
    assert built.status != 0
    assert message in built.output
    assert "extra.md" in built.output
    assert not [*project.glob(".site-*")]


def test_a_file_of_the_owner_in_the_place_of_a_generated_one_is_reported(journal: Journal) -> None:
    """All of them are named, and nothing is overwritten."""
    plan = f"{PLAN}start: 2026-01-12\nmilestones: [{{id: whole, part: one, text: What is a tide?}}]\n"
    files = {"curriculum.yaml": plan, "docs/log/2026.md": "# Mine\n", "docs/calendar.ics": "BEGIN:VCALENDAR\n"}
    built = build(journal({"entries/2026-01-12.md": "Text.\n", **files}))
    assert built.status == 1
    assert "docs/log/2026.md" in built.output
    assert "docs/calendar.ics:1:1: error: this file has the same URL or name as a generated file" in built.output
    assert "Traceback" not in built.output
    assert not built.site.folder.exists() or built.site.files == frozenset()


def test_an_unknown_milestone_in_docs_stops_the_build(journal: Journal) -> None:
    plan = f"{PLAN}milestones: [{{id: whole, part: one, text: What is a tide?}}]\n"
    built = build(journal({"curriculum.yaml": plan, "docs/answers/tide.md": "---\nmilestone: whoel\n---\n"}))
    assert built.status == 1
    assert "docs/answers/tide.md:2:12: error: unknown milestone `whoel`" in built.output
    assert "did you mean `whole`?" in built.output


@pytest.mark.parametrize(
    "files", [{"curriculum.yaml": PLAN}, {"entries/2026-01-12.md": "Text.\n"}], ids=["no-entries", "no-plan"]
)
def test_a_journal_may_lack_entries_or_a_plan(journal: Journal, files: dict[str, str | bytes]) -> None:
    """Without entries or without a plan, every page is built and every link resolves."""
    built = build(journal(files))
    assert built.status == 0, built.output
    assert built.site.broken() == []
    docs = {name.removeprefix("docs/").removesuffix(".md") + "/" for name in DOCS} - {"index/"}
    assert {"", *docs} <= set(built.site.pages)
