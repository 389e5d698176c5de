"""Words for facts, the same on a page and in a terminal: names, dates, amounts, titles and whole sentences."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from babel.dates import format_date, format_timedelta
from babel.lists import format_list
from babel.numbers import format_decimal

from daytrail.facts import Facts
from daytrail.facts.activity import RECENT_DAYS
from daytrail.facts.calendar import DateRange, cover
from daytrail.facts.habits import HabitCounts
from daytrail.facts.kinds import ResourceKind
from daytrail.facts.ledger import Event, Resource, Shelf
from daytrail.facts.milestones import MilestoneProgress, MilestoneState
from daytrail.facts.pace import (
    DAYS_PER_WEEK,
    PACE_DAYS,
    Keep,
    Pace,
    Replan,
    Unit,
    remaining_per_week,
    rounded_up,
)
from daytrail.facts.progress import ItemTotals, PartProgress, State, WeekProgress, open_items, weeks_left_behind
from daytrail.facts.series import EntryNumber, EntryPosition
from daytrail.gfm import plain_text
from daytrail.model.curriculum import (
    Milestone,
    Part,
    Week,
    half_hours,
    nearest,
    plan_totals,
    rounded_hours,
)
from daytrail.model.entry import Entry
from daytrail.views.translation import cached, deferred, locale, ngettext, pgettext
from daytrail.views.translation import gettext as _

DESCRIPTION = 300
"""Characters of the description of a page at most; search engines show about half of them."""
_FORESEEABLE_DAYS = 3653
"""Ten years. No date further away is shown."""
_UNITS = ((365, 1), (30, 2), (7, 2), (1, 0))
"""Days of a year, a month, a week and a day, and from how many on a distance is in them, as in `days.js`."""

# -- names --

MARKS: Mapping[str, str] = {
    State.PLANNED: "○",
    State.TOUCHED: "◔",
    State.STARTED: "◑",
    State.DONE: "●",
    State.DROPPED: "⊘",
    MilestoneState.OPEN: "◇",
    MilestoneState.DUE: "◈",
    MilestoneState.ANSWERED: "◆",
    "ready": "◎",
    Shelf.READING: "◑",
    Shelf.TO_READ: "○",
    Shelf.LISTED: "☆",
    Shelf.BUILD: "□",
    Shelf.READ: "●",
    Shelf.DROPPED: "⊘",
    Shelf.MET: "◔",
}
"""A symbol for each state, so that states differ by more than colour. A topic that could be begun is ready."""

_SHELF_MEANINGS: Mapping[Shelf, str] = {
    Shelf.READING: deferred("meaning of a shelf", "begun, and not finished yet"),
    Shelf.TO_READ: deferred("meaning of a shelf", "in the plan, or put aside to read"),
    Shelf.LISTED: deferred("meaning of a shelf", "on the reading list or among the references, without more"),
    Shelf.BUILD: deferred("meaning of a shelf", "to program or make oneself, not only to read"),
    Shelf.READ: deferred("meaning of a shelf", "finished"),
    Shelf.DROPPED: deferred("meaning of a shelf", "given up"),
    Shelf.MET: deferred("meaning of a shelf", "only the log links to it"),
}


def state(value: str) -> str:
    """Return the name of a state or a shelf, as in `want to read`."""
    return pgettext("state", value)


def heading(value: str) -> str:
    """Return the name of a state or a shelf as a heading, as in `Want to read`."""
    name = state(value)
    return name[:1].upper() + name[1:]


def shelf_meaning(value: Shelf) -> str:
    """Return what is on a shelf, for a legend."""
    return pgettext("meaning of a shelf", _SHELF_MEANINGS[value])


def kind_name(value: ResourceKind) -> str:
    """Return the name of a kind, as in `Paper`; `Resource` if the kind is not known."""
    return pgettext("kind", "Resource" if value is ResourceKind.OTHER else value.capitalize())


def event(value: Event) -> str:
    """Return what happened to a resource, as in `started`."""
    return pgettext("event", "mentioned" if value is Event.MET else value)


_MEANINGS: Mapping[str, str] = {
    State.PLANNED: deferred("meaning of a state", "it is in the plan"),
    State.TOUCHED: deferred("meaning of a state", "an entry links to it or names it"),
    State.STARTED: deferred("meaning of a state", "an entry says that it was started"),
    State.DONE: deferred("meaning of a state", "an entry or the plan says that it is finished"),
    State.DROPPED: deferred("meaning of a state", "an entry or the plan says that it was given up"),
    MilestoneState.OPEN: deferred("meaning of a state", "a milestone that is not due yet"),
    MilestoneState.DUE: deferred("meaning of a state", "a milestone whose weeks are over, without an answer"),
    MilestoneState.ANSWERED: deferred("meaning of a state", "a milestone that an entry or a page answers"),
}


def meaning(state: str) -> str:
    """Return what the state of an item or a milestone means, for a legend."""
    return pgettext("meaning of a state", _MEANINGS[state])


# -- dates --


def day(of: date, own_year: int | None = None) -> str:
    """Return a date as in `15 February 2026`, or as in `15 February` if its year is that of its page."""
    return formatted(of, "MMMMd" if of.year == own_year else "long")


def short_day(of: date, own_year: int | None) -> str:
    """Return a date as in `15 Feb`, or as in `15 Feb 2026` if its year is not that of its page."""
    return formatted(of, "MMMd") if of.year == own_year else formatted(of, "yMMMd")


def weekday_and_day(of: date) -> str:
    """Return a date as in `Sun, 15 Feb`."""
    return formatted(of, "MMMEd")


def days_of(entry: Entry) -> str:
    """Return the date of an entry, or the dates of one about several days; see `day` and `date_range`."""
    return date_range(DateRange(entry.date, entry.until or entry.date))


def month(of: date) -> str:
    """Return a month as in `February 2026`."""
    return formatted(of, "yMMMM")


def weekday(of: date) -> str:
    """Return the name of the day of the week."""
    return formatted(of, "cccc")


@cached  # Babel is slow, and pages repeat the same days
def formatted(of: date, pattern: str) -> str:
    """Return a date by the name of a format or of a skeleton in Unicode's CLDR, else by a pattern.

    As in `15 Feb 2026` (yMMMd), `Feb 2026` (yMMM), `February` (LLLL), `Feb` (LLL), `F` (LLLLL) and `Sun` (ccc).
    """
    rules = locale()
    return str(format_date(of, str(rules.datetime_skeletons.get(pattern, pattern)), locale=rules))


@cached  # as above
def date_range(of: DateRange, own_year: int | None = None) -> str:
    """Return dates as in `5–11 January 2026`, without a month or year that is the same.

    Without the year also if it is that of their page.
    """
    first, last = of.first, of.last
    if first == last:
        return day(first, own_year)
    differs = "y" if first.year != last.year else "M" if first.month != last.month else "d"
    rules, has_year = locale(), differs == "y" or first.year != own_year
    wide, short = ("yMMMMd", "yMMMd") if has_year else ("MMMMd", "MMMd")
    patterns = (rules.interval_formats.get(wide) or rules.interval_formats[short])[differs]
    texts = [
        format_date(of, re.sub("MMM+", "MMMM", pattern).replace("\u2009", " "), locale=rules)
        for of, pattern in zip((first, last), patterns, strict=True)
    ]
    return "".join(texts)


def beginning(text: str, max_length: int) -> str:
    """Return the first words of a text, on one line of at most so many characters."""
    line = " ".join(text.split())
    if len(line) <= max_length:
        return line
    cut = line[: max_length - 1]
    words = cut if line[max_length - 1] == " " else cut.rpartition(" ")[0]
    return f"{words.strip() or cut}…"


def description(title: str, parts: Iterable[str], separator: str = ", ") -> str:
    """Return the description of a page that lists things, as in `Tags: memory, cuda`."""
    facts = separator.join(parts)
    return beginning(_("%(title)s: %(facts)s", title=title, facts=facts) if facts else title, DESCRIPTION)


def duration(number: int) -> str:
    """Return a number of days as in `5 days`, `3 weeks`, `4 months` or `1 year`."""
    return _in_one_unit(number, has_direction=False)


def _in_one_unit(days: int, *, has_direction: bool) -> str:
    length, least = next(unit for unit in _UNITS if abs(days) >= unit[0] * unit[1])
    whole = timedelta(days=abs(days) // length * length)
    text = format_timedelta(
        whole if days > 0 else -whole,
        granularity="day",
        threshold=least or 2,
        add_direction=has_direction,
        locale=locale(),
    )
    return str(text)


def runs(numbers: Iterable[int]) -> str:
    """Return ascending numbers with their runs joined, as in `1–3, 5 and 8–9`."""
    joined: list[list[int]] = []
    for number in numbers:
        if joined and joined[-1][-1] == number - 1:
            joined[-1].append(number)
        else:
            joined.append([number])
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in joined]
    return listed(texts)


def listed(texts: Sequence[str]) -> str:
    """Return texts in a row, as in `a, b and c`."""
    return format_list(texts, locale=locale())


# -- amounts --


def hours(number: float) -> str:
    """Return hours as in `1.5 h`."""
    return f"{_decimal(number, '0.##')} h"


def logged_hours(number: float) -> str:
    """Return the hours that entries name, as in `1.5 h logged`."""
    return _("%(hours)s logged", hours=hours(number))


@cached  # as of dates
def _decimal(number: float, pattern: str) -> str:
    """Return a number by a pattern of Unicode's CLDR."""
    return format_decimal(number, pattern, locale=locale())


