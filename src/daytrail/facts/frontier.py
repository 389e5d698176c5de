"""What is unblocked."""

from collections.abc import Mapping

from daytrail.facts.evidence import State
from daytrail.model.curriculum import Curriculum, Topic


def frontier(plan: Curriculum, states: Mapping[str, State]) -> tuple[Topic, ...]:
    """Return the topics that are not begun and whose needs are all done, in the order of the plan."""
    return tuple(
        topic
        for topic in plan.topics
        if states[topic.id] is State.PLANNED and all(states.get(need) is State.DONE for need in topic.needs)
    )
