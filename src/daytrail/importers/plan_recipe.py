"""Recipe of a plan."""

from collections.abc import Iterator
from typing import Literal

from daytrail.importers.recipe import Column, ColumnList, LineNumber, PatternList, PatternText, Recipe
from daytrail.model.base import Day, Line, Record, Whole
from daytrail.problems import KeyPath

Label = Literal["concept", "reading", "practice", "choice", "review", "deliverable", "goal"]
"""What is below a label: items of a kind, or the goal of the week."""


class PlanColumns(Record):
    """Columns of the tables in which rows are weeks, or in a week the things to do."""

    week: Column | None = None
    """The number of the week, perhaps with its title; without it the rows belong to the week above the table."""
    part: Column | None = None
    title: Column | None = None
    goal: ColumnList = ()
    concept: ColumnList = ()
    reading: ColumnList = ()
    practice: ColumnList = ()
    review: ColumnList = ()
    choice: ColumnList = ()
    deliverable: ColumnList = ()


class ReferenceColumns(Record):
    """Columns of a table of papers or guides."""

    title: Column
    url: Column | None = None
    topic: Column | None = None
    week: Column | None = None
    good_for: Column | None = None


class ReferenceTable(Record):
    """A table of papers or guides."""

    below: PatternText
    """The line above it."""
    columns: ReferenceColumns


class PlanReferences(Record):
    """What a plan refers to."""

    papers: ReferenceTable | None = None
    guides: ReferenceTable | None = None


class PlanRecipe(Recipe):
    """How a plan is read."""

    title: Line | None = None
    """The title of the plan, or the number of its line."""
    parts: PatternList = ()
    weeks: PatternList = ()
    """Lines that begin a week; a week without a number has the next one."""
    per_week: Whole | None = None
    """How many of the days or sessions that `weeks` counts make a week."""
    labels: dict[Label, PatternList] = {}  # noqa: RUF012 - pydantic copies it
    """Names above items of a kind, or before them on a line; what a `{title}` matches is an item itself."""
    unlabelled: Label = "concept"
    """What items below no label are."""
    milestones: PatternList = ()
    items: Literal["bullets", "boxes"] = "bullets"
    """`boxes`: below no label, a line of a list is an item only if it has a checkbox."""
    fields: PatternList = ()
    """Forms of the text of an item."""
    done: Day | None = None
    """The day on which items that are ticked were done."""
    columns: PlanColumns | None = None
    topics: Literal["mermaid"] | None = None
    references: PlanReferences = PlanReferences()

    def line_numbers(self) -> Iterator[tuple[KeyPath, LineNumber]]:
        """Yield each line number that the recipe contains, with its key path."""
        if self.title and self.title.isdecimal():
            yield ("title",), int(self.title)
