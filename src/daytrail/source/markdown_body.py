"""The text of an entry: what is private in it, and which links and tasks it holds."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from markdown_it.token import Token

from daytrail.gfm import parser
from daytrail.model.entry import Mention, Task, TaskState
from daytrail.problems import Location, Problem, error

_PRIVATE = re.compile(r"<!--\s*(/?)private\s*-->", re.IGNORECASE)
_MORE = re.compile(r"<!--\s*more\s*-->", re.IGNORECASE)
_DROPPED = re.compile(r"\s*\[-\]\s+\S")

# Where a dot ends a sentence is a guess that costs only length.
_SENTENCE_END = re.compile(r"[.!?][)\"'”’]*\s+(?=[^\W\da-z_]|[\[(\"“])")
MOST_AROUND = 1000
"""How many characters of a sentence are kept on either side of a link."""


_PARSER = parser()


@dataclass(frozen=True, slots=True)
class Body:
    """What an entry's text holds."""

    title: str = ""
    """The first heading of the first level, as plain text."""
    excerpt: str = ""
    """The paragraphs above `<!-- more -->`, else the first one, as plain text."""
    mentions: tuple[Mention, ...] = ()
    tasks: tuple[Task, ...] = ()
    targets: tuple[str, ...] = ()
    """Relative addresses of images and links, decoded, as they are written."""


def cut_private(text: str, path: str, first_line: int) -> tuple[str, list[Problem]]:
    """Remove what stands between `<!-- private -->` and `<!-- /private -->`, with its markers.

    A marker without its counterpart is an error; what it might have hidden is then removed
    up to the end (or from the start), so that nothing private can leak.
    """
    spans, problems = _private(text, path, first_line)
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    # Whole lines of markers go with their line break; anything else would loosen a list around them.
    whole = ""
    for start, end in zip(ends, starts, strict=True):
        piece = text[start:end]
        at_line_start = start > 0 and (whole == "" or whole.endswith("\n"))
        whole += piece.removeprefix("\n") if at_line_start else piece
    return whole, problems


def blank_private(text: str, path: str) -> tuple[str, list[Problem]]:
    """Put spaces in the place of what `cut_private` removes, so that the rest keeps its lines and columns."""
    spans, problems = _private(text, path, 1)
    for start, end in spans:
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    return text, problems


def _private(text: str, path: str, first_line: int) -> tuple[list[tuple[int, int]], list[Problem]]:
    """Find where private passages start and end, markers included."""
    spans: list[tuple[int, int]] = []
    problems: list[Problem] = []
    lines = [0, *(found.end() for found in re.finditer("\n", text))]

    def where(index: int) -> Location:
        line = bisect_right(lines, index)
        return Location(path, first_line + line - 1, index - lines[line - 1] + 1)

    opened: int | None = None
    for mark in _PRIVATE.finditer(text):
        start, end = mark.span()
        if mark[1] and opened is None:
            message = "`<!-- /private -->` closes a passage that was never opened"
            problems.append(error(where(start), message, "write `<!-- private -->` where the passage begins"))
            spans = [(0, end)]
        elif mark[1]:
            spans.append((opened or 0, end))
            opened = None
        elif opened is not None:
            message = f"a private passage opens inside the one that opens in line {where(opened).line}"
            problems.append(error(where(start), message, "close that one first, with `<!-- /private -->`"))
        else:
            opened = start
    if opened is not None:
        message = "the private passage that opens here has no end"
        problems.append(error(where(opened), message, "add `<!-- /private -->`"))
        spans.append((opened, len(text)))
    return spans, problems