def days(number: int) -> str:
    """Return a number of days, as in `10 days`."""
    return ngettext("%(num)s day", "%(num)s days", number)


def weeks(number: int) -> str:
    """Return a number of weeks, as in `10 weeks`."""
    return ngettext("%(num)s week", "%(num)s weeks", number)


def items(number: int) -> str:
    """Return a number of items, as in `10 items`."""
    return ngettext("%(num)s item", "%(num)s items", number)


def amount(number: float, unit: Unit) -> str:
    """Return an amount of a pace as in `175 h`, `2.5 h` or `12 items`, without precision that it does not have."""
    if unit == "items":
        return items(nearest(number))
    return hours(rounded_hours(number))


def total_hours(number: float) -> str:
    """Return the hours of several items together, as in `175 h`, without precision that estimates do not have."""
    return amount(number, "hours")


def bare_amount(number: float, unit: Unit) -> str:
    """Return an amount behind one that names the unit, as in `175 h` or `12`."""
    return str(nearest(number)) if unit == "items" else amount(number, unit)


def rate(per_week: float, unit: Unit) -> str:
    """Return an amount a week as in `17.5 h a week` or `0.5 items a week`."""
    if unit == "hours":
        return _("%(hours)s a week", hours=hours(half_hours(per_week)))
    number = max(0.1, nearest(per_week * 10) / 10) if per_week else 0
    if number == 1:
        return _("1 item a week")
    return _("%(number)s items a week", number=_decimal(number, "0.#"))


