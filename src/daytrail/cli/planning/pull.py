"""`daytrail plan pull`: what changed in the plan that one's own was taken over from."""

import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from daytrail.cli.common.files import FileUpdate, read_file
from daytrail.cli.common.output import examples, printable_text
from daytrail.cli.common.project import Project, locked_project, show_updates, write_updates
from daytrail.cli.planning.plan_files import refuse_untracked, write_options
from daytrail.cli.planning.upstream import BASE, from_root, read_upstream_plan, split_base
from daytrail.project.report import count

_CONFLICT = re.compile(r"^<{7} .*?^>{7} [^\n]*\n", re.MULTILINE | re.DOTALL)


@click.command(
    epilog=examples(
        "daytrail plan pull",
        "daytrail plan pull https://mara.example/tides/data/curriculum.yaml --write",
        "daytrail plan pull https://github.com/mara/tides.git@v2",
        "daytrail plan pull ~/Downloads/curriculum.yaml",
    )
)
@click.argument("source", required=False)
@click.option("--ours", is_flag=True, help="Where both have changed the same lines, keep those of this plan.")
@write_options
def pull(start: Path, source: str | None, ours: bool, write: bool, yes: bool) -> None:
    """Take over what has changed in a plan since `init --plan` or the last pull.

    SOURCE is a file, a repository of git, perhaps with @ and a branch, tag or commit, or the URL of a published
    plan; without it, the one of the last time. What both have changed is shown, and then nothing is written.
    """
    with locked_project(start, "the plan is not changed while there are errors") as project:
        refuse_untracked(project, write=write, yes=yes)
        updates = _pulled(project, source, ours=ours)
        show_updates([update for update in updates if update.path != project.root / BASE], project.root, write=write)
        if write and updates:
            write_updates(project, updates)


def _pulled(project: Project, source: str | None, *, ours: bool) -> list[FileUpdate]:
    """Return the updates of the plan and of the version that it was taken from, or raise click.ClickException."""
    plan, base = project.root / project.settings.paths.curriculum, project.root / BASE
    if len(project.loaded.sources.plan_document.files) > 1:
        raise click.ClickException("the plan is in several files: move its parts into curriculum.yaml, then pull")
    if not base.is_file():
        message = f"{BASE} is missing, so what has changed since is not known"
        hint = "take it from the history of git, or save there the version that this plan began with"
        raise click.ClickException(f"{message}: {hint}")
    old = read_file(base)
    recorded, old_plan = split_base(old)
    if not (source or recorded):
        raise click.UsageError("name the file, the repository or the URL to take the plan from")
    theirs = read_upstream_plan(source or recorded, Path.cwd() if source else project.root)
    new = theirs.base(from_root(source, project.root) if source else recorded)
    mine = read_file(plan)
    merged = _merged(mine, old_plan, theirs.text, ours=ours)
    updates = (FileUpdate(plan, mine, merged), FileUpdate(base, old, new))
    return [update for update in updates if update.changed]


def _merged(mine: str, base: str, theirs: str, *, ours: bool) -> str:
    """Return a text with the changes from base to theirs, or raise click.ClickException with the conflicts."""
    line_end = "\r\n" if "\r\n" in mine else "\n"
    with TemporaryDirectory() as folder:
        for name, text in (("mine", mine), ("base", base), ("theirs", theirs)):
            Path(folder, name).write_text(text.replace("\r\n", "\n"), encoding="utf-8", newline=line_end)
        command = ["git", "merge-file", "-p", "--diff3", *(["--ours"] if ours else []), "mine", "base", "theirs"]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        except FileNotFoundError:
            raise click.ClickException("git is not installed, which joins the two plans") from None
    text = done.stdout.decode()
    if done.returncode == 0:
        return text
    if done.returncode > 127:
        raise click.ClickException(f"git cannot join the two plans: {done.stderr.decode(errors='replace').strip()}")
    conflicts = _CONFLICT.findall(text.replace("\r\n", "\n"))
    click.echo(printable_text("".join(conflicts)), nl=False, err=True)
    hint = "change these lines of the plan to theirs, or keep yours with --ours, then pull again"
    raise click.ClickException(f"{count(len(conflicts), 'conflict')}, so nothing was written: {hint}")
