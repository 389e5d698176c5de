"""`daytrail init`: writes a journal of your own, with a first entry and all that publishes it."""

import os
import shlex
import shutil
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from datetime import date, timedelta
from io import StringIO
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

import click

from daytrail.cli.common.files import FileUpdate, UpdateError, change_all, display_path, finish_interrupted
from daytrail.cli.common.merge import GIT_CONFIG
from daytrail.cli.common.origin import Origin, installed_origin
from daytrail.cli.common.output import examples, parse_line
from daytrail.cli.common.posts import Blog, read_blog
from daytrail.cli.common.project import today_in
from daytrail.cli.common.templates import rendered
from daytrail.cli.planning.upstream import BASE, UpstreamPlan, from_root, read_upstream_plan
from daytrail.model.curriculum import Curriculum, ProgressFile, Tick, plan_totals
from daytrail.problems import printable, quoted
from daytrail.project.config_checks import is_listed
from daytrail.project.report import count
from daytrail.project.root_folder import CONFIG_FILES, find_root
from daytrail.project.settings import Settings, read_settings
from daytrail.source.files import read_yaml
from daytrail.source.front_matter import write_front_matter
from daytrail.source.validation import validate
from daytrail.source.yaml.edit import Put, edit_yaml
from daytrail.source.yaml.write import inline
from daytrail.views.translation import LANGUAGES, gettext, in_language, language
from daytrail.views.words import first_description, main_titles

_FIRST_DAY = "entries/first-day.md"
"""The template whose file is named after the day."""
_IMPORTED = ("entries", "curriculum.yaml", "imports")
"""Files and folders that an import writes into a new journal."""
_PLAN = "curriculum.yaml"
"""The plan of a new journal."""
_DOCUMENT = click.Path(exists=True, path_type=Path)


def _ticks(progress: Path, plan: Curriculum) -> dict[date, list[str]]:
    """Return the addresses of items by the day on which they were done, from a file that a browser has exported.

    Raises an UpdateError if the file has errors.
    """
    document, problems = read_yaml(progress.parent, progress.name, "export your ticks once more")
    read, invalid = validate(ProgressFile, document)
    if problems or invalid or read is None:
        raise UpdateError(f"{display_path(progress)} cannot be read", problems + invalid)
    days: dict[str, date] = {}
    for tick in read.record.done:
        address = _address_of(tick, plan)
        if address in plan.items:
            days[address] = min(tick.date, days.get(address, tick.date))
        else:
            title = printable(quoted(tick.title or tick.item))
            click.echo(f"note: the plan has no item {title}, done on {tick.date}", err=True)
    return {day: [address for address in plan.items if days.get(address) == day] for day in sorted({*days.values()})}


def _address_of(tick: Tick, plan: Curriculum) -> str:
    """Return the address that the item of a tick has now. Its title decides, if an item of the plan has it."""
    same = [address for address, placed in plan.items.items() if placed.item.label == tick.title]
    current = plan.current_addresses.get(tick.item, tick.item)
    return tick.item if tick.item in same else next(iter(same), current)


