"""Diagnostics of an import, and the word ledger, which tells what of a source document the result lacks.

The location of a diagnostic has a line and no path, since an importer is given a text and not a file.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from daytrail.importers.text.links import links_to_files
from daytrail.problems import Location, Problem, Severity, warning

UNPARSED_LINE = "unparsed-line"
"""Code of the diagnostics whose message is a line, or words, of the source that the result does not contain."""
WORD = re.compile(r"[^\W_]+")
_GENERATED_KEYS = {"id", "needs", "part"}
"""Keys whose values an import makes up; they contain no word of the source."""
_MARKERS = re.compile(
    r"^[\s\x00-\x1f\x7f-\x9f]*(?:>\s*)*(?:\d{1,9}[.)](?=\s)\s*)+|\[[xX ]\]|&nbsp;|&amp;"
    r"|</?(?:table|thead|tbody|t[rdh]|[ou]l|li|details|summary|div|p|h[1-6]|[bi]|[bh]r|center)\b[^<>]*>"
    r"|<a (?:name|id)=[^<>]*>",
    re.IGNORECASE,
)
"""Numbers of lists, boxes, and tags that say nothing."""


@dataclass(frozen=True, slots=True)
class StateGuess(Problem):
    """A diagnostic about checkboxes that have another state in the result than in the source."""

    lines: tuple[int, ...] = ()
    state: str = ""
    """In the result: a status of a reading list, or `open`, `ticked` or `dropped`."""


def state_guess(lines: Sequence[int], code: str, message: str, state: str) -> StateGuess:
    """Return a diagnostic about the state that the checkboxes of some lines have in the result."""
    return StateGuess(Location("", lines[0]), Severity.WARNING, message, code=code, lines=tuple(lines), state=state)


def diagnostic(line: int, code: str, message: str) -> Problem:
    """Return a diagnostic about a guess or a contradiction; its code names the kind, as in `guessed-year`."""
    return warning(Location("", line), message, code=code)


def unparsed_line(line: int, text: str) -> Problem:
    """Return the diagnostic for a line of the source that the result does not contain."""
    return diagnostic(line, UNPARSED_LINE, text)


def by_line(diagnostics: Iterable[Problem]) -> list[Problem]:
    """Return diagnostics in the order of the source."""
    return sorted(diagnostics, key=lambda problem: problem.location.line)


def count_words(text: str) -> Counter[str]:
    """Return how often each word of a text occurs, without regard to case and punctuation."""
    return Counter(WORD.findall(text.casefold()))


def without_markers(line: str) -> str:
    """Return a line without list numbers, checkboxes and line breaks, which a result expresses in another way."""
    return _MARKERS.sub(" ", line)


def replaced_words(before: str, after: str) -> Iterator[tuple[int, str]]:
    """Yield the number of each line that differs in two texts, with the words that only the first of them has."""
    for number, (old, new) in enumerate(zip(before.split("\n"), after.split("\n"), strict=True), 1):
        if new and old != new:
            yield number, " ".join((count_words(old) - count_words(new)).elements())


def text_values(data: Any) -> Iterator[str]:
    """Yield the values of nested lists and mappings as texts, without those of generated keys."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, Mapping):
        for key, value in data.items():
            if key not in _GENERATED_KEYS:
                yield from text_values(value)
    elif isinstance(data, Sequence):
        for value in data:
            yield from text_values(value)
    else:
        yield str(data)


class WordLedger:
    """Record of the words of each line that were imported, as text or as structure."""

    def __init__(self) -> None:
        self.structure: list[str] = []
        """Words that became a number, a key or a position, as in `Week 3 —`."""
        self._imported: defaultdict[int, list[Counter[str]]] = defaultdict(list)

    def add_text(self, lines: Iterable[int], *texts: str) -> None:
        """Record that lines were imported as these texts."""
        words = count_words("\n".join(texts))
        for line in lines:
            self._imported[line].append(words)

    def add_structure(self, lines: Iterable[int], *words: str) -> None:
        """Record that words of lines became structure."""
        self.add_text(lines, *words)
        self.structure += words

    def has_words(self, line: int) -> bool:
        """Return whether a line, or a part of it, was imported."""
        return any(self._imported.get(line, ()))

    def unparsed_lines(self, source: str, *, nothing_imported: bool) -> tuple[Problem, ...]:
        """Return a diagnostic for each line of the source with words that are missing from the result.

        If these are only targets of relative links, its message is the links and not the line.
        """
        return tuple(
            unparsed_line(number, _without_imported(line, missing))
            for number, line in enumerate(source.split("\n"), start=1)
            if (missing := count_words(line) if nothing_imported else self._missing_words(number, line))
        )

    def _missing_words(self, number: int, line: str) -> Counter[str]:
        words, imported = count_words(without_markers(line)), self._imported[number]
        return words - Counter({word: sum(texts[word] for texts in imported) for word in words})


def _without_imported(line: str, missing: Counter[str]) -> str:
    """Return the relative links of a line if all words that are missing are in their targets, or else the line."""
    links = [(link, target) for link, target in links_to_files(line) if not target.startswith("#")]
    is_in_links = missing <= count_words(" ".join(target for _, target in links))
    return " ".join(link for link, _ in links) if is_in_links else line
