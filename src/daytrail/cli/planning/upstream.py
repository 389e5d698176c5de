"""Upstream plan: that of another author, read from a file, a git repository or a site, of which nothing is ever run."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import click

from daytrail.cli.common.files import UpdateError
from daytrail.model.curriculum import Curriculum
from daytrail.problems import Problem, errors_of, printable, quoted
from daytrail.source.checks import run_checks
from daytrail.source.files import MAX_TEXT_BYTES
from daytrail.source.plan import part_folder, read_plan
from daytrail.source.sources import Sources
from daytrail.source.validation import Validated
from daytrail.views.files.plan import plan_text, plan_to_follow

BASE = ".daytrail/upstream.yaml"
"""The version that was taken last, below a line that says from where. It belongs into git, as the plan does."""
ENDINGS = (".yaml", ".yml")
_SOURCE = "# daytrail plan pull "
_NAMES = ("curriculum.yaml", "curriculum.yml")
_MAX_FILES = 500
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


def is_url(source: str) -> bool:
    """Return whether a text names something elsewhere, as in `https://…` or `git@host:path`."""
    return bool(re.match(r"[a-z][a-z+.-]*://[^/]*/.|[\w.][\w.-]*@[\w.-]+:.", source, re.ASCII))


def from_root(source: str, root: Path) -> str:
    """Return a source as it is recorded: a path as it is from the project's root."""
    name, at, revision = source, "", ""
    path = Path(name).expanduser()
    if not path.exists():
        name, at, revision = source.rpartition("@")
        path = Path(name).expanduser()
    if not name or not path.exists():
        return source
    with_dots = Path(os.path.relpath(path, root)).as_posix() if path.drive == root.drive else str(path)
    return f"{with_dots}{at}{revision}"


def read_upstream_plan(source: str, folder: Path) -> UpstreamPlan:
    """Read a plan from a file by its path from a folder, a repository of git, or the URL of a published plan.

    A repository may have @ and a revision behind it. Raises click.ClickException if the plan is not there, or an
    UpdateError if it has errors.
    """
    path = Path(folder, os.path.expanduser(source))  # noqa: PTH111 - pathlib raises an error for an unknown user
    if path.is_file():
        return _checked(source, *read_plan(path.parent.resolve(), path.name))
    with TemporaryDirectory() as name:
        if re.match(r"https?://", source) and source.endswith(ENDINGS):
            return _checked(source, *read_plan(Path(name), _NAMES[0], {_NAMES[0]: _download(source)}))
        url, revision = _split(source, folder)
        if not is_url(url):
            if not Path(folder, url).is_dir():
                raise click.ClickException(f"{quoted(source)} is neither a file nor a repository of git")
            url = str(Path(folder, url).resolve())
        git = _Git(Path(name))
        return _checked(source, *read_plan(Path(name, "none"), *git.plan_files(git.fetch(url, revision or "HEAD"))))


def _checked(source: str, read: Validated[Curriculum], problems: list[Problem]) -> UpstreamPlan:
    """Return a plan as anybody may follow it, or raise an UpdateError if it has errors."""
    problems = [*problems, *run_checks(Sources(plan=read.record, plan_document=read.document))]
    if errors := errors_of(problems):
        raise UpdateError(f"{quoted(source)} cannot be taken over, since it has errors", errors)
    data = plan_to_follow(read.record)
    return UpstreamPlan(Curriculum.model_validate(data), plan_text(data))


def _download(url: str) -> str:
    request = Request(url, headers={"User-Agent": "daytrail"})  # noqa: S310 - the caller has looked at the scheme
    try:
        with urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310 - as above; redirects lead to no other
            content = answer.read(MAX_TEXT_BYTES + 1)
    except (OSError, ValueError) as failure:
        if isinstance(failure, HTTPError):
            failure.close()
        raise click.ClickException(f"{quoted(url)} cannot be read: {printable(str(failure))}") from None
    if len(content) > MAX_TEXT_BYTES:
        raise click.ClickException(f"{quoted(url)} is larger than {MAX_TEXT_BYTES // 1000:,} kB")
    text: str = content.decode(errors="surrogateescape")
    return text


def _split(source: str, folder: Path) -> tuple[str, str]:
    """Return a repository, and the revision behind the @, if there is one."""
    for match in re.finditer("@", source):
        url, revision = source[: match.start()], source[match.end() :]
        is_repository = url and url[-1] not in "/:" and (is_url(url) or Path(folder, url).is_dir())
        if is_repository and re.fullmatch(r"[^-\s:~^?*\[\\][^\s:~^?*\[\\]*", revision):
            return url, revision
    return source, ""


@dataclass(frozen=True, slots=True)
class _Git:
    """A temporary bare repository, into which one commit is fetched. Its files are never checked out."""

    folder: Path

    def fetch(self, url: str, revision: str) -> str:
        """Fetch a revision, and return its commit; files are fetched when they are read, if the server can do that."""
        self._run("init", "--quiet", "--bare", "--template=")
        self._run("config", "remote.origin.url", url)
        self._run("fetch", "--quiet", "--depth=1", "--no-tags", "--filter=blob:none", "--", "origin", revision)
        return self._run("rev-parse", "--verify", "FETCH_HEAD^{commit}").strip()

    def plan_files(self, commit: str) -> tuple[str, dict[str, str]]:
        """Return the path of the plan in a commit, and the texts of the files that it may consist of."""
        listed = self._run("ls-tree", "-r", "-z", "--name-only", commit).split("\0")
        names = [name for name in listed if name.rpartition("/")[2] in _NAMES]
        plans = [name for name in names if "/" not in name] or names
        if len(plans) != 1:
            names_of_plans = ", ".join(map(quoted, plans[:5])) if plans else f"no {quoted(_NAMES[0])}"
            raise click.ClickException(f"the repository has {names_of_plans}, so there is not one plan to take over")
        folder = f"{part_folder(plans[0])}/"
        parts = [name for name in listed if name.startswith(folder) and name.endswith(ENDINGS)]
        if len(parts) > _MAX_FILES:
            raise click.ClickException(f"the folder {quoted(folder)} of it has more than {_MAX_FILES} files")
        return plans[0], {name: self._text(f"{commit}:{name}") for name in (plans[0], *parts)}

    def _text(self, name: str) -> str:
        if int(self._run("cat-file", "-s", name)) > MAX_TEXT_BYTES:
            raise click.ClickException(f"{quoted(name)} is larger than {MAX_TEXT_BYTES // 1000:,} kB")
        return self._run("cat-file", "blob", name)

    def _run(self, *arguments: str) -> str:
        """Return what git prints, or raise click.ClickException with the reason why it fails."""
        environment = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER_REPOSITORY}
        ssh = os.environ.get("GIT_SSH_COMMAND", "ssh")
        command = ["git", "-C", str(self.folder), "-c", "core.hooksPath=", "-c", "core.fsmonitor=false", *arguments]
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
