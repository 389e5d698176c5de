"""Kinds of resources, and the kind of a page by the host and path of its URL."""

import re
from enum import StrEnum

from daytrail.model.urls import split_url


class ResourceKind(StrEnum):
    """Kind of a resource."""

    PAPER = "paper"
    ARTICLE = "article"
    VIDEO = "video"
    CODE = "code"
    BOOK = "book"
    COURSE = "course"
    PODCAST = "podcast"
    SLIDES = "slides"
    DOCUMENTATION = "documentation"
    TOOL = "tool"
    DATASET = "dataset"
    DISCUSSION = "discussion"
    OTHER = "other"
    """It has no URL, and the reading list does not say what it is."""


# The name of each group is the value of a kind.
_HOST = re.compile(
    r"""
    (?P<paper>
        arxiv\.org|ar5iv(\.labs\.arxiv)?\.org|alphaxiv\.org|doi\.org|openreview\.net|aclanthology\.org|dl\.acm\.org
        |ieeexplore\.ieee\.org|proceedings\..+|papers\.(nips|neurips)\.cc|semanticscholar\.org|eprint\.iacr\.org
        |link\.springer\.com|biorxiv\.org|vldb\.org)
    |(?P<video>((m|music)\.)?youtube(-nocookie)?\.com|youtu\.be|vimeo\.com|twitch\.tv|ted\.com)
    |(?P<discussion>
        news\.ycombinator\.com|(old\.)?reddit\.com|x\.com|(mobile\.)?twitter\.com|lobste\.rs|bsky\.app|mastodon\..+
        |(.+\.)?stackexchange\.com|stackoverflow\.com|superuser\.com|(discuss|discourse|forums?|community)\..+
        |groups\.google\.com|linkedin\.com)
    |(?P<course>
        coursera\.org|edx\.org|udacity\.com|udemy\.com|ocw\.mit\.edu|course\..+|accelerated-computing\.academy
        |deeplearning\.ai|brilliant\.org|khanacademy\.org)
    |(?P<podcast>podcasts\.(apple|google)\.com|overcast\.fm|pocketcasts\.com|pca\.st)
    |(?P<documentation>docs\.(?!google\.).+|.+\.readthedocs\.(io|org)|developer\.mozilla\.org|(.+\.)?cppreference\.com)
    |(?P<tool>apps\.apple\.com|addons\.mozilla\.org|chromewebstore\.google\.com)
    |(?P<slides>slideshare\.net|speakerdeck\.com|slides\.com)
    |(?P<book>leanpub\.com|goodreads\.com|books\.google\..+|manning\.com|nostarch\.com|d2l\.ai)
    """,
    re.VERBOSE,
)
_HOST_AND_PATH = re.compile(
    r"""
    (?P<discussion>
        (github|gitlab|codeberg)\.(com|org)/[^/]+/[^/]+/(-/)?(issues|pull|pulls|discussions|merge_requests)\b.*)
    |(?P<podcast>open\.spotify\.com/(show|episode)/.+|.*\.mp3)
    |(?P<slides>docs\.google\.com/presentation/.*|.*\.pptx)
    |(?P<dataset>huggingface\.co/datasets/.+|kaggle\.com/datasets/.+)
    |(?P<video>huggingface\.co/videos/.*|.*\.(mp4|webm|mov))
    |(?P<paper>
        huggingface\.co/papers/.+|usenix\.org/(conference|system/files)/.+|pages\.cs\.wisc\.edu/.+\.pdf|.+\.pdf)
    |(?P<book>
        (learning\.)?oreilly\.com/library/.*|amazon\.[a-z.]+/(.+/)?(dp|gp)/.*|.+\.epub|[^/]*book\.[^/]+(/.*)?)
    |(?P<code>
        (github|gitlab|codeberg|bitbucket)\.(com|org)/[^/]+(/.*)?|gist\.github\.com/.+|git\.[^/]+/.+|sr\.ht/.+
        |(colab\.research\.google\.com|godbolt\.org|pypi\.org|huggingface\.co/[^/]+/[^/]+)(/.*)?)
    |(?P<course>.+/(courses?|lectures?)(/.*)?|[^/]+\.edu/(.+/)?(cs|csci|ece|ee)\d{2,4}[a-z]?(/.*)?)
    """,
    re.VERBOSE,
)


def host_of(url: str | None) -> str:
    """Return the host of a URL without `www.`, as in `arxiv.org`. Empty if the URL is not valid."""
    parts = split_url(url or "")
    return ((parts and parts.hostname) or "").removeprefix("www.")


def kind_of(url: str | None) -> ResourceKind:
    """Return the kind of the page that a URL leads to. It is an article if no pattern matches."""
    parts, host = split_url(url or ""), host_of(url)
    if not parts or not host:
        return ResourceKind.OTHER
    match = _HOST.fullmatch(host) or _HOST_AND_PATH.fullmatch(f"{host}{parts.path}".rstrip("/"))
    return ResourceKind(str(match.lastgroup)) if match else ResourceKind.ARTICLE
