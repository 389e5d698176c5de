"""Fuzzing: random projects, documents and settings until the time is over.

python tools/fuzz.py SECONDS

Runs all tests of properties in rounds, each with another seed and ten times the examples that `make test` tries. What
fails is kept in .hypothesis, is made as small as possible, and is tried first the next time. If Atheris is installed,
the test of one text is also driven by the code that it reaches, for a fifth of the time.
"""

import importlib.util
import os
import random
import subprocess
import sys
import time

PYTEST = (sys.executable, "-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--hypothesis-profile", "fuzz")
OF_PROPERTIES = ("-m", "hypothesis and not browser")
COVERAGE_GUIDED = "test_any_text_is_an_entry_or_an_error"
_ATHERIS = """
import sys
import atheris
with atheris.instrument_imports(include=["daytrail"]):
    from tests.fuzz import test_entries
atheris.Setup(sys.argv, getattr(test_entries, sys.argv.pop()).hypothesis.fuzz_one_input)
atheris.Fuzz()
"""


def run(command: list[str], seconds: float) -> int:
    """Run a command for some seconds at most; return its exit status, 0 if the time is over."""
    try:
        return subprocess.run(command, timeout=max(1, seconds), check=False).returncode
    except subprocess.TimeoutExpired:
        return 0


def main(seconds: float) -> int:
    """Fuzz for some seconds; return 1 after a failure."""
    end = time.monotonic() + seconds
    if importlib.util.find_spec("atheris"):
        share = int(seconds / 5)
        if run([sys.executable, "-c", _ATHERIS, f"-max_total_time={share}", COVERAGE_GUIDED], share + 30):
            return 1
    rounds = 0
    while time.monotonic() < end:
        rounds += 1
        seed = random.randrange(2**32)  # noqa: S311 - no secret
        print(f"round {rounds}: --hypothesis-seed={seed}", flush=True)
        workers = os.environ.get("WORKERS", "auto")
        command = [*PYTEST, "-n", workers, f"--hypothesis-seed={seed}", *OF_PROPERTIES]
        if run(command, end - time.monotonic()):
            return 1
    print(f"{rounds} rounds without a failure")
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1])))
