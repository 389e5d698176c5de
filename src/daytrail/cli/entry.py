"""`daytrail entry`: other names of entries, with links and old addresses kept, other day numbers, and merges."""

import posixpath
import re
import subprocess
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote

import click

from daytrail.cli.common.entries import complete_series, entry_at
from daytrail.cli.common.files import FileUpdate, accepted, display_path, read_file
from daytrail.cli.common.merge import merged_entry
from daytrail.cli.common.output import Group, examples
from daytrail.cli.common.project import Project, locked_project, show_and_write
from daytrail.importers.patterns import number_of_name
from daytrail.model.entry import dated
from daytrail.model.urls import split_url
from daytrail.problems import quoted
from daytrail.source.files import is_hidden
from daytrail.source.markdown_body import links_in_markdown
from daytrail.source.sources import LocatedEntry
from daytrail.source.yaml.edit import Append, Change, Put, edit_front_matter


@click.command(
    epilog=examples(
        "daytrail entry rename entries/2026/2026-02-15.md 2026-02-15-evening",
        "daytrail entry rename 2026-02-15 2026-02-15-evening --write",
        "daytrail entry rename --dates",
    )
)
@click.argument("old", required=False)
@click.argument("new", required=False)
@click.option(
    "--dates",
    type=click.Choice(["any", "dmy", "mdy"]),
    is_flag=False,
    flag_value="any",
    metavar="[=dmy|mdy]",
    help="Instead, rename all files with dates in other forms, such as 18-11-2026.md; mdy: the month is first.",
)
@click.option("--write", is_flag=True, help="Make the change; without it, it is only shown.")
@click.pass_obj
def rename(start: Path, old: str | None, new: str | None, dates: str | None, write: bool) -> None:
    """Give the file of an entry another name.

    Links in other files follow, and the old address leads to the new page. `was:` in the entry remembers the old
    name. Prints the paths of the files that change.
    """
    if dates and not old:
        with locked_project(start) as project:
            names = dict(_dated_names(project, dates))
            show_and_write(project, list(_renamed(project, names)), write=write, reason="no name has another form")
        return
    if dates or not (old and new):
        raise click.UsageError("name the entry and its new name, or only --dates")
    with locked_project(start, "nothing is renamed while there are errors") as project:
        path = entry_at(project, Path(old), "OLD")
        stem = new.removesuffix(".md")
        if not stem or stem.startswith((".", "_")) or not {"/", "\\"}.isdisjoint(stem):
            raise click.BadParameter(f"{quoted(new)} is not the name of a file in the same folder", param_hint="NEW")
        show_and_write(project, list(_renamed(project, {path: path.with_name(f"{stem}.md")})), write=write)


_OTHER_DATE = re.compile(
    r"(?P<a>\d{1,4}|[^\W\d_]+)(?:st|nd|rd|th)?[\s._,年-]+(?P<b>\d{1,2}|[^\W\d_]+)(?:st|nd|rd|th)?[\s._,月-]+"
    r"(?P<c>\d{1,4})日?(?P<rest>(?:[-_ ].*)?)",
    re.DOTALL,
)
"""A date in three parts: day, month and year in any order."""
_DATE = re.compile(r"\d{4}([-_])\d{1,2}\1\d{1,2}(?!\d)")
"""A date that is read."""


def _dated_names(project: Project, order: str) -> Iterator[tuple[Path, Path]]:
    """Yield each file below the entries with a date in another form than those that are read, and its new path."""
    folder = project.root / project.settings.paths.entries
    paths = sorted(path for path in folder.rglob("*.md") if not is_hidden(path.relative_to(folder)))
    forms = ((path, _OTHER_DATE.fullmatch(path.stem)) for path in paths if not _DATE.match(path.stem))
    dates = {path: form for path, form in forms if form}
    order = _order(dates) if order == "any" else order
    for path, form in dates.items():
        if day := _day(*form.group("a", "b", "c"), month_first=order == "mdy"):
            yield path, path.with_name(f"{day}{form['rest']}.md")


def _order(dates: Mapping[Path, re.Match[str]]) -> str:
    """Return whether day or month come first, `dmy` or `mdy`; raise click.ClickException if no date shows it."""
    unclear = {path: form for path, form in dates.items() if re.match(r"\d{1,2}\W+\d", form[0])}
    pairs = [(int(form["a"]), int(form["b"])) for form in unclear.values()]
    orders = {"dmy" if first > 12 else "mdy" for first, second in pairs if max(first, second) > 12}
    if unclear and len(orders) != 1:
        name = display_path(next(iter(unclear)))
        raise click.ClickException(f"{name}: is the day or the month first? write --dates=dmy or --dates=mdy")
    return "".join(orders)


def _day(first: str, second: str, third: str, *, month_first: bool) -> date | None:
    """Return the date of three parts, of which the year has four digits; None if there is no such date."""
    if len(first) == 4 and first.isdecimal():
        year, month, day = first, second, third
    elif not first.isdecimal() or (month_first and second.isdecimal()):
        month, day, year = first, second, third
    else:
        day, month, year = first, second, third
    number = int(month) if month.isdecimal() else number_of_name("month", month)
    try:
        return date(int(year), number or 0, int(day)) if len(year) == 4 else None
    except ValueError:
        return None


