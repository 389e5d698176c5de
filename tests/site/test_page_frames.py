"""Frames of pages: each page is what the theme's template makes of it, whatever that looks at."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from jinja2 import DictLoader, Environment
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.nav import Navigation, Section
from mkdocs.structure.toc import AnchorLink, TableOfContents
from mkdocs.utils.templates import url_filter

from daytrail.site.page_frames import FOOTER, FramedTemplates
from daytrail.site.page_html import finished
from daytrail.site.page_task import GeneratedPage
from tests.documentation import copy_of_the_demo
from tests.engine import THEME
from tests.website import DEMO_TODAY, build

PLAIN = "<title>{{ page.title }}</title>"


class Counted:
    """Templates that count how many pages were rendered."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self.rendered = 0

    def get_template(self, name: str) -> "Counted":
        assert name == "main.html"
        return self

    def render(self, context: Mapping[str, Any]) -> str:
        self.rendered += 1
        return self.env.get_template("main.html").render(context)


class Compared:
    """Templates with frames, of which each page is compared with the rendered one."""

    def __init__(self, env: Any) -> None:
        self.counted = Counted(env)
        self.templates = FramedTemplates(self.counted)  # type: ignore[arg-type] # has what is asked of it
        self.number = 0

    def get_template(self, name: str) -> "Compared":
        assert name == "main.html"
        return self

    def render(self, context: Mapping[str, Any]) -> str:
        html = self.templates.get_template("main.html").render(context)
        assert html == finished(self.counted.env.get_template("main.html").render(context)), context["page"].url
        self.number += 1
        return html


@pytest.mark.skipif(THEME != "material", reason="MaterialX is built in another process")
def test_pages_of_the_demo_are_the_same_with_frames(tmp_path: Path) -> None:
    """All of them come out as from the theme's template, and nearly all generated ones without it."""
    project = copy_of_the_demo(tmp_path / "project")
    settings = project / "mkdocs.yml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(f"{text}      og_cards: false\n      search: material\n", encoding="utf-8")
    made: list[Compared] = []

    def compared_templates(env: Environment) -> Compared:
        made.append(Compared(env))
        return made[0]

    with mock.patch("daytrail.site.page_builder.FramedTemplates", compared_templates):
        built = build(project, DAYTRAIL_TODAY=DEMO_TODAY)
    assert built.status == 0, built.output
    [compared] = made
    assert compared.counted.rendered < compared.number / 3  # docs pages, and some of each folder
    assert compared.number > 100


def page(url: str, **other: Any) -> GeneratedPage:
    """Return a generated page, with attributes and with metadata by their names."""
    config = MkDocsConfig()
    config.load_dict({"site_name": "Tides", "site_url": "https://learner.example/", "edit_uri": "https://e.example/"})
    flat, source = url.endswith(".html"), url.removesuffix(".html").rstrip("/") or "index"
    dest = url if flat else f"{url}index.html"
    file = File(f"{source}.md", "/docs", "/site", use_directory_urls=not flat, dest_uri=dest)
    made = GeneratedPage(None, file, config)
    made.markdown, made.content = "", other.pop("content", f"<h1>{url}</h1>")
    made.meta = {"title": f"At {url}", "description": f"About {url}", "tags": [url], "hide": other.pop("hide", [])}
    title = AnchorLink(made.meta["title"], "dt-title", 1)
    for text, *below in other.pop("headings", ()):
        title.children.append(AnchorLink(text, text.lower(), 2))
        title.children[-1].children = [AnchorLink(name, name.lower(), 3) for name in below]
    made.toc = TableOfContents([title])
    for key, value in other.items():
        setattr(made, key, value)
    return made


LOG, READING = Section("Log", []), Section("Reading", [])
DAYS = [
    page(f"log/{year}/0{month}/15/", headings=[[f"In {year}"], [f"<b>{month}</b>"]])
    for year in (2025, 2026)
    for month in range(1, 5)
]
TAGS = [page(f"tags/{name}/") for name in ("moe", "moe-2", "v1.0", "v2.0", "moe")]
FILES = [
    *(
        page(f"{folder}{name}.html")
        for folder in ("log/2025/", "log/2026/", "tags/")
        for name in ("moe", "sea", "tide")
    ),
    *(page(f"{name}.html") for name in ("about", "log", "tags", "index")),
]
TOPS = [page(f"{name}/") for name in ("about", "log", "tags", "series", "stats")]
VARIED = [
    *(page(f"log/2026/01/0{day}/", parent=parent) for day in range(1, 4) for parent in (None, LOG, READING)),
    *(page(f"log/2026/02/0{day}/", hide=[hidden]) for day in range(1, 4) for hidden in ("toc", "navigation")),
    *(page(f"log/2026/03/0{day}/", headings=names) for day in range(1, 4) for names in ((), "A", "AB")),
    *(page(f"log/2026/07/0{day}/", headings=[["A", f"Below {day % 2}"]]) for day in range(1, 7)),
    *(page(f"log/2026/04/0{day}/", content=text) for day in range(1, 4) for text in ("a", "<h1>b</h1>", "<h1>c</h1>")),
    *(page(f"log/2026/05/0{day}/", edit_url=url) for day in range(1, 4) for url in (None, "https://e.example/e")),
    *(page(f"log/2026/06/0{day}/", canonical_url=url) for day in range(1, 4) for url in (None, "https://e.example/e")),
]
VARIED[6].meta = {**VARIED[6].meta, "title": "a <b>&amp;\"'</b> {{ x }}\\1", "description": ""}
VARIED[13].meta = {**VARIED[13].meta, "title": "Two\n  lines"}
VARIED[7].previous_page = VARIED[8].next_page = VARIED[3]

