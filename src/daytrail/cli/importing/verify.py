"""Output of `--verify`: the words, links, checkboxes and days of a source that an import lost."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from daytrail.problems import Problem, printable
from daytrail.project.report import count

_MESSAGES = {
    "missing-words": "{words} not in {target}: {message}",
    "moved-words": "{words} not here, only elsewhere in {target}: {message}",
    "missing-link": "link not in {target}: {message}",
    "missing-box": "checkbox not in {target}: {message}",
    "changed-box": "checkbox {message} in {target}",
    "missing-day": "day not in {target}: {message}",
    "extra-day": "day more than once in {target}: {message}",
}
"""Message for each kind of loss."""


def print_losses(losses: Mapping[Path, Sequence[Problem]], target: str) -> bool:
    """Print what a target lacks of some sources, or that it lacks nothing; return whether it lacks something."""
    for source, problems in losses.items():
        for loss in problems:
            words = count(len(loss.message.split()), "word")
            message = _MESSAGES[loss.code].format(words=words, target=target, message=loss.message)
            click.echo(f"{source}:{loss.location.line}: {printable(message)}", err=True)
    is_lost = any(losses.values())
    if not is_lost:
        names = str(next(iter(losses))) if len(losses) == 1 else f"{len(losses)} files"
        click.echo(f"{names}: every word, link, checkbox and day is there", err=True)
    return is_lost
