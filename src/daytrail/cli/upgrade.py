"""`daytrail upgrade`: raises the pin of Daytrail in a journal, and writes files of earlier formats as of today."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click

from daytrail.cli.common.files import FileUpdate, UpdateError, display_path, read_file, refuse_link, write_updates
from daytrail.cli.common.lock import locked_project
from daytrail.cli.common.origin import Origin, installed_origin
from daytrail.cli.common.output import examples
from daytrail.cli.upgrading.changelog import Section, between, changelog, changelog_of, is_older, newest_changes, since
from daytrail.cli.upgrading.migrations import MIGRATIONS, check_gone_modules
from daytrail.cli.upgrading.pin import REQUIREMENTS, Pin, pin_in, with_pin, with_references
from daytrail.project.report import as_text
from daytrail.project.settings import Settings

_REFERENCES = (".github/workflows/*.yml", ".vscode/*.json")
"""Files, besides the plan and the reading list, that may name a workflow or a schema of Daytrail."""


@click.command(epilog=examples("daytrail upgrade", "daytrail upgrade --write", "daytrail upgrade --lock --write"))
@click.option("--write", is_flag=True, help="Change the files; without it, the changes are only shown.")
@click.option("--lock", is_flag=True, help="List what Daytrail needs in requirements.txt, with hashes if it can.")
@click.pass_obj
def upgrade(start: Path, write: bool, lock: bool) -> None:
    """Have the journal use the Daytrail that runs this command.

    \b
    Says what changes for you, from the changelog, and shows as a diff:
    - the new version in requirements.txt, and in the workflow that publishes the site
    - files whose format has changed since

    Prints the files that change. All are written or none; comments and layout stay.
    """  # noqa: D301 - click does not fill the lines behind this character
    origin = installed_origin()
    with locked_project(start) as project:
        journal = _Journal(project.settings)
        _raise_pin(journal, origin, lock=lock)
        _migrate(journal)
        updates = journal.updates()
        if write and updates:
            try:
                write_updates(project, updates)
            except OSError as failure:
                reason = failure.strerror or failure
                raise click.ClickException(f"the files cannot be written: {reason}; nothing was changed") from None
    _echo(journal, updates, written=write)


@dataclass
class _Journal:
    """Files of a journal that an upgrade may change, and what changes."""

    settings: Settings
    texts: dict[Path, str] = field(default_factory=dict)
    """The new text of each file that was read."""
    reasons: dict[Path, list[str]] = field(default_factory=lambda: defaultdict(list))

    def read(self, path: Path) -> str:
        """Return the text of a file as far as it is changed. If all its lines end as on Windows, it has line feeds."""
        if path not in self.texts:
            text = read_file(path)
            self.texts[path] = text.replace("\r\n", "\n") if _is_of_windows(text) else text
        return self.texts[path]

    def change(self, path: Path, text: str, reason: str) -> None:
        """Give a file another text."""
        if self.read(path) != text:
            refuse_link(self.settings.root, path)
            self.texts[path] = text
            self.reasons[path].append(reason)

    def updates(self) -> list[FileUpdate]:
        """Return the updates of the files that change, by path."""
        updates = []
        for path in sorted(self.reasons):
            before, after = read_file(path), self.texts[path]
            updates.append(FileUpdate(path, before, after.replace("\n", "\r\n") if _is_of_windows(before) else after))
        return updates

    def name(self, path: Path) -> str:
        """Return the path of a file relative to the project."""
        return path.relative_to(self.settings.root).as_posix()


def _is_of_windows(text: str) -> bool:
    return "\n" in text and text.count("\n") == text.count("\r\n")


def _raise_pin(journal: _Journal, origin: Origin, *, lock: bool) -> None:
    """Pin the running Daytrail, say what it changes, and let workflows and schemas be those of it."""
    path = journal.settings.root / REQUIREMENTS
    pin = pin_in(journal.read(path)) if path.is_file() else None
    if pin is None:
        where = "has no requirements.txt" if not path.is_file() else "does not name Daytrail in requirements.txt"
        click.echo(f"the journal {where}, so no version is raised; its formats are", err=True)
    elif pin.is_of(origin) and (pin.is_locked or not lock):
        click.echo(f"the journal has this Daytrail already: {pin}; run a newer one to upgrade, as in", err=True)
        click.echo(f"  {_newer(origin)}", err=True)
    elif origin.is_local and not pin.is_local:
        click.echo(f"this Daytrail is of this machine only ({origin.file}), so the journal stays with {pin}", err=True)
        return
    else:
        if not pin.is_of(origin):
            _echo_changelog(pin, origin)
        text, problems = with_pin(journal.read(path), origin, lock=lock or pin.is_locked)
        if problems:
            raise UpdateError("nothing was changed", problems)
        journal.change(path, text, f"Daytrail is pinned to {pin_in(text)}")
    for file in _files_with_references(journal.settings):
        text = with_references(journal.read(file), pin, origin)
        journal.change(file, text, f"what it names of Daytrail is of {origin.ref[:12]}")


def _newer(origin: Origin) -> str:
    """Return the command that runs the newest Daytrail on this journal."""
    if not origin.commit and not origin.file:  # from an index
        return "uvx daytrail@latest upgrade"
    return f"uvx --from git+{origin.repository or 'URL-OF-ITS-REPOSITORY'} daytrail upgrade"


def _files_with_references(settings: Settings) -> Iterator[Path]:
    plan, reading = settings.root / settings.paths.curriculum, settings.root / settings.paths.reading
    yield from (path for path in (plan, reading) if path.is_file())
    for pattern in _REFERENCES:
        yield from sorted(settings.root.glob(pattern))


def _echo_changelog(pin: Pin, origin: Origin) -> None:
    """Print what changes for the person upgrading, or raise click.ClickException if the pin is newer."""
    new_sections, is_complete = _new_sections(pin, origin)
    click.echo(f"from {pin} to {pin_in(origin.requirement)}", err=True)
    for section in new_sections:
        click.echo(f"\n{section.heading}\n", err=True)
        click.echo(section.text, err=True)
    if not is_complete:
        click.echo("\nthe changelog of the pinned version cannot be read, so some of this may not be new", err=True)
    elif not new_sections:
        click.echo("the changelog has nothing new", err=True)


def _new_sections(pin: Pin, origin: Origin) -> tuple[list[Section], bool]:
    """Return what the changelog says since the pinned version, and whether that version is known."""
    text = changelog()
    if pin.version:
        if is_older(origin.version, pin.version):
            raise _older(pin, origin)
        return between(text, pin.version, origin.version), True
    before = changelog_of(pin.repository, pin.commit) if pin.repository else None
    if before is None:
        return newest_changes(text), False
    sections = since(text, before)
    if not sections and since(before, text):
        raise _older(pin, origin)
    return sections, True


def _older(pin: Pin, origin: Origin) -> click.ClickException:
    message = f"the journal has {pin}, which is newer than this Daytrail, {origin.version}; nothing was changed"
    return click.ClickException(f"{message}\nrun a newer one: {_newer(origin)}")


def _migrate(journal: _Journal) -> None:
    """Write files of earlier formats as of today, and report what only their owner can change."""
    for migration in MIGRATIONS:
        for path in migration.paths(journal.settings):
            text = journal.read(path)
            journal.change(path, migration.apply(journal.name(path), text), migration.what)
    if problems := list(check_gone_modules(journal.settings, journal.texts)):
        click.echo(as_text(problems), nl=False, err=True)


def _echo(journal: _Journal, updates: list[FileUpdate], *, written: bool) -> None:
    """Print the paths of the files that change on standard output, and what changes on standard error."""
    for update in updates:
        name = journal.name(update.path)
        click.echo("", err=True)
        for reason in journal.reasons[update.path]:
            click.echo(f"{name}: {reason}", err=True)
        if not written:
            click.echo(update.diff(name), nl=False, err=True)
        click.echo(display_path(update.path))
    if not updates:
        click.echo("there is nothing to change", err=True)
    elif not written:
        click.echo("nothing was changed; `--write` does it", err=True)
    elif any(update.path.name == REQUIREMENTS for update in updates):
        click.echo(f"\nto use it here: pip install --requirement {REQUIREMENTS}", err=True)
