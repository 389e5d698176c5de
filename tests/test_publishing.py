"""Workflows that publish the site, locks of its dependencies, and packages from npm."""

import base64
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

from tests.for_each import for_each
from tests.workflow import steps
from tools.run import AUDITED

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
NPM_FOLDERS = ("", "tools/lighthouse")
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def actions(workflow: Path) -> list[str]:
    """Return what a workflow `uses`, with the comment after it."""
    return re.findall(r"uses: *(.*)", workflow.read_text(encoding="utf-8"))


def pins(lock: Path) -> dict[str, str]:
    """Return a lock's packages and their versions."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", lock.read_text(encoding="utf-8"), re.MULTILINE))


# workflows


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("vendor.github-workflows", WORKFLOWS),
        ("vendor.dependabot", [ROOT / ".github/dependabot.yml"]),
    ],
)
def test_workflows_and_dependabot_conform_to_githubs_schemas(schema: str, files: list[Path]) -> None:
    """check-jsonschema accepts the workflows and dependabot.yml."""
    result = run(sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *files)
    assert result.returncode == 0, result.stdout


def test_zizmor_finds_no_weakness_in_the_workflows() -> None:
    """The strictest persona of zizmor reports nothing."""
    zizmor = shutil.which("zizmor", path=str(Path(sys.executable).parent))
    assert zizmor, "zizmor is missing from this environment: make test"
    result = run(zizmor, "--offline", "--persona", "auditor", "--no-progress", ".github")
    assert result.returncode == 0, result.stdout


@for_each(WORKFLOWS, lambda path: path.name)
def test_actions_are_pinned(workflow: Path) -> None:
    """An action is named by a full commit, with the version of that commit as a comment, or is of this repository."""
    pinned = re.compile(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./\.github/workflows/\w+\.yml( # zizmor: .*)?")
    assert actions(workflow)
    assert [action for action in actions(workflow) if not pinned.fullmatch(action)] == []


def commands(workflow: Path) -> list[str]:
    """Return the commands that a workflow runs, a line each."""
    return [line.strip() for step in steps(workflow) for line in step.get("run", "").splitlines()]


def test_the_tests_check_workflows_and_locks() -> None:
    """Each push runs actionlint, and asks for known vulnerabilities of every lock that users install."""
    run_on_push = commands(ROOT / ".github/workflows/ci.yml")
    assert [line for line in run_on_push if re.fullmatch(r"go run github\.com/rhysd/actionlint/\S+@v[\d.]+", line)]
    assert "python tools/run.py vulnerabilities" in run_on_push
    assert {f"{name}.txt" for name in AUDITED} == {lock.name for lock in LOCKS} - {"oldest.txt"}


@for_each(WORKFLOWS, lambda path: path.name)
def test_workflows_call_targets_that_the_makefile_has(workflow: Path) -> None:
    targets = re.findall(r"^([\w./-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    called = re.findall(r"(?:run|install): .*?\bmake ([\w./-]+)", workflow.read_text(encoding="utf-8"))
    assert set(called) <= set(targets)


# locks


@for_each(LOCKS, lambda path: path.name)
def test_python_locks_have_hashes_and_name_no_registry(lock: Path) -> None:
    """Every package has one exact version and at least one SHA-256; no line has a URL or an option of the index."""
    lines = lock.read_text(encoding="utf-8").splitlines(True)
    assert [line for line in lines if "://" in line or line.startswith("-")] == []
    packages = "".join(line for line in lines if "#" not in line).replace("\\\n", "").splitlines()
    pinned = re.compile(r"[a-z0-9-]+==[^ ;]+( ; [^-]+)?(\s+--hash=sha256:[0-9a-f]{64})+ *")
    assert packages
    assert [package for package in packages if not pinned.fullmatch(package)] == []


def test_the_test_lock_contains_the_site_lock() -> None:
    """Tests run on the versions that build the site."""
    site, everything = pins(ROOT / "requirements/site.txt"), pins(ROOT / "requirements/test.txt")
    assert {name: everything.get(name) for name in site} == site


def test_the_oldest_lock_has_each_dependency_at_its_lower_bound() -> None:
    """No dependency forces a newer version of another one than pyproject.toml promises to work with."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["test"]]
    bounds = {
        found[1].lower().replace(".", "-"): found[2]
        for item in wanted
        if (found := re.match(r"([\w.-]+)>=([\d.]+)", item))
    }
    oldest = pins(ROOT / "requirements/oldest.txt")
    assert len(bounds) == len(wanted)
    assert {name: version(oldest[name]) for name in bounds} == {name: version(bounds[name]) for name in bounds}


