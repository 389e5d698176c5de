"""Conventions of one document: the meaning of its signs, and the places where its items name their authors.

Nobody can tell from one line whether `A Walk - Bill Hill` has an author, but most documents write all of their items
alike. So each item is cut at its separators, and an author is read behind or before one of these only if most of what
the document has there looks like names.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from daytrail.importers.reading.draft import DraftItem
from daytrail.importers.reading.marks import read_marks
from daytrail.importers.reading.media import LINK, links_in, medium
from daytrail.importers.reading.names import (
    NO_NAME,
    PUBLISHER,
    STYLED,
    VENUE,
    are_names,
    are_several,
    is_full_name,
    is_month,
    is_surely_name,
    split_names,
)
from daytrail.importers.text.markdown import plain_text, prose
from daytrail.importers.text.vocabulary import any_of

_BY = any_of("by")
_OF = "|".join(sorted(set(any_of("before_author").split("|")) - set(_BY.split("|"))))
"""Words before an author that mean other things, too."""
ANY_BY = re.compile(rf"\(?[*_]{{0,2}}(?:{_BY}|(?P<of>{_OF}))\s+(?=\S)")
_CUT = re.compile(
    rf"(?<=[^\s,]),?\s+(?=(?P<by>(?:{_BY})\s))|\s+(?=(?P<of>(?:{_OF})\s))|\s*(?<=[\s_])(?P<dash>[–—-]{{1,2}}|~)\s+"
    r"|(?P<colon>:)\s+|\s+\\?(?P<bar>\|)\s+|\s+(?P<slash>/)\s+|(?P<comma>,)\s+|(?<=[^\W\d_]{2})(?P<stop>\.)\s+(?!al\b)|\s+(?=(?P<group>\())"
)
_PLACES = {
    "by": "behind `by`",
    "group": "in parentheses",
    "of": "behind `de`",
    "dash": "behind dashes",
    "bar": "behind bars",
    "slash": "behind slashes",
    "stop": "behind full stops",
    "comma": "behind commas",
}
"""Positions of an author, by the separator before it, in the order in which these are tried."""
_NAMES_OF_SIGNS = {
    **dict.fromkeys("-–—~", "dash"),
    **dict.fromkeys(",:", "comma"),
    "|": "bar",
    "/": "slash",
    ".": "stop",
    "(": "group",
}
_AFTER_NAMES = {"dash": "dashes", "comma": "commas", "colon": "colons"}
"""Separators before which names may be."""
_FIRST = ("of", "bar", "stop")
"""Separators of which the first one counts, and not the last one."""
_MOST_CUTS = 5
"""So many separators of a kind are tried in one item."""
_LONGEST_NAMES = 400
"""Characters in which names are looked for."""
_NEEDED = {"behind dashes": (2, 0.6), "before dashes": (3, 0.6), "in parentheses": (2, 0.8), "before titles": (2, 0.8)}
"""Fewest names in a place, and their share of what may be one there, so that they are authors."""
YEAR = r"(?:19|20)\d\d(?:[-–/]\d*)?"
CITED = re.compile(rf"(?P<author>[^()\d:]+?)\s*\((?P<year>{YEAR})[a-z]?\)[.,:]?\s+(?P<title>\S.*)")
"""A title behind its author and year, as in `Lee, A. (2011). Tides`."""
_TURNED = r"[A-ZÀ-Þ][\w'’-]+, [A-ZÀ-Þ][\w'’-]+"
CITED_BOOK = re.compile(rf"(?P<author>{_TURNED}(?: (?:{any_of('and')}|&) {_TURNED})*)\.\s+(?=[A-ZÀ-Þ\d])")
"""The author before a title, as in `Lee, Ada. Tides. Ebb, 2011`."""
_TITLE = re.compile(rf"[*_\"“]{{0,4}}(?:{LINK.pattern})[*_\"”]{{0,4}}|(?:{STYLED.pattern})")
"""A title in a link, in emphasis or in quotation marks."""
_LINKS = re.compile(rf"\[[^\[\]]+\]\([^()\s]+\)(?:(?:,\s*|,?\s+(?:{any_of('and')}|&)\s+)\[[^\[\]]+\]\([^()\s]+\))*")
NUMBER = re.compile(r"^[^\w\[]*\d{1,3}[.)][*_]*\s+|^\W*\d{1,3}\][*_]*\s+(?!\()")
"""Matches the number of an item."""
MONTH = re.compile(r"([^\W\d_]{3,9}\.?(?: \d{1,2})?|(?:19|20)\d\d):\s+(?=\S)")
"""Matches the month, or the year, before a title."""
_FEWEST_MONTHS = _FEWEST_REPEATED = 3
_TEMPLATE_TAG = re.compile(r"\{[{%][^{}]*[%}]\}")
_SIGN = r"[\U0001F170-\U0001F1E5\U0001F300-\U0001FAFF\u2600-\u27BF\u2B50\u231A-\u23FF★☆]"
_LEGEND_ENTRY = re.compile(
    rf"({_SIGN})\ufe0f?\s*[=:–—-]?\s*([^\W\d_][^,;·|()/]{{1,25}}?(?:/\w+)*)\s*(?=$|[,;·|()]|\s{_SIGN})"
)
_LEGEND_LINE = re.compile(rf"\W*?({_SIGN})\ufe0f?\s*(=\s*|[:–—-]\s+)?([^\W\d_][^\[\]]{{1,120}})")


@dataclass
class Conventions:
    """Meaning of signs, dashes and emphasis in one document."""

    legend: dict[str, str] = field(default_factory=dict)
    """Words by sign; empty for a star that some item has several of, since it is a rating."""
    media: set[str] = field(default_factory=set)
    """Words of links that are behind several titles, as `[Paperback](…)` is, so that they are none."""
    legend_lines: set[str] = field(default_factory=set)
    """Texts that only explain signs."""
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
    authors_are_below: bool = False
    """True if the line below a title is its author."""
    months_are_first: bool = False
    """True if items begin with a month, as in `Mar: Tides`."""
    authors_are_short: bool = False
    """True if one word behind `by` is a name, too."""


class Author(NamedTuple):
    """Names behind a title."""

    names: str
    rest: str
    """The text behind them."""
    by: str = ""
    """The word before them."""
    links: str = ""
    """Their links as Markdown."""
    is_of: bool = False
    """True if that word may mean other things, too."""
    is_sure: bool = False
    """True if they are names in any place; without names, that this is a month or a venue."""

    @property
    def is_full(self) -> bool:
        """Return whether they have several words and are no venue."""
        return " " in self.names and not VENUE.fullmatch(self.names)


class Split(NamedTuple):
    """A title and its author."""

    title: str
    author: Author
    guess: str
    """The place where the document has authors, as in `behind dashes`; empty if this is surely one."""


def read_conventions(items: Sequence[str], texts: Sequence[str], below: Sequence[str] = ()) -> Conventions:
    """Return what signs and dashes mean in a document.

    Its items, all texts and the texts below items are given.
    """
    struck = re.compile(rf"\b(?:{any_of('struck')})\b.*\b(?:{any_of('statuses.read')})\b", re.IGNORECASE)
    signs = Counter(sign[1] for text in items if (sign := re.match(rf"\W*?({_SIGN})", text)) and "](" in text)
    result = Conventions(struck_status="read" if any(struck.search(text) for text in texts) else "dropped")
    lines = Counter(entry[1] for text in texts if (entry := _LEGEND_LINE.fullmatch(text)) and entry[2])
    uses = Counter(sign for text in texts for sign in set(re.findall(_SIGN, text)))
    for text in texts:
        meanings, entry = read_legend(text), _LEGEND_LINE.fullmatch(text)
        is_used = entry and (signs[entry[1]] > 2 or (entry[2] and lines[entry[1]] == 1 < uses[entry[1]]))
        if entry and "http" not in text and (is_used or "=" in (entry[2] or "")):
            meanings = {entry[1]: entry[3]}
        result.legend |= meanings
        result.legend_lines |= {text} if meanings else set()
        result.legend |= dict.fromkeys(re.findall(r"([★⭐🌟])\ufe0f?\s?[★☆⭐🌟½]", text), "")
    items = [read_marks(DraftItem(0), NUMBER.sub("", _TEMPLATE_TAG.sub("", text), count=1), {}) for text in items]
    months = [match for match in map(MONTH.match, items) if match and (match[1].isdigit() or is_month(match[1]))]
    result.months_are_first = len(months) >= _FEWEST_MONTHS
    links = [links[0].words for text in items if (links := links_in(text)) and links[0].words]
    behind = {
        (link.words, link.url)
        for text in items
        for link in links_in(text)
        if re.search(r"\w", text[: min(link.start, 99)])
    }
    counts = Counter(words for words, _ in behind if not re.search(r"\d", words))
    result.media = {words for words, count in counts.items() if count >= _FEWEST_REPEATED}
    styled = [text for text in items if STYLED.match(text) and "](" not in text[:4]]
    names, result.authors = _places(items)
    in_links, result.authors_in_links = _places(links, in_link=True)
    result.by_is_rare = 0 < names * 5 <= len(items)
    result.authors_are_short = max(names, in_links) * 3 >= len(items) > 0
    below = [text for text in below if not links_in(text)]
    result.authors_are_below = sum(map(_is_full_name_alone, below)) >= max(3, 0.8 * len(below))
    if in_links * 10 >= len(links):
        result.authors_in_links += ("behind `by`",)
    result.authors_behind_styled = _places(styled, fewest=1)[1]
    return result


def _is_full_name_alone(text: str) -> bool:
    return are_names(text) and is_full_name(text)


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
    counts: defaultdict[str, int] = defaultdict(int)
    for where, authors in found.items():
        least, share = _NEEDED.get(where, (3, 0.8))
        # Titles have commas and colons, too.
        others = max(len(authors), 0.75 * len(items) if where in ("before commas", "before colons") else 0)
        are_sure = where in _NEEDED and sum(map(is_surely_name, authors)) > 1  # so single words are surnames
        are_short = where == "before titles" or are_sure
        count = sum(is_full_name(author) or bool(author and are_short) for author in authors)
        if where != "behind `by`" and count >= max(min(least, fewest), share * others):
            counts[where] = count
    for sign in _AFTER_NAMES.values():  # if both sides are like names, titles are first, as most people have them
        before, behind = f"before {sign}", f"behind {sign}"
        counts[before if counts[before] <= counts[behind] else behind] = 0
    return by, tuple(where for where, count in counts.items() if count)


def _candidates(text: str, *, in_link: bool) -> Iterator[tuple[str, str]]:
    """Yield the places of an item in which an author may be, with the names there, empty if there are none."""
    title = None if in_link else _TITLE.match(text)
    if title and not re.search(r"\w", text[title.end() :]):
        text = "" if "](" in title[0] else plain_text(title[0])
        title = None
    before = (
        CITED.match(text)
        or re.match(r"(?P<author>[^\"“„«\[*_]+)(?:[.,] [\"“„«*_]|, \[)", text)
        or CITED_BOOK.match(text)
    )
    if before and text[before.end("author") :].partition(")")[2][:3].strip() in list("-–—"):
        before = None  # `Tides (2011) - Ada Lee`
    if title:
        sign, tail = split_separator(behind_year(text[title.end() :])[1])
        words = plain_text(title[0])
        if sign[:1] in "-–—:" and sign:
            yield "before dashes", re.sub(r"^(\w+), (\w+)$", r"\2 \1", words) if are_names(words) else ""
        yield from _candidates_behind(place_of_sign("(" if tail.startswith("(") else sign), [tail])
    elif before:
        names = before["author"].rstrip(".")
        yield "before years" if "year" in before.re.groupindex else "before titles", names if are_names(names) else ""
    else:
        cuts = cuts_in(text)
        for sign, place in _AFTER_NAMES.items():
            if first := next((start for cut, start, _ in cuts if cut == sign), None):
                names = plain_text(text[:first])
                yield f"before {place}", names if are_names(names) else ""
        for name in _PLACES:
            tails = [text[end:] for cut, _, end in cuts if cut == name][-_MOST_CUTS:]
            tails = [tail for tail in tails if name != "comma" or not re.fullmatch(r"\W*(?:19|20)\d\d\W*", tail)]
            yield from _candidates_behind(
                _PLACES[name], tails if name in _FIRST else tails[:-3:-1] if name == "dash" else tails[-1:]
            )


def _candidates_behind(place: str, tails: Sequence[str]) -> Iterator[tuple[str, str]]:
    if place not in ("behind dashes", "behind bars"):  # where there may be a remark
        tails = [tail for tail in tails if re.match(r"\W*[^\W\d_a-zß-ÿ]", ANY_BY.sub("", tail, count=1))]
    tails = [tail for tail in tails if medium(tail) is None]
    authors = [author for author in map(author_behind, tails) if author.names or not author.is_sure]
    author = next((author for author in authors if author.names), authors[0] if authors else None)
    if author and author.by:
        place = "behind `de`" if author.is_of else "behind `by`"
    if author and (place != "behind `by`" or author.names):
        yield place, author.names


def split_separator(text: str) -> tuple[str, str]:
    """Return the separator at the beginning of a text, and what is behind it."""
    separator = re.match(r"(?:[\s,;\\|/·.…<>–—-]|(?<!~)~(?!~)|:(?![a-z_]+:))+", text)
    return (separator[0].strip(), text[separator.end() :].strip()) if separator else ("", text.strip())


def behind_year(text: str) -> tuple[str, str]:
    """Return the year in parentheses with which the text behind a title begins, and what is behind it."""
    year = re.match(rf"[\s,]*\(({YEAR})\)(?=\s*[,:–—-]\s*\w|\s+[\w*_])", text)
    return (year[1], text[year.end() :]) if year else ("", text)


def place_of_sign(sign: str) -> str:
    """Return the place of an author that is behind a title and a sign."""
    return _PLACES.get(_NAMES_OF_SIGNS.get(sign[:1], ""), "behind titles")


def cuts_in(text: str) -> list[tuple[str, int, int]]:
    """Return the names, starts and ends of separators that are not within links, code, emphasis and parentheses."""
    masked = re.sub(r"\([^()]*\)", lambda match: f"({'_' * (len(match[0]) - 2)})", prose(text))
    masked = STYLED.sub(lambda match: "_" * len(match[0]), masked)
    return [(str(match.lastgroup), match.start(), match.end()) for match in _CUT.finditer(masked)]


def author_behind(text: str, *, is_marked: bool = False) -> Author:
    """Return the author at the beginning of what is behind a title, as `by Ada Lee`, `(Ada Lee, 2011)` or `Ada Lee`.

    Its names are empty if there is none. Behind a title with marks, `by Ebb Blog` is no part of it.
    """
    text, beyond = text[:_LONGEST_NAMES], text[_LONGEST_NAMES:]
    by, group = ANY_BY.match(text), re.match(r"\(([^()]*)(?:\)|$)", text)
    inner, behind = (group[1], text[group.end() :] + beyond) if group else (text, beyond)
    start = by.end() - bool(group) if by else 0
    inner, word, is_of = inner[start:], by[0] if by else "", bool(by and by["of"])
    links = _LINKS.match(inner)
    if links and all(are_names(link.words) and not NO_NAME.match(link.words) for link in links_in(links[0])):
        return Author(
            plain_text(links[0]), inner[links.end() :].lstrip(")") + beyond, word, links[0], is_of, is_sure=bool(by)
        )
    words = re.sub(r"(?<![^\w.)\]])[^\w.)\]]+$", "", plain_text(inner))
    if is_month(words) or VENUE.fullmatch(words.rstrip(".")):  # `Tides, May 2026`
        return Author("", text + beyond, is_sure=True)
    names, rest = split_names(inner)
    if not names:
        names, rest = split_names(words)
    is_author = bool(is_marked and by and not is_of and " " in names)
    if medium(names) is not None or (NO_NAME.match(names) and not is_author) or (not by and PUBLISHER.search(names)):
        return Author("", text + beyond)
    is_dated = bool(group) and re.search(r"(?:19|20)\d\d", rest) is not None and " " in names
    is_sure = bool(by and not is_of) or is_surely_name(names) or is_dated or (bool(group) and are_several(names))
    return Author(names, f"{rest}{behind}", word, "", is_of, is_sure and bool(names))


def split_author(text: str, conventions: Conventions, *, in_link: bool = False) -> Split | None:
    """Return an item without a marked title with its author, if it has one where others have, or surely one."""
    cuts = cuts_in(text)
    places = conventions.authors_in_links if in_link else conventions.authors
    for name, start, end in cuts[:_MOST_CUTS]:
        names, place = plain_text(text[:start]), f"before {_AFTER_NAMES.get(name)}"
        if are_names(names) and (place in places or (name == "dash" and not in_link and is_surely_name(names))):
            return Split(text[end:], Author(names, ""), place)
    for name, place in _PLACES.items():
        ends = [(start, end) for cut, start, end in cuts if cut == name]
        ends = ends[:_MOST_CUTS] if name in _FIRST else ends[: -_MOST_CUTS - 1 : -1]
        named = [(start, end, author_behind(text[end:])) for start, end in ends]
        for start, end, author in sorted(named, key=lambda cut: not cut[2].is_full):
            if not author.names or text[:start].split()[-1:] == author.names.replace(",", "").split()[:1]:
                continue  # `Wave by Wave`
            is_long = "behind long dashes" in places and name == "dash" and re.search("[–—]|--", text[start:end])
            has_initial = is_surely_name(author.names) or (name != "comma" and are_several(author.names))
            is_by = name == "by" or bool(author.by and not author.is_of)  # as of `Tides | by Ada Lee`
            may_be_by = place in places or not in_link or has_initial or name != "by"
            is_short = is_by and conventions.authors_are_short and not author.names.endswith("ing")
            is_short = is_short and may_be_by and not re.search(r"\w", author.rest)
            is_sure = (
                (is_by and may_be_by and author.is_full)
                or (name in ("dash", "of") and author.links)
                or (name == "dash" and author.is_full and has_initial)
                or (name == "comma" and has_initial and not re.search(r"[^\W\d_]", author.rest))
                or (name == "group" and (author.by or has_initial or re.match(r"\W*(?:19|20)\d\d\W*$", author.rest)))
            )
            if is_sure or is_short or (not is_by and (place in places or is_long)):
                return Split(text[:start], author, "" if is_sure else place)
    return None


def read_legend(text: str) -> dict[str, str]:
    """Return the words by sign in a line that only explains signs, as in `✅ read, ⏳ queue`."""
    text = re.sub(rf"^\W*(?:{any_of('legend')})[\s*_]*:[\s*_]*", "", text, flags=re.IGNORECASE)
    entries = _LEGEND_ENTRY.findall(text)
    is_legend = len(entries) > 1
    return dict(entries) if is_legend and not re.search(r"\w", _LEGEND_ENTRY.sub("", text)) else {}