FRAMED = [
    PLAIN,
    "{{ page.meta.title }} {{ page.meta.description }} {{ page.content }} {{ page.canonical_url }} {{ page.edit_url }}",
    "  <p>\n\n  {{ page.title }} \n</p>\n<article>\n  {{ page.content }}\n </article>\n  {{ daytrail_footer }}\n",
    "{% if page.meta and page.meta.description %}{{ page.meta.description }}{% else %}none{% endif %}",
    '{% if "<h1" not in page.content %}<h1>{{ page.title | d("x", true) }}</h1>{% endif %}{{ page.content }}',
    "{% if page.edit_url %}{{ page.edit_url }}{% endif %}{{ page.canonical_url if page.canonical_url else 'none' }}",
    (
        "{% for heading in (page.toc | first).children %}{{ heading.url }}{{ heading.title }}"
        "{% for below in heading.children %}{{ below.title }}{% endfor %}{% endfor %}"
    ),
    "{{ (page.toc | first).url | url }}{{ page.meta.hide }}",
    "{{ 'assets/a.css' | url }} {{ 'log/' | url }} {{ '.' | url }} {{ base_url }} {{ 'https://e.example/' | url }}",
    "{{ 'log/2026/' | url }} {{ 'tags/moe/' | url }} {{ 'log/2026/01/15/x/' | url }} {{ 'tags/moe.html' | url }}",
    "{% for section in [page.parent] %}{{ section.title }}{% endfor %}{{ page.is_homepage }}",
    "{% if page.previous_page %}{{ page.previous_page.url | url }}{% endif %}",
]
"""Uses that a template may make of pages with a frame."""
UNKNOWN = [
    "{{ page.url }}",
    "{{ 'x/' ~ page.url }}",
    "{{ page.file.src_uri }}",
    "{{ page.abs_url }}",
    "{{ page.title | upper }}",
    "{{ page.title | e }}",
    "{{ page.title | striptags }}",
    "{{ page.title | length }}",
    "{{ page.title | replace('1', '2') }}",
    "{{ page.title | truncate(9, true, '') }}",
    "{{ page.title[:4] }}",
    "{{ page.title.split('/') | last }}",
    "{{ page.title | url }}",
    "{{ page.title | urlencode }}",
    "{{ page.title | tojson }}",
    "{{ (page.title ~ '!') | capitalize }}",
    "{{ [page.title] | join | title }}",
    "{% set x = page.title ~ '' %}{% if '2026' in x %}new{% endif %}",
    "{% if page.title == 'At tags/moe/' %}moe{% endif %}",
    "{% if page.title in ['At tags/moe/'] %}moe{% endif %}",
    "{% if page.title < 'At log/2026' %}old{% endif %}",
    "{% if 'sea' in page.content %}sea{% endif %}",
    "{% for character in page.title %}{{ character }},{% endfor %}",
    "{{ {'At tags/moe/': 'moe'}[page.title] }}",
    "{% for tag in page.meta.tags %}{{ tag }}{% endfor %}",
    "{{ page.meta }}",
    "{% for heading in page.toc %}{{ heading.title }}{% endfor %}",
    "{{ page.toc }}",
    "{% for heading in (page.toc | first).children %}{{ heading.title | striptags | e }}{% endfor %}",
    "{% for heading in (page.toc | first).children %}{{ heading.id }}{% endfor %}",
    "{% for heading in (page.toc | first).children %}{{ heading.level }}{% endfor %}",
    "{{ daytrail_footer | length }}",
    "{{ page }}",
]
"""Uses that need a template for each page."""


def framed_and_rendered(text: str, pages: list[GeneratedPage]) -> int:
    """Compare all pages of a template with and without frames, and return how many the first way rendered."""
    env = Environment(loader=DictLoader({"main.html": text}))  # noqa: S701 - as that of MkDocs
    env.filters["url"] = url_filter
    config = MkDocsConfig()
    config.load_dict({"site_name": "Tides"})
    compared = Compared(env)
    for one in pages:
        context: dict[str, Any] = {**get_context(Navigation([], []), [], config, one), FOOTER: f"<a>{one.url}</a>"}
        compared.render(context)
    return compared.counted.rendered


@pytest.mark.parametrize("text", [*FRAMED, *UNKNOWN])
@pytest.mark.parametrize("pages", [DAYS, TAGS, FILES, TOPS, VARIED], ids=["days", "tags", "files", "tops", "varied"])
def test_a_page_is_what_the_template_makes_of_it(text: str, pages: list[GeneratedPage]) -> None:
    """Whatever a template does with what pages have in common or not, each page is right."""
    framed_and_rendered(text, pages)


@pytest.mark.parametrize("text", FRAMED)
def test_a_frame_replaces_the_template(text: str) -> None:
    """Once two pages were rendered, and one for the frame, the others are not."""
    neighbours = sum(day.url.startswith("log/2026/") for day in DAYS[2:]) if "'log/2026/'" in text else 0
    assert framed_and_rendered(text, DAYS) == 3 + neighbours


@pytest.mark.parametrize("text", UNKNOWN)
def test_an_unknown_question_leaves_no_frame(text: str) -> None:
    """The template is rendered for each page, and once in vain."""
    assert framed_and_rendered(text, DAYS) == len(DAYS) + 1
