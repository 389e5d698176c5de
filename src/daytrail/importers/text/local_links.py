"""Files of the writer's that a text shows or links to."""

import re
from collections.abc import Iterator
from urllib.parse import unquote

from daytrail.importers.log.lines import hidden

_TARGET = re.compile(
    r"\]\(\s*<(?P<angled>[^<>\n]+)>|!\[\[(?P<wiki>[^\[\]|#\n]+)"
    r"|(?:\]\(\s*|<img\b[^>]*?\bsrc=[\"']?|<a\b[^>]*?\bhref=[\"']?)(?P<plain>[^)\s\"'<>]+)",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def local_targets(text: str) -> Iterator[str]:
    """Yield what the links and images of a Markdown text lead to on the writer's own disk, once each."""
    if not any(sign in text for sign in ("](", "<", "![[")):
        return
    lines = text.split("\n")
    inside = hidden(lines)
    seen: set[str] = set()
    for number, line in enumerate(lines, start=1):
        if number in inside:
            continue
        for found in _TARGET.finditer(line):
            target = found["angled"] or found["wiki"] or found["plain"]
            if not _ELSEWHERE.match(target) and target not in seen:
                seen.add(target)
                yield target


def path_of(target: str) -> str:
    """Return the path that a link leads to, without its fragment and query; empty for a link within the page."""
    return unquote(re.split(r"[#?]", target, maxsplit=1)[0])
