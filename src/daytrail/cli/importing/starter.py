"""The plan and the first entry that `daytrail init` writes, which an import replaces while they are unchanged."""

import re
from collections.abc import Iterator
from pathlib import Path

from daytrail.cli.common.project import Project
from daytrail.cli.importing.changes import read_if_exists
from daytrail.views.translation import LANGUAGES, gettext, in_language

_DATE_OF_FIRST_DAY = re.compile(r"(?<=\A---\ndate: )\d{4}-\d\d-\d\d$", re.MULTILINE)
_TEMPLATE_ONLY = re.compile(r"^<%.*%>\n|^done: <<.*\n", re.MULTILINE)
_MESSAGE = re.compile(r'<< _\("([^"]*)"\)[^<>]*>>')
ADVICE = re.compile(r"^# (?:The plan: what you want|An entry says `done: ).*\n", re.MULTILINE)
_DONE = re.compile(r"\A(---\n(?:(?!---\n).*\n)*?)done: \[w01/first-day\]\n")
"""Front matter of an entry up to the item of the first day."""


def is_starter_plan(text: str) -> bool:
    """Return whether the items of a plan are those of the plan that `daytrail init` writes, in any language."""
    templates = (template.rpartition("<%")[0] for template in _templates("curriculum.yaml.jinja"))
    items, *starters = (one.partition("\nparts:")[2].replace('"', "").strip() for one in (text, *templates))
    return items in starters


def entries_without_starter_items(project: Project) -> dict[Path, str]:
    """Return the texts of the entries that name an item of that plan, without it."""
    folder = project.root / project.settings.paths.entries
    texts = {path: read_if_exists(path) or "" for path in sorted(folder.rglob("*.md"))}
    return {path: _DONE.sub(r"\1", text, count=1) for path, text in texts.items() if _DONE.match(text)}


def is_starter_entry(text: str) -> bool:
    """Return whether a text is the first entry that `daytrail init` writes, with or without what is about its plan."""
    entry = _DATE_OF_FIRST_DAY.sub("<< today >>", text)
    for template in _templates("entries/first-day.md.jinja") if "\ntags: [about]\n" in text else ():
        of_plan = re.findall(r"^- \[ \] .*\n", template, re.MULTILINE)[-1]
        about_plan = re.compile(rf"^done: \[w01/first-day\]\n|^{re.escape(of_plan)}|^# done on .*\n", re.MULTILINE)
        if about_plan.sub("", entry) == about_plan.sub("", _TEMPLATE_ONLY.sub("", template)):
            return True
    return False


def _templates(name: str) -> Iterator[str]:
    """Yield a template with its messages in each language."""
    from daytrail.cli.common.templates import TEMPLATES  # imports Jinja, which the list of commands does not need

    text = (TEMPLATES / "journal" / name).read_text(encoding="utf-8")
    for language in LANGUAGES:
        with in_language(language):
            yield _MESSAGE.sub(lambda match: gettext(match[1]), text)
