"""Table of the engines that build the demo, with their versions, in docs/manual/engines.md.

`make compatibility` sets up the environment of each engine and runs this.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MANUAL = ROOT / "docs/manual/engines.md"
PROJECT = ("curriculum", "curriculum.yaml", "docs", "entries", "macros.py", "mkdocs.yml", "reading.yaml")
"""The files of the demo."""
_TABLE = re.compile(r"(?<=<!-- engines -->\n\n).*?(?=\n<!-- end of engines -->)", re.DOTALL)


class Engine(NamedTuple):
    """What builds a site."""

    venv: str
    packages: tuple[str, ...]
    """The packages that make up the engine."""
    theme: str = "material"


ENGINES = {
    "MkDocs with Material": Engine(".venv", ("mkdocs", "mkdocs-material")),
    "ProperDocs with Material": Engine(".venv-properdocs", ("properdocs", "mkdocs-material")),
    "ProperDocs with MaterialX": Engine(".venv-materialx", ("properdocs", "mkdocs-materialx"), "materialx"),
    "Zensical": Engine(".venv-zensical", ("zensical",)),
}


def main() -> None:
    """Build the demo with each engine, and write the table."""
    rows = ["| Engine | Versions | Strict build of the demo | Second build |", "|---|---|---|---|"]
    for name, engine in ENGINES.items():
        with tempfile.TemporaryDirectory() as folder:
            first, second = _results(engine, Path(folder))
        rows.append(f"| {name} | {_versions(engine)} | {first} | {second} |")
        print(rows[-1])
    table = "\n".join(rows) + "\n"
    text = MANUAL.read_text(encoding="utf-8")
    MANUAL.write_text(_TABLE.sub(lambda _: table, text), encoding="utf-8", newline="\n")


def _versions(engine: Engine) -> str:
    (packages,) = (ROOT / engine.venv).glob("[Ll]ib/python*/site-packages")
    installed = {found.name.lower(): found.version for found in distributions(path=[str(packages)])}
    return ", ".join(f"{name} {installed[name]}" for name in engine.packages)


def _results(engine: Engine, folder: Path) -> tuple[str, str]:
    """Return how a first and a second build of the demo ended, in words."""
    project = folder / "project"
    project.mkdir()
    for name in PROJECT:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, project / name)
    settings = project / "mkdocs.yml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace("theme: material\n", f"theme: {engine.theme}\n"), encoding="utf-8")
    if engine.packages == ("zensical",):
        written = _run(".venv", project, "-m", "daytrail", "pages", str(folder / "copy"))
        if written.returncode:
            print(written.stdout[-2000:], file=sys.stderr)
            return "fails", ""
        done = _run(engine.venv, folder / "copy", "-m", "zensical", "build", "--strict")
        return "all pages built, from `daytrail pages`" if done.returncode == 0 else "fails", "has a cache of its own"
    results = [_run(engine.venv, project, "-m", "daytrail", "build", "--strict") for _ in range(2)]
    if failed := [result for result in results if result.returncode]:
        print(failed[0].stdout[-2000:], file=sys.stderr)
        return "fails", ""
    counts = [re.findall(r"(\d+) of (\d+) pages were built", result.stdout) for result in results]
    first, second = (f"{_amount(*count[-1])} built" if count else "all pages built" for count in counts)
    return first, second


def _amount(built: str, pages: str) -> str:
    return {pages: "all pages", "0": "no page"}.get(built, f"{built} of {pages} pages")


def _run(venv: str, folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(ROOT / venv / "bin/python"), *arguments],
        cwd=folder,
        env=os.environ | {"DAYTRAIL_TODAY": "2026-06-01", "NO_MKDOCS_2_WARNING": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


if __name__ == "__main__":
    main()
