"""Proposal of a recipe for a reading list: what its headings, signs and columns are, and the form of its items."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from daytrail.importers.document import Document, Line, LineKind, named_columns
from daytrail.importers.imported import propose_title
from daytrail.importers.item_text import end_of_text, filled, find_links, mask_links, plain
from daytrail.importers.list_reader import find_items
from daytrail.importers.patterns import Pattern
from daytrail.importers.reader import is_in_contents
from daytrail.importers.recipe import ListRecipe, Proposal, Question, first_values

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
_DASH = re.compile(r"(?P<before>ꙮ\d+ꙮ|[^ꙮ]*\S) [-–—] (?P<behind>\S.*)")
"""A dash right behind a link, or in an item that does not begin with one."""
_IN_LINK = "[{title} - {author}]"
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
"""Different cells of a column with states."""


def propose_list(document: Document) -> Proposal | None:
    """Return a recipe for a reading list. None if it has neither items nor a table."""
    lines = [line for line in document.lines if line.may_mark and not is_in_contents(line)]
    columns = _columns(document)
    proposal = Proposal()
    propose_title(proposal, document, _title_lines(lines))
    below_title = [line for line in lines if line.number != proposal.values["title"]]
    items = _forms_of_items(below_title)
    if not (columns or items or any(line.kind is LineKind.ITEM for line in lines)):
        return None
    _propose_categories(proposal, lines, items, is_in_paragraphs="\n\n" in document.text)
    proposal.values |= filled({"items": items, "columns": columns})
    recipe = ListRecipe.model_validate(first_values({**proposal.values, "title": str(proposal.values["title"])}))
    texts = [item.text for item in find_items(document, recipe)]
    if len(texts) > len(document.rows):
        _propose_fields(proposal, texts)
    _propose_favourite(proposal, texts)
    cells = {row.cell(columns.get("state")) for row in document.rows} - {""}
    signs = {text[at] for text in texts for at in (0, -1) if text and not (at and re.search(r":\s*\S$", text))}
    _propose_states(proposal, lines, {*signs, *(cells if len(cells) <= _MOST_CELLS else ())}, cells)
    return proposal


def _propose_favourite(proposal: Proposal, texts: Sequence[str]) -> None:
    ratings = [sign for sign in _FAVOURITES[:-1] if any(2 * sign in text for text in texts)]
    marked = {sign: sum(sign in text.split() for text in texts) for sign in _FAVOURITES if sign not in ratings}
    if sign := next((sign for sign, count in marked.items() if 0 < count * 3 < len(texts)), ""):
        proposal.put("favourite", sign, f"{marked[sign]} items")


def _title_lines(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the line that may be the title: the only heading of the first level, or the first without items below it.

    Without such a heading it is a text above all others.
    """
    tops = [line for line in lines if line.kind is LineKind.HEADING and line.level == 1]
    if len(tops) > 1:
        rest = lines[lines.index(tops[0]) + 1 :]
        below = next((line for line in rest if line.kind is not LineKind.TEXT), tops[0])
        tops = tops[:1] if below.kind is LineKind.HEADING else []
    return tops or [line for line in lines[:1] if line.kind is LineKind.TEXT and not find_links(line.text)]


def _forms_of_items(lines: Sequence[Line]) -> list[Any]:
    """Return patterns of lines that are items if most are no bullets: links, bold lines, headings, or any text."""
    forms = Counter[str]()
    for above, line, below in zip([None, *lines], lines, [*lines[1:], None], strict=False):
        is_above_bullets = below is not None and below.kind is LineKind.ITEM
        is_within = above is not None and above.kind is LineKind.TEXT and above.number == line.number - 1
        marks = "#" * line.level if line.kind is LineKind.HEADING else ""
        text = line.content if marks else line.text
        form = next((form for form, expression in _FORMS.items() if expression.match(text)), "")
        if form == "**{title}**{any}" and (marks or is_above_bullets or is_within):
            form = ""
        if form and line.kind in (LineKind.HEADING, LineKind.TEXT):
            forms[f"{marks} {form}".strip()] += 1
    bullets = [line for line in lines if line.kind is LineKind.ITEM]
    often = [form for form, count in forms.items() if count >= _FEWEST and count * 2 > len(bullets)]
    if often:
        has_links = sum(bool(find_links(line.content)) for line in bullets) * 2 > len(bullets)
        return [*(["- {title}"] if has_links else []), *often]
    texts = [line.content for line in lines if line.kind is LineKind.TEXT]
    levels = Counter(line.level for line in lines if line.kind is LineKind.HEADING)
    if bullets or any(line.kind is LineKind.ROW for line in lines):
        return []
    if len(texts) >= _FEWEST and all(len(text) <= _LONGEST_TITLE and text[-1] not in ".:" for text in texts):
        return [Question("{title}")]
    level = max((level for level, count in levels.items() if count >= _FEWEST), default=0)
    return [Question(f"{'#' * level} {{title}}")] if level else []


