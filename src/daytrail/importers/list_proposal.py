"""Recipe that is proposed for a reading list: what its headings, signs and columns are, and the form of its items."""

import re
from collections import Counter
from collections.abc import Sequence, Set
from itertools import pairwise
from typing import Any

from daytrail.importers.document import Document, Line, LineKind, named_columns
from daytrail.importers.item_text import filled, find_links, plain
from daytrail.importers.list_reader import ListReader
from daytrail.importers.patterns import Pattern
from daytrail.importers.proposal import grouped, how_many, put_fields, put_title
from daytrail.importers.reader import is_in_contents
from daytrail.importers.recipe import ListRecipe, Proposal, Question, first_values

_STATES = {
    "to-read": "(?:want )?to (?:be )?read|to.read|unread|backlog|queued?|(?:up )?next|tbr|wish ?list|later|[⏳🔲⬜]",
    "reading": "(?:currently )?reading(?: now)?|current(?:ly)?|in progress|started|ongoing|[📖🚧🔄]",
    "read": "(?:already |have )?read|finished|done|completed?|x|yes|[✅☑✔✓]",
    "dropped": "dropped|abandoned|did not finish|dnf|gave up|unfinished|[❌✗✘✖]",
}
_HEADING = (
    r"(?!reading (?:lists?|notes?)\b)"
    r"(?:books?|papers?|articles?|things?|stuff|list|what|i|am|have|that|still|needs?|awaiting|now|\W)*(?:{})"
    r"(?:books?|papers?|articles?|list|already|by me|now|in \d+|\(.*\)|\W)*"
)
"""The title of a category that states something, with the words of the state between the braces."""
_FAVOURITES = ("⭐", "🌟", "❤️", "♥", "★", "*")
_COLUMNS = {
    "title": "title|name|book|paper|article|resource|titel|título|titre",
    "url": "link|url|where",
    "author": r"authors?|by|writer|autor\w*|auteur",
    "state": r"status|state|read\??|progress|done\??",
    "category": "category|genre|topic|shelf|section|tags?|subject|field",
    "why": "why|description|about|summary",
}
_NOTES = re.compile("note|rating|date|year|comment|review|finished", re.IGNORECASE)
_FORMS = {
    "[{title}]({any}){any}": re.compile(
        r"[*_]{0,3}\[[^\[\]!]+\]\(https?://[^\s()]+\)[*_]{0,3}\s*(?:$|[-–—:,.;(|>]|by\b)"
    ),
    "**{title}**{any}": re.compile(r"\W{0,3}\*\*[^*:]+\*\*(?!\s*:)"),
    "http{any}": re.compile("https?://"),
}
"""Patterns of lines that may be items without a bullet, and what these look like."""
_FEWEST = 3
"""Lines of one form that are items."""
_LONGEST_TITLE = 120
_MOST_CELLS = 8
"""Different cells of a column with states, or different signs before items."""
_SIGNS = re.compile(r"(?:[^\w\s\"'“„«*\[(<{`|#–—-]+\s+)*")
"""Signs before the text of an item."""


def propose_list(document: Document) -> Proposal | None:
    """Return a recipe for a reading list. None if it has neither items nor a table."""
    lines = [line for line in document.lines if line.may_mark and not is_in_contents(line)]
    proposal, tables = Proposal(), Counter(row.names for row in document.rows)
    columns, rest = named_columns(tables.most_common(1)[0][0] if tables else (), _COLUMNS)
    if rest and columns and "title" not in columns:  # the first unknown one is asked
        columns = {"title": Question(rest.pop(0)), **columns}
    columns = filled({**columns, "notes": list(filter(_NOTES.search, rest))}) if columns.get("title") else {}
    put_title(proposal, document, _title_lines(lines))
    below = [line for line in lines if line.number != proposal.values["title"]]
    items = _forms_of_items(below)
    if not (columns or items or any(line.kind is LineKind.ITEM for line in below)):
        return None
    categories = _categories(below, items, is_in_paragraphs="\n\n" in document.text)
    proposal.values |= filled({"categories": categories, "items": items, "columns": columns})
    recipe = ListRecipe.model_validate(first_values({**proposal.values, "title": str(proposal.values["title"])}))
    reader = ListReader(document, recipe)
    reader.read_lines()
    texts = [item.text for item in reader.items]
    if len(texts) > len(document.rows):
        put_fields(proposal, texts)
    ratings = [sign for sign in _FAVOURITES[:-1] if any(2 * sign in text for text in texts)]
    marked = {sign: sum(sign in text.split() for text in texts) for sign in _FAVOURITES if sign not in ratings}
    if sign := next((sign for sign, count in marked.items() if 0 < count * 3 < len(texts)), ""):
        proposal.put("favourite", sign, how_many("item", marked[sign]))
    above = [line for line in lines if line.number == proposal.values["title"]]
    above += [line for line in below if any(Pattern(one).match(line.mark) for one in categories if one[0] != "-")]
    cells = {row.cell(columns.get("state")) for row in document.rows} - {""}
    signs = {sign for text in texts if (match := _SIGNS.match(text)) for sign in match[0].split()}
    signs = {sign.rstrip("\ufe0f") for sign in signs if not any(one in sign for one in _FAVOURITES)}
    few = (group for group in (cells, signs) if len(group) <= _MOST_CELLS)
    _put_states(proposal, above, texts, set().union(*few))
    return proposal


