"""Draft entries: what an import of a log proposes for each day, and the series that they belong to."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import zip_longest
from textwrap import dedent

from daytrail.importers.log.date_context import read_date_context
from daytrail.importers.log.day_mark import read_day_mark
from daytrail.importers.log.hours import Hours, hours_in_title, hours_of_lines, leading_hours
from daytrail.importers.log.sections import Section
from daytrail.importers.text.markdown import is_valid_url, plain_text
from daytrail.importers.text.outline import hidden_line_numbers
from daytrail.importers.text.vocabulary import any_of

_HEADING = re.compile(r"^( {0,3})(#{1,6})(?=\s)")
_OBSIDIAN_COMMENT = re.compile(r"%%(?!%)((?:(?!%%|--).)+?)%%", re.DOTALL)
_FENCED = re.compile(r"(^ {0,3}(?:```|~~~).*?^ {0,3}(?:```|~~~)[^\S\n]*$)", re.DOTALL | re.MULTILINE)
_LIST_OR_QUOTE = re.compile(r"\s*(?:[-+>|#]|\*(?!\*))")
_TIME = r"\d{1,2}[:h]\d\d(?::\d\d)?\s?(?:[ap]m\b)?"
_NO_TITLE = re.compile(
    rf"\W*(?:{_TIME}(?:\s(?-i:[A-Z]{{3,4}}))?\W*){{0,2}}|\d{{1,2}} ?[ap]m"
    rf"|(?:{any_of('log_words', 'log_entry', 'days')})\W*|(?:{any_of('short_weekdays')})\.?|(?-i:[MTWHFSU])",
    re.IGNORECASE,
)
"""Pictures, times of day and weekdays, which are what is left of a date, and words for a log or a day."""
_TIMES = re.compile(rf"^\(?{_TIME}(?:\s?[–—-]\s?{_TIME})?\)?[\s:,|–—-]+", re.IGNORECASE)
"""One or two times of day before a title."""
_SHORTCODE = re.compile(r":\w+:$")
"""A picture at the end of a title, as in `:boat:`."""
_NO_DAY_NUMBER = re.compile(rf"(?:(?:{any_of('days')})\s*|[rR]\d{{1,2}}[dD]|[dD])\d{{1,4}}\.\d", re.IGNORECASE)
_SEPARATOR = re.compile(
    r"(?:[-*_=]\s*){3,}|#{1,6}|(?:</?[a-z]\w*(?:\s\w+)?\s*/?>\s*|<a\s[^<>]*></a>\s*)+|(?:&nbsp;?\s*)+|\\"
    r"|<!--\s*[-=*#]{3,}[^<>]*-->|(?:[-*^>] )?(?:\[[^\[\]]*\]\(#[^()\s]*\)[\s|]*)+",
    re.IGNORECASE,
)
"""A line that separates days, closes what was opened around one, or only leads to another place in the document."""
_NOTHING_AT_END = re.compile(r"(?:\s*</?br\s*/?>|\n[-*+])+$", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([a-z]\w*)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """An entry that an import proposes."""

    line: int
    """Its first line in the source, from 1."""
    date: date | None
    day_numbers: tuple[int, int] | None = None
    """The first and the last day that it covers."""
    series: str = ""
    """The name of what its number counts; empty if the source does not say."""
    title: str = ""
    body: str = ""
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    """URLs of links in the heading; those of the text stay there."""
    structure: tuple[str, ...] = ()
    """Words of the source that became its date or its number."""
    is_draft: bool = False
    """True if the source says that it is not to be published."""
    hours: float | None = None
    doubts: tuple[tuple[str, str], ...] = ()
    """The code and the message of each guess about it."""

    @property
    def name(self) -> str:
        """Its number or else its date, for messages."""
        return f"day {self.day_numbers[0]}" if self.day_numbers else str(self.date)


def draft_entry(section: Section, day: date | None) -> DraftEntry:
    """Return the entry of a section, of which the date is known."""
    head, mark = section.head, section.head.mark
    lines = [raw for _, raw in section.lines]
    day_numbers, series, structure = mark.day_numbers, mark.series, []
    first = next((index for index, raw in enumerate(lines) if raw.strip()), None)
    if first is not None and day_numbers is None and not _LIST_OR_QUOTE.match(lines[first]):
        of_line = read_day_mark(lines[first].strip())
        if of_line.day_numbers and not of_line.date and of_line.is_separated and not of_line.title:
            # As in `Day 57 of ML Systems: I spent …`: the number goes to the front matter, the rest stays.
            day_numbers, series = of_line.day_numbers, of_line.series
            structure.append(lines[first].removesuffix(of_line.rest))
            lines[first] = of_line.rest
    kept = _without_separators(lines)
    structure += [section.date_line, *lines[: kept.start], *lines[kept.stop :]]
    lines = lines[kept.start : kept.stop]
    body = _unindented(lines) if head.is_item else "\n".join(_with_hard_breaks(lines)).strip("\n")
    body = dedent(body) if re.match(r" {1,3}(?! )", body) else body  # as within `<details>`
    title, hours, time_of_day = _read_title(section)
    hours = hours or hours_of_lines(lines) or (leading_hours(lines[0]) if head.body and lines else None)
    doubts = [*head.doubts]
    if _NO_DAY_NUMBER.match(title) and not day_numbers:
        doubts.append(("no-day-number", f"`{title}` is not a day number; the entry has none"))
    last_day = day + timedelta(days=day_numbers[1] - day_numbers[0]) if day and day_numbers else day
    is_several = mark.date and mark.date.is_range and not (last_day != day and mark.date.ends_with(last_day))
    if mark.date and day and (is_several or mark.date.is_falling):
        other = ", though the last is before it; check the dates" if mark.date.is_falling else ""
        doubts.append(("several-dates", f"{mark.date.text}: the first day was taken{other}"))
    if hours and hours.is_range:
        doubts.append(("range-of-hours", f"{hours.text}: {hours.value:g} hours were taken"))
    if mark.date and day is None:  # a date that does not exist stays in the title
        title = " ".join(filter(None, (mark.date.text, title)))
    return DraftEntry(
        head.number,
        day,
        day_numbers,
        series or (f"Round {mark.round[1:]}" if mark.round else ""),
        title,
        _NOTHING_AT_END.sub("", site_body("\n\n".join(filter(None, (time_of_day, body))))),
        head.tags,
        tuple(url for url in head.links if is_valid_url(url)),
        tuple(structure),
        hours=head.hours or (hours.value if hours else None),
        doubts=tuple(doubts),
    )


def _read_title(section: Section) -> tuple[str, Hours | None, str]:
    """Return the title of a section, the hours in it, and a time of day, which belongs to the text."""
    words = plain_text(section.head.title).strip(" *_")
    title, hours = hours_in_title(words if _SHORTCODE.search(words) else words.rstrip(" :"))
    title = re.sub(r"^\(([^()]*)\)$", r"\1", title)
    day = section.head.mark.date
    if not day:
        return ("" if _NO_TITLE.fullmatch(title) else title), hours, ""
    month = read_date_context(title)
    title = "" if month and month.month == day.month else title  # `4 March March, 2018`
    times = _TIMES.match(f"{title} ")
    left_out = title if _NO_TITLE.fullmatch(title) else times[0] if times else ""
    time = re.sub(r"^\W+|\W+$", "", left_out) if re.search(r"\d", left_out) else ""
    return title[len(left_out) :].lstrip(), hours, time


def _without_separators(lines: Sequence[str]) -> range:
    """Return the indices of the lines between the blank lines and the separators at the beginning and the end.

    A tag stays if its other half is within the text.
    """
    opened: defaultdict[str, list[int]] = defaultdict(list)
    paired: set[int] = set()
    for at, line in enumerate(lines):
        for end, name in _TAG.findall(line):
            if not end:
                opened[name.casefold()].append(at)
            elif opened[name.casefold()] and (start := opened[name.casefold()].pop()) < at:
                paired |= {start, at}
    separators = (not line.strip() or _SEPARATOR.fullmatch(line.strip()) for line in lines)
    texts = [at for at, is_separator in enumerate(separators) if not is_separator or at in paired]
    return range(texts[0], texts[-1] + 1) if texts else range(0)


def _with_hard_breaks(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines without spaces at their ends, but two where they break a line of a paragraph."""
    for line, following in zip_longest(lines, lines[1:], fillvalue=""):
        stripped = line.rstrip()
        breaks = line.endswith("  ") and stripped and following.strip() and not stripped.startswith("#")
        yield f"{stripped}  " if breaks else stripped


