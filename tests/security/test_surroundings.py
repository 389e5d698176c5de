"""A full disk, output that nobody reads, a port in use or a missing git never ends a command in a traceback."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command import project, run, spawn, write
from tests.engine import THEME
from tests.processes import PATIENCE
from tests.website import make, settings

if sys.platform == "win32":
    pytest.skip("these are things of POSIX", allow_module_level=True)

import resource

DAYTRAIL = (sys.executable, "-m", "daytrail")
OPTIONS: dict[str, Any] = {"encoding": "utf-8", "stderr": subprocess.PIPE, "timeout": PATIENCE}


def full_disk() -> None:
    """Let this process write no file of more than 3 kB."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, 3_000))


def content(root: Path) -> dict[str, bytes]:
    """Return the content of each file but for those of the cache."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".cache" not in path.parts
    }


@pytest.mark.site
def test_a_full_disk_ends_a_build_and_leaves_the_last_site(tmp_path: Path) -> None:
    root = make(tmp_path / "project", {"entries/2026-01-12.md": "---\ntitle: x\n---\n\nText.\n"})
    assert spawn(root, "build").status == 0
    (root / "entries/2026-01-12.md").write_text("---\ntitle: y\n---\n\nText.\n", encoding="utf-8")
    before = content(root)
    built = spawn(root, "build", prepare=full_disk)
    assert (built.status, built.err.count("error: ")) == (1, 1)
    assert "Traceback" not in built.err
    assert content(root) == before
    assert spawn(root, "build").status == 0
    assert content(root) != before


@pytest.mark.parametrize(
    "command",
    [
        f"new --title {'x' * 4000}",
        "done gauge",
        "import log log.md --write",
        "status --json",
    ],
)
def test_a_full_disk_leaves_files_as_they_are(tmp_path: Path, command: str) -> None:
    """A command says which file it could not write, or does what it can without writing."""
    long = "word " * 2_000
    log = "".join(f"# 2026-02-0{day}\n\n{long}\n\n" for day in range(1, 4))
    entry = f"---\ndate: 2026-01-12\n---\n\n{long}\n"
    recipe = 'days: ["# {yyyy}-{m}-{d}"]\n'
    files = {"log.md": log, "entries/2026/2026-01-12.md": entry, "imports/log.yaml": recipe}
    root = write(project(tmp_path), files)
    before = content(root)
    result = spawn(root, *command.split(), prepare=full_disk, DAYTRAIL_TODAY="2026-01-12")
    assert "Traceback" not in result.err
    assert "fault" not in result.err
    assert content(root) == before


def test_output_that_nobody_reads_is_no_error(tmp_path: Path) -> None:
    root = write(project(tmp_path), {"entries/2026/2026-01-13.md": "---\ntitel: x\n---\n"})
    arguments = [*DAYTRAIL, "check"]
    status = run(root, "check").status
    reading, writing = os.pipe()
    os.close(reading)
    head = subprocess.run(arguments, cwd=root, stdout=writing, check=False, **OPTIONS)
    os.close(writing)
    assert (head.returncode, "Traceback" in head.stderr, "Broken" in head.stderr) == (status, False, False)
    closed = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *arguments], cwd=root, check=False, **OPTIONS)
    assert (closed.returncode, "Traceback" in closed.stderr) == (status, False)
    all_closed = subprocess.run(["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *arguments], cwd=root, check=False, **OPTIONS)
    assert all_closed.returncode == status


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_output_that_is_lost_is_an_error(tmp_path: Path) -> None:
    root = project(tmp_path)
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        result = subprocess.run([*DAYTRAIL, "check", "--json"], cwd=root, stdout=full, check=False, **OPTIONS)
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1] == "error: No space left on device"


@pytest.mark.site
@pytest.mark.parametrize("options", ["--dev-addr 127.0.0.1:99999", "-- -a localhost"])
def test_serve_refuses_an_address(tmp_path: Path, options: str) -> None:
    result = spawn(make(tmp_path / "project", {}), "serve", *options.split())
    assert (result.status, "ERROR" in result.err, "Traceback" in result.err) == (1, True, False)


@pytest.mark.site
def test_a_project_without_git_is_built(tmp_path: Path) -> None:
    """There is no program of that name, and nobody is asked for it."""
    root = make(tmp_path / "project", {"entries/2026-01-12.md": "---\ntitle: x\n---\n\nText.\n"})
    (tmp_path / "bin").mkdir()
    for command in ("build", "new --date 2026-01-13"):
        result = spawn(root, *command.split(), PATH=str(tmp_path / "bin"))
        assert result.status == 0, result.err
    assert (root / "site/log/2026/01/12/index.html").is_file()


CODE = {
    "a hook": ("hook.py", "def on_files(files, config):\n    x.y\n", "hook.py:2:1: error: NameError: name 'x'"),
    "a template": (
        "overrides/main.html",
        "{% extends 'base.html' %}\n{% block content %}\n{{ 1 / 0 }}\n{% endblock %}\n",
        "overrides/main.html:3:1: error: ZeroDivisionError: ",
    ),
}


@pytest.mark.site
@pytest.mark.parametrize(("name", "code", "message"), CODE.values(), ids=CODE)
def test_code_of_the_project_that_fails_is_located(tmp_path: Path, name: str, code: str, message: str) -> None:
    text = settings().replace(f"  name: {THEME}\n", f"  name: {THEME}\n  custom_dir: overrides\n")
    files = {"hook.py": "", "overrides/main.html": "{% extends 'base.html' %}\n"} | {name: code}
    root = make(tmp_path / "project", {"mkdocs.yml": f"{text}\nhooks: [hook.py]\n"} | files)
    built = spawn(root, "build")
    assert built.status == 1
    assert message in built.err
    assert "Traceback" not in built.err
