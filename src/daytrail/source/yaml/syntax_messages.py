"""Where YAML breaks off, in a writer's words.

libyaml and PyYAML's own parser stop at the same places and name them differently; both are understood.
"""

import re
from collections.abc import Sequence
from typing import Any

import yaml

from daytrail.problems import Location, Problem, error, quoted

_KEY = re.compile(r"\s*(?:- +)*[^\s:#][^:]*:(?=\s|$)")
"""A key at the start of a line, with the dashes of a list before it."""
_OPENS = {"[": "]", "{": "}"}
_ALIGN = "line up keys of one level, and the dashes of one list"
_QUOTE = "put quotes around the text"


# What YAML 1.2 calls non-printable, https://yaml.org/spec/1.2.2/#51-character-set.
UNPRINTABLE = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def stumble(stop: yaml.MarkedYAMLError, lines: Sequence[str], path: str) -> Problem:
    """Say what is wrong where the parser stopped: at the place that a writer would correct, with a way out."""
    return _Stop(stop, lines, path).problem()


def unprintable(text: str, path: str) -> Problem | None:
    """Return what is wrong with the first character of a text that no text should hold, if there is one."""
    if not (strange := UNPRINTABLE.search(text)):
        return None
    return error(end_of(text[: strange.start()], path), f"{character(strange[0])} is no text", "remove it")


def character(sign: str) -> str:
    """Name a character that cannot be shown, as in `the character U+0000 (NUL)`."""
    known = {0: " (NUL)", 0x1B: " (escape)", 0x7F: " (delete)"}
    return f"the character U+{ord(sign):04X}{known.get(ord(sign), '')}"


def end_of(text: str, path: str) -> Location:
    """Return the place behind a file's beginning."""
    lines = re.split(r"\r\n|\r|\n", text)
    return Location(path, len(lines), len(lines[-1]) + 1)


