"""What `--verify` prints: the words, links, checkboxes and days of a source that an import lost."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from daytrail.problems import Problem
from daytrail.project.report import printable
from daytrail.views.words import count

_LOST = {"missing-link": "link", "missing-box": "checkbox", "missing-day": "day"}
"""What is lost, by the code of the diagnostic whose message names it."""


def print_losses(losses: Mapping[Path, Sequence[Problem]], target: str) -> bool:
    """Print what a target lacks of some sources, or that it lacks nothing; return whether it lacks something."""
    for source, problems in losses.items():
        for loss in problems:
            if loss.code == "changed-box":
                message = f"checkbox {loss.message} in {target}"
            elif loss.code in _LOST:
                message = f"{_LOST[loss.code]} not in {target}: {loss.message}"
            else:
                message = f"{count(len(loss.message.split()), 'word')} not in {target}: {loss.message}"
            click.echo(f"{source}:{loss.location.line}: {printable(message)}", err=True)
    is_lost = any(losses.values())
    if not is_lost:
        names = str(next(iter(losses))) if len(losses) == 1 else f"{len(losses)} files"
        click.echo(f"{names}: every word, link, checkbox and day is there", err=True)
    return is_lost
