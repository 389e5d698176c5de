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
No Chromium or Chrome was found, and none could be installed. Any one of these is enough:
  apt-get install chromium              Debian, as root
  brew install --cask google-chrome     macOS
  python -m playwright install chromium
  CHROME_PATH=…                         the path of one that stands elsewhere"""


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
    return next((path for path in candidates() if os.access(path, os.X_OK) and Path(path).is_file()), None)


def starts(path: str) -> bool:
    """Return whether a browser starts, which it does not without the libraries that it needs."""
    try:
        result = subprocess.run([path, "--version"], capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return result.returncode == 0


def install() -> str | None:
    """Install a browser with Playwright or, for root, with apt-get. Return its path, or None if neither works."""
    attempts = [[[sys.executable, "-m", "playwright", "install", "chromium"]]]
    apt = shutil.which("apt-get")
    if sys.platform != "win32" and apt and os.geteuid() == 0:
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
