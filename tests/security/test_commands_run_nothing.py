"""Only `build` and `serve` run code of a project; no other command does."""

import os
import subprocess
import sys
from pathlib import Path

from tests.command import ENTRY, PLAN, spawn, write

CONFIG = """\
site_name: x
theme: {name: material, custom_dir: theme}
hooks: [hook.py]
plugins: [daytrail, macros: {module_name: macros}]
markdown_extensions:
  - extension
  - toc: {slugify: !!python/object/apply:os.system ["echo > ran"]}
  - pymdownx.superfences: {custom_fences: [{name: a, class: a, format: !!python/name:extension.fence}]}
"""
CODE = "open('ran', 'w').close()\n"
FILES = {
    "mkdocs.yml": CONFIG,
    "curriculum.yaml": PLAN,
    "entries/2026/2026-01-12.md": ENTRY,
    "docs/index.md": "---\nrender_macros: true\n---\n\n# Home\n\n{{ own() }}\n\n```a\nx\n```\n",
    "theme/main.html": "{{ config.__class__ }}\n",
    **{f"{name}.py": CODE for name in ("macros", "hook", "extension", "conftest", "sitecustomize")},
    "requirements.txt": "daytrail==0.0.1\n",
    "theirs.yaml": PLAN,
    "old.md": "## 2026-01-05\n\nText.\n",
}


COMMANDS = [
    "check",
    "check --plan",
    "status --plan",
    "new",
    "done w02/gauge",
    "reading",
    "reading --links",
    "review",
    "share",
    "plan fit",
    "plan pull theirs.yaml --write",
    "upgrade",
    "upgrade --write",
    "import log old.md",
]
RUN_ALL = """
from pathlib import Path
from click.testing import CliRunner
from daytrail.cli import daytrail
for command in {commands}:
    result = CliRunner().invoke(daytrail, command.split())
    assert isinstance(result.exception, SystemExit | None), command
    assert not Path("ran").exists(), command
"""


def test_no_other_command_runs_code_of_a_project(tmp_path: Path) -> None:
    """Even where the project's folder is on Python's path, as with `python -m daytrail`."""
    write(tmp_path, FILES)
    spawn(tmp_path, "check")
    assert not (tmp_path / "ran").exists()
    command = [sys.executable, "-c", RUN_ALL.format(commands=COMMANDS)]
    environment = os.environ | {"DAYTRAIL_TODAY": "2026-01-14"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr


def test_a_build_runs_it(tmp_path: Path) -> None:
    """So the code of the test above would leave its trace."""
    write(tmp_path, FILES | {"mkdocs.yml": "site_name: x\nhooks: [hook.py]\nplugins: [daytrail]\n"})
    spawn(tmp_path, "build")
    assert (tmp_path / "ran").exists()
