"""Imports of plans and reading lists; what each document becomes is in `tests/cases/imports/`.

With `UPDATE_CASES=1` in the environment the cases are written anew; read the diff.
"""

import os
import re
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from daytrail.importers.bibtex import read_bibtex
from daytrail.importers.bookmarks import read_bookmarks
from daytrail.importers.document import Document
from daytrail.importers.imported import Imported, with_whole_links
from daytrail.importers.list_proposal import propose_list
from daytrail.importers.list_reader import read_list
from daytrail.importers.plan_proposal import propose_plan
from daytrail.importers.plan_reader import read_plan
from daytrail.importers.recipe import ListRecipe, PlanRecipe, book_recipe, write_recipe
from daytrail.model.curriculum import Curriculum
from daytrail.model.reading import ReadingList
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import to_yaml
from tests.importers.common import CASES, DOCUMENTS

KINDS = ("plans", "lists")
FILES = {kind: yaml.safe_load((CASES / f"{kind}.yml").read_text(encoding="utf-8")) for kind in (*KINDS, "closed")}
TODAY = date(2026, 6, 1)


def proposed(kind: str, document: Document) -> str:
    """Return the recipe that is proposed for a document; empty if there is none."""
    proposal = propose_plan(document, TODAY) if kind == "plans" else propose_list(document)
    return write_recipe(proposal, "").partition("\n")[2].rstrip("\n") if proposal else ""


def read(kind: str, document: Document, recipe: str) -> Imported:
    """Read a document by a recipe, whose questions are answered by what they propose."""
    data = parse(re.sub(r"\"\? ", '"', recipe), "")[0].data
    if kind == "plans":
        return read_plan(document, PlanRecipe.model_validate(data))
    return read_list(document, ListRecipe.model_validate(data))


def read_closed(document: Document) -> Imported | None:
    """Read a file of another program."""
    recipe = book_recipe(document)
    return read_list(document, recipe) if recipe else read_bookmarks(document.text) or read_bibtex(document.text)


def result(kind: str, case: Mapping[str, Any]) -> dict[str, Any]:
    """Return a case with what its document becomes."""
    document = with_whole_links(Document(case.get("name", "document.md"), case["text"]), None)
    recipe = "" if kind == "closed" else case.get("recipe") or proposed(kind, document)
    imported = read_closed(document) if kind == "closed" else read(kind, document, recipe)
    assert imported
    preview = imported.preview({}, ())
    found = {
        "left": preview.left_over,
        "dropped": preview.dropped,
        "checks": preview.checks,
    }
    lines = {key: [f"{one.line}: {one.text.strip()}" for one in shown] for key, shown in found.items() if shown}
    unused = [" ".join(map(str, path)) for path in preview.unused]
    lines |= {"unused": unused} if unused else {}
    given_keys = {key: case[key] for key in ("name", "text", "recipe") if key in case}
    shown_recipe = {} if "recipe" in case or not recipe else {"proposed": recipe}
    return {**given_keys, **shown_recipe, "yaml": to_yaml(shortened(imported.data)).rstrip("\n"), **lines}


def shortened(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return only the weeks of a plan, or the items of a list, if that is all but the title that it says."""
    [*parts] = data.get("parts") or data.get("categories") or ()
    is_one = len(parts) == 1 and parts[0]["title"] == data.get("title")
    inner = {key: value for key, value in parts[0].items() if key not in ("id", "title")} if is_one else {}
    others = data.keys() - {"title", "parts", "categories"}
    return inner if len(inner) == 1 and not others else data


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in FILES for name in FILES[kind]])
def test_document_becomes_the_yaml_of_its_case(kind: str, name: str) -> None:
    if os.environ.get("UPDATE_CASES"):
        path = CASES / f"{kind}.yml"
        head = re.match(r"(?:#.*\n)+", path.read_text(encoding="utf-8"))
        cases = (to_yaml({name: result(kind, case)}) for name, case in FILES[kind].items())
        path.write_text("\n".join([head[0] if head else "", *cases]), encoding="utf-8")
        return
    assert result(kind, FILES[kind][name]) == FILES[kind][name]


@pytest.mark.parametrize("kind", KINDS)
def test_no_word_of_a_line_is_lost(kind: str) -> None:
    """Whatever the lines of the cases are mixed to: the result is valid, and has all words, links and ticks."""
    lines = sorted({line for case in FILES[kind].values() for line in case["text"].splitlines()})

    @given(st.lists(st.sampled_from(lines), min_size=4, max_size=30).map("\n".join) | DOCUMENTS)
    def check(text: str) -> None:
        document = with_whole_links(Document("document.md", text), None)
        if not (recipe := proposed(kind, document)):
            return
        imported = read(kind, document, recipe)
        written = parse(to_yaml(imported.data), "")[0].data
        (Curriculum if kind == "plans" else ReadingList).model_validate(written)
        assert list(imported.differences(written, recipe)) == []

    check()
