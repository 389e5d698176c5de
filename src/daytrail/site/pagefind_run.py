"""Run of Pagefind's program, which makes a bundle of the documents that it is given.

Its pages have the order of the documents. If Pagefind reads a folder, they have the order in which the file system
lists it, which differs between machines.

Requests and answers are JSON as base64, each with a comma behind it, as Pagefind's packages for Node and Python send
them. That for Python waits 0.1 s for each answer; here, they are read when all documents were sent. The files of the
bundle are in the last answer: if Pagefind writes them, it answers before it has finished.
"""

import json
import os
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, cast

from mkdocs.exceptions import PluginError

_PART = "2500"
"""Size of the parts of the index, in places of words; a browser loads a part of each bundle for each word of a search.

Pagefind's own is 20,000, with which the first search loads twice as much.
"""


class PagefindRun:
    """A process of Pagefind, which ends with the `with` block."""

    def __init__(self, program: Path, folder: Path, language: str) -> None:
        """Start the program in an empty folder, since a file there could have settings for it.

        Variables could have some too. They are not passed on.
        """
        variables = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
        variables["PAGEFIND_UNSTABLE_INDEX_CHUNK_SIZE"] = _PART
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [str(program), "--service"], cwd=folder, env=variables, stdin=pipe, stdout=pipe, stderr=pipe
        )
        self._requests = cast(IO[bytes], self._process.stdin)
        self._answers = cast(IO[bytes], self._process.stdout)
        self._number = 0
        self._send(type="NewIndex", config={"force_language": language})

    def __enter__(self) -> "PagefindRun":
        return self

    def __exit__(self, *raised: Any) -> None:
        self._process.kill()
        with suppress(BrokenPipeError):  # the last requests were not read
            self._process.__exit__(*raised)

    def add(self, path: str, html: str) -> None:
        """Send the next document, with its path in the site."""
        self._send(type="AddFile", index_id=0, file_path=path, file_contents=html)

    def finish(self) -> None:
        """Send what follows the last document; `files` waits for its answer."""
        self._send(type="GetFiles", index_id=0)
        with suppress(BrokenPipeError):
            self._requests.flush()

    def files(self) -> dict[str, bytes]:
        """Wait for the bundle, and return the content of its files by path.

        Raises:
            PluginError: Pagefind has failed.
        """
        for number, answer in enumerate(self._read(), start=1):
            if answer["type"] == "Error":
                raise _failure(answer["message"])
            if number == self._number:
                return {file["path"].replace("\\", "/"): b64decode(file["content"]) for file in answer["files"]}
        errors = cast(IO[bytes], self._process.stderr).read().decode(errors="replace")
        raise _failure(errors or f"it ended with {self._process.wait()}")

    def _send(self, **payload: object) -> None:
        self._number += 1
        request = json.dumps({"message_id": self._number, "payload": payload}, ensure_ascii=False)
        with suppress(BrokenPipeError):  # it has ended, and `wait` gives the reason
            self._requests.write(b64encode(request.encode(errors="replace")) + b",")

    def _read(self) -> Iterator[dict[str, Any]]:
        answer = bytearray()
        while part := os.read(self._answers.fileno(), 1 << 16):
            *ends, rest = part.split(b",")
            for end in ends:
                yield json.loads(b64decode(answer + end))["payload"]
                answer.clear()
            answer += rest


def _failure(message: str) -> PluginError:
    reason = " ".join(message.split())
    return PluginError(f"Pagefind cannot index the site: {reason}; `search: material` does without it")
