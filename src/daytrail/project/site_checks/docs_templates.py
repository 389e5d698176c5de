"""Check of the templates in docs pages."""

from collections.abc import Iterator

from daytrail.problems import Problem
from daytrail.project.site_checks.site import Site


def check_templates(site: Site) -> Iterator[Problem]:
    """Report what in the templates of docs pages would end a build."""
    macros = site.config.macros
    pages = [page for page in site.docs_pages.values() if page.is_template]
    if macros is None or not pages or any(option.startswith(("j2_", "modules", "include_")) for option in macros):
        return
    # Only here, since macros need Jinja and take a fifth of a second to load.
    from daytrail.project.site_checks.macro_calls import check_macro_calls

    yield from check_macro_calls(site, pages, macros)
