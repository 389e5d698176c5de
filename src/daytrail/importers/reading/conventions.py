"""Conventions of one document: the meaning of its signs, and the places where its items name their authors.

Nobody can tell from one line whether `A Walk - Bill Hill` has an author, but most documents write all of their items
alike. So each item is cut at its separators, and an author is read behind or before one of these only if most of what
the document has there looks like names.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.marks import read_marks
from daytrail.importers.reading.media import LINK, links_in
from daytrail.importers.reading.names import (
    STYLED,
    VENUE,
    are_names,
    is_full_name,
    is_month,
    is_surely_name,
    split_names,
)
from daytrail.importers.text.markdown import plain_text, prose
from daytrail.importers.text.vocabulary import any_of

_OF = "|".join(sorted(set(any_of("before_author").split("|")) - set(any_of("by").split("|"))))
"""Words before an author that mean other things, too."""
_CUT = re.compile(
    rf"\s*(?<=[\s_])(?P<dashes>[–—-]{{1,2}})\s+|\s+\\?(?P<bars>\|)\s+|(?<=[^\s,]),?\s+(?P<by>{any_of('by')})\s+"
    rf"|\s+(?P<de>{_OF})\s+|(?P<commas>,)\s+|(?P<colons>:)\s+|(?<![ .]\w)(?P<stops>\.)\s+(?!al\b)"
    r"|\s+(?=(?P<parentheses>\())"
)
_PLACES = {
    **{name: f"behind {name}" for name in ("dashes", "bars", "colons", "commas")},
    "by": "behind `by`",
    "de": "behind `de`",
    "stops": "behind full stops",
    "parentheses": "in parentheses",
    **dict.fromkeys("-–—", "behind dashes"),
    "|": "behind bars",
    "(": "in parentheses",
    **dict.fromkeys(",:", "behind commas"),  # for titles that are marked
    ".": "behind full stops",
}
"""Where an author may be, by the separator before it, the surest first."""
_ORDER = ("by", "parentheses", "de", "dashes", "bars", "stops", "commas")
"""Separators of a title without marks in the order in which they are tried."""
_FIRST = ("de", "bars", "stops")
"""Those of which the first one counts, and not the last one."""
_NEEDED = {
    "behind dashes": (2, 0.6),
    "in parentheses": (2, 0.8),
    "before dashes": (3, 0.6),
    "before full stops": (3, 0.6),
}
"""Fewest names in a place, and their share of what may be one there, so that they are authors."""
_NAMES_OF_ONE_WORD = (3, 0.4)
"""The same for names behind `by`, so that one word is a name there."""
CITED = re.compile(r"(?P<author>[^()\d:]+?)\s*\((?P<year>(?:19|20)\d\d(?:[-–]\d*)?)[a-z]?\)[.,:]?\s+(?P<title>\S.*)")
"""A title behind its author and year, as in `Lee, A. (2011). Tides`."""
TITLE = re.compile(rf"[*_\"“]{{0,4}}(?:{LINK.pattern})[*_\"”]{{0,4}}|(?:{STYLED.pattern})")
"""A title in a link, in emphasis or in quotation marks."""
_SIGN_BEHIND = re.compile(r"(?<=\s)[+^@#§†‡~!]{1,3}$")
"""A sign behind an author that the document explains, perhaps."""
ANY_BY = re.compile(rf"\(?[*_]{{0,2}}(?:{any_of('by')}|(?P<of>{_OF}))\s+(?=\S)")
"""The word before an author, which may mean other things, too."""
_TEMPLATE_TAG = re.compile(r"\{[{%].*?[%}]\}")
_NO_NAME_BEHIND_BY = re.compile(rf"(?:{any_of('no_name_behind_by')})\b", re.IGNORECASE)
_SIGN = r"[\U0001F170-\U0001F1E5\U0001F300-\U0001FAFF\u2600-\u27BF\u2B50\u231A-\u23FF★☆]"
_LEGEND_ENTRY = re.compile(
    rf"({_SIGN})\ufe0f?\s*[=:–—-]?\s*([^\W\d_][^,;·|()/]{{1,25}}?(?:/\w+)?)\s*(?=$|[,;·|()]|\s{_SIGN})"
)


class Cut(NamedTuple):
    """A separator in an item."""

    name: str
    """As in `dashes`."""
    start: int
    end: int
    is_long: bool
    """True for a dash that is no hyphen."""


@dataclass
class Conventions:
    """Meaning of signs, dashes and emphasis in one document."""

    legend: dict[str, str] = field(default_factory=dict)
    """Words by sign; empty for a star that some item has several of, since it is a rating."""
    struck_status: str = "dropped"
    """Status of what is struck through."""
    authors: tuple[str, ...] = ()
    """Where items name their authors, as in `behind dashes`."""
    authors_behind_styled: tuple[str, ...] = ()
    """The same, for titles in emphasis or quotation marks."""
    authors_in_links: tuple[str, ...] = ()
    """The same, within the words of links."""
    by_is_rare: bool = False
    """True if hardly any item has an author behind `by`, so that `Knots by Simple Moves` may be a title."""
    authors_are_short: bool = False
    """True if most items have an author behind `by`, so that one word is a name, too."""

    def author_place(self, sign: str, *, is_styled: bool = False) -> str:
        """Return the place of an author, such as `behind dashes`, if it is behind a sign; else an empty text."""
        places = self.authors + (self.authors_behind_styled if is_styled else ())
        place = _PLACES.get(sign[:1], "behind titles")
        place = "behind long dashes" if sign in ("–", "—", "--") and place not in places else place
        return place if place in places else ""


def split_separator(text: str) -> tuple[str, str]:
    """Return the separator at the beginning of a text, and what is behind it."""
    separator = re.match(r"[\s,;:\\|/·.…<>–—-]+", text)
    return (separator[0].strip(), text[separator.end() :].strip()) if separator else ("", text.strip())


def cuts_in(text: str) -> list[Cut]:
    """Return the separators of a text that are not within links, code, emphasis, quotation marks and parentheses."""
    masked = re.sub(r"\([^()]*\)", lambda match: f"({'_' * (len(match[0]) - 2)})", prose(text))
    masked = STYLED.sub(lambda match: "_" * len(match[0]), masked)
    return [
        Cut(str(match.lastgroup), match.start(), match.end(), match["dashes"] not in (None, "-"))
        for match in _CUT.finditer(masked)
    ]


def read_conventions(items: Sequence[str], texts: Sequence[str]) -> Conventions:
    """Return what signs and dashes mean in a document, of which the items, and all texts, are given."""
    struck = re.compile(rf"\b(?:{any_of('struck')})\b.*\b(?:{any_of('statuses.read')})\b", re.IGNORECASE)
    result = Conventions(struck_status="read" if any(struck.search(text) for text in texts) else "dropped")
    for text in texts:
        result.legend |= read_legend(text)
        result.legend |= dict.fromkeys(re.findall(r"([★⭐🌟])\ufe0f?\s?[★☆⭐🌟½]", text), "")
    items = [read_marks(DraftItem(0), _TEMPLATE_TAG.sub("", text), {}) for text in items]
    links = [links[0].words for text in items if (links := links_in(text)) and links[0].words]
    styled = [text for text in items if STYLED.match(text) and "](" not in text[:4]]
    names, result.authors = _places(items)
    result.authors_are_short = names >= max(_NAMES_OF_ONE_WORD[0], _NAMES_OF_ONE_WORD[1] * len(items))
    result.by_is_rare = 0 < names * 5 <= len(items)
    result.authors_in_links = ("behind `by`", *_places(links, in_link=True)[1])
    result.authors_behind_styled = _places(styled, fewest=1)[1]
    return result


def _places(items: Sequence[str], *, in_link: bool = False, fewest: int = 9) -> tuple[int, tuple[str, ...]]:
    """Return how many items have names behind `by`, and the places where so many others have names that all have."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    by = 0
    for text in items:
        candidates = list(_candidates(text, in_link=in_link))
        if any(author and where == "behind `by`" for where, author in candidates):
            by += 1
            continue
        for where, author in candidates:
            found[where].append(author)
    counts = {
        where: sum(is_full_name(author) or bool(author and where == "before titles") for author in authors)
        for where, authors in found.items()
    }
    for where, authors in found.items():
        least, share = _NEEDED.get(where, (3, 0.8))
        if where == "behind `by`" or counts[where] < max(min(least, fewest), share * len(authors)):
            counts[where] = 0
    for sign in ("dashes", "full stops"):  # if both sides are like names, titles are first, as most people have them
        before, behind = (counts.get(f"{where} {sign}", 0) for where in ("before", "behind"))
        counts[f"before {sign}" if before <= behind else f"behind {sign}"] = 0
    if counts.get("before years"):
        counts["behind commas"] = 0  # that is the publisher
    return by, tuple(where for where, count in counts.items() if count)


