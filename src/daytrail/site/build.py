"""One build of a site: the journal, its pages and what their heads and footers name, before MkDocs reads a file."""

import gc
import logging
import os
import posixpath
from collections import ChainMap
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zoneinfo import ZoneInfo

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.utils import is_markdown_file

from daytrail.facts.kinds import host_of
from daytrail.facts.reviews import Review
from daytrail.model.curriculum import Author
from daytrail.model.urls import join_url
from daytrail.problems import Location, Problem
from daytrail.project.clock import UsageError, today
from daytrail.project.config_checks import folder_problems
from daytrail.project.git_history import UNKNOWN, read_known_log
from daytrail.project.loaded_project import LoadedProject, load_project, without_collections
from daytrail.project.report import end_of_build, log_problems
from daytrail.project.settings import Settings, read_settings
from daytrail.project.site_paths import day_in_navigation
from daytrail.project.template_cache import template_cache
from daytrail.site.mkdocs_files import new_file_url
from daytrail.site.mkdocs_private import Revision, find_revisions
from daytrail.source.attachments import is_published
from daytrail.source.image_size import image_size
from daytrail.views.files.calendar import calendar_inputs
from daytrail.views.files.cards import Card, cards, missing_library
from daytrail.views.files.feeds import FeedSubject, feed_subjects
from daytrail.views.footer import FooterContent
from daytrail.views.links import address_of, docs_address, list_address, use_addresses
from daytrail.views.metadata import HeadLinks
from daytrail.views.page import LazyPage, Page, PageContent, drawn
from daytrail.views.page_context import PageContext, page_context
from daytrail.views.pages import lazy_pages
from daytrail.views.pages.reviews import ReviewFrame, review_crumbs, review_frame
from daytrail.views.publication import Publication, SiteAuthor
from daytrail.views.render import environment
from daytrail.views.translation import deferred, pgettext, use_language
from daytrail.views.translation import gettext as _

log = logging.getLogger("mkdocs.plugins.daytrail")


class LazyPages(Mapping[str, Page]):
    """Generated pages by the URIs of their sources, each of which is made when it is first asked for."""

    def __init__(self, subjects: Mapping[str, Page | LazyPage]) -> None:
        self._subjects = subjects
        self._made: dict[str, Page] = {}

    def __getitem__(self, uri: str) -> Page:
        subject = self._subjects[uri]
        if not isinstance(subject, LazyPage):
            return subject
        if uri not in self._made:
            self._made[uri] = subject.page()
        return self._made[uri]

    def __contains__(self, uri: object) -> bool:
        return uri in self._subjects

    def __iter__(self) -> Iterator[str]:
        return iter(self._subjects)

    def __len__(self) -> int:
        return len(self._subjects)


