"""Checks of links: from entries and docs pages to pages, files and anchors of the site."""

import posixpath
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from daytrail.model.urls import split_url
from daytrail.problems import Location, Problem, did_you_mean, error, quoted, warning
from daytrail.project.site_checks.site import Site
from daytrail.source.markdown_body import first_written, is_local

STRICT_HINT = "`daytrail build --strict` stops at it"


def check_links_of_entries(site: Site) -> Iterator[Problem]:
    """Report links of entries, and their images, that lead nowhere."""
    for path, entry in site.entries.items():
        wrong = {url: problem for url in entry.local_links if (problem := _what_is_wrong(site, path, url))}
        if wrong:
            for url, location in dict.fromkeys(site.links_in_entry(path)):
                if url in wrong:
                    yield warning(location, *wrong[url])


def check_links_of_docs_pages(site: Site) -> Iterator[Problem]:
    """Report links of docs pages, and their images, that lead nowhere."""
    if not site.config.is_predictable:
        return
    for page in site.docs_pages.values():
        if page.rendered.anchors is None:
            yield error(Location(page.path), "the text nests too deep", "use fewer levels of lists and quotations")
        for url in dict.fromkeys(page.rendered.links):
            if split_url(url) is None:
                location = Location(page.path, *first_written(page.body, url))
                yield warning(location, f"{quoted(url)} is not a URL", "correct it")
            elif is_local(url) and (problem := _what_is_wrong(site, page.uri, url)):
                yield warning(Location(page.path, *first_written(page.body, url)), *problem)


def _what_is_wrong(site: Site, here: str, url: str) -> tuple[str, str] | None:
    """Return message and hint for a link of a page, by the page's source path; None if it is right.

    As in `_RelativePathTreeprocessor` of MkDocs, which is what fails in a strict build.
    """
    parts = urlsplit(url)
    from_docs = site.config.level("links", "absolute_links") == "relative_to_docs"
    is_absolute = url.startswith(("/", "\\"))
    if not parts.path and not is_absolute:
        return _missing_anchor(site, here, here, parts.fragment, url)
    if is_absolute and not from_docs:
        if site.config.level("links", "absolute_links") != "warn":
            return None
        hint = f"write it relative to this file, as in `../x.md`; {STRICT_HINT}"
        return f"the link {quoted(url, 200)} is absolute, and would leave a site below a path such as `/repo/`", hint
    path = unquote(parts.path)
    target = posixpath.normpath(posixpath.join("" if is_absolute else posixpath.dirname(here), path.lstrip("/")))
    if site.has(target):
        return _missing_anchor(site, here, target, parts.fragment, url)
    if not site.config.is_predictable and not PurePosixPath(target).is_relative_to(site.settings.paths.entries):
        return None  # a plugin may add the file
    unrecognized = not posixpath.splitext(path)[1] and not is_absolute
    if site.config.level("links", "unrecognized_links" if unrecognized else "not_found") != "warn":
        return None
    docs = "" if here in site.entries or site.is_file(target) else site.settings.paths.docs
    missing = posixpath.normpath(posixpath.join(docs, target))
    return f"the link {quoted(url, 200)} leads to no file: there is no {quoted(missing)}", _hint(site, here, target)


def _hint(site: Site, here: str, target: str) -> str:
    """Return a guess at what a link that leads nowhere was meant to be."""
    paths = site.settings.paths
    docs = PurePosixPath(target)
    if docs.is_relative_to(paths.docs) and site.has(inside := docs.relative_to(paths.docs).as_posix()):
        return f"leave out the folder `{paths.docs}`: write {_relative(inside, here)}; {STRICT_HINT}"
    if site.is_file(target) and docs.is_relative_to(paths.entries) and docs.suffix == ".md":
        return f"that entry is a draft, or cannot be read; {STRICT_HINT}"
    for suffix in (".md", "/index.md", "/README.md"):
        candidate = posixpath.normpath(target.removesuffix(".html").rstrip("/") + suffix)
        if site.has(candidate):
            return f"did you mean {_relative(candidate, here)}? {STRICT_HINT}"
    near = get_close_matches(target, site.uris_in(posixpath.dirname(target)), n=1, cutoff=0.7)
    return f"did you mean {_relative(near[0], here)}? {STRICT_HINT}" if near else STRICT_HINT


def _relative(uri: str, here: str) -> str:
    """Return the link to a source path from another one, for a message."""
    return quoted(posixpath.relpath(uri, posixpath.dirname(here) or "."))


def _missing_anchor(site: Site, here: str, target: str, anchor: str, url: str) -> tuple[str, str] | None:
    if not anchor or site.config.level("links", "anchors") != "warn":
        return None
    known = site.anchors(target)
    # A browser decodes an anchor, and so does the page of an entry; MkDocs does not for docs pages.
    if known is None or anchor in known or (here in site.entries and unquote(anchor) in known):
        return None
    page = "this page" if target == here else quoted(target)
    hint = did_you_mean(unquote(anchor), sorted(known))
    return f"the link {quoted(url, 200)} names the anchor {quoted(f'#{anchor}')}, which {page} does not have", (
        f"{hint} {STRICT_HINT}" if hint else STRICT_HINT
    )
