"""Names of the plan in entries and docs pages, and what they become when the plan changes."""

from collections.abc import Iterator, Mapping

from daytrail.cli.common.files import FileUpdate, accepted, read_file
from daytrail.cli.common.project import Project
from daytrail.facts.plan_merge import MergedPlan
from daytrail.model.curriculum import Curriculum
from daytrail.source.sources import LocatedEntry
from daytrail.source.yaml.edit import Change, Put, edit_front_matter
from daytrail.source.yaml.nodes import Document, Node

_LISTS = ("done", "started", "dropped", "touched")


def updates_of_names(project: Project, merged: MergedPlan, plan: Curriculum, *, rewrite: bool) -> Iterator[FileUpdate]:
    """Yield the updates of files that name something by a name that would lead elsewhere in a merged plan.

    With `rewrite`, every name that is not that of the plan any more.
    """
    names = _Names(project.plan.current_addresses, merged.names, plan.current_addresses, rewrite)
    milestones = _Names(project.plan.current_milestones, merged.milestones, plan.current_milestones, rewrite)
    documents: list[Document] = [
        *(located.document() for located in project.loaded.sources.entries if _names_anything(located)),
        *(located.document for located in project.loaded.sources.docs_pages),
    ]
    for document in documents:
        changes = list(_changes(document, names, milestones))
        if changes:
            path = project.root / document.path
            before = read_file(path)
            yield FileUpdate(path, before, accepted(edit_front_matter(before, document.path, changes)))


class _Names:
    def __init__(self, old: Mapping[str, str], now: Mapping[str, str], new: Mapping[str, str], rewrite: bool) -> None:
        self._old, self._now, self._new, self._rewrite = old, now, new, rewrite

    def changed(self, node: Node | None) -> str | None:
        """Return what has to be written instead of a name; None if it may stay."""
        if node is None or node.text is None:
            return None
        name = node.text.strip()
        meant = self._old.get(name, name)
        wanted = self._now.get(meant, meant)
        leads_to = self._new.get(name, name)
        return wanted if wanted != (name if self._rewrite else leads_to) else None


def _names_anything(located: LocatedEntry) -> bool:
    entry = located.entry
    return bool(entry.milestone or any(getattr(entry, key) for key in _LISTS))


def _changes(document: Document, names: _Names, milestones: _Names) -> Iterator[Change]:
    for key in _LISTS:
        node = document.find((key,))
        for index, child in node.children.items() if node else ():
            if new := names.changed(child):
                yield Put((key, index), new)
    if new := milestones.changed(document.find(("milestone",))):
        yield Put(("milestone",), new)
