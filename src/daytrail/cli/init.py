"""`daytrail init`: writes a journal of your own, with a first entry and all that publishes it."""

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from daytrail.cli.common.files import create_file, disk_errors, display_path
from daytrail.cli.common.origin import Origin, installed_origin
from daytrail.cli.common.output import examples
from daytrail.project import clock
from daytrail.project.report import count
from daytrail.project.settings import find_root

_TEMPLATES = "journal"
_FIRST_DAY = "entries/first-day.md"
"""The template whose file is named after the day."""
_IMPORTED = ("entries", "curriculum.yaml", "reading.yaml")
"""What imports write into a new journal."""


@dataclass(frozen=True)
class _Imports:
    """Documents to import into the new journal, by the name of the import."""

    log: tuple[Path, ...]
    plan: tuple[Path, ...]
    reading: tuple[Path, ...]

    def __iter__(self) -> Iterator[tuple[str, tuple[Path, ...]]]:
        return iter((name, paths) for name, paths in vars(self).items() if paths)


_DOCUMENT = click.Path(exists=True, path_type=Path)


@click.command(
    epilog=examples(
        "daytrail init my-log",
        "daytrail init my-log --from progress.md --plan roadmap.md --reading papers.md",
        "daytrail init my-log --without plan",
    )
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=".")
@click.option("--name", metavar="TEXT", help="Name of the site. [default: that of the folder]")
@click.option("--from", "log", type=_DOCUMENT, multiple=True, metavar="PATH", help="A log to import.")
@click.option("--plan", type=_DOCUMENT, multiple=True, metavar="PATH", help="A study plan to import.")
@click.option("--reading", type=_DOCUMENT, multiple=True, metavar="PATH", help="A reading list to import.")
@click.option("--without", type=click.Choice(["plan"]), help="Leave out the plan and its page.")
@click.pass_obj
def init(
    start: Path,
    folder: Path,
    name: str | None,
    log: tuple[Path, ...],
    plan: tuple[Path, ...],
    reading: tuple[Path, ...],
    without: str | None,
) -> None:
    """Start a journal of your own in FOLDER: settings, pages, a first entry, and a workflow that publishes it.

    Nothing is overwritten: if one of the files exists, none is written. Prints the names of the
    files that were written.
    """
    if without and plan:
        raise click.UsageError("--plan and --without plan contradict each other")
    root = (start / folder).resolve()
    imports = _Imports(log, plan, reading)
    origin = installed_origin()
    timezone = _local_timezone()
    texts = _texts(name or _title(root), timezone, origin, imports, has_plan=not without and bool(plan or not log))
    _refuse_existing(root, [*texts, *(_IMPORTED if any(imports) else ()), *(_report(kind) for kind, _ in imports)])
    with disk_errors():
        _write(root, texts, imports)
    for path in sorted(texts):
        click.echo(path)
    _print_next_steps(root, len(texts), origin)


def _texts(name: str, timezone: str, origin: Origin, imports: _Imports, *, has_plan: bool) -> dict[str, str]:
    """Return the text of each file of the new journal, by its path."""
    from daytrail.cli.common.templates import rendered  # imports Jinja, which the list of commands does not need

    today = _today(timezone)
    texts = dict(
        rendered(
            _TEMPLATES,
            name=name,
            description=f"{name}: what I learn, day by day.",
            timezone=timezone,
            origin=origin,
            schema=origin.raw_url("schemas/curriculum.schema.json"),
            plan=has_plan,
            starter_plan=has_plan and not imports.plan,
            first_entry=not imports.log,
            today=today,
            monday=today - timedelta(days=today.weekday()),
        )
    )
    if entry := texts.pop(_FIRST_DAY, None):
        texts[f"entries/{today.year}/{today}.md"] = entry
    return texts


def _title(root: Path) -> str:
    words = root.name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] or "My log"


def _today(timezone: str) -> date:
    try:
        return clock.today(ZoneInfo(timezone))
    except clock.UsageError as failure:
        raise click.UsageError(str(failure)) from None


def _local_timezone() -> str:
    """Return the name of this machine's time zone; UTC if it does not tell, as on Windows."""
    linked = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").removeprefix(":"), linked):
        with suppress(KeyError, ValueError, OSError):  # of what ZoneInfo does not know
            return ZoneInfo(name).key
    return "UTC"


def _refuse_existing(root: Path, paths: Sequence[str]) -> None:
    """Raise click.ClickException if a path of the new journal is taken, or the folder is a project already."""
    if find_root(root) == root:
        raise click.ClickException(f"{display_path(root)} has a mkdocs.yml already; nothing was written")
    taken = [path for path in paths if os.path.lexists(root / path)]
    if taken:
        names = "\n".join(f"  {display_path(root / path)}" for path in taken)
        raise click.ClickException(f"{count(len(taken), 'file')} in the way; nothing was written:\n{names}")


def _write(root: Path, texts: Mapping[str, str], imports: _Imports) -> None:
    """Write the files and run the imports. If anything fails, nothing of it is there."""
    new_folders = [folder for path in [root / name for name in texts] for folder in path.parents if not folder.exists()]
    written: list[Path] = []
    try:
        for name, text in texts.items():
            if not create_file(root / name, text):
                raise click.ClickException(f"{display_path(root / name)} has just been written by somebody else")
            written.append(root / name)
        for kind, documents in imports:
            written += [root / name for name in (*_IMPORTED, _report(kind))]
            _run_import(root, kind, documents)
    except BaseException:
        for path in written:
            shutil.rmtree(path, ignore_errors=True)
            with suppress(OSError):
                path.unlink()
        for folder in sorted(set(new_folders), reverse=True):
            with suppress(OSError):
                folder.rmdir()
        raise


def _report(kind: str) -> str:
    return f"import-{kind}.md"


def _run_import(root: Path, kind: str, documents: Sequence[Path]) -> None:
    from daytrail.cli import daytrail

    """Run `daytrail import` in the new journal."""
    arguments = ["-C", str(root), "import", kind, "--report", str(root / _report(kind)), *map(str, documents)]
    daytrail.main(arguments, prog_name="daytrail", standalone_mode=False)


def _print_next_steps(root: Path, files: int, origin: Origin) -> None:
    """Print on standard error what was written, and the commands to go on with."""
    lines = [f"{count(files, 'file')} written to {display_path(root)}"]
    if origin.is_local:
        lines.append(
            "Daytrail was installed from a file, which GitHub does not have:"
            " requirements.txt and pages.yml say what to put in"
        )
    steps = [] if root == Path.cwd() else [f"cd {shlex.quote(display_path(root))}"]
    if origin.is_editable:
        command = shlex.quote(str(Path(sys.executable).with_name("daytrail")))
    else:
        steps.append("python3 -m venv .venv && .venv/bin/python -m pip install -r requirements.txt")
        command = ".venv/bin/daytrail"
    steps.append(f"{command} serve    # shows the site at http://127.0.0.1:8000/")
    lines += ["next:", *(f"  {step}" for step in steps), "README.md says how to publish it"]
    click.echo("\n".join(lines), err=True)
