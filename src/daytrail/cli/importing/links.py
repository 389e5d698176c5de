"""Links of imported logs: to other days of the import, to files in the folder of the source, or to the source's URL."""

import os
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count as count_from
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

from markdown_it.common.utils import normalizeReference
from mdit_py_plugins.anchors.index import slugify

from daytrail.cli.common.files import MAX_FILE_BYTES
from daytrail.gfm import parser
from daytrail.importers.log.day_mark import read_day_mark
from daytrail.importers.log.draft_entry import DraftEntry
from daytrail.importers.text.diagnostics import count_words, diagnostic
from daytrail.importers.text.link_rewriting import LinkType, NewTarget, rewrite_links, unchanged
from daytrail.importers.text.links import absolute_link, is_web_url
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.outline import BlockType, read_outline
from daytrail.model.urls import split_url
from daytrail.problems import Problem
from daytrail.source.files import MARKDOWN_ENDINGS, is_hidden, link_obstacle, read_bytes
from daytrail.source.private_text import blank_private, cut_private
from daytrail.views.body import render_body
from daytrail.views.links import anchors_in

_DEFINITION = re.compile(r" {0,3}\[(?P<label>[^\[\]]+)\]:")
_HTML_ANCHOR = re.compile(r"<[a-z]\w*\s[^>]*?\b(?:id|name)=[\"']?(?P<name>[^\"'\s>]+)", re.IGNORECASE)
_MAX_LINES_TO_LINK = 1000
"""How far below the beginning of a day a link is searched, to report its line."""


class BrokenLink(Exception):
    """A link has no target in the project; the message is the reason."""


@dataclass
class LinkedText:
    """The body of an entry, or a page, whose links lead somewhere, and what became of the others."""

    path: Path
    """The file that it is to be written to."""
    text: str
    draft: DraftEntry | None = None
    """None for a page."""
    copies: list[tuple[Path, Path]] = field(default_factory=list)
    """Files to copy, each with the path of its copy."""
    lost_words: list[str] = field(default_factory=list)
    """Words of links, of their targets and of definitions that the text does not contain any more."""
    problems: list[Problem] = field(default_factory=list)

    def change(self, text: str, lost_words: Iterable[str] = ()) -> None:
        """Replace the text, and record the words that it loses besides others that are known to be lost."""
        self.lost_words += (*lost_words, *(count_words(self.text) - count_words(text)).elements())
        self.text = text

    @property
    def line(self) -> int:
        """The line of the source at which it begins."""
        return self.draft.line if self.draft else 1

    @property
    def has_page(self) -> bool:
        """Whether the site has a page for it."""
        return not self.draft or (self.draft.date is not None and not self.draft.is_draft)

    @cached_property
    def anchors(self) -> set[str]:
        """The anchors on its page, before any link is rewritten."""
        return anchors_in(render_body(self.text))

    @cached_property
    def public_text(self) -> str:
        """Its text without private passages, before any link is rewritten."""
        return cut_private(self.text, "", 1)[0]


