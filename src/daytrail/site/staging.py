"""A build beside the site that it replaces."""

import logging
import shutil
from pathlib import Path
from tempfile import mkdtemp

from daytrail.project.cache_store import FOLDER, CacheStore

_PREFIX = "draft-"


class Draft:
    """A folder that MkDocs builds into, and what earlier builds of the project kept.

    One build of a project has it at a time; others wait. What a killed one left is removed.
    """

    def __init__(self, root: Path, site: Path, *, reuse: bool) -> None:
        """Wait for other builds of the project, and make an empty folder.

        Args:
            root: The project's folder.
            site: The site's folder.
            reuse: Whether to start from what earlier builds kept, and to keep what this one makes.
        """
        self.site = site
        self._reuse = reuse
        self.store = CacheStore(root / FOLDER / "pages.sqlite3")
        if not reuse:
            self.store.clear()
        if not self.store.passing:
            for old in (root / FOLDER).glob(f"{_PREFIX}*"):
                shutil.rmtree(old, ignore_errors=True)
        for scope in self.store.scopes("site"):
            if not Path(scope).is_dir():
                self.store.drop_scope("site", scope)
        where = None if self.store.passing else root / FOLDER
        self.folder = Path(mkdtemp(prefix=_PREFIX, dir=where))
        self._filter = _Names(str(self.folder), str(site))
        logging.getLogger("mkdocs.commands.build").addFilter(self._filter)

    def close(self, *, done: bool) -> None:
        """End the build; what it keeps stays only where it is done."""
        logging.getLogger("mkdocs.commands.build").removeFilter(self._filter)
        self.store.close(keep=done and self._reuse)
        shutil.rmtree(self.folder, ignore_errors=True)


class _Names(logging.Filter):
    """Lets MkDocs name the site where it means the draft, and not say that it empties it."""

    def __init__(self, draft: str, site: str) -> None:
        super().__init__()
        self._draft, self._site = draft, site

    def filter(self, record: logging.LogRecord) -> bool:
        """Put the site's name in a message; drop the one that is not true."""
        record.msg = str(record.msg).replace(self._draft, self._site)
        return record.msg != "Cleaning site directory"
