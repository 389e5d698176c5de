"""Docs pages and other files without what is marked private or as a draft, before anybody reads them."""

import posixpath
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel

from daytrail.problems import Location, Problem
from daytrail.problems import error as problem
from daytrail.project.code_version import fingerprint
from daytrail.site.mkdocs_files import StagedFile, stop_on_errors
from daytrail.site.page_keys import digest
from daytrail.site.staging import Staging
from daytrail.source.docs_pages import DocsText, read_docs_text
from daytrail.source.files import read_bytes
from daytrail.source.photos import PhotoError, has_thumbnail, is_photo, published_photo, thumbnail
from daytrail.source.published_files import read_public_file
from daytrail.views.links import thumbnail_path

_MARKER = re.compile(r"<!--\s*/?private\s*-->", re.IGNORECASE)
_ESCAPED_MARKER = re.compile(r"&lt;!--\s*/?private\s*--(?:&gt;|>)", re.IGNORECASE)
_HTML_TAG = re.compile(r"<[^<>]*>")
_LEFT_BY_MERGES = (".orig", ".rej")
"""Ends of the names of copies and changes that git and patch leave, which nobody meant to publish."""
_PUBLISHED = (InclusionLevel.INCLUDED, InclusionLevel.UNDEFINED, InclusionLevel.NOT_IN_NAV)


def hide_private(files: Iterable[File], folders: Mapping[str, str], docs_texts: Mapping[str, DocsText]) -> None:
    """Take private passages out of a project's files, and docs pages with `draft: true` out of the site.

    Files that a merge left behind are not published either.

    `folders` are the paths in the project of the folders that files are in, by their absolute paths; files of the
    theme and of plugins are in others. `docs_texts` are the texts of docs pages that have been read, by path in the
    project: to look for what is near to a marker takes long.

    Raises:
        PluginError: A marker of a private passage is wrong, which is in the log.
    """
    problems: list[Problem] = []
    for file in files:
        if file.inclusion is not InclusionLevel.EXCLUDED:
            name = posixpath.normpath(f"{folders.get(file.src_dir or '', '')}/{file.src_uri}").lstrip("/")
            if file.is_documentation_page():
                problems += _hide_in_page(file, name, docs_texts.get(name))
            elif file.src_dir in folders and file.src_uri.endswith(_LEFT_BY_MERGES):
                file.inclusion = InclusionLevel.EXCLUDED
            elif file.src_dir in folders:
                problems += _hide_in_file(file, name)
    stop_on_errors(problems)


def publish_photos(
    files: Files, folders: Mapping[str, str], pictures: Container[str], staging: Staging, *, keeps_data: bool
) -> None:
    """Write the photos of a project without what cameras wrote into them; those of the last build are kept.

    `pictures` are the paths in the site of those beside entries, which get small versions. With `keeps_data`, MkDocs
    copies the photos as they are.

    Raises:
        PluginError: One cannot be published, which is in the log.
    """
    problems: list[Problem] = []
    for file in [file for file in files if _is_own_photo(file, folders)]:
        try:
            content = read_bytes(str(file.abs_src_path), Path(str(file.abs_src_path)).stat().st_size)
        except OSError:  # MkDocs says so
            continue
        key = digest([fingerprint(), blake2b(content).hexdigest()])
        if file.src_uri in pictures and has_thumbnail(file.src_uri):
            staging.make(thumbnail_path(file.src_uri), key, partial(thumbnail, content))
        if not keeps_data:
            name = posixpath.normpath(f"{folders[file.src_dir or '']}/{file.src_uri}").lstrip("/")
            problems += _publish_photo(file, name, key, content, staging)
            files.remove(file)
            names = file.src_uri, str(file.src_dir), file.dest_dir, file.use_directory_urls
            files.append(StagedFile(*names, dest_uri=file.dest_uri, inclusion=file.inclusion))
    stop_on_errors(problems)


def _is_own_photo(file: File, folders: Container[str]) -> bool:
    is_own = file.src_dir in folders and file.abs_src_path
    return bool(is_own and file.inclusion in _PUBLISHED and is_photo(file.src_uri))


def _publish_photo(file: File, name: str, key: str, content: bytes, staging: Staging) -> Sequence[Problem]:
    """Write a photo, and return why it cannot be published; `name` is its path in the project."""
    try:
        staging.make(file.dest_uri, key, partial(published_photo, content))
    except PhotoError as error:
        return [problem(Location(name), str(error), error.hint)]
    return []


def refuse_markers(html: str, uri: str) -> None:
    """Raise a PluginError if a marker of a private passage came into a page from a file that the page includes."""
    text = _HTML_TAG.sub("", html)  # a marker in a code block may be in several elements
    if _MARKER.search(html) or _ESCAPED_MARKER.search(text):
        raise PluginError(f"{uri} includes a text with a private passage; move the passage elsewhere")


def _hide_in_page(file: File, name: str, known: DocsText | None) -> Sequence[Problem]:
    try:
        text = file.content_string
    except (OSError, UnicodeDecodeError):  # MkDocs says so when it reads the page
        return []
    page = known if known and known.whole == text else read_docs_text(text, name)
    if page.draft and file.inclusion in _PUBLISHED:
        file.inclusion = InclusionLevel.DRAFT
    if page.public != text:
        path = file.abs_src_path
        file.content_string = page.public
        file.abs_src_path = path  # git and the edit link need it
    return page.problems if file.inclusion in _PUBLISHED else []


def _hide_in_file(file: File, name: str) -> Sequence[Problem]:
    public, problems = read_public_file(Path(file.abs_src_path), name) if file.abs_src_path else (None, [])
    if public is not None:
        file.content_bytes = public
    return problems if file.inclusion in _PUBLISHED else []
