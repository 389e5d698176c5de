"""`daytrail init`: writes a journal of your own, with a first entry and all that publishes it."""

import os
import shlex
import shutil
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click

from daytrail.cli.common.files import FileUpdate, UpdateError, change_all, display_path
from daytrail.cli.common.origin import Origin, installed_origin
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import today_in
from daytrail.cli.common.recipes import RECIPES, OpenQuestions
from daytrail.cli.common.templates import rendered
from daytrail.cli.planning.upstream import BASE, ENDINGS, UpstreamPlan, from_root, is_url, read_upstream_plan
from daytrail.model.curriculum import Curriculum, plan_totals
from daytrail.model.progress_file import ProgressFile, Tick
from daytrail.problems import Problem, quoted, warning
from daytrail.project.config_checks import is_listed
from daytrail.project.report import as_text, count
from daytrail.project.root_folder import CONFIG_FILES, find_root
from daytrail.project.settings import Settings, read_settings
from daytrail.source.files import read_yaml
from daytrail.source.front_matter import write_front_matter
from daytrail.source.validation import validate
from daytrail.source.yaml.edit import Put, edit_yaml
from daytrail.source.yaml.write import inline

_FIRST_DAY = "entries/first-day.md"
"""The template whose file is named after the day."""
_IMPORTED = ("entries", "curriculum.yaml", "reading.yaml", RECIPES)
"""Files and folders that imports write into a new journal."""
_PAGES = {"Log": "log.md", "Plan": "curriculum.md", "Reading": "reading.md", "Stats": "stats.md"}
"""Titles in the navigation of an existing site, and pages that it gets. The home page is the site's own."""
_PLAN = "curriculum.yaml"
"""The plan of a new journal."""
_PLAN_KEYS = tuple(field.alias or name for name, field in Curriculum.model_fields.items())
_DOCUMENT = click.Path(exists=True, path_type=Path)


# -- a plan that is taken over --


