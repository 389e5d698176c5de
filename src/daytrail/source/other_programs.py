"""Keys of entries that are for other programs."""

from collections.abc import Iterable, Mapping, Sequence, Set

from daytrail.source.yaml.nodes import Document

_OBSIDIAN = ("alias", "aliases", "cover", "created", "cssclass", "cssclasses", "modified", "publish", "updated")
_OF_BLOGS = ("comments", "image", "layout", "math", "published", "slug", "toc")
_HUGO = ("aliases", "cover", "expirydate", "images", "keywords", "lastmod", "menu", "summary", "type", "url", "weight")
_JEKYLL = ("excerpt", "header", "last_modified_at", "mermaid", "permalink", "pin", "redirect_from")
_MATERIAL = ("comments", "hide", "icon", "pin", "readtime", "search", "slug", "status")
KEYS: Mapping[str, Sequence[str]] = {
    "obsidian": _OBSIDIAN,
    "jekyll": (*_OF_BLOGS, *_JEKYLL),
    "hugo": (*_OF_BLOGS, *_HUGO),
    "material": _MATERIAL,
}
"""Keys of each program in lower case, without those that entries have too."""
_FALSE = ("false", "no", "off", "n", "0", "00", "0.0", "nein", "falsch", "non", "faux", "falso")
_HIDING = ("publish", "published")
"""Keys by which other programs hide a page."""


def ignored_keys(names: Iterable[str]) -> Set[str]:
    """Return the keys that some names stand for: of a program in `KEYS`, all that are its own."""
    return frozenset(key for name in names for key in KEYS.get(name.casefold(), (name.casefold(),)))


def without_keys(document: Document, ignored: Set[str]) -> tuple[Document, bool]:
    """Return front matter without ignored keys, and whether one of them hides the page."""
    nodes = document.root.children if document.root else {}
    keys = {key for key in nodes if str(key).casefold() in ignored}
    values = [nodes[key] for key in keys if str(key).casefold() in _HIDING]
    # What is no plain word may be meant as `false`; a date says when something was published.
    hides = any(value.children or (value.text or "").strip().casefold() in _FALSE for value in values)
    return document.without({(key,) for key in keys}), hides


def key_hint(key: str) -> str:
    """Return what to do about an unknown key of an entry; empty if no program is known to have it."""
    program = next((name for name, keys in KEYS.items() if key.casefold() in keys), "")
    return f"`ignore_keys: [{program}]` below `daytrail` in mkdocs.yml ignores it" if program else ""
