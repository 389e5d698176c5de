"""What `--verify` prints: the words, links, checkboxes and days of a source that an import lost."""

from collections.abc import Sequence
from pathlib import Path

import click

from daytrail.problems import Problem
from daytrail.project.report import printable
from daytrail.views.words import count

_LOST = {"missing-link": "link", "missing-box": "checkbox", "missing-day": "day"}
"""What is lost, by the code of the diagnostic whose message names it."""


def print_losses(source: Path, losses: Sequence[Problem], target: str) -> bool:
    """Print what a target lacks of a source, or that it lacks nothing; return whether it lacks something."""
    for loss in losses:
        if loss.code == "changed-box":
            message = f"checkbox {loss.message} in {target}"
        elif loss.code in _LOST:
            message = f"{_LOST[loss.code]} not in {target}: {loss.message}"
        else:
            message = f"{count(len(loss.message.split()), 'word')} not in {target}: {loss.message}"
        click.echo(f"{source}:{loss.location.line}: {printable(message)}", err=True)
    if not losses:
        click.echo(f"{source}: every word, link, checkbox and day is there", err=True)
    return bool(losses)