@dataclass(frozen=True)
class _InitialPlan:
    """Plan that a new journal takes over, and the items of it that are done."""

    source: str
    """A file, a repository of git or a URL."""
    upstream: UpstreamPlan
    done: Mapping[date, Sequence[str]]
    """Addresses of items by day, the earliest first."""
    problems: Sequence[Problem] = ()
    """Warnings about ticks of what the plan does not have."""

    @property
    def summary(self) -> str:
        """The report on the plan, as in `curriculum.yaml: taken over, 52 weeks, 528 items, 3 of them done`."""
        done = sum(map(len, self.done.values()))
        plan = self.upstream.plan
        amount = f"{count(len([*plan.weeks]), 'week')}, {count(plan_totals(plan).items, 'item')}"
        return f"{self.source}: taken over, {amount}{f', {done} of them done' if done else ''}"

    def entries(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the text of an entry for each day."""
        for day, addresses in self.done.items():
            yield f"entries/{day.year}/{day}.md", write_front_matter({"date": day, "done": addresses})

    def files(self, root: Path, monday: date, schema: str) -> dict[str, str]:
        """Return the texts of the plan's files by path: the plan itself, and the version that it was taken from.

        The plan begins in the week of the first day, or on a Monday if no day is known. Editors use the JSON Schema,
        given by its URL.
        """
        first = min(self.done, default=monday)
        start = Put(("start",), first - timedelta(days=first.weekday()))
        comment = f"# yaml-language-server: $schema={schema}\n\n" if schema else ""
        plan = comment + edit_yaml(self.upstream.text, _PLAN, [start], _PLAN_KEYS)[0]
        return {_PLAN: plan, BASE: self.upstream.base(from_root(self.source, root))}


def _is_published_plan(source: str) -> bool:
    """Return whether a text names a plan of Daytrail, rather than a document to import."""
    return is_url(source) or source.lower().endswith(ENDINGS) or Path(source, ".git").exists()


def _read_initial_plan(source: str, progress: Path | None) -> _InitialPlan:
    """Read a plan, and the file of progress that a browser has exported.

    Raises click.ClickException if the plan is not there, or an UpdateError if there are errors in one of them.
    """
    upstream = read_upstream_plan(source, Path.cwd())
    return _with_progress(source, upstream, progress) if progress else _InitialPlan(source, upstream, {})


def _with_progress(source: str, upstream: UpstreamPlan, progress: Path) -> _InitialPlan:
    document, problems = read_yaml(progress.parent, progress.name, "export your ticks once more")
    read, invalid = validate(ProgressFile, document)
    problems = [_in_file(problem, progress) for problem in [*problems, *invalid]]
    if problems or read is None:
        raise UpdateError(f"{display_path(progress)} cannot be read", problems)
    plan = upstream.plan
    days: dict[str, date] = {}
    for index, tick in enumerate(read.record.done):
        if address := _address_of_tick(plan, tick):
            days[address] = min(tick.date, days.get(address, tick.date))
        else:
            location = document.locate(("done", index, "item"))
            message = f"the plan has no item {quoted(tick.title or tick.item)}, done on {tick.date}"
            problems.append(_in_file(warning(location, message), progress))
    done: dict[date, list[str]] = {day: [] for day in sorted(days.values())}
    for address in plan.items:
        if address in days:
            done[days[address]].append(address)
    return _InitialPlan(source, upstream, done, problems)


def _address_of_tick(plan: Curriculum, tick: Tick) -> str | None:
    """Return the address that the item of a tick has now. None if the plan does not have it, or it could be two.

    After a change of the plan its address may be that of another item. Its title decides, unless it was reworded.
    """
    candidates = [tick.item, *plan.all_former_addresses.get(tick.item, ())]
    addresses = [address for address in candidates if address in plan.items]
    same = [address for address, placed in plan.items.items() if placed.item.label == tick.title]
    for address in addresses:
        if address in same:
            return address
    if len(same) == 1:
        return same[0]
    return addresses[0] if len(addresses) == 1 or tick.item in plan.items else None


def _in_file(problem: Problem, path: Path) -> Problem:
    """Return a problem with the path of its file as one would type it."""
    return replace(problem, location=replace(problem.location, path=display_path(path)))


# -- the command --


def _parse_plans(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[str | os.PathLike[str], ...]:
    """Return plans of Daytrail as texts, and documents to import as paths; a callback of click."""
    return tuple(value if _is_published_plan(value) else _DOCUMENT(value, param, ctx) for value in values)


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
    root = (start / folder).resolve()
    _refuse_journal_above(root)
    settings = read_settings(root)[0] if find_root(root) == root else None
    only_form = settings is not None and phone and not into
    _refuse_contradictions(without=without, into=into, only_form=only_form, **options)
    plan = _plan_to_take_over(options["plan"], options["progress"])
    imports = {"log": options["log"], "plan": () if plan else options["plan"], "reading": options["reading"]}
    timezone, origin = _local_timezone(), installed_origin()
    texts = _form(origin) if phone else {}
    if not only_form:
        journal = _texts(root, options["name"], timezone, origin, settings, plan, imports, with_plan=not without)
        texts |= dict(_for_site(settings, journal)) if settings else journal
    if into:
        texts = {name: text for name, text in texts.items() if not os.path.lexists(root / name)}
    else:
        _refuse_existing(root, texts, imports, is_site=settings is not None and not phone)
    written = _write(root, texts, imports)
    if plan:
        click.echo(f"{as_text(plan.problems)}{plan.summary}", err=True)
    click.echo(f"{count(len(written), 'file')} written to {display_path(root)}", err=True)
    steps = _steps_in_site(settings, texts, timezone, origin) if settings else _steps_in_new_folder(root, origin)
    click.echo("once these files are on GitHub, the form is under Issues" if only_form else "\n".join(steps), err=True)


def _refuse_contradictions(
    *,
    plan: Sequence[str | Path],
    log: Sequence[Path],
    reading: Sequence[Path],
    progress: Path | None,
    without: str | None,
    into: bool,
    only_form: bool,
    **others: Any,
) -> None:
    """Raise click.UsageError if options contradict each other."""
    takes_over = any(isinstance(one, str) for one in plan)
    for is_wrong, message in (
        (without and plan, "--plan and --without plan contradict each other"),
        (len(plan) > 1 and takes_over, "a plan of Daytrail is taken over alone: name it in the only --plan"),
        (progress and not takes_over, "--progress goes with --plan and a plan of Daytrail"),
        (progress and log, "with --progress, run `daytrail import log` afterwards"),
        (into and (plan or log or reading), "with --into, run `daytrail import` afterwards"),
        (
            only_form and any((plan, log, reading, progress, without, *others.values())),
            "a journal that exists gets nothing but the form: --phone goes with no other option",
        ),
    ):
        if is_wrong:
            raise click.UsageError(message)


def _plan_to_take_over(plans: Sequence[str | Path], progress: Path | None) -> _InitialPlan | None:
    return next((_read_initial_plan(plan, progress) for plan in plans if isinstance(plan, str)), None)


def _local_timezone() -> str:
    """Return the name of this machine's time zone; UTC if it does not tell, as on Windows."""
    linked = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").removeprefix(":"), linked):
        with suppress(KeyError, ValueError, OSError):  # of what ZoneInfo does not know
            return ZoneInfo(name).key.replace("Etc/UTC", "UTC")
    return "UTC"


# -- files --


def _texts(
    root: Path,
    name: str | None,
    timezone: str,
    origin: Origin,
    settings: Settings | None,
    plan: _InitialPlan | None,
    imports: Mapping[str, Sequence[Path]],
    *,
    with_plan: bool,
) -> dict[str, str]:
    """Return the text of each file of a new journal, by its path."""
    today = today_in(ZoneInfo(timezone))
    has_own_plan = bool(plan or imports["plan"]) or (root / _plan_path(settings)).exists()
    has_plan = with_plan and bool(plan or imports["plan"] or not imports["log"])
    title = name or (settings and settings.config.text("site_name")) or _title(root)
    monday = _monday(today)
    schema = origin.raw_url("schemas/curriculum.schema.json")
    texts = dict(
        rendered(
            "journal",
            name=title,
            description=f"{title}: what I learn, day by day.",
            timezone=timezone,
            origin=origin,
            schema=schema,
            plan=has_plan,
            starter_plan=has_plan and not has_own_plan,
            first_entry=not imports["log"],
            today=today,
            monday=monday,
            done=inline(plan.done[today]) if plan and today in plan.done else "",
        )
    )
    if plan:
        texts |= {**plan.files(root, monday, schema), **dict(plan.entries())}
    if entry := texts.pop(_FIRST_DAY, None):
        texts[f"entries/{today.year}/{today}.md"] = entry
    return texts


def _plan_path(settings: Settings | None) -> str:
    return settings.paths.curriculum if settings else "curriculum.yaml"


def _title(root: Path) -> str:
    words = root.name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] or "My log"


