"""Links of imported logs: to other days of the import, to files in the folder of the source, or to the source's URL."""

import os
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
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
from daytrail.importers.text.link_rewriting import LinkType, rewrite_links, unchanged
from daytrail.importers.text.links import absolute_link, is_web_url
from daytrail.importers.text.markdown import plain_text
from daytrail.importers.text.outline import BlockType, read_outline
from daytrail.model.urls import split_url
from daytrail.problems import Problem
from daytrail.source.files import MARKDOWN_ENDINGS, is_hidden, link_obstacle, read_bytes
from daytrail.source.private_text import blank_private, cut_private
from daytrail.views.body import render_body
from daytrail.views.links import anchors_in

_MOST_LINES_BETWEEN = 20
"""Lines of a section that may be missing from its body, such as a date below the heading."""
_DEFINITION = re.compile(r" {0,3}\[(?P<label>[^\[\]]+)\]:")
_HTML_ANCHOR = re.compile(r"<[a-z]\w*\s[^>]*?\b(?:id|name)=[\"']?(?P<name>[^\"'\s>]+)", re.IGNORECASE)
_MAX_LINES_TO_LINK = 1000
"""How far below the beginning of a day a link is searched, to report its line."""


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

    def drop(self, definition: str) -> None:
        """Remove the lines of a definition."""
        text = f"\n{self.text}\n".replace(f"\n{definition}\n", "\n").strip("\n")
        if text != self.text:
            self.lost_words += (count_words(self.text) - count_words(text)).elements()
            self.text = text

    @property
    def line(self) -> int:
        """The line of the source at which it begins."""
        return self.draft.line if self.draft else 1

    @cached_property
    def anchors(self) -> set[str]:
        """The anchors on its page; they are asked for when all links but those to anchors are rewritten."""
        return anchors_in(render_body(self.text))


