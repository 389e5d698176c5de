"""Posts of a blog, which a new journal takes over as they are."""

import os
import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from daytrail.model.urls import split_url
from daytrail.project.config_file import Config, read_config
from daytrail.project.root_folder import find_root
from daytrail.source.files import MAX_TEXT_BYTES, is_hidden, read_text
from daytrail.source.front_matter import split_entry
from daytrail.source.load import AUTHORS, ProjectPaths
from daytrail.source.markdown_body import links_in_markdown
from daytrail.source.notations.blogs import old_pattern, read_post
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
    program: str
    """Name of the program whose keys the posts have."""
    old_addresses: str = ""
    """Pattern of the addresses of the posts; empty if it is not known."""


def read_blog(folder: Path) -> Blog | None:
    """Return the blog in a folder, which is one of Material's or of posts alone; None if most files are no posts."""
    posts = folder / "posts" if (folder / "posts").is_dir() else folder
    files = dict(_files_in(posts))
    markdown = [name for name in files if name.endswith(".md")]
    if not markdown or 2 * sum(_is_post(posts, name) for name in markdown) <= len(markdown):
        return None
    if posts != folder:
        return _blog_of_material(folder, files, markdown)
    program = "jekyll" if folder.name == "_posts" else "hugo"
    return Blog("entries", {f"entries/{name}": path for name, path in files.items()}, program)


def _blog_of_material(folder: Path, files: Mapping[str, Path], markdown: Sequence[str]) -> Blog:
    posts = folder / "posts"
    config = _config_above(folder)
    docs = config.docs if config and folder.resolve().is_relative_to(config.docs) else folder.resolve().parent
    place = posixpath.normpath(f"docs/{Path(os.path.relpath(folder.resolve(), docs)).as_posix()}")
    copied: dict[str, str | Path] = {f"{place}/posts/{name}": path for name, path in files.items()}
    copied |= {f"{place}/{AUTHORS}": folder / AUTHORS} if (folder / AUTHORS).is_file() else {}
    copied |= {f"docs/{path.relative_to(docs).as_posix()}": path for path in _linked(posts, markdown, docs)}
    if place != "docs":
        heading = read_text(folder, "index.md", MAX_TEXT_BYTES)[0].strip() or "# Blog"
        copied[f"{place}/index.md"] = f"{heading}\n\n[All posts]({posixpath.relpath('docs/log.md', place)})\n"
    return Blog(f"{place}/posts", copied, "material", _pattern(config, place.removeprefix("docs").strip("/")))


def _files_in(posts: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(posts.rglob("*")):
        name = path.relative_to(posts).as_posix()
        if path.is_file() and path.name not in _LISTS and (name == AUTHORS or not is_hidden(name)):
            yield name, path


def _is_post(posts: Path, name: str) -> bool:
    """Return whether the front matter of a file has a date."""
    parts, _ = split_entry(read_text(posts, name, MAX_TEXT_BYTES)[0], name)
    document = read_post(parse(parts.front_matter, name)[0], of_material=True, has_slug=True).document
    return document.find(("date",)) is not None


def _config_above(folder: Path) -> Config | None:
    root = find_root(folder.resolve())
    return Config(root, read_config(root)[0], ProjectPaths()) if root else None


def _pattern(config: Config | None, blog: str) -> str:
    """Return the pattern of addresses by the settings of the blog, or else by those that Material has without any."""
    options = next((node for name, node in config.plugins() if name.endswith("blog")), None) if config else None
    written = {key: node.text or "" for key, node in options.children.items()} if options else {}
    path = old_pattern(written.get("post_url_format", ""), written.get("post_url_date_format", ""))
    return f"{blog}/{path}/".lstrip("/")


def _linked(posts: Path, names: Sequence[str], docs: Path) -> Iterator[Path]:
    """Yield the files elsewhere in the docs folder that posts show or link to, such as pictures; no pages."""
    for name in names:
        text, _ = read_text(posts, name, MAX_TEXT_BYTES)
        for url, _, _ in links_in_markdown(split_entry(text, name)[0].body):
            parts = split_url(url)
            if parts and parts.path and not (parts.scheme or parts.netloc or parts.path.endswith(".md")):
                path = Path(os.path.normpath((posts / name).resolve().parent / unquote(parts.path)))
                is_inside = path.is_relative_to(docs) and not path.is_relative_to(posts.resolve())
                if is_inside and path.is_file() and not is_hidden(path.relative_to(docs)):
                    yield path
