"""Macros and generated pages: see `cases/macros` and `cases/pages` for their HTML.

With `UPDATE_CASES=1` in the environment the cases are written anew; read the diff.
"""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from textwrap import indent

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.facts import Facts
from daytrail.model.journal import DocsPage
from daytrail.model.reading import ReadingList
from daytrail.source.load import load
from daytrail.views.lookup import UnknownName
from daytrail.views.macros import MACROS
from daytrail.views.macros.countdown import countdown
from daytrail.views.macros.dependency_map import dependency_map, label
from daytrail.views.macros.reading_list import reading_list
from daytrail.views.macros.stats import stats
from daytrail.views.macros.strip import strip
from daytrail.views.macros.timeline import timeline
from daytrail.views.page import drawn
from daytrail.views.page_context import PageContext, page_context
from daytrail.views.pages import pages
from daytrail.views.pages.milestones import milestone_html
from daytrail.views.words import title_of
from tests.command import write
from tests.for_each import for_each
from tests.journal import context, entry, journal, plan
from tests.website import Html, text

FOLDER = Path(__file__).parents[2] / "cases"
CASES = sorted([*FOLDER.glob("macros/*.yml"), *FOLDER.glob("pages/*.yml")])


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.stem}/{path.stem}")
def test_case(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    case = yaml.safe_load(text)
    assert case.keys() <= {"why", "today", "here", "plan", "reading", "entries", "files", "macro", "html"}
    files = {f"entries/{stem}.md": written for stem, written in case.get("entries", {}).items()}
    files |= {"reading.yaml": case.get("reading", ""), **case.get("files", {})}
    loaded = load(write(tmp_path, {"curriculum.yaml": case["plan"], **files}))
    assert not loaded.failed, loaded.problems
    facts = Facts(loaded.journal, case["today"])
    if "macro" in case:
        name, _, arguments = case["macro"].partition("(")
        at = page_context(facts, case["here"])
        html = MACROS[name](at, **yaml.safe_load("{" + arguments.removesuffix(")").replace("=", ": ") + "}"))
    else:
        [page] = [page for page in pages(facts) if page.address == case["here"]]
        html = "\n".join(filter(None, drawn(page)))
    if os.environ.get("UPDATE_CASES"):
        new = path.with_suffix(".new")  # takes its place at once, since another process may read all cases
        shown = indent(str(html), "  ")
        new.write_text(text.partition("html: |\n")[0] + "html: |\n" + shown + "\n", encoding="utf-8")
        new.replace(path)
    else:
        assert str(html).strip() == case["html"].strip()


def test_every_macro_has_a_case() -> None:
    texts = [path.read_text(encoding="utf-8") for path in FOLDER.glob("macros/*.yml")]
    assert {yaml.safe_load(text)["macro"].partition("(")[0] for text in texts} == set(MACROS)


PLAN = """
title: Plan
start: 2026-01-05
series:
  - {id: ml-systems, title: ML Systems}
  - {id: goal, title: Goal, counts_down_to: 2026-01-12}
parts:
  - id: one
    title: One
    weeks:
      - week: 1
        title: First
        concepts: [{id: a, text: An idea}]
        reading: [{id: b, title: A paper, url: https://example.org/b}]
      - {week: 2, title: Second, concepts: [{id: c, text: Another idea}]}
      - {week: 3, title: Third}
"""
LOG = (
    entry("2025-12-31", "Text", series="ml-systems", day="1", tags=["MoE"]),
    entry("2026-01-05", series="ml-systems", day="2", tags=["two words"], links=["https://example.org/b"]),
    entry("2026-01-05-evening", "Text", series="goal", tags=["moe", "two-words"]),
    entry("2026-01-13", series="goal", touched=["w02"]),
)


def days(html: str) -> list[str]:
    """The days that a timeline or a list of entries links to, in their order."""
    return re.findall(r'href="[^"]*?(\d{4}/\d\d/\d\d[^/"]*)/"', html)


@for_each(
    [
        ({}, ["2026/01/13", "2026/01/05-evening", "2026/01/05", "2025/12/31"]),
        ({"limit": 2}, ["2026/01/13", "2026/01/05-evening"]),
        ({"series": "ml-systems"}, ["2026/01/05", "2025/12/31"]),
        ({"tag": "moe"}, ["2026/01/05-evening", "2025/12/31"]),
        ({"tag": "Two_Words"}, ["2026/01/05-evening", "2026/01/05"]),
        ({"year": 2025}, ["2025/12/31"]),
        ({"week": 1}, ["2026/01/05"]),
        ({"week": 3}, []),
        ({"year": 2026, "series": "goal", "tag": "moe"}, ["2026/01/05-evening"]),
    ]
)
def test_a_timeline_shows_the_entries_that_match(case: tuple[dict[str, str | int], list[str]]) -> None:
    """Filters combine, the newest entry comes first, and the limit counts what they leave."""
    asked, shown = case
    html = timeline(context(PLAN, *LOG), **asked)  # type: ignore[arg-type]  # each is of its own type
    assert days(html) == shown
    assert ("No entries." in html) == (not shown)


@for_each(
    [
        (lambda at: timeline(at, series="ml-sytems"), "unknown series `ml-sytems`; did you mean `ml-systems`?"),
        (lambda at: timeline(at, series="zzz"), "unknown series `zzz`; known: ml-systems, goal"),
        (lambda at: timeline(at, tag="mo"), "unknown tag `mo`; did you mean `MoE`?"),
        (lambda at: timeline(at, week=9), "the plan has no week `9`; it has the weeks 1 to 3"),
        (lambda at: reading_list(at, 9), "the plan has no week `9`; it has the weeks 1 to 3"),
        (lambda at: MACROS["checklist"](at, 1, "readings"), "unknown kind `readings`; did you mean `reading`?"),
        (lambda at: countdown(at, "gaol"), "unknown series that counts down `gaol`; did you mean `goal`?"),
        (lambda at: MACROS["dependency_map"](at, part="oen"), "unknown part `oen`; did you mean `one`?"),
        (lambda at: countdown(at, "ml-systems"), "unknown series that counts down `ml-systems`; known: goal"),
    ]
)
def test_an_unknown_name_is_reported_with_a_suggestion(case: tuple[Callable[[PageContext], str], str]) -> None:
    call, message = case
    with pytest.raises(UnknownName) as refused:
        call(context(PLAN, *LOG))
    assert str(refused.value) == message


@for_each(sorted(set(MACROS) - {"checklist"}))
def test_an_empty_journal_is_no_failure(name: str) -> None:
    html = MACROS[name](context())
    assert html.startswith("<")
    assert "\n\n" not in html


# -- the strip --


def test_a_day_with_two_entries_leads_to_the_list_of_its_year() -> None:
    """The link has the anchor of the day, on the page of the list that shows it."""
    daily = [entry(f"2026-01-{day:02d}-{n}", "Text") for day in range(1, 31) for n in "abcd"]
    made = context("title: Plan", *daily, here="x/")
    assert re.findall(r'href="(.*?)"', strip(made, 2026)) == [
        "../log/2026/#2026-01",
        *[f"../log/2026/page-1/#2026-01-{day:02d}" for day in range(1, 8)],
        *[f"../log/2026/page-2/#2026-01-{day:02d}" for day in range(8, 16)],
        *[f"../log/2026/page-3/#2026-01-{day:02d}" for day in range(16, 23)],
        *[f"../log/2026/#2026-01-{day:02d}" for day in range(23, 31)],
    ]


# -- the pages of the owner --


def test_a_long_log_shows_its_last_ten_years() -> None:
    """Twelve years with an entry on each day are on a page of less than 200 kB, with links to days only in the last."""
    days = [entry(str(date(2014, 1, 1) + timedelta(day)), "Words.", hours=2) for day in range(12 * 365)]
    html = str(stats(context("title: Log", *days, today=date(2025, 12, 23))))
    assert len(html.encode()) < 200_000
    assert re.findall(r'<a href="log/(\d{4})/">', html) == [str(year) for year in range(2025, 2015, -1)]
    assert html.count('class="dt-strip__drawing"') == 10
    assert set(re.findall(r'href="log/(\d{4})/\d\d/', html)) == {"2025"}


ONE_MILESTONE = "title: Plan\nmilestones: [{id: first, title: The start, text: What comes first?}]"


@pytest.mark.parametrize(
    ("written", "called"),
    [
        ({"title": "Short", "text": "A question?"}, "Short"),
        ({"text": "A question?"}, "A question?"),
        ({"text": "word " * 40}, "word " * 15 + "word…"),
        ({"text": "한" * 100}, "한" * 79 + "…"),
    ],
)
def test_what_a_milestone_is_called(written: dict[str, str], called: str) -> None:
    """Its title, else the beginning of its question, in a script without spaces too."""
    [one] = plan({"title": "Plan", "milestones": [{"id": "m", **written}]}).milestones
    assert title_of(one) == called


@pytest.mark.parametrize(
    ("uri", "href", "flat_href"),
    [
        ("roof.md", "../../roof/", "../roof.html"),
        ("answers/roof line.md", "../../answers/roof%20line/", "../answers/roof%20line.html"),
        ("answers/index.md", "../../answers/", "../answers/index.html"),
        ("answers/README.md", "../../answers/", "../answers/index.html"),
        ("answers/a.b.md", "../../answers/a.b/", "../answers/a.b.html"),
        ("index.md", "../../", "../index.html"),
    ],
)
def test_an_answer_may_be_a_page_of_docs(uri: str, href: str, flat_href: str) -> None:
    """A page is linked where MkDocs puts it, in folders and in files, and says its title and beginning."""
    answer = DocsPage(f"docs/{uri}", uri, "first", None, "Roof <i>", "It says.")
    facts = Facts(replace(journal(ONE_MILESTONE), answers=(answer,)), date(2026, 1, 20))
    for flat, expected in ((False, href), (True, flat_href)):
        context = page_context(facts, "milestones/first/", flat=flat)
        page = Html(milestone_html(context, facts.milestones["first"]))
        [link] = page.find("a", page.find(".dt-answers")[0])
        assert (link.get("href"), text(link)) == (expected, "Roof <i>")
        assert [text(one) for one in page.find(".dt-answers")] == ["Roof <i> It says."]


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Reading", ""),
        ("reading List", ""),
        ("Books of the sea", "Books of the sea"),
        ("海の本", "海の本"),
    ],
)
def test_title_of_the_list_is_a_heading_if_it_says_more_than_that(title: str, shown: str) -> None:
    at = context()
    listed = ReadingList(title=title, about="What I <b>like</b>.")
    at = replace(at, facts=Facts(replace(at.journal, reading=listed), at.facts.today))
    page = Html(reading_list(at))
    assert [text(heading) for heading in page.find("h2")] == ([shown] if shown else [])
    assert [text(lead) for lead in page.find(".dt-lead")] == ["What I <b>like</b>."]