def percent(part: float, whole: float) -> int:
    """Return a whole percentage that is 100 only if nothing is missing, and 0 only if nothing is done."""
    if not whole or not part:
        return 0
    return 100 if part >= whole else min(99, max(1, nearest(100 * part / whole)))


def percent_done(totals: ItemTotals) -> int:
    """Return the percentage of items that are done."""
    return percent(totals.done, totals.items)


def done_of(totals: ItemTotals) -> str:
    """Return how many items are done, as in `6 of 130 items done`."""
    if not totals.items:
        return _("no items yet")
    return ngettext("%(done)s of %(num)s item done", "%(done)s of %(num)s items done", totals.items, done=totals.done)


def with_progress(title: str, state_of: str, totals: ItemTotals) -> str:
    """Return the title of a topic or a week with its progress, as in `Fusion (started, 2 of 12 items done)`."""
    if not totals.items:
        return _("%(title)s (%(state)s)", title=title, state=state(state_of))
    return ngettext(
        "%(title)s (%(state)s, %(done)s of %(num)s item done)",
        "%(title)s (%(state)s, %(done)s of %(num)s items done)",
        totals.items,
        title=title,
        state=state(state_of),
        done=totals.done,
    )


def items_by_state(totals: ItemTotals) -> str:
    """Return how many items are done, and how many started and touched, as in `1 of 11 items done, 1 started`."""
    text = done_of(totals)
    if totals.started:
        text = _("%(done)s, %(started)s started", done=text, started=totals.started)
    if totals.touched:
        text = _("%(done)s, %(touched)s touched", done=text, touched=totals.touched)
    return text


def done_and_hours(totals: ItemTotals) -> str:
    """Return how much is done, as in `6 of 130 items done, 3 started, 12 touched; 4 h of 107 h estimated are done`."""
    items, hours = items_by_state(totals), done_hours(totals)
    return _("%(items)s; %(hours)s", items=items, hours=hours) if hours else items


def done_hours(totals: ItemTotals) -> str:
    """Return how many of the estimated hours are those of items that are done; empty without an estimate."""
    hours = total_hours(totals.hours)
    if totals.hours_done:
        return _("%(done)s of %(hours)s estimated are done", done=total_hours(totals.hours_done), hours=hours)
    return _("%(hours)s estimated", hours=hours) if totals.hours else ""


# -- titles --


def habit_week(counts: HabitCounts) -> str:
    """Return how often a habit was kept this week, as in `3 of 5 this week`."""
    if counts.habit.per_week:
        return _("%(done)s of %(wanted)s this week", done=counts.this_week, wanted=counts.habit.per_week)
    return _("%(done)s this week", done=counts.this_week)


def entry_title(entry: Entry, position: EntryPosition) -> str:
    """Return the title of an entry, else its number and series, else its date."""
    return entry.title or number_in_series(position) or days_of(entry)


def entry_number(number: EntryNumber | None) -> str:
    """Return the number of an entry, as in `Day 57`, `Day 83/365` or `106 days before the end`; empty without one."""
    if number is None:
        return ""
    if number.left is not None:
        return _day_of_countdown(number.left)
    numbers = number.numbers.replace("-", "–")
    text = f"{numbers}/{number.of}" if number.of else numbers
    return ngettext("Day %(number)s", "Days %(number)s", number.days, number=text)


