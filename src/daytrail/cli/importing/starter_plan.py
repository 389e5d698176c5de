"""The plan that `daytrail init` writes, which an import replaces while it is unchanged."""

import re
from pathlib import Path

from daytrail.cli.common.project import ProjectSettings

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
