"""What ruff and mypy do not check themselves: which files they see, and why a comment silences them."""

import re
import shutil
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
# mypy reads only a second comment as a reason, the others read one after a dash.
SUPPRESSION = re.compile(r"#\s*(?:noqa|type:\s*ignore|pragma:|nosec|fmt:\s*(?:off|skip)|pylint:|pyright:)")
REASONED = re.compile(
    r"# (?:noqa: [A-Z]+[0-9]+(?:, [A-Z]+[0-9]+)* - |type: ignore\[[a-z-]+(?:, ?[a-z-]+)*\] +# |pragma: no cover - |"
    r"fmt: (?:off|skip) - )\S"
)


def tracked(*patterns: str) -> list[Path]:
    """The repository's files that git tracks and that are there."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("no git repository to ask for its files")
    listed = subprocess.run(["git", "ls-files", "-z", *patterns], cwd=ROOT, capture_output=True, check=True, text=True)
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_ruff_sees_every_python_file() -> None:
    """What `ruff check` reads is what git tracks: no pattern leaves a folder out."""
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent))
    assert ruff, "ruff is missing from this environment: make test"
    shown = subprocess.run([ruff, "check", "--show-files"], cwd=ROOT, capture_output=True, check=True, text=True)
    seen = {Path(line) for line in shown.stdout.splitlines() if line.endswith(".py")}
    assert [path for path in tracked("*.py") if path not in seen] == []


def comments(path: Path) -> Iterator[tuple[int, str]]:
    """The line numbers and texts of a module's comments."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string


def test_each_suppression_gives_a_reason() -> None:
    """A comment that silences a check says why behind it: `# noqa: S607 - …`, `# type: ignore[misc]  # …`."""
    silent = [
        f"{path.relative_to(ROOT)}:{line}: {comment}"
        for path in tracked("*.py")
        for line, comment in comments(path)
        if SUPPRESSION.match(comment) and not REASONED.match(comment)
    ]
    assert silent == []
