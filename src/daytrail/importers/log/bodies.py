"""Bodies of entries: the Markdown of the source, but for what would mean something else on the site."""

import re

from daytrail.importers.log.lines import hidden

_TITLE = re.compile(r"( {0,3})(#{1,6})(?=\s)")
_HIDDEN = re.compile(r"%%(?!%)((?:(?!%%|--).)+?)%%", re.DOTALL)
_FENCED = re.compile(r"(^ {0,3}(?:```|~~~).*?^ {0,3}(?:```|~~~)[^\S\n]*$)", re.DOTALL | re.MULTILINE)


def tidied(body: str) -> str:
    """Return a body with its headings below the day's title and its private passages hidden on the site too."""
    return _commented(_demoted(body))


def _demoted(body: str) -> str:
    """Return a body whose headings stand below the day's title, which is the first level."""
    lines = body.split("\n")
    inside = hidden(lines)
    levels = [
        len(found[2]) for at, line in enumerate(lines, start=1) if at not in inside and (found := _TITLE.match(line))
    ]
    if not levels or min(levels) > 1:
        return body
    return "\n".join(
        _TITLE.sub(lambda found: found[1] + (found[2] + "#")[:6], line) if at not in inside else line
        for at, line in enumerate(lines, start=1)
    )


def _commented(body: str) -> str:
    """Return a body whose private passages are hidden on the site too: what Obsidian hides between `%%`."""
    if "%%" not in body:
        return body
    parts = _FENCED.split(body)
    return "".join(part if index % 2 else _HIDDEN.sub(r"<!--\1-->", part) for index, part in enumerate(parts))
