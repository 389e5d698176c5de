"""Builders of plans, entries and journals for tests, and Hypothesis strategies that draw them."""

from datetime import date, timedelta
from functools import cached_property
from itertools import count
from typing import Any, TypeAlias

from hypothesis import strategies as st

from daytrail.facts import Facts
from daytrail.facts.progress import Progress, progress
from daytrail.model.curriculum import Curriculum
from daytrail.model.entry import Entry, FrontMatter, dated
from daytrail.model.journal import Journal
from daytrail.source.markdown_body import read_body
from daytrail.source.yaml.parser import parse
from daytrail.views.page_context import PageContext, page_context

MONDAY = date(2026, 1, 5)


def plan(written: str | dict[str, Any] = "title: Plan") -> Curriculum:
    """Read a plan from YAML, or from the dictionaries and lists that YAML would give."""
    if isinstance(written, dict):
        return Curriculum.model_validate(written)
    document, problems = parse(written, "curriculum.yaml")
    assert problems == []
    return Curriculum.model_validate(document.data)


def entry(stem: str, body: str = "", /, **written: Any) -> Entry:
    """Make an entry from the stem of its file, its body and the values of its front matter."""
    front = FrontMatter.model_validate(written)
    held = read_body(body)
    day = front.date or dated(stem)[0]
    assert day is not None
    kept = FrontMatter.model_fields.keys() - {"date", "links", "draft"}
    return Entry(
        path=f"entries/{stem}.md",
        stem=stem,
        date=day,
        body=body,
        excerpt=held.excerpt,
        listed_links=front.links,
        text_links=held.text_links,
        tasks=held.tasks,
        **{key: getattr(front, key) for key in kept},
    )


def journal(text: str | dict[str, Any] = "title: Plan", *entries: Entry) -> Journal:
    """Make a journal of a plan and of entries, which are sorted."""
    return Journal(tuple(sorted(entries, key=lambda entry: (entry.date, entry.stem))), plan(text))


def progress_of(text: str | dict[str, Any], *entries: Entry) -> Progress:
    """Return the progress of a plan."""
    written = journal(text, *entries)
    return progress(written.curriculum, written.entries)


def facts_of(text: str | dict[str, Any], *entries: Entry, today: date = MONDAY) -> Facts:
    """Return the facts about a plan and entries."""
    return Facts(journal(text, *entries), today)


def every_fact(facts: Facts) -> dict[str, Any]:
    """Compute all facts, by name."""
    return {name: getattr(facts, name) for name, value in vars(Facts).items() if isinstance(value, cached_property)}


def context(
    text: str | dict[str, Any] = "title: Plan", *entries: Entry, today: date = MONDAY, here: str = ""
) -> PageContext:
    """Return the context of a page of a site."""
    whole = journal(text, *entries)
    return page_context(Facts(whole, today), here)


URLS = [f"https://example.org/{name}" for name in "abc"]
KINDS = ("concepts", "reading", "review", "choose_one")

Written: TypeAlias = dict[str, Any]
"""Input of a writer, as text, lists and dictionaries."""
Log: TypeAlias = dict[str, tuple[Written, str]]
"""Front matter and body of entries, by stem."""

