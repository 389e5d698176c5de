"""The last changes of the plan, kept so that they can be undone."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from daytrail.cli.common.files import FileUpdate, read_file, replace_file
from daytrail.project.cache_store import FOLDER as CACHE_FOLDER

_MAX_CHANGES = 20
_FILE = "plan-changes.json"


def remember(root: Path, updates: Sequence[FileUpdate]) -> None:
    """Keep the texts before and after a change; of many changes, the last ones."""
    changes = [
        *_read(root),
        {update.path.relative_to(root).as_posix(): [update.before, update.after] for update in updates},
    ]
    replace_file(root / CACHE_FOLDER / _FILE, json.dumps(changes[-_MAX_CHANGES:]))


def last_change(root: Path) -> list[FileUpdate]:
    """Return the updates that undo the last change, or raise click.ClickException if its files have changed since."""
    changes = _read(root)
    if not changes:
        raise click.ClickException("there is no change of the plan to undo")
    updates = []
    for name, (before, after) in changes[-1].items():
        path = root / name
        if (read_file(path) if path.is_file() else None) != after:
            raise click.ClickException(f"{name} has changed since, so the change is not undone")
        updates.append(FileUpdate(path, after, before))
    return updates


def forget_last(root: Path) -> None:
    """Remove the last change, which was undone."""
    replace_file(root / CACHE_FOLDER / _FILE, json.dumps(_read(root)[:-1]))


def _read(root: Path) -> list[dict[str, list[str | None]]]:
    try:
        changes = json.loads((root / CACHE_FOLDER / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return []
    return changes if isinstance(changes, list) else []
