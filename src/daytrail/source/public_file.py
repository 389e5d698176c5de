"""Published files that are no pages, such as a table that an entry links to, without private passages."""

import mimetypes
import re
from pathlib import Path

from daytrail.problems import Location, Problem, error
from daytrail.source.docs_pages import read_docs_text
from daytrail.source.files import MAX_TEXT_BYTES, read_bytes
from daytrail.source.front_matter import with_plain_fences
from daytrail.source.private_text import cut_private

_MARKER = re.compile(rb"<!--\s*/?private\s*-->", re.IGNORECASE)
_MEDIA = ("audio/", "font/", "image/", "video/")
_DASHES = tuple(dash.encode() for dash in "-\u2013\u2014")
"""Dashes with which front matter begins, also if a phone has changed them."""
_PROGRAMS = ("application/javascript", "text/css", "text/javascript")


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
