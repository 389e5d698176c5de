"""Hostile words in entries, plan and reading list are shown as written and never executed."""

import json
import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

import pytest

from daytrail.gfm import plain_text
from daytrail.views.words import beginning
from tests.conftest import Journal
from tests.engine import needs_pagefind
from tests.for_each import for_each
from tests.hostile import BODY, EXECUTED, STEMS, WORDS
from tests.website import SITE_NAME, Built, Html, Site, build, settings, text

NAMES = list(WORDS)
each_name = for_each(NAMES)


@pytest.fixture(scope="module")
def shown(hostile: Built) -> Site:
    return hostile.site


def words(page: Html, css: str) -> list[str]:
    """Return the words of each element that a tag or class names."""
    return [text(found) for found in page.find(css)]


def address(name: str) -> str:
    return f"log/2026/01/{NAMES.index(name) + 1:02d}/"


# nothing runs and nothing escapes


def test_hostile_words_pass_a_strict_build(hostile: Built) -> None:
    """The strict build of the hostile journal succeeds."""
    assert hostile.status == 0, hostile.output


def test_no_words_become_markup(shown: Site) -> None:
    """No page has a script, an event handler, an image or a link that comes from an entry's words."""
    found = []
    for where, page in shown.pages.items():
        for element in page.root.iter():
            script = "".join(element.itertext()) if element.tag in ("script", "style") else ""
            if element.get("type") == "application/ld+json":  # data, which nobody executes, and nothing ends too early
                assert json.loads(script)["@context"] == "https://schema.org"
                assert not re.search("[<>&]", script)
                continue
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
    written = {path.relative_to(project).parts[0] for path in project.rglob("*") if path.is_file()}
    assert written == {
        "site",
        "entries",
        "docs",
        "curriculum.yaml",
        "reading.yaml",
        "macros.py",
        "mkdocs.yml",
        "build",
    } - (set() if (project / "build").exists() else {"build"})
    assert [path.name for path in project.parent.iterdir()] == [project.name]
    parts = {part for name in shown.files for part in Path(name).parts}
    assert {part for part in parts if re.search(r'[<>:"|?*\\\x00-\x1f]|[. ]$', part)} == set()
    assert {part for part in parts if re.match(r"(con|prn|aux|nul)(\.|$)", part, re.IGNORECASE)} == set()
    assert max(len(part.encode()) for part in parts) <= 255


# every word is shown


@each_name
def test_a_title_is_shown_everywhere_as_written(name: str, shown: Site) -> None:
    """A title is the same on its page, in the browser's tab, for search engines and in every list."""
    page, title = shown.page(address(name)), WORDS[name]
    assert words(page, "h1") == [title]
    assert page.title == f"{title} - {SITE_NAME}"
    assert page.meta("description") == beginning(title, 300)
    for where in ("log/", "log/2026/", "tags/plain/"):
        assert title in words(shown.page(where), "a.dt-entry__title"), where
    assert title in [text(link) for link in shown.page("").find("a", shown.page("").find("ul.dt-recent")[0])]
    days = shown.page("curriculum/week-01/").find("ul.dt-days")[0]
    assert title in [link.get("title") for link in shown.page("curriculum/week-01/").find("a", days)]


@each_name
def test_previous_and_next_links_show_a_title_as_written(name: str, shown: Site) -> None:
    """The previous and the next day link to the day with its title."""
    after = NAMES[NAMES.index(name) + 1] if name != NAMES[-1] else None
    if after:
        [before] = [link for link in shown.page(address(after)).find("a") if link.get("rel") == "prev"]
        assert text(before).endswith(f" {WORDS[name]}")


@each_name
def test_a_tag_is_shown_as_written(name: str, shown: Site) -> None:
    """A tag is the same on the day, in the log, in the list of tags and on its own page."""
    tag, here = WORDS[name], address(name)
    [link] = [found for found in shown.page(here).find("a.dt-tag") if text(found) == tag]
    log = shown.page("log/")
    assert tag in [text(link) for tags in log.find(".dt-entry__tags") for link in log.find("a", tags)]
    assert tag in words(shown.page("tags/"), "a.dt-tag")
    target = shown.target(here, link.get("href", ""))
    assert target
    own = shown.page(target[0])
    assert words(own, "h1") == [f"Tag: {tag}"]
    assert own.title == f"Tag: {tag} - {SITE_NAME}"
    assert words(own, "a.dt-entry__title") == [tag]


