"""Editor for the links of a Markdown text, and the URLs that links of a document have on the web."""

import re
from collections.abc import Callable, Iterator, Mapping, Set
from typing import TypeAlias
from urllib.parse import unquote, urljoin

NewTarget: TypeAlias = Callable[[str, bool], str | None]
"""Function from the target of a link, and whether it is an image, to the new target; None if it is to be no link."""

_CODE = re.compile(
    r"^ *(?P<fence>`{3,}|~{3,}).*?(?:^ *(?P=fence)|\Z)|(?<!`)(`+)(?!`)[^`\n]+(?<!`)\2(?!`)", re.MULTILINE | re.DOTALL
)
_WORDS = r"\[(?P<words>(?:[^\[\]\n]|\[[^\[\]\n]*\]|\n(?!\s*\n)){0,800})\]"
_LINK = re.compile(
    rf"(?P<image>!?){_WORDS}\(\s*(?:<(?P<angle>[^<>\n]*)>|(?P<url>[^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)?))"
    r"(?P<title>\s+(?:\"[^\"\n]*\"|'[^'\n]*'))?\s*\)"
)
_DEFINITION = re.compile(r"^(?P<label> {0,3}\[(?!\^)[^\[\]\n]+\]:[ \t]*)<?(?P<url>[^\s<>]+)>?", re.MULTILINE)
_TAG = re.compile(
    r"(?P<tag><(?:a|img)\s[^<>]*?\b(?:href|src)\s*=\s*)(?P<quote>[\"'])(?P<url>[^\"'<>\n]*)(?P=quote)", re.IGNORECASE
)
_ANY_DEFINITION = re.compile(r" {0,3}\[(?P<label>\^?[^\[\]\n]+)\]:\s*\S")
_USE = re.compile(r"\[([^\[\]\n]+)\](?:\[([^\[\]\n]*)\]|(?![(:\[]))")
SCHEME = re.compile(r"(?!file:)[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_HOST = re.compile(r"www\.[\w-]+\.\w|(?:[\w-]+\.)+(?:com|net|org|edu|gov|io|dev)(?:/|$)", re.IGNORECASE)
_REPOSITORY_ROOT = re.compile(
    r"https?://[^/]+/(?:[^/]+/)+?(?:-/)?(?:(?:blob|tree|raw)/|(?:src|raw)/(?:branch|tag|commit)/)[^/]+/"
)
"""The part of a file's URL at GitHub, GitLab, Codeberg and the like that is the root of the repository."""
_PAGE_OF_FILE = re.compile(r"^(?P<repository>https?://[^/]+/(?:[^/]+/){2,}?(?:-/)?)(?:blob|tree|src)/")


def without_code(text: str) -> str:
    """Return a text with spaces in place of code; offsets are the same."""
    return _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text) if "`" in text or "~~~" in text else text


def rewrite_links(text: str, new_target: NewTarget, *, is_inner: bool = False) -> str:
    """Return a text with new targets of its links, images, definitions and HTML tags.

    A link without a target becomes its words, with the target as code behind them. `is_inner`: it is the words of a
    link, which contain no definition.
    """
    if not re.search(r"\]\(|\]:|<(?:a|img)\s", text, re.IGNORECASE):
        return text
    masked = without_code(text)
    edits = [(*match.span(), _new_link(match, text, new_target)) for match in _LINK.finditer(masked)]
    for match in _DEFINITION.finditer("" if is_inner else masked):
        new = new_target(match["url"], False)
        if new is not None and new != match["url"]:
            edits.append((*match.span(), f"{match['label']}{_destination(new)}"))
    for match in _TAG.finditer(masked):
        new = new_target(match["url"], "<img" in match["tag"].casefold())
        if new is not None and new != match["url"]:
            edits.append((*match.span(), f"{match['tag']}{match['quote']}{new}{match['quote']}"))
    parts, end = [], 0
    for start, stop, new in sorted(edits):
        if start >= end:
            parts += [text[end:start], new]
            end = stop
    return "".join((*parts, text[end:]))


def _new_link(match: re.Match[str], text: str, new_target: NewTarget) -> str:
    """Return a link with its new target; the match is in the text without code."""
    url = match["angle"] if match["angle"] is not None else match["url"]
    old_words = text[slice(*match.span("words"))]
    words = rewrite_links(old_words, new_target, is_inner=True)
    new = new_target(url, bool(match["image"]))
    if new is None:
        target = unquote(url) if unquote(url).isprintable() else url
        code = "" if not target or target.startswith("#") else f"`{target}`"
        return " ".join(filter(None, (words, f"({code})" if code and words.strip("`") else code)))
    if new == url:
        return text[match.start() : match.start("words")] + words + text[match.end("words") : match.end()]
    return f"{match['image']}[{words}]({_destination(new)}{match['title'] or ''})"


