"""Parser from YAML text to nodes. Nothing is interpreted: all scalars are text.

PyYAML's composer keeps the last of two equal keys, expands aliases without bound, recurses
as deep as the text does, and forgets where a key was: building nodes from its events does none of that.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import yaml

from daytrail.problems import Location, Problem, error, quoted, warning
from daytrail.source.yaml.nodes import Document, Node
from daytrail.source.yaml.syntax_messages import (
    COMMENT_IN_TEXT,
    UNPRINTABLE,
    character_name,
    check_printable,
    quotes_hint,
    read_syntax_error,
)

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

MAX_DEPTH = 40
"""Maximum depth of nested lists and mappings; what people write stays below ten."""
MAX_VALUES = 300_000
"""Maximum number of keys, values, lists and mappings in a file: 500 weeks with 20 items each need a third of it."""
MAX_PROBLEMS = 1_000
"""After so many mistakes in one file, the rest of it is not read."""

_OLD_LINE_BREAKS = {0x85: " ", 0x2028: " ", 0x2029: " "}
"""Line breaks to PyYAML, which implements YAML 1.1; to YAML 1.2 and to editors they are not."""

_NO_TEXT = re.compile(r"[\d.,:/–-]+|true|false", re.IGNORECASE)
"""Numbers, dates, times and flags."""

_NULLS = {"", "~", "null", "Null", "NULL"}


def parse(text: str, path: str, *, allow_tags: bool = False) -> tuple[Document, list[Problem]]:
    """Parse a YAML text; `path` is its file, for locations.

    Never raises for what the text contains: each mistake is a problem, and the document has the rest
    as far as it could be read. `allow_tags` accepts tags, anchors and aliases, as in files of other
    programs; an alias becomes the value of its anchor, and of a doubled key the last value counts, as there.
    """
    if problem := check_printable(text, path):
        return Document(path, complete=False), [problem]
    text = text.translate(_OLD_LINE_BREAKS)
    lines = re.split(r"\r\n|\r|\n", text)
    builder = _NodeBuilder(path, text, lines, allow_tags=allow_tags)
    try:
        complete = all(builder.add_event(event) for event in yaml.parse(text, Loader=LOADER))
    except yaml.MarkedYAMLError as exception:
        problem = read_syntax_error(exception, text, path, yaml.scan(text, Loader=LOADER))
        # What stops in the line of another mistake follows from that one.
        if not any(problem.location.line == other.location.line for other in builder.problems):
            builder.problems.append(problem)
        complete = False
    if not complete:
        builder.mark_unfinished()
    return Document(path, builder.root, complete), builder.problems


_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_OF_A_PATH = re.compile(r"\b[A-Za-z]:\\(?!\\)|\$")
"""The beginning of a path on Windows or of a formula, in which a backslash is no escape."""


def find_escapes(document: Document, text: str) -> Iterator[Problem]:
    """Yield a warning for each text in double quotes in which a backslash and a letter are probably meant as such."""
    nodes = [node for _, node in document.root.descendants()] if document.root and "\\" in text else []
    for node in nodes:
        written = text[node.start : node.end]
        letters = {*_ESCAPE.findall(written)} if node.style == '"' else set()
        if letters & {*"tr"} or ("n" in letters and _OF_A_PATH.search(written)):
            text_in_single = re.sub(r"\\([\\\"])", r"\1", written[1:-1]).replace("'", "''")
            message = f"in double quotes, `\\{min(letters & {*'nrt'})}` is no text but white space"
            yield warning(node.location, message, f"write `'{text_in_single}'`")


@dataclass(slots=True)
class _OpenCollection:
    """A list or mapping whose end has not been read yet."""

    node: Node
    key: Node | None = None
    """The key whose value comes next; None if a key comes next."""
    refused_key: bool = False
    """The value that comes next belongs to a key that was refused, and is dropped."""
    anchor: str | None = None
    first_event: int = 0
    levels: int = 1
    """Depth of the lists and mappings in it, itself included."""

    @property
    def expects_key(self) -> bool:
        return self.node.kind == "mapping" and self.key is None and not self.refused_key


@dataclass(slots=True)
class _Anchor:
    """A value that aliases may repeat."""

    node: Node
    events: int = 1
    """Number of its events, those of the aliases in it included."""
    levels: int = 0


class _NodeBuilder:
    """Builds nodes from the parser's events, one by one."""

    def __init__(self, path: str, text: str, lines: Sequence[str], *, allow_tags: bool) -> None:
        self.root: Node | None = None
        self.problems: list[Problem] = []
        self._path = path
        self._text = text
        self._lines = lines
        self._allow_tags = allow_tags
        self._stack: list[_OpenCollection] = []
        self._anchors: dict[str, _Anchor] = {}
        self._last: Node | None = None
        """The value that was read last."""
        self._documents = 0
        self._events = 0

    def mark_unfinished(self) -> None:
        """Mark the lists and mappings that have no end yet, and the value that was read last."""
        for node in (self.root, self._last, *(collection.node for collection in self._stack)):
            if node:
                node.unfinished = True
        # In brackets without an end, the last text goes on to the lines below, which belong to something else.
        items = self._stack[-1].node.children if self._stack and self._stack[-1].node.style == "[" else {}
        last = items.get(len(items) - 1)
        if last and last.kind == "scalar" and "\n" in self._text[last.start : last.end]:
            del items[len(items) - 1]

    def add_event(self, event: Any) -> bool:
        """Add an event. Returns False if reading on makes no sense."""
        alias = self._anchor_of_alias(event)
        if self._allow_tags and isinstance(event, yaml.AliasEvent) and alias is None:
            message = f"the alias `*{event.anchor}` names no anchor above it"
            return self._stop(event, message, "write the value itself")
        self._events += alias.events if alias else 1
        if self._events > MAX_VALUES:
            return self._stop(event, f"the file holds more than {MAX_VALUES:,} values", "split it, or make it shorter")
        if len(self.problems) >= MAX_PROBLEMS:
            message = f"{MAX_PROBLEMS:,} mistakes stand above; the rest is not read"
            return self._stop(event, message, "correct them first")
        levels = alias.levels if alias else int(isinstance(event, yaml.CollectionStartEvent))
        if len(self._stack) + levels > MAX_DEPTH:
            message = f"lists and pairs nest deeper than {MAX_DEPTH} levels"
            return self._stop(event, message, "ten are more than enough")
        if isinstance(event, yaml.NodeEvent):
            self._add_node(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close_collection(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                return self._stop(event, "a second document starts here", "remove the line `---`")
        return True

    def _anchor_of_alias(self, event: Any) -> _Anchor | None:
        """Return what an alias repeats; None for an event that is no alias, and where aliases are refused."""
        is_alias = self._allow_tags and isinstance(event, yaml.AliasEvent)
        return self._anchors.get(event.anchor) if is_alias else None

    def _stop(self, event: Any, message: str, hint: str) -> bool:
        location = Location(self._path, event.start_mark.line + 1, event.start_mark.column + 1)
        self.problems.append(error(location, message, hint))
        return False

    def _add_node(self, event: Any) -> None:
        expects_key = bool(self._stack) and self._stack[-1].expects_key
        node = self._node(event, expects_key=expects_key)
        if not expects_key:
            self._add_value(node)
        elif node.kind == "scalar":
            self._set_key(node)
        else:
            self._refuse_collection_as_key(node)
        if isinstance(event, yaml.CollectionStartEvent):
            self._stack.append(_OpenCollection(node, anchor=event.anchor, first_event=self._events))
        elif isinstance(event, yaml.ScalarEvent):
            if self._allow_tags and event.anchor is not None:
                self._anchors[event.anchor] = _Anchor(node)
        elif self._stack and (alias := self._anchor_of_alias(event)):
            self._stack[-1].levels = max(self._stack[-1].levels, alias.levels + 1)

    def _node(self, event: Any, *, expects_key: bool) -> Node:
        """Return a node for an event, and report what in it is refused."""
        problem_count = len(self.problems)
        start, end = event.start_mark, event.end_mark
        node = Node("scalar", self._path, start.line + 1, start.column + 1, start.index, end.index)
        if not self._allow_tags:
            self._refuse_references(event, node)
        if isinstance(event, yaml.ScalarEvent):
            self._read_scalar(event, node, expects_key=expects_key)
        elif isinstance(event, yaml.AliasEvent):
            if not expects_key and (alias := self._anchor_of_alias(event)):
                return replace(alias.node, key=None)
            node.text = f"*{event.anchor}" if expects_key else None
        else:
            node.kind = "list" if isinstance(event, yaml.SequenceStartEvent) else "mapping"
            # Only in brackets does a list or mapping have an end of its own.
            node.style, node.end = self._text[node.start] if event.flow_style else "", node.start
        node.tag = getattr(event, "tag", None) or ""
        # Mistakes in files of other programs may be no more than warnings, so their values are validated too.
        node.mistaken = len(self.problems) > problem_count and not self._allow_tags
        return node

    def _read_scalar(self, event: Any, node: Node, *, expects_key: bool) -> None:
        end = event.end_mark
        node.style = event.style or ""
        if match := UNPRINTABLE.search(event.value):
            self._refuse(node, f"an escape stands for {character_name(match[0])}", "remove it")
        is_null = not event.style and event.value in _NULLS and not (event.value and expects_key)
        node.text = None if is_null else event.value
        if not (expects_key or self._allow_tags or event.style):
            self._report_comment(end.line, end.column, node)
        if node.style in ("|", ">"):
            node.end = _block_end(self._text, node.start, node.end)

    def _refuse(self, node: Node, message: str, hint: str) -> None:
        self.problems.append(error(node.location, message, hint))

    def _refuse_references(self, event: Any, node: Node) -> None:
        """Report an alias, an anchor and a tag."""
        tag = getattr(event, "tag", None)  # which aliases do not have
        if event.anchor is None and tag is None:
            return
        hint = quotes_hint(self._lines[node.line - 1], node.column - 1)
        if event.anchor is not None:
            kind = "aliases such as `*" if isinstance(event, yaml.AliasEvent) else "anchors such as `&"
            self._refuse(node, f"{kind}{event.anchor}` are not read", hint)
        if tag is not None:
            self._refuse(node, f"tags such as {quoted(tag.replace('tag:yaml.org,2002:', '!!'))} are not read", hint)

    def _report_comment(self, line: int, column: int, node: Node) -> None:
        """Report a comment behind a value, given by the end of the value, if it is probably a part of the value."""
        # Below the last line is the end of a value in brackets that nobody closed.
        comment = COMMENT_IN_TEXT.match(self._lines[line], column) if line < len(self._lines) else None
        if not comment or (node.text and _NO_TEXT.fullmatch(node.text)):
            return
        location = Location(self._path, line + 1, comment.start(1) + 1)
        cut = f"{quoted(comment[1])} is read as a comment"
        hint = quotes_hint(self._lines[line], with_comment=True)
        if (tags := re.match(r"tags:\s+#(\S.*)", self._lines[line])) and node.text is None:
            hint = f"write `tags: [{', '.join(part.strip('#,') for part in tags[1].split())}]`"
        if node.text is None:
            self._refuse(node, f"nothing is written here, since {cut}", hint)
        elif self._stack and self._stack[-1].node.in_brackets:  # it cuts off what follows in the brackets, too
            self.problems.append(error(location, cut, "put quotes around the text that it belongs to"))
        else:
            self.problems.append(warning(location, f"{cut}, so it is cut from the text before it", hint))

    def _set_key(self, key: Node) -> None:
        collection = self._stack[-1]
        if key.text is None:
            self._refuse(key, "a key is missing before the `:`", "write `key: value`")
            collection.refused_key = True
        elif other := collection.node.children.get(key.text):
            first = other.key.location if other.key else other.location
            counts = "; this one counts" if self._allow_tags else ""
            self._refuse(key, f"the key {quoted(key.text)} is doubled", f"it is already at {first}{counts}")
            if self._allow_tags:
                collection.key = key
            else:
                collection.refused_key = True
        else:
            collection.key = key

    def _refuse_collection_as_key(self, node: Node) -> None:
        """Report a list or mapping in the place of a key, most often the second brace of `{{ x }}`."""
        collection = self._stack[-1]
        collection.refused_key = True
        line, column = self._lines[node.line - 1], node.column - 1
        if line[max(0, column - 1) : column + 1] != "{{":
            self._refuse(node, "this cannot be a key", "put quotes around the text")
            return
        braces = Location(self._path, node.line, column)
        hint = quotes_hint(line, column - 1)
        self.problems.append(error(braces, "text that starts with `{{` needs quotes", hint))
        collection.node.mistaken = not self._allow_tags

    def _add_value(self, node: Node) -> None:
        collection = self._stack[-1] if self._stack else None
        if collection is None:
            self.root = node
        elif collection.refused_key:
            collection.refused_key = False
            return
        elif collection.node.kind == "list":
            collection.node.children[len(collection.node.children)] = node
        elif collection.key:
            node.key, collection.key = collection.key, None
            collection.node.children[node.key.text or ""] = node
        self._last = node

    def _close_collection(self, event: Any) -> None:
        collection = self._stack.pop()
        node = collection.node
        if self._stack:
            self._stack[-1].levels = max(self._stack[-1].levels, collection.levels + 1)
        if self._allow_tags and collection.anchor is not None:
            events = self._events - collection.first_event + 1
            self._anchors[collection.anchor] = _Anchor(node, events, collection.levels)
        if node.in_brackets:
            node.end = event.end_mark.index
        else:
            node.end = max([node.start, *(child.end for child in node.children.values())])
        self._last = node


def _block_end(text: str, start: int, end: int) -> int:
    """Return where a block scalar ends: before the blank lines behind it, unless they may be a part of it."""
    header, *lines = text[start:end].removesuffix("\n").split("\n")
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip(" ")), default=0)
    if re.search(r"[+\d]", header.split("#")[0]):
        indent = -1
    while lines and not lines[-1].strip(" ") and len(lines[-1]) <= indent:
        lines.pop()
    return start + len("\n".join([header, *lines]))
