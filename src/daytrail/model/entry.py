"""Entries: one Markdown file for each day."""

import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import PurePosixPath
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from daytrail.model.base import Brief, Day, Flag, Hours, Id, Language, Line, Prose, Record, Url, refuse, segment
from daytrail.model.urls import normalise
from daytrail.problems import quoted

Status = Literal["to-read", "reading", "read", "dropped"]
"""Status of a reading by the writer's own word."""


class DayNumber(NamedTuple):
    """The number of a day in its series, or the first and last number if an entry covers several days."""

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def _day_number(value: object) -> object:
    if isinstance(value, DayNumber):
        return value
    hint = "write a whole number such as `57`, or a range such as `3-4`"
    if not isinstance(value, str):  # a list of two would pass for a range
        raise refuse("this is not the number of a day", hint)
    text = value.strip()
    # People type an en dash between numbers as well.
    match = re.fullmatch(r"(0|[1-9][0-9]{0,5})(?:\s*[-\u2013]\s*([1-9][0-9]{0,5}))?", text)
    if not match:
        plain = re.fullmatch(r"0+([1-9][0-9]{0,5})", text)
        raise refuse(f"{quoted(text)} is not the number of a day", f"write `{plain[1]}`" if plain else hint)
    first, last = int(match[1]), int(match[2] or match[1])
    if last < first:
        raise refuse(f"the range {quoted(text)} runs backwards", f"write `{last}-{first}`")
    return (first, last)


Number = Annotated[
    DayNumber,
    BeforeValidator(_day_number),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "string", "pattern": "^[0-9]+-[0-9]+$"}]}),
]


class Did(NamedTuple):
    """How often a habit was kept."""

    habit: str
    """The id."""
    times: int = 1


def _did(value: object) -> object:
    hint = "write the id of a habit, or an id and a number, as in `{problems: 2}`"
    match value:
        case Did():
            return value
        case str(habit) if habit.strip():
            return (habit.strip(), 1)
        case dict() if len(value) == 1:
            [(habit, count)] = value.items()
            if isinstance(count, str) and re.fullmatch("[1-9][0-9]{0,3}", count.strip()):
                return (str(habit), int(count))
            raise refuse(f"how often {quoted(str(habit))} was done is no number", hint)
    raise refuse("this does not say what was done", hint)


_OneDid = Annotated[
    Did,
    BeforeValidator(_did),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "string"},
                {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}, "maxProperties": 1},
            ]
        }
    ),
]


class Link(Brief):
    """A link that the writer gives a place of its own; a bare URL is one too."""

    brief: ClassVar[str] = "url"

    url: Url
    """The page, http or https."""
    title: Line | None = None
    """Title of the page; without it the URL is shown."""
    status: Status | None = None
    """Status of the reading. Only `done:` ticks an item of the plan."""
    note: Prose | None = None
    """A remark, shown under the link."""


MAX_LIST = 200
"""Values of each list of an entry."""
_Lines = Annotated[tuple[Line, ...], Field(max_length=MAX_LIST)]
_Tag = Annotated[Line, AfterValidator(lambda text: text.removeprefix("#") or text)]
_Tags = Annotated[tuple[_Tag, ...], Field(max_length=MAX_LIST)]


class FrontMatter(Record):
    """Front matter of an entry: the YAML between its `---` lines."""

    date: Day | None = None
    """The calendar date, as in 2026-02-15. Required here or in the file's name."""
    until: Day | None = None
    """The last day, if the entry is about several."""
    series: Id | None = None
    """The id of a series of curriculum.yaml; without it the first one."""
    day: Number | None = None
    """The number in the series, or a range as in 3-4."""
    title: Line | None = None
    """One line; without it a first line `# …` of the text, else the date is the title."""
    description: Line | None = None
    """One line for search engines and previews; without it the beginning of the text."""
    lang: Language | None = None
    """The language of the text, as in `ar`; without it that of the site."""
    authors: _Lines = ()
    """Who wrote it, if that is not the author of the plan: names, or ids in `.authors.yml`."""
    tags: _Tags = ()
    hours: Annotated[Hours, Field(le=48)] | None = None
    """Hours of work."""
    links: Annotated[tuple[Link, ...], Field(max_length=MAX_LIST)] = ()
    """Links to things that were read or watched. One to a reading of the plan counts as touching it."""
    done: _Lines = ()
    """Items finished on this day, as in w22/switch-transformers."""
    started: _Lines = ()
    """Items begun on this day."""
    dropped: _Lines = ()
    """Items given up on this day."""
    touched: _Lines = ()
    """Items, weeks (w23) or topics that were worked on without a link."""
    did: Annotated[tuple[_OneDid, ...], Field(max_length=MAX_LIST)] = ()
    """Habits of the plan that were kept, each with how often if that is more than once, as in `{problems: 2}`."""
    milestone: Id | None = None
    """The milestone that this entry answers."""
    was: _Lines = ()
    """Former names of the file, as in 2026-02-15-evening; links to their pages lead to this one."""
    draft: Flag = False
    """true keeps the entry out of everything."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A link in an entry's text."""

    url: str
    text: str
    """The linked text."""
    sentence: str
    """The plain text of the sentence around it."""


TaskState = Literal["open", "done", "dropped"]
"""The state of a task by its checkbox: `[ ]`, `[x]` or `[-]`."""


@dataclass(frozen=True, slots=True)
class Task:
    """A checkbox in an entry's text."""

    text: str
    """Plain text, on one line."""
    state: TaskState

    @property
    def key(self) -> str:
        """The key by which it is the same task in another entry: its words, without case and spacing."""
        return " ".join(self.text.casefold().split())


