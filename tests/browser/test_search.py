"""The search with Pagefind: what it finds first, how it is used, and what it loads."""

import re
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import Route

from tests.browser.conftest import AXE, Open, Tab, in_both_fonts, size
from tests.conftest import Host
from tests.engine import THEME, needs_pagefind
from tests.website import Site, build, make, settings

pytestmark = needs_pagefind

DAY = "log/2026/02/15/"
DATA_PARALLEL = "log/2026/02/05/"
FIELD = "input.md-search__input"
RESULT = ".md-search-result__item > a:first-child"

FIRST = {
    # A day by its number or date.
    "Day 54": "log/2026/02/05/",
    "5 February 2026": "log/2026/02/05/",
    "2026-02-05": "log/2026/02/05/",
    "5 February": "log/2026/02/05/",
    "Day 150/365": "log/2026/05/30-gpu-365/",
    # Whole words with hyphens.
    "ZeRO-3": "milestones/zero-3-budget/",
    "top-k": "log/2025/11/24/",
    # A paper by its number.
    "1910.02054": "reading/arxiv-org-abs-1910-02054-899ff976/",
    # Weeks, tags, series, years and titles by themselves.
    "Week 4": "curriculum/week-04/",
    "One A100, one 7B model": "milestones/serving-budget/",
    "career": "tags/career/",
    "gpu programming": "series/gpu-365/",
    "2025": "log/2025/",
    "cuda": "log/2025/10/08/",
    # Words of a text.
    "ring allreduce gradients": "log/2026/02/05/",
    "roofline": "tags/roofline/",
}


def ask(tab: Tab, query: str) -> list[str]:
    """Search, and return the addresses of the pages that are shown."""
    field, status = tab.page.locator(FIELD), tab.page.locator(".md-search-result__meta")
    field.fill("")
    status.filter(has_not_text=re.compile(r"\d|No")).wait_for()
    field.fill(query)
    status.filter(has_text=re.compile(r"\d|No|failed|loaded")).wait_for()
    return shown(tab)


def shown(tab: Tab) -> list[str]:
    links = tab.page.locator(RESULT).evaluate_all("links => links.map(link => link.href)")
    return [link.removeprefix(tab.home) for link in links]


def show_all(tab: Tab) -> None:
    """Ask for more results until there are none."""
    while tab.page.locator(".dt-find__more").is_visible():
        number = len(shown(tab))
        tab.page.locator(".dt-find__more").click()
        tab.page.wait_for_function(f"() => document.querySelectorAll('.md-search-result__item').length > {number}")


def test_a_search_finds_a_page_by_its_name_first(open_tab: Open) -> None:
    """Days are found by number and date, names with hyphens whole, and tags, series and years by themselves."""
    tab = open_tab()
    tab.go("404.html")
    assert {query: next(iter(ask(tab, query)), "") for query in FIRST} == FIRST
    # In the text it is written as two words.
    ask(tab, "FlashAttention")
    show_all(tab)
    assert "log/2025/10/07/" in shown(tab)
    assert tab.complaints == []


def test_what_was_studied_comes_before_what_lists_it(open_tab: Open) -> None:
    """Days about a subject are first, then its tag, and weeks of the plan behind them."""
    tab = open_tab()
    tab.go("404.html")
    first = ask(tab, "FlashAttention")
    assert {*first[:2]} == {"log/2025/10/07/", "log/2025/10/08/"}
    assert "tags/flash-attention/" in first[2:4]
    assert ask(tab, "kv cache")[:2] == ["log/2026/01/15/", "tags/kv-cache/"]
    # The weights are those of days of the last months, and of older ones.
    assert all(page.startswith("log/2025/1") for page in ask(tab, "softmax")[:3])
    assert "curriculum" not in {page.partition("/")[0] for page in ask(tab, "cuda")[:5]}
    assert tab.complaints == []


def test_a_word_that_is_nowhere_is_answered_by_what_is_nearest(open_tab: Open) -> None:
    """Pagefind would find pages with the beginning of the word, such as `x`; the stem of a word is found."""
    tab = open_tab()
    tab.go("404.html")
    for query, near in (("gradients xyzzy", "gradients"), ("flashattenshun", "flashatten")):
        found = ask(tab, query)
        assert tab.page.locator(".md-search-result__meta").inner_text() == "No results. The nearest are:"
        assert found, query
        assert found == ask(tab, near)[:10]
    assert ask(tab, "gradi")
    assert ask(tab, "gradiented")
    assert tab.complaints == []


