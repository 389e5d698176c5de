"""Text of a reading list as plain Markdown: HTML, comments, mails and what other programs add are replaced.

Lines keep their numbers, so that the report names those of the source.
"""

import re
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from itertools import pairwise

from daytrail.importers.reading.media import medium
from daytrail.importers.text.diagnostics import diagnostic, replaced_words
from daytrail.importers.text.emoji import with_emoji
from daytrail.importers.text.html_links import with_markdown_links
from daytrail.importers.text.links import with_file_links
from daytrail.importers.text.markdown import ATTRIBUTES
from daytrail.importers.text.outline import CONTENTS_LINK
from daytrail.importers.text.vocabulary import any_of
from daytrail.problems import Problem

_LINE = re.MULTILINE | re.IGNORECASE
_REFERENCE = re.compile(r"&(?:#x[0-9a-f]+|#\d+|[a-z]+\d*);", re.IGNORECASE)
_HIDDEN = re.compile(
    r"^%%(?:(?!%%).)*%%[ \t]*$|^[ \t]*:LOGBOOK:(?:(?!:LOGBOOK:).)*?:END:[ \t]*$"
    r"|^[ \t]*(?:collapsed|id|icon)::[^\n]*$",
    re.DOTALL | re.MULTILINE,
)
"""Comments of Obsidian, and what Logseq keeps in its pages."""
_OPEN_LINK = rf"\[(?:{any_of('media')})\]\(#?\)|\[\[\w[\w ]*\](?:\]\(#?\)|\(#?\)\])"
"""A link to be filled in, as `[code]()`."""
_REPLACED = tuple(
    (re.compile(pattern, _LINE), replacement)
    for pattern, replacement in (
        (r"(?<=[^\s\\])[ ]*\\$", "  "),  # a line break
        (r"\{\{(?:video|youtube|tweet|pdf) (https?:[^\s{}]+)\}\}", r"\1"),
        (r"</br>", "<br>"),
        (r"^[ \t]*<li\b[^<>]*>", "- "),
        (r"</li>$|^[ \t]*</?[ou]l\b[^<>]*>$", ""),
        (rf"^([ \t]*(?:[-*+][ ])?\*\*)\d+[.)][ ]+(?=[^\n*]+\*\*[^\n]* (?:{any_of('by')}) )", r"\1"),
        (r"^[ \t]*<br[ ]?/?>[ \t]*(?=[-*+][ ])", "  "),
        (r"^[ \t]*<br[ ]?/?>[ \t]*(?=\S)", ""),
        (r"(?<=\w\])\[\]", ""),
        (r"\]\([ \t]*\n[ \t]*(https?://[^()\s]+\)[^\n]*)", r"](\1"),
        (r"^(?:[ \t]*\xa0)+[ \t]*|\xa0", " "),
        (r"</?(?:b|strong)>", "**"),
        (r"(\*\*|__|[*_])(\[\[[^\[\]]+\](?:\([^()\s]*\)\]|\]\([^()\s]*\)))\1", r"\2"),
        (rf"(?<=[\w)*_\]])(?<!\[[ xX]\])[ \t]+(?:{_OPEN_LINK})", ""),
        (r"\*\*([^*\n]*[,:–—-][ ])\*([^*\n]+)\*\*\*", r"\1*\2*"),
        (ATTRIBUTES + r"|(?<=\S)[ ]*\{(?:%|\{[<%])[^\n]*?[%>]\}\}?", ""),
        (r"^([^|\n]*[^|\s])[ \t]*<br[ ]?/?>[ \t]*$", r"\1  "),
        (r"</?(?:abbr|big|center|cite|font|ins|label|mark|nobr|progress|q|section|span|time|u)(?:\s[^<>]*)?>", ""),
        (r"</?(?:code|kbd|samp|tt)>", "`"),
        (r"(\[(?!\d+\])[^\[\]]{2,}\])[ \t]+(?:\((https?://[^()\s]+)\)|(https?://\S+)[ \t]*$)", r"\1(\2\3)"),
        (r"<(small|sub|i|em)(?:\s[^<>]*)?>[*_ ]*([^<>]*?)[*_ ]*</\1>", r"*\2*"),
        (r"^([ \t]+)([\w-]+)::[ \t]+(.*\S)[ \t]*$", r"\1- \2: \3"),  # a property of Logseq
        (r"^[ \t]*<p(?:\s[^<>\n]*)?>[ \t]*([^\s<].*\S)[ \t]*</p>[ \t]*$", r"\1"),
        (r"^[ \t]*<p(?:\s[^<>\n]*)?>[ \t]*\n[ \t]*(\S.*\S)[ \t]*\n[ \t]*</p>[ \t]*$", "\n\\1\n"),
    )
)
_DETAILS = re.compile(
    r"^(?P<above>(?:[ \t]*(?:[-*+>]|\d+[.)])[ \t]|(?=.*\]\(https?:)).*\n(?:[ \t]*\n)?)"
    r"(?P<indent>[ \t]*)<details[^<>\n]*>[ \t]*\n(?P<text>(?:(?![ \t]*(?:</?details\b|[-*+#|\[`~]|\d+[.)])).*\n)*)"
    r"[ \t]*</details>[ \t]*$",
    _LINE,
)
"""Prose that a reader unfolds below an item."""
_NAMED_URL = re.compile(r" {0,3}\[([^\]]+)\]:[ \t]*<?(https?://[^\s<>]+)>?.*")
_NAME_OF_URL = re.compile(
    r"(?<![\]\[])(?P<words>\[[^\[\]]+\])?\[(?P<name>[^\[\]]+)\](?![(\[\]])(?(words)|(?<!\]:)(?!:))"
)
_PICTURE = re.compile(
    r"(?P<link>\[)?!\[(?P<words>[^\[\]]*)\]\([^()]*\)(?(link)(?:\]\(\)|(?P<linked>\](?=\()))|)(?!\s*\|)"
)
_ONLY_PICTURES = re.compile(r"\W*(?:\[?!\[[^\[\]]*\]\([^()]*\)(?:\]\([^()]*\))?\W*)+")
_ABOVE_LINK = re.compile(r"(?!\s*[#<]|.*!\[).*\w")
"""A line with which a picture below it goes on."""
_CONTENTS_LINE = re.compile(rf"(?:[\s>*+-]*\d+[.)]\s)?{CONTENTS_LINK.pattern}")
_GLUED_URLS = re.compile(r"(https?://(?!web\.archive\.org/)[^/\s?]+/[^?\s]*[\w/]),?(?=https?://[^/\s?]+/)")


