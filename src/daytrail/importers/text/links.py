"""Relative links of a source document as URLs, given the URL of the document itself."""

import re
from urllib.parse import urljoin, urlsplit

_REPOSITORY_ROOT = re.compile(
    r"https?://[^/]+/(?:[^/]+/)+?(?:-/)?(?:(?:blob|tree|raw)/|src/(?:branch|tag|commit)/)[^/]+/"
)
"""The part of a file's URL at GitHub, GitLab, Codeberg and the like that is the root of the repository."""
_HOST = re.compile(
    r"www\.[\w-]+\.\w|(?:[\w-]+\.)+(?:com|net|edu|gov|io|dev|ai|app)(?:/|$)|(?:[\w-]+\.)+org/", re.IGNORECASE
)
"""Beginning of the name of a host that is no name of a file."""
_GITHUB_REPOSITORY = re.compile(r"https?://(?:www\.)?github\.com/[^/]+/[^/]+/?")


def absolute_link(target: str, source_url: str | None) -> str | None:
    """Return the URL that a link of a document leads to; one that begins with `/` begins at the repository's root.

    Without the URL of the document it is known only if the target begins with a host, as in `www.example.org/a`.
    """
    if _HOST.match(target):
        return f"https://{target}"
    if source_url is None or target.casefold().startswith("file:"):
        return None
    if _GITHUB_REPOSITORY.fullmatch(source_url):
        source_url = f"{source_url.rstrip('/')}/blob/HEAD/"
    root = _REPOSITORY_ROOT.match(source_url)
    if root and target.startswith("/") and not target.startswith("//"):
        return urljoin(root[0], target.lstrip("/"))
    return urljoin(source_url, target)


def url_of_file(folder_url: str, path: str) -> str:
    """Return the URL of a file, given that of a folder and the file's path in it."""
    if _GITHUB_REPOSITORY.fullmatch(folder_url):
        folder_url = f"{folder_url.rstrip('/')}/blob/HEAD"
    folder_url = re.sub(r"(?<=/)tree(?=/)", "blob", folder_url, count=1)
    return f"{folder_url.rstrip('/')}/{path}"


def is_web_url(text: str) -> bool:
    """Return whether a text is the URL of something on the web."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not re.search(r"\s", text)
