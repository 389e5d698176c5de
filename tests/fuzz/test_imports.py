"""Random source documents: an import writes what the project can read, or nothing."""

from hypothesis import given
from hypothesis import strategies as st

from tests.command import run
from tests.fuzz.promises import check, content, make_files, project, tries
from tests.fuzz.texts import ADDRESSES, BLOCKS, BODIES
from tests.importers.common import DOCUMENTS

_DAY_LINES = st.sampled_from(
    [
        "## 2026-01-05",
        "# March 3",
        "### Day 3-4: x",
        "**Day 7**",
        "12/13/2025 (T - 150)",
        "# 2025",
        "| 2026-01-05 | a | b |",
        "- 1/5/26: x",
        "Day 57 of Tides: I read.",
        "## Day 99999",
        "## 31/12/9999",
        "# Week of March 2",
        "2026-W53",
        "## Tag 3",
        "+++",
        "---",
        "title: x",
        "date: 2026-01-05",
        "draft: true",
        "<!-- private -->",
    ]
)
_LONG = st.builds(
    lambda piece, times, after: piece * times + after,
    st.sampled_from(["1", "/", "*", "(", "|", "# ", "<", "[", "Day ", "2026-", "- ", "&", "https://"]),
    st.sampled_from([1, 30, 400]),
    st.sampled_from(["", " x", "\n"]),
)
_SOURCES = st.one_of(
    DOCUMENTS,
    BODIES,
    st.lists(st.one_of(_DAY_LINES, BLOCKS, _LONG, ADDRESSES), max_size=12).map("\n".join),
)


@tries(10)
@given(
    st.sampled_from(["log", "plan", "reading"]),
    st.sampled_from(["notes.md", "2026-01-05.md", "March 2026.txt", "-x.md", "a\nb.md"]),
    _SOURCES,
)
def test_any_document_is_imported_without_losing_a_file(kind: str, name: str, text: str) -> None:
    """No existing file changes, no file is written elsewhere, and the project can still be checked."""
    rest = {"mkdocs.yml": "site_name: x\nplugins: [search, daytrail]\n", "entries/2026/2026-01-05.md": "Text.\n"}
    with project({}, rest=rest) as folder:
        source = make_files(folder / "from", {name: text}) / name
        before = content(folder)
        assert check(folder).status == 0
        result = run(folder, "import", kind, "--write", "--", str(source))
        assert result.status in (0, 1)
        assert "Traceback" not in result.err
        after = content(folder, leave_out=(".cache",))
        assert {file: after[file] for file in before} == before
        check(folder)
