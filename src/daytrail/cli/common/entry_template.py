"""The text of a new entry: front matter, and a comment with what is open."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from datetime import date

from daytrail.facts.next_week import open_items
from daytrail.facts.progress import WeekProgress
from daytrail.facts.tasks import OpenTask
from daytrail.project.report import printable
from daytrail.source.yaml.write import scalar
from daytrail.views import words

MOST_TASKS = 20
"""How many open tasks are listed; the oldest come first."""


@dataclass(frozen=True)
class Blank:
    """What is known of an entry before it is written."""

    date: date
    series: str | None
    """None for the default series, which needs no mention."""
    day: int | None
    title: str
    """Empty where there is none yet."""
    schema: str
    """The way to the JSON Schema from the entry's folder; empty where the project has none."""
    tasks: Sequence[OpenTask]
    week: WeekProgress | None
    ticked: Set[str] = frozenset()
    """Items, by address, that the entry says something of: no need to propose them."""


def entry_text(blank: Blank) -> str:
    """Return the Markdown file of a new entry; its text is empty but for a comment."""
    lines = ["---"]
    if blank.schema:
        lines.append(f"# yaml-language-server: $schema={blank.schema}")
    lines.append(f"date: {blank.date.isoformat()}")
    if blank.series is not None:
        lines.append(f"series: {scalar(blank.series)}")
    if blank.day is not None:
        lines.append(f"day: {blank.day}")
    lines.append(f"title: {scalar(blank.title)}" if blank.title else "# title:")
    lines += ["---", "", ""]
    notes = list(_notes(blank))
    if notes:
        lines += [
            "",
            "<!-- For you alone: this is not part of the entry. Delete it at any time.",
            *notes,
            "-->",
            "",
        ]
    return "\n".join(lines)


def _notes(blank: Blank) -> Iterator[str]:
    if blank.tasks:
        yield ""
        yield "Open tasks with their age in days; `- [x]` and the same words close one, `- [-]` drops it:"
        for task in blank.tasks[:MOST_TASKS]:
            yield f"{max(0, (blank.date - task.entry.date).days):4}  {_inert(task.text)}"
        if len(blank.tasks) > MOST_TASKS:
            yield f"      and {len(blank.tasks) - MOST_TASKS} more: daytrail status --json"
    items = [item for item in open_items(blank.week) if item.placed.address not in blank.ticked] if blank.week else []
    if blank.week and items:
        yield ""
        week = blank.week.week
        yield f"Not done in week {week.week}, {_inert(week.title)}; `done: [address]` ticks one:"
        for item in items:
            hours = item.placed.item.hours
            amount = f" ({words.hours(hours)})" if hours else ""
            yield f"  {_inert(item.placed.address)}{amount}  {_inert(item.placed.item.label)}"


def _inert(text: str) -> str:
    """Return a text on one line that can neither close a comment nor open one.

    Browsers close a comment at `-->` and at `--!>`, https://html.spec.whatwg.org/#comment-end-bang-state.
    """
    line = printable(" ".join(text.split()))
    line = re.sub(r"<!(?=-)", "<! ", re.sub(r"(--!?)>", r"\1 >", line))
    return line if len(line) <= 100 else f"{line[:99]}…"
