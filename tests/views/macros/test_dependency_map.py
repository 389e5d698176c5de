"""The map of topics: a drawing, a list and a Mermaid flowchart that say the same."""

import html as stdlib_html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daytrail.views.lookup import UnknownName
from daytrail.views.macros.dependency_map import dependency_map, label
from tests.journal import PLANS_AND_LOGS, Log, Written, context, entries_of, entry

PLAN = """
title: Plan
parts:
  - {id: one, title: Part one, weeks: [{week: 1, title: A, concepts: [a]}, {week: 2, title: B, concepts: [b]}]}
  - {id: two, title: Part two, weeks: [{week: 3, title: C, concepts: [c]}]}
topics:
  - {id: end, title: Roofline, weeks: [1]}
  - {id: graph, title: Fusion, weeks: [2, 3], needs: [end]}
  - {id: subgraph, title: Kernels, weeks: [3], needs: [end, graph]}
  - {id: loose, title: Loose ends}
"""


def diagram(html: str) -> list[str]:
    found = re.search(r"<pre><code>(.*?)</code></pre>", html, re.DOTALL)
    assert found
    return [line.strip() for line in stdlib_html.unescape(found[1]).splitlines()]


def decoded(text: str) -> str:
    """Read entities as Mermaid does."""
    return re.sub(r"#(\d+);", lambda code: chr(int(code[1])), text)


def drawn(html: str) -> dict[str, tuple[str, str, set[str]]]:
    """Return the mark and state of each topic of the diagram by its title, and the titles it needs."""
    lines = diagram(html)
    nodes = [re.fullmatch(r'(t\d+)\["(.) (.*)"\]:::(\w+)', line) for line in lines]
    titles = {node[1]: decoded(node[3]) for node in nodes if node}
    edges = [edge for line in lines if (edge := re.fullmatch(r"(t\d+) --> (t\d+)", line))]
    return {
        titles[node[1]]: (node[2], node[4], {titles[edge[1]] for edge in edges if edge[2] == node[1]})
        for node in nodes
        if node
    }


def listed(html: str) -> dict[str, tuple[str, str, set[str]]]:
    """Return the same of the list."""
    found = {}
    for row in re.findall(r'<li id="topic-.*?</li>', html, re.DOTALL):
        title = re.findall(r'class="dt-map__title"[^>]*>(.*?)</', row)[0]
        needs = re.findall(r'dir="auto">(.*?)</', "".join(re.findall(r"<span>needs (.*?)</span>(?: <span>|</p>)", row)))
        mark, state = re.findall(r'<span class="dt-state[^>]*><span aria-hidden="true">(.)</span> (\w+)', row)[0]
        found[stdlib_html.unescape(title)] = (mark, state, set(map(stdlib_html.unescape, needs)))
    return found


def boxes(html: str) -> list[tuple[str, str, str]]:
    """The state, link and words of each topic in the drawing."""
    found = re.findall(r'dt-map__topic--(\w+)".*?<(?:a href="(.*?)"|div) class="dt-map__box" title="(.*?)"', html)
    return [(state, href, stdlib_html.unescape(words)) for state, href, words in found]


def test_the_diagram() -> None:
    """Topics stand in the part of their first week, by state, with an arrow for each need and a link to their week."""
    at = context(PLAN, entry("2026-01-05", done=["w01/a"]), entry("2026-01-06", touched=["loose"]), here="map/")
    assert diagram(dependency_map(at)) == [
        "flowchart LR",
        'subgraph p0["Part one"]',
        't0["● Roofline"]:::done',
        't1["◎ Fusion"]:::ready',
        "end",
        'subgraph p1["Part two"]',
        't2["○ Kernels"]:::planned',
        "end",
        't3["◔ Loose ends"]:::touched',
        "t0 --> t1",
        "t0 --> t2",
        "t1 --> t2",
        'click t0 href "../curriculum/week-01/"',
        'click t1 href "../curriculum/week-02/"',
        'click t2 href "../curriculum/week-03/"',
    ]


def test_no_name_of_the_writers_is_a_name_of_mermaids() -> None:
    """Ids such as `end` and `graph` are in no line of the diagram."""
    ours = re.compile(r"flowchart LR|subgraph p\d\[.*|end|t\d\[.*|t\d --> t\d|click t\d href .*")
    assert [line for line in diagram(dependency_map(context(PLAN))) if not ours.fullmatch(line)] == []


