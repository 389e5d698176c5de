"""`daytrail build` and `daytrail serve`: problems first, then MkDocs."""

import re
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.command import ENTRY, ROOT, project, run, spawn, write
from tests.engine import ENGINE, THEME
from tests.processes import PATIENCE, interrupt, start, unused_address

pytestmark = pytest.mark.site

SITE = {"mkdocs.yml": "site_name: Tides\ntheme: {name: mkdocs}\nplugins: [daytrail]\n", "docs/index.md": "# Ebb\n"}
NOTHING_CHANGED = "INFO    -  Nothing has changed since the last build\n"


def test_a_build_writes_the_site(tmp_path: Path) -> None:
    write(project(tmp_path), {key: text.replace("name: mkdocs", f"name: {THEME}") for key, text in SITE.items()})
    result = spawn(tmp_path, "build", "--strict")
    assert (result.status, result.out) == (0, "")
    assert "Ebb" in (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert "end of life" not in result.err  # Material says so unless asked not to


@pytest.mark.parametrize("name", ["build", "serve"])
def test_errors_are_listed_and_nothing_is_built(tmp_path: Path, name: str) -> None:
    write(project(tmp_path), SITE | {"entries/2026-01-13.md": "---\ntitel: x\n---\n"})
    result = spawn(tmp_path, name)
    assert (result.status, result.out) == (1, "")
    assert result.err == (
        "entries/2026-01-13.md:2:1: error: unknown key `titel`\n"
        "  hint: did you mean `title`?\n"
        "1 error\n"
        "nothing was built\n"
    )
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("[daytrail]", "[daytrail, tides]", 'mkdocs.yml:3:21: `plugins`: The "tides" plugin is not installed'),
        ("name: mkdocs", "name: sand", "mkdocs.yml:2:15: `theme`: Unrecognised theme name: 'sand'."),
        ("\nplugins", "\nuse_directory_urls: often\nplugins", "mkdocs.yml:3:21: `use_directory_urls`: Expected type"),
    ],
)
def test_what_mkdocs_refuses_has_its_place(tmp_path: Path, old: str, new: str, problem: str) -> None:
    write(project(tmp_path), SITE | {"mkdocs.yml": SITE["mkdocs.yml"].replace(old, new)})
    result = spawn(tmp_path, "build")
    assert result.status == 1
    assert f"ERROR   -  {problem}" in result.err


@pytest.mark.parametrize(("options", "status"), [([], 0), (["--strict"], 1), (["--", "-s"], 1)])
def test_a_broken_link_fails_only_a_strict_build(tmp_path: Path, options: list[str], status: int) -> None:
    write(project(tmp_path), SITE | {"docs/index.md": "[x](none.md)"})
    assert spawn(tmp_path, "build", *options).status == status


@pytest.mark.parametrize(
    "options",
    [
        ["--strict", "--", "-q"],
        ["--strict", "--", "--quiet"],
        ["--", "-q", "-s"],
        ["--", "-qs"],
    ],
)
def test_quiet_together_with_strict_is_refused(tmp_path: Path, options: list[str]) -> None:
    write(project(tmp_path), SITE)
    result = run(tmp_path, "build", *options)
    assert result.status == 2
    assert "quiet and strict" in result.err


def test_a_project_may_name_its_settings_as_properdocs_does(tmp_path: Path) -> None:
    """`properdocs.yml` is read by either engine, and a build prints no note about the name of the file."""
    write(project(tmp_path), SITE)
    (tmp_path / "mkdocs.yml").rename(tmp_path / "properdocs.yml")
    result = spawn(tmp_path, "build")
    assert (result.status, result.out) == (0, "")
    assert "should be renamed" not in result.err
    page = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert "Ebb" in page
    assert ("ProperDocs" in page) == (ENGINE == "properdocs")


def test_options_after_two_dashes_are_passed_to_mkdocs(tmp_path: Path) -> None:
    write(project(tmp_path), SITE)
    result = spawn(tmp_path, "build", "--clean", "--", "--site-dir", "other", "-q")
    assert (result.status, result.err) == (0, "")
    assert (tmp_path / "other/index.html").is_file()


def test_a_clean_build_keeps_no_page(tmp_path: Path) -> None:
    """A build keeps pages of the last one; after `--clean`, the next one does so again."""
    site = {key: text.replace("name: mkdocs", f"name: {THEME}") for key, text in SITE.items()}
    settings = {"mkdocs.yml": f"site_name: Tides\ntheme: {{name: {THEME}}}\nplugins: [daytrail]\n"}
    root = write(project(tmp_path), site | settings)

    def built(*options: str) -> tuple[int, int]:
        [(number, pages)] = re.findall(r"(\d+) of (\d+) pages were built", spawn(root, "build", *options).err)
        return int(number), int(pages)

    number, pages = built()
    assert number == pages
    assert built("--", "--verbose") < (number, pages)
    assert built("--clean") == (number, pages)
    assert built("--", "--verbose") < (number, pages)


def test_a_build_with_nothing_to_do_says_what_the_last_one_said(tmp_path: Path) -> None:
    """It does not even import MkDocs, until a file of the project or of the site changes."""
    site = {key: text.replace("name: mkdocs", f"name: {THEME}") for key, text in SITE.items()}
    own = {
        "macros.py": (ROOT / "macros.py").read_text(encoding="utf-8"),
        "docs/index.md": "# Ebb\n\n{{ timeline() }}\n",
    }
    write(project(tmp_path), site | own | {"entries/2026/2026-01-13.md": ENTRY.replace("01-12", "01-13")})
    first, again = (spawn(tmp_path, "build").err for _ in range(2))
    warnings = first.partition("INFO")[0]
    assert "day 8 is doubled" in warnings
    assert again == f"{warnings}{NOTHING_CHANGED}"
    assert spawn(tmp_path, "build", "--", "--quiet").err == warnings
    (tmp_path / "site/index.html").unlink()
    assert "pages were built" in spawn(tmp_path, "build", "--strict").err
    assert spawn(tmp_path, "build").err == again
    write(tmp_path, {"docs/index.md": "# Ebb\n\n[x](none.md)\n"})
    for _ in range(2):  # the warning of a link is repeated, and a strict build fails each time
        assert "none.md" in spawn(tmp_path, "build").err
    assert spawn(tmp_path, "build", "--strict").status == 1


def test_serve_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    write(project(tmp_path), SITE)
    address = unused_address()
    serving = start([sys.executable, "-m", "daytrail", "serve", "--dev-addr", address], cwd=tmp_path)
    try:
        assert "Ebb" in fetch(f"http://{address}/")
    finally:
        status = interrupt(serving)
        result, _ = serving.communicate()
    assert (status, "Traceback" in result) == (0, False)


@pytest.mark.parametrize("module", ["mkdocs"])
def test_a_port_in_use_is_one_line(tmp_path: Path, module: str) -> None:
    write(project(tmp_path), SITE)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        serving = start([sys.executable, "-m", module, "serve", "--dev-addr", address], cwd=tmp_path)
        result, _ = serving.communicate(timeout=PATIENCE)
    assert serving.returncode == 1
    assert f"nothing can listen on {address}: address already in use; name another address with --dev-addr" in result
    assert "Traceback" not in result


def fetch(url: str) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url) as page:  # noqa: S310 - the address is ours
                return str(page.read().decode())
        except urllib.error.URLError:
            time.sleep(0.2)
    return ""
