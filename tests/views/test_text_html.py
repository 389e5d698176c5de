"""Text fields of the plan and the reading list: a line of Markdown as HTML, and its words."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from daytrail.gfm import plain_text, read_field
from daytrail.views.render import text_html
from daytrail.views.titles import plain_title, title_html
from tests.for_each import for_each
from tests.hostile import WORDS

LINK = '<a rel="noopener" href="https://tide.example/a">'


@for_each(
    [
        ("a **b** *c* `d*` ~~e~~", "a <strong>b</strong> <em>c</em> <code>d*</code> <s>e</s>", "a b c d* e"),
        ("[a **b**](https://tide.example/a)", f"{LINK}a <strong>b</strong></a>", "a b"),
        ("https://tide.example/a", f"{LINK}https://tide.example/a</a>", "https://tide.example/a"),
        ("![a map](https://tide.example/a)", f"{LINK}a map</a>", "a map"),
        ("[![a map](https://b.example)](https://tide.example/a)", f"{LINK}a map</a>", "a map"),
        ("[a *b*](notes.md) ![c](d.png)", "[a <em>b</em>](notes.md) ![c](d.png)", "[a b](notes.md) ![c](d.png)"),
        ("[a](//tide.example)", "[a](//tide.example)", "[a](//tide.example)"),
        ("[a](javascript:alert(1))", "[a](javascript:alert(1))", "[a](javascript:alert(1))"),
        ("<b>a</b> &amp; <!-- c -->", "&lt;b&gt;a&lt;/b&gt; &amp; &lt;!-- c --&gt;", "<b>a</b> & <!-- c -->"),
        ("# a\n- [ ] b\n\n1. c\n> d\n```\ne", "# a\n- [ ] b\n\n1. c\n&gt; d\n```\ne", "# a - [ ] b 1. c > d ``` e"),
        ("a[^1] ^[b]\n[^1]: c", "a[^1] ^[b]\n[^1]: c", "a[^1] ^[b] [^1]: c"),
        ("snake_case_name, 5 * 3 * 2, $5 or $6", "snake_case_name, 5 * 3 * 2, $5 or $6", None),
        ("{{ x }} {% y %}", "{{ x }} {% y %}", None),
        ("*" * 100 + "a" + "*" * 100, "*" * 100 + "a" + "*" * 100, None),
    ]
)
def test_a_text_is_one_line_of_markdown(case: tuple[str, str, str | None]) -> None:
    text, html, words = case
    assert text_html(text) == html
    assert plain_text(text) == (text if words is None else words)


@for_each(
    [
        ("`f` of *x* & <b>", "<code>f</code> of *x* &amp; &lt;b&gt;", "f of *x* & <b>"),
        ("[`a`](https://tide.example) \\* $5 or $6", "[<code>a</code>](https://tide.example) \\* $5 or $6", None),
        ("`<i>` and `", "<code>&lt;i&gt;</code> and `", "<i> and `"),
        ("How $n$ grows", "How <math><mi>n</mi></math> grows", "How n grows"),
        ("A $`\\pi`$", "A <math><mi>π</mi></math>", "A π"),
    ]
)
def test_a_title_has_code_and_formulas_and_is_else_as_written(case: tuple[str, str, str | None]) -> None:
    title, html, words = case
    assert title_html(title) == html
    assert plain_title(title) == (title.replace("`", "") if words is None else words)


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
