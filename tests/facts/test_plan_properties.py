"""Facts, problems and pages of any plan and any log, also where they contradict each other."""

import json
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts import Facts
from daytrail.source.checks import check_plan
from daytrail.source.load import load
from daytrail.views.pages import pages
from tests.command import write
from tests.journal import MONDAY, PLANS_AND_LOGS, Log, Written, every_fact

_MISTAKES = st.sampled_from(
    [
        ('"title": "Part', '"range": ["0", "999999999"], "title": "Part'),
        ('"part1"', '"part0"'),
        ('"week": "2"', '"week": "1"'),
        ('"week": "3"', '"week": "0"'),
        ('["1"', '["9"'),
        ('"t1"', '"t0"'),
        ('"needs": []', '"needs": ["t2", "t3"]'),
        ('"con0"', '"con1"'),
        ('"2.5"', '"99999"'),
        ('"2026-01-05"', '"0001-01-01"'),
        ('"2026-01-06"', '"9999-12-31"'),
        ('"2026-01-08"', '"0001-01-01"'),
        ('"10"', '"0"'),
        ("w01/", "w09/"),
    ]
)
_TODAY = st.sampled_from([MONDAY, date(2026, 1, 20), date(2030, 1, 1), date(9999, 12, 30)])


@given(PLANS_AND_LOGS, st.lists(_MISTAKES, unique=True), _TODAY)
def test_facts_problems_and_pages_can_be_computed_whatever_is_wrong(
    drawn: tuple[Written, Log], mistakes: list[tuple[str, str]], today: date
) -> None:
    """JSON is YAML. Days, ids and numbers are exchanged for others that are doubled, unknown or extreme."""
    plan, log = drawn
    files = {f"entries/{stem}.md": f"---\n{json.dumps(front)}\n---\n{body}" for stem, (front, body) in log.items()}
    files |= {"curriculum.yaml": json.dumps(plan), "entries/0001-01-01.md": "", "entries/9999-12-31.md": "Text."}
    for mistake in mistakes:
        files = {name: text.replace(*mistake) for name, text in files.items()}
    with TemporaryDirectory() as root:
        loaded = load(write(Path(root), files))
    facts = Facts(loaded.journal, today)
    assert every_fact(facts)
    for problem in check_plan(loaded.journal.curriculum, loaded.sources.plan_document):
        assert problem.location.path == "curriculum.yaml"
    if not loaded.failed:  # nothing is shown of a journal with errors
        assert len(list(pages(facts))) >= len(loaded.journal.entries)
