"""Sites of tests: how they are built, read and served."""

import gzip
import json
import logging
import os
import posixpath
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from functools import cached_property
from html.parser import HTMLParser
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import gettempdir
from threading import Thread
from typing import Any
from unittest import mock
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree.ElementTree import Element, TreeBuilder

from click.testing import CliRunner
from mkdocs.__main__ import cli

from tests.engine import ENGINE, HAS_PAGEFIND, SEARCH_FILE, THEME
from tests.processes import PATIENCE

ROOT = Path(__file__).resolve().parent.parent
TODAY = "2026-02-16"
DEMO_TODAY = "2026-06-01"
"""The day after the last entry of the repository's own log."""
SITE_URL = "https://learner.example/repo/"
SLOW_HOST = "slow.example"
"""Host name whose pages are served in pieces."""
DEFAULT_SETTINGS = ROOT / "src/daytrail/project/default_settings.yml"

DOCS: Mapping[str, str] = {
    "docs/index.md": "---\nrender_macros: true\n---\n\n# Home\n\n{{ progress() }}\n\n{{ recent(limit=99) }}\n\n"
    "{{ week() }}\n\n{{ countdown() }}\n",
    "docs/log.md": "---\nrender_macros: true\n---\n\n# Log\n\n{{ timeline() }}\n",
    "docs/curriculum.md": "---\nrender_macros: true\n---\n\n# Plan\n\n{{ curriculum() }}\n",
    "docs/milestones.md": "---\nrender_macros: true\n---\n\n# Milestones\n\n{{ milestones() }}\n",
    "docs/map.md": "---\nrender_macros: true\n---\n\n# Map\n\n{{ dependency_map() }}\n",
    "docs/reading.md": "---\nrender_macros: true\n---\n\n# Reading\n\n{{ reading_list() }}\n",
}
"""Pages with every macro; a project has them unless a test gives others."""


