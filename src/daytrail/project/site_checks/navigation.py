"""Checks of the navigation in mkdocs.yml, and of pages that take the place of a folder's index."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from daytrail.problems import Location, Problem, did_you_mean, quoted, warning
from daytrail.project.site_checks.links import STRICT_HINT
from daytrail.project.site_checks.site import Site
from daytrail.project.site_paths import day_in_navigation
from daytrail.source.markdown_body import is_local
from daytrail.source.yaml.nodes import Node


def check_navigation(site: Site) -> Iterator[Problem]:
    """Report pages in the navigation that do not exist and, on request by `validation`, those that it leaves out."""
    nav = site.config.config.node("nav")
    if nav is None or nav.is_null or not site.config.is_predictable:
        return
    named = set()
    for node in _targets(nav):
        url = node.text or ""
        uri = PurePosixPath(url).as_posix()
        from_docs = site.config.level("nav", "absolute_links") == "relative_to_docs"
        named.add(uri.lstrip("/") if from_docs else uri)
        if uri in site.entries:
            yield day_in_navigation(node.location, uri)
        if not is_local(url) or site.has(uri.lstrip("/") if from_docs else uri):
            continue
        level = site.config.level("nav", "absolute_links" if url.startswith("/") and not from_docs else "not_found")
        if level == "warn":
            near = did_you_mean(url, site.docs_pages)
            message = f"the navigation names {quoted(url)}, which is no file in `{site.settings.paths.docs}`"
            yield warning(node.location, message, f"{near} {STRICT_HINT}" if near else STRICT_HINT)
    if site.config.level("nav", "omitted_files") == "warn":
        named.update(review.uri for review in site.journal.reviews)  # which the log leads to
        for uri, page in site.docs_pages.items():
            if uri not in named:
                hint = f"add it to `nav`, or list it under `not_in_nav`; {STRICT_HINT}"
                yield warning(Location(page.path), "this page is missing in the navigation", hint)


def _targets(node: Node) -> Iterator[Node]:
    """Yield the paths and URLs below a node of the navigation."""
    if node.kind == "scalar" and node.text:
        yield node
    for child in node.children.values():
        yield from _targets(child)


def check_footer(site: Site) -> Iterator[Problem]:
    """Report lines of `extra.footer` that name no page."""
    footer = site.config.config.node("extra", "footer")
    for node in footer.children.values() if footer else ():
        page, title = node.children.get("page"), node.children.get("title")
        if not (title and title.text and page and page.text in site.docs_pages):
            hint = f"write `{{title: About, page: about.md}}`; {STRICT_HINT}"
            yield warning(
                node.location, f"`extra.footer` must be a title and a page of `{site.settings.paths.docs}`", hint
            )


def check_index_pages(site: Site) -> Iterator[Problem]:
    """Report a `README.md` next to an `index.md`: only one of them can be the page of their folder."""
    for uri, page in site.docs_pages.items():
        path = PurePosixPath(uri)
        if path.name == "README.md" and (index := path.with_name("index.md").as_posix()) in site.docs_pages:
            message = f"this page is left out, since {quoted(index)} is the page of the same folder"
            yield warning(Location(page.path), message, f"rename one of them; {STRICT_HINT}")
