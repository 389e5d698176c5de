"""Checks: what is wrong between the records of a journal, or within a plan, although each value is valid by itself."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from daytrail.model.curriculum import Curriculum
from daytrail.problems import Problem
from daytrail.source.checks import entries, names, plan
from daytrail.source.sources import Sources
from daytrail.source.yaml.nodes import Document


class Check(NamedTuple):
    """A function that looks for one kind of problem."""

    function: Callable[[Sources], Iterator[Problem]]
    needs_whole_plan: bool = False
    """Not made if the plan could not be read to its end, since it would report what is only not known."""
    heading: str = ""
    """Heading of its problems. A check with a heading is made on request only: by `daytrail check --plan`, and on the
    page that calls the macro `plan_check`. The others are made whenever a project is loaded."""

    @property
    def code(self) -> str:
        """The code of its problems, as in `day-numbers` for `check_day_numbers`."""
        return self.function.__name__.removeprefix("check_").replace("_", "-")


CHECKS: tuple[Check, ...] = (
    Check(names.check_duplicate_plan_ids, needs_whole_plan=True),
    Check(names.check_item_addresses, needs_whole_plan=True),
    Check(names.check_names_in_plan, needs_whole_plan=True),
    Check(names.check_topic_cycles, needs_whole_plan=True),
    Check(plan.check_plan_start, needs_whole_plan=True),
    Check(names.check_misspelt_tags, needs_whole_plan=True),
    Check(names.check_names_in_entries, needs_whole_plan=True),
    Check(names.check_names_in_pages, needs_whole_plan=True),
    Check(entries.check_done_and_dropped, needs_whole_plan=True),
    Check(entries.check_date_in_file_name),
    Check(names.check_duplicate_entry_addresses),
    Check(entries.check_same_date),
    Check(entries.check_day_numbers),
    Check(names.check_duplicate_categories),
    Check(entries.check_read_but_not_done),
    Check(plan.check_total_hours, True, "Sums that disagree"),
    Check(plan.check_weekly_hours, True, "Weeks over budget"),
    Check(plan.check_overlapping_parts, True, "Parts that overlap"),
    Check(plan.check_part_ranges, True, "Parts that hold other weeks than they say"),
    Check(plan.check_late_needs, True, "Needs that come too late"),
    Check(plan.check_repeated_readings, True, "Readings in several weeks"),
    Check(plan.check_weeks_without_milestone, True, "Weeks without a milestone"),
    Check(plan.check_readings_without_link, True, "Readings without a link"),
)
"""All checks. Those with headings are in the order in which these are shown."""


def check_plan(curriculum: Curriculum, document: Document | None = None) -> Iterator[Problem]:
    """Yield what in a plan does not fit together; without its document, problems have no locations."""
    return run_checks(Sources(curriculum, document or Document("")), on_request=True)


def run_checks(sources: Sources, *, on_request: bool = False) -> Iterator[Problem]:
    """Yield the problems that checks find, each with the code of its check: those on request, or all others."""
    for check in CHECKS:
        if bool(check.heading) == on_request and (sources.plan_document.complete or not check.needs_whole_plan):
            yield from (replace(problem, code=check.code) for problem in check.function(sources))
