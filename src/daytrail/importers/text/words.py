"""Words by which people mark what they write, in the six languages that dates are read in, as regular expressions."""

import re


def words(*lines: str) -> str:
    """Return a pattern for any of some words, given a comma apart."""
    return "|".join(word for line in lines for word in line.split(", "))


KINDS = {
    "milestone": words("milestones?, checkpoints?, meilensteine?, jalons?, hitos?, marcos?, traguard[oi]"),
    "goal": words(
        "goals?, objectives?, aims?, outcomes?, learning (?:goals|outcomes|objectives)",
        "ziele?, objectifs?, objetivos?, obiettiv[oi]",
    ),
    "choice": words(r"(?:choose|pick|select) (?:one|a|your)\b.*, tracks?"),
    "deliverable": words(
        "deliverables?(?: checklist)?, hand[- ]?ins?, submissions?, outputs?",
        "abgaben?, livrables?, entregables?, entregas?, consegn[ae]",
    ),
    "review": words(
        "(?:suggested )?reviews?(?: targets?)?, revisit, revision, recap, catch[- ]?up, retrospective",
        "wiederholung, révisions?, repaso, revisão, ripasso",
    ),
    "practice": words(
        "hands[- ]?on, practi[cs]e, exercises?, projects?, labs?, (?:mini[- ])?projects?, build",
        "implement(?:ation)?s?",
        "code, coding, assignments?, homework, problems?(?: sets?)?, tasks?, challenges?, activit(?:y|ies), drills?",
        "to[- ]?do, do, write, übung(?:en)?, praxis, aufgaben?, projekte?, exercices?, pratique, projets?",
        "ejercicios?, práctica, proyectos?, exercícios?, prática, projetos?, esercizi, pratica, progetti?",
    ),
    "reading": words(
        "readings?, reads?, papers?, resources?, books?, articles?, links?, references?",
        "watch(?:ing)?, videos?, lectures?",
        "courses?, materials?, listen(?:ing)?, blogs?(?: posts?)?, docs?, documentation",
        "tutorials?, sources?, podcasts?",
        "posts?, lektüre, lesen, quellen, ressourcen, ressources, lecturas?, recursos, leituras?, letture?, risorse",
    ),
    "concept": words(
        "(?:key |core |main )?(?:concepts?|topics?|ideas?|theory|themes?|subjects?|skills?|contents?|knowledge)",
        "learn(?:ing)?, study, understand, konzepte?, themen?, theorie, inhalte?, thèmes?",
        "sujets?, théorie, conceptos?",
        "temas?, teoría, conceitos?, tópicos?, teoria, concetti, argomenti",
    ),
}
"""Labels of what stands in a week of a plan."""
AFTER_KIND = words(
    "to, for, of, and, und, et, y, e, &, /, material, list, lists, questions?, work, time, goals?, understand, read",
    "learn, cover, watch, do, build, this week, checklist, items?, assignments?, exercises?, problems?, projects?",
    "activities, zu, à, per, para, da, pour, de la semaine",
)
"""What may follow such a label before its colon, as in `Concepts to understand:`."""
PARTS = words(
    "part, phase, module?, unit, stage, month, section, block, level, semester, quarter, term, chapter, topic, course",
    "teil, modul, monat, abschnitt, partie, mois, étape, niveau, parte, m[oó]dulo, fase, mes, mese, unidad, unidade",
    "nivel, livello, track, strand, stream, pillar",
)
WEEKS = words(r"weeks?, wks?\.?, woche, wochen, kw, semaines?, semanas?, settiman[ae]")
DAYS = words("days?, tage?, jours?, d[ií]as?, giorn[oi]")
TO = r"\s*(?:-|–|—|/|&|\+|,|to|and|through|bis|und|à|et|a|y|e|até|al)\s*"
"""What stands between the two ends of a range."""
COLUMNS = {
    "range": words("(?:weeks|wks|wochen|semaines|semanas|settimane)(?: range)?"),
    "week": words(r"(?:week|wk|woche|semaine|semana|settimana|kw)(?: ?(?:#|no\.?|number|nr\.?))?"),
    "part": words(
        "part, phase, module?, unit, stage, month, section, block, level, teil, partie, parte, fase, monat, mois"
    ),
    "link": words("links?, urls?, where, address"),
    "good_for": words("(?:what it.s )?good for, why, use, purpose, description, notes?, about, what"),
    "author": words("authors?, by, speaker, who"),
    "date": words("dates?, when, datum, zeitraum, fecha, data, day"),
    "hours": words("hours?, hrs?, time, effort, estimate, stunden, std\\., heures, horas, ore"),
}
"""Columns of tables in plans."""
TITLES = words(
    "titles?, themes?, focus, name, thema, titel, titre, thème, título, tema, titolo",
    "module, paper, resource, book, course",
    "guide, blog, talk, title of .*",
)
LISTED = {
    "title": words(
        "titles?, papers?, books?, articles?, names?, resources?, readings?, blogs?, videos?, what",
        "titel, titre, título, titolo",
    ),
    "link": words("links?, urls?, where, source"),
    "author": words(r"authors?(?:\(s\))?, by, who, writers?, speakers?, autor(?:en|es)?, auteurs?, autori?"),
    "status": words(r"status, state, read\??, done\??, progress, stand, statut, estado, stato"),
    "why": words("why, notes?, comments?, remarks?, description, about, summary, good for, thoughts, review"),
}
"""Columns of tables in reading lists."""
STATUS = {
    "to-read": words(
        "to[- ]?(?:be[- ])?(?:read|watch|do), (?:still )?(?:want|need)s?(?: to)?(?: be)? read",
        "unread, queued?, backlog",
        "not started, planned, later, next, todo, zu lesen, à lire, por leer, para ler, da leggere, wish ?list",
        "ready to start, read(?:ing)? (?:later|next|queue), up next, inbox, ⏳, ⬜",
    ),
    "reading": words(
        "(?:currently |now )?reading(?: now)?, in[- ]progress, started, ongoing, wip, doing, current(?:ly)?, 📖, 🚧",
        "lese ich gerade, en cours, leyendo, lendo",
    ),
    "read": words(
        "(?:already )?read, done, finished, completed?, have read, watched, past, archive, ✅, ✔, ☑, x, yes",
        "gelesen, lus?, leíd[oa]s?, lid[oa]s?, letti",
    ),
    "dropped": words("dropped, abandoned, did not finish, dnf, gave up, skipped, ❌, abgebrochen"),
}
ASIDE_OF_STATUS = words("books?, papers?, articles?, things, stuff, links?, blogs?, that, i, i've, i have, what, list")
"""Words beside a status that say nothing of it, as in `Books read`."""
MEDIUM = words(
    "(?:the )?(?:paper|pdf|arxiv|code|repo(?:sitory)?|github|video|talk|slides|blog|post|link|website)s?",
    "(?:the )?(?:site|article|book)s?",
    "docs?, abs, html, project(?: page)?s?, page, lectures?, notes, youtube, annotated",
    "demo, poster, homepage, appendix",
    "summary, abstract, rss, transcript, data",
)
"""What a link is called that stands behind a title."""
MEDIA = words(
    "papers?, blogs?, posts?, articles?, lectures?, videos?, talks?, books?, podcasts?",
    "courses?, notes, pieces, tutorials?",
    "newsletters?, repos?(?:itories)?, code, tools, threads, essays?, slides, docs",
    "documentation, people, channels?, stuff",
)
"""What groups of a reading list are of."""
ABOUT_ITSELF = words(
    "(?:table of )?contents, toc, index, contributing, contributions?, licen[cs]e",
    "acknowledge?ments?, citations?, legend",
    "disclaimer, how to (?:use|contribute).*, rules, faq, changelog, related lists?, inhalt",
    "lizenz, licencia, licença",
    "licenza, sommaire, índice, indice",
)
"""Sections of a document about itself."""
TO_READ = words(
    r".*\b(?:to (?:be )?read|unread|read(?:ing)? (?:later|next|queue)|want to read|backlog|wish ?list|up next)\b.*",
    r".*\b(?:zu lesen|à lire|por leer|para ler|da leggere)\b.*, queue, inbox, later, todo, next, pendientes",
)
IMPLEMENT = words(r".*\b(?:implement|to (?:build|code|write|make)|reproduce|re-?implement|build)\b.*")


def pattern(names: str) -> re.Pattern[str]:
    """Return a pattern that ignores case."""
    return re.compile(names, re.IGNORECASE)
