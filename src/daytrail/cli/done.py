"""`daytrail done`, `started` and `dropped`: add items of the plan to these keys of an entry."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from daytrail.cli.common.entries import (
    add_to_entry,
    complete_series,
    entry_at,
    entry_of_day,
    parse_date,
    remove_from_entries,
)
from daytrail.cli.common.files import FileUpdate, disk_errors, display_path, refuse_conflicts, write_updates
from daytrail.cli.common.items import SearchResult, choose_items, find_items
from daytrail.cli.common.lock import locked_project
from daytrail.cli.common.output import echo_json, examples
from daytrail.cli.common.project import Project, journal_for_completion, open_project
from daytrail.cli.planning.plan_files import names_in_plan
from daytrail.facts.progress import ItemProgress, State, progress
from daytrail.model.base import slug
from daytrail.problems import printable, quoted
from daytrail.views.files.data import item_data

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
        reading. Where it may mean several items, they are shown for choosing. Without an entry on
        the day one is started, as by `daytrail new`. Prints the path of the entry that changed;
        all in it but the new words stays as it is.
        """,
        epilog=examples(
            f"daytrail {state.value} w09/triton-paper",
            f'daytrail {state.value} "triton paper" --date 2026-02-14',
            f"daytrail {state.value} https://arxiv.org/abs/2101.03961 --dry-run",
        ),
    )
    @click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=_complete_items)
    @click.option(
        "--date", "day", callback=parse_date, metavar="YYYY-MM-DD", help="The day of the entry, instead of today."
    )
    @click.option(
        "--series", "series_id", metavar="ID", shell_complete=complete_series, help="Where a day has several entries."
    )
    @click.option("--entry", type=click.Path(path_type=Path), metavar="PATH", help="This entry, whatever its day.")
    @click.option("--all", "whole_weeks", is_flag=True, help="Of a week, as in w03, all items that are open.")
    @click.option("--undo", is_flag=True, help="Take the items out of all entries that say it.")
    @click.option("--dry-run", is_flag=True, help="Write nothing; show the change on standard error.")
    @click.option("--json", "as_json", is_flag=True, help="Print what changed as one JSON object.")
    @click.pass_obj
    def command(
        start: Path,
        names: Sequence[str],
        day: date | None,
        series_id: str | None,
        entry: Path | None,
        whole_weeks: bool,
        undo: bool,
        dry_run: bool,
        as_json: bool,
    ) -> None:
        if entry and (day or series_id):
            raise click.UsageError("--entry names the entry: leave out --date and --series")
        if undo:
            _undo_state(start, names, state, dry_run=dry_run)
            return
        project = open_project(start, note_errors=True)
        refuse_conflicts(project)
        if whole_weeks:
            names = list(_with_items_of_weeks(project, names, state))
        explain = partial(_explain_no_item, project)
        items = list(project.facts.progress.items.values())
        chosen, ambiguous = choose_items(names, items, _UNCHANGED[state], ask=not as_json, explain=explain)
        with locked_project(start) as project:  # read again: another command may have changed it meanwhile
            result = _change(project, state, _Target(day, series_id, entry), chosen, ambiguous, dry_run=dry_run)
        if as_json:
            echo_json(result.as_json())
        elif not ambiguous:
            result.echo(dry_run=dry_run)
        if ambiguous:
            raise SystemExit(1)

    return command


def _with_items_of_weeks(project: Project, names: Sequence[str], state: State) -> Iterator[str]:
    """Yield the names, and instead of the address of a week those of its items that are open."""
    weeks = {progress.week.id: progress for progress in project.facts.progress.weeks.values()}
    for name in names:
        if week := weeks.get(name.strip().casefold()):
            yield from (item.placed.address for item in week.items if item.state not in _UNCHANGED[state])
        else:
            yield name


@dataclass(frozen=True)
class _Target:
    """The entry to change, as options name it."""

    day: date | None
    series_id: str | None
    path: Path | None


