"""Regular expressions for the words that label parts of plans and reading lists, in six languages."""

from collections.abc import Mapping
from typing import Literal

from daytrail.model.curriculum import Kind
from daytrail.model.entry import Status

Label = Literal[Kind, "goal", "milestone"]


def any_of(*lines: str) -> str:
    """Return a regular expression for any of some words, which are separated by commas."""
    return "|".join(word for line in lines for word in line.split(", "))


KINDS: Mapping[Label, str] = {
    "milestone": any_of("milestones?, checkpoints?, meilensteine?, jalons?, hitos?, marcos?, traguard[oi]"),
    "goal": any_of(
        "goals?, objectives?, aims?, outcomes?, learning (?:goals|outcomes|objectives)",
        "ziele?, objectifs?, objetivos?, obiettiv[oi]",
    ),
    "choice": any_of(r"(?:choose|pick|select) (?:one|a|your)\b.*, tracks?"),
    "deliverable": any_of(
        "deliverables?(?: checklist)?, hand[- ]?ins?, submissions?, outputs?",
        "abgaben?, livrables?, entregables?, entregas?, consegn[ae]",
    ),
    "review": any_of(
        "(?:suggested )?reviews?(?: targets?)?, revisit, revision, recap, catch[- ]?up, retrospective",
        "wiederholung, révisions?, repaso, revisão, ripasso",
    ),
    "practice": any_of(
        "hands[- ]?on, practi[cs]e, exercises?, projects?, labs?, (?:mini[- ])?projects?, build",
        "implement(?:ation)?s?",
        "code, coding, assignments?, homework, problems?(?: sets?)?, tasks?, challenges?, activit(?:y|ies), drills?",
        "to[- ]?do, do, write, übung(?:en)?, praxis, aufgaben?, projekte?, exercices?, pratique, projets?",
        "ejercicios?, práctica, proyectos?, exercícios?, prática, projetos?, esercizi, pratica, progetti?",
    ),
    "reading": any_of(
        "readings?, reads?, papers?, resources?, books?, articles?, links?, references?, watch(?:ing)?, videos?",
        "lectures?, courses?, materials?, listen(?:ing)?, blogs?(?: posts?)?, docs?, documentation, tutorials?",
        "sources?, podcasts?, posts?, lektüre, lesen, quellen, ressourcen, ressources, lecturas?, recursos, leituras?",
        "letture?, risorse",
    ),
    "concept": any_of(
        "(?:key |core |main )?(?:concepts?|topics?|ideas?|theory|themes?|subjects?|skills?|contents?|knowledge)",
        "learn(?:ing)?, study, understand, konzepte?, themen?, theorie, inhalte?, thèmes?, sujets?, théorie",
        "conceptos?, temas?, teoría, conceitos?, tópicos?, teoria, concetti, argomenti",
    ),
}
"""Labels in a week of a plan; the first one that matches is used."""
AFTER_KIND = any_of(
    "to, for, of, and, und, et, y, e, &, /, material, list, lists, questions?, work, time, goals?, understand, read",
    "learn, cover, watch, do, build, this week, checklist, items?, assignments?, exercises?, problems?, projects?",
    "activities, zu, à, per, para, da, pour, de la semaine",
)
"""Words between such a label and its colon, as in `Concepts to understand:`."""
PARTS = any_of(
    "part, phase, module?, unit, stage, month, section, block, level, semester, quarter, term, chapter, topic, course",
    "teil, modul, monat, abschnitt, partie, mois, étape, niveau, parte, m[oó]dulo, fase, mes, mese, unidad, unidade",
    "nivel, livello, track, strand, stream, pillar",
)
WEEKS = any_of(r"weeks?, wks?\.?, woche, wochen, kw, semaines?, semanas?, settiman[ae]")
DAYS = any_of("days?, tage?, jours?, d[ií]as?, giorn[oi]")
RANGE_SIGN = r"\s*(?:-|–|—|/|&|\+|,|to|and|through|bis|und|à|et|a|y|e|até|al)\s*"
"""Separates the two ends of a range."""
PLAN_COLUMNS = {
    "range": any_of("(?:weeks|wks|wochen|semaines|semanas|settimane)(?: range)?"),
    "week": any_of(r"(?:week|wk|woche|semaine|semana|settimana|kw)(?: ?(?:#|no\.?|number|nr\.?))?"),
    "part": any_of(
        "part, phase, module?, unit, stage, month, section, block, level, teil, partie, parte, fase, monat, mois"
    ),
    "link": any_of("links?, urls?, where, address"),
    "good_for": any_of("(?:what it.s )?good for, why, use, purpose, description, notes?, about, what"),
    "author": any_of("authors?, by, speaker, who"),
    "date": any_of("dates?, when, datum, zeitraum, fecha, data, day"),
    "hours": any_of("hours?, hrs?, time, effort, estimate, stunden, std\\., heures, horas, ore"),
}
"""Columns of tables in plans."""
TITLE_COLUMN = any_of(
    "titles?, themes?, focus, name, thema, titel, titre, thème, título, tema, titolo, module, paper, resource, book",
    "course, guide, blog, talk, title of .*",
)
LIST_COLUMNS = {
    "title": any_of(
        "titles?, papers?, books?, articles?, names?, resources?, readings?, blogs?, videos?, what",
        "titel, titre, título, titolo",
    ),
    "link": any_of("links?, urls?, where, source"),
    "author": any_of(r"authors?(?:\(s\))?, by, who, writers?, speakers?, autor(?:en|es)?, auteurs?, autori?"),
    "status": any_of(r"status, state, read\??, done\??, progress, stand, statut, estado, stato"),
    "why": any_of("why, notes?, comments?, remarks?, description, about, summary, good for, thoughts, review"),
}
"""Columns of tables in reading lists."""
STATUS: Mapping[Status, str] = {
    "to-read": any_of(
        "to[- ]?(?:be[- ])?(?:read|watch|do), (?:still )?(?:want|need)s?(?: to)?(?: be)? read, unread, queued?",
        "backlog, not started, planned, later, next, todo, zu lesen, à lire, por leer, para ler, da leggere",
        "wish ?list, ready to start, read(?:ing)? (?:later|next|queue), up next, inbox, ⏳, ⬜",
    ),
    "reading": any_of(
        "(?:currently |now )?reading(?: now)?, in[- ]progress, started, ongoing, wip, doing, current(?:ly)?, 📖, 🚧",
        "lese ich gerade, en cours, leyendo, lendo",
    ),
    "read": any_of(
        "(?:already )?read, done, finished, completed?, have read, watched, past, archive, ✅, ✔, ☑, x, yes",
        "gelesen, lus?, leíd[oa]s?, lid[oa]s?, letti",
    ),
    "dropped": any_of("dropped, abandoned, did not finish, dnf, gave up, skipped, ❌, abgebrochen"),
}
WORDS_AROUND_STATUS = any_of(
    "books?, papers?, articles?, things, stuff, links?, blogs?, that, i, i've, i have, what, list"
)
"""Words next to a status that do not change it, as in `Books read`."""
LINK_MEDIUM = any_of(
    "(?:the )?(?:paper|pdf|arxiv|code|repo(?:sitory)?|github|video|talk|slides|blog|post|link|website)s?",
    "(?:the )?(?:site|article|book)s?, docs?, abs, html, project(?: page)?s?, page, lectures?, notes, youtube",
    "annotated, demo, poster, homepage, appendix, summary, abstract, rss, transcript, data",
)
"""Words of a link that only name its medium, as in `Title [paper](…)`."""
GROUP_MEDIUM = any_of(
    "papers?, blogs?, posts?, articles?, lectures?, videos?, talks?, books?, podcasts?, courses?, notes, pieces",
    "tutorials?, newsletters?, repos?(?:itories)?, code, tools, threads, essays?, slides, docs, documentation, people",
    "channels?, stuff",
)
"""Media after which groups of a reading list are named."""
ABOUT_ITSELF = any_of(
    "(?:table of )?contents, toc, index, contributing, contributions?, licen[cs]e, acknowledge?ments?, citations?",
    "legend, disclaimer, how to (?:use|contribute).*, rules, faq, changelog, related lists?, inhalt, lizenz, licencia",
    "licença, licenza, sommaire, índice, indice",
)
"""Sections of a document about itself."""
TO_READ = any_of(
    r".*\b(?:to (?:be )?read|unread|read(?:ing)? (?:later|next|queue)|want to read|backlog|wish ?list|up next)\b.*",
    r".*\b(?:zu lesen|à lire|por leer|para ler|da leggere)\b.*, queue, inbox, later, todo, next, pendientes",
)
IMPLEMENT = any_of(r".*\b(?:implement|to (?:build|code|write|make)|reproduce|re-?implement|build)\b.*")
