"""Footer of a page: what can be followed, and pages that the owner names."""

from typing import NamedTuple

from markupsafe import Markup

from daytrail.views.files.feeds import FeedSubject
from daytrail.views.links import CALENDAR, FEED, WEEKLY_FEED, Links
from daytrail.views.render import render
from daytrail.views.translation import gettext_html, marked


class FooterContent(NamedTuple):
    """Content of the footer of a page."""

    feeds: list[FeedSubject]
    has_calendar: bool
    pages: list[tuple[str, str]]
    """Titles and URL paths of the pages that the owner names."""


def footer(content: FooterContent, links: Links) -> Markup:
    """Return the footer of a page, without the theme's part. Empty if there is nothing to link to."""
    paths = {subject.path for subject in content.feeds}
    html = render(
        "parts/footer.html",
        own=[(_follow(subject.name), links.file(subject.path)) for subject in content.feeds if subject.address],
        log=links.file(FEED) if FEED in paths else "",
        weekly=links.file(WEEKLY_FEED) if WEEKLY_FEED in paths else "",
        calendar=links.file(CALENDAR) if content.has_calendar else "",
        pages=[(title, links.href(address)) for title, address in content.pages],
    )
    return marked(html)


def _follow(name: str) -> Markup:
    return gettext_html("Follow %(name)s", name=Markup('<span dir="auto">{}</span>').format(name))
