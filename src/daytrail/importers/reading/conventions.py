"""Conventions of one document: the meaning of its signs, dashes and emphasis.

Nobody can tell from one line whether `A Walk - Bill Hill` has an author, but most documents write all of their items
alike. So an author is read in some places only if many items have what looks like names there.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from daytrail.importers.reading.document import ListDocument, without_wiki_links
from daytrail.importers.reading.media import LINK, links_in, without_links
from daytrail.importers.reading.names import (
    CITED,
    STYLED,
    VENUE,
    VENUE_AND_YEAR,
    are_names,
    is_surely_name,
    split_names,
)
from daytrail.importers.reading.status import status_of
from daytrail.importers.text.dates import match_month
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.importers.text.markdown import plain_text, prose
from daytrail.importers.text.outline import BlockType
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_NAME = r"[^\W\d_][\w'’.-]*"
_YEAR = r"\(?(?P<year>(?:19|20)\d\d\)?(?:\s\([^()]*\))?)"
_OF = "|".join(sorted(set(any_of("before_author").split("|")) - set(any_of("by").split("|"))))
"""Words before an author that mean other things, too."""
_AUTHORS: Mapping[str, re.Pattern[str]] = {
    "before years": CITED,
    "before dashes": re.compile(r"(?P<author>(?:(?!\s[–—-]{1,2}\s).){2,80})\s+(?:[–—-]|--)\s+(?P<title>\S.*)"),
    "before full stops": re.compile(r"(?P<author>(?:[^.()\d]|(?<=\b\w)\.)+)\.\s+(?P<title>[^\W_].+)"),
    "in parentheses": re.compile(
        rf"(?P<title>.*\S)\s+\((?P<by>(?:{any_of('by')})\s+)?(?P<author>[^()]+?)(?:,?\s+(?P<year>(?:19|20)\d\d))?\s*\)"
    ),
    "behind `by`": re.compile(
        rf"(?P<title>(?:.*?\s)?(?P<last>[^\s,]+)),?\s+(?P<by>{any_of('by')})\s+(?!(?P=last)\b)(?P<author>\S+\s+\S.*|\S{{3,}})"
    ),
    "behind `de`": re.compile(rf"(?P<title>.*\S)\s+(?:{_OF})\s+(?P<author>\S+\s+\S.*)"),
    "behind dashes": re.compile(r"(?P<title>.*\S)\s+(?P<dash>[–—-]|--)\s+(?P<author>(?:(?!\s[–—-]{1,2}\s).)+)"),
    "behind long dashes": re.compile(r"(?P<title>.*\S)\s+(?P<dash>[–—]|--)\s+(?P<author>(?:(?!\s[–—-]{1,2}\s).)+)"),
    "behind bars": re.compile(r"(?P<title>(?:(?!\s\\?\|\s).)+)\s+\\?\|\s+(?P<author>.+)"),
    "behind full stops": re.compile(r"(?P<title>.*[\w)][^\W\d_][?!)]?)\.\s+(?P<author>(?!al\b)[^\W\d_].+)"),
    "behind commas": re.compile(r"(?P<title>.*\S),\s+(?P<author>[^,]+)"),
}
"""Where the author of an item may be."""
_INFERRED = [where for where in _AUTHORS if where != "behind long dashes"]
"""Those that the items of a document are evidence of."""
_BEHIND_BY = _AUTHORS["behind `by`"]
_BY_LINE = re.compile(rf"(?:{any_of('by')})\s+\S", re.IGNORECASE)
"""The line below a title, which says whom it is by."""
_FEWEST_NAMES = {"behind dashes": 2, "in parentheses": 2}
_SIGN_BEHIND = re.compile(r"(?<=\s)[+^@#§†‡~!]{1,3}$")
"""A sign behind an author that the document explains, perhaps."""
_Matches = Sequence[tuple[int, re.Match[str]]]
"""Items in which an author may be in one place, with their lines."""
_TITLE = re.compile(rf"{STYLED.pattern}|{LINK.pattern}")
"""A title in emphasis, in quotation marks or in a link."""
_NO_NAME = re.compile(rf"^\d{{4}}-\d\d-\d\d\s+|[.,|]\s+{VENUE_AND_YEAR}\W*$|\s+[–—-]\s+[\d/.,\s★☆⭐]+$")
"""The day before an item, and the venue or the rating behind its authors."""
_NO_NAME_BEHIND_BY = re.compile(rf"(?:{any_of('no_name_behind_by')})\b", re.IGNORECASE)
_FEWEST = 3
"""So many items that are written alike are no accident."""
_SHARE_APART = 0.8
"""Share of the items with parentheses, or with a comma, where most items have neither."""
_SHARE = 0.6
"""Share of the items that are written alike."""
_SHARE_OF_NAMES = 0.4
"""The same for names behind `by`, so that one word is a name there."""
_SIGN = r"[\U0001F170-\U0001F1E5\U0001F300-\U0001FAFF\u2600-\u27BF\u2B50\u231A-\u23FF★☆]"
_LEGEND_ENTRY = re.compile(
    rf"({_SIGN})\ufe0f?\s*[=:–—-]?\s*([^\W\d_][^,;·|()/]{{1,25}}?(?:/\w+)?)\s*(?=$|[,;·|()]|\s{_SIGN})"
)
AUTHOR_LINK = re.compile(
    r"(?P<link>\[(?P<author>[^\[\]]+)\]\([^()\s]+(?:\([^()\s]*\))?\))(?:\s*(?:[–—:-]|--)\s+|[.,]?\s+(?=[\"“«*_]))(?P<rest>[\"“«*_]*\[(?P<title>[^\[\]]+)\]\(.*)"
)
"""The link of an author before that of a title."""


@dataclass
class Conventions:
    """Meaning of signs, dashes and emphasis in one document."""

    legend: dict[str, str] = field(default_factory=dict)
    """Words by sign."""
    rating_signs: str = ""
    """Stars that some item has several of."""
    struck_status: str = "dropped"
    """Status of what is struck through."""
    authors: tuple[str, ...] = ()
    """Where items name their authors, as in `behind dashes`."""
    authors_are_short: bool = False
    """True if most items have an author behind `by`, so that one word is a name, too."""
    names_before_titles: bool = False
    """True if names are before titles in quotation marks, so that one word is a name there."""
    authors_are_rare: bool = False
    """True if hardly any item has an author, so that `Knots by Simple Moves` may be a title."""
    authors_in_links: tuple[str, ...] = ()
    """Where the words of links do."""
    bold_titles: bool = False
    author_links: bool = False
    """True if items begin with the link of their author, as `[Ada Lee](…) - [Tides](…)`."""
    authors_behind_titles: bool = False
    """True if most titles in emphasis or in links have a sign and names behind them, and nothing else."""
    doubts: list[Problem] = field(default_factory=list)


def read_conventions(document: ListDocument) -> Conventions:
    """Return what signs and dashes mean in a document."""
    blocks = document.blocks
    texts = [cell for block in blocks for cell in (block.text, *block.cells)]
    items = [(block.line, without_wiki_links(block.text)) for block in blocks if document.may_be_item(block)]
    struck = re.compile(rf"\b(?:{any_of('struck')})\b.*\b(?:{any_of('statuses.read')})\b", re.IGNORECASE)
    bold = sum(re.match(r"\*\*[^*]+\*\*", text) is not None for _, text in items)
    marked = [(text, match.end()) for _, text in items if (match := _TITLE.match(text))]
    behind = [_NO_NAME.sub("", without_links(text[end:])) for text, end in marked]
    splits = [split_names(text.strip(" .,–—-()")) for text in behind if re.match(r"\s*(?:(?:[.,–—-]|--)\s|\()", text)]
    names = [name for name, rest in splits if " " in name and not (re.search(r"\w", rest) or VENUE.fullmatch(name))]
    quoted = [match[1] for _, text in items if (match := re.match(r"([^\"“„«\[*_]+), [\"“„«]", text))]
    result = Conventions(
        names_before_titles=sum(map(are_names, quoted)) >= max(_FEWEST, len(quoted) * _SHARE),
        rating_signs="".join(sign for text in texts for sign in re.findall(r"([★⭐🌟])\ufe0f?\s?[★☆⭐🌟½]", text)),
        struck_status="read" if any(struck.search(text) for text in texts) else "dropped",
        bold_titles=bold >= max(_FEWEST, len(items) * _SHARE),
        authors_behind_titles=len(names) >= max(_FEWEST, len(behind) * _SHARE),
    )
    for block in blocks:
        is_sign_with_status = len(block.cells) == 2 and status_of(block.cells[1]) is not None
        result.legend |= read_legend(" = ".join(block.cells) if is_sign_with_status else block.text)
    lines = [block for block in blocks if block.type in (BlockType.TEXT, BlockType.ITEM)]
    pairs = [(block.line, match) for block in lines if (match := AUTHOR_LINK.match(block.text))]
    pairs = [(line, match) for line, match in pairs if are_names(plain_text(match["author"]))]
    bare = [match["title"] for _, match in pairs if match["rest"].startswith("[")]
    titles = sum(" " in title and are_names(plain_text(title)) for title in bare)
    if len(pairs) >= _FEWEST and 2 * titles < len(pairs):
        result.author_links = True
        message = f"the first of two links is taken as the author ({len(pairs)} times)"
        result.doubts.append(diagnostic(pairs[0][0], "guessed-author", message))
    paired = {line for line, _ in pairs} if result.author_links else set()
    words = [(line, links_in(text)) for line, text in items if line not in paired]
    links = [(line, links[0].words) for line, links in words if links and links[0].words]
    result.authors = _places_of_authors(result, items)
    result.authors_in_links = _places_of_authors(result, links, fewest=_FEWEST)
    return result


def _places_of_authors(result: Conventions, items: Sequence[tuple[int, str]], fewest: int = 0) -> tuple[str, ...]:
    """Return where items name their authors, and add the doubts about it; `fewest` is for the words of links."""
    places: dict[str, list[tuple[int, str]]] = {}
    # Neither links, of which a `_` is left at the beginning, nor code, template tags and signs behind names are names.
    no_names = re.compile(r"(?<!\A)(?<!_)_{4,}|(?<=\A_)_{3,}|\{[{%].*?[%}]\}")
    words = [(line, _NO_NAME.sub("", no_names.sub("", prose(text).strip()).strip())) for line, text in items]
    stated = {line for line, text in words if (match := _BEHIND_BY.fullmatch(text)) and split_names(match["author"])[0]}
    stated |= {number for line, text in words if _BY_LINE.match(text) for number in (line - 1, line)}
    with_links = {line for line, text in items if links_in(text)}
    before_links = _names_before_links(items)
    for where in _INFERRED:
        matches = _clear_matches(where, words, stated, with_links)
        names = [(line, author) for line, match in matches if (author := _author_in(where, match)[0])]
        is_by = where == "behind `by`"
        names = [one for one in names if (not _NO_NAME_BEHIND_BY.match(one[1]) if is_by else " " in one[1])]
        if fewest and is_by:  # a comma before it needs no evidence
            clear = {line for line, match in matches if match["title"] == match.string[: match.start("by")].rstrip()}
            names = [one for one in names if one[0] in clear and " " in one[1]]
        if len(names) >= _needed_names(where, matches, [author for _, author in names], len(items), fewest):
            places[where] = names
    if before_links:
        places["before dashes"] = before_links
    for sign in ("dashes", "full stops"):  # if both sides are like names, titles are first, as most people have them
        before, behind = (places.get(f"{where} {sign}", []) for where in ("before", "behind"))
        places.pop(f"before {sign}" if len(before) <= len(behind) else f"behind {sign}", None)
    if "before years" in places:
        places.pop("behind commas", None)  # that is the publisher
    if not fewest:  # full names behind `by` need no other items, and names of one word need many
        named = len(places.pop("behind `by`", ()))
        result.authors_are_short = named >= max(len(items) * _SHARE_OF_NAMES, _FEWEST)
        is_rare = 0 < 5 * len(stated) <= len(items)
        result.authors_are_rare = is_rare and not (places or before_links)
    for where, names in places.items():
        if where not in ("before years", "behind dashes") or not any(is_surely_name(author) for _, author in names):
            message = f"what is {where} is taken as authors ({len(names)} times), as in `{names[0][1]}`"
            result.doubts.append(diagnostic(names[0][0], "guessed-author", message))
    return tuple(places)


def _clear_matches(
    where: str, words: Sequence[tuple[int, str]], stated: Collection[int], with_links: Collection[int]
) -> _Matches:
    """Return the items that may have an author in one place, without those that are sure to have one, or none."""
    matches = [(line, match) for line, text in words if (match := _AUTHORS[where].fullmatch(text))]
    if where in ("in parentheses", "behind commas"):  # some forms do not need others for them
        clear = [(line, match) for line, match in matches if line not in stated and not match.groupdict().get("by")]
        return [one for one in clear if not STYLED.match(one[1][0])]
    # `Ropes | Splices` and `Ropes | Knots` have no authors
    authors = Counter(title for title, _ in {(match["title"], match["author"]) for _, match in matches})
    is_before = where.startswith("before")
    return [one for one in matches if is_before or authors[one[1]["title"]] < 2 or one[0] in with_links]


def _names_before_links(items: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return what is before dashes and the links of titles, if most of it is names, so that others are, too."""
    starts = [(line, re.match(r"([^\[\]]*\w)\s[–—-]{1,2}\s+[\"“*_]*\[", text), links_in(text)) for line, text in items]
    words = [
        (line, start[1])
        for line, start, links in starts
        if start and links and links[0].kind is None and not links[0].names_site
    ]
    names = [(line, author) for line, author in words if are_names(author)]
    return names if len(names) >= max(_FEWEST, len(words) * _SHARE) else []


