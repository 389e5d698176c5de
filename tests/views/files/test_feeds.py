"""Which feeds there are, and their entries."""

from datetime import date

from daytrail.facts import Facts
from daytrail.views.files.feeds import feeds
from daytrail.views.links import address_of
from daytrail.views.publication import Publication
from tests.journal import entry, journal

PAPER, OTHER, UNREAD = (f"https://arxiv.org/abs/2101.0396{n}" for n in range(3))
PLAN = f"""
title: Plan
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: First
        concepts: [{{id: idea, text: An idea}}]
        reading: [{{id: p, title: A paper, url: {PAPER}}}]
      - {{week: 2, title: Second, reading: [{{id: u, title: Unread, url: {UNREAD}}}]}}
  - {{id: two, title: Two, weeks: [{{week: 3, title: Third}}]}}
milestones:
  - {{id: gap, weeks: [1], title: The gap, text: What is between?}}
  - {{id: later, weeks: [3], text: What comes last?}}
"""


def test_parts_milestones_and_resources_have_feeds_of_the_entries_about_them() -> None:
    """Once there is an entry: of what touched their weeks, answers them or met them. What is only linked has none."""
    log = (
        entry("2026-01-05", f"Read <{PAPER}> and <{OTHER}>.", links=[PAPER, OTHER]),
        entry("2026-01-06", touched=["w01/idea"]),
        entry("2026-01-07", "An answer.", milestone="later"),
        entry("2026-01-08", touched=["w02"]),
    )
    facts = Facts(journal(PLAN, *log), date(2026, 1, 20))
    site = Publication("Log", "https://learner.example/", "learner.example,2026")
    found = {
        feed.subject.address: [path[-4:-3] for path in feed.items]
        for feed in feeds(facts, site)
        if feed.subject.address
    }
    [paper] = [address_of(resource) for resource in facts.ledger.resources if resource.url == PAPER]
    assert found == {
        "curriculum/one/": ["8", "6", "5"],
        "milestones/gap/": ["6", "5"],
        "milestones/later/": ["7"],
        paper: ["5"],
    }
