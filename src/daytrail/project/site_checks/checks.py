"""Checks of what MkDocs would warn about, with locations and without MkDocs: links, anchors, navigation, macro calls.

`daytrail build --strict` fails on each of these problems. What MkDocs only mentions, by `validation` in mkdocs.yml, is
no problem here either. What a plugin or hook of the owner may change is not reported.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import PurePosixPath
from typing import TypeAlias

from daytrail.problems import Location, Problem, did_you_mean, error, quoted, warning
from daytrail.project.config_checks import is_listed
from daytrail.project.settings import Settings
from daytrail.project.site_checks import links, macro_calls
from daytrail.project.site_checks.links import STRICT_HINT
from daytrail.project.site_checks.site import Site
from daytrail.project.site_paths import CLASH_HINT, OwnedPaths, clash_message, day_in_navigation
from daytrail.source.files import read_bytes
from daytrail.source.markdown_body import is_local
from daytrail.source.photos import PhotoError, check_photo, is_photo
from daytrail.source.published_files import read_public_file

Check: TypeAlias = Callable[[Site], Iterator[Problem]]


def check_navigation(site: Site) -> Iterator[Problem]:
    """Report pages in the navigation that do not exist."""
    nav = site.settings.config.node("nav")
    if nav is None or not site.is_predictable:
        return
    from_docs = site.level("nav", "absolute_links") == "relative_to_docs"
    for node in (node for _, node in [((), nav), *nav.descendants()] if node.text):
        url = node.text or ""
        uri = PurePosixPath(url).as_posix()
        uri = uri.lstrip("/") if from_docs else uri
        if uri in site.entries:
            yield day_in_navigation(node.location, uri)
        kind = "absolute_links" if url.startswith("/") and not from_docs else "not_found"
        if is_local(url) and not site.has(uri) and site.level("nav", kind) == "warn":
            near = did_you_mean(url, site.docs_pages)
            message = f"the navigation names {quoted(url)}, which is no file in `{site.settings.paths.docs}`"
            yield warning(node.location, message, f"{near} {STRICT_HINT}".strip())


def check_footer(site: Site) -> Iterator[Problem]:
    """Report lines of `extra.footer` that name no page."""
    footer = site.settings.config.node("extra", "footer")
    for node in footer.children.values() if footer else ():
        page, title = node.children.get("page"), node.children.get("title")
        if not (title and title.text and page and page.text in site.docs_pages):
            message = f"`extra.footer` must be a title and a page of `{site.settings.paths.docs}`"
            yield warning(node.location, message, f"write `{{title: About, page: about.md}}`; {STRICT_HINT}")


def check_clashes(site: Site) -> Iterator[Problem]:
    """Report files that would replace a generated one, or be replaced by it."""
    owned = OwnedPaths(site.published_docs_files)
    clashes = {(clash, what) for uri, path, what in site.generated_files() for clash in owned.clashes(uri, path)}
    for uri, what in sorted(clashes):
        yield error(Location(f"{site.settings.paths.docs}/{uri}"), clash_message(what), CLASH_HINT)


def check_old_addresses(site: Site) -> Iterator[Problem]:
    """Report old addresses of posts that do not lead to them, since something else is there."""
    yield from site.old_addresses()


def check_private_files(site: Site) -> Iterator[Problem]:
    """Report a wrong marker in a file that is published beside the pages, and a photo that cannot be."""
    docs = (f"{site.settings.paths.docs}/{uri}" for uri in site.published_docs_files if not uri.endswith(".md"))
    for path in sorted((*site.attachments, *docs)):
        yield from read_public_file(site.settings.root / path, path)[1]
        yield from _problems_of_photo(site.settings, path)


def _problems_of_photo(settings: Settings, path: str) -> Iterator[Problem]:
    if is_photo(path) and not settings.options.keep_photo_data:
        with suppress(OSError):  # MkDocs says so
            content = read_bytes(settings.root / path, (settings.root / path).stat().st_size)
            try:
                check_photo(content)
            except PhotoError as problem:
                yield error(Location(path), str(problem), problem.hint)


PAGE_CHECKS: tuple[Check, ...] = (
    links.check_links_of_docs_pages,
    macro_calls.check_templates,
    macro_calls.check_calls_as_text,
    check_navigation,
    check_footer,
)
"""Checks that depend on the plugins in mkdocs.yml: without them, right pages would be reported."""

CHECKS: tuple[Check, ...] = (
    links.check_links_of_entries,
    links.check_headings,
    *PAGE_CHECKS,
    check_clashes,
    check_old_addresses,
    check_private_files,
)
"""All checks."""


def check_site(site: Site) -> Iterator[Problem]:
    """Yield the problems that the checks find; not those of pages if mkdocs.yml does not list the plugin."""
    for check in CHECKS:
        if check not in PAGE_CHECKS or is_listed(site.settings.config):
            yield from check(site)