@each_name
def test_a_link_is_shown_as_written(name: str, shown: Site) -> None:
    """A link's title and note, and the name of the resource, are on the day."""
    page = shown.page(address(name))
    [sources] = page.find(".dt-sources")
    [mine] = page.find("li", sources)
    assert [text(what) for what in page.find(".dt-line__what", mine)] == [WORDS[name]]
    assert [text(note) for note in page.find(".dt-item__note", mine)] == [WORDS[name]]
    assert WORDS[name] in words(page, ".dt-line__what")


@each_name
def test_the_plan_is_shown_as_written(name: str, shown: Site) -> None:
    """Parts, weeks, items, milestones and topics have the same words on all pages of the plan."""
    said, number = WORDS[name], NAMES.index(name) + 1
    line = plain_text(said)
    plan = shown.page("curriculum/")
    assert said in words(plan, "h2")
    assert line in words(plan, ".dt-goal")
    assert said in words(plan, ".dt-weeks__title")
    assert said in [text(row) for row in plan.find("th")] or not plan.find(".dt-progress")
    week = shown.page(f"curriculum/week-{number:02d}/")
    assert words(week, "h1") == [f"Week {number}: {said}"]
    assert week.title == f"Week {number}: {said} - {SITE_NAME}"
    assert words(week, ".dt-goal") == [line]
    first = shown.page("curriculum/week-01/")
    items = {row.get("id"): row for row in first.find("li.dt-item")}
    assert item_words(first, items[name]) == {".dt-item__label": [line], ".dt-item__note": [line]}
    assert item_words(first, items[f"again-{name}"]) == {
        **{f".dt-item__{part}": [said] for part in ("label", "author", "section")},
        ".dt-item__note": [line],
    }
    assert any(f"Milestone: {said}" in found for found in words(first, ".dt-milestone__title"))
    assert said in words(shown.page("milestones/"), "a.dt-questions__title")
    milestone = shown.page(f"milestones/{name}/")
    assert words(milestone, "h1") == [f"Milestone: {said}"]
    assert milestone.title == f"Milestone: {said} - {SITE_NAME}"
    assert line in words(milestone, ".dt-question")[0]
    part = shown.page(f"curriculum/part-{name}/")
    assert (words(part, "h1"), words(part, ".dt-goal")) == ([said], [line])
    assert part.title == f"{said} - {SITE_NAME}"
    assert any(said in found for found in words(week, ".dt-topic"))
    assert said in words(shown.page("reading/"), ".dt-item__label")
    ticks = words(shown.page(address(name)), "ul.dt-ticks")[0]
    assert ticks.count(line) + (ticks.count(said) if said != line else 0) >= 3


@each_name
def test_the_reading_list_is_shown_as_written(name: str, shown: Site) -> None:
    """Title, author, category and note are the same in the list, in the filter and on the resource's page."""
    said, listing = WORDS[name], shown.page("reading/")
    assert said in words(listing, "option")
    rows = [row for row in listing.find("tr.dt-reading") if row.get("data-category") == name]
    assert item_words(listing, rows[0])[".dt-item__label"] == [said]
    assert said in words(listing, ".dt-item__author")
    [link] = listing.find("a.dt-item__label", rows[0])
    target = shown.target("reading/", link.get("href", ""))
    assert target
    page = shown.page(target[0])
    assert words(page, "h1") == [said]
    assert page.title == f"{said} (example.org/{name}) - {SITE_NAME}"  # the plan's item has this title too
    line = plain_text(said)
    assert words(page, ".dt-resource__why") == [line]
    assert words(page, "ul.dt-resource__notes") == [f"{line} {line}"]


def item_words(page: Html, top: Element) -> dict[str, list[str]]:
    """Return the words of an item's elements by their class."""
    classes = (".dt-item__label", ".dt-item__author", ".dt-item__section", ".dt-item__note")
    found = {css: [text(one) for one in page.find(css, top)] for css in classes}
    return {css: said for css, said in found.items() if said}


