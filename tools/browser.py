"""Finder and installer of a Chromium or Chrome for the tests in a browser.

python tools/browser.py           install one if there is none
python tools/browser.py --find    print the path of an installed one
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "~/Applications/Chromium.app/Contents/MacOS/Chromium",
    "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
PLAYWRIGHT_BINARIES = ("chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*", "chrome-win*/chrome.exe")
ADVICE = """\
The tests need Chromium or Chrome, and none could be installed. Any one of these is enough:
  apt-get install chromium libatomic1     Debian, as root
  brew install --cask google-chrome       macOS
  .venv/bin/python -m playwright install --with-deps chromium
  CHROME_PATH=…                           the path of one that is elsewhere
`make test FAST=1` runs the tests that need no browser."""


def playwright_folder() -> Path:
    """Return the folder to which Playwright downloads browsers, https://playwright.dev/python/docs/browsers."""
    if chosen := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/ms-playwright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "ms-playwright"
    return Path.home() / ".cache/ms-playwright"


def candidates() -> Iterator[str]:
    """Yield paths at which a browser may be: CHROME_PATH first, then installed ones, then those of Playwright."""
    if chosen := os.environ.get("CHROME_PATH"):
        yield chosen
    for command in COMMANDS:
        if path := shutil.which(command):
            yield path
    for application in APPLICATIONS:
        yield str(Path(application).expanduser())
    revisions = playwright_folder().glob("chromium-*")
    for folder in sorted(revisions, key=lambda path: int(re.sub(r"\D", "", path.name) or 0), reverse=True):
        for binary in PLAYWRIGHT_BINARIES:
            yield from map(str, folder.glob(binary))


def find() -> str | None:
    """Return the path of an installed browser, or None."""
    return next((path for path in candidates() if Path(path).is_file() and starts(path)), None)


def starts(path: str) -> bool:
    """Return whether a browser starts, which it does not without its libraries; Ubuntu's may stand for a snap."""
    if sys.platform == "win32":
        return True  # where `--version` opens a window
    try:
        result = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def install() -> str | None:
    """Install a browser: for root with apt-get, else with Playwright. What they print is shown if there is none then.

    Returns:
        Its path, or None if neither works.
    """
    playwright = [sys.executable, "-m", "playwright", "install"]
    apt = shutil.which("apt-get")
    if sys.platform != "win32" and apt and os.geteuid() == 0:
        packages = ("chromium", "libatomic1")  # Playwright needs the second
        attempts = [
            [[apt, "update"], [apt, "install", "--yes", "--no-install-recommends", *packages]],
            [[*playwright, "--with-deps", "chromium"]],  # Ubuntu has no such package
        ]
    else:
        attempts = [[[*playwright, "chromium"]]]
    print("installing Chromium for the tests", flush=True)
    output: list[str] = []
    for commands in attempts:
        for command in commands:
            result = subprocess.run(
                command,
                env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                errors="replace",
                check=False,
            )
            output += ["", f"$ {' '.join(command)}", result.stdout]
        if path := find():
            return path
    print("\n".join(output), file=sys.stderr)
    return None


def main(arguments: list[str] | None = None) -> int:
    """Find or install a browser. Return 0, or 1 if there is none."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--find", action="store_true", help="print the path, install nothing")
    options = parser.parse_args(arguments)
    path = find()
    if options.find and path:
        print(path)
    if path is None and not options.find:
        path = install()
    if path is None:
        print(ADVICE, file=sys.stderr)
    return int(path is None)


if __name__ == "__main__":
    sys.exit(main())