@dataclass
class SourceLinks:
    """A source document as its links see it."""

    path: Path
    text: str
    url: str | None
    texts: Sequence[LinkedText]
    """Texts that are made of the document: its entries and its page."""
    moved_names: set[str] = field(default_factory=set)
    """Names of definitions that were moved to the texts that use them."""

    @cached_property
    def lines(self) -> Sequence[str]:
        """The lines of the document."""
        return self.text.split("\n")

    @cached_property
    def days(self) -> Sequence[LinkedText]:
        """Its days in its order."""
        return sorted((text for text in self.texts if text.draft), key=lambda text: text.line)

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

    def line_of(self, target: str, text: LinkedText, line: int) -> int:
        """Return the line of a link's target, given its text and its line there."""
        spellings = {target, unquote(target)} if target else {"]()", "](<>)"}

        def has_target(number: int) -> bool:
            return any(spelling in self.lines[number - 1] for spelling in spellings)

        lines = self._lines_of(text.draft) if text.draft else ()
        start = lines[line - 1] if line <= len(lines) else text.line
        stop = min(start + _MAX_LINES_TO_LINK, len(self.lines) + 1)
        return next(filter(has_target, range(start, stop)), start)

    def _lines_of(self, draft: DraftEntry) -> Sequence[int]:
        """Return the line of each line of the body of a draft."""
        if draft.line not in self._lines_of_drafts:
            self._lines_of_drafts[draft.line] = _lines_of_body(self.lines, draft.line, draft.body)
        return self._lines_of_drafts[draft.line]

    @cached_property
    def _lines_of_drafts(self) -> dict[int, Sequence[int]]:
        return {}

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

    @cached_property
    def _days_by_words(self) -> Mapping[str, list[LinkedText]]:
        """The days by the words at the beginning of their anchors, as in `day-3` of `day-3-low-water`."""
        days: defaultdict[str, list[LinkedText]] = defaultdict(list)
        lines = {line: name for name, (line, _) in self._anchors.items()}
        for day in self.days:
            words = _words(lines.get(day.line, ""))
            for end in range(1, len(words) + 1):
                days["-".join(words[:end])].append(day)
        return days

    def find_anchor(self, name: str) -> tuple[LinkedText, str] | None:
        """Return the day that an anchor of the document leads to, with the anchor there; it may be empty."""
        name = unquote(name)
        found = self._anchors.get(name) or self._anchors.get(name.casefold())
        if found:
            line, words = found
            index = bisect_right(self.days, line, key=lambda day: day.line) - 1
            if index < 0:
                return None
            day = self.days[index]
            anchor = next((anchor for anchor in (slugify(words), name) if anchor in day.anchors), "")
            return (day, anchor) if anchor or line == day.line else None
        named = (
            self.find_day(name)
            or self.find_day(name.replace("-", " "))
            or _only(self._days_by_words.get("-".join(_words(name)), ()))
        )
        return (named, "") if named else None

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


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


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
                self._rewrite(source, text)
        for source in self.sources:
            for text in source.texts:
                if re.search(r"\]\(\s*<?#|href\s*=\s*[\"']?#|\]\[|^ {0,3}\[[^\]\n]+\]:\s*#", text.text, re.MULTILINE):
                    self._rewrite(source, text, anchors=True)

    def _rewrite(self, source: SourceLinks, text: LinkedText, *, anchors: bool = False) -> None:
        """Rewrite the links of a text, those to anchors or all others, and report those that have no target."""
        public_text = cache(lambda: cut_private(text.text, "", 1)[0])

        def new_target(url: str, link_type: LinkType, line: int) -> str | None:
            if url.startswith("#") != anchors or (anchors and link_type == "wiki link"):
                return unchanged(url, link_type)
            reasons: list[str] = []
            if anchors:
                new = self._anchor(source, text, url, reasons)
            elif link_type == "wiki link":
                if (new := self._wiki_target(source, text, url, reasons)) is None and not reasons:
                    return None
            else:
                new = self._target(source, text, url, reasons)
            if new != url and is_web_url(url):
                text.lost_words.append(url)
            if new is None or reasons:
                reason = reasons[0] if reasons else "the page has no such heading"
                is_public = url in public_text() or unquote(url) in public_text()
                link = "a private link" if not is_public else f"the link to `{unquote(url)}`" if url else "a link"
                message = f"{link} does not work: {reason}"
                text.problems.append(diagnostic(source.line_of(url, text, line), "broken-link", message))
            return new

        rewritten = rewrite_links(text.text, new_target)
        text.text = rewritten.text
        text.lost_words += rewritten.lost_words
        for name in rewritten.unused_names & source.definitions.keys():
            if name in source.moved_names:  # it was moved here, but its target is none
                text.drop(source.definitions[name])

    def _anchor(self, source: SourceLinks, text: LinkedText, url: str, reasons: list[str]) -> str | None:
        """Return the target of a link within the document; why it has none is added to the reasons."""
        name = url[1:]
        if name in text.anchors or unquote(name) in text.anchors:
            return url
        found = source.find_anchor(name)
        if found and (link := self._link_to(text, *found, reasons=reasons)):
            return link
        if link := absolute_link(url, source.url):
            reasons.clear()
        return link

    def _link_to(self, text: LinkedText, day: LinkedText, anchor: str = "", *, reasons: list[str]) -> str | None:
        """Return the link from a text to a day, or None if the day will have no page while the text has one."""
        if day is text and anchor:
            return f"#{quote(anchor)}"
        has_page = not text.draft or (text.draft.date and not text.draft.is_draft)
        if day.draft and has_page and (day.draft.date is None or day.draft.is_draft):
            reasons.append("the day is a draft" if day.draft.date else "the day has no date, and so no page")
            return None
        # A page is published when it has been moved to docs/, below which the entries are when the site is built.
        path = os.path.relpath(day.path, text.path.parent if text.draft else self.root)
        return quote(Path(path).as_posix(), safe="/.") + (f"#{quote(anchor)}" if anchor else "")

    def _target(self, source: SourceLinks, text: LinkedText, url: str, reasons: list[str]) -> str | None:
        """Return the target of a link that is no anchor; why it has none is added to the reasons."""
        page, _, anchor = url.partition("#")
        if anchor and page == source.url and (found := source.find_anchor(anchor)):
            return self._link_to(text, *found, reasons=[]) or url
        parts = split_url(url)
        if url.casefold().startswith("file:"):
            reasons.append("it leads to a file of one computer")
            return None
        if parts is None or parts.scheme or parts.netloc:
            return url
        path = unquote(parts.path)
        if not path:
            reasons.append("it has no target")
            return None
        if new := self._path(source, text, path, parts.fragment, reasons):
            return url.lstrip("/") if new == path.lstrip("/") else new
        if link := absolute_link(url, source.url):
            reasons.clear()
        return link

    def _path(self, source: SourceLinks, text: LinkedText, path: str, anchor: str, reasons: list[str]) -> str | None:
        """Return the target of a link to a day of another file, or to a file in the folder of the source."""
        if "\0" in path:
            reasons.append("its name has a null character")
            return None
        if day := self._day_in_file(source, text, path, anchor, reasons):
            return day
        local_path = path.lstrip("/")
        copy = self._copy(source, text, local_path, reasons)
        return copy if copy in (None, local_path) else quote(copy, safe="/.")

    def _wiki_target(self, source: SourceLinks, text: LinkedText, name: str, reasons: list[str]) -> str | None:
        """Return the target of a wiki link, None if it names no day and no file."""
        name, _, heading = name.partition("#")
        for other in (source, *self.sources):
            if day := other.find_day(name):
                return self._link_to(text, day, reasons=reasons)
        if day_in_file := self._day_in_file(source, text, f"{name}.md", slugify(heading), reasons):
            return day_in_file
        if re.search(r"\.\w{2,4}$", name) and (copy := self._copy(source, text, name, reasons)):
            return quote(copy, safe="/.")
        return None

    def _day_in_file(
        self, source: SourceLinks, text: LinkedText, path: str, anchor: str, reasons: list[str]
    ) -> str | None:
        """Return the link to a day of another file of the same import."""
        if not (other := self._by_path.get((source.path.parent / path).resolve())):
            return None
        if anchor and (found := other.find_anchor(anchor)):
            return self._link_to(text, *found, reasons=reasons)
        return self._link_to(text, other.days[0], reasons=reasons) if len(other.days) == 1 else None

    def _copy(self, source: SourceLinks, text: LinkedText, path: str, reasons: list[str]) -> str | None:
        """Plan the copy of a file near the source; return its path from a text, or None if it is not copied."""
        file, folder = source.path.parent / path, text.path.parent
        try:
            target = (folder / path).resolve()
            if not target.is_relative_to(self.entries if text.draft else folder):
                reasons.append("it leads out of the folder of entries")
                return None
            if obstacle := _file_obstacle(source.path.parent, path):
                reasons.append(obstacle)
                return None
            first = target
            for number in count_from(2):  # two documents may have different files of the same name
                if self._claimed.setdefault(target, file.resolve()) == file.resolve():
                    break
                target = first.with_name(f"{first.stem}-{number}{first.suffix}")
            if target.exists() and target.read_bytes() != file.read_bytes():
                reasons.append(f"`{os.path.relpath(target, self.root)}` exists with other content")
            else:
                text.copies.append((file, target))
        except (OSError, ValueError) as failure:  # ValueError: a null character
            reasons.append(str(getattr(failure, "strerror", None) or failure))
            return None
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
        return "the source has no such file beside it"
    if file.name.casefold().endswith(MARKDOWN_ENDINGS):
        return "it is another document; import it as well"
    if not file.suffix:
        return "a file is published only if its name has an ending"
    is_large = len(read_bytes(file, MAX_FILE_BYTES)) > MAX_FILE_BYTES
    return f"the file is larger than {MAX_FILE_BYTES // 1_000_000} MB" if is_large else ""


def _move_definitions(source: SourceLinks) -> None:
    """Move the definitions of reference links and footnotes to the texts that use them."""
    if not source.definitions:
        return
    uses = [(text, rewrite_links(text.text, unchanged, source.references)) for text in source.texts]
    source.moved_names |= {name for _, names in uses for name in names.missing_names}
    for text, names in uses:
        for name in names.unused_names & source.moved_names:
            text.drop(source.definitions.get(name, name))
        if names.missing_names:
            blocks = (definition for name, definition in source.definitions.items() if name in names.missing_names)
            text.text = "\n\n".join((text.text, *blocks))


def _lines_of_body(lines: Sequence[str], first_line: int, body: str) -> list[int]:
    """Return the number in the source of each line of a body, which begins at or below a line."""
    body_lines = body.split("\n")
    end = min(len(lines), first_line + len(body_lines) + _MOST_LINES_BETWEEN)
    numbers, number = [], first_line
    for line in body_lines:
        words = line.strip(" #")
        number = next((at for at in range(number, end + 1) if lines[at - 1].endswith(words)), number)
        numbers.append(number)
    return numbers
