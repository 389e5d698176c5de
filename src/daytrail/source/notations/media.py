"""Pictures, recordings and other files that a text shows.

`![](c.mp4)` and `<video src="c.mp4">` stay images until a page is complete, since MkDocs resolves the URLs of images;
`![](a.pdf)` is a link. A `<picture>` with a source for a dark or light page becomes two images with the anchors by
which Material shows one of them.
"""

import re
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from daytrail.model.urls import split_url

_TAG: Final = re.compile(r"<(/?)(picture|source|img|video|audio)\b([^<>]*)>", re.IGNORECASE)
_ATTRIBUTE: Final = re.compile(r"""(?<![\w-])([\w-]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)""")
_SCHEME: Final = re.compile(r"prefers-color-scheme:\s*(dark|light)", re.IGNORECASE)
_KINDS: Final = {
    **dict.fromkeys(["m4v", "mkv", "mov", "mp4", "ogv", "webm"], "video"),
    **dict.fromkeys(["aac", "flac", "m4a", "mp3", "oga", "ogg", "opus", "wav"], "audio"),
    **dict.fromkeys(
        ["csv", "docx", "epub", "ipynb", "json", "md", "odt", "pdf", "pptx", "txt", "xlsx", "yaml", "zip"], "document"
    ),
}


def media(markdown: MarkdownIt) -> None:
    """Have a parser read files of any kind where images may be."""
    markdown.core.ruler.push("media", _media)


def kind_of_file(url: str) -> str:
    """Return the kind of file that a URL names by its ending: `video`, `audio`, `document`, or empty for any other."""
    parts = split_url(url)
    return _KINDS.get(parts.path.rpartition(".")[2].casefold(), "") if parts else ""


def _media(state: StateCore) -> None:
    tags = _Tags()
    for block in state.tokens:
        if block.type == "html_block":
            block.content = _TAG.sub(tags.replace, block.content)
        children: list[Token] = []
        for token in block.children or ():
            if token.type == "html_inline":
                token.content = _TAG.sub(tags.replace, token.content)
            is_link = token.type == "image" and kind_of_file(str(token.attrGet("src"))) == "document"
            children += _link(token) if is_link else (token,)
        if block.children:
            block.children = children


def _link(image: Token) -> tuple[Token, Token, Token]:
    """Return a link to a file that no image can show."""
    url = str(image.attrGet("src"))
    text = Token("text", "", 0, content=image.content or url.rpartition("/")[2], level=image.level + 1)
    start = Token("link_open", "a", 1, attrs={"href": url}, level=image.level)
    return start, text, Token("link_close", "a", -1, level=image.level)


class _Tags:
    """Replaces the tags of pictures and recordings one after another; they may be in different tokens."""

    def __init__(self) -> None:
        self._sources: dict[str, str] | None = None
        """URLs by colour scheme within a picture; None outside of one."""

    def replace(self, match: re.Match[str]) -> str:
        end, name, rest = match[1], match[2].lower(), match[3]
        values = {key.lower(): value.strip("\"'") for key, value in _ATTRIBUTE.findall(rest)}
        if name == "picture":
            self._sources = None if end else {}
            return ""
        if name == "img":
            return self._images(match[0], values.get("src", ""))
        if self._sources is not None:
            if scheme := _SCHEME.search(values.get("media", "")):
                self._sources.setdefault(scheme[1].lower(), values.get("srcset", "").split(",")[0].split(" ")[0])
            return ""
        return f'<img alt="" src="{values["src"]}">' if "src" in values else ""

    def _images(self, tag: str, url: str) -> str:
        if not self._sources or not url:
            return tag
        both = {"dark": url, "light": url} | self._sources
        others = _ATTRIBUTE.sub(lambda match: "" if match[1].lower() == "src" else match[0], tag).rstrip(" />")
        return "".join(f'{others} src="{source}#only-{scheme}">' for scheme, source in both.items() if source)
