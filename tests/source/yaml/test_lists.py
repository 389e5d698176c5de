"""Values of lists that are taken out of YAML and put in again, by example and by the demo's plan."""

import pytest

from daytrail.source.yaml.lists import put, take
from daytrail.source.yaml.parser import parse
from tests.plan import PLAN_FILES


@pytest.mark.parametrize(
    ("before", "index", "after", "block"),
    [
        ("a:\n- x\n- y  # c\n- z\n", 1, "a:\n- x\n- z\n", "- y  # c\n"),
        ("a:\n  # of x\n  # too\n  - id: x\n    t: >-\n      u\n\n      v\n  - y\n", 0, "a:\n  - y\n", None),
        ("a:\n  - x\n\n  - y\nb: c\n", 1, "a:\n  - x\n\nb: c\n", "- y\n"),
        ("a:  # c\n  - x\nb: c\n", 0, "b: c\n", "- x\n"),
        ("a: [x, {y: z}, v]\n", 1, "a: [x, v]\n", "- {y: z}\n"),
        ("a: [x, y]\n", 1, "a: [x]\n", "- y\n"),
        ("a: [x]\nb: c\n", 0, "b: c\n", "- x\n"),
        ("{b: c, a: [x]}\n", 0, "{b: c}\n", "- x\n"),
        ("a:\r\n  - x\r\n  - y\r\n", 0, "a:\r\n  - y\r\n", "- x\n"),
        ("a:\n  - x\n  - y", 1, "a:\n  - x\n", "- y\n"),
    ],
)
def test_a_value_is_taken_with_its_comments(before: str, index: int, after: str, block: str | None) -> None:
    """The value goes with its lines, and with its key if it was the only one; all else stays."""
    taken = take(before, "x.yaml", ("a", index))
    assert (taken.text, taken.problems) == (after, [])
    assert block in (None, taken.block)


@pytest.mark.parametrize(
    ("before", "index", "after"),
    [
        ("a:\n  - x\n  # c\n  - y\n", 1, "a:\n  - x\n  # n\n  - id: new\n    b: c\n  # c\n  - y\n"),
        ("a:\n  - x\n\n  - y\nb: c\n", 2, "a:\n  - x\n\n  - y\n\n  # n\n  - id: new\n    b: c\nb: c\n"),
        ("a: [x, y]\n", 0, "a: [{id: new, b: c}, x, y]\n"),
        ("a: [x, y]\n", 2, "a: [x, y, {id: new, b: c}]\n"),
        ("b: c\n", 0, "b: c\na:\n  # n\n  - id: new\n    b: c\n"),
        ("a:\nb: c\n", 0, "a:\n  # n\n  - id: new\n    b: c\nb: c\n"),
        ("a:\r\n- x\r\n", 0, "a:\r\n# n\r\n- id: new\r\n  b: c\r\n- x\r\n"),
        ("a:\n  - x", 1, "a:\n  - x\n  # n\n  - id: new\n    b: c\n"),
    ],
)
def test_a_value_is_put_in_the_style_of_its_list(before: str, index: int, after: str) -> None:
    """It gets the indentation, the brackets and the empty lines of the others."""
    assert put(before, "x.yaml", ("a",), index, "# n\n- id: new\n  b: c\n") == (after, [])


def test_what_cannot_be_changed_alone_is_a_problem() -> None:
    """Nothing is changed where the value shares its line with another one, or does not fit into brackets."""
    for text, key_path in (("- - x\n  - y\n", (0, 0)), ("a: &b [x]\n", ("a", 0))):
        taken = take(text, "x.yaml", key_path)
        assert (taken.text, len(taken.problems)) == (text, 1)
    text = "a: [x]\n"
    assert put(text, "x.yaml", ("a",), 0, "- b:\n    c: d\n")[0] == text


def test_each_item_of_the_demo_can_be_taken_and_put_back() -> None:
    """An item that is taken out and put back leaves the bytes as they were, comments included."""
    count = 0
    for path, content in PLAN_FILES.items():
        text = content.decode()
        document, _ = parse(text, path)
        for list_path, node in document.root.descendants() if document.root else ():
            for index in node.children if node.kind == "list" and len(node.children) > 1 else ():
                if list_path[-1] in ("concepts", "reading") and count < 60:
                    taken = take(text, path, (*list_path, index))
                    assert not taken.problems, (path, list_path, index)
                    assert put(taken.text, path, list_path, int(index), taken.block) == (text, [])
                    count += 1
    assert count == 60
