"""Mutation tests: changes of the code that no test notices, compared with those that are known.

python tools/mutation.py                      test all mutants, which takes hours
python tools/mutation.py "daytrail.facts.*"   test the mutants of some functions

mutmut runs the tests with examples in this process, and reuses the results of earlier runs. The property-based tests,
which are slower, see only the mutants that survive those. A survivor that is not in tests/mutation/survivors.txt is a
missing test, or a line to add there with the reason why it does not matter.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

KNOWN = Path("tests/mutation/survivors.txt")
PROPERTIES = ("tests/facts", "tests/source", "tests/views", "tests/importers/test_log.py")
_SURVIVOR = re.compile(r"^\s*(\S+): survived$", re.MULTILINE)
_NAME = re.compile(r"(?P<module>.+)\.(?:x_|xǁ(?P<type>\w+)ǁ)(?P<function>.+)__mutmut_\d+")


def mutmut(*arguments: str) -> str:
    """Run a command of mutmut and return its output."""
    command = [sys.executable, "-m", "mutmut", *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def description(mutant: str) -> str:
    """Return a mutant as the list has it, with its function and the new line."""
    name = _NAME.fullmatch(mutant)
    diff = mutmut("show", mutant).splitlines()
    changed = [line[1:].strip() for line in diff if line.startswith("+") and not line.startswith("+++")]
    removed = [line[1:].strip() for line in diff if line.startswith("-") and not line.startswith("---")]
    function = ".".join(filter(None, name.group("module", "type", "function"))) if name else mutant
    return f"{function}: {' '.join(changed) or 'without ' + ' '.join(removed)}"


def is_killed_by_properties(mutant: str) -> bool:
    """Run the property-based tests with a mutant and return whether one fails."""
    environment = os.environ | {"MUTANT_UNDER_TEST": mutant, "PYTHONPATH": "src"}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--quiet",
        "-x",
        "-p",
        "no:cacheprovider",
        "-m",
        "hypothesis",
        *PROPERTIES,
    ]
    return subprocess.run(command, cwd="mutants", env=environment, capture_output=True, check=False).returncode == 1


def main(names: list[str]) -> int:
    """Test mutants and print those that are not known; return the exit status."""
    subprocess.run(
        [sys.executable, "-m", "mutmut", "run", "--max-children", os.environ.get("WORKERS", "1"), *names], check=False
    )
    survivors = {description(mutant): mutant for mutant in _SURVIVOR.findall(mutmut("results"))}
    lines = KNOWN.read_text(encoding="utf-8").splitlines()
    known = {line.strip() for line in lines if line and not line.startswith(("#", "    "))}
    new = {text: mutant for text, mutant in survivors.items() if text not in known}
    new = {text: mutant for text, mutant in new.items() if not is_killed_by_properties(mutant)}
    for text, mutant in sorted(new.items()):
        print(f"{text}\n    not in {KNOWN}; `mutmut show {mutant}` prints it")
    print(f"{len(survivors)} mutants survive the tests with examples, {len(new)} are new")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