@dataclass
class SourceLinks:
    """A source document as its links see it."""

    path: Path
    text: str
    url: str | None
    texts: Sequence[LinkedText]
    """Texts that are made of the document: its entries and its page."""

    @cached_property
    def lines(self) -> Sequence[str]:
        """The lines of the document."""
        return self.text.split("\n")

    @cached_property
    def days(self) -> Sequence[LinkedText]:
        """Its days in its order."""
        return sorted((text for text in self.texts if text.draft), key=lambda text: text.line)

    def line_of(self, target: str, text: LinkedText) -> int:
        """Return the line of a link's target in a text; that of the next one each time it is called."""
        spellings = {target, unquote(target)} if target else {"]()", "](<>)"}
        start = self._next_lines.get((text.path, target), text.line)
        lines = enumerate(self.lines[start - 1 : start - 1 + _MAX_LINES_TO_LINK], start)
        line = next((number for number, line in lines if any(spelling in line for spelling in spellings)), text.line)
        self._next_lines[text.path, target] = line + 1
        return line

    @cached_property
    def _next_lines(self) -> dict[tuple[Path, str], int]:
        return {}

    # Definitions

    @cached_property
    def definitions(self) -> Mapping[str, str]:
        """The Markdown of the definitions of links and footnotes, by normalised name, or by label as in `^1`."""
        public_lines = blank_private(self.text, "", kind="markdown")[0].split("\n")
        starts = [(index, match) for index, line in enumerate(public_lines) if (match := _DEFINITION.match(line))]
        hidden = read_outline(self.text).hidden_lines if starts else ()
        definitions: dict[str, str] = {}
        for index, match in starts:
            if index + 1 not in hidden:
                is_footnote = match["label"].startswith("^")
                name = match["label"] if is_footnote else normalizeReference(match["label"])
                end = self._end_of_footnote(index) if is_footnote else index + 1
                definitions.setdefault(name, "\n".join(self.lines[index:end]).rstrip())
        return definitions

    def _end_of_footnote(self, start: int) -> int:
        """Return the index of the line behind a footnote, whose further lines are indented."""
        end = index = start + 1
        while index < len(self.lines) and (not self.lines[index].strip() or self.lines[index].startswith(("  ", "\t"))):
            index += 1
            end = index if self.lines[index - 1].strip() else end
        return end

    @cached_property
    def references(self) -> Mapping[str, Any]:
        """The definitions as a Markdown parser has them."""
        env: dict[str, Any] = {}
        links = [markdown for name, markdown in self.definitions.items() if name[0] != "^"]
        parser().parse("\n\n".join(links), env)
        footnotes = {name: name for name in self.definitions if name[0] == "^"}
        return {**env.get("references", {}), **footnotes}

    # Anchors

    @cached_property
    def _anchors(self) -> Mapping[str, tuple[int, str]]:
        """Line and words of each heading by the anchor that GitHub gives it, and the lines of anchors in HTML."""
        anchors: dict[str, tuple[int, str]] = {}
        for block in read_outline(self.text).blocks:
            if block.type is BlockType.HEADING and "<summary" not in self.lines[block.line - 1].casefold():
                words = plain_text(block.text)
                name, number = slugify(words), 0
                while (numbered := f"{name}-{number}" if number else name) in anchors:
                    number += 1
                anchors[numbered] = block.line, words
        starts = {day.line for day in self.days}
        for number, line in enumerate(self.lines, start=1):
            if match := _HTML_ANCHOR.search(line):
                below = next((at for at in range(number + 1, number + 4) if at in starts), number)
                anchors.setdefault(match["name"], (below, ""))
        return anchors

    @cached_property
    def _days_by_name(self) -> Mapping[object, list[LinkedText]]:
        """The days by date and by number."""
        days: defaultdict[object, list[LinkedText]] = defaultdict(list)
        for day in self.days:
            if day.draft and day.draft.date:
                days[day.draft.date].append(day)
            if day.draft and day.draft.day_numbers:
                days[day.draft.day_numbers[0]].append(day)
        return days

    def find_anchor(self, name: str) -> tuple[LinkedText, str] | None:
        """Return the day that an anchor of the document leads to, with the anchor there; it may be empty."""
        name = unquote(name)
        found = self._anchors.get(name) or self._anchors.get(name.casefold())
        if not found:
            named = self.find_day(name) or self.find_day(name.replace("-", " ")) or self._day_with_prefix(name)
            return (named, "") if named else None
        line, words = found
        index = bisect_right(self.days, line, key=lambda day: day.line) - 1
        if index < 0:
            return None
        day = self.days[index]
        anchor = next((anchor for anchor in (slugify(words), name) if anchor in day.anchors), "")
        return (day, anchor) if anchor or line == day.line else None

    def find_day(self, name: str) -> LinkedText | None:
        """Return the day that a date or a number in words means, if there is only one."""
        mark = read_day_mark(name.replace("_", "-"))
        if mark.rest or not mark.marks_a_day:
            return None
        if mark.date:
            day = mark.date.resolve(mark.date.year, "mdy") if mark.date.year else None
            return _only(self._days_by_name.get(day, ()))
        numbers = mark.day_numbers
        return _only(self._days_by_name.get(numbers[0], ())) if numbers and numbers[0] == numbers[1] else None

    def _day_with_prefix(self, name: str) -> LinkedText | None:
        """Return the only day whose anchor begins with a name, as `day-3-low-water` does with `day-3`."""
        names, days = self._days_by_anchor
        name = re.sub("-+", "-", name)
        start = bisect_left(names, name)
        return _only([days[at] for at in range(start, min(start + 2, len(names))) if names[at].startswith(name)])

    @cached_property
    def _days_by_anchor(self) -> tuple[Sequence[str], Sequence[LinkedText]]:
        """The anchors of the days in alphabetical order, and the days in the same order."""
        starts = {day.line: day for day in self.days}
        pairs = sorted((re.sub("-+", "-", name), line) for name, (line, _) in self._anchors.items() if line in starts)
        return [name for name, _ in pairs], [starts[line] for _, line in pairs]


