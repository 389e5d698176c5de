"""Builder of pages, one at a time; pages that would come out the same are reused.

MkDocs reads all pages, then builds all, and has every page in memory from the first step to the last: 630 MB with
10,000 entries. It knows the pages that are built here only as targets of links. They pass through the same events of
plugins, at one point of its build, where all titles in the navigation are known.
"""

import json
import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from gzip import GzipFile
from secrets import token_hex
from typing import Any, NamedTuple

from jinja2 import Environment
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage

from daytrail.model.entry import Entry
from daytrail.project.cache_store import CHANGED_ENTRIES, CacheStore
from daytrail.project.code_version import fingerprint
from daytrail.project.data_files import CardFolder, OutputFile, card_folders, compared_files
from daytrail.project.entry_cache import is_cached
from daytrail.project.report import BuildResult
from daytrail.project.two_processes import shared_jobs
from daytrail.site import mkdocs_private
from daytrail.site.build import Build
from daytrail.site.cache_key import Incomparable, digest, navigation, surroundings
from daytrail.site.mkdocs_files import DetachedFile, PagePlaceholder, RecordingFiles
from daytrail.site.mkdocs_private import Templates
from daytrail.site.obstacles import follows_from_files
from daytrail.site.page_frames import FramedTemplates
from daytrail.site.page_task import (
    GeneratedPage,
    PageTask,
    collect_warnings,
    detach_docs_pages,
    docs_page_tasks,
    generated_page_task,
)
from daytrail.site.search_bundles import facts_for_search
from daytrail.site.search_texts import MonthTexts, SearchSource, as_line, collected, month_texts
from daytrail.site.staging import StagedSite
from daytrail.views.body import render_body

log = logging.getLogger("mkdocs.plugins.daytrail")

_COMMANDS = ("build", "serve", "gh-deploy")
"""What MkDocs is called for. Pages are cached by it, since they differ in the site's URL."""
_PLUGINS_OF_DOCS = frozenset(("macros", "git-revision-date-localized"))
"""Plugins that change docs pages, while nothing remains of what they make of generated ones."""
_FEED_BODIES = "feed body"
_OTHER_TEXTS = "other texts"
_SHARES = 64
"""In so many parts two processes compute the keys of all pages."""
_SMALLEST_SHARE = 16
_MOST_DRAWN = 128
"""So many files other than pages are drawn before they are written: all of them take a lot of memory."""
_TASKS_AT_ONCE = 1024
"""Pages that are compared with the cache before the first of them is built."""


class _BuiltPage(NamedTuple):
    """A page of which the file was written."""

    metadata: dict[str, Any]
    """See `PageBuilder._cached`; without those of the task."""
    warned: bool
    """True if it is not cached: a warning was logged, which each build repeats, or it has no key."""


class DrawnOutputs(NamedTuple):
    """Files other than pages, as one process sends them to another."""

    keys: Mapping[str, bytes]
    """Hash of what each file is made from, by its path; one for the cards of each month."""
    contents: Mapping[str, bytes]
    """The files that have changed, by path."""
    bodies: Sequence[tuple[Entry, str]]
    """Entries whose texts were rendered for feeds."""


NO_OUTPUTS = DrawnOutputs({}, {}, ())


class _Month(NamedTuple):
    """Pages about a month of the log."""

    name: str
    """As in `2026-02`; empty for pages that are not about entries."""
    tasks: Sequence[PageTask]
    keys: Mapping[str, str]
    """The cache keys of the pages by their URIs, if an earlier build cached the month."""

    @property
    def key(self) -> str:
        """Hash of all keys."""
        return digest(self.keys)


