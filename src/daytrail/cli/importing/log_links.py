"""Links of imported days: to files that are days, to files that are copied beside the entry, or to the web."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from filecmp import cmp
from pathlib import Path
from urllib.parse import quote, unquote

from mdit_py_plugins.anchors.index import slugify

from daytrail.cli.common.files import MAX_FILE_BYTES
from daytrail.importers.document import Document, LineKind
from daytrail.importers.item_text import plain
from daytrail.importers.links import (
    SCHEME,
    absolute_link,
    definitions_in,
    missing_definitions,
    rewrite_links,
    without_code,
)
from daytrail.importers.log_reader import Day
from daytrail.importers.preview import Finding
from daytrail.source.files import MARKDOWN_ENDINGS, is_hidden

_EMBEDDED = re.compile(r"!\[\[([^\[\]|#\n]+)")
"""A file that is shown, as Obsidian writes it."""


@dataclass
class DocumentLinks:
    """The links of one document, whose days become entries at some paths."""

    folder: Path
    """The folder of the document."""
    document: Document
    url: str | None
    paths: Mapping[Day, Path]
    """The path of the entry of each day."""
    copies: dict[Path, Path] = field(default_factory=dict)
    """Files that are copied, by the path of the copy."""
    broken: list[Finding] = field(default_factory=list)
    """Links that lead nowhere, and became text."""

    def __post_init__(self) -> None:
        self._definitions = definitions_in(self.document.text)
        self._files = {(self.folder / day.file).resolve(): path for day, path in self.paths.items() if day.file}

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

        definitions = "\n".join(missing_definitions(day.body, self._definitions))
        text = f"{day.body}\n\n{definitions}" if definitions else day.body
        for name in _EMBEDDED.findall(without_code(text)):  # the build reads the notation
            self._copy(day, name.strip(), "")
        return rewrite_links(text, new_target)

    def _target(self, day: Day, url: str) -> str | None:
        """Return the new target of a link; None if nothing is known that it leads to."""
        path, _, anchor = url.partition("#")
        if SCHEME.match(url):
            return url
        if not path:
            headings = (line for line in day.content if line.kind is LineKind.HEADING)
            return url if unquote(anchor) in (slugify(plain(line.content)) for line in headings) else None
        if "%00" in path or "\0" in path:
            return None
        if entry := self._files.get((self.folder / Path(day.file).parent / unquote(path)).resolve()):
            relative = os.path.relpath(entry, self.paths[day].parent).replace("\\", "/")
            return quote(relative, safe="/.") + (f"#{anchor}" if anchor else "")
        return self._copy(day, unquote(path), url)

    def _copy(self, day: Day, name: str, url: str) -> str | None:
        """Plan a copy of a file beside the document, and return the link to it; None if there is none to publish."""
        path = name.lstrip("/")
        beside, folder = self.folder / Path(day.file).parent, self.paths[day].parent
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