def _needed_names(where: str, matches: _Matches, names: Sequence[str], items: int, fewest: int) -> float:
    """Return how many names a document needs in one place, so that they are authors there."""
    if where == "behind `by`":
        return 1
    needed = max(_FEWEST_NAMES.get(where, _FEWEST), fewest if where != "behind dashes" else 0)
    alike = sum(match["author"][:1].isupper() for _, match in matches)
    is_apart = where in ("in parentheses", "behind full stops", "behind commas")
    if fewest and where == "before dashes":  # no name is a title in `[Ada Lee - Tides](…)`
        titles = sum(" " in match["title"] and are_names(match["title"]) for _, match in matches)
        is_apart = 2 * titles < len(names)
    if is_apart and len(names) >= max(_FEWEST, alike * _SHARE_APART):
        return needed
    has_own_sign = where == "behind bars" or (where == "behind dashes" and not fewest)
    return max(needed, (len(matches) if has_own_sign else items) * _SHARE)


def _author_in(where: str, match: re.Match[str]) -> tuple[str, str]:
    """Return what looks like names in the place of an author, empty if nothing does, and what is behind them."""
    words = re.sub(r"(?<![^\w.)\]])[^\w.)\]]+$", "", plain_text(match["author"]))
    if match_month(words) or VENUE.fullmatch(words.rstrip(".")):  # `Tides, May 2026`
        return "", ""
    if where.startswith("behind"):
        names = split_names(match["author"])
        if names[0]:
            return names
        author, rest = split_names(words)
        return author, rest or "".join(_SIGN_BEHIND.findall(match["author"]))
    return (words, "") if are_names(words) else ("", "")


