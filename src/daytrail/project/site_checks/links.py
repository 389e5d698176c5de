"""Checks of links: from entries and docs pages to pages, files and anchors of the site."""

import posixpath
from collections.abc import Iterator
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from daytrail.model.entry import Entry
from daytrail.model.urls import split_url
from daytrail.problems import Location, Problem, did_you_mean, error, quoted, warning
from daytrail.project.site_checks.site import Site
from daytrail.source.external_links import links_in_text
from daytrail.source.markdown_body import first_written, is_local
from daytrail.source.notations.targets import find_wikilink
from daytrail.source.notations.wikilinks import heading_anchor

STRICT_HINT = "`daytrail build --strict` stops at it"


def check_links_of_entries(site: Site) -> Iterator[Problem]:
    """Report links of entries, and their images, that lead nowhere."""
    for path, entry in site.entries.items():
        by_name = {f"#{heading_anchor(link)}" for link in entry.headings if link.startswith("#")}
        urls = (url for url in entry.local_links if url not in by_name and not _is_from_old_address(site, entry, url))
        wrong = {url: problem for url in urls if (problem := _what_is_wrong(site, path, url))}
        for link in dict.fromkeys(links_in_text(site.settings.root, path)) if wrong else ():
            if link.url in wrong:
                yield warning(link.location, *wrong[link.url])


def _is_from_old_address(site: Site, entry: Entry, url: str) -> bool:
    """Return whether a URL leads to a file from an address that the entry had, as do those in tags of HTML."""
    path = unquote(urlsplit(url).path)
    here = (posixpath.dirname(address) for address in entry.old_addresses)
    return bool(path) and any(site.has(posixpath.normpath(posixpath.join(folder, path))) for folder in here)


def check_headings(site: Site) -> Iterator[Problem]:
    """Report headings in links such as `[[2026-11-19#What is new]]` that the entry does not have."""
    for path, entry in site.entries.items():
        targets = {"": path, **dict(entry.wikilinks)}
        for link in entry.headings:
            target = targets.get(link.partition("#")[0], "")
            known = target in site.entries
            if known and (wrong := _missing_anchor(site, path, target, heading_anchor(link), f"[[{link}]]")):
                yield warning(find_wikilink(site.settings.root, path, link), *wrong)


def check_links_of_docs_pages(site: Site) -> Iterator[Problem]:
    """Report links of docs pages, and their images, that lead nowhere."""
    for page in site.docs_pages.values() if site.is_predictable else ():
        if page.rendered.anchors is None:
            yield error(Location(page.path), "the text nests too deep", "use fewer levels of lists and quotations")
        for url in dict.fromkeys(page.rendered.links):
            if split_url(url) is None:
                location = Location(page.path, *first_written(page.body, url))
                yield error(location, f"{quoted(url)} is not a URL", "correct it: MkDocs cannot build the page")
            elif is_local(url) and (problem := _what_is_wrong(site, page.uri, url)):
                yield warning(Location(page.path, *first_written(page.body, url)), *problem)


def _what_is_wrong(site: Site, here: str, url: str) -> tuple[str, str] | None:
    """Return message and hint for a link of a page, by the page's source path; None if it is right.

    As in `_RelativePathTreeprocessor` of MkDocs, which is what fails in a strict build.
    """
    parts = urlsplit(url)
    path, is_absolute = unquote(parts.path), url.startswith(("/", "\\"))
    if is_absolute and (level := site.level("links", "absolute_links")) != "relative_to_docs":
        hint = f"write it relative to this file, as in `../x.md`; {STRICT_HINT}"
        message = f"the link {quoted(url, 200)} is absolute, and would leave a site below a path such as `/repo/`"
        return (message, hint) if level == "warn" else None
    folder = "" if is_absolute else posixpath.dirname(here)
    target = posixpath.normpath(posixpath.join(folder, path.lstrip("/"))) if parts.path or is_absolute else here
    if target == here or site.has(target):
        return _missing_anchor(site, here, target, parts.fragment, url)
    if not site.is_predictable and not PurePosixPath(target).is_relative_to(site.settings.paths.entries):
        return None  # a plugin may add the file
    is_recognized = posixpath.splitext(path)[1] or is_absolute
    if site.level("links", "not_found" if is_recognized else "unrecognized_links") != "warn":
        return None
    docs = "" if here in site.entries or site.is_file(target) else site.settings.paths.docs
    missing = posixpath.normpath(posixpath.join(docs, target))
    hint = "; ".join(filter(None, (_guess(site, here, target), STRICT_HINT)))
    return f"the link {quoted(url, 200)} leads to no file: there is no {quoted(missing)}", hint.replace("?;", "?")


def _guess(site: Site, here: str, target: str) -> str:
    """Return what a link that leads nowhere was perhaps meant to be; empty without an idea."""
    paths, path = site.settings.paths, PurePosixPath(target)
    if path.is_relative_to(paths.docs) and site.has(inside := path.relative_to(paths.docs).as_posix()):
        return f"leave out the folder `{paths.docs}`: write {_relative(inside, here)}"
    if site.is_file(target) and path.is_relative_to(paths.entries) and path.suffix == ".md":
        return "that entry is a draft, or cannot be read"
    stem = target.removesuffix(".html").rstrip("/")
    pages = [uri for end in (".md", "/index.md", "/README.md") if site.has(uri := posixpath.normpath(f"{stem}{end}"))]
    return f"did you mean {_relative(pages[0], here)}?" if pages else ""


def _relative(uri: str, here: str) -> str:
    """Return the link to a source path from another one, for a message."""
    return quoted(posixpath.relpath(uri, posixpath.dirname(here) or "."))


def _missing_anchor(site: Site, here: str, target: str, anchor: str, url: str) -> tuple[str, str] | None:
    known = site.anchors(target) if anchor and site.level("links", "anchors") == "warn" else None
    # A browser decodes an anchor, and so does the page of an entry; MkDocs does not for docs pages.
    if known is None or anchor in known or (here in site.entries and unquote(anchor) in known):
        return None
    page = "this page" if target == here else quoted(target)
    hint = did_you_mean(unquote(anchor), sorted(known))
    message = f"the link {quoted(url, 200)} names the anchor {quoted(f'#{anchor}')}, which {page} does not have"
    return message, f"{hint} {STRICT_HINT}".strip()