def _day_of_countdown(left: int) -> str:
    """Return a day of a series that counts down, in words that `of` and the name of the series may follow."""
    if left == 0:
        return _("Last day")
    if left > 0:
        return ngettext("%(num)s day before the end", "%(num)s days before the end", left)
    return ngettext("%(num)s day after the end", "%(num)s days after the end", -left)


def number_in_series(position: EntryPosition) -> str:
    """Return the number of an entry with its series, as in `Day 57 of Machine Learning`; empty without both."""
    number = entry_number(position.entry_number)
    return (
        _("%(number)s of %(series)s", number=number, series=position.series.title) if position.series and number else ""
    )


def title_of(thing: Part | Week | Milestone) -> str:
    """Return the title of a part, week or milestone, or the beginning of the milestone's question."""
    return (
        beginning(plain_text(thing.text), 80) if isinstance(thing, Milestone) and not thing.title else thing.title or ""
    )


def name_of(milestone: Milestone) -> str:
    """Return the title of a milestone, or its whole question, for a list that does not show the question too."""
    return milestone.title or plain_text(milestone.text)


def kind(resource: Resource) -> str:
    """Return what a resource is, as in `Video`; empty if that is not known."""
    return "" if resource.kind is ResourceKind.OTHER else kind_name(resource.kind)


# -- sentences --


_REPLANS: dict[Keep, str] = {
    "date": "keep the date",
    "load": "keep the load",
    "drop-optional": "drop what is optional",
}


def _day(of: date, facts: Facts) -> str:
    """Return a date, with its year if that is not the present one."""
    return day(of, facts.today.year)


def totals_of_plan(facts: Facts) -> str:
    """Return the totals of the plan, as in `52 weeks, 524 items, 596 h estimated against 520 h`.

    Items and hours are those of its progress, without what was dropped.
    """
    plan, progress = facts.journal.curriculum, facts.progress.totals
    totals = plan_totals(plan)
    stated = totals.allowed if plan.hours is None else plan.hours
    estimate = total_hours(progress.hours)
    if stated is None:
        estimate = _("%(hours)s estimated", hours=estimate)
    else:
        estimate = _("%(hours)s estimated against %(stated)s", hours=estimate, stated=hours(stated))
    parts = [weeks(totals.weeks), items(progress.items), estimate]
    if plan.hours_per_week is not None and totals.weeks_over_budget:
        parts.append(
            ngettext(
                "%(num)s week estimated over the plan's limit of %(hours)s",
                "%(num)s weeks estimated over the plan's limit of %(hours)s",
                totals.weeks_over_budget,
                hours=hours(plan.hours_per_week),
            )
        )
    if totals.unestimated:
        parts.append(
            ngettext(
                "%(num)s reading, practice or review without an estimate",
                "%(num)s readings, practices or reviews without an estimate",
                totals.unestimated,
            )
        )
    return ", ".join(parts)


def pace_sentence(facts: Facts) -> str:
    """Return how the work stands against the plan, in one sentence. Empty without a plan."""
    totals = facts.progress.totals
    if not facts.progress.weeks:
        return ""
    if facts.pace:
        return _outside_plan(facts, facts.pace) or _within_plan(facts, facts.pace)
    if not totals.items:
        return _("The plan has no items yet.")
    return _(
        "Without a start date, the plan has no pace: %(done)s of %(items)s done and %(touched)s touched or started.",
        done=totals.done,
        items=items(totals.items),
        touched=totals.begun,
    )


def _outside_plan(facts: Facts, pace: Pace) -> str:
    """Return the sentence about a plan that is finished, not begun, or past. Empty about one that goes on."""
    done, total = bare_amount(pace.done, pace.unit), amount(pace.total, pace.unit)
    number = weeks(len(facts.progress.weeks))
    first, last = _day(pace.first, facts), _day(pace.last, facts)
    if pace.finished_on:
        return _("Everything in the plan was done on %(day)s.", day=_day(pace.finished_on, facts))
    if facts.today < pace.first and pace.done:
        return _(
            "The plan begins on %(day)s, with %(done)s of %(total)s done already.", day=first, done=done, total=total
        )
    if facts.today < pace.first:
        return _("The plan begins on %(day)s: %(weeks)s, %(total)s.", day=first, weeks=number, total=total)
    if facts.today > pace.last:
        touched = bare_amount(pace.begun, pace.unit)
        return _(
            "The plan ended on %(day)s, with %(done)s of %(total)s done and %(touched)s touched or started.",
            day=last,
            done=done,
            total=total,
            touched=touched,
        )
    if facts.today == pace.first and not pace.begun + pace.done:
        return _("The plan begins today: %(weeks)s, %(total)s.", weeks=number, total=total)
    return ""


