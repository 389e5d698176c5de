"""What kind of thing a link leads to, told by its host and path."""

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from urllib.parse import urlsplit


class ResourceKind(StrEnum):
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


_HOSTS: tuple[tuple[ResourceKind, str], ...] = (
    (
        ResourceKind.PAPER,
        (
            r"arxiv\.org|ar5iv(\.labs\.arxiv)?\.org|alphaxiv\.org|doi\.org|openreview\.net|aclanthology\.org|dl\.acm\.org"
            r"|ieeexplore\.ieee\.org|proceedings\..+|papers\.(nips|neurips)\.cc|semanticscholar\.org|eprint\.iacr\.org"
            r"|link\.springer\.com|biorxiv\.org|vldb\.org"
        ),
    ),
    (ResourceKind.VIDEO, r"((m|music)\.)?youtube(-nocookie)?\.com|youtu\.be|vimeo\.com|twitch\.tv|ted\.com"),
    (
        ResourceKind.DISCUSSION,
        (
            r"news\.ycombinator\.com|(old\.)?reddit\.com|x\.com|(mobile\.)?twitter\.com|lobste\.rs|bsky\.app|mastodon\..+"
            r"|(.+\.)?stackexchange\.com|stackoverflow\.com|superuser\.com|(discuss|discourse|forums?|community)\..+"
            r"|groups\.google\.com|linkedin\.com"
        ),
    ),
    (
        ResourceKind.COURSE,
        (
            r"coursera\.org|edx\.org|udacity\.com|udemy\.com|ocw\.mit\.edu|course\..+|accelerated-computing\.academy"
            r"|deeplearning\.ai|brilliant\.org|khanacademy\.org"
        ),
    ),
    (ResourceKind.BOOK, r"leanpub\.com|goodreads\.com|books\.google\..+|manning\.com|nostarch\.com|d2l\.ai"),
)
_PATHS: tuple[tuple[ResourceKind, str], ...] = (
    (
        ResourceKind.DISCUSSION,
        r"(github|gitlab|codeberg)\.(com|org)/[^/]+/[^/]+/(-/)?(issues|pull|pulls|discussions|merge_requests)\b.*",
    ),
    (ResourceKind.VIDEO, r"huggingface\.co/videos/.*|.*\.(mp4|webm|mov)"),
    (
        ResourceKind.PAPER,
        r"huggingface\.co/papers/.+|usenix\.org/(conference|system/files)/.+|pages\.cs\.wisc\.edu/.+\.pdf|.+\.pdf",
    ),
    (
        ResourceKind.BOOK,
        r"(learning\.)?oreilly\.com/library/.*|amazon\.[a-z.]+/(.+/)?(dp|gp)/.*|.+\.epub|[^/]*book\.[^/]+(/.*)?",
    ),
    (
        ResourceKind.CODE,
        (
            r"(github|gitlab|codeberg|bitbucket)\.(com|org)/[^/]+(/.*)?|gist\.github\.com/.+|git\.[^/]+/.+|sr\.ht/.+"
            r"|(colab\.research\.google\.com|godbolt\.org|pypi\.org|huggingface\.co/[^/]+/[^/]+)(/.*)?"
        ),
    ),
    # As in web.stanford.edu/class/cs149.
    (ResourceKind.COURSE, r".+/(courses?|lectures?)(/.*)?|[^/]+\.edu/(.+/)?(cs|csci|ece|ee)\d{2,4}[a-z]?(/.*)?"),
)


def _any(patterns: Iterable[tuple[ResourceKind, str]]) -> re.Pattern[str]:
    """Return one pattern whose named group is the place of the first that fits: most links fit none."""
    return re.compile("|".join(f"(?P<_{number}>{pattern})" for number, (_, pattern) in enumerate(patterns)))


_HOST, _PATH = _any(_HOSTS), _any(_PATHS)


def kind_of(url: str | None) -> ResourceKind:
    """Return what kind of thing a link leads to; an article where nothing says otherwise."""
    if not url:
        return ResourceKind.OTHER
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return ResourceKind.OTHER
    if found := _by_host(host):
        return found
    found_path = _PATH.fullmatch(f"{host}{parts.path}".rstrip("/"))
    return _PATHS[int((found_path.lastgroup or "")[1:])][0] if found_path else ResourceKind.ARTICLE


@lru_cache(maxsize=1 << 12)
def _by_host(host: str) -> ResourceKind | None:
    found = _HOST.fullmatch(host)
    return _HOSTS[int((found.lastgroup or "")[1:])][0] if found else None
