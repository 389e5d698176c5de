"""Text of a new entry, with a comment on what is open, and the link that opens it in the editor of GitHub."""

import re
from collections.abc import Collection, Iterator
from datetime import date, timedelta
from typing import NamedTuple
from urllib.parse import quote, urlencode

from daytrail.facts import Facts
from daytrail.facts.progress import open_items
from daytrail.facts.series import next_day_number
from daytrail.model.curriculum import Series
from daytrail.problems import printable
from daytrail.source.front_matter import FrontMatterValue, write_front_matter
from daytrail.views import words
from daytrail.views.translation import gettext as _
from daytrail.views.words import left_behind

MAX_ROWS = 20
"""How many open tasks a new entry lists, the oldest first, and how many items of the plan."""
MAX_URL = 3_500
"""Characters of a link. GitHub takes 8 kB, of which the page for signing in needs twice as many for the same link."""


def new_entry_text(
    facts: Facts,
    day: date,
    series: Series | None,
    title: str = "",
    *,
    schema: str = "",
    mentioned: Collection[str] = (),
    max_rows: int = MAX_ROWS,
    has_tasks: bool = True,
) -> str:
    """Return the text of a new entry. See `write_front_matter` for the schema.

    Its comment leaves out the items that the entry mentions, given by their addresses.
    """
    text = write_front_matter(new_front_matter(facts, day, series, title), schema) + "\n"
    tasks = _task_lines(facts, day, max_rows) if has_tasks else ()
    if comment := [*tasks, *_item_lines(facts, day, mentioned, max_rows)]:
        heading = _("For you alone: this is not part of the entry. Delete it at any time.")
        text += "\n".join(["", "", f"<!-- {heading}", *comment, "-->", ""])
    return text


def new_front_matter(facts: Facts, day: date, series: Series | None, title: str) -> dict[str, FrontMatterValue]:
    """Return the values with which the front matter of a new entry begins."""
    # With two series, it is written even where it is the default: another one that is put first then changes nothing.
    series_id = series.id if series and len(facts.journal.curriculum.series) > 1 else None
    number = next_day_number(facts.journal.entries, series, day)
    return {"date": day, "series": series_id, "day": number, "title": title}


def _task_lines(facts: Facts, day: date, max_rows: int) -> Iterator[str]:
    tasks = [task for task in facts.open_tasks if task.entry.date <= day]
    if tasks:
        yield ""
        yield _(
            "Open tasks with their age in days; %(done)s and the same words close one, %(dropped)s drops it:",
            done="`- [x]`",
            dropped="`- [-]`",
        )
    for task in tasks[:max_rows]:
        yield f"{task.age(day):4}  {_comment_safe(task.text)}"
    if len(tasks) > max_rows:
        yield f"      {_('and %(number)s more', number=len(tasks) - max_rows)}: daytrail status --json"


def _item_lines(facts: Facts, day: date, mentioned: Collection[str], max_rows: int) -> Iterator[str]:
    is_past = day < facts.today
    week = (facts.as_of(day) if is_past else facts).next_week
    if not week:
        return
    items = [item.placed for item in open_items(facts.progress.weeks[week.week.week])]
    items = [placed for placed in items if placed.address not in mentioned]
    if items:
        yield ""
        yield _(
            "Not done in week %(week)s, %(title)s; %(done)s ticks one:",
            week=week.week.week,
            title=_comment_safe(week.week.title),
            done="`done: [address]`",
        )
    for placed in items[:max_rows]:
        amount = f" ({words.hours(placed.item.hours)})" if placed.item.hours else ""
        yield f"  {_comment_safe(placed.address)}{amount}  {_comment_safe(placed.item.label)}"
    if len(items) > max_rows:
        yield f"  {_('and %(number)s more', number=len(items) - max_rows)}"
    if not is_past and (behind := left_behind(facts)):
        yield f"  {behind}"


def _comment_safe(text: str) -> str:
    """Return a text on one line of at most 100 characters that can neither close an HTML comment nor open one.

    Browsers close a comment at `-->` and at `--!>`, https://html.spec.whatwg.org/#comment-end-bang-state.
    """
    line = printable(" ".join(text.split()))
    # Only spaces are added: what is removed could join the characters around it.
    line = re.sub(r"<(?=!-)", "< ", re.sub(r"(--!?)(?=>)", r"\1 ", line))
    return line if len(line) <= 100 else f"{line[:99]}…"


class WriteLink(NamedTuple):
    """A link that opens a new entry in the editor of GitHub."""

    day: date
    """The date of the entry. Once it is past, a script replaces it by the day of the visit."""
    href: str


def write_link(facts: Facts, new_file_url: str) -> WriteLink | None:
    """Return the link for the first day from today on that has no entry, with as much of the comment as fits.

    `new_file_url` is that of GitHub's page for a new file in the folder of entries; without it there is no link.
    """
    if not new_file_url:
        return None
    written = facts.activity.keys()
    day = facts.today
    while day in written:
        day += timedelta(days=1)
    series = next(iter(facts.journal.curriculum.series), None)
    href = ""
    for max_rows in (MAX_ROWS, 10, 5, 2, 0):
        text = new_entry_text(facts, day, series, max_rows=max_rows, has_tasks=facts.journal.curriculum.public_tasks)
        # The folder of a year may not exist yet: GitHub makes the folders that a name has.
        query = urlencode({"filename": f"{day.year:04d}/{day}.md", "value": text}, quote_via=quote)
        href = f"{new_file_url}?{query}"
        if len(href) <= MAX_URL:
            break
    return WriteLink(day, href)
