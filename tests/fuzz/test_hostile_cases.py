"""Texts, projects and documents that are hard to read: see `cases/hostile`."""

from typing import Any

import pytest
import yaml

from daytrail.problems import Severity
from daytrail.source.load import load
from tests.command import run
from tests.fuzz.promises import check, content, project, publish
from tests.website import ROOT

FOLDER = ROOT / "tests/cases/hostile"


def cases(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((FOLDER / f"{name}.yml").read_text(encoding="utf-8"))
    return found


ENTRIES, PROJECTS, IMPORTS = map(cases, ("entries", "projects", "imports"))


@pytest.mark.site
def test_entries_that_were_published_wrongly_are_built_as_promised_or_are_errors() -> None:
    """All of them at once, and then those that have no error."""
    files = {f"entries/2026-{2 + n // 28:02d}-{1 + n % 28:02d}.md": text for n, text in enumerate(ENTRIES.values())}
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
