"""One build of a site: the journal, its pages and what their heads and footers name, before MkDocs reads a file."""

import logging
import os
import posixpath
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.utils import is_markdown_file

from daytrail.facts.kinds import host_of
from daytrail.facts.reviews import Review
from daytrail.model.curriculum import Author
from daytrail.model.urls import join_url
from daytrail.problems import Location
from daytrail.project import folders
from daytrail.project.clock import UsageError, today
from daytrail.project.git_history import read_log
from daytrail.project.loaded_project import LoadedProject, load_project
from daytrail.project.settings import Settings, read_settings
from daytrail.project.site_paths import day_in_navigation
from daytrail.site.mkdocs_files import new_file_url, stop_on_errors
from daytrail.site.mkdocs_private import Revision, find_revisions
from daytrail.source.photos import has_thumbnail, published_size
from daytrail.source.published_files import image_size, is_published
from daytrail.views.files.calendar import calendar_inputs
from daytrail.views.files.cards import Card, cards
from daytrail.views.files.feeds import FeedSubject, feeds
from daytrail.views.footer import FooterContent
from daytrail.views.links import LOG, Addresses, docs_address, year_address
from daytrail.views.metadata import HeadLinks
from daytrail.views.page import LazyPage, Page, PageContent, drawn
from daytrail.views.page_context import PageContext, page_context
from daytrail.views.pages import lazy_pages
from daytrail.views.pages.reviews import ReviewFrame, review_crumbs, review_frame
from daytrail.views.publication import Publication, SiteAuthor
from daytrail.views.translation import deferred, pgettext, use_language
from daytrail.views.translation import gettext as _

log = logging.getLogger("mkdocs.plugins.daytrail")


@dataclass(frozen=True)
class Build:
    """The journal and the site of one build, before MkDocs reads a file."""

    settings: Settings
    project: LoadedProject
    context: PageContext
    """The context of the home page, from which that of any other follows."""
    subjects: Mapping[str, Page | LazyPage]
    """The generated pages by the URIs of their sources, as they are listed: most are not made yet."""
    made: dict[str, Page]
    """Those that were made, by URI; a preview has newer ones of saved entries."""
    main: list[str]
    """URIs of the pages among them that are in the navigation, in their order there if `nav` names none."""
    revisions: Mapping[str, Revision]
    """What git knows of the sources of pages, by their URIs; without those that were never committed."""
    pictures: Mapping[str, tuple[int, int]]
    """Width and height of the published pictures beside entries, by their paths in the site."""
    publication: Publication
    feeds: list[FeedSubject]
    """What there are feeds of; none without the site's URL."""
    footer_pages: list[tuple[str, str]]
    """Titles and URL paths of the pages that `extra.footer` in mkdocs.yml names."""

    def page(self, uri: str) -> Page | None:
        """Return a generated page by its URI; None if there is none."""
        if uri not in self.made and (subject := self.subjects.get(uri)):
            self.made[uri] = subject.page()
        return self.made.get(uri)

    def content(self, uri: str) -> PageContent | None:
        """Return the content of a generated page by its URI; None if there is none."""
        page = self.page(uri)
        return drawn(page) if page else None

    def image_sizes(self, uri: str) -> dict[str, tuple[int, int]]:
        """Return width and height of the images that an entry shows, by their paths in the site."""
        subject = self.subjects.get(uri)
        paths = subject.entry.attachments if subject and subject.entry else ()
        return {path: self.pictures[path] for path in paths if path in self.pictures}

    def feeds_of(self, address: str) -> list[FeedSubject]:
        """Return the feeds that a page names, by its URL path: those of the whole log, and its own."""
        return [feed for feed in self.feeds if feed.address in ("", address)]

    def footer_of(self, address: str) -> FooterContent:
        """Return what the footer of a page shows, by its URL path."""
        return FooterContent(self.feeds_of(address), self._has_calendar, self.footer_pages)

    def head_links(self, address: str) -> HeadLinks:
        """Return what the head of a page links to, by the page's URL path."""
        return HeadLinks(self.feeds_of(address), self.cards.get(address) or self.cards.get(""))

    def ingredients(self, subject: Page | LazyPage) -> object:
        """Return all that a generated page is made from besides what all pages have in common, for JSON."""
        uri, card = subject.uri, self.cards.get(subject.address) or self.cards.get("")
        return [
            subject.ingredients,
            self.image_sizes(uri),
            self.revisions.get(uri),
            card and (card.path, card.text),
            self.feeds_of(subject.address),
        ]

    def review_frame(self, uri: str) -> ReviewFrame | None:
        """Return what a page of `docs/` shows around its text if it is a review."""
        review = self.reviews.get(uri)
        return review_frame(self.context, review) if review else None

    def review_crumbs(self, uri: str) -> list[tuple[str, str]]:
        """Return the titles of the pages above a review, with links from its page."""
        return review_crumbs(self.context.for_page(docs_address(uri, flat=self.publication.flat)))

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """The cards for sharing by the URL paths of their pages."""
        site = self.publication
        return {card.address: card for card in cards(self.project.facts, site)} if site.cards else {}

    @cached_property
    def reviews(self) -> Mapping[str, Review]:
        """Reviews by the paths of their pages in `docs/`."""
        return {review.page.uri: review for review in self.project.facts.reviews}

    @cached_property
    def _has_calendar(self) -> bool:
        return bool(calendar_inputs(self.project.facts, self.publication))

    def day_of(self, uri: str) -> date | None:
        """Return the date of the last entry that a page shows; None for a page that is not about entries."""
        if uri in self.reviews:
            return self.reviews[uri].page.week
        return self.subjects[uri].changed if uri in self.subjects else None

    def date_of(self, uri: str) -> str:
        """Return the day of a page for the sitemap: of its last commit, else of its last entry, else today.

        MkDocs compresses the sitemap with the newest of them, in seconds since 1970, for which gzip has 32 bits.
        """
        if revision := self.revisions.get(uri):
            return revision.changed.date().isoformat()
        day = self.day_of(uri) or self.project.facts.today
        return str(min(max(day, date(1970, 1, 2)), date(2106, 2, 6)))