def _within_plan(facts: Facts, pace: Pace) -> str:
    """Return the sentence about a plan that goes on."""
    week, planned = facts.standing.week, amount(pace.planned, pace.unit)
    if week is None:
        return _("Nothing in the plan is touched yet, with %(planned)s planned by now.", planned=planned)
    return _(
        "In week %(week)s (%(distance)s):"
        " %(planned)s planned by now, %(done)s done and %(touched)s touched or started.",
        week=week,
        distance=_distance(facts),
        planned=planned,
        done=bare_amount(pace.done, pace.unit),
        touched=bare_amount(pace.begun, pace.unit),
    )


def _distance(facts: Facts) -> str:
    """Return how far the week of the work is from that of the calendar, as in `3 weeks behind the plan`."""
    behind = facts.standing.weeks_behind
    if behind is None:
        return _("while the plan pauses")
    if behind > 0:
        return _("%(weeks)s behind the plan", weeks=weeks(behind))
    if unfinished := _unfinished_weeks(facts):
        return ngettext("%(num)s earlier week unfinished", "%(num)s earlier weeks unfinished", unfinished)
    return _("%(weeks)s ahead of the plan", weeks=weeks(-behind)) if behind else _("as planned")


def _unfinished_weeks(facts: Facts) -> int:
    """Return how many earlier weeks are open if the work has skipped them: it is behind, though its week is not."""
    week, pace = facts.standing.week, facts.pace
    if week is None or pace is None or pace.days_ahead >= 0:
        return 0
    return len(weeks_left_behind(facts.progress.weeks, facts.progress.weeks[week]))


def rate_sentence(facts: Facts) -> str:
    """Return the pace of the last four weeks and what follows from it. Empty before the plan, and if all is done."""
    pace = facts.pace
    if pace is None or pace.finished_on or (facts.today <= pace.first and not pace.per_week):
        return ""
    if not pace.per_week:
        if facts.standing.rests or facts.standing.newest is None:
            return ""  # that the log rests, or is empty, is said elsewhere
        return _("Nothing in the plan was finished in the last four weeks.")
    if pace.rate_days <= DAYS_PER_WEEK:
        return ""  # a few days say nothing about the next months
    since = _("Since the work began") if pace.rate_days < PACE_DAYS else _("In the last four weeks")
    if pace.finish is None or (pace.finish - facts.today).days > _FORESEEABLE_DAYS:
        time = _("more than ten years")
    else:
        time = _("until %(month)s", month=month(pace.finish))
    return _(
        "%(since)s, what was done comes to %(rate)s; the rest would take %(time)s.",
        since=since,
        rate=rate(pace.per_week, pace.unit),
        time=time,
    )


def if_lines(facts: Facts) -> Iterator[str]:
    """Yield what the plan's last day asks for, and when the rest is done at the rate that was planned."""
    pace, replans = facts.pace, {replan.keep: replan for replan in facts.replans}
    if pace is None or pace.remaining <= 0:
        return
    needed, needed_rate = remaining_per_week(facts.journal.curriculum, pace), ""
    if needed is not None:
        needed_rate = rate(rounded_up(needed, pace.unit), pace.unit)
        yield _("To finish by %(day)s takes %(rate)s.", day=_day(pace.last, facts), rate=needed_rate)
    later = replans.get("load")
    if later and later.finish and later.per_week:
        planned, finish = rate(later.per_week, later.unit), _day(later.finish, facts)
        if planned != needed_rate:  # else both lines say the same
            yield _("At %(rate)s, the average of the plan, the rest takes until %(day)s.", rate=planned, day=finish)


def pace_sentences(facts: Facts) -> Iterator[str]:
    """Yield all that is to say of the pace: how the work stands, how fast it is, and what the plan lacks for it."""
    yield from filter(None, (pace_sentence(facts), rate_sentence(facts)))
    if facts.pace and facts.pace.without_hours:
        yield ngettext(
            "The pace is in items, as %(num)s item of the plan has no estimate; `hours_default` states them by kind.",
            "The pace is in items, as %(num)s items of the plan have no estimate; `hours_default` states them by kind.",
            facts.pace.without_hours,
        )


def left_behind(facts: Facts) -> str:
    """Return how many weeks before the week to work in have open items, and which. Empty if none has."""
    behind = facts.weeks_left_behind
    if not behind:
        return ""
    return ngettext(
        "Week %(weeks)s before it still has %(items)s.",
        "Weeks %(weeks)s before it still have %(items)s.",
        len(behind),
        weeks=runs(week.week.week for week in behind),
        items=ngettext("%(num)s open item", "%(num)s open items", sum(len(open_items(week)) for week in behind)),
    )


def replan_row(replan: Replan) -> tuple[str, str, str]:
    """Return a way to change the plan with its last day and its hours a week, or with the obstacle to it."""
    finish = day(replan.finish) if replan.finish else ""
    load = rate(replan.per_week, replan.unit) if replan.per_week is not None else ""
    return (_REPLANS[replan.keep], replan.obstacle, "") if replan.obstacle else (_REPLANS[replan.keep], finish, load)


