"""Check of entries that belong to another series than when they were written, since another one is first in the plan.

Only git knows which one was first. In a repository with no more than its last commit, nothing is found.
"""

import re
from collections.abc import Iterator

from daytrail.problems import Problem, quoted, warning
from daytrail.project.git_history import files_at, last_commit
from daytrail.project.report import count
from daytrail.project.settings import Settings
from daytrail.source.files import read_entry_text
from daytrail.source.front_matter import split_front_matter
from daytrail.source.sources import Sources
from daytrail.source.yaml.parser import parse

_SHOWN = 6
_ASKED = 20
"""Git is asked when the last one of so many entries was changed: its command line has no room for all."""


def check_first_series(settings: Settings, sources: Sources) -> Iterator[Problem]:
    """Report the entries without `series:` if the plan had another first series when they were last changed."""
    plan = sources.plan
    if len(plan.series) < 2:
        return
    first = plan.series[0].id
    entries = [located.entry for located in sources.published if located.entry.series == first]
    paths = [entry.path for entry in entries if not _names_series(settings, entry.path)]
    commit = last_commit(settings.root, *paths[-_ASKED:]) if paths else None
    texts = (commit and files_at(settings.root, commit, settings.paths.curriculum)) or {}
    before = _first_series(texts.get(settings.paths.curriculum, ""))
    before = plan.current_series.get(before, before)
    if before != first and before in {series.id for series in plan.series}:
        shown = ", ".join(paths[-_SHOWN:])
        more = f", and {len(paths) - _SHOWN} before them" if len(paths) > _SHOWN else ""
        belonged = f"{count(len(paths), 'entry')} without `series:` belonged to {quoted(before)}"
        message = f"{belonged}, and belong to {quoted(first)} now that it is the first series: {shown}{more}"
        hint = f"put {quoted(before)} first, or write `series: {before}` into these entries"
        yield warning(sources.plan_document.locate(("series", 0)), message, hint)


def _names_series(settings: Settings, path: str) -> bool:
    text, _ = read_entry_text(settings.root, path)
    parts, _ = split_front_matter(text, path)
    return bool(re.search(r"^series\s*:", parts.front_matter, re.MULTILINE))


def _first_series(text: str) -> str:
    """Return the id of the first series of a plan; empty if it has none, or cannot be read."""
    id_ = parse(text, "")[0].find(("series", 0, "id"))
    return (id_ and id_.text) or ""