def split_author(
    words: str, places: Collection[str], *, in_link: bool = False, may_be_short: bool = False
) -> tuple[str, str, str] | None:
    """Return the title, the author and what is behind it, if it is in one of some places, or surely an author.

    One word behind `by` is an author only if `may_be_short`.
    """
    for where, pattern in _AUTHORS.items():
        match = pattern.fullmatch(words)
        if not match:
            continue
        author, rest = _author_in(where, match)
        found = match.groupdict()
        is_sure = (
            (where in places and where != "behind `by`")
            or (where == "in parentheses" and (found.get("by") or found.get("year")))
            or (
                where == "behind `by`"
                and (not in_link or where in places or match["title"] != words[: match.start("by")].rstrip())
                and not _NO_NAME_BEHIND_BY.match(author)
                and (" " in author or (may_be_short and not author.endswith("ing") and not rest.strip()))
            )
            or (where == "behind dashes" and is_surely_name(author) and " " in author and not in_link)
        )
        if is_sure and where == "in parentheses" and found.get("by"):
            author = author or match["author"]
        if is_sure and author:
            return match["title"], author, " ".join(filter(None, (found.get("year"), rest)))
    return None


def read_legend(text: str) -> dict[str, str]:
    """Return the words by sign in a line that only explains signs, as in `✅ read, ⏳ queue`."""
    text = re.sub(rf"^\W*(?:{any_of('legend')})[\s*_]*:[\s*_]*", "", text, flags=re.IGNORECASE)
    entries = _LEGEND_ENTRY.findall(text)
    is_legend = len(entries) > 1 or re.match(rf"\W*{_SIGN}\ufe0f?\s*=", text)
    return dict(entries) if is_legend and not re.search(r"\w", _LEGEND_ENTRY.sub("", text)) else {}
