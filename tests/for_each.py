"""Tests that make one claim about each thing of a kind."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import TypeVar

import pytest

Thing = TypeVar("Thing")
Test = Callable[..., None]


def for_each(things: Iterable[Thing], name: Callable[[Thing], str] = str) -> Callable[[Test], Test]:
    """Call a test with each of the things as its first argument, and with the same fixtures but a `tmp_path` for each.

    If it fails for some, the message has the name of each of these, the line, and what is wrong.

    `pytest.mark.parametrize` makes a test of each, and `subtests` of pytest 9 a report; both take longer than most of
    the claims. An `assert` about a list of failures shows only the first of them.
    """
    all_things = list(things)
    if not all_things:
        raise ValueError("a test about no thing cannot fail")

    def decorate(test: Test) -> Test:
        parameters = list(inspect.signature(test).parameters.values())

        @wraps(test)
        def test_all(**fixtures: object) -> None:
            failures = []
            for number, thing in enumerate(all_things):
                own = dict(fixtures)
                if isinstance(parent := fixtures.get("tmp_path"), Path):
                    own["tmp_path"] = parent / str(number)
                    (parent / str(number)).mkdir()
                try:
                    test(thing, **own)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - it is reported
                    failures.append(f"{name(thing)}: {describe(error)}")
            if failures:
                pytest.fail("\n".join(failures), pytrace=False)

        # pytest reads the names of the fixtures from here.
        test_all.__signature__ = inspect.Signature(parameters[1:])  # type: ignore[attr-defined]  # of any function
        return test_all

    return decorate


def describe(error: BaseException) -> str:
    """Return the line of the test that failed, and the message."""
    traceback = error.__traceback__
    below = traceback.tb_next if traceback else None  # the first one is in this module
    line = below.tb_lineno if below else 0
    kind = "" if isinstance(error, AssertionError | pytest.fail.Exception) else f"{type(error).__name__}: "
    return f"line {line}: {kind}{error}"