def standing(resource: Resource, own_year: int | None = None, *, short_dates: bool = False) -> str:
    """Return since when a resource is on its shelf, as in `reading since 5 January 2026`. Empty if no entry says so.

    A page may be seen long after its build, so that it says dates rather than ages. Dates in `own_year` have no year.
    """

    def on(date_: date) -> str:
        return short_day(date_, own_year) if short_dates else day(date_, own_year)

    since = on(resource.reading_since) if resource.reading_since else ""
    if resource.read_before and since:
        return _("reading again since %(day)s, read on %(read)s", day=since, read=on(resource.read_before))
    if resource.read_before:
        return _("read on %(day)s", day=on(resource.read_before))
    if since:
        return _("reading since %(day)s", day=since)
    if resource.finished and resource.shelf is Shelf.READ:
        return _("read on %(day)s", day=on(resource.finished))
    if resource.finished:
        return _("dropped on %(day)s", day=on(resource.finished))
    return _("last mentioned on %(day)s", day=on(resource.last_met)) if resource.last_met else ""


def streak_sentences(facts: Facts) -> Iterator[str]:
    """Yield sentences about how regular the entries are. Nothing if there is no entry."""
    streaks = facts.streaks
    if streaks.days and streaks.recent:
        yield _(
            "Entries on %(recent)s of the last %(days)s days, on %(total)s in all.",
            recent=streaks.recent,
            days=RECENT_DAYS,
            total=days(streaks.days),
        )
    elif streaks.days:
        yield _("No entry in the last four weeks; entries on %(total)s in all.", total=days(streaks.days))
    if streaks.current > 1:
        yield ngettext("%(num)s-day streak at present.", "%(num)s-day streak at present.", streaks.current)
    if streaks.longest_dates and streaks.longest > 1:
        yield ngettext(
            "Longest: a %(num)s-day streak, %(dates)s.",
            "Longest: a %(num)s-day streak, %(dates)s.",
            streaks.longest,
            dates=date_range(streaks.longest_dates, facts.today.year),
        )


def paused(facts: Facts) -> str:
    """Return since when nothing was written, or that the goal of the series is reached. Empty while entries come."""
    newest = facts.standing.newest
    if not facts.standing.rests or newest is None:
        return ""
    if end := _end(facts, newest):
        return _("%(end)s on %(day)s.", end=end[0], day=_day(end[1], facts))
    since = _("Paused since %(day)s", day=_day(newest.date, facts))
    number = entry_number(facts.positions[newest.path].entry_number)
    return f"{since} · {number}" if number else f"{since}."


def _end(facts: Facts, newest: Entry) -> tuple[str, date] | None:
    """Return how and when a log that rests has ended, by its series or with the plan. None if it only pauses."""
    series = facts.standing.series.series if facts.standing.series else None
    if series and series.counts_down_to:
        return (_("Ended"), series.counts_down_to) if series.counts_down_to < facts.today else None
    if series and series.days and newest.day and newest.day.last >= series.days:
        return _("Finished"), newest.date
    return (_("Finished"), facts.pace.finished_on) if facts.pace and facts.pace.finished_on else None


class HomeNumber(NamedTuple):
    """A number of the home page."""

    number: str
    note: str
    """Words below it."""
    goal: date | None = None
    """Day to which it counts down, so that a script goes on counting."""


def home_numbers(facts: Facts) -> Iterator[HomeNumber]:
    """Yield up to two numbers: the day of the leading series, and how regular the entries are."""
    newest, streaks = facts.standing.newest, facts.streaks
    if newest and (number := facts.positions[newest.path].entry_number):
        yield _day_number(number, facts)
    if facts.standing.rests or not shows_gaps(facts):
        yield HomeNumber(str(streaks.days), ngettext("day with an entry", "days with an entry", streaks.days))
    elif streaks.days:
        yield HomeNumber(f"{streaks.recent}\xa0/\xa0{RECENT_DAYS}", _("days of the last four weeks"))


