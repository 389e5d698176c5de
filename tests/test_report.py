"""Output of `make test`: no letters, and what failed first is the last thing printed."""

import subprocess
import sys
from pathlib import Path

from tests.website import ROOT

TERMINAL = 40
"""Lines of a small terminal."""


def run_pytest(folder: Path, tests: str) -> list[str]:
    """Run pytest as `make test` does, on a module; return the lines that it prints."""
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    (folder / "test_tides.py").write_text(tests, encoding="utf-8")
    options = ["-p", "tests.report", "--quiet", "--tb=short", "-rN", "-p", "no:cacheprovider"]
    result = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-c", str(folder / "pytest.ini"), str(folder)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.stderr == ""
    return result.stdout.splitlines()


def test_tests_that_pass_are_one_line(tmp_path: Path) -> None:
    lines = run_pytest(tmp_path, "".join(f"def test_{n}(): pass\n" for n in range(200)))
    assert [line.split(" in ")[0] for line in lines if line] == ["200 passed"]


def test_the_first_of_many_failures_is_on_the_last_screen(tmp_path: Path) -> None:
    """Even where many tests fail, with long messages, long lines and captured output."""
    tests = [
        f"def test_{n}():\n    print('x\\n' * 100)\n    assert {n} < 0, 'y' * 999 + '\\nz' * 100\n" for n in range(30)
    ]
    lines = run_pytest(tmp_path, "".join(tests))
    screen = lines[-TERMINAL + 2 :]  # make and the prompt have a line each
    assert "test_tides.py::test_0" in screen
    assert "and 22 more" in screen
    assert any(line.startswith("E   AssertionError: yyy") for line in screen)
    assert "E   assert 0 < 0" in screen
    assert max(map(len, screen)) <= 80
    assert screen[-1].startswith("30 failed in ")


def test_a_failure_is_named_when_it_happens_and_shown_whole(tmp_path: Path) -> None:
    lines = run_pytest(tmp_path, "def test_ebb():\n    print('low water')\n    assert 1 == 2\ndef test_flood(): pass\n")
    assert "FAILED test_tides.py::test_ebb" in lines[:2]
    assert "low water" in lines
    assert lines.count("E   assert 1 == 2") == 2, "in pytest's report, and at the end"
