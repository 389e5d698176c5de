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
from daytrail.importers.log_reader import Day, Log
from daytrail.importers.preview import Finding
from daytrail.source.files import MARKDOWN_ENDINGS, is_hidden


@dataclass
class DocumentLinks:
    """The links of one document, whose days become entries at some paths."""

    folder: Path
    """The folder of the document."""
    document: Document
    result: Log
    url: str | None
    paths: Mapping[int, Path]
    """The path of the entry of each day, by the day's line."""
    copies: dict[Path, Path] = field(default_factory=dict)
    """Files that are copied, by the path of the copy."""
    broken: list[Finding] = field(default_factory=list)
    """Links that lead nowhere, and became text."""

    def __post_init__(self) -> None:
        text = self.document.text
        self._definitions = definitions_in(text) if "]:" in text else {}
        self._days: dict[str, int] = {}
        for day in self.result.days:
            for name in (str(day.date or ""), f"day {day.number}", f"day-{day.number}"):
                self._days.setdefault(name, day.line)
        self._files = {(self.folder / day.file).resolve(): day.line for day in self.result.days if day.file}
        self._anchors: dict[str, tuple[int, str]] = {}
        for line in self.document.lines if "#" in text or "[[" in text else ():
            owner = self.result.places[line.number].owner
            if owner and (line.kind is LineKind.HEADING or owner == line.number):
                anchor = slugify(plain_text(line.content))
                self._anchors.setdefault(anchor, (owner, "" if owner == line.number else anchor))

    def body(self, day: Day) -> str:
        """Return the text of a day with its new links and the definitions that it needs."""

        def new_target(url: str, is_image: bool) -> str | None:
            new = self._target(day, url)
            new = absolute_link(url, self.url, is_image=is_image) if new is None else new
            if new is None and day.file:
                return url  # a file that is a day is copied as it is
            if new is None:
                self.broken.append(Finding(day.line, f"the link to `{url}` leads nowhere, and becomes text"))
            return new

        def wiki_target(name: str, is_image: bool) -> str | None:
            if not is_image and (owner := self._days.get(name.casefold())):
                return self._link_to(day, owner)
            return self._copy(day, name, quote(name, safe="/."))

        definitions = "\n".join(missing_definitions(day.body, self._definitions))
        text = f"{day.body}\n\n{definitions}" if definitions else day.body
        return with_known_notations(rewrite_links(text, new_target), wiki_target)

    def _target(self, day: Day, url: str) -> str | None:
        """Return the new target of a link; None if nothing is known that it leads to."""
        path, _, anchor = url.partition("#")
        if SCHEME.match(url):
            return url
        if not path or (self.url and path == self.url):
            return self._day_target(day, unquote(anchor))
        if "%00" in path or "\0" in path:
            return None
        if owner := self._files.get((self._folder_of(day) / unquote(path)).resolve()):
            return self._link_to(day, owner, anchor)
        return self._copy(day, unquote(path), url)

    def _folder_of(self, day: Day) -> Path:
        return (self.folder / day.file).parent if day.file else self.folder

    def _link_to(self, day: Day, owner: int, anchor: str = "") -> str:
        relative = os.path.relpath(self.paths[owner], self.paths[day.line].parent).replace("\\", "/")
        return quote(relative, safe="/.") + (f"#{quote(anchor)}" if anchor else "")

    def _day_target(self, day: Day, anchor: str) -> str | None:
        name = anchor.casefold()
        owner, inner = self._anchors.get(anchor) or self._anchors.get(name) or (self._days.get(name, 0), "")
        if owner == day.line:
            return f"#{inner}" if inner else None
        return self._link_to(day, owner, inner) if owner in self.paths else None

    def _copy(self, day: Day, name: str, url: str) -> str | None:
        """Plan a copy of a file beside the document, and return the link to it; None if there is none to publish."""
        path = name.lstrip("/")
        beside, folder = self._folder_of(day), self.paths[day.line].parent
        file, inside = beside / path, os.path.normpath(path).replace("\\", "/")
        # Not everybody who writes a document may read all that the user may who imports it.
        is_linked = file.resolve() != Path(os.path.normpath(beside.resolve() / path))
        if is_linked or not file.resolve().is_relative_to(self.folder.resolve()):
            return None
        is_published = Path(path).suffix and not is_hidden(inside) and not path.casefold().endswith(MARKDOWN_ENDINGS)
        if not is_published or not file.is_file() or file.stat().st_size > MAX_FILE_BYTES:
            return None
        inside = Path(inside).name if inside.startswith("..") else inside
        target, number = folder / inside, 1
        while (taken := self.copies.get(target) or (target if target.exists() else None)) and not cmp(
            taken, file, shallow=False
        ):
            number += 1
            target = (folder / inside).with_stem(f"{Path(inside).stem}-{number}")
        self.copies[target] = file
        relative = target.relative_to(folder).as_posix()
        return url if relative == path == name else quote(relative, safe="/.")
