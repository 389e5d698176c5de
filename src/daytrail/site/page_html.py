"""HTML of a page: sizes of its images, and what the theme's templates leave around its content."""

import posixpath
import re
from collections.abc import Mapping
from html import unescape
from urllib.parse import unquote

_IMAGE = re.compile(r"<img\b[^>]*?(?= ?/?>)")
_SOURCE = re.compile(r' src="([^"]*)"')
_LAZY = ' loading="lazy"'
_SEARCH_SETTINGS = re.compile(r'"search(?:\.[\w.]+)?": "(?:[^"\\]|\\.)*", ')
_DIALOG = 'class="md-search dt-find"'
"""What a page with our dialog for searches has."""


def with_sizes(html: str, url: str, sizes: Mapping[str, tuple[int, int]]) -> str:
    """Return the HTML of the page at a URL path with sizes of images, so that nothing moves while they load.

    `sizes` has width and height by path in the site. The first image loads at once, since it may be in sight.
    """
    if not sizes:
        return html
    folder = posixpath.dirname(url)

    def sized(match: re.Match[str]) -> str:
        tag, source = match[0], _SOURCE.search(match[0])
        path = posixpath.normpath(posixpath.join(folder, unquote(unescape(source[1])))) if source else ""
        if match.start() == first:
            tag = tag.replace(_LAZY, "")
        if path not in sizes or re.search(" (width|height)=", tag):
            return tag
        width, height = sizes[path]
        return f'{tag} width="{width}" height="{height}"'

    image = _IMAGE.search(html)
    first = image.start() if image else -1
    return _IMAGE.sub(sized, html)


def stripped_lines(html: str) -> str:
    """Return HTML without spaces around its lines, and without empty lines."""
    return "\n".join(filter(None, map(str.strip, html.split("\n"))))


def without_indentation(page: str) -> str:
    """Return a page without what only takes space around its content: a seventh of it is indentation."""
    before, start, rest = page.partition("<article")
    content, end, after = rest.rpartition("</article>")
    if "<pre" in before + after or "<textarea" in before + after:  # of an owner's template
        return page
    opening, _, content = content.partition(">")
    page = f"{_around(before)}\n{start}{opening}>\n{content.strip()}\n{end}\n{_around(after)}\n"
    if _DIALOG not in page:
        return page
    # Nothing reads the settings of Material's search if that is not there.
    head, config, rest = page.partition('<script id="__config"')
    return f"{head}{config}{_SEARCH_SETTINGS.sub('', rest)}"


def _around(html: str) -> str:
    """Return HTML of the theme without indentation, and without a namespace that any SVG in HTML has."""
    return stripped_lines(html).replace(' xmlns="http://www.w3.org/2000/svg"', "")
