"""Posts of a blog, which a new journal takes over as they are."""

import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

import click

from daytrail.cli.common.files import display_path
from daytrail.model.urls import split_url
from daytrail.project.config_file import Config, read_config
from daytrail.project.root_folder import find_root
from daytrail.source.files import MAX_TEXT_BYTES, is_hidden, link_obstacle, read_text
from daytrail.source.front_matter import split_entry
from daytrail.source.load import AUTHORS
from daytrail.source.markdown_body import links_in_markdown
from daytrail.source.notations.blogs import old_pattern, read_post
from daytrail.source.other_programs import KEYS
from daytrail.source.project_paths import ProjectPaths
from daytrail.source.yaml.parser import parse

_LISTS = ("index.md", "_index.md")
"""Pages of a blog that list its posts."""


@dataclass(frozen=True, slots=True)
class Blog:
    """A blog, as a journal has it."""

    entries: str
    """Folder of the posts in the journal."""
    files: Mapping[str, str | Path]
    """The files that are copied, and the text of the page that was the blog's, by their paths in the journal."""
    ignored: Sequence[str]
    """Name of the program whose keys the posts have, and other keys that are their own."""
    old_addresses: str = ""
    """Pattern of the addresses of the posts; empty if it is not known."""


def read_blog(folder: Path) -> Blog | None:
    """Return the blog in a folder, which is one of Material's or of posts alone; None if most files are no posts."""
    posts = folder / "posts" if (folder / "posts").is_dir() else folder
    files, of_posts = _files_in(posts)
    if 2 * sum("date" in of_post for of_post in of_posts) <= len(of_posts):
        return None
    if posts != folder:
        return _blog_of_material(folder, files, _ignored("material", of_posts))
    program = "jekyll" if folder.name == "_posts" else "hugo"
    return Blog("entries", {f"entries/{name}": path for name, path in files.items()}, _ignored(program, of_posts))


def _blog_of_material(folder: Path, files: Mapping[str, Path], ignored: Sequence[str]) -> Blog:
    posts = folder / "posts"
    markdown = [name for name in files if name.endswith(".md")]
    root = find_root(folder.resolve())
    config = Config(root, read_config(root)[0], ProjectPaths()) if root else None
    docs = config.docs if config and folder.resolve().is_relative_to(config.docs) else folder.resolve().parent
    place = posixpath.normpath(f"docs/{Path(os.path.relpath(folder.resolve(), docs)).as_posix()}")
    copied: dict[str, str | Path] = {f"{place}/posts/{name}": path for name, path in files.items()}
    copied |= {f"{place}/{AUTHORS}": _own(folder, AUTHORS)} if (folder / AUTHORS).is_file() else {}
    copied |= {f"docs/{path.relative_to(docs).as_posix()}": path for path in _linked(posts, markdown, docs)}
    if place != "docs":
        heading = read_text(folder, "index.md", MAX_TEXT_BYTES)[0].strip() or "# Blog"
        copied[f"{place}/index.md"] = f"{heading}\n\n[All posts]({posixpath.relpath('docs/log.md', place)})\n"
    pattern = _pattern(config, place.removeprefix("docs").strip("/"))
    return Blog(f"{place}/posts", copied, ignored, pattern)


def _files_in(posts: Path) -> tuple[Mapping[str, Path], Sequence[Set[str]]]:
    """Return the files of a folder without lists of posts, by their paths in it, and the keys of each post."""
    paths = {path.relative_to(posts).as_posix(): path for path in sorted(posts.rglob("*")) if path.is_file()}
    files = {name: _own(posts, name) for name in paths if name == AUTHORS or not is_hidden(name)}
    keys = {name: _keys(posts, name) for name in files if name.endswith(".md")}
    lists = [name for name in keys if PurePosixPath(name).name in _LISTS and "date" not in keys[name]]
    for name in lists:
        del files[name], keys[name]
    return files, [*keys.values()]


def _own(folder: Path, name: str) -> Path:
    """Return the path of a file, or raise click.ClickException if a link leads from there out of the folder."""
    if obstacle := link_obstacle(folder, name):
        raise click.ClickException(f"{display_path(folder / name)} cannot be taken over: {obstacle}")
    return folder / name


def _keys(posts: Path, name: str) -> Set[str]:
    """Return the keys of the front matter of a file, those that only blogs have in our own words."""
    parts, _ = split_entry(read_text(posts, name, MAX_TEXT_BYTES)[0], name)
    document = read_post(parse(parts.front_matter, name)[0], of_material=True, has_slug=True).document
    return frozenset(map(str, document.root.children)) if document.root else frozenset()


def _ignored(program: str, keys: Iterable[Set[str]]) -> Sequence[str]:
    """Return the name of a program, and the keys of posts that neither it nor entries have with that meaning."""
    known = {*KEYS[program], "aliases", "authors", "date", "description", "draft", "lang", "links", "tags", "title"}
    own = {key for of_post in keys for key in of_post if key.casefold() not in known}
    return [program, *sorted(key for key in own if re.fullmatch(r"[\w-]+", key))]


def _pattern(config: Config | None, blog: str) -> str:
    """Return the pattern of addresses by the settings of the blog, or else by those that Material has without any."""
    options = next((node for name, node in config.plugins() if name.endswith("blog")), None) if config else None
    written = {key: node.text or "" for key, node in options.children.items()} if options else {}
    path = old_pattern(written.get("post_url_format", ""), written.get("post_url_date_format", ""))
    end = ".html" if config and not config.flag("use_directory_urls", default=True) else "/"
    return f"{blog}/{path}{end}".lstrip("/")


def _linked(posts: Path, names: Sequence[str], docs: Path) -> Iterator[Path]:
    """Yield the files elsewhere in the docs folder that posts show or link to, such as pictures; no pages."""
    for name in names:
        text, _ = read_text(posts, name, MAX_TEXT_BYTES)
        for url, _, _ in links_in_markdown(split_entry(text, name)[0].body):
            for path in _files_of(url, (posts / name).resolve().parent, docs):
                if not path.is_relative_to(posts.resolve()):
                    yield path


def _files_of(url: str, folder: Path, docs: Path) -> Iterator[Path]:
    """Yield the files in the docs folder that a URL may lead to, from a folder or from the address of the page."""
    parts = split_url(url)
    if not parts or not parts.path or parts.scheme or parts.netloc or parts.path.endswith(".md"):
        return
    path = unquote(parts.path)
    for file in (folder / path, docs / re.sub(r"^(?:\.*/)+", "", path)):
        found = Path(os.path.normpath(file))
        if found.is_relative_to(docs) and found.is_file() and not is_hidden(found.relative_to(docs)):
            yield _own(docs, found.relative_to(docs).as_posix())
