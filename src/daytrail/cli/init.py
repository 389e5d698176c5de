"""`daytrail init`: writes a journal of your own, with a first entry and all that publishes it."""

import os
import shlex
import shutil
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click

from daytrail.cli.common.existing_site import lines_to_add, missing_files
from daytrail.cli.common.files import create_file, disk_errors, display_path
from daytrail.cli.common.initial_plan import InitialPlan, is_published_plan, read_initial_plan
from daytrail.cli.common.origin import Origin, installed_origin
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import today_in
from daytrail.cli.common.recipes import RECIPES, OpenQuestions
from daytrail.project.config_checks import is_listed
from daytrail.project.report import as_text, count
from daytrail.project.root_folder import CONFIG_FILES, find_root
from daytrail.project.settings import Settings, read_settings
from daytrail.source.yaml.write import inline

_FIRST_DAY = "entries/first-day.md"
"""The template whose file is named after the day."""
_IMPORTED = ("entries", "curriculum.yaml", "reading.yaml", RECIPES)
"""Files and folders that imports write into a new journal."""


@dataclass(frozen=True)
class _Imports:
    """Documents to import into the new journal, by the name of the import."""

    log: tuple[Path, ...]
    plan: tuple[Path, ...]
    reading: tuple[Path, ...]

    def __iter__(self) -> Iterator[tuple[str, tuple[Path, ...]]]:
        return iter((name, paths) for name, paths in vars(self).items() if paths)


@dataclass(frozen=True)
class _Journal:
    root: Path
    name: str
    timezone: str
    origin: Origin
    imports: _Imports
    initial_plan: InitialPlan | None
    """The plan that is taken over."""
    has_plan: bool
    has_own_plan: bool
    """True if there is a plan, or one is imported or taken over."""
    has_form: bool
    """True if there is a form on GitHub for days."""

    @property
    def today(self) -> date:
        """The day of the first entry."""
        return today_in(ZoneInfo(self.timezone))

    @property
    def monday(self) -> date:
        """The beginning of a plan without a start."""
        # From Friday on there is too little of the week left for its part of the plan.
        return self.today - timedelta(days=self.today.weekday() - (7 if self.today.weekday() >= 4 else 0))

    @property
    def schema(self) -> str:
        """The URL of the plan's JSON Schema; empty if it is not known."""
        return self.origin.raw_url("schemas/curriculum.schema.json")

    def texts(self) -> dict[str, str]:
        """Return the text of each file, by its path."""
        from daytrail.cli.common.templates import rendered  # imports Jinja, which the list of commands does not need

        today, plan = self.today, self.initial_plan
        values = {
            "name": self.name,
            "description": f"{self.name}: what I learn, day by day.",
            "timezone": self.timezone,
            "origin": self.origin,
            "schema": self.schema,
            "plan": self.has_plan,
            "starter_plan": self.has_plan and not self.has_own_plan,
            "first_entry": not self.imports.log,
            "today": today,
            "monday": self.monday,
            "done": inline(plan.done[today]) if plan and today in plan.done else "",
            "unknown_ticks": plan.unknown_ticks if plan else (),
        }
        texts = dict(rendered("journal", **values))
        if plan:
            texts |= {**plan.files(self.root, self.monday, self.schema), **dict(plan.entries())}
        if entry := texts.pop(_FIRST_DAY, None):
            texts[f"entries/{today.year}/{today}.md"] = entry
        return texts | (_form(self.origin) if self.has_form else {})


def _form(origin: Origin) -> dict[str, str]:
    """Return the text of the form for days, and of the workflow that makes entries of them, by path."""
    from daytrail.cli.common.templates import rendered  # as above

    return dict(rendered("phone", origin=origin))


_DOCUMENT = click.Path(exists=True, path_type=Path)


