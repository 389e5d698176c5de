"""Random projects and edits, and those of `cases/hostile`: each is published as promised, or refused."""

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.problems import Severity
from daytrail.source.load import load
from daytrail.views.body import render_body
from tests.command import run
from tests.fuzz.promises import SECRET, check, content, project, publish, tries
from tests.fuzz.texts import BODIES, BODIES_WITH_SECRETS, ENTRIES, FRONT_MATTER
from tests.rebuild import again, commit, differing
from tests.site.test_kept_pages import EDITS
from tests.site.test_staging import CHANGES
from tests.source.texts import ENTRY, loaded
from tests.website import ROOT

_LINKED = {
    "entries/picture.png": "png",
    "entries/leak.png": {"link": "../../outside/note.md"},
    "entries/kept": {"link": "../../outside/kept"},
}
_LOG = st.lists(ENTRIES, max_size=8).map(
    lambda texts: {f"entries/2026-02-{number:02d}.md": text for number, text in enumerate(texts, 1)}
)
_PAGES = st.fixed_dictionaries(
    {},
    optional={
        "docs/about.md": st.tuples(FRONT_MATTER, BODIES).map("".join),
        "docs/secret.md": BODIES_WITH_SECRETS,
        "docs/log/2026/01/05/index.md": st.just("# Mine\n"),
        "docs/answer.md": st.just("---\nmilestone: spring\n---\n\n# Answer\n\nOn the 19th.\n"),
    },
)


@pytest.mark.site
@tries(2, builds=4)
@given(_LOG, _PAGES, st.sampled_from([{}, _LINKED]))
def test_any_entries_and_pages_are_published_as_promised(
    log: dict[str, str], pages: dict[str, str], linked: dict[str, Any]
) -> None:
    """The whole is refused if anything in it is an error; the rest, without those files, is built three times."""
    with project(log | pages | linked) as folder:
        if publish(folder) is None:
            for problem in load(folder).problems:
                if problem.severity is Severity.ERROR and problem.location.path in log | pages:
                    (folder / problem.location.path).unlink(missing_ok=True)
        publish(folder, warm=True)


_VALUES = st.sampled_from(
    [f"<!-- private -->{SECRET}<!-- /private -->", f"Ebb <!-- privat -->{SECRET}<!-- /private -->", "Ebb", "<b>Ebb</b>"]
)


@pytest.mark.site
@tries(2)
@given(_VALUES, _VALUES)
def test_private_passages_in_plan_and_reading_list_are_published_nowhere(title: str, why: str) -> None:
    weeks = f"[{{week: 1, title: '{why}', concepts: ['{title}']}}]"
    plan = f"title: Tides\nparts: [{{id: a, title: '{title}', weeks: {weeks}}}]\n"
    reading = f"categories: [{{id: a, title: '{title}', items: [{{title: '{why}', why: '{why}'}}]}}]\n"
    with project({"curriculum.yaml": plan, "reading.yaml": reading, "entries/2026-01-05.md": "Text.\n"}) as folder:
        publish(folder)


@tries(40)
@given(ENTRIES)
def test_any_text_is_an_entry_or_an_error(text: str) -> None:
    """It is rendered without a script that runs; a private passage or a draft is hidden."""
    assert "<script" not in render_body(text)
    read = loaded({ENTRY: text.encode("utf-8", "surrogatepass")})
    if not read.failed:
        assert SECRET not in "".join(f"{entry!r}{render_body(entry.body)}" for entry in read.journal.entries).lower()


FOLDER = ROOT / "tests/cases/hostile"


def cases(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yml").read_text(encoding="utf-8"))
    return found


HARD, PROJECTS, IMPORTS = map(cases, ("entries", "projects", "imports"))


@pytest.mark.site
def test_entries_that_were_published_wrongly_are_built_as_promised_or_are_errors() -> None:
    """All of them at once, and then those that have no error."""
    files = {f"entries/2026-{2 + n // 28:02d}-{1 + n % 28:02d}.md": text for n, text in enumerate(HARD.values())}
    files |= {"entries/leak.png": {"link": "../../outside/note.md"}, "entries/hidden.png": "heronmorse"}
    with project(files) as folder:
        assert publish(folder) is None
        for problem in load(folder).problems:
            if problem.severity is Severity.ERROR:
                (folder / problem.location.path).unlink(missing_ok=True)
        site = publish(folder, warm=True)
        assert site
        assert not [name for name, page in site.pages.items() if "47569433" in page.source]  # 7919 * 6007


@pytest.mark.site
@pytest.mark.parametrize("name", PROJECTS)
def test_a_project_that_was_published_wrongly_is_built_as_promised_or_is_a_mistake(name: str) -> None:
    with project(PROJECTS[name]) as folder:
        publish(folder)


@pytest.mark.parametrize("kind", ["log", "plan", "reading"])
@pytest.mark.parametrize("name", IMPORTS)
def test_a_document_whose_import_failed_is_imported(name: str, kind: str) -> None:
    with project({"from.md": IMPORTS[name]}, rest={"mkdocs.yml": "site_name: x\n"}) as folder:
        before = content(folder)
        result = run(folder, "import", kind, str(folder / "from.md"), "--write")
        assert result.status in (0, 1)
        assert "Traceback" not in result.err
        assert content(folder, leave_out=(".cache",)).items() >= before.items()
        check(folder)


def changed_site(project: Path, name: str) -> None:
    path, change = CHANGES[name]
    change(project / path)


STEPS = st.one_of(
    st.sampled_from(sorted(EDITS)).map(lambda name: EDITS[name]),
    st.sampled_from(sorted(CHANGES)).map(lambda name: lambda project: changed_site(project, name)),
    st.integers(1, 28).map(lambda day: lambda project: commit(project, day=f"2026-01-{day:02d}")),
)


@pytest.mark.site
@tries(2, builds=8)
@given(steps=st.lists(STEPS, min_size=2, max_size=4), day=st.integers(1, 28))
def test_a_build_after_random_edits_equals_a_clean_build(built_project: Path, steps: list[Any], day: int) -> None:
    """Of entries, plan, settings, theme, modules, date, history and site; what an earlier edit prevents is left out."""
    with tempfile.TemporaryDirectory() as folder:
        project = again(built_project, Path(folder))
        for step in steps:
            with suppress(AssertionError, OSError):
                step(project)
            assert differing(project, SOURCE_DATE_EPOCH="0", DAYTRAIL_TODAY=f"2026-02-{day:02d}") == []
