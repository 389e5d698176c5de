"""Commands that change the plan without breaking what was written under the old one."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.files import show_and_write
from daytrail.cli.common.items import choose_items
from daytrail.cli.common.lock import locked_project
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project
from daytrail.cli.planning.plan_files import NewNames, PlanFiles, items_by_key_path, updates_of_names
from daytrail.facts.progress import State
from daytrail.model.base import slug
from daytrail.model.curriculum import LISTS, Placed, Week
from daytrail.problems import KeyPath, did_you_mean, quoted
from daytrail.project.git_history import tracked_files
from daytrail.source.yaml.edit import Change, Insert, Put
from daytrail.source.yaml.write import pair


def write_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options `--write` and `--yes`, and the folder of the project as its first argument."""
    for option in (
        click.option("--write", is_flag=True, help="Make the change; without it, it is only shown."),
        click.option("--yes", is_flag=True, help="Also where git does not track the plan, and cannot take it back."),
    ):
        command = option(command)
    return click.pass_obj(command)


def refuse_untracked(project: Project, *, write: bool, yes: bool) -> None:
    """Raise click.ClickException if a change is to be written that nothing could take back."""
    path = project.settings.paths.curriculum
    if write and not yes and (project.root / path).exists() and path not in tracked_files(project.root):
        hint = f"`git add {path} && git commit`, or write it with --yes"
        raise click.ClickException(f"git does not track {path}, so the change could not be taken back: {hint}")


def _parse_week(_ctx: click.Context, _param: click.Parameter, value: str) -> int:
    """Return the number of a week, which may be written as in addresses of items; a callback of click."""
    if (match := re.fullmatch(r"w?([0-9]{1,4})", value, re.ASCII | re.IGNORECASE)) is None:
        raise click.BadParameter(f"{quoted(value)} is not the number of a week, as in 5 or w05")
    return int(match[1])


@click.command(epilog=examples("daytrail plan move w03/tide-tables 5 --write"))
@click.argument("item")
@click.argument("week", callback=_parse_week)
@write_options
def move(start: Path, item: str, week: int, write: bool, yes: bool) -> None:
    """Move ITEM to another WEEK."""

    def change(project: Project, files: PlanFiles) -> NewNames:
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

    _change_plan(start, change, write=write, yes=yes)


@click.command(epilog=examples("daytrail plan rename w03/tide-tables tables --write"))
@click.argument("old")
@click.argument("new")
@write_options
def rename(start: Path, old: str, new: str, write: bool, yes: bool) -> None:
    """Give the item, topic or milestone OLD the id NEW.

    A week has a number, not an id: `daytrail plan insert-week` changes it. Its title is changed in the plan.
    """
    if new != slug(new):
        raise click.BadParameter(f"{quoted(new)} is not an id; write `{slug(new)}`", param_hint="NEW")

    def change(project: Project, files: PlanFiles) -> NewNames:
        for key in ("topics", "milestones"):
            records = getattr(project.plan, key)
            ids = [record.id for record in records]
            if old in ids:
                if new in ids:
                    raise click.ClickException(f"there is a topic or milestone {quoted(new)} already")
                index = ids.index(old)
                former = [name for name in dict.fromkeys((*records[index].was, old)) if name != new]
                files.edit(*_needs(project, old, new) if key == "topics" else ())
                files.put((key, index), {"id": new, "was": former})
                return NewNames({old: new}) if key == "topics" else NewNames(milestones={old: new})
        if any(week.id == old for week in project.plan.weeks):
            message = f"{quoted(old)} is a week, which has a number instead of an id"
            hint = "`daytrail plan insert-week` gives weeks other numbers; change the title of a week in the plan"
            raise click.ClickException(f"{message}: {hint}")
        key_path, placed = _item(project, old)
        address = f"{placed.week.id}/{new}"
        if address in project.plan.items:
            raise click.ClickException(f"week {placed.week.week} has an item {quoted(new)} already")
        files.put(key_path, {"id": new, "was": _former_addresses(project, placed, address)})
        return NewNames({placed.address: address})

    _change_plan(start, change, write=write, yes=yes)


def _needs(project: Project, old: str, new: str) -> Iterator[Change]:
    for index, topic in enumerate(project.plan.topics):
        yield from (Put(("topics", index, "needs", n), new) for n, need in enumerate(topic.needs) if need == old)


@click.command("insert-week", epilog=examples('daytrail plan insert-week 3 "Neap tides" --write'))
@click.argument("number", callback=_parse_week)
@click.argument("title")
@click.option("--part", metavar="ID", help="The part of the week, instead of that of the week before which it comes.")
@write_options
def insert_week(start: Path, number: int, title: str, part: str | None, write: bool, yes: bool) -> None:
    """Insert a week with a NUMBER and a TITLE; the weeks from there on are one later."""

    def change(project: Project, files: PlanFiles) -> NewNames:
        index = _part_of_new_week(project, number, part)
        later = [(path, week) for path, week in project.plan.weeks_by_key_path if week.week >= number]
        files.edit(*_later_numbers(project, number, index))
        files.edit(*(Put((*key_path, "was"), _former_weeks(week)) for key_path, week in later))
        position = sum(week.week < number for week in project.plan.parts[index].weeks)
        lines = f"- week: {number}\n  {pair('title', title)}\n"
        files.edit(Insert(("parts", index, "weeks"), position, lines))
        names = {week.id: f"w{week.week + 1:02d}" for _, week in later}
        items = {placed.address: f"{names[week.id]}/{placed.item.name}" for _, week in later for placed in week.items}
        return NewNames(names | items)

    _change_plan(start, change, write=write, yes=yes)


