"""`daytrail did`: say in an entry that habits were kept."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from daytrail.cli.common.entries import change_entry, target_options
from daytrail.cli.common.files import display_path
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project, completion_of, locked_project, refuse_conflicts
from daytrail.problems import did_you_mean, printable, quoted
from daytrail.source.yaml.edit import Change, Put, Remove
from daytrail.views.words import habit_week

_complete_habits = completion_of(lambda journal: [(habit.id, habit.title) for habit in journal.curriculum.habits])


@click.command(epilog=examples("daytrail did article", "daytrail did article problems 2 --date 2026-02-14"))
@click.argument("words", nargs=-1, required=True, metavar="HABIT [TIMES]...", shell_complete=_complete_habits)
@target_options
@click.option("--undo", is_flag=True, help="Take the habits out of the entry.")
@click.pass_obj
def did(start: Path, /, words: Sequence[str], undo: bool, **target: Any) -> None:
    """Say in today's entry that habits were kept.

    HABIT is the id of a habit of the plan, TIMES how often if that is more than once. It is added to
    what the entry says already. If the day has no entry, one is started, as by `daytrail new`.
    """
    with locked_project(start) as project:
        refuse_conflicts(project)
        times = Counter[str]()
        for habit, number in _times(project, words):
            times[habit] += number

        def change(path: str) -> Change:
            entries = (located.entry for located in project.loaded.sources.entries)
            kept = Counter[str]()
            for one in next((entry.did for entry in entries if entry.path == path), ()):
                kept[one.habit] += one.times
            after = {habit: kept[habit] for habit in kept if habit not in times} if undo else {**(kept + times)}
            values = [habit if number == 1 else {habit: number} for habit, number in after.items()]
            return Put(("did",), values) if values else Remove(("did",))

        updated, path = change_entry(project, change, **target)
    for counts in updated.facts.habits:
        if counts.habit.id in times:
            click.echo(f"{printable(counts.habit.title)}: {habit_week(counts)}", err=True)
    click.echo(display_path(path))


def _times(project: Project, words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Yield the habits that words name, and how often; raise click.BadParameter for a word that is neither."""
    known = [habit.id for habit in project.plan.habits]
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word in known:
            yield word, int(following) if _is_number(following) else 1
        elif not _is_number(word):
            hint = did_you_mean(word, known) or f"known here: {', '.join(known) or 'none; write `habits:` in the plan'}"
            raise click.BadParameter(f"unknown habit {quoted(word)}; {hint}", param_hint="HABIT")
    if _is_number(words[0]):
        raise click.BadParameter(f"{quoted(words[0])} is no habit", param_hint="HABIT")


def _is_number(word: str) -> bool:
    return word.isdecimal() and 0 < int(word) < 10_000
