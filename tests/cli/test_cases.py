"""What commands do to the files of a project, and what they say of it: see `cases/commands`.

A step is a command in `run`. Before it, `write` writes files, `replace` exchanges a text in a file for another, and
`answer` takes the first value for each question of a recipe; `input` is standard input, and `prepare` are commands
whose results are not compared. With `UPDATE_CASES=1` in the environment the cases are written anew; read the diff.
"""

import os
import re
import shlex
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path
from typing import Any

import pytest
import yaml

from daytrail.problems import Severity
from daytrail.source.load import load
from tests.command import ROOT, run, texts, write

FOLDER = ROOT / "tests/cases/commands"
FILES: Mapping[Path, dict[str, Any]] = {
    path: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.yml"))
}
CASES = {
    f"{path.stem}: {name}": (content, case)
    for path, content in FILES.items()
    for name, case in content["cases"].items()
}
"""The content of the file of each case, which may give all of its cases `files` and a `today`; and the case."""
RESULTS = ("status", "out", "err", "changed")
"""What follows from a command; with `only: [changed]`, a case has only that of the last three."""


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as they are."""

    def ignore_aliases(self, data: object) -> bool:
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, indentless=False)


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    return dumper.represent_scalar(
        "tag:yaml.org,2002:str", text, style="|" if re.fullmatch(r"\S.*\n(?<!\n\n)", text, re.DOTALL) else None
    )


_Dumper.add_representer(str, _text)


def take_step(step: Mapping[str, Any], today: str) -> dict[str, Any]:
    """Do what a step says in the current folder, and return the step with all that follows from it."""
    for path, (old, new) in step.get("replace", {}).items():
        text = texts(Path())[path]
        assert old in text
        write(Path(), {path: text.replace(old, new)})
    write(Path(), step.get("write", {}))
    for recipe in Path("imports").glob("*.yaml") if "answer" in step else ():
        recipe.write_text(recipe.read_text(encoding="utf-8").replace('"? ', '"'), encoding="utf-8")
    before = texts(Path())
    environment = {"DAYTRAIL_TODAY": step.get("today", today), "TZ": "UTC", "SITE_URL": None, "COLUMNS": ""}
    result = run(Path(), *shlex.split(step["run"]), text=step.get("input", ""), **environment)
    after = texts(Path())
    changed = {
        path: difference(before.get(path), after.get(path))
        for path in sorted({*before, *after})
        if before.get(path) != after.get(path)
    }
    # YAML writes a text in quotes that has a tab, or a space at the end of a line.
    out, err = (re.sub(r" +$", "", said.replace("\t", "␉"), flags=re.MULTILINE) for said in (result.out, result.err))
    found = {"status": result.status, "out": out, "err": err, "changed": changed}
    given = {key: value for key, value in step.items() if key not in RESULTS}
    return {**given, **{key: value for key, value in found.items() if value}}


def errors() -> set[str]:
    """Return the errors of the project in the current folder."""
    return {str(problem) for problem in load(Path()).problems if problem.severity is Severity.ERROR}


def difference(before: str | None, after: str | None) -> str | None:
    """Return a new file as it is, None for one that was removed, and else the lines that differ."""
    if before is None or after is None:
        return after
    lines = unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), n=0)
    return "".join(list(lines)[2:])


@pytest.mark.parametrize("name", CASES)
def test_a_command_changes_the_files_of_its_case_and_no_others(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If each command succeeds, the project has no new errors in the end."""
    content, case = CASES[name]
    assert case.keys() <= {"why", "today", "files", "prepare", "only", "steps"}
    files = {"mkdocs.yml": "site_name: x\n", **content.get("files", {}), **case.get("files", {})}
    monkeypatch.chdir(write(tmp_path, {path: text for path, text in files.items() if text is not None}))
    today = case.get("today", content.get("today", "2026-06-01"))
    for command in case.get("prepare", ()):
        assert not take_step({"run": command}, today).get("status")
    if os.sep != "/":  # the cases have paths as elsewhere
        relpath = os.path.relpath
        monkeypatch.setattr(os.path, "relpath", lambda *paths: relpath(*paths).replace(os.sep, "/"))
    before = errors()
    shown = {"status", *case.get("only", ["out", "err", "changed"])}
    steps = [
        {key: value for key, value in take_step(step, today).items() if key in shown or key not in RESULTS}
        for step in case["steps"]
    ]
    if os.environ.get("UPDATE_CASES"):
        case["steps"] = steps
    assert steps == case["steps"]
    if not any("status" in step for step in steps):
        assert errors() <= before


@pytest.fixture(scope="module", autouse=True)
def _updated() -> Iterator[None]:
    """Write the cases that have other results."""
    yield
    for path, content in FILES.items() if os.environ.get("UPDATE_CASES") else ():
        head = re.match(r"(?:#.*\n)+\n", path.read_text(encoding="utf-8"))
        written = yaml.dump(content, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=1000)
        apart = re.sub(r"^  (?=\w+:\n    )", "\n  ", written.partition("\ncases:\n")[2], flags=re.MULTILINE)
        path.write_text(
            (head[0] if head else "") + written.partition("\ncases:\n")[0] + "\n\ncases:\n" + apart, encoding="utf-8"
        )
