"""Random plans and reading lists: commands that read them print problems and no traceback."""

import json
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts import Facts
from daytrail.source.load import load
from tests.command import run
from tests.fuzz.promises import FILES, check, project, tries
from tests.journal import PLANS, Written, every_fact

_ODD: st.SearchStrategy[object] = st.sampled_from(
    [
        *(None, True, 7, -1, 1.5, 1e400, 2**63, 10**30, "", " ", "x", "w01", "..", "\x00", "\u202e", "W" * 300),
        *([], ["x"], {}, {"x": 1}, [[]], [None], "<b>", "{{ 7 }}", "<!-- private -->x", "javascript:alert(1)"),
        *("9999-12-31", "0001-01-01", "2106-02-08", "2026-13-01", "10e9", "http://[x]/", "http://a\u2100b/"),
    ]
)


def _places(value: object) -> list[tuple[object, object]]:
    """Return each container in a value, with each of its keys or indices."""
    found: list[tuple[object, object]] = []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += [(value, key), *_places(inner)]
    return found


@st.composite
def _damaged(draw: st.DrawFn, documents: st.SearchStrategy[Written]) -> str:
    """Draw a document in which some values were replaced, removed, repeated or put under an unknown key."""
    written = json.loads(json.dumps(draw(documents)))
    for _ in range(draw(st.integers(0, 3))):
        container, key = draw(st.sampled_from(_places(written) or [({}, "x")]))
        odd = draw(_ODD)
        if isinstance(container, list) and isinstance(key, int):
            container[key : key + 1] = draw(st.sampled_from([[odd], [], [odd] * 2, container[key : key + 1] * 2]))
        elif isinstance(container, dict):
            container[draw(st.sampled_from([key, "unknown", "id", "url", "weeks"]))] = odd
    return json.dumps(written, ensure_ascii=draw(st.booleans()), indent=draw(st.sampled_from([None, 1])))


_LISTING = st.fixed_dictionaries(
    {"title": st.just("Waves")},
    optional={
        "url": st.just("https://example.org/waves"),
        "status": st.sampled_from(["read", "reading"]),
        "notes": st.just(["one", {"text": "two", "notes": ["three"]}]),
        "favourite": st.just(True),
        "author": st.just("Ada Lee"),
    },
)
_LISTS: st.SearchStrategy[Written] = st.fixed_dictionaries(
    {},
    optional={
        "title": st.just("Papers of the sea"),
        "about": st.just("See [waves](https://example.org/waves)."),
        "categories": st.lists(
            st.fixed_dictionaries(
                {"id": st.sampled_from("ab"), "title": st.just("Sea"), "items": st.lists(_LISTING, max_size=2)}
            ),
            max_size=2,
        ),
        "to_read": st.lists(_LISTING, max_size=2),
    },
)
_COMMANDS = (
    ("status",),
    ("reading",),
    ("reading", "--bibtex"),
    ("links",),
    ("review",),
    ("check", "--plan"),
    ("share",),
)


@tries(10)
@given(
    _damaged(PLANS),
    _damaged(_LISTS),
    st.sampled_from(_COMMANDS),
    st.sampled_from(["2026-02-16", "9999-12-31", "0001-01-01"]),
)
def test_any_plan_and_list_are_read_or_are_a_mistake(
    plan: str, reading: str, command: tuple[str, ...], today: str
) -> None:
    """Facts are computed whatever could be read of the plan, on any day."""
    with project({"curriculum.yaml": plan, "reading.yaml": reading}, rest=FILES) as folder:
        check(folder)
        every_fact(Facts(load(folder).journal, date.fromisoformat(today)))
        result = run(folder, *command, DAYTRAIL_TODAY=today)
        assert result.status in (0, 1)
        assert "Traceback" not in result.err
