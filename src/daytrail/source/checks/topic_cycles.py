"""Check for topics that need each other in a circle."""

from collections.abc import Iterator, Mapping, Sequence

from daytrail.problems import Problem, error
from daytrail.source.sources import Sources


def check_topic_cycles(sources: Sources) -> Iterator[Problem]:
    """Report each circle of topics once, at the need that closes it."""
    topics = sources.plan.topics
    index = {topic.id: i for i, topic in enumerate(topics)}
    for cycle in _cycles({topic.id: topic.needs for topic in topics}):
        *_, topic, need = cycle
        location = sources.plan_document.locate(
            ("topics", index[topic], "needs", topics[index[topic]].needs.index(need))
        )
        shown = " → ".join(cycle if len(cycle) < 12 else [*cycle[:5], "…", *cycle[-5:]])
        yield error(location, f"topics need each other in a circle: {shown}", "remove one of these needs")


def _cycles(needs: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Yield paths from a topic back to itself, by depth-first search.

    Without recursion, since a plan may have a chain of thousands of topics.
    """
    settled: set[str] = set()
    for start in needs:
        path: dict[str, Iterator[str]] = {} if start in settled else {start: iter(needs[start])}
        while path:
            topic, remaining = next(reversed(path.items()))
            need = next(remaining, None)
            if need is None:
                settled.add(topic)
                path.popitem()
            elif need in path:
                names = [*path, need]
                yield names[names.index(need) :]
            elif need in needs and need not in settled:
                path[need] = iter(needs[need])