def _part_of_new_week(project: Project, number: int, name: str | None) -> int:
    """Return the index of the part that gets a week, or raise click.ClickException."""
    parts = project.plan.parts
    ids = [part.id for part in parts]
    if name is not None:
        if name not in ids:
            hint = did_you_mean(name, ids) or f"known here: {', '.join(ids) or 'none'}"
            raise click.ClickException(f"unknown part {quoted(name)}; {hint}")
        return ids.index(name)
    weeks = [(week.week, index) for index, part in enumerate(parts) for week in part.weeks]
    at_number = [index for week, index in weeks if week == number]
    before = [index for _, index in sorted(one for one in weeks if one[0] < number)]
    if not at_number and not before:
        raise click.ClickException(f"there is no week {number} or before it: name the part with --part")
    return at_number[0] if at_number else before[-1]


def _former_weeks(week: Week) -> list[str]:
    return [name for name in dict.fromkeys((*week.was, week.id)) if name != f"w{week.week + 1:02d}"]


def _later_numbers(project: Project, number: int, index: int) -> Iterator[Change]:
    """Yield the changes of all numbers of weeks for a new week in the part with an index."""
    plan = project.plan
    for key_path, week in plan.weeks_by_key_path:
        if week.week >= number:
            yield Put((*key_path, "week"), week.week + 1)
    for p, part in enumerate(plan.parts):
        if part.range:
            first, last = (end + (end >= number) for end in part.range)
            new = [min(first, number), max(last, number)] if p == index else [first, last]
            yield Put(("parts", p, "range"), new)
    for key in ("topics", "milestones"):
        for i, record in enumerate(getattr(plan, key)):
            later = ((n, week) for n, week in enumerate(record.weeks) if week >= number)
            yield from (Put((key, i, "weeks", n), week + 1) for n, week in later)
    for i, paper in enumerate(plan.references.papers):
        if paper.week is not None and paper.week >= number:
            yield Put(("references", "papers", i, "week"), paper.week + 1)


@click.command(epilog=examples("daytrail plan drop w03/tide-tables --write", "daytrail plan drop w05"))
@click.argument("name")
@write_options
def drop(start: Path, name: str, write: bool, yes: bool) -> None:
    """Mark an item, or all open items of a week such as w05, as dropped. They stay in the plan."""

    def change(project: Project, files: PlanFiles) -> NewNames:
        week = next((week for week in project.plan.weeks if week.id == name), None)
        if week and not week.items:
            message = f"week {week.week} has no items to drop: remove the week from the plan, or let it be empty"
            raise click.ClickException(message)
        paths = {placed.address: key_path for key_path, placed in items_by_key_path(project.plan)}
        addresses = [placed.address for placed in (week.items if week else [_item(project, name)[1]])]
        items = [project.facts.progress.items[address] for address in addresses]
        opened = [item for item in items if item.state not in (State.DONE, State.DROPPED)]
        if not opened:
            state = f"no item of week {week.week} is open" if week else f"{addresses[0]} is {items[0].state} already"
            click.echo(f"there is nothing to change: {state}", err=True)
            raise SystemExit(0)
        for item in opened:
            files.put(paths[item.placed.address], {"dropped": True})
        return NewNames()

    _change_plan(start, change, write=write, yes=yes)


def _change_plan(start: Path, change: Callable[[Project, PlanFiles], NewNames], *, write: bool, yes: bool) -> None:
    """Make a change of the plan, and of the entries that it would break otherwise; all files or none."""
    with locked_project(start, "the plan is not changed while there are errors") as project:
        refuse_untracked(project, write=write, yes=yes)
        files = PlanFiles(project)
        names = change(project, files)
        plan = files.without_taken_names()
        show_and_write(project, [*files.updates(), *updates_of_names(project, plan, names)], write=write)


def _item(project: Project, name: str) -> tuple[KeyPath, Placed]:
    """Return the item that a name means with its key path, or exit with what it may mean."""
    name = project.plan.current_addresses.get(name, name)
    chosen, _ = choose_items([name], list(project.facts.progress.items.values()), frozenset(), ask=True)
    if not chosen:
        raise SystemExit(1)
    return next(
        (key_path, placed)
        for key_path, placed in items_by_key_path(project.plan)
        if placed.address == chosen[0].placed.address
    )


def _former_addresses(project: Project, placed: Placed, new: str) -> list[str]:
    """Return the `was` of an item that gets another address: all that leads to it now."""
    leads_here = [former for former, now in project.plan.current_addresses.items() if now == placed.address]
    return [address for address in (*leads_here, placed.address) if address != new]
