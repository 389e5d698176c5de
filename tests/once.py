"""Sites that are built once for all processes of a run of pytest."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.website import Built, Site

LONGEST = 1200
"""Seconds to wait for another process; far more than any machine needs."""


def built_once(factory: pytest.TempPathFactory, name: str, build: Callable[[Path], Built]) -> Built:
    """Return the result of a build in an empty folder, which the first process to ask runs; the others wait for it.

    Raises RuntimeError in the others if the first one raised an exception.
    """
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # the folder of a worker is in that of the run
        base = base.parent
    folder, result = base / name, base / f"{name}.json"
    try:
        folder.mkdir()
    except FileExistsError:
        return _result_of_another(result)
    try:
        built = build(folder)
    except BaseException as error:
        _write(result, {"error": repr(error)})
        raise
    _write(result, {"status": built.status, "output": built.output, "site": str(built.site.folder)})
    return built


def _write(path: Path, data: dict[str, object]) -> None:
    """Write a file that is whole as soon as it exists."""
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(data), encoding="utf-8")
    partial.replace(path)


def _result_of_another(path: Path) -> Built:
    end = time.monotonic() + LONGEST
    while not path.exists():
        if time.monotonic() > end:
            raise TimeoutError(f"no process wrote {path}")
        time.sleep(0.1)
    data = json.loads(path.read_text(encoding="utf-8"))
    if "error" in data:
        raise RuntimeError(f"another process could not build {path.stem}: {data['error']}")
    return Built(data["status"], data["output"], Site(Path(data["site"])))
