"""Messages of the checks of the plan: English for commands, in pieces for pages that translate them."""

from collections.abc import Iterable
from dataclasses import dataclass

from daytrail.problems import quoted

_MAX_NAMES = 6
"""Maximum number of names in a message, which counts the rest."""


@dataclass(frozen=True, slots=True)
class HoursValue:
    """Hours in a message. As a text they are English, as are all values here: `2.5 h`."""

    hours: float

    def __str__(self) -> str:
        return f"{self.hours:.2f}".rstrip("0").rstrip(".") + " h"


@dataclass(frozen=True, slots=True)
class Names:
    """Names in a message, as in `a, b and c`, cut if there are many."""

    names: tuple[str, ...]
    is_quoted: bool = True
    """True if they are quoted from the plan."""

    @property
    def shown(self) -> tuple[str, ...]:
        """The first names."""
        return self.names[:_MAX_NAMES]

    @property
    def more(self) -> int:
        """How many other names there are."""
        return len(self.names) - len(self.shown)

    def __str__(self) -> str:
        names = [quoted(name) if self.is_quoted else name for name in self.shown]
        *names, last = [*names, f"{self.more} more"] if self.more else names
        return f"{', '.join(names)} and {last}" if names else last


@dataclass(frozen=True, slots=True)
class Weeks:
    """Weeks in a message, as in `week 5` or `the weeks 5–7 and 9`."""

    runs: tuple[tuple[int, ...], ...]
    """First and last number of each run, in their order."""

    @classmethod
    def of(cls, numbers: Iterable[int]) -> "Weeks":
        """Return the weeks with some numbers, given in their order."""
        runs: list[tuple[int, int]] = []
        for number in numbers:
            if runs and number == runs[-1][1] + 1:
                runs[-1] = (runs[-1][0], number)
            else:
                runs.append((number, number))
        return cls(tuple(runs))

    @property
    def is_one(self) -> bool:
        """True if it is a single week."""
        return len(self.runs) == 1 and self.runs[0][0] == self.runs[0][1]

    @property
    def numbers(self) -> Names:
        """Their numbers."""
        texts = [str(first) if first == last else f"{first}–{last}" for first, last in self.runs]
        return Names(tuple(texts), is_quoted=False)

    def __str__(self) -> str:
        return f"week {self.numbers}" if self.is_one else f"the weeks {self.numbers}"
