"""Check of texts before they are written: the errors that a project would have with them, and has not yet."""

from collections import Counter
from collections.abc import Iterable
from operator import attrgetter
from pathlib import Path, PurePosixPath

from daytrail.problems import Problem, errors_of
from daytrail.source.checks import run_checks
from daytrail.source.entry import read_entry
from daytrail.source.files import NO_TEXTS, Texts
from daytrail.source.load import ProjectPaths, read_reading_list
from daytrail.source.plan import read_plan
from daytrail.source.sources import Sources


def new_errors(root: Path, paths: ProjectPaths, texts: Texts) -> list[Problem]:
    """Return the errors that a project would have if files had other texts than now, without those that it has now.

    The texts may be those of entries, the plan and its parts, and the reading list, by paths in the project. Of the
    other entries, only those are read that could have the URL of one in `texts`.
    """
    new_entries = {path for path in texts if path.endswith(".md") and PurePosixPath(path).is_relative_to(paths.entries)}
    stems = {PurePosixPath(path).stem for path in new_entries}
    old_entries = {path for path in (paths.entry_files(root, []) if stems else ()) if PurePosixPath(path).stem in stems}
    before = _errors(root, paths, old_entries, NO_TEXTS)
    after = _errors(root, paths, old_entries | new_entries, texts)
    # Without their locations, since a change moves the lines below it.
    key = attrgetter("message", "location.path")
    new = Counter(map(key, after)) - Counter(map(key, before))
    return [problem for problem in after if key(problem) in new]


def _errors(root: Path, paths: ProjectPaths, entries: Iterable[str], texts: Texts) -> list[Problem]:
    plan, plan_problems = read_plan(root, paths.curriculum, texts)
    reading, reading_problems = read_reading_list(root, paths.reading, texts)
    rules = paths.rules(plan.record)
    read = [read_entry(root, path, rules, texts) for path in sorted(entries)]
    located = [entry for entry, _ in read if entry]
    sources = Sources(
        plan=plan.record,
        plan_document=plan.document,
        lost_names=plan.lost_names,
        entries=sorted(located, key=lambda one: (one.entry.date, one.entry.stem, one.entry.path)),
        reading=reading.record,
        reading_document=reading.document,
    )
    problems = {*plan_problems, *reading_problems, *run_checks(sources)}
    problems.update(problem for _, of_entry in read for problem in of_entry)
    return sorted(errors_of(problems))