@click.command(
    epilog=examples(
        "daytrail init my-log",
        "daytrail init my-log --from progress.md",
        "daytrail init my-log --plan https://mara.example/tides/data/curriculum.yaml",
        "daytrail init --into my-mkdocs-site",
    )
)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), default=".")
@click.option("--name", metavar="TEXT", callback=parse_line, help="Name of the site. [default: that of the folder]")
@click.option("--language", type=click.Choice(LANGUAGES), default="en", help="Language of the site. [default: en]")
@click.option(
    "--from", "log", type=_DOCUMENT, multiple=True, metavar="PATH", help="A log to import, or a folder of posts."
)
@click.option("--plan", metavar="PLAN", help="A plan of Daytrail to take over: a file, a repository or its URL.")
@click.option(
    "--progress",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What you have done of the plan, exported from its site.",
)
@click.option("--without", type=click.Choice(["plan"]), help="Leave out the plan and its page.")
@click.option("--into", is_flag=True, help="Add what is missing to a folder with files, such as an MkDocs site.")
@click.option("--phone", is_flag=True, help="Add a form on GitHub for days, also to a journal that exists.")
@click.pass_obj
def init(
    start: Path, /, folder: Path, log: Sequence[Path], plan: str | None, progress: Path | None, **options: Any
) -> None:
    """Start a journal of your own in FOLDER.

    It has settings, pages, a first entry, and a workflow that publishes it. Nothing is overwritten: if one of the
    files exists, none is written; with --into, the others are. In a journal that exists, --phone adds only the form
    and its workflow.
    """
    root = (start / folder).resolve()
    finish_interrupted(root)
    _refuse_journal_above(root)
    settings = read_settings(root)[0] if find_root(root) == root else None
    into, without = options["into"], options["without"]
    blog = next(filter(None, (read_blog(path) for path in log if path.is_dir())), None)
    only_form = settings is not None and options["phone"] and not into
    for is_wrong, message in (
        (without and plan, "--plan and --without plan contradict each other"),
        (progress and not plan, "--progress goes with --plan"),
        (blog and len(log) > 1, "a folder of posts goes with no other log"),
        (log and (progress or into), "with --progress or --into, run `daytrail import log` afterwards"),
        (
            only_form and any((log, plan, without, options["name"])),
            "a journal that exists gets nothing but the form: --phone goes with no other option",
        ),
    ):
        if is_wrong:
            raise click.UsageError(message)
    timezone, origin = _local_timezone(), installed_origin()
    texts = dict(rendered("phone", origin=origin)) if options["phone"] else {}
    if not only_form:
        upstream = read_upstream_plan(plan, Path.cwd()) if plan else None
        done = _ticks(progress, upstream.plan) if progress and upstream else {}
        if upstream:
            amount = f"{count(len([*upstream.plan.weeks]), 'week')}, {count(plan_totals(upstream.plan).items, 'item')}"
            of_them = f", {sum(map(len, done.values()))} of them done" if done else ""
            click.echo(f"{plan}: taken over, {amount}{of_them}", err=True)
        with in_language((settings and settings.config.text("theme", "language")) or options["language"]):
            journal = _journal(
                root, options["name"], timezone, origin, settings, upstream, done, log, blog, without=without
            )
        if upstream:
            journal[BASE] = upstream.base(from_root(plan or "", root))
        texts |= dict(_for_site(settings, journal)) if settings else journal
    files: dict[str, str | Path] = {**texts, **(blog.files if blog else {})}
    if not into:
        _refuse_existing(root, files, log, is_site=settings is not None and not options["phone"])
    missing = {name: text for name, text in files.items() if not os.path.lexists(root / name)}
    written = _write(root, missing, () if blog else log)
    click.echo(f"{count(len(written), 'file')} written to {display_path(root)}", err=True)
    in_site = settings and _steps_in_site(settings, texts, written, timezone, origin)
    steps = in_site or _steps_in_new_folder(root, origin)
    click.echo("once these files are on GitHub, the form is under Issues" if only_form else "\n".join(steps), err=True)


def _local_timezone() -> str:
    """Return the name of this machine's time zone; UTC if it does not tell, as on Windows."""
    linked = os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]
    for name in (os.environ.get("TZ", "").removeprefix(":"), linked):
        with suppress(KeyError, ValueError, OSError):  # of what ZoneInfo does not know
            return ZoneInfo(name).key.replace("Etc/UTC", "UTC")
    return "UTC"


# -- files --


def _journal(
    root: Path,
    name: str | None,
    timezone: str,
    origin: Origin,
    settings: Settings | None,
    upstream: UpstreamPlan | None,
    done: Mapping[date, Sequence[str]],
    log: Sequence[Path],
    blog: Blog | None,
    *,
    without: str | None,
) -> dict[str, str]:
    """Return the text of each file of a new journal, by its path.

    A plan that is taken over begins in the week of the first tick.
    """
    today = today_in(ZoneInfo(timezone))
    has_own_plan = bool(upstream) or (root / (settings.paths.curriculum if settings else _PLAN)).exists()
    has_plan = not without and bool(upstream or not log)
    title = name or (settings and settings.config.text("site_name")) or _title(root)
    # From Friday on there is too little of the week left for its part of the plan.
    monday = today - timedelta(days=today.weekday() - (7 if today.weekday() >= 4 else 0))
    schema = origin.raw_url("schemas/curriculum.schema.json")
    texts = dict(
        rendered(
            "journal",
            name=title,
            description=first_description(title),
            language=language(),
            _=gettext,
            titles=main_titles(),
            timezone=timezone,
            origin=origin,
            git_config=GIT_CONFIG,
            schema=schema,
            plan=has_plan,
            starter_plan=has_plan and not has_own_plan,
            first_entry=not log,
            blog=blog,
            today=today,
            monday=monday,
            done=inline(done[today]) if today in done else "",
        )
    )
    if upstream:
        first = min(done, default=monday)
        start = Put(("start",), first - timedelta(days=first.weekday()))
        comment = f"# yaml-language-server: $schema={schema}\n\n" if schema else ""
        texts[_PLAN] = comment + edit_yaml(upstream.text, _PLAN, [start], [*Curriculum.model_fields])[0]
    for day, addresses in done.items():
        texts[f"entries/{day.year}/{day}.md"] = write_front_matter({"date": day, "done": addresses})
    if entry := texts.pop(_FIRST_DAY, None):
        texts[f"entries/{today.year}/{today}.md"] = entry
    return texts