def stats_numbers(facts: Facts) -> Iterator[HomeNumber]:
    """Yield up to four numbers: days with an entry, how regular they are, the longest streak, the week of the plan."""
    newest, streaks = facts.standing.newest, facts.streaks
    if streaks.days:
        first = _day(next(date_ for date_, active in facts.activity.items() if not active.empty), facts)
        note = ngettext("day with an entry, on %(day)s", "days with an entry since %(day)s", streaks.days, day=first)
        yield HomeNumber(str(streaks.days), note)
    if facts.standing.rests and newest and shows_gaps(facts):
        if end := _end(facts, newest):
            yield HomeNumber(end[0], _("on %(day)s", day=_day(end[1], facts)))
        else:
            yield HomeNumber(_("Paused"), _("since %(day)s", day=_day(newest.date, facts)))
    elif streaks.days and shows_gaps(facts):
        yield HomeNumber(f"{streaks.recent}\xa0/\xa0{RECENT_DAYS}", _("days of the last four weeks"))
    if streaks.longest_dates and streaks.longest > 1:
        dates = date_range(streaks.longest_dates, facts.today.year)
        yield HomeNumber(days(streaks.longest), _("longest streak, %(dates)s", dates=dates))
    week, totals = facts.standing.week, facts.progress.totals
    # The pace below has the distance from the calendar.
    begins = min((dates.first for dates in facts.week_dates.values()), default=None)
    if totals.items and totals.done == totals.items:
        yield HomeNumber(weeks(len(facts.progress.weeks)), _("the plan is finished"))
    elif week is not None:
        note = _("of %(weeks)s", weeks=weeks(len(facts.progress.weeks)))
        yield HomeNumber(_("Week %(week)s", week=week), note)
    elif begins and facts.today < begins:
        first = _("Week %(week)s", week=next(iter(facts.week_dates)))
        yield HomeNumber(first, _("begins on %(day)s", day=_day(begins, facts)))


def _day_number(number: EntryNumber, facts: Facts) -> HomeNumber:
    """Return the number of the newest entry, or of today if its series counts down."""
    status, streaks = facts.standing.series, facts.streaks
    goal = status.series.counts_down_to if status else None
    if status and goal:
        series, on = status.series.title, _day(goal, facts)
        if goal < facts.today:
            return HomeNumber(_("Ended"), _("%(series)s, on %(day)s", series=series, day=on))
        left = days((goal - facts.today).days)
        return HomeNumber(left, _("to %(series)s, %(day)s", series=series, day=on), goal)
    notes = [_("of %(days)s", days=number.of)] if number.of else []
    if streaks.current > 1:
        notes.append(ngettext("%(num)s day in a row", "%(num)s days in a row", streaks.current))
    if streaks.longest > 1:
        notes.append(_("longest streak %(days)s", days=days(streaks.longest)))
    return HomeNumber(entry_number(number._replace(of=None)), ", ".join(notes))


def week_of_plan(facts: Facts) -> str:
    """Return the week of the work, as in `Week 8 of 52.`; how many weeks there are before any work, and at the end."""
    totals, number = facts.progress.totals, len(facts.progress.weeks)
    if totals.items and totals.done == totals.items:
        return _("%(weeks)s, and all is done.", weeks=weeks(number))
    if facts.standing.week is None:
        return f"{weeks(number)}."
    return _("Week %(week)s of %(weeks)s.", week=facts.standing.week, weeks=number)


def plan_standing(facts: Facts) -> str:
    """Return how the work stands against the calendar or, when the log rests or the plan is over, what was reached."""
    standing = facts.standing
    if is_over(facts):
        return reached(facts)
    if facts.pace is None or standing.week is None:
        return pace_sentence(facts) if facts.pace else ""
    if facts.pace.finished_on or standing.weeks_behind is None:
        return ""
    if standing.weeks_behind > 0:
        return _("%(weeks)s behind the calendar.", weeks=weeks(standing.weeks_behind))
    where = (
        _("On the calendar's week")
        if standing.weeks_behind == 0
        else _("%(weeks)s ahead of the calendar", weeks=weeks(-standing.weeks_behind))
    )
    unfinished = len(weeks_left_behind(facts.progress.weeks, facts.progress.weeks[standing.week]))
    if not unfinished:
        return f"{where}."
    earlier = ngettext("%(num)s earlier week unfinished", "%(num)s earlier weeks unfinished", unfinished)
    return f"{where}; {earlier}."


def shows_gaps(facts: Facts) -> bool:
    """Return whether pages may show the pace, days without an entry, and how old things are."""
    return facts.journal.curriculum.tone != "quiet"


def has_charts(facts: Facts) -> bool:
    """Return whether pages show charts of the pace: no quiet ones, and none of fewer than three weeks."""
    first = min(facts.activity, default=facts.today)
    return shows_gaps(facts) and (facts.today - first).days >= 21


def is_over(facts: Facts) -> bool:
    """Return whether pages say what was reached, not what is missing: the log rests, or the plan has ended."""
    is_past = facts.standing.rests or facts.standing.ended is not None
    return not shows_gaps(facts) or (facts.standing.newest is not None and is_past)


def reached(facts: Facts) -> str:
    """Return what a log has come to, as in `In 8 months: 96 days written, 20 in a row, 6 sources read.`."""
    streaks, dates = facts.streaks, [day for day in facts.activity if day <= facts.today]
    if not dates:
        return ""
    worked = sum(week.state is not State.PLANNED for week in facts.progress.weeks.values())
    read = len(facts.ledger.shelves.get(Shelf.READ, ()))
    answered = sum(one.state is MilestoneState.ANSWERED for one in facts.milestones.values())
    parts = [ngettext("%(num)s day written", "%(num)s days written", streaks.days)]
    if streaks.longest > 1:
        parts.append(_("%(days)s in a row", days=streaks.longest))
    if worked:
        parts.append(ngettext("%(num)s week worked on", "%(num)s weeks worked on", worked))
    if read:
        parts.append(ngettext("%(num)s source read", "%(num)s sources read", read))
    if answered:
        parts.append(ngettext("%(num)s question answered", "%(num)s questions answered", answered))
    time = duration((dates[-1] - dates[0]).days + 1)
    return _("In %(time)s: %(reached)s.", time=time, reached=", ".join(parts))