@for_each(["script", "closing", "jinja"])
def test_a_series_is_shown_as_written(name: str, shown: Site) -> None:
    """A series has its title on its page, in its countdown and on its days."""
    own = shown.page(f"series/{name}/")
    assert words(own, "h1") == [WORDS[name]]
    assert own.title == f"{WORDS[name]} - {SITE_NAME}"
    assert WORDS[name] in words(shown.page(address(name)), ".dt-day__facts")[0]
    if name == "closing":
        assert WORDS[name] in words(shown.page(""), ".dt-countdown")[0]


@each_name
def test_a_topic_is_one_label_in_the_map(name: str, shown: Site) -> None:
    """A topic's title is in the list and the drawing, and in the diagram a label that cannot end early."""
    page = shown.page("map/")
    [row] = [row for row in page.find("li") if row.get("id") == f"topic-topic-{name}"]
    assert text(row).startswith(WORDS[name])
    assert any(text(title).startswith(WORDS[name]) for title in page.find("title", page.find(".dt-map__drawing")[0]))
    source = "".join(page.find("code", page.find(".dt-map__source")[0])[0].itertext())
    labels = [_decoded(label) for label in re.findall(r'\["(.*?)"\]', source)]
    assert any(label.endswith(WORDS[name]) for label in labels), labels
    assert [line for line in source.splitlines() if not re.fullmatch(_DIAGRAM, line.strip())] == []


_LABEL = r'\["[^"\[\]{}<>|;]*(?:#\d+;[^"\[\]{}<>|;]*)*"\]'
_DIAGRAM = rf'flowchart LR|subgraph p\d+{_LABEL}|end|t\d+{_LABEL}:::\w+|t\d+ --> t\d+|click t\d+ href "[\w./-]+"'


def _decoded(label: str) -> str:
    return re.sub(r"#(\d+);", lambda code: chr(int(code[1])), label)


@needs_pagefind
def test_the_search_has_words_as_text(shown: Site) -> None:
    """The search has every title and every line of a body as text, and every tag."""
    pages = [record for address, record in shown.searched.items() if re.match(r"log/\d{4}/\d\d/", address)]
    titles = {record["meta"]["title"] for record in shown.searched.values()}
    assert {found for found in WORDS.values() if found not in titles} == set()
    lines = Counter(line for record in pages for line in BODY if " ".join(line.split()) in record["content"])
    assert min(lines[line] for line in BODY) >= len(WORDS)
    tags = {tag for record in pages for tag in record["filters"].get("tag", ())}
    assert len(tags) == len(words(shown.page("tags/"), "a.dt-tag"))


@for_each([address("script"), "log/2026/01/29/"])
def test_template_syntax_in_a_body_is_text(where: str, shown: Site) -> None:
    """Jinja, secrets, braces of C++ and LaTeX, and tags are text, even if the entry asks for macros."""
    said = text(shown.page(where).main)
    assert [line for line in BODY if line not in said] == []


def test_a_body_that_looks_like_metadata_is_a_body(shown: Site) -> None:
    """The first lines of a body are not read as MkDocs metadata."""
    said = text(shown.page("log/2026/01/30/").main)
    assert "Note: this line is text template: so is this" in said
    page = shown.page("log/2026/01/31/")
    assert "template: nothing.html title: no metadata" in text(page.main)
    assert "no metadata" not in page.title
    assert words(page, "h1") == ["31 January 2026"]


def test_no_template_is_executed(shown: Site) -> None:
    """No file of the site contains what a template would have computed from the words."""
    assert [name for name, content in shown.bytes().items() if EXECUTED.encode() in content] == []


def test_render_by_default_does_not_execute_entries(journal: Journal) -> None:
    """Entries are data even if all pages of the site are templates by default."""
    config = settings().replace("render_by_default: false", "render_by_default: true")
    title = WORDS["jinja"].replace("{% raw %} ", "")
    entry = f"---\ntitle: '{title}'\nrender_macros: true\n---\n\n{{{{ 7919*6007 }}}} {{% here\n"
    built = build(journal({"mkdocs.yml": config, "entries/2026-01-12.md": entry}))
    assert built.status == 0, built.output
    page = built.site.page("log/2026/01/12/")
    assert words(page, "h1") == [title]
    assert page.title == f"{title} - {SITE_NAME}"
    assert words(page, ".entry-body") == ["{{ 7919*6007 }} {% here"]