def _parse_plans(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[str | os.PathLike[str], ...]:
    """Return plans of Daytrail as texts, and documents to import as paths; a callback of click."""
    return tuple(value if is_published_plan(value) else _DOCUMENT(value, param, ctx) for value in values)


@click.command(
    epilog=examples(
        "daytrail init my-log",
        "daytrail init my-log --from progress.md --plan roadmap.md --reading papers.md",
        "daytrail init my-log --plan https://mara.example/tides/data/curriculum.yaml",
        "daytrail init my-log --plan curriculum.yaml --progress progress.json",
        "daytrail init my-log --without plan",
        "daytrail init --into my-mkdocs-site",
        "daytrail init --phone",
    )
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=".")
@click.option("--name", metavar="TEXT", help="Name of the site. [default: that of the folder]")
@click.option("--from", "log", type=_DOCUMENT, multiple=True, metavar="PATH", help="A log to import.")
@click.option(
    "--plan",
    callback=_parse_plans,
    multiple=True,
    metavar="PLAN",
    help="A study plan to import, or a plan of Daytrail to take over: a file, a repository or its URL.",
)
@click.option(
    "--progress",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What you have done of the plan, exported from its site.",
)
@click.option("--reading", type=_DOCUMENT, multiple=True, metavar="PATH", help="A reading list to import.")
@click.option("--without", type=click.Choice(["plan"]), help="Leave out the plan and its page.")
@click.option("--into", is_flag=True, help="Add what is missing to a folder with files, such as an MkDocs site.")
@click.option("--phone", is_flag=True, help="Add a form on GitHub for days, also to a journal that exists.")
@click.pass_obj
def init(start: Path, /, folder: Path, without: str | None, into: bool, phone: bool, **options: Any) -> None:
    """Start a journal of your own in FOLDER.

    It has settings, pages, a first entry, and a workflow that publishes it. Nothing is overwritten: if one of the
    files exists, none is written; with --into, the others are. Prints the names of the files that were written. In a
    journal that exists, --phone adds only the form and its workflow.
    """
    if without and options["plan"]:
        raise click.UsageError("--plan and --without plan contradict each other")
    takes_over = _takes_over(**options)
    imports = _Imports(options["log"], () if takes_over else options["plan"], options["reading"])
    if into and (any(imports) or takes_over):
        raise click.UsageError("with --into, run `daytrail import` afterwards")
    root = (start / folder).resolve()
    _refuse_journal_above(root)
    if phone and not into and find_root(root) == root:
        if without or any(options.values()):
            raise click.UsageError("a journal that exists gets nothing but the form: --phone goes with no other option")
        _add_form(root)
        return
    initial_plan = read_initial_plan(options["plan"][0], options["progress"]) if takes_over else None
    settings = read_settings(root)[0] if into and find_root(root) == root else None
    plan = root / (settings.paths.curriculum if settings else "curriculum.yaml")
    journal = _Journal(
        root,
        options["name"] or (settings and settings.config.text("site_name")) or _title(root),
        _local_timezone(),
        installed_origin(),
        imports,
        initial_plan,
        has_plan=not without and bool(options["plan"] or not imports.log),
        has_own_plan=bool(options["plan"]) or plan.exists(),
        has_form=phone,
    )
    texts = journal.texts()
    if settings:
        form = _form(journal.origin) if phone else {}
        texts = missing_files(settings, texts) | {
            name: text for name, text in form.items() if not os.path.lexists(root / name)
        }
    elif into:
        texts = {name: text for name, text in texts.items() if not os.path.lexists(root / name)}
    else:
        _refuse_project(root)
        _refuse_existing(root, [*texts, *(_IMPORTED if any(imports) else ())])
    with disk_errors():
        written = _write(journal, texts)
    if initial_plan:
        click.echo(as_text(initial_plan.problems), nl=False, err=True)
        click.echo(initial_plan.summary, err=True)
    for path in written:
        click.echo(path)
    click.echo(f"{count(len(written), 'file')} written to {display_path(root)}", err=True)
    if settings:
        _print_lines_to_add(settings, texts, journal)
    else:
        _print_next_steps(root, journal.origin)


def _takes_over(*, plan: tuple[str | Path, ...], log: tuple[Path, ...], progress: Path | None, **_: Any) -> bool:
    """Return whether a plan of Daytrail is taken over, or raise click.UsageError if it is not with these options."""
    takes_over = any(isinstance(one, str) for one in plan)
    if takes_over and len(plan) > 1:
        raise click.UsageError("a plan of Daytrail is taken over alone: name it in the only --plan")
    if progress and not takes_over:
        raise click.UsageError("--progress goes with --plan and a plan of Daytrail, as in --plan curriculum.yaml")
    if progress and log:
        raise click.UsageError("with --progress, run `daytrail import log` afterwards")
    return takes_over


def _title(root: Path) -> str:
    words = root.name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] or "My log"


def _local_timezone() -> str:
    """Return the name of this machine's time zone; UTC if it does not tell, as on Windows."""
    linked = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").removeprefix(":"), linked):
        with suppress(KeyError, ValueError, OSError):  # of what ZoneInfo does not know
            return ZoneInfo(name).key.replace("Etc/UTC", "UTC")
    return "UTC"


def _add_form(root: Path) -> None:
    """Write the form for days and its workflow into a journal that exists."""
    texts = _form(installed_origin())
    _refuse_existing(root, [*texts])
    with disk_errors():
        _create(root, texts, [])
    click.echo("\n".join(sorted(texts)))
    click.echo("once these files are on GitHub, the form is under Issues", err=True)


