"""Kinds of resources, as words and signs name them, and the links that name no more than a kind or a site."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import get_args
from urllib.parse import urlsplit

from daytrail.importers.text.markdown import BARE_URL, LINK_WORDS, is_valid_url, plain_text
from daytrail.importers.text.vocabulary import any_of
from daytrail.model.reading import MediaKind

EMOJI = (
    r"[\U0001F170-\U0001F1E5\U0001F300-\U0001FAFF\u2600-\u27BF\u2B50\u231A-\u23FF][\ufe0f\u200d\U0001F3FB-\U0001F3FF]*"
)
_SIGNS = {"video": "🎥📹📺🎬", "podcast": "🎧🎙", "book": "📕📗📘📙📖📚📔", "paper": "📄📃📑", "article": "📰📝"}
KIND_SIGNS: Mapping[str, str] = {
    sign: kind
    for kind, signs in {**_SIGNS, "course": "🎓", "code": "💻", "discussion": "💬", "": "🔗☞👉"}.items()
    for sign in signs
}
LINK = re.compile(
    rf"(?P<words>{LINK_WORDS})\(<?(?P<target>[^()\s<>]*(?:\([^()]*\)[^()\s<>]*)*)>?(?:\s+\"[^\"]*\")?\)"
    rf"|<?(?P<bare>{BARE_URL})>?"
)
_MOST_WORDS_OF_A_SITE = 2
_MAX_CAPITALS = 0.4
"""Share of words that begin with a capital letter; titles have more than sentences."""
_RANKS = {"video": 1, "slides": 1, "tool": 2, "dataset": 2, "code": 3, "discussion": 4}
"""Kinds of links that are taken as an address only if there is no better one; a discussion never is."""


@cache
def medium(words: str) -> str | None:
    """Return the kind that words name, empty for `link` and the like, None if they name something else."""
    if re.fullmatch(rf"\W*(?:{EMOJI}|:[a-z_]+:)?\W*", words):
        return ""
    is_bracketed = re.fullmatch(rf"\[(?:\w+|(?:{any_of('link_words')})\W.{{1,20}})\]", words, re.IGNORECASE) is not None
    words = re.sub(rf"^(?:{EMOJI})\s*|\s+\d{{1,2}}$|/\w+$", "", words.strip("[](){} *_:\ufe0f").casefold())
    for kind in get_args(MediaKind):
        if re.fullmatch(rf"(?:{any_of(f'media.{kind}')})(?:-\w+)?", words):  # `code-pytorch`
            return str(kind)
    if is_bracketed or re.fullmatch(any_of("link_words"), words):
        return ""
    what = re.sub(rf"^(?:(?:{any_of('before_media')}|(?:19|20)\d\d) )+(?!notes?\b)", "", words)
    return medium(what) if what != words else None


@dataclass(frozen=True)
class Link:
    """A link to the web within a text."""

    words: str
    """Empty for a bare URL."""
    url: str
    start: int = 0
    end: int = 0

    @property
    def kind(self) -> str | None:
        """The kind of resource that the words name; None if they name something else, such as a title."""
        return medium(self.words) if self.words else ""

    @property
    def is_address(self) -> bool:
        """Return whether it leads to a resource that other words name."""
        return self.kind not in (None, "discussion")

    @property
    def names_site(self) -> bool:
        """Return whether the words name the site that it leads to, as in `[@youtube](https://www.youtube.com/…)`."""
        words = re.sub(r"\W", "", self.words.casefold())
        host = re.sub(r"\W", "", urlsplit(self.url).hostname or "")
        is_page = urlsplit(self.url).path.strip("/") != ""  # and not the site itself
        return is_page and len(words) > 2 and len(self.words.split()) <= _MOST_WORDS_OF_A_SITE and words in host

    @property
    def rank(self) -> int:
        """Its place in the order in which links are taken as an address."""
        return 5 if self.kind is None else _RANKS.get(self.kind, 0)

    @property
    def markdown(self) -> str:
        """The link as it is in a note."""
        return f"[{self.words}]({self.url})" if self.words else self.url


def links_in(text: str) -> list[Link]:
    """Return the links of a text whose addresses a reading list accepts."""
    links: list[Link] = []
    for match in LINK.finditer(text) if "http" in text else ():
        url = match["bare"] or match["target"]
        words = plain_text(match["words"][1:-1]).strip() if match["words"] else ""
        if url.startswith(("https://", "http://")) and is_valid_url(url):
            links.append(Link("" if words == url else words, url, match.start(), match.end()))
    return links


def without_links(text: str) -> str:
    """Return a text without its links."""
    return LINK.sub("", text)


def has_only_media(text: str) -> bool:
    """Tell whether a text is only links that name media or nothing, as in `[paper](…) | [code](…)`."""
    links = links_in(text)
    is_alone = len(re.findall(r"\w+", without_links(text))) <= 2
    return bool(links) and is_alone and all(link.is_address or link.names_site for link in links)


def is_sentence(text: str, *, min_words: int = 5) -> bool:
    """Tell whether words are a sentence rather than a title: few of them begin with a capital letter."""
    words = re.findall(r"[^\W\d_][\w'’]*", text)
    capitals = sum(word[0].isupper() for word in words)
    return len(words) >= min_words and capitals / len(words) < _MAX_CAPITALS
