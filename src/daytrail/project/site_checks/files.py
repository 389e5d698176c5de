"""Checks of files in the docs folder: of those that clash with another one, and of markers of private passages."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from daytrail.problems import Location, Problem, error, quoted, warning
from daytrail.project.site_checks.links import STRICT_HINT
from daytrail.project.site_checks.site import Site
from daytrail.project.site_paths import CLASH_HINT, OwnedPaths, clash_message
from daytrail.source.public_file import read_public_file


def check_clashes(site: Site) -> Iterator[Problem]:
    """Report files that would replace a generated one, or be replaced by it."""
    owned = OwnedPaths(site.published_docs_files)
    clashes = {(clash, what) for uri, path, what in site.generated_files() for clash in owned.clashes(uri, path)}
    for uri, what in sorted(clashes):
        yield error(Location(f"{site.settings.paths.docs}/{uri}"), clash_message(what), CLASH_HINT)


def check_index_pages(site: Site) -> Iterator[Problem]:
    """Report a `README.md` next to an `index.md`: only one of them can be the page of their folder."""
    for uri, page in site.docs_pages.items():
        path = PurePosixPath(uri)
        if path.name == "README.md" and (index := path.with_name("index.md").as_posix()) in site.docs_pages:
            message = f"this page is left out, since {quoted(index)} is the page of the same folder"
            yield warning(Location(page.path), message, f"rename one of them; {STRICT_HINT}")


def check_private_files(site: Site) -> Iterator[Problem]:
    """Report a wrong marker in a file that is published beside the pages."""
    docs = (f"{site.settings.paths.docs}/{uri}" for uri in site.published_docs_files if not uri.endswith(".md"))
    for path in sorted((*site.attachments, *docs)):
        yield from read_public_file(site.settings.root / path, path)[1]