def version(text: str) -> str:
    """Return a version without the zeros at its end."""
    return re.sub(r"(\.0)+$", "", text)


def test_the_lock_contains_the_build_backend() -> None:
    """The build backend is locked, since the package is installed without build isolation."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]


@for_each(NPM_FOLDERS)
def test_npm_locks_have_exact_versions_and_name_no_registry(folder: str) -> None:
    """Every npm package has an integrity, and none has a URL; package.json has the same versions."""
    packages = json.loads((ROOT / folder / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    locked = {path.removeprefix("node_modules/"): package for path, package in packages.items() if path}
    assert [path for path, package in locked.items() if "resolved" in package] == []
    assert {package["integrity"].partition("-")[0] for package in locked.values()} == {"sha512"}
    wanted = json.loads((ROOT / folder / "package.json").read_text(encoding="utf-8"))
    versions = wanted.get("dependencies", {}) | wanted["devDependencies"]
    assert {name: locked[name]["version"] for name in versions} == versions


# what npm brings


class Registry:
    """A folder with a package-lock.json, and a stand-in for npm that copies a tarball of ours."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.bin = folder / "bin"
        self.tarball = folder / "axe-core-1.2.3.tgz"
        self.root.mkdir()
        self.bin.mkdir()

    @property
    def vendored(self) -> Path:
        return self.root / "build/vendor/axe-core"

    def publish(self, *members: tuple[tarfile.TarInfo, bytes]) -> str:
        """Pack a tarball, let npm return it, and return its integrity."""
        with tarfile.open(self.tarball, "w:gz") as archive:
            for info, content in members:
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
        npm, cp = self.bin / "npm", shutil.which("cp") or "cp"
        npm.write_text(f"#!/bin/sh\nexec {shlex.quote(cp)} {shlex.quote(str(self.tarball))} .\n", encoding="utf-8")
        npm.chmod(0o755)
        return "sha512-" + base64.b64encode(hashlib.sha512(self.tarball.read_bytes()).digest()).decode()

    def lock(self, integrity: str) -> None:
        package = {"version": "1.2.3", "integrity": integrity}
        lock = {"packages": {"node_modules/axe-core": package}}
        (self.root / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")

    def vendor(self, *options: str) -> subprocess.CompletedProcess[str]:
        script = ROOT / "tools/vendor.py"
        return run(sys.executable, script, *options, "--root", self.root, "axe-core", PATH=str(self.bin))


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    if sys.platform == "win32":
        pytest.skip("the stand-in for npm is a script with a shebang")
    return Registry(tmp_path)


SCRIPT = (tarfile.TarInfo("package/axe.min.js"), b"let axe")
LICENCE = (tarfile.TarInfo("package/LICENSE"), b"MPL-2.0")


def test_the_recorded_package_is_vendored(registry: Registry) -> None:
    """A tarball with the recorded hash gives its one file and its licence, and nothing else."""
    registry.lock(registry.publish(SCRIPT, LICENCE, (tarfile.TarInfo("package/../../evil.js"), b"evil")))
    result = registry.vendor()
    assert (result.returncode, result.stderr) == (0, "")
    assert {path.name for path in registry.vendored.iterdir()} == {"axe.min.js", "LICENSE", "VERSION"}
    assert (registry.vendored / "axe.min.js").read_bytes() == b"let axe"
    assert (registry.vendored / "VERSION").read_text(encoding="utf-8").startswith("axe-core 1.2.3\nsha512-")


def test_a_tampered_package_is_refused(registry: Registry) -> None:
    """A tarball with another hash stops the build and leaves no file."""
    recorded = registry.publish(SCRIPT, LICENCE)
    found = registry.publish((tarfile.TarInfo("package/axe.min.js"), b"let evil"), LICENCE)
    registry.lock(recorded)
    result = registry.vendor()
    assert result.returncode == 1
    assert recorded in result.stderr
    assert found in result.stderr
    assert not registry.vendored.exists()


@pytest.mark.parametrize(("options", "status"), [([], 0), (["--required"], 1)])
def test_npm_may_be_missing(registry: Registry, options: list[str], status: int) -> None:
    """Without npm the build continues and names the missing feature, unless the package is required."""
    registry.lock("sha512-")
    result = registry.vendor(*options)
    assert result.returncode == status
    assert result.stderr == "axe-core: npm is missing; the accessibility of the pages cannot be tested.\n"
