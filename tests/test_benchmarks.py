"""Benchmarks: each runs to its end at its smallest size. README and benchmarks/RESULTS.md quote their figures."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine import HAS_PAGEFIND
from tools import browser

ROOT = Path(__file__).resolve().parent.parent
SMALLEST = {
    "benchmarks/plan.py": ["1", "--rounds", "1"],
    "benchmarks/reading.py": ["1", "--rounds", "1"],
    "benchmarks/imports.py": ["1", "--rounds", "1"],
    "benchmarks/builds.py": ["1x60", "--rounds", "1", "--saves", "1", "--no-download"],
    "benchmarks/search.py": ["20"],
}


def test_make_bench_runs_these_benchmarks() -> None:
    recipe = re.search(r"^bench:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert recipe
    assert re.findall(r"benchmarks/\w+\.py", recipe[1]) == list(SMALLEST)


@pytest.mark.site
@pytest.mark.parametrize("script", SMALLEST)
def test_a_benchmark_runs_to_its_end(script: str) -> None:
    if sys.platform == "win32":
        pytest.skip("the benchmarks measure memory with functions that Windows does not have")
    if script == "benchmarks/search.py" and (browser.find() is None or not HAS_PAGEFIND):
        pytest.skip("it needs a browser and Pagefind")
    command = [sys.executable, script, *SMALLEST[script]]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 0, result.stderr
    assert "memory" in result.stdout
