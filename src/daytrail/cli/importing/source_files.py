"""Files that are to be imported: those that are named, and the Markdown files of folders."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from daytrail.source.files import MARKDOWN_ENDINGS, link_obstacle
from daytrail.views.words import count

_SKIPPED_FOLDERS = ("node_modules", "logseq")
"""Names of folders with files of programs: dependencies, and the settings and backups of Logseq."""


@dataclass(frozen=True)
class SourceFile:
    """A file that is to be imported."""

    path: Path
    name: PurePosixPath
    """Its path in the folder that was named, or only its name."""
    in_folder: bool = False


@dataclass
class SourceFolder:
    """A folder that is to be imported."""

    path: Path
    files: list[SourceFile] = field(default_factory=list)
    """Its Markdown files, in the order of their names."""
    skipped: Counter[str] = field(default_factory=Counter)
    """What else is in it, with how many there are of each kind."""

    def describe_skipped(self) -> str:
        """Return what was skipped, as in `skipped: 2 .png files, 1 hidden folder`; it may be empty."""
        kinds = [count(number, kind) for kind, number in self.skipped.items()]
        return f"skipped: {', '.join(kinds)}" if kinds else ""


def find_source_files(paths: Iterable[Path]) -> Iterator[SourceFile | SourceFolder]:
    """Yield the files and folders that are named, each once."""
    known: set[Path] = set()
    for path in paths:
        if path.resolve() in known:
            continue
        known.add(path.resolve())
        if not path.is_dir():
            yield SourceFile(path, PurePosixPath(path.name))
            continue
        folder = _read_folder(path)
        folder.files = [file for file in folder.files if file.path.resolve() not in known]
        known |= {file.path.resolve() for file in folder.files}
        yield folder


def _read_folder(path: Path) -> SourceFolder:
    folder = SourceFolder(path)
    for top, folders, files in os.walk(path):
        kept = [name for name in sorted(folders) if not name.startswith(".") and name not in _SKIPPED_FOLDERS]
        folder.skipped["hidden folder"] += len(folders) - len(kept)
        folders[:] = kept
        for name in sorted(files, key=lambda name: (PurePosixPath(name).stem, name)):
            file = Path(top, name)
            relative = PurePosixPath(file.relative_to(path).as_posix())
            if name.startswith(".") or link_obstacle(path, str(relative)):
                folder.skipped["hidden or linked file"] += 1
            elif not name.casefold().endswith(MARKDOWN_ENDINGS):
                folder.skipped[f"{file.suffix or 'other'} file"] += 1
            else:
                folder.files.append(SourceFile(file, relative, in_folder=True))
    folder.skipped = +folder.skipped
    return folder
