"""Layout of the map of topics: no line runs through a box, and words stay within theirs."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from daytrail.views.topic_map import BOX_WIDTH, Box, Point, TopicMap, levels, topic_map, wrapped


@st.composite
def maps(draw: st.DrawFn) -> TopicMap:
    """Draw a map: up to 8 columns of up to 8 topics, of which any may need any other."""
    sizes = draw(st.lists(st.integers(1, 8), min_size=1, max_size=8))
    columns = [[f"{c}.{r}" for r in range(size)] for c, size in enumerate(sizes)]
    topics = [topic for column in columns for topic in column]
    pairs = st.tuples(st.sampled_from(topics), st.sampled_from(topics)).filter(lambda pair: pair[0] != pair[1])
    needs = draw(st.lists(pairs, max_size=30))
    heights = {topic: draw(st.sampled_from([64, 80])) for topic in topics}
    return topic_map(columns, needs, heights, top=40)


def runs_through(points: tuple[Point, ...], box: Box) -> bool:
    """Whether a line is anywhere within a box. It may touch the box's sides."""
    return any(
        min(a.x, b.x) < box.x + box.width
        and max(a.x, b.x) > box.x
        and min(a.y, b.y) < box.y + box.height
        and max(a.y, b.y) > box.y
        for a, b in pairwise(points)
    )


@given(maps())
def test_no_line_runs_through_a_box(laid: TopicMap) -> None:
    """Each line has only level and upright pieces, and none of them is within a box."""
    for points in laid.lines.values():
        assert all(a.x == b.x or a.y == b.y for a, b in pairwise(points))
        assert not [topic for topic, box in laid.boxes.items() if runs_through(points, box)]


@given(maps())
def test_lines_of_two_topics_share_no_way(laid: TopicMap) -> None:
    """Lines of different topics only cross, or meet at the box where both end."""
    ways = [(need, topic, list(pairwise(points))) for (need, topic), points in laid.lines.items()]
    for (need, topic, pieces), (other_need, other_topic, others) in combinations(ways, 2):
        if need == other_need:
            continue
        last = -1 if topic == other_topic else None
        assert not [(one, other) for one in pieces[:last] for other in others[:last] if overlap(one, other)]


def overlap(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two pieces have more than a point in common."""
    (a, b), (c, d) = one, other
    if a.x == b.x == c.x == d.x:
        return min(max(a.y, b.y), max(c.y, d.y)) > max(min(a.y, b.y), min(c.y, d.y))
    if a.y == b.y == c.y == d.y:
        return min(max(a.x, b.x), max(c.x, d.x)) > max(min(a.x, b.x), min(c.x, d.x))
    return False


@given(maps())
def test_all_is_within_the_drawing(laid: TopicMap) -> None:
    """No box overlaps another, and neither boxes nor lines leave the drawing."""
    for points in laid.lines.values():
        assert all(0 < point.x < laid.width and 40 < point.y < laid.height for point in points)
    for box in laid.boxes.values():
        assert box.x + BOX_WIDTH < laid.width
        assert box.y + box.height < laid.height
    for one, other in combinations(laid.boxes.values(), 2):
        assert one.x != other.x or one.y + one.height < other.y or other.y + other.height < one.y


def test_levels() -> None:
    """A topic is in the first column behind all that it needs; needs outside do not count."""
    needs = {"c": ["b", "outside"], "a": [], "b": ["a"], "d": ["a"]}
    assert levels(["c", "a", "b", "d"], needs) == [["a"], ["b", "d"], ["c"]]


def test_long_words_are_broken_and_long_titles_end_in_an_ellipsis() -> None:
    """A title has at most as many lines as there is room for."""
    assert wrapped("Sequence and context parallelism", 12, 3) == ["Sequence and context", "parallelism"]
    assert wrapped("Donaudampfschifffahrtsgesellschaft", 11.5, 3) == ["Donaudampfschifffah", "rtsgesellschaft"]
    assert wrapped("one two three four five six seven eight nine ten", 8, 2) == ["one two three", "four five six…"]
    assert wrapped("機械学習システム", 4.5, 3) == ["機械学習", "システム"]


@given(st.text(), st.integers(1, 3))
def test_a_text_that_fits_loses_no_character(text: str, lines: int) -> None:
    """Lines have the characters of the text in their order, all of them unless the last line ends in an ellipsis."""
    made = "".join("".join(line.split()) for line in wrapped(text, 6, lines))
    whole = "".join(text.split())
    assert made == whole or whole.startswith(made.removesuffix("…"))
