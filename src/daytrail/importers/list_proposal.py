"""Proposal of a recipe for a reading list: what its headings, signs and columns are, and the form of its items."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any
from unicodedata import category

from daytrail.importers.document import Document, Line, LineKind, plain_text
from daytrail.importers.imported import filled, propose_title
from daytrail.importers.item_text import end_of_text, find_links, mask_links, plain
from daytrail.importers.outline import is_in_contents, with_inline_links
from daytrail.importers.recipe import Proposal, Question

_STATES = {
    "to-read": "(?:want )?to (?:be )?read|to.read|unread|backlog|queued?|(?:up )?next|tbr|wish ?list|planned|later",
    "reading": "(?:currently )?reading(?: now)?|current(?:ly)?|in progress|started|ongoing",
    "read": "(?:already |have )?read|finished|done|completed?|x|yes",
    "dropped": "dropped|abandoned|did not finish|dnf|gave up|unfinished",
}
_SIGNS = {"to-read": "⏳🔲⬜", "reading": "📖🚧🔄", "read": "✅☑✔✓", "dropped": "❌"}
_HEADING = (
    r"(?!reading (?:lists?|notes?)\b)"
    r"(?:books?|papers?|articles?|things?|stuff|list|what|i|am|have|that|still|needs?|\W)*(?:{})"
    r"(?:books?|papers?|articles?|list|by me|now|in \d+|\(.*\)|\W)*"
)
"""The title of a category that states something, with the words of the state between the braces."""
_FAVOURITES = ("⭐", "🌟", "❤️", "♥", "★", "*")
_BY = re.compile(r"\w\S* by [^;(]+?\s*(?P<rest>[;(].*|[-–—] .*)?$")
_DASH = re.compile(r"(?:ꙮ\d+ꙮ|[^ꙮ]*\S) [-–—] (?P<behind>\S.*)")
"""A dash right behind a link, or in an item that does not begin with one."""
_NAMES = re.compile(r"(?:(?:[A-Z][\w.'’-]*|de|van|von|da|and|&|et al\.?|,)[ ,]*){1,8}")
_COLUMNS = {
    "title": "title|name|book|paper|article|resource|titel|título|titre",
    "url": "link|url|where",
    "author": r"authors?|by|writer|autor\w*|auteur",
    "state": r"status|state|read\??|progress|done\??",
    "category": "category|genre|topic|shelf|section|tags?|subject|field",
    "why": "why|description|about|summary",
}
_NOTES = re.compile("note|rating|date|year|comment|review|finished", re.IGNORECASE)
_MOST_CELLS = 8
"""Different cells of a column with states."""


def propose_list(document: Document) -> Proposal | None:
    """Return a recipe for a reading list. None if it has neither items nor a table."""
    document, _ = with_inline_links(document)
    lines = [line for line in document.lines if line.may_mark and not is_in_contents(line)]
    texts = [line.content for line in lines if line.kind is LineKind.ITEM]
    columns = _columns(document)
    if not (texts or columns):
        return None
    proposal = Proposal()
    propose_title(proposal, document, _title_lines(lines))
    _propose_categories(proposal, lines, is_in_paragraphs="\n\n" in document.text)
    if columns:
        proposal.put("columns", columns)
    if len(texts) > len(document.rows):
        _propose_fields(proposal, texts)
    marked = {sign: sum(sign in text.split() for text in texts) for sign in _FAVOURITES}
    if sign := next((sign for sign, count in marked.items() if 0 < count * 3 < len(texts)), ""):
        proposal.put("favourite", sign, f"{marked[sign]} items")
    cells = {row.cell(columns.get("state")) for row in document.rows} - {""}
    _propose_states(proposal, lines, texts, cells if len(cells) <= _MOST_CELLS else set())
    return proposal


def _title_lines(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the line that may be the title: the only heading of the first level, or the first without items below it.

    Without such a heading it is a text above all others.
    """
    tops = [line for line in lines if line.kind is LineKind.HEADING and line.level == 1]
    if len(tops) > 1:
        rest = lines[lines.index(tops[0]) + 1 :]
        below = next((line for line in rest if line.kind is not LineKind.TEXT), tops[0])
        tops = tops[:1] if below.kind is LineKind.HEADING else []
    return tops or [line for line in lines[:1] if line.kind is LineKind.TEXT]


