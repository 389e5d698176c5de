"""A mistake in a project is reported in words with its location, and leaves the built site as it was."""

import re

import pytest

from tests.conftest import Journal
from tests.engine import THEME
from tests.website import DOCS, build, settings

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


CALLS = {
    "timeline(week=99)": "no week `99`",
    "timeline(lmit=3)": "did you mean `limit`?",
    "timeline(limit='three')": "`limit` must be a whole number",
    "timeline('tides')": "too many",
    "timeline(tag=7)": "`tag` must be a text",
    "checklist()": "'week'",
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
    "files", [{"curriculum.yaml": PLAN}, {"entries/2026-01-12.md": "Text.\n"}], ids=["no-entries", "no-plan"]
)
def test_a_journal_may_lack_entries_or_a_plan(journal: Journal, files: dict[str, str | bytes]) -> None:
    """Without entries or without a plan, every page is built and every link resolves."""
    built = build(journal(files))
    assert built.status == 0, built.output
    assert built.site.broken() == []
    docs = {name.removeprefix("docs/").removesuffix(".md") + "/" for name in DOCS} - {"index/"}
    assert {"", *docs} <= set(built.site.pages)


def test_a_template_that_the_theme_lacks_is_named(journal: Journal) -> None:
    """Such as that of a language, or one that the front matter of a page names."""
    config = settings().replace(f"  name: {THEME}\n", f"  name: {THEME}\n  language: xx\n", 1)
    built = build(journal({"mkdocs.yml": config}), strict=False)
    assert built.status == 1
    assert "the theme has no template `partials/languages/xx.html`" in built.output
    assert "Traceback" not in built.output
