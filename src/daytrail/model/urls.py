"""When two links mean one page.

Ours rather than w3lib, url-normalize or courlan: they make links that can still be followed, so
they keep the scheme, `www.` and most trackers, and none knows that an arXiv abstract and its PDF
are one paper.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

_TRACKING = re.compile(
    r"utm_\w+|fbclid|[gdy]clid|[gw]braid|msclkid|ttclid|twclid|mc_[ce]id|mkt_tok|igshid?|si|ref_(?:src|url)"
    r"|_hs(?:enc|mi)|_g[al]|vero_id|spm"
)
"""Query keys that tell who sent a visitor, never what the page is."""

_PAPER = re.compile(
    r"(?:(?:(?:export\.|browse\.)?arxiv\.org|ar5iv(?:\.labs\.arxiv)?\.org)/(?:abs|pdf|html|format)/"
    r"|(?:dx\.)?doi\.org/10\.48550/(?i:arxiv)\.)"
    r"(?P<new>\d{4}\.\d{4,5}|(?P<archive>[a-z-]+)(?:\.[A-Z]{2})?/(?P<old>\d{7}))(?:v\d+)?(?:\.pdf)?"
)
"""An arXiv paper, see https://info.arxiv.org/help/arxiv_identifier.html."""
_DOI = re.compile(r"(?:dx\.)?doi\.org(?P<doi>/10\..+)")
_VIDEO = re.compile(
    r"(?:youtu\.be|(?:(?:m|music)\.)?youtube(?:-nocookie)?\.com/(?:embed|shorts|live|v))"
    r"/(?!videoseries|live_stream)(?P<video>[\w-]+)"
)
_WATCH = re.compile(r"(?:(?:m|music)\.)?youtube\.com/watch")


@lru_cache(maxsize=1 << 16)  # one link is asked for by the plan, by its evidence, by the ledger and by its pages
def normalise(url: str) -> str:
    """Return the key under which a link is compared: equal for two spellings of one page's address.

    Left out is what leads to the same page: the scheme, user and password, `www.`, default ports,
    the fragment, tracking parameters, a trailing slash, `index.html`. Made equal is what may be
    written in two ways: the host's case and script, percent-encoding, the order of the query.
    Forms of one paper or video are one: arXiv's with their versions, the DOI resolvers', YouTube's,
    where the moment at which a video starts tells it from the whole: it may be a talk of its own.

    The case of a path, and every other query, tell pages apart. The result is a key, not a link to
    follow; what is no http or https link is its own key.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https"):
            return url
        host = _host(parts.hostname or "", parts.port)
        query = parse_qsl(parts.query, keep_blank_values=True, errors="surrogateescape")
        page = host + _path(parts.path)
        return _known(page, dict(query)) or page + _asked(query)
    except ValueError:
        return url


def url_keys(url: str | None, aliases: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the normalised forms of a URL and of other URLs of the same page, in order, each once."""
    return tuple(dict.fromkeys(normalise(written) for written in (url, *aliases) if written))


def _host(name: str, port: int | None) -> str:
    name = unicodedata.normalize("NFKC", name).lower().rstrip(".")
    name = re.sub(r"^(?:www\.)+", "", name)
    # As browsers ask for it: https://www.rfc-editor.org/rfc/rfc3492. Python's `idna` codec is of 2003, with ß as ss.
    name = ".".join(part if part.isascii() else f"xn--{part.encode('punycode').decode()}" for part in name.split("."))
    name = f"[{name}]" if ":" in name else name
    return name if port in (None, 80, 443) else f"{name}:{port}"


def _path(path: str) -> str:
    parts = [unquote(part, errors="surrogateescape") for part in path.split("/")]
    while parts and parts[-1] in ("", "index.html", "index.htm"):
        parts.pop()
    return "/".join(quote(part, safe="!$&'()*+,;=:@", errors="surrogateescape") for part in parts)


def _asked(query: list[tuple[str, str]]) -> str:
    kept = sorted((field for field in query if not _TRACKING.fullmatch(field[0])), key=lambda field: field[0])
    return f"?{urlencode(kept, errors='surrogateescape')}" if kept else ""


def _known(page: str, query: dict[str, str]) -> str:
    """The one key of a paper or video, whichever of its addresses is given; empty for other pages."""
    if found := _PAPER.fullmatch(page):
        return f"arxiv.org/abs/{found['archive']}/{found['old']}" if found["old"] else f"arxiv.org/abs/{found['new']}"
    if found := _DOI.fullmatch(page):
        return f"doi.org{found['doi'].replace('%2F', '/').rstrip('/').lower()}"  # a DOI has no case
    if found := _VIDEO.fullmatch(page):
        return _video(found["video"], query)
    if _WATCH.fullmatch(page) and re.fullmatch(r"[\w-]+", query.get("v", "")):
        return _video(query["v"], query)
    return ""


def _video(name: str, query: dict[str, str]) -> str:
    start = re.fullmatch(r"(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?", query.get("t") or query.get("start", ""))
    hours, minutes, seconds = (int(part or 0) for part in start.groups()) if start else (0, 0, 0)
    moment = 3600 * hours + 60 * minutes + seconds
    return f"youtube.com/watch?v={name}" + (f"&t={moment}" if moment else "")
