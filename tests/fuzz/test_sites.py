"""Random projects: each is published as promised, or refused."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.problems import Severity
from daytrail.source.load import load
from tests.fuzz.promises import SECRET, project, publish, tries
from tests.fuzz.texts import BODIES, BODIES_WITH_SECRETS, ENTRIES, FRONT_MATTER

pytestmark = pytest.mark.site

_LINKED = {
    "entries/picture.png": "png",
    "entries/leak.png": {"link": "../../outside/note.md"},
    "entries/kept": {"link": "../../outside/kept"},
}
_LOG = st.lists(ENTRIES, max_size=8).map(
    lambda texts: {f"entries/2026-02-{number:02d}.md": text for number, text in enumerate(texts, 1)}
)
_PAGES = st.fixed_dictionaries(
    {},
    optional={
        "docs/about.md": st.tuples(FRONT_MATTER, BODIES).map("".join),
        "docs/secret.md": BODIES_WITH_SECRETS,
        "docs/log/2026/01/05/index.md": st.just("# Mine\n"),
        "docs/answer.md": st.just("---\nmilestone: spring\n---\n\n# Answer\n\nOn the 19th.\n"),
    },
)


@tries(2, builds=4)
@given(_LOG, _PAGES, st.sampled_from([{}, _LINKED]))
def test_any_entries_and_pages_are_published_as_promised(
    log: dict[str, str], pages: dict[str, str], linked: dict[str, Any]
) -> None:
    """The whole is refused if anything in it is an error; the rest, without those files, is built three times."""
    with project(log | pages | linked) as folder:
        if publish(folder) is None:
            for problem in load(folder).problems:
                if problem.severity is Severity.ERROR and problem.location.path in log | pages:
                    (folder / problem.location.path).unlink(missing_ok=True)
        publish(folder, warm=True)


_VALUES = st.sampled_from(
    [f"<!-- private -->{SECRET}<!-- /private -->", f"Ebb <!-- privat -->{SECRET}<!-- /private -->", "Ebb", "<b>Ebb</b>"]
)


@tries(2)
@given(_VALUES, _VALUES)
def test_private_passages_in_plan_and_reading_list_are_published_nowhere(title: str, why: str) -> None:
    weeks = f"[{{week: 1, title: '{why}', concepts: ['{title}']}}]"
    plan = f"title: Tides\nparts: [{{id: a, title: '{title}', weeks: {weeks}}}]\n"
    reading = f"categories: [{{id: a, title: '{title}', items: [{{title: '{why}', why: '{why}'}}]}}]\n"
    with project({"curriculum.yaml": plan, "reading.yaml": reading, "entries/2026-01-05.md": "Text.\n"}) as folder:
        publish(folder)
