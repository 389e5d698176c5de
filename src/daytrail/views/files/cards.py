"""Cards for sharing: a picture for each day, week, milestone, series and the home page, which previews of links show.

A card is drawn with the fonts that are shipped, so that it looks the same from every machine. Its strip ends on the day
that the card is about, so that a new day changes no older card.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from daytrail.facts import Facts
from daytrail.facts.activity import best_measure, levels
from daytrail.facts.milestones import MilestoneProgress
from daytrail.facts.progress import WeekProgress
from daytrail.views import words
from daytrail.views.publication import Publication
from daytrail.views.titles import plain_title
from daytrail.views.translation import gettext as _

WIDTH, HEIGHT = 1200, 630
WEEKS = 52
"""Length of its strip."""


class Card(NamedTuple):
    """Content of a card."""

    address: str
    """URL path of the page that it is about."""
    texts: Sequence[str]
    """Its title and the short texts below it, such as the date."""
    until: date | None
    """Last day of its strip. None for a card without a strip."""

    @property
    def path(self) -> str:
        """Path of its file in the site, as in `log/2026/02/15/card.png`."""
        return f"{self.address}card.png"

    @property
    def text(self) -> str:
        """The words on it, for those who do not see it."""
        return ", ".join(self.texts)


def cards(facts: Facts, site: Publication) -> Iterator[Card]:
    """Yield all cards, that of the home page first."""
    newest, author = facts.standing.newest, site.author.name if site.author else ""
    yield _card("", newest.date if newest else None, site.title, author, site.description)
    for entry in facts.journal.entries:
        position = facts.positions[entry.path]
        number, series = words.entry_number(position.entry_number), position.series.title if position.series else ""
        title, day = words.entry_title(entry, position), words.days_of(entry)
        yield _card(entry.address, entry.date, title, day, number, series)
    yield from (_week(week, facts, site.addresses.of(week.week)) for week in facts.progress.weeks.values())
    yield from (_milestone(one, site.addresses.of(one.milestone)) for one in facts.milestones.values())
    for status in facts.series_status:
        latest, goal = status.latest.date if status.latest else None, status.series.counts_down_to
        day_or_number = words.day(goal) if goal else words.entry_number(status.entry_number)
        yield _card(site.addresses.of(status.series), latest, status.series.title, day_or_number, site.title)


def _card(address: str, until: date | None, *texts: str) -> Card:
    return Card(address, [*filter(None, texts)], until)


def _week(progress: WeekProgress, facts: Facts, address: str) -> Card:
    week, totals, dates = progress.week, progress.totals, facts.week_dates.get(progress.week.week)
    title = _("Week %(number)s: %(title)s", number=week.week, title=week.title)
    done = words.done_of(totals) if totals.items else ""
    until = progress.entries[-1].date if progress.entries else None
    return _card(address, until, title, words.date_range(dates) if dates else "", done)


def _milestone(progress: MilestoneProgress, address: str) -> Card:
    title, part = words.title_of(progress.milestone), progress.part.title if progress.part else ""
    days = [week.entries[-1].date for week in progress.weeks if week.entries]
    answered = progress.answered_on
    answer = _("answered on %(day)s", day=words.day(answered)) if answered else ""
    until = answered or max(days, default=None)
    return _card(address, until, title, _("Milestone"), part, answer)


class CardStrips:
    """Strips of cards: the level of each of the last days, and what they depend on."""

    def __init__(self, facts: Facts) -> None:
        self._activity = facts.activity
        self._first_weekday = 6 if facts.journal.curriculum.week_starts == "sun" else 0
        self._inputs = {
            day.toordinal(): f"{active.hours},{active.amount('work')},{active.empty}"
            for day, active in facts.activity.items()
        }

    def _days(self, until: date) -> tuple[int, int]:
        """Return the ordinals of the first and the last day of a strip."""
        last = until.toordinal()
        return last - (last - 1 - self._first_weekday) % 7 - 7 * (WEEKS - 1), last

    def inputs(self, until: date) -> str:
        """Return all that the strip of a day is drawn from."""
        first, last = self._days(until)
        return f"{until} {';'.join(self._inputs.get(day, '') for day in range(first, last + 1))}"

    def levels(self, until: date) -> list[int]:
        """Return the level of each day of a strip, from the first day of its weeks to `until`, its last."""
        first, last = self._days(until)
        days = [date.fromordinal(ordinal) for ordinal in range(max(1, first), last + 1)]
        active = [self._activity[day] for day in days if day in self._activity]
        level_of = levels(active, best_measure(active))
        return [0] * (last - first + 1 - len(days)) + [level_of.get(day, 0) for day in days]


def card_inputs(card: Card, site: Publication, strips: CardStrips) -> object:
    """Return all that a card is drawn from, for JSON."""
    return [site.title, card.address, card.texts, card.until and strips.inputs(card.until)]


def card_png(card: Card, site: Publication, strips: CardStrips) -> bytes:
    """Return a card as PNG."""
    # Imported here: Pillow is not needed by a build that draws no card.
    from daytrail.views.files.card_drawing import card_lines, draw_card

    title, *texts = map(plain_title, card.texts)
    lines = list(card_lines(site.title if card.address else "", title, texts))
    return draw_card(lines, strips.levels(card.until) if card.until else None)
