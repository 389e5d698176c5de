"""Documents that Pagefind indexes, one a page: its text, and what it is found by."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from html import escape, unescape
from itertools import pairwise
from typing import NamedTuple

from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.files.unspaced import CODED, LETTERS, index_language, spaced
from daytrail.views.links import LOG, Addresses
from daytrail.views.page import Page
from daytrail.views.pages.day import tags_of
from daytrail.views.translation import gettext as _

_TAG = re.compile(r"<[^>]*>")
_WORD = re.compile(r"\w+")
_SPACE_AT_END = re.compile(r"\s+<(?=/(?:p|li)>)")
"""Space at the end of a paragraph or an item of a list, behind which Pagefind would put no full stop."""
MOST_PAGES = 2000
"""Pages of a group of years, unless it is of one year only."""
_OTHER_WEIGHT = 0.3
"""Weight of the texts of pages that only plan or list, which are full of the words that are searched."""
_WEEK = re.compile(r"week-\d+/")


class SearchFacts(NamedTuple):
    """Metadata of a page besides its text, for JSON."""

    about: str = ""
    """Text that results show with the title, such as date and number of a day; empty if the title has it."""
    title: str = ""
    """Plain text; empty for a page of `docs/`, whose first section has it."""
    tags: Sequence[str] = ()
    labels: Sequence[str] = ()
    """Short names, by which it is found before other pages."""
    is_study: bool = False
    """True if the page shows what was learned, and not only plans or lists it: a day, or a resource that a day names.

    Such pages come first among those with the same words.
    """
    is_day: bool = False


def search_facts(page: Page | None, addresses: Addresses, *, is_review: bool = False) -> SearchFacts:
    """Return what is known of a page. None means a page of `docs/`, which may be a review."""
    if is_review:
        return SearchFacts(_("Review"))
    if page is None:
        return SearchFacts()
    if page.entry:
        return _day_facts(page, page.entry)
    kind = _kind(page.address, addresses)
    is_tag, is_resource = (page.address.startswith(addresses.list(name)) for name in ("tags", "reading"))
    return SearchFacts(
        "" if page.title.casefold().startswith(kind.casefold()) else kind,
        page.title,
        # A visitor who types a tag wants its days, which come before the page that lists them.
        tags=page.labels if is_tag else (),
        labels=() if is_tag else page.labels,
        is_study=is_resource and page.changed is not None,
    )


def _day_facts(page: Page, entry: Entry) -> SearchFacts:
    """Return what is known of the page of an entry, whose labels are its date, number and tags."""
    tags = tuple(tags_of(entry))
    labels = page.labels[: len(page.labels) - len(tags)]
    numbers = (re.sub(r"\D", "", label) for label in labels[1:])
    days = entry.days
    dates = [day.isoformat() for day in days]
    dates += [form(day, day.year) for day in days for form in (words.day, words.short_day)]
    return SearchFacts(
        " · ".join(label for label in labels if label != page.title),
        page.title,
        tags=tags,
        labels=(*labels, dates[0], *numbers, *dates[1:]),
        is_study=True,
        is_day=True,
    )


def _kind(address: str, addresses: Addresses) -> str:
    """Return what a generated page is about, by its URL path."""
    if _WEEK.fullmatch(address.removeprefix(addresses.list("curriculum"))):
        return _("Week")
    kinds = {
        addresses.list("tags"): _("Tag"),
        addresses.list("milestones"): _("Milestone"),
        addresses.list("reading"): _("Resource"),
        addresses.list("series"): _("Series"),
        LOG: _("Year"),
        addresses.list("curriculum"): _("Part"),
    }
    below = (kind for folder, kind in kinds.items() if address.startswith(folder) and address != folder)
    return next(below, _("Page"))


def search_words(language: str) -> dict[str, object]:
    """Return the words of the search that the theme does not have; `scripts` is `WORDS` of `assets/search.js`."""
    return {
        "scripts": {"letters": LETTERS, "coded": CODED, "language": index_language(language)},
        "more": _("Show more results"),
        "failed": _("The search cannot be loaded. Try again later."),
        "none": _("No results"),
        "near": _("No results. The nearest are:"),
        "one": _("1 result"),
        "other": _("%(number)s results", number="#"),
    }


def first_days(today: date, days: Iterable[date]) -> list[date]:
    """Return the first days of groups of days, the latest first; the last group is that of all days before these.

    The first group begins with the month before this one, the next one with the month that was 365 days ago. The others
    are of whole years, as many as make `MOST_PAGES`. The days of a group are indexed together: anew only if one of them
    changes or a month ends.
    """
    in_last_month = today.toordinal() - today.day
    before = (date.fromordinal(max(day, 1)) for day in (in_last_month, today.toordinal() - 365))
    last_month, last_year = (day.replace(day=1) for day in before)
    years = Counter(day.year for day in days if day < last_year)
    splits, pages = [last_year, last_month], 0
    for year in sorted(years):
        if pages and pages + years[year] > MOST_PAGES:
            splits.append(date(year, 1, 1))
            pages = 0
        pages += years[year]
    return sorted(splits, reverse=True)


def search_document(sections: Sequence[Mapping[str, str]], facts: SearchFacts, language: str) -> str:
    """Return the HTML of a page for the search, from its sections as Material's plugin collects them.

    Title, date and tags are metadata, so that they are found, but are no part of previews.
    """
    title = facts.title or unescape(_TAG.sub("", sections[0]["title"]))
    # Other generated pages have headings such as `Checklist`, which all pages of their kind have.
    has_headings = facts.is_study or not facts.title
    text = "".join(_section(section, title if has_headings else section["title"]) for section in sections)
    weight = "" if facts.is_study else f' data-pagefind-weight="{_OTHER_WEIGHT}"'
    pairs = _names(*(_TAG.sub(" ", f"{section['title']} {section['text']}") for section in sections))
    # Without a full stop Pagefind would join the last word of a list with the next text.
    body = f"<body data-pagefind-body{weight}>\n{''.join(_metadata(title, pairs, facts))}\n{text}</body>"
    return f'<html lang="{escape(language)}">{body}</html>\n'


def _metadata(title: str, pairs: str, facts: SearchFacts) -> Iterator[str]:
    """Yield what a page is found by; `pairs` are names that its text has as two words."""
    study = title if facts.is_study else ""
    metadata = {
        "title": spaced(title),
        "about": facts.about,
        "tags": spaced(", ".join(facts.tags)),
        "study": spaced(study),
        "names": _names(study),
        "pairs": pairs,
        "label": " ".join(map(_joined, (title, *facts.labels))),
    }
    yield from (_meta("meta", name, value) for name, value in metadata.items() if value)
    # Pagefind writes several filters, or values of one, in another order each time.
    if facts.is_day:
        yield _meta("filter", "is", "day")


def _meta(attribute: str, name: str, value: str) -> str:
    return f'<meta data-pagefind-{attribute}="{name}[content]" content="{escape(value)}">\n'


def _section(section: Mapping[str, str], title: str) -> str:
    """Return a section with its heading; the text above the first heading of a page, and below its title, has none."""
    anchor = section["location"].partition("#")[2]
    has_heading = anchor and unescape(_TAG.sub("", section["title"])) != title
    heading = f'<h2 id="{escape(anchor)}">{spaced(section["title"])}</h2>\n' if has_heading else ""
    return f"{heading}<div>{spaced(_SPACE_AT_END.sub('<', section['text']))}</div>\n"


def _joined(label: str) -> str:
    """Return a name as one word that no text contains; `assets/search.js` makes the same of what is typed."""
    return "xq" + re.sub(r"\W", "", label)


def _names(*texts: str) -> str:
    """Return names of two words as one, since `FlashAttention` also means `Flash Attention`.

    They are in lower case: Pagefind would take `CUDAGraphs` apart, and find `CUDA` in them twice.
    """
    names: dict[str, None] = {}
    for text in texts:
        for first, second in pairwise(unescape(text).split(" ")):
            if first[:1].isupper() and second[:1].isupper() and first.isalpha():
                name = _WORD.match(second)
                if name and name[0].isalpha():
                    names[f"{first}{name[0]}".lower()] = None
    return " ".join(names)