def _unindented(lines: Sequence[str]) -> str:
    """Return the text of a list item without the indentation of its further lines."""
    lines = list(_with_hard_breaks(lines))
    first = 0 if not lines or lines[0][:1].isspace() or not lines[0] else 1
    end = next((at for at, line in enumerate(lines) if at >= first and line and not line[0].isspace()), len(lines))
    lines[first:end] = dedent("\n".join(lines[first:end])).split("\n") if end > first else []
    return "\n".join(lines).strip("\n")


def site_body(body: str) -> str:
    """Return a body with headings below level 1, which is the entry's title, and with Obsidian's comments as HTML's."""
    if re.search(r"^ {0,3}#\s", body, re.MULTILINE):
        lines, hidden = body.split("\n"), hidden_line_numbers(body)
        headings = [at for at, line in enumerate(lines) if at + 1 not in hidden and _HEADING.match(line)]
        if any(re.match(r" *#\s", lines[at]) for at in headings):
            for at in headings:
                lines[at] = _HEADING.sub(lambda match: match[1] + (match[2] + "#")[:6], lines[at])
            body = "\n".join(lines)
    if "%%" not in body:
        return body
    parts = _FENCED.split(body)  # every second part is a code fence
    parts[::2] = [_OBSIDIAN_COMMENT.sub(_html_comment, part) for part in parts[::2]]
    return "".join(parts)


