"""The repository's own plan, read without Daytrail."""

from typing import Any

import yaml

from tests.website import ROOT

KINDS = ("concepts", "reading", "practice", "review", "choose_one", "deliverables")


def _read(path: str) -> Any:
    return yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))


PLAN = _read("curriculum.yaml")
PARTS = [_read(part["file"]) if "file" in part else part for part in PLAN["parts"]]
WEEKS = {week["week"]: week for part in PARTS for week in part["weeks"]}
ITEMS = {
    f"w{week['week']:02d}/{item['id']}": item
    for week in WEEKS.values()
    for kind in KINDS
    for item in week.get(kind, ())
    if isinstance(item, dict) and "id" in item
}
"""Items with an id, by item address."""
PLAN_FILES = {
    path.relative_to(ROOT).as_posix(): path.read_bytes()
    for path in [ROOT / "curriculum.yaml", *sorted((ROOT / "curriculum").rglob("*.yaml"))]
}
"""The content of the plan's files by path."""
