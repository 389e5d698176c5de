"""Kinds of resources, by their URL: see `cases/kinds.yml`."""

from pathlib import Path

import yaml

from daytrail.facts.kinds import ResourceKind, kind_of
from tests.for_each import for_each

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases/kinds.yml").read_text(encoding="utf-8"))


@for_each([(kind, url) for kind, urls in CASES.items() for url in urls], ": ".join)
def test_a_url_has_the_kind_of_its_case(case: tuple[str, str]) -> None:
    kind, url = case
    assert kind_of(url) == kind
    assert kind_of(url.replace("https://", "http://www.")) == kind


def test_every_kind_has_cases() -> None:
    assert {*CASES, "other"} == set(ResourceKind)
