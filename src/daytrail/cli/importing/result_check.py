"""Check of the result of an import before any file is written."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from daytrail.cli.common.files import UpdateError
from daytrail.cli.common.project import ProjectSettings
from daytrail.problems import Problem, quoted
from daytrail.source.load import ProjectPaths
from daytrail.source.staged import new_errors


def refuse_new_errors(project: ProjectSettings, texts: Mapping[Path, str], paths: ProjectPaths | None = None) -> None:
    """Raise UpdateError if the project would have errors with new texts of files that it has not now.

    The texts are those of entries, the plan and the reading list; `paths` are those of the project unless given.
    """
    inside = {project.relative(path): text for path, text in texts.items() if path.is_relative_to(project.root)}
    if errors := new_errors(project.root, paths or project.settings.paths, inside):
        shown = [_with_line(problem, inside.get(problem.location.path, "")) for problem in errors]
        raise UpdateError("nothing was written, since the project would have these errors after the import", shown)


def _with_line(problem: Problem, text: str) -> Problem:
    """Return a problem whose hint quotes the line, which is in no file yet."""
    lines = text.splitlines()[problem.location.line - 1 : problem.location.line]
    if not lines or not lines[0].strip():
        return problem
    line = f"the line would be {quoted(lines[0].strip())}"
    return replace(problem, hint=f"{problem.hint}; {line}" if problem.hint else line)
