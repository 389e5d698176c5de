"""Initial plan of a new journal: a plan of Daytrail, with the items that were ticked in a browser."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

from daytrail.cli.common.files import UpdateError, display_path
from daytrail.cli.planning.upstream import BASE, ENDINGS, UpstreamPlan, from_root, is_url, read_upstream_plan
from daytrail.model.curriculum import Curriculum, plan_totals
from daytrail.model.progress_file import ProgressFile, Tick
from daytrail.problems import Problem, quoted, warning
from daytrail.project.report import count
from daytrail.source.files import read_yaml
from daytrail.source.front_matter import write_front_matter
from daytrail.source.validation import validate
from daytrail.source.yaml.edit import Put, edit_yaml

PLAN = "curriculum.yaml"
"""The plan of a new journal."""
_KEYS = tuple(field.alias or name for name, field in Curriculum.model_fields.items())


@dataclass(frozen=True)
class InitialPlan:
    """Plan that a new journal takes over, and the items of it that are done."""

    source: str
    """A file, a repository of git or a URL."""
    upstream: UpstreamPlan
    done: Mapping[date, Sequence[str]]
    """Addresses of items by day, the earliest first."""
    problems: Sequence[Problem] = ()
    """Warnings about ticks of what the plan does not have."""

    @property
    def summary(self) -> str:
        """The report on the plan, as in `curriculum.yaml: taken over, 52 weeks, 528 items, 3 of them done`."""
        done = sum(map(len, self.done.values()))
        plan = self.upstream.plan
        amount = f"{count(len([*plan.weeks]), 'week')}, {count(plan_totals(plan).items, 'item')}"
        return f"{self.source}: taken over, {amount}{f', {done} of them done' if done else ''}"

    def entries(self) -> Iterator[tuple[str, str]]:
        """Yield the path and the text of an entry for each day."""
        for day, addresses in self.done.items():
            yield f"entries/{day.year}/{day}.md", write_front_matter({"date": day, "done": addresses})

    def files(self, root: Path, monday: date, schema: str) -> dict[str, str]:
        """Return the texts of the plan's files by path: the plan itself, and the version that it was taken from.

        The plan begins in the week of the first day, or on a Monday if no day is known. Editors use the JSON Schema,
        given by its URL.
        """
        first = min(self.done, default=monday)
        start = Put(("start",), first - timedelta(days=first.weekday()))
        comment = f"# yaml-language-server: $schema={schema}\n\n" if schema else ""
        plan = comment + edit_yaml(self.upstream.text, PLAN, [start], _KEYS)[0]
        return {PLAN: plan, BASE: self.upstream.base(from_root(self.source, root))}


def is_published_plan(source: str) -> bool:
    """Return whether a text names a plan of Daytrail, rather than a document to import."""
    return is_url(source) or source.lower().endswith(ENDINGS) or Path(source, ".git").exists()


def read_initial_plan(source: str, progress: Path | None) -> InitialPlan:
    """Read a plan, and the file of progress that a browser has exported.

    Raises click.ClickException if the plan is not there, or an UpdateError if there are errors in one of them.
    """
    upstream = read_upstream_plan(source, Path.cwd())
    return _with_progress(source, upstream, progress) if progress else InitialPlan(source, upstream, {})


def _with_progress(source: str, upstream: UpstreamPlan, progress: Path) -> InitialPlan:
    document, problems = read_yaml(progress.parent, progress.name, "export your ticks once more")
    read, invalid = validate(ProgressFile, document)
    problems = [_in_file(problem, progress) for problem in [*problems, *invalid]]
    if problems or read is None:
        raise UpdateError(f"{display_path(progress)} cannot be read", problems)
    plan = upstream.plan
    days: dict[str, date] = {}
    for index, tick in enumerate(read.record.done):
        if address := address_of_tick(plan, tick):
            days[address] = min(tick.date, days.get(address, tick.date))
        else:
            location = document.locate(("done", index, "item"))
            message = f"the plan has no item {quoted(tick.title or tick.item)}, done on {tick.date}"
            problems.append(_in_file(warning(location, message), progress))
    done: dict[date, list[str]] = {day: [] for day in sorted(days.values())}
    for address in plan.items:
        if address in days:
            done[days[address]].append(address)
    return InitialPlan(source, upstream, done, problems)


def address_of_tick(plan: Curriculum, tick: Tick) -> str | None:
    """Return the address that the item of a tick has now. None if the plan does not have it, or it could be two.

    After a change of the plan its address may be that of another item. Its title decides, unless it was reworded.
    """
    candidates = [tick.item, *plan.all_former_addresses.get(tick.item, ())]
    addresses = [address for address in candidates if address in plan.items]
    same = [address for address, placed in plan.items.items() if placed.item.label == tick.title]
    for address in addresses:
        if address in same:
            return address
    if len(same) == 1:
        return same[0]
    return addresses[0] if len(addresses) == 1 or tick.item in plan.items else None


def _in_file(problem: Problem, path: Path) -> Problem:
    """Return a problem with the path of its file as one would type it."""
    return replace(problem, location=replace(problem.location, path=display_path(path)))