@dataclass(frozen=True, slots=True)
class Entry:
    """One day's record: its front matter, and what is in its text."""

    path: str
    """Relative to the project's root, with forward slashes."""
    stem: str
    """The file's name without its suffix; it identifies the entry. See `stem_of`."""
    date: date
    series: str | None
    day: DayNumber | None
    title: str | None
    description: str | None
    lang: str | None
    tags: tuple[str, ...]
    hours: float | None
    listed_links: tuple[Link, ...]
    """Those of the key `links:`."""
    done: tuple[str, ...]
    started: tuple[str, ...]
    dropped: tuple[str, ...]
    touched: tuple[str, ...]
    milestone: str | None
    body: str
    """Markdown, without private passages."""
    excerpt: str
    """The paragraphs above `<!-- more -->`, else the first one, as plain text."""
    text_links: tuple[Mention, ...]
    """Those in the text."""
    tasks: tuple[Task, ...]
    until: Day | None = None
    """The last of the days that it is about; None if it is about one."""
    did: tuple[Did, ...] = ()
    """Habits that were kept."""
    authors: tuple[str, ...] = ()
    """Names of those who wrote it, if that is not the author of the plan."""
    old_addresses: tuple[str, ...] = ()
    """URL paths that the page had on another site, from its root, as in `blog/2024/01/31/hello/`."""
    was: tuple[str, ...] = ()
    """Former stems."""
    attachments: tuple[str, ...] = ()
    """Files in the entries' folder that the text shows or links to, by their path in the project."""
    local_links: tuple[str, ...] = ()
    """URLs of links and images in the text that name no host, as the page has them."""
    wikilinks: tuple[tuple[str, str], ...] = ()
    """Names in `[[…]]`, each with the path of the file, or the address in the plan, that it leads to; else empty."""
    headings: tuple[str, ...] = ()
    """Names in `[[…]]` with a heading, as in `2026-11-19#What is new`; without a name for one of the text itself."""
    links: tuple[str, ...] = ()
    """The normalised URLs of all links: first the listed ones, then those in the text; computed if not given."""
    words: int = 0
    """Number of words in the text, code and formulas included; counted if it is not given."""

    address: str = field(init=False, compare=False, repr=False)
    """The URL path of the entry's page, relative to the site's root, as in `log/2026/02/15-evening/`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "address", self.address_by_stem(self.stem))
        if not self.links:
            urls = [*(link.url for link in self.listed_links), *(link.url for link in self.text_links)]
            object.__setattr__(self, "links", tuple(map(normalise, urls)))
        if not self.words:
            object.__setattr__(self, "words", len(self.body.split()))

    def address_by_stem(self, stem: str) -> str:
        """Return the address that the page has if the file has a stem. Raises ValueError as `dated` does."""
        name = dated(stem)
        suffix = f"-{segment(name.rest)}" if name.rest else ""
        return f"log/{(name.day or self.date).isoformat().replace('-', '/')}{suffix}/"

    @property
    def days(self) -> list[Day]:
        """The days that it is about."""
        more = (self.until - self.date).days if self.until else 0
        return [self.date + timedelta(number) for number in range(more + 1)]

    @property
    def empty(self) -> bool:
        """True if it says nothing except that there was a day."""
        named = self.listed_links or self.milestone or self.done or self.started or self.dropped or self.touched
        return not (self.words or self.title or self.hours or named or self.did)


def stem_of(path: str) -> str:
    """Return the name that identifies an entry by its path: of `hello/index.md`, a post in a folder, the folder's."""
    file = PurePosixPath(path)
    return file.parent.name if file.stem == "index" else file.stem


class DatedStem(NamedTuple):
    """A file's stem in parts."""

    day: date | None
    """The date that it starts with."""
    rest: str
    title: str = ""
    """The rest if a space is before it, as in `2026-02-15 Routing and load`."""
    until: date | None = None
    """The second date, as in `2026-02-15..17`."""


_DATED = re.compile(
    r"(?P<y>[0-9]{4})(?:(?P<sign>[-_])(?P<m>[0-9]{1,2})(?P=sign)(?P<d>[0-9]{1,2})|(?P<mm>[0-9]{2})(?P<dd>[0-9]{2}))"
    r"(?P<range>\.\.(?:(?P<y2>[0-9]{4})-)?(?:(?P<m2>[0-9]{2})-)?(?P<d2>[0-9]{2}))?(?:(?P<gap>[-_ ]+)(?P<rest>.*))?$",
    re.DOTALL,
)


def dated(stem: str) -> DatedStem:
    """Split a file's stem into the date that it starts with, if any, and the rest.

    A date is written as in `2026-02-15`, `2026_2_5` or `20260215`. The second date of a range, of which the beginning
    that is the same may be missing, is also in the rest.

    Raises:
        ValueError: The stem starts with digits in the form of a date that is not in the calendar.
    """
    match = _DATED.match(stem)
    if not match:
        return DatedStem(None, stem)
    try:
        day = date(int(match["y"]), int(match["m"] or match["mm"]), int(match["d"] or match["dd"]))
    except ValueError:
        if match["mm"]:  # eight digits may be anything
            return DatedStem(None, stem)
        raise
    rest = match["rest"] or ""
    title = rest if (match["gap"] or "").startswith(" ") else ""
    if match["range"]:
        return DatedStem(day, "-".join(filter(None, [match["range"][2:], rest])), title, _end_of_range(match, day))
    return DatedStem(day, rest, title)


def _end_of_range(match: re.Match[str], day: date) -> date:
    until = date(int(match["y2"] or day.year), int(match["m2"] or day.month), int(match["d2"]))
    if until < day:
        raise ValueError
    return until
