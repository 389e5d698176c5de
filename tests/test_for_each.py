"""Tests that make one claim about each thing of a kind."""

import inspect
from pathlib import Path

import pytest

from tests.for_each import for_each


def test_a_failure_names_each_thing_that_failed_with_its_line_and_message() -> None:
    tried: list[int] = []

    @for_each(range(4), "number {}".format)
    def test(number: int, highest: int) -> None:
        tried.append(number)
        if number == 3:
            raise LookupError(number)
        assert number < highest, f"{number} is too high"

    with pytest.raises(pytest.fail.Exception) as failure:
        test(highest=1)
    first = inspect.getsourcelines(test)[1]
    assert str(failure.value).replace("\nassert", " assert").splitlines() == [
        f"number 1: line {first + 5}: 1 is too high assert 1 < 1",
        f"number 2: line {first + 5}: 2 is too high assert 2 < 1",
        f"number 3: line {first + 4}: LookupError: 3",
    ]
    assert tried == [0, 1, 2, 3]


@for_each(["a", "b"])
def test_each_thing_has_a_folder_of_its_own(thing: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    assert list(tmp_path.iterdir()) == []
    (tmp_path / thing).touch()
    assert request.node.name == "test_each_thing_has_a_folder_of_its_own"


def test_a_test_about_no_thing_is_an_error() -> None:
    with pytest.raises(ValueError, match="no thing"):
        for_each([])