def read_body(text: str) -> Body:
    """Find the excerpt, the links and the tasks of a Markdown text, as GitHub reads it."""
    mentions: list[Mention] = []
    targets: dict[str, None] = {}
    tasks: list[Task] = []
    said: list[str] = []
    title = excerpt = above = ""
    tokens = _PARSER.parse(text)
    for index, token in enumerate(tokens):
        if token.type == "html_block":
            targets |= dict.fromkeys(_targets([token]))
            if _MORE.search(token.content):
                above = above or " ".join(said)
        if token.type != "inline":
            continue
        run = _Run.of(token.children or ())
        if state := _task_state(tokens[index - 2 : index], run.text):
            words = run.text.split()
            tasks.append(Task(" ".join(words[1:] if state == "dropped" else words), state))
        elif tokens[index - 1].type == "paragraph_open":
            said.append(" ".join(run.text.split()))
            excerpt = excerpt or (said[-1] if token.level == 1 else "")
        elif not title and tokens[index - 1].tag == "h1":
            title = " ".join(run.text.split())
        mentions += run.mentions()
        targets |= dict.fromkeys(_targets(token.children or ()))
    return Body(title, above or excerpt, tuple(mentions), tuple(tasks), tuple(targets))


def outbound(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield each link and image of a Markdown text that leads to another host: its URL, line and column, from 1.

    Where the URL is not written at the link itself, as in `[text][name]`, it is the place where its block begins.
    """
    lines = text.split("\n")
    for token in _PARSER.parse(text):
        first, end = token.map or (0, 0)
        line, column = first, 0
        for child in token.children or ():
            url = str(child.attrs.get("href" if child.type == "link_open" else "src") or "")
            if not url.startswith(("http://", "https://")):
                continue
            for at in range(line, end):
                found = _written_at(lines[at], url, column if at == line else 0)
                if found >= 0:
                    line, column = at, found + 1
                    yield url, at + 1, found + 1
                    break
            else:
                yield url, first + 1, 1


def _written_at(line: str, url: str, start: int) -> int:
    """Find a URL in a line as the parser gives it, or as people write it; -1 where it is not."""
    # A parser escapes what people do not, and puts a scheme before `www.`.
    spellings = (url, unquote(url), re.sub("^https?://(?=www[.])", "", url))
    return next((found for spelling in spellings if (found := line.find(spelling, start)) >= 0), -1)


def _task_state(above: Sequence[Token], text: str) -> TaskState | None:
    """Tell what a paragraph says of a task, by the two tokens above it; None where it is no task."""
    if len(above) < 2 or above[0].type != "list_item_open":
        return None
    if "checked" in above[0].meta:
        return "done" if above[0].meta["checked"] else "open"
    # GitHub knows two states; the third is Daytrail's.
    return "dropped" if _DROPPED.match(text) else None


def _targets(tokens: Iterable[Token]) -> Iterator[str]:
    for token in tokens:
        written = [str(token.attrs.get("src") or token.attrs.get("href") or "")]
        if token.type in ("html_inline", "html_block"):
            written = re.findall(r"""\bsrc\s*=\s*["']?([^"'\s>]+)""", token.content, re.IGNORECASE)
        for target in written:
            try:
                parts = urlsplit(target)
            except ValueError:  # as in `//[x`
                continue
            if parts.path and not parts.scheme and not parts.netloc and not parts.path.startswith("/"):
                yield unquote(parts.path)


@dataclass(slots=True)
class _Run:
    """The plain text of a paragraph, and where its links stand in it."""

    text: str
    links: list[tuple[str, int, int]]

    @classmethod
    def of(cls, tokens: Sequence[Token]) -> "_Run":
        pieces: list[str] = []
        links: list[tuple[str, int, int]] = []
        url, start, length = "", 0, 0
        for token in tokens:
            if token.type == "link_open":
                url, start = str(token.attrs.get("href", "")), length
            elif token.type == "link_close":
                links.append((url, start, length))
            elif token.type != "html_inline":
                pieces.append(" " if token.type in ("softbreak", "hardbreak") else token.content)
                length += len(pieces[-1])
        return cls("".join(pieces), links)

    def mentions(self) -> Iterator[Mention]:
        breaks = [0, *(found.end() for found in _SENTENCE_END.finditer(self.text)), len(self.text)]
        for url, start, end in self.links:
            if url.startswith(("http://", "https://")):
                first = max(breaks[bisect_right(breaks, start) - 1], start - MOST_AROUND)
                last = min(breaks[bisect_left(breaks, end)], end + MOST_AROUND)
                words, sentence = self.text[start:end].split(), self.text[first:last].split()
                yield Mention(url, " ".join(words), " ".join(sentence))
