"""Bundles of Pagefind, from which browsers load only what a search needs.

There are three, which a browser joins: pages about this month and the last one, which are indexed anew at each change,
those about the rest of the last twelve months, and older ones. Each is made of small documents, and reused while these
stay the same. Its files are named after their content, and are the same for the same documents.

Pagefind's Python package is left out: it waits 0.1 s for each document that it is given. Its program reads a folder.
"""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from mkdocs.exceptions import PluginError

from daytrail.project.code_version import fingerprint
from daytrail.site.build import Build
from daytrail.site.pagefind_order import order_filters
from daytrail.site.search_texts import SearchSource
from daytrail.site.staging import StagedSite
from daytrail.views.files.search import SearchFacts, first_days, search_document, search_facts

FOLDER = "search/"
"""Folder of the bundles in the site; the script of the search has its path too."""
_LIST = f"{FOLDER}bundles.json"
_BUNDLES = ("recent", "year", "older")
_WITHOUT_SPACES = ("ja", "zh")
"""Languages without spaces between words that Pagefind knows."""
_KIND = "search bundle"
_WORK = ".search_documents"
"""Folder in the staging directory for documents and what is made of them."""
_INDEX_FILES = ("pagefind-entry.json", "pagefind.*.pf_meta", "index/*", "filter/*", "fragment/*")
"""What is found, without Pagefind's programs, of which browsers load two."""


@cache
def program() -> Path | None:
    """Return the program of Pagefind, that for all languages before the smaller one; None if there is none."""
    for package in ("pagefind_bin_extended", "pagefind_bin"):
        try:
            return Path(import_module(package).get_executable())
        except (ImportError, OSError):  # not for this system
            continue
    return None


def knows_words_of(language: str) -> bool:
    """Return whether words of a language are found; the smaller program takes a sentence without spaces for one."""
    path = program()
    return re.split("[-_]", language)[0] not in _WITHOUT_SPACES or bool(path and "extended" in path.name)


