"""Of a saved entry, `serve` shows before the build only what that would publish, also with `future: hide`."""

import os
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from tests.rebuild import own_modules
from tests.website import environment, make, settings

pytestmark = pytest.mark.site

HIDES = settings().replace("  - daytrail:\n", "  - daytrail:\n      future: hide\n")
ENTRY = "entries/2026-02-12.md"


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], tuple[bool, str]]]:
    """Save an entry of a site that was served on 2026-02-16; return whether it is shown at once, and its page."""
    project = make(tmp_path_factory.mktemp("served") / "project", {"mkdocs.yml": HIDES, ENTRY: "Low water.\n"})
    with own_modules(project), mock.patch.dict(os.environ, environment()):
        config = load_config(str(project / "mkdocs.yml"))
        config.plugins.on_startup(command="serve", dirty=False)
        build(config)
        plugin: Any = config.plugins["daytrail"]

        def save(text: str) -> tuple[bool, str]:
            (project / ENTRY).write_text(text, encoding="utf-8")
            is_shown = plugin._show_saved({str(project / ENTRY)})
            return is_shown, (project / "site/log/2026/02/12/index.html").read_text(encoding="utf-8")

        yield save
        config.plugins.on_shutdown()


def test_a_saved_entry_is_shown_without_its_private_passages(saved: Callable[[str], tuple[bool, str]]) -> None:
    is_shown, page = saved("Herring. <!-- private -->heron<!-- /private --> %% heron %%\n")
    assert (is_shown, "Herring" in page, "heron" in page) == (True, True, False)


@pytest.mark.parametrize(
    "text",
    [
        "---\ndraft: true\n---\n\nHeron.\n",
        "---\ndate: 2026-02-17\n---\n\nHeron: its page keeps the address of the file.\n",
        "---\ndaay: 3\n---\n\nHeron.\n",
        "Heron <!-- private -->\n",
    ],
    ids=["draft", "future day", "unknown key", "no end of a private passage"],
)
def test_an_entry_that_no_build_would_publish_is_not_shown(saved: Callable[[str], tuple[bool, str]], text: str) -> None:
    is_shown, page = saved(text)
    assert (is_shown, "eron" in page.replace("Herring", "")) == (False, False)
