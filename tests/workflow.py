"""Steps of a workflow, run by hand: commands in a shell, expressions of GitHub from a dictionary."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from tests.processes import PATIENCE
from tests.website import ROOT, environment

WORKFLOWS = ROOT / ".github/workflows"
DEFAULTS: Mapping[str, Any] = {
    "steps": {"pages": {"outputs": {"base_url": "https://ada.example/repo"}}},
    "github": {"server_url": "https://git.example", "repository": "ada/log", "ref_name": "main", "event": {}},
}
"""Values that expressions may name in a run with only what every event has."""


def load(workflow: Path) -> dict[str, Any]:
    """Return a workflow; the key `on`, which YAML 1.1 takes for a truth value, is a text."""
    loaded = yaml.safe_load(workflow.read_text(encoding="utf-8"))
    return {"on" if key is True else key: value for key, value in loaded.items()}


def steps(workflow: Path) -> Iterator[dict[str, Any]]:
    """Yield all steps of a workflow; a job that calls another workflow has none."""
    for job in load(workflow)["jobs"].values():
        yield from job.get("steps", ())


def value(text: str, contexts: Mapping[str, Any]) -> str:
    """Return a text with the values of its expressions: names, texts, `!=`, and `||` for a name without a value."""
    return re.sub(r"\$\{\{(.*?)\}\}", lambda match: _as_text(_evaluate(match[1], contexts)), text)


def _evaluate(expression: str, contexts: Mapping[str, Any]) -> Any:
    found: Any = None
    for name in expression.split("||"):
        if " != " in name:
            left, right = (_evaluate(side, contexts) for side in name.split(" != "))
            return left != right
        if quoted := re.fullmatch(r"\s*'(.*)'\s*", name):
            return quoted[1]
        found = contexts
        for key in name.strip().split("."):
            found = found.get(key) if isinstance(found, dict) else None
        if found:
            break
    return found


def _as_text(found: Any) -> str:
    return "" if found is None else str(found).lower() if isinstance(found, bool) else str(found)


def inputs(workflow: Path, **given: Any) -> dict[str, Any]:
    """Return the inputs of a reusable workflow: those that its caller gives, and defaults."""
    declared = load(workflow)["on"]["workflow_call"]["inputs"]
    assert given.keys() <= declared.keys()
    return {name: given.get(name, declared[name]["default"]) for name in declared}


def run_build(project: Path, path: str, *, event: Mapping[str, Any], **given: Any) -> subprocess.CompletedProcess[str]:
    """Run the commands of publish.yml's job `build` in a project, for an event; `path` comes before PATH.

    The steps between them check out, choose a Python, and restore and save a cache that is in the project anyway.
    """
    workflow = WORKFLOWS / "publish.yml"
    github = {**DEFAULTS["github"], **event}
    contexts = {**DEFAULTS, "github": github, "inputs": inputs(workflow, **given)}
    output = []
    for step in load(workflow)["jobs"]["build"]["steps"]:
        if "run" not in step or _as_text(_evaluate(step.get("if", "'true'"), contexts)) == "false":
            continue
        variables = {name: value(text, contexts) for name, text in step.get("env", {}).items()}
        done = subprocess.run(
            ["bash", "-e", "-c", value(step["run"], contexts)],
            cwd=project,
            env=environment() | variables | {"PATH": f"{path}{os.pathsep}{os.environ['PATH']}"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        output.append(done.stdout)
        if done.returncode:
            return subprocess.CompletedProcess(done.args, done.returncode, "".join(output))
    return subprocess.CompletedProcess([], 0, "".join(output))


BIN = str(Path(sys.executable).parent)
"""Folder of the commands that are installed where the tests run."""
