"""Check of the templates in docs pages."""

from collections.abc import Iterator

from daytrail.problems import Location, Problem, warning
from daytrail.project.site_checks.site import Site
from daytrail.source.docs_pages import calls_in_text


def check_templates(site: Site) -> Iterator[Problem]:
    """Report what in the templates of docs pages would end a build."""
    macros = site.config.macros
    pages = [page for page in site.docs_pages.values() if page.is_template]
    if macros is None or not pages or any(option.startswith(("j2_", "modules", "include_")) for option in macros):
        return
    # Only here, since macros need Jinja and take a fifth of a second to load.
    from daytrail.project.site_checks.macro_calls import check_macro_calls

    yield from check_macro_calls(site, pages, macros)


def check_calls_as_text(site: Site) -> Iterator[Problem]:
    """Report calls of macros that a site shows as text, among them those with a misspelt name."""
    for page in site.docs_pages.values():
        if "{{" in page.body and "render_macros" not in page.front_matter and not page.is_template:
            for name, line, column in calls_in_text(page.body):
                from daytrail.views.macros import call_as_text  # only here, since macros need Jinja

                message, hint = call_as_text(name)
                if message:
                    yield warning(Location(page.path, line, column), message, hint)
