"""Messages for YAML syntax errors, in a writer's words.

libyaml and PyYAML's own parser stop at the same places and name them differently; both are understood.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import yaml

from daytrail.problems import Location, Problem, error, quoted

_KEY = re.compile(r"\s*(?:- +)*[^\s:#][^:]*:(?=\s|$)")
"""A key at the start of a line, with the dashes of a list before it."""
_CLOSING = {"[": "]", "{": "}"}
_ALIGN_HINT = "line up keys of one level, and the dashes of one list"
COMMENT_IN_TEXT = re.compile(r"[ \t](#(?:\S| \d).*)")
"""A comment that is probably meant as text: people put a space behind the `#` of a comment."""

_QUOTES_HINT = "put quotes around the text"

UNPRINTABLE_CODE = "unprintable"
"""The code of the problem that a text has a character that cannot be shown."""
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that YAML 1.2 calls non-printable, https://yaml.org/spec/1.2.2/#51-character-set.

They are listed themselves, since Python takes 3 ms to compile the complement, with ranges of 50,000 characters.
"""

_Position: TypeAlias = tuple[int, int]
"""Line and column, both counted from 0 as in PyYAML's marks."""


def read_syntax_error(
    exception: yaml.MarkedYAMLError, lines: Sequence[str], path: str, tokens: Iterable[yaml.Token]
) -> Problem:
    """Return what is wrong where the parser stopped, at the location that a writer would correct.

    `tokens` are those of the text, and may end with an error.
    """
    return _SyntaxError(exception, lines, path).problem(tokens)


def check_printable(text: str, path: str) -> Problem | None:
    """Return a problem for the first control character or other non-printable one of a text, if there is one."""
    if not (match := UNPRINTABLE.search(text)):
        return None
    location = end_location(text[: match.start()], path)
    return error(location, f"{character_name(match[0])} is no text", "remove it", UNPRINTABLE_CODE)


def character_name(character: str) -> str:
    """Return a name for a character that cannot be shown, as in `the character U+0000 (NUL)`."""
    names = {0: " (NUL)", 0x1B: " (escape)", 0x7F: " (delete)"}
    return f"the character U+{ord(character):04X}{names.get(ord(character), '')}"


def end_location(text: str, path: str) -> Location:
    """Return the location behind a text with which a file begins."""
    lines = re.split(r"\r\n|\r|\n", text)
    return Location(path, len(lines), len(lines[-1]) + 1)


