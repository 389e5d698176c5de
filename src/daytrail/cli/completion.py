"""`daytrail completion`: prints a completion script for a shell."""

import click
from click.shell_completion import get_completion_class

from daytrail.cli.common.output import examples


@click.command(
    epilog=examples(
        'eval "$(daytrail completion bash)"     # in ~/.bashrc',
        'eval "$(daytrail completion zsh)"      # in ~/.zshrc',
        "daytrail completion fish > ~/.config/fish/completions/daytrail.fish",
    ),
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands in a shell."""
    script = get_completion_class(shell)
    assert script is not None  # noqa: S101 - click defines all three
    click.echo(script(ctx.find_root().command, {}, "daytrail", "_DAYTRAIL_COMPLETE").source())
