"""Progress that a visitor who follows the plan in a browser exports: the items that are done, with their days."""

from daytrail.model.base import Day, ItemAddress, Line, Record


class Tick(Record):
    """An item that is done."""

    item: ItemAddress
    date: Day
    title: Line | None = None
    """Former text of the item. It identifies the item if another one has its address now."""


class ProgressFile(Record):
    """The whole of progress.json, which is read as YAML."""

    done: tuple[Tick, ...] = ()
