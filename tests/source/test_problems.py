"""Problems: every mistake is reported at its location, in a writer's words; see `cases/problems`.

With `UPDATE_CASES=1` in the environment the reports in the cases are written anew; read the diff.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
import yaml

from daytrail.source.load import Loaded, load
from tests.for_each import for_each

FOLDER = Path(__file__).parents[1] / "cases/problems"
FILES: Mapping[str, Path] = {
    name: path for path in sorted(FOLDER.glob("*.yml")) for name in yaml.safe_load(path.read_text(encoding="utf-8"))
}
"""The file of each case."""
CASES: Mapping[str, dict[str, Any]] = {
    name: case
    for path in sorted({*FILES.values()})
    for name, case in yaml.safe_load(path.read_text(encoding="utf-8")).items()
}
BIG = {name for name, case in CASES.items() if any("repeat" in written for written in case["files"].values())}
"""Cases with a file that is large, deep or long."""
PARSERS = [name for name in ("CSafeLoader", "SafeLoader") if hasattr(yaml, name)]
"""PyYAML's parsers; a wheel without libyaml has the second only."""
# What only a programmer would say.
FOREIGN = re.compile(
    r"\b(str|int|float|bool|dict|tuple|none|nonetype|scalar|mapping|sequence|token|traceback|pydantic|(?<!\.)yaml)\b",
    re.IGNORECASE,
)


class TooMuchWorkError(Exception):
    """More function calls were made than the size of the input allows."""


@contextmanager
def limited_work(size: int) -> Iterator[None]:
    """Raise TooMuchWorkError once reading `size` bytes takes more function calls than a linear algorithm needs.

    Calls are counted instead of seconds, so that a busy machine changes nothing.
    """
    # `tools/mutation.py` calls each function through others.
    calls_left = (20_000 + 30 * size) * (100 if "MUTANT_UNDER_TEST" in os.environ else 1)

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls_left
        calls_left -= event in ("call", "c_call")
        if calls_left < 0:
            raise TooMuchWorkError

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Modules that are imported by the first load, whose calls no later one makes."""
    root = tmp_path_factory.mktemp("first")
    make(root, {"curriculum.yaml": "a: [\n", "entries/2026-01-05.md": "title: A\n---\nText.\n", "docs/a.md": "---\na"})
    load(root)


def written(content: Any) -> bytes:
    """The bytes of a file: text, `{hex: …}`, or `{before: …, repeat: {text: …, times: …}, after: …}`."""
    if isinstance(content, str):
        return content.encode()
    if "hex" in content:
        return bytes.fromhex(content["hex"])
    many = content["repeat"]["text"] * content["repeat"]["times"]
    return f"{content.get('before', '')}{many}{content.get('after', '')}".encode()


def make(root: Path, files: Mapping[str, Any]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if "link" in content and not isinstance(content, str):
            try:
                path.symlink_to(content["link"])
            except (OSError, NotImplementedError):
                pytest.skip("this system makes no links")
        else:
            path.write_bytes(written(content))


def report(loaded: Loaded) -> str:
    return "".join(f"{problem}\n" for problem in loaded.problems)


def update_case(name: str, reported: str) -> None:
    """Write a new report into a case, and leave its other keys as they are."""
    path = FILES[name]
    block = f"  report: |\n{indent(reported, '    ')}" if reported else '  report: ""\n'
    before, start, after = path.read_text(encoding="utf-8").partition(f"{name}:\n")
    own = re.sub(r"^  report:.*\n(?:    .*\n|\n(?=    ))*", lambda _: block, after, count=1, flags=re.MULTILINE)
    path.write_text(f"{before}{start}{own}", encoding="utf-8")


@pytest.mark.parametrize("name", CASES)
def test_a_project_has_the_problems_of_its_case_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, imported: None
) -> None:
    case = CASES[name]
    assert case.keys() <= {"why", "files", "report", "entries"}
    make(tmp_path, case["files"])
    every = sum(path.startswith("entries/") for path in case["files"])
    for parser in PARSERS:
        if name in BIG and parser == "SafeLoader":
            continue  # takes minutes
        monkeypatch.setattr("daytrail.source.yaml.parser.LOADER", getattr(yaml, parser))
        with limited_work(sum(len(written(content)) for content in case["files"].values() if "link" not in content)):
            loaded = load(tmp_path)
        if os.environ.get("UPDATE_CASES") and report(loaded) != case["report"]:
            update_case(name, report(loaded))
            case = {**case, "report": report(loaded)}
        assert (parser, report(loaded)) == (parser, case["report"])
        assert len(loaded.journal.entries) == case.get("entries", every)


@for_each(CASES)
def test_messages_have_no_words_of_programmers(name: str) -> None:
    """A message has no programmer's words outside of what the writer wrote, and an error names a way out."""
    reported = CASES[name]["report"]
    problems = re.findall(r"^.+?:\d+:\d+: (error|warning): (.*(?:\n  hint: .*)?)\n", reported, re.MULTILINE)
    assert len(problems) == len(re.findall(r"^\S", reported, re.MULTILINE))
    for severity, message in problems:
        assert not FOREIGN.search(re.sub(r"``?[^`]*``?", "", message)), message
        assert "\n  hint: " in message or severity == "warning", message


def test_a_file_of_too_many_values_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daytrail.source.yaml.parser.MAX_VALUES", 1_000)
    make(tmp_path, {"curriculum.yaml": "title: Plan\nrest:\n" + "- mon\n" * 1_010})
    (problem,) = load(tmp_path).problems
    assert str(problem) == (
        "curriculum.yaml:996:3: error: the file holds more than 1,000 values\n  hint: split it, or make it shorter"
    )


def test_a_chain_of_topics_may_be_long(tmp_path: Path) -> None:
    """A circle of two thousand topics is one problem, with the ends of the way around."""
    topics = "".join(f"  - {{id: t{n}, title: T, needs: [t{(n + 1) % 2_000}]}}\n" for n in range(2_000))
    make(tmp_path, {"curriculum.yaml": f"title: Plan\ntopics:\n{topics}"})
    (problem,) = load(tmp_path).problems
    assert problem.message == (
        "topics need each other in a circle: t0 → t1 → t2 → t3 → t4 → … → t1996 → t1997 → t1998 → t1999 → t0"
    )


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="this system refuses such names itself")
@pytest.mark.parametrize("name", [b"2025-01-06-\xff.md", b"2025-01-06\n.md", b"2025-01-06\x7f.md", b"\xff/D.md"])
def test_a_file_name_that_is_no_text_is_reported(name: bytes, tmp_path: Path) -> None:
    """A file whose path is no UTF-8, or breaks a line, is reported in a line that can be printed."""
    path = tmp_path / "entries" / os.fsdecode(name)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"")
    loaded = load(tmp_path)
    (problem,) = loaded.problems
    assert problem.message == "the file's name is not plain text"
    assert str(problem).encode().count(b"\n") == 1
    assert loaded.journal.entries == ()