def _refuse_journal_above(root: Path) -> None:
    """Raise click.ClickException if a folder is in an existing journal, whose build would ignore the new one."""
    above = find_root(root.parent)
    if above and is_listed(read_settings(above)[0].config):
        message = f"{display_path(root)} is in the journal {display_path(above)}, so nothing was written"
        raise click.ClickException(f"{message}: choose a folder that is in no journal")


def _refuse_project(root: Path) -> None:
    if find_root(root) == root:
        raise click.ClickException(
            f"{display_path(root)} has a mkdocs.yml already, so nothing was written; --into adds what it lacks"
        )


def _refuse_existing(root: Path, paths: Sequence[str]) -> None:
    taken = [path for path in paths if os.path.lexists(root / path)]
    if taken:
        names = "\n".join(f"  {display_path(root / path)}" for path in taken)
        raise click.ClickException(
            f"{count(len(taken), 'file')} in the way, so nothing was written; --into keeps them:\n{names}"
        )


def _write(journal: _Journal, texts: Mapping[str, str]) -> list[str]:
    """Write the files, run the imports, and return the paths of all. If anything fails, nothing of it is there."""
    root = journal.root
    folders = {folder for name in texts for folder in (root / name).parents if not folder.exists()}
    written: list[str] = []
    try:
        _create(root, texts, written)
        for kind, documents in journal.imports:
            _import(root, kind, documents, written)
    except BaseException:
        for path in (root / name for name in written):
            with suppress(OSError):
                path.unlink()
            folders |= {folder for folder in path.parents if folder.is_relative_to(root) and folder != root}
        for folder in sorted(folders, reverse=True):
            with suppress(OSError):  # it is not empty
                folder.rmdir()
        raise
    return sorted({*written})


def _create(root: Path, texts: Mapping[str, str], written: list[str]) -> None:
    """Write new files, and add each path to those that were written once it is there."""
    for name, text in texts.items():
        if not create_file(root / name, text):
            raise click.ClickException(f"{display_path(root / name)} has just been written by another program")
        written.append(name)


def _import(root: Path, kind: str, documents: Sequence[Path], written: list[str]) -> None:
    """Import documents, and add what was written; where their recipes ask something, only the recipes are."""
    before = _files(root)
    try:
        _run(root, "import", kind, *documents, "--write")
    except OpenQuestions as questions:
        questions.show()
    finally:
        written += sorted(_files(root) - before)


def _files(root: Path) -> set[str]:
    return {path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file()}


def _run(root: Path, *arguments: str | Path) -> None:
    """Run a command of Daytrail in the new journal, without what it prints on standard output."""
    from daytrail.cli import daytrail

    with redirect_stdout(StringIO()):
        daytrail.main(["-C", display_path(root), *map(str, arguments)], prog_name="daytrail", standalone_mode=False)


def _print_lines_to_add(settings: Settings, texts: Collection[str], journal: _Journal) -> None:
    """Print on standard error what the owner of an existing site adds to its files."""
    if lines := [*lines_to_add(settings, texts, journal.timezone)]:
        click.echo("\n".join([f"\nadd to {display_path(journal.root / CONFIG_FILES[0])}:\n", *lines]), err=True)
    click.echo(f"\nadd to what you install with pip:\n\n{journal.origin.requirement}", err=True)


def _print_next_steps(root: Path, origin: Origin) -> None:
    lines = []
    if origin.is_local:
        lines += ["GitHub cannot install a Daytrail that is only on this machine: see requirements.txt and pages.yml"]
    lines.append("next:")
    if root != Path.cwd():
        lines.append(f"  cd {shlex.quote(display_path(root))}")
    *install, command = _ways_to_call(origin)
    lines += [*(f"  {line}" for line in install), f"  {command} serve    # shows the site at http://127.0.0.1:8000/"]
    lines.append("README.md says how to write and publish")
    click.echo("\n".join(lines), err=True)


def _ways_to_call(origin: Origin) -> list[str]:
    """Return the command that is `daytrail` in the new journal, behind those that install it if it is not there."""
    ours = Path(sys.executable).with_name("daytrail")
    if origin.is_editable:
        return [shlex.quote(str(ours))]
    if os.environ.get("UV"):  # uvx, whose environment is not on PATH afterwards
        return ["uv run --no-project --with-requirements requirements.txt daytrail"]
    on_path = shutil.which("daytrail")
    if on_path and Path(on_path).resolve() == ours.resolve():
        return ["daytrail"]
    python, scripts = ("python", ".venv\\Scripts\\") if os.name == "nt" else ("python3", ".venv/bin/")
    return [
        f"{python} -m venv .venv",
        f"{scripts}python -m pip install -r requirements.txt",
        f"{scripts}daytrail",
    ]
