"""Promises that hold for every project, whatever is in its files, and the projects that they are tried on."""

import gzip
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any, NoReturn
from unittest import mock

import click
from hypothesis import HealthCheck, Phase, settings

from tests.command import CommandResult, run
from tests.website import DOCS, TODAY, Site, build, make

SECRET = "heronmorse"
"""A word that occurs only where nothing is published: in private passages, drafts, and files outside the project."""

PLAN = """\
title: Tides
start: 2026-01-05
series: [{id: tides, title: Tides}, {id: exam, title: The exam, counts_down_to: 2026-03-01}]
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: Ebb
        concepts: [Gravity]
        reading: [{id: moon, title: The moon, url: https://example.org/moon, hours: 1.5}]
topics: [{id: pull, title: Pull, weeks: [1]}]
milestones: [{id: spring, weeks: [1], text: Say when the next spring tide is.}]
"""
FILES: Mapping[str, str] = {
    **DOCS,
    "curriculum.yaml": PLAN,
    "reading.yaml": "categories: [{id: sea, title: The sea, items: [{title: Waves, url: https://example.org/waves}]}]\n",
    "entries/2026-01-05.md": "---\ntitle: Ebb\nday: 1\ndone: [w01/moon]\n---\n\nSee [the moon](https://example.org/moon).\n",
    "entries/2026-01-06.md": f"---\nday: 2\ndraft: true\n---\n\n{SECRET}\n",
}
"""A small project without mistakes."""

IS_LONG = settings.get_current_profile_name() == "fuzz"


def tries(number: int, *, builds: int = 1) -> settings:
    """Return settings of a test that tries so many projects, and ten times as many in each round of `make fuzz`.

    Only there a test fails if it takes more than ten seconds for each of its builds.
    """
    if IS_LONG:
        deadline = timedelta(seconds=10 * builds)
        return settings(max_examples=number * 10, deadline=deadline, suppress_health_check=list(HealthCheck))
    # The same examples each time, so that a change is not refused for what it has not changed; builds are too slow
    # to look for a smaller example.
    phases = (Phase.explicit, Phase.generate)
    health = list(HealthCheck)
    return settings(max_examples=number, derandomize=True, database=None, phases=phases, suppress_health_check=health)


@contextmanager
def project(files: Mapping[str, Any], *, rest: Mapping[str, str] = FILES) -> Iterator[Path]:
    """Make a project in a new folder, next to files that nothing may touch or show, and check that they are unchanged.

    A file is text, bytes, `{repeat: …, times: …, before: …, after: …}`, `{link: …}`, or `{pipe: true}`.
    """
    folder = Path(tempfile.mkdtemp(prefix="daytrail-fuzz-"))
    try:
        outside = make_files(folder / "outside", {"note.md": f"{SECRET}\n", "kept/entry.md": f"{SECRET}\n"})
        before = content(outside)
        made = make(folder / "project", rest)
        make_files(made, files)
        yield made
        assert content(outside) == before, "a file outside the project has changed"
        assert {path.name for path in folder.iterdir()} <= {"project", "outside", "clean"}
    finally:
        shutil.rmtree(folder)


def make_files(folder: Path, files: Mapping[str, Any]) -> Path:
    """Write files and symbolic links into a folder."""
    for name, written in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if isinstance(written, str):
            path.write_bytes(written.encode("utf-8", "surrogatepass"))
        elif isinstance(written, bytes):
            path.write_bytes(written)
        elif "link" in written:
            path.symlink_to(written["link"])
        elif "pipe" in written:
            if sys.platform != "win32":
                os.mkfifo(path)
        else:
            many = written["repeat"] * written["times"]
            path.write_text(f"{written.get('before', '')}{many}{written.get('after', '')}", encoding="utf-8")
    return folder


def content(folder: Path, *, leave_out: Sequence[str] = ()) -> dict[str, bytes]:
    """Return the bytes of all files and the targets of all links below a folder, by path."""
    found: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.split("/")[0] in leave_out:
            continue
        if path.is_symlink():
            found[name] = os.fsencode(path.readlink())
        elif path.is_file():
            found[name] = path.read_bytes()
    return found


def check(folder: Path, *options: str) -> CommandResult:
    """Run `daytrail check`, which lists every mistake at its location and ends in no traceback."""
    result = run(folder, "check", "--json", *options, DAYTRAIL_TODAY=TODAY)
    assert result.status in (0, 1)
    assert "Traceback" not in result.out + result.err
    problems = json.loads(result.out)
    assert (result.status == 1) == any(problem["severity"] == "error" for problem in problems)
    return result


def publish(folder: Path, *, warm: bool = False) -> Site | None:
    """Check and build a project and return its site, or None if there is none because of a mistake.

    What the writer wrote stays as it was. Nothing secret is in the site. If `warm` is true, a second and a clean build
    must give the same site.
    """
    before = content(folder, leave_out=(".cache",))
    checked = check(folder)
    if checked.status and ('.yml"' in checked.out or '"docs/' in checked.out):  # where MkDocs itself may end
        with mock.patch("daytrail.cli.common.mkdocs.run_mkdocs", _run_mkdocs):
            result = run(folder, "build", DAYTRAIL_TODAY=TODAY)
        status, output = result.status, result.err
    else:
        built = build(folder, strict=False)
        status, output = built.status, built.output
    assert "Traceback" not in output
    if checked.status:
        assert status != 0, "a project with errors was published"
    if status != 0:
        assert content(folder, leave_out=(".cache",)) == before, "a build that failed has changed a file"
        return None
    written = {name: raw for name, raw in before.items() if not name.startswith("site/")}
    assert content(folder, leave_out=(".cache", "site")) == written, "a build has changed a file of the writer"
    assert secrets(folder / "site") == []
    if warm:
        assert_warm_equals_clean(folder)
    return Site(folder / "site")


def _run_mkdocs(root: Path, _arguments: Sequence[str]) -> NoReturn:
    """Run MkDocs as `daytrail build` does, but so that the folder and the arguments of this process stay."""
    built = build(root, strict=False)
    click.echo(built.output, err=True)
    raise SystemExit(built.status)


def secrets(site: Path) -> list[str]:
    """Return the files of a site that contain the secret word, or have it in their path."""
    found = []
    for name, raw in content(site).items() if site.is_dir() else ():
        text = gzip.decompress(raw) if name.endswith(".gz") else raw
        if SECRET.encode() in text.lower() or SECRET in name.lower():
            found.append(name)
    return found


def assert_warm_equals_clean(folder: Path) -> None:
    """Change a page and build again; the site must be that of a clean build."""
    (folder / "entries/2026-01-05.md").write_text("---\ntitle: Flood\nday: 1\n---\n\nHigh water.\n", encoding="utf-8")
    copy = folder.parent / "clean"
    shutil.copytree(folder, copy, symlinks=True, ignore=lambda *_: {".cache", "site"})
    warm, clean = build(folder, strict=False), build(copy, strict=False)
    assert warm.status == clean.status
    assert content(folder / "site") == content(copy / "site")