@dataclass
class SourceText:
    """A text with as many lines as the source."""

    text: str
    replaced: list[tuple[int, str]] = field(default_factory=list)
    """Words of the source that it does not have, with their lines."""
    definitions: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    """Lines that only say what URL a name or a number of a link has, by URL."""
    left_out: dict[int, list[str]] = field(default_factory=dict)
    """Targets of links to files whose URL is unknown, by line."""
    doubts: list[Problem] = field(default_factory=list)


def read_source_text(text: str, source_url: str | None) -> SourceText:
    """Return a text whose links are those of Markdown; relative links are counted from `source_url`."""
    source = SourceText("")
    before = text = _HIDDEN.sub(lambda match: "\n" * match[0].count("\n"), text)
    # What may be Markdown stays as it is.
    text = _REFERENCE.sub(
        lambda match: match[0] if (character := unescape(match[0])).isascii() and character != "&" else character, text
    )
    text = with_emoji(text)
    text = _DETAILS.sub(_quoted_details, _DETAILS.sub(_quoted_details, text))  # also details below others
    text = with_markdown_links(text)
    for pattern, replacement in _REPLACED:
        text = pattern.sub(partial(_on_as_many_lines, replacement), text)
    text = re.sub(r"^[ \t]*<img\b[^<>\n]*>[ \t]*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"(?<=[^\s>])[ \t]*<img\b[^<>\n]*>|<img\b[^<>\n]*>[ \t]*(?=[^\s<])", "", text)
    lines = ["", *_with_named_links(source, text.split("\n"))]
    lines = [_without_pictures(source, at, *pair) for at, pair in enumerate(pairwise(lines), 1)]
    for index, line in enumerate(lines):
        if line.count("://") > 1 and not _NAMED_URL.fullmatch(line) and (urls := _GLUED_URLS.findall(line)):
            lines[index] = _GLUED_URLS.sub(r"\1 ", line)
            message = f"addresses without a space between them are read as {len(urls) + 1}, of which one is {urls[0]}"
            source.doubts.append(diagnostic(index + 1, "joined-urls", message))
    source.replaced += replaced_words(before, "\n".join(lines))
    source.text = "\n".join(
        line
        if _CONTENTS_LINE.fullmatch(line) or _ONLY_PICTURES.fullmatch(line)
        else with_file_links(line, source_url, source.left_out.setdefault(at, []))
        for at, line in enumerate(lines, 1)
    )
    return source


def _without_pictures(source: SourceText, number: int, above: str, line: str) -> str:
    """Return a line without pictures, unless it has nothing else; a link around one has the words of the picture."""
    if "![" not in line or (_ONLY_PICTURES.fullmatch(line) and not _ABOVE_LINK.match(above)):
        return line

    def read(picture: re.Match[str]) -> str:
        source.replaced.append((number, picture[0]))
        is_first = not re.search(r"\w", re.sub(r"<[^<>]*>", "", line[: picture.start()]))
        is_title = medium(picture["words"]) or (is_first and "img.shields.io" not in picture[0])
        return f"[{picture['words'] if is_title else ''}]" if picture["linked"] else ""

    return _PICTURE.sub(read, line)


def _on_as_many_lines(replacement: str, match: re.Match[str]) -> str:
    text = match.expand(replacement)
    return text + "\n " * (match[0].count("\n") - text.count("\n"))  # lines with spaces were read


def _quoted_details(details: re.Match[str]) -> str:
    """Return prose that is unfolded below an item as a quotation."""
    text = re.sub(r"<summary>([^<\n]*)</summary>", lambda summary: f"{summary[1].strip()} – ", details["text"])
    text = re.sub(r".* – (?=\n*\Z)", "", re.sub(r"</?p>|<br ?/?>", " ", text))
    lines = [f"{details['indent']}> {line.strip()}" if line.strip() else "" for line in text.split("\n")]
    return f"{details['above']}\n" + "\n".join(lines)


def _with_named_links(source: SourceText, lines: list[str]) -> list[str]:
    """Return lines with URLs in place of names such as `[1]` and `[tides]`, which other lines explain."""
    urls: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if match := _NAMED_URL.fullmatch(line):
            urls[match[1].casefold()] = match[2]
            source.definitions.setdefault(match[2], []).append((number, line))

    def with_url(match: re.Match[str]) -> str:
        words, name = match["words"], match["name"]
        url = urls.get(" ".join(name.split()).casefold())
        if not url or name in "xX":
            return match[0]
        return f"<{url}>" if name.isdigit() and not words else f"{words or f'[{name}]'}({url})"

    return [line if not urls or _NAMED_URL.fullmatch(line) else _NAME_OF_URL.sub(with_url, line) for line in lines]
