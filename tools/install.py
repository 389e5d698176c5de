"""Installs locked packages with pip, and says how far that is, since pip alone is silent for a minute or writes pages.

`make` runs it with the Python of the environment to install into, which has nothing yet but pip.
"""

import re
import subprocess
import sys
from pathlib import Path

STEP = 10
"""A line is printed for so many packages where nobody watches it grow, as in the log of a workflow."""


def main() -> None:
    """Install the packages of a file with hashes."""
    requirements = Path(sys.argv[1])
    total = len(re.findall(r"^[\w.-]+==", requirements.read_text(encoding="utf-8"), re.MULTILINE))
    name = f"{requirements.parent.name}/{requirements.name}"
    print(f"installing {total} packages of {name}", flush=True)
    # `--no-deps`: a lock is complete, so there is nothing to resolve.
    options = ("--disable-pip-version-check", "--no-deps", "--progress-bar", "off", "--require-hashes", "--requirement")
    command = [sys.executable, "-m", "pip", "install", *options, str(requirements)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", errors="replace") as pip:
        _follow(pip, total)
    if pip.returncode:
        raise SystemExit(f"pip could not install {name}: see above")


def _follow(pip: "subprocess.Popen[str]", total: int) -> None:
    """Print how many packages pip has come to, until it ends."""
    is_watched, found = sys.stdout.isatty(), 0
    for line in pip.stdout or ():
        if package := re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)", line):
            found += 1
            if is_watched:
                print(f"\r\033[K  {found} of {total}: {package[1]}", end="", flush=True)
            elif found % STEP == 0:
                print(f"  {found} of {total}", flush=True)
        elif line.startswith("Installing"):
            print(
                "\r\033[K  writing them" if is_watched else "  writing them", end="" if is_watched else "\n", flush=True
            )
    if is_watched:
        print("\r\033[K", end="", flush=True)


if __name__ == "__main__":
    main()
