"""Bundles of Pagefind, from which browsers load only what a search needs.

A browser joins them: that of pages about this month and the last one, which are indexed anew at each change, that of
the rest of the last twelve months and of pages about no day that seldom change, and those of older pages, each of some
years. Each is made of small documents, and reused while these stay the same. Its files are named after their content,
and are the same for the same documents.
"""

import json
import re
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack
from datetime import date
from functools import cache
from hashlib import blake2b
from importlib import import_module
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Any, cast
from urllib.parse import unquote

from daytrail.project.code_version import fingerprint
from daytrail.site.build import Build
from daytrail.site.pagefind_order import ENTRY, order_filters
from daytrail.site.pagefind_run import PagefindRun
from daytrail.site.search_texts import MonthTexts, SearchSource, has_words
from daytrail.site.staging import StagedSite
from daytrail.views.files.search import SearchFacts, first_days, search_document, search_facts
from daytrail.views.links import list_address

FOLDER = "search/"
"""Folder of the bundles in the site; the script of the search has its path too."""
_LIST = f"{FOLDER}bundles.json"
_LATEST = ("recent", "year")
_OLDER = "older-"
"""Name of a bundle of older pages, with a number, of which 1 is the first one by date."""
_MOST_AT_ONCE = 4000
"""Pages that Pagefind indexes at the same time, with 150 kB of memory for each, unless one bundle has more."""
_WITHOUT_SPACES = ("ja", "zh")
"""Languages without spaces between words that Pagefind knows."""
_KIND = "search bundle"
_WORK = ".search_program"
"""Empty folder in the staging directory, in which Pagefind runs."""
_INDEX_FILES = (".json", ".pf_meta", ".pf_index", ".pf_filter", ".pf_fragment")
"""Ends of the names of what is found, without those of Pagefind's programs, of which browsers load two."""


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

    def __init__(self, name: str, language: str) -> None:
        self.name = name
        self.folder = f"{FOLDER}{name}/"
        self.pages = 0
        self.has_words = False
        """Whether a page has a text; Pagefind passes over pages without words, and makes no index of none."""
        self._digest = blake2b(f"{fingerprint()}{language}".encode(), digest_size=16)

    @property
    def key(self) -> str:
        """Hash of all that the bundle is made of."""
        return f"{self.folder} {self._digest.hexdigest()}"

    def add(self, texts: SearchSource | MonthTexts) -> None:
        """Count a page, or those about a month."""
        if isinstance(texts, MonthTexts):
            self.pages += texts.pages
            self.has_words = self.has_words or texts.has_words
            self._digest.update(f"{texts.digest}\n".encode())
        else:
            self.pages += 1
            self.has_words = self.has_words or has_words(texts)
            self._digest.update(f"{texts.facts}\n{texts.entries}\n".encode())


