"""The milestones by part, and the page of each."""

from dataclasses import replace
from datetime import date

import pytest

from daytrail.facts import Facts
from daytrail.model.journal import DocsPage
from daytrail.views.page_context import page_context
from daytrail.views.pages.milestones import milestone_html
from daytrail.views.words import title_of
from tests.journal import journal, plan
from tests.website import Html, text

PLAN = "title: Plan\nmilestones: [{id: first, title: The start, text: What comes first?}]"


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
    facts = Facts(replace(journal(PLAN), answers=(answer,)), date(2026, 1, 20))
    for flat, expected in ((False, href), (True, flat_href)):
        context = page_context(facts, "milestones/first/", flat=flat)
        page = Html(milestone_html(context, facts.milestones["first"]))
        [link] = page.find("a", page.find(".dt-answers")[0])
        assert (link.get("href"), text(link)) == (expected, "Roof <i>")
        assert [text(one) for one in page.find(".dt-answers")] == ["Roof <i> It says."]