def test_one_part() -> None:
    """Of one part there are the topics with a week in it, and in their own frames those that they need from others."""
    html = dependency_map(context(PLAN), part="two")
    assert [line for line in diagram(html) if "[" in line] == [
        'subgraph p0["Part one"]',
        't0["◎ Roofline"]:::ready',
        't1["○ Fusion"]:::planned',
        'subgraph p1["Part two"]',
        't2["○ Kernels"]:::planned',
    ]
    assert [line for line in diagram(html) if "-->" in line] == ["t0 --> t1", "t0 --> t2", "t1 --> t2"]
    assert list(listed(html)) == ["Roofline", "Fusion", "Kernels"]
    alone = dependency_map(context(PLAN), part="one")
    assert [line for line in diagram(alone) if "[" in line] == ['t0["◎ Roofline"]:::ready', 't1["○ Fusion"]:::planned']


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"part": "tow"}, "unknown part `tow`; did you mean `two`?"),
        ({"part": "zzz"}, "unknown part `zzz`; known: one, two"),
    ],
)
def test_an_unknown_name_is_said(asked: dict[str, str], message: str) -> None:
    """A part that there is not is refused in words, with what there is."""
    with pytest.raises(UnknownName) as refused:
        dependency_map(context(PLAN), **asked)
    assert str(refused.value) == message


def test_the_drawing() -> None:
    """Columns are parts, each with its weeks; a box has the topic's state, its words and a link to its first week."""
    at = context(PLAN, entry("2026-01-05", done=["w01/a"]), entry("2026-01-06", touched=["loose"]), here="map/")
    html = dependency_map(at)
    assert re.findall(
        r'<p class="dt-map__heading" .*?<a href="(\S+)" dir="auto">(.*?)</a><br><small>(.*?)</small>', html
    ) == [
        ("../curriculum/one/", "Part one", "weeks 1–2"),
        ("../curriculum/two/", "Part two", "week 3"),
    ]
    assert boxes(html) == [
        ("done", "../curriculum/week-01/", "Roofline (done, 1 of 1 item done)"),
        ("ready", "../curriculum/week-02/", "Fusion (ready, 0 of 2 items done)"),
        ("planned", "../curriculum/week-03/", "Kernels (planned, 0 of 1 item done)"),
        ("touched", "", "Loose ends (touched)"),
    ]


def test_no_line_runs_through_a_box() -> None:
    """Lines at rest are between two columns, which begin 196 pixels apart; a longer one is only in that of its topics.

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
    assert not [x for curve in curves for x in map(int, curve) if 26 < x % 196 < 186]
    lit = re.findall(r'dt-map__words".*?>T<.*?dt-map__lit".*? d="(.*?)"', html)
    assert [line.count("C") + line.count("v16") for line in lit] == [3, 2, 2, 3, 2]


def test_titles_are_text() -> None:
    """Markup in a title is shown as it was written, in the drawing and in the list."""
    html = dependency_map(context(PLAN.replace("Roofline", '"<b>&\'"').replace("Part one", '"</svg><i>"')))
    assert "<b>&" not in html
    assert "<i>" not in html
    assert boxes(html)[0][2].startswith("<b>&' (")


@given(PLANS_AND_LOGS)
def test_all_three_say_the_same(drawn_log: tuple[Written, Log]) -> None:
    """Topics, their states and their needs are the same in all, whatever the plan and the log."""
    written, log = drawn_log
    html = dependency_map(context(written, *entries_of(log)))
    rows = listed(html)
    assert len(rows) == len(written["topics"])
    if any(needs for _, _, needs in rows.values()):
        assert drawn(html) == rows
        assert {(words.partition(" (")[0], state) for state, _, words in boxes(html)} == {
            (title, state) for title, (_, state, _) in rows.items()
        }


_SIGNS = st.sampled_from(
    [*"\"'`]})([{<>;:#&%|\\~*_-.=@$!^?/\n\r\t", "%%", "-->", "#35;", "&amp;", "end", "ﬂ", "é", "日", "🚀", "1. "]
)


@given(st.one_of(st.text(), st.lists(_SIGNS).map("".join)))
def test_a_label_shows_a_text_and_nothing_else(text: str) -> None:
    """No sign that Mermaid reads is left outside entities, and reading the entities gives the text back."""
    shown = label(text)
    assert not set(re.sub(r"#\d+;", "", shown)) & set("\"'`]}{[<>;:#&%|\\~*_=@$!^?\n\r\t\x85\u2028")
    assert decoded(shown) == text
