"""`daytrail plan`: commands that change the plan without breaking what was written under the old one."""

import re
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, get_args

import click

from daytrail.cli.common.files import FileUpdate, read_file
from daytrail.cli.common.items import choose_items
from daytrail.cli.common.merge import merge_lines
from daytrail.cli.common.output import Group, examples, parse_line, printable_text
from daytrail.cli.common.project import Project, locked_project, show_and_write
from daytrail.cli.planning.plan_files import NewNames, PlanFiles, items_by_key_path, updates_of_names
from daytrail.cli.planning.upstream import BASE, from_root, read_upstream_plan, split_base
from daytrail.facts.pace import Keep
from daytrail.facts.progress import State
from daytrail.model.base import slug
from daytrail.model.curriculum import LISTS, Placed, Week
from daytrail.problems import KeyPath, quoted
from daytrail.project.git_history import tracked_files
from daytrail.project.report import count
from daytrail.source.yaml.edit import Append, Change, Insert, Put
from daytrail.source.yaml.write import Value, pair
from daytrail.views.words import replan_row

_CONFLICT = re.compile(r"^<{7} .*?^>{7} [^\n]*\n", re.MULTILINE | re.DOTALL)


def _write_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options `--write` and `--yes`, and the folder of the project as its first argument."""
    write = click.option("--write", is_flag=True, help="Make the change; without it, it is only shown.")
    yes = click.option("--yes", is_flag=True, help="Write even if git does not track the plan.")
    return click.pass_obj(yes(write(command)))


def _refuse_untracked(project: Project, *, write: bool, yes: bool) -> None:
    """Raise click.ClickException if a change is to be written that nothing could take back."""
    path = project.settings.paths.curriculum
    if write and not yes and (project.root / path).exists() and path not in tracked_files(project.root):
        hint = f"`git add {path} && git commit`, or write it with --yes"
        raise click.ClickException(f"git does not track {path}, so the change could not be taken back: {hint}")


def _plan_command(*lines: str) -> Callable[[Callable[..., NewNames]], click.Command]:
    """Return a decorator that makes a command of a function that changes the plan; the lines are examples.

    The function gets the project, the files of its plan and arguments, changes these files and returns the new names.
    The entries that the change would break otherwise are changed too; all files or none.
    """

    def decorate(change: Callable[..., NewNames]) -> click.Command:
        @click.command(change.__name__.replace("_", "-"), epilog=examples(*lines))
        @_write_options
        @wraps(change)
        def command(start: Path, *, write: bool, yes: bool, **arguments: Any) -> None:
            with locked_project(start, "the plan is not changed while there are errors") as project:
                _refuse_untracked(project, write=write, yes=yes)
                files = PlanFiles(project)
                names = change(project, files, **arguments)
                plan = files.read()
                show_and_write(project, [*files.updates(), *updates_of_names(project, plan, names)], write=write)

        return command

    return decorate


def _parse_week(_ctx: click.Context, _param: click.Parameter, value: str) -> int:
    """Return the number of a week, which may be written as in addresses of items; a callback of click."""
    if (match := re.fullmatch(r"w?([0-9]{1,4})", value, re.ASCII | re.IGNORECASE)) is None:
        raise click.BadParameter(f"{quoted(value)} is not the number of a week, as in 5 or w05")
    return int(match[1])


def _nothing_to_change(reason: str) -> NoReturn:
    click.echo(f"there is nothing to change: {reason}", err=True)
    raise SystemExit(0)


@_plan_command("daytrail plan move w03/tide-tables 5 --write")
@click.argument("item")
@click.argument("week", callback=_parse_week)
def move(project: Project, files: PlanFiles, item: str, week: int) -> NewNames:
    """Move ITEM to another WEEK."""
    key_path, placed = _item(project, item)
    weeks = {one.week: path for path, one in project.plan.weeks_by_key_path}
    if week not in weeks:
        raise click.ClickException(f"the plan has no week {week}; `daytrail plan insert-week` makes one")
    if placed.week.week == week:
        raise click.ClickException(f"{placed.address} is in week {week} already")
    address = f"w{week:02d}/{placed.item.name}"
    if address in project.plan.items:
        message = f"week {week} has an item {quoted(placed.item.name)} already"
        raise click.ClickException(f"{message}: `daytrail plan rename` one of them first")
    files.put(key_path, {"was": _former_addresses(project, placed, address)})
    files.move(key_path, (*weeks[week], LISTS[placed.kind]))
    return NewNames({placed.address: address})


@_plan_command("daytrail plan rename w03/tide-tables tables --write")
@click.argument("old")
@click.argument("new")
def rename(project: Project, files: PlanFiles, old: str, new: str) -> NewNames:
    """Give the item, topic or milestone OLD the id NEW."""
    if new != slug(new):
        raise click.BadParameter(f"{quoted(new)} is not an id; write `{slug(new)}`", param_hint="NEW")
    for key in ("topics", "milestones"):
        if any(record.id == old for record in getattr(project.plan, key)):
            return _renamed_record(project, files, key, old, new)
    key_path, placed = _item(project, old)
    address = f"{placed.week.id}/{new}"
    if address in project.plan.items:
        raise click.ClickException(f"week {placed.week.week} has an item {quoted(new)} already")
    files.put(key_path, {"id": new, "was": _former_addresses(project, placed, address)})
    return NewNames({placed.address: address})


def _renamed_record(project: Project, files: PlanFiles, key: str, old: str, new: str) -> NewNames:
    """Give a topic or a milestone another id."""
    records = getattr(project.plan, key)
    ids = [record.id for record in records]
    if new in ids:
        raise click.ClickException(f"there is a topic or milestone {quoted(new)} already")
    index = ids.index(old)
    former = [name for name in dict.fromkeys((*records[index].was, old)) if name != new]
    files.edit(*_needs(project, old, new) if key == "topics" else ())
    files.put((key, index), {"id": new, "was": former})
    return NewNames({old: new}) if key == "topics" else NewNames(milestones={old: new})


def _needs(project: Project, old: str, new: str) -> Iterator[Change]:
    for index, topic in enumerate(project.plan.topics):
        yield from (Put(("topics", index, "needs", n), new) for n, need in enumerate(topic.needs) if need == old)


@_plan_command('daytrail plan insert-week 3 "Neap tides" --write')
@click.argument("number", callback=_parse_week)
@click.argument("title", callback=parse_line)
def insert_week(project: Project, files: PlanFiles, number: int, title: str) -> NewNames:
    """Insert a week with a NUMBER and a TITLE into the part of the one with that number; later ones move up."""
    index = _part_of_new_week(project, number)
    later = [(path, week) for path, week in project.plan.weeks_by_key_path if week.week >= number]
    files.edit(*_later_numbers(project, number, index))
    files.edit(*(Put((*key_path, "was"), _former_weeks(week)) for key_path, week in later))
    position = sum(week.week < number for week in project.plan.parts[index].weeks)
    lines = f"- week: {number}\n  {pair('title', title)}\n"
    files.edit(Insert(("parts", index, "weeks"), position, lines))
    names = {week.id: f"w{week.week + 1:02d}" for _, week in later}
    items = {placed.address: f"{names[week.id]}/{placed.item.name}" for _, week in later for placed in week.items}
    return NewNames(names | items)


def _part_of_new_week(project: Project, number: int) -> int:
    """Return the index of the part that has a week of a number, or else of the part with the last one before it."""
    parts = enumerate(project.plan.parts)
    before = [(week.week, index) for index, part in parts for week in part.weeks if week.week <= number]
    if not before:
        raise click.ClickException(f"there is no week {number} or before it")
    return max(before)[1]


def _former_weeks(week: Week) -> list[str]:
    return [name for name in dict.fromkeys((*week.was, week.id)) if name != f"w{week.week + 1:02d}"]


def _later_numbers(project: Project, number: int, index: int) -> Iterator[Change]:
    """Yield the changes of all numbers of weeks for a new week in the part with an index."""
    plan = project.plan
    numbers: list[tuple[KeyPath, int | None]] = [
        *(((*key_path, "week"), week.week) for key_path, week in plan.weeks_by_key_path),
        *(
            ((key, i, "weeks", n), week)
            for key in ("topics", "milestones")
            for i, record in enumerate(getattr(plan, key))
            for n, week in enumerate(record.weeks)
        ),
        *((("references", "papers", i, "week"), paper.week) for i, paper in enumerate(plan.references.papers)),
    ]
    yield from (Put(key_path, week + 1) for key_path, week in numbers if week is not None and week >= number)
    for p, part in enumerate(plan.parts):
        if part.range:
            first, last = (end + (end >= number) for end in part.range)
            new = [min(first, number), max(last, number)] if p == index else [first, last]
            yield Put(("parts", p, "range"), new)


@_plan_command("daytrail plan drop w03/tide-tables --write", "daytrail plan drop w05")
@click.argument("name")
def drop(project: Project, files: PlanFiles, name: str) -> NewNames:
    """Mark an item, or all open items of a week such as w05, as dropped. They stay in the plan."""
    week = next((week for week in project.plan.weeks if week.id == name), None)
    if week and not week.items:
        message = f"week {week.week} has no items to drop: remove the week from the plan, or let it be empty"
        raise click.ClickException(message)
    addresses = [placed.address for placed in (week.items if week else [_item(project, name)[1]])]
    items = [project.facts.progress.items[address] for address in addresses]
    opened = {item.placed.address for item in items if item.state not in (State.DONE, State.DROPPED)}
    if not opened:
        state = f"no item of week {week.week} is open" if week else f"{addresses[0]} is {items[0].state} already"
        _nothing_to_change(state)
    files.drop(opened)
    return NewNames()


@_plan_command("daytrail plan fit --keep load", "daytrail plan fit --keep date --write")
@click.option("--keep", type=click.Choice(get_args(Keep)), required=True, help="How to change the plan.")
def fit(project: Project, files: PlanFiles, keep: Keep) -> NewNames:
    """Make the plan fit again when the work is behind it.

    \b
    --keep date           more hours a week, the same last day
    --keep load           later dates: a new start where nothing is done yet, else a pause
    --keep drop-optional  optional items that are not started are dropped, then later dates

    Exit status: 1 where there is nothing to re-plan.
    """  # noqa: D301 - click does not fill the lines behind this character
    way = next((way for way in project.facts.replans if way.keep == keep), None)
    if way is None:
        raise click.ClickException("there is nothing to re-plan: `daytrail status --plan` says how the work stands")
    if way.obstacle:
        raise click.ClickException(f"this way leads nowhere: {way.obstacle}")
    name, finish, load = replan_row(way)
    click.echo(", ".join(filter(None, (f"{name}: the plan ends on {finish}", load))), err=True)
    if not way.changes and way.unit == "items":
        _nothing_to_change("the plan has no estimate for some items, so its hours a week stay")
    elif not way.changes:
        _nothing_to_change("the hours a week of the plan are enough for that")
    if way.load is not None:
        files.edit(Put(("hours_per_week",), way.load))
    if way.start is not None:
        files.edit(Put(("start",), way.start))
    pauses: list[Value] = [{"from": pause.from_, "to": pause.to, "why": pause.why or ""} for pause in way.pauses]
    if pauses:
        files.edit(Append(("pauses",), tuple(pauses)))
    files.drop(way.dropped)
    return NewNames()


def _item(project: Project, name: str) -> tuple[KeyPath, Placed]:
    """Return the item that a name means with its key path, or exit with what it may mean."""
    name = project.plan.current_addresses.get(name, name)
    [chosen] = choose_items([name], list(project.facts.progress.items.values()))
    return next(one for one in items_by_key_path(project.plan) if one[1].address == chosen.placed.address)


def _former_addresses(project: Project, placed: Placed, new: str) -> list[str]:
    """Return the `was` of an item that gets another address: all that leads to it now."""
    leads_here = [former for former, now in project.plan.current_addresses.items() if now == placed.address]
    return [address for address in (*leads_here, placed.address) if address != new]


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
@_write_options
def pull(start: Path, source: str | None, ours: bool, write: bool, yes: bool) -> None:
    """Take over what has changed in a plan since `init --plan` or the last pull.

    SOURCE is a file, a repository of git, perhaps with @ and a branch, tag or commit, or the URL of a published
    plan; without it, the one of the last time. What both have changed is shown, and then nothing is written.
    """
    with locked_project(start, "the plan is not changed while there are errors") as project:
        _refuse_untracked(project, write=write, yes=yes)
        plan, base = _pulled(project, source, ours=ours)
        show_and_write(project, [plan], write=write, hidden=[base])


def _pulled(project: Project, source: str | None, *, ours: bool) -> tuple[FileUpdate, FileUpdate]:
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
    return FileUpdate(plan, mine, merged), FileUpdate(base, old, new)


def _merged(mine: str, base: str, theirs: str, *, ours: bool) -> str:
    """Return a text with the changes from base to theirs, or raise click.ClickException with the conflicts."""
    line_end = "\r\n" if "\r\n" in mine else "\n"
    versions = (text.replace("\r\n", "\n").replace("\n", line_end) for text in (base, mine, theirs))
    try:
        done = merge_lines(*versions, "--diff3", *(["--ours"] if ours else []))
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


@click.group(
    cls=Group,
    epilog=examples("daytrail plan move w03/tide-tables 5", "daytrail plan fit --keep load"),
    commands=[move, rename, insert_week, drop, fit, pull],
)
def plan() -> None:
    """Change the plan, and keep what was written under the old one.

    Each command shows its change; `--write` makes it, in all files or in none, and git takes it back. Comments and
    layout stay. Former addresses are written into the plan as `was:`, so that entries and links may go on to use them.
    """
