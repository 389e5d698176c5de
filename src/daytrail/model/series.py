"""Series: what day numbers count."""

from daytrail.model.base import Day, Id, Line, Record, Whole


class Series(Record):
    """A run of days with one name: numbered, of so many days, or counting down to a date."""

    id: Id
    """The name that entries write in `series:`."""
    title: Line
    was: tuple[Line, ...] = ()
    """Former titles."""
    counts_down_to: Day | None = None
    """The day that is T-0."""
    days: Whole | None = None
    """How many days the series is meant to have, as in 83/365."""