def _title_lines(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the line that may be the title: the first heading of level 1, unless each is above items, or a text."""
    tops = [line for line in lines if line.kind is LineKind.HEADING and line.level == 1]
    below = [line for line in lines if tops and line.number > tops[0].number and line.kind is not LineKind.TEXT]
    if len(tops) > 1 and below[0].kind is not LineKind.HEADING:
        tops = []
    return tops[:1] or [line for line in lines[:1] if line.kind is LineKind.TEXT and not find_links(line.text)]


def _forms_of_items(lines: Sequence[Line]) -> list[Any]:
    """Return patterns of lines that are items if most are no bullets: links, bold lines, headings, or any text."""
    forms = Counter[str]()
    for above, line, below in zip([None, *lines], lines, [*lines[1:], None], strict=False):
        if line.kind not in (LineKind.HEADING, LineKind.TEXT):
            continue
        marks, text = ("#" * line.level, line.content) if line.kind is LineKind.HEADING else ("", line.text)
        form = next((form for form, expression in _FORMS.items() if expression.match(text)), "")
        is_within = above is not None and above.kind is LineKind.TEXT and above.number == line.number - 1
        is_name = marks or is_within or (below is not None and below.kind in (LineKind.ITEM, LineKind.ROW))
        if form and not (form == "**{title}**{any}" and is_name):
            forms[f"{marks} {form}".strip()] += 1
    bullets = [line for line in lines if line.kind is LineKind.ITEM]
    often = [form for form, count in forms.items() if count >= _FEWEST and count * 2 > len(bullets)]
    if often:
        has_links = sum(bool(find_links(line.content)) for line in bullets) * 2 > len(bullets)
        return [*(["- {title}"] if has_links else []), *often]
    texts = [line.content for line in lines if line.kind is LineKind.TEXT]
    levels = Counter(line.level for line in lines if line.kind is LineKind.HEADING)
    level = max((level for level, count in levels.items() if count >= _FEWEST), default=0)
    if bullets or any(line.kind is LineKind.ROW for line in lines):
        return []
    if len(texts) >= _FEWEST and all(len(text) <= _LONGEST_TITLE and text[-1] not in ".:" for text in texts):
        return [Question("{title}")]
    return [Question(f"{'#' * level} {{title}}")] if level else []


def _categories(lines: Sequence[Line], forms: Sequence[Any], *, is_in_paragraphs: bool) -> list[str]:
    """Return patterns of headings, items with others below, bold lines; without these, of lines of text above items."""
    are_items = [Pattern(form) for form in first_values(list(forms)) if form.startswith("#")]
    headings = [line for line in lines if line.kind is LineKind.HEADING]
    headings = [line for line in headings if not any(pattern.match(line.mark) for pattern in are_items)]
    patterns = [f"{'#' * level} {{title}}" for level in sorted({line.level for line in headings})]
    items = {line.number: bool(find_links(line.content)) for line in lines if line.kind is LineKind.ITEM}
    pairs = [(line, below) for line, below in pairwise(lines) if below.kind in (LineKind.ITEM, LineKind.ROW)]
    parents = [line.number for line, below in pairs if line.number in items and below.level > line.level]
    if sum(items.values()) > len(parents) > 1 and not any(items[number] for number in parents):
        patterns.append("- {title}")
    # In a document with paragraphs, a line right below an item goes on with it.
    above = [line for line, _ in pairs if line.kind is LineKind.TEXT]
    above = [line for line in above if not (is_in_paragraphs and line.number - 1 in items)]
    if any(re.fullmatch(r"\*\*[^*]+\*\*:?", line.text.strip()) for line in above):
        patterns.append("**{title}**")
    elif not patterns and len(above) > 1 and not forms:
        patterns.append("{title}")
    return patterns


def _put_states(proposal: Proposal, above: Sequence[Line], texts: Sequence[str], cells: Set[str]) -> None:
    """Put titles, signs of items and cells that state something; an unknown cell or sign before items is asked."""
    sections: dict[str, str] = {}
    states: list[tuple[str, Any]] = []
    for line in above:
        name, mark = re.sub(r"^\W+|\W+$", "", plain(line.content)), line.mark.strip()
        state = _state_of(name, _HEADING)
        if line.number == proposal.values["title"]:  # `Read` alone is the name of a list
            states += [("read", name)] if state == "read" and " " in name else []
        elif re.search(r"(?:^|\s)(?:to |/ )(?:implement|build)", name, re.IGNORECASE):
            sections.setdefault("implement", mark)
        elif state == "to-read" and "to_read" not in sections:
            sections["to_read"] = mark
        else:
            states.append((state, name))
    ends = {text[at] for text in texts for at in (0, -1) if text and not (at and re.search(r":\s*\S$", text))}
    states += [(_state_of(sign, "{}"), sign) for sign in sorted(ends) if not re.match(r"[\w\s]", sign)]
    for cell in sorted(cells):
        state = _state_of(cell, "{}")
        states.append((state or "read", cell if state else Question(cell)))
    known = grouped((state, value) for state, value in dict.fromkeys(states))
    proposal.values |= filled({"states": filled({key: known.get(key) for key in _STATES}), "sections": sections})


def _state_of(text: str, form: str) -> str:
    known = (one for one, words in _STATES.items() if re.fullmatch(form.format(words), text.strip().casefold()))
    return next(known, "")
