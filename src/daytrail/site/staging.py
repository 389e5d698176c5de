"""Staging folder of a build, and the record of the published site, by which the next build keeps what stays the same.

MkDocs would empty the site's folder first and fill it again. Here it fills another folder, whose files take the place
of those of the site at the end, so that a build that fails leaves the site as it was. A file that comes out the same is
kept: it stays in the site and is not in the staging folder, if it still has the content that a build gave it.

The record is a file in the user's own cache folder: a cloned project brings none. It has nothing but hashes and what
the site publishes, and may be deleted at any time.
"""

import filecmp
import json
import logging
import os
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, TypeAlias

from mkdocs.exceptions import PluginError

from daytrail.project.folders import SITE_MARK
from daytrail.project.user_folder import record_path, write_record
from daytrail.site import mkdocs_private

Facts: TypeAlias = Mapping[str, Any]
"""What a record has of a file, for JSON: its `key`, the `checksum` of the published file, and what the build adds."""

_ABANDONED = 3600
"""Seconds after which a staging folder is that of a build that was killed."""


class Staging:
    """The next version of a site, and what is known of the files of the published one."""

    def __init__(self, root: Path, site: Path, kind: str) -> None:
        """Make an empty staging folder for a site of a project; `kind` is the folder of records for such sites.

        The site's folder may be missing, or not be that of the last build.
        """
        self.site, self._began = site, time.time()
        self._path = record_path(root, kind)
        self.recorded = _read(self._path)
        """What the last build recorded of the files in the site, by path."""
        self.folder = _new_folder(site)
        """The staging folder, absolute."""
        self._published, _ = _files_and_folders(site)
        self._kept: set[str] = set()
        """Paths of files of the site that stay."""
        self._facts: dict[str, Facts] = {}
        """What to record of the files of this build, by path."""
        mkdocs_private.engine_log("commands.build").addFilter(self._filter_message)

    def keep(self, path: str, key: str) -> Facts | None:
        """Keep a file of the published site that was made by a key, and return what is recorded of it.

        None if there is none, or if it has not the content that a build gave it.
        """
        facts, source = self.recorded.get(path), self.site / path
        if not facts or facts["key"] != key or path not in self._published or source.is_symlink():
            return None
        with suppress(OSError):  # such as a folder
            if _hash(source.read_bytes()) == facts["checksum"]:
                self._kept.add(path)
                self._facts[path] = facts
                return facts
        return None

    def keep_all(self, key: str) -> bool:
        """Keep the files of the published site that were made by a key; return False if there are none, or not all."""
        known = [path for path, facts in self.recorded.items() if facts["key"] == key]
        return bool(known) and all(self.keep(path, key) for path in known)

    def write(self, path: str, content: bytes) -> None:
        """Write a file, by its path in the site."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def make(self, path: str, key: str, content: Callable[[], bytes]) -> None:
        """Keep a file that was made by the same key, else write it. Without a key it is written each time."""
        if not (key and self.keep(path, key)):
            self.write(path, content())
            if key:
                self.note(path, {"key": key})

    def note(self, path: str, facts: Facts) -> None:
        """Have a file that is in the staging folder at the end recorded with its key and other facts."""
        self._facts[path] = facts

    def publish(self) -> None:
        """Put the staging folder in the site's place and record its files.

        Raises:
            PluginError: Another program has removed a file that was kept.
        """
        if not all((self.site / path).is_file() for path in self._kept):
            raise PluginError(f"files in {self.site} were removed during the build: build again")
        record = json.dumps(dict(_with_checksums(self.folder, self._facts))).encode()
        try:
            self.folder.rename(self.site)
        except OSError:  # there is a site
            self._replace_site()
        if self._path:
            with suppress(OSError):  # such as a full disk; the next build then builds all pages
                write_record(self._path, _hash(record).encode() + b"\n" + record)

    def _replace_site(self) -> None:
        """Put each file in the place of the published one, and remove what is stale.

        Hidden files at the top stay, such as `.git` if the site is a repository, and what a plugin has written into the
        site meanwhile. A hidden link does not, which would lead files elsewhere.
        """
        staged, folders = _files_and_folders(self.folder)
        files, old_folders = _files_and_folders(self.site)
        for path in files - staged - self._kept:
            published, is_hidden = self.site / path, path.startswith(".")
            with suppress(OSError):  # another build may be publishing
                is_old = not is_hidden and published.lstat().st_ctime < self._began
                if is_old or (path in folders and (not is_hidden or published.is_symlink())):
                    published.unlink()
        # What is in a folder comes before the folder. A repository of git without `refs` would be none.
        for path in sorted((path for path in old_folders if not path.startswith(".")), reverse=True):
            with suppress(OSError):  # it is not empty
                (self.site / path).rmdir()
        # Then the file by which the next build knows that the folder is a site, even if this one is killed.
        for path in sorted(staged, key=lambda path: (path != SITE_MARK, path)):
            _move(self.folder / path, self.site / path)

    def close(self) -> None:
        """Remove the staging folder."""
        mkdocs_private.engine_log("commands.build").removeFilter(self._filter_message)
        shutil.rmtree(self.folder.parent, ignore_errors=True)

    def _filter_message(self, record: logging.LogRecord) -> bool:
        """Make MkDocs name the site where it means the staging folder, and not say that it empties the site."""
        record.msg = str(record.msg).replace(str(self.folder), str(self.site))
        return record.msg != "Cleaning site directory"


def _read(path: Path | None) -> Mapping[str, Facts]:
    """Return the files in a record; none if there is none, or if it is not as a build has written it."""
    with suppress(OSError, ValueError):
        checksum, files = path.read_bytes().split(b"\n", 1) if path else (b"", b"")
        return dict(json.loads(files)) if checksum == _hash(files).encode() else {}
    return {}


def _new_folder(site: Path) -> Path:
    """Return a new folder in one on the disk of a site: beside it, or in it if that is the top of a disk."""
    above = site.parent
    above.mkdir(parents=True, exist_ok=True)
    if site.is_dir() and (site.stat().st_dev != above.stat().st_dev or not os.access(above, os.W_OK)):
        above = site
    prefix = f".{site.name}-staged-"
    for abandoned in above.glob(f"{prefix}*"):
        with suppress(OSError):  # another build may be removing it
            if time.time() - abandoned.stat().st_mtime > _ABANDONED:
                shutil.rmtree(abandoned, ignore_errors=True)
    staged = Path(mkdtemp(prefix=prefix, dir=above))
    (staged / ".gitignore").write_text("*\n", encoding="utf-8")
    (staged / site.name).mkdir()
    return staged / site.name


def _files_and_folders(top: Path) -> tuple[set[str], set[str]]:
    """Return the paths of all files and of all folders below a folder. A link counts as a file, wherever it leads."""
    files, folders = set[str](), set[str]()
    for folder, below, names in os.walk(top):
        here = Path(folder).relative_to(top)
        links = [name for name in below if Path(folder, name).is_symlink()]
        files.update((here / name).as_posix() for name in (*names, *links))
        folders.update((here / name).as_posix() for name in below if name not in links)
    return files, folders


def _with_checksums(folder: Path, facts: Mapping[str, Facts]) -> Iterable[tuple[str, Facts]]:
    for path, of_file in facts.items():
        with suppress(OSError):  # a plugin may have removed it
            yield path, {**of_file, "checksum": of_file.get("checksum") or _hash((folder / path).read_bytes())}


def _move(source: Path, target: Path) -> None:
    """Move a file, unless the target has the same content already."""
    with suppress(OSError):
        if not target.is_symlink() and filecmp.cmp(source, target, shallow=False):
            return
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)


def _hash(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()