class PageBuilder:
    """Builds the pages of one site."""

    def __init__(
        self,
        build: Build,
        staged: StagedSite,
        config: MkDocsConfig,
        files: Files,
        nav: Navigation,
    ) -> None:
        """Take the docs pages from MkDocs and read those whose titles are not known.

        All plugins must have changed the configuration, the files and the navigation before.
        """
        self._build, self._staged, self._config, self._nav = build, staged, config, nav
        for plugin in _PLUGINS_OF_DOCS & config.plugins.keys():
            mkdocs_private.skip_pages(config, plugin, GeneratedPage)
        self._cache = staged.cache
        self._pages_kind, self._outputs_kind = f"page ({build.command})", f"output ({build.command})"
        self._months_kind, self._cards_kind = _months_kind(build), f"cards ({build.command})"
        docs_pages = detach_docs_pages(files)
        self._files = RecordingFiles(files)
        self._docs_tasks = docs_page_tasks(docs_pages, self._files, config, self._cached)
        self._documents = files.documentation_pages()
        self._common = ""
        """Hash of what all pages depend on."""
        self._own_keys: Mapping[str, str] = {}
        """See `build_pages`."""
        self._outputs: set[str] = set()
        self._output_keys: dict[str, bytes] = {}
        """Hashes of what files are made from, by their paths, and of what the cards of a month are drawn from."""
        self._card_folders: set[str] = set()
        """Folders of the months of cards."""
        self._card_keys: dict[str, bytes] = {}
        """Hashes of what the cards of a month are drawn from, by its folder; of months in which one has changed."""
        self._built: set[str] = set()
        """The URIs of the pages that were built."""
        self._takes_back = False
        """Whether a text that was cached may have become private; see `CacheStore.may_keep_deleted`."""
        self._linked: list[tuple[PageTask, str, Mapping[str, list[str]]]] = []
        """Pages that were reused, or built by another process, with the anchors of other pages that they link to."""
        self._unrepeatable: set[str] = set()
        """The URIs of the pages that have to be built in each build."""
        self._wrong_months: set[str] = set()
        """Months with such a page that were cached, of which the search still reads the texts."""
        self._linking: list[MkDocsPage] = []
        """Pages that were built and link to anchors of other pages."""

    def write_outputs(
        self, folders: Iterable[CardFolder], others: Iterable[OutputFile], drawn_there: DrawnOutputs
    ) -> None:
        """Write the files that are no pages, or reuse them. Cards are drawn while the others are made.

        After that, what is cached of pages and files that are no more is deleted. What `draw_outputs` returned may lack
        some files, which are drawn here.
        """
        self._output_keys = dict(drawn_there.keys)
        for entry, body in drawn_there.bodies:
            self._store_feed_body(entry, body)
        changed = [card for folder in folders for card in self._changed_cards(folder)]
        contents = drawn_there.contents

        def content(output: OutputFile) -> bytes:
            return contents.get(output.path) or output.content()

        with shared_jobs(changed, lambda card: self._staged.write(card.path, content(card))) as drawn:
            for output in others:
                if not self._reuse_output(output):
                    self._staged.write(output.path, content(output))
                    self._cache_output(output)
            for card, _ in zip(changed, drawn, strict=True):
                self._cache_output(card)
        for name, key in self._card_keys.items():
            self._cache.put(self._cards_kind, name, key, b"")
        self._delete_others()

    def _changed_cards(self, folder: CardFolder) -> Iterator[OutputFile]:
        """Yield the cards of a folder that have to be drawn, and reuse the others: at once if all stay the same."""
        key = self._output_keys.get(folder.name) or _outputs_key(folder.inputs)
        self._card_folders.add(folder.name)
        if self._cache.metadata(self._cards_kind, folder.name) == key and all(map(self._reuse_card, folder.paths)):
            self._outputs.update(folder.paths)
            return
        for command in _COMMANDS:
            self._cache.delete(f"cards ({command})", [folder.name])
        self._card_keys[folder.name] = key
        yield from (card for card in folder.files() if not self._reuse_output(card))

    def _reuse_card(self, path: str) -> bool:
        return self._staged.reuse(path, self._outputs_kind, path)

    def _reuse_output(self, output: OutputFile) -> bool:
        if output.inputs is None:
            return False
        self._outputs.add(output.path)
        if output.path not in self._output_keys:
            self._output_keys[output.path] = _outputs_key(output.inputs)
        same = self._cache.metadata(self._outputs_kind, output.path) == self._output_keys[output.path]
        return same and self._staged.reuse(output.path, self._outputs_kind, output.path)

    def _cache_output(self, output: OutputFile) -> None:
        """Register and cache a file that was written, unless it is not known what it is made from."""
        content = self._staged.written(output.path)
        if output.inputs is not None:
            for command in _COMMANDS:
                self._cache.delete(f"output ({command})", [output.path])
            self._cache.put(self._outputs_kind, output.path, self._output_keys.pop(output.path), content)

    def feed_body(self, entry: Entry) -> str:
        """Return the text of an entry as feeds contain it, rendered anew if it has changed."""
        body = _cached_feed_body(self._cache, entry)
        if body is None:
            body = render_body(entry.body)
            self._store_feed_body(entry, body)
        return body

    def _store_feed_body(self, entry: Entry, body: str) -> None:
        self._cache.put(_FEED_BODIES, entry.path, _feed_body_key(entry), body.encode(errors="surrogatepass"))

    def _forget(self, uri: str) -> None:
        """Delete what is cached of an earlier version of a page, which may have a text that has become private."""
        for command in _COMMANDS:
            self._cache.delete(f"page ({command})", [uri])
        page = self._build.subjects.get(uri)
        # Drafts and entries with a private passage are cached as pages only.
        self._takes_back |= bool(page and page.entry and not is_cached(self._cache, uri))
        if page and page.entry and self._cache.metadata(_FEED_BODIES, uri) != _feed_body_key(page.entry):
            self._cache.delete(_FEED_BODIES, [uri])

    def build_pages(self, env: Environment, own_keys: Mapping[str, str]) -> None:
        """Build the pages that have changed, with the environment of the theme's templates.

        `own_keys` are those of the functions that `own_keys` returns; others are computed here.
        """
        config, build, self._own_keys = self._config, self._build, own_keys
        everywhere = {
            **surroundings(config),
            "navigation": navigation(self._nav.items),
            "head": build.publication.author,
            "footer": build.footer_of(""),
        }
        common = self._common = self._digest("Every page", everywhere) or token_hex()
        # Nothing is known of the owner's own templates.
        templates = env if config.theme.custom_dir else FramedTemplates(env)
        with collected(self._staged.folder) as add_to_search:
            self._reuse_or_build_months(common, templates, add_to_search)
        # Only now all anchors are known. A page that is built again says what is wrong with its links.
        for task, key, anchors in self._linked:
            if not all(self._has_anchors(uri, ids) for uri, ids in anchors.items()):
                self._forget(task.uri)
                self._wrong_months.add(task.month)
                self._store(task, self._build_page(task, key, common, templates))
        for page in self._linking:
            page.validate_anchor_links(files=self._files, log_level=config.validation.links.anchors)

    def _delete_others(self) -> None:
        """Delete what is cached of pages that are no more, and say whether a text may have become private."""
        uris = {*self._build.pages, *(task.uri for task in self._docs_tasks)}
        kinds = [(_FEED_BODIES, uris)]
        months = {subject.month for subject in self._build.subjects.values()}
        for command in _COMMANDS:
            kinds += [(f"page ({command})", uris), (f"output ({command})", self._outputs)]
            kinds += [(f"cards ({command})", self._card_folders)]
            kinds += [(f"month ({command})", months)]
        for kind, names in kinds:
            old = self._cache.names(kind) - names
            self._takes_back |= bool(old)
            self._cache.delete(kind, old)
        docs = [task.metadata["source"] for task in self._docs_tasks]
        texts = digest({"common": self._common, "texts": [self._build.project.facts.plan_digest, docs]}).encode()
        known = self._cache.metadata(_OTHER_TEXTS, "")
        if known != texts:
            self._takes_back = True
            self._cache.put(_OTHER_TEXTS, "", texts, b"")
        changed_entries = self._cache.names(CHANGED_ENTRIES)
        takes_back = bool(changed_entries) or (self._takes_back and known is not None)  # else it is the first build
        if takes_back and self._build.command == "serve":
            # To overwrite it takes seconds, and the next build is soon enough: what is served stays on this machine.
            self._cache.put(CHANGED_ENTRIES, "", b"", b"")
        else:
            self._cache.delete(CHANGED_ENTRIES, changed_entries)
        self._cache.may_keep_deleted = not takes_back or self._build.command == "serve"

    def sitemap_files(self) -> list[DetachedFile]:
        """Return the pages that MkDocs does not know, for the template of the sitemap: docs pages first."""
        detached = [file for file in self._files if isinstance(file, DetachedFile)]
        return sorted(detached, key=lambda file: isinstance(file.page, PagePlaceholder))

    def publish(self) -> BuildResult:
        """Replace the published site, once all plugins have written their files, and return what was built."""
        sitemap = self._staged.folder / "sitemap.xml"
        if sitemap.is_file():
            # MkDocs has dated its copy by the newest page that it knows.
            newest = max((file.page.update_date for file in self._files if file.page), default="1970-01-01")
            time = datetime.fromisoformat(newest).replace(tzinfo=UTC).timestamp()
            # The time is stored in 32 bits.
            with GzipFile(f"{sitemap}.gz", "wb", mtime=min(max(time, 0), 2**32 - 1)) as compressed:
                compressed.write(sitemap.read_bytes())
        self._staged.publish()
        for month in self._wrong_months:
            self._forget_month(month)
        is_repeatable = self._build.settings.page_cache and follows_from_files(
            self._config, [task.template for task in self._docs_tasks]
        )
        number = len(self._docs_tasks) + len(self._build.pages)
        return BuildResult(f"{len(self._built)} of {number} pages were built", is_repeatable, self._staged.files)

    def _generated_tasks(self) -> Iterator[PageTask]:
        pages, root = self._build.pages, self._build.settings.root
        for subject in self._build.subjects.values():
            yield generated_page_task(subject, pages, self._config, root, self._files)

    def _digest(self, name: str, ingredients: Mapping[str, object]) -> str:
        """Return a cache key; empty if a value may differ in another build."""
        try:
            return digest(ingredients)
        except Incomparable as reason:
            log.info(f"{name} is built in each build: {reason}")
            return ""

    def _cached(self, uri: str) -> Mapping[str, Any]:
        """Return the cached metadata of a page; empty if there is none.

        Its keys are those of `PageTask.metadata` and `key`; `links`, see `RecordingFiles`; `ids`, the anchors of the
        page; `anchors`, those of other pages that it links to, by URI; `search`, its entries in the search index, and
        `search_facts`, see `SearchSource`.
        """
        metadata: Mapping[str, Any] = json.loads(self._cache.metadata(self._pages_kind, uri) or b"{}")
        return metadata

    def _reuse_or_build_months(self, common: str, templates: Templates, add_to_search: Callable[[str], object]) -> None:
        """Reuse the months in which no page has changed, and look at each page of the others."""
        by_month: dict[str, list[PageTask]] = {"": [*self._docs_tasks]}
        for task in self._generated_tasks():
            by_month.setdefault(task.month, []).append(task)
        cached = {name: json.loads(self._cache.metadata(self._months_kind, name) or b"{}") for name in by_month}
        changed: list[_Month] = []
        for name, tasks in by_month.items():
            month = _Month(name, tasks, self._keys(tasks, common) if cached[name] else {})
            texts = self._reuse_month(month, cached[name]) if cached[name] else None
            # Those before come first, so that the order of texts does not depend on what is reused.
            if texts is not None or sum(len(before.tasks) for before in changed) >= _TASKS_AT_ONCE:
                self._build_months(changed, common, templates, add_to_search)
                changed.clear()
            if texts is None:
                changed.append(month)
            else:
                add_to_search(as_line(texts))
        self._build_months(changed, common, templates, add_to_search)

    def _keys(self, tasks: Iterable[PageTask], common: str) -> dict[str, str]:
        """Return the cache keys of pages by their URIs."""
        return {task.uri: self._key(task, common) for task in tasks}

    def _reuse_month(self, month: _Month, cached: Mapping[str, Any]) -> MonthTexts | None:
        """Leave the pages of a month as earlier builds made them, and return their texts for the search.

        None if one of them has changed. `cached` has the `key` of the month, the `links` of all its pages, the `ids`
        of each, the `anchors` of those that have some, see `_cached`, and `texts`, see `MonthTexts`.
        """
        if cached["key"] != month.key or not self._are_as_cached(cached["links"]):
            return None
        if not self._cache.has(self._months_kind, month.name):
            return None
        if not all(self._staged.reuse(task.path, self._pages_kind, task.uri) for task in month.tasks):
            return None
        for task, ids in zip(month.tasks, cached["ids"], strict=True):
            self._set_anchors(task.uri, ids)
            if task.uri in cached["anchors"]:
                self._linked.append((task, month.keys[task.uri], cached["anchors"][task.uri]))
        return MonthTexts(month.name, *cached["texts"])

    def read_texts(self, month: str) -> str:
        """Return the texts of the pages about a month as lines; see `MonthTexts`."""
        return (self._cache.value(self._months_kind, month) or b"").decode()

    def _build_months(
        self, months: Sequence[_Month], common: str, templates: Templates, add_to_search: Callable[[str], object]
    ) -> None:
        """Reuse or build each page of some months, and cache the months."""
        keys = {uri: key for month in months for uri, key in month.keys.items()}
        built = list(self._reuse_or_build([task for month in months for task in month.tasks], keys, common, templates))
        for month in months:
            pages, built = built[: len(month.tasks)], built[len(month.tasks) :]
            sources = zip(month.tasks, pages, strict=True)
            lines = "".join(
                as_line(SearchSource(task.uri, page["search"], page["search_facts"]))
                for task, page in sources
                if page["search"]
            )
            self._forget_month(month.name)
            if month.name and self._unrepeatable.isdisjoint(task.uri for task in month.tasks):
                texts = month_texts(month.name, lines)
                self._store_month(month, pages, texts, lines)
                # Bundles are the same whether a month was reused or built.
                if self._cache.has(self._months_kind, month.name):
                    lines = as_line(texts)
            add_to_search(lines)

    def _store_month(self, month: _Month, pages: Sequence[Mapping[str, Any]], texts: MonthTexts, lines: str) -> None:
        of_tasks = list(zip(month.tasks, pages, strict=True))
        metadata = {
            "key": month._replace(keys={task.uri: page["key"] for task, page in of_tasks}).key,
            "links": {uri: path for page in pages for uri, path in page["links"].items()},
            "ids": [page["ids"] for page in pages],
            "anchors": {task.uri: page["anchors"] for task, page in of_tasks if page["anchors"]},
            "texts": [texts.digest, texts.pages, texts.has_words],
        }
        self._cache.put(self._months_kind, month.name, json.dumps(metadata).encode(), lines.encode())

    def _forget_month(self, name: str) -> None:
        for command in _COMMANDS:
            self._cache.delete(f"month ({command})", [name])

    def _are_as_cached(self, links: Mapping[str, str | None]) -> bool:
        """Return whether links lead to the same files as in an earlier build."""
        files = self._files.src_uris
        return all((files[uri].dest_uri if uri in files else None) == path for uri, path in links.items())

    def _reuse(self, task: PageTask, metadata: Mapping[str, Any]) -> bool:
        """Leave a page with the same key as an earlier build made it; return False if it has to be built."""
        if not self._are_as_cached(metadata["links"]):
            return False
        if not self._staged.reuse(task.path, self._pages_kind, task.uri):
            return False
        self._set_anchors(task.uri, metadata["ids"])
        return True

    def _reuse_or_build(
        self, tasks: Sequence[PageTask], keys: Mapping[str, str], common: str, templates: Templates
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the metadata of each page in its order; see `_cached`. `keys` are those that are known."""
        reused, changed = {}, []
        for task in tasks:
            cached = self._cached(task.uri)
            # Without an earlier one to compare it with, the key is calculated in the process that builds the page.
            key = (keys.get(task.uri) or self._key(task, common)) if cached else None
            if key and key == cached["key"] and self._reuse(task, cached):
                reused[task.uri] = cached
            else:
                self._forget(task.uri)
                changed.append((task, key))
        with shared_jobs(
            changed, lambda job: self._build_page(*job, common, templates), lambda page: not page.warned
        ) as built:
            for task in tasks:
                metadata, is_here = reused.get(task.uri), False
                if metadata is None:
                    page, is_here = next(built)
                    self._store(task, page)
                    metadata = page.metadata
                    self._set_anchors(task.uri, metadata["ids"])
                if metadata["anchors"] and not is_here:  # `_linking` has those that were built here
                    self._linked.append((task, metadata["key"], metadata["anchors"]))
                yield metadata

    def _key(self, task: PageTask, common: str) -> str:
        """Return the cache key of a page; empty if it has to be built in each build."""
        own = self._own_keys.get(task.uri)
        if not own:
            inputs = self._build.frame_inputs(task.uri, task.address)
            own = self._digest(f"'{task.uri}'", {**task.ingredients(), **inputs})
        return own and digest({"common": common, "own": own})

    def _build_page(self, task: PageTask, key: str | None, common: str, templates: Templates) -> _BuiltPage:
        """Build a page. In another process than the first one, nothing but its file and the result remains."""
        if key is None:
            key = self._key(task, common)
        config, uri = self._config, task.uri
        with mkdocs_private.search_entries(config) as entries, collect_warnings() as warnings:
            read = task.read()
            page = read.page
            mkdocs_private.write_page(page, config, self._documents, self._nav, templates)
            ids = sorted(page.present_anchor_ids or ())
            self._set_anchors(uri, ids)
            anchors = {target.src_uri: list(links) for target, links in (page.links_to_anchors or {}).items()}
            if anchors.keys() - {uri}:
                self._linking.append(page)
            else:
                page.validate_anchor_links(files=self._files, log_level=config.validation.links.anchors)
        anchors.pop(uri, None)
        search = json.dumps(entries, separators=(",", ":"), default=str)[1:-1]
        own = {"key": key, "links": read.links, "ids": ids, "anchors": anchors, "search": search}
        own["search_facts"] = facts_for_search(self._build, uri) if search else ""
        return _BuiltPage(own, bool(read.warned or warnings or not key))

    def _store(self, task: PageTask, page: _BuiltPage) -> None:
        """Register the file of a page that was built, and cache the page unless each build is to repeat a warning."""
        self._built.add(task.uri)
        content = self._staged.written(task.path)
        if page.warned:
            self._unrepeatable.add(task.uri)
        else:
            metadata = json.dumps(page.metadata | dict(task.metadata), default=str).encode()
            self._cache.put(self._pages_kind, task.uri, metadata, content)

    def _set_anchors(self, uri: str, ids: list[str]) -> None:
        """Tell MkDocs which anchors a page has; docs pages know theirs, since they are in memory."""
        page: object = self._files.src_uris[uri].page
        if isinstance(page, PagePlaceholder):
            page.anchors = tuple(map(sys.intern, ids))  # many pages have the same headings

    def _has_anchors(self, uri: str, ids: Iterable[str]) -> bool:
        file = self._files.src_uris.get(uri)
        return bool(file and file.page and set(ids) <= (file.page.present_anchor_ids or set()))


def has_pages(cache: CacheStore, build: Build) -> bool:
    """Return whether an earlier build has cached pages with which those of a build can be compared."""
    return bool(cache.names(_months_kind(build)))


def own_keys(build: Build) -> list[Callable[[], Mapping[str, str]]]:
    """Return functions that return a hash of what only one page is made from, by the URI of each generated page.

    Each has some pages, and leaves out those that cannot be compared.
    """
    uris = list(build.subjects)
    share = max(_SMALLEST_SHARE, len(uris) // _SHARES)
    return [partial(_own_keys, build, uris[start : start + share]) for start in range(0, len(uris), share)]


def _own_keys(build: Build, uris: Iterable[str]) -> Mapping[str, str]:
    keys: dict[str, str] = {}
    for uri in uris:
        subject = build.subjects[uri]
        with suppress(Incomparable):  # the reason is logged once the page is looked at
            keys[uri] = digest({**subject.ingredients, **build.frame_inputs(uri, subject.address)})
    return keys


def draw_outputs(build: Build) -> DrawnOutputs:
    """Draw the files other than pages whose inputs are not those of the last build, unless these are too many."""
    facts, site, cache = build.project.facts, build.publication, CacheStore(build.settings.root)
    bodies: dict[str, tuple[Entry, str]] = {}
    keys: dict[str, bytes] = {}
    contents: dict[str, bytes] = {}

    def feed_body(entry: Entry) -> str:
        body = _cached_feed_body(cache, entry)
        if body is None:
            body = render_body(entry.body)
            bodies[entry.path] = entry, body
        return body

    def is_new(name: str, kind: str, inputs: Callable[[], object]) -> bool:
        keys[name] = _outputs_key(inputs)
        return cache.metadata(f"{kind} ({build.command})", name) != keys[name]

    def draw(outputs: Iterable[OutputFile]) -> None:
        for output in outputs:
            if len(contents) == _MOST_DRAWN:
                return
            if output.inputs and is_new(output.path, "output", output.inputs):
                contents[output.path] = output.content()

    draw(compared_files(facts, site, feed_body))
    for folder in card_folders(build.cards.values(), facts, site):
        if is_new(folder.name, "cards", folder.inputs):
            draw(folder.files())
    cache.close()
    return DrawnOutputs(keys, contents, list(bodies.values()))


def _cached_feed_body(cache: CacheStore, entry: Entry) -> str | None:
    if cache.metadata(_FEED_BODIES, entry.path) != _feed_body_key(entry):
        return None
    body = cache.value(_FEED_BODIES, entry.path)
    return body.decode(errors="surrogatepass") if body else None


def _months_kind(build: Build) -> str:
    return f"month ({build.command})"


def _outputs_key(inputs: Callable[[], object]) -> bytes:
    return digest({"code": fingerprint(), "inputs": inputs()}).encode()


def _feed_body_key(entry: Entry) -> bytes:
    return digest({"code": fingerprint(), "body": entry.body}).encode()
