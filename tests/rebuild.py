"""A small project, and builds of it in this process: with a cache in its folder, or clean in a copy."""

import importlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias
from unittest import mock

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from daytrail.project.user_folder import record_path
from tests import command
from tests.website import Site, environment, make

Edit: TypeAlias = Callable[[Path], object]

PLAN = f"{command.PLAN}milestones: [{{id: spring, weeks: [2], text: Say when the next spring tide is.}}]\n"
JOURNAL: Mapping[str, str | bytes] = {
    "curriculum.yaml": PLAN,
    "reading.yaml": "categories: [{id: sea, title: The sea, items: [{title: Waves, url: https://example.org/waves}]}]\n",
    "entries/2026-01-05.md": "---\ntitle: Ebb\ntags: [moon, sea]\nhours: 1\ndone: [w01/moon]\n---\n\n"
    "# First\n\nSee [the moon](https://example.org/moon) [the flood](2026-01-07.md) and [a tide](undated.md).\n",
    "entries/2026-01-06.md": "---\ntags: [moon]\nday: 2\n---\n\nA table of [waves](https://example.org/waves)."
    "\n\n- [x] look\n- [ ] here\n",
    "entries/2026-01-07.md": "---\ntitle: Flood\nday: 3\n---\n\n![A chart](chart.svg)\n\n```python\nprint(1)\n```\n",
    "entries/2026-01-09-evening.md": "---\nseries: exam\ntags: [sea]\n---\n\n## What\n\nText <!-- private -->hidden"
    "<!-- /private --> and [what](#what).\n",
    "entries/undated.md": "---\ndate: 2026-01-10\nmilestone: spring\n---\n\nOn the 19th.\n",
    "entries/chart.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
    "docs/about.md": "# About\n\nSee [the ebb](entries/2026-01-05.md#first).\n",
}


def start(folder: Path, files: Mapping[str, str | bytes] = JOURNAL) -> Path:
    """Write a project and build it once."""
    project = make(folder / "project", files)
    rebuild(project)
    shutil.copy(record(project), folder / "record.json")  # of many records only the newest stay
    return project


def again(built: Path, folder: Path) -> Path:
    """Copy a built project with its site and the record of that."""
    project = folder / "project"
    shutil.copytree(built, project)
    shutil.copy(built.parent / "record.json", record(project))
    return project


def record(project: Path) -> Path:
    """Return the file that records the site of a project."""
    path = record_path(project, "sites")
    assert path is not None
    return path


@contextmanager
def own_modules(project: Path) -> Iterator[None]:
    """Let modules of a project be imported within the block, and forget them after it, as a new process would."""
    with mock.patch.object(sys, "path", [str(project), *sys.path]), mock.patch.object(sys, "dont_write_bytecode", True):
        importlib.invalidate_caches()
        try:
            yield
        finally:
            for name, module in list(sys.modules.items()):
                if (getattr(module, "__file__", None) or "").startswith(f"{project}/"):
                    del sys.modules[name]


def configured(project: Path) -> MkDocsConfig:
    """Return the settings with which MkDocs builds a project, once plugins have completed them."""
    with own_modules(project):
        config = load_config(str(project / "mkdocs.yml"))
        config.plugins.on_startup(command="build", dirty=False)
        config = config.plugins.on_config(config)
        config.plugins.on_shutdown()
    return config


def rebuild(project: Path, *, command: str = "build", **extra: str) -> str:
    """Build a project in its folder and return the message about its pages."""
    fixed = {name: value for name, value in environment(**extra).items() if os.environ.get(name) != value}
    with (
        mock.patch.dict(os.environ, fixed),
        own_modules(project),
        mock.patch("daytrail.site.plugin.log.info") as said,
    ):
        config = load_config(str(project / "mkdocs.yml"))
        run: Any = command  # one of three words
        config.plugins.on_startup(command=run, dirty=False)
        try:
            build(config)
        finally:
            config.plugins.on_shutdown()
    return str(said.call_args.args[0])


def clean(project: Path, **extra: str) -> dict[str, bytes]:
    """Build a copy of a project without cache and site, and return the content of the site's files."""
    copy = project.parent / "clean"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(project, copy, ignore=lambda folder, _: {".cache", "site"} if folder == str(project) else set())
    rebuild(copy, **extra)
    return Site(copy / "site").bytes()


def differing(project: Path, **extra: str) -> list[str]:
    """Build a project in its folder and clean in a copy; return the files that differ between the sites."""
    rebuild(project, **extra)
    warm, cold = Site(project / "site").bytes(), clean(project, **extra)
    return sorted(name for name in warm.keys() | cold.keys() if warm.get(name) != cold.get(name))


NO_GIT_SETTINGS = {"GIT_CONFIG_GLOBAL": "", "GIT_CONFIG_NOSYSTEM": "1"}
"""Keeps git from reading the machine's settings; no `/dev/null`, which in some containers is a file with content."""


def commit(project: Path, *, day: str = "2026-01-10", ignored: bool = False) -> None:
    """Commit all files of a project, after `git init` if there is no repository."""
    if not (project / ".git").exists():
        git(project, "init", "--quiet")
        (project / ".gitignore").write_text("/site/\n/.cache/\n", encoding="utf-8")
    git(project, "add", "--all")
    git(project, "commit", "--quiet", "--allow-empty", "--message", "Note", day=day)


def git(project: Path, *arguments: str, day: str = "2026-01-10") -> str:
    """Run git on a project with a fixed author and time, and return its output."""
    own = {"GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": f"{day}T12:00:00 +0000"}
    own |= {name.replace("AUTHOR", "COMMITTER"): value for name, value in own.items()}
    own |= NO_GIT_SETTINGS
    command = ["git", "-C", str(project), *arguments]
    return subprocess.run(command, env=os.environ | own, check=True, capture_output=True, encoding="utf-8").stdout
