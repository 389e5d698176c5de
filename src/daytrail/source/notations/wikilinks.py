"""Links of Obsidian and Logseq by names: `[[2026-11-19]]`, `[[w08/zero|words]]`, `![[photo.png|300]]`.

What a name leads to is not in the text. It is a link definition with the label `definition_label`, which a page puts
above the text; a name without one is shown as its words.
"""

import re
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.anchors.index import slugify

from daytrail.source.notations.media import kind_of_file

_LINK: Final = re.compile(
    r"!?\[\[(?P<name>[^\[\]|#^\\\n]*)(?P<anchor>[#^][^\[\]|\n]*)?(?:\\?\|(?P<words>[^\[\]\n]*))?\]\](?!\()"
)
_SIZE: Final = re.compile(r"(\d{1,4})(?:x(\d{1,4}))?")
_PICTURES: Final = ("avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp")


def wikilinks(markdown: MarkdownIt) -> None:
    """Have a parser read links by names.

    The environment gets all names as the keys of `wikilinks`, and those with a heading as the keys of `headings`.
    """
    markdown.inline.ruler.before("link", "wikilink", _wikilink)


def definition_label(name: str) -> str:
    """Return the label of the link definition that says what a name leads to."""
    return f"wikilink:{name}"


def heading_anchor(link: str) -> str:
    """Return the anchor of the heading in a link such as `2026-11-19#What is new`; of several the last."""
    return slugify(link.rpartition("#")[2])


def _wikilink(state: StateInline, silent: bool) -> bool:
    if not state.src.startswith(("[[", "![["), state.pos):
        return False
    match = _LINK.match(state.src, state.pos, state.posMax)
    if not match or not (match["name"].strip() or match["anchor"]):
        return False
    if not silent:
        _push(state, match)
    state.pos = match.end()
    return True


def _url(state: StateInline, name: str, anchor: str) -> str:
    """Return what a name and an anchor lead to, and note the name; empty if it leads nowhere."""
    url = ""
    if name:
        state.env.setdefault("wikilinks", {})[name] = None
        definition = state.env.get("references", {}).get(normalizeReference(definition_label(name)))
        url = str(definition["href"]) if definition else ""
    if anchor.startswith("#") and not anchor.startswith("#^"):
        state.env.setdefault("headings", {})[f"{name}{anchor}"] = None
        url += f"#{heading_anchor(anchor)}" if url or not name else ""
    return url


def _push(state: StateInline, match: re.Match[str]) -> None:
    name, anchor = match["name"].strip(), (match["anchor"] or "")
    words = (match["words"] or " > ".join(filter(None, [name, anchor.strip("#^")]))).strip()
    if state.src[max(0, state.pos - 1)] == "#":  # `#[[two words]]` is a tag of Logseq
        state.env.setdefault("hashtags", {})[name] = None
        url = ""
    else:
        url = _url(state, name, anchor)
    size = _SIZE.fullmatch(words) if match[0].startswith("!") else None
    words = name.rpartition("/")[2] if size else words
    if match[0].startswith("!") and (url.rpartition(".")[2].casefold() in _PICTURES or kind_of_file(url)):
        _push_picture(state, url, words, size)
    elif url:
        state.push("link_open", "a", 1).attrs = {"href": url}
        state.push("text", "", 0).content = words
        state.push("link_close", "a", -1)
    else:
        state.push("text", "", 0).content = words


def _push_picture(state: StateInline, url: str, words: str, size: re.Match[str] | None) -> None:
    image = state.push("image", "img", 0)
    image.attrs = {"src": url, "alt": ""}
    for key, value in zip(("width", "height"), size.groups() if size else (), strict=False):
        if value:
            image.attrs[key] = value
    image.content, image.children = words, [Token("text", "", 0, content=words)]
