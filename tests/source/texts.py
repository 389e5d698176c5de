"""Random texts for tests of reading, and what must be true of the problems in any text."""

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path

from hypothesis import strategies as st

from daytrail.problems import Problem
from daytrail.source.load import Loaded, load

ENTRY = "entries/2025-01-06.md"
PLAN = "curriculum.yaml"

# What means something to YAML, Markdown or Daytrail, so that texts of it go wrong in many ways.
PIECES = st.sampled_from(
    [
        *"\n\n\n\t  --::[]{},#&*!|>'\"%@`?\\~<$^_=.0123ax\r\0\x1b\x85\ufeff\u2028é🦀",
        *("---\n", "...\n", ": ", "- ", "  - ", "\n  ", '"', "{{", "}}", "{%", "&a ", "*a", "!!", "\\u12", "\\0"),
        *("date: ", "day: ", "tags: ", "links: ", "hours: ", "draft: ", "series: ", "done: ", "touched: ", "title: "),
        *("parts:", "weeks:", "week: ", "concepts:", "id: ", "text: ", "needs: ", "topics:", "start: ", "pauses:"),
        *("from: ", "2025-02-30", "2025-01-06", "010", "5-3", "null", "true", "yes", "w01/x", "javascript:x", "//[x"),
        *("https://a.org", "file: curriculum/x.yaml", "../..", "<!-- private -->", "<!-- /private -->", "- [ ] "),
        *("- [x] ", "[a](", ")", "![", "$$", "[^a]", "[^a]: ", "|-|-|\n", "```\n"),
    ]
)
TEXT = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=60).map("".join))
FRONT = TEXT.map(lambda text: f"---\n{text}\n---\n\nText.\n")
BYTES = st.one_of(
    st.binary(max_size=200),
    st.tuples(TEXT, st.binary(max_size=8), TEXT).map(lambda parts: parts[0].encode() + parts[1] + parts[2].encode()),
    TEXT.map(lambda text: text.encode("utf-16")),
)


def loaded(files: dict[str, bytes]) -> Loaded:
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return load(Path(folder))


def assert_located(problems: Iterable[Problem], files: dict[str, bytes]) -> None:
    """Assert that each problem is located in one of the files, or right behind its end, with a message of one line."""
    for problem in problems:
        text = files[problem.location.path].decode("utf-8", "replace")
        lines = re.split("\r\n|\r|\n", text)
        assert 1 <= problem.location.line <= len(lines)
        assert 1 <= problem.location.column <= len(lines[problem.location.line - 1]) + 1
        assert problem.message
        assert "\n" not in problem.message + problem.hint
