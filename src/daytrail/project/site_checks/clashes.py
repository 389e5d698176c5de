"""Check of files in the docs folder that have the URLs of generated ones."""

from collections.abc import Iterator

from daytrail.problems import Location, Problem, error
from daytrail.project.site_checks.site import Site
from daytrail.project.site_paths import CLASH_HINT, OwnedPaths, clash_message


def check_clashes(site: Site) -> Iterator[Problem]:
    """Report files that would replace a generated one, or be replaced by it."""
    if site.facts is None:
        return
    owned = site.paths_like_generated
    if not owned:  # as in most projects: to know all generated files takes a second
        return
    paths = OwnedPaths(owned)
    clashes = {(clash, what) for uri, path, what in site.generated_files() for clash in paths.clashes(uri, path)}
    for uri, what in sorted(clashes):
        yield error(Location(f"{site.settings.paths.docs}/{uri}"), clash_message(what), CLASH_HINT)
