"""What the numbers of a log count: one series, under the names that it had, the last one first."""

from collections.abc import Iterable
from dataclasses import dataclass

from daytrail.importers.text.draft import Draft


@dataclass(frozen=True, slots=True)
class Counted:
    """A series as the source names it."""

    title: str
    was: tuple[str, ...] = ()
    """Former titles, the latest first."""


def counted(drafts: Iterable[Draft]) -> tuple[Counted, ...]:
    """Return the series of a log; one whose numbers go on under another name is the same, renamed.

    Names that differ in case are one, spelt as most entries spell it.
    """
    spelt: dict[str, dict[str, int]] = {}
    numbers: dict[str, list[int]] = {}
    for draft in drafts:
        if draft.series and draft.number:
            key = draft.series.casefold()
            spelling = spelt.setdefault(key, {})
            spelling[draft.series] = spelling.get(draft.series, 0) + 1
            numbers.setdefault(key, []).extend(draft.number)
    titles = {key: max(spelling, key=lambda name: (spelling[name], name)) for key, spelling in spelt.items()}
    chains: list[list[str]] = []
    for key in sorted(numbers, key=lambda key: (min(numbers[key]), key)):
        chain = next((chain for chain in chains if max(numbers[chain[-1]]) < min(numbers[key])), None)
        if chain:
            chain.append(key)
        else:
            chains.append([key])
    return tuple(Counted(titles[chain[-1]], tuple(titles[key] for key in chain[-2::-1])) for chain in chains)
