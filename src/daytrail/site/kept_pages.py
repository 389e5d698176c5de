"""Which generated pages of the published site are kept, and what the next build must know to keep those of this one."""

import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation

from daytrail.site import mkdocs_private
from daytrail.site.build import Build
from daytrail.site.mkdocs_files import LinkedFiles, PageFile, page_file
from daytrail.site.page_keys import digest, navigation_key
from daytrail.site.search_index import SearchText, Sections, search_text
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
        self._build, self.staging, self._shared = build, staging, shared
        self._keys: dict[str, str] = {}
        self._links: dict[str, Mapping[str, str]] = {}
        self._texts: dict[str, SearchText] = {}
        self._warned: set[str] = set()
        self._current = ""
        """URI of the page that MkDocs reads or builds."""
        self.navigation = ""
        """Key of the navigation, once that is known; empty if all pages are built."""
        mkdocs_private.engine_log().addHandler(self)

    def close(self) -> None:
        """Take no more notes, and remove the staging folder."""
        mkdocs_private.engine_log().removeHandler(self)
        self.staging.close()
        super().close()

    def emit(self, record: logging.LogRecord) -> None:
        """Take notes of the page that a message is about, if it is a warning or about a link."""
        # `validation` in mkdocs.yml may say that a wrong link is worth no more than an information.
        if record.levelno >= logging.WARNING or record.name == mkdocs_private.engine_log("structure.pages").name:
            named = _NAMED.match(record.getMessage())
            self._warned.add(named[1] if named else self._current)

    def files(self, config: MkDocsConfig) -> Iterator[PageFile]:
        """Yield the file of each generated page: of one with the same key as in the last build, the published one."""
        settings = self._build.settings
        for uri, subject in self._build.subjects.items():
            file = page_file(subject, config, settings.root, settings.paths.docs)
            if uri in self._build.main:  # which MkDocs builds each time, as all pages of the navigation
                file.inclusion = InclusionLevel.INCLUDED
            elif self._shared is not None:
                key = self._keys[uri] = digest([self._shared, self._build.ingredients(subject)])
                if facts := self.staging.keep(file.dest_uri, key):
                    file.keep(facts, config)
            yield file

    def build_after_all(self, files: Files, nav: Navigation, config: MkDocsConfig) -> None:
        """Read the kept pages that would come out otherwise, for MkDocs to build them.

        Only once all other pages are read, the titles in the navigation and the anchors of links are known.
        """
        self.navigation = navigation_key(nav.items, config) if self._shared is not None else ""
        is_same = self.staging.record.get("navigation") == self.navigation
        for file in files:
            if isinstance(file, PageFile) and file.kept and not (is_same and _has_links_of(file.kept, files)):
                self.staging.drop(file.dest_uri)
                mkdocs_private.read_page(file.build(config), config, files)

    def begin(self, uri: str, files: Files | None = None) -> None:
        """Take notes of a page from here on; of its links too if files are given."""
        self._current = uri
        if isinstance(files, LinkedFiles):
            files.links = self._links[uri] = {}

    def add_text(self, uri: str, sections: Sections) -> None:
        """Take the text of a page for the search."""
        if sections:
            self._texts[uri] = search_text(self._build, uri, sections)

    def texts(self, files: Files) -> dict[str, SearchText]:
        """Return the text of each page for the search by its URI, in the order of the files."""
        kept = {file.src_uri: file.kept["search"] for file in files if isinstance(file, PageFile) and file.kept}
        texts = self._texts | {uri: SearchText(*text) for uri, text in kept.items() if text}
        return {file.src_uri: texts[file.src_uri] for file in files if file.src_uri in texts}

    def record(self, files: Files) -> str:
        """Have the pages that were built recorded, and return how many there were, in words."""
        built = files.documentation_pages()
        for file in built:
            if file.src_uri in self._keys.keys() & self._links.keys() - self._warned and file.page:
                anchors = {target.src_uri: list(ids) for target, ids in (file.page.links_to_anchors or {}).items()}
                facts = {
                    "key": self._keys[file.src_uri],
                    "ids": sorted(file.page.present_anchor_ids or ()),
                    "links": self._links[file.src_uri],
                    "anchors": anchors,
                    "search": self._texts.get(file.src_uri),
                }
                self.staging.note(file.dest_uri, facts)
        return f"{len(built)} of {sum(1 for file in files if file.page)} pages were built"


def _has_links_of(kept: Mapping[str, Any], files: Files) -> bool:
    """Return whether the links of a kept page lead to what they led to when it was built."""
    targets = files.src_uris
    if not all(uri in targets and targets[uri].dest_uri == path for uri, path in kept["links"].items()):
        return False
    pages = ((targets[uri].page, ids) for uri, ids in kept["anchors"].items())
    return all(page and {*ids} <= (page.present_anchor_ids or set()) for page, ids in pages)


def in_sitemap(files: Files) -> list[File]:
    """Return the pages for the template of the sitemap, kept ones too."""
    return [file for file in files if file.page and (not file.is_documentation_page() or file.inclusion.is_included())]
