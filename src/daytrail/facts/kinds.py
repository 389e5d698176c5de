"""What kind of thing a link leads to, told by its host and path."""

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from urllib.parse import urlsplit


class Kind(StrEnum):
    """What something to read is."""

    PAPER = "paper"
    ARTICLE = "article"
    VIDEO = "video"
    CODE = "code"
    BOOK = "book"
    COURSE = "course"
    DISCUSSION = "discussion"
    OTHER = "other"
    """It has no link that would say."""


_HOSTS: tuple[tuple[Kind, str], ...] = (
    (
        Kind.PAPER,
        (
            r"arxiv\.org|ar5iv(\.labs\.arxiv)?\.org|alphaxiv\.org|doi\.org|openreview\.net|aclanthology\.org|dl\.acm\.org"
            r"|ieeexplore\.ieee\.org|proceedings\..+|papers\.(nips|neurips)\.cc|semanticscholar\.org|eprint\.iacr\.org"
            r"|link\.springer\.com|biorxiv\.org|vldb\.org"
        ),
    ),
    (Kind.VIDEO, r"((m|music)\.)?youtube(-nocookie)?\.com|youtu\.be|vimeo\.com|twitch\.tv|ted\.com"),
    (
        Kind.DISCUSSION,
        (
            r"news\.ycombinator\.com|(old\.)?reddit\.com|x\.com|(mobile\.)?twitter\.com|lobste\.rs|bsky\.app|mastodon\..+"
            r"|(.+\.)?stackexchange\.com|stackoverflow\.com|superuser\.com|(discuss|discourse|forums?|community)\..+"
            r"|groups\.google\.com|linkedin\.com"
        ),
    ),
    (
        Kind.COURSE,
        (
            r"coursera\.org|edx\.org|udacity\.com|udemy\.com|ocw\.mit\.edu|course\..+|accelerated-computing\.academy"
            r"|deeplearning\.ai|brilliant\.org|khanacademy\.org"
        ),
    ),
    (Kind.BOOK, r"leanpub\.com|goodreads\.com|books\.google\..+|manning\.com|nostarch\.com|d2l\.ai"),
)
_PATHS: tuple[tuple[Kind, str], ...] = (
    (
        Kind.DISCUSSION,
        r"(github|gitlab|codeberg)\.(com|org)/[^/]+/[^/]+/(-/)?(issues|pull|pulls|discussions|merge_requests)\b.*",
    ),
    (Kind.VIDEO, r"huggingface\.co/videos/.*|.*\.(mp4|webm|mov)"),
    (
        Kind.PAPER,
        r"huggingface\.co/papers/.+|usenix\.org/(conference|system/files)/.+|pages\.cs\.wisc\.edu/.+\.pdf|.+\.pdf",
    ),
    (
        Kind.BOOK,
        r"(learning\.)?oreilly\.com/library/.*|amazon\.[a-z.]+/(.+/)?(dp|gp)/.*|.+\.epub|[^/]*book\.[^/]+(/.*)?",
    ),
    (
        Kind.CODE,
        (
            r"(github|gitlab|codeberg|bitbucket)\.(com|org)/[^/]+(/.*)?|gist\.github\.com/.+|git\.[^/]+/.+|sr\.ht/.+"
            r"|(colab\.research\.google\.com|godbolt\.org|pypi\.org|huggingface\.co/[^/]+/[^/]+)(/.*)?"
        ),
    ),
    # As in web.stanford.edu/class/cs149.
    (Kind.COURSE, r".+/(courses?|lectures?)(/.*)?|[^/]+\.edu/(.+/)?(cs|csci|ece|ee)\d{2,4}[a-z]?(/.*)?"),
)


def _any(patterns: Iterable[tuple[Kind, str]]) -> re.Pattern[str]:
    """Return one pattern whose named group is the place of the first that fits: most links fit none."""
    return re.compile("|".join(f"(?P<_{number}>{pattern})" for number, (_, pattern) in enumerate(patterns)))


_HOST, _PATH = _any(_HOSTS), _any(_PATHS)


def kind_of(url: str | None) -> Kind:
    """Return what kind of thing a link leads to; an article where nothing says otherwise."""
    if not url:
        return Kind.OTHER
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return Kind.OTHER
    if found := _by_host(host):
        return found
    found_path = _PATH.fullmatch(f"{host}{parts.path}".rstrip("/"))
    return _PATHS[int((found_path.lastgroup or "")[1:])][0] if found_path else Kind.ARTICLE


@lru_cache(maxsize=1 << 12)
def _by_host(host: str) -> Kind | None:
    found = _HOST.fullmatch(host)
    return _HOSTS[int((found.lastgroup or "")[1:])][0] if found else None
