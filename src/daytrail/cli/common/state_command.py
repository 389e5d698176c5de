"""The commands `daytrail done`, `started` and `dropped`, which differ in the key of an entry that they change."""

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from daytrail.cli.common.entry_files import day_of, relative, series_ids
from daytrail.cli.common.entry_update import Amended, amend, entry_of, given_entry, write
from daytrail.cli.common.examples import examples
from daytrail.cli.common.item_prompt import Unclear, pick
from daytrail.cli.common.project import Project, note_errors, open_project
from daytrail.facts.evidence import ItemProgress, State
from daytrail.facts.progress import progress
from daytrail.project.report import printable
from daytrail.project.settings import find_root, read_settings
from daytrail.source.load import load
from daytrail.source.yaml.edit import Append

_CLOSED: dict[State, frozenset[State]] = {
    State.DONE: frozenset({State.DONE}),
    State.STARTED: frozenset({State.STARTED, State.DONE}),
    State.DROPPED: frozenset({State.DROPPED, State.DONE}),
}
"""For each word, the states of items that it would change nothing of."""


def _open_items(ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    root = find_root(ctx.find_root().params.get("project") or Path())
    if root is None:
        return []
    items = progress(load(root, read_settings(root)[0].paths).journal).items
    return [
        CompletionItem(address, help=item.placed.item.label)
        for address, item in items.items()
        if address.startswith(incomplete) and item.state is not State.DONE
    ]


def state_command(state: State, purpose: str) -> click.Command:
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
            f"daytrail {state.value} triton paper --date 2026-02-14".replace("triton paper", '"triton paper"'),
            f"daytrail {state.value} https://arxiv.org/abs/2101.03961 --dry-run",
        ),
    )
    @click.argument("names", nargs=-1, required=True, metavar="NAME...", shell_complete=_open_items)
    @click.option(
        "--date", "day", callback=day_of, metavar="YYYY-MM-DD", help="The day of the entry, instead of today."
    )
    @click.option(
        "--series", "series_id", metavar="ID", shell_complete=series_ids, help="Where a day has several entries."
    )
    @click.option("--entry", type=click.Path(path_type=Path), metavar="PATH", help="This entry, whatever its day.")
    @click.option("--dry-run", is_flag=True, help="Write nothing; show the change on standard error.")
    @click.option("--json", "as_json", is_flag=True, help="Print what changed as one JSON object.")
    @click.pass_obj
    def command(
        start: Path,
        names: Sequence[str],
        day: date | None,
        series_id: str | None,
        entry: Path | None,
        dry_run: bool,
        as_json: bool,
    ) -> None:
        if entry and (day or series_id):
            raise click.UsageError("--entry names the entry: leave out --date and --series")
        project = open_project(start)
        note_errors(project)
        items = list(project.facts.progress.items.values())
        picked, unclear = pick(names, items, _CLOSED[state], ask=not as_json)
        left = [item for item in picked if item.state not in _CLOSED[state] and not unclear]
        amended = None
        if left:
            day = day or project.today
            path = given_entry(project, entry) if entry else entry_of(project, day, series_id)
            words = Append((state.value,), tuple(item.placed.address for item in left))
            amended = amend(project, path, day, series_id, words)
            if not dry_run and amended.after != amended.before:
                project = write(project, amended)
        if as_json:
            click.echo(
                json.dumps(_report(project, state, amended, picked, left, unclear), ensure_ascii=False, indent=2)
            )
        elif not unclear:
            _say(project, state, amended, picked, left, dry_run=dry_run)
        if unclear:
            raise SystemExit(1)

    return command


def _say(
    project: Project,
    state: State,
    amended: Amended | None,
    picked: Sequence[ItemProgress],
    left: Sequence[ItemProgress],
    *,
    dry_run: bool,
) -> None:
    for item in picked:
        if item not in left:
            click.echo(f"{item.placed.address} is {item.state.value} already: {_proof(item)}", err=True)
    if amended is None:
        return
    path = amended.path.relative_to(project.root).as_posix()
    if amended.after == amended.before:
        click.echo(f"{relative(amended.path)} says so already", err=True)
    elif dry_run:
        click.echo(amended.diff, nl=False, err=True)
    else:
        for words in [f"new: {amended.counted}"] if amended.before is None else []:
            click.echo(words, err=True)
        for item in left:
            click.echo(f"{state.value}: {item.placed.address}, {printable(item.placed.item.label)}", err=True)
    if not dry_run and all(entry.path != path for entry in project.journal.entries):
        click.echo("the entry is a draft: it counts once it is none", err=True)
    click.echo(relative(amended.path))


def _report(
    project: Project,
    state: State,
    amended: Amended | None,
    picked: Sequence[ItemProgress],
    left: Sequence[ItemProgress],
    unclear: Sequence[Unclear],
) -> dict[str, Any]:
    changed = amended is not None and amended.after != amended.before
    return {
        "word": state.value,
        "path": amended.path.relative_to(project.root).as_posix() if amended else None,
        "changed": changed,
        "new": amended is not None and amended.before is None,
        "items": [
            {
                **_item(item),
                "changed": changed and item in left,
                "by": item.decided_by.path if item.decided_by else None,
            }
            for item in picked
        ],
        "unclear": [
            {
                "name": one.name,
                "matches": [_item(item) for item in one.matches],
                "near": [_item(item) for item in one.near],
            }
            for one in unclear
        ],
    }


def _item(item: ItemProgress) -> dict[str, Any]:
    return {"address": item.placed.address, "label": item.placed.item.label, "state": item.state.value}


def _proof(item: ItemProgress) -> str:
    if item.decided_by:
        return printable(item.decided_by.path)
    return f"the plan says so, of {item.done_on}" if item.done_on else "the plan says so"
