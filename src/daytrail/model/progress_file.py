"""Progress that a visitor who follows the plan in a browser exports: the items that are done, with their days."""

from daytrail.model.base import Day, ItemAddress, Line, Record


class Tick(Record):
    """An item that is done."""

    item: ItemAddress
    date: Day
    title: Line | None = None
    """What the item was called. It tells which one is meant if another item has its address now."""


class ProgressFile(Record):
    """The whole of progress.yaml."""

    plan: Line | None = None
    """The title of the plan."""
    done: tuple[Tick, ...] = ()