def _propose_categories(proposal: Proposal, lines: Sequence[Line], *, is_in_paragraphs: bool) -> None:
    """Propose the levels of headings, items with others below, bold lines; without these, lines of text above items."""
    headings = [line for line in lines if line.kind is LineKind.HEADING and line.number != proposal.values["title"]]
    patterns = [f"{'#' * level} {{title}}" for level in sorted({line.level for line in headings})]
    pairs = list(pairwise(lines))
    parents = [line for line, below in pairs if line.kind is below.kind is LineKind.ITEM and below.level > line.level]
    if len(parents) > 1 and not any(find_links(line.content) for line in parents):
        links = sum(line.kind is LineKind.ITEM and bool(find_links(line.content)) for line in lines)
        patterns += ["- {title}"] if links > len(parents) else []
    followed = [line for line, below in pairs if line.kind is LineKind.TEXT and below.kind is LineKind.ITEM]
    if is_in_paragraphs:  # a line right below an item goes on with it
        last_lines = {line.number for line in lines if line.kind is LineKind.ITEM}
        followed = [line for line in followed if line.number - 1 not in last_lines]
    if any(re.fullmatch(r"\*\*[^*]+\*\*:?", line.text.strip()) for line in followed):
        patterns.append("**{title}**")
    elif not patterns and len(followed) > 1:
        patterns.append("{title}")
    if patterns:
        proposal.put("categories", patterns)


def _propose_fields(proposal: Proposal, texts: Sequence[str]) -> None:
    """Propose forms of what stands behind titles; whether it is an author or a reason, only `by` tells."""
    counts, names = Counter[str](), 0
    for masked, links in map(mask_links, texts):
        text = plain(masked[: end_of_text(masked, links)]).rstrip(" :,–—-[(")
        if by := _BY.search(text):
            rest = by["rest"] or ""
            is_group = rest.startswith("(") and rest.endswith(")")
            end = " ({why})" if is_group else f"{'' if rest[0] == ';' else ' '}{rest[0]} {{why}}" if rest else ""
            counts[f"{{title}} by {{author}}{end}"] += 1
        elif (group := re.search(r"\S \((?P<names>[^()]+)\)$", text)) and _NAMES.fullmatch(group["names"]):
            counts["{title} ({author})"] += 1
        elif dash := _DASH.match(text):
            counts["{title} - {why}"] += 1
            names += bool(_NAMES.fullmatch(dash["behind"]))
    often = [pattern for pattern, count in counts.most_common(5) if count * 10 >= len(texts)]
    values: dict[Any, str] = {}
    for pattern in sorted(often, key=len, reverse=True):
        reason = f"{counts[pattern]} item{'s' if counts[pattern] != 1 else ''}"
        if pattern == "{title} - {why}" and names * 2 > counts[pattern]:
            values[Question("{title} - {author}")] = f"{reason}; or `{pattern}`"
        else:
            values[Question(pattern) if pattern == "{title} ({author})" else pattern] = reason
    if values:
        proposal.put_all("fields", values)


def _propose_states(proposal: Proposal, lines: Sequence[Line], texts: Sequence[str], cells: set[str]) -> None:
    """Propose titles of categories, cells and characters that state something; a cell without a known word is asked."""
    states: defaultdict[str, list[Any]] = defaultdict(list)
    sections: dict[str, str] = {}
    for line in lines:
        name = re.sub(r"^\W+|\W+$", "", plain(line.content))
        if line.kind not in (LineKind.HEADING, LineKind.TEXT) or line.number == proposal.values["title"]:
            continue
        if re.search(r"(?:^|\s)(?:to |/ )(?:implement|build)", name, re.IGNORECASE):
            sections.setdefault("implement", line.mark.strip())
        state = next(
            (one for one, words in _STATES.items() if re.fullmatch(_HEADING.format(words), name.casefold())), ""
        )
        if state == "to-read" and "to_read" not in sections:
            sections["to_read"] = line.mark.strip()
        elif state:
            states[state].append(name)
    for cell in sorted(cells):
        state = next((one for one, words in _STATES.items() if re.fullmatch(words, cell.strip().casefold())), "")
        states[state or "read"].append(cell if state else Question(cell))
    edges = Counter(text[at] for text in texts for at in (0, -1) if text)
    signs = {sign for sign, count in edges.items() if category(sign) == "So" and count < len(texts)}
    does_one_repeat = any(edges[sign] > 1 for sign in signs)
    for state, known in _SIGNS.items():
        states[state] += [sign for sign in known if sign in edges or sign in cells]
        signs -= {*known, proposal.values.get("favourite")}
    states["read"] += map(Question, sorted(signs) if does_one_repeat else ())
    if found := {state: list(dict.fromkeys(values)) for state, values in states.items() if values}:
        proposal.put("states", found)
    if sections:
        proposal.put("sections", sections)


def _columns(document: Document) -> Mapping[str, Any]:
    """Return the columns of the largest table, by their names; one without a known name for titles is asked."""
    tables = Counter(row.names for row in document.rows)
    names = list(map(plain_text, tables.most_common(1)[0][0])) if tables else []
    columns: dict[str, Any] = {}
    for key, words in _COLUMNS.items():
        free = (name for name in names if name not in columns.values())
        columns[key] = next((name for name in free if re.fullmatch(rf"\W*(?:{words})\W*", name.casefold())), "")
    rest = [name for name in names if name not in columns.values()]
    if rest and not columns["title"] and any(columns.values()):
        columns["title"] = Question(rest.pop(0))
    columns["notes"] = list(filter(_NOTES.search, rest))
    return filled(columns) if columns["title"] else {}
