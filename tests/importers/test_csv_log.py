"""Imports of logs in tables of comma-separated values; what each becomes is in `tests/cases/imports/csv_logs.yml`."""

from datetime import date

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.importers.log.csv_log import read_csv_log
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.text.diagnostics import UNPARSED_LINE
from tests.importers.common import CASES, losses, unparsed_lines

TODAY = date(2026, 6, 1)
TABLES = yaml.safe_load((CASES / "csv_logs.yml").read_text(encoding="utf-8"))


def summary(draft: DraftEntry) -> str:
    """Return a draft entry as the cases show it."""
    number = str(draft.day_numbers[0]) if draft.day_numbers else ""
    hours = f"{draft.hours:g}" if draft.hours else ""
    fields = [str(draft.date or ""), number, draft.title, hours, ", ".join(draft.tags), " ".join(draft.links)]
    return " | ".join([*fields, draft.body]).replace("|  |", "| |").replace("|  |", "| |")


@pytest.mark.parametrize("name", TABLES)
def test_table_becomes_the_entries_of_its_case(name: str) -> None:
    """The kinds of doubts and the rows that are left over are in the case too."""
    case = TABLES[name]
    log = read_csv_log(case["text"], TODAY)
    assert (log is not None) == ("entries" in case)
    if log is None:
        return
    assert [summary(draft) for draft in log.drafts] == case["entries"]
    doubts = [
        f"{problem.location.line}: {problem.code}" for problem in log.diagnostics if problem.code != UNPARSED_LINE
    ]
    assert doubts == case.get("doubts", [])
    assert [f"{line}: {text}" for line, text in unparsed_lines(log)] == case.get("left", [])
    assert losses(case["text"], log) == []


@given(st.lists(st.lists(st.sampled_from(["1", "2026-03-02", "a", "", '"b, c"', "\n", "2 h"]), max_size=5), max_size=8))
def test_any_table_is_read_without_losing_a_word(rows: list[list[str]]) -> None:
    text = "date,title,hours,notes\n" + "\n".join(",".join(row) for row in rows)
    log = read_csv_log(text, TODAY)
    if log:
        assert losses(text, log) == []
