"""Changelog of Daytrail: what changes between the version that a journal has and the one that runs."""

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from daytrail.cli.common.shipped import shipped_text
from daytrail.project.git_history import git_output

_FILE = "CHANGELOG.md"
_SECTION = re.compile(r"^## (?P<version>\d[\w.]*)(?P<rest>.*)\n(?P<text>(?:(?!## ).*\n?)*)", re.MULTILINE)
_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Section:
    """Section of the changelog: the changes of a version."""

    version: str
    heading: str
    """The heading without its `##`, as in `0.2.0 – 2027-01-15`."""
    text: str


def changelog() -> str:
    """Return the changelog of the running version; empty if it came without one."""
    return shipped_text(_FILE)


def sections(text: str) -> list[Section]:
    """Return the sections of a changelog, newest first."""
    return [
        Section(match["version"], f"{match['version']}{match['rest']}".strip(), match["text"].strip())
        for match in _SECTION.finditer(text)
    ]


def between(text: str, pinned: str, new: str) -> list[Section]:
    """Return the sections of versions after a pinned one, up to the new one."""
    return [section for section in sections(text) if _key(pinned) < _key(section.version) <= _key(new)]


def newest_changes(text: str) -> list[Section]:
    """Return the newest section, as far as it is for those who used an earlier version: up to its second heading."""
    return [
        Section(section.version, section.heading, "### ".join(re.split(r"(?m)^### ", section.text)[:2]).strip())
        for section in sections(text)[:1]
    ]


def is_older(version: str, other: str) -> bool:
    """Return whether a version comes before another."""
    return _key(version) < _key(other)


def _key(version: str) -> tuple[int, ...]:
    """Return the numbers of a release, such as 0.10.2, which are compared one by one."""
    return tuple(int(number) for number in re.findall(r"\d+", version))


def since(text: str, before: str) -> list[Section]:
    """Return the sections of a changelog with only the lines that another changelog does not have."""
    known = {*before.splitlines()}
    new = []
    for section in sections(text):
        lines: list[str] = []
        for line in section.text.splitlines():
            is_heading = line.startswith("#")
            if is_heading and lines and lines[-1].startswith("#"):
                lines.pop()  # nothing is new below the heading before
            if is_heading or (line and line not in known):
                lines.append(line)
        if lines and lines[-1].startswith("#"):
            lines.pop()
        if lines:
            new.append(Section(section.version, section.heading, "\n".join(lines)))
    return new


def changelog_of(repository: str, commit: str) -> str | None:
    """Return the changelog of a commit of a git repository; None if it cannot be fetched, as without a network."""
    with tempfile.TemporaryDirectory(prefix="daytrail-") as folder:
        # As pip clones: not all servers give a single commit that has no name.
        clone = ("clone", "--quiet", "--bare", "--filter=blob:none", "--", repository, folder)
        if git_output(Path(folder), *clone, seconds=_SECONDS) is None:
            return None
        return git_output(Path(folder), "show", "--end-of-options", f"{commit}:{_FILE}", seconds=_SECONDS)
