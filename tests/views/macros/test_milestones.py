"""The milestones by part, and the page of each."""

from dataclasses import replace
from datetime import date

import pytest

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.model.journal import DocsPage
from daytrail.views.macros.milestones import milestones
from daytrail.views.page_context import PageContext, page_context
from daytrail.views.pages.milestones import milestone_html
from daytrail.views.words import title_of
from tests.journal import entry, journal, plan
from tests.website import Html, text

PLAN = """
title: Plan
start: 2026-01-05
parts:
  - id: one
    title: One
    weeks: [{week: 1, title: First, concepts: [A]}, {week: 2, title: Second}, {week: 3, title: Third}]
  - {id: two, title: Two, weeks: [{week: 4, title: Fourth}, {week: 5, title: Fifth}]}
milestones:
  - {id: closing, title: The end, part: two, text: What is left?}
  - {id: loose, title: Any time, text: What is loose?}
  - {id: first, weeks: [1], title: The start, text: What comes first?}
  - {id: gap, weeks: [1, 2, 4], text: What is between?}
"""
TOLD = entry(
    "2026-01-09", "The first paragraph.\n\nSee [code](https://example.org/code).", title="Told", milestone="first"
)


def at(
    here: str = "milestones/", *entries: Entry, answers: tuple[DocsPage, ...] = (), flat: bool = False
) -> PageContext:
    whole = replace(journal(PLAN, *entries), answers=answers)
    return page_context(Facts(whole, date(2026, 1, 20)), here, flat=flat)


def own(name: str, *entries: Entry, answers: tuple[DocsPage, ...] = (), flat: bool = False) -> Html:
    context = at(f"milestones/{name}/", *entries, answers=answers, flat=flat)
    return Html(milestone_html(context, context.facts.milestones[name]))


def links(page: Html, css: str) -> list[tuple[str | None, str]]:
    return [(link.get("href"), text(link)) for top in page.find(css) for link in page.find("a", top)]


# all of them


def test_milestones_stand_with_their_part() -> None:
    """Parts follow the plan, their milestones the file; what belongs to no part stands at the end."""
    page = Html(milestones(at()))
    assert [
        (text(page.find("h2", section)[0]), [text(link) for link in page.find("a.dt-questions__title", section)])
        for section in page.find("section")
    ] == [("One", ["The start"]), ("Two", ["The end", "What is between?"]), ("Of no part", ["Any time"])]


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


# the page of one


def test_a_page_has_the_question_and_its_weeks() -> None:
    page = own("gap", entry("2026-01-06", done=["w01/a"]))
    assert [text(one) for one in page.find("h1")] == ["Milestone: What is between?"]
    assert [text(one) for one in page.find(".dt-question")] == ["What is between? ◇ Planned for 1 February."]
    assert [text(one) for one in page.find(".dt-lead")] == ["A question about weeks 1–2, 4 of the plan."]
    assert [text(one) for one in page.find(".dt-bar__words")] == ["1 of 1 item done"]
    assert [text(one) for one in page.find("li.dt-weeks__week")] == [
        "Week 1 First 5–11 January touched 6 January",
        "Week 2 Second 12–18 January",
        "Week 4 Fourth 26 January – 1 February",
    ]
    assert [href for href, _ in links(page, ".dt-weeks__week") if "week-" in (href or "")] == [
        f"../../curriculum/week-0{n}/" for n in (1, 2, 4)
    ]


def test_a_page_shows_its_answers_with_their_proof() -> None:
    again = entry("2026-02-01", milestone="first", series=None, day="3")
    page = own("first", again, TOLD)
    [first, second] = page.find("li", page.find(".dt-answers")[0])[::2]
    assert text(first) == "Told 9 January The first paragraph. Its proof: code"
    assert [link.get("href") for link in page.find("a", first)] == ["../../log/2026/01/09/", "https://example.org/code"]
    assert text(second) == "1 February 2026 Day 3 1 February"
    assert "Answers" in [text(heading) for heading in page.find("h2")]
    assert [text(one) for one in page.find(".dt-milestone__facts")] == [
        "◆ Answered on 9 January. It was planned for 11 January."
    ]


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
    for flat, expected in ((False, href), (True, flat_href)):
        page = own("first", answers=(answer,), flat=flat)
        assert links(page, ".dt-answers") == [(expected, "Roof <i>")]
        assert [text(one) for one in page.find(".dt-answers")] == ["Roof <i> It says."]
