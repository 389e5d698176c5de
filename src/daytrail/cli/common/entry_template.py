"""Template of a new entry: front matter, and a comment that lists open tasks and items."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import date

from daytrail.facts.next_week import open_items
from daytrail.facts.progress import WeekProgress
from daytrail.facts.tasks import OpenTask
from daytrail.project.report import printable
from daytrail.source.front_matter import write_front_matter
from daytrail.views import words

MAX_TASKS = 20
"""How many open tasks are listed; the oldest come first."""


@dataclass(frozen=True)
class EntryTemplate:
    """What is known about an entry before it is written."""

    date: date
    series: str | None
    """Id of the series; None for the default one, which is not written."""
    day: int | None
    title: str
    """May be empty."""
    schema: str
    """Path of the JSON Schema, relative to the entry's folder; empty if the project has none."""
    tasks: Sequence[OpenTask]
    week: WeekProgress | None
    mentioned: Set[str] = frozenset()
    """Addresses of items that the entry mentions already; the comment leaves them out."""

    def render(self) -> str:
        """Return the Markdown file. Its body is empty but for the comment."""
        values = {"date": self.date, "series": self.series, "day": self.day, "title": self.title}
        text = write_front_matter(values, self.schema) + "\n"
        if comment := [*self._task_lines(), *self._item_lines()]:
            heading = "<!-- For you alone: this is not part of the entry. Delete it at any time."
            text += "\n".join(["", "", heading, *comment, "-->", ""])
        return text

    def _task_lines(self) -> Iterator[str]:
        if not self.tasks:
            return
        yield ""
        yield "Open tasks with their age in days; `- [x]` and the same words close one, `- [-]` drops it:"
        for task in self.tasks[:MAX_TASKS]:
            yield f"{max(0, (self.date - task.entry.date).days):4}  {_comment_safe(task.text)}"
        if len(self.tasks) > MAX_TASKS:
            yield f"      and {len(self.tasks) - MAX_TASKS} more: daytrail status --json"

    def _item_lines(self) -> Iterator[str]:
        if not self.week:
            return
        items = [item for item in open_items(self.week) if item.placed.address not in self.mentioned]
        if not items:
            return
        week = self.week.week
        yield ""
        yield f"Not done in week {week.week}, {_comment_safe(week.title)}; `done: [address]` ticks one:"
        for item in items:
            hours = item.placed.item.hours
            amount = f" ({words.hours(hours)})" if hours else ""
            yield f"  {_comment_safe(item.placed.address)}{amount}  {_comment_safe(item.placed.item.label)}"


def _comment_safe(text: str) -> str:
    """Return a text on one line that can neither close an HTML comment nor open one.

    Browsers close a comment at `-->` and at `--!>`, https://html.spec.whatwg.org/#comment-end-bang-state.
    """
    line = printable(" ".join(text.split()))
    line = re.sub(r"<!(?=-)", "<! ", re.sub(r"(--!?)>", r"\1 >", line))
    return line if len(line) <= 100 else f"{line[:99]}…"
