"""Check of markers of private passages in files that are no pages."""

from collections.abc import Iterator

from daytrail.problems import Problem
from daytrail.project.site_checks.site import Site
from daytrail.source.public_file import read_public_file


def check_private_files(site: Site) -> Iterator[Problem]:
    """Report a wrong marker in a file that is published beside the pages."""
    for path in site.other_files:
        yield from read_public_file(site.settings.root / path, path)[1]
