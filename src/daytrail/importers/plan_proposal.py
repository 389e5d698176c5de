"""Proposal of a recipe for a plan: which lines count weeks, and which names come back in several of them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from daytrail.importers.document import Document, Line, LineKind, named_columns
from daytrail.importers.imported import propose_title
from daytrail.importers.item_text import filled, find_links, plain, split_boxes, with_words
from daytrail.importers.patterns import bare
from daytrail.importers.plan_reader import HEAD, numbers_in
from daytrail.importers.plan_topics import read_flowcharts
from daytrail.importers.reader import is_in_contents
from daytrail.importers.recipe import Proposal, Question, first_values
from daytrail.model.curriculum import LISTS

WEEK = "week|wk|woche|semaine|semana|settimana|vecka|uge|неделя"
DAY = "day|tag|jour|día|dia|giorno"
SESSION = "session|lesson|lecture|class|meeting|module|unit|chapter|sprint|lektion|leçon|lección|модуль"
PART = "part|phase|month|stage|quarter|block|section|level|track|season|teil|monat|partie|mois|mes|fase|mese"

_KINDS = {
    "milestone": "milestone|checkpoint|meilenstein|jalon|hito",
    "goal": "goal|objective|aim|outcome|ziel|objetivo|objectif|obiettiv|why|theme|focus",
    "deliverable": "deliver|output|artifact|artefact|evidence|proof|submi|criteria|portfolio|show|ergebnis|livrable",
    "review": "review|recap|revis|reflect|retro|catch|wiederhol|repaso",
    "choice": "choose|pick|one",
    "reading": "read|resource|watch|book|paper|article|course|link|material|video|blog|reference|doc|tutorial"
    "|literature|podcast|lesen|quelle|lectura|recurso|ressource|risorse",
    "practice": "practi|hands|exercis|activit|lab|project|build|task|cod(?:e|ing)|implement|assignment|problem"
    "|homework|challenge|write|solve|create|install|do(?!ne)|action|drill|workshop|step|übung|aufgabe|projekt"
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


_WORDS = ("week", "day", "session", "part", "step")
_UNIT = re.compile(
    rf"(?P<mark>#{{1,6}} |- (?:\[ \] )?|\d+[.)] )?(?:(?P<week>{WEEK})|(?P<day>{DAY})"
    rf"|(?P<session>{SESSION})|(?P<part>{PART})|(?P<step>step)|(?P<counter>第))(?P<gap>(?:s|n|en|e)?(?:[\s#.]*|-))"
    r"(?P<number>\d{1,3}|[ivx]{1,5}\b|(?-i:[A-Z])(?=\s*[:\uff1a–—]))(?:(?P<to>\s*(?:[-–—&+]|to|and)\s*)(?P<last>\d{1,3}))?(?P<suffix>\s?[周週天日])?"
    r"(?!\w)(?P<note>\s*\([^()]*\))?(?P<sign>\s*(?:[:\uff1a|.]|[-–—]+(?=\s)|->)+\s*|\s+(?=\W*[A-Z]))?(?P<rest>.*)",
    re.IGNORECASE,
)
_HOURS = r"(?P<number>\d{1,3}(?:[.,]\d{1,2})?)(?P<unit>\s?(?:h|hrs?|hours?|std\.?|stunden|heures?|horas?|ore)(?![\w/]))"
_MINUTES = r"\d{1,3}(?P<unit>\s?min(?:ute)?s?\.?)"
_FIRST_HOURS = re.compile(rf"(?P<before>[`*_(\[~]{{0,3}}){_HOURS}(?P<behind>[`*_)\]:.,–—-]*)\s+", re.IGNORECASE)
_LAST_HOURS = re.compile(
    rf"\s(?P<open>[(\[])(?P<before>[^()\[\]]*?[\s,;~])??{_HOURS}(?P<behind>[^()\[\]]*)(?P<close>[)\]])\s*$",
    re.IGNORECASE,
)
_BY = re.compile(r"\w\W* by [A-Z][\w.'’-]+(?: [\w.,&'’-]+)*\s*(?:\(|$)")
_TABLE = {"week": rf"(?:{WEEK})s?", "title": r"(?:topic|title|theme|focus|subject|chapter|module).*"}
_LAST_MINUTES = re.compile(rf"\s(?P<open>[(\[]){_MINUTES}(?P<close>[)\]])\s*$", re.IGNORECASE)
_LONGEST_NAME = 45
_ABOVE_ITEMS, _BEFORE_ITEMS, _ABOVE_TEXT = "above items", "before items", "above text"


class _Unit(NamedTuple):
    """A line that counts weeks, days, sessions or parts."""

    line: Line
    word: str
    """`week`, `day`, `session`, `part` or `step`."""
    family: tuple[str, str]
    """Lines of one family are counted together: the word as it is written, and the mark before it."""
    pattern: str


class _Name(NamedTuple):
    """A name that stands above items or text, or before items."""

    pattern: str
    stands: str
    as_title: str = ""
    """The pattern for all names of this form, each of which is an item; empty for names without a form."""


def propose_plan(document: Document, today: date) -> Proposal | None:
    """Return a recipe for a plan. None if nothing in it counts weeks, days or the like."""
    lines = [line for line in document.lines if line.may_mark and not is_in_contents(line)]
    units = [unit for line in lines if line.kind is not LineKind.ROW and (unit := _unit(line))]
    weeks = _weeks(units)
    columns, rows = _columns_of_weeks(document, len(weeks))
    starts = rows or [unit.line.number for unit in weeks]
    if not starts:
        return None
    proposal, counted = Proposal(), {unit.line.number for unit in units}
    above = [line for line in lines if line.number < starts[0] and line.number not in counted]
    propose_title(proposal, document, above)
    if columns:
        proposal.put("columns", columns, f"{len(rows)} rows are weeks")
    else:
        _propose_parts(proposal, lines, units, weeks)
        proposal.put_forms("weeks", _forms(weeks))
        if weeks[0].word == "day":
            proposal.put("per_week", 7, "how many of these lines make a week")
        elif weeks[0].word != "week":
            proposal.reasons["weeks",] = "no line counts weeks or days; these are taken for weeks"
        _propose_items(proposal, document, list(_in_weeks(lines, weeks)), units)
    if ticked := sum(len(re.findall(r"\[[xX✓]\] ", line.text)) for line in lines):
        proposal.put("done", Question(f"{today}"), f"{ticked} tick{'s' if ticked > 1 else ''}, and no line says when")
    chart = read_flowcharts(document)
    if chart.edges and not starts[0] < min(chart.lines) < starts[-1]:
        proposal.put("topics", "mermaid", f"{len(chart.nodes)} topics, {len(chart.edges)} needs")
    return proposal


def hint_for_plan(document: Document) -> str:
    """Return the beginning of a recipe, in which the most frequent headings are weeks."""
    levels = Counter(line.level for line in document.lines if line.kind is LineKind.HEADING).most_common(1)
    pattern = f"{'#' * levels[0][0]} {{title}}" if levels and levels[0][1] > 1 else "## Week {week}: {title}"
    return f'weeks: ["{pattern}"]\ncolumns: {{week: Week, title: Topic}}  # of a table\n'


def _unit(line: Line) -> _Unit | None:
    match = _UNIT.fullmatch(bare(with_words(line.mark)))
    if not match or (match["counter"] and not match["suffix"]):
        return None
    rest, sign = match["rest"].strip() if re.search(r"\w", match["rest"]) else "", match["sign"] or ""
    is_bold = line.text.strip().startswith("**") and line.text.strip().endswith("**")
    if rest and not sign.strip() and line.kind is not LineKind.HEADING and not is_bold:
        return None  # a sentence
    suffix = match["suffix"] or ""
    words = (one for one in _WORDS if match[one])
    word = next(words, "day" if suffix in ("天", "日") else "week")
    written, mark = match[word] or "第", re.sub(r"\d+", "{any}", match["mark"] or "")
    hole = "{any}" if word == "part" or not match["number"].isdecimal() else "{day}" if word == "day" else "{week}"
    end = f"{match['to']}{'{any}' if word == 'part' else '{last}'}" if match["last"] else ""
    pattern = f"{mark}{written}{match['gap']}{hole}{end}{suffix}{' ({any})' if match['note'] else ''}"
    pattern += f"{re.sub(r' +', ' ', sign) or ' '}{{title}}" if rest else ""
    return _Unit(line, word, (written.casefold(), mark), pattern)


def _weeks(units: Sequence[_Unit]) -> list[_Unit]:
    """Return the lines that count weeks: those with a word for weeks, else for days, sessions, parts or steps."""
    for word in _WORDS:
        families: defaultdict[tuple[str, str], list[_Unit]] = defaultdict(list)
        for unit in units:
            if unit.word == word:
                families[unit.family].append(unit)
        is_heading = {name: name[1].startswith("#") for name in families}
        large = [name for name in families if len(families[name]) > 1 or (word == "week" and is_heading[name])]
        if large:
            return families[max(large, key=lambda name: (is_heading[name], len(families[name])))]
    return []


def _propose_parts(proposal: Proposal, lines: Sequence[Line], units: Sequence[_Unit], weeks: Sequence[_Unit]) -> None:
    """Propose the lines that count parts, or the headings of one level, if they have weeks below them."""
    week_lines = {unit.line.number for unit in weeks}
    counted = {unit.line.number: unit for unit in units if unit.family != weeks[0].family and unit.word != "day"}
    found: defaultdict[tuple[str, str], list[_Unit]] = defaultdict(list)
    above: dict[tuple[str, str], _Unit] = {}
    """The last line of each family since the last week."""
    for line in lines:
        unit, mark = counted.get(line.number), f"{'#' * line.level} "
        if line.number in week_lines:
            for family, part in above.items():
                found[family].append(part)
            above = {}
        elif line.kind is LineKind.HEADING:
            if line.level < _level_of(weeks) and line.number != proposal.values["title"]:
                above = {family: one for family, one in above.items() if family[1] < mark}
                above["", mark] = _Unit(line, "part", ("", mark), unit.pattern if unit else f"{mark}{{title}}")
        elif unit and not line.box:  # what has a box is an item
            above[unit.family] = unit
    parts = max(found.values(), key=len, default=[])
    if len(parts) > 1 or any(unit.line.number in counted for unit in parts):
        forms = _forms([unit._replace(pattern=unit.pattern.replace("{week}", "{any}")) for unit in parts])
        proposal.put_forms("parts", forms)


def _level_of(weeks: Sequence[_Unit]) -> int:
    return weeks[0].line.level if weeks[0].line.kind is LineKind.HEADING else 7


def _forms(units: Iterable[_Unit]) -> dict[str, list[int]]:
    """Return the numbers of the lines of each pattern."""
    forms: dict[str, list[int]] = {}
    for unit in units:
        forms.setdefault(unit.pattern, []).append(unit.line.number)
    return forms


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


def _propose_items(
    proposal: Proposal, document: Document, lines: Sequence[tuple[int, Line, Line | None]], units: Sequence[_Unit]
) -> None:
    """Propose what are items in weeks, the columns of their tables, labels, and the form of the text of an item."""
    items = [line for _, line, _ in lines if line.kind is LineKind.ITEM]
    boxes = sum(bool(line.box) or "- [ ] " in line.text for _, line, _ in lines)
    if boxes * 2 > len(items):
        proposal.put("items", "boxes", f"{boxes} line{'s' if boxes > 1 else ''} with a checkbox")
    names_of = {row.line: row.names for row in document.rows}
    tables = {(week, names_of[line.number]) for week, line, _ in lines if line.number in names_of}
    names, count = max(Counter(names for _, names in tables).items(), key=lambda table: table[1], default=((), 0))
    if count > 1:
        columns = _kinds_of(names) or {"concept": [Question(plain(names[-1]))]}
        proposal.put("columns", columns, f"{count} weeks have a table with {', '.join(map(plain, names))}")
    _propose_labels(proposal, lines, units)
    labels = {first_values(name) for names in proposal.values.get("labels", {}).values() for name in names}
    items = [line for _, line, _ in lines if _pattern_of(line.content) not in labels]
    texts = [text for line in items for _, text in split_boxes(line.content)]
    counts = Counter(filter(None, map(_form, texts)))
    clear = re.compile(r"[(\[`].*\{(?:hours|minutes)\}")  # `2 hours of rest` is no form if it stands there once
    often = [form for form, count in counts.most_common(8) if count > 1 or clear.search(form)]
    if often:
        often.sort(key=lambda form: (-form.count("{"), -len(form)))
        proposal.put_all("fields", {form: f"{counts[form]} item{'s' if counts[form] > 1 else ''}" for form in often})


def _name(line: Line, below: Line | None, unit: _Unit | None) -> _Name | None:
    """Return the name that a line in a week is or begins with."""
    content = line.content if line.kind is not LineKind.TEXT else line.text.strip()
    head = HEAD.match(content)
    if line.box or line.kind is LineKind.ROW or (find_links(content) and not head):
        return None
    has_list = below is not None and below.kind is LineKind.ITEM
    has_list = has_list and (line.kind is not LineKind.ITEM or (below is not None and below.level > line.level))
    stands, is_heading = _ABOVE_ITEMS if has_list else _ABOVE_TEXT, line.kind is LineKind.HEADING
    if unit and (is_heading or has_list):
        return _Name(re.sub(r"\{(?:day|week|last)\}", "{any}", unit.pattern), stands)
    if is_heading and not (below and below.kind is LineKind.HEADING):
        return _Name(_pattern_of(content), stands, f"{'#' * line.level} {{title}}")
    bold = "**{title}**" if re.fullmatch(r"\*\*[^*]+\*\*:?", content) else ""
    if head and ":" in head["sign"]:
        is_before = bool(head["rest"]) and not head["rest"].startswith("- [")
        is_item = line.kind is LineKind.ITEM and is_before and not kind_of(head["head"])
        return None if is_item else _Name(_pattern_of(head["head"]), _BEFORE_ITEMS if is_before else stands, bold)
    is_short = has_list and len(content) <= _LONGEST_NAME and content[-1:] not in ".!?"
    return _Name(_pattern_of(content), stands, bold) if bold or is_short else None


def _pattern_of(name: str) -> str:
    """Return a name with holes for what changes: `Reading ({any})` for `Reading (3 hours)`."""
    text = re.sub(r"\s*\([^()]*\d[^()]*\)\s*$", " ({any})", re.sub(r"^[^\w({]+|[ :]+$", "", plain(name)))
    return re.sub(r"\d+(?:[.,]\d+)?", "{any}", text)


def _propose_labels(proposal: Proposal, lines: Sequence[tuple[int, Line, Line | None]], units: Sequence[_Unit]) -> None:
    """Propose labels, milestones and lines to drop by the words in names; one without a known word is asked."""
    names: dict[str, _Name] = {}
    weeks: defaultdict[str, set[int]] = defaultdict(set)
    units_by_line = {unit.line.number: unit for unit in units}
    for week, line, below in lines:
        if name := _name(line, below, units_by_line.get(line.number)):
            names.setdefault(name.pattern.casefold(), name)
            weeks[name.pattern.casefold()].add(week)
    often = max(2, len({week for found in weeks.values() for week in found}) // 8)
    uses: defaultdict[str, list[Any]] = defaultdict(list)
    for key, name in names.items():
        use, pattern = _use_of(name, is_often=len(weeks[key]) >= often)
        uses[use] += [pattern] if pattern not in uses[use] else []
    texts = [line.content for _, line, _ in lines if line.kind is LineKind.ITEM]
    tasks, links = (sum(map(bool, map(find, texts))) for find in (_PATTERNS["practice"].match, find_links))
    unlabelled = "reading" if links * 2 > len(texts) else "practice" if tasks * 5 > len(texts) * 2 else "concept"
    uses["concept"] += uses["title"]
    for pattern in uses["unknown"]:
        uses[unlabelled].append(Question(pattern))
        reason = "what is below it? move it to another kind, or to `drop`"
        proposal.reasons["labels", unlabelled, len(uses[unlabelled]) - 1] = reason
    proposal.put("labels", filled({kind: uses[kind] for kind in (*LISTS, "goal")}))
    proposal.put("unlabelled", unlabelled, "what items below no label are")
    proposal.values |= {"milestones": uses["milestone"], "drop": uses["drop"]}
    proposal.values = filled(proposal.values)


def _use_of(name: _Name, *, is_often: bool) -> tuple[str, str]:
    """Return what a name is: a kind, `goal`, `milestone`, `title`, `drop`, `unknown` or nothing; and its pattern.

    One that stands in a single week, or a few, is a label only if it has no other words, which would be lost.
    """
    kind, is_before = kind_of(re.sub(r"\{\w+\}", "", name.pattern)), name.stands == _BEFORE_ITEMS
    if "{title}" in name.pattern:
        return "title", name.pattern
    if kind == "milestone":
        pattern = re.sub(r"\s*\([^()]*\)$", " ({any})", name.pattern)
        return kind, f"{pattern}: {{text}}" if is_before else pattern
    if kind == "metadata":
        return ("drop", f"{name.pattern}: {{any}}") if is_often and is_before else ("", "")
    is_numbered = name.pattern.startswith("{any} ")  # `1.4 Reflection` is one of the topics
    if kind and (is_often or (not (is_before or is_numbered) and _is_only_kind(name.pattern))):
        return "concept" if kind == "goal" and name.stands == _ABOVE_ITEMS else kind, name.pattern
    return ("unknown", name.pattern) if is_often else ("title" if name.as_title else "", name.as_title)


def _form(text: str) -> str:
    """Return the form of an item with hours before or behind it, or an author behind a link and `by`; else nothing."""
    title = "{title} by {author}" if find_links(text) and _BY.search(with_words(text)) else "{title}"
    if match := _FIRST_HOURS.match(text):
        return f"{match['before']}{{hours}}{match['unit']}{match['behind']} {title}"
    if match := _LAST_MINUTES.search(text):
        return f"{title} {match['open']}{{minutes}}{match['unit']}{match['close']}"
    if match := _LAST_HOURS.search(text):
        before, behind = re.sub(r"^[^,;~]+(?=[,; ]+$)", "{why}", match["before"] or ""), match["behind"]
        behind = behind if len(behind) < 12 or "{why}" in before else ", {why}" if behind[:1] == "," else " {why}"
        behind = re.sub(r"^(\s?)\d{1,2}(?=\s?m(?:in)?\W*$)", r"\1{minutes}", behind)
        return f"{title} {match['open']}{before}{{hours}}{match['unit']}{behind}{match['close']}"
    return title if title != "{title}" else ""


# -- tables --


def _columns_of_weeks(document: Document, weeks: int) -> tuple[dict[str, Any], list[int]]:
    """Return the columns and the lines of a table whose rows are more weeks than the lines that count them."""
    for names in dict.fromkeys(row.names for row in document.rows):
        columns, rest = named_columns(names, _TABLE)
        rows = [row for row in document.rows if row.names == names and numbers_in(row.cell(columns.get("week")))]
        if len({row.cell(columns["week"]) for row in rows}) > max(weeks, 1):
            return {**columns, **_kinds_of(rest)}, [row.line for row in rows]
    return {}, []


def _kinds_of(names: Iterable[str]) -> dict[str, Any]:
    """Return the names of columns by what is in them, as far as words in them say that."""
    kinds: defaultdict[str, list[str]] = defaultdict(list)
    for name in map(plain, names):
        if (kind := kind_of(name)) in (*LISTS, "goal"):
            kinds[kind].append(name)
    return dict(kinds)
