"""Files of generated pages for MkDocs, and their place in its navigation."""

import logging
import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urljoin

from markdown.extensions.toc import nest_toc_tokens
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page as MkDocsPage
from mkdocs.structure.toc import get_toc

from daytrail.model.urls import split_url
from daytrail.problems import Location, Problem, error
from daytrail.project.report import end_of_build, log_problems
from daytrail.project.site_paths import CLASH_HINT, OwnedPaths, clash_message
from daytrail.site import mkdocs_private
from daytrail.source.notations import Programs
from daytrail.views.body import render_body, with_tabs
from daytrail.views.links import anchors_in
from daytrail.views.links import page_file as site_path
from daytrail.views.page import LazyPage, Page, with_neighbours
from daytrail.views.sanitise import with_urls
from daytrail.views.translation import gettext as _

log = logging.getLogger("mkdocs.plugins.daytrail")


class StagedFile(File):
    """A file that is in the staging folder already when MkDocs copies files."""

    def copy_file(self, dirty: bool = False) -> None:
        """Do nothing."""


class PageFile(StagedFile):
    """A generated page: a source for MkDocs, or a static file of the published site that is kept."""

    kept: Mapping[str, Any] | None = None
    """What is recorded of the page if it is kept; see `Staging`."""
    in_docs: "PageFile | None" = None
    """The same file by its path in the docs folder, if it is there: a target of links that MkDocs never reads."""
    at_old_addresses: Sequence[File] = ()
    """The same file by the addresses that it had, to which URLs in tags of HTML were relative."""

    def is_documentation_page(self) -> bool:
        """Return whether MkDocs reads the page."""
        return self.kept is None

    def keep(self, facts: Mapping[str, Any], config: MkDocsConfig) -> None:
        """Have MkDocs neither read nor write the page; links may lead to it."""
        self.kept = facts
        MkDocsPage(None, self, config).present_anchor_ids = set(facts["ids"])


class GeneratedPage(MkDocsPage):
    """A generated page, of whose Markdown there is at most the body of an entry: GitHub's, not Python-Markdown's.

    No Markdown extension of the site applies in a body: `{1, 2}`, `!!!` or `{{ x }}` mean there what GitHub makes of
    them. Python-Markdown and its extensions agreed with GitHub's own renderer in 55 of 77 constructs at best.
    """

    def __init__(self, file: File, config: MkDocsConfig, notations: Programs) -> None:
        """Make the page of a file, and have the notations of some programs read in its body."""
        super().__init__(None, file, config)
        self._notations = notations

    def _other_files(self) -> Sequence[File]:
        """Return the same file by other paths to which its links may be relative, that in the docs folder first."""
        if not isinstance(self.file, PageFile):
            return ()
        return [*filter(None, [self.file.in_docs]), *self.file.at_old_addresses]

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Render the body, with links as MkDocs resolves and checks them, and permalinks at its headings."""
        links = mkdocs_private.PageLinks(self.file, files, config, self._other_files())
        body = with_urls(render_body(self.markdown or "", self._notations), links.url)
        html, headings = with_permalinks(with_tabs(body))
        self.content = f'<div class="entry-body">\n{html}</div>' if html else ""
        self.toc = get_toc(nest_toc_tokens(headings))
        self.present_anchor_ids, self.links_to_anchors = anchors_in(html), links.links_to_anchors


_HEADING = re.compile(r'<h([1-6])((?: [^>]*)? id="([^"]+)"[^>]*)>(.*?)</h\1>', re.DOTALL)
_TAG = re.compile("<[^>]*>")


def with_permalinks(html: str) -> tuple[str, list[Any]]:
    """Return a body with a link to itself in each heading, and the headings as Python-Markdown's `toc` has them."""
    headings: list[Any] = []

    def with_link(match: re.Match[str]) -> str:
        level, attributes, anchor, text = match.groups()
        headings.append({"level": int(level), "id": unescape(anchor), "name": _TAG.sub("", text)})
        link = f'<a class="headerlink" href="#{anchor}" title="{escape(_("Permanent link"))}">&para;</a>'
        return f"<h{level}{attributes}>{text}{link}</h{level}>"

    return _HEADING.sub(with_link, html), headings


