"""An entry's body renders as on GitHub, whatever it contains, and notations as in their programs.

See `cases/markdown` and `cases/notations`.
"""

import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

import markdown
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from markdown.treeprocessors import Treeprocessor
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig

from daytrail.site.markdown_extension import marked_body
from daytrail.views.body import render_body
from daytrail.views.sanitise import sanitise
from tests.website import settings as all_settings

ROOT = Path(__file__).parents[2]
CASES: dict[str, dict[str, Any]] = {
    name: case
    for path in sorted((ROOT / "tests/cases").glob("[mn]*/*.yml"))
    if path.parent.name in ("markdown", "notations")
    for name, case in yaml.safe_load(path.read_text(encoding="utf-8")).items()
}


@pytest.fixture(scope="module")
def config(tmp_path_factory: pytest.TempPathFactory) -> MkDocsConfig:
    """Return the settings of a site, without plugins."""
    path = tmp_path_factory.mktemp("extensions") / "mkdocs.yml"
    path.write_text(all_settings(), encoding="utf-8")
    (path.parent / "docs").mkdir()
    return load_config(str(path), plugins=[], hooks=[])


@pytest.fixture(scope="module")
def extensions(config: MkDocsConfig) -> dict[str, Any]:
    """Return the extensions of Python-Markdown that a site has."""
    return {"extensions": config.markdown_extensions, "extension_configs": config.mdx_configs}


def page(text: str, extensions: dict[str, Any]) -> str:
    return markdown.markdown(text, **extensions)


@pytest.mark.parametrize("name", CASES)
def test_a_body_renders_as_its_case_says(name: str, extensions: dict[str, Any]) -> None:
    """The HTML of a body is that of its case."""
    case = CASES[name]
    assert case.keys() <= {"why", "markdown", "html", "contains", "lacks"}
    assert case.keys() & {"html", "contains"}
    before, after = '<div class="entry-body">', "</div>"
    html = page(marked_body(case["markdown"]), extensions).strip()
    assert html.startswith(before)
    assert html.endswith(after)
    html = html.removeprefix(before).removesuffix(after).strip()
    if "html" in case:
        assert html == case["html"].strip()
    for part in case.get("contains", ()):
        assert part in html
    for part in case.get("lacks", ()):
        assert part not in html


def test_extensions_of_the_site_do_not_change_a_body(extensions: dict[str, Any]) -> None:
    """They apply to other pages, which a converter that is used again reads as such; marks in a body are its text."""
    term = "[Seen](a.md){ .seen }"
    converter = markdown.Markdown(**extensions)
    html = converter.convert(marked_body(f"{marked_body(term)}\n\n<script>"))
    assert html.count("{ .seen }") == html.count("entry-body") == 1
    assert "&lt;script&gt;" in html
    assert '<a class="seen"' in converter.reset().convert(f"{term}\n\ndaytrailbody")
    assert "entry-body" not in converter.convert(f"{term}\n\ndaytrailbody")


def test_mkdocs_resolves_links_and_images_in_raw_html(extensions: dict[str, Any]) -> None:
    """URLs in raw HTML are in the element tree when MkDocs resolves links, as those in Markdown are."""
    seen: list[str] = []

    class Host(Treeprocessor):
        def run(self, root: Element) -> None:
            seen.extend(element.get("href") or element.get("src") or "" for element in root.iter())

    converter = markdown.Markdown(**extensions)
    converter.treeprocessors.register(Host(converter), "host", 0)
    converter.convert(marked_body('[a](a.md) ![b](b.png)\n\n<p><a href="c.md">c</a> <img src="d.png"></p>'))
    assert [address for address in seen if address] == ["a.md", "b.png", "c.md", "d.png"]


def test_headings_are_in_the_table_of_contents(extensions: dict[str, Any]) -> None:
    """A heading of a body is in the page's table of contents, with braces and dollar signs as typed."""
    converter = markdown.Markdown(**extensions)
    converter.convert(marked_body("## A {1, 2}\n\n### `b` costs $5"))
    [token] = converter.toc_tokens  # type: ignore[attr-defined]  # the toc extension sets it
    assert (token["id"], token["name"]) == ("a-1-2", "A {1, 2}")
    assert [child["name"] for child in token["children"]] == ["b costs $5"]


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
    <plaintext> <T> daytrailbody amp wzxhzdk:0
    """.split()  # noqa: SIM905 - words, not a column of quotes
)
_HOSTILE = st.lists(st.one_of(_PIECES, st.sampled_from([" ", "\n", "\n\n", "  "])), max_size=40).map("".join)


@given(_HOSTILE)
def test_no_body_makes_executable_html(body: str) -> None:
    """No body makes an element, an attribute or a URL that is executed, and none fails."""
    assert _Live(page(marked_body(body), {"extensions": ["daytrail.gfm", "attr_list", "toc"]})).found == []


@given(st.lists(st.one_of(_PIECES, st.just(" ")), max_size=30).map("".join))
def test_sanitising_keeps_every_word(html: str) -> None:
    """A word is kept unless it is in a tag or in a comment."""
    text = _Live(sanitise(f"{html}\">' --> <p>survivor</p>")).text
    assert "survivor" in text


def test_feeds_have_the_html_of_the_page_without_permalinks() -> None:
    """Feeds are rendered without MkDocs and have the same HTML, except for permalinks."""
    assert render_body("a\n- b") == "<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n"


def test_a_body_is_the_same_in_every_process() -> None:
    """The order of attributes does not depend on the hash seed."""
    body = '- [x] a\n- [ ] b\n\n<input class="c" type="checkbox" checked>\n'
    code = f"from daytrail.views.body import render_body; print(render_body({body!r}))"
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            encoding="utf-8",
            check=True,
        ).stdout
        for seed in "123"
    }
    assert len(said) == 1
    assert '<input checked="" class="task-list-item-checkbox" disabled="" type="checkbox">' in said.pop()