def write_bundles(
    build: Build, staged: StagedSite, texts: Callable[[], Iterable[SearchSource | MonthTexts]]
) -> Generator[None, None, None]:
    """Write the bundles of a site into its staging directory, or reuse those that stay the same.

    Yields once, while Pagefind is running.

    Raises:
        PluginError: Pagefind has failed.
    """
    subjects = build.subjects.values()
    splits = first_days(build.project.facts.today, [subject.changed for subject in subjects if subject.changed])
    language = build.publication.language
    older = range(len(splits) - 1, 0, -1)
    bundles = [_Bundle(name, language) for name in (*_LATEST, *(f"{_OLDER}{number}" for number in older))]

    def bundle_of(texts: SearchSource | MonthTexts) -> _Bundle:
        if isinstance(texts, MonthTexts):  # which no split divides
            day = date.fromisoformat(f"{texts.month}-01")
        elif (of_page := _day(build, texts)) is not None:
            day = of_page
        else:
            return bundles[_LATEST.index("recent" if _may_change_soon(build, texts) else "year")]
        return bundles[sum(day < split for split in splits)]

    for found in texts():
        bundle_of(found).add(found if isinstance(found, MonthTexts) else _with_facts(build, found))
    used = [bundle for bundle in bundles if bundle.has_words]
    for bundle in used[:1]:
        bundle.folder = FOLDER  # with the program that browsers load
    kept: set[str] = set()
    # While somebody writes, each save would wait for the index of all years.
    lasting = _OLDER if build.command == "serve" else "-"
    changed = [bundle for bundle in used if not _reuse(bundle, staged, kept, as_it_was=bundle.name.startswith(lasting))]
    with ExitStack() as at_end:
        work = staged.folder / _WORK
        work.mkdir()
        at_end.callback(work.rmdir)
        runs: deque[tuple[_Bundle, PagefindRun]] = deque()

        def start() -> None:
            while changed and (not runs or _pages(runs) + changed[-1].pages <= _MOST_AT_ONCE):
                bundle = changed.pop()  # the older pages are more, and so take longer
                run = at_end.enter_context(PagefindRun(cast(Path, program()), work, language))
                runs.append((bundle, run))
                in_bundle = (found for found in texts() if bundle_of(found) is bundle)
                parts = (found.sources() if isinstance(found, MonthTexts) else [found] for found in in_bundle)
                pages = chain.from_iterable(parts)
                for source in sorted(pages, key=lambda source: (_day(build, source) or date.min, source.uri)):
                    run.add(*_document(_with_facts(build, source), language))
                run.finish()

        start()
        yield
        while runs:
            bundle, run = runs.popleft()
            with run:
                _store(bundle, order_filters(run.files()), staged, kept)
            start()
    staged.cache.delete(_KIND, staged.cache.names(_KIND) - kept - {bundle.name for bundle in used})
    staged.write(_LIST, json.dumps([bundle.folder for bundle in used]).encode())


def _pages(runs: Iterable[tuple[_Bundle, PagefindRun]]) -> int:
    return sum(bundle.pages for bundle, _ in runs)


def facts_for_search(build: Build, uri: str) -> str:
    """Return what the search knows of a page besides its text, as JSON."""
    return json.dumps(search_facts(build.pages.get(uri), build.project.facts, build.reviews.get(uri)))


def _day(build: Build, source: SearchSource) -> date | None:
    """Return the last day that a page is about; None if it is about none."""
    if subject := build.subjects.get(source.uri):
        return subject.changed
    review = build.reviews.get(source.uri)
    return review.page.week if review else None


def _may_change_soon(build: Build, source: SearchSource) -> bool:
    """Return whether a page about no day is likely to change with an entry, or to be about its day from then on.

    Entries link to resources that are planned or listed, and docs pages with macros are hardly ever in folders.
    """
    if source.uri in build.pages:
        return PurePosixPath(source.uri).is_relative_to(list_address("reading"))
    return "/" not in source.uri


def _with_facts(build: Build, source: SearchSource) -> SearchSource:
    return source if source.facts else source._replace(facts=facts_for_search(build, source.uri))


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


def _document(source: SearchSource, language: str) -> tuple[str, str]:
    """Return the path of a page in the site, and its document."""
    sections: list[dict[str, str]] = json.loads(f"[{source.entries}]")
    path = unquote(sections[0]["location"].partition("#")[0])
    html = search_document(sections, SearchFacts(*json.loads(source.facts)), language)
    return f"{path}index.html" if path.endswith("/") or not path else path, html


def _store(bundle: _Bundle, files: dict[str, bytes], staged: StagedSite, kept: set[str]) -> None:
    """Write the files of a bundle into the site, and cache them."""
    paths = []
    [language] = json.loads(files[ENTRY])["languages"].values()
    programs = ("pagefind.js", f"wasm.{language['wasm'] or 'unknown'}.pagefind") if bundle.folder == FOLDER else ()
    for name in sorted(name for name in files if name.endswith((*_INDEX_FILES, *programs))):
        path, content = f"{bundle.folder}{name}", files[name]
        paths.append(path)
        # Most texts of a bundle are those that it had before.
        if staged.cache.value(_KIND, path) != content or not staged.reuse(path, _KIND, path):
            staged.write(path, content)
            staged.cache.put(_KIND, path, b"", content)
    kept.update(paths)
    staged.cache.put(_KIND, bundle.name, json.dumps({"key": bundle.key, "files": paths}).encode(), b"")