def page_file(page: Page | LazyPage, config: MkDocsConfig, root: Path, docs: str) -> PageFile:
    """Return the file of a generated page: not in the navigation, which would repeat every entry.

    `docs` is the path of the docs folder in the project, whose folder is `root`.
    """
    path = site_path(page.address, flat=not config.use_directory_urls)
    dest = f"{path}index.html" if path.endswith("/") or not path else path
    # The source path of an entry is its path in the project: links to images and to other entries then lead where they
    # lead on GitHub, and git dates and the edit link are right.
    folders = str(root) if page.entry else None, config.site_dir, config.use_directory_urls
    file = PageFile(page.uri, *folders, dest_uri=dest, inclusion=InclusionLevel.NOT_IN_NAV)
    if page.entry:
        file.at_old_addresses = [
            File(address + "index.md" * address.endswith("/"), None, *folders[1:], dest_uri=dest)
            for address in page.entry.old_addresses
        ]
        file.edit_uri = posixpath.relpath(page.uri, docs)  # links to edit a page begin there
        if not file.edit_uri.startswith(".."):
            file.in_docs = PageFile(file.edit_uri, None, *folders[1:], dest_uri=dest, inclusion=file.inclusion)
            file.in_docs.kept = {}
    else:
        file.content_string, file.generated_by = "", "daytrail"
        if page.written:
            file.edit_uri = posixpath.relpath(page.written.path, docs)
    return file


def order_main_pages(nav: Navigation, main: Sequence[str]) -> None:
    """Put main pages behind the home page, in a navigation that MkDocs has sorted by names of files."""

    def position(page: Any) -> int:
        """Return the position among those that come before the pages of the owner, who has the last one."""
        if page is nav.homepage:
            return -1
        return main.index(page.file.src_uri) if page.is_page and page.file.src_uri in main else len(main)

    nav.items.sort(key=position)
    nav.pages.sort(key=position)
    for page, before, after in with_neighbours(nav.pages):
        page.previous_page, page.next_page = before, after


def new_file_url(config: MkDocsConfig, folder: str) -> str:
    """Return the URL of the page on which GitHub creates a file in a folder, by its path from the docs folder.

    Empty if the repository is not on GitHub, or `edit_uri` does not say which branch it is.
    """
    host = split_url(config.repo_url or "")
    edit = re.fullmatch(r"/?(?:edit|blob|tree)/(.+)", config.edit_uri or "")
    if not edit or not host or not re.match(r"github\.", host.hostname or ""):
        return ""
    path = posixpath.normpath(posixpath.join(edit[1], folder))
    return "" if path.startswith("..") else f"{(config.repo_url or '').rstrip('/')}/new/{quote(path)}"


def parent_in_navigation(crumbs: Sequence[tuple[str, str]], url: str, nav: Navigation) -> Any:
    """Return the nearest page above another that is in the navigation, by its crumbs and URL; None if none is.

    MkDocs expects a section, and takes any part of the navigation that can be active.
    """
    by_url = {other.url: other for other in nav.pages}
    above = (urljoin(url, href).partition("#")[0] for _, href in reversed(crumbs))
    return next((by_url[other] for other in above if other in by_url), None)


def refuse_clashes(files: Iterable[File], docs_dir: str, docs: str, generated: Iterable[tuple[str, str, str]]) -> None:
    """Refuse generated files that clash with one that MkDocs has found in `docs_dir`, which is the folder `docs`.

    Each is given by its source path, its path in the site, and a description.

    Raises:
        PluginError: There are such files, which are in the log.
    """
    published = (file for file in files if file.src_dir == docs_dir and not file.inclusion.is_excluded())
    owned = OwnedPaths({file.src_uri: file.dest_uri for file in published})
    clashes = {(other, what) for uri, path, what in generated for other in owned.clashes(uri, path)}
    stop_on_errors(sorted(error(Location(f"{docs}/{uri}"), clash_message(what), CLASH_HINT) for uri, what in clashes))


def stop_on_errors(problems: Iterable[Problem]) -> None:
    """Log problems, and raise a PluginError if there are errors among them."""
    if errors := log_problems(problems, log):
        raise PluginError(end_of_build(errors))