def _candidates(text: str, *, in_link: bool) -> Iterator[tuple[str, str]]:
    """Yield the places of an item in which an author may be, with the names there, empty if there are none."""
    title = None if in_link else TITLE.match(text)
    if title and not re.search(r"\w", text[title.end() :]):
        text = "" if "](" in title[0] else plain_text(title[0])
        title = None
    cited = CITED.match(text)
    quoted = re.match(r"([^\"“„«\[*_]+), [\"“„«]", text)
    if title:
        yield from _candidates_behind(title[0], text[title.end() :])
    elif cited or quoted:
        names = (cited["author"] if cited else quoted[1] if quoted else "").rstrip(".")
        yield "before years" if cited else "before titles", names if are_names(names) else ""
    else:
        yield from _candidates_without_title(text)


def _candidates_behind(title: str, tail: str) -> Iterator[tuple[str, str]]:
    sign, behind = split_separator(tail)
    group = re.match(r"\(([^()]*)\)", behind)
    inner = group[1] if group else plain_text(behind)
    by, words = ANY_BY.match(inner), plain_text(title)
    names = split_names(inner[by.end() if by else 0 :])[0]
    if by and not by["of"]:
        yield "behind `by`", names
    elif re.match(r"\W*[A-ZÀ-Þ]", inner[by.end() if by else 0 :]) and not (is_month(names) or VENUE.fullmatch(names)):
        yield "behind `de`" if by else _PLACES.get("(" if group else sign[:1], "behind titles"), names
    if sign[:1] in "-–—:" and sign:
        yield "before dashes", re.sub(r"^(\w+), (\w+)$", r"\2 \1", words) if are_names(words) else ""