def _html_comment(match: re.Match[str]) -> str:
    """Return a comment of Obsidian as one of HTML; what it calls private becomes a private passage."""
    is_private = "private" in match[1].casefold()
    return f"<!-- private -->{match[1]}<!-- /private -->" if is_private else f"<!--{match[1]}-->"


def is_round(series: str) -> bool:
    """Return whether the name of a series is that of a round."""
    return re.search(r"\bround \d+$", series, re.IGNORECASE) is not None


@dataclass(frozen=True, slots=True)
class NamedSeries:
    """A series as the source names it."""

    title: str
    former_titles: tuple[str, ...] = ()
    """The latest first."""


def find_series(drafts: Iterable[DraftEntry]) -> tuple[NamedSeries, ...]:
    """Return the series of a log.

    Numbers that continue under another name are one series that was renamed. Names that differ only in case are one, in
    the most frequent spelling.
    """
    spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for draft in drafts:
        if draft.series:
            spellings[draft.series.casefold()][draft.series] += 1
            numbers[draft.series.casefold()] += draft.day_numbers or ()
    titles = {key: max(counter, key=lambda name: (counter[name], name)) for key, counter in spellings.items()}
    chains: list[list[str]] = []
    for key in sorted(numbers, key=lambda key: (min(numbers[key], default=0), key)):
        first = min(numbers[key], default=0)
        chain = next((chain for chain in chains if 0 < max(numbers[chain[-1]], default=0) < first), None)
        if chain and not is_round(key):
            chain.append(key)
        else:
            chains.append([key])
    return tuple(NamedSeries(titles[chain[-1]], tuple(titles[key] for key in chain[-2::-1])) for chain in chains)
