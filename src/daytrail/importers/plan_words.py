"""Words by which a proposal guesses what a heading, a label or a column of a plan is; the reader knows none of them."""

import re

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
    "|homework|challenge|do(?!ne)|action|drill|workshop|step|übung|aufgabe|projekt|ejercicio|práctica|tarea|proyecto"
    "|exercice|pratique|projet|esercizi|progetto",
    "concept": "concept|topic|learn|understand|theor|skill|cover|study|subject|syllabus|content|knowledge|thema|themen"
    "|tema|notion|sujet|lecture|argoment",
    "metadata": "time|duration|hours?|dates?|status|difficulty|level|deadline|estimated|progress",
}
_PATTERNS = {kind: re.compile(rf"(?<!\w)(?:{words})", re.IGNORECASE) for kind, words in _KINDS.items()}
_GENERAL = (
    "to|of|for|the|and|in|on|a|an|your|my|this|key|main|list|checklist|targets?|track|things?|suggested|recommended"
    "|optional|additional|weekly|daily|further|self|mini|week|completion"
)
_TASK = (
    "(?:build|implement|write|solve|create|complete|practi[cs]e|do|set up|install|make|code|finish|run|try|design|add"
    "|use|deploy|configure|draw|apply|work|prepare|update|test|publish|record|start|log|schreib|bau|üb|lös|escrib|crea)"
    r"(?!\w{4})"
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


def is_only_kind(name: str) -> bool:
    """Return whether a name has no word that would be lost if it were only a kind: `Suggested review targets`."""
    words = re.findall(r"[^\W\d_]+", name)
    known = (
        re.fullmatch(_GENERAL, word, re.IGNORECASE) or any(one.match(word) for one in _PATTERNS.values())
        for word in words
    )
    return all(known)


def is_goal(name: str) -> bool:
    """Return whether a name is that of a goal and nothing else."""
    return kind_of(name) == "goal" and is_only_kind(name)


def is_task(text: str) -> bool:
    """Return whether a text begins with a word for doing something."""
    return re.match(_TASK, text, re.IGNORECASE) is not None
