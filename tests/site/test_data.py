"""Hostile words in entries, plan and reading list are shown as written and never executed."""

import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.conftest import Journal
from tests.engine import needs_pagefind
from tests.hostile import BODY, EXECUTED, STEMS, WORDS
from tests.website import SITE_NAME, Built, Html, Site, build, settings, text

NAMES = list(WORDS)


@pytest.fixture(scope="module")
def shown(hostile: Built) -> Site:
    assert hostile.status == 0, hostile.output
    return hostile.site


def words(page: Html, css: str) -> list[str]:
    """Return the words of each element that a tag or class names."""
    return [text(found) for found in page.find(css)]


def address(name: str) -> str:
    return f"log/2026/01/{NAMES.index(name) + 1:02d}/"


def test_no_words_become_markup(shown: Site) -> None:
    """No page has a script, an event handler, an image or a link that comes from an entry's words."""
    found = []
    for where, page in shown.pages.items():
        for element in page.root.iter():
            script = "".join(element.itertext()) if element.tag in ("script", "style") else ""
            handlers = [name for name in element.attrib if name.startswith("on") or name == "autofocus"]
            addresses = [element.attrib[name] for name in ("href", "src", "action", "data") if name in element.attrib]
            runs = [url for url in addresses if re.match(r"\s*(javascript|vbscript|data):", url, re.IGNORECASE)]
            is_link = element.tag == "a" and element.get("rel") == "noopener"  # of a text that holds Markdown
            asked = [url for url in addresses if url in ("x", "d") or (url == "https://example.org" and not is_link)]
            if "alert(" in script or handlers or runs or asked:
                found.append((where, element.tag, element.attrib))
    assert found == []


def test_links_to_hostile_names_resolve(shown: Site) -> None:
    """Tags, files and ids of any spelling have URLs that links reach."""
    assert shown.broken() == []


def test_hostile_words_give_unique_ids(shown: Site) -> None:
    """No two elements of a page have the same id."""
    assert {name for page in shown.pages.values() for name, count in Counter(page.ids).items() if count > 1} == set()


def test_each_tag_and_file_has_its_own_url(shown: Site) -> None:
    """Pages of tags and files do not collide, even on file systems that ignore case."""
    assert len(words(shown.page("tags/"), "a.dt-tag")) == len(WORDS) + 1
    tags = {unquote(link.get("href", "")) for link in shown.page("tags/").find("a.dt-tag")}
    assert len({tag.casefold() for tag in tags}) == len(WORDS) + 1
    days = [where for where in shown.pages if where.startswith("log/2026/02/01")]
    assert len({day.casefold() for day in days}) == len(STEMS)
    assert len({name.casefold() for name in shown.files}) == len(shown.files)


def test_a_build_writes_only_into_site(shown: Site) -> None:
    """A build writes into site/ only, and uses no file name that an operating system refuses."""
    project = shown.folder.parent
    names = {path.name for path in project.iterdir()} - {"build"}
    assert names == {"site", "entries", "docs", "curriculum.yaml", "reading.yaml", "macros.py", "mkdocs.yml"}
    assert [path.name for path in project.parent.iterdir()] == [project.name]
    parts = {part for name in shown.files for part in Path(name).parts}
    assert {part for part in parts if re.search(r'[<>:"|?*\\\x00-\x1f]|[. ]$', part)} == set()
    assert {part for part in parts if re.match(r"(con|prn|aux|nul)(\.|$)", part, re.IGNORECASE)} == set()
    assert max(len(part.encode()) for part in parts) <= 255


@needs_pagefind
def test_the_search_has_words_as_text(shown: Site) -> None:
    """The search has every title and every line of a body as text, and every tag."""
    pages = [record for address, record in shown.searched.items() if re.match(r"log/\d{4}/\d\d/", address)]
    titles = {record["meta"]["title"] for record in shown.searched.values()}
    assert {found for found in WORDS.values() if found not in titles} == set()
    lines = Counter(line for record in pages for line in BODY if " ".join(line.split()) in record["content"])
    assert min(lines[line] for line in BODY) >= len(WORDS)
    tags = {tag for record in pages for tag in record["meta"].get("tags", "").split(", ") if tag}
    assert len(tags) == len(words(shown.page("tags/"), "a.dt-tag"))


def test_template_syntax_in_a_body_is_text(shown: Site) -> None:
    """Jinja, secrets, braces of C++ and LaTeX, and tags are text."""
    said = text(shown.page(address("script")).main)
    assert [line for line in BODY if line not in said] == []


def test_no_template_is_executed(shown: Site) -> None:
    """No file of the site contains what a template would have computed from the words."""
    assert [name for name, content in shown.bytes().items() if EXECUTED.encode() in content] == []


def test_render_by_default_does_not_execute_entries(journal: Journal) -> None:
    """Entries are data even if all pages of the site are templates by default."""
    config = settings().replace("render_by_default: false", "render_by_default: true")
    title = WORDS["jinja"].replace("{% raw %} ", "")
    entry = f"---\ntitle: '{title}'\n---\n\n{{{{ 7919*6007 }}}} {{% here\n"
    built = build(journal({"mkdocs.yml": config, "entries/2026-01-12.md": entry}))
    assert built.status == 0, built.output
    page = built.site.page("log/2026/01/12/")
    assert words(page, "h1") == [title]
    assert page.title == f"{title} - {SITE_NAME}"
    assert words(page, ".entry-body") == ["{{ 7919*6007 }} {% here"]