def _destination(url: str) -> str:
    return f"<{url}>" if re.search(r"[\s()]", url) else url


def absolute_link(target: str, source_url: str | None, *, is_image: bool = False) -> str | None:
    """Return the URL that a link of a document leads to; one that begins with `/` begins at the repository's root.

    Without the URL of the document it is known only if the target begins with a host, as in `www.example.org/a`. An
    image has the URL of the file itself, not that of the page about it.
    """
    if _HOST.match(target):
        return f"https://{target}"
    if source_url is None or target.casefold().startswith("file:"):
        return None
    if is_image:
        source_url = _PAGE_OF_FILE.sub(r"\g<repository>raw/", source_url)
    root = _REPOSITORY_ROOT.match(source_url)
    return urljoin(root[0], target.lstrip("/")) if root and target.startswith("/") else urljoin(source_url, target)


def definitions_in(text: str) -> Mapping[str, str]:
    """Return the definitions of links and footnotes of a document by their labels, `^1` for a footnote."""
    masked = without_code(text).split("\n")
    lines = text.split("\n")
    definitions: dict[str, str] = {}
    for index, line in enumerate(masked):
        if match := _ANY_DEFINITION.match(line):
            end = index + 1
            while match["label"][0] == "^" and end < len(lines) and lines[end].startswith(("    ", "\t")):
                end += 1
            definitions.setdefault(_label(match["label"]), "\n".join(lines[index:end]))
    return definitions


def missing_definitions(text: str, definitions: Mapping[str, str]) -> Iterator[str]:
    """Yield the definitions that a part of a document uses and does not contain."""
    if not definitions:
        return
    own = definitions_in(text)
    used = (_label(name or words) for words, name in _USE.findall(without_code(text)))
    for label in dict.fromkeys(used):
        if label in definitions and label not in own:
            yield definitions[label]


def inline_links(text: str) -> tuple[str, Set[int]]:
    """Return a text whose reference links have their addresses, and the numbers of the lines that define those."""
    targets: dict[str, tuple[str, int]] = {}
    used = set[int]()
    for number, line in enumerate(without_code(text).split("\n"), 1):
        if match := _DEFINITION.match(line):
            targets.setdefault(_label(match["label"].strip()[1:-2]), (match["url"], number))

    def inline(match: re.Match[str]) -> str:
        url, number = targets.get(_label(match[2] or match[1]), ("", 0))
        if not number or match[0] in ("[ ]", "[x]", "[X]"):
            return match[0]
        used.add(number)
        return f"[{match[1]}]({url})"

    return (_outside_code(text, _USE, inline) if targets else text), used


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()


# -- notations of other programs that entries cannot read yet --

_OBSIDIAN_COMMENT = re.compile(r"%%(?!%)((?:(?!%%|--).)+?)%%", re.DOTALL)
_WIKI_LINK = re.compile(r"(?P<image>!?)\[\[(?P<target>[^\[\]|\n]+?)(?:\\?\|(?P<words>[^\[\]\n]+))?\]\](?!\()")


def with_known_notations(text: str, link_to: Callable[[str, bool], str | None]) -> str:
    """Return a text of a day in the notation of entries.

    Comments of Obsidian become comments of HTML; wiki links become links where `link_to` knows the day or the file that
    they name (and whether it is a picture), and stay as they are otherwise.
    """
    if "%%" in text:
        text = _outside_code(text, _OBSIDIAN_COMMENT, _html_comment)

    def link(match: re.Match[str]) -> str:
        target = link_to(match["target"].strip(), bool(match["image"]))
        words = match["words"] or match["target"]
        return match[0] if target is None else f"{match['image']}[{words.strip()}]({target})"

    return _outside_code(text, _WIKI_LINK, link) if "[[" in text else text


def _outside_code(text: str, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str]) -> str:
    parts, end = [], 0
    for match in pattern.finditer(without_code(text)):
        parts += [text[end : match.start()], replace(match)]
        end = match.end()
    return "".join((*parts, text[end:]))


def _html_comment(match: re.Match[str]) -> str:
    """Return a comment as one of HTML; what it calls private becomes a private passage."""
    is_private = "private" in match[1].casefold()
    return f"<!-- private -->{match[1]}<!-- /private -->" if is_private else f"<!--{match[1]}-->"