def check_settings(config: MkDocsConfig) -> Settings:
    """Return the settings of a project, with their warnings in the log.

    Raises:
        PluginError: They have errors, which are in the log.
    """
    settings, problems = read_settings(Path(config.config_file_path or "mkdocs.yml").resolve().parent)
    stop_on_errors(problems)
    return settings


def check_folders(config: MkDocsConfig, settings: Settings) -> None:
    """Compare the folders that MkDocs will use with all others, if they are not those of mkdocs.yml.

    Raises:
        PluginError: Folders overlap. Nothing has been touched.
    """
    site, docs = Path(config.site_dir), Path(config.docs_dir)
    if (site, docs) != (settings.config.site, settings.config.docs):
        document = settings.config.document.without({("site_dir",), ("docs_dir",)})
        stop_on_errors(folders.check_folders(replace(settings.config, document=document), site, docs))


def start_build(config: MkDocsConfig, settings: Settings) -> Build:
    """Read the journal, and hand the dates of its pages to the git plugin.

    Raises:
        PluginError: The journal has errors, which are in the log.
    """
    _use_language(config, settings)
    project = _project(settings)
    docs = _docs_pages(config)
    revisions = _revisions(config, settings.root, project, docs)
    publication = _publication(config, settings, project, revisions)
    pictures = _pictures(project, settings)
    followed = [feed.subject for feed in feeds(project.facts, publication)] if publication.url else []
    context = page_context(
        project.facts,
        flat=publication.flat,
        addresses=replace(publication.addresses, log=_log_address(project, settings)),
        thumbnails=frozenset(filter(has_thumbnail, pictures)),
        zone=settings.timezone.key,
        # On the day of its first commit, a text is written rather than edited.
        edited={uri: day for uri, revision in revisions.items() if (day := revision.edit_day)},
        feeds=[feed.address for feed in followed],
        site_url=publication.url,
        new_file_url=new_file_url(config, posixpath.relpath(settings.paths.entries, settings.paths.docs)),
        repo_url=config.repo_url or "",
        site_title=config.site_name,
    )
    pages = _pages(context, project, {docs_address(uri, flat=False) for uri in docs})
    return Build(
        settings=settings,
        project=project,
        context=context,
        subjects=pages,
        made={},
        main=_main(config, settings, pages),
        revisions=revisions,
        pictures=pictures,
        publication=publication,
        feeds=followed,
        footer_pages=_footer_pages(config, docs),
    )


def _project(settings: Settings) -> LoadedProject:
    try:
        project = load_project(settings.root, settings.paths, today(settings.timezone))
    except UsageError as error:
        raise PluginError(str(error)) from None
    stop_on_errors(project.loaded.problems)
    return project


def _log_address(project: LoadedProject, settings: Settings) -> str:
    """Return the URL path of the log; of its newest year if the owner has a page there that shows nothing of it."""
    own, entries = project.loaded.docs_texts.get(f"{settings.paths.docs}/log.md"), project.facts.journal.entries
    return year_address(entries[-1].date.year) if own and "{{" not in own.public and entries else LOG


def _pages(context: PageContext, project: LoadedProject, owned: Container[str]) -> dict[str, Page | LazyPage]:
    """Return the pages to generate by URI; `owned` are the URL paths of docs pages, if pages are folders."""
    pages = {
        page.uri: page
        for page in lazy_pages(context)
        if not (isinstance(page, Page) and page.is_default and page.address in owned)
    }
    for address, location in _written_in_plan(project, context.links.addresses):
        uri = f"{address.rstrip('/')}.md"
        pages[uri] = replace(pages[uri], written=location)
    return pages


