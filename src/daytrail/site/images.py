"""Sizes of images in the HTML of a page, so that nothing moves while they load."""

import posixpath
import re
from collections.abc import Mapping
from html import unescape
from urllib.parse import unquote

_IMAGE = re.compile(r"<img\b[^>]*?(?= ?/?>)")
_SOURCE = re.compile(r' src="([^"]*)"')
_LAZY = ' loading="lazy"'


def with_sizes(html: str, url: str, sizes: Mapping[str, tuple[int, int]]) -> str:
    """Return the HTML of the page at a URL path with the sizes of images that the writer gave none.

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
