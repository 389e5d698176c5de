"""Other versions of the plan: in a file, or in a revision of git."""

from pathlib import Path

import click

from daytrail.cli.common.files import UpdateError
from daytrail.cli.common.project import ProjectSettings
from daytrail.model.curriculum import Curriculum
from daytrail.problems import errors_of, quoted
from daytrail.project.git_history import files_at
from daytrail.source.files import NO_TEXTS, Texts
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
    return _read(Path(project.root, "none"), plan_path, files)


def _read(root: Path, name: str, texts: Texts = NO_TEXTS) -> Curriculum:
    read, problems = read_plan(root, name, texts)
    if errors := errors_of(problems):
        raise UpdateError(f"{name} cannot be read as a plan", errors)
    return read.record
