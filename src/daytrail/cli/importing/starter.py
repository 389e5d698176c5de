"""The plan and the first entry that `daytrail init` writes, which an import replaces while they are unchanged."""

import re
from pathlib import Path

from daytrail.cli.common.project import ProjectSettings

_DATE_OF_FIRST_DAY = re.compile(r"(?<=\A---\ndate: )\d{4}-\d\d-\d\d$", re.MULTILINE)
_INSTRUCTION = re.compile(r"^<%.*%>\n", re.MULTILINE)
_PROGRESS = re.compile(r"^done: <<.*\n|^# done on .*\n", re.MULTILINE)
"""Items that are done in a plan that was taken over. An unchanged entry has none."""
_OF_PLAN = re.compile(r"^done: \[w01/first-day\]\n|^- \[ \] Write a plan of my own\n", re.MULTILINE)
_DONE = re.compile(r"\A(---\n(?:(?!---\n).*\n)*?)done: \[w01/first-day\]\n")
"""Front matter of an entry up to the item of the first day."""


def replace_starter_plan(existing: str, new: str) -> str | None:
    """Return a new plan with the start and the series of the plan of `daytrail init`; None if that was changed."""
    from daytrail.cli.common.templates import TEMPLATES  # imports Jinja, which the list of commands does not need

    template = (TEMPLATES / "journal" / "curriculum.yaml.jinja").read_text(encoding="utf-8")
    items = template[template.index("\nparts:") : template.rindex("<%")].strip()
    settings, _, found = existing.partition("\nparts:")
    if f"parts:{found}".strip() != items:
        return None
    comments, _, settings = settings.partition("\ntitle:")
    settings = settings.partition("\n")[2].strip()
    title, _, rest = new.partition("\n")
    if re.search("^start:", rest, re.MULTILINE):
        settings = re.sub(r"(?m)^start:.*\n", "", settings)
    return "\n".join([comments.split("\n")[0], "", title, settings, "", rest])


def entries_without_starter_items(project: ProjectSettings) -> dict[Path, str]:
    """Return the texts of the entries that name an item of that plan, without it."""
    folder = project.root / project.settings.paths.entries
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.md"))}
    return {path: _DONE.sub(r"\1", text, count=1) for path, text in texts.items() if _DONE.match(text)}


def is_starter_entry(text: str) -> bool:
    """Return whether a text is the first entry that `daytrail init` writes, with or without what is about its plan."""
    from daytrail.cli.common.templates import TEMPLATES  # as above

    if not _DATE_OF_FIRST_DAY.search(text):
        return False
    template = (TEMPLATES / "journal" / "entries" / "first-day.md.jinja").read_text(encoding="utf-8")
    starter = _PROGRESS.sub("", _INSTRUCTION.sub("", template))
    return _OF_PLAN.sub("", _DATE_OF_FIRST_DAY.sub("<< today >>", text)) == _OF_PLAN.sub("", starter)
