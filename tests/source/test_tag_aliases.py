"""Tags that mean the same, and what stands above `<!-- more -->`."""

from pathlib import Path

import pytest

from daytrail.source.load import load
from daytrail.source.markdown_body import read_body
from tests.command import write

PLAN = """
title: Tides
tag_aliases:
  - {tag: MoE, also: [mixture-of-experts, Experts]}
  - {tag: llm, also: [Large Language Models]}
"""


def test_an_alias_is_shown_by_its_tag(tmp_path: Path) -> None:
    """Whatever spelling of an alias an entry writes, one tag is shown, once, in its place; others stay."""
    tags = "[experts, Moon, mixture of experts, moe, large_language_models, moon]"
    loaded = load(write(tmp_path, {"curriculum.yaml": PLAN, "entries/2026-01-05.md": f"---\ntags: {tags}\n---\n"}))
    assert loaded.problems == ()
    assert loaded.journal.entries[0].tags == ("MoE", "Moon", "llm", "moon")


@pytest.mark.parametrize(
    ("body", "excerpt"),
    [
        ("One.\n\nTwo.", "One."),
        ("One.\n\nTwo.\n\n<!-- more -->\n\nThree.", "One. Two."),
        ("One. <!-- more -->\n\nTwo.", "One."),
        ("One.\n\n- a\n- b\n\n<!--MORE-->\n\nTwo.", "One. a b"),
        ("<!-- more -->\n\nOne.", "One."),
        ("# Head\n\nOne.\n\n```\n<!-- more -->\n```\n\nTwo.", "One."),
        ("> Quoted.\n\nOne.", "One."),
        ("", ""),
    ],
)
def test_an_excerpt_ends_at_more(body: str, excerpt: str) -> None:
    assert read_body(body).excerpt == excerpt
