"""Private passages of a text: where they are, and what only looks like one of their markers.

A passage is between `<!-- private -->` and `<!-- /private -->`, or a comment of Obsidian, `%% … %%`. Who misspells a
marker means to hide something, so a comment or a tag that is near to a marker is an error, and the text around it is
hidden as well.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, Literal, TypeAlias

from daytrail.problems import Location, Problem, error, is_near
from daytrail.source.notations import ALL, Programs
from daytrail.source.notations.comments import Comments, find_comments

_MARKER = re.compile(r"<!--\s*(/?)private\s*-->", re.IGNORECASE)
_WORD = "private"
_MAX_PROBLEMS = 100
"""After so many mistakes in one text, the rest of them is not reported."""

_Span: TypeAlias = tuple[int, int]


Kind: TypeAlias = Literal["entry", "markdown", "yaml", "file"]
"""Kind of a text: near to a marker may be more in Markdown than in YAML, and least in a file of any kind.

Only an entry and another text in Markdown have comments as of Obsidian.
"""


def cut_private(
    text: str, path: str, first_line: int, *, kind: Kind = "markdown", programs: Programs = ALL
) -> tuple[str, list[Problem]]:
    """Remove private passages with their markers from a text, and comments if notations of Obsidian are read.

    If something is wrong with its markers, all text behind the first of them is removed, and the text above it too
    unless only ends are missing, so that nothing private can leak.
    """
    spans, problems = _private_spans(text, path, first_line, kind, programs)
    ends = [0, *(end for _, end in spans)]
    starts = [*(start for start, _ in spans), len(text)]
    pieces: list[str] = []
    for start, end in zip(ends, starts, strict=True):
        piece = text[start:end]
        # The line break of a line that was all private goes too: an empty line would make a list around it loose.
        if start > 0 and (not pieces or pieces[-1].endswith("\n")):
            piece = piece.removeprefix("\n")
        if piece:
            pieces.append(piece)
    return "".join(pieces), problems


def blank_private(text: str, path: str, *, kind: Kind = "yaml", programs: Programs = ALL) -> tuple[str, list[Problem]]:
    """Replace what `cut_private` removes by spaces, so that the rest keeps its lines and columns."""
    spans, problems = _private_spans(text, path, 1, kind, programs)
    return _blanked(text, spans), problems


def _private_spans(
    text: str, path: str, first_line: int, kind: Kind, programs: Programs
) -> tuple[list[_Span], list[Problem]]:
    """Return the offsets at which private passages start and end, markers included."""
    spans: list[_Span] = []
    problems: list[Problem] = []
    opened: int | None = None
    hides_above = False

    def location(offset: int) -> Location:
        return Location(path, first_line + text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset))

    markers = list(_MARKER.finditer(text))
    for marker in markers:
        if len(problems) >= _MAX_PROBLEMS:
            break
        start, end = marker.span()
        if marker[1]:  # the end of a passage
            if opened is None:
                message = "`<!-- /private -->` closes a passage that was never opened"
                problems.append(error(location(start), message, "write `<!-- private -->` where the passage begins"))
                hides_above = True
            spans.append((opened or 0, end))
            opened = None
        elif opened is not None:
            message = f"a private passage opens inside the one that opens in line {location(opened).line}"
            problems.append(error(location(start), message, "close that one first, with `<!-- /private -->`"))
        else:
            opened = start
    if opened is not None:
        message = "the private passage that opens here has no end"
        problems.append(error(location(opened), message, "add `<!-- /private -->`"))
    comments = _comments(text, spans, kind) if "obsidian" in programs else Comments()
    problems += [error(location(start), message, hint) for start, message, hint in comments.mistakes[:_MAX_PROBLEMS]]
    near = _first_of_each([*_near_comments(text, comments), *_near_markers(_blanked(text, comments.spans), kind)])
    for start in near[:_MAX_PROBLEMS]:
        message = "this looks like a marker of a private passage, but it is none"  # the text may be private
        problems.append(error(location(start), message, "the markers are `<!-- private -->` and `<!-- /private -->`"))
    if problems:
        spans = [(0 if hides_above or near or comments != Comments() else markers[0].start(), len(text))]
        return spans, sorted(problems)
    return _joined([*spans, *comments.spans]), []


def _comments(text: str, private: Iterable[_Span], kind: Kind) -> Comments:
    """Return the comments of a text outside of private passages."""
    if kind not in ("entry", "markdown"):
        return Comments()
    # With spaces for a passage, what is behind it in a line would look like indented code.
    return find_comments(_blanked(text, private, "x"), fold, is_entry=kind == "entry")


def _near_comments(text: str, comments: Comments) -> Iterator[int]:
    """Yield the offset of each comment of Obsidian that is nothing but the word of a marker."""
    return (start for start, end in comments.spans if _are_near(fold(text[start:end]), edits=2))


def _joined(spans: Iterable[_Span]) -> list[_Span]:
    """Return spans in their order, with one for those that are within each other."""
    joined: list[_Span] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _blanked(text: str, spans: Iterable[_Span], blank: str = " ") -> str:
    """Return a text with another character for each in spans, except for the ends of lines."""
    pieces, position = [], 0
    for start, end in spans:
        pieces += [text[position:start], re.sub(r"[^\n]", blank, text[start:end])]
        position = end
    return "".join([*pieces, text[position:]])


def _first_of_each(offsets: Iterable[int]) -> list[int]:
    """Return offsets without those a few characters behind another: several patterns match one comment."""
    first: list[int] = []
    for offset in sorted(offsets):
        if not first or offset - first[-1] > 8:
            first.append(offset)
    return first


# -- what is near to a marker --

_GAP = r"[\s\0]{0,9}"
_LESS = r"(?:<|&lt;?|&#0*60;?|&#x0*3c;?)"
_REST_OF_LESS = r"(?:(?<=<)|(?<=&)(?:lt;?|#0*60;?|#x0*3c;?))"
"""Matches what is behind the first character of what `_LESS` matches."""
_GREATER = r"(?:>|&gt;?|&#0*62;?|&#x0*3e;?)"
_WORDS = r"(?P<words>[a-z0-9_\0 \t-]{4,40}?)"
_COMMENT_LENGTH = 120
_COMMENT_PIECE_END = re.compile(rf"{_GREATER}|[\n%#}}\])*:=,;(|]|-(?=[\s\0-])|\Z")
_COMMENT_END = re.compile(rf"--|{_GREATER}|%|[#}}\])]|\Z")


_Patterns: TypeAlias = tuple[tuple[tuple[str, ...], re.Pattern[str]], ...]


def _patterns(*patterns: tuple[str, str]) -> _Patterns:
    """Return patterns, each with the signs of which a text must have one: most texts have few of them.

    A pattern that begins with a character is found faster than one that begins with what is before it.
    """
    return tuple((tuple(signs.split()), re.compile(pattern, re.MULTILINE)) for signs, pattern in patterns)


# What begins a comment: of HTML, of templates, of Obsidian, and of Markdown as in `[//]: # (…)`.
_COMMENTS = _patterns(
    ("< &", rf"{_LESS}[\s\0/\\]{{0,9}}[!%#?]"),
    ("!- {# {% %%", r"[\[({%](?:(?<!%)!-|(?<=\{)[#%]|(?<=%)(?<!%%)%)"),
    ("]:", r"^[ \t>*+-]{0,9}\[[^\]\n]{0,30}\]:[ \t]{0,9}[#</]"),
)
_TAGS = _patterns(
    # <private>, also without its end; not the type in `pointer<Private>`
    (
        "< &",
        rf"[<&](?:(?<!\w.){_REST_OF_LESS}|{_REST_OF_LESS}(?={_GAP}[/\\])){_GAP}[/\\]?{_GAP}{_WORDS}{_GAP}[/\\!%?:.,;=*~-]{{0,5}}{_GAP}{_GREATER}",
    ),
    ("<", rf"<(?<!\w<)/?(?=\w){_WORDS}$"),
    # <-- private -->, !-- private -->, -- private -->
    ("<- !-", rf"(?:<-++|!-++){_GAP}[/\\]?{_GAP}{_WORDS}{_GAP}(?:-|{_GREATER})"),
    ("--", rf"-(?<!--)-++{_GAP}[/\\]?{_GAP}{_WORDS}{_GAP}-{{1,9}}{_GAP}{_GREATER}"),
    # private -->, where a line starts, and /private -->
    ("--", rf"(?:^[ \t>*+-]{{0,9}}/?|\s/){_GAP}{_WORDS}{_GAP}--{_GAP}{_GREATER}"),
)
_OTHER_MARKS = (
    # /* private */
    ("/*", rf"/\*{{1,3}}{_GAP}[/\\]?{_GAP}{_WORDS}{_GAP}\*{{1,3}}/"),
    # ::: private, !!! private, --- private ---
    (
        "-- ::: !!! ??? +++ /// === ~~~ ```",
        rf"^[ \t>]{{0,9}}(?:([:!?+/=~`])\1{{2,9}}|-{{2,9}}+){_GAP}{_WORDS}[ \t:!?+/=~`-]{{0,9}}$",
    ),
    ("\\", rf"\\(?:begin|end){_GAP}\{{{_WORDS}\}}"),
)
_MARKDOWN_MARKS = _patterns(
    *_OTHER_MARKS,
    # [private], {private}, {{ private }}, but no link
    ("[ {", rf"[\[{{](?<![\w\]!].)[\[{{]?[<%!.:/\\\s\0]{{0,9}}{_WORDS}[>%!/\\\s\0]{{0,9}}[\]}}]{{1,2}}(?![(\[:])"),
    # (private), alone on its line
    ("(", rf"^[ \t>*+-]{{0,9}}\([/ \t]{{0,9}}{_WORDS}\)[ \t]{{0,9}}$"),
    ("]:", rf"^[ \t>]{{0,9}}\[{_WORDS}\]:[ \t]{{0,9}}[#</]"),
)
_YAML_MARKS = _patterns(
    *_OTHER_MARKS,
    # [/private]; other brackets are those of lists and mappings
    ("[ {", rf"[\[{{]{{1,2}}{_GAP}[/\\]{_GAP}{_WORDS}{_GAP}[\]}}]"),
    ("#", rf"#{{1,9}}{_GAP}[/\\]?{_GAP}{_WORDS}{_GAP}:?{_GAP}$"),
)
_MARKS: Final[dict[Kind, _Patterns]] = {
    "entry": _MARKDOWN_MARKS,
    "markdown": _MARKDOWN_MARKS,
    "yaml": _YAML_MARKS,
    "file": (),
}
_ELEMENTS = _patterns(("<", r"<(?<!\w<)[a-z][\w-]{0,40}\s([^<>]{0,300})>"))
_ATTRIBUTE = re.compile(r"""([a-z][\w-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"']*))?""")
_TEXT_ATTRIBUTES = frozenset(("action", "alt", "aria-label", "cite", "href", "name", "placeholder", "src", "title"))

_FILLERS = frozenset(
    """
    a area begin beginning begins block close closed closes comment content end ending ends finish from here is keep
    marker mode note notes now of off on only open opened opens part passage region section start starting starts stop
    stops text the this till to until very zone
    """.split()  # noqa: SIM905 - words, not a column of quotes
)
_AFFIXES = re.compile(r"^(?:begin|close|end|no|open|start|stop|un)|(?:begin|close|end|off|on|open|start|stop)$")


def _near_markers(text: str, kind: Kind) -> Iterator[int]:
    """Yield the offset of each comment and each tag that is no marker, but looks like one."""
    # The same number of characters, none of which is a part of a comment or tag.
    look = fold(_MARKER.sub(lambda marker: re.sub(r"[^\n]", "~", marker[0]), text))
    for match in _matches(_COMMENTS, look):
        if _is_comment_near(look[match.end() : match.end() + _COMMENT_LENGTH]):
            yield match.start()
    for match in _matches(_TAGS, look):
        if _are_near(match["words"], edits=2, extra=1):
            yield match.start()
    for match in _matches(_MARKS[kind], look):
        if _are_near(match["words"], edits=1):
            yield match.start()
    for match in _matches(_ELEMENTS if kind != "file" else (), look):
        if _has_near_attribute(match[1]):
            yield match.start()


def _matches(patterns: _Patterns, look: str) -> Iterator[re.Match[str]]:
    for signs, pattern in patterns:
        if any(sign in look for sign in signs):
            yield from pattern.finditer(look)


def _has_near_attribute(attributes: str) -> bool:
    """Return whether an attribute of a tag, or a word in its value, is near to the word of a marker."""
    return any(
        _is_near(word, 1)
        for name, value in _ATTRIBUTE.findall(attributes)
        for word in re.findall(r"[a-z0-9]+", f"{name} {value}" if name not in _TEXT_ATTRIBUTES else "")
    )


@lru_cache(maxsize=256)
def _is_comment_near(content: str) -> bool:
    """Return whether a comment, given from behind the sign that opens it, is near to a marker."""
    content = re.sub(r"<[!%#?].*", "", content, flags=re.DOTALL)  # which opens another one
    if not (word := re.search(r"[^\W_]", content)):
        return False
    pieces = (content[: end.start()] for end in _COMMENT_PIECE_END.finditer(content))
    if any(_are_near(piece, edits=2) for piece in pieces):
        return True
    end = _COMMENT_END.search(content, word.start())
    return _are_near(content[: end.start()] if end else content, edits=2, extra=2)


def _are_near(content: str, *, edits: int, extra: int = 0) -> bool:
    """Return whether words are near to the word of a marker, or one of them is very near and there are few others."""
    words = [word for word in re.findall(r"[a-z0-9]+", content.replace("\0", "")) if word not in _FILLERS]
    if _is_near("".join(words), edits):
        return True
    return len(words) <= 1 + extra and any(_is_near(word, 1) for word in words)


@lru_cache(maxsize=4096)
def _is_near(word: str, edits: int) -> bool:
    """Return whether a word is near to the word of a marker, perhaps with `end` or the like in front or behind."""
    return any(
        (len(candidate) > 3 and _WORD.startswith(candidate))
        or candidate in ("prvt", "pvt")
        or is_near(candidate, _WORD, edits)
        for candidate in {word, _AFFIXES.sub("", word)}
    )


_ENTITY = re.compile(r"&(?:shy|zwn?j|zerowidthspace|[lr]rm|nobreak|#0*173|#x0*ad|#0*820[3-7]|#x0*200[b-f]);")
_YAML_ESCAPE = re.compile(r"\\(?:x|u(?:0000)?(?=[0-9a-f]{4}))([0-9a-f]{2,4})")
_OTHER_ENTITY = re.compile(r"&#(?!0*6[02];|x0*3[ce];)\w{1,8};(?=[a-z])")
_LIKE_LATIN = str.maketrans("рριіıгѵνаατтеεєℯᴘʀɪᴠᴀᴛᴇ", "ppiiirvvaatteeeeprivate")
_LIKE_ASCII = str.maketrans(
    "\u2039\xab\u3008\u27e8\u300a\u203a\xbb\u3009\u27e9\u300b\u2212\u2500\u2501", "<<<<<>>>>>---"
)
_INVISIBLE_LETTERS = "\u115f\u1160\u3164\uffa0"


def fold(text: str) -> str:
    """Return a text as it looks, in as many characters: small Latin letters, NUL for what cannot be seen."""
    text = (
        text.lower()
        if text.isascii()
        else text.translate({ord(character): _look(character) for character in set(text)})
    )
    if "\\" in text:
        text = _YAML_ESCAPE.sub(lambda match: chr(int(match[1], 16)).lower()[0].ljust(len(match[0]), "\0"), text)
    if "&" in text:
        text = _ENTITY.sub(lambda match: "\0" * len(match[0]), text)
        # Who writes a letter of the word as `&#112;` writes about a marker.
        text = _OTHER_ENTITY.sub(lambda match: "q" * len(match[0]), text)
    return text


@cache
def _look(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cf", "Mn", "Me") or character in _INVISIBLE_LETTERS:
        return "\0"
    if category == "Pd":
        return "-"
    base = unicodedata.normalize("NFKD", character)[0].lower()[0]
    return base.translate(_LIKE_LATIN).translate(_LIKE_ASCII)
