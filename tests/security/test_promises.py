"""The page about security and these tests say the same."""

import ast
import re

from tests.command import ROOT

TABLE = re.compile(r"^\| (?P<promise>[^|]+) \| [^|]+ \| `(?P<file>test_\w+\.py)` \|$", re.MULTILINE)
"""A row of the table of promises."""


def test_the_table_of_promises_lists_each_file_of_security_tests() -> None:
    """The first line of a file's docstring is the promise that its tests hold."""
    page = (ROOT / "docs/security.md").read_text(encoding="utf-8")
    table = {row["file"]: row["promise"] for row in TABLE.finditer(page)}
    files = sorted((ROOT / "tests/security").glob("test_*.py"))
    promises = {
        path.name: (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n")[0]
        for path in files
        if path.name != "test_promises.py"
    }
    assert table == promises
