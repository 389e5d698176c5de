"""The plan as a `curriculum.yaml` for somebody else, without the progress and the settings of the writer."""

from collections.abc import Mapping
from typing import Any

from daytrail.model.curriculum import Curriculum
from daytrail.source.yaml.write import to_yaml

_OF_THE_WRITER = {"author", "start", "pauses", "rest", "week_starts", "series"}
_PROGRESS = {"done", "dropped"}


def plan_to_follow(plan: Curriculum) -> dict[str, Any]:
    """Return the plan as data for YAML. An item that is only a text is one, as people write it."""
    data: dict[str, Any] = _shared(plan.model_dump(exclude=_OF_THE_WRITER, exclude_defaults=True))
    return data


def plan_text(data: Mapping[str, Any]) -> str:
    """Return the text of the file."""
    return f"# A plan to follow with Daytrail. Set `start` to the Monday of your first week.\n{to_yaml(data)}"


def _shared(value: Any) -> Any:
    if isinstance(value, Mapping):
        kept = {key: _shared(one) for key, one in value.items() if key not in _PROGRESS and one is not None}
        return kept["text"] if kept.keys() == {"text"} else kept
    if isinstance(value, list | tuple):
        return [_shared(one) for one in value]
    return value
