"""Other versions of the plan: in a file, or in a revision of git."""

from pathlib import Path
from tempfile import TemporaryDirectory

import click

from daytrail.cli.common.files import UpdateError
from daytrail.cli.common.project import ProjectSettings
from daytrail.model.curriculum import Curriculum
from daytrail.problems import Severity, quoted
from daytrail.project.git_history import files_at
from daytrail.source.plan import part_folder, read_plan


def plan_at(project: ProjectSettings, version: str) -> Curriculum:
    """Return the plan in a file, or as the project had it in a revision of git.

    Raises click.ClickException if it is neither, or an UpdateError if the plan has errors.
    """
    path = Path(version)
    if path.is_file():
        return _read(path.resolve().parent, path.name)
    plan_path = project.settings.paths.curriculum
    files = files_at(project.root, version, plan_path, part_folder(plan_path))
    if files is None:
        raise click.ClickException(f"{quoted(version)} is neither a file nor a revision of git")
    if plan_path not in files:
        raise click.ClickException(f"there is no {plan_path} in {quoted(version)}")
    with TemporaryDirectory() as folder:
        for name, text in files.items():
            file = Path(folder, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", errors="surrogateescape")
        return _read(Path(folder), plan_path)


def _read(root: Path, name: str) -> Curriculum:
    read, problems = read_plan(root, name)
    if errors := [problem for problem in problems if problem.severity is Severity.ERROR]:
        raise UpdateError(f"{name} cannot be read as a plan", errors)
    return read.record