class _Bundle:
    """One of the bundles of a site that is built."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.folder = f"{FOLDER}{name}/"
        self.pages = 0
        self._digest = blake2b(fingerprint().encode(), digest_size=16)

    @property
    def key(self) -> str:
        """Hash of all that the bundle is made of."""
        return f"{self.folder} {self._digest.hexdigest()}"

    def add(self, digest: str) -> None:
        """Count a page, by the hash of what the search knows of it."""
        self.pages += 1
        self._digest.update(digest.encode())


def write_bundles(build: Build, staged: StagedSite, sources: Callable[[], Iterable[SearchSource]]) -> None:
    """Write the bundles of a site into its staging directory, or reuse those that stay the same.

    Raises:
        PluginError: Pagefind has failed.
    """
    splits = first_days(build.project.facts.today)
    bundles = {name: _Bundle(name) for name in _BUNDLES}

    def pages() -> Iterator[tuple[_Bundle, SearchSource]]:
        for source in sources():
            subject = build.pages.subjects.get(source.uri)
            day = subject.changed if subject else None
            number = sum(day < split for split in splits) if day else 0
            yield bundles[_BUNDLES[number]], source

    for bundle, source in pages():
        bundle.add(source.digest or search_digest(build, source))
    used = [bundle for bundle in bundles.values() if bundle.pages]
    for bundle in used[:1]:
        bundle.folder = FOLDER  # with the program that browsers load
    kept: set[str] = set()
    # While somebody writes, each save would wait for the index of all years.
    lasting = _BUNDLES[-1] if build.command == "serve" else None
    changed = [bundle for bundle in used if not _reuse(bundle, staged, kept, as_it_was=bundle.name == lasting)]
    work, language = staged.folder / _WORK, build.publication.language
    try:
        with ExitStack() as running:
            programs: list[tuple[_Bundle, subprocess.Popen[bytes]]] = []
            for changed_bundle in reversed(changed):  # the older pages are more, and so take longer
                folder = work / changed_bundle.name
                for bundle, source in pages():
                    if bundle is changed_bundle:
                        _write_document(folder, source, _facts(build, source), language)
                programs.append((changed_bundle, running.enter_context(_indexing(folder, language))))
            for bundle, process in programs:
                _store(bundle, _index(work / bundle.name, process), staged, kept)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    staged.cache.delete(_KIND, staged.cache.names(_KIND) - kept - {bundle.name for bundle in used})
    staged.write(_LIST, json.dumps([bundle.folder for bundle in used]).encode())


def search_digest(build: Build, source: SearchSource) -> str:
    """Return a hash of all that the search knows of a page."""
    known = json.dumps([build.publication.language, source.entries, _facts(build, source)])
    return blake2b(known.encode(), digest_size=16).hexdigest()


def _facts(build: Build, source: SearchSource) -> SearchFacts:
    return search_facts(build.pages.get(source.uri), build.project.facts)


def _reuse(bundle: _Bundle, staged: StagedSite, kept: set[str], *, as_it_was: bool) -> bool:
    """Keep the files of a bundle, or restore them; return False if it has to be made.

    With `as_it_was`, it is kept although its pages have changed, for the next build to make it.
    """
    metadata: dict[str, Any] = json.loads(staged.cache.metadata(_KIND, bundle.name) or b"{}")
    paths, key = metadata.get("files", ()), metadata.get("key", "")
    is_right = key.startswith(f"{bundle.folder} ") if as_it_was else key == bundle.key
    if not is_right or not all(staged.reuse(path, _KIND, path) for path in paths):
        return False
    kept.update(paths)
    return True


def _write_document(folder: Path, source: SearchSource, facts: SearchFacts, language: str) -> None:
    sections: list[dict[str, str]] = json.loads(f"[{source.entries}]")
    path = unquote(sections[0]["location"].partition("#")[0])
    target = folder / (f"{path}index.html" if path.endswith("/") or not path else path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(search_document(sections, facts, language), encoding="utf-8", errors="replace", newline="\n")


@contextmanager
def _indexing(folder: Path, language: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Have Pagefind index a folder of documents while the block runs, and end it with the block."""
    arguments = ["--site", str(folder), "--output-path", str(_output(folder)), "--force-language", language, "--silent"]
    # Its own settings, as variables or in a file of the current folder, would change what is found.
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PAGEFIND_")}
    command = [str(program()), *arguments]
    with subprocess.Popen(
        command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _output(folder: Path) -> Path:
    """Return the folder of the bundle that is made of a folder of documents."""
    return folder.with_name(f"{folder.name}-bundle")


def _index(folder: Path, process: "subprocess.Popen[bytes]") -> Path:
    """Wait until Pagefind has indexed a folder of documents, and return the folder of the bundle."""
    printed, errors = process.communicate()
    output = _output(folder)
    if process.returncode or not (output / "pagefind-entry.json").is_file():
        message = (errors or printed).decode(errors="replace")
        reason = " ".join(message.split()) or f"it ended with {process.returncode}"
        raise PluginError(f"Pagefind cannot index the site: {reason}; `search: material` does without it")
    order_filters(output)
    return output


def _store(bundle: _Bundle, output: Path, staged: StagedSite, kept: set[str]) -> None:
    """Write the files of a bundle into the site, and cache them."""
    paths = []
    [language] = json.loads((output / "pagefind-entry.json").read_bytes())["languages"].values()
    programs = ("pagefind.js", f"wasm.{language['wasm'] or 'unknown'}.pagefind") if bundle.folder == FOLDER else ()
    for file in sorted(file for pattern in (*_INDEX_FILES, *programs) for file in output.glob(pattern)):
        path, content = f"{bundle.folder}{file.relative_to(output).as_posix()}", file.read_bytes()
        paths.append(path)
        # Most texts of a bundle are those that it had before.
        if staged.cache.value(_KIND, path) != content or not staged.reuse(path, _KIND, path):
            staged.write(path, content)
            staged.cache.put(_KIND, path, b"", content)
    kept.update(paths)
    staged.cache.put(_KIND, bundle.name, json.dumps({"key": bundle.key, "files": paths}).encode(), b"")
