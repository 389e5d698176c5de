"""Installs locked packages with pip, and says how far that is, since pip alone is silent for a minute or writes pages.

`make` runs it with the Python of the environment to install into, which has nothing yet but pip.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path


def main() -> None:
    """Install the packages of a file with hashes. What pip prints, its warnings too, is shown only if it fails."""
    requirements = Path(sys.argv[1])
    total = len(re.findall(r"^[\w.-]+==", requirements.read_text(encoding="utf-8"), re.MULTILINE))
    name = f"{requirements.parent.name}/{requirements.name}"
    print(f"installing {total} packages of {name}", flush=True)
    # `--no-deps`: a lock is complete, so there is nothing to resolve.
    options = ("--disable-pip-version-check", "--no-deps", "--progress-bar", "off", "--require-hashes", "--requirement")
    command = [sys.executable, "-m", "pip", "install", *options, str(requirements)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    ) as pip:
        output = _follow(pip.stdout or (), total)
    if pip.returncode:
        sys.stderr.write(output)
        raise SystemExit(f"pip could not install {name}: see above")


def _follow(lines: Iterable[str], total: int) -> str:
    """Return what pip prints. Where somebody watches, show in place how many packages pip has come to."""
    output, found = "", 0
    for line in lines:
        output += line
        package = re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.-]+)", line)
        found += package is not None
        if sys.stdout.isatty() and (package or line.startswith("Installing")):
            print(f"\r\033[K  {found} of {total}: {package[1] if package else 'writing them'}", end="", flush=True)
    if sys.stdout.isatty():
        print("\r\033[K", end="", flush=True)
    return output


if __name__ == "__main__":
    main()