def _renamed(project: Project, moves: Mapping[Path, Path]) -> Iterator[FileUpdate]:
    """Yield the updates of files that get other paths, and of those with links to them."""
    for target, number in Counter(moves.values()).items():
        if target.exists() or number > 1:
            raise click.ClickException(f"{display_path(target)} {'exists already' if number == 1 else 'would be two'}")
    names = {project.relative(old): project.relative(new) for old, new in moves.items()}
    entries = {located.entry.path: located for located in project.loaded.sources.entries}
    for file in _texts(project):
        name, before = project.relative(file), read_file(file)
        text, new = before, moves.get(file)
        if new and name in entries:  # else it has no page, whose address would have to be kept
            changes: list[Change] = [*_new_date(entries[name], new.stem), Append(("was",), (file.stem,))]
            text = accepted(edit_front_matter(text, name, changes))
        text = _with_links(project, text, name, names)
        if new:
            yield FileUpdate(new, None, text)
            yield FileUpdate(file, before, None)
        elif text != before:
            yield FileUpdate(file, before, text)


def _new_date(located: LocatedEntry, new: str) -> Iterator[Change]:
    """Yield the change of `date:` if it is the date of the old name, and the new name begins with a different date."""
    try:
        before, after = dated(located.entry.stem).day, dated(new).day
    except ValueError:
        raise click.BadParameter(f"{quoted(new)} does not begin with a day of the calendar", param_hint="NEW") from None
    if located.entry.date == before != after and after and located.document().find(("date",)):
        yield Put(("date",), after)


def _texts(project: Project) -> Iterator[Path]:
    folders = (project.settings.paths.entries, project.settings.paths.docs)
    for folder in folders:
        yield from sorted((project.root / folder).rglob("*.md"))


_LINK_BY_NAME = re.compile(r"(\[\[(?:[^\[\]|#\n]*/)?)([^\[\]|#/\n]+?)(?=(?:\.md)?[\]|#])")
"""A link such as `[[2026-02-15|yesterday]]`: what is before the name, and the name."""


def _with_links(project: Project, text: str, name: str, names: Mapping[str, str]) -> str:
    """Return a text with its links to renamed entries changed, and the same words elsewhere left alone."""
    for old in {target for _, target in _links_in(project, text, name)} & names.keys():
        old_urls = [url for url, target in _links_in(project, text, name) if target == old]
        # The parser does not say where a URL is written: a place is that of a link if a change of it changes the links.
        for path in sorted({path for url in old_urls for path in (url, unquote(url))}):
            renamed = quote(posixpath.join(posixpath.dirname(unquote(path)), posixpath.basename(names[old])))
            for place in reversed([*re.finditer(re.escape(path), text)]):
                changed = text[: place.start()] + renamed + text[place.end() :]
                links, left = ([target for _, target in _links_in(project, one, name)] for one in (text, changed))
                if left.count(old) < links.count(old):
                    text = changed
    stems = {PurePosixPath(old).stem: PurePosixPath(new).stem for old, new in names.items()}
    return _LINK_BY_NAME.sub(lambda link: link[1] + stems.get(link[2], link[2]), text)


def _links_in(project: Project, text: str, name: str) -> list[tuple[str, str]]:
    """Return the paths of the links in a text as they are written, and the paths in the project of their targets."""
    # Links in docs pages are relative to the docs folder, in which the site has the folder of entries.
    docs, folder = f"{project.settings.paths.docs}/", posixpath.dirname(name)
    links = (split_url(url) for url, _, _ in links_in_markdown(text.replace("\r\n", "\n")))
    paths = (parts.path for parts in links if parts and parts.path and not (parts.scheme or parts.netloc))
    targets = ((path, posixpath.normpath(posixpath.join(folder, unquote(path)))) for path in paths)
    return [(path, target.removeprefix(docs) if name.startswith(docs) else target) for path, target in targets]


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
        yield FileUpdate(path, text, accepted(edit_front_matter(text, located.entry.path, [put])))


_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(epilog=examples("daytrail entry merge %O %A %B"))
@click.argument("base", type=_FILE)
@click.argument("ours", type=_FILE)
@click.argument("theirs", type=_FILE)
def merge(base: Path, ours: Path, theirs: Path) -> None:
    """Merge two versions of an entry, for git: THEIRS into OURS, which both began as BASE.

    What both have added to lists, such as `done:`, is kept. If anything else contradicts, OURS gets the marks of a
    conflict, as git writes them, and the exit status is 1.
    """
    merged = None
    with suppress(click.ClickException):  # as for a file that is not UTF-8
        merged = merged_entry(read_file(base), read_file(ours), read_file(theirs))
    if merged is None:
        done = subprocess.run(["git", "merge-file", ours, base, theirs], check=False)  # noqa: S607 - git is on PATH
        raise SystemExit(1 if done.returncode else 0)  # without a conflict, it is as git alone would merge it
    ours.write_bytes(merged.encode())


@click.group(
    cls=Group,
    commands=[rename, renumber, merge],
    epilog=examples("daytrail entry rename 2026-02-15 2026-02-15-evening", "daytrail entry renumber --write"),
)
def entry() -> None:
    """Give entries other names or numbers, or merge two versions of one."""
