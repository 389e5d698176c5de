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
OUR_THEME = SITE | {"mkdocs.yml": SITE["mkdocs.yml"].replace("name: mkdocs", f"name: {THEME}")}


def test_a_build_writes_the_site(tmp_path: Path) -> None:
    result = spawn(write(project(tmp_path), OUR_THEME), "build", "--strict")
    assert (result.status, result.out) == (0, "")
    assert "Ebb" in (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert "end of life" not in result.err  # Material says so unless asked not to


@pytest.mark.parametrize(("name", "mark"), [("build", ""), ("serve", "ERROR   -  ")])
def test_errors_are_listed_and_nothing_is_built(tmp_path: Path, name: str, mark: str) -> None:
    result = spawn(write(project(tmp_path), SITE | {"entries/2026-01-13.md": "---\ntitel: x\n---\n"}), name)
    assert result.status == 1
    assert f"{mark}entries/2026-01-13.md:2:1: error: unknown key `titel`\n  hint: did you mean `title`?\n" in result.err
    assert "1 error stops the build; see above" in result.err
    assert not (tmp_path / "site").exists()


def test_errors_of_settings_are_listed_without_mkdocs(tmp_path: Path) -> None:
    result = run(write(project(tmp_path), SITE | {"mkdocs.yml": "site_name: [open\n"}), "build")
    assert result.status == 1
    assert result.err.endswith("\n1 error\nnothing was built\n")


def test_what_mkdocs_refuses_has_its_place(tmp_path: Path) -> None:
    text = "site_name: Tides\nplugins: [daytrail, tides]\n"
    result = spawn(write(project(tmp_path), SITE | {"mkdocs.yml": text}), "build")
    assert result.status == 1
    assert 'ERROR   -  mkdocs.yml:2:21: `plugins`: The "tides" plugin is not installed' in result.err


@pytest.mark.parametrize("options", ["--strict -- -q", "--strict -- --quiet", "-- -q -s", "-- -qs"])
def test_quiet_together_with_strict_is_refused(tmp_path: Path, options: str) -> None:
    result = run(write(project(tmp_path), SITE), "build", *options.split())
    assert (result.status, "quiet and strict" in result.err) == (2, True)


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
    result = spawn(write(project(tmp_path), SITE), "build", "--clean", "--", "--site-dir", "other", "-q")
    assert (result.status, result.err) == (0, "")
    assert (tmp_path / "other/index.html").is_file()


def test_a_build_with_nothing_to_do_says_what_the_last_one_said(tmp_path: Path) -> None:
    """It does not even import MkDocs, until a file of the project or of the site changes."""
    own = {
        "docs/index.md": "# Ebb\n\n{{ timeline() }}\n",
        "macros.py": (ROOT / "macros.py").read_text(encoding="utf-8"),
    }
    write(project(tmp_path), SITE | own | {"entries/2026/2026-01-13.md": ENTRY.replace("01-12", "01-13")})
    first, again = (spawn(tmp_path, "build").err for _ in range(2))
    warnings = first.partition("INFO")[0]
    assert "day 8 is doubled" in warnings
    assert again == f"{warnings}INFO    -  Nothing has changed since the last build\n"
    (tmp_path / "site/index.html").unlink()
    for option, keeps_pages in (("--strict", True), ("--clean", False)):
        [(number, pages)] = re.findall(r"(\d+) of (\d+) pages were built", spawn(tmp_path, "build", option).err)
        assert (int(number) < int(pages)) == keeps_pages
        assert spawn(tmp_path, "build").err == again
    write(tmp_path, {"entries/2026/2026-01-14.md": "[x](none.md)\n"})
    spawn(tmp_path, "build", "--", "--quiet")
    for _ in range(2):  # a quiet build hides no warning from later ones
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


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    write(project(tmp_path), SITE)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"127.0.0.1:{server.getsockname()[1]}"
        result = spawn(tmp_path, "serve", "--dev-addr", address)
    assert result.status == 1
    assert (
        f"nothing can listen on {address}: address already in use; name another address with --dev-addr" in result.err
    )
    assert "Traceback" not in result.err


def fetch(url: str) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(url) as page:  # noqa: S310 - the address is ours
                return str(page.read().decode())
        except urllib.error.URLError:
            time.sleep(0.2)
    return ""
