"""Changes of the plan's files in memory, each made in the text, so that comments and layout stay."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from daytrail.cli.common.files import FileUpdate, UpdateError, read_file
from daytrail.cli.common.project import Project
from daytrail.cli.planning.references import NewNames
from daytrail.model.curriculum import LISTS, Curriculum, Item, Milestone, Placed, Topic, Week
from daytrail.problems import KeyPath, Problem, Severity
from daytrail.source.plan import read_plan
from daytrail.source.yaml.edit import Append, Change, Edited, Put, edit_yaml
from daytrail.source.yaml.lists import as_mapping, put, take
from daytrail.source.yaml.write import to_yaml

_KEY_ORDER = tuple(dict.fromkeys((*Item.model_fields, *Week.model_fields)))


class PlanEdit:
    """The plan with changes that are not written yet.

    A method raises an UpdateError if its change is not possible; the whole edit is then of no use any more.
    """

    def __init__(self, project: Project, *, keep_former: bool = True) -> None:
        self._root = project.root
        self._keep_former = keep_former
        """Whether former addresses are written into the plan."""
        self.path = project.settings.paths.curriculum
        self.texts: dict[str, str] = {}
        """The new texts of files by path, with their line ends."""
        self.plan: Curriculum = project.plan
        self._document = project.loaded.sources.plan_document
        names = (*self.plan.items, *(week.id for week in self.plan.weeks), *(topic.id for topic in self.plan.topics))
        self.now: dict[str, str] = {name: name for name in names}
        """The address that each item, week and topic has after the changes, by the one that it had before them."""
        self.milestones_now: dict[str, str] = {milestone.id: milestone.id for milestone in self.plan.milestones}

    # -- changes --

    def move(self, address: str, number: int) -> None:
        """Move an item to the end of its kind in a week."""
        kind, name = self.plan.items[address].kind, self.plan.items[address].item.name
        self._add_former(address)
        path, key_path = self._file_of(self.plan.items[address])
        taken = take(self._text(path), path, key_path)
        self._replace(path, (taken.text, taken.problems))
        week_path, week = next(one for one in self.plan.weeks_by_key_path if one[1].week == number)
        path, key_path = self._document.locate_in_file((*week_path, LISTS[kind]))
        self._replace(path, put(self._text(path), path, key_path, len(getattr(week, LISTS[kind])), taken.block))
        self._renamed(address, f"{week.id}/{name}")

    def rename(self, address: str, name: str) -> None:
        """Give an item another id."""
        self._add_former(address)
        placed = self.plan.items[address]
        self._put_in_item(placed, "id", name)
        self._renamed(address, f"{placed.week.id}/{name}")

    def name(self, address: str) -> None:
        """Write the name that an item has by its words as its id, so that its words may change."""
        self._put_in_item(self.plan.items[address], "id", self.plan.items[address].item.name)

    def drop(self, address: str) -> None:
        """Mark an item as dropped; it stays in the plan."""
        self._put_in_item(self.plan.items[address], "dropped", True)

    def rename_record(self, record: Topic | Milestone, id_: str) -> None:
        """Give a topic or a milestone another id, also where other topics need it."""
        key = "topics" if isinstance(record, Topic) else "milestones"
        index = getattr(self.plan, key).index(record)
        changes: list[Change] = [Put((key, index, "id"), id_)]
        if self._keep_former:
            changes.append(Append((key, index, "was"), (record.id,)))
        if isinstance(record, Topic):
            changes += [
                Put(("topics", t, "needs", n), id_)
                for t, topic in enumerate(self.plan.topics)
                for n, need in enumerate(topic.needs)
                if need == record.id
            ]
        self._change(*changes)
        names = self.now if isinstance(record, Topic) else self.milestones_now
        for old in [old for old, new in names.items() if new == record.id]:
            names[old] = id_

    def insert_week(self, number: int, title: str, part: str | None = None) -> None:
        """Insert a week before the one that has its number, in the same part unless another is named.

        The weeks from there on get the next number, wherever the plan names them.
        """
        weeks = list(self.plan.weeks_by_key_path)
        following = [(key_path, week) for key_path, week in weeks if week.week >= number]
        index = next((i for i, one in enumerate(self.plan.parts) if one.id == part), None)
        if index is None:
            *_, last = (key_path for key_path, week in weeks if week.week <= number)
            index = int(last[1])
        changes: list[Change] = [Put((*key_path, "week"), week.week + 1) for key_path, week in following]
        if self._keep_former:
            changes += [Append((*key_path, "was"), (week.id,)) for key_path, week in following]
        self._change(*changes, *self._later_numbers(number, index))
        later = sum(week.week < number for week in self.plan.parts[index].weeks)
        path, key_path = self._document.locate_in_file(("parts", index, "weeks"))
        block = f"- week: {number}\n  {to_yaml({'title': title})}"
        self._replace(path, put(self._text(path), path, key_path, later, block))
        moved = {week.id: f"w{week.week + 1:02d}" for _, week in following}
        for old, address in self.now.items():
            week_id, slash, name = address.partition("/")
            self.now[old] = f"{moved.get(week_id, week_id)}{slash}{name}"

    def _later_numbers(self, number: int, part: int) -> Iterator[Change]:
        """Yield the changes of all numbers of weeks outside of these, for a week that is inserted in a part."""
        plan = self.plan
        for i, milestone in enumerate(plan.milestones):
            yield from (Put(("milestones", i, "weeks", w), n + 1) for w, n in enumerate(milestone.weeks) if n >= number)
        for i, topic in enumerate(plan.topics):
            yield from (Put(("topics", i, "weeks", w), n + 1) for w, n in enumerate(topic.weeks) if n >= number)
        for i, paper in enumerate(plan.references.papers):
            if paper.week is not None and paper.week >= number:
                yield Put(("references", "papers", i, "week"), paper.week + 1)
        for i, one in enumerate(plan.parts):
            first, last = one.range or (0, 0)
            if one.range and (first > number or (first == number and i != part)):
                yield Put(("parts", i, "range", 0), first + 1)
            if one.range and (last >= number or (i == part and last == number - 1)):
                yield Put(("parts", i, "range", 1), last + 1)

    def finish(self) -> None:
        """Remove former addresses of items that something else has now: they would lead there."""
        for address, placed in list(self.plan.items.items()):
            taken = [index for index, former in enumerate(placed.item.was) if self._is_taken(placed, former)]
            path, key_path = self._file_of(self.plan.items[address])
            for index in reversed(taken):
                rest = take(self._text(path), path, (*key_path, "was", index))
                self._replace(path, (rest.text, rest.problems))

    # -- steps --

    def _is_taken(self, placed: Placed, former: str) -> bool:
        return (former if "/" in former else f"{placed.week.id}/{former}") in self.plan.items

    def _add_former(self, address: str) -> None:
        """Add to the former addresses of an item those that it has had, and its address as of now."""
        if not self._keep_former:
            return
        placed = self.plan.items[address]
        implied = (f"{week}/{placed.item.name}" for week in placed.week.was)
        former = tuple(dict.fromkeys([*placed.own_former_addresses, *implied, address]))
        path, key_path = self._file_of(placed)
        # Names without a week would mean others once the item is elsewhere.
        for index in reversed([i for i, name in enumerate(placed.item.was) if "/" not in name]):
            rest = take(self._text(path), path, (*key_path, "was", index))
            self._replace(path, (rest.text, rest.problems))
        self._as_mapping(path, key_path)
        self._change(Append((*self._whole_path(placed), "was"), former))

    def _put_in_item(self, placed: Placed, key: str, value: str | bool) -> None:
        self._as_mapping(*self._file_of(placed))
        self._change(Put((*self._whole_path(placed), key), value))

    def _as_mapping(self, path: str, key_path: KeyPath) -> None:
        self._replace(path, as_mapping(self._text(path), path, key_path, "text"))

    def _renamed(self, address: str, new: str) -> None:
        for old in [old for old, now in self.now.items() if now == address]:
            self.now[old] = new

    def _whole_path(self, placed: Placed) -> KeyPath:
        week_path = next(path for path, week in self.plan.weeks_by_key_path if week.week == placed.week.week)
        return (*week_path, *placed.key_path)

    def _file_of(self, placed: Placed) -> tuple[str, KeyPath]:
        return self._document.locate_in_file(self._whole_path(placed))

    def _change(self, *changes: Change) -> None:
        """Make changes that are given by key paths in the whole plan."""
        by_file: dict[str, list[Change]] = {}
        for change in changes:
            path, key_path = self._document.locate_in_file(change.key_path)
            moved = Put(key_path, change.value) if isinstance(change, Put) else Append(key_path, change.values)
            by_file.setdefault(path, []).append(moved)
        for path, of_file in by_file.items():
            self._replace(path, edit_yaml(self._text(path), path, of_file, _KEY_ORDER))

    @property
    def updates(self) -> list[FileUpdate]:
        """The updates of the plan's files that the changes are."""
        files = ((self._root / path, text) for path, text in sorted(self.texts.items()))
        return [FileUpdate(path, read_file(path), text) for path, text in files]

    @property
    def new_names(self) -> NewNames:
        """The plan after the changes, with what everything is called in it."""
        return NewNames(self.plan, self.now, self.milestones_now)

    def _text(self, path: str) -> str:
        return self.texts[path] if path in self.texts else read_file(self._root / path)

    def _replace(self, path: str, edited: Edited) -> None:
        """Take over the text of a file, and read the plan again."""
        text, problems = edited
        if not problems and text != self._text(path):
            self.texts[path] = text
            read, found = read_plan(self._root, self.path, self.texts)
            problems = [problem for problem in found if problem.severity is Severity.ERROR]
            self.plan, self._document = read.record, read.document
        if problems:
            raise UpdateError("nothing was changed", list[Problem](problems))


def names_in_plan(project: Project, addresses: Iterable[str]) -> list[FileUpdate]:
    """Return updates of the plan that write the ids of items which are called by their words, not written yet.

    An item that cannot get one where it stands is left as it is.
    """
    edit = PlanEdit(project)
    for address in addresses:
        placed = project.plan.items.get(address)
        if placed and not placed.item.id:
            with suppress(UpdateError):
                edit.name(address)
    return edit.updates
