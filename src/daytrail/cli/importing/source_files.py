"""Files to import: those named on the command line, and the documents in folders."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from daytrail.cli.common.project import ProjectSettings
from daytrail.importers.text.links import url_of_file
from daytrail.project.report import count
from daytrail.source.files import link_obstacle

_SKIPPED_FOLDERS = ("node_modules", "logseq")
"""Names of folders with files of programs: dependencies, and the settings and backups of Logseq."""


@dataclass(frozen=True)
class SourceFile:
    """A file that is to be imported."""

    path: Path
    name: PurePosixPath
    """Its path in the folder that was named, or only its name."""
    url: str | None = None
    """Its URL on the web, if the user gave that of the document or of the folder."""
    folder: Path | None = None
    """The folder that was named; None if the file was."""


@dataclass
class SourceFolder:
    """A folder that is to be imported."""

    path: Path
    files: list[SourceFile] = field(default_factory=list)
    """Its documents, in the order of their names."""
    skipped: Counter[str] = field(default_factory=Counter)
    """Number of skipped files of each kind."""

    def describe_skipped(self) -> str:
        """Return what was skipped, as in `skipped: 2 .png files, 1 hidden folder`; it may be empty."""
        kinds = [count(number, kind) for kind, number in self.skipped.items()]
        return f"skipped: {', '.join(kinds)}" if kinds else ""


def find_source_files(
    project: ProjectSettings,
    paths: Sequence[Path],
    url: str | None,
    endings: tuple[str, ...],
    is_document: Callable[[Path], bool] = Path.is_file,
) -> Iterator[SourceFile | SourceFolder]:
    """Yield the files and folders that are named, each once; of folders, the files with certain endings.

    The project's own folders and reports in a folder are skipped. A folder for which `is_document` is true is one
    document. The URL is that of the file if only one is named, else
    that of the folder in which all are.
    """
    parents = {path.resolve() if path.is_dir() else path.resolve().parent for path in paths}
    folder_url = url if len(parents) == 1 else None
    is_only_file = len({path.resolve() for path in paths}) == 1 and not paths[0].is_dir()
    own = project.settings.paths.entries, project.settings.paths.docs, project.settings.config.site
    own_folders = {(project.root / folder).resolve() for folder in own}
    known: set[Path] = set()
    for path in paths:
        if path.resolve() in known:
            continue
        known.add(path.resolve())
        if not path.is_dir() or is_document(path):
            file_url = url if is_only_file else folder_url and url_of_file(folder_url, quote(path.name))
            yield SourceFile(path, PurePosixPath(path.name), file_url)
            continue
        folder = _read_folder(path, folder_url, endings, own_folders)
        folder.files = [file for file in folder.files if file.path.resolve() not in known]
        known |= {file.path.resolve() for file in folder.files}
        yield folder


def _read_folder(path: Path, url: str | None, endings: tuple[str, ...], own_folders: Set[Path]) -> SourceFolder:
    folder = SourceFolder(path)
    for top, folders, files in os.walk(path):
        visible = [name for name in sorted(folders) if not name.startswith(".") and name not in _SKIPPED_FOLDERS]
        folder.skipped["hidden folder"] += len(folders) - len(visible)
        folders[:] = [name for name in visible if Path(top, name).resolve() not in own_folders]
        folder.skipped["project folder"] += len(visible) - len(folders)
        for name in sorted(files, key=lambda name: (PurePosixPath(name).stem, name)):
            file = Path(top, name)
            relative = PurePosixPath(file.relative_to(path).as_posix())
            if name.startswith(".") or link_obstacle(path, str(relative)):
                folder.skipped["hidden or linked file"] += 1
            elif re.fullmatch(r"import-report(-\d+)?\.md", name):
                folder.skipped["import report"] += 1
            elif not name.casefold().endswith(endings):
                folder.skipped[f"{file.suffix or 'other'} file"] += 1
            else:
                file_url = url and url_of_file(url, quote(str(relative)))
                folder.files.append(SourceFile(file, relative, file_url, path))
    folder.skipped = +folder.skipped
    return folder
