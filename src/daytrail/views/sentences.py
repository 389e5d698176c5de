"""Facts in plain sentences, the same on a page and in a terminal."""

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.facts.activity import RECENT_DAYS
from daytrail.facts.calendar import cover
from daytrail.facts.ledger import Resource, Shelf
from daytrail.facts.milestones import MilestoneProgress, MilestoneState
from daytrail.facts.pace import DAYS_PER_WEEK, PACE_DAYS, Keep, Pace, Replan, remaining_per_week, rounded_up
from daytrail.facts.progress import PartProgress, WeekProgress, open_items, weeks_left_behind
from daytrail.facts.series import EntryNumber
from daytrail.model.curriculum import Curriculum, nearest, plan_totals
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext

_REPLANS: dict[Keep, str] = {
    "date": "keep the date",
    "load": "keep the load",
    "drop-optional": "drop what is optional",
}

_FORESEEABLE_DAYS = 3653
"""Ten years. No date further away is shown."""


def _day(of: date, facts: Facts) -> str:
    """Return a date, with its year if that is not the present one."""
    return words.day(of, facts.today.year)


def totals_of_plan(plan: Curriculum) -> str:
    """Return the totals of a plan, as in `52 weeks, 524 items, 596 h estimated against 520 h`."""
    totals = plan_totals(plan)
    stated = totals.allowed if plan.hours is None else plan.hours
    hours = words.total_hours(totals.hours)
    if stated is None:
        hours = _("%(hours)s estimated", hours=hours)
    else:
        hours = _("%(hours)s estimated against %(stated)s", hours=hours, stated=words.hours(stated))
    parts = [words.weeks(totals.weeks), ngettext("%(num)s item", "%(num)s items", totals.items), hours]
    if plan.hours_per_week is not None and totals.weeks_over_budget:
        budget = words.hours(plan.hours_per_week)
        parts.append(
            ngettext(
                "%(num)s week estimated over the plan's limit of %(hours)s",
                "%(num)s weeks estimated over the plan's limit of %(hours)s",
                totals.weeks_over_budget,
                hours=budget,
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
    pace, totals = facts.pace, facts.progress.totals
    if not facts.progress.weeks:
        return ""
    if pace:
        return _outside_plan(facts, pace) or _within_plan(facts, pace)
    if not totals.items:
        return _("The plan has no items yet.")
    return _(
        "Without a start date, the plan has no pace: %(done)s of %(items)s done and %(touched)s touched or started.",
        done=totals.done,
        items=words.amount(totals.items, "items"),
        touched=totals.begun,
    )


def _outside_plan(facts: Facts, pace: Pace) -> str:
    """Return the sentence about a plan that is finished, not begun, or past. Empty about one that goes on."""
    done, touched = words.bare_amount(pace.done, pace.unit), words.bare_amount(pace.begun, pace.unit)
    total, weeks = words.amount(pace.total, pace.unit), words.weeks(len(facts.progress.weeks))
    if pace.finished_on and pace.finished_on < pace.last:
        return ngettext(
            "Everything in the plan was done on %(day)s, %(num)s day before its end.",
            "Everything in the plan was done on %(day)s, %(num)s days before its end.",
            (pace.last - pace.finished_on).days,
            day=_day(pace.finished_on, facts),
        )
    if pace.finished_on:
        return _("Everything in the plan was done on %(day)s.", day=_day(pace.finished_on, facts))
    if facts.today < pace.first and pace.done:
        day = _day(pace.first, facts)
        return _(
            "The plan begins on %(day)s, with %(done)s of %(total)s done already.", day=day, done=done, total=total
        )
    if facts.today < pace.first:
        return _(
            "The plan begins on %(day)s: %(weeks)s, %(total)s.", day=_day(pace.first, facts), weeks=weeks, total=total
        )
    if facts.today > pace.last:
        return _(
            "The plan ended on %(day)s, with %(done)s of %(total)s done and %(touched)s touched or started.",
            day=_day(pace.last, facts),
            done=done,
            total=total,
            touched=touched,
        )
    if facts.today == pace.first and not pace.begun + pace.done:
        return _("The plan begins today: %(weeks)s, %(total)s.", weeks=weeks, total=total)
    return ""


def _within_plan(facts: Facts, pace: Pace) -> str:
    """Return the sentence about a plan that goes on."""
    standing, planned = facts.standing, words.amount(pace.planned, pace.unit)
    if standing.week is None:
        return _("Nothing in the plan is touched yet, with %(planned)s planned by now.", planned=planned)
    values = {
        "week": standing.week,
        "planned": planned,
        "done": words.bare_amount(pace.done, pace.unit),
        "touched": words.bare_amount(pace.begun, pace.unit),
        "weeks": words.weeks(abs(standing.weeks_behind or 0)),
    }
    if standing.weeks_behind is None:
        return _(
            "In week %(week)s, while the plan pauses:"
            " %(planned)s planned by now, %(done)s done and %(touched)s touched or started.",
            **values,
        )
    if standing.weeks_behind > 0:
        return _(
            "In week %(week)s, %(weeks)s behind the plan:"
            " %(planned)s planned by now, %(done)s done and %(touched)s touched or started.",
            **values,
        )
    if unfinished := _unfinished_weeks(facts):
        return ngettext(
            "In week %(week)s, with %(num)s earlier week unfinished:"
            " %(planned)s planned by now, %(done)s done and %(touched)s touched or started.",
            "In week %(week)s, with %(num)s earlier weeks unfinished:"
            " %(planned)s planned by now, %(done)s done and %(touched)s touched or started.",
            unfinished,
            **values,
        )
    if standing.weeks_behind < 0:
        return _(
            "In week %(week)s, %(weeks)s ahead of the plan:"
            " %(planned)s planned by now, %(done)s done and %(touched)s touched or started.",
            **values,
        )
    return _(
        "In week %(week)s, as planned: %(planned)s planned by now, %(done)s done and %(touched)s touched or started.",
        **values,
    )


def _unfinished_weeks(facts: Facts) -> int:
    """Return how many earlier weeks are open if the work has skipped them: it is behind, though its week is not."""
    behind, week, pace = facts.standing.weeks_behind, facts.standing.week, facts.pace
    if behind is None or behind > 0 or week is None or pace is None or pace.days_ahead >= 0:
        return 0
    return len(weeks_left_behind(facts.progress.weeks, facts.progress.weeks[week]))


def rate_sentence(facts: Facts) -> str:
    """Return the pace of the last four weeks and what follows from it. Empty before the plan, and if all is done."""
    pace = facts.pace
    if pace is None or pace.finished_on or (facts.today <= pace.first and not pace.per_week):
        return ""
    if not pace.per_week and (facts.standing.rests or facts.standing.newest is None):
        return ""  # that the log rests, or is empty, is said elsewhere
    if pace.per_week and pace.rate_days <= DAYS_PER_WEEK:
        return ""  # a few days say nothing about the next months
    if not pace.per_week:
        return _("Nothing in the plan was finished in the last four weeks.")
    rate = words.rate(pace.per_week, pace.unit)
    if pace.finish is None or (pace.finish - facts.today).days > _FORESEEABLE_DAYS:
        if pace.rate_days < PACE_DAYS:
            return _(
                "Since the work began, what was done comes to %(rate)s; the rest would take more than ten years.",
                rate=rate,
            )
        return _(
            "In the last four weeks, what was done comes to %(rate)s; the rest would take more than ten years.",
            rate=rate,
        )
    month = words.month(pace.finish)
    if pace.rate_days < PACE_DAYS:
        return _(
            "Since the work began, what was done comes to %(rate)s; the rest would take until %(month)s.",
            rate=rate,
            month=month,
        )
    return _(
        "In the last four weeks, what was done comes to %(rate)s; the rest would take until %(month)s.",
        rate=rate,
        month=month,
    )


def if_lines(facts: Facts) -> Iterator[str]:
    """Yield what the plan's last day asks for, and when the rest is done at the planned rate, else at the present."""
    pace, replans = facts.pace, {replan.keep: replan for replan in facts.replans}
    if pace is None or pace.remaining <= 0:
        return
    needed, rate = remaining_per_week(facts.journal.curriculum, pace), ""
    if needed is not None:
        rate = words.rate(rounded_up(needed, pace.unit), pace.unit)
        yield _("To finish by %(day)s takes %(rate)s.", day=_day(pace.last, facts), rate=rate)
    later = replans.get("load")
    if later and later.finish and later.per_week:
        planned, day = words.rate(later.per_week, later.unit), _day(later.finish, facts)
        if planned != rate:  # else both lines say the same
            yield _("At %(rate)s, the average of the plan, the rest takes until %(day)s.", rate=planned, day=day)
    elif line := as_now(facts):
        yield line


def as_now(facts: Facts) -> str:
    """Return when the rest is done at the pace of the last weeks; empty if that is not known."""
    pace = facts.pace
    if pace is None or pace.finish is None or pace.rate_days <= DAYS_PER_WEEK:
        return ""
    if (pace.finish - facts.today).days > _FORESEEABLE_DAYS:
        return ""
    rate, day = words.rate(pace.per_week, pace.unit), _day(pace.finish, facts)
    return _("At %(rate)s, as now, the rest takes until %(day)s.", rate=rate, day=day)


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
    weeks = facts.weeks_left_behind
    if not weeks:
        return ""
    return ngettext(
        "Week %(weeks)s before it still has %(items)s.",
        "Weeks %(weeks)s before it still have %(items)s.",
        len(weeks),
        weeks=words.runs(week.week.week for week in weeks),
        items=ngettext("%(num)s open item", "%(num)s open items", sum(len(open_items(week)) for week in weeks)),
    )


def replan_row(replan: Replan) -> tuple[str, str, str]:
    """Return a way to change the plan with its last day and its hours a week, or with the obstacle to it."""
    finish = words.day(replan.finish) if replan.finish else ""
    load = words.rate(replan.per_week, replan.unit) if replan.per_week is not None else ""
    return (_REPLANS[replan.keep], replan.obstacle, "") if replan.obstacle else (_REPLANS[replan.keep], finish, load)


def standing(resource: Resource, own_year: int | None = None, *, short_dates: bool = False) -> str:
    """Return since when a resource is on its shelf, as in `reading since 5 January 2026`. Empty if no entry says so.

    A page may be seen long after its build, so that it says dates rather than ages. Dates in `own_year` have no year.
    """

    def on(day: date) -> str:
        return words.short_day(day, own_year) if short_dates else words.day(day, own_year)

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
    if streaks.days:
        total = words.days(streaks.days)
        if streaks.recent:
            yield _(
                "Entries on %(recent)s of the last %(days)s days, on %(total)s in all.",
                recent=streaks.recent,
                days=RECENT_DAYS,
                total=total,
            )
        else:
            yield _("No entry in the last four weeks; entries on %(total)s in all.", total=total)
    if streaks.current > 1:
        yield ngettext("%(num)s-day streak at present.", "%(num)s-day streak at present.", streaks.current)
    if streaks.longest_dates and streaks.longest > 1:
        yield ngettext(
            "Longest: a %(num)s-day streak, %(dates)s.",
            "Longest: a %(num)s-day streak, %(dates)s.",
            streaks.longest,
            dates=words.date_range(streaks.longest_dates, facts.today.year),
        )


def paused(facts: Facts) -> str:
    """Return since when nothing was written, or that the goal of the series is reached. Empty while entries come."""
    standing = facts.standing
    if not standing.rests or standing.newest is None:
        return ""
    day, number = _day(standing.newest.date, facts), standing.newest.day
    series = standing.series.series if standing.series else None
    if series and series.counts_down_to:
        number = None
        if series.counts_down_to < facts.today:
            return _("%(series)s ended on %(day)s.", series=series.title, day=_day(series.counts_down_to, facts))
    if series and series.days and number and number.last >= series.days:
        return _("Finished on %(day)s: day %(number)s of %(days)s.", day=day, number=number.last, days=series.days)
    if facts.pace and facts.pace.finished_on:
        return _("Everything in the plan was done on %(day)s.", day=_day(facts.pace.finished_on, facts))
    if number:
        return _("Paused since %(day)s, day %(number)s.", day=day, number=number)
    return _("Paused since %(day)s.", day=day)


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
    """Yield up to three numbers: the day of the leading series, how regular the entries are, the week of the plan."""
    standing, streaks = facts.standing, facts.streaks
    number = facts.positions[standing.newest.path].entry_number if standing.newest else None
    if number:
        yield _day_number(number, facts)
    if standing.rests:
        yield HomeNumber(str(streaks.days), ngettext("day with an entry", "days with an entry", streaks.days))
    elif streaks.days:
        yield HomeNumber(f"{streaks.recent} / {RECENT_DAYS}", _("days of the last four weeks"))
    yield from _plan_number(facts, _distance(facts))


def stats_numbers(facts: Facts) -> Iterator[HomeNumber]:
    """Yield up to four numbers: days with an entry, how regular they are, the longest streak, the week of the plan."""
    standing, streaks = facts.standing, facts.streaks
    if streaks.days:
        first = next(day for day, active in facts.activity.items() if not active.empty)
        note = ngettext(
            "day with an entry, on %(day)s", "days with an entry since %(day)s", streaks.days, day=_day(first, facts)
        )
        yield HomeNumber(str(streaks.days), note)
    if standing.rests and standing.newest:
        if end := _end(facts, standing.newest):
            yield HomeNumber(end[0], _("on %(day)s", day=_day(end[1], facts)))
        else:
            yield HomeNumber(_("Paused"), _("since %(day)s", day=_day(standing.newest.date, facts)))
    elif streaks.days:
        yield HomeNumber(f"{streaks.recent} / {RECENT_DAYS}", _("days of the last four weeks"))
    if streaks.longest_dates and streaks.longest > 1:
        number = words.days(streaks.longest)
        yield HomeNumber(
            number, _("longest streak, %(dates)s", dates=words.date_range(streaks.longest_dates, facts.today.year))
        )
    of_weeks = _("of %(weeks)s", weeks=words.weeks(len(facts.progress.weeks)))
    yield from _plan_number(facts, of_weeks)  # the pace below has the distance from the calendar


def _plan_number(facts: Facts, note: str) -> Iterator[HomeNumber]:
    """Yield the week of the plan with some words below it. Nothing before work, or without a plan."""
    standing, totals = facts.standing, facts.progress.totals
    begins = min((dates.first for dates in facts.week_dates.values()), default=None)
    if totals.items and totals.done == totals.items:
        yield HomeNumber(words.weeks(len(facts.progress.weeks)), _("the plan is finished"))
    elif standing.week is not None:
        yield HomeNumber(_("Week %(week)s", week=standing.week), note)
    elif begins and facts.today < begins:
        week = _("Week %(week)s", week=next(iter(facts.week_dates)))
        yield HomeNumber(week, _("begins on %(day)s", day=_day(begins, facts)))


def _day_number(number: EntryNumber, facts: Facts) -> HomeNumber:
    """Return the number of the newest entry, or of today if its series counts down."""
    status, streaks = facts.standing.series, facts.streaks
    goal = status.series.counts_down_to if status else None
    if status and goal:
        series, day = status.series.title, _day(goal, facts)
        if goal < facts.today:
            return HomeNumber(_("Ended"), _("%(series)s, on %(day)s", series=series, day=day))
        days = words.days((goal - facts.today).days)
        return HomeNumber(days, _("to %(series)s, %(day)s", series=series, day=day), goal)
    notes = [_("of %(days)s", days=number.of)] if number.of else []
    if streaks.current > 1:
        notes.append(ngettext("%(num)s day in a row", "%(num)s days in a row", streaks.current))
    if streaks.longest > 1:
        notes.append(_("longest streak %(days)s", days=words.days(streaks.longest)))
    return HomeNumber(words.entry_number(number._replace(of=None)), ", ".join(notes))


def _distance(facts: Facts) -> str:
    """Return how far the work is, as in `10 weeks behind the plan, 5 h of 107 h planned are done`."""
    standing, pace = facts.standing, facts.pace
    if standing.ended and pace:
        done, total = words.bare_amount(pace.done, pace.unit), words.amount(pace.total, pace.unit)
        return _(
            "%(done)s of %(total)s planned are done; plan ended on %(day)s",
            done=done,
            total=total,
            day=_day(standing.ended, facts),
        )
    if standing.weeks_behind is None or pace is None:
        return _("of %(weeks)s", weeks=words.weeks(len(facts.progress.weeks)))
    distance = _weeks_apart(facts, standing.weeks_behind)
    if nearest(pace.planned) < 1:
        return distance
    return _(
        "%(distance)s, %(done)s of %(planned)s planned are done",
        distance=distance,
        done=words.bare_amount(pace.done, pace.unit),
        planned=words.amount(pace.planned, pace.unit),
    )


def _weeks_apart(facts: Facts, behind: int) -> str:
    if unfinished := _unfinished_weeks(facts):
        return ngettext("%(num)s earlier week unfinished", "%(num)s earlier weeks unfinished", unfinished)
    if behind == 0:
        return _("as planned")
    if behind > 0:
        return _("%(weeks)s behind the plan", weeks=words.weeks(behind))
    return _("%(weeks)s ahead of the plan", weeks=words.weeks(-behind))


def about_plan(facts: Facts) -> str:
    """Return how long a plan is, as in `52 weeks in 6 parts, with 529 items, estimated at 596 h, 6 October – …`."""
    totals, weeks, parts = facts.progress.totals, len(facts.progress.weeks), len(facts.parts)
    text = words.weeks(weeks)
    if parts > 1:
        text = _("%(weeks)s in %(parts)s parts", weeks=text, parts=parts)
    items = ngettext("%(num)s item", "%(num)s items", totals.items)
    if totals.hours:
        items = _("%(items)s, estimated at %(hours)s", items=items, hours=words.total_hours(totals.hours))
    text = _("%(weeks)s, with %(items)s", weeks=text, items=items)
    dates = cover(facts.week_dates, facts.week_dates)
    return _("%(plan)s, %(dates)s.", plan=text, dates=words.date_range(dates)) if dates else f"{text}."


def about_part(facts: Facts, progress: PartProgress) -> str:
    """Return what a part is, as in `Part 1 of 6: weeks 1–12, 6 October – 28 December 2025.`."""
    number, parts = 1 + list(facts.parts).index(progress.part.id), len(facts.parts)
    part = _("Part %(number)s of %(parts)s", number=number, parts=parts) if parts > 1 else _("The whole plan")
    if not progress.weeks:
        return f"{part}."
    numbers = words.runs(week.week.week for week in progress.weeks)
    weeks = ngettext("week %(weeks)s", "weeks %(weeks)s", len(progress.weeks), weeks=numbers)
    if not progress.planned_dates:
        return _("%(part)s: %(weeks)s.", part=part, weeks=weeks)
    dates = words.date_range(progress.planned_dates)
    return _("%(part)s: %(weeks)s, %(dates)s.", part=part, weeks=weeks, dates=dates)


def more_entries_of_weeks(number: int) -> str:
    """Return where entries of a part are that its page does not list. Empty if it lists all."""
    if number <= 0:
        return ""
    return ngettext("%(num)s more is on the pages of the weeks.", "%(num)s more are on the pages of the weeks.", number)


def milestone_standing(progress: MilestoneProgress, today: date) -> str:
    """Return when a milestone was planned and how it stands, as in `Planned for 2 May, overdue by 5 months`."""
    planned = progress.planned_dates.last if progress.planned_dates else None
    if progress.state is MilestoneState.ANSWERED:
        if not progress.answered_on:
            return _("Answered.")
        return _("Answered on %(day)s.", day=words.day(progress.answered_on, today.year))
    if not planned:
        return _("Not answered yet.")
    if planned < today:
        overdue = words.duration((today - planned).days)
        return _("Planned for %(day)s, overdue by %(duration)s.", day=words.day(planned, today.year), duration=overdue)
    return _("Planned for %(day)s.", day=words.day(planned, today.year))


def week_standing(facts: Facts, progress: WeekProgress) -> str:
    """Return how a week stands against the calendar. Empty if the plan has no dates, or nothing is to be said."""
    dates, left = facts.week_dates.get(progress.week.week), len(open_items(progress))
    if progress.totals.items and not left:
        return _("Everything in this week is done.")
    if not dates:
        return ""
    if facts.today < dates.first:
        return _("The week begins on %(day)s.", day=_day(dates.first, facts))
    if facts.today <= dates.last:
        return _("This is the week of the calendar.")
    if not left:
        return ""
    return ngettext("The week is over; %(num)s item is open.", "The week is over; %(num)s items are open.", left)


def days_ago(days: int) -> str:
    """Return a distance in days as in `today`, `yesterday`, `3 days ago`, `1 year ago`, `in 2 weeks`."""
    near = {0: _("today"), 1: _("yesterday"), -1: _("tomorrow")}
    return near.get(days) or words.distance(days)
