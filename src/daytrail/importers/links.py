"""Editor for the links of a Markdown text, and the URLs that links of a document have on the web."""

import re
from collections.abc import Callable, Iterator, Mapping
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
_URL_ALONE = re.compile(
    r"^ {0,3}\[(?!\^)[^\[\]\n]+\]:[ \t]*<?(?P<url>[^\s<>]+)>?"
    r"|<(?:a|img)\s[^<>]*?\b(?:href|src)\s*=\s*(?P<quote>[\"'])(?P<target>[^\"'<>\n]*)(?P=quote)",
    re.IGNORECASE | re.MULTILINE,
)  # a definition or an HTML tag
_DEFINITION = re.compile(r" {0,3}\[(?P<label>\^?[^\[\]\n]+)\]:\s*\S")
_USE = re.compile(r"(?<!\[)\[([^\[\]\n]+)\](?:\[([^\[\]\n]*)\]|(?![(:\[]))")
SCHEME = re.compile(r"(?!file:)[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_PAGE_OF_FILE = re.compile(
    r"^(?P<repository>https?://[^/]+/(?:[^/]+/){2,}?(?:-/)?)(?:blob|tree|src|raw)/"
    r"(?P<ref>(?:(?:branch|tag|commit)/)?[^/?#]+)"
)


def without_code(text: str) -> str:
    """Return a text with spaces in place of code; offsets are the same."""
    return _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text) if "`" in text or "~~~" in text else text


def _replace(text: str, pattern: re.Pattern[str], new: Callable[[re.Match[str], str], str]) -> str:
    """Return a text with replacements of what matches outside code; `new` gets the match and the text."""
    parts, end = [], 0
    for match in pattern.finditer(without_code(text)):
        parts += [text[end : match.start()], new(match, text)]
        end = match.end()
    return "".join((*parts, text[end:]))


def rewrite_links(text: str, new_target: NewTarget) -> str:
    """Return a text with new targets of its links, images, definitions and HTML tags.

    A link without a target becomes its words, with the target as code behind them.
    """

    def new_link(match: re.Match[str], text: str) -> str:
        url = match["angle"] if match["angle"] is not None else match["url"]
        words = _replace(text[slice(*match.span("words"))], _LINK, new_link)
        new = new_target(url, bool(match["image"]))
        if new is None:
            target = unquote(url) if unquote(url).isprintable() else url
            code = "" if not target or target.startswith("#") else f"`{target}`"
            return " ".join(filter(None, (words, f"({code})" if code and words.strip("`") else code)))
        written = text[match.end("words") : match.end()]
        new = f"<{new}>" if re.search(r"[\s()]", new) else new
        behind = written if new == url else f"]({new}{match['title'] or ''})"
        return f"{match['image']}[{words}{behind}"

    def new_url(match: re.Match[str], text: str) -> str:
        start, end = match.span("url" if match["url"] else "target")
        new = new_target(text[start:end], match[0][:4].casefold() == "<img")
        return text[match.start() : start] + (text[start:end] if new is None else new) + text[end : match.end()]

    return _replace(_replace(text, _LINK, new_link), _URL_ALONE, new_url)


def absolute_link(target: str, source_url: str | None, *, is_image: bool = False) -> str | None:
    """Return the URL that a link of a document leads to; None without the URL of the document.

    An image has the URL of the file itself, not that of the page about it. In a repository, `/` is its root.
    """
    if source_url is None or target.casefold().startswith("file:"):
        return None
    base = _PAGE_OF_FILE.sub(r"\g<repository>raw/\g<ref>", source_url) if is_image else source_url
    root = _PAGE_OF_FILE.match(base) if re.match("/(?!/)", target) else None
    return f"{root[0]}{target}" if root else urljoin(base, target)


def definitions_in(text: str) -> Mapping[str, tuple[int, str]]:
    """Return the definitions of links and footnotes of a document, with their lines, by labels, `^1` for a footnote."""
    lines = text.split("\n")
    definitions: dict[str, tuple[int, str]] = {}
    for index, line in enumerate(without_code(text).split("\n") if "]:" in text else ()):
        if match := _DEFINITION.match(line):
            end = index + 1
            while match["label"][0] == "^" and end < len(lines) and lines[end].startswith(("    ", "\t")):
                end += 1
            definitions.setdefault(_label(match["label"]), (index + 1, "\n".join(lines[index:end])))
    return definitions


def missing_definitions(text: str, definitions: Mapping[str, tuple[int, str]]) -> Iterator[str]:
    """Yield the definitions that a part of a document uses and does not contain."""
    own = definitions_in(text)
    used = (_label(name or words) for words, name in _USE.findall(without_code(text)) if definitions)
    yield from (definitions[label][1] for label in dict.fromkeys(used) if label in definitions and label not in own)


def inline_links(text: str) -> str:
    """Return a text whose reference links have their addresses, with empty lines for the definitions of those."""
    definitions, used = definitions_in(text), set[int]()

    def inline(match: re.Match[str], _: str) -> str:
        number, definition = definitions.get(_label(match[2] or match[1]), (0, ""))
        url = _URL_ALONE.match(definition)
        if not url or match[0] in ("[ ]", "[x]", "[X]"):
            return match[0]
        used.add(number)
        return f"[{match[1]}]({url['url']})"

    inlined = _replace(text, _USE, inline) if definitions else text
    return "\n".join("" if number in used else line for number, line in enumerate(inlined.split("\n"), 1))


def _label(text: str) -> str:
    return " ".join(text.split()).casefold()
