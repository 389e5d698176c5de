"""`daytrail upgrade`: has a journal use the Daytrail that runs the command, and says what that changes."""

import re
from collections.abc import Iterator
from pathlib import Path

import click

from daytrail.cli.common.files import FileUpdate, read_file, refuse_link
from daytrail.cli.common.origin import NAME, Origin, installed_origin
from daytrail.cli.common.output import examples
from daytrail.cli.common.project import Project, locked_project, show_and_write

REQUIREMENTS = "requirements.txt"
_PIN = re.compile(
    rf"^{NAME}(?:\[[^]\n]*\])?[ \t]*(?:==[ \t]*(?P<version>[\w.!+-]+)|@[ \t]*(?P<url>[^\s;#\\]+))(?P<rest>[^\n]*)$",
    re.MULTILINE,
)
_USES = re.compile(rf"(?P<repository>[\w.-]+/{NAME})(?P<path>/\.github/workflows/[\w.-]+)@(?P<ref>[\w./-]+)")
_SECTION = re.compile(r"^## (?P<version>\d[\w.]*).*\n(?:(?!## ).*\n?)*", re.MULTILINE)
_PACKAGE = Path(__file__).resolve().parents[1]


@click.command(epilog=examples("daytrail upgrade", "daytrail upgrade --write"))
@click.option("--write", is_flag=True, help="Change the files; without it, the changes are only shown.")
@click.pass_obj
def upgrade(start: Path, write: bool) -> None:
    """Have the journal use the Daytrail that runs this command.

    Prints what changes for you, from the changelog, and writes the new version into requirements.txt and into the
    workflow that publishes the site.
    """
    origin = installed_origin()
    with locked_project(start) as project:
        pinned = _pinned_version(project, origin)
        updates = [] if origin.is_local else [update for update in _updates(project, origin) if update.changed]
        if updates:
            _echo_changelog(pinned, origin.version)
        reason = f"the journal has this Daytrail already, {origin.requirement}"
        if origin.is_local:
            reason = f"this Daytrail is on this machine only, {origin.file}"
        show_and_write(project, updates, write=write, reason=reason)
    if updates and write:
        click.echo(f"to use it here: pip install --requirement {REQUIREMENTS}", err=True)


def _pinned_version(project: Project, origin: Origin) -> str:
    """Return the version that the journal uses, empty for a commit, or raise click.ClickException if it is to stay."""
    path = project.root / REQUIREMENTS
    pin = _PIN.search(read_file(path)) if path.is_file() else None
    if pin is None:
        raise click.ClickException(f"{REQUIREMENTS} does not name Daytrail, as in `{origin.requirement}`")
    if pin["rest"].rstrip().endswith("\\"):
        raise click.ClickException(f"{REQUIREMENTS} has hashes: make it anew with the program that has made it")
    if pin["version"] and _numbers(origin.version) < _numbers(pin["version"]):
        message = f"the journal has {pin['version']}, which is newer than this Daytrail, {origin.version}"
        raise click.ClickException(f"{message}; run the newest one, as in `uvx daytrail@latest upgrade`")
    return pin["version"] or ""


def _updates(project: Project, origin: Origin) -> Iterator[FileUpdate]:
    for path in (project.root / REQUIREMENTS, *sorted(project.root.glob(".github/workflows/*.yml"))):
        refuse_link(project.root, path)
        before = read_file(path)
        is_list = path.name == REQUIREMENTS
        after = _PIN.sub(lambda match: origin.requirement + match["rest"], before) if is_list else _used(before, origin)
        yield FileUpdate(path, before, after)


def _used(workflow: str, origin: Origin) -> str:
    """Return a workflow that uses those of an origin. A tag such as `v1`, which moves along with releases, stays."""

    def uses(match: re.Match[str]) -> str:
        stays = re.fullmatch(r"v\d+", match["ref"]) and match["repository"] == origin.github
        return match[0] if stays else f"{origin.github}{match['path']}@{origin.ref}"

    return _USES.sub(uses, workflow) if origin.github else workflow


def _echo_changelog(pinned: str, new: str) -> None:
    """Print what the changelog says of the versions after a pinned one; for a commit, of the newest."""
    sections = list(_SECTION.finditer(changelog()))
    later = [one[0] for one in sections if _numbers(pinned) < _numbers(one["version"]) <= _numbers(new)]
    text = "".join(later if pinned else (one[0] for one in sections[:1])).rstrip()
    note = "" if pinned else "the version before is a commit, so some of this may not be new:\n\n"
    click.echo(f"{note}{text}\n" if text else "the changelog has nothing new", err=True)


def changelog() -> str:
    """Return the changelog, which a wheel has among its files and a clone in its root; empty if there is none."""
    files = (_PACKAGE / "assets/repository/CHANGELOG.md", _PACKAGE.parents[1] / "CHANGELOG.md")
    return next((file.read_text(encoding="utf-8") for file in reversed(files) if file.is_file()), "")


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers of a release, such as 0.10.2, which are compared one by one."""
    return tuple(int(number) for number in re.findall(r"\d+", version))