def about_plan(facts: Facts) -> str:
    """Return how long a plan is, as in `52 weeks in 6 parts, with 529 items, estimated at 596 h, 6 October – …`."""
    totals, text = facts.progress.totals, weeks(len(facts.progress.weeks))
    if len(facts.parts) > 1:
        text = _("%(weeks)s in %(parts)s parts", weeks=text, parts=len(facts.parts))
    what = items(totals.items)
    if totals.hours:
        what = _("%(items)s, estimated at %(hours)s", items=what, hours=total_hours(totals.hours))
    text = _("%(weeks)s, with %(items)s", weeks=text, items=what)
    dates = cover(facts.week_dates, facts.week_dates)
    return _("%(plan)s, %(dates)s.", plan=text, dates=date_range(dates)) if dates else f"{text}."


def about_part(facts: Facts, progress: PartProgress) -> str:
    """Return what a part is, as in `Part 1 of 6: weeks 1–12, 6 October – 28 December 2025.`."""
    number, parts = 1 + list(facts.parts).index(progress.part.id), len(facts.parts)
    part = _("Part %(number)s of %(parts)s", number=number, parts=parts) if parts > 1 else _("The whole plan")
    if not progress.weeks:
        return f"{part}."
    numbers = runs(week.week.week for week in progress.weeks)
    of_part = ngettext("week %(weeks)s", "weeks %(weeks)s", len(progress.weeks), weeks=numbers)
    if not progress.planned_dates:
        return _("%(part)s: %(weeks)s.", part=part, weeks=of_part)
    return _("%(part)s: %(weeks)s, %(dates)s.", part=part, weeks=of_part, dates=date_range(progress.planned_dates))


def more_entries_of_weeks(number: int) -> str:
    """Return where entries of a part are that its page does not list. Empty if it lists all."""
    if number <= 0:
        return ""
    return ngettext("%(num)s more is on the pages of the weeks.", "%(num)s more are on the pages of the weeks.", number)


def milestone_standing(progress: MilestoneProgress, facts: Facts) -> str:
    """Return when a milestone was planned and how it stands, as in `Planned for 2 May, overdue by 5 months`."""
    planned, today = progress.planned_dates.last if progress.planned_dates else None, facts.today
    if progress.answered_on and progress.state is MilestoneState.ANSWERED:
        return _("Answered on %(day)s.", day=day(progress.answered_on, today.year))
    if progress.state is MilestoneState.ANSWERED:
        return _("Answered.")
    if not planned:
        return _("Not answered yet.")
    if planned < today and not is_over(facts):
        overdue = duration((today - planned).days)
        return _("Planned for %(day)s, overdue by %(duration)s.", day=day(planned, today.year), duration=overdue)
    return _("Planned for %(day)s.", day=day(planned, today.year))


def week_standing(facts: Facts, progress: WeekProgress) -> str:
    """Return how a week stands against the calendar. Empty if the plan has no dates, or nothing is to be said."""
    dates, left = facts.week_dates.get(progress.week.week), 0 if is_over(facts) else len(open_items(progress))
    if progress.totals.items and not open_items(progress):
        return _("Everything in this week is done.")
    if dates and facts.today < dates.first:
        return _("The week begins on %(day)s.", day=_day(dates.first, facts))
    if dates and facts.today <= dates.last:
        return _("This is the week of the calendar.")
    if not dates or not left:
        return ""
    return ngettext("The week is over; %(num)s item is open.", "The week is over; %(num)s items are open.", left)


def days_ago(number: int) -> str:
    """Return a distance in days as in `today`, `yesterday`, `3 days ago`, `1 year ago`, `in 2 weeks`."""
    near = {0: _("today"), 1: _("yesterday"), -1: _("tomorrow")}
    return near.get(number) or _in_one_unit(-number, has_direction=True)


# -- a new site --


def main_titles() -> dict[str, str]:
    """Return the titles of the main pages, in the order of the navigation, by the names of their files in `docs/`."""
    return {
        "index.md": _("Today"),
        "log.md": _("Log"),
        "curriculum.md": _("Plan"),
        "reading.md": _("Reading"),
        "stats.md": _("Stats"),
    }


def first_description(name: str) -> str:
    """Return the description of a site that its owner has not described yet."""
    return _("%(name)s: what I learn, day by day.", name=name)