def _pictures(project: LoadedProject, settings: Settings) -> dict[str, tuple[int, int]]:
    """Return width and height of the published pictures beside entries, by their paths in the site."""
    paths = {path for entry in project.loaded.journal.entries for path in entry.attachments}
    sizes = ((path, image_size(settings.root / path)) for path in paths if is_published(settings.root, path))
    keeps = settings.options.keep_photo_data
    return {path: size if keeps else published_size(size) for path, size in sizes if size}


_TOGGLES = deferred("palette", "Switch to the dark palette"), deferred("palette", "Switch to the light palette")
"""Names of the buttons in the settings that we add."""


def _use_language(config: MkDocsConfig, settings: Settings) -> None:
    """Use the language of the site, in the settings that we add too."""
    use_language(str(config.theme.get("language") or "en"))
    if options := config.mdx_configs.get("toc"):
        options.setdefault("permalink_title", _("Permanent link"))
    schemes = settings.added.theme.get("palette", ())
    if schemes:
        config.theme["palette"] = [
            {**scheme, "toggle": {**toggle, "name": pgettext("palette", name)}}
            for scheme in schemes
            for toggle in [scheme["toggle"]]
            for name in [toggle["name"]]
        ]


def _revisions(
    config: MkDocsConfig, root: Path, project: LoadedProject, docs: Mapping[str, str]
) -> dict[str, Revision]:
    """Return what git knows of entries and docs pages by their URIs, if the site shows it."""
    plugin = config.plugins.get("git-revision-date-localized")
    if plugin is None or not plugin.config["enabled"]:
        return {}
    paths = {**docs, **{entry.path: str(root / entry.path) for entry in project.loaded.journal.entries}}
    return find_revisions(plugin, read_log(root), paths)


def _publication(
    config: MkDocsConfig, settings: Settings, project: LoadedProject, revisions: Mapping[str, Revision]
) -> Publication:
    """Return the site as feeds and heads of pages name it."""
    journal = project.facts.journal
    url = f"{config.site_url.rstrip('/')}/" if config.site_url else ""
    year = journal.entries[0].date.year if journal.entries else project.facts.today.year
    return Publication(
        config.site_name,
        url,
        # Without an authority of its own, the site's host gives the ids of feeds, since the year of the first entry.
        settings.options.feed_authority or f"{host_of(url) or 'localhost'},{year:04d}",
        zone=settings.timezone,
        description=config.site_description or "",
        language=str(config.theme.get("language") or "en"),
        author=_site_author(journal.curriculum.author, url),
        content=settings.options.feed,
        notations=settings.paths.notations,
        addresses=settings.addresses,
        docs=settings.paths.docs if settings.paths.are_in_docs else "",
        entries=settings.paths.entries,
        flat=not config.use_directory_urls,
        cards=bool(url) and settings.options.og_cards,
        edited={uri: revision.changed for uri, revision in revisions.items()},
    )


def _site_author(author: Author | None, url: str) -> SiteAuthor | None:
    """Return the author of the plan, as heads of pages and feeds name them."""
    if author is None:
        return None
    # Heads and feeds need an absolute URL.
    picture = join_url(url, quote(author.picture)) if url and author.picture else ""
    return SiteAuthor(author.name, tuple(link.url for link in author.links), picture)


def _main(config: MkDocsConfig, settings: Settings, pages: Mapping[str, Page | LazyPage]) -> list[str]:
    """Return those pages by URI that `nav` names, or that are in the navigation of a site that writes none."""
    lists = (f"{settings.addresses.list(name).rstrip('/')}.md" for name in ("curriculum", "reading", "stats"))
    uris = ("index.md", "log.md", *lists) if config.nav is None else navigation_uris(config.nav)
    main = [uri for uri in uris if uri in pages]
    stop_on_errors(day_in_navigation(settings.config.locate("nav"), uri) for uri in main if pages[uri].entry)
    return main


def navigation_uris(nav: object) -> Iterator[str]:
    """Yield the source paths that the setting `nav` names, and its links."""
    if isinstance(nav, str):
        yield posixpath.normpath(nav)
    for item in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from navigation_uris(item)


def _written_in_plan(project: LoadedProject, addresses: Addresses) -> Iterator[tuple[str, Location]]:
    """Yield the URL path of each page about a record of the plan, and where the record is written."""
    plan, locate = project.loaded.journal.curriculum, project.loaded.sources.plan_document.locate
    yield from ((addresses.of(week), locate(key_path)) for key_path, week in plan.weeks_by_key_path)
    yield from ((addresses.of(part), locate(("parts", p))) for p, part in enumerate(plan.parts))
    yield from ((addresses.of(milestone), locate(("milestones", m))) for m, milestone in enumerate(plan.milestones))


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


def _docs_pages(config: MkDocsConfig) -> dict[str, str]:
    """Return the absolute paths of the Markdown files in `docs_dir`, by URI."""
    files = (Path(folder, name) for folder, _, names in os.walk(config.docs_dir, followlinks=True) for name in names)
    return {path.relative_to(config.docs_dir).as_posix(): str(path) for path in files if is_markdown_file(path.name)}
