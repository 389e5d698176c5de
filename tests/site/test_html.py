"""The HTML of a page of each kind, by the checker of the W3C."""

import json
import shutil
import subprocess

import pytest

from tests.browser.conftest import KINDS
from tests.website import ROOT, Site

CHECKER = ROOT / "build/vendor/vnu-jar/vnu.jar"
OF_THE_THEME = "Attribute “autocomplete” is only allowed when the input type is"
"""Material's hidden boxes, by which its menu and its search open, have the attribute."""


def test_the_checker_finds_no_error_of_ours(site: Site) -> None:
    java = shutil.which("java")
    if not (java and CHECKER.is_file()):
        pytest.skip("no Java or no checker here: python tools/vendor.py vnu-jar brings the latter")
    pages = [site.folder / address / "index.html" for address in KINDS.values()]
    done = subprocess.run(
        [java, "-jar", CHECKER, "--exit-zero-always", "--errors-only", "--format", "json", *pages],
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    messages = json.loads(done.stderr)["messages"]
    assert any(OF_THE_THEME in message["message"] for message in messages), "it has read the pages"
    errors = [
        (message["url"].removeprefix(site.folder.as_uri()), message.get("lastLine"), message["message"])
        for message in messages
        if OF_THE_THEME not in message["message"]
    ]
    assert errors == []
