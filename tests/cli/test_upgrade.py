"""`daytrail upgrade`: the pin, the changelog, and journals in every format that there has been."""

import hashlib
import subprocess
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from daytrail import __version__
from daytrail.cli import upgrade
from daytrail.cli.common.origin import Origin
from daytrail.cli.upgrading import changelog
from tests.command import ENTRY, PLAN, ROOT, CommandResult, run, write
from tests.website import build

CASES = sorted((ROOT / "tests/cases/upgrade").glob("*.yml"))
OLD, NEW = "1" * 40, "2" * 40
REPOSITORY = "https://github.com/ada/daytrail"
RELEASE = Origin("0.3.0")
COMMIT = Origin("0.3.0", REPOSITORY, NEW)
CHANGELOG = """\
# Changelog

## 0.3.0 – 2027-03-01

### If you used an earlier version

- Pages are greener.
- Days are longer.

### The site

- Maps are rounder.

## 0.2.0 – 2027-02-01

- Weeks are wider.

## 0.1.0 – 2027-01-01

The first version.
"""
JOURNAL = {
    "mkdocs.yml": "site_name: x\nplugins: [search, daytrail]\n",
    "docs/about.md": "# About\n",
    "curriculum.yaml": PLAN,
    "entries/2026/2026-01-12.md": ENTRY,
}