def decoded(text: str) -> str:
    """Read entities as Mermaid does."""
    return re.sub(r"#(\d+);", lambda code: chr(int(code[1])), text)


def test_no_line_runs_through_a_box() -> None:
    """Lines at rest are between two columns, which begin 186 pixels apart; a longer one is only in that of its topics.

    A line between neighbours in a column is straight.
    """
    needs = {"e": ["a"], "b": ["a"], "d": ["b", "a"], "f": ["e", "d"]}
    weeks = {"a": 1, "b": 1, "e": 1, "d": 2, "f": 3}
    topics = [f"  - {{id: {id_}, title: T, weeks: [{weeks[id_]}], needs: {needs.get(id_, [])}}}" for id_ in weeks]
    parts = [f"  - {{id: p{n}, title: P, weeks: [{{week: {n}, title: W}}]}}" for n in (1, 2, 3)]
    html = dependency_map(context("\n".join(["title: Plan", "parts:", *parts, "topics:", *topics])))
    at_rest = re.findall(r'dt-map__lines".*? d="(.*?)"', html)[0]
    curves = re.findall(r"M(\d+) \d+C(-?\d+) \d+ (-?\d+) \d+ (\d+)", at_rest)
    assert len(curves) == 4  # from a to e, and to the next column
    assert at_rest.count("v") == 1
    assert not [x for curve in curves for x in map(int, curve) if 26 < x % 186 < 178]
    lit = re.findall(r'dt-map__words".*?>T<.*?dt-map__lit".*? d="(.*?)"', html)
    assert [line.count("C") + line.count("v16") for line in lit] == [3, 2, 2, 3, 2]


_SIGNS = st.sampled_from(
    [*"\"'`]})([{<>;:#&%|\\~*_-.=@$!^?/\n\r\t", "%%", "-->", "#35;", "&amp;", "end", "ﬂ", "é", "日", "🚀", "1. "]
)


@given(st.one_of(st.text(), st.lists(_SIGNS).map("".join)))
def test_a_label_shows_a_text_and_nothing_else(text: str) -> None:
    """No sign that Mermaid reads is left outside entities, and reading the entities gives the text back."""
    shown = label(text)
    assert not set(re.sub(r"#\d+;", "", shown)) & set("\"'`]}{[<>;:#&%|\\~*_=@$!^?\n\r\t\x85\u2028")
    assert decoded(shown) == text
