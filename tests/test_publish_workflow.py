"""The workflow that publishes journals, with its steps run by hand."""

import sys
from pathlib import Path
from typing import Any

import pytest

from tests import workflow
from tests.conftest import Journal
from tests.website import Site

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the workflow runs on Ubuntu")

REPOSITORY = {"default_branch": "main"}
EVENTS: dict[str, dict[str, Any]] = {
    "push": {"ref_name": "main", "event": {"repository": REPOSITORY}},
    # https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows#schedule
    "schedule": {"ref_name": "main", "event": {"schedule": "23 3 * * *"}},
    "workflow_dispatch": {"ref_name": "main", "event": {"repository": REPOSITORY, "inputs": {}}},
    "workflow_dispatch on a branch": {"ref_name": "draft", "event": {"repository": REPOSITORY}},
}


@pytest.fixture
def stand_ins(tmp_path: Path) -> Path:
    """Return a folder with a `python` and a `daytrail` that only print their arguments, and EDIT_URI."""
    for name in ("python", "daytrail"):
        script = tmp_path / name
        script.write_text(f'#!/bin/sh\nprintf \'%s|\' {name} "$@" "$EDIT_URI"\necho\n', encoding="utf-8")
        script.chmod(0o755)
    return tmp_path


def output(stand_ins: Path, event: str = "push", **inputs: Any) -> list[str]:
    """Return the lines that the workflow's build prints with stand-ins."""
    return workflow.run_build(stand_ins, str(stand_ins), event=EVENTS[event], **inputs).stdout.splitlines()


@pytest.mark.parametrize("event", EVENTS)
def test_edit_links_name_the_default_branch_on_each_event(stand_ins: Path, event: str) -> None:
    assert output(stand_ins, event)[-1] == "daytrail|build|--strict|edit/main/docs/|"


@pytest.mark.site
def test_a_push_and_a_schedule_build_the_same_pages(journal: Journal, command_folder: Path) -> None:
    """No page is built anew, and URLs are below that of the site."""
    project = journal({"entries/2026-02-15.md": "Low water.\n"})

    def publish(event: str) -> dict[Path, int]:
        done = workflow.run_build(project, str(command_folder), event=EVENTS[event], install="true")
        assert done.returncode == 0, done.stdout
        return {path: path.stat().st_mtime_ns for path in (project / "site/log").rglob("*.html")}

    pages = publish("push")
    page = Site(project / "site").page("log/2026/02/15/")
    links = [link.get("href") for link in page.find("a") if link.get("rel") == "edit"]
    assert links == ["https://git.example/ada/log/edit/main/entries/2026-02-15.md"]
    assert '<link rel="canonical" href="https://ada.example/repo/log/2026/02/15/">' in page.source
    assert publish("schedule") == pages


def test_a_build_that_is_not_strict_says_so_to_daytrail(stand_ins: Path) -> None:
    assert output(stand_ins, strict=False)[-1] == "daytrail|build|edit/main/docs/|"


def test_requirements_are_installed_by_default(stand_ins: Path) -> None:
    """Pip wants a hash of each package if the file has one."""
    install = "python|-m|pip|install|--disable-pip-version-check|--requirement|requirements.txt||"
    assert output(stand_ins)[:-1] == [install]


def test_another_engine_is_one_argument_of_pip(stand_ins: Path) -> None:
    engine = "properdocs; touch hacked"
    assert f"|{engine}||" in output(stand_ins, engine=engine)[1]
    assert not (stand_ins / "hacked").exists()


def test_an_install_that_fails_ends_the_build(stand_ins: Path) -> None:
    """Nothing is built with a Daytrail that is there by chance."""
    assert output(stand_ins, install="false; true") == []


def test_this_repository_publishes_with_the_workflow_of_journals() -> None:
    """pages.yml calls publish.yml, with inputs that it has and permissions for each of its jobs, on a schedule too."""
    pages, publish_jobs = workflow.load(workflow.WORKFLOWS / "pages.yml"), workflow.WORKFLOWS / "publish.yml"
    assert pages["on"].keys() == {"push", "schedule", "workflow_dispatch"}
    (job,) = pages["jobs"].values()
    assert job["uses"] == "./.github/workflows/publish.yml"
    assert workflow.inputs(publish_jobs, **job["with"])["install"] == job["with"]["install"]
    needed = [called["permissions"] for called in workflow.load(publish_jobs)["jobs"].values()]
    missing = [
        scope
        for scopes in needed
        for scope in scopes.items()
        if job["permissions"].get(scope[0]) not in (scope[1], "write")
    ]
    assert missing == []