@dataclass(frozen=True)
class Build:
    """The journal and the site of one build, before MkDocs reads a file."""

    command: str
    """What MkDocs was called for: `build`, `serve` or `gh-deploy`."""
    settings: Settings
    project: LoadedProject
    subjects: Mapping[str, Page | LazyPage]
    """The generated pages by the URIs of their sources, as they are listed: most are not made yet."""
    pages: ChainMap[str, Page]
    """The same pages, made when they are asked for. A preview adds newer ones of saved entries, which come first."""
    main_pages: list[Page]
    """Pages of the navigation that are not in `docs/`, for MkDocs to read: those that `nav` names, if it is written."""
    revisions: Mapping[str, Revision]
    """By the URI of the sources; without pages that were never committed."""
    edited: Mapping[str, datetime]
    """When pages were last committed, by the URI of their sources."""
    edit_days: Mapping[str, date]
    """See `PageContext.edited`."""
    publication: Publication
    feeds: list[FeedSubject]
    """What there are feeds of; none without the site's URL."""
    has_calendar: bool
    footer_pages: list[tuple[str, str]]
    """Titles and URL paths of the pages that `extra.footer` in mkdocs.yml names."""
    cards: Mapping[str, Card]
    """The cards for sharing by the URL paths of their pages."""
    descriptions: Mapping[str, str]
    """Descriptions of pages that a page of `docs/` takes the place of, by URL path."""
    new_file_url: str
    """See `PageContext.new_file_url`."""

    def content(self, uri: str) -> PageContent | None:
        """Return the content of a page by its URI; None if there is no such page."""
        return drawn(self.pages[uri]) if uri in self.pages else None

    def image_sizes(self, uri: str) -> dict[str, tuple[int, int]]:
        """Return width and height of the images that an entry shows, by their paths in the site."""
        # The subject, if no preview has a newer page: a page would be made only to know its entry.
        subject, root = self.pages.maps[0].get(uri) or self.subjects.get(uri), self.settings.root
        paths = subject.entry.attachments if subject and subject.entry else ()
        sizes = ((path, image_size(root / path)) for path in paths if is_published(root, path))
        return {path: size for path, size in sizes if size}

    def feeds_of(self, address: str) -> list[FeedSubject]:
        """Return the feeds that a page names, by its URL path."""
        return [*self._feeds_by_address.get("", ()), *(self.own_feeds(address) if address else ())]

    def own_feeds(self, address: str) -> Sequence[FeedSubject]:
        """Return the feeds that only one page names, by its URL path."""
        return self._feeds_by_address.get(address, ())

    def footer_of(self, address: str) -> FooterContent:
        """Return what the footer of a page shows, by its URL path."""
        return FooterContent(self.feeds_of(address), self.has_calendar, self.footer_pages)

    def head_links(self, address: str) -> HeadLinks:
        """Return what the head of a page links to, by the page's URL path."""
        return HeadLinks(self.feeds_of(address), self.cards.get(address) or self.cards.get(""))

    def frame_inputs(self, uri: str, address: str) -> Mapping[str, object]:
        """Return what a page depends on besides its content and what all pages have in common, for JSON."""
        card = self.cards.get(address) or self.cards.get("")
        return {
            "images": self.image_sizes(uri),
            "history": self.revisions.get(uri),
            "head": (card and (card.path, card.text), self.descriptions.get(address)),
            "footer": self.own_feeds(address),
            "frame": self.review_frame(uri),
        }

    def review_frame(self, uri: str) -> ReviewFrame | None:
        """Return what a page of `docs/` shows around its text if it is a review."""
        review = self.reviews.get(uri)
        return review_frame(self._context, review) if review else None

    def review_crumbs(self, uri: str) -> list[tuple[str, str]]:
        """Return the titles of the pages above a review, with links from its page."""
        return review_crumbs(self._context.for_page(docs_address(uri, flat=self.publication.flat)))

    @cached_property
    def _feeds_by_address(self) -> Mapping[str, Sequence[FeedSubject]]:
        feeds: dict[str, list[FeedSubject]] = {}
        for feed in self.feeds:
            feeds.setdefault(feed.address, []).append(feed)
        return feeds

    @cached_property
    def reviews(self) -> Mapping[str, Review]:
        """Reviews by the paths of their pages in `docs/`."""
        return {review.page.uri: review for review in self.project.facts.reviews}

    @cached_property
    def _context(self) -> PageContext:
        return page_context(self.project.facts, flat=self.publication.flat)

    def date_of(self, uri: str) -> str:
        """Return the day of a page for the sitemap: of its last commit, else of its last entry, else today."""
        if edited := self.edited.get(uri):
            return edited.date().isoformat()
        return str(getattr(self.subjects.get(uri), "changed", None) or self.project.facts.today)


class MistakesError(PluginError):
    """Mistakes of the writer, which are in the log."""

    def __init__(self, message: str, problems: list[Problem]) -> None:
        super().__init__(message)
        self.problems = problems
        """All problems of the journal, warnings too."""


def check_settings(config: MkDocsConfig) -> Settings:
    """Return the settings of a project, with their warnings in the log.

    Raises:
        PluginError: They have errors, which are in the log.
    """
    settings, problems = read_settings(project_root(config))
    _stop_on_errors(problems)
    return settings


