"""Links of imported days: to other days, to files that are copied beside the entry, or to the document on the web."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from filecmp import cmp
from pathlib import Path
from urllib.parse import quote, unquote

from mdit_py_plugins.anchors.index import slugify

from daytrail.cli.common.files import MAX_FILE_BYTES
from daytrail.importers.document import Document, LineKind, plain_text
from daytrail.importers.links import (
    SCHEME,
    absolute_link,
    definitions_in,
    missing_definitions,
    rewrite_links,
    with_known_notations,
)
from daytrail.importers.log_reader import LogResult
from daytrail.importers.preview import Finding
from daytrail.source.files import MARKDOWN_ENDINGS, is_hidden


@dataclass
class DocumentLinks:
    """The links of one document, whose days become entries at some paths."""

    folder: Path
    """The folder of the document."""
    document: Document
    result: LogResult
    url: str | None
    paths: Mapping[int, Path]
    """The path of the entry of each day, by the day's line."""
    copies: dict[Path, Path] = field(default_factory=dict)
    """Files that are copied, by the path of the copy."""
    broken: list[Finding] = field(default_factory=list)
    """Links that lead nowhere, and became text."""

    def __post_init__(self) -> None:
        self._definitions = definitions_in(self.document.text) if "]:" in self.document.text else {}
        self._anchors: dict[str, tuple[int, str]] = {}
        self._names: dict[str, int] = {}
        for line in self.document.lines if "#" in self.document.text or "[[" in self.document.text else ():
            owner = self.result.places[line.number].owner
            if owner and (line.kind is LineKind.HEADING or owner == line.number):
                anchor = slugify(plain_text(line.content))
                self._anchors.setdefault(anchor, (owner, "" if owner == line.number else anchor))
        self._days_of_files = {(self.folder / day.file).resolve(): day.line for day in self.result.days if day.file}
        self._files = {day.line: day.file for day in self.result.days}
        for day in self.result.days:
            for name in (str(day.date or ""), f"day {day.number}", f"day-{day.number}"):
                self._names.setdefault(name, day.line)

    def body(self, line: int, body: str) -> str:
        """Return the text of the day that begins in a line, with its new links and the definitions that it needs."""
        folder = self.paths[line].parent

        def new_target(url: str, is_image: bool) -> str | None:
            new = self._target(line, url, folder)
            new = absolute_link(url, self.url, is_image=is_image) if new is None else new
            if new is None and self._files[line]:
                return url  # a file that is a day is copied as it is
            if new is None:
                self.broken.append(Finding(line, f"the link to `{url}` leads nowhere, and becomes text"))
            return new

        definitions = "\n".join(missing_definitions(body, self._definitions))
        text = f"{body}\n\n{definitions}" if definitions else body
        text = rewrite_links(text, new_target)
        return with_known_notations(text, lambda name, is_image: self._wiki_target(line, name, is_image=is_image))

    def _target(self, line: int, url: str, folder: Path) -> str | None:
        """Return the new target of a link; None if nothing is known that it leads to."""
        if SCHEME.match(url):
            return url
        path, _, anchor = url.partition("#")
        if not path or (self.url and path == self.url):
            return self._day_target(line, unquote(anchor), folder) if anchor else None
        if "%00" in path or "\0" in path:
            return None
        if owner := self._days_of_files.get((self._folder_of(line) / unquote(path)).resolve()):
            return self._link_to(owner, anchor, folder)
        return self._copy(unquote(path), folder, url, self._folder_of(line))

    def _folder_of(self, line: int) -> Path:
        return (self.folder / self._files[line]).parent if self._files[line] else self.folder

    def _link_to(self, owner: int, anchor: str, folder: Path) -> str:
        relative = os.path.relpath(self.paths[owner], folder).replace("\\", "/")
        return quote(relative, safe="/.") + (f"#{quote(anchor)}" if anchor else "")

    def _day_target(self, line: int, anchor: str, folder: Path) -> str | None:
        owner, inner = self._anchors.get(anchor) or self._anchors.get(anchor.casefold()) or (0, "")
        owner = owner or self._names.get(anchor.casefold(), 0)
        if not owner or owner not in self.paths:
            return None
        if owner == line:
            return f"#{inner}" if inner else None
        return self._link_to(owner, inner, folder)

    def _wiki_target(self, line: int, name: str, *, is_image: bool) -> str | None:
        owner, folder = self._names.get(name.casefold()), self.paths[line].parent
        if owner and not is_image:
            return self._link_to(owner, "", folder)
        return self._copy(name, folder, quote(name, safe="/."), self._folder_of(line))

    def _copy(self, name: str, folder: Path, url: str, beside: Path) -> str | None:
        """Plan a copy of a file beside the document, and return the link to it; None if there is none to publish."""
        path = name.lstrip("/")
        file = beside / path
        inside = os.path.normpath(path).replace("\\", "/")
        # Not everybody who writes a document may read all that the user may who imports it.
        is_linked = file.resolve() != Path(os.path.normpath(beside.resolve() / path))
        if is_linked or not file.resolve().is_relative_to(self.folder.resolve()):
            return None
        is_published = Path(path).suffix and not is_hidden(inside) and not path.casefold().endswith(MARKDOWN_ENDINGS)
        if not is_published or not file.is_file() or file.stat().st_size > MAX_FILE_BYTES:
            return None
        if inside.startswith(".."):
            inside = Path(inside).name
        target, number = folder / inside, 1
        while (taken := self.copies.get(target) or (target if target.exists() else None)) and not _is_same(taken, file):
            number += 1
            target = (folder / inside).with_stem(f"{Path(inside).stem}-{number}")
        self.copies[target] = file
        relative = target.relative_to(folder).as_posix()
        return url if relative == path == name else quote(relative, safe="/.")


def _is_same(one: Path, other: Path) -> bool:
    return one == other or cmp(one, other, shallow=False)
