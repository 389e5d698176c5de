"""Attachments: files next to entries to which the text of an entry links, which are copied into the site."""

import os
import posixpath
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath, PurePosixPath

from daytrail.source.files import MARKDOWN_ENDINGS, is_hidden, link_obstacle


def attachments(path: str, targets: Iterable[str], folder: str) -> Iterator[str]:
    """Yield the paths of the files that an entry names by relative URLs, as far as they are in the entries' folder.

    Both paths are relative to the project's root.
    """
    for target in targets:
        file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        if PurePosixPath(file).is_relative_to(folder) and _may_be_published(file):
            yield file


def is_published(root: Path, path: str) -> bool:
    """Return whether an attachment is a regular file that the site may contain, also where a link leads."""
    # Unlike the method of Path, this function does not raise for a name that is too long.
    if not os.path.isfile(root / path) or link_obstacle(root, path):  # noqa: PTH113 - see above
        return False
    return _may_be_published(os.path.relpath(os.path.realpath(root / path), os.path.realpath(root)))


def _may_be_published(path: str) -> bool:
    """Return whether a file is neither hidden nor a text that may be a draft or that MkDocs would take for a page."""
    file = PurePath(path)
    return not is_hidden(file) and bool(file.suffix) and not file.name.casefold().endswith(MARKDOWN_ENDINGS)
