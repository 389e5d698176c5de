"""Tasks that wait: unchecked boxes of any entry, until a later one checks or drops the same text."""

from collections.abc import Iterable
from dataclasses import dataclass

from daytrail.model.entry import Entry


@dataclass(frozen=True, slots=True)
class OpenTask:
    """A task that no entry has closed."""

    text: str
    """As it was first written."""
    entry: Entry
    """The entry that opened it."""


def open_tasks(entries: Iterable[Entry]) -> tuple[OpenTask, ...]:
    """Return the open tasks of entries in the order of the log, the oldest first."""
    waiting: dict[str, OpenTask] = {}
    for entry in entries:
        for task in entry.tasks:
            if task.state == "open":
                waiting.setdefault(task.key, OpenTask(task.text, entry))
            else:
                waiting.pop(task.key, None)
    return tuple(waiting.values())
