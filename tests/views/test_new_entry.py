"""Links to GitHub's page for a new file."""

from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest

from daytrail.views.new_entry import MAX_ROWS, MAX_URL, write_link
from tests.journal import entry, facts_of


@pytest.mark.parametrize(("tasks", "letter", "listed"), [(3, "a", 3), (40, "a", MAX_ROWS), (40, "潮", 5)])
def test_the_link_to_write_an_entry_lists_as_much_as_fits(tasks: int, letter: str, listed: int) -> None:
    """A long list is cut, and says how many more there are."""
    body = "".join(f"- [ ] task {number} {letter * 60}\n" for number in range(tasks))
    link = write_link(
        facts_of("title: Tides\npublic_tasks: true", entry("2026-01-01", body)),
        "https://github.com/ada/log/new/main/entries",
    )
    assert link
    assert (link.day, len(link.href) <= MAX_URL) == (date(2026, 1, 5), True)
    text = parse_qs(urlsplit(link.href).query)["value"][0]
    assert (text.count("task "), f"and {tasks - listed} more" in text) == (listed, tasks > listed)


def test_the_link_to_write_an_entry_shows_no_task_that_is_not_public() -> None:
    link = write_link(facts_of("title: Tides", entry("2026-01-01", "- [ ] ask")), "https://github.com/ada/log/new")
    assert link
    assert "ask" not in link.href
