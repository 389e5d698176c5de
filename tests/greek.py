"""Projects whose texts are Greek and numbers, so that a Latin letter on their sites is in a word of ours."""

import json
import re
from collections.abc import Mapping

from tests.engine import THEME
from tests.website import settings

LANGUAGE = "el"

PAGES = {
    "index": "now()",
    "log": "timeline()",
    "curriculum": "curriculum()",
    "milestones": "milestones()",
    "map": "dependency_map()",
    "reading": "reading_list()",
    "references": "references()",
    "stats": "stats()",
    "recent": "recent(limit=2)",
    "trail": "trail()",
    "strip": "strip()",
    "year": "strip(year=2026)",
    "hours": 'strip(by="hours")',
    "streaks": "streaks()",
    "tasks": "open_tasks(limit=1)",
    "look_back": "look_back()",
    "series": "series()",
    "week": "week()",
    "progress": "progress()",
    "countdown": "countdown()",
    "pace": "pace()",
    "plan_check": "plan_check()",
}
"""Pages of `docs/` by name, with the macro that each calls."""
WITH_PLAN = {
    "checklist": "checklist(1)",
    "readings": 'checklist(1, kind="reading")',
    "one_map": 'dependency_map(part="1")',
}

PLAN = {
    "title": "Σχέδιο",
    "start": "2026-01-05",
    "hours_per_week": "5",
    "hours": "30",
    "rest": ["sun"],
    "author": {"name": "Αθηνά", "about": "Μαθαίνω.", "links": ["https://athena.example"]},
    "pauses": [{"from": "2026-03-02", "to": "2026-03-08"}],
    "series": [
        {"id": "1", "title": "Πρώτη", "days": "365", "was": ["Παλιά"]},
        {"id": "2", "title": "Δεύτερη", "counts_down_to": "2026-05-12"},
        {"id": "3", "title": "Τρίτη", "counts_down_to": "2026-02-01"},
        {"id": "4", "title": "Τέταρτη"},
    ],
    "parts": [
        {
            "id": "1",
            "title": "Μέρος",
            "goal": "Στόχος.",
            "weeks": [
                {
                    "week": "1",
                    "title": "Αρχή",
                    "concepts": [
                        {"id": "1", "text": "Έννοια", "note": "Σημείωση"},
                        {"id": "2", "text": "Δεύτερη έννοια"},
                        {"id": "3", "text": "Τρίτη έννοια", "optional": "true"},
                    ],
                    "reading": [
                        {
                            "id": "4",
                            "title": "Άρθρο",
                            "url": "https://arxiv.org/abs/2309.17453",
                            "hours": "2",
                            "section": "§1",
                        },
                        {"id": "5", "title": "Βίντεο", "url": "https://youtube.com/watch?v=1", "author": "Σωκράτης"},
                    ],
                    "practice": [{"id": "6", "text": "Άσκηση", "hours": "3"}],
                    "review": [{"id": "7", "text": "Επανάληψη"}],
                    "choose_one": [{"id": "8", "text": "Άλφα"}, {"id": "9", "text": "Βήτα"}],
                    "deliverables": [{"id": "10", "text": "Παραδοτέο"}],
                },
                {
                    "week": "2",
                    "title": "Συνέχεια",
                    "reading": [
                        {"title": "Άρθρο", "url": "https://arxiv.org/abs/2309.17453", "hours": "2", "re_read": "true"},
                        {"id": "11", "title": "Βιβλίο", "url": "https://github.com/1/2", "hours": "1"},
                    ],
                },
            ],
        },
        {
            "id": "2",
            "title": "Τέλος",
            "weeks": [
                {"week": "3", "title": "Τρίτη"},
                {"week": "4", "title": "Τέταρτη", "concepts": ["Γάμμα", "Δέλτα"]},
            ],
        },
        {"id": "3", "title": "Κενό", "weeks": []},
    ],
    "milestones": [
        {"id": "1", "weeks": ["1"], "text": "Γιατί;"},
        {"id": "2", "part": "1", "title": "Πώς", "text": "Πώς;"},
        {"id": "3", "weeks": ["4"], "text": "Πότε;"},
    ],
    "topics": [
        {"id": "t1", "title": "Θέμα", "weeks": ["1"]},
        {"id": "t2", "title": "Δεύτερο θέμα", "weeks": ["2"], "needs": ["t1"]},
        {"id": "t3", "title": "Τρίτο θέμα", "needs": ["t2"]},
    ],
    "references": {
        "papers": [{"title": "Πηγή", "url": "https://arxiv.org/abs/1706.03762", "topic": "Θέμα", "week": "2"}],
        "guides": [{"title": "Οδηγός", "url": "https://docs.example/1", "good_for": "Αρχάριους"}],
    },
}
READING = {
    "categories": [
        {
            "id": "1",
            "title": "Κατηγορία",
            "about": "Περιγραφή.",
            "items": [
                {
                    "title": "Κύματα",
                    "url": "https://waves.example/1",
                    "aliases": ["https://waves.example/2"],
                    "kind": "slides",
                    "language": "el",
                    "favourite": "true",
                },
                {"title": "Ομιλία", "author": "Άλλος", "why": "Επειδή.", "notes": [{"text": "Ένα", "notes": ["Δύο"]}]},
                *(
                    {"title": f"Είδος {n}", "url": f"https://kinds.example/{n}", "kind": kind, "status": status}
                    for n, (kind, status) in enumerate(
                        [
                            ("book", "reading"),
                            ("course", "read"),
                            ("documentation", "dropped"),
                            ("podcast", "to-read"),
                            ("tool", "read"),
                            ("dataset", "read"),
                            ("discussion", "read"),
                            ("article", "read"),
                        ]
                    )
                ),
            ],
            "categories": [{"id": "2", "title": "Υποκατηγορία", "about": "Δεύτερη.", "items": ["Απλός τίτλος"]}],
        }
    ],
    "title": "Βιβλία",
    "about": "Όσα διαβάζω.",
    "to_read": ["https://later.example/1"],
    "implement": ["Κατασκευή"],
}


