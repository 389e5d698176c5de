"""Pages, files and settings of a site, as far as they are known before it is built."""

import os
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Literal

from daytrail.facts import Facts
from daytrail.problems import Problem
from daytrail.project.settings import Settings
from daytrail.project.site_checks.docs_page import SiteDocs, read_site_docs
from daytrail.source.load import Loaded
from daytrail.source.published_files import is_published
from daytrail.views.links import anchors_in, docs_address, page_file

if TYPE_CHECKING:  # this needs Jinja; see below
    from daytrail.views.page import Page

_OF_THEME = ("assets/daytrail", "assets/images/favicon.png")
"""Files that Daytrail and the theme add to a site."""
_FAILING = {("links", "not_found"), ("nav", "not_found")}
"""Mistakes that fail a strict build by default; of all others MkDocs makes a mention only."""
_KNOWN_PLUGIN = re.compile(
    r"(?:\w+/)?(?:daytrail|git-revision-date-localized|info|macros|meta|minify|offline|optimize|privacy|search|social"
    r"|tags|typeset)"
)
"""Plugins that add no files and change no links. A name may have the theme's before it, as in `material/search`."""


class Site:
    """The files and pages that a build would have, by their source paths, which links name."""

    def __init__(self, settings: Settings, loaded: Loaded, facts: Facts | None) -> None:
        """Without facts, as of a project with errors, it is not known which pages Daytrail makes and what they show."""
        self.settings, self.loaded, self.facts = settings, loaded, facts
        self.is_flat = not settings.config.flag("use_directory_urls", default=True)
        """Whether pages are files (`log/2026.html`) rather than folders (`log/2026/`)."""
        self.entries = {entry.path: entry for entry in loaded.journal.entries}
        """The entries that are published, by path."""
        self._anchors: dict[str, frozenset[str] | None] = {}

    def level(self, section: Literal["links", "nav"], name: str) -> str:
        """Return the level at which MkDocs logs a kind of mistake in links or in the navigation, as in `warn`."""
        config = self.settings.config
        written = config.text("validation", section, name) or config.text("validation", name)
        added = self.settings.added.link_levels.get(name) if section == "links" else None
        return written or added or ("warn" if (section, name) in _FAILING else "info")

    @cached_property
    def is_predictable(self) -> bool:
        """Whether no plugin or hook may add files to the site, or change links and the navigation."""
        config = self.settings.config
        return all(_KNOWN_PLUGIN.fullmatch(name) for name, _ in config.plugins()) and not config.node("hooks")

    @cached_property
    def docs_pages(self) -> Mapping[str, SiteDocs]:
        """The docs pages that are published, by their path in `docs/`."""
        return {page.uri: page for page in read_site_docs(self.settings, self.loaded.docs_texts)}

    @cached_property
    def _docs_files(self) -> frozenset[str]:
        """The paths of all files in `docs/`, hidden ones too: MkDocs only mentions a link to one of these."""
        top = self.settings.root / self.settings.paths.docs
        follow = self.facts is not None  # otherwise a link may lead to a folder that contains it, or to the whole disk
        return frozenset(
            Path(folder, name).relative_to(top).as_posix()
            for folder, _, names in os.walk(top, followlinks=follow)
            for name in names
            if not name.endswith((".orig", ".rej"))  # which are not published
            if not self.settings.paths.is_entry_in_docs(Path(folder, name).relative_to(top).as_posix())
        )

    @cached_property
    def published_docs_files(self) -> Mapping[str, str]:
        """The paths in the site of the files in `docs/` that are published, by their paths there."""
        paths = self.settings.paths
        is_unpublished = paths.is_unpublished
        others = {uri: uri for uri in self._docs_files if not uri.endswith(".md") and not is_unpublished(uri)}
        return others | {uri: self._file(docs_address(uri, flat=self.is_flat)) for uri in self.docs_pages}

    @cached_property
    def attachments(self) -> frozenset[str]:
        """The paths of the files that entries show or link to and that exist."""
        written = {path for entry in self.entries.values() for path in entry.attachments}
        return frozenset(path for path in written if is_published(self.settings.root, path))

    @cached_property
    def _generated(self) -> "Mapping[str, Page]":
        """The pages that Daytrail makes, by the source paths that MkDocs takes them for; empty if not known."""
        if self.facts is None:
            return {}
        from daytrail.views.pages import pages  # only here: most links lead to entries, and all pages take a second

        zone, addresses = self.settings.timezone.key, self.settings.addresses
        return {page.uri: page for page in pages(self.facts, flat=self.is_flat, addresses=addresses, zone=zone)}

    def generated_files(self) -> Iterator[tuple[str, str, str]]:
        """Yield source path, path in the site and a description of each file that Daytrail will add, if known."""
        if self.facts is None:
            return
        from daytrail.project.data_files import output_files
        from daytrail.views.publication import Publication

        owned = {docs_address(uri, flat=False) for uri in self.docs_pages}
        for uri, page in self._generated.items():
            if not (page.is_default and page.address in owned):
                yield uri, self._file(page.address), page.source
        url = self.settings.config.text("site_url") or ""
        cards, addresses = bool(url) and self.settings.options.og_cards, self.settings.addresses
        site = Publication("", url, "", content="excerpt", cards=cards, addresses=addresses)
        yield from ((path, path, path) for path in self.attachments)
        outputs = output_files(self.facts, site)
        yield from ((output.path, output.path, "a generated file") for output in outputs if not output.redirect)

    def old_addresses(self) -> Iterator[Problem]:
        """Yield a warning for each old address of a post that something else has."""
        if self.facts is None or not any(entry.old_addresses for entry in self.entries.values()):
            return
        from daytrail.project.data_files import OutputFile, without_clashes
        from daytrail.views.files.redirects import redirects

        found = (one for one in redirects(self.facts, self.settings.addresses) if one.entry is not None)
        pages = [OutputFile(one.path(flat=self.is_flat), str, redirect=one) for one in found]
        others = [path for _, path, _ in self.generated_files()]
        yield from without_clashes(pages, [*self.published_docs_files.values(), *others], self.settings.root)[1]

    def _file(self, address: str) -> str:
        """Return the path in the site of the page at a URL path."""
        file = page_file(address, flat=self.is_flat)
        return f"{file}index.html" if file.endswith("/") or not file else file

    def has(self, uri: str) -> bool:
        """Return whether the site has a file or a page with a source path."""
        paths = self.settings.paths
        if paths.are_in_docs:  # a post has a path in the docs folder as well
            uri = uri.removeprefix(f"{paths.docs}/")
            uri = f"{paths.docs}/{uri}" if paths.is_entry_in_docs(uri) else uri
        if uri in self.entries or uri in self._docs_files or uri in self.attachments or uri in self._generated:
            return True
        if self.facts is None:  # then any page that Daytrail may make
            addresses = self.settings.addresses
            lists = (addresses.list(name) for name in ("series", "curriculum", "milestones", "reading"))
            if self.is_file(uri) or uri.startswith(("log/", "reviews.", addresses.list("tags").rstrip("/"), *lists)):
                return True
        return any(PurePosixPath(uri).is_relative_to(path) for path in _OF_THEME)

    def is_file(self, path: str) -> bool:
        """Return whether the project has a file."""
        return os.path.isfile(self.settings.root / path)  # noqa: PTH113 - Path raises for a name that is too long

    def anchors(self, uri: str) -> frozenset[str] | None:
        """Return the ids on a page; None if they are not known, or it is no page."""
        if uri not in self._anchors:
            page, generated = self.docs_pages.get(uri), self._generated.get(uri)
            if page:
                self._anchors[uri] = page.anchors if self.is_predictable else None
            elif generated and uri not in self._docs_files:
                from daytrail.views.body import render_body

                content = generated.draw()
                html = f"{content.above}{render_body(content.markdown)}{content.below}"
                self._anchors[uri] = frozenset(anchors_in(html))
        return self._anchors.get(uri)
