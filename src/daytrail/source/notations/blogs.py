"""Front matter of posts of Material's blog, Hugo and Jekyll: their dates, categories, authors and former addresses."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from daytrail.model.entry import MAX_LIST
from daytrail.problems import Location, Problem, did_you_mean, quoted, warning
from daytrail.source.files import MAX_ENTRY_BYTES, read_text
from daytrail.source.front_matter import split_entry
from daytrail.source.yaml.nodes import Document, Node

_ADDRESSES = ("aliases", "permalink", "redirect_from", "url")
"""Keys with addresses of a page from the root of its site. Obsidian has other names among its aliases."""
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[T ]\d\d?:\d\d.*", re.DOTALL)
_LONGEST_NAME, _LONGEST_PATH = 255, 1_000
"""Bytes of a file's name, and of an address, so that file systems have room for the folder of the site."""
HOLES = ("date", "yyyy", "mm", "dd", "m", "d", "slug", "file", "name", "categories")
"""Names in the braces of a pattern of addresses: `date` is `{yyyy}/{mm}/{dd}`, `name` is `file` without its date."""


class Post(NamedTuple):
    """Front matter in our own words, and what only a blog needs of it."""

    document: Document
    addresses: tuple[str, ...] = ()
    """Former URL paths from the site's root, as in `2024/hello.html` or `old/`."""
    slug: str = ""
    category: str = ""
    problems: tuple[Problem, ...] = ()


def read_post(document: Document, *, of_material: bool, has_slug: bool) -> Post:
    """Return the front matter of an entry, of which what only blogs write is translated.

    In `links`, Material has pages of the site and titles as keys; `has_slug` says whether `slug` is part of an address.
    """
    if document.root is None or document.root.kind != "mapping":
        return Post(document)
    keys = dict(document.root.children)
    _translate_date(keys)
    categories = _translate_lists(keys)
    if of_material:
        _translate_material(keys)
    slug = _take(keys, "slug") if has_slug else []
    addresses, problems = _take_addresses(keys)
    translated = replace(document, root=replace(document.root, children=keys))
    slug_text, category = (next((node.text for node in nodes if node.text), "") for nodes in (slug, categories))
    return Post(translated, addresses, slug_text, category, problems)


def _translate_lists(keys: dict[str | int, Node]) -> list[Node]:
    """Add categories to the tags, give authors in one list, and return the categories."""
    categories, authors = _take(keys, "categories", "category"), _take(keys, "authors", "author")
    if "tags" not in keys or keys["tags"].kind == "list":
        _put(keys, "tags", [*_values(keys.get("tags")), *categories])
    _put(keys, "authors", [node.children.get("name", node) for node in authors])
    return categories


def _take(keys: dict[str | int, Node], *names: str) -> list[Node]:
    return [node for name in names for node in _values(keys.pop(name, None))]


def _take_addresses(keys: dict[str | int, Node]) -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """Take keys with addresses out of front matter, and return these and what is wrong with them."""
    addresses, problems = list[str](), list[Problem]()
    for name in _ADDRESSES:
        nodes = [node for node in _values(keys.get(name)) if node.text and node.text.startswith("/")]
        if nodes:
            del keys[name]
        if len(nodes) > MAX_LIST:
            problems.append(
                warning(nodes[MAX_LIST].location, f"`{name}` has more than {MAX_LIST} values", "keep fewer")
            )
        for node in nodes[:MAX_LIST]:
            if address := page_path(node.text or ""):
                addresses.append(address)
            else:
                message = f"{quoted(node.text or '')} is not the address of a page, so nothing leads from there"
                problems.append(warning(node.location, message, "write one as in `/2024/first-post/`"))
    return tuple(dict.fromkeys(addresses)), tuple(problems)


def _translate_material(keys: dict[str | int, Node]) -> None:
    """Translate what Material reads in its own way: `False`, an empty description, links with titles as keys."""
    if (draft := keys.get("draft")) and draft.text:
        keys["draft"] = replace(draft, text=draft.text.lower())
    for name in ("description", "title"):
        if name in keys and not (keys[name].text or "x").strip():
            del keys[name]
    _put(keys, "links", [link for node in _take(keys, "links") for link in _link_of_material(node)])


def _translate_date(keys: dict[str | int, Node]) -> None:
    """Take the first of the dates of Material, and of a date with a time only the day, as it is written."""
    written = keys.get("date")
    if written and "created" in written.children:
        written = replace(written.children["created"], key=written.key)
    if written and (with_time := _TIME.fullmatch(written.text or "")):
        written = replace(written, text=with_time[1])
    if written:
        keys["date"] = written


def _values(node: Node | None) -> list[Node]:
    """Return the values of a list, or the only value."""
    if node is None or node.is_null:
        return []
    return [*node.children.values()] if node.kind == "list" else [node]


