"""Text of a new entry: front matter, and a comment that lists open tasks and items."""

import os
import re
from collections.abc import Collection, Iterator
from datetime import date
from pathlib import Path

from daytrail.cli.common.project import Project
from daytrail.facts import Facts
from daytrail.facts.next_week import next_week, open_items
from daytrail.facts.series import next_day_number
from daytrail.model.curriculum import Series
from daytrail.project.report import printable
from daytrail.source.front_matter import write_front_matter
from daytrail.views import words

SCHEMA = "schemas/entry.schema.json"
"""JSON Schema of the front matter, for editors, relative to the project's root."""
MAX_TASKS = 20
"""How many open tasks are listed; the oldest come first."""


def new_entry(
    project: Project, path: Path, day: date, series: Series | None, title: str = "", mentioned: Collection[str] = ()
) -> tuple[str, str]:
    """Return the text of a new entry, and its day number and series, as in `day 57 of ML Systems`.

    Args:
        project: The project.
        path: The file that the entry will have.
        day: The date of the entry.
        series: Its series.
        title: Its title; may be empty.
        mentioned: Addresses of items that the comment leaves out, since the entry will mention them.
    """
    plan = project.journal.curriculum
    number = next_day_number(project.journal.entries, series, day)
    has_schema = (project.root / SCHEMA).is_file()
    schema = os.path.relpath(project.root / SCHEMA, path.parent).replace("\\", "/") if has_schema else ""
    # The first series of the plan is the default, which is not written.
    series_id = series.id if series and series != plan.series[0] else None
    text = write_front_matter({"date": day, "series": series_id, "day": number, "title": title}, schema) + "\n"
    if comment := [*_task_lines(project.facts, day), *_item_lines(project.facts, mentioned)]:
        heading = "<!-- For you alone: this is not part of the entry. Delete it at any time."
        text += "\n".join(["", "", heading, *comment, "-->", ""])
    summary = " of ".join(filter(None, [f"day {number}" if number is not None else "", series.title if series else ""]))
    return text, printable(summary or day.isoformat())


def _task_lines(facts: Facts, day: date) -> Iterator[str]:
    tasks = facts.open_tasks
    if tasks:
        yield ""
        yield "Open tasks with their age in days; `- [x]` and the same words close one, `- [-]` drops it:"
    for task in tasks[:MAX_TASKS]:
        yield f"{max(0, (day - task.entry.date).days):4}  {_comment_safe(task.text)}"
    if len(tasks) > MAX_TASKS:
        yield f"      and {len(tasks) - MAX_TASKS} more: daytrail status --json"


def _item_lines(facts: Facts, mentioned: Collection[str]) -> Iterator[str]:
    if not (week := next_week(facts.progress.weeks, facts.this_week)):
        return
    items = [item.placed for item in open_items(week) if item.placed.address not in mentioned]
    if items:
        yield ""
        yield f"Not done in week {week.week.week}, {_comment_safe(week.week.title)}; `done: [address]` ticks one:"
    for placed in items:
        amount = f" ({words.hours(placed.item.hours)})" if placed.item.hours else ""
        yield f"  {_comment_safe(placed.address)}{amount}  {_comment_safe(placed.item.label)}"


def _comment_safe(text: str) -> str:
    """Return a text on one line that can neither close an HTML comment nor open one.

    Browsers close a comment at `-->` and at `--!>`, https://html.spec.whatwg.org/#comment-end-bang-state.
    """
    line = printable(" ".join(text.split()))
    line = re.sub(r"<!(?=-)", "<! ", re.sub(r"(--!?)>", r"\1 >", line))
    return line if len(line) <= 100 else f"{line[:99]}…"