def test_the_search_is_loaded_by_the_first_search(open_tab: Open, site: Site) -> None:
    """A page loads nothing of it, nor does the one for wrong addresses; then come 90 kB, and what the words need."""
    tab = open_tab()
    for page in ("404.html", ""):
        tab.go(page)
        tab.settle()
    assert [url for url in tab.requests if "search" in url or "pagefind" in url] == []
    before = len(tab.requests)
    tab.page.locator(FIELD).click()
    ask(tab, "collectives")
    tab.settle()
    loaded = {url.removeprefix(tab.home) for url in tab.requests[before:]}
    shards = {address for address in loaded if address.endswith(("pf_index", "pf_fragment"))}
    assert sum(size(site, address) for address in loaded - shards) < 96_000
    assert 1 <= sum(address.endswith("pf_index") for address in shards) <= 4
    assert sum(address.endswith("pf_fragment") for address in shards) <= 12  # and the best one of each bundle
    assert not [address for address in loaded if address.endswith("pf_filter")]
    assert sum(size(site, address) for address in loaded) < 205_000


def test_a_result_shows_its_text_and_its_sections(open_tab: Open) -> None:
    """The date and number of a day are said once, tags are no part of the preview, and a heading has its own link."""
    tab = open_tab()
    tab.go(DAY)
    ask(tab, "5 February 2026")
    day = tab.page.locator(".md-search-result__item").first
    assert day.locator("h1").inner_text() == "Data parallelism and ZeRO Stage 1"
    assert day.locator(".dt-find__facts").inner_text() == "5 February 2026 · Day 54"
    preview = day.locator("a").first.locator("p").last.inner_text()
    assert preview.startswith("Plain data parallelism")
    assert "collectives" not in preview.split()
    ask(tab, "whom we trust")
    section = tab.page.locator(".md-search-result__item h2", has_text="Whom we trust")
    assert tab.page.locator(".md-search-result__item", has_text="Whom we trust").inner_text().count("mkdocs.yml") == 1
    section.click()
    tab.page.wait_for_url("**/security/#whom-we-trust")
    assert tab.page.locator("#whom-we-trust").is_visible()


def marked(tab: Tab) -> list[str]:
    return [*tab.page.evaluate("[...(CSS.highlights.get('dt-found') ?? [])].map(String)")]


def test_words_that_were_found_are_marked_on_their_page(open_tab: Open) -> None:
    """So are other forms of a word. The page keeps its elements and its address, and the next one has no marks."""
    tab = open_tab(instant=True)
    tab.go("log/2026/02/15/")
    tab.settle()
    assert marked(tab) == []
    assert ask(tab, "ring allreduce gradient")[0] == DATA_PARALLEL
    tab.page.locator(RESULT).first.click()
    tab.page.wait_for_function("CSS.highlights.has('dt-found')")
    tab.page.wait_for_url(f"**/{DATA_PARALLEL}")
    assert {word.lower() for word in marked(tab)} >= {"ring", "gradients"}
    assert tab.page.locator(".md-content mark").count() == 0
    tab.go("")
    assert marked(tab) == []
    assert tab.complaints == []


def test_the_search_is_used_by_keyboard(open_tab: Open) -> None:
    """`/` opens it, arrows go through results, and Escape closes it."""
    tab = open_tab()
    tab.go(DAY)
    is_open, focus = "document.getElementById('__search').checked", "document.activeElement"
    tab.page.keyboard.press("s")
    assert tab.page.evaluate(is_open)
    tab.page.keyboard.insert_text("ring")  # as above
    tab.page.locator(RESULT).first.wait_for()
    for key, selector in {"ArrowDown": RESULT, "ArrowUp": FIELD, "Tab": ".md-search__scrollwrap"}.items():
        tab.page.keyboard.press(key)
        assert tab.page.evaluate(f"{focus}.matches({selector!r})"), key
        if key == "ArrowDown":
            assert tab.page.evaluate(f"getComputedStyle({focus}).outlineStyle") == "solid"
    tab.page.keyboard.press("Escape")
    assert not tab.page.evaluate(is_open)
    tab.page.keyboard.press("/")
    assert tab.page.locator(FIELD).input_value() == "ring"
    tab.page.keyboard.press("Enter")
    tab.page.wait_for_url(lambda url: not url.endswith(DAY))
    assert tab.complaints == []


