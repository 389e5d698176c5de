"""Messages for YAML syntax errors, in a writer's words.

libyaml and PyYAML's own parser stop at the same places and name them differently; both are understood.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

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


def read_syntax_error(exception: yaml.MarkedYAMLError, text: str, path: str, tokens: Iterable[yaml.Token]) -> Problem:
    """Return what is wrong where the parser stopped, at the location that a writer would correct.

    `tokens` are those of the text, and may end with an error.
    """
    return _SyntaxError(exception, text, path).problem(tokens)


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
    """A place where the parser stopped, in its text. Places are offsets."""

    def __init__(self, exception: yaml.MarkedYAMLError, text: str, path: str) -> None:
        self.path = path
        self.text = text
        self.parser_message = f"{exception.context or ''}; {exception.problem or ''}"
        stop: Any = exception.problem_mark or exception.context_mark
        start: Any = exception.context_mark or exception.problem_mark
        self.at: int = stop.index
        """Where the parser stopped."""
        self.since: int = start.index
        """Beginning of what it was reading."""

    def _matches(self, pattern: str) -> bool:
        return re.search(pattern, self.parser_message) is not None

    def _start(self, place: int) -> int:
        return self.text.rfind("\n", 0, place) + 1

    def _before(self, place: int) -> str:
        return self.text[self._start(place) : place]

    def _after(self, place: int) -> str:
        return self.text[place:].partition("\n")[0]

    def _line(self, place: int) -> str:
        return self._before(place) + self._after(place)

    def _indent(self, place: int) -> int:
        line = self._line(place)
        return len(line) - len(line.lstrip())

    def _line_above(self) -> str:
        """Return the nearest line above that is not blank."""
        return self.text[: self._start(self.at)].rstrip().rpartition("\n")[2]

    def _error(self, place: int, message: str, hint: str = "") -> Problem:
        return error(end_location(self.text[:place], self.path), message, hint)

    def problem(self, tokens: Iterable[yaml.Token]) -> Problem:
        at, since = self.at, self.since
        if self.text.startswith("\t", at) or self._matches(r"\btab\b"):
            is_indent = not self._before(at).strip()
            hint = "indent with spaces" if is_indent else "write a space in its place"
            return self._error(at, "there is a tab where a space is needed", hint)
        if (quote := self._unclosed_quote(tokens)) is not None:
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
            message = "a line cannot start with `%`"
            return self._error(self._start(at), message, "remove the line, or put it in quotes")
        if self._matches("cannot start|anchor|alias|tag|block scalar|node content|keys are not allowed"):
            return self._special_character(since if self._matches("anchor|alias|tag|block scalar") else at)
        return self._unexpected_text()

    def _missing_colon(self, place: int) -> Problem:
        message = f"{quoted(self._after(place))} is not `key: value`"
        return self._error(place, message, "write a colon and a space behind the key")

    def _unexpected_colon(self) -> Problem:
        """Return the problem of a second `: ` in a line, or of one in a line that continues another."""
        if key := _KEY.match(self._before(self.at) + " "):
            value = self._line(self.at)[key.end() :].strip()
            hint = quotes_hint(self._line(self.at))
            return self._error(self.at, f"{quoted(value)} holds a colon and is not in quotes", hint)
        above = self._line_above().lstrip()
        if _KEY.match(above) or above.startswith("- "):
            start = self._start(self.at) + self._indent(self.at)
            return self._error(start, "the indentation does not fit the lines above", _ALIGN_HINT)
        return self._missing_colon(self.text.rfind(above, 0, self.at))

    def _wrong_quote(self) -> Problem:
        """Return the problem of an unknown escape, or of a quote that is not closed."""
        if self._matches("escape|hexdecimal"):
            backslash = self.text.rfind("\\", 0, self.at + 1)
            message = f"{quoted(self.text[backslash : backslash + 2])} in double quotes has no meaning"
            return self._error(backslash, message, r"use single quotes, or write `\\` for one backslash")
        return self._open_quote(self.since)

    def _open_quote(self, place: int) -> Problem:
        """Return the problem of a quote that is not closed."""
        single = self.text.startswith("'", place)
        hint = "close it; an apostrophe in it is written twice" if single else 'close it; a `"` in it is written `\\"`'
        return self._error(place, "the quote that opens here is not closed", hint)

    def _unclosed_quote(self, tokens: Iterable[yaml.Token]) -> int | None:
        """Return the opening quote of a text over several keys that ends in the line where the parser stopped.

        What closes it there is the opening quote of another text.
        """
        found = None
        with suppress(yaml.YAMLError):  # the one that is being described
            for token in tokens:
                start, end = token.start_mark.index, token.end_mark.index
                ends_here = self._start(end) == self._start(self.at)
                is_quoted = isinstance(token, yaml.ScalarToken) and token.style in ("'", '"')
                if ends_here and is_quoted and any(map(_KEY.match, self.text[start:end].split("\n")[1:])):
                    found = start
        return found

    def _unclosed_bracket(self) -> Problem:
        """Return the problem of a list or mapping in brackets that goes on where it should not."""
        at, since = self.at, self.since
        at_end = not self.text[at:].strip()
        if re.match(r"\{[{%#]", self.text[since : since + 2]):
            return self._special_character(since)
        if self.text[since : since + 1] not in _CLOSING:
            if not at_end:
                return self._special_character(at)
            since = max(self.text.rfind(bracket, 0, at) for bracket in _CLOSING)
        opening = self.text[since]
        closing, is_one_line = _CLOSING[opening], "\n" not in self.text[since:at]
        if at_end or (is_one_line and self.text[at] in _CLOSING.values()):
            return self._open_bracket(since)
        if is_one_line:
            hint = "put quotes around text that holds a comma, a colon, a quote or a bracket"
        elif self._indent(at) > self._indent(since):
            hint = f"the `{opening}` opens in line {end_location(self.text[:since], self.path).line}"
        else:
            return self._open_bracket(since)
        return self._error(at, f"a comma or `{closing}` is missing before this", hint)

    def _open_bracket(self, place: int) -> Problem:
        """Return the problem of a bracket that is not closed, perhaps because a `#` begins a comment."""
        if comment := re.compile(r"[ \t](#\S.*)").search(self.text, place):
            hint = "put quotes around the text that it belongs to"
            return self._error(comment.start(1), f"{quoted(comment[1])} is read as a comment", hint)
        opening = self.text[place]
        hint = f"write `{_CLOSING[opening]}`, or {_QUOTES_HINT}"
        return self._error(place, f"the `{opening}` that opens here is not closed", hint)

    def _special_character(self, place: int) -> Problem:
        """Return the problem of a value that starts with a character that has a meaning in YAML."""
        if self.text.startswith("%", place) and self._before(place).endswith("{"):
            place -= 1
        text = self._after(place)
        start = text[: 2 if re.match(r"\{[{%#]", text) else 1]
        if not start.strip():
            return self._error(place, "a value is missing here", _QUOTES_HINT)
        shown = "a backtick" if start == "`" else f"`{start}`"
        hint = quotes_hint(self._line(place), place - self._start(place))
        return self._error(place, f"text that starts with {shown} needs quotes", hint)

    def _unexpected_text(self) -> Problem:
        """Return the problem of text where the next key, list item or document is expected."""
        at, before = self.at, self._before(self.at).rstrip()
        if (character := self._after(at)[:1]) in _CLOSING.values():
            return self._error(at, f"the `{character}` here closes nothing", "remove it, or " + _QUOTES_HINT)
        if character == ":" and not before:
            return self._error(at, "a key is missing before the `:`", "write `key: value`")
        if before.endswith(("'", '"')):
            return self._error(at, "text follows the closing quote", quotes_hint(self._line(at)))
        if before.endswith(("]", "}")):
            return self._error(at, f"text follows the closing `{before[-1]}`", quotes_hint(self._line(at)))
        if self._line_above().startswith("..."):
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
