"""Page with pictures of the log and the plan, to copy into a README or a profile."""

from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup

from daytrail.views.files.data import badge_data
from daytrail.views.files.pictures import Picture, pictures
from daytrail.views.links import BADGE, list_address
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _


class _Preview(NamedTuple):
    picture: Picture
    heading: str
    light: str
    dark: str
    code: str
    """HTML to copy."""


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page, unless there is nothing to show or the owner has written it."""
    if shown := list(pictures(context.facts)):
        description = _("Pictures of this log and its plan for a README or a profile, kept up to date by each build.")

        def embed(of_page: PageContext) -> Markup:
            return _embed(of_page, shown, description)

        yield overview_page(
            context,
            list_address("embed"),
            _("Embed"),
            embed,
            (_("Stats"), list_address("stats")),
            description=description,
        )


def _embed(context: PageContext, shown: list[Picture], description: str) -> Markup:
    site, links = context.site_url, context.links
    headings = {"strip": _("The strip"), "progress": _("The trail")}
    has_badge = bool(site and badge_data(context.facts, ""))
    return render(
        "pages/embed.html",
        description=description,
        site=site,
        previews=[
            _Preview(
                picture,
                headings[picture.name],
                links.file(picture.light),
                links.file(picture.dark),
                str(render("files/embed.html", picture=picture, site=site)),
            )
            for picture in shown
        ],
        badge=f"https://img.shields.io/endpoint?url={quote(site + BADGE, safe='')}" if has_badge else "",
    )