@in_both_fonts
def test_the_open_search_is_accessible_and_fits_a_phone(open_tab: Open) -> None:
    """Neither axe nor a width of 360 pixels finds a fault."""
    tab = open_tab(color_scheme="dark", viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    tab.go(DAY)
    tab.page.add_style_tag(content="* { transition: none !important }")  # colours are as they stay
    tab.page.locator("header label.md-header__button[for=__search]").tap()
    ask(tab, "FlashAttention-2")
    tab.settle()
    assert tab.page.evaluate("document.querySelector('.dt-find .md-search__scrollwrap').scrollWidth") <= 360
    heights = tab.page.locator(".md-search-result__item").evaluate_all("items => items.map(item => item.clientHeight)")
    assert median(heights) < 100
    if AXE.is_file():
        tab.page.add_script_tag(content=AXE.read_text(encoding="utf-8"))
        faults = tab.page.evaluate("""async () => (await axe.run('.dt-find')).violations.flatMap(
            ({ id, nodes }) => [id, ...nodes.map(node => node.html.slice(0, 80))])""")
        assert faults == []


def test_a_search_that_cannot_be_loaded_says_so(open_tab: Open) -> None:
    """The next try may find it."""
    tab = open_tab()
    tab.go("")

    def refuse(route: Route) -> None:
        route.abort()

    tab.page.route("**/search/**", refuse)
    tab.page.locator(FIELD).fill("ring")
    tab.page.locator(".md-search-result__meta", has_text="cannot be loaded").wait_for()
    tab.page.unroute("**/search/**", refuse)
    tab.page.locator(FIELD).fill("ring a")
    tab.page.locator(RESULT).first.wait_for()


UNSPACED = {
    "entries/2026-01-05.md": "# 海藻の記録\n\n今日は資金決済法と再帰関数を勉強した。GPUの最適化も少しだけ。\n\n"
    "## 見出し\n\nコンピューター",
    "entries/2026-01-06.md": "今天学习了递归函数和资金结算法。KV缓存很大。\n",
    "entries/2026-01-07.md": "วันนี้เรียนฟังก์ชันเวียนเกิด ใช้ GPUที่บ้าน\n\nថ្ងៃនេះខ្ញុំរៀនអនុគមន៍\n",
}
PARTS_OF_SENTENCES = {
    "log/2026/01/05/": "再帰関数 決済 数を勉 GPUの最適 海藻 見出し ピュー",
    "log/2026/01/06/": "归函 资金结算 KV缓存",
    "log/2026/01/07/": "ฟังก์ชัน ยนเ GPUที่ រៀន",
}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_any_part_of_a_sentence_without_spaces_is_found(
    open_tab: Open, host: Host, tmp_path: Path, language: str
) -> None:
    """Whatever the language of the site; the preview, the title and the marks on the page are as it was written."""
    config = settings().replace(f"  name: {THEME}\n", f"  name: {THEME}\n  language: {language}\n", 1)
    built = build(make(tmp_path, UNSPACED | {"mkdocs.yml": config}))
    assert built.status == 0, built.output
    tab = open_tab(host(f"unspaced-{language}", built.site))
    tab.go("404.html")
    found = {query: ask(tab, query) for queries in PARTS_OF_SENTENCES.values() for query in queries.split()}
    expected = {query: page for page, queries in PARTS_OF_SENTENCES.items() for query in queries.split()}
    assert {query: pages[:1] for query, pages in found.items()} == {query: [page] for query, page in expected.items()}
    for query in ("数関", "函递", "นาฬิกา", "再帰 kelp"):
        ask(tab, query)  # which offers what is nearest
        assert tab.page.locator(".md-search-result__meta").inner_text().startswith("No results")
    assert ask(tab, "再帰関数") == ["log/2026/01/05/"]
    result = tab.page.locator(".md-search-result__item").first
    assert result.locator("h1").inner_text() == "海藻の記録"
    assert "資金決済法と再帰関数を勉強した。GPUの" in result.inner_text()
    result.locator("a").first.click()
    tab.page.wait_for_function("CSS.highlights.has('dt-found')")
    assert marked(tab) == ["再帰関数"]
    assert tab.complaints == []
