"""The command as a whole: help, usage, completion, and what it loads."""

import os
import subprocess
import sys
from pathlib import Path

import click

from daytrail.cli import daytrail as group
from tests.command import ROOT, project, run
from tests.for_each import for_each


@for_each(group.list_commands(click.Context(group)))
def test_each_command_explains_itself_with_examples(name: str, tmp_path: Path) -> None:
    result = run(tmp_path, name, "--help")
    assert result.status == 0
    assert f"daytrail {name}" in result.out.split("\n  Examples:\n    ")[1]


def test_help_lists_all_commands_on_one_screen(tmp_path: Path) -> None:
    """The daily ones first, each with its sentence on one line."""
    lines = run(tmp_path, "--help").out.splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
    assert {line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "} >= {*group.commands}


def test_a_mistyped_command_is_wrong_usage_with_a_suggestion(tmp_path: Path) -> None:
    result = run(tmp_path, "chekc")
    assert (result.status, result.out) == (2, "")
    assert "Did you mean" in result.err
    assert "check" in result.err


@for_each(["new", "check", "status", "build", "serve"])
def test_outside_a_project_each_command_says_so(name: str, tmp_path: Path) -> None:
    result = run(tmp_path, name)
    assert (result.status, result.out) == (2, "")
    assert f"no mkdocs.yml in {tmp_path.resolve()} or above" in result.err


def test_a_project_is_found_from_a_folder_in_it(tmp_path: Path) -> None:
    assert run(project(tmp_path) / "entries/2026", "check").status == 0


def test_a_malformed_today_is_wrong_usage(tmp_path: Path) -> None:
    project(tmp_path)
    for name, today in (("new", "soon"), ("check", "2026-02-30"), ("status", "20260216"), ("build", "2026-W08-1")):
        result = run(tmp_path, name, DAYTRAIL_TODAY=today)
        assert (result.status, result.out) == (2, "")
        assert f"DAYTRAIL_TODAY is '{today}', which is no date; write it as in 2026-02-15" in result.err


def loaded_modules(folder: Path, *arguments: str) -> set[str]:
    """Return the modules that a process has imported after it ran the command."""
    code = (
        "import sys; from daytrail.cli import main\n"
        f"sys.argv = ['daytrail', *{arguments!r}]\n"
        "try: main()\n"
        "finally: print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, encoding="utf-8", check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_a_command_loads_no_other_command_and_not_what_builds_the_site(tmp_path: Path) -> None:
    build = {"mkdocs", "rich", "jinja2", "markdown", "material"}
    assert not loaded_modules(tmp_path, "--help") & build
    loaded = loaded_modules(project(tmp_path), "new")
    assert not loaded & {*build, "daytrail.importers"}
    commands = {name for name in loaded if name.startswith("daytrail.cli.") and name.count(".") == 2}
    assert commands == {"daytrail.cli.new", "daytrail.cli.common"}


def test_each_module_has_a_command() -> None:
    """A new module in `cli/` is listed in a section of the help."""
    modules = {path.stem.rstrip("_") for path in (ROOT / "src/daytrail/cli").glob("[!_]*.py")}
    context = click.Context(group)
    commands = {name: group.get_command(context, name) for name in group.list_commands(context)}
    assert {name: command.name for name, command in commands.items() if command} == {name: name for name in commands}
    assert modules <= {*commands}


@for_each(["", "1"], lambda wanted: f"DAYTRAIL_TRACEBACK={wanted}")
def test_a_fault_shows_its_traceback_only_if_asked(wanted: str) -> None:
    code = "from daytrail import cli\ncli.daytrail = lambda prog_name: 1 / 0\ncli.main()"
    environment = os.environ | {"DAYTRAIL_TRACEBACK": wanted}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert (done.returncode, "Traceback" in done.stderr) == (1, bool(wanted))
    assert "ZeroDivisionError: division by zero" in done.stderr
