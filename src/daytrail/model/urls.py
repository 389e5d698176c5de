"""Normalised URLs: keys by which two links mean one page.

Ours rather than w3lib, url-normalize or courlan: they make links that can still be followed, so
they keep the scheme, `www.` and most trackers, and none knows that an arXiv abstract and its PDF
are one paper.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urljoin, urlsplit

_TRACKING = re.compile(
    r"utm_\w+|fbclid|[gdy]clid|[gw]braid|msclkid|ttclid|twclid|mc_[ce]id|mkt_tok|igshid?|si|ref_(?:src|url)"
    r"|_hs(?:enc|mi)|_g[al]|vero_id|spm"
)
"""Query parameters that say who sent a visitor, never which page it is."""

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


@lru_cache(maxsize=1 << 16)  # the same links are asked for their host, their kind and their key
def split_url(url: str) -> SplitResult | None:
    """Return the parts of a URL; None for what is no URL, such as `http://[x]/`, or a host that NFKC would change."""
    try:
        parts = urlsplit(url)
        _ = parts.hostname, parts.port  # which are only checked when they are asked for
    except ValueError:
        return None
    return parts


def join_url(base: str, url: str) -> str:
    """Return a URL as seen from another; the URL itself if one of the two is not a URL."""
    return urljoin(base, url) if split_url(base) and split_url(url) else url


@lru_cache(maxsize=1 << 16)  # the plan, progress, the ledger and pages ask for the same links
def normalise(url: str) -> str:
    """Return the key by which a link is compared: equal for two spellings of one page's URL.

    It has no scheme, user, password, `www.`, default port, fragment, tracking parameters, trailing
    slash or `index.html`. The host's case and script, percent-encoding and the order of the query
    are made equal. So are the URLs of one paper (arXiv's with their versions, those of the DOI
    resolvers) and of one YouTube video; but a video from a later start is another one, since it may
    be a talk of its own. The case of a path and other queries make a difference.

    The result is a key, not a link to follow. What is no http or https link is its own key.
    """
    url = url.strip()
    parts = split_url(url)
    if not parts or parts.scheme not in ("http", "https"):
        return url
    try:
        host = _host(parts.hostname or "", parts.port)
        query = parse_qsl(parts.query, keep_blank_values=True, errors="surrogateescape")
        page = host + _path(parts.path)
        return _paper_or_video(page, dict(query)) or page + _query(query)
    except ValueError:
        return url


def url_keys(url: str | None, aliases: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the normalised forms of a URL and of other URLs of the same page, in order, each once."""
    return tuple(dict.fromkeys(normalise(written) for written in (url, *aliases) if written))


def _host(name: str, port: int | None) -> str:
    name = unicodedata.normalize("NFKC", name).lower().rstrip(".")
    name = re.sub(r"^(?:www\.)+", "", name)
    # As browsers request it: https://www.rfc-editor.org/rfc/rfc3492. Python's `idna` codec is of 2003, with ß as ss.
    name = ".".join(part if part.isascii() else f"xn--{part.encode('punycode').decode()}" for part in name.split("."))
    name = f"[{name}]" if ":" in name else name
    return name if port in (None, 80, 443) else f"{name}:{port}"


def _path(path: str) -> str:
    parts = [unquote(part, errors="surrogateescape") for part in path.split("/")]
    while parts and parts[-1] in ("", "index.html", "index.htm"):
        parts.pop()
    return "/".join(quote(part, safe="!$&'()*+,;=:@", errors="surrogateescape") for part in parts)


def _query(query: list[tuple[str, str]]) -> str:
    fields = sorted((field for field in query if not _TRACKING.fullmatch(field[0])), key=lambda field: field[0])
    return f"?{urlencode(fields, errors='surrogateescape')}" if fields else ""


def _paper_or_video(page: str, query: dict[str, str]) -> str:
    """Return the key of a paper or video, the same for all of its URLs; empty for other pages."""
    if match := _PAPER.fullmatch(page):
        return f"arxiv.org/abs/{match['archive']}/{match['old']}" if match["old"] else f"arxiv.org/abs/{match['new']}"
    if match := _DOI.fullmatch(page):
        return f"doi.org{match['doi'].replace('%2F', '/').rstrip('/').lower()}"  # a DOI has no case
    if match := _VIDEO.fullmatch(page):
        return _video(match["video"], query)
    if _WATCH.fullmatch(page) and re.fullmatch(r"[\w-]+", query.get("v", "")):
        return _video(query["v"], query)
    return ""


def _video(name: str, query: dict[str, str]) -> str:
    start = re.fullmatch(r"(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?", query.get("t") or query.get("start", ""))
    hours, minutes, seconds = (int(part or 0) for part in start.groups()) if start else (0, 0, 0)
    offset = 3600 * hours + 60 * minutes + seconds
    return f"youtube.com/watch?v={name}" + (f"&t={offset}" if offset else "")
