"""Finds a Chromium or Chrome for the tests, and gets one where there is none.

    python tools/browser.py           get one if need be
    python tools/browser.py --find    print the path of the one that is there

`find()` only looks for files, so a test may call it whenever it likes.
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
No Chromium or Chrome was found, and none could be installed. Any one of these is enough:
  apt-get install chromium              Debian, as root
  brew install --cask google-chrome     macOS
  python -m playwright install chromium
  CHROME_PATH=…                         the path of one that stands elsewhere"""


def playwright_folder() -> Path:
    """Where Playwright keeps the browsers that it downloads, as its documentation says."""
    if chosen := os.environ.get("PLAYWRIGHT_BROWSERS_PATH"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/ms-playwright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "ms-playwright"
    return Path.home() / ".cache/ms-playwright"


def candidates() -> Iterator[str]:
    """Paths where a browser may stand, the writer's own choice first and Playwright's newest last."""
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
    """The path of a browser that is installed, or None; starts no process."""
    return next((path for path in candidates() if os.access(path, os.X_OK) and Path(path).is_file()), None)


def starts(path: str) -> bool:
    """Whether a browser finds the libraries that it needs."""
    try:
        result = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def install() -> str | None:
    """The path of a browser that Playwright or, for root, Debian's package manager could bring, or None."""
    attempts = [[[sys.executable, "-m", "playwright", "install", "chromium"]]]
    apt = shutil.which("apt-get")
    if apt and os.geteuid() == 0:
        attempts.append([[apt, "update"], [apt, "install", "--yes", "--no-install-recommends", "chromium"]])
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    for commands in attempts:
        for command in commands:
            print(f"no browser yet: {' '.join(command)}", file=sys.stderr)
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=False)
        if (path := find()) and starts(path):
            return path
    return None


def main(arguments: list[str] | None = None) -> int:
    """0 where there is a browser, if need be after an installation; 1 where there is none."""
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
