"""Checks: what is wrong between the records of a journal, or within a plan, although each value is valid by itself."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from daytrail.model.curriculum import Curriculum
from daytrail.problems import Problem
from daytrail.source.checks.dates import check_date_in_file_name, check_plan_start, check_same_date
from daytrail.source.checks.day_numbers import check_day_numbers
from daytrail.source.checks.done_items import check_done_and_dropped, check_read_but_not_done
from daytrail.source.checks.duplicates import (
    check_duplicate_categories,
    check_duplicate_entry_addresses,
    check_duplicate_plan_ids,
    check_item_addresses,
    check_tag_aliases,
)
from daytrail.source.checks.plan_coverage import (
    check_items_without_estimate,
    check_readings_without_link,
    check_topics_without_week,
    check_weeks_without_milestone,
    check_weeks_without_topic,
)
from daytrail.source.checks.plan_hours import check_total_hours, check_weekly_hours
from daytrail.source.checks.plan_order import check_late_needs, check_repeated_readings
from daytrail.source.checks.plan_parts import check_missing_weeks, check_overlapping_parts, check_part_ranges
from daytrail.source.checks.topic_cycles import check_topic_cycles
from daytrail.source.checks.unknown_names import (
    check_names_in_entries,
    check_names_in_pages,
    check_names_in_plan,
)
from daytrail.source.sources import Sources
from daytrail.source.yaml.nodes import Document

Tag: TypeAlias = Literal["journal", "plan"]


class Check(NamedTuple):
    """A function that looks for one kind of problem."""

    function: Callable[[Sources], Iterator[Problem]]
    tag: Tag = "journal"
    """`journal`: made whenever a project is loaded. `plan`: made on request, by `daytrail check --plan`
    and on the page that calls the macro `plan_check`."""
    needs_whole_plan: bool = False
    """Not made if the plan could not be read to its end, since it would report what is only not known."""
    heading: str = ""
    """Of a check with the tag `plan`: what its problems are, as a heading."""

    @property
    def code(self) -> str:
        """The code of its problems, as in `day-numbers` for `check_day_numbers`."""
        return self.function.__name__.removeprefix("check_").replace("_", "-")


CHECKS: tuple[Check, ...] = (
    Check(check_duplicate_plan_ids, needs_whole_plan=True),
    Check(check_item_addresses, needs_whole_plan=True),
    Check(check_names_in_plan, needs_whole_plan=True),
    Check(check_topic_cycles, needs_whole_plan=True),
    Check(check_plan_start, needs_whole_plan=True),
    Check(check_tag_aliases, needs_whole_plan=True),
    Check(check_names_in_entries, needs_whole_plan=True),
    Check(check_names_in_pages, needs_whole_plan=True),
    Check(check_done_and_dropped, needs_whole_plan=True),
    Check(check_date_in_file_name),
    Check(check_duplicate_entry_addresses),
    Check(check_same_date),
    Check(check_day_numbers),
    Check(check_duplicate_categories),
    Check(check_read_but_not_done),
    Check(check_total_hours, "plan", True, "Sums that disagree"),
    Check(check_weekly_hours, "plan", True, "Weeks over budget"),
    Check(check_overlapping_parts, "plan", True, "Parts that overlap"),
    Check(check_part_ranges, "plan", True, "Parts that hold other weeks than they say"),
    Check(check_missing_weeks, "plan", True, "Weeks left out"),
    Check(check_late_needs, "plan", True, "Needs that come too late"),
    Check(check_repeated_readings, "plan", True, "Readings in several weeks"),
    Check(check_weeks_without_milestone, "plan", True, "Weeks without a milestone"),
    Check(check_readings_without_link, "plan", True, "Readings without a link"),
    Check(check_items_without_estimate, "plan", True, "Items without an estimate"),
    Check(check_topics_without_week, "plan", True, "Topics without a week"),
    Check(check_weeks_without_topic, "plan", True, "Weeks without a topic"),
)
"""All checks. Those of the plan are in the order in which their headings are shown."""


def check_plan(plan: Curriculum, document: Document | None = None) -> Iterator[Problem]:
    """Yield what in a plan does not fit together; without its document, problems have no locations."""
    return run_checks(Sources(plan, document or Document("")), "plan")


def run_checks(sources: Sources, tag: Tag = "journal") -> Iterator[Problem]:
    """Yield the problems that the checks with a tag find, each with the code of its check."""
    for check in CHECKS:
        if check.tag == tag and (sources.plan_document.complete or not check.needs_whole_plan):
            yield from (replace(problem, code=check.code) for problem in check.function(sources))
