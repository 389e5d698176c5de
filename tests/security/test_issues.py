"""Only who may write to a repository writes entries by issues, and nothing that an issue says is run.

The steps of the workflow are run by hand on a repository, with a stand-in for GitHub.
"""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import workflow
from tests.command import project, spawn, write
from tests.processes import PATIENCE, SHEBANG

pytestmark = [
    pytest.mark.site,
    pytest.mark.skipif(sys.platform == "win32", reason="the workflow runs on Ubuntu"),
]

WORKFLOW = workflow.WORKFLOWS / "day.yml"
TEXT = "### What I did\n\nLow.\n\n### Date\n\n2026-01-13\n"
GH = """{shebang}
import json, pathlib, sys
folder, arguments = pathlib.Path({folder!r}), sys.argv[1:]
issue = json.loads((folder / "issue.json").read_text(encoding="utf-8"))
permission = (folder / "permission").read_text(encoding="utf-8")
answers = {{
    "api repos/ada/log/collaborators/ada/permission --jq .permission": permission,
    "api repos/ada/log/issues/3": json.dumps(issue),
    "api repos/ada/log/issues/3 --jq .state": issue["state"],
    "api repos/ada/log/pages --jq .html_url": "https://ada.example/log/",
    "auth setup-git": "",
}}
if arguments[:2] == ["api", "repos/ada/log/pages"] and not issue["pages"]:
    print('{{"message": "Not Found"}}')
    sys.exit(1)
elif " ".join(arguments) in answers:
    print(answers[" ".join(arguments)])
else:
    if "--body-file" in arguments:
        arguments[-2:] = [pathlib.Path(arguments[-1]).read_text(encoding="utf-8")]
    with (folder / "calls").open("a", encoding="utf-8") as calls:
        calls.write(json.dumps(arguments) + "\\n")
"""


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=ada", "-c", "user.email=a@b.c", *arguments]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, encoding="utf-8").stdout


