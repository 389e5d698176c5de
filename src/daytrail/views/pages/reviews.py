"""Page of all reviews of weeks, which are pages of `docs/`, and the frame of each."""

from collections.abc import Iterator

from markupsafe import Markup

from daytrail.facts.reviews import Review
from daytrail.views.links import LOG, REVIEWS, docs_address
from daytrail.views.page import Page, PageContent, overview_page, with_crumbs
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of all reviews, unless there is none or the owner has written it."""
    if context.facts.reviews:
        parent = next(iter(_parents(context)[:-1]), None)
        description = _("Reviews of weeks, the newest first.")
        yield overview_page(context, REVIEWS, _("Reviews"), _list, parent, description=description)


def _list(context: PageContext) -> Markup:
    newest_first = [(review.page, context.links.docs(review.page)) for review in reversed(context.facts.reviews)]
    return render("pages/reviews.html", reviews=newest_first)


def _parents(context: PageContext) -> list[tuple[str, str]]:
    """Return the titles and the URL paths of the pages above each review, from the outside in."""
    log = [(_("Log"), LOG)] if context.journal.entries else []
    return [*log, (_("Reviews"), REVIEWS)]


def review_crumbs(context: PageContext) -> list[tuple[str, str]]:
    """Return the titles of the pages above each review, with the links to them."""
    return [(title, context.links.href(address)) for title, address in _parents(context)]


def review_frame(context: PageContext, review: Review) -> PageContent:
    """Return what a review's page shows around its text: crumbs, and links to what the review covers.

    Its own text has no such links, since it is to stay as it is when an entry or the plan changes.
    """
    here = context.for_page(docs_address(review.page.uri, flat=context.links.flat))
    weeks = context.facts.progress.weeks
    below = render(
        "pages/review_below.html",
        links=here.links,
        entries=[here.row(entry) for entry in review.entries],
        weeks=[weeks[number].week for number in review.weeks],
        weeks_heading=ngettext("Week of the plan", "Weeks of the plan", len(review.weeks)),
    )
    return PageContent(with_crumbs("", review_crumbs(here)), below=below)
