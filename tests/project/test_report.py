"""Problems as text, as JSON and as GitHub annotations."""

import json

import pytest

from daytrail.problems import Location, error, warning
from daytrail.project.report import as_github, as_json, as_text, end_of_build

PLAIN = error(Location("entries/a.md", 4, 10), "unknown topic `cdua`", "did you mean `cuda`?")
HOSTILE = warning(Location("entries/a,b:50%.md", 2), "100% of\r\n::set-output name=x::y", "no\nway")


@pytest.mark.parametrize(
    ("errors", "message"), [(1, "1 error stops the build; see above"), (2, "2 errors stop the build; see above")]
)
def test_the_last_message_of_a_build_says_what_stopped_it(errors: int, message: str) -> None:
    assert end_of_build(errors) == message


def test_text_has_a_line_for_each_problem_and_its_hint_below() -> None:
    assert as_text([PLAIN, warning(Location("b.md"), "two")]) == (
        "entries/a.md:4:10: error: unknown topic `cdua`\n  hint: did you mean `cuda`?\nb.md:1:1: warning: two\n"
    )


def test_control_and_direction_characters_are_escaped_in_text() -> None:
    shown = as_text([error(Location("a\x1b[2J\nb.md"), "say \u202ethis", "\x07")])
    assert shown == "a\\u001b[2J\\u000ab.md:1:1: error: say \\u202ethis\n  hint: \\u0007\n"


def test_json_has_six_keys_and_no_escaped_letters() -> None:
    assert json.loads(as_json([HOSTILE])) == [
        {
            "path": "entries/a,b:50%.md",
            "line": 2,
            "column": 1,
            "severity": "warning",
            "message": "100% of\r\n::set-output name=x::y",
            "hint": "no\nway",
        },
    ]
    assert "日" in as_json([error(Location("日.md"), "x")])
    assert as_json([]) == "[]\n"


def test_github_gets_one_command_for_each_problem_and_none_can_be_injected() -> None:
    assert as_github([PLAIN, HOSTILE]) == (
        "::error file=entries/a.md,line=4,col=10,title=Daytrail::unknown topic `cdua`%0Ahint: did you mean `cuda`?\n"
        "::warning file=entries/a%2Cb%3A50%25.md,line=2,col=1,title=Daytrail"
        "::100%25 of%0D%0A::set-output name=x::y%0Ahint: no%0Away\n"
    )


def test_github_paths_are_relative_to_the_repository() -> None:
    assert "file=notes/mine/entries/a.md," in as_github([PLAIN], "notes/mine")
