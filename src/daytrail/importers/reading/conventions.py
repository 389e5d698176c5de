"""What signs, dashes and emphasis mean in one document.

Nobody can tell from one line whether `A Walk - Bill Hill` has an author, but most documents write all of their items
alike. So an author is read in some places only if many items have what looks like names there.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from daytrail.importers.reading.document import ListDocument
from daytrail.importers.reading.media import links_in
from daytrail.importers.reading.names import are_names, is_surely_name, split_names
from daytrail.importers.text.dates import match_month
from daytrail.importers.text.diagnostics import diagnostic
from daytrail.importers.text.markdown import plain_text, prose
from daytrail.importers.text.outline import BlockType
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_NAME = r"[^\W\d_][\w'’.-]*"
_AUTHORS: Mapping[str, re.Pattern[str]] = {
    "before years": re.compile(
        rf"(?P<author>{_NAME}(?:(?:\s*[/&]\s*|\s+(?:{any_of('and')})\s+|\s+){_NAME}){{0,2}})"
        r"\s+\(?(?P<year>(?:19|20)\d\d\)?(?:\s\([^()]*\))?)\s*:\s+(?P<title>\S.*)"
    ),
    "before colons": re.compile(r"(?P<author>[^:\d()]{2,80}):\s+(?P<title>\S.*)"),
    "behind dashes": re.compile(r"(?P<title>.*\S)\s+(?:[–—-]|--)\s+(?P<author>(?:(?!\s[–—-]{1,2}\s).)+)"),
    "in parentheses": re.compile(r"(?P<title>.*\S)\s+\((?P<author>[^()]+?)\s*\)"),
    "behind `by`": re.compile(rf"(?P<title>.*\S)\s+(?:{any_of('by')})\s+(?P<author>\S.+)"),
}
"""Where the author of an item may be."""
_SIGN = r"[\U0001F300-\U0001FAFF\u2600-\u27BF\u2B50\u231A-\u23FF★☆]"
_LEGEND_ENTRY = re.compile(
    rf"({_SIGN})\ufe0f?\s*[=:–—-]?\s*([^\W\d_][^,;·|()/]{{1,25}}?(?:/\w+)?)\s*(?=$|[,;·|()]|\s{_SIGN})"
)
_DAY_BEHIND_12 = re.compile(r"(?:1[3-9]|2\d|3[01])\.\d{1,2}\.\s")
_BOLD_TITLE = re.compile(r"\*\*[^*]+\*\*(?P<author>[^*]{0,20}[*_](?=[^\W_])[^*_]+[*_])?")
_FEWEST = 3
"""So many items that are written alike are no accident."""


@dataclass
class Conventions:
    """What signs, dashes and emphasis mean in one document."""

    legend: dict[str, str] = field(default_factory=dict)
    """Words by sign."""
    rating_signs: str = ""
    """Stars that some item has several of."""
    struck_status: str = "dropped"
    """Status of what is struck through."""
    authors: tuple[str, ...] = ()
    """Where items name their authors, as in `behind dashes`."""
    authors_in_links: tuple[str, ...] = ()
    """Where the words of links do."""
    bold_titles: bool = False
    styled_authors: bool = False
    """Whether emphasis behind a bold title is its author."""
    names_below: bool = False
    """Whether the line below a title is its author."""
    days_before_titles: bool = False
    """Whether items begin with a day such as `21.11.`, so that `3.2.` is one, too."""
    doubts: list[Problem] = field(default_factory=list)


def read_conventions(document: ListDocument) -> Conventions:
    """Return what signs and dashes mean in a document."""
    blocks = document.blocks
    texts = [cell for block in blocks for cell in (block.text, *block.cells)]
    items = [(block.line, block.text) for block in blocks if document.may_be_item(block)]
    struck = re.compile(rf"\b(?:{any_of('struck')})\b.*\b(?:{any_of('statuses.read')})\b", re.IGNORECASE)
    bold = [match for _, text in items if (match := _BOLD_TITLE.match(text))]
    result = Conventions(
        rating_signs="".join(sign for text in texts for sign in re.findall(r"([★⭐🌟])\ufe0f?\s?[★☆⭐🌟½]", text)),
        struck_status="read" if any(struck.search(text) for text in texts) else "dropped",
        bold_titles=len(bold) >= max(_FEWEST, len(items) * 0.6),
        styled_authors=sum(bool(match["author"]) for match in bold) >= _FEWEST,
        names_below=_has_names_below(document),
        days_before_titles=any(_DAY_BEHIND_12.match(text) for _, text in items),
    )
    for block in blocks:
        if block.type in (BlockType.TEXT, BlockType.ITEM):
            result.legend |= read_legend(block.text)
    links = [(line, links[0].words) for line, text in items if (links := links_in(text)) and links[0].words]
    result.authors = tuple(_places_of_authors(result, items, _is_usual))
    if result.names_below:
        message = "names in the line below a title are taken as its author"
        result.doubts.append(diagnostic(items[0][0], "guessed-author", message))
    result.authors_in_links = tuple(_places_of_authors(result, links, _is_usual_in_links))
    return result


def _has_names_below(document: ListDocument) -> bool:
    """Tell whether what is below most items is names."""
    items = [node for section in document.sections for node in section.nodes if node.type is BlockType.ITEM]
    below = [plain_text(node.children[0].text) for node in items if node.children and not node.children[0].children]
    names = [text for text in below if " " in text and are_names(text)]
    return len(names) >= max(_FEWEST, len(below) * 0.6)


def _places_of_authors(
    result: Conventions, items: Sequence[tuple[int, str]], is_usual: Callable[[str, int, int, int], bool]
) -> Iterator[str]:
    """Yield where items name their authors, and add the doubts about it."""
    for where, pattern in _AUTHORS.items():
        # Neither links and code, which are `_`, nor signs behind names are names.
        words = ((line, re.sub(r"_{4,}", "", prose(text)).strip()) for line, text in items)
        matches = [(line, match) for line, text in words if (match := pattern.fullmatch(text))]
        names = [(line, author) for line, match in matches if (author := _author_in(where, match))]
        if is_usual(where, len(names), len(matches), len(items)):
            yield where
            if where != "behind dashes" or not any(is_surely_name(author) for _, author in names):
                message = f"what is {where} is taken as authors ({len(names)} times), as in `{names[0][1]}`"
                result.doubts.append(diagnostic(names[0][0], "guessed-author", message))


def _author_in(where: str, match: re.Match[str]) -> str:
    """Return what looks like names in the place of an author; empty if nothing does."""
    words = re.sub(r"(?<![^\w.)\]])[^\w.)\]]+$", "", match["author"])
    if where == "before years":
        initials = re.findall(r"\b\w(?=[\w'’.-]{3})", words)
        is_name = not match_month(words) and all(map(str.isupper, initials))
    elif where == "behind dashes":
        is_name = len(words.split()) > 1 and bool(split_names(words)[0])
    else:
        is_name = len(words.split()) > 1 and are_names(words)
    return words if is_name else ""


def _is_usual(where: str, names: int, matches: int, items: int) -> bool:
    """Tell whether so many items have names in a place that it is that of their authors."""
    return {
        "before years": names > 1,
        "before colons": names >= max(2 * _FEWEST, items * 0.6),
        "behind dashes": names > 1 and names >= matches * 0.6,
        "in parentheses": names > 1 and names >= max(matches, items) * 0.6,
        "behind `by`": False,  # it needs no other items
    }[where]


def _is_usual_in_links(where: str, names: int, _matches: int, items: int) -> bool:
    return names >= (_FEWEST if where == "behind `by`" else max(_FEWEST, items * 0.8))


def split_author(words: str, places: Iterable[str]) -> tuple[str, str, str] | None:
    """Return the title, the author and the year of an item that has its author in one of some places."""
    for where in places:
        match = _AUTHORS[where].fullmatch(words)
        if match and (_author_in(where, match) or (where == "before colons" and are_names(match["author"]))):
            return match["title"], match["author"], match["year"] if where == "before years" else ""
    return None


def read_legend(text: str) -> dict[str, str]:
    """Return the words by sign in a line that only explains signs, as in `✅ read, ⏳ queue`."""
    text = re.sub(rf"^\W*(?:{any_of('legend')})[\s*_]*:[\s*_]*", "", text, flags=re.IGNORECASE)
    entries = _LEGEND_ENTRY.findall(text)
    is_legend = len(entries) > 1 or re.match(rf"\W*{_SIGN}\ufe0f?\s*=", text)
    return dict(entries) if is_legend and not re.search(r"\w", _LEGEND_ENTRY.sub("", text)) else {}