def _change(
    project: Project,
    state: State,
    target: _Target,
    chosen: Sequence[ItemProgress],
    ambiguous: Sequence[SearchResult],
    *,
    dry_run: bool,
) -> "_Result":
    """Add the chosen items to the entry, unless a name was ambiguous. Return what changes."""
    items = project.facts.progress.items
    chosen = [items.get(item.placed.address, item) for item in chosen]
    changing = [item for item in chosen if item.state not in _UNCHANGED[state] and not ambiguous]
    if not changing:
        return _Result(project, state, chosen, ambiguous)
    day = target.day or project.today
    path = entry_at(project, target.path) if target.path else entry_of_day(project, day, target.series_id)
    addresses = [item.placed.address for item in changing]
    update, summary = add_to_entry(project, path, day, target.series_id, state.value, addresses)
    named = names_in_plan(project, addresses)
    if not dry_run and update.changed:
        changed = [update, *named]
        with disk_errors(f"{display_path(update.path)} cannot be written"):
            project = write_updates(project, changed, checked={project.relative(one.path) for one in changed})
    return _Result(project, state, chosen, ambiguous, changing, update, summary, named)


def _explain_no_item(project: Project, name: str) -> list[str]:
    """Return a line about a name that no item has: it is a topic, which has no state, or there are no items."""
    topics = project.plan.topics
    topic = next((topic for topic in topics if slug(name) in (topic.id, slug(topic.title)) and slug(name)), None)
    if topic:
        return [f"{quoted(name)} is a topic, not an item; write `touched: [{topic.id}]` in an entry"]
    return [] if project.facts.progress.items else [f"no item is called {quoted(name)}: the plan has no items yet"]


def _undo_state(start: Path, names: Sequence[str], state: State, *, dry_run: bool) -> None:
    """Take items out of a list in all entries that have them there; exit with status 1 if a name means no such item."""
    project = open_project(start, note_errors=True)
    refuse_conflicts(project)
    items = _choose_stated(project, names, state)
    with locked_project(start) as project:
        updates = remove_from_entries(project, state.value, {item.placed.address for item in items})
        if not dry_run:
            with disk_errors("nothing was changed"):
                write_updates(project, updates, checked={project.relative(update.path) for update in updates})
    _echo_removal(items, state, updates, dry_run=dry_run)


def _choose_stated(project: Project, names: Sequence[str], state: State) -> list[ItemProgress]:
    """Return the items that names mean, of those to which an entry or a draft gives a state; exit if one is unclear."""
    items = list(project.facts.progress.items.values())
    addresses = {
        address for located in project.loaded.sources.entries for address in getattr(located.entry, state.value)
    }
    stated = [item for item in items if item.placed.address in addresses]
    explain = partial(_explain_other_state, project, items, state)
    chosen, ambiguous = choose_items(names, stated, frozenset(), ask=True, explain=explain)
    if ambiguous:
        raise SystemExit(1)
    return chosen


def _echo_removal(items: Sequence[ItemProgress], state: State, updates: Sequence[FileUpdate], *, dry_run: bool) -> None:
    """Print the entries' paths on standard output, and on standard error what has changed, or would."""
    for update in updates:
        if dry_run:
            click.echo(update.diff(display_path(update.path)), nl=False, err=True)
        click.echo(display_path(update.path))
    for item in items if updates and not dry_run else ():
        click.echo(f"not {state.value} any more: {item.placed.address}, {printable(item.placed.item.label)}", err=True)
    for item in items:
        if item.placed.item.done and state is State.DONE:
            message = f"{item.placed.address} is still done: the plan says so, of {item.placed.item.done}"
            click.echo(message, err=True)