def _title(root: Path) -> str:
    words = root.name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:] or "My log"


def _for_site(settings: Settings, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the entry, the plan and the pages of a new journal, by their paths in an existing site."""
    paths = settings.paths
    for name, text in texts.items():
        folder, _, rest = name.partition("/")
        if folder == "entries" and not any((settings.root / paths.entries).rglob("*.md")):
            yield f"{paths.entries}/{rest}", text
        elif folder == "docs" and rest in main_titles() and rest != "index.md":
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


def _refuse_existing(root: Path, texts: Collection[str], log: Sequence[Path], *, is_site: bool) -> None:
    """Raise click.ClickException if a file would be overwritten, or if an existing site gets more than a form."""
    if is_site:
        message = f"{display_path(root)} has a mkdocs.yml already, so nothing was written"
        raise click.ClickException(f"{message}; --into adds what it lacks")
    paths = [*texts, *(_IMPORTED if log else ())]
    taken = [path for path in paths if os.path.lexists(root / path)]
    if taken:
        names = "\n".join(f"  {display_path(root / path)}" for path in taken)
        raise click.ClickException(
            f"{count(len(taken), 'file')} in the way, so nothing was written; --into keeps them:\n{names}"
        )


# -- writing --


def _write(root: Path, files: Mapping[str, str | Path], log: Sequence[Path]) -> list[str]:
    """Write the files and what an imported log becomes, all or none, and print and return their paths."""
    with TemporaryDirectory() as name:
        draft = Path(name).resolve()
        change_all(draft, [FileUpdate(draft / path, None, text) for path, text in files.items()])
        if log:
            _import(draft, log)
        written = sorted(path.relative_to(draft).as_posix() for path in draft.rglob("*") if path.is_file())
        change_all(root, [FileUpdate(root / path, None, draft / path) for path in written])
    click.echo("\n".join(written))
    return written


def _import(root: Path, log: Sequence[Path]) -> None:
    """Import a log; where its recipe asks something, only the recipe is written."""
    from daytrail.cli import daytrail
    from daytrail.cli.importing.run import OpenQuestions

    arguments = ["-C", display_path(root), "import", "log", *map(str, log), "--write"]
    try:
        with redirect_stdout(StringIO()):
            daytrail.main(arguments, prog_name="daytrail", standalone_mode=False)
    except OpenQuestions as questions:
        questions.show()


# -- what comes next --


def _steps_in_site(
    settings: Settings, texts: Mapping[str, str], written: Collection[str], timezone: str, origin: Origin
) -> Iterator[str]:
    """Yield what the owner of an existing site adds: to mkdocs.yml, to pages, and to what pip and git read."""
    config = settings.config
    lines = []
    if "daytrail" not in dict(config.plugins()):
        lines += ["plugins: # the line that you have"] if config.node("plugins") else ["plugins:", "  - search"]
        lines += ["  - daytrail:", f"      timezone: {timezone}"]
    with in_language(config.text("theme", "language") or "en"):
        titles = main_titles().items()
    pages = [f"  - {title}: {page}" for page, title in titles if f"{settings.paths.docs}/{page}" in written]
    if pages and config.node("nav"):
        lines += ["nav: # the line that you have", *pages]
    if lines:
        yield from (f"\nadd to {display_path(settings.root / CONFIG_FILES[0])}:\n", *lines)
    if own := list(_lines_for_own_pages(settings, texts, written)):
        yield "\nthese pages of yours stay as they are; to show what Daytrail has for one, write its line into it:\n"
        yield from own
    yield f"\nadd to what you install with pip, also in the workflow that publishes the site:\n\n{origin.requirement}\n"
    yield "the workflow has to run once a day, with the whole history (fetch-depth: 0): daytrail build --strict"
    yield f"\nadd to .gitignore:\n\n.daytrail-*\n{config.site.name}/"
    yield f"\nadd to .gitattributes:\n\n{settings.paths.entries}/**/*.md merge=daytrail"
    yield f"\nonce on each machine, so that git merges what several of them tick:\n\n{GIT_CONFIG}"


def _lines_for_own_pages(settings: Settings, texts: Mapping[str, str], written: Collection[str]) -> Iterator[str]:
    """Yield the path of each page that the site has already, with what would show on it what the new page shows."""
    for name, text in texts.items():
        if name not in written and PurePosixPath(name).is_relative_to(settings.paths.docs):
            yield f"{name}: {text[text.find('{{') :].strip()}"


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
