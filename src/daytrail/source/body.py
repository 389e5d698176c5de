"""The text of an entry: what is private in it, and which links and tasks it holds."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from daytrail.model.entry import Mention, Task
from daytrail.problems import Location, Problem, error

_PRIVATE = re.compile(r"<!--\s*(/?)private\s*-->", re.IGNORECASE)
_TASK = re.compile(r"\[([ xX-])\]\s+(?=\S)")
_STATES = {" ": "open", "-": "dropped"}


def _parser() -> MarkdownIt:
    parser = MarkdownIt("gfm-like").use(dollarmath_plugin, double_inline=True).use(footnote_plugin)
    assert parser.linkify is not None  # part of the preset
    # GitHub links what has a scheme; `readme.md` is not a page of Moldova.
    parser.linkify.set({"fuzzy_link": False, "fuzzy_email": False})
    return parser


_PARSER = _parser()


@dataclass(frozen=True, slots=True)
class Body:
    """What an entry's text holds."""

    excerpt: str = ""
    mentions: tuple[Mention, ...] = ()
    tasks: tuple[Task, ...] = ()
    targets: tuple[str, ...] = ()
    """Relative addresses of images and links, decoded, as they are written."""


def cut_private(text: str, path: str, first_line: int) -> tuple[str, list[Problem]]:
    """Remove what stands between `<!-- private -->` and `<!-- /private -->`, with its markers.

    A marker without its counterpart is an error; what it might have hidden is then removed
    up to the end (or from the start), so that nothing private can leak.
    """
    kept, problems = [], []
    start, opened = 0, None
    for mark in _PRIVATE.finditer(text):
        where = _where(text, mark.start(), path, first_line)
        if mark[1] and opened is None:
            problems.append(error(where, "`<!-- /private -->` closes a passage that was never opened"))
            kept.clear()
            start = mark.end()
        elif mark[1]:
            opened, start = None, mark.end()
        elif opened is not None:
            problems.append(error(where, f"a private passage opens inside the one of {opened}"))
        else:
            opened = where
            kept.append(text[start : mark.start()])
    if opened is not None:
        problems.append(error(opened, "the private passage that opens here has no end", "add `<!-- /private -->`"))
    else:
        kept.append(text[start:])
    # Whole lines of markers go with their line break; anything else would loosen a list around them.
    whole = kept[0] if kept else ""
    for piece in kept[1:]:
        ends = whole == "" or whole.endswith("\n")
        whole += piece.removeprefix("\n") if ends else piece
    return whole, problems


def _where(text: str, index: int, path: str, first_line: int) -> Location:
    line_start = text.rfind("\n", 0, index) + 1
    return Location(path, first_line + text.count("\n", 0, index), index - line_start + 1)


def read_body(text: str) -> Body:
    """Find the excerpt, the links and the tasks of a Markdown text, as GitHub reads it."""
    mentions: list[Mention] = []
    targets: dict[str, None] = {}
    tasks: list[Task] = []
    excerpt = ""
    tokens = _PARSER.parse(text)
    for index, token in enumerate(tokens):
        if token.type != "inline":
            continue
        run = _Run.of(token.children or ())
        in_item = index > 1 and tokens[index - 2].type == "list_item_open"
        if in_item and (box := _TASK.match(token.content)):
            state = _STATES.get(box[1], "done")
            words = " ".join(_TASK.sub("", run.text, count=1).split())
            tasks.append(Task(words, state))  # type: ignore[arg-type]  # the three values of the table above
        elif not excerpt and token.level == 1 and tokens[index - 1].type == "paragraph_open":
            excerpt = " ".join(run.text.split())
        mentions += run.mentions()
        targets |= dict.fromkeys(_targets(token.children or ()))
    return Body(excerpt, tuple(mentions), tuple(tasks), tuple(targets))


def _targets(tokens: Iterable[Token]) -> Iterator[str]:
    for token in tokens:
        written = [str(token.attrs.get("src") or token.attrs.get("href") or "")]
        if token.type == "html_inline":
            written = re.findall(r"""\bsrc\s*=\s*["']?([^"'\s>]+)""", token.content, re.IGNORECASE)
        for target in written:
            parts = urlsplit(target)
            if parts.path and not parts.scheme and not parts.netloc and not parts.path.startswith("/"):
                yield unquote(parts.path)


@dataclass(slots=True)
class _Run:
    """The plain text of a paragraph, and where its links stand in it."""

    text: str = ""
    links: list[tuple[str, int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, tokens: Sequence[Token]) -> "_Run":
        run = cls()
        url, start = "", 0
        for token in tokens:
            if token.type == "link_open":
                url, start = str(token.attrs.get("href", "")), len(run.text)
            elif token.type == "link_close":
                run.links.append((url, start, len(run.text)))
            elif token.type in ("softbreak", "hardbreak"):
                run.text += " "
            elif token.type != "html_inline":
                run.text += token.content
        return run

    def mentions(self) -> Iterator[Mention]:
        for url, start, end in self.links:
            if url.startswith(("http://", "https://")):
                yield Mention(url, " ".join(self.text[start:end].split()), self._sentence(start, end))

    def _sentence(self, start: int, end: int) -> str:
        """The sentence around a link; where a dot ends one is a guess that costs only length."""
        ends = [found.end() for found in re.finditer(r"[.!?][)\"'”’]*\s+(?=[^\W\da-z_]|[\[(\"“])", self.text)]
        first = max((place for place in ends if place <= start), default=0)
        last = min((place for place in ends if place >= end), default=len(self.text))
        return " ".join(self.text[first:last].split())
