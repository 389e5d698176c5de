"""Workflows give permissions and tokens to those steps that need them, and to no code that they build or install."""

from pathlib import Path

from tests.for_each import for_each
from tests.workflow import WORKFLOWS, load, steps

FILES = sorted(WORKFLOWS.glob("*.yml"))
SIGNING = {"attestations", "id-token"}


def test_no_job_that_may_sign_runs_a_command() -> None:
    """What signs or publishes a release checks nothing out and runs no command, so none of our code either."""
    jobs = load(WORKFLOWS / "release.yml")["jobs"]
    signing = [job for job in jobs.values() if SIGNING & job["permissions"].keys()]
    assert signing
    used = [step.get("run", step.get("uses", "").partition("@")[0]) for job in signing for step in job["steps"]]
    assert used == ["actions/download-artifact", "actions/attest", "pypa/gh-action-pypi-publish"]


def test_a_release_is_built_where_no_test_ran() -> None:
    jobs = load(WORKFLOWS / "release.yml")["jobs"]
    runs = {name: [step["run"] for step in job["steps"] if "run" in step] for name, job in jobs.items()}
    assert runs["test"] == ["make test"]
    assert runs["build"][-1] == "make wheel"
    assert not any("make test" in run for run in runs["build"])


@for_each(FILES, lambda path: path.name)
def test_a_token_is_given_to_no_installed_program(path: Path) -> None:
    """No job has a token in its environment; a step with one starts git, gh and tools of the shell only."""
    document = load(path)
    assert not any("GH_TOKEN" in part.get("env", {}) for part in (document, *document["jobs"].values()))
    for step in steps(path):
        if "GH_TOKEN" in step.get("env", {}):
            command = step["run"].replace("env --unset=GH_TOKEN daytrail", "")
            assert not any(word in command.split() for word in ("daytrail", "make", "python", "pip", "npm")), command


def test_the_issue_of_links_is_found_by_the_app_that_opens_it() -> None:
    """`--author` takes names of users, and Actions is none: each week another issue would be opened."""
    (keeps,) = (step["run"] for step in steps(WORKFLOWS / "links.yml") if "gh issue" in step.get("run", ""))
    assert "--app github-actions" in keeps
    assert "--author" not in keeps
