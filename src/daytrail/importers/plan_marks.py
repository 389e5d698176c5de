"""What a line of a plan announces: a part, weeks, a kind of items, a goal, a milestone."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from daytrail.model.curriculum import Kind

Label = Literal[Kind, "goal", "milestone"]

_SIGNS = r"[^\w\s\[(\"'`$§<]*\s*"
_SEPARATOR = r"\s*(?:[:—–|.]|-(?=\s)|(?=\()|$)\s*"
_UNITS = r"weeks?|wks?\.?|woche|wochen|kw|semaines?|semanas?|settiman[ae]"
_TO = r"\s*(?:-|–|—|/|&|\+|,|to|and|through|bis|und|à|et|a|y|e|até|al)\s*"
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS = "|".join(_NUMBERS)
_WEEK = re.compile(
    rf"{_SIGNS}(?:(?:{_UNITS})\s*[-#№]?\s*|w\s?(?=\d))(?P<first>\d{{1,3}}|{_WORDS})"
    rf"(?:{_TO}(?:(?:{_UNITS})\s*|w)?(?P<last>\d{{1,3}}|{_WORDS}))?(?![\w/])(?P<sign>{_SEPARATOR})?",
    re.IGNORECASE,
)
_NTH = re.compile(
    rf"{_SIGNS}(?P<first>\d{{1,3}})(?:\.|st|nd|rd|th|ª|ème|e)\s+(?:{_UNITS})\b(?P<sign>{_SEPARATOR})?(?P<last>(?!))?",
    re.IGNORECASE,
)
_DAY = re.compile(
    rf"{_SIGNS}(?:days?|tage?|jours?|d[ií]as?|giorn[oi])\s*[-#]?\s*(?P<first>\d{{1,3}})(?:{_TO}(?P<last>\d{{1,3}}))?(?!\w)"
    rf"(?P<sign>{_SEPARATOR})?",
    re.IGNORECASE,
)
_PART = re.compile(
    rf"{_SIGNS}(?P<key>(?:part|phase|module?|unit|stage|month|section|block|level|semester|quarter|term|chapter|topic|course"
    r"|teil|modul|monat|abschnitt|partie|mois|étape|niveau|parte|m[oó]dulo|fase|mes|mese|unidad|unidade|nivel|livello"
    r"|track|strand|stream|pillar)\s*[-#]?\s*(?P<number>\d{1,2}|[ivxlc]{1,6}|[a-z])|\d{1,2}|[ivx]{1,5})\b"
    rf"(?P<sign>{_SEPARATOR})?",
    re.IGNORECASE,
)
RANGE = re.compile(rf"(?:{_UNITS})\s*(?P<first>\d{{1,3}})(?:{_TO}(?P<last>\d{{1,3}}))?", re.IGNORECASE)
"""Weeks that something claims for itself, as in `Basics (Weeks 1–4)`."""

_KINDS: Mapping[Label, str] = {
    "milestone": r"milestones?|checkpoints?|meilensteine?|jalons?|hitos?|marcos?|traguard[oi]",
    "goal": r"goals?|objectives?|aims?|outcomes?|learning (?:goals|outcomes|objectives)|ziele?|objectifs?|objetivos?|obiettiv[oi]",
    "choice": r"(?:choose|pick|select) (?:one|a|your)\b.*|tracks?",
    "deliverable": r"deliverables?(?: checklist)?|hand[- ]?ins?|submissions?|outputs?|abgaben?|livrables?|entregables?|entregas?",
    "review": r"(?:suggested )?reviews?(?: targets?)?|revisit|revision|recap|catch[- ]?up|retrospective|wiederholung|révisions?|repaso|revisão|ripasso",
    "practice": r"hands[- ]?on|practi[cs]e|exercises?|projects?|labs?|(?:mini[- ])?projects?|build|implement(?:ation)?s?|code|coding|assignments?"
    r"|homework|problems?(?: sets?)?|tasks?|challenges?|activit(?:y|ies)|drills?|to[- ]?do|do|write|übung(?:en)?|praxis|aufgaben?|projekte?"
    r"|exercices?|pratique|projets?|ejercicios?|práctica|proyectos?|exercícios?|prática|projetos?|esercizi|pratica|progetti?",
    "reading": r"readings?|reads?|papers?|resources?|books?|articles?|links?|references?|watch(?:ing)?|videos?|lectures?|courses?|materials?|listen(?:ing)?"
    r"|blogs?(?: posts?)?|docs?|documentation|tutorials?|sources?|lektüre|lesen|quellen|ressourcen|lectures?|ressources|lecturas?|recursos|leituras?"
    r"|letture?|risorse|podcasts?|posts?",
    "concept": r"(?:key |core |main )?(?:concepts?|topics?|ideas?|theory|themes?|subjects?|skills?|contents?|knowledge)|learn(?:ing)?|study|understand"
    r"|konzepte?|themen?|theorie|inhalte?|concepts?|thèmes?|sujets?|théorie|conceptos?|temas?|teoría|conceitos?|tópicos?|teoria|concetti|argomenti",
}
_LABEL = re.compile(
    rf"{_SIGNS}(?:(?:{'|'.join(f'(?P<{kind}>{names})' for kind, names in _KINDS.items())})"
    r"(?P<more>(?:\s+(?:to|for|of|and|und|et|y|e|&|/|material|list|lists|questions?|work|time|goals?|understand|read|learn|cover|watch|do|build"
    r"|this week|checklist|items?|assignments?|exercises?|problems?|projects?|activities|zu|à|per|para|da|pour|de la semaine))*)"
    r"(?:\s*\((?P<aside>[^)]*)\))?)\s*(?P<colon>:|$|\s[—–-]\s|\.$)",
    re.IGNORECASE,
)
_STRONG = re.compile(r"(?P<open>\*\*|__)(?P<inside>.+?)(?P=open)")


@dataclass(frozen=True, slots=True)
class Mark:
    """A line that announces something."""

    said: str
    """What of it is structure, as in `Week 3 —`."""
    rest: str
    """What stands behind it: a title, or the first of what is announced."""
    first: int = 0
    last: int = 0
    label: Label | None = None
    aside: str = ""
    """What stands in parentheses behind a label: `Milestone (Weeks 5–6):`."""


def week_mark(text: str, *, strict: bool) -> Mark | None:
    """Read the number of a week, or of several, and the title behind it.

    Args:
        text: A line.
        strict: Whether the line is no heading, so that it may be a sentence about a week.
    """
    return _numbered(_WEEK, text, strict=strict) or _numbered(_NTH, text, strict=strict)


def day_mark(text: str) -> Mark | None:
    """Read the number of a day, or of several, and the title behind it."""
    return _numbered(_DAY, text, strict=False)


def _numbered(pattern: re.Pattern[str], text: str, *, strict: bool) -> Mark | None:
    bare = unmarked(text)
    found = pattern.match(bare)
    if not found or (strict and not _is_title(bare, found)):
        return None
    first = _number(found["first"])
    last = _number(found["last"]) if found["last"] else first
    said, rest = found[0].strip(), bare[found.end() :].strip(" \t·•|\ufe0f")
    if not re.search(r"\w", rest):
        said, rest = f"{said}{rest}", ""
    elif whole := re.fullmatch(r"\(([^()]*)\)", rest):
        rest = whole[1]
    return Mark(said, rest, first, max(last, first))


def _number(written: str) -> int:
    return int(written) if written.isdecimal() else _NUMBERS.index(written.casefold()) + 1


def part_mark(text: str, *, strict: bool) -> Mark | None:
    """Read the name of a part, as in `Part III — Title` or `Phase 2: Title`."""
    bare = unmarked(text)
    found = _PART.match(bare)
    if not found or (strict and not (found["number"] and _is_title(bare, found))):
        return None
    if not found["number"] and found["sign"] is None:
        return None
    return Mark(found[0].strip(), bare[found.end() :].strip())


def _is_title(text: str, found: re.Match[str]) -> bool:
    """Tell whether a plain line is a title and not a sentence that begins like one."""
    return found["sign"] is not None and len(text) <= _LONGEST and not text.endswith((".", ",", ";"))


_LONGEST = 120


def label_mark(text: str) -> Mark | None:
    """Read the kind of what follows, as in `Reading:`, `Hands-on: …` or `Milestone (Weeks 5–6): …`."""
    bare = unmarked(text)
    if not (found := _LABEL.match(bare)):
        return None
    label = next(kind for kind in _KINDS if found[kind])
    return Mark(found[0].strip(), bare[found.end() :].strip(), label=label, aside=(found["aside"] or "").strip())


def unmarked(text: str) -> str:
    """Return a line without the bold that makes a label or a title of its beginning."""
    found = _STRONG.match(text.strip())
    if not found:
        return text.strip()
    rest = text.strip()[found.end() :]
    return f"{found['inside']}{rest}".strip()


def is_name(text: str) -> bool:
    """Tell whether a line of text is a name rather than a sentence."""
    return len(text.split()) <= _SHORT_NAME and not text.rstrip().endswith((".", ":", "!", "?", ";", ","))


_SHORT_NAME = 8
