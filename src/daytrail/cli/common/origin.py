"""Origin of the installed Daytrail: what a journal has to name so that others install and run the same one.

pip, uv and pipx write where a package came from into `direct_url.json`; from an index, there is no such file:
https://packaging.python.org/en/latest/specifications/direct-url/.
"""

import json
import re
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit
from urllib.request import url2pathname

from daytrail.project.git_history import git_output

NAME = "daytrail"


@dataclass(frozen=True, slots=True)
class Origin:
    """Source of the installed Daytrail."""

    version: str
    repository: str = ""
    """URL of its git repository; empty if it is not known."""
    commit: str = ""
    """The commit of that repository, as 40 hexadecimal digits; empty if it is not known."""
    file: str = ""
    """URL of a file, such as a wheel, if it is neither from a repository that others can read nor from an index."""

    @property
    def requirement(self) -> str:
        """Return the line of a requirements.txt that installs it."""
        if self.repository and self.commit:
            return f"{NAME} @ git+{self.repository}@{self.commit}"
        return f"{NAME} @ {self.file}" if self.file else f"{NAME}=={self.version}"

    @property
    def is_local(self) -> bool:
        """True if only this machine can install it."""
        return self.requirement.partition(" @ ")[2].startswith(("file:", "git+file:"))

    @property
    def github(self) -> str:
        """Return owner and name on GitHub, as in `ada/daytrail`; empty if it is not there."""
        url = urlsplit(self.repository)
        return url.path.strip("/").removesuffix(".git") if url.hostname == "github.com" else ""

    @property
    def ref(self) -> str:
        """Return what a workflow names of the repository: a commit, or the tag of a release."""
        return self.commit or f"v{self.version}"

    def raw_url(self, path: str) -> str:
        """Return the URL of a file of the repository at this commit or release; empty if it is not on GitHub."""
        return f"https://raw.githubusercontent.com/{self.github}/{self.ref}/{path}" if self.github else ""


def installed_origin(installed: Distribution | None = None) -> Origin:
    """Return where the installed Daytrail came from."""
    installed = installed or distribution(NAME)
    read = installed.read_text  # in UTF-8
    written = json.loads(read("direct_url.json") or "{}")
    url, version = written.get("url", ""), installed.version
    if commit := written.get("vcs_info", {}).get("commit_id"):
        return Origin(
            version,
            web_url(url),
            commit,
            "" if web_url(url) else f"git+{url}@{commit}".replace("file:///", "file://localhost/"),
        )
    if "dir_info" in written:
        folder = Path(url2pathname(urlsplit(url).path))
        repository = web_url((git_output(folder, "remote", "get-url", "origin") or "").strip())
        commit = (git_output(folder, "rev-parse", "HEAD") or "").strip() if repository else ""
        return Origin(version, repository, commit, url)
    return Origin(version, _source_url(installed), file=url)


def web_url(remote: str) -> str:
    """Return the URL at which anybody can read a remote repository, without user and password; else an empty text."""
    remote = re.sub(r"^(?:ssh://)?git@([\w.-]+)(?::\d+/|[:/])", r"https://\1/", remote)
    parts = urlsplit(remote)
    if parts.scheme not in ("https", "http") or not parts.hostname:
        return ""
    host = parts.hostname + (f":{parts.port}" if parts.port else "")
    return urlunsplit((parts.scheme, host, parts.path.rstrip("/").removesuffix(".git"), "", ""))


def _source_url(installed: Distribution) -> str:
    """Return the repository that a release names in its metadata."""
    urls: Any = installed.metadata.get_all("Project-URL") or []
    named = dict(url.split(", ", 1) for url in urls)
    return web_url(named.get("Source", ""))
