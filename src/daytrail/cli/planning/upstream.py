"""Upstream plan: that of another author, read from a file, a git repository or a site, of which nothing is ever run."""

import os
import re
import subprocess
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click

from daytrail.cli.common.files import UpdateError
from daytrail.model.curriculum import Curriculum
from daytrail.problems import errors_of, printable, quoted
from daytrail.source.checks import run_checks
from daytrail.source.files import MAX_TEXT_BYTES
from daytrail.source.plan import part_folder, read_plan
from daytrail.source.sources import Sources
from daytrail.views.files.plan import plan_text, plan_to_follow

BASE = ".daytrail/upstream.yaml"
"""The version that was taken last, below a line that says from where. It belongs into git, as the plan does."""
ENDINGS = (".yaml", ".yml")
_SOURCE = "# daytrail plan pull "
_NAMES = ("curriculum.yaml", "curriculum.yml")
_URL = re.compile(r"[a-z][a-z+.-]*://[^/]*/.|[\w.][\w.-]*@[\w.-]+:.", re.ASCII)
"""The beginning of what is elsewhere, as in `https://…` or `git@host:path`."""
_SECONDS = 60
"""After so long without an answer, the source counts as unreachable."""
_ENVIRONMENT = {
    "GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh",  # `ext::…` would run a command
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
}
_OF_ANOTHER_REPOSITORY = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR")


@dataclass(frozen=True, slots=True)
class UpstreamPlan:
    """Another author's plan, without the progress and the settings of its author."""

    plan: Curriculum
    text: str
    """The plan in one file, as a site of Daytrail publishes it."""

    def base(self, source: str) -> str:
        """Return the text of the file that says what was taken from a source."""
        return f"{_SOURCE}{source}\n{self.text}"


def split_base(text: str) -> tuple[str, str]:
    """Return the source and the plan of a file that says what was taken."""
    line, _, plan = text.partition("\n")
    return (line.removeprefix(_SOURCE), plan) if line.startswith(_SOURCE) else ("", text)


def from_root(source: str, root: Path) -> str:
    """Return a source as it is recorded: a path as it is from the project's root."""
    for name, revision in ((source, ""), _split(source)):
        path = Path(name).expanduser()
        if name and path.exists():
            with_dots = Path(os.path.relpath(path, root)).as_posix() if path.drive == root.drive else str(path)
            return f"{with_dots}@{revision}" if revision else with_dots
    return source


def _split(source: str) -> tuple[str, str]:
    """Return a repository, and the revision behind the last @, if there is one."""
    url, _, revision = source.rpartition("@")
    is_revision = url and url[-1] not in "/:" and re.fullmatch(r"[^-\s/:~^?*\[\\][^\s/:~^?*\[\\]*", revision)
    return (url, revision) if is_revision else (source, "")


def read_upstream_plan(source: str, folder: Path) -> UpstreamPlan:
    """Read a plan from a file by its path from a folder, a repository of git, or the URL of a published plan.

    A repository may have @ and a revision behind it. Raises click.ClickException if the plan is not there, or an
    UpdateError if it has errors.
    """
    path = Path(folder, os.path.expanduser(source))  # noqa: PTH111 - pathlib raises an error for an unknown user
    if path.is_file():
        return _read(source, path.parent.resolve(), path.name)
    with TemporaryDirectory() as name:
        copy = Path(name)
        if re.match(r"https?://", source) and source.endswith(ENDINGS):
            (copy / _NAMES[0]).write_bytes(_download(source))
            return _read(source, copy, _NAMES[0])
        url, revision = _split(source)
        if not _URL.match(url):
            if not Path(folder, url).is_dir():
                raise click.ClickException(f"{quoted(source)} is neither a file nor a repository of git")
            url = str(Path(folder, url).resolve())
        return _read(source, copy, _fetch(copy, url, revision or "HEAD"))


def _read(source: str, root: Path, name: str) -> UpstreamPlan:
    """Return a plan as anybody may follow it, or raise an UpdateError if it has errors."""
    read, problems = read_plan(root, name)
    problems += run_checks(Sources(plan=read.record, plan_document=read.document))
    if errors := errors_of(problems):
        raise UpdateError(f"{quoted(source)} cannot be taken over, since it has errors", errors)
    data = plan_to_follow(read.record)
    return UpstreamPlan(Curriculum.model_validate(data), plan_text(data))


def _download(url: str) -> bytes:
    try:
        request = Request(url, headers={"User-Agent": "daytrail"})  # noqa: S310 - the caller has looked at the scheme
        with urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310 - as above; redirects lead to no other
            content: bytes = answer.read(MAX_TEXT_BYTES + 1)  # one more, so that a larger file is refused
            if answer.length and len(content) <= MAX_TEXT_BYTES:
                raise ValueError("the answer has no end")  # half a plan may be valid
    except (OSError, ValueError, HTTPException) as failure:
        if isinstance(failure, HTTPError):
            failure.close()
        raise click.ClickException(f"{quoted(url)} cannot be read: {printable(str(failure))}") from None
    return content


def _fetch(folder: Path, url: str, revision: str) -> str:
    """Write the plan of a revision of a repository, and its parts, into a folder, and return the plan's path."""
    _git(folder, "init", "--quiet", "--template=")
    _git(folder, "config", "remote.origin.url", url)
    _git(folder, "fetch", "--quiet", "--depth=1", "--no-tags", "--filter=blob:none", "--", "origin", revision)
    listed = _git(folder, "ls-tree", "-r", "-z", "--name-only", "FETCH_HEAD").split("\0")
    names = [name for name in listed if name.rpartition("/")[2] in _NAMES]
    plans = [name for name in names if "/" not in name] or names
    if len(plans) != 1:
        names_of_plans = ", ".join(map(quoted, plans[:5])) if plans else f"no {quoted(_NAMES[0])}"
        raise click.ClickException(f"the repository has {names_of_plans}, so there is not one plan to take over")
    parts = f"{part_folder(plans[0])}/"
    paths = [plans[0], *([parts] if any(name.startswith(parts) for name in listed) else [])]
    _git(folder, "checkout", "--quiet", "FETCH_HEAD", "--", *(f":(literal){path}" for path in paths))
    return plans[0]


def _git(folder: Path, *arguments: str) -> str:
    """Return what git prints, or raise click.ClickException with the reason why it fails."""
    environment = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER_REPOSITORY}
    ssh = os.environ.get("GIT_SSH_COMMAND", "ssh")
    settings = ("core.hooksPath=", "core.fsmonitor=false", "core.symlinks=false")
    command = ["git", "-C", str(folder), *(word for one in settings for word in ("-c", one)), *arguments]
    try:
        done = subprocess.run(
            command,
            env=environment | _ENVIRONMENT | {"GIT_SSH_COMMAND": f"{ssh} -o BatchMode=yes"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=10 * _SECONDS,
            check=False,
        )
    except FileNotFoundError:
        raise click.ClickException("git is not installed; name a file or the URL of a published plan") from None
    except subprocess.TimeoutExpired:
        raise click.ClickException(f"git has not answered in {_SECONDS // 6} minutes") from None
    if done.returncode:
        *_, reason = ["git failed", *done.stderr.decode(errors="replace").strip().splitlines()]
        raise click.ClickException(f"the repository cannot be read: {printable(reason)}")
    return done.stdout.decode(errors="surrogateescape")