def journal(root: Path, files: Mapping[str, str]) -> Path:
    return write(root, {**JOURNAL, **files})


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs the command of a Daytrail with some origin, and with CHANGELOG."""

    def run_upgrade(root: Path, *options: str, origin: Origin = COMMIT, **environment: str) -> CommandResult:
        monkeypatch.setattr(upgrade, "installed_origin", lambda: origin)
        monkeypatch.setattr(changelog, "shipped_text", lambda _: CHANGELOG)
        return run(root, "upgrade", *options, **environment)

    return run_upgrade


def texts(root: Path) -> dict[str, str]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes().decode()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".cache" not in path.parts
    }


def changed(result: CommandResult, root: Path) -> set[str]:
    """Return the paths that a run has printed, relative to the journal."""
    return {(Path.cwd() / line).resolve().relative_to(root.resolve()).as_posix() for line in result.out.splitlines()}


# formats


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.stem)
def test_a_journal_of_an_earlier_format_is_written_as_of_today(tmp_path: Path, runs: Any, case: Path) -> None:
    """What the case lists changes, and no other byte; a second upgrade changes nothing. The check finds no error."""
    parts = yaml.safe_load(case.read_text(encoding="utf-8"))
    before = texts(journal(tmp_path, parts["files"]))
    shown = runs(tmp_path)
    assert (shown.status, changed(shown, tmp_path), texts(tmp_path)) == (0, parts["upgraded"].keys(), before)
    done = runs(tmp_path, "--write")
    assert (done.status, texts(tmp_path)) == (0, before | parts["upgraded"]), done.err
    assert runs(tmp_path).err.endswith("there is nothing to change\n")
    checked = run(tmp_path, "check")
    assert checked.status == 0, checked.err


@pytest.mark.site
def test_the_first_format_builds_again_after_an_upgrade(tmp_path: Path, runs: Any) -> None:
    """It does not before, since the package of its macros exists no more."""
    journal(tmp_path, yaml.safe_load((ROOT / "tests/cases/upgrade/first.yml").read_text(encoding="utf-8"))["files"])
    shown = runs(tmp_path).err
    assert "-from daytrail.adapters.macros import" in shown
    assert "+from daytrail.site.macros import" in shown
    runs(tmp_path, "--write")
    built = build(tmp_path)
    assert built.status == 0, built.output
    assert "arXiv 2101.03961" in built.site.page("reading/").source


def test_lines_of_windows_stay(tmp_path: Path, runs: Any) -> None:
    page = "---\r\nrender_macros: true\r\n---\r\n\r\n# Plan\r\n\r\n{{ progress() }}\r\n\r\n{{ curriculum() }}\r\n"
    (journal(tmp_path, {}) / "docs/plan.md").write_bytes(page.encode())
    runs(tmp_path, "--write")
    assert (tmp_path / "docs/plan.md").read_bytes().decode() == page.replace("{{ progress() }}\r\n\r\n", "")


def test_schemas_for_editors_get_the_keys_of_today(tmp_path: Path, runs: Any) -> None:
    """Only those that the journal has, and no schema of its owner."""
    journal(tmp_path, {"schemas/entry.schema.json": "{}\n", "schemas/own.schema.json": "{}\n"})
    assert changed(runs(tmp_path, "--write"), tmp_path) == {"schemas/entry.schema.json"}
    committed = (ROOT / "schemas/entry.schema.json").read_text(encoding="utf-8")
    assert texts(tmp_path)["schemas/entry.schema.json"] == committed


def test_an_import_without_successor_is_reported_with_its_line(tmp_path: Path, runs: Any) -> None:
    result = runs(journal(tmp_path, {"macros.py": "import os\nfrom daytrail.adapters import session\n"}))
    assert "macros.py:2:6: warning: the package `daytrail.adapters` exists no more\n" in result.err


def test_all_files_are_written_or_none(tmp_path: Path, runs: Any) -> None:
    """A file that cannot be written, or a change that would bring an error, leaves every file as it was."""
    journal(tmp_path, {"macros.py": "import daytrail.adapters.macros\n", "docs/a.md": "[feed](feed.atom)\n"})
    before = texts(tmp_path)
    (tmp_path / "macros.py").rename(tmp_path / "elsewhere.txt")
    (tmp_path.parent / "outside.py").write_text(before["macros.py"], encoding="utf-8")
    (tmp_path / "macros.py").symlink_to(tmp_path.parent / "outside.py")
    result = runs(tmp_path, "--write")
    assert (result.status, texts(tmp_path)["docs/a.md"]) == (1, before["docs/a.md"])
    assert (tmp_path.parent / "outside.py").read_text(encoding="utf-8") == before["macros.py"]


# the pin


@pytest.mark.parametrize(
    ("written", "origin", "pinned"),
    [
        ("daytrail==0.1.0\n", RELEASE, "daytrail==0.3.0\n"),
        (
            "Daytrail[cards] == 0.1.0  # ours\nmkdocs-rss==1\n",
            RELEASE,
            "daytrail[cards]==0.3.0  # ours\nmkdocs-rss==1\n",
        ),
        ("daytrail-x==1\ndaytrail\n", RELEASE, "daytrail-x==1\ndaytrail==0.3.0\n"),
        (
            f"# Mine.\ndaytrail[cards] @ git+{REPOSITORY}@{OLD}\n",
            COMMIT,
            f"# Mine.\ndaytrail[cards] @ git+{REPOSITORY}@{NEW}\n",
        ),
        ("daytrail @ git+ssh://git@host/ada/x\n", COMMIT, f"daytrail @ git+{REPOSITORY}@{NEW}\n"),
        ("daytrail>=0.1\r\n", COMMIT, f"daytrail @ git+{REPOSITORY}@{NEW}\r\n"),
    ],
)
def test_the_pin_names_the_daytrail_that_runs(
    tmp_path: Path, runs: Any, monkeypatch: pytest.MonkeyPatch, written: str, origin: Origin, pinned: str
) -> None:
    """Extras, comments and other lines stay."""
    monkeypatch.setattr(upgrade, "changelog_of", lambda *_: None)
    (journal(tmp_path, {}) / "requirements.txt").write_bytes(written.encode())
    assert runs(tmp_path, origin=origin).status == 0
    assert (tmp_path / "requirements.txt").read_bytes().decode() == written
    assert runs(tmp_path, "--write", origin=origin).status == 0
    assert (tmp_path / "requirements.txt").read_bytes().decode() == pinned


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("daytrail", "no certain version"),
        ("daytrail @ git+ssh://git@host/ada/x", "any commit of ssh://git@host/ada/x"),
        ("daytrail @ git+ssh://git@host/ada/x@v0.1.0#egg=daytrail", "commit v0.1.0 of ssh://git@host/ada/x"),
        ("daytrail @ https://host/daytrail-0.1.0.whl", "https://host/daytrail-0.1.0.whl"),
    ],
)
def test_the_pin_before_is_named(
    tmp_path: Path, runs: Any, monkeypatch: pytest.MonkeyPatch, written: str, named: str
) -> None:
    monkeypatch.setattr(upgrade, "changelog_of", lambda *_: None)
    result = runs(journal(tmp_path, {"requirements.txt": f"{written}\n"}))
    assert result.err.startswith(f"from {named} to commit {NEW[:12]} of {REPOSITORY}\n")


def test_workflows_and_schemas_are_of_the_pinned_daytrail(tmp_path: Path, runs: Any) -> None:
    """Those of others stay, and a tag that moves with the releases."""
    raw = "# yaml-language-server: $schema=https://raw.githubusercontent.com/ada/daytrail"
    uses = "jobs:\n  a:\n    uses: ada/daytrail/.github/workflows/publish.yml@"
    files = {
        "requirements.txt": f"daytrail @ git+{REPOSITORY}@{NEW}\n",
        "curriculum.yaml": f"{raw}/{OLD}/schemas/curriculum.schema.json\n{PLAN}",
        ".github/workflows/pages.yml": f"{uses}{OLD}\n",
        ".github/workflows/moving.yml": f"{uses}v1\n",
        ".github/workflows/other.yml": uses.replace("ada/daytrail", "bob/site") + f"{OLD}\n",
    }
    before = texts(journal(tmp_path, files))
    runs(tmp_path, "--write")
    assert texts(tmp_path) == before | {
        name: before[name].replace(OLD, NEW) for name in ("curriculum.yaml", ".github/workflows/pages.yml")
    }


def test_a_daytrail_of_this_machine_is_not_pinned(tmp_path: Path, runs: Any) -> None:
    """Nobody else can install it; the formats are migrated all the same."""
    journal(tmp_path, {"requirements.txt": "daytrail==0.1.0\n", "docs/a.md": "[feed](feed.atom)\n"})
    result = runs(tmp_path, "--write", origin=Origin("0.3.0", file="file:///tmp/daytrail.whl"))
    assert changed(result, tmp_path) == {"docs/a.md"}
    assert "of this machine only" in result.err


@pytest.mark.parametrize(
    ("pinned", "origin", "command"),
    [
        (f"daytrail[cards] @ git+{REPOSITORY}@{NEW}", COMMIT, f"uvx --from git+{REPOSITORY} daytrail upgrade"),
        ("daytrail==0.3.0", RELEASE, "uvx daytrail@latest upgrade"),
    ],
)
def test_the_same_daytrail_says_how_to_run_a_newer_one(
    tmp_path: Path, runs: Any, pinned: str, origin: Origin, command: str
) -> None:
    result = runs(journal(tmp_path, {"requirements.txt": f"{pinned}\n"}), origin=origin)
    assert result.err.splitlines()[1:] == [f"  {command}", "there is nothing to change"]


def test_an_older_daytrail_does_not_lower_the_pin(tmp_path: Path, runs: Any) -> None:
    journal(tmp_path, {"requirements.txt": "daytrail==0.10.0\n"})
    result = runs(tmp_path, "--write", origin=RELEASE)
    assert (result.status, texts(tmp_path)["requirements.txt"]) == (1, "daytrail==0.10.0\n")
    assert "0.10.0, which is newer than this Daytrail, 0.3.0" in result.err


# the changelog


def test_only_versions_after_the_pinned_one_are_shown(tmp_path: Path, runs: Any) -> None:
    result = runs(journal(tmp_path, {"requirements.txt": "daytrail==0.1.0\n"}), origin=RELEASE)
    assert "Pages are greener" in result.err
    assert "Weeks are wider" in result.err
    assert "The first version" not in result.err


@pytest.fixture
def repository(tmp_path: Path) -> tuple[str, list[str]]:
    """Return the URL of a repository with two commits of a changelog, older first, and the commits."""
    folder, commits = tmp_path / "repository", []
    folder.mkdir()

    def git(*arguments: str) -> str:
        who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false")
        command = ["git", *who, *arguments]
        return subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=True).stdout

    git("init", "--quiet")
    for text in (CHANGELOG.replace("- Days are longer.\n", "").replace("- Maps are rounder.\n", ""), CHANGELOG):
        (folder / "CHANGELOG.md").write_text(text, encoding="utf-8")
        git("add", ".")
        git("commit", "--quiet", "-m", "Change")
        commits.append(git("rev-parse", "HEAD").strip())
    return folder.as_uri(), commits


def test_of_a_commit_only_new_lines_are_shown(tmp_path: Path, runs: Any, repository: tuple[str, list[str]]) -> None:
    """They are those that the changelog of the pinned commit does not have, below their headings."""
    url, (older, _) = repository
    result = runs(journal(tmp_path / "j", {"requirements.txt": f"daytrail @ git+{url}@{older}\n"}))
    shown = result.err.partition("\n0.3.0")[2].partition("\n\nrequirements.txt")[0]
    assert shown == (
        " – 2027-03-01\n\n### If you used an earlier version\n- Days are longer.\n### The site\n- Maps are rounder."
    )


def test_an_older_commit_does_not_lower_the_pin(
    tmp_path: Path, runs: Any, repository: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, (_, newer) = repository
    journal(tmp_path / "j", {"requirements.txt": f"daytrail @ git+{url}@{newer}\n"})
    monkeypatch.setattr("tests.cli.test_upgrade.CHANGELOG", CHANGELOG.replace("- Days are longer.\n", ""))
    assert "which is newer than this Daytrail" in runs(tmp_path / "j", "--write").err


def test_without_the_pinned_changelog_the_newest_changes_are_shown(tmp_path: Path, runs: Any) -> None:
    """As without a network: what is new for those who used an earlier version, and that some of it may not be."""
    url = (tmp_path / "nowhere").as_uri()
    result = runs(journal(tmp_path / "j", {"requirements.txt": f"daytrail @ git+{url}@{OLD}\n"}))
    assert result.status == 0
    assert "Days are longer" in result.err
    assert "Maps are rounder" not in result.err
    assert "so some of this may not be new" in result.err


def test_the_changelog_of_this_version_has_sections() -> None:
    """The first is of the version that runs, and has lines for those who used an earlier one."""
    newest, *_ = changelog.sections((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert newest.version == __version__
    assert "\n- " in changelog.newest_changes(changelog.changelog())[0].text


# locked versions


@pytest.fixture
def index(tmp_path: Path) -> tuple[dict[str, str], str]:
    """Return an environment in which pip finds Daytrail 0.3.0 only, in a folder, and the hash of its wheel."""
    wheel = tmp_path / "index/daytrail-0.3.0-py3-none-any.whl"
    wheel.parent.mkdir()
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in {
            "METADATA": "Metadata-Version: 2.1\nName: daytrail\nVersion: 0.3.0\n",
            "WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            "RECORD": "",
        }.items():
            archive.writestr(f"daytrail-0.3.0.dist-info/{name}", text)
    environment = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheel.parent)}
    return environment, hashlib.sha256(wheel.read_bytes()).hexdigest()


def test_a_lock_has_the_hash_of_each_file(tmp_path: Path, runs: Any, index: tuple[dict[str, str], str]) -> None:
    """It has the tested versions, but for what the owner names, and pip takes it; the next upgrade renews it."""
    environment, digest = index
    own = f"mkdocs-material==9.9 --hash=sha256:{'0' * 64}\n"
    journal(tmp_path / "j", {"requirements.txt": f"daytrail==0.1.0\n{own}"})
    assert runs(tmp_path / "j", "--lock", "--write", origin=RELEASE, **environment).status == 0
    locked = texts(tmp_path / "j")["requirements.txt"]
    assert locked.startswith(f"daytrail==0.3.0 \\\n    --hash=sha256:{digest}\n{own}\n# What Daytrail needs")
    tested = (ROOT / "requirements/site.txt").read_text(encoding="utf-8")
    requirements = [line for line in tested.splitlines() if "==" in line and not line.startswith("mkdocs-material==")]
    assert [line for line in locked.splitlines() if "==" in line][2:] == requirements
    assert len(locked.split("--hash=")) > len(requirements)

    (tmp_path / "j/requirements.txt").write_text(
        locked.replace("0.3.0", "0.2.0").replace("babel==", "old=="), encoding="utf-8"
    )
    runs(tmp_path / "j", "--write", origin=RELEASE, **environment)
    assert texts(tmp_path / "j")["requirements.txt"] == locked


def test_a_lock_beside_a_commit_has_versions_without_hashes(tmp_path: Path, runs: Any) -> None:
    """Pip can check no hash of a commit, and would then refuse the file."""
    journal(tmp_path, {"requirements.txt": f"daytrail @ git+{REPOSITORY}@{NEW}\n"})
    assert runs(tmp_path, "--lock", "--write").status == 0
    locked = texts(tmp_path)["requirements.txt"]
    tested = (ROOT / "requirements/site.txt").read_text(encoding="utf-8")
    assert "--hash" not in locked
    assert [line for line in locked.splitlines() if "==" in line] == [
        line.removesuffix(" \\") for line in tested.splitlines() if "==" in line
    ]


@pytest.mark.parametrize(
    ("own_lines", "origin", "message"),
    [
        ("mkdocs-rss==1\ndaytrail==0.1.0\n", RELEASE, "requirements.txt:1:1: error: `mkdocs-rss` has no hash"),
        (
            f"daytrail==0.1.0\nmkdocs-rss==1 --hash=sha256:{'0' * 64}\n",
            replace(COMMIT),
            "requirements.txt:1:1: error: `daytrail` cannot have a hash",
        ),
    ],
)
def test_what_pip_would_refuse_is_not_written(
    tmp_path: Path, runs: Any, own_lines: str, origin: Origin, message: str
) -> None:
    journal(tmp_path, {"requirements.txt": own_lines})
    result = runs(tmp_path, "--lock", "--write", origin=origin, PIP_NO_INDEX="1")
    assert (result.status, texts(tmp_path)["requirements.txt"]) == (1, own_lines)
    assert message in result.err


def test_an_index_without_the_version_changes_nothing(tmp_path: Path, runs: Any) -> None:
    journal(tmp_path, {"requirements.txt": "daytrail==0.1.0\n"})
    result = runs(tmp_path, "--lock", "--write", origin=RELEASE, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(tmp_path))
    assert (result.status, texts(tmp_path)["requirements.txt"]) == (1, "daytrail==0.1.0\n")
    assert "the hash of daytrail[cards,search]==0.3.0 cannot be read" in result.err
