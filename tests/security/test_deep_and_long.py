"""No text of an entry, however deep, long or odd, ends a build with a crash or makes it take minutes."""

from collections.abc import Mapping

import pytest

from daytrail.source.files import MAX_ENTRY_BYTES
from daytrail.views.body import render_body
from tests.command import spawn
from tests.for_each import for_each
from tests.website import Site, make

pytestmark = pytest.mark.site

FORMULAS: Mapping[str, str] = {
    "braces": "{" * 5_000 + "}" * 5_000,
    "fractions": r"\frac{" * 2_000 + "1}" + "{2}" * 2_000,
    "subscripts": "a_{" * 2_000 + "}" * 2_000,
    "accents": r"\hat" * 10_000,
    "accents with an end": r"\hat " * 900 + "a",
    "environments": r"\begin{matrix}" * 400 + r"\end{matrix}" * 400,
    "pairs": r"\left(" * 800 + r"\right)" * 800,
    "open brackets": "[" * 60,
    "open parentheses": "(a+" * 60,
    "open delimiters": r"\langle\lfloor" * 30,
    "big delimiters": r"\bigl|" * 40,
    "closed in an argument": r"(\hat)" * 40,
    "closed in a second argument": r"(\frac1)" * 40,
    "closed in an index": "[_]" * 40,
    "closed in a comment": "(%)\n" * 40,
    "closed in a group": "({)}" * 40,
    "closed in another cell": r"(&)" * 40,
    "a bracket of Unicode": "⟨" * 40,
}
"""Formulas at which the native library runs out of stack, or takes twice as long for each more character."""

NESTED: Mapping[str, str] = {
    "tags": "<div>" * 3_000,
    "tags with ends": "<b>" * 3_000 + "x" + "</b>" * 3_000,
    "open details": "<details>\n\n" * 1_000,
    "ruby": "<ruby><rt>" * 3_000,
    "tables in cells": "<table><tr><td>" * 2_000,
    "lists of tags": "<ul><li>" * 3_000,
    "formatting": "".join(f'<font color="#{i:06}">' for i in range(2_000)) + "\n" + "<p>x" * 2_000,
    "mathml": "<math>" + "<mrow>" * 3_000 + "</mrow>" * 3_000 + "</math>",
    "links and tags": "<a><b></a>" * 4_000,
}
LONG: Mapping[str, str] = {
    "brackets": ("[" * 40_000 + "\n") * 2,
    "exclamation marks": "!" * 40_000,
    "brackets of images": "![" * 20_000,
    "bare URLs that are none": ("(http://_ " * 3_000 + "\n") * 2,
    "URLs in angle brackets": "<http://a" * 4_000,
    "colons": "a:" * 20_000,
    "parentheses behind a URL": "http://a.b" + ")" * 40_000,
    "equal headings": "# a\n" * 5_000,
    "underlined headings": "a\n===\n" * 1_500,
    "hard breaks": "a  \n" * 2_000,
    "footnotes": "[^a] " * 2_000 + "\n\n" + "".join(f"[^{i}]: x\n" for i in range(2_000)),
    "quotes with lazy lines": "> " * 20 + "a\n" + "b\n" * 1_000,
    "blank lines of code": "```cuda\n" + "\n" * 9_000 + "```\n",
    "brackets of code": "```ng2\n" + "(" * 20_000 + "\n```\n",
    "links to definitions": "".join(f"[a{i}]: b{i}.md\n" for i in range(1_500))
    + "".join(f"[a{i}]\n" for i in range(1_500)),
    "admonitions": "".join(f"{'    ' * level}!!! note\n" for level in range(25)) + "!!! a\n" * 3_000,
    "tabs": '=== "a"\n\n    b\n\n' * 1_500,
    "callouts": "> " * 20 + "[!a]\n" + "> [!b]\n\n" * 1_500,
    "titles of callouts": "> [!a" + "|" * 20_000 + "\n> [!a] " + " " * 20_000 + "b",
    "names of links": "[[" * 3_000 + "\n" + "[[a]] " * 5_000,
    "marked words": "==a" * 10_000 + "\n==" + "`a" * 10_000,
    "hashtags": "#1" * 20_000 + "\n#" + "1" * 40_000,
    "properties": "a:: b" + " " * 40_000 + "c\n" + "d:: e\n" * 1_000,
    "tasks of Logseq": "- TODO a\n  :LOGBOOK:\n" * 1_500,
    "options of code": "```py " + " " * 20_000 + "{" + "a" * 20_000 + "\n```\n",
    "attributes of pictures": "<img " + "a" * 40_000 + ">",
    "percent signs in code": "`%%` " * 9_000,
    "rows of a table": "|a|b|\n|-|-|\n" + "|c\n" * 1_000,
}


MARKS = [f"<!-- daytrail:block {number} -->" for number in range(28)]
"""What stands for the HTML of a macro while a page is built."""
CALLS = "\n\n".join(["{{ recent(limit=28) }}"] * 28)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Build a project with an entry for each of these texts; without limits, some take very long or end the process."""
    bodies = [*(f"${tex}$" for tex in FORMULAS.values()), *NESTED.values(), *LONG.values()]
    entries = {f"entries/2026-01-12-{number}.md": f"{body}\n\nheron\n" for number, body in enumerate(bodies)}
    entries |= {f"entries/2026-02-{day:02}.md": f"---\ntitle: '{mark}'\n---\n" for day, mark in enumerate(MARKS, 1)}
    many = f"---\nrender_macros: true\n---\n\n# Many\n\n{CALLS}\n\n    {MARKS[0]}\n"
    root = make(tmp_path_factory.mktemp("deep"), {**entries, "docs/map.md": "# Map\n", "docs/many.md": many})
    built = spawn(root, "build", DAYTRAIL_TODAY="2026-03-01")
    assert built.status == 0, built.err[-3_000:]
    return Site(root / "site")


def test_each_text_gets_a_page(site: Site) -> None:
    """Every text that is within the limits is published up to its end, in a page of bounded size."""
    pages = [page.source for address, page in site.pages.items() if address.startswith("log/2026/01/12-")]
    assert len(pages) == len(FORMULAS) + len(NESTED) + len(LONG)
    assert all("heron" in page for page in pages)
    assert max(map(len, pages)) < 40 * MAX_ENTRY_BYTES


@for_each(FORMULAS)
def test_a_formula_that_cannot_be_converted_is_shown_as_written(name: str) -> None:
    """A formula beyond a limit, or that the library refuses, is shown as its source."""
    tex = FORMULAS[name]
    if "%" not in tex:
        html = render_body(f"${tex}$")
        assert html.startswith("<p><code>$") or "<math" in html


def test_html_below_the_depth_is_left_as_it_is() -> None:
    """Tags nested a hundred deep are tags; deeper ones are shown as text, and so are their ends."""
    html = render_body("<b>" * 102 + "heron" + "</b>" * 102)
    assert html.count("<b>") == html.count("</b>") == 100
    assert "&lt;b&gt;&lt;b&gt;heron&lt;/b&gt;&lt;/b&gt;" in html


def test_a_block_mark_in_titles_multiplies_no_macro(site: Site) -> None:
    """It means nothing in a title, or in the text of a docs page."""
    page = site.page("many/").source
    assert len(page) < 1_000_000
    assert page.count("&lt;!-- daytrail:block 27 --&gt;") >= 28
