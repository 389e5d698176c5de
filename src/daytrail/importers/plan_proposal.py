"""Recipe that is proposed for a plan: which lines count weeks, and which names come back in several of them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import takewhile
from typing import Any, NamedTuple, TypeAlias

from daytrail.importers.document import Document, Line, LineKind, named_columns
from daytrail.importers.imported import line_start
from daytrail.importers.item_text import filled, find_links, plain, split_boxes, with_words
from daytrail.importers.patterns import bare
from daytrail.importers.plan_reader import HEAD, numbers_in
from daytrail.importers.plan_topics import read_flowcharts
from daytrail.importers.proposal import grouped, how_many, largest_family, merged, put_fields, put_title
from daytrail.importers.reader import NO_HEADING, is_in_contents
from daytrail.importers.recipe import Proposal, Question, first_values
from daytrail.model.curriculum import LISTS

_WEEK = "week|wk|woche|semaine|semana|settimana|vecka|uge|неделя"
_DAY = "day|tag|jour|día|dia|giorno"
_SESSION = "session|lesson|lecture|class|meeting|module|unit|chapter|sprint|lektion|leçon|lección|модуль"
_PART = "part|phase|month|stage|quarter|block|section|level|track|season|teil|monat|partie|mois|mes|fase|mese"

_KINDS = {
    "milestone": "milestone|checkpoint|meilenstein|jalon|hito",
    "goal": "goal|objective|aim|outcome|ziel|objetivo|objectif|obiettiv|why|theme|focus",
    "deliverable": "deliver|output|artifact|artefact|evidence|proof|submi|criteria|portfolio|show|ergebnis|livrable",
    "review": "review|recap|revis|reflect|retro|catch|wiederhol|repaso",
    "choice": "choose|pick|one",
    "reading": "read|resource|watch|book|paper|article|course|link|material|video|blog|reference|doc|tutorial"
    "|literature|podcast|lesen|quelle|lectura|recurso|ressource|risorse",
    "practice": "practi|hands|exercis|activit|lab|project|build|task|cod(?:e|ing)|implement|assignment|problem"
    "|homework|challenge|write|solve|create|install|do(?!\\w)|action|drill|workshop|step|übung|aufgabe|projekt"
    "|ejercicio|práctica|tarea|proyecto|exercice|pratique|projet|esercizi|progetto",
    "concept": "concept|topic|lesson|learn|understand|theor|skill|cover|study|subject|syllabus|content|knowledge|thema"
    "|themen|tema|notion|sujet|lecture|argoment",
    "metadata": "times?\\b|duration|hours?|dates?|status|difficulty|level|deadline|estimated|progress",
}
_PATTERNS = {kind: re.compile(rf"(?<!\w)(?:{words})", re.IGNORECASE) for kind, words in _KINDS.items()}
_GENERAL = (
    "to|of|for|the|and|in|on|a|an|your|my|this|key|main|list|checklist|targets?|track|things?|suggested|recommended"
    "|optional|additional|weekly|daily|further|self|mini|week|completion"
)


def kind_of(name: str) -> str:
    """Return the kind that a name probably means: that of its last known word before `to`, `of` and the like.

    `kind_of("Learning resources") == "reading"`, `kind_of("Proof of completion") == "deliverable"`. Empty if no word
    is known.
    """
    for part in (re.split(r"\s+(?:to|of|for|in|and|&)\s+", name, maxsplit=1)[0], name):
        if hits := [(match.start(), kind) for kind, one in _PATTERNS.items() for match in one.finditer(part)]:
            return max(hits)[1]
    return "practice" if re.search("checklist|to-?do", name, re.IGNORECASE) else ""


def _is_only_kind(name: str) -> bool:
    """Return whether a name has no word that would be lost if it were only a kind: `Suggested review targets`."""
    known = re.compile("|".join([_GENERAL, *(rf"(?:{words})\w*" for words in _KINDS.values())]), re.IGNORECASE)
    return all(map(known.fullmatch, re.findall(r"[^\W\d_]+", re.sub(r"\(.*|\{\w+\}", "", name))))


_WORDS = ("week", "day", "session", "weeks", "part", "step")
"""Units that lines count, in the order in which one is taken for weeks; `weeks` are in brackets behind a title."""
_UNIT = re.compile(
    rf"(?P<mark>#{{1,6}} |- (?:\[ \] )?|\d+[.)] )?(?:(?P<week>{_WEEK})|(?P<day>{_DAY})"
    rf"|(?P<session>{_SESSION})|(?P<part>{_PART})|(?P<step>step)|(?P<counter>第))(?P<gap>(?:s|n|en|e)?(?:[\s#.]*|-))"
    r"(?P<number>\d{1,3}|[ivx]{1,5}\b|(?-i:[A-Z])(?=\s*[:\uff1a–—]))(?:(?P<to>\s*(?:[-–—&+]|to|and)\s*)(?P<last>\d{1,3}))?(?P<suffix>\s?[周週天日])?"
    r"(?!\w)(?P<note>\s*\([^()]*\))?(?P<sign>\s*(?:[:\uff1a|.]|[-–—]+(?=\s)|->)+\s*|\s+(?=\W*[A-Z]))?(?P<rest>.*)",
    re.IGNORECASE,
)
_WEEKS_BEHIND = re.compile(
    rf"(?P<title>.*\w\W*) (?P<word>\((?:{_WEEK})s?\s*)\d{{1,3}}(?P<to>\s*[-–—]\s*)?(?(to)\d{{1,3}})\)", re.IGNORECASE
)
_TABLE = {"week": rf"(?:{_WEEK})s?", "title": r"(?:topic|title|theme|focus|subject|chapter|module).*"}
_NAMED_WEEKS = re.compile(rf"(?<!\w)(?:{_WEEK}|w)s?\.?\s?(\d{{1,3}}(?:\s?[-–—]\s?\d{{1,3}})?)(?!\w)", re.IGNORECASE)
_LONGEST_NAME = 45
_ABOVE_ITEMS, _IN_LIST, _BEFORE_ITEMS, _ABOVE_TEXT = "above items", "above inner items", "before items", "above text"


class _Unit(NamedTuple):
    """A line that counts weeks, days, sessions or parts."""

    line: Line
    word: str
    pattern: str

    @property
    def family(self) -> tuple[str, str]:
        """Key by which units are of one kind: the word, and the mark before it."""
        return self.word, self.pattern.partition(" ")[0]


_Name: TypeAlias = tuple[str, str, str]
"""The pattern for a name, where it stands, and the pattern for all names of its form if these may be items."""


def propose_plan(document: Document, today: date) -> Proposal | None:
    """Return a recipe for a plan. None if nothing in it counts weeks, days or the like."""
    lines = [line for line in document.lines if line.may_mark and not is_in_contents(line)]
    units = [unit for line in lines if line.kind is not LineKind.ROW for unit in _units(line)]
    weeks = _weeks(units)
    counted_weeks = {number for unit in weeks for number in numbers_in(unit.line.content)}
    columns, rows = _columns_of_weeks(document, max(len(weeks), len(counted_weeks)))
    starts = rows or [unit.line.number for unit in weeks]
    if not starts:
        return None
    proposal, counted = Proposal(), {unit.line.number for unit in units if unit.word != "weeks"}
    above = [line for line in lines if line.number < starts[0] and line.number not in counted]
    put_title(proposal, document, above)
    if above and above[0].number == proposal.values["title"] and "\n\n" in document.text:
        pairs = zip(lines[lines.index(above[0]) + 1 :], above[1:], strict=False)
        about = takewhile(lambda pair: pair[0] is pair[1] and pair[0].kind is LineKind.TEXT, pairs)
        texts = [line for line, _ in about if not re.match(r"[<!\[]|.*:$|\*\*[^*]+\*\*$", line.content)]  # no names
        proposal.put_all("about", {line.number: line_start(line.text) for line in texts})
    if columns:
        proposal.put("columns", columns, f"{len(rows)} rows are weeks")
    else:
        _put_parts(proposal, lines, units, weeks)
        proposal.put_forms("weeks", _forms(weeks))
        if weeks[0].word == "day":
            proposal.put("per_week", 7, "how many of these lines make a week")
        elif not weeks[0].word.startswith("week"):
            proposal.reasons["weeks",] = "no line counts weeks or days; these are taken for weeks"
        _put_items(proposal, document, list(_in_weeks(lines, weeks)), units)
    if ticked := sum(len(re.findall(r"\[[xX✓]\] ", line.text)) for line in lines):
        proposal.put("done", Question(f"{today}"), f"{how_many('tick', ticked)}, and no line says when")
    chart = read_flowcharts(document)
    if chart.edges and not starts[0] < min(chart.lines) < starts[-1]:
        proposal.put("topics", "mermaid", f"{len(chart.nodes)} topics, {len(chart.edges)} needs")
    milestones = [*proposal.values.get("milestones", ()), *_milestones(lines)]
    proposal.values = filled({**proposal.values, "milestones": milestones})
    return proposal


def _milestones(lines: Sequence[Line]) -> Iterator[str]:
    """Yield the patterns of bullets with the names of weeks below a heading such as `## Milestones`."""
    forms = dict[str, tuple[()]]()
    is_below = False
    for line in lines:
        is_below = kind_of(line.content) == "milestone" if line.kind is LineKind.HEADING else is_below
        head = HEAD.match(plain(line.content)) if is_below and line.kind is LineKind.ITEM else None
        if head and (named := _NAMED_WEEKS.search(head["head"])):
            start, end = named.span(1)
            forms[f"- {head['head'][:start]}{{any}}{head['head'][end:]}{head['sign']} {{text}}"] = ()
    yield from merged(forms)


# -- weeks and parts --


def _units(line: Line) -> Iterator[_Unit]:
    """Yield what a line counts, with its pattern; `## Phase 1: Ebb (Weeks 1-4)` counts parts and weeks."""
    text = bare(with_words(line.mark))
    if unit := _unit(line, text):
        yield unit
    if line.kind is LineKind.HEADING and (behind := _WEEKS_BEHIND.fullmatch(text)):
        before = _unit(line, behind["title"])
        pattern = re.sub(r"\{(?:week|day)\}", "{any}", before.pattern) if before else f"{'#' * line.level} {{title}}"
        end = f"{{week}}{behind['to']}{{last}}" if behind["to"] else "{week}"
        yield _Unit(line, "weeks", f"{pattern} {behind['word']}{end})")


def _unit(line: Line, text: str) -> _Unit | None:
    match = _UNIT.fullmatch(text)
    if not match or (match["counter"] and not match["suffix"]):
        return None
    rest, sign = match["rest"].strip() if re.search(r"\w", match["rest"]) else "", match["sign"] or ""
    is_bold = line.text.strip().startswith("**") and line.text.strip().endswith("**")
    if rest and not sign.strip() and line.kind is not LineKind.HEADING and not is_bold:
        return None  # a sentence
    suffix = match["suffix"] or ""
    words = (one for one in _WORDS if one != "weeks" and match[one])
    word = next(words, "day" if suffix in ("天", "日") else "week")
    written, mark = match[word] or "第", re.sub(r"\d+", "{any}", match["mark"] or "")
    hole = "{any}" if word == "part" or not match["number"].isdecimal() else "{day}" if word == "day" else "{week}"
    end = f"{match['to']}{'{any}' if word == 'part' else '{last}'}" if match["last"] else ""
    pattern = f"{mark}{written}{match['gap']}{hole}{end}{suffix}{' ({any})' if match['note'] else ''}"
    return _Unit(line, word, pattern + (f"{re.sub(r' +', ' ', sign) or ' '}{{title}}" if rest else ""))


def _weeks(units: Sequence[_Unit]) -> list[_Unit]:
    """Return the lines that count weeks: those with a word for weeks, else for days, sessions, parts or steps."""
    for word in _WORDS:
        forms = grouped((unit.pattern, unit.line.number) for unit in units if unit.word == word)
        family = largest_family(forms, forms)
        weeks = [unit for unit in units if unit.word == word and unit.pattern in family]
        if weeks and word == "week" and weeks[0].line.kind is LineKind.HEADING:
            # `### Week 3` below `## Week 2` is no part of that.
            numbers = {number for unit in weeks for number in numbers_in(unit.line.content)}
            again = {unit.pattern for unit in units if numbers & {*numbers_in(unit.line.content)}}
            headings = [unit for unit in units if unit.word == word and unit.line.kind is LineKind.HEADING]
            return [unit for unit in headings if unit in weeks or unit.pattern not in again]
        if len(weeks) > 1:
            return weeks
    return []


def _put_parts(proposal: Proposal, lines: Sequence[Line], units: Sequence[_Unit], weeks: Sequence[_Unit]) -> None:
    """Put the lines that count parts, or the headings of one level, if they have weeks right below them."""
    week_lines, week_level = {unit.line.number for unit in weeks}, _level_of(weeks)
    counted = {unit.line.number: unit for unit in units if unit.family != weeks[0].family and unit.word[:3] != "day"}
    parts: list[_Unit] = []
    above: _Unit | None = None
    for line in lines:
        unit, mark = counted.get(line.number), "#" * line.level
        if line.number in week_lines:
            parts += [above] if above else []
            above = None
        elif line.kind is LineKind.HEADING:
            if line.level < week_level and line.number != proposal.values["title"]:
                above = _Unit(line, "", unit.pattern if unit else f"{mark} {{title}}")
        elif unit and not line.box and week_level == NO_HEADING:
            above = unit
    parts = max(grouped((unit.family, unit) for unit in parts).values(), key=len, default=[])
    if len(parts) > 1 or any(unit.line.number in counted for unit in parts):
        forms = _forms(unit._replace(pattern=re.sub(r"\{(?:week|last)\}", "{any}", unit.pattern)) for unit in parts)
        proposal.put_forms("parts", forms)


def _level_of(weeks: Sequence[_Unit]) -> int:
    return min(unit.line.level if unit.line.kind is LineKind.HEADING else NO_HEADING for unit in weeks)


def _forms(units: Iterable[_Unit]) -> dict[str, str]:
    """Return how many lines each pattern is for."""
    forms = merged(grouped((unit.pattern, unit.line.number) for unit in units))
    return {form: how_many("line", len(lines), lines[0]) for form, lines in forms.items()}


# -- what is in weeks --


def _in_weeks(lines: Sequence[Line], weeks: Sequence[_Unit]) -> Iterator[tuple[int, Line, Line | None]]:
    """Yield the lines in weeks, each with the line that begins its week and the line below it."""
    starts, week = {unit.line.number for unit in weeks}, 0
    for line, below in zip(lines, [*lines[1:], None], strict=True):
        if line.number in starts:
            week = line.number
        elif line.kind is LineKind.HEADING and line.level <= _level_of(weeks):
            week = 0
        elif week:
            yield week, line, below


def _put_items(
    proposal: Proposal, document: Document, lines: Sequence[tuple[int, Line, Line | None]], units: Sequence[_Unit]
) -> None:
    """Put what are items in weeks, the columns of their tables, labels, and the form of the text of an item."""
    items = [line for _, line, _ in lines if line.kind is LineKind.ITEM]
    boxes = sum(bool(line.box) or "- [ ] " in line.text for _, line, _ in lines)
    if boxes * 2 > len(items):
        proposal.put("items", "boxes", f"{how_many('line', boxes)} with a checkbox")
    names_of = {row.line: row.names for row in document.rows}
    tables = {(week, names_of[line.number]) for week, line, _ in lines if line.number in names_of}
    names, count = max(Counter(names for _, names in tables).items(), key=lambda table: table[1], default=((), 0))
    if count > 1:
        reason = f"{count} weeks have a table with {', '.join(map(plain, names))}"
        proposal.put("columns", _kinds_of(names[-1:], names), reason)
    _put_labels(proposal, lines, units)
    labels = {first_values(name) for names in proposal.values.get("labels", {}).values() for name in names}
    items = [line for _, line, _ in lines if _pattern_of(line.content) not in labels]
    put_fields(proposal, [text for line in items for _, text in split_boxes(line.content)], of_plan=True)


def _name(line: Line, below: Line | None, unit: _Unit | None) -> _Name | None:
    """Return the name that a line in a week is or begins with."""
    head = HEAD.match(content := line.content)
    if line.box:  # it is an item, perhaps with a kind before it
        name = head["head"] if head and ":" in head["sign"] and head["rest"] else ""
        is_kind = kind_of(name) in LISTS and _is_only_kind(name) and not re.search(r"\d", name)
        return (_pattern_of(name), _BEFORE_ITEMS, "") if is_kind else None
    if line.kind is LineKind.ROW or (find_links(content) and not head):
        return None
    has_list = below is not None and below.kind is LineKind.ITEM
    has_list = has_list and (line.kind is not LineKind.ITEM or (below is not None and below.level > line.level))
    in_list, is_heading = line.kind is LineKind.ITEM, line.kind is LineKind.HEADING
    stands = _ABOVE_TEXT if not has_list else _IN_LIST if in_list else _ABOVE_ITEMS
    if unit and (is_heading or has_list):
        return re.sub(r"\{(?:day|week|last)\}", "{any}", unit.pattern), stands, ""
    if is_heading and not (below and below.kind is LineKind.HEADING):
        return _pattern_of(content), stands, f"{'#' * line.level} {{title}}"
    bold = "**{title}**" if re.fullmatch(r"\*\*[^*]+\*\*:?", content) else ""
    if head and ":" in head["sign"]:
        is_before = bool(head["rest"]) and not head["rest"].startswith("- [")
        is_item = in_list and is_before and not kind_of(head["head"])
        return None if is_item else (_pattern_of(head["head"]), _BEFORE_ITEMS if is_before else stands, bold)
    is_short = has_list and len(content) <= _LONGEST_NAME and content[-1:] not in ".!?"
    return (_pattern_of(content), stands, bold) if bold or is_short else None


def _pattern_of(name: str) -> str:
    """Return a name with holes for what changes: `Reading ({any})` for `Reading (3 hours)`."""
    text = re.sub(r"\s*\([^()]*\d[^()]*\)\s*$", " ({any})", re.sub(r"^[^\w({]+|[ :]+$", "", plain(name)))
    return re.sub(r"\d+(?:[.,]\d+)?", "{any}", text)


def _put_labels(proposal: Proposal, lines: Sequence[tuple[int, Line, Line | None]], units: Sequence[_Unit]) -> None:
    """Put labels, milestones and lines to drop by the words in names; one without a known word is asked."""
    units_by_line = {unit.line.number: unit for unit in units}
    named = ((week, _name(line, below, units_by_line.get(line.number))) for week, line, below in lines)
    names = grouped((name[0].casefold(), (week, name)) for week, name in named if name)
    weeks = {key: {week for week, _ in found} for key, found in names.items()}
    often = max(2, len(set().union(*weeks.values())) // 8)
    pairs = (_use_of(found[0][1], is_often=len(weeks[key]) >= often) for key, found in names.items())
    uses = {use: list(dict.fromkeys(patterns)) for use, patterns in grouped(pairs).items()}
    texts = [line.content for _, line, _ in lines if line.kind is LineKind.ITEM]
    tasks, links = (sum(map(bool, map(find, texts))) for find in (_PATTERNS["practice"].match, find_links))
    unlabelled = "reading" if links * 2 > len(texts) else "practice" if tasks * 5 > len(texts) * 2 else "concept"
    labels: dict[str, list[Any]] = {kind: uses.get(kind, []) for kind in (*LISTS, "goal")}
    labels["concept"] = labels["concept"] + uses.get("title", [])
    for index, pattern in enumerate(uses.get("unknown", ()), len(labels[unlabelled])):
        labels[unlabelled] = [*labels[unlabelled], Question(pattern)]
        proposal.reasons["labels", unlabelled, index] = "what is below it? move it to another kind, or to `drop`"
    proposal.put("labels", filled(labels))
    proposal.put("unlabelled", unlabelled, "what items below no label are")
    proposal.values |= filled({"milestones": uses.get("milestone"), "drop": uses.get("drop")})


def _use_of(name: _Name, *, is_often: bool) -> tuple[str, str]:
    """Return what a name is: a kind, `goal`, `milestone`, `title`, `drop`, `unknown` or nothing; and its pattern.

    One that stands in a single week, or a few, is a label only if it has no other words, which would be lost.
    """
    pattern, stands, as_title = name
    kind, is_before = kind_of(re.sub(r"\{\w+\}", "", pattern)), stands == _BEFORE_ITEMS
    if "{title}" in pattern:
        return "title", pattern
    if kind == "milestone":
        pattern = re.sub(r"\s*\([^()]*\)$", " ({any})", pattern)
        return kind, f"{pattern}: {{text}}" if is_before else pattern
    if kind == "metadata":
        return ("drop", f"{pattern}: {{any}}") if is_often and is_before else ("", "")
    is_numbered = pattern.startswith("{any} ")  # `1.4 Reflection` is one of the topics
    if kind and (is_often or (not (is_before or is_numbered or stands == _IN_LIST) and _is_only_kind(pattern))):
        return "concept" if kind == "goal" and stands in (_ABOVE_ITEMS, _IN_LIST) else kind, pattern
    return ("unknown", pattern) if is_often else ("title" if as_title else "", as_title)


# -- tables --


def _columns_of_weeks(document: Document, weeks: int) -> tuple[dict[str, Any], list[int]]:
    """Return the columns and the lines of a table whose rows are more weeks than the lines that count them."""
    for names, table in grouped((row.names, row) for row in document.rows).items():
        columns, rest = named_columns(names, _TABLE)
        rows = [row for row in table if numbers_in(row.cell(columns.get("week")))]
        if len({row.cell(columns["week"]) for row in rows}) > max(weeks, 1):
            return {**columns, **_kinds_of(() if "title" in columns else rest, rest)}, [row.line for row in rows]
    return {}, []


def _kinds_of(unknown: Iterable[str], names: Iterable[str]) -> dict[str, Any]:
    """Return the names of columns by what is in them, as words in them say; if none does, unknown ones are asked."""
    kinds = grouped((kind_of(name), name) for name in map(plain, names))
    known = {kind: found for kind, found in kinds.items() if kind in (*LISTS, "goal")}
    return known or filled({"concept": [Question(plain(name)) for name in unknown]})
