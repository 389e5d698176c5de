"""`tools/install.py` and `tools/browser.py` install what the tests need, and print little unless they fail."""

import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def install(lock: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, str(ROOT / "tools/install.py"), str(lock)],
        env=os.environ | {"PIP_NO_INDEX": "1"} | variables,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def write_lock(folder: Path, *packages: str) -> Path:
    lock = folder / "site.txt"
    lock.write_text("".join(f"{package} \\\n    --hash=sha256:{'0' * 64}\n" for package in packages), encoding="utf-8")
    return lock


def test_an_installation_is_one_line(tmp_path: Path) -> None:
    """It leaves out what pip prints of each package, and its warnings, here of a folder that is no package."""
    (tmp_path / "~lick-8.0.dist-info").mkdir()
    lock = write_lock(tmp_path, *(f"{name}=={version(name)}" for name in ("babel", "click", "jinja2")))
    result = install(lock, PYTHONPATH=str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert (result.stdout, result.stderr) == (f"installing 3 packages of {tmp_path.name}/site.txt\n", "")


def test_where_a_package_cannot_be_had_all_output_is_shown(tmp_path: Path) -> None:
    installed = f"click=={version('click')}"
    result = install(write_lock(tmp_path, installed, "daytrail-has-no-such-package==1.0"))
    assert result.returncode == 1
    assert "Requirement already satisfied: click" in result.stderr, "the whole output of pip is shown"
    assert "No matching distribution found for daytrail-has-no-such-package" in result.stderr
    assert result.stderr.endswith(f"pip could not install {tmp_path.name}/site.txt: see above\n")


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="a browser in a folder of the system would be found")
def test_where_no_browser_can_be_installed_a_message_says_what_to_do(tmp_path: Path) -> None:
    """The whole output of the attempt is shown, and the message after it."""
    environment = {"HOME": str(tmp_path), "PATH": str(tmp_path), "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9"}
    command = [sys.executable, str(ROOT / "tools/browser.py")]
    result = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert (result.returncode, result.stdout) == (1, "installing Chromium for the tests\n")
    attempt, _, advice = result.stderr.partition("The tests need Chromium or Chrome, and none could be installed.")
    assert "-m playwright install chromium" in attempt
    assert "ECONNREFUSED" in attempt
    assert [line.split()[0] for line in advice.splitlines()[1:5]] == [
        "apt-get",
        "brew",
        ".venv/bin/python",
        "CHROME_PATH=…",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the browser")
def test_a_browser_that_does_not_start_is_not_taken(tmp_path: Path) -> None:
    """Such as one without its libraries, or a placeholder of a package; the next one is taken."""
    for name, status in (("chromium", 1), ("google-chrome", 0)):
        script = tmp_path / name
        script.write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
        script.chmod(0o755)
    command = [sys.executable, str(ROOT / "tools/browser.py"), "--find"]
    environment = {"HOME": str(tmp_path), "PATH": str(tmp_path)}
    result = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert result.stdout == f"{tmp_path / 'google-chrome'}\n"