def _explain_other_state(project: Project, items: Sequence[ItemProgress], state: State, name: str) -> list[str]:
    """Return a line for each item that a name means: the state that it is in, and the command that takes it back."""
    lines = []
    for item in find_items(name, items, frozenset()).matches:
        address = item.placed.address
        if item.state is state and item.decided_by:
            lines.append(f"{address} is {state.value} by the status of a link: change it in {_origin(item)}")
            continue
        if item.state is state:
            lines.append(f"{address} is {state.value}, but no entry says so: {_origin(item)}")
            continue
        lines.append(f"{address} is not {state.value}, it is {item.state.value}")
        if item.state in _UNCHANGED and item.decided_by:
            lines[-1] += f"; `daytrail {item.state.value} {address} --undo` takes that back"
    return lines or _explain_no_item(project, name)


def _complete_items(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    journal = journal_for_completion(ctx)
    return [
        CompletionItem(address, help=item.placed.item.label)
        for address, item in progress(journal.curriculum, journal.entries).items.items()
        if address.startswith(incomplete) and item.state is not State.DONE
    ]


@dataclass(frozen=True)
class _Result:
    """Items that names mean, and the changes of an entry and of the plan that give them a state."""

    project: Project
    state: State
    chosen: Sequence[ItemProgress]
    ambiguous: Sequence[SearchResult]
    changing: Sequence[ItemProgress] = ()
    """The chosen items that the entry now mentions."""
    update: FileUpdate | None = None
    """None if no item changes."""
    summary: str = ""
    """Day number and series of a new entry."""
    named: Sequence[FileUpdate] = ()
    """Updates of the plan, which give the items an id that have none."""

    def echo(self, *, dry_run: bool) -> None:
        """Print the entry's path on standard output and what changes on standard error."""
        for item in self.chosen:
            if item not in self.changing:
                click.echo(f"{item.placed.address} is {item.state.value} already: {_origin(item)}", err=True)
        if (update := self.update) is None:
            return
        path = display_path(update.path)
        if not update.changed:
            click.echo(f"{path} says so already", err=True)
        elif dry_run:
            for one in (update, *self.named):
                click.echo(one.diff(display_path(one.path)), nl=False, err=True)
        else:
            self._echo_written(update)
        if not dry_run and all(self.project.root / entry.path != update.path for entry in self.project.journal.entries):
            click.echo("the entry is a draft, so this does not count before `draft: true` is removed", err=True)
        click.echo(path)

    def _echo_written(self, update: FileUpdate) -> None:
        if update.before is None:
            click.echo(f"new: {self.summary}", err=True)
        for item in self.changing:
            click.echo(f"{self.state.value}: {item.placed.address}, {printable(item.placed.item.label)}", err=True)
        for one in self.named:
            click.echo(f"{display_path(one.path)}: an `id` was added, so that the words may change", err=True)

    def as_json(self) -> dict[str, Any]:
        """Return the result for `--json`."""
        update = self.update
        changed = update is not None and update.changed
        return {
            "word": self.state.value,
            "path": self.project.relative(update.path) if update else None,
            "changed": changed,
            "new": update is not None and update.before is None,
            "items": [
                {
                    **_item(item),
                    "changed": changed and item in self.changing,
                    "by": item.decided_by.path if item.decided_by else None,
                }
                for item in self.chosen
            ],
            "unclear": [
                {"name": one.name, "matches": [*map(_item, one.matches)], "near": [*map(_item, one.similar)]}
                for one in self.ambiguous
            ],
        }


def _item(item: ItemProgress) -> dict[str, Any]:
    return item_data(item, "address", "label", "state")


def _origin(item: ItemProgress) -> str:
    """Return what shows that an item is in its state: an entry's path, or the plan."""
    if item.decided_by:
        return printable(item.decided_by.path)
    return f"the plan says so, of {item.done_on}" if item.done_on else "the plan says so"


done = _state_command(State.DONE, "Tick items of the plan in today's entry.")
started = _state_command(State.STARTED, "Say in today's entry that items are started.")
dropped = _state_command(State.DROPPED, "Say in today's entry that items are given up.")
