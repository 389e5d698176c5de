"""When two links mean one page."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

_TRACKING = re.compile(
    r"utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|si|ref_src|ref_url|_hsenc|_hsmi|vero_id|yclid|spm|feature"
)
"""Query keys that tell who sent a visitor, never what the page is."""

_ARXIV = re.compile(r"/(?:abs|pdf|html|format)/(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?:\.pdf)?/?$")
_INDEX = re.compile(r"/index\.html?$")


def normalise(url: str) -> str:
    """Return the key under which a link is compared: equal for two spellings of one page's address.

    Left out are the scheme, `www.`, default ports, the fragment, tracking parameters and a
    trailing slash. arXiv papers are one whatever their form and version; `youtu.be` and the
    DOI resolvers are written out. The result is a key, not a link to follow.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return url.strip()
    host = (parts.hostname or "").removeprefix("www.").removesuffix(".")
    if port not in (None, 80, 443):
        host = f"{host}:{port}"
    path = _INDEX.sub("/", parts.path)
    query = [(key, value) for key, value in parse_qsl(parts.query, True) if not _TRACKING.fullmatch(key)]
    if host in ("arxiv.org", "export.arxiv.org", "ar5iv.org", "ar5iv.labs.arxiv.org") and (paper := _ARXIV.match(path)):
        return f"arxiv.org/abs/{paper[1]}"
    if host in ("dx.doi.org", "doi.org") or (host == "arxiv.org" and path.startswith("/doi/")):
        return f"doi.org{path.rstrip('/').lower()}"
    if host == "youtu.be":
        host, query, path = "youtube.com", [("v", path.strip("/")), *query], "/watch"
    if host in ("m.youtube.com", "music.youtube.com"):
        host = "youtube.com"
    asked = f"?{urlencode(sorted(query))}" if query else ""
    return f"{host}{path.rstrip('/')}{asked}"
