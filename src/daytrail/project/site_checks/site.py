"""Pages, files and settings of a site, as far as they are known before it is built."""

import os
import posixpath
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.model.journal import Journal
from daytrail.problems import MOST_NAMES, Location
from daytrail.project.settings import Settings
from daytrail.project.site_checks.config import SiteConfig
from daytrail.project.site_checks.docs_page import SiteDocs, read_site_docs
from daytrail.source.attachments import is_published
from daytrail.source.docs_pages import matcher
from daytrail.source.files import MAX_ENTRY_BYTES, read_text
from daytrail.source.front_matter import split_entry
from daytrail.source.markdown_body import written_links
from daytrail.source.private_text import blank_private
from daytrail.views.links import anchors_in, docs_address, list_address, page_file, use_addresses

if TYPE_CHECKING:  # these need Jinja; see below
    from daytrail.project.site_checks.template import MacroCall
    from daytrail.views.page import Page

_OF_THEME = ("assets/daytrail", "assets/images/favicon.png")
"""Files that Daytrail and the theme add to a site."""


def _beginnings() -> tuple[str, ...]:
    """Return the beginnings of the source paths of pages that Daytrail may make."""
    lists = (list_address(name) for name in ("series", "curriculum", "milestones", "reading"))
    return ("log/", "reviews.", list_address("tags").rstrip("/"), *lists)


