"""Staging directory of a build, whose files then replace those of the published site that differ.

MkDocs empties the site's folder first and fills it again. Here it fills an empty folder instead, so a build that
fails or is killed leaves the site as it was, and thousands of pages that stay the same are not touched.
"""

import errno
import filecmp
import json
import logging
import os
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from pathlib import Path, PurePath
from tempfile import mkdtemp

from daytrail.project.cache_store import ENTRIES, FOLDER, CacheStore, link_in_cache
from daytrail.project.file_signature import Signature, scan, signature
from daytrail.project.folders import SITE_MARK
from daytrail.project.git_history import tracked_files
from daytrail.site import mkdocs_private

log = logging.getLogger("mkdocs.plugins.daytrail")

_PREFIX = "staged-site-"
_KIND = "site"
"""Kind of cached values: the signatures of the files of a site that builds wrote, by the site's folder."""
_WAIT = 5.0
"""Seconds to wait for another build."""


class StagedSite:
    """The next version of a site: new files in a staging directory, and files of the published site that stay.

    The process that has locked the cache removes staging directories that killed builds left. While another process
    has locked it, a build uses no cache, and a staging directory in the system's folder for temporary files.
    """

    def __init__(self, root: Path, site: Path, scanned: Callable[[], dict[str, Signature]], *, use_cache: bool) -> None:
        """Make an empty staging directory for the site of a project; the site's folder may be missing.

        `scanned` returns the signatures of the files of the published site, as they were when the build began.
        """
        self.site = site
        self.cache = CacheStore(root, wait=_WAIT)
        if not use_cache:
            self.cache.delete_others(ENTRIES)
            self.cache.close(save=True)
        elif reason := _refusal(root):
            log.warning(f"The cache is not used, and all pages are built anew: {reason}")
            self.cache.close()
        elif not self.cache.available:
            log.info("The cache cannot be used, perhaps since another build is running: all pages are built anew")
        if self.cache.discard_foreign():
            log.info(f"All pages are built anew: {FOLDER} is damaged, or of another user or machine")
        for abandoned in (root / FOLDER).glob(f"{_PREFIX}*") if self.cache.available else ():
            shutil.rmtree(abandoned, ignore_errors=True)
        # Other folders have what was cached before this build, and are not to be taken for what is cached after it.
        self.cache.delete(_KIND, self.cache.names(_KIND) - {str(site)})
        self.folder = Path(mkdtemp(prefix=_PREFIX, dir=root / FOLDER if self.cache.available else None))
        """The staging directory, absolute."""
        self._scanned = scanned
        self._signatures: dict[str, Signature] = json.loads(self.cache.value(_KIND, str(site)) or b"{}")
        """Signatures of the files that earlier builds wrote, by path in the site."""
        self.files: dict[str, Signature] = {}
        """Signatures of all files of the site, once it was published."""
        self._kept: set[str] = set()
        self._written: set[str] = set()
        mkdocs_private.engine_log("commands.build").addFilter(self._filter_message)

    @cached_property
    def _published(self) -> dict[str, Signature]:
        """Signatures of the files of the published site by path."""
        return self._scanned()

    def write(self, path: str, content: bytes) -> None:
        """Write a file, by its path in the site."""
        target = self.folder / path
        try:
            target.write_bytes(content)
        except FileNotFoundError:  # most folders are there: a page and its card have the same one
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        self._written.add(path)

    def written(self, path: str) -> bytes:
        """Register a file that MkDocs has written into the staging directory, and return its content."""
        self._written.add(path)
        return (self.folder / path).read_bytes()

    def reuse(self, path: str, kind: str, name: str) -> bool:
        """Keep a file of the published site if nobody has changed it since a build wrote it, else restore it.

        Its content is a cached value, by kind and name. Returns False if that is missing and the file has to be made.
        """
        if path in self._signatures and self._published.get(path) == self._signatures[path]:
            self._kept.add(path)
        elif (content := self.cache.value(kind, name)) is not None:
            self.write(path, content)
        else:
            return False
        return True

    def bring_pages(self) -> None:
        """Copy the pages that stay into the staging directory, for a plugin that reads all pages of the site."""
        for path in self._kept:
            if path.endswith(".html"):
                target = self.folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(self.site / path, target)  # a link would change the signature of the original

    def publish(self) -> None:
        """Put the new files in the place of those that differ, and remove those that are no part of the site."""
        self._move_to_disk_of_site()
        staged = set(scan(self.folder, hidden=True))
        folders = _parents((*staged, *self._kept))
        for path in folders:
            if path.startswith(".") and (link := self.site / path.rstrip("/")).is_symlink():
                link.unlink()  # other links have been seen as files, which folders replace
        # Before anything is written, since a file may replace a folder, and a folder a file.
        for path in sorted(self._published.keys() - staged - self._kept - folders, reverse=True):
            if path.endswith("/") or self._is_unchanged(path):
                _remove(self.site / path)
        # First the file by which the next build knows that the folder is a site, even if this one is killed.
        if SITE_MARK in staged:
            _move(self.folder / SITE_MARK, self.site / SITE_MARK)
        self._move_all(sorted(staged - {SITE_MARK}))
        self.files = {path: self._published[path] for path in self._kept}
        for path in staged:
            if not path.endswith("/"):
                with suppress(OSError):  # another build may have removed it
                    self.files[path] = signature((self.site / path).lstat())
        made = self._kept | self._written
        signatures = {path: found for path, found in self.files.items() if path in made}
        if signatures != self._signatures:  # a cache in which nothing changes is not written anew
            self.cache.put(_KIND, str(self.site), b"", json.dumps(signatures).encode())

    def _move_all(self, paths: Iterable[str]) -> None:
        """Move files and folders, sorted by path; a folder that the site has not got is moved with all in it."""
        moved = None
        for path in paths:
            if moved and path.startswith(moved):
                continue
            source, target = self.folder / path, self.site / path
            if not path.endswith("/"):
                _move(source, target)
            elif not os.path.lexists(target):
                source.rename(target)
                moved = path

    def _move_to_disk_of_site(self) -> None:
        """Move the staging directory if it is on another disk: what follows only renames files, which needs no space.

        If the disk is full, an OSError is raised, and the site is as it was.
        """
        self.site.mkdir(parents=True, exist_ok=True)
        if self.folder.stat().st_dev == self.site.stat().st_dev:
            return
        original, self.folder = self.folder, Path(mkdtemp(prefix=f".{_PREFIX}", dir=self.site))
        try:
            shutil.copytree(original, self.folder, dirs_exist_ok=True)
        except shutil.Error as failure:  # of each file; the first one says enough
            _, target, reason = failure.args[0][0]
            raise OSError(errno.EIO, reason, target) from None
        finally:
            shutil.rmtree(original, ignore_errors=True)

    def _is_unchanged(self, path: str) -> bool:
        """Return whether a file of the published site is as it was; a plugin may have written it itself meanwhile."""
        try:
            return signature((self.site / path).lstat()) == self._published[path]
        except OSError:
            return False

    def close(self, *, save: bool) -> None:
        """Remove the staging directory, and save or forget what was cached."""
        mkdocs_private.engine_log("commands.build").removeFilter(self._filter_message)
        self.cache.close(save=save)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _filter_message(self, record: logging.LogRecord) -> bool:
        """Make MkDocs name the site where it means the staging directory, and not say that it empties the site."""
        record.msg = str(record.msg).replace(str(self.folder), str(self.site))
        return record.msg != "Cleaning site directory"


def _refusal(root: Path) -> str | None:
    """Return why the cache of a project must not be used, in words; None if it may be used."""
    if path := link_in_cache(root):
        return f"{path} is no plain file or folder; remove it"
    if set(tracked_files(root / FOLDER)) - {".gitignore"}:
        return f"git tracks {FOLDER}, which may contain drafts; run `git rm -r --cached {PurePath(FOLDER).parent}`"
    return None


def _parents(paths: Iterable[str]) -> set[str]:
    """Return all folders above some files, each with a slash at its end."""
    folders: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and f"{folder}/" not in folders:
            folders.add(f"{folder}/")
            folder = folder.rpartition("/")[0]
    return folders


def _move(source: Path, target: Path) -> None:
    """Move a file, unless the target has the same content already."""
    with suppress(OSError):
        if not target.is_symlink() and filecmp.cmp(source, target, shallow=False):
            return
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)


def _remove(path: Path) -> None:
    """Remove a file or an empty folder; a folder in which somebody has put a file is left to the next build."""
    with suppress(OSError):
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink()
