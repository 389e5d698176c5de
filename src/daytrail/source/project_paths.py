"""Paths of a project's files, and what its settings say about reading them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from daytrail.model.curriculum import Curriculum
from daytrail.problems import Problem
from daytrail.source.files import markdown_files
from daytrail.source.notations import ALL, Programs


@dataclass(frozen=True, slots=True)
class ProjectPaths:
    """Paths of the journal's files, relative to the project's root."""

    entries: str = "entries"
    curriculum: str = "curriculum.yaml"
    reading: str = "reading.yaml"
    docs: str = "docs"
    exclude_docs: str = ""
    """Lines as in `.gitignore` for the files in `docs` that MkDocs does not publish, as are the next ones."""
    draft_docs: str = ""
    exclude: tuple[str, ...] = ()
    """The same for the files in `entries`."""
    ignore_keys: tuple[str, ...] = ()
    """Keys of other programs in entries, or the names of programs; see `ignored_keys`."""
    hashtags: bool = False
    """Whether `#word` in an entry is a tag."""
    notations: Programs = ALL
    """Programs whose notations are read in entries and docs pages."""
    old_addresses: str = ""
    """Pattern of the addresses that posts had; see `former_addresses`."""
    hide_future: bool = False
    """Whether entries are drafts until their day."""

    def rules(self, plan: Curriculum) -> "EntryRules":
        """Return what the entries have in common."""
        return EntryRules(self, plan.series[0].id if plan.series else None)

    @property
    def are_in_docs(self) -> bool:
        """Whether the entries are in the docs folder, as posts of a blog are."""
        return PurePosixPath(self.entries).is_relative_to(self.docs)

    def is_entry_in_docs(self, uri: str) -> bool:
        """Return whether a file in the docs folder, given by its path there, is one of the entries' folder."""
        return PurePosixPath(f"{self.docs}/{uri}").is_relative_to(self.entries)

    @property
    def is_unpublished(self) -> Callable[[str], bool]:
        """Function that returns whether MkDocs leaves out a file, given by its path in the docs folder."""
        return _matcher(f".*\n/templates/\n{self.exclude_docs}", self.draft_docs)  # the first two are MkDocs' own

    def entry_files(self, root: Path, problems: list[Problem]) -> list[str]:
        """Return the paths of all entries, sorted; what is wrong with folders is added to the problems."""
        is_excluded = _matcher("\n".join(self.exclude))
        files = markdown_files(root, self.entries, problems)
        return [path for path in files if not is_excluded(PurePosixPath(path).relative_to(self.entries).as_posix())]


USUAL = ProjectPaths()
"""The paths of a project whose settings name no others."""


class EntryRules(NamedTuple):
    """What the entries of a project have in common."""

    paths: ProjectPaths
    series: str | None
    """The series of an entry that names none."""


def _matcher(*patterns: str) -> Callable[[str], bool]:
    """Return a function that says whether one of the texts, with lines as in `.gitignore`, has a path."""
    from pathspec.gitignore import GitIgnoreSpec  # not at the top, since commands that read no project need it not

    try:
        specs = [GitIgnoreSpec.from_lines(text.splitlines()) for text in patterns]
    except ValueError:  # a line is no pattern: MkDocs says so, and nothing may be published until then
        return lambda _uri: True
    return lambda uri: any(spec.match_file(uri) for spec in specs)