def _candidates_without_title(text: str) -> Iterator[tuple[str, str]]:
    cuts = cuts_in(text)
    for name in ("dashes", "stops"):
        if cut := next((cut for cut in cuts if cut.name == name), None):
            before = plain_text(text[: cut.start])
            yield _PLACES[name].replace("behind", "before"), before if are_names(before) else ""
    for name in _ORDER:
        named = [cut for cut in _ordered(cuts, name) if re.match(r"\W*[A-ZÀ-Þ]", text[cut.end :])]
        authors = [author_behind(text, cut)[0] for cut in named]
        author = next(filter(None, authors if name in _FIRST else authors[:1]), "")
        if named and (name != "by" or (author and not _NO_NAME_BEHIND_BY.match(author))):
            yield _PLACES[name], author


def _ordered(cuts: Sequence[Cut], name: str) -> list[Cut]:
    """Return the separators of a name in the order in which an author may be behind them."""
    named = [cut for cut in cuts if cut.name == name]
    return named if name in _FIRST else named[::-1]


def author_behind(text: str, cut: Cut) -> tuple[str, str]:
    """Return what looks like names behind a separator, empty if nothing does, and what is behind them."""
    behind = text[cut.end :]
    group = re.match(r"\(([^()]*)\)", behind) if cut.name == "parentheses" else None
    inner = group[1] if group else behind
    inner = inner[by.end() :] if group and (by := ANY_BY.match(inner)) else inner
    words = re.sub(r"(?<![^\w.)\]])[^\w.)\]]+$", "", plain_text(inner))
    if is_month(words) or VENUE.fullmatch(words.rstrip(".")):  # `Tides, May 2026`
        return "", ""
    author, rest = split_names(inner)
    if cut.name == "by" and text[: cut.start].split()[-1:] == author.replace(",", "").split()[:1]:
        return "", ""  # `Wave by Wave`
    if not author:
        author, rest = split_names(words)
        rest = rest or "".join(_SIGN_BEHIND.findall(inner))
    return author, f"{rest}{behind[group.end() :]}" if group else rest


class Split(NamedTuple):
    """An item whose author is known."""

    title: str
    author: str
    rest: str
    """What is behind both."""
    guess: str = ""
    """The place where the document has authors, as in `behind dashes`; empty if this is surely one."""


def split_author(
    text: str, places: Collection[str], *, in_link: bool = False, may_be_short: bool = False
) -> Split | None:
    """Return an item with its author, if it is in one of some places, or surely an author.

    One word behind `by` is an author only if `may_be_short`.
    """
    cuts = cuts_in(text)
    for cut in cuts:
        names, place = plain_text(text[: cut.start]), _PLACES[cut.name].replace("behind", "before")
        if cut.name in ("dashes", "stops") and place in places and are_names(names):
            return Split(text[cut.end :], names, "", place)
    for name in _ORDER:
        for cut in _ordered(cuts, name):
            author, rest = author_behind(text, cut)
            place = _PLACES[name]
            place = "behind long dashes" if cut.is_long and place not in places else place
            is_full = " " in author or (may_be_short and not author.endswith("ing") and not rest.strip())
            is_sure = (
                (name == "by" and is_full and (not in_link or place in places) and not _NO_NAME_BEHIND_BY.match(author))
                or (name == "dashes" and is_full and not in_link and is_surely_name(author))
                or (
                    name == "parentheses"
                    and (ANY_BY.match(text, cut.end + 1) or re.match(r"\W*(?:19|20)\d\d\W*$", rest))
                )
            )
            if author and (is_sure or (place in places and name != "by")):
                return Split(text[: cut.start], author, rest, "" if is_sure else place)
    return None


def read_legend(text: str) -> dict[str, str]:
    """Return the words by sign in a line that only explains signs, as in `✅ read, ⏳ queue`."""
    text = re.sub(rf"^\W*(?:{any_of('legend')})[\s*_]*:[\s*_]*", "", text, flags=re.IGNORECASE)
    entries = _LEGEND_ENTRY.findall(text)
    is_legend = len(entries) > 1 or re.match(rf"\W*{_SIGN}\ufe0f?\s*=", text)
    return dict(entries) if is_legend and not re.search(r"\w", _LEGEND_ENTRY.sub("", text)) else {}
