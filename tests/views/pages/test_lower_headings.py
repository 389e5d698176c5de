"""Markdown as text to place in a page."""

from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from daytrail.views.pages.day import lower_headings
from tests.for_each import for_each


@for_each(
    [
        ("# One\n\n## Two\n\ntext", "## One\n\n### Two\n\ntext"),
        ("   # One\n#\tTab\n#", "   ## One\n##\tTab\n##"),
        ("One\n===\ntext", "One\n---\ntext"),
        ("One\n===\n\nTwo\n---\ntext", "One\n---\n\n### Two ###\ntext"),
        ("One\n=\n\nTwo\nmore\n-\n", "One\n-\n\n### Two more ###\n"),
        ("# One\n###### Six\n##### Five", "## One\n###### Six\n###### Five"),
        ("> # One\n> text", "> ## One\n> text"),
        ("> One\n> ===", "> One\n> ---"),
        ("10. One\n    ===", "10. One\n    ---"),
        ("# One\n\n```\n# comment\n===\n```", "## One\n\n```\n# comment\n===\n```"),
        ("# One\n\n    # code", "## One\n\n    # code"),
        ("# One\n\n#hashtag and \\# sign", "## One\n\n#hashtag and \\# sign"),
    ]
)
def test_headings_move_below_the_pages_title(case: tuple[str, str]) -> None:
    """If a heading is of the first level, each goes down by one, wherever it stands; nothing else changes."""
    text, shown = case
    assert lower_headings(text) == shown


_SIGNS = st.sampled_from(["#", "######", "=", "===", "---", "-", "word", "[a](b)", "`c`", "\\", "```", ">", "1."])
_SPACES = st.sampled_from(["", " ", "    ", "\n", "\n\n"])
_TEXT = st.lists(st.tuples(_SIGNS, _SPACES).map("".join), max_size=10).map("".join)
_PARSER = MarkdownIt("commonmark")


@given(_TEXT)
def test_no_first_level_is_left(text: str) -> None:
    """No body has a heading of the first level, and a body that has none is left alone."""
    once = lower_headings(text)
    assert all(token.tag != "h1" for token in _PARSER.parse(once))
    assert lower_headings(once) == once
