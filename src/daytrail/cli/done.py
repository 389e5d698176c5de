"""`daytrail done`, `started` and `dropped`: add items of the plan to these keys of an entry."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.entries import change_entry, remove_from_entries, target_options
from daytrail.cli.common.files import display_path
from daytrail.cli.common.items import choose_items
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import (
    Project,
    completion_of,
    locked_project,
    open_project,
    refuse_conflicts,
    write_updates,
)
from daytrail.facts.progress import ItemProgress, State, progress
from daytrail.model.journal import Journal
from daytrail.problems import printable
from daytrail.source.yaml.edit import Append

_UNCHANGED: dict[State, frozenset[State]] = {
    State.DONE: frozenset({State.DONE}),
    State.STARTED: frozenset({State.STARTED, State.DONE}),
    State.DROPPED: frozenset({State.DROPPED, State.DONE}),
}
"""For each command's state, the states in which it leaves an item as it is."""


def _state_command(state: State, purpose: str) -> click.Command:
    """Return the command that adds items to the key of an entry that has the name of a state."""

    @click.command(
        state.value,
        short_help=purpose,
        help=f"""{purpose}

        NAME is an address (w01/brrr), an id or a part of it, words of the title, or the link of a
        reading. If it may mean several items, you are asked which. If the day has no entry, one is
        started, as by `daytrail new`. Prints the path of the entry that changed; all in it but the
        new words stays as it is.
        """,
        epilog=examples(
            f"daytrail {state.value} w09/triton-paper",
            f'daytrail {state.value} "triton paper" --date 2026-02-14',
            f"daytrail {state.value} https://arxiv.org/abs/2101.03961",
        ),
    )
    @click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=completion_of(_open_items))
    @target_options
    @click.option("--undo", is_flag=True, help="Take the items out of all entries that say so.")
    @click.pass_obj
    def command(start: Path, /, names: Sequence[str], undo: bool, **target: Any) -> None:
        project = open_project(start, note_errors=True)
        refuse_conflicts(project)
        # Of several items that a name may mean, one that the command would change.
        closed = {*State} - {state} if undo else _UNCHANGED[state]
        items = choose_items(names, list(project.facts.progress.items.values()), closed)
        with locked_project(start) as project:  # read again: another command may have changed it meanwhile
            if undo:
                _remove(project, state, items)
            else:
                _add(project, state, items, **target)

    return command


def _open_items(journal: Journal) -> list[tuple[str, str]]:
    items = progress(journal.curriculum, journal.entries).items
    return [(address, item.placed.item.label) for address, item in items.items() if item.state is not State.DONE]


def _add(project: Project, state: State, items: Sequence[ItemProgress], **target: Any) -> None:
    """Add items to the entry, and print its path on standard output and what changes on standard error."""
    items = [project.facts.progress.items.get(item.placed.address, item) for item in items]
    changing = [item for item in items if item.state not in _UNCHANGED[state]]
    for item in items:
        if item not in changing:
            click.echo(f"{item.placed.address} is {item.state.value} already: {_origin(item)}", err=True)
    if not changing:
        return
    addresses = tuple(item.placed.address for item in changing)
    closed = () if state is State.STARTED else addresses
    append = Append((state.value,), addresses)
    updated, path = change_entry(project, lambda _: append, addresses, closed, **target)
    _echo_news(state.value, changing)
    if updated.relative(path) not in {entry.path for entry in updated.journal.entries}:
        click.echo("the entry is a draft, so this does not count before `draft: true` is removed", err=True)
    click.echo(display_path(path))


def _echo_news(what: str, items: Sequence[ItemProgress]) -> None:
    for item in items:
        click.echo(f"{what}: {item.placed.address}, {printable(item.placed.item.label)}", err=True)


def _origin(item: ItemProgress) -> str:
    """Return what shows that an item is in its state: an entry's path, or the plan."""
    if item.decided_by:
        return printable(item.decided_by.path)
    return f"the plan says so, of {item.done_on}" if item.done_on else "the plan says so"


def _refuse_unlisted(project: Project, state: State, items: Sequence[ItemProgress]) -> None:
    """Print the state of each item that no entry or draft has in a list, and exit with 1 if there is one."""
    listed = {name for located in project.loaded.sources.entries for name in getattr(located.entry, state.value)}
    unlisted = [item for item in items if item.placed.address not in listed]
    for item in unlisted:
        origin = f": {_origin(item)}" if item.state in _UNCHANGED else ""
        message = f"no entry lists {item.placed.address} as {state.value}; it is {item.state.value}{origin}"
        click.echo(message, err=True)
    if unlisted:
        raise SystemExit(1)


def _remove(project: Project, state: State, items: Sequence[ItemProgress]) -> None:
    """Take items out of a list in all entries, and print their paths, and on standard error what changes."""
    _refuse_unlisted(project, state, items)
    updates = remove_from_entries(project, state.value, {item.placed.address for item in items})
    write_updates(project, updates)
    for update in updates:
        click.echo(display_path(update.path))
    _echo_news(f"not {state.value} any more", items)
    for item in items:
        if item.placed.item.done and state is State.DONE:
            click.echo(f"{item.placed.address} is still done: the plan says so, of {item.placed.item.done}", err=True)


done = _state_command(State.DONE, "Tick items of the plan in today's entry.")
started = _state_command(State.STARTED, "Say in today's entry that items are started.")
dropped = _state_command(State.DROPPED, "Say in today's entry that items are given up.")
