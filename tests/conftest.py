"""Markers, settings and fixtures for all tests."""

import compileall
import gc
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeAlias

import jinja2
import pytest
from hypothesis import HealthCheck, settings

from tests.engine import THEME  # isort: skip - the first one, since others import mkdocs
from mkdocs.theme import Theme

from daytrail.project import data_files
from daytrail.site import static_files
from daytrail.views.files import card_drawing
from tests import hostile as hostile_words
from tests.documentation import copy_of_the_demo
from tests.forked import served
from tests.once import built_once
from tests.rebuild import start
from tests.website import DEMO_TODAY, ROOT, Built, Site, build, for_theme, make, serve

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.chromium import Browsers

# A slow machine is no failure.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# `make test` tries the same few examples each time, `make fuzz` many others.
settings.register_profile("test", settings.get_profile("any machine"), max_examples=20, derandomize=True)
settings.register_profile("fuzz", settings.get_profile("any machine"), max_examples=200, print_blob=True)
settings.load_profile("test")

# A git hook and `git bisect run` name their repository, in which the tests would then commit.
for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"):
    os.environ.pop(name, None)

# Else each of the processes that tests start, which write no bytecode, would compile all modules again.
if "PYTEST_XDIST_WORKER" not in os.environ:
    compileall.compile_dir(ROOT / "src", quiet=2)
# Bytecode of macros.py would be a file in the project that no build wrote.
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.dont_write_bytecode = True

# Records of sites and the like are in a folder of the user, which is another one for each process.
_user_folder = TemporaryDirectory()
os.environ["XDG_CACHE_HOME"] = _user_folder.name

TESTS = Path(__file__).parent

MARKED_FOLDERS = ("browser", "site")
"""Folders whose tests are marked with the folder's name; `make test FAST=1` leaves both out."""


class _CompiledTemplates(jinja2.BytecodeCache):
    """Code of the theme's templates, which take half of the time of a small build to compile."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        bucket.code = self._known.get(bucket.key + bucket.checksum)

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        self._known[bucket.key + bucket.checksum] = bucket.code


_new_environment, _compiled = Theme.get_env, _CompiledTemplates()
_listed: dict[tuple[str, ...], list[str]] = {}


def _environment(self: Theme) -> jinja2.Environment:
    env = _new_environment(self)
    env.bytecode_cache = _compiled
    if all(Path(folder).is_relative_to(sys.prefix) or ROOT / "src" in Path(folder).parents for folder in self.dirs):
        list_templates, key = env.list_templates, (*self.dirs, *sorted(self.static_templates))

        def listed(**options: Any) -> list[str]:
            """List the files of the theme, 14,000 of which are icons, once for all builds."""
            if key not in _listed:
                _listed[key] = list_templates(**options)
            return _listed[key]

        setattr(env, "list_templates", listed)  # noqa: B010 - mypy takes it for another type
    return env


setattr(Theme, "get_env", _environment)  # noqa: B010 - mypy takes it for another type

# What is the same in all sites is made once.
_draw_card, _joined = cache(card_drawing.draw_card), cache(static_files._joined)
card_drawing.draw_card = lambda lines, levels: _draw_card(tuple(lines), levels and tuple(levels))
static_files._joined = lambda paths: _joined(tuple(paths))
data_files._schema_text = cache(data_files._schema_text)


Journal: TypeAlias = Callable[[Mapping[str, str | bytes]], Path]
Shared: TypeAlias = Callable[..., Site]
Host: TypeAlias = Callable[[str, Site], str]


def pytest_sessionstart() -> None:
    """Forget what is cached: mutmut runs the tests again and again in one process, with one mutant after the other."""
    if "MUTANT_UNDER_TEST" in os.environ:
        for found in gc.get_objects():
            if isinstance(found, _lru_cache_wrapper):
                found.cache_clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of some folders with the folder's name."""
    for item in items:
        folder = item.path.relative_to(TESTS).parts[0]
        if folder in MARKED_FOLDERS:
            item.add_marker(folder)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the repository's own site, as of the day after its last entry."""

    def build_demo(folder: Path) -> Built:
        project = ROOT
        if THEME != "material":  # which the repository's mkdocs.yml names
            project = copy_of_the_demo(folder / "project")
            settings = project / "mkdocs.yml"
            settings.write_text(for_theme(settings.read_text(encoding="utf-8")), encoding="utf-8")
        return build(project, into=folder / "site", DAYTRAIL_TODAY=DEMO_TODAY)

    built = built_once(tmp_path_factory, "demo", build_demo)
    assert built.status == 0, built.output
    return built.site


@pytest.fixture(scope="session")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build the site of the hostile journal."""
    return built_once(
        tmp_path_factory, "hostile", lambda folder: build(make(folder / "project", hostile_words.journal()))
    )


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    """Return a function that writes a project into the test's own folder."""
    return lambda files: make(tmp_path / "project", files)


@pytest.fixture(scope="session")
def command_folder() -> Iterator[Path]:
    """Yield a folder with a `daytrail` for scripts, which needs no imports of its own."""
    with TemporaryDirectory() as folder, served(Path(folder)):
        yield Path(folder)


@pytest.fixture(scope="session")
def built_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a small project that was built once; tests copy it."""
    return start(tmp_path_factory.mktemp("built_project"))


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    """Return a function that returns the site of a project by a name; the first process to ask builds it."""

    def site_of(name: str, files: Mapping[str, str | bytes], *, strict: bool = True) -> Site:
        built = built_once(tmp_path_factory, name, lambda folder: build(make(folder / "project", files), strict=strict))
        assert built.status == 0, built.output
        return built.site

    return site_of


@pytest.fixture(scope="session")
def server() -> Iterator[tuple[dict[str, Path], int]]:
    """Yield the folder of each host name and the port of the server."""
    folders: dict[str, Path] = {}
    with serve(folders) as port:
        yield folders, port


@pytest.fixture(scope="session")
def host(server: tuple[dict[str, Path], int]) -> Host:
    """Return a function that serves a site at a host, by the first word of its name, and returns its URL."""

    def serve_at(name: str, site: Site) -> str:
        server[0][f"{name}.example"] = site.folder
        return f"http://{name}.example/repo/"

    return serve_at


@pytest.fixture(scope="session")
def browsers(server: tuple[dict[str, Path], int]) -> "Iterator[Browsers]":
    """Yield a function that returns a browser by the width of its fonts; hosts are those of our server."""
    from tests.chromium import browsers  # only a few tests need Playwright

    with browsers(server[1]) as start:
        yield start


@pytest.fixture(scope="session")
def browser(browsers: "Browsers") -> "Browser":
    """Return a browser for tests that have nothing to do with the width of fonts."""
    return browsers("narrow")