_ITEM = st.fixed_dictionaries(
    {"text": st.just("words")},
    optional={
        "url": st.sampled_from(URLS),
        "aliases": st.sampled_from([[url] for url in URLS]),
        "hours": st.sampled_from(["0", "1", "2.5"]),
        "done": st.sampled_from(["2026-01-06", "2026-01-09"]),
        "dropped": st.just("true"),
    },
)
_WEEK = st.fixed_dictionaries({kind: st.lists(_ITEM, max_size=2) for kind in KINDS})
_TOPIC = st.tuples(st.sets(st.integers(1, 3), max_size=2), st.sets(st.integers(0, 3), max_size=2))
_PLAN = st.fixed_dictionaries(
    {
        "title": st.just("Plan"),
        "parts": st.lists(st.lists(_WEEK, max_size=2), max_size=2),
        "topics": st.lists(_TOPIC, max_size=4),
        "milestones": st.lists(st.sets(st.integers(1, 3), max_size=2), max_size=2),
    },
    optional={
        "start": st.sampled_from(["2025-12-29", "2026-01-05"]),
        "hours_per_week": st.sampled_from(["1", "10"]),
        "pauses": st.just([{"from": "2026-01-06", "to": "2026-01-08"}]),
    },
)
_LINK = st.fixed_dictionaries(
    {"url": st.sampled_from(URLS)},
    optional={"status": st.sampled_from(["to-read", "reading", "read", "dropped"]), "note": st.just("a note")},
)
_BODY = st.sampled_from(["", "Text.", f"See {URLS[0]} today.", "- [ ] one\n- [x] two", "- [x] One\n- [-] two"])
_STEM = st.sampled_from(
    [f"{MONDAY + timedelta(offset)}{suffix}" for offset in range(8) for suffix in ("", "-b", "-evening")]
)


def _numbered(drawn: Written) -> Written:
    """Number the weeks, give each item an id, and let each topic need only topics drawn before it."""
    numbers = count(1)
    parts = [
        {
            "id": f"part{p}",
            "title": f"Part {p}",
            "weeks": [
                {
                    "week": str(number := next(numbers)),
                    "title": f"Week {number}",
                    **{kind: [{"id": f"{kind[:3]}{i}", **item} for i, item in enumerate(week[kind])] for kind in KINDS},
                }
                for week in weeks
            ],
        }
        for p, weeks in enumerate(drawn["parts"])
    ]
    last = next(numbers)
    topics = [
        {
            "id": f"t{i}",
            "title": f"Topic {i}",
            "weeks": [str(week) for week in sorted(weeks) if week < last],
            "needs": [f"t{need}" for need in sorted(needs) if need < i],
        }
        for i, (weeks, needs) in enumerate(drawn["topics"])
    ]
    milestones: list[Written] = [
        {"id": f"m{i}", "text": "Why?", "weeks": [str(week) for week in sorted(weeks) if week < last]}
        for i, weeks in enumerate(drawn["milestones"])
    ]
    milestones += [{"id": f"all-of-{part['id']}", "text": "Why?", "part": part["id"]} for part in parts]
    return {**drawn, "parts": parts, "topics": topics, "milestones": milestones}


def _shuffled(written: Written) -> st.SearchStrategy[Written]:
    return st.permutations(written["topics"]).map(lambda topics: {**written, "topics": topics})


PLANS: st.SearchStrategy[Written] = _PLAN.map(_numbered).flatmap(_shuffled)
"""Small plans: up to four weeks in two parts, and topics that need others, in any order."""


def logs(written: Written) -> st.SearchStrategy[Log]:
    """Draw a log about a plan: up to five entries."""
    made = plan(written)
    weeks, topics = (week.id for week in made.weeks), (topic.id for topic in made.topics)
    items = st.lists(st.sampled_from([*made.items]), max_size=2) if made.items else st.just([])
    names = [*made.items, *weeks, *topics]
    front = st.fixed_dictionaries(
        {},
        optional={
            "links": st.lists(_LINK, max_size=2),
            "done": items,
            "started": items,
            "dropped": items,
            "touched": st.lists(st.sampled_from(names), max_size=2) if names else st.just([]),
            "tags": st.lists(st.sampled_from(["moe", "MoE", "C++", "two words", "two-words"]), max_size=2),
            **({"milestone": st.sampled_from([one.id for one in made.milestones])} if made.milestones else {}),
        },
    )
    return st.dictionaries(_STEM, st.tuples(front, _BODY), max_size=5)


PLANS_AND_LOGS: st.SearchStrategy[tuple[Written, Log]] = PLANS.flatmap(
    lambda written: st.tuples(st.just(written), logs(written))
)


def entries_of(log: Log) -> list[Entry]:
    """Make the entries of a drawn log."""
    return [entry(stem, body, **front) for stem, (front, body) in log.items()]