def _propose_categories(
    proposal: Proposal, lines: Sequence[Line], forms: Sequence[Any], *, is_in_paragraphs: bool
) -> None:
    """Propose the levels of headings, items with others below, bold lines; without these, lines of text above items."""
    are_items = [Pattern(form) for form in first_values(list(forms)) if form.startswith("#")]
    headings = [line for line in lines if line.kind is LineKind.HEADING and line.number != proposal.values["title"]]
    headings = [line for line in headings if not any(pattern.match(line.mark) for pattern in are_items)]
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
    elif not patterns and len(above) > 1 and not forms:
        patterns.append("{title}")
    proposal.values |= {"categories": patterns} if patterns else {}


def _propose_fields(proposal: Proposal, texts: Sequence[str]) -> None:
    """Propose forms of what stands behind titles; whether it is an author or a reason, only `by` tells."""
    counts = Counter[str]()
    pairs = defaultdict[str, list[tuple[str, str]]](list)
    """Texts on both sides of a dash."""
    for masked, links in map(mask_links, texts):
        text = plain(masked[: end_of_text(masked, links)]).rstrip(" :,–—-[(")
        words = links[0].words if text.startswith("ꙮ0ꙮ") else ""
        if by := _BY.search(text):
            sign = (by["rest"] or "")[:1]
            end = " ({why})" if sign == "(" else f"{'' if sign == ';' else ' '}{sign} {{why}}" if sign else ""
            counts[f"{{title}} by {{author}}{end}"] += 1
        elif (group := re.search(r"\S \((?P<names>[^()]+)\)$", text)) and _NAMES.fullmatch(group["names"]):
            counts["{title} ({author})"] += 1
        elif dash := _DASH.match(text):
            counts["{title} - {why}"] += 1
            pairs["{title} - {why}"].append((dash["before"], dash["behind"]))
        counts["[{title} by {author}]"] += bool(re.search(r"\w by [A-Z]", words))
        if dash := _DASH.match(words):
            counts[_IN_LINK] += 1
            pairs[_IN_LINK].append((dash["before"], dash["behind"]))
    _put_fields(proposal, counts, pairs, len(texts))


def _put_fields(
    proposal: Proposal, counts: Counter[str], pairs: Mapping[str, Sequence[tuple[str, str]]], total: int
) -> None:
    """Put the forms that a tenth of all items have; where a dash may divide an author from a title, that is asked."""
    often = [pattern for pattern, count in counts.most_common(5) if count * 10 >= max(total, 1)]
    values: dict[Any, str] = {}
    for pattern in sorted(often, key=len, reverse=True):
        reason = f"{counts[pattern]} item{'s' if counts[pattern] != 1 else ''}"
        order = _order_of_names(pairs[pattern]) if pattern in pairs else ""
        if pattern == _IN_LINK:
            other = "[{author} - {title}]" if order == "{title} - {author}" else _IN_LINK
            is_asked = order and counts[pattern] * 2 > total  # else a dash in a title
            values |= {Question(f"[{order}]"): f"{reason}; or `{other}`"} if is_asked else {}
        elif order:
            values[Question(order)] = f"{reason}; or `{pattern}`"
        else:
            values[Question(pattern) if pattern == "{title} ({author})" else pattern] = reason
    if values:
        proposal.put_all("fields", values)


def _order_of_names(pairs: Sequence[tuple[str, str]]) -> str:
    """Return the pattern of texts with a dash between a title and an author; empty if the latter is seldom a name.

    An author comes back more often than a title.
    """
    first, second = ([pair[side] for pair in pairs] for side in (0, 1))
    are_names = [sum(bool(_NAMES.fullmatch(text)) for text in side) * 2 > len(pairs) for side in (first, second)]
    if are_names[0] and (not are_names[1] or len({*first}) < len({*second})):
        return "{author} - {title}"
    return "{title} - {author}" if are_names[1] else ""


def _propose_states(proposal: Proposal, lines: Sequence[Line], signs: set[str], cells: set[str]) -> None:
    """Propose titles of categories, cells and signs of items that state something; an unknown cell is asked."""
    states: defaultdict[str, list[Any]] = defaultdict(list)
    sections: dict[str, str] = {}
    for line in lines:
        name = re.sub(r"^\W+|\W+$", "", plain(line.content))
        if line.kind not in (LineKind.HEADING, LineKind.TEXT):
            continue
        if line.number == proposal.values["title"]:  # `Read` alone is the name of a list
            states["read"] += [name] if " " in name and _state_of(name, _HEADING) == "read" else []
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