SITE_NAME = re.findall(r"^site_name: (.*)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)[0]


def settings() -> str:
    """Return a mkdocs.yml in which all settings are written: those of the repository, and those that Daytrail adds.

    Keys that name pages which a small project does not have are left out.
    """
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    own, found = re.subn(r"^(?:nav|extra):\n(?:[ -].*\n|\n(?=[ -]))*", "", text, flags=re.MULTILINE)
    assert found == 2
    own, theme, plugins = own.partition("theme: material\n\n")
    assert theme
    # Both have options below.
    plugins = re.sub(r"^(?:#.*|plugins:|  - (?:macros|git-revision-date-localized))\n", "", plugins, flags=re.MULTILINE)
    added = DEFAULT_SETTINGS.read_text(encoding="utf-8").partition("\n\n")[2]
    added = added.replace("plugins:\n  - macros:\n", f"plugins:\n{plugins}  - macros:\n      module_name: macros\n")
    assert plugins in added
    return for_theme(own + added)


def for_theme(text: str) -> str:
    """Return the text of a mkdocs.yml with the installed theme in place of Material."""
    return re.sub(r"(theme:(?:\s+| \{)(?:name: )?)material\b", rf"\1{THEME}", text)


def make(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write a project with the settings and macros of the repository, and return its folder."""
    own = {"mkdocs.yml": settings(), "macros.py": (ROOT / "macros.py").read_bytes(), **DOCS, **files}
    for name, content in own.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


@dataclass(frozen=True)
class Built:
    """Exit status, output and site of a build."""

    status: int
    output: str
    """Standard output and standard error."""
    site: "Site"


def build(project: Path, *, into: Path | None = None, strict: bool = True, **extra: str) -> Built:
    """Build a project as `mkdocs build --strict` does, in this process, which saves 1.5 s of imports."""
    if THEME != "material":  # Pagefind cannot run beside Playwright
        return build_apart(project, into=into, strict=strict, **extra)
    logger = logging.getLogger(ENGINE)
    with (
        chdir(project),
        mock.patch.dict(os.environ, environment(**extra)),
        mock.patch.object(logger, "propagate", True),
    ):
        try:
            done = CliRunner().invoke(cli, _arguments(into, strict=strict), prog_name=ENGINE)
        finally:
            logging.captureWarnings(False)  # MkDocs switches it on
    if not isinstance(done.exception, SystemExit | None):
        raise done.exception
    return Built(done.exit_code, done.output, Site(into or project / "site"))


def build_apart(project: Path, *, into: Path | None = None, strict: bool = True, **extra: str) -> Built:
    """Build a project as `mkdocs build --strict` does, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", ENGINE, *_arguments(into, strict=strict)],
        cwd=project,
        env=environment(**extra),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    return Built(done.returncode, done.stdout, Site(into or project / "site"))


def _arguments(into: Path | None, *, strict: bool) -> list[str]:
    return ["build", *(["--strict"] if strict else []), *(["--site-dir", str(into)] if into else [])]


def environment(**extra: str) -> dict[str, str]:
    """Return the environment of a build: a fixed date and URL, and no git repository above the project."""
    fixed = {
        "DAYTRAIL_TODAY": TODAY,
        "GIT_CEILING_DIRECTORIES": str(Path(gettempdir()).resolve()),
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUTF8": "1",
        "SITE_URL": SITE_URL,
    }
    return os.environ | fixed | extra


def unpacked(content: bytes) -> bytes:
    """Return a file, and its content behind it if it is compressed."""
    return content + gzip.decompress(content) if content.startswith(b"\x1f\x8b") else content


class Site:
    """A built site: its files, and its pages by URL path."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def files(self) -> frozenset[str]:
        """Return the paths of all files, relative to the site's root."""
        return frozenset(path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*") if path.is_file())

    @cached_property
    def pages(self) -> dict[str, "Html"]:
        """Return all pages by URL path: `log/2026/`, or `log/2026.html` if pages are files."""
        return {
            name.removesuffix("index.html"): Html((self.folder / name).read_text(encoding="utf-8"))
            for name in sorted(self.files)
            if name.endswith(".html")
        }

    def page(self, address: str) -> "Html":
        """Return the page at a URL path."""
        return self.pages[address]

    def bytes(self) -> dict[str, bytes]:
        """Return the content of every file by path, without those that MaterialX may still be writing.

        What Pagefind has compressed is followed by its content.
        """
        files = {name for name in self.files if THEME == "material" or not name.startswith("search/")}
        return {name: unpacked((self.folder / name).read_bytes()) for name in sorted(files)}

    @cached_property
    def searched(self) -> dict[str, dict[str, Any]]:
        """Return what Pagefind's bundles contain of each page, by URL path."""
        fragments = [unpacked(path.read_bytes()) for path in self.folder.glob("search/**/*.pf_fragment")]
        records = [json.loads(content.partition(b"pagefind_dcd")[2]) for content in fragments]
        return {record["url"].removeprefix("/"): record for record in records}

    @cached_property
    def found_by_search(self) -> set[str]:
        """Return the URL paths of the pages that a search finds."""
        if HAS_PAGEFIND:
            return set(self.searched)
        texts = json.loads((self.folder / SEARCH_FILE).read_text(encoding="utf-8"))["docs"]
        return {record["location"].partition("#")[0] for record in texts}

    def target(self, here: str, url: str) -> tuple[str, str] | None:
        """Return the URL path and the fragment of a URL on a page; None if it leaves the site."""
        where = urlsplit(urljoin(f"{SITE_URL}{here}", url))
        home = urlsplit(SITE_URL)
        if where[:2] != home[:2]:
            return None
        path = unquote(where.path)
        # Outside of the project's path is another site, or nothing.
        inside = path.removeprefix(home.path) if path.startswith(home.path) else f"..{path}"
        return inside, unquote(where.fragment)

    def broken(self) -> list[str]:
        """Return every link and source that names no file of the site, or an anchor that its page does not have."""
        found = []
        for here, page in self.pages.items():
            for element, url in page.references:
                where = self.target(here, url)
                if where is None:
                    continue
                address, fragment = where
                file = f"{address}index.html" if address == "" or address.endswith("/") else address
                if file not in self.files or posixpath.normpath(file) != file:
                    found.append(f"{here}: <{element.tag}> {url}: no such file")
                elif fragment and element.tag == "a" and file.endswith(".html"):
                    there = self.pages[file.removesuffix("index.html")]
                    if fragment not in there.ids:
                        found.append(f"{here}: {url}: no such place")
        return found


class Html:
    """An HTML page as a tree of elements."""

    _URLS = ("href", "src", "poster", "data", "action")

    def __init__(self, source: str) -> None:
        self.source = source

    @cached_property
    def root(self) -> Element:
        """The element around all others; to parse all pages of the demo takes some seconds."""
        return _Tree(self.source).root

    @cached_property
    def ids(self) -> list[str]:
        """Return every `id`, in the order of the page."""
        return [element.attrib["id"] for element in self.root.iter() if "id" in element.attrib]

    @cached_property
    def references(self) -> list[tuple[Element, str]]:
        """Return every element with the URL that it links to or loads, as written."""
        found = [
            (element, element.attrib[name])
            for element in self.root.iter()
            for name in self._URLS
            if name in element.attrib
        ]
        for element in self.root.iter():
            found += [(element, part.split()[0]) for part in element.get("srcset", "").split(",") if part.strip()]
        return found

    @property
    def main(self) -> Element:
        """Return the element between header and footer."""
        return one(self.root, "article")

    @property
    def title(self) -> str:
        """Return the text of `<title>`."""
        return text(one(one(self.root, "head"), "title"))  # an SVG has titles too

    def meta(self, name: str) -> str | None:
        """Return the content of a `<meta>` element; None if there is none."""
        return next((tag.get("content") for tag in self.root.iter("meta") if tag.get("name") == name), None)

    def find(self, css: str, inside: Element | None = None) -> list[Element]:
        """Return the elements of a tag, a class or both, as in `a`, `.dt-tag`, `a.dt-tag`."""
        tag, _, name = css.partition(".")
        top = self.root if inside is None else inside
        return [element for element in top.iter(tag or None) if not name or name in element.get("class", "").split()]


def one(top: Element, tag: str) -> Element:
    """Return the only element of a tag."""
    (found,) = top.iter(tag)
    return found


_BLOCKS = frozenset(
    (
        "address",
        "article",
        "aside",
        "br",
        "dd",
        "div",
        "dt",
        "footer",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "li",
        "nav",
        "p",
        "section",
        "td",
        "th",
    )
)


def text(element: Element) -> str:
    """Return the words of an element, with one space between them, without scripts, styles and joiners of words."""
    return " ".join("".join(_words(element)).replace("\u2060", "").split())


def _words(element: Element) -> Iterator[str]:
    if element.tag in ("script", "style"):
        return
    yield element.text or ""
    for child in element:
        space = " " if child.tag in _BLOCKS else ""
        yield space
        yield from _words(child)
        yield space + (child.tail or "")


class _Tree(HTMLParser):
    """Builds a tree from HTML; an unclosed element ends with its parent."""

    _VOID = frozenset(
        ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
    )

    def __init__(self, source: str) -> None:
        super().__init__()
        self._open: list[str] = []
        self._builder = TreeBuilder()
        self._builder.start("document", {})
        self.feed(source)
        self.close()
        while self._open:
            self._builder.end(self._open.pop())
        self._builder.end("document")
        self.root: Element = self._builder.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._builder.start(tag, {name: value or "" for name, value in reversed(attrs)})
        if tag in self._VOID:
            self._builder.end(tag)
        else:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        # Only in SVG and MathML does the slash close anything.
        if tag not in self._VOID and {"svg", "math"} & set(self._open):
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        while tag in self._open:
            last = self._open.pop()
            self._builder.end(last)
            if last == tag:
                break

    def handle_data(self, data: str) -> None:
        self._builder.data(data)


class _BelowRepo(SimpleHTTPRequestHandler):
    """Serves the folder of the requested host below `/repo/`, and its page `404.html` for everything else."""

    folders: Mapping[str, Path]

    def translate_path(self, path: str) -> str:
        inside = path.removeprefix("/repo/")
        folder = self.folders.get(self.headers["Host"])
        self.directory = str(folder)
        return super().translate_path("/no such file" if inside == path or not folder else f"/{inside}")

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file; a page of the slow host in pieces, with a pause behind each."""
        if self.headers["Host"] != SLOW_HOST or not self.path.endswith("/"):
            super().copyfile(source, outputfile)
            return
        while piece := source.read(3000):
            outputfile.write(piece)
            time.sleep(0.05)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Send the site's own page for an address that it does not have."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(page.read_bytes())

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
        """Print nothing."""


class _Server(ThreadingHTTPServer):
    """An HTTP server that a browser may leave in the middle of an answer, and ask for many files at once."""

    request_queue_size = 128

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print the traceback of an error, unless the client closed the connection."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve(folders: Mapping[str, Path]) -> Iterator[int]:
    """Serve a folder for each host, below `/repo/`, and yield the port."""
    handler = type("Handler", (_BelowRepo,), {"folders": folders})
    with _Server(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
