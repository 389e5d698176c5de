"""Pin of Daytrail in a journal: its line in requirements.txt, the locked versions below it, and references to files.

Pip wants a hash of each requirement as soon as one has a hash, and can check none of a git repository. So the locked
versions have hashes beside `daytrail==VERSION`, and none beside `daytrail @ git+URL@COMMIT`: the commit is one itself.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import click

from daytrail.cli.common.origin import NAME, Origin
from daytrail.cli.common.shipped import shipped_text
from daytrail.problems import Location, Problem, error, quoted

REQUIREMENTS = "requirements.txt"
MARK = "# What Daytrail needs, in the versions that it is tested with. `daytrail upgrade` replaces all lines below."
_PIN = re.compile(
    rf"^{NAME}(?![\w.-])(?P<extras>\[[^]\n]*\])?[ \t]*"
    r"(?:==[ \t]*(?P<version>[\w.!+-]+)|@[ \t]*(?P<url>[^\s;#]+))?"
    r"(?P<rest>(?:[^\n]*\\\n)*[^\n]*)",
    re.MULTILINE | re.IGNORECASE,
)
_NAME = re.compile(r"^([A-Za-z0-9][\w.-]*)", re.MULTILINE)
_REQUIREMENT = re.compile(r"^(?P<name>[A-Za-z0-9][\w.-]*)(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
_HASH = re.compile(r"--hash=(sha256:[0-9a-f]{64})")
_USES = re.compile(r"(?P<repository>[\w.-]+/[\w.-]+)(?P<path>/\.github/workflows/[\w.-]+)@(?P<ref>[\w./-]+)")
_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Pin:
    """Requirement of Daytrail in requirements.txt."""

    version: str = ""
    """The version of an index; empty for other pins."""
    repository: str = ""
    """The git repository; empty for other pins."""
    commit: str = ""
    """The commit, tag or branch of the repository; empty if none is named."""
    url: str = ""
    """The URL of a file or a folder; empty for other pins."""
    is_locked: bool = False
    """True if the file has the versions of what Daytrail needs, too."""

    def __str__(self) -> str:
        commit = f"commit {self.commit[:12]}" if self.commit else "any commit"
        at_commit = f"{commit} of {self.repository}" if self.repository else ""
        return self.version or at_commit or self.url or "no certain version"

    @property
    def is_local(self) -> bool:
        """True if it is a file or a folder of one machine."""
        return self.url.startswith("file:")

    def is_of(self, origin: Origin) -> bool:
        """Return whether it names the running Daytrail."""
        return pin_in(origin.requirement) == Pin(self.version, self.repository, self.commit, self.url)


def pin_in(requirements: str) -> Pin | None:
    """Return the pin in the text of a requirements.txt; None if there is none."""
    if not (match := _PIN.search(requirements)):
        return None
    is_locked = MARK in requirements
    url = match["url"] or ""
    if url.startswith("git+"):
        repository, at, commit = url.removeprefix("git+").partition("#")[0].rpartition("@")
        if not at or "/" in commit:  # an address such as ssh://git@host/path
            repository, commit = f"{repository}{at}{commit}", ""
        return Pin(repository=repository, commit=commit, is_locked=is_locked)
    return Pin(version=match["version"] or "", url=url, is_locked=is_locked)


def with_pin(requirements: str, origin: Origin, *, lock: bool) -> tuple[str, list[Problem]]:
    """Return the text of a requirements.txt with the running Daytrail pinned, or as it was if there are problems.

    With `lock`, what Daytrail needs is listed below. The lines of the owner stay.
    """
    own_lines = requirements.partition(MARK)[0]
    can_have_hash = not origin.requirement.partition(" @ ")[2].startswith(("git+", "file:"))
    others_have = any(_HASH.search(match[0]) for match in _REQUIREMENT.finditer(own_lines) if not _is_pin(match))
    has_hashes = others_have or (can_have_hash and (lock or bool(_HASH.search(own_lines))))
    if problems := list(_check_hashes(own_lines, can_have_hash=can_have_hash)) if has_hashes else []:
        return requirements, problems
    hashes = _hashes(origin) if has_hashes else []
    text = _PIN.sub(lambda match: _line(match, origin, hashes), own_lines, count=1)
    if not lock:
        return text, []
    named = {_normalised(name) for name in _NAME.findall(own_lines)}
    return f"{text.rstrip()}\n\n{MARK}\n{''.join(_locked(named, has_hashes=has_hashes))}", []


def _line(match: re.Match[str], origin: Origin, hashes: Sequence[str]) -> str:
    """Return the pin of an origin with hashes, and with the extras and the comment that the line had."""
    line = re.sub(rf"^{NAME}(\[[^]]*\])?", f"{NAME}{match['extras'] or ''}", origin.requirement)
    comment = re.search(r"[ \t]+#[^\n]*\Z", match["rest"])
    return "".join([line, *(f" \\\n    --hash={value}" for value in hashes), comment[0] if comment else ""])


def _check_hashes(own_lines: str, *, can_have_hash: bool) -> Iterator[Problem]:
    """Report the requirements that have no hash, which pip refuses if others have one."""
    for match in _REQUIREMENT.finditer(own_lines):
        is_pin = _is_pin(match)
        if can_have_hash if is_pin else _HASH.search(match[0]):
            continue
        why = "cannot have a hash, since it is no file of an index," if is_pin else "has no hash,"
        location = Location(REQUIREMENTS, own_lines.count("\n", 0, match.start()) + 1)
        message = f"{quoted(match['name'])} {why} and pip refuses one without beside those that have one"
        yield error(location, message, "remove the hashes" if is_pin else "add `--hash=sha256:…` to it")


def _is_pin(requirement: re.Match[str]) -> bool:
    return _normalised(requirement["name"]) == NAME


def _normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _locked(named: set[str], *, has_hashes: bool) -> Iterator[str]:
    """Yield the locked requirements, a line each, and one for each hash, without those that the owner names."""
    is_named = False
    for line in shipped_text("requirements/site.txt").splitlines():
        if match := _NAME.match(line):
            is_named = _normalised(match[1]) in named
            requirement = line if has_hashes else line.removesuffix("\\").rstrip()
        elif not has_hashes or not _HASH.search(line):
            continue
        else:
            requirement = line
        if not is_named:
            yield f"{requirement}\n"


def _hash_of(archive: dict[str, Any]) -> str:
    """Return the hash of an archive in a report of pip, as `sha256:…`; pip before 23.1 has no `hashes`."""
    return f"sha256:{archive['hashes']['sha256']}" if "hashes" in archive else archive["hash"].replace("=", ":")


def _hashes(origin: Origin) -> list[str]:
    """Return the hashes of the running Daytrail, for which pip or uv asks the index that it is set up for."""
    with tempfile.TemporaryDirectory(prefix="daytrail-") as folder:
        if find_spec("pip"):
            command = [sys.executable, "-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            command += ["--dry-run", "--ignore-installed", "--no-deps", "--report", "-", origin.requirement]
        elif uv := os.environ.get("UV") or shutil.which("uv"):
            command = [uv, "pip", "compile", "--quiet", "--generate-hashes", "--no-deps", "--no-header", "-"]
        else:
            raise click.ClickException("hashes are read with pip or uv, and neither is installed; nothing was changed")
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                input=origin.requirement,
                capture_output=True,
                encoding="utf-8",
                timeout=_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise click.ClickException("the index does not answer; nothing was changed") from None
    hashes = _HASH.findall(done.stdout) or [
        _hash_of(item["download_info"]["archive_info"])
        for item in (json.loads(done.stdout)["install"] if done.stdout.startswith("{") else ())
    ]
    if done.returncode or not hashes:
        reason = (done.stderr.strip().splitlines() or ["there is no such file"])[-1]
        raise click.ClickException(f"the hash of {origin.requirement} cannot be read: {reason}; nothing was changed")
    return hashes


def with_references(text: str, pin: Pin | None, origin: Origin) -> str:
    """Return a text of the journal in which workflows and schemas of Daytrail are those of the running one.

    A tag such as `v1`, which moves along with the releases, stays.
    """
    if not origin.github:
        return text
    before = {_github(pin.repository) if pin else "", origin.github, f"OWNER/{NAME}"}

    def uses(match: re.Match[str]) -> str:
        if match["repository"] not in before:
            return match[0]
        stays = re.fullmatch(r"v\d+", match["ref"]) and match["repository"] == origin.github
        return f"{origin.github}{match['path']}@{match['ref'] if stays else origin.ref}"

    text = _USES.sub(uses, text)
    raw = re.compile(r"https://raw\.githubusercontent\.com/([\w.-]+/[\w.-]+)/[\w.-]+/(?=schemas/)")
    return raw.sub(lambda match: origin.raw_url("") if match[1] in before else match[0], text)


def _github(repository: str) -> str:
    return Origin("", repository).github
