"""Frontier: the topics that can be begun next."""

from collections.abc import Iterable, Mapping

from daytrail.facts.progress import State
from daytrail.model.curriculum import Topic


def frontier(topics: Iterable[Topic], states: Mapping[str, State]) -> tuple[Topic, ...]:
    """Return the topics that are only planned and whose needs are all done, in the order of the plan.

    Args:
        topics: All topics of the plan.
        states: Their states, by id.
    """
    return tuple(
        topic
        for topic in topics
        if states[topic.id] is State.PLANNED and all(states.get(need) is State.DONE for need in topic.needs)
    )
