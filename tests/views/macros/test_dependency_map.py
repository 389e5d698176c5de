"""The map of topics: a drawing, a list and a Mermaid flowchart that say the same."""

import re

from hypothesis import given
from hypothesis import strategies as st

from daytrail.views.macros.dependency_map import dependency_map, label
from tests.journal import context


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
