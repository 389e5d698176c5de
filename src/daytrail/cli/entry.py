"""`daytrail entry`: other names of entries, with links and old addresses kept, and other day numbers."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote, unquote

import click

from daytrail.cli.common.entries import complete_series, entry_at
from daytrail.cli.common.files import FileUpdate, accepted, display_path, read_file
from daytrail.cli.common.output import Group, examples
from daytrail.cli.common.project import Project, locked_project, show_and_write
from daytrail.model.entry import FrontMatter, dated
from daytrail.model.urls import split_url
from daytrail.problems import quoted
from daytrail.source.markdown_body import links_in_markdown
from daytrail.source.sources import LocatedEntry
from daytrail.source.yaml.edit import Append, Change, Put, edit_front_matter


@click.command(
    epilog=examples(
        "daytrail entry rename entries/2026/2026-02-15.md 2026-02-15-evening",
        "daytrail entry rename 2026-02-15 2026-02-15-evening --write",
    )
)
@click.argument("old")
@click.argument("new")
@click.option("--write", is_flag=True, help="Make the change; without it, it is only shown.")
@click.pass_obj
def rename(start: Path, old: str, new: str, write: bool) -> None:
    """Give the file of an entry another name.

    Links in other files follow, and the old address leads to the new page. `was:` in the entry remembers the old
    name. Prints the paths of the files that change.
    """
    with locked_project(start, "nothing is renamed while there are errors") as project:
        show_and_write(project, list(_renamed(project, old, new)), write=write)


def _renamed(project: Project, old: str, new: str) -> Iterator[FileUpdate]:
    path = entry_at(project, Path(old), "OLD")
    stem = new.removesuffix(".md")
    if not stem or stem.startswith((".", "_")) or not {"/", "\\"}.isdisjoint(stem):
        raise click.BadParameter(f"{quoted(new)} is not the name of a file in the same folder", param_hint="NEW")
    target = path.with_name(f"{stem}.md")
    if target.exists():
        raise click.ClickException(f"{display_path(target)} exists already")
    text, name = read_file(path), project.relative(path)
    changes: list[Change] = [*_new_date(project, name, path.stem, stem), Append(("was",), (path.stem,))]
    edited = edit_front_matter(text, name, changes, tuple(FrontMatter.model_fields))
    yield from _links(project, name, project.relative(target), accepted(edited))
    yield FileUpdate(path, text, None)


def _new_date(project: Project, name: str, old: str, new: str) -> Iterator[Change]:
    """Yield the change of `date:` if it is the date of the old name, and the new name begins with a different date."""
    try:
        before, after = dated(old)[0], dated(new)[0]
    except ValueError:
        raise click.BadParameter(f"{quoted(new)} does not begin with a day of the calendar", param_hint="NEW") from None
    entry = next((located for located in project.loaded.sources.entries if located.entry.path == name), None)
    if entry and entry.entry.date == before != after and after and entry.document().find(("date",)):
        yield Put(("date",), after)


def _links(project: Project, old: str, new: str, text_of_new: str) -> Iterator[FileUpdate]:
    """Yield the update that writes the renamed entry, and those of all files with links to it."""
    for path in _texts(project):
        name = project.relative(path)
        before = read_file(path)
        text = text_of_new if name == old else before
        if name == old:
            yield FileUpdate(project.root / new, None, _with_links(project, text, old, old, new))
        elif (after := _with_links(project, text, name, old, new)) != before:
            yield FileUpdate(path, before, after)


def _texts(project: Project) -> Iterator[Path]:
    folders = (project.settings.paths.entries, project.settings.paths.docs)
    for folder in folders:
        yield from sorted((project.root / folder).rglob("*.md"))


def _with_links(project: Project, text: str, name: str, old: str, new: str) -> str:
    """Return a text with its links to an entry changed, and the same words elsewhere left alone."""
    old_urls = _urls_of(project, text, name, old)
    # The parser does not say where a URL is written: a place is that of a link if a change of it changes the links.
    for path in sorted({path for url in old_urls for path in (url, unquote(url))}):
        renamed = quote(posixpath.join(posixpath.dirname(unquote(path)), posixpath.basename(new)))
        for place in reversed([*re.finditer(re.escape(path), text)]):
            changed = text[: place.start()] + renamed + text[place.end() :]
            if len(_urls_of(project, changed, name, old)) < len(_urls_of(project, text, name, old)):
                text = changed
    return text


def _urls_of(project: Project, text: str, name: str, entry: str) -> list[str]:
    """Return the paths of the links in a text to an entry, as they are written."""
    # Links in docs pages are relative to the docs folder, in which the site has the folder of entries.
    docs, folder = project.settings.paths.docs, posixpath.dirname(name)
    target = f"{docs}/{entry}" if name.startswith(f"{docs}/") else entry
    links = (split_url(url) for url, _, _ in links_in_markdown(text.replace("\r\n", "\n")))
    paths = (parts.path for parts in links if parts and parts.path and not (parts.scheme or parts.netloc))
    return [path for path in paths if posixpath.normpath(posixpath.join(folder, unquote(path))) == target]


@click.command(epilog=examples("daytrail entry renumber", "daytrail entry renumber --series tides --write"))
@click.option("--series", "series_id", metavar="ID", shell_complete=complete_series, help="Renumber only this series.")
@click.option("--write", is_flag=True, help="Change the entries; without it, the change is only shown.")
@click.pass_obj
def renumber(start: Path, series_id: str | None, write: bool) -> None:
    """Give doubled day numbers, and those that run backwards, the next numbers by the order of dates.

    The numbers after them move up as far as needed; gaps stay.
    """
    with locked_project(start, "nothing is renumbered while there are errors") as project:
        updates = list(_renumbered(project, series_id))
        reason = "no day number is doubled or runs backwards"
        show_and_write(project, updates, write=write, reason=reason)


def _renumbered(project: Project, series_id: str | None) -> Iterator[FileUpdate]:
    countdowns = {series.id for series in project.plan.series if series.counts_down_to}
    for series, entries in project.loaded.sources.published_by_series.items():
        if series not in countdowns and series_id in (None, series):
            yield from _renumbered_series(project, entries)


def _renumbered_series(project: Project, entries: Sequence[LocatedEntry]) -> Iterator[FileUpdate]:
    last = -1
    for located in entries:
        day = located.entry.day
        if day is None:
            continue
        first = max(day.first, last + 1)
        last = first + day.last - day.first
        if first == day.first:
            continue
        path = project.root / located.entry.path
        text = read_file(path)
        put = Put(("day",), first if first == last else f"{first}-{last}")
        edited = edit_front_matter(text, located.entry.path, [put], tuple(FrontMatter.model_fields))
        yield FileUpdate(path, text, accepted(edited))


@click.group(
    cls=Group,
    commands=[rename, renumber],
    epilog=examples("daytrail entry rename 2026-02-15 2026-02-15-evening", "daytrail entry renumber --write"),
)
def entry() -> None:
    """Give entries other names or numbers."""
