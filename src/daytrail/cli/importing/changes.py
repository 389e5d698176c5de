"""Changes of an import to the files of a project: planned, then checked, then written, all or none."""

import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from daytrail.cli.common.files import MAX_FILE_BYTES, FileUpdate, refuse_link
from daytrail.cli.common.project import ProjectSettings
from daytrail.cli.importing.common import read_if_exists
from daytrail.cli.importing.report import Report
from daytrail.source.files import read_bytes

MIN_PROGRESS_BAR = 1000
"""From this number of files on, a progress bar is shown."""


class Changes:
    """Planned changes of the files of a project. Methods that plan a change also add it to the report of a source."""

    def __init__(self, project: ProjectSettings) -> None:
        self._project = project
        self._updates: dict[Path, FileUpdate] = {}
        self._copies: dict[Path, Path] = {}
        """Files to copy, by the path of the copy."""

    @property
    def texts(self) -> Mapping[Path, str]:
        """The new texts of files that are created or changed."""
        return {path: update.after for path, update in self._updates.items() if update.after is not None}

    def text(self, path: Path) -> str | None:
        """Return the text of a file as it will be, with LF as line ends; None if there is no file."""
        if update := self._updates.get(path):
            return update.after and update.after.replace("\r\n", "\n")
        return read_if_exists(path)

    def create(self, path: Path, text: str, report: Report, note: str = "") -> bool:
        """Plan a new file. If it exists with another text, report its name with the note and return False."""
        name, existing = self._project.relative(path), self.text(path)
        refuse_link(self._project.root, path)
        if existing is not None and existing != text.replace("\r\n", "\n"):
            report.kept.append(f"{name}{note}")
            return False
        if existing is None:
            report.written.append(name)
            removed = self._updates.get(path)
            self._updates[path] = FileUpdate(path, removed.before if removed else None, text)
        else:
            report.unchanged.append(name)
        return True

    def create_or_replace(self, path: Path, text: str, report: Report) -> None:
        """Plan the text of a file, which exists or not."""
        if self.text(path) in (None, text.replace("\r\n", "\n")):
            self.create(path, text, report)
        else:
            self.replace(path, text, report)

    def replace(self, path: Path, text: str, report: Report | None = None) -> None:
        """Plan a new text of a file that exists; its line ends stay."""
        refuse_link(self._project.root, path)
        if report:
            report.written.append(self._project.relative(path))
        before = read_if_exists(path, line_ends=True) or ""
        self._updates[path] = FileUpdate(path, before, _with_line_ends(text, before))

    def move(self, path: Path, new_path: Path, text: str, report: Report) -> None:
        """Plan another path and text of a file; its line ends stay."""
        before = read_if_exists(path, line_ends=True) or ""
        if self.create(new_path, _with_line_ends(text, before), report):
            self._updates[path] = FileUpdate(path, before, None)
            report.added.append(
                f"{self._project.relative(new_path)}: the date of what was {self._project.relative(path)}"
            )

    def delete(self, path: Path, report: Report, note: str) -> None:
        """Plan to delete a file that exists."""
        refuse_link(self._project.root, path)
        self._updates[path] = FileUpdate(path, read_if_exists(path, line_ends=True), None)
        report.removed.append(f"{self._project.relative(path)}{note}")

    def copy(self, file: Path, target: Path, report: Report) -> None:
        """Plan a copy of a file, unless the same is planned already."""
        if target not in self._copies:
            self._copies[target] = file
            (report.unchanged if target.exists() else report.written).append(self._project.relative(target))

    def write(self) -> None:
        """Write all changes; if one fails, no file has changed."""
        updates = list(self._updates.values())
        done: list[FileUpdate] = []
        copied: list[Path] = []
        try:
            is_short = len(updates) < MIN_PROGRESS_BAR
            with click.progressbar(updates, label="writing entries", file=sys.stderr, hidden=is_short) as bar:
                for update in bar:
                    update.write()
                    done.append(update)
            for target, file in self._copies.items():
                if not target.exists():
                    copied.append(target)
                    _copy(file, target)
        except BaseException:
            for update in reversed(done):
                update.undo()
            for target in copied:
                target.unlink(missing_ok=True)
            raise


def _with_line_ends(text: str, other: str) -> str:
    """Return a text with the line ends that an existing text has."""
    return text.replace("\n", "\r\n") if "\r\n" in other and "\r\n" not in text else text


def _copy(file: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("xb") as copy:
        copy.write(read_bytes(file, MAX_FILE_BYTES))
    shutil.copymode(file, target)