def _only(days: Sequence[LinkedText]) -> LinkedText | None:
    return days[0] if len(days) == 1 else None


class LinkTargets:
    """Targets of the links of source documents, after their days became entries."""

    def __init__(self, root: Path, entries: Path, sources: Sequence[SourceLinks]) -> None:
        self.root = root
        self.entries = entries
        """The folder of the entries."""
        self.sources = sources
        self._by_path = {source.path.resolve(): source for source in sources}
        self._claimed: dict[Path, Path] = {}
        """Files that are to be copied, by the path of the copy."""

    def rewrite(self) -> None:
        """Rewrite the links of all texts."""
        for source in self.sources:
            _move_definitions(source)
            for text in source.texts:
                result = rewrite_links(text.text, self._new_target(source, text))
                unused_names = result.inlined_names & result.unused_names & source.definitions.keys()
                unused = [source.definitions[name] for name in unused_names]
                text.change(_without_lines(result.text, unused), result.lost_words)

    def _new_target(self, source: SourceLinks, text: LinkedText) -> NewTarget:
        def new_target(url: str, link_type: LinkType) -> str | None:
            try:
                new = self._find(source, text, url, link_type)
            except BrokenLink as broken:
                is_image = link_type == "image"
                new = None if link_type == "wiki link" else absolute_link(url, source.url, is_image=is_image)
                if new is None:
                    is_public = url in text.public_text or unquote(url) in text.public_text
                    name = "a private link" if not is_public else f"the link to `{unquote(url)}`" if url else "a link"
                    message = f"{name} does not work: {broken}"
                    text.problems.append(diagnostic(source.line_of(url, text), "broken-link", message))
            if new != url and is_web_url(url):
                text.lost_words.append(url)
            return new

        return new_target

    def _find(self, source: SourceLinks, text: LinkedText, url: str, link_type: LinkType) -> str | None:
        """Return the new target of a link, or raise BrokenLink; None for a wiki link that names no day and no file."""
        if link_type == "wiki link":
            return self._wiki_target(source, text, url)
        page, _, anchor = url.partition("#")
        if not page and anchor:
            return self._anchor(source, text, anchor)
        if anchor and page == source.url and (found := source.find_anchor(anchor)):
            with suppress(BrokenLink):
                return self._link_to(text, *found)
        if url.casefold().startswith("file:"):
            raise BrokenLink("it is a path on one computer")
        parts = split_url(url)
        if parts is None or parts.scheme or parts.netloc:
            return url
        path = unquote(parts.path)
        if not path:
            raise BrokenLink("it has no target")
        if "\0" in path:
            raise BrokenLink("its name has a null character")
        if day := self._day_in_file(source, text, path, parts.fragment):
            return day
        copy = self._copy(source, text, path.lstrip("/"))
        return url.lstrip("/") if copy == path.lstrip("/") else quote(copy, safe="/.")

    def _anchor(self, source: SourceLinks, text: LinkedText, name: str) -> str:
        """Return the target of a link within the document."""
        if name in text.anchors or unquote(name) in text.anchors:
            return f"#{name}"
        if found := source.find_anchor(name):
            return self._link_to(text, *found)
        raise BrokenLink("the page has no such heading")

    def _link_to(self, text: LinkedText, day: LinkedText, anchor: str = "") -> str:
        """Return the link from a text to a day; a page cannot link to a day that has none."""
        if day is text and anchor:
            return f"#{quote(anchor)}"
        if text.has_page and not day.has_page:
            is_draft = day.draft and day.draft.date
            raise BrokenLink("the day is a draft" if is_draft else "the day has no date, and so no page")
        # A page is published when it has been moved to docs/, below which the entries are when the site is built.
        path = os.path.relpath(day.path, text.path.parent if text.draft else self.root)
        return quote(Path(path).as_posix(), safe="/.") + (f"#{quote(anchor)}" if anchor else "")

    def _wiki_target(self, source: SourceLinks, text: LinkedText, name: str) -> str | None:
        """Return the target of a wiki link, None if it names no day and no file."""
        name, _, heading = name.partition("#")
        for other in (source, *self.sources):
            if day := other.find_day(name):
                return self._link_to(text, day)
        if day_in_file := self._day_in_file(source, text, f"{name}.md", slugify(heading)):
            return day_in_file
        return quote(self._copy(source, text, name), safe="/.") if re.search(r"\.\w{2,4}$", name) else None

    def _day_in_file(self, source: SourceLinks, text: LinkedText, path: str, anchor: str) -> str | None:
        """Return the link to a day of another file of the same import."""
        if not (other := self._by_path.get((source.path.parent / path).resolve())):
            return None
        if anchor and (found := other.find_anchor(anchor)):
            return self._link_to(text, *found)
        return self._link_to(text, other.days[0]) if len(other.days) == 1 else None

    def _copy(self, source: SourceLinks, text: LinkedText, path: str) -> str:
        """Plan the copy of a file near the source; return its path from a text, or raise BrokenLink."""
        file, folder = source.path.parent / path, text.path.parent
        try:
            target = (folder / path).resolve()
            if not target.is_relative_to(self.entries if text.draft else folder):
                raise BrokenLink("it leads out of the folder of entries")
            if obstacle := _file_obstacle(source.path.parent, path):
                raise BrokenLink(obstacle)
            first = target
            for number in count_from(2):  # two documents may have different files of the same name
                if self._claimed.setdefault(target, file.resolve()) == file.resolve():
                    break
                target = first.with_name(f"{first.stem}-{number}{first.suffix}")
            if target.exists() and target.read_bytes() != file.read_bytes():
                raise BrokenLink(f"`{os.path.relpath(target, self.root)}` exists with other content")
        except (OSError, ValueError) as failure:  # ValueError: a null character
            raise BrokenLink(getattr(failure, "strerror", None) or str(failure)) from None
        text.copies.append((file, target))
        return path if target == first else Path(os.path.relpath(target, folder)).as_posix()


