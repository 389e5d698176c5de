"""An entry's body renders as on GitHub, whatever it contains, and notations as in their programs.

See `cases/markdown` and `cases/notations`.
"""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from mkdocs.config import load_config
from mkdocs.structure.files import File, Files

from daytrail.site.mkdocs_files import GeneratedPage, with_permalinks
from daytrail.source.notations import ALL
from daytrail.views.body import render_body, with_tabs
from daytrail.views.sanitise import sanitise, with_urls
from tests.website import ROOT
from tests.website import settings as all_settings

CASES: dict[str, dict[str, Any]] = {
    name: case
    for path in sorted((ROOT / "tests/cases").glob("[mn]*/*.yml"))
    if path.parent.name in ("markdown", "notations")
    for name, case in yaml.safe_load(path.read_text(encoding="utf-8")).items()
}


def page(text: str) -> str:
    html, _ = with_permalinks(with_tabs(with_urls(render_body(text), str)))
    return html


@pytest.mark.parametrize("name", CASES)
def test_a_body_renders_as_its_case_says(name: str) -> None:
    """The HTML of a body is that of its case."""
    case = CASES[name]
    assert case.keys() <= {"why", "markdown", "html", "contains", "lacks"}
    assert case.keys() & {"html", "contains"}
    html = page(case["markdown"]).strip()
    if "html" in case:
        assert html == case["html"].strip()
    for part in case.get("contains", ()):
        assert part in html
    for part in case.get("lacks", ()):
        assert part not in html


def rendered(tmp_path: Path, body: str) -> GeneratedPage:
    """Return a page with a body, after MkDocs has rendered it, in a site with `entries/a.md` and `entries/b.png`."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "mkdocs.yml").write_text(all_settings(), encoding="utf-8")
    config = load_config(str(tmp_path / "mkdocs.yml"), plugins=[], hooks=[])
    files = Files([File(f"entries/{name}", None, config.site_dir, True) for name in ("x.md", "a.md", "b.png")])
    made = GeneratedPage(next(iter(files)), config, ALL)
    made.markdown = body
    made.render(config, files)
    return made


def test_mkdocs_resolves_links_and_images_also_in_raw_html(tmp_path: Path) -> None:
    """Their URLs lead to pages and files, and what they name is checked."""
    made = rendered(tmp_path, '[a](a.md#%C3%A9) ![b](b.png)\n\n<p><a href="a.md">c</a> <img src="b.png"></p>')
    assert re.findall('(?:href|src)="([^"]*)', made.content or "") == ["../a/#é", "../b.png", "../a/", "../b.png"]
    assert [[*anchors] for anchors in (made.links_to_anchors or {}).values()] == [["é"]]


def test_extensions_of_the_site_do_not_change_a_body(tmp_path: Path) -> None:
    made = rendered(tmp_path, "Term\n:   x\n\nA {: .b }\n\n[TOC]")
    assert made.content == '<div class="entry-body">\n<p>Term\n:   x</p>\n<p>A {: .b }</p>\n<p>[TOC]</p>\n</div>'


def test_headings_are_in_the_table_of_contents(tmp_path: Path) -> None:
    """A heading of a body is in the page's table of contents, with braces and dollar signs as typed."""
    made = rendered(tmp_path, "## A {1, 2}\n\n### `b` costs $5")
    [heading] = made.toc
    assert (heading.id, heading.title) == ("a-1-2", "A {1, 2}")
    assert [child.title for child in heading.children] == ["b costs $5"]
    assert made.present_anchor_ids == {"a-1-2", "b-costs-5"}


def test_sanitising_keeps_html_of_markdown_extensions() -> None:
    """Permalinks, line anchors, footnotes, admonitions, alignment and MathML are kept."""
    html = (
        '<h2 id="a">A<a class="headerlink" href="#a" title="Permanent link">¶</a></h2>'
        '<a id="__codelineno-0-1" name="__codelineno-0-1" href="#__codelineno-0-1"></a>'
        '<span id="__span-0-1">x</span>'
        '<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup>'
        '<details class="note" open=""><summary>s</summary></details>'
        '<table><tbody><tr><td style="text-align:right">1</td></tr></tbody></table>'
        '<math display="block"><mo stretchy="false">(</mo><mspace width="1em"></mspace></math>'
        '<a href="../x/#y">r</a><a href="mailto:me@example.org">m</a><img alt="" loading="lazy" src="a.png">'
    )
    assert sorted(sanitise(html)) == sorted(html)


class _Live(HTMLParser):
    """Collects what would run or load if a browser read the HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style", "iframe", "object", "embed", "form", "svg", "template", "base", "meta"}:
            self.found.append(tag)
        for name, value in attrs:
            scheme, colon, _ = "".join((value or "").split()).lower().partition(":")
            runs = name in {"href", "src"} and colon and scheme in {"javascript", "data", "vbscript"}
            if runs or name.startswith(("on", "data-")):
                self.found.append(f"{name}={value}")

    def handle_data(self, data: str) -> None:
        self.text += data


_PIECES = st.sampled_from(
    """
    <script> </script> <style> <svg <math> <mtext> <table> <td> <a href=" <img src=x <b </b> onerror=x
    onclick="x" javascript: java&#10;script: javascript&colon; data:text/html, vbscript: " ' > < / = <!--
    --> --!> <![CDATA[ ]]> <? ?> & &amp; &lt; &#60; &#2; &#3; \x02 \x03 [ ]( ](x.md) ) ` ``` ~~~ $ $$ \\ {
    } * _ - 1. | |-| # [^1] [^1]: [ ] [x] word <details> <template> <noscript> <textarea> <title> <xmp>
    <plaintext> <T> amp wzxhzdk:0
    """.split()  # noqa: SIM905 - words, not a column of quotes
)
_HOSTILE = st.lists(st.one_of(_PIECES, st.sampled_from([" ", "\n", "\n\n", "  "])), max_size=40).map("".join)


@given(_HOSTILE)
def test_no_body_makes_executable_html(body: str) -> None:
    """No body makes an element, an attribute or a URL that is executed, and none fails."""
    assert _Live(page(body)).found == []


@given(st.lists(st.one_of(_PIECES, st.just(" ")), max_size=30).map("".join))
def test_sanitising_keeps_every_word(html: str) -> None:
    """A word is kept unless it is in a tag or in a comment."""
    text = _Live(sanitise(f"{html}\">' --> <p>survivor</p>")).text
    assert "survivor" in text
