"""Proposal of a recipe for a reading list: what its headings, signs and columns are, and the form of its items."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from daytrail.importers.document import Document, Line, LineKind, named_columns
from daytrail.importers.imported import filled, propose_title
from daytrail.importers.item_text import end_of_text, find_links, mask_links, plain
from daytrail.importers.reader import is_in_contents, with_inline_links
from daytrail.importers.recipe import Proposal, Question

_STATES = {
    "to-read": "(?:want )?to (?:be )?read|to.read|unread|backlog|queued?|(?:up )?next|tbr|wish ?list|later|[⏳🔲⬜]",
    "reading": "(?:currently )?reading(?: now)?|current(?:ly)?|in progress|started|ongoing|[📖🚧🔄]",
    "read": "(?:already |have )?read|finished|done|completed?|x|yes|[✅☑✔✓]",
    "dropped": "dropped|abandoned|did not finish|dnf|gave up|unfinished|❌",
}
_HEADING = (
    r"(?!reading (?:lists?|notes?)\b)"
    r"(?:books?|papers?|articles?|things?|stuff|list|what|i|am|have|that|still|needs?|now|\W)*(?:{})"
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
    proposal.values |= {"columns": columns} if columns else {}
    if len(texts) > len(document.rows):
        _propose_fields(proposal, texts)
    ratings = [sign for sign in _FAVOURITES[:-1] if any(2 * sign in text for text in texts)]
    marked = {sign: sum(sign in text.split() for text in texts) for sign in _FAVOURITES if sign not in ratings}
    if sign := next((sign for sign, count in marked.items() if 0 < count * 3 < len(texts)), ""):
        proposal.put("favourite", sign, f"{marked[sign]} items")
    cells = {row.cell(columns.get("state")) for row in document.rows} - {""}
    signs = {text[at] for text in texts for at in (0, -1) if text}
    _propose_states(proposal, lines, {*signs, *(cells if len(cells) <= _MOST_CELLS else ())}, cells)
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
    items = {line.number: bool(find_links(line.content)) for line in lines if line.kind is LineKind.ITEM}
    pairs = [(line, below) for line, below in pairwise(lines) if below.number in items]
    parents = [line.number for line, below in pairs if line.number in items and below.level > line.level]
    if sum(items.values()) > len(parents) > 1 and not any(items[number] for number in parents):
        patterns.append("- {title}")
    # In a document with paragraphs, a line right below an item goes on with it.
    above = [line for line, _ in pairs if line.kind is LineKind.TEXT]
    above = [line for line in above if not (is_in_paragraphs and line.number - 1 in items)]
    if any(re.fullmatch(r"\*\*[^*]+\*\*:?", line.text.strip()) for line in above):
        patterns.append("**{title}**")
    elif not patterns and len(above) > 1:
        patterns.append("{title}")
    proposal.values |= {"categories": patterns} if patterns else {}


def _propose_fields(proposal: Proposal, texts: Sequence[str]) -> None:
    """Propose forms of what stands behind titles; whether it is an author or a reason, only `by` tells."""
    counts, names = Counter[str](), 0
    for masked, links in map(mask_links, texts):
        text = plain(masked[: end_of_text(masked, links)]).rstrip(" :,–—-[(")
        if by := _BY.search(text):
            sign = (by["rest"] or "")[:1]
            end = " ({why})" if sign == "(" else f"{'' if sign == ';' else ' '}{sign} {{why}}" if sign else ""
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


def _propose_states(proposal: Proposal, lines: Sequence[Line], signs: set[str], cells: set[str]) -> None:
    """Propose titles of categories, cells and signs of items that state something; an unknown cell is asked."""
    states: defaultdict[str, list[Any]] = defaultdict(list)
    sections: dict[str, str] = {}
    for line in lines:
        name = re.sub(r"^\W+|\W+$", "", plain(line.content))
        if line.kind not in (LineKind.HEADING, LineKind.TEXT) or line.number == proposal.values["title"]:
            continue
        if re.search(r"(?:^|\s)(?:to |/ )(?:implement|build)", name, re.IGNORECASE):
            sections.setdefault("implement", line.mark.strip())
        state = _state_of(name, _HEADING)
        if state == "to-read" and "to_read" not in sections:
            sections["to_read"] = line.mark.strip()
        elif state:
            states[state].append(name)
    for sign in sorted(signs):
        if sign in cells or not re.match(r"[\w\s]", sign):
            state = _state_of(sign, "{}")
            states[state or "read"] += [sign] if state else [Question(sign)] if sign in cells else []
    proposal.values |= filled({"states": filled({key: states[key] for key in _STATES}), "sections": sections})


def _state_of(text: str, form: str) -> str:
    known = (one for one, words in _STATES.items() if re.fullmatch(form.format(words), text.strip().casefold()))
    return next(known, "")


def _columns(document: Document) -> dict[str, Any]:
    """Return the columns of the largest table, by their names; one without a known name for titles is asked."""
    tables = Counter(row.names for row in document.rows)
    columns: dict[str, Any]
    columns, rest = named_columns(tables.most_common(1)[0][0] if tables else (), _COLUMNS)
    if rest and columns and "title" not in columns:
        columns = {"title": Question(rest.pop(0)), **columns}
    return filled({**columns, "notes": list(filter(_NOTES.search, rest))}) if columns.get("title") else {}
