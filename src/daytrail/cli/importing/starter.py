"""The plan and the first entry that `daytrail init` writes, which an import replaces while they are unchanged."""

import re
from pathlib import Path

from daytrail.cli.common.project import Project
from daytrail.cli.importing.changes import read_if_exists

_DATE_OF_FIRST_DAY = re.compile(r"(?<=\A---\ndate: )\d{4}-\d\d-\d\d$", re.MULTILINE)
_TEMPLATE_ONLY = re.compile(r"^<%.*%>\n|^done: <<.*\n", re.MULTILINE)
_OF_PLAN = re.compile(r"^done: \[w01/first-day\]\n|^- \[ \] Write a plan of my own\n|^# done on .*\n", re.MULTILINE)
ADVICE = re.compile(r"^# (?:The plan: what you want|An entry says `done: ).*\n", re.MULTILINE)
_DONE = re.compile(r"\A(---\n(?:(?!---\n).*\n)*?)done: \[w01/first-day\]\n")
"""Front matter of an entry up to the item of the first day."""


def is_starter_plan(text: str) -> bool:
    """Return whether the items of a plan are those of the plan that `daytrail init` writes."""
    template = _template("curriculum.yaml.jinja").rpartition("<%")[0]
    return text.partition("\nparts:")[2].strip() == template.partition("\nparts:")[2].strip()


def entries_without_starter_items(project: Project) -> dict[Path, str]:
    """Return the texts of the entries that name an item of that plan, without it."""
    folder = project.root / project.settings.paths.entries
    texts = {path: read_if_exists(path) or "" for path in sorted(folder.rglob("*.md"))}
    return {path: _DONE.sub(r"\1", text, count=1) for path, text in texts.items() if _DONE.match(text)}


def is_starter_entry(text: str) -> bool:
    """Return whether a text is the first entry that `daytrail init` writes, with or without what is about its plan."""
    starter = _OF_PLAN.sub("", _TEMPLATE_ONLY.sub("", _template("entries/first-day.md.jinja")))
    return _OF_PLAN.sub("", _DATE_OF_FIRST_DAY.sub("<< today >>", text)) == starter


def _template(name: str) -> str:
    from daytrail.cli.common.templates import TEMPLATES  # imports Jinja, which the list of commands does not need

    return (TEMPLATES / "journal" / name).read_text(encoding="utf-8")