def _monday(today: date) -> date:
    """Return the beginning of a plan without a start."""
    # From Friday on there is too little of the week left for its part of the plan.
    return today - timedelta(days=today.weekday() - (7 if today.weekday() >= 4 else 0))


def _form(origin: Origin) -> dict[str, str]:
    """Return the text of the form for days, and of the workflow that makes entries of them, by path."""
    return dict(rendered("phone", origin=origin))


def _for_site(settings: Settings, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the entry, the plan and the pages of a new journal, by their paths in an existing site."""
    paths = settings.paths
    for name, text in texts.items():
        folder, _, rest = name.partition("/")
        if folder == "entries" and not any((settings.root / paths.entries).rglob("*.md")):
            yield f"{paths.entries}/{rest}", text
        elif folder == "docs" and rest in _PAGES.values():
            yield f"{paths.docs}/{rest}", text
        elif name == "curriculum.yaml":
            yield paths.curriculum, text


# -- refusals --


def _refuse_journal_above(root: Path) -> None:
    """Raise click.ClickException if a folder is in an existing journal, whose build would ignore the new one."""
    above = find_root(root.parent)
    if above and is_listed(read_settings(above)[0].config):
        message = f"{display_path(root)} is in the journal {display_path(above)}, so nothing was written"
        raise click.ClickException(f"{message}: choose a folder that is in no journal")


def _refuse_existing(
    root: Path, texts: Collection[str], imports: Mapping[str, Sequence[Path]], *, is_site: bool
) -> None:
    """Raise click.ClickException if a file would be overwritten, or if an existing site gets more than a form."""
    if is_site:
        message = f"{display_path(root)} has a mkdocs.yml already, so nothing was written"
        raise click.ClickException(f"{message}; --into adds what it lacks")
    paths = [*texts, *(_IMPORTED if any(imports.values()) else ())]
    taken = [path for path in paths if os.path.lexists(root / path)]
    if taken:
        names = "\n".join(f"  {display_path(root / path)}" for path in taken)
        raise click.ClickException(
            f"{count(len(taken), 'file')} in the way, so nothing was written; --into keeps them:\n{names}"
        )


# -- writing --


def _write(root: Path, texts: Mapping[str, str], imports: Mapping[str, Sequence[Path]]) -> list[str]:
    """Write the files, run the imports, and print and return the paths of all. If anything fails, nothing is there."""
    new_folders = [folder for folder in (root, *root.parents) if not folder.exists()]
    before = {*root.rglob("*")}
    try:
        root.mkdir(parents=True, exist_ok=True)
        change_all(root, [FileUpdate(root / name, None, text) for name, text in texts.items()])
        for kind, documents in imports.items():
            _import(root, kind, documents)
    except BaseException:
        for path in [*sorted({*root.rglob("*")} - before, reverse=True), *new_folders]:
            with suppress(OSError):  # a folder that is not empty
                path.rmdir() if path.is_dir() else path.unlink()
        raise
    written = sorted(path.relative_to(root).as_posix() for path in {*root.rglob("*")} - before if path.is_file())
    click.echo("\n".join(written))
    return written


def _import(root: Path, kind: str, documents: Sequence[Path]) -> None:
    """Import documents; where their recipes ask something, only the recipes are written."""
    from daytrail.cli import daytrail

    if documents:
        arguments = ["-C", display_path(root), "import", kind, *map(str, documents), "--write"]
        try:
            with redirect_stdout(StringIO()):
                daytrail.main(arguments, prog_name="daytrail", standalone_mode=False)
        except OpenQuestions as questions:
            questions.show()


# -- what comes next --


def _steps_in_site(settings: Settings, added: Collection[str], timezone: str, origin: Origin) -> Iterator[str]:
    """Yield what the owner of an existing site adds: to mkdocs.yml, and to what pip installs."""
    config = settings.config
    lines = []
    if "daytrail" not in dict(config.plugins()):
        lines += ["plugins: # the line that you have"] if config.node("plugins") else ["plugins:", "  - search"]
        lines += ["  - daytrail:", f"      timezone: {timezone}"]
    pages = [f"  - {title}: {page}" for title, page in _PAGES.items() if f"{settings.paths.docs}/{page}" in added]
    if pages and config.node("nav"):
        lines += ["nav: # the line that you have", *pages]
    if lines:
        yield from (f"\nadd to {display_path(settings.root / CONFIG_FILES[0])}:\n", *lines)
    yield f"\nadd to what you install with pip:\n\n{origin.requirement}"


def _steps_in_new_folder(root: Path, origin: Origin) -> Iterator[str]:
    """Yield how to see the site of a new journal."""
    if origin.is_local:
        yield "GitHub cannot install a Daytrail that is only on this machine: see requirements.txt and pages.yml"
    yield "next:"
    if root != Path.cwd():
        yield f"  cd {shlex.quote(display_path(root))}"
    yield f"  {_way_to_call()} serve    # shows the site at http://127.0.0.1:8000/"
    yield "README.md says how to write and publish"


def _way_to_call() -> str:
    """Return the command that is `daytrail` in the new journal."""
    ours = Path(sys.executable).with_name("daytrail")
    if os.environ.get("UV"):  # uvx, whose environment is temporary
        return "uv run --no-project --with-requirements requirements.txt daytrail"
    on_path = shutil.which("daytrail")
    return "daytrail" if on_path and Path(on_path).resolve() == ours.resolve() else shlex.quote(str(ours))
