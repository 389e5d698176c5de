"""Finder and installer of a Chromium or Chrome for the tests in a browser.

A headless shell, which is Chromium without windows, opens a page in a third of the time, and is preferred.

python tools/browser.py           install one if there is none, or for root none but a slower one
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

SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
COMMANDS = (*SHELLS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "~/Applications/Chromium.app/Contents/MacOS/Chromium",
    "~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
PLAYWRIGHT_BINARIES = {
    "chromium_headless_shell-*": [
        f"chrome-*/{name}{suffix}" for name in ("chrome-headless-shell", "headless_shell") for suffix in ("", ".exe")
    ],
    "chromium-*": ["chrome-linux*/chrome", "chrome-mac*/*.app/Contents/MacOS/*", "chrome-win*/chrome.exe"],
}
ADVICE = """\
The tests need Chromium or Chrome, and none could be installed. Any one of these is enough:
  apt-get install chromium-headless-shell libatomic1    Debian, as root
  brew install --cask google-chrome                     macOS
  .venv/bin/python -m playwright install --with-deps --only-shell chromium
  CHROME_PATH=…                                         the path of one that is elsewhere
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
    """Yield paths at which a browser may be: CHROME_PATH first, then headless shells, then other ones."""
    if chosen := os.environ.get("CHROME_PATH"):
        yield chosen
    installed = [path for command in COMMANDS if (path := shutil.which(command))]
    installed += [str(Path(application).expanduser()) for application in APPLICATIONS]
    for pattern, binaries in PLAYWRIGHT_BINARIES.items():
        revisions = playwright_folder().glob(pattern)
        for folder in sorted(revisions, key=lambda path: int(re.sub(r"\D", "", path.name) or 0), reverse=True):
            installed += [str(path) for binary in binaries for path in folder.glob(binary)]
    yield from sorted(installed, key=lambda path: not is_shell(path))


def is_shell(path: str) -> bool:
    """Return whether a path is that of a headless shell."""
    return "headless" in Path(path).name


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


def installs_packages() -> bool:
    """Return whether this process may install packages of the system with apt-get."""
    return sys.platform != "win32" and shutil.which("apt-get") is not None and os.geteuid() == 0


def install(slower: str | None = None) -> str | None:
    """Install a headless shell: for root with apt-get, else with Playwright.

    Args:
        slower: A browser that is used if apt-get has none. Without one, Playwright is tried too, and what the programs
            print is shown if there is no browser then.

    Returns:
        The path of a browser, or None if neither works.
    """
    playwright = [sys.executable, "-m", "playwright", "install"]
    attempts = [[[*playwright, "--only-shell", "chromium"]]]
    if installs_packages():
        packages = ("chromium-headless-shell", "libatomic1")  # Playwright needs the second
        attempts = [
            [["apt-get", "update"], ["apt-get", "install", "--yes", "--no-install-recommends", *packages]],
            [[*playwright, "--with-deps", "--only-shell", "chromium"]],  # Ubuntu has no such package
        ]
    print("installing Chromium for the tests", flush=True)
    output: list[str] = []
    for commands in attempts[:1] if slower else attempts:
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
        path = find()
        if path and path != slower:
            return path
    if not slower:
        print("\n".join(output), file=sys.stderr)
    return slower


def main(arguments: list[str] | None = None) -> int:
    """Find or install a browser. Return 0, or 1 if there is none."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--find", action="store_true", help="print the path, install nothing")
    options = parser.parse_args(arguments)
    path = find()
    if options.find and path:
        print(path)
    is_slow = path is not None and not is_shell(path) and "CHROME_PATH" not in os.environ
    if not options.find and (path is None or (is_slow and installs_packages())):
        path = install(slower=path)
    if path is None:
        print(ADVICE, file=sys.stderr)
    return int(path is None)


if __name__ == "__main__":
    sys.exit(main())