class _SyntaxError:
    """A place where the parser stopped, with the lines around it."""

    def __init__(self, exception: yaml.MarkedYAMLError, lines: Sequence[str], path: str) -> None:
        self.path = path
        self.lines = lines
        self.parser_message = f"{exception.context or ''}; {exception.problem or ''}"
        self.at = self._position(exception.problem_mark or exception.context_mark)
        """Location at which the parser stopped."""
        self.since = self._position(exception.context_mark or exception.problem_mark)
        """Beginning of what it was reading."""

    def _position(self, mark: Any) -> _Position:
        return (mark.line, mark.column) if mark else (0, 0)

    def _matches(self, pattern: str) -> bool:
        return re.search(pattern, self.parser_message) is not None

    def _line(self, position: _Position) -> str:
        return self.lines[position[0]] if position[0] < len(self.lines) else ""

    def _text_from(self, position: _Position) -> str:
        return self._line(position)[position[1] :]

    def _text_before(self, position: _Position) -> str:
        return self._line(position)[: position[1]]

    def _indent(self, position: _Position) -> int:
        line = self._line(position)
        return len(line) - len(line.lstrip())

    def _previous_line(self, position: _Position) -> _Position:
        """Return the first character of the nearest line above that is not blank."""
        for number in range(min(position[0], len(self.lines)) - 1, -1, -1):
            if line := self.lines[number].strip():
                return number, self.lines[number].index(line[0])
        return 0, 0

    def _error(self, position: _Position, message: str, hint: str = "") -> Problem:
        return error(Location(self.path, position[0] + 1, position[1] + 1), message, hint)

    def problem(self, tokens: Iterable[yaml.Token]) -> Problem:
        at, since = self.at, self.since
        if self._text_from(at).startswith("\t") or self._matches(r"\btab\b"):
            is_indent = not self._text_before(at).strip()
            hint = "indent with spaces" if is_indent else "write a space in its place"
            return self._error(at, "there is a tab where a space is needed", hint)
        if quote := self._unclosed_quote(tokens):
            return self._open_quote(quote)
        if self._matches("could not find expected ':'"):
            return self._missing_colon(since)
        if self._matches("mapping values are not allowed"):
            return self._unexpected_colon()
        if self._matches("quoted scalar|double-quoted"):
            return self._wrong_quote()
        if self._matches("flow (sequence|mapping)|flow node"):
            return self._unclosed_bracket()
        if self._matches("sequence entries are not allowed"):
            return self._error(at, "a list cannot start on the line of its key", "start it on a line of its own")
        if self._matches("directive|YAML document"):
            return self._error((at[0], 0), "a line cannot start with `%`", "remove the line, or put it in quotes")
        if self._matches("cannot start|anchor|alias|tag|block scalar|node content|keys are not allowed"):
            return self._special_character(since if self._matches("anchor|alias|tag|block scalar") else at)
        return self._unexpected_text()

    def _missing_colon(self, position: _Position) -> Problem:
        message = f"{quoted(self._text_from(position))} is not `key: value`"
        return self._error(position, message, "write a colon and a space behind the key")

    def _unexpected_colon(self) -> Problem:
        """Return the problem of a second `: ` in a line, or of one in a line that continues another."""
        at = self.at
        if key := _KEY.match(self._text_before(at) + " "):
            value = self._line(at)[key.end() :].strip()
            return self._error(at, f"{quoted(value)} holds a colon and is not in quotes", quotes_hint(self._line(at)))
        previous = self._previous_line(at)
        if _KEY.match(self._text_from(previous)) or self._text_from(previous).startswith("- "):
            return self._error((at[0], self._indent(at)), "the indentation does not fit the lines above", _ALIGN_HINT)
        return self._missing_colon(previous)

    def _wrong_quote(self) -> Problem:
        """Return the problem of an unknown escape, or of a quote that is not closed."""
        if self._matches("escape|hexdecimal"):
            backslash = self._line(self.at).rfind("\\", 0, self.at[1] + 1)
            written = quoted(self._line(self.at)[backslash : backslash + 2])
            hint = r"use single quotes, or write `\\` for one backslash"
            return self._error((self.at[0], backslash), f"{written} in double quotes has no meaning", hint)
        return self._open_quote(self.since)

    def _open_quote(self, position: _Position) -> Problem:
        """Return the problem of a quote that is not closed."""
        single = self._text_from(position).startswith("'")
        hint = "close it; an apostrophe in it is written twice" if single else 'close it; a `"` in it is written `\\"`'
        return self._error(position, "the quote that opens here is not closed", hint)

    def _unclosed_quote(self, tokens: Iterable[yaml.Token]) -> _Position | None:
        """Return the opening quote of a text over several keys that ends in the line where the parser stopped.

        What closes it there is the opening quote of another text.
        """
        found = None
        try:
            for token in tokens:
                first, last = token.start_mark.line, token.end_mark.line
                if last > self.at[0]:
                    break
                is_quoted = isinstance(token, yaml.ScalarToken) and not token.plain and token.style in ("'", '"')
                if is_quoted and first < last == self.at[0] and any(map(_KEY.match, self.lines[first + 1 : last + 1])):
                    found = self._position(token.start_mark)
        except yaml.YAMLError:  # the one that is being described
            pass
        return found

    def _unclosed_bracket(self) -> Problem:
        """Return the problem of a list or mapping in brackets that goes on where it should not."""
        at, since = self.at, self.since
        if re.match(r"\{[{%#]", self._text_from(since)):
            return self._special_character(since)
        at_end = not self._text_from(at).strip() and not any(line.strip() for line in self.lines[at[0] + 1 :])
        if self._text_from(since)[:1] not in _CLOSING:
            if not at_end:
                return self._special_character(at)
            since = self._last_opening_bracket(at)
        opening = self._text_from(since)[:1]
        closing = _CLOSING[opening]
        if not at_end and at[0] == since[0] and self._text_from(at)[:1] not in _CLOSING.values():
            hint = "put quotes around text that holds a comma, a colon, a quote or a bracket"
        elif not at_end and at[0] > since[0] and self._indent(at) > self._indent(since):
            hint = f"the `{opening}` opens in line {since[0] + 1}"
        else:
            text = "\n".join([self._text_from(since), *self.lines[since[0] + 1 :]])
            if comment := re.search(r"[ \t](#\S.*)", text):
                line = since[0] + text.count("\n", 0, comment.start())
                before = comment.start(1) - text.rfind("\n", 0, comment.start(1)) - 1
                position = (line, before + (since[1] if line == since[0] else 0))
                return self._error(
                    position,
                    f"{quoted(comment[1])} is read as a comment",
                    "put quotes around the text that it belongs to",
                )
            hint = f"write `{closing}`, or {_QUOTES_HINT}"
            return self._error(since, f"the `{opening}` that opens here is not closed", hint)
        return self._error(at, f"a comma or `{closing}` is missing before this", hint)

    def _last_opening_bracket(self, position: _Position) -> _Position:
        """Return the last bracket that opens before a position."""
        text = "\n".join([*self.lines[: position[0]], self._text_before(position)])
        offset = max(text.rfind("["), text.rfind("{"))
        return (text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset) - 1) if offset >= 0 else self.since

    def _special_character(self, position: _Position) -> Problem:
        """Return the problem of a value that starts with a character that has a meaning in YAML."""
        if self._text_before(position).endswith("{") and self._text_from(position)[:1] == "%":
            position = (position[0], position[1] - 1)
        text = self._text_from(position)
        start = text[: 2 if re.match(r"\{[{%#]", text) else 1]
        if not start.strip():
            return self._error(position, "a value is missing here", _QUOTES_HINT)
        shown = "a backtick" if start == "`" else f"`{start}`"
        hint = quotes_hint(self._line(position), position[1])
        return self._error(position, f"text that starts with {shown} needs quotes", hint)

    def _unexpected_text(self) -> Problem:
        """Return the problem of text where the next key, list item or document is expected."""
        at = self.at
        before = self._text_before(at).rstrip()
        if (character := self._text_from(at)[:1]) in _CLOSING.values():
            return self._error(at, f"the `{character}` here closes nothing", "remove it, or " + _QUOTES_HINT)
        if self._text_from(at).startswith(":") and not before:
            return self._error(at, "a key is missing before the `:`", "write `key: value`")
        if before.endswith(("'", '"')):
            return self._error(at, "text follows the closing quote", quotes_hint(self._line(at)))
        if before.endswith(("]", "}")):
            return self._error(at, f"text follows the closing `{before[-1]}`", quotes_hint(self._line(at)))
        if self._line(self._previous_line(at)).startswith("..."):
            return self._error(at, "text follows the line `...`", "remove that line")
        return self._error(at, "the indentation does not fit the lines above", _ALIGN_HINT)


_VALUE = re.compile(r"\s*(?P<dash>- +)*(?:(?P<key>[\w-]+):[ \t]+)?(?P<value>\S.*?)\s*")


def quotes_hint(line: str, column: int | None = None, *, with_comment: bool = False) -> str:
    """Return a hint that shows the value of a line in quotes, or only says that quotes help.

    The value must be short, and start at the column (counted from 0) if one is given. A comment behind it is a part
    of it only on request.
    """
    match = _VALUE.fullmatch(line)
    if not match or not (match["dash"] or match["key"]) or column not in (None, match.start("value")):
        return _QUOTES_HINT
    value = match["value"]
    if len(value) > 60 or (re.search(r"\s#", value) and not with_comment):
        return _QUOTES_HINT
    return f"write `{match['key']}: {_in_quotes(value)}`" if match["key"] else f"write `- {_in_quotes(value)}`"


def _in_quotes(value: str) -> str:
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        value = value[1:-1]
    doubled = value.replace("'", "''")
    return f'"{value}"' if '"' not in value and "\\" not in value else f"'{doubled}'"
