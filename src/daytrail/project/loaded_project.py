"""Loader of a project with its facts."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from daytrail.facts import Facts
from daytrail.project.entry_cache import read_entries
from daytrail.source.load import Loaded, ProjectPaths, load


@dataclass(frozen=True)
class LoadedProject:
    """Data from a project's files, and the facts about it as of a day."""

    loaded: Loaded
    facts: Facts


def load_project(root: Path, paths: ProjectPaths, today: date) -> LoadedProject:
    """Return a project with its facts. Entries that have not changed are read from the cache of the last time."""
    loaded = load(root, paths, read_entries, today)
    return LoadedProject(loaded, Facts(loaded.journal, today))
