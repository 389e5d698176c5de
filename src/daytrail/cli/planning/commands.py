"""Commands that change the plan without breaking what was written under the old one."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.files import show_and_write
from daytrail.cli.common.items import choose_items
from daytrail.cli.common.lock import locked_project
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project
from daytrail.cli.planning.history import forget_last, last_change, remember
from daytrail.cli.planning.merged_files import updates_of_merge
from daytrail.facts.plan_merge import PlanEdit
from daytrail.facts.plan_versions import Thing
from daytrail.facts.progress import State
from daytrail.model.base import slug
from daytrail.model.curriculum import Placed, Week
from daytrail.problems import did_you_mean, quoted


def _parse_week(_ctx: click.Context, _param: click.Parameter, value: str) -> int:
    """Return the number of a week, which may be written as in addresses of items; a callback of click."""
    if (match := re.fullmatch(r"w?([0-9]{1,4})", value, re.ASCII | re.IGNORECASE)) is None:
        raise click.BadParameter(f"{quoted(value)} is not the number of a week, as in 5 or w05")
    return int(match[1])


def _options(command: Callable[..., Any]) -> Callable[..., Any]:
    for option in (
        click.option("--write", is_flag=True, help="Make the change; without it, it is only shown."),
        click.option("--rewrite", is_flag=True, help="Change the entries, instead of keeping former addresses."),
    ):
        command = option(command)
    return click.pass_obj(command)


@click.command(epilog=examples("daytrail plan move w03/tide-tables 5 --write"))
@click.argument("item")
@click.argument("week", callback=_parse_week)
@_options
def move(start: Path, item: str, week: int, write: bool, rewrite: bool) -> None:
    """Move ITEM to another WEEK."""

    def change(project: Project, edit: PlanEdit) -> None:
        placed, target = _item(project, item), _week(project, week)
        if placed.week.week == week:
            raise click.ClickException(f"{placed.address} is in week {week} already")
        if any(other.item.name == placed.item.name for other in target.items):
            message = f"week {week} has an item {quoted(placed.item.name)} already"
            raise click.ClickException(f"{message}: `daytrail plan rename` one of them first")
        edit.move(placed.address, target.id)

    _change_plan(start, change, write=write, rewrite=rewrite)


@click.command(epilog=examples("daytrail plan rename w03/tide-tables tables --write"))
@click.argument("old")
@click.argument("new")
@_options
def rename(start: Path, old: str, new: str, write: bool, rewrite: bool) -> None:
    """Give the item, topic or milestone OLD the id NEW.

    A week has a number, not an id: `daytrail plan insert-week` changes it. Its title is changed in the plan.
    """
    if new != slug(new):
        raise click.BadParameter(f"{quoted(new)} is not an id; write `{slug(new)}`", param_hint="NEW")

    def change(project: Project, edit: PlanEdit) -> None:
        things: dict[str, Thing] = {topic.id: "topic" for topic in project.plan.topics}
        things |= {milestone.id: "milestone" for milestone in project.plan.milestones}
        if old in things:
            if new in things:
                raise click.ClickException(f"there is a topic or milestone {quoted(new)} already")
            edit.rename(things[old], old, new)
            return
        if any(week.id == old for week in project.plan.weeks):
            message = f"{quoted(old)} is a week, which has a number instead of an id"
            hint = "`daytrail plan insert-week` gives weeks other numbers; change the title of a week in the plan"
            raise click.ClickException(f"{message}: {hint}")
        placed = _item(project, old)
        if any(other.item.name == new for other in placed.week.items):
            raise click.ClickException(f"week {placed.week.week} has an item {quoted(new)} already")
        edit.rename("item", placed.address, new)

    _change_plan(start, change, write=write, rewrite=rewrite)


@click.command("insert-week", epilog=examples('daytrail plan insert-week 3 "Neap tides" --write'))
@click.argument("number", callback=_parse_week)
@click.argument("title")
@click.option("--part", metavar="ID", help="The part of the week, instead of that of the week before which it comes.")
@_options
def insert_week(start: Path, number: int, title: str, part: str | None, write: bool, rewrite: bool) -> None:
    """Insert a week with a NUMBER and a TITLE; the weeks from there on are one later."""

    def change(project: Project, edit: PlanEdit) -> None:
        if part is not None:
            _check_part(project, part)
        numbers = [week.week for week in project.plan.weeks]
        if part is None and not any(before <= number for before in numbers):
            raise click.ClickException(f"there is no week {number} or before it: name the part with --part")
        edit.insert_week(number, title, part)

    _change_plan(start, change, write=write, rewrite=rewrite)


@click.command(epilog=examples("daytrail plan drop w03/tide-tables --write", "daytrail plan drop w05"))
@click.argument("name")
@_options
def drop(start: Path, name: str, write: bool, rewrite: bool) -> None:
    """Mark an item, or all open items of a week such as w05, as dropped. They stay in the plan."""

    def change(project: Project, edit: PlanEdit) -> str:
        week = next((week for week in project.plan.weeks if week.id == name), None)
        if week and not week.items:
            message = f"week {week.week} has no items to drop: remove the week from the plan, or let it be empty"
            raise click.ClickException(message)
        items = [
            project.facts.progress.items[item.address] for item in (week.items if week else [_item(project, name)])
        ]
        for item in items:
            if item.state not in (State.DONE, State.DROPPED):
                edit.put(item.placed.address, "dropped", True)
        if week:
            return f"no item of week {week.week} is open"
        return f"{items[0].placed.address} is {items[0].state.value} already"

    _change_plan(start, change, write=write, rewrite=rewrite)


@click.command("swap-parts", epilog=examples("daytrail plan swap-parts coast ocean --write"))
@click.argument("one")
@click.argument("other")
@_options
def swap_parts(start: Path, one: str, other: str, write: bool, rewrite: bool) -> None:
    """Let two parts of the plan change places, each with its weeks, which are numbered anew."""

    def change(project: Project, edit: PlanEdit) -> None:
        for name in (one, other):
            _check_part(project, name)
        edit.swap_parts(one, other)

    _change_plan(start, change, write=write, rewrite=rewrite)


@click.command()
@click.option("--write", is_flag=True, help="Undo it; without this, it is only shown.")
@click.pass_obj
def undo(start: Path, write: bool) -> None:
    """Undo the last change that one of these commands made, if its files are as it left them."""
    with locked_project(start) as project:
        show_and_write(project, last_change(project.root), write=write)
        if write:
            forget_last(project.root)


def _change_plan(start: Path, change: Callable[[Project, PlanEdit], str | None], *, write: bool, rewrite: bool) -> None:
    """Make a change of the plan, and of the entries that it would break otherwise; all files or none.

    `change` returns the reason why nothing changes if nothing does, as far as it is known.
    """
    with locked_project(start, "the plan is not changed while there are errors") as project:
        edit = PlanEdit(project.plan)
        reason = change(project, edit)
        updates, _ = updates_of_merge(project, edit.merged(keep_former=not rewrite), rewrite=rewrite)
        show_and_write(project, updates, write=write, reason=reason)
        if write and updates:
            remember(project.root, updates)


def _check_part(project: Project, name: str) -> None:
    """Raise click.ClickException if the plan has no part of a name."""
    parts = [part.id for part in project.plan.parts]
    if name not in parts:
        hint = did_you_mean(name, parts) or f"known here: {', '.join(parts) or 'none'}"
        raise click.ClickException(f"unknown part {quoted(name)}; {hint}")


def _item(project: Project, name: str) -> Placed:
    """Return the item that a name means, or exit with what it may mean."""
    name = project.plan.current_addresses.get(name, name)
    chosen, _ = choose_items([name], list(project.facts.progress.items.values()), frozenset(), ask=True)
    if not chosen:
        raise SystemExit(1)
    return chosen[0].placed


def _week(project: Project, number: int) -> Week:
    for week in project.plan.weeks:
        if week.week == number:
            return week
    raise click.ClickException(f"the plan has no week {number}; `daytrail plan insert-week` makes one")