@dataclass
class Repository:
    """A journal on a stand-in for GitHub, with a clone in which the workflow runs."""

    folder: Path
    commands: Path
    """Folder of the command."""
    output: str = ""
    """Output of all steps."""
    status: int = 0

    def __post_init__(self) -> None:
        project(self.folder / "first")
        git(self.folder / "first", "init", "--quiet", "--initial-branch=main")
        git(self.folder / "first", "add", "--all")
        git(self.folder / "first", "commit", "--quiet", "--message=Begin")
        git(self.folder, "clone", "--quiet", "--bare", "first", "origin")
        for name in ("clone", "other"):
            git(self.folder, "clone", "--quiet", "origin", name)
        (self.folder / "temp").mkdir()
        write(self.folder, {"bin/gh": GH.format(shebang=SHEBANG, folder=str(self.folder))})
        (self.folder / "bin/gh").chmod(0o755)

    def run(
        self, body: str = TEXT, title: str = "Neap tide", permission: str = "write", **keys: Any
    ) -> list[list[str]]:
        """Run the steps for an issue. Return what GitHub was asked to do."""
        user = {"login": "ada", "id": 7}
        issue = {"number": 3, "title": title, "body": body, "state": "open", "author_association": "OWNER", **keys}
        issue = {"pages": True, **issue, "user": user, "created_at": "2026-01-13T10:00:00Z"}
        write(self.folder, {"issue.json": json.dumps(issue), "permission": permission, "calls": ""})
        event = {"issue": issue, "repository": {"default_branch": "main"}}
        github = {**workflow.DEFAULTS["github"], "event": event, "run_id": 9, "token": "secret"}
        contexts: dict[str, Any] = {"github": github, "inputs": workflow.inputs(WORKFLOW, install="true"), "steps": {}}
        job = workflow.load(WORKFLOW)["jobs"]["write"]
        self.output, self.status = "", 0
        for step in job["steps"]:
            if "run" in step and self._is_due(step.get("if", ""), contexts):
                self._run_step(step, job["env"] | step.get("env", {}), contexts)
        return [json.loads(line) for line in (self.folder / "calls").read_text(encoding="utf-8").splitlines()]

    def _is_due(self, condition: str, contexts: dict[str, Any]) -> bool:
        if condition == "failure()":
            return self.status != 0
        if not condition:
            return self.status == 0
        match = re.fullmatch(r"steps\.(\w+)\.outputs\.(\w+) == '(\w+)'", condition)
        assert match, condition
        outputs: dict[str, str] = contexts["steps"].get(match[1], {})
        return self.status == 0 and outputs.get(match[2]) == match[3]

    def _run_step(self, step: dict[str, Any], variables: dict[str, str], contexts: dict[str, Any]) -> None:
        assert "${{" not in step["run"]
        write(self.folder, {"output": ""})
        path = os.pathsep.join(map(str, (self.folder / "bin", self.commands, workflow.BIN, os.environ["PATH"])))
        runner = {"PATH": path, "GITHUB_OUTPUT": str(self.folder / "output"), "RUNNER_TEMP": str(self.folder / "temp")}
        done = subprocess.run(
            ["bash", "-e", "-c", step["run"]],
            cwd=self.folder / "clone",
            env=os.environ | runner | {name: workflow.value(text, contexts) for name, text in variables.items()},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        self.output += done.stdout
        self.status = done.returncode or self.status
        lines = (self.folder / "output").read_text(encoding="utf-8").splitlines()
        contexts["steps"][step.get("id")] = dict(line.split("=", 1) for line in lines)

    @property
    def entries(self) -> dict[str, str]:
        """Texts of the entries that are on GitHub, by their names, without the one of the project."""
        names = git(self.folder / "origin", "ls-tree", "-r", "--name-only", "main", "entries").split()
        new = [name for name in names if "2026-01-12" not in name]
        return {Path(name).stem: git(self.folder / "origin", "show", f"main:{name}") for name in new}


@pytest.fixture
def repository(tmp_path: Path, command_folder: Path) -> Repository:
    return Repository(tmp_path, command_folder)


ENTRY = "---\ndate: 2026-01-13\nseries: tides\nday: 9\ntitle: Neap tide\n---\n\nLow.\n"


def test_an_issue_is_committed_answered_closed_and_published(repository: Repository) -> None:
    """The commit is that of the writer. A second run, as after a lost connection, commits nothing and answers again."""
    calls = repository.run()
    assert repository.entries == {"2026-01-13": ENTRY}
    answer = "Written. The site shows it in a few minutes: <https://ada.example/log/log/2026/01/13/>\n"
    assert calls == [
        ["issue", "comment", "3", answer],
        ["issue", "close", "3", "--reason", "completed"],
        ["workflow", "run", "pages.yml", "--ref", "main"],
    ]
    log = git(repository.folder / "origin", "log", "--format=%an %ae %s")
    assert log.splitlines()[0] == "ada 7+ada@users.noreply.github.com Add an entry, from issue #3"
    assert repository.run() == calls
    assert len(git(repository.folder / "origin", "log", "--format=%h").split()) == 2


def test_two_issues_of_one_day_do_not_overwrite_each_other(repository: Repository) -> None:
    """Somebody pushes an entry of the same day while the workflow runs: it starts again on top of that."""
    other = write(repository.folder / "other", {"entries/2026/2026-01-13.md": "---\nday: 9\n---\n\nHigh.\n"})
    git(other, "add", "--all")
    git(other, "commit", "--quiet", "--message=High")
    hook = repository.folder / "clone/.git/hooks/pre-push"
    write(hook.parent, {"pre-push": f"#!/bin/sh\nunset GIT_DIR\ncd {other} && git push --quiet origin main\n"})
    hook.chmod(0o755)
    assert len(repository.run()) == 3
    assert {name: text.rpartition("---")[2].strip() for name, text in repository.entries.items()} == {
        "2026-01-13": "High.",
        "2026-01-13-2": "Low.",
    }


def test_mistakes_are_answered_and_nothing_is_committed(repository: Repository) -> None:
    """The issue stays open, and what it says is not in the log of the runner."""
    calls = repository.run(f"{TEXT}\n### Logged hours\n\n::add-mask::lots\n")
    assert (repository.entries, repository.status, "::" in repository.output) == ({}, 0, False)
    ((noun, verb, number, answer),) = calls
    assert (noun, verb, number) == ("issue", "comment", "3")
    assert "entries/2026/2026-01-13.md:6:8: error: `::add-mask::lots` is not a number of hours" in answer
    assert len(repository.run()) == 3


def test_no_word_of_an_issue_reaches_a_shell(repository: Repository) -> None:
    """Title and text are in the entry as they were written; no command ran, and the log has none of them."""
    words = "`touch hacked`$(touch hacked)\"; touch hacked; ' $PATH ${{ github.token }}\n::set-env name=x::y"
    repository.run(TEXT.replace("Low.", f"Low.\n\n{words}"), title=words)
    (text,) = repository.entries.values()
    assert text.endswith(f"\n\nLow.\n\n{words}\n")
    assert list(repository.folder.rglob("hacked*")) == []
    assert ("touch" in repository.output, "::" in repository.output) == (False, False)


BODY = "### What I did\n\nLow.\n"


@pytest.mark.parametrize(
    ("event", "status"),
    [
        ({"body": BODY + "<img " * 100_000}, 1),
        ({"body": BODY, "created_at": "9999-12-31T23:59:59-12:00"}, 0),
        ({"body": BODY, "created_at": "0001-01-01T00:00:00+12:00"}, 0),
        (None, 1),
    ],
    ids=["tags without end", "the last day", "the first day", "nested lists"],
)
def test_no_issue_takes_minutes_or_ends_in_a_fault(tmp_path: Path, event: dict[str, str] | None, status: int) -> None:
    text = json.dumps({**event, "author_association": "OWNER"}) if event else "[" * 100_000
    root = write(project(tmp_path), {"issue.json": text})
    done = spawn(root, "new", "--from-issue", "issue.json")
    assert (done.status, "has a fault" in done.err) == (status, False)


def test_other_issues_are_left_alone(repository: Repository) -> None:
    """Nothing is answered to one who may not write, to an issue that an earlier run has closed, and to no form."""
    for keys in ({"permission": "read"}, {"state": "closed"}, {"body": "The site is broken."}):
        assert (repository.run(**keys), repository.status, repository.entries) == ([], 0, {})


def test_the_workflow_says_when_it_fails(repository: Repository) -> None:
    """A push that is refused, as by a protected branch, is no success."""
    hook = repository.folder / "origin/hooks/pre-receive"
    write(hook.parent, {"pre-receive": "#!/bin/sh\nexit 1\n"})
    hook.chmod(0o755)
    calls = repository.run()
    assert (repository.status, repository.entries) == (1, {})
    run = "https://git.example/ada/log/actions/runs/9"
    assert calls == [["issue", "comment", "3", "--body", f"The workflow that writes entries has failed, see {run}"]]


def test_only_issues_of_the_owner_and_collaborators_start_a_run() -> None:
    """No job starts for others. Nothing of an issue but numbers and the author's name is in an expression."""
    text = WORKFLOW.read_text(encoding="utf-8")
    (job,) = workflow.load(WORKFLOW)["jobs"].values()
    allowed = """contains(fromJSON('["OWNER", "MEMBER", "COLLABORATOR"]'), github.event.issue.author_association)"""
    assert job["if"] == allowed
    used = set(re.findall(r"github\.event\.[\w.]+", text))
    assert used == {
        "github.event.issue.author_association",
        "github.event.issue.number",
        "github.event.issue.user.id",
        "github.event.issue.user.login",
        "github.event.repository.default_branch",
    }
