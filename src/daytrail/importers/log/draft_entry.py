"""Draft entries: what an import of a log proposes; copies of days, templates that nobody filled in, and series."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from daytrail.importers.text.diagnostics import count_words, diagnostic, unparsed_line
from daytrail.importers.text.markdown import hidden_lines
from daytrail.problems import Problem

_HEADING = re.compile(r"^( {0,3})(#{1,6})(?=\s)")
_OBSIDIAN_COMMENT = re.compile(r"%%(?!%)((?:(?!%%|--).)+?)%%", re.DOTALL)
_FENCED = re.compile(r"(^ {0,3}(?:```|~~~).*?^ {0,3}(?:```|~~~)[^\S\n]*$)", re.DOTALL | re.MULTILINE)
_LABEL = re.compile(r"\s*(?:[-*+]\s+)?(?:#+\s+[^.!?]{1,40}|(?:\*\*|__)[^*_]{1,40}(?:\*\*|__)|[^\W\d][\w' ]{0,40}:)\W*")


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
    """URLs that are alone on a line; they stay in the body as well."""
    structure: tuple[str, ...] = ()
    """Words of the source that became its date or its number."""
    is_draft: bool = False
    """Whether the source says that it is not to be published."""


def site_body(body: str) -> str:
    """Return a body with headings below level 1, which is the entry's title, and with Obsidian's comments as HTML's."""
    lines = body.split("\n")
    hidden = hidden_lines(lines)
    headings = [at for at, line in enumerate(lines) if at + 1 not in hidden and _HEADING.match(line)]
    if any(re.match(r" *#\s", lines[at]) for at in headings):
        for at in headings:
            lines[at] = _HEADING.sub(lambda match: match[1] + (match[2] + "#")[:6], lines[at])
        body = "\n".join(lines)
    if "%%" not in body:
        return body
    parts = _FENCED.split(body)  # every second part is a code fence
    parts[::2] = [_OBSIDIAN_COMMENT.sub(r"<!--\1-->", part) for part in parts[::2]]
    return "".join(parts)


def merge_duplicates(drafts: Sequence[DraftEntry]) -> tuple[list[DraftEntry], list[str], list[Problem]]:
    """Return the drafts with the longest of several copies of a day, and bodies of and diagnostics about the others.

    Copies have the same date, day numbers and series; those with a date also have the same title, and share at least
    half the words of the shorter one.
    """
    indices: dict[object, int] = {}
    unique: list[DraftEntry] = []
    bodies: list[str] = []
    diagnostics: list[Problem] = []
    for draft in drafts:
        key = (draft.date, draft.day_numbers, draft.series.casefold(), draft.title.casefold() if draft.date else "")
        index = indices.get(key) if draft.date or draft.day_numbers else None
        if index is None or not _is_copy(unique[index], draft):
            indices[key] = len(unique)
            unique.append(draft)
            continue
        known = unique[index]
        longer, shorter = (draft, known) if len(draft.body) > len(known.body) else (known, draft)
        links = tuple(dict.fromkeys((*longer.links, *shorter.links)))
        unique[index] = replace(
            longer, links=links, title=longer.title or shorter.title, is_draft=longer.is_draft or shorter.is_draft
        )
        bodies.append(shorter.body)
        diagnostics += _diagnostics(shorter, longer)
    return unique, bodies, diagnostics


def _diagnostics(shorter: DraftEntry, longer: DraftEntry) -> Iterator[Problem]:
    """Yield that there are copies, and the lines that only the shorter one has."""
    known_lines = {line.strip() for line in longer.body.split("\n")}
    extra = [line for line in shorter.body.split("\n") if line.strip() and line.strip() not in known_lines]
    if shorter.title and longer.title and shorter.title.casefold() != longer.title.casefold():
        extra.insert(0, shorter.title)
    name = f"day {shorter.day_numbers[0]}" if shorter.day_numbers else str(shorter.date)
    if extra or longer.body != shorter.body:
        message = f"{name} stands twice and differs; the longer one, of line {longer.line}, was kept"
    else:
        message = f"{name} stands twice, word for word"
    yield diagnostic(shorter.line, "duplicate-day", message)
    yield from (unparsed_line(shorter.line, line) for line in extra)


def _is_copy(draft: DraftEntry, other: DraftEntry) -> bool:
    """Tell whether two drafts of the same day are copies of each other."""
    if not draft.date:
        return True
    words, other_words = count_words(draft.body), count_words(other.body)
    return (words & other_words).total() * 2 >= min(words.total(), other_words.total())


def is_empty_template(draft: DraftEntry, dated: int, drafts: int) -> bool:
    """Tell whether a draft has only labels and, in a log where most drafts are dated, no date."""
    if draft.date or draft.title or draft.links or dated * 2 < drafts:
        return False
    return all(_LABEL.fullmatch(line) for line in draft.body.split("\n") if line.strip())


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
        if draft.series and draft.day_numbers:
            key = draft.series.casefold()
            spellings[key][draft.series] += 1
            numbers[key] += draft.day_numbers
    titles = {key: max(counter, key=lambda name: (counter[name], name)) for key, counter in spellings.items()}
    chains: list[list[str]] = []
    for key in sorted(numbers, key=lambda key: (min(numbers[key]), key)):
        chain = next((chain for chain in chains if max(numbers[chain[-1]]) < min(numbers[key])), None)
        if chain:
            chain.append(key)
        else:
            chains.append([key])
    return tuple(NamedSeries(titles[chain[-1]], tuple(titles[key] for key in chain[-2::-1])) for chain in chains)
