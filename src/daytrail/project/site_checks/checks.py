"""Checks of what MkDocs would warn about, with locations and without MkDocs: links, anchors, navigation, macro calls.

`daytrail build --strict` fails on each of these problems. What MkDocs only mentions, by `validation` in mkdocs.yml, is
no problem here either. What a plugin or hook of the owner may change is not reported.
"""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from daytrail.problems import Problem
from daytrail.project.config_checks import is_listed
from daytrail.project.site_checks import files, links, macro_calls, navigation
from daytrail.project.site_checks.site import Site

Check: TypeAlias = Callable[[Site], Iterator[Problem]]

PAGE_CHECKS: tuple[Check, ...] = (
    links.check_links_of_docs_pages,
    macro_calls.check_templates,
    macro_calls.check_calls_as_text,
    navigation.check_navigation,
    navigation.check_footer,
)
"""Checks that depend on the plugins in mkdocs.yml: without them, right pages would be reported."""

CHECKS: tuple[Check, ...] = (
    links.check_links_of_entries,
    *PAGE_CHECKS,
    files.check_index_pages,
    files.check_clashes,
    files.check_private_files,
)
"""All checks."""


def check_site(site: Site) -> Iterator[Problem]:
    """Yield the problems that the checks find; not those of pages if mkdocs.yml does not list the plugin."""
    for check in CHECKS:
        if check not in PAGE_CHECKS or is_listed(site.settings.config):
            yield from check(site)