@dataclass(frozen=True, eq=False)
class Site:
    """The files and pages that a build would have, by their source paths, which links name."""

    settings: Settings
    journal: Journal
    facts: Facts | None
    """None if the project has errors: then it is not known which pages Daytrail will make, and what is on them."""

    def __post_init__(self) -> None:
        use_addresses(self.settings.addresses)

    @cached_property
    def config(self) -> SiteConfig:
        """MkDocs' configuration."""
        return SiteConfig(self.settings.config)

    @cached_property
    def docs_pages(self) -> Mapping[str, SiteDocs]:
        """The docs pages that are published, by their path in `docs/`."""
        found = read_site_docs(self.settings.root, self.settings.paths, self.config)
        return {page.uri: page for page in found}

    @cached_property
    def entries(self) -> Mapping[str, Entry]:
        """The entries that are published, by path."""
        return {entry.path: entry for entry in self.journal.entries}

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
        )

    @cached_property
    def _attachments(self) -> frozenset[str]:
        """The paths of the files that entries show or link to and that exist."""
        written = {path for entry in self.entries.values() for path in entry.attachments}
        return frozenset(path for path in written if is_published(self.settings.root, path))

    @cached_property
    def _generated(self) -> "Mapping[str, Page]":
        """The pages that Daytrail makes, by the source paths that MkDocs takes them for; empty if not known."""
        if self.facts is None:
            return {}
        from daytrail.views.pages import pages  # only here: most links lead to entries, and all pages take a second

        zone = self.settings.timezone.key
        return {page.uri: page for page in pages(self.facts, flat=self.is_flat, zone=zone)}

    @cached_property
    def paths_like_generated(self) -> Mapping[str, str]:
        """The paths in the site of those files in `docs/` that may clash with a generated one, by their paths there."""
        names = (
            "calendar.ics",
            "card.png",
            "data",
            "feed.",
            "index.",
            "weekly.",
            f"{self.settings.paths.entries}/",
            *_beginnings(),
        )
        return {
            uri: self._file(docs_address(uri, flat=self.is_flat)) if uri.endswith(".md") else uri
            for uri in self._docs_files
            if uri.casefold().startswith(names) and (uri in self.docs_pages or not self._is_unpublished(uri))
        }

    @cached_property
    def _is_unpublished(self) -> Callable[[str], bool]:
        paths = self.settings.paths
        return matcher(".*", "/templates/", paths.exclude_docs, paths.draft_docs)

    @property
    def other_files(self) -> list[str]:
        """The paths of the files that are published and no pages, by their paths in the project."""
        docs = [uri for uri in self._docs_files if not uri.endswith(".md") and not self._is_unpublished(uri)]
        return sorted([*self._attachments, *(f"{self.settings.paths.docs}/{uri}" for uri in docs)])

    def generated_files(self) -> Iterator[tuple[str, str, str]]:
        """Yield source path, path in the site and a description of each file that Daytrail will add, if known."""
        if self.facts is None:
            return
        from daytrail.project.data_files import output_files
        from daytrail.views.files.cards import cards, missing_library
        from daytrail.views.publication import Publication

        owned = {docs_address(uri, flat=False) for uri in self.docs_pages}
        for uri, page in self._generated.items():
            if not (page.is_default and page.address in owned):
                yield uri, self._file(page.address), page.source
        yield from ((path, path, path) for path in self._attachments)
        url = self.config.config.text("site_url") or ""
        has_cards = bool(url) and self.settings.og_cards and not missing_library()
        site = Publication("", url, "", content="excerpt", cards=has_cards)
        card_paths = (card.path for card in cards(self.facts, site)) if has_cards else ()
        paths = chain(card_paths, (output.path for output in output_files(self.facts, site)))
        yield from ((path, path, "a generated file") for path in paths)

    def _file(self, address: str) -> str:
        """Return the path in the site of the page at a URL path."""
        file = page_file(address, flat=self.is_flat)
        return f"{file}index.html" if file.endswith("/") or not file else file

    @property
    def is_flat(self) -> bool:
        """Whether pages are files (`log/2026.html`) rather than folders (`log/2026/`)."""
        return not self.settings.config.flag("use_directory_urls", default=True)

    def has(self, uri: str) -> bool:
        """Return whether the site has a file or a page with a source path."""
        if uri in self.entries or uri in self._docs_files or uri in self._attachments or uri in self._generated:
            return True
        if self.facts is None and (self.is_file(uri) or uri.startswith(_beginnings())):
            return True
        return any(PurePosixPath(uri).is_relative_to(path) for path in _OF_THEME)

    def is_file(self, path: str) -> bool:
        """Return whether the project has a file."""
        return os.path.isfile(self.settings.root / path)  # noqa: PTH113 - Path raises for a name that is too long

    def uris_in(self, folder: str) -> list[str]:
        """Return the source paths of the files in a folder, for guesses; none if they are too many to compare."""
        uris = [*self.entries, *self._docs_files, *self._attachments, *self._generated]
        beside = [uri for uri in uris if posixpath.dirname(uri) == folder]
        return beside if len(beside) <= MOST_NAMES else []

    def anchors(self, uri: str) -> frozenset[str] | None:
        """Return the ids on a page; None if they are not known, or it is no page."""
        if uri not in self._known_anchors:
            self._known_anchors[uri] = self._find_anchors(uri)
        return self._known_anchors[uri]

    @cached_property
    def _known_anchors(self) -> dict[str, frozenset[str] | None]:
        """The anchors of pages by source path, as far as they were asked for."""
        return {}

    def _find_anchors(self, uri: str) -> frozenset[str] | None:
        if page := self.docs_pages.get(uri):
            return self._anchors_in_docs(page)
        if uri in self._docs_files or not (generated := self._generated.get(uri)):
            return None
        from daytrail.views.body import render_body

        content = generated.draw()
        return frozenset(anchors_in(f"{content.above}{render_body(content.markdown)}{content.below}"))

    def _anchors_in_docs(self, page: SiteDocs) -> frozenset[str] | None:
        if not (page.has_known_anchors and self.config.is_predictable):
            return None
        anchors = page.rendered.anchors
        if anchors is None or not page.is_template:
            return anchors
        from daytrail.views.lookup import UnknownName
        from daytrail.views.macros import MACROS, WrongArgument

        template = page.template
        if (
            self.facts is None
            or not template.only_calls
            or not all(call.is_constant and call.name in MACROS for call in template.calls)
        ):
            return None
        try:
            html = [self.call(page, call) for call in template.calls]
        except (UnknownName, WrongArgument):  # which is reported
            return None
        return anchors | anchors_in("".join(html))

    def call(self, page: SiteDocs, call: "MacroCall") -> str:
        """Return what one of our macros, called with constants, shows on a docs page; nothing if there are errors.

        Raises:
            UnknownName: An argument names something that the journal does not have.
            WrongArgument: The macro does not take the arguments.
        """
        from daytrail.views.macros import MACROS, check_arguments
        from daytrail.views.page_context import page_context

        macro = MACROS[call.name]
        check_arguments(macro, call.args, call.kwargs)
        if self.facts is None:
            return ""
        address = docs_address(page.uri, flat=self.is_flat)
        context = page_context(self.facts, address, flat=self.is_flat, zone=self.settings.timezone.key)
        return macro(context, *call.args, **call.kwargs)

    def links_in_entry(self, path: str) -> Iterator[tuple[str, Location]]:
        """Yield the links of an entry's text with their locations, from its file."""
        text, _ = read_text(self.settings.root, path, MAX_ENTRY_BYTES)
        parts, _ = split_entry(text, path)
        for url, line, column in written_links(blank_private(parts.body, path)[0]):
            yield url, Location(path, parts.first_line + line - 1, column)
