"""Builds pages, each in turn and forgotten again; those that would come out the same stay.

MkDocs reads all pages, then builds all, and holds each from the first to the last. It is not told of these
but as places that links may lead to. They pass through the same events here, at one point of its build, where
the titles of all that stand in the navigation are known.
"""

import json
import logging
import zlib
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

from jinja2 import Environment

# The very step that MkDocs takes with a page; nothing public takes it.
from mkdocs.commands.build import _build_page
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage

from daytrail.model.entry import Entry
from daytrail.project.code_version import fingerprint
from daytrail.project.data_files import OutputFile
from daytrail.site.cache_key import digest
from daytrail.site.docs_pages import Warnings, take
from daytrail.site.mkdocs_files import Lookups, pack
from daytrail.site.output_folder import scan, settle
from daytrail.site.page_task import PageTask
from daytrail.site.search_index import as_text, collected, complete
from daytrail.site.staging import Draft
from daytrail.site.template_cache import Compiled
from daytrail.views.body import render_body
from daytrail.views.render import keep_compiled

_SEARCHED = ".searched"

log = logging.getLogger("mkdocs.plugins.daytrail")


class PageBuilder:
    """Builds the pages of one site."""

    def __init__(self, config: MkDocsConfig, root: Path, scope: str, *, reuse: bool) -> None:
        """Have MkDocs fill a draft in place of the site's folder, which it would empty first.

        Args:
            config: The configuration.
            root: The project's folder.
            scope: Tells apart what is built from one project in several ways.
            reuse: Whether to leave pages alone that would come out the same.
        """
        self._config, self._scope, self._site = config, scope, Path(config.site_dir)
        self._draft = Draft(root, self._site, reuse=reuse)
        self._store = self._draft.store
        config.site_dir = str(self._draft.folder)
        keep_compiled(Compiled(self._store))
        self._kept: set[str] = set()
        """The files that stand in the site as they should, by their paths in it."""
        self._made: dict[str, str] = {}
        """The files that were written and may stay the next time: their names by their paths in the site."""
        self._count = 0
        self._texts: set[str] = set()
        self._built = 0
        self._there = scan(self._site)
        self._stamps = self._store.heads("site", str(self._site))

    def add(self, output: OutputFile) -> None:
        """Write a file that is no page, or leave it where it is the same."""
        path, scope = output.path, self._scope
        if output.inputs is None:
            self._write(path, output.draw().encode())
            return
        key = digest({"code": fingerprint(), "inputs": output.inputs}).encode()
        self._texts.add(path)
        if self._store.head("texts", scope, path) != key or not self._stays(path, "texts", path):
            content = output.draw().encode()
            self._write(path, content)
            self._store.put("texts", scope, path, key, zlib.compress(content, 1))
            self._made[path] = path

    def body(self, entry: Entry) -> str:
        """Return the text of an entry rendered as feeds hold it, which most stay from build to build."""
        key = digest({"code": fingerprint(), "body": entry.body}).encode()
        if self._store.head("bodies", "", entry.path) == key and (kept := self._store.value("bodies", "", entry.path)):
            return kept.decode(errors="surrogatepass")
        found = render_body(entry.body)
        self._store.put("bodies", "", entry.path, key, found.encode(errors="surrogatepass"))
        return found

    def take(self, files: Files) -> None:
        """Take over the owner's pages, once the navigation was made."""
        self._owned = take(files, self._config, lambda uri: self._store.head("pages", self._scope, uri), self.anchors)

    def run(
        self,
        pages: Iterable[PageTask],
        common: Mapping[str, object],
        own: Callable[[PageTask], Mapping[str, object]],
        files: Lookups,
        nav: Navigation,
        env: Environment,
    ) -> None:
        """Build the pages that have to be built.

        Args:
            pages: All pages of the journal.
            common: What they have in common, for JSON.
            own: Returns what the bytes of a page depend on besides, for JSON.
            files: All files of the site.
            nav: The navigation.
            env: The environment of the theme's templates.
        """
        jobs = [*self._owned, *pages]
        self._count = len(jobs)
        shared = digest(common)
        heads = self._store.heads("pages", self._scope)
        found = {name: value for name, _, value in self._store.values("search", self._scope)}
        self._files, self._nav, self._env = files, nav, env
        env.bytecode_cache = Compiled(self._store)
        self._documents = files.documentation_pages()
        self._later: list[MkDocsPage] = []
        leading: list[tuple[PageTask, str, dict[str, list[str]]]] = []
        # A file and not the store, which may turn out to be damaged at any time. Hidden, it is no part of the site.
        with Warnings() as self._warnings, (self._draft.folder / _SEARCHED).open("wb") as searched:
            for job in jobs:
                key = digest({"common": shared, **job.ingredients(), **own(job)})
                head = json.loads(heads[job.uri]) if job.uri in heads else {}
                same = job.uri in found and head.get("key") == key and self._still(head["asked"])
                if same and self._stays(job.path, "pages", job.uri):
                    text = found[job.uri]
                    if head["anchors"]:
                        leading.append((job, key, head["anchors"]))
                else:
                    text = self._build(job, key)
                searched.write(text + b"\n" if text else b"")
            for job, key, targets in leading:
                if not all(self._leads(uri, wanted) for uri, wanted in targets.items()):
                    self._build(job, key)
            for one in self._later:
                one.validate_anchor_links(files=files, log_level=self._config.validation.links.anchors)
        gone = (heads.keys() | found.keys()) - {job.uri for job in jobs}
        self._store.drop("bodies", "", gone)
        self._store.drop("pages", self._scope, gone)
        self._store.drop("search", self._scope, gone)

    def anchors(self, uri: str) -> set[str] | None:
        """Return the ids that links to a page may name; None where it was not built."""
        head = self._store.head("search", self._scope, uri)
        return set(json.loads(head)) if head else None

    def finish(self, newest: str) -> None:
        """Put the draft in the place of the site, once all plugins have written their files.

        Args:
            newest: The day of the newest page, as in `2026-02-15`.
        """
        name, draft = str(self._site), self._draft.folder
        with (draft / _SEARCHED).open(encoding="utf-8", newline="\n") as searched:
            complete(draft, (line.rstrip("\n") for line in searched))
        pack(draft / "sitemap.xml", newest)
        for path, stamp in settle(draft, self._site, self._there, self._kept, self._made).items():
            self._store.put("site", name, path, json.dumps(stamp).encode(), b"")
        self._store.drop("texts", self._scope, self._store.heads("texts", self._scope).keys() - self._texts)
        self._store.drop("site", name, self._stamps.keys() - self._made.keys() - self._kept)
        log.info(f"{self._built} of {self._count} pages were built")
        self._end(done=True)

    def abandon(self) -> None:
        """Leave the site as it is."""
        self._end(done=False)

    def _end(self, *, done: bool) -> None:
        keep_compiled(None)
        self._draft.close(done=done)
        self._config.site_dir = str(self._site)

    def _still(self, asked: dict[str, str | None]) -> bool:
        """Whether the links of a page lead where they led."""
        files = self._files.src_uris
        return all((files[uri].dest_uri if uri in files else None) == found for uri, found in asked.items())

    def _leads(self, uri: str, anchors: Collection[str]) -> bool:
        """Whether a page still has the places that a link names; what is wrong with one is said anew."""
        file = self._files.src_uris.get(uri)
        return bool(file and file.page and set(anchors) <= (file.page.present_anchor_ids or set()))

    def _stays(self, path: str, table: str, name: str) -> bool:
        """Leave a file that stands in the site, or bring its bytes back."""
        stamp = tuple(json.loads(self._stamps.get(path, b"[]")))
        if stamp and self._there.get(path) == stamp:
            self._kept.add(path)
            return True
        content = self._store.value(table, self._scope, name)
        if content is None:
            return False
        self._write(path, zlib.decompress(content))
        self._made[path] = name
        return True

    def _write(self, path: str, content: bytes) -> None:
        target = self._draft.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def _build(self, job: PageTask, key: str) -> bytes:
        """Build a page, keep it, and return what it has in the search index."""
        config, files, uri = self._config, self._files, job.uri
        before = self._warnings.count
        files.asked = job.asked
        with collected(config) as entries:
            page = job.read(files)
            _build_page(page, config, self._documents, self._nav, self._env)
        asked = files.asked
        self._made[job.path] = uri
        self._built += 1
        ids = json.dumps(sorted(page.present_anchor_ids or ())).encode()
        searched = as_text(entries).encode()
        self._store.put("search", self._scope, uri, ids, searched)
        anchors = {target.src_uri: list(names) for target, names in (page.links_to_anchors or {}).items()}
        if anchors.keys() - {uri}:
            # Whether they are there is known once all pages are.
            self._later.append(page)
        else:
            page.validate_anchor_links(files=files, log_level=config.validation.links.anchors)
        if job.warned or self._warnings.count > before:
            # What is said of it is said until it is mended.
            self._store.drop("pages", self._scope, [uri])
            return searched
        content = Path(config.site_dir, job.path).read_bytes()
        anchors.pop(uri, None)
        head = json.dumps({"key": key, "asked": asked, "anchors": anchors, **job.keeps}).encode()
        self._store.put("pages", self._scope, uri, head, zlib.compress(content, 1))
        return searched