def check_folders(config: MkDocsConfig, settings: Settings) -> None:
    """Compare the folders that MkDocs will use with all others, if they are not those of mkdocs.yml.

    Raises:
        PluginError: Folders overlap. Nothing has been touched.
    """
    site, docs = Path(config.site_dir), Path(config.docs_dir)
    if (site, docs) != (settings.config.site, settings.config.docs):
        document = settings.config.document.without({("site_dir",), ("docs_dir",)})
        _stop_on_errors(folder_problems(replace(settings.config, document=document), site, docs))


def _stop_on_errors(problems: Iterable[Problem]) -> None:
    problems = list(problems)
    if errors := log_problems(problems, log):
        raise MistakesError(end_of_build(errors), problems)


@without_collections()
def start_build(config: MkDocsConfig, command: str, settings: Settings) -> Build:
    """Read the journal, and hand the dates of its pages to the git plugin. See `Build` for the command.

    Raises:
        PluginError: The journal has errors, which are in the log.
    """
    root = settings.root
    environment().bytecode_cache = template_cache(root)
    language = str(config.theme.get("language") or "en")
    use_language(language)
    if options := config.mdx_configs.get("toc"):
        options.setdefault("permalink_title", _("Permanent link"))
    if palette := settings.added.theme.get("palette"):
        config.theme["palette"] = [_translated(scheme) for scheme in palette]
    use_addresses(settings.addresses)
    plugin = config.plugins.get("git-revision-date-localized")
    git_dates = plugin if plugin is not None and plugin.config["enabled"] else None
    with ThreadPoolExecutor(max_workers=1) as executor:  # git runs while entries are read
        git_log = executor.submit(read_known_log, root) if git_dates else None
        try:
            project = load_project(root, settings.paths, today(settings.timezone), for_build=True)
        except UsageError as error:
            raise PluginError(str(error)) from None
    _stop_on_errors(project.loaded.problems)
    facts, entries = project.facts, project.loaded.journal.entries
    flat, docs = not config.use_directory_urls, _docs_pages(config)
    owned = {docs_address(uri, flat=False) for uri in docs}
    paths = docs | {entry.path: os.path.join(root, *entry.path.split("/")) for entry in entries}  # noqa: PTH118 - faster
    revisions = find_revisions(git_dates, git_log.result(), paths) if git_log else {}
    zone = ZoneInfo((git_dates and git_dates.config["timezone"]) or "UTC")
    time_of = cache(partial(datetime.fromtimestamp, tz=zone))  # most texts are of one commit
    edited = {uri: time_of(revision.changed[1]) for uri, revision in revisions.items()}
    texts = {uri: time_of(revision.edited[1]) for uri, revision in revisions.items() if revision.edited != UNKNOWN}
    # On the day of its first commit, a text is written rather than edited.
    edit_days = {
        uri: text.date() for uri, text in texts.items() if text.date() > time_of(revisions[uri].created[1]).date()
    }
    url = f"{config.site_url.rstrip('/')}/" if config.site_url else ""
    feeds = feed_subjects(facts) if url else []
    with_feeds = [feed.address for feed in feeds]
    context = page_context(
        facts, flat=flat, zone=settings.timezone.key, edited=edit_days, feeds=with_feeds, site_url=url
    )
    all_pages = list(lazy_pages(context))
    defaults = [page for page in all_pages if isinstance(page, Page) and page.is_default]
    replaced = {page.uri for page in defaults if page.address in owned}
    subjects = {page.uri: page for page in all_pages if page.uri not in replaced}
    descriptions = {page.address: page.description for page in defaults if page.description}
    for address, location in _written_in_plan(project):
        uri = f"{address.rstrip('/')}.md"
        subjects[uri] = replace(subjects[uri], written=location)
    uris = dict.fromkeys(_main_uris() if config.nav is None else _uris(config.nav))  # each once
    days = (uri for uri in uris if uri in subjects and subjects[uri].entry)
    _stop_on_errors(day_in_navigation(settings.config.locate("nav"), uri) for uri in days)
    main_pages = [LazyPages(subjects)[uri] for uri in uris if uri in subjects]
    subjects = {uri: page for uri, page in subjects.items() if uri not in uris}
    year = entries[0].date.year if entries else facts.today.year
    publication = Publication(
        config.site_name,
        url,
        # Without an authority of its own, the site's host gives the ids of feeds, since the year of the first entry.
        settings.feed_authority or f"{host_of(url) or 'localhost'},{year:04d}",
        zone=settings.timezone,
        description=config.site_description or "",
        language=language,
        author=_site_author(facts.journal.curriculum.author, url),
        content=settings.feed,
        flat=flat,
        cards=bool(url) and settings.og_cards and not missing_library(),
        edited=texts,
    )
    by_address = {card.address: card for card in cards(facts, publication)} if publication.cards else {}
    footer_pages = _footer_pages(config, docs)
    has_calendar = bool(calendar_inputs(facts))
    if command != "serve":
        gc.freeze()  # all this lives until the end of the process, so the garbage collector need not visit it
    return Build(
        command,
        settings,
        project,
        subjects,
        ChainMap({}, LazyPages(subjects)),  # type: ignore[arg-type]  # only the first mapping is written to
        main_pages,
        revisions,
        edited,
        edit_days,
        publication,
        feeds,
        has_calendar,
        footer_pages,
        by_address,
        descriptions,
        new_file_url(config, root, settings.paths.entries),
    )


