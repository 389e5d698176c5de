"""Open tasks: unchecked boxes that no later entry checks or drops."""

from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts.tasks import open_tasks
from tests.journal import entry


def open_texts(*bodies: str) -> list[tuple[str, str]]:
    entries = [entry(f"2026-01-{i:02}", body) for i, body in enumerate(bodies, 1)]
    return [(task.text, task.entry.stem[-2:]) for task in open_tasks(entries)]


def test_an_unchecked_box_is_an_open_task_of_its_entry() -> None:
    assert open_texts("- [ ] read\n- [x] write\n- [-] run", "Text.") == [("read", "01")]


def test_the_same_words_close_a_task_in_any_case_and_spacing() -> None:
    assert open_texts("- [ ] Read the  paper", "- [x] read the paper") == []
    assert open_texts("- [ ] Read the paper", "- [X]   READ\n  the paper") == []
    assert open_texts("- [ ] read the paper", "- [x] read a paper") == [("read the paper", "01")]
    assert open_texts("- [ ] read **the** paper", "- [x] read the paper") == []


def test_a_repeated_open_task_is_listed_once_with_its_first_entry_and_wording() -> None:
    assert open_texts("- [ ] Read", "- [ ] read") == [("Read", "01")]
    assert open_texts("- [ ] Read", "- [ ] read", "- [x] read") == []


_TEXTS = st.sampled_from(["a", "A", "b", "two  words", "two words"])
_BOXES = st.lists(st.tuples(st.sampled_from(" x-"), _TEXTS), max_size=4)


@given(st.lists(_BOXES, max_size=5))
def test_a_task_is_open_exactly_if_the_last_box_with_its_words_is_unchecked(log: list[list[tuple[str, str]]]) -> None:
    bodies = ["\n".join(f"- [{mark}] {text}" for mark, text in boxes) for boxes in log]
    last = {" ".join(text.lower().split()): mark for boxes in log for mark, text in boxes}
    open_ = {words for words, mark in last.items() if mark == " "}
    tasks = open_texts(*bodies)
    assert {text.lower() for text, _ in tasks} == open_
    assert len(tasks) == len(open_)
    assert [day for _, day in tasks] == sorted(day for _, day in tasks)