def _file_obstacle(folder: Path, path: str) -> str:
    """Return why a file that is named from a source's folder cannot be copied, else an empty text."""
    file = folder / path
    # Not everybody who writes a document may read all that the user may who imports it.
    if is_hidden(path) or (link_obstacle(folder, path) and file.exists()):
        return "the file is hidden, or a symbolic link leads to it"
    if file.is_dir():
        return "it is a folder"
    if not file.is_file():
        return "there is no such file next to the source"
    if file.name.casefold().endswith(MARKDOWN_ENDINGS):
        return "it is another document, which was not imported"
    if not file.suffix:
        return "a file without an extension is not published"
    is_large = len(read_bytes(file, MAX_FILE_BYTES)) > MAX_FILE_BYTES
    return f"the file is larger than {MAX_FILE_BYTES // 1_000_000} MB" if is_large else ""


def _move_definitions(source: SourceLinks) -> None:
    """Move the definitions of reference links and footnotes to the texts that use them."""
    if not source.definitions:
        return
    uses = [(text, rewrite_links(text.text, unchanged, source.references)) for text in source.texts]
    moved_names = {name for _, names in uses for name in names.missing_names}
    for text, names in uses:
        unused = [source.definitions[name] for name in names.unused_names & moved_names]
        used = (one for name, one in source.definitions.items() if name in names.missing_names)
        text.change("\n\n".join((_without_lines(text.text, unused), *used)))


def _without_lines(text: str, blocks: Iterable[str]) -> str:
    """Return a text without some blocks of lines, as which they must be written in it."""
    for block in blocks:
        text = f"\n{text}\n".replace(f"\n{block}\n", "\n").strip("\n")
    return text
