"""Page of all reviews of weeks, which are pages of `docs/`, and the frame of each."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from daytrail.facts.reviews import Review
from daytrail.views.links import REVIEWS, docs_address
from daytrail.views.page import Page, overview_page, with_crumbs
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import ngettext

_DAYS, _WEEKS = "dt-days", "dt-weeks"
"""Anchors of the lists below a review."""


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the page of all reviews, unless there is none or the owner has written it."""
    if context.facts.reviews:
        parent = next(iter(_parents(context)[:-1]), None)
        description = _("Reviews of weeks, the newest first.")
        yield overview_page(context, REVIEWS, _("Reviews"), _list, parent, description=description)


def _list(context: PageContext) -> Markup:
    newest_first = [(review.page, context.links.docs(review.page)) for review in reversed(context.facts.reviews)]
    return render("pages/reviews.html", reviews=newest_first, links=context.links, own_year=context.facts.today.year)


def _parents(context: PageContext) -> list[tuple[str, str]]:
    """Return the titles and the URL paths of the pages above each review, from the outside in."""
    log = [(_("Log"), context.addresses.log)] if context.journal.entries else []
    return [*log, (_("Reviews"), REVIEWS)]


def review_crumbs(context: PageContext) -> list[tuple[str, str]]:
    """Return the titles of the pages above each review, with the links to them."""
    return [(title, context.links.href(address)) for title, address in _parents(context)]


class ReviewFrame(NamedTuple):
    """HTML around the text of a review, which has none of it, since it is to stay as it is when the log changes."""

    above: str
    """Links to the pages above."""
    below: str
    """The day on which it was written, and links to what it covers."""
    headings: Sequence[tuple[str, str]] = ()
    """Titles and anchors of what is below, for the table of contents."""


def review_frame(context: PageContext, review: Review) -> ReviewFrame:
    """Return what a review's page shows around its text."""
    here = context.for_page(docs_address(review.page.uri, flat=context.links.flat))
    entries = [here.row(entry) for entry in review.entries if not entry.empty]
    weeks = [context.facts.progress.weeks[number].week for number in review.weeks]
    days_heading, weeks_heading = _("Days"), ngettext("Week of the plan", "Weeks of the plan", len(weeks))
    below = render(
        "pages/review_below.html",
        links=here.links,
        written=review.page.date,
        entries=entries,
        weeks=weeks,
        days_anchor=_DAYS,
        days_heading=days_heading,
        weeks_anchor=_WEEKS,
        weeks_heading=weeks_heading,
    )
    headings = [*([(days_heading, _DAYS)] if entries else []), *([(weeks_heading, _WEEKS)] if weeks else [])]
    return ReviewFrame(with_crumbs("", review_crumbs(here)), below, headings)
