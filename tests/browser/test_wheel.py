"""The built wheel in an environment of its own: a journal begins and is published, and a browser opens it."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

import pytest
import yaml
from playwright.sync_api import Browser

from daytrail import __version__
from daytrail.cli.common.origin import installed_origin
from daytrail.site.static_files import MERMAID
from tests import workflow
from tests.conftest import Host
from tests.processes import PATIENCE
from tests.website import ROOT, Site, environment

EPOCH = "1767225600"
DIAGRAM = "```mermaid\nflowchart LR\n  ebb --> flood\n```\n"
DIAGRAM_DAY = "log/2026/02/15/"


def build_wheel(folder: Path, sources: Path = ROOT) -> Path:
    """Build the wheel as `make wheel` and pip do: with the backend that pyproject.toml names."""
    folder.mkdir()
    subprocess.run(
        [sys.executable, "-c", "import sys, build_backend; build_backend.build_wheel(sys.argv[1])", str(folder)],
        cwd=sources,
        env=os.environ | {"PYTHONPATH": "tools", "SOURCE_DATE_EPOCH": EPOCH},
        check=True,
    )
    (wheel,) = folder.glob("daytrail-*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel") / "dist")


@dataclass(frozen=True)
class Installed:
    """A journal, and the environment with the wheel that began it."""

    journal: Path
    packages: Path
    env: dict[str, str]

    def run(self, *command: str, **extra: str) -> str:
        """Run a command in the journal's folder and return its output."""
        done = subprocess.run(
            command,
            cwd=self.journal,
            env=self.env | extra,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """Install the wheel where no other Daytrail is, begin a journal, and add a day with a diagram.

    The packages that it needs are those of the tests, since no test needs a network.
    """
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    variables = {"base": str(folder / "venv"), "platbase": str(folder / "venv")}
    packages, scripts = (Path(sysconfig.get_path(name, "venv", variables)) for name in ("purelib", "scripts"))
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "venv"), "install", "--quiet", "--no-index"]
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True)
    # The `.pth` files of that folder, such as the one of a Daytrail in a clone, are not read.
    (packages / "tests.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    env = environment(PATH=f"{scripts}{os.pathsep}{os.environ['PATH']}", TZ="UTC")
    (folder / "my-log").mkdir()
    journal = Installed(folder / "my-log", packages, env)
    journal.run("daytrail", "init")
    entry = f"---\ndate: 2026-02-15\ntitle: Spring tide\n---\n\nText.\n\n{DIAGRAM}"
    (journal.journal / "entries/2026/2026-02-15.md").write_text(entry, encoding="utf-8")
    git = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "init.defaultBranch=main"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "Begin"]):
        journal.run(*git, *command)
    return journal


def test_the_wheel_has_every_file_of_the_package(wheel: Path) -> None:
    """The wheel has what git tracks, and Mermaid with its licence and version; the metadata has all licences."""
    if not (ROOT / ".git").exists():
        pytest.skip("no git repository to ask for its files")
    listed = subprocess.run(["git", "ls-files", "-z", "src"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    names = set(zipfile.ZipFile(wheel).namelist())
    assert [name for name in listed.split("\0") if name and name.removeprefix("src/") not in names] == []
    if MERMAID.is_file():
        assert {f"daytrail/assets/mermaid/{name}" for name in ("mermaid.min.js", "LICENSE", "VERSION")} <= names
    licences = {name for name in names if "LICENSE" in name and name.startswith("daytrail/")}
    assert {name.partition("licenses/src/")[2] for name in names if "/licenses/src/" in name} == licences


def test_a_wheel_of_the_same_sources_has_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    assert build_wheel(tmp_path / "dist").read_bytes() == wheel.read_bytes()


def test_a_release_names_its_repository_for_new_journals(tmp_path: Path) -> None:
    """The release accepts the tag of the version and its own repository alone; its wheel names that one to journals."""
    for name in ("CHANGELOG.md", "LICENSE", "README.md", "package-lock.json", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("requirements", "src", "tools"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    ours = "https://github.com/ada/daytrail"
    with (tmp_path / "pyproject.toml").open("a", encoding="utf-8") as metadata:
        metadata.write(f'\n[project.urls]\nSource = "{ours}"\n')
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    (compare,) = (step for step in workflow["jobs"]["build"]["steps"] if "Compare" in step.get("name", ""))
    tried = [(f"v{__version__}", ours), (f"v{__version__}0", ours), ("v1", ours), (f"v{__version__}", f"{ours}-fork")]
    assert [run_step(compare, tmp_path, TAG=tag, REPOSITORY=url) for tag, url in tried] == [0, 1, 1, 1]
    with zipfile.ZipFile(build_wheel(tmp_path / "dist", tmp_path)) as built:
        built.extractall(tmp_path / "packages")
    origin = installed_origin(next(iter(distributions(name="daytrail", path=[str(tmp_path / "packages")]))))
    assert (origin.requirement, origin.github, origin.ref) == (
        f"daytrail=={__version__}",
        "ada/daytrail",
        f"v{__version__}",
    )


def run_step(step: dict[str, str], folder: Path, **variables: str) -> int:
    """Run the command of a step of a workflow, and return its status."""
    command = ["bash", "-ec", step["run"]]
    return subprocess.run(command, cwd=folder, env=os.environ | variables, capture_output=True, check=False).returncode


def test_a_journal_of_the_wheel_is_published_and_opened(installed: Installed, host: Host, browser: Browser) -> None:
    """The commands of the workflow, and no other Daytrail, build a site without a broken link.

    A browser shows it without an error. `daytrail upgrade` has its changelog.
    """
    code = "import daytrail; from daytrail.cli.upgrade import changelog; print(daytrail.__file__, changelog())"
    where, _, changes = installed.run("python", "-c", code).partition(" ")
    assert Path(where).is_relative_to(installed.packages)
    assert "## 0.1.0" in changes
    event = {"ref_name": "main", "event": {"repository": {"default_branch": "main"}}}
    done = workflow.run_build(installed.journal, installed.env["PATH"], event=event, install="true")
    assert done.returncode == 0, done.stdout
    site = Site(installed.journal / "site")
    assert site.broken() == []
    assert "https://ada.example/repo/log/2026/02/16/" in (site.folder / "sitemap.xml").read_text(encoding="utf-8")
    edit = "https://git.example/ada/log/edit/main/entries/2026/2026-02-16.md"
    assert edit in site.page("log/2026/02/16/").source
    home, complaints = host("journal", site), []
    with browser.new_context(viewport={"width": 360, "height": 740}) as context:
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
        page.on("request", lambda request: None if request.url.startswith(home) else complaints.append(request.url))
        for address in ("", "log/", "log/2026/02/16/", "curriculum/", "reading/", "stats/", DIAGRAM_DAY):
            page.goto(f"{home}{address}")
            page.wait_for_load_state("networkidle")
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
        if MERMAID.is_file():  # the wheel then has it, too
            page.wait_for_selector("div.mermaid")
    assert complaints == []