BODY = f"""
- [ ] ένα
- [ ] δύο
- [x] τρία

# Τίτλος

{"λέξη " * 500}

> [!NOTE]
> Προσοχή.

$1$ και υποσημείωση[^1]

[^1]: Εδώ.
"""


def entry(body: str = "Κείμενο.", **front: object) -> str:
    """Return the file of an entry."""
    return "\n".join(
        [
            "---",
            *(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in front.items()),
            "---",
            "",
            body,
            "",
        ]
    )


ENTRIES = {
    "entries/2024-12-31.md": entry(series="4", day="1"),
    "entries/2025-02-16.md": entry(series="4", title="Πέρσι", tags=["ετικέτα"]),
    "entries/2025-11-18.md": entry(series="4", day="3-4"),
    "entries/2026-01-05.md": entry(
        series="1",
        day="1",
        title="Πρώτη μέρα",
        hours="1.5",
        tags=["ετικέτα", "άλλη"],
        done=["w01/1"],
        links=["https://arxiv.org/abs/2309.17453"],
    ),
    "entries/2026-01-06.md": entry(
        BODY, series="1", day="2", hours="2", tags=["ετικέτα"], started=["w01/6"], dropped=["w01/2"]
    ),
    "entries/2026-01-07.md": entry(
        series="1",
        day="3",
        milestone="1",
        links=[
            {"url": "https://youtube.com/watch?v=1", "title": "Βίντεο", "status": "read", "note": "Σημείωση"},
            {"url": "https://arxiv.org/abs/2309.17453", "status": "reading"},
        ],
        touched=["w02", "t3"],
        hours="1",
    ),
    "entries/2026-01-07-2.md": entry(series="1", day="5", done=["w01/4", "w01/5"]),
    "entries/2026-01-17.md": entry("", series="1"),
    "entries/2026-02-01.md": entry(series="2", links=[{"url": "https://kinds.example/0", "status": "dropped"}]),
    "entries/2026-02-09.md": entry(
        series="1",
        title="Χθες",
        day="7",
        hours="2",
        touched=["w02/11"],
        links=["https://new.example/1", {"url": "https://kinds.example/1", "status": "reading"}],
    ),
    "entries/2026-02-14.md": entry(series="1", day="8", done=["w02/11"]),
    "entries/2026-02-15.md": entry(
        "Δες [την προηγούμενη](2026-02-14.md).\n\n- [-] δύο",
        series="1",
        day="9",
        title="Σήμερα",
        hours="1",
        tags=["άλλη"],
    ),
    "entries/2026-02-20.md": entry(series="1", day="10", title="Αύριο"),
}


PLAN_KEYS = re.compile(r"^(?:series|done|started|dropped|touched|milestone): .*\n", re.MULTILINE)
"""Keys of entries that name something in the plan."""


PAGE = """---
title: Σελίδα %s
render_macros: true
---

# Σελίδα

{{ %s }}
"""
"""A page of `docs/`: the number in its title, and its macro."""


def project(pages: dict[str, str], **files: str) -> dict[str, str]:
    """Return the files of a project whose settings, pages and texts are Greek."""
    docs = {f"docs/{name}.md": PAGE % (sum(map(ord, name)), macro) for name, macro in pages.items()}
    config = re.sub(r"^site_name: .*$", "site_name: Ιστότοπος", settings(), flags=re.MULTILINE)
    config = re.sub(r"^site_description: .*$", "site_description: Ημερολόγιο", config, flags=re.MULTILINE)
    config = config.replace(f"  name: {THEME}\n", f"  name: {THEME}\n  language: {LANGUAGE}\n", 1)
    config = re.sub(r"^  palette:\n(?:    .*\n)+", "", config, flags=re.MULTILINE)  # for what Daytrail adds
    return {"mkdocs.yml": config, **docs, **files}


def json_of(value: object) -> str:
    """Return data as JSON, which is YAML too, with flags that are no texts."""
    return json.dumps(value, ensure_ascii=False, indent=1).replace('"true"', "true")


UNDATED = {key: PLAN[key] for key in PLAN.keys() - {"start", "pauses", "hours_per_week", "author"}}
WHOLE = project(PAGES | WITH_PLAN, **{"curriculum.yaml": json_of(PLAN), "reading.yaml": json_of(READING), **ENTRIES})
PROJECTS: Mapping[str, tuple[str, dict[str, str]]] = {
    "all": ("2026-02-16", WHOLE),
    "later": ("2026-11-22", WHOLE),
    "no log": ("2025-12-01", project(PAGES | WITH_PLAN, **{"curriculum.yaml": json_of(PLAN)})),
    "no dates": ("2026-02-16", project(PAGES | WITH_PLAN, **{"curriculum.yaml": json_of(UNDATED), **ENTRIES})),
    "no plan": ("2026-02-16", project(PAGES, **{name: PLAN_KEYS.sub("", text) for name, text in ENTRIES.items()})),
    "nothing": ("2026-02-16", project(PAGES)),
}
"""Projects with the day on which they are built."""
