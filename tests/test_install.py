"""`tools/install.py` says how far the installation of a lock is."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def install(lock: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(ROOT / "tools/install.py"), str(lock)],
        env=os.environ | {"PIP_NO_INDEX": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def write_lock(folder: Path, *packages: str) -> Path:
    lock = folder / "site.txt"
    lock.write_text("".join(f"{package} \\\n    --hash=sha256:{'0' * 64}\n" for package in packages), encoding="utf-8")
    return lock


def test_the_number_of_packages_is_said_first_and_every_tenth_is_counted(tmp_path: Path) -> None:
    names = (
        "babel",
        "click",
        "jinja2",
        "markdown",
        "mkdocs",
        "nh3",
        "pathspec",
        "pydantic",
        "pyyaml",
        "rapidfuzz",
        "tzdata",
    )
    result = install(write_lock(tmp_path, *(f"{name}=={version(name)}" for name in names)))
    first, *others = result.stdout.splitlines()
    assert result.returncode == 0, result.stderr
    assert first == f"installing 11 packages of {tmp_path.name}/site.txt"
    assert others == ["  10 of 11"]


def test_a_package_that_cannot_be_had_ends_the_installation(tmp_path: Path) -> None:
    result = install(write_lock(tmp_path, "daytrail-has-no-such-package==1.0"))
    assert result.returncode == 1
    assert "daytrail-has-no-such-package" in result.stderr
    assert result.stderr.endswith(f"pip could not install {tmp_path.name}/site.txt: see above\n")
