"""Series that the numbers of a log count, with the names that they had."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from daytrail.importers.log.draft_entry import DraftEntry


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
