"""Properties of facts for any plan and any log, also where they contradict each other.

`test_progress` has those for plans and logs without errors.
"""

import json
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts import Facts
from daytrail.source.checks import check_plan
from daytrail.source.load import Loaded, load
from daytrail.views.pages import pages
from tests.command import write
from tests.journal import KINDS, MONDAY, URLS, Log, Written, every_fact

_IDS = st.sampled_from("abc")
_WEEKS = st.lists(st.sampled_from("12349"), max_size=2)
_ITEM = st.one_of(
    st.sampled_from(["An idea", "Another one", "…"]),
    st.fixed_dictionaries(
        {"text": st.sampled_from(["An idea", "Words"])},
        optional={
            "id": _IDS,
            "url": st.sampled_from(URLS),
            "hours": st.sampled_from(["0", "2.5", "99999"]),
            "done": st.sampled_from(["2026-01-06", "9999-12-31", "0001-01-01"]),
            "dropped": st.just("true"),
            "optional": st.just("true"),
        },
    ),
)
_WEEK: st.SearchStrategy[Written] = st.fixed_dictionaries(
    {"week": st.sampled_from("0123459"), "title": st.just("W")},
    optional={kind: st.lists(_ITEM, max_size=2) for kind in (*KINDS, "practice", "deliverables")},
)
_PART: st.SearchStrategy[Written] = st.fixed_dictionaries(
    {"id": _IDS, "title": st.just("P")},
    optional={
        "weeks": st.lists(_WEEK, max_size=3),
        "range": st.sampled_from([["1", "3"], ["0", "999999999"], ["4", "4"]]),
    },
)
_TOPIC: st.SearchStrategy[Written] = st.fixed_dictionaries(
    {"id": _IDS, "title": st.just("T")}, optional={"weeks": _WEEKS, "needs": st.lists(_IDS, max_size=2)}
)
_DAY = st.sampled_from(["2026-01-05", "2026-01-07", "2026-02-01", "0001-01-01", "9999-12-27", "9999-12-31"])
_ROUGH: st.SearchStrategy[Written] = st.fixed_dictionaries(
    {"title": st.just("Plan"), "parts": st.lists(_PART, max_size=3)},
    optional={
        "start": _DAY,
        "hours_per_week": st.sampled_from(["0", "0.1", "10"]),
        "hours": st.sampled_from(["0", "20"]),
        "pauses": st.lists(st.fixed_dictionaries({"from": _DAY, "to": _DAY}), max_size=2),
        "topics": st.lists(_TOPIC, max_size=3),
        "milestones": st.lists(
            st.fixed_dictionaries(
                {"id": _IDS, "text": st.just("Why?")}, optional={"weeks": _WEEKS, "part": st.sampled_from("abx")}
            ),
            max_size=2,
        ),
    },
)
_NAMES = st.lists(st.sampled_from(["w01/a", "w01/an-idea", "w02/b", "w09/c", "w01", "a", "b", "x"]), max_size=2)
_ENTRY = st.tuples(
    st.fixed_dictionaries(
        {},
        optional={
            "done": _NAMES,
            "started": _NAMES,
            "dropped": _NAMES,
            "touched": _NAMES,
            "links": st.lists(st.sampled_from(URLS), max_size=2),
            "milestone": _IDS,
        },
    ),
    st.just(f"See {URLS[0]}."),
)
_LOGS: st.SearchStrategy[Log] = st.dictionaries(
    st.sampled_from(["2025-12-31", "2026-01-05", "2026-01-05-b", "2026-01-09", "0001-01-01", "9999-12-31"]),
    _ENTRY,
    max_size=3,
)
_TODAY = st.sampled_from([MONDAY, date(2026, 1, 20), date(2030, 1, 1), date(9999, 12, 30)])


def as_files(written: Written, log: Log) -> dict[str, str]:
    """The files of a project; JSON is YAML."""
    entries = {f"entries/{stem}.md": f"---\n{json.dumps(front)}\n---\n{body}" for stem, (front, body) in log.items()}
    return {"curriculum.yaml": json.dumps(written), **entries}


def loaded(written: Written, log: Log) -> Loaded:
    """Data that is read of a project."""
    with TemporaryDirectory() as root:
        return load(write(Path(root), as_files(written, log)))


@given(_ROUGH, _LOGS, _TODAY)
def test_facts_problems_and_pages_can_be_computed_whatever_is_wrong(written: Written, log: Log, today: date) -> None:
    loaded_project = loaded(written, log)
    facts = Facts(loaded_project.journal, today)
    assert every_fact(facts)
    for problem in check_plan(loaded_project.journal.curriculum, loaded_project.sources.plan_document):
        assert problem.location.path == "curriculum.yaml"
    if not loaded_project.failed:  # nothing is shown of a journal with errors
        assert len(list(pages(facts))) >= len(loaded_project.journal.entries)