_TOGGLES = deferred("palette", "Switch to the dark palette"), deferred("palette", "Switch to the light palette")
"""Names of the buttons in the settings that we add."""


def _translated(scheme: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scheme of the palette that we add, with the name of its button in the language in use."""
    toggle, name = scheme["toggle"], scheme["toggle"]["name"]
    return {**scheme, "toggle": {**toggle, "name": pgettext("palette", name)}}


def _main_uris() -> list[str]:
    """Return the pages in the navigation of a site that writes none, in their order."""
    lists = (list_address(name).rstrip("/") for name in ("curriculum", "reading", "stats"))
    return ["index.md", "log.md", *(f"{name}.md" for name in lists)]


def _uris(nav: object) -> Iterator[str]:
    """Yield the pages that `nav` names."""
    if isinstance(nav, str):
        yield posixpath.normpath(nav)
    for item in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from _uris(item)


def _written_in_plan(project: LoadedProject) -> Iterator[tuple[str, Location]]:
    """Yield the URL path of each page about a record of the plan, and where the record is written."""
    plan, locate = project.loaded.journal.curriculum, project.loaded.sources.plan_document.locate
    yield from ((address_of(week), locate(key_path)) for key_path, week in plan.weeks_by_key_path)
    yield from ((address_of(part), locate(("parts", p))) for p, part in enumerate(plan.parts))
    yield from ((address_of(milestone), locate(("milestones", m))) for m, milestone in enumerate(plan.milestones))


def _footer_pages(config: MkDocsConfig, docs: Container[str]) -> list[tuple[str, str]]:
    """Return the titles and URL paths of the docs pages that `extra.footer` names."""
    pages = []
    for line in config.extra.get("footer") or ():
        match line:
            case {"title": str(title), "page": str(page)} if page in docs:
                pages.append((title, docs_address(page, flat=not config.use_directory_urls)))
            case _:
                log.warning(f"`extra.footer` must be a title and a page of the docs folder, not {line}")
    return pages


def _site_author(author: Author | None, url: str) -> SiteAuthor | None:
    """Return the author of the plan, as heads of pages and feeds name them."""
    if author is None:
        return None
    # Heads and feeds need an absolute URL.
    picture = join_url(url, quote(author.picture)) if url and author.picture else ""
    return SiteAuthor(author.name, author.about or "", tuple(link.url for link in author.links), picture)


def project_root(config: MkDocsConfig) -> Path:
    """Return the folder of mkdocs.yml, absolute."""
    return Path(config.config_file_path or "mkdocs.yml").resolve().parent


def _docs_pages(config: MkDocsConfig) -> dict[str, str]:
    """Return the absolute paths of the Markdown files in `docs_dir`, by URI."""
    return {
        os.path.relpath(path, config.docs_dir).replace(os.sep, "/"): path
        for folder, _, names in os.walk(config.docs_dir, followlinks=True)
        for name in names
        if is_markdown_file(path := os.path.join(folder, name))  # noqa: PTH118 - MkDocs has its paths as strings
    }
