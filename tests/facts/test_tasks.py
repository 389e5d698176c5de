"""Tasks that wait."""

from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.tasks import open_tasks
from tests.journal import entry


def waiting(*bodies: str) -> list[tuple[str, str]]:
    entries = [entry(f"2026-01-{i:02}", body) for i, body in enumerate(bodies, 1)]
    return [(task.text, task.entry.stem[-2:]) for task in open_tasks(entries)]


def test_an_unchecked_box_waits() -> None:
    """A task that nobody checks waits, with the entry that opened it; a checked or dropped one never did."""
    assert waiting("- [ ] read\n- [x] write\n- [-] run", "Text.") == [("read", "01")]


def test_a_later_entry_closes_it_whatever_the_case_and_spacing() -> None:
    """The same words close a task, in other case and spacing too; other words do not."""
    assert waiting("- [ ] Read the  paper", "- [x] read the paper") == []
    assert waiting("- [ ] Read the paper", "- [X]   READ\n  the paper") == []
    assert waiting("- [ ] read the paper", "- [x] read a paper") == [("read the paper", "01")]
    assert waiting("- [ ] read **the** paper", "- [x] read the paper") == []


def test_a_dash_drops_it() -> None:
    """`[-]` in a later entry closes a task as well."""
    assert waiting("- [ ] read", "- [-] Read") == []


def test_an_earlier_check_closes_nothing() -> None:
    """A box that was checked before the task was opened is another matter."""
    assert waiting("- [x] read", "- [ ] read") == [("read", "02")]


def test_a_task_that_is_opened_again_waits_from_then_on() -> None:
    """Once closed and opened again, a task is of the entry that opened it again, and stands behind older ones."""
    assert waiting("- [ ] read", "- [ ] write", "- [x] read", "- [ ] Read") == [("write", "02"), ("Read", "04")]


def test_a_task_that_is_repeated_waits_once() -> None:
    """Writing an open task again keeps its first entry and wording; one check closes it."""
    assert waiting("- [ ] Read", "- [ ] read") == [("Read", "01")]
    assert waiting("- [ ] Read", "- [ ] read", "- [x] read") == []


def test_the_oldest_stands_first() -> None:
    """Tasks stand in the order of the log, and of one entry in the order of its text."""
    assert waiting("- [ ] b\n- [ ] a", "- [ ] c") == [("b", "01"), ("a", "01"), ("c", "02")]


_TEXTS = st.sampled_from(["a", "A", "b", "two  words", "two words"])
_BOXES = st.lists(st.tuples(st.sampled_from(" x-"), _TEXTS), max_size=4)


@given(st.lists(_BOXES, max_size=5))
def test_a_task_waits_exactly_until_it_is_closed(log: list[list[tuple[str, str]]]) -> None:
    """A task waits if and only if the last box with its words is unchecked: none is lost, none comes back."""
    bodies = ["\n".join(f"- [{mark}] {text}" for mark, text in boxes) for boxes in log]
    last = {" ".join(text.lower().split()): mark for boxes in log for mark, text in boxes}
    open_ = {words for words, mark in last.items() if mark == " "}
    found = waiting(*bodies)
    assert {text.lower() for text, _ in found} == open_
    assert len(found) == len(open_)
    assert [day for _, day in found] == sorted(day for _, day in found)
