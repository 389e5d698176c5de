"""Checks of the navigation in mkdocs.yml, and of the links at the foot of each page."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from daytrail.problems import Location, Problem, did_you_mean, quoted, warning
from daytrail.project.site_checks.links import STRICT_HINT
from daytrail.project.site_checks.site import Site
from daytrail.project.site_paths import day_in_navigation
from daytrail.source.markdown_body import is_local


def check_navigation(site: Site) -> Iterator[Problem]:
    """Report pages in the navigation that do not exist and, on request by `validation`, those that it leaves out."""
    nav = site.settings.config.node("nav")
    if nav is None or not site.is_predictable:
        return
    from_docs = site.level("nav", "absolute_links") == "relative_to_docs"
    named = {review.uri for review in site.journal.reviews}  # which the log leads to
    for node in (node for _, node in [((), nav), *nav.descendants()] if node.text):
        url = node.text or ""
        uri = PurePosixPath(url).as_posix()
        uri = uri.lstrip("/") if from_docs else uri
        named.add(uri)
        if uri in site.entries:
            yield day_in_navigation(node.location, uri)
        kind = "absolute_links" if url.startswith("/") and not from_docs else "not_found"
        if is_local(url) and not site.has(uri) and site.level("nav", kind) == "warn":
            near = did_you_mean(url, site.docs_pages)
            message = f"the navigation names {quoted(url)}, which is no file in `{site.settings.paths.docs}`"
            yield warning(node.location, message, f"{near} {STRICT_HINT}".strip())
    left_out = site.docs_pages.keys() - named if site.level("nav", "omitted_files") == "warn" else ()
    for uri in sorted(left_out):
        hint = f"add it to `nav`, or list it under `not_in_nav`; {STRICT_HINT}"
        yield warning(Location(site.docs_pages[uri].path), "this page is missing in the navigation", hint)


def check_footer(site: Site) -> Iterator[Problem]:
    """Report lines of `extra.footer` that name no page."""
    footer = site.settings.config.node("extra", "footer")
    for node in footer.children.values() if footer else ():
        page, title = node.children.get("page"), node.children.get("title")
        if not (title and title.text and page and page.text in site.docs_pages):
            message = f"`extra.footer` must be a title and a page of `{site.settings.paths.docs}`"
            yield warning(node.location, message, f"write `{{title: About, page: about.md}}`; {STRICT_HINT}")
