"""Links and images of a Markdown text that lead to files on the writer's disk."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from daytrail.importers.text.hidden_lines import hidden_lines

_TARGET = re.compile(
    r"\]\(\s*<(?P<angled>[^<>\n]+)>|!\[\[(?P<wiki>[^\[\]|#\n]+)"
    r"|(?:\]\(\s*|<img\b[^>]*?\bsrc=[\"']?|<a\b[^>]*?\bhref=[\"']?)(?P<plain>[^)\s\"'<>]+)",
    re.IGNORECASE,
)
_URL = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def local_targets(text: str) -> Iterator[str]:
    """Yield the targets of links and images of a Markdown text that are no URLs, once each."""
    if not any(characters in text for characters in ("](", "<", "![[")):
        return
    lines = text.split("\n")
    hidden = hidden_lines(lines)
    seen: set[str] = set()
    for number, line in enumerate(lines, start=1):
        if number in hidden:
            continue
        for match in _TARGET.finditer(line):
            target = match["angled"] or match["wiki"] or match["plain"]
            if not _URL.match(target) and target not in seen:
                seen.add(target)
                yield target


def path_of(target: str) -> str:
    """Return the path of a target, without its fragment and query; empty for a link within the page."""
    return unquote(re.split(r"[#?]", target, maxsplit=1)[0])
