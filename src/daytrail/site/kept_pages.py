"""Which generated pages of the published site are kept, and what the next build must know to keep those of this one."""

import logging
import posixpath
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from urllib.parse import unquote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files, InclusionLevel

from daytrail.model.entry import Entry
from daytrail.project.settings import Settings
from daytrail.site import mkdocs_private
from daytrail.site.build import Build
from daytrail.site.mkdocs_files import GeneratedPage, PageFile, page_file
from daytrail.site.page_keys import digest
from daytrail.site.search_index import SearchText
from daytrail.site.staging import Staging

_NAMED = re.compile(r"Doc file '(.+?)' contains")
"""Beginning of MkDocs' messages about links."""


class KeptPages(logging.Handler):
    """The pages of one build, of which some are kept. It is a handler of MkDocs' log, to know of warnings.

    A page with a warning is not recorded, so that each build says what is wrong.
    """

    def __init__(self, build: Build, staging: Staging, shared: str | None) -> None:
        """Begin with the key that all pages share; None if all pages are to be built."""
        super().__init__(logging.INFO)
        self.build, self.staging, self.shared = build, staging, shared
        self.current = ""
        """URI of the page that MkDocs reads or builds."""
        self._keys: dict[str, str] = {}
        self.built_texts: dict[str, SearchText] = {}
        """The texts for the search of pages that were built, by URI."""
        self._warned: set[str] = set()
        mkdocs_private.engine_log().addHandler(self)

    def close(self) -> None:
        """Take no more notes, and remove the staging folder. It may be called twice."""
        mkdocs_private.engine_log().removeHandler(self)
        self.staging.close()
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """Take note of the page that a message is about, if it is a warning or about a link."""
        # `validation` in mkdocs.yml may say that a wrong link is worth no more than an information.
        if record.levelno >= logging.WARNING or record.name == mkdocs_private.engine_log("structure.pages").name:
            named = _NAMED.match(record.getMessage())
            self._warned.add(named[1] if named else self.current)

    def add_files(self, files: Files, attachments: Container[str], config: MkDocsConfig) -> list[PageFile]:
        """Add the file of each generated page, and return them: one with the same key as in the last build is kept."""
        settings, subjects = self.build.settings, self.build.subjects
        pages = [page_file(subject, config, settings.root, settings.paths.docs) for subject in subjects.values()]
        paths = {file.src_uri: file.dest_uri for file in (*files, *pages)} | _paths_for_posts(files, pages, settings)
        for file, (uri, subject) in zip(pages, subjects.items(), strict=True):
            if uri in self.build.main:  # which MkDocs builds each time, as all pages of the navigation
                file.inclusion = InclusionLevel.INCLUDED
            elif not (subject.entry and _names_anchors(subject.entry)) and self.shared is not None:
                targets = [*_targets(subject.entry, paths, attachments)] if subject.entry else []
                key = self._keys[uri] = digest([self.shared, targets, self.build.ingredients(subject)])
                if facts := self.staging.keep(file.dest_uri, key):
                    file.keep(facts, config)
            if not (uri in self.build.main or file.kept):  # a page of the navigation has its title from there
                GeneratedPage(file, config, settings.paths.notations)
            files.append(file)
        return pages

    def texts(self, files: Files) -> dict[str, SearchText]:
        """Return the text of each page for the search by its URI, in the order of the files."""
        kept = {file.src_uri: file.kept["search"] for file in files if isinstance(file, PageFile) and file.kept}
        texts = self.built_texts | {uri: SearchText(*text) for uri, text in kept.items() if text}
        return {file.src_uri: texts[file.src_uri] for file in files if file.src_uri in texts}

    def record(self, files: Files) -> str:
        """Have the pages that were built recorded, and return how many there were, in words."""
        built = files.documentation_pages()
        is_heard = mkdocs_private.engine_log().isEnabledFor(logging.WARNING)  # not with `--quiet`
        for file in built:
            if is_heard and file.src_uri in self._keys.keys() - self._warned and file.page:
                facts = {
                    "key": self._keys[file.src_uri],
                    "ids": sorted(file.page.present_anchor_ids or ()),
                    "search": self.built_texts.get(file.src_uri),
                }
                self.staging.note(file.dest_uri, facts)
        return f"{len(built)} of {sum(1 for file in files if file.page)} pages were built"


def _paths_for_posts(files: Files, pages: Iterable[PageFile], settings: Settings) -> dict[str, str]:
    """Add the files of entries in the docs folder by their paths there, and return how their links name all files."""
    posts = [file.in_docs for file in pages if file.in_docs]
    for file in posts:
        files.append(file)
    return {f"{settings.paths.docs}/{file.src_uri}": file.dest_uri for file in files} if posts else {}


def _names_anchors(entry: Entry) -> bool:
    """Return whether links of an entry name anchors of other pages, of which MkDocs reports those that are gone."""
    return any("#" in url.lstrip("#") for url in (*entry.local_links, *entry.headings))


def _targets(entry: Entry, paths: Mapping[str, str], attachments: Container[str]) -> Iterator[object]:
    """Yield where links of an entry lead, as MkDocs resolves them."""
    for url in entry.local_links:
        for here in (entry.path, *entry.old_addresses):
            uri = posixpath.normpath(posixpath.join(posixpath.dirname(here), unquote(re.split("[?#]", url)[0])))
            yield paths.get(uri.lstrip("/")) or uri in attachments
    yield [paths.get(target) for _, target in entry.wikilinks]