def _put(keys: dict[str | int, Node], name: str, values: list[Node]) -> None:
    """Let a key have a list of values, if there are any."""
    if values:
        place = keys.get(name, values[0])
        keys[name] = replace(place, kind="list", text=None, children=dict(enumerate(values)))


def _link_of_material(node: Node) -> Iterator[Node]:
    """Yield a link to another site in our own form; one to a page of the site says nothing about reading."""
    if node.kind == "mapping" and len(node.children) == 1 and "url" not in node.children:
        [url] = node.children.values()
        if url.key and "://" in (url.text or ""):
            yield replace(node, children={"url": url, "title": url.key})
    elif node.kind == "mapping" or "://" in (node.text or ""):
        yield node


def page_path(written: str) -> str:
    """Return a URL path without its first slash; empty if it is none of a page, or has a hole to fill in."""
    path = unquote(urlsplit(written).path).strip("/") if not written.startswith("//") else ""
    parts = path.split("/")
    is_long = len(path.encode()) > _LONGEST_PATH or any(len(part.encode()) > _LONGEST_NAME for part in parts)
    # A site may be a repository of git, and other hidden files at its top are not those of a page either.
    if is_long or any(part.endswith(".html") for part in parts[:-1]) or any(part[:1] in ("", ".") for part in parts):
        return ""
    if re.search(r'[\\:*?"<>|\x00-\x1f\x7f]', path):
        return ""
    return path if path.endswith(".html") else f"{path}/"


def former_addresses(post: Post, pattern: str, day: date, title: str, stem: str) -> tuple[str, ...]:
    """Return the addresses that a post had: by its keys, and by a pattern such as `blog/{date}/{slug}/` if any.

    Slugs are those of Material, which takes a letter with an accent as it is.
    """
    if not pattern:
        return post.addresses
    values: Mapping[str, Any] = {
        "date": f"{day:%Y/%m/%d}",
        "yyyy": f"{day:%Y}",
        "mm": f"{day:%m}",
        "dd": f"{day:%d}",
        "m": day.month,
        "d": day.day,
        "slug": post.slug or (slug_of(title) if "{slug}" in pattern else ""),
        "file": stem,
        "name": re.sub(r"^\d{4}-\d{2}-\d{2}-", "", stem),
        "categories": slug_of(post.category) if post.category and "{categories}" in pattern else "",
    }
    path = re.sub(r"\{(\w+)\}", lambda hole: str(values[hole[1]]), pattern)
    by_pattern = page_path("/" + re.sub("/{2,}", "/", path).strip("/"))
    return tuple(dict.fromkeys(filter(None, (*post.addresses, by_pattern))))


_DATES = (("yyyy", "{yyyy}"), ("MM", "{mm}"), ("dd", "{dd}"), ("M", "{m}"), ("d", "{d}"))
"""Parts of a date in the settings of Material's blog, the longer ones first."""


def old_pattern(path: str, dates: str) -> str:
    """Return the pattern of addresses for two settings of Material's blog, `post_url_format` and the form of dates."""
    holes = dict(_DATES)
    dates = re.sub("|".join(holes), lambda part: holes[part[0]], dates or "yyyy/MM/dd")
    return (path or "{date}/{slug}").replace("{date}", dates).strip("/")


def find_address(root: Path, path: str, address: str) -> Location:
    """Return the location of the line of a post's front matter that names an address, or else of its first line."""
    name = address.strip("/").rpartition("/")[2]
    parts, _ = split_entry(read_text(root, path, MAX_ENTRY_BYTES)[0], path)
    lines = enumerate(parts.front_matter.split("\n"), 1)
    return Location(path, next((number for number, line in lines if name and name in re.sub(r"^\w+:", "", line)), 1))


def title_of_slug(title: str | None, body: str, path: str) -> str:
    """Return what Material makes the slug of a post of: its title, its first line if that is one, or its file's name.

    What is Markdown in the first line counts as it is written.
    """
    first = body.strip().partition("\n")[0]
    name = re.sub("[-_]", " ", PurePosixPath(path).stem)
    return title or (first.lstrip("# ") if first.startswith("# ") else "") or name


def slug_of(title: str) -> str:
    """Return the part of an address that Material makes of a title."""
    from pymdownx.slugs import slugify  # type: ignore[import-untyped]  # it has none; most journals have no pattern

    return str(slugify(case="lower")(title, "-"))


def wrong_hole(pattern: str) -> str:
    """Return what is wrong with a pattern of addresses; empty if nothing is."""
    names = re.findall(r"\{([^{}]*)\}", pattern)
    unknown = next((name for name in names if name not in HOLES), None)
    if unknown is not None:
        return did_you_mean(unknown, HOLES) or f"known here: {', '.join(f'`{{{hole}}}`' for hole in HOLES)}"
    is_path = names and page_path("/" + re.sub(r"\{\w+\}", "x", pattern).strip("/"))
    return "" if is_path else "write one as in `blog/{date}/{slug}/`"
