"""Markdown of fields and titles as HTML and words, and of a body below the title of its page."""

from html.parser import HTMLParser
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from daytrail.gfm import plain_text, read_field
from daytrail.views.body import render_body
from daytrail.views.pages.day import lower_headings
from daytrail.views.render import text_html
from daytrail.views.sanitise import with_urls
from daytrail.views.titles import plain_title, title_html
from tests.for_each import for_each
from tests.hostile import WORDS
from tests.website import ROOT

TABLES: dict[str, Any] = yaml.safe_load((ROOT / "tests/cases/texts.yml").read_text(encoding="utf-8"))
"""Texts, and what becomes of them, by kind."""


@for_each([*TABLES["fields"], ["*" * 100 + "a" + "*" * 100] * 2])
def test_a_text_is_one_line_of_markdown(case: list[str]) -> None:
    text, html, *words = case
    assert text_html(text) == html
    assert plain_text(text) == (words[0] if words else text)


@for_each(TABLES["titles"])
def test_a_title_has_code_and_formulas_and_is_else_as_written(case: list[str]) -> None:
    title, html, words = case
    assert (title_html(title), plain_title(title)) == (html, words)


def test_a_formula_is_mathml() -> None:
    assert text_html("in $O(n)$").startswith("in <math>")
    assert plain_text("in $O(n)$") == "in O(n)"


def test_a_text_inside_of_a_link_has_no_links() -> None:
    assert text_html("a **[b](https://tide.example)** https://c.example", links=False) == (
        "a <strong>b</strong> https://c.example"
    )


def test_links_have_their_urls_and_words() -> None:
    text = "[a\n`b`](https://tide.example) ![c](https://d.example) www.e.example me@f.example [g](h.md)"
    assert read_field(text).links == (
        ("https://tide.example", "a b"),
        ("https://d.example", "c"),
        ("http://www.e.example", "www.e.example"),
    )


ALLOWED = {"a", "br", "code", "em", "s", "strong"}


class _Tags(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.depth = 0
        self.words = ""
        self.feed(f"<p>{html}</p>")
        self.close()
        assert self.depth == 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED or self.getpos() == (1, 0)
        assert {name for name, _ in attrs} <= ({"rel", "href", "title"} if tag == "a" else set())
        if tag == "a":
            url = dict(attrs).get("href")  # which the sanitiser removes from a URL that is none
            assert url is None or url.lower().startswith(("http://", "https://", "mailto:"))
        self.depth += tag != "br"

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1

    def handle_data(self, data: str) -> None:
        self.words += data


MARKUP = ["](", "[", "![", "https://a.example", "javascript:x", "<b onclick=x>", "</a>", "<!--", "-->", "**", "~~"]
CHARACTERS = "<>&\"'/=` abcdix-!{}%#|[]()\\*_~:@^\u00a0é\n"
TEXTS = st.lists(st.sampled_from(MARKUP) | st.text(CHARACTERS, max_size=8), max_size=12).map("".join)


@given(TEXTS | st.sampled_from(list(WORDS.values())))
def test_no_text_is_markup(text: str) -> None:
    """Whatever a text holds, its HTML has inline tags only, all closed, and says the words of its plain text."""
    html = text_html(text)
    assert " ".join(_Tags(html).words.split()) == plain_text(text)
    assert "<a" not in text_html(text, links=False)


def test_only_links_and_images_have_other_urls() -> None:
    """A text that looks like an attribute, in code or not, is as it was written."""
    html = render_body('Write href="a.md" or `<a href="a.md">` [a](a.md?x&y), ![b](b.png)')
    assert with_urls(html, "https://tide.example/{}".format) == (
        '<p>Write href="a.md" or <code>&lt;a href="a.md"&gt;</code> <a href="https://tide.example/a.md?x&amp;y">a</a>, '
        '<img src="https://tide.example/b.png" alt="b" loading="lazy"></p>\n'
    )


@for_each(TABLES["headings"])
def test_headings_move_below_the_pages_title(case: list[str]) -> None:
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
