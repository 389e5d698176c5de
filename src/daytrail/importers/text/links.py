"""Relative links of a source document as URLs, given the URL of the document itself."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

from daytrail.importers.text.markdown import LINK_WORDS, is_valid_url
from daytrail.importers.text.vocabulary import any_of

_IMAGE_OR_LINK = re.compile(
    rf"(?<!`)(?P<code>`+)(?!`).+?(?<!`)(?P=code)(?!`)|(?P<image>!?)(?P<words>{LINK_WORDS})\(\s*<?(?P<target>[^()\s<>]*(?:\([^()]*\))?)>?[^()]*\)"
)
_SCHEME = re.compile(r"(?!file:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
FILE_URL = "https://file.invalid/"
"""Placeholder for the unknown URL of a file next to the document."""
_FILE_LINK = re.compile(rf"{LINK_WORDS}\({re.escape(FILE_URL)}\)")
_FORMS = any_of("media", "link_words")
_FILE_FORM = re.compile(rf"\s*\[(?:\[(?:{_FORMS})\]\({re.escape(FILE_URL)}\)|(?:{_FORMS}))\](?![(\[])", re.IGNORECASE)
"""A link to a file that only names its medium, in brackets: `[[GitHub](a.ipynb)]`, or what is left of it."""
_REPOSITORY_ROOT = re.compile(
    r"https?://[^/]+/(?:[^/]+/)+?(?:-/)?(?:(?:blob|tree|raw)/|(?:src|raw)/(?:branch|tag|commit)/)[^/]+/"
)
"""The part of a file's URL at GitHub, GitLab, Codeberg and the like that is the root of the repository."""
_PAGE_OF_FILE = re.compile(
    r"^(?P<repository>https?://[^/]+/(?:[^/]+/){2,}?(?:-/)?)(?:blob|tree|src(?=/(?:branch|tag|commit)/))/"
)
"""The beginning of the URL of a page about a file; with `raw` it is that of the file."""
_HOST = re.compile(
    r"www\.[\w-]+\.\w|(?:[\w-]+\.)+(?:com|net|edu|gov|io|dev|ai|app)(?:/|$)|(?:[\w-]+\.)+org/", re.IGNORECASE
)
"""Beginning of the name of a host that is no name of a file."""
_GITHUB_REPOSITORY = re.compile(r"https?://(?:www\.)?github\.com/[^/]+/[^/]+/?")


def absolute_link(target: str, source_url: str | None, *, is_image: bool = False) -> str | None:
    """Return the URL that a link of a document leads to; one that begins with `/` begins at the repository's root.

    Without the URL of the document it is known only if the target begins with a host, as in `www.example.org/a`. An
    image has that of the file itself, not that of the page about it.
    """
    if _HOST.match(target):
        return f"https://{target}"
    if source_url is None or target.casefold().startswith("file:"):
        return None
    if _GITHUB_REPOSITORY.fullmatch(source_url):
        source_url = f"{source_url.rstrip('/')}/blob/HEAD/"
    if is_image:
        source_url = _PAGE_OF_FILE.sub(r"\g<repository>raw/", source_url)
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


def links_to_files(text: str) -> Iterator[tuple[str, str]]:
    """Yield the relative links and images of a text as Markdown, each with its target."""
    for match in _IMAGE_OR_LINK.finditer(text) if "](" in text else ():
        if (target := match["target"]) and not _SCHEME.match(target):
            yield match[0], target


def is_web_url(text: str) -> bool:
    """Return whether a text is the URL of something on the web."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname) and not re.search(r"\s", text)


def forms_in(text: str) -> list[str]:
    """Return the links to files of a text that only name a medium, as `[[GitHub](knots.ipynb)]`."""
    return _FILE_FORM.findall(text)


def without_forms(text: str) -> str:
    """Return a text without what is left of links that only name a medium, as of `Knots [[GitHub](knots.ipynb)]`."""
    return _FILE_FORM.sub("", text) or text


def with_absolute_links(text: str, source_url: str | None, left_out: list[str]) -> str:
    """Return a text with relative links as links to the web, or as their words if the source's URL is unknown."""
    resolved: str = without_file_links(with_file_links(text, source_url, left_out))
    return resolved


def without_file_links(value: Any) -> Any:
    """Return a text, or all fields of an item, with the words of links to `FILE_URL` in place of the links."""
    if isinstance(value, dict):
        fields = {key: without_file_links(inner) for key, inner in value.items() if inner != FILE_URL}
        return {key: inner for key, inner in fields.items() if inner != []}
    if isinstance(value, list):
        return [without_file_links(inner) for inner in value if inner != FILE_URL]
    return _FILE_LINK.sub(lambda match: match[0][1:].partition("](")[0], value) if isinstance(value, str) else value


def with_file_links(text: str, source_url: str | None, left_out: list[str]) -> str:
    """Return a text with relative links as links to the web; if the source's URL is unknown, all to `FILE_URL`.

    So an item has the same fields, but for its URL, whether the source's URL is known or not.
    """

    def replaced(match: re.Match[str]) -> str:
        target = match["target"]  # None of code
        if not target or _SCHEME.match(target):
            return match[0]
        if (url := absolute_link(target, source_url, is_image=bool(match["image"]))) and is_valid_url(url):
            return f"{match['image']}{match['words']}({url})"
        left_out.append(target)
        is_file = not match["image"] and not target.startswith("#") and match["words"] != "[]"
        return f"{match['words']}({FILE_URL})" if is_file else match["words"][1:-1]

    return _IMAGE_OR_LINK.sub(replaced, text) if "](" in text else text
