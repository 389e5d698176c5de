"""The books of an import: every word of a line is in the result, became structure, or the line is left over."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from daytrail.importers.text.draft import Left

_NAMES = {"id", "needs", "part"}
"""Keys whose values are made up by an import; they hold no word of the source."""

_SIGNS = re.compile(r"^\s*(?:>\s*)*(?:\d{1,9}[.)](?=\s)\s*)+|\[[xX ]\]|<br\s*/?>|&nbsp;|&amp;")


def words(text: str) -> Counter[str]:
    """Count the words of a text, whatever stands between them."""
    return Counter(re.findall(r"[^\W_]+", text.casefold()))


def signless(line: str) -> str:
    """Return a line without the number of an item, boxes and line breaks, which a result says in another way."""
    return _SIGNS.sub(" ", line)


def texts(data: Any) -> Iterator[str]:
    """Yield the values of nested lists and maps as texts, but for the names that an import made up."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key not in _NAMES:
                yield from texts(value)
    elif isinstance(data, Sequence) and not isinstance(data, str):
        for value in data:
            yield from texts(value)
    else:
        yield str(data)


class WordLedger:
    """What became of the words of each line."""

    def __init__(self) -> None:
        self.structure: list[Left] = []
        """Words that became a number, a key or a place, as in `Week 3 —`."""
        self._kept: defaultdict[int, Counter[str]] = defaultdict(Counter)

    def keep(self, lines: Iterable[int], *kept: str) -> None:
        """Note that some lines became texts of the result."""
        found = sum((words(text) for text in kept), Counter())
        for line in lines:
            self._kept[line].update(found)

    def became(self, lines: Iterable[int], said: str) -> None:
        """Note that some words of lines became structure."""
        for line in lines:
            self._kept[line].update(words(said))
            self.structure.append(Left(line, said))

    def left(self, source: str, *, empty: bool) -> tuple[Left, ...]:
        """Return the lines of the source that the result does not hold whole; all, where it is empty."""
        return tuple(
            Left(number, line)
            for number, line in enumerate(source.split("\n"), start=1)
            if (words(line) if empty else words(signless(line)) - self._kept[number])
        )
