"""Published files that are no pages: attachments of entries, picture of the author, other files in the docs folder."""

import mimetypes
import os
import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath, PurePosixPath

from daytrail.problems import Location, Problem, error, quoted
from daytrail.source.docs_pages import read_docs_text
from daytrail.source.files import MARKDOWN_ENDINGS, MAX_TEXT_BYTES, is_hidden, link_obstacle, read_bytes
from daytrail.source.front_matter import with_plain_fences
from daytrail.source.private_text import cut_private
from daytrail.source.project_paths import ProjectPaths
from daytrail.source.sources import Sources

_ENDINGS = (".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp")
_MARKER = re.compile(rb"<!--\s*/?private\s*-->", re.IGNORECASE)
_MEDIA = ("audio/", "font/", "image/", "video/")
_DASHES = tuple(dash.encode() for dash in "-\u2013\u2014")
"""Dashes with which front matter begins, also if a phone has changed them."""
_PROGRAMS = ("application/javascript", "text/css", "text/javascript")


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


def image_size(path: Path) -> tuple[int, int] | None:
    """Return width and height in pixels as a browser shows the image: a photograph may note how to turn it.

    None for a drawing, and for a file that cannot be read or is of another format.
    """
    if path.suffix.casefold() == ".svg":  # imagesize 2.0.1 takes the first width in the file, of whatever element
        return None
    import imagesize  # not at the top: it imports clients for the network, and most builds look at no new image

    width, height = imagesize.get(path)
    return (width, height) if width > 0 and height > 0 else None


def picture_problems(root: Path, paths: ProjectPaths, sources: Sources) -> Iterator[Problem]:
    """Yield why the picture of the author cannot be shown."""
    author, folder = sources.plan.author, paths.docs
    if author is None or author.picture is None:
        return
    written, path = author.picture, PurePosixPath(author.picture)
    location = sources.plan_document.locate(("author", "picture"))
    if not written.casefold().endswith(_ENDINGS) or ".." in path.parts or path.is_absolute() or ":" in written:
        hint = f"put it into {quoted(folder)} and write its path in that folder, such as `images/me.jpg`"
        yield error(location, f"{quoted(written)} is no picture in the folder {quoted(folder)}", hint)
    elif not is_published(root, f"{folder}/{written}"):
        message = f"the folder {quoted(folder)} has no file {quoted(written)}"
        yield error(location, message, f"correct the path, which is that in {quoted(folder)}, or add the file")
    elif paths.is_unpublished(path.as_posix()):
        hint = "take it out of `exclude_docs` and `draft_docs` in `mkdocs.yml`"
        yield error(location, f"the picture {quoted(written)} is not published", hint)


def read_public_file(file: Path, path: str) -> tuple[bytes | None, list[Problem]]:
    """Return what may be published of a file that has a private passage, and what is wrong with marks in it.

    None means all of it: there is no marker, or the file cannot be read. Problems are located in `path`. In scripts,
    styles and files that are larger than a plan, what is near to a marker is not looked for: it may be code.
    """
    kind = mimetypes.guess_type(path)[0] or ""
    if kind.startswith(_MEDIA) and kind != "image/svg+xml":
        return None, []
    try:
        content = read_bytes(file, file.stat().st_size)
    except OSError:
        return None, []
    if content.lstrip().startswith(_DASHES) and _is_draft(content.decode(errors="replace"), path):
        message = "this file is a draft, but MkDocs publishes it as it is, since it is no page"
        return b"", [error(Location(path), message, "give it a name that ends with `.md`, or move it elsewhere")]
    has_marker = bool(_MARKER.search(content))
    if not has_marker and (kind in _PROGRAMS or len(content) > MAX_TEXT_BYTES):
        return None, []
    # Bytes that are not UTF-8 stay as they are. In UTF-16, a marker is near to one, since NUL cannot be seen.
    public, problems = cut_private(content.decode(errors="surrogateescape"), path, 1, kind="file")
    return (public.encode(errors="surrogateescape") if problems or has_marker else None), problems


def _is_draft(text: str, path: str) -> bool:
    return read_docs_text(with_plain_fences(text), path).draft
