"""Open tasks: unchecked boxes that no later entry checks or drops."""

from daytrail.facts.tasks import open_tasks
from tests.journal import entry


def open_texts(*bodies: str) -> list[tuple[str, str]]:
    entries = [entry(f"2026-01-{i:02}", body) for i, body in enumerate(bodies, 1)]
    return [(task.text, task.entry.stem[-2:]) for task in open_tasks(entries)]


def test_an_unchecked_box_is_an_open_task_of_its_entry() -> None:
    assert open_texts("- [ ] read\n- [x] write\n- [-] run", "Text.") == [("read", "01")]


def test_the_same_words_close_a_task_in_any_case_and_spacing() -> None:
    assert open_texts("- [ ] Read the  paper", "- [x] read the paper") == []
    assert open_texts("- [ ] read", "- [-] read") == []
    assert open_texts("- [ ] read", "- [x] read", "- [ ] read") == [("read", "03")]
    assert open_texts("- [ ] Read the paper", "- [X]   READ\n  the paper") == []
    assert open_texts("- [ ] read the paper", "- [x] read a paper") == [("read the paper", "01")]
    assert open_texts("- [ ] read **the** paper", "- [x] read the paper") == []


def test_a_repeated_open_task_is_listed_once_with_its_first_entry_and_wording() -> None:
    assert open_texts("- [ ] Read", "- [ ] read") == [("Read", "01")]
    assert open_texts("- [ ] Read", "- [ ] read", "- [x] read") == []
