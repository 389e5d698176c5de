"""HTML of a page once the theme's template has made it."""

from daytrail.site import mkdocs_private

_DIALOG = 'class="md-search dt-find"'
"""What a page with our dialog for searches has."""


class FinishedPage(str):
    """A page as `finished` returns it."""

    __slots__ = ()


def finished(page: str) -> FinishedPage:
    """Return a page without the indentation of the theme's templates, and with our names in Material's search."""
    return page if isinstance(page, FinishedPage) else FinishedPage(_without_indentation(prepare_search(page)))


def prepare_search(page: str) -> str:
    """Return a page, or that for wrong addresses, whose search has a name and begins with the first search.

    It changes pages with Material's search only.
    """
    return mkdocs_private.name_search_dialog(mkdocs_private.search_on_demand(page))


def stripped_lines(html: str) -> str:
    """Return HTML without spaces around its lines, and without empty lines."""
    return "\n".join(filter(None, map(str.strip, html.split("\n"))))


def _without_indentation(page: str) -> str:
    """Return a page without indentation, a seventh of it, around its content."""
    before, start, rest = page.partition("<article")
    content, end, after = rest.rpartition("</article>")
    if "<pre" in before + after or "<textarea" in before + after:  # of an owner's template
        return page
    opening, _, content = content.partition(">")
    page = f"{_around(before)}\n{start}{opening}>\n{content.strip()}\n{end}\n{_around(after)}\n"
    return mkdocs_private.without_search_settings(page) if _DIALOG in page else page


def _around(html: str) -> str:
    """Return HTML of the theme without indentation, and without a namespace that any SVG in HTML has."""
    return stripped_lines(html).replace(' xmlns="http://www.w3.org/2000/svg"', "")
