"""Runs what needs an environment of its own, and sets that up: `python tools/run.py TASK [ARGUMENT...]`.

tools/README.md says what each task is for.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SCRIPTS = "Scripts" if os.name == "nt" else "bin"
PYTEST = ("python", "-m", "pytest", "-p", "tests.report", "-q", "--tb=short", "-n", os.environ.get("WORKERS", "auto"))
WHOLE_SITES = (
    "tests/cli/test_build_and_serve.py",
    *(f"tests/site/test_{name}.py" for name in ("crawl", "demo", "kept_pages", "mistakes", "same_bytes")),
)
AUDITED = ("site", "test", "mutation", "audit", "properdocs", "materialx", "zensical", "plugins")
"""Locks that are looked up among known vulnerabilities. `oldest` is old on purpose, and nobody installs it."""


def prepare(name: str) -> None:
    """Make the environment `.venv-NAME` from requirements/NAME.txt; without a name, the one of make."""
    if not name:
        subprocess.run(["make", "--silent", ".venv/.test"], cwd=ROOT, check=True)  # noqa: S607 - make is on PATH
        return
    folder, lock = ROOT / f".venv-{name}", ROOT / f"requirements/{name}.txt"
    stamp = folder / ".lock"
    if stamp.is_file() and stamp.read_bytes() == lock.read_bytes():
        return
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    run(name, "python", "tools/install.py", str(lock.relative_to(ROOT)))
    if name not in ("audit", "zensical"):
        pip = ("python", "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-deps")
        run(name, *pip, "--no-build-isolation", "--editable", ".")
    shutil.copyfile(lock, stamp)


def run(name: str, program: str, *arguments: str) -> None:
    """Run a program of an environment in the root folder, and exit with its status if that is not 0."""
    path = ROOT / (f".venv-{name}" if name else ".venv") / SCRIPTS / program
    status = subprocess.run([str(path), *arguments], cwd=ROOT, check=False).returncode
    if status:
        raise SystemExit(status)


def engine(name: str, *arguments: str) -> None:
    """Run the tests of whole sites, and those in a browser, with another engine."""
    prepare(name)
    run(name, "python", "tools/vendor.py", "mermaid", "axe-core")
    run(name, "python", "tools/browser.py")
    run(name, *PYTEST, *WHOLE_SITES, "tests/browser/test_site.py", "tests/browser/test_not_found.py", *arguments)


def oldest(*arguments: str) -> None:
    """Run the tests with the oldest dependencies that pyproject.toml allows."""
    prepare("oldest")
    run("oldest", *PYTEST, "-m", "not browser", "--ignore", "tests/test_checks.py", *arguments)


def compatibility(*names: str) -> None:
    """Build with each engine and plugin, and write requirements/COMPATIBILITY.md; with names, only try these."""
    for environment in ("", "properdocs", "materialx", "plugins"):
        prepare(environment)
    run("", "python", "tools/vendor.py", "mermaid")
    run("", "python", "tools/compatibility.py", *names)


def coverage(*arguments: str) -> None:
    """Report the lines that no test reaches. Child processes, pytest's workers among them, are measured too."""
    prepare("")
    for data in ROOT.glob(".coverage*"):
        data.unlink()
    run("", "coverage", "run", *PYTEST[1:], "-m", "not browser", *arguments)
    run("", "coverage", "combine", "--quiet")
    run("", "coverage", "report", "--fail-under=97")


def peers() -> None:
    """Make the environments of other generators, for `make bench`."""
    prepare("materialx")
    prepare("zensical")


def mutation(*functions: str) -> None:
    """Change the code and report what no test notices; without names of functions, this takes hours."""
    prepare("mutation")
    run("mutation", "python", "tools/mutation.py", *functions)


def vulnerabilities() -> None:
    """Ask PyPI and npm for known vulnerabilities of the locked versions. Lighthouse looks at our own pages only."""
    prepare("audit")
    files = [word for name in AUDITED for word in ("--requirement", f"requirements/{name}.txt")]
    run("audit", "pip-audit", "--strict", "--disable-pip", "--require-hashes", *files)
    if npm := shutil.which("npm"):
        raise SystemExit(subprocess.run([npm, "audit"], cwd=ROOT, check=False).returncode)
    print("package-lock.json is not checked: npm is missing", file=sys.stderr)


TASKS: Mapping[str, Callable[..., None]] = {
    "properdocs": lambda *arguments: engine("properdocs", *arguments),
    "materialx": lambda *arguments: engine("materialx", *arguments),
    "oldest": oldest,
    "compatibility": compatibility,
    "coverage": coverage,
    "mutation": mutation,
    "peers": peers,
    "vulnerabilities": vulnerabilities,
}

if __name__ == "__main__":
    os.environ.setdefault("NO_MKDOCS_2_WARNING", "1")
    if sys.argv[1:2] == [] or sys.argv[1] not in TASKS:
        raise SystemExit(f"name a task: {', '.join(TASKS)}")
    TASKS[sys.argv[1]](*sys.argv[2:])
