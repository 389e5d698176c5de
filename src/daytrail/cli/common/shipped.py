"""Files of Daytrail's repository that a wheel has, too: the changelog and the locked dependencies."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]
_REPOSITORY = _PACKAGE.parent.parent


def shipped_text(path: str) -> str:
    """Return the text of a file by its path in the repository, such as `CHANGELOG.md`; empty if it is not there."""
    is_clone = (_REPOSITORY / "pyproject.toml").is_file()
    file = (_REPOSITORY if is_clone else _PACKAGE / "assets" / "repository") / path
    return file.read_text(encoding="utf-8") if file.is_file() else ""