class _Stop:
    """A place where the parser stopped, with the lines around it."""

    def __init__(self, stop: yaml.MarkedYAMLError, lines: Sequence[str], path: str) -> None:
        self.path = path
        self.lines = lines
        self.theirs = f"{stop.context or ''}; {stop.problem or ''}"
        self.at = self._point(stop.problem_mark or stop.context_mark)
        self.since = self._point(stop.context_mark or stop.problem_mark)

    def _point(self, mark: Any) -> tuple[int, int]:
        return (mark.line, mark.column) if mark else (0, 0)

    def _says(self, pattern: str) -> bool:
        return re.search(pattern, self.theirs) is not None

    def _line(self, point: tuple[int, int]) -> str:
        return self.lines[point[0]] if point[0] < len(self.lines) else ""

    def _from(self, point: tuple[int, int]) -> str:
        return self._line(point)[point[1] :]

    def _before(self, point: tuple[int, int]) -> str:
        return self._line(point)[: point[1]]

    def _above(self, point: tuple[int, int]) -> tuple[int, int]:
        """The first character of the nearest line above that is not blank."""
        for number in range(min(point[0], len(self.lines)) - 1, -1, -1):
            if line := self.lines[number].strip():
                return number, self.lines[number].index(line[0])
        return 0, 0

    def _error(self, point: tuple[int, int], message: str, hint: str = "") -> Problem:
        return error(Location(self.path, point[0] + 1, point[1] + 1), message, hint)

    def problem(self) -> Problem:
        at, since = self.at, self.since
        if self._from(at).startswith("\t") or self._says(r"\btab\b"):
            indents = not self._before(at).strip()
            hint = "indent with spaces" if indents else "write a space in its place"
            return self._error(at, "a tab stands where a space is wanted", hint)
        if self._says("could not find expected ':'"):
            return self._no_colon(since)
        if self._says("mapping values are not allowed"):
            return self._colon()
        if self._says("quoted scalar|double-quoted"):
            return self._quote()
        if self._says("flow (sequence|mapping)|flow node"):
            return self._bracket()
        if self._says("sequence entries are not allowed"):
            return self._error(at, "a list cannot start on the line of its key", "start it on a line of its own")
        if self._says("directive|YAML document"):
            return self._error((at[0], 0), "a line cannot start with `%`", "remove the line, or put it in quotes")
        if self._says("cannot start|anchor|alias|tag|block scalar|node content|keys are not allowed"):
            return self._first(since if self._says("anchor|alias|tag|block scalar") else at)
        return self._left_over()

    def _no_colon(self, point: tuple[int, int]) -> Problem:
        message = f"{quoted(self._from(point))} is not `key: value`"
        return self._error(point, message, "write a colon and a space behind the key")

    def _colon(self) -> Problem:
        """A `: ` where none can be: a second one on its line, or the first of a line that continues another."""
        at = self.at
        if found := _KEY.match(self._before(at) + " "):
            rest = self._line(at)[found.end() :].strip()
            return self._error(at, f"{quoted(rest)} holds a colon and is not in quotes", in_quotes(self._line(at)))
        above = self._above(at)
        if _KEY.match(self._from(above)) or self._from(above).startswith("- "):
            start = len(self._line(at)) - len(self._line(at).lstrip())
            return self._error((at[0], start), "the indentation does not fit the lines above", _ALIGN)
        return self._no_colon(above)

    def _quote(self) -> Problem:
        if self._says("escape|hexdecimal"):
            slash = self._line(self.at).rfind("\\", 0, self.at[1] + 1)
            written = quoted(self._line(self.at)[slash : slash + 2])
            hint = r"use single quotes, or write `\\` for one backslash"
            return self._error((self.at[0], slash), f"{written} in double quotes has no meaning", hint)
        single = self._from(self.since).startswith("'")
        hint = "close it; an apostrophe in it is written twice" if single else 'close it; a `"` in it is written `\\"`'
        return self._error(self.since, "the quote that opens here is not closed", hint)

    def _bracket(self) -> Problem:
        """A list or map in brackets that goes on where it should not."""
        at, since = self.at, self.since
        sign = self._from(since)[:1]
        if re.match(r"\{[{%#]", self._from(since)):
            return self._first(since)
        at_end = not self._from(at).strip() and not any(line.strip() for line in self.lines[at[0] + 1 :])
        if sign not in _OPENS:
            if not at_end:
                return self._first(at)
            since = self._opening(at)
            sign = self._from(since)[:1]
        if not at_end and at[0] == since[0] and self._from(at)[:1] not in _OPENS.values():
            hint = "put quotes around text that holds a comma, a colon, a quote or a bracket"
            return self._error(at, f"a comma or `{_OPENS[sign]}` is missing before this", hint)
        if not at_end and at[0] > since[0] and self._indent(at) > self._indent(since):
            hint = f"the `{sign}` opens in line {since[0] + 1}"
            return self._error(at, f"a comma or `{_OPENS[sign]}` is missing before this", hint)
        return self._error(since, f"the `{sign}` that opens here is not closed", f"write `{_OPENS[sign]}`, or {_QUOTE}")

    def _opening(self, point: tuple[int, int]) -> tuple[int, int]:
        """The last bracket that opens before a place."""
        for number in range(min(point[0], len(self.lines) - 1), -1, -1):
            line = self.lines[number][: point[1]] if number == point[0] else self.lines[number]
            if (column := max(line.rfind("["), line.rfind("{"))) >= 0:
                return number, column
        return self.since

    def _indent(self, point: tuple[int, int]) -> int:
        line = self._line(point)
        return len(line) - len(line.lstrip())

    def _first(self, point: tuple[int, int]) -> Problem:
        """A value that starts with a character that means something else."""
        if self._before(point).endswith("{") and self._from(point)[:1] == "%":
            point = (point[0], point[1] - 1)
        rest = self._from(point)
        sign = rest[: 2 if re.match(r"\{[{%#]", rest) else 1]
        if not sign.strip():
            return self._error(point, "a value is missing here", _QUOTE)
        shown = "a backtick" if sign == "`" else f"`{sign}`"
        hint = in_quotes(self._line(point), point[1])
        return self._error(point, f"text that starts with {shown} needs quotes", hint)

    def _left_over(self) -> Problem:
        """Something stands where the next key, list item or document is due."""
        at = self.at
        before = self._before(at).rstrip()
        if (sign := self._from(at)[:1]) in _OPENS.values():
            return self._error(at, f"the `{sign}` here closes nothing", "remove it, or " + _QUOTE)
        if self._from(at).startswith(":") and not before:
            return self._error(at, "a key is missing before the `:`", "write `key: value`")
        if before.endswith(("'", '"')):
            return self._error(at, "text follows the closing quote", in_quotes(self._line(at)))
        if before.endswith(("]", "}")):
            return self._error(at, f"text follows the closing `{before[-1]}`", in_quotes(self._line(at)))
        if self._line(self._above(at)).startswith("..."):
            return self._error(at, "text follows the line `...`", "remove that line")
        return self._error(at, "the indentation does not fit the lines above", _ALIGN)


_VALUE = re.compile(r"\s*(?P<dash>- +)*(?:(?P<key>[\w-]+):[ \t]+)?(?P<value>\S.*?)\s*")


def in_quotes(line: str, column: int | None = None) -> str:
    """Return a hint that shows the value of a line in quotes, or only says that quotes help.

    The value must be short, and start at the column (counted from 0) where one is given.
    """
    found = _VALUE.fullmatch(line)
    if not found or not (found["dash"] or found["key"]) or column not in (None, found.start("value")):
        return _QUOTE
    value = found["value"]
    if len(value) > 60 or re.search(r"\s#", value):
        return _QUOTE
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1]
    doubled = value.replace("'", "''")
    value = f'"{value}"' if '"' not in value and "\\" not in value else f"'{doubled}'"
    return f"write `{found['key']}: {value}`" if found["key"] else f"write `- {value}`"
