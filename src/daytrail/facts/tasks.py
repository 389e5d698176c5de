"""Open tasks: unchecked boxes that no later entry checks or drops."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from daytrail.model.entry import Entry


@dataclass(frozen=True, slots=True)
class OpenTask:
    """A task that no entry has checked or dropped."""

    text: str
    """As it was first written."""
    entry: Entry
    """Entry that opened the task."""

    def age(self, today: date) -> int:
        """Return since how many days it is open; 0 if its entry is of a later day."""
        return max(0, (today - self.entry.date).days)


def open_tasks(entries: Iterable[Entry]) -> tuple[OpenTask, ...]:
    """Return the open tasks of entries in the order of the log, the oldest first."""
    open_by_key: dict[str, OpenTask] = {}
    for entry in entries:
        for task in entry.tasks:
            if task.state == "open":
                open_by_key.setdefault(task.key, OpenTask(task.text, entry))
            else:
                open_by_key.pop(task.key, None)
    return tuple(open_by_key.values())
