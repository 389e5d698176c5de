"""Jinja environment, and its filters: small HTML elements for dates, states and links to entries.

Every template is ours, and every value in it is data.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from daytrail.facts.calendar import DateRange
from daytrail.facts.kinds import host_of
from daytrail.facts.ledger import Resource, display_url
from daytrail.facts.milestones import MilestoneState
from daytrail.facts.progress import State, WorkDates
from daytrail.gfm import field_tokens, parser, plain_text, read_field
from daytrail.model.curriculum import Item
from daytrail.model.entry import Entry
from daytrail.views import words
from daytrail.views.body import math_inline
from daytrail.views.links import Links
from daytrail.views.sanitise import sanitise
from daytrail.views.titles import plain_title, title_html
from daytrail.views.translation import cached, gettext_html, language, ngettext_html, pgettext_html
from daytrail.views.translation import gettext as _

TITLE_ANCHOR = "dt-title"
"""Anchor within a page's title, to which its skip link leads."""
# Not an id of the heading: the search index would make the text below it a section of its own.
# With a tabindex it gets the focus, from which the next key goes on.
TITLE_ANCHOR_HTML = Markup('<span id="{}" tabindex="-1"></span>').format(TITLE_ANCHOR)


@cached  # formatting of Markup is slow, and pages repeat few dates
def time(day: date, own_year: int | None = None) -> Markup:
    """Return a date, as in `15 February 2026`, or as in `15 February` if its year is that of its page."""
    return Markup('<time datetime="{}">{}</time>').format(day.isoformat(), words.day(day, own_year))


def short_time(day: date, own_year: int) -> Markup:
    """Return a date as in `15 Feb`, with its year if that is not the one of its page."""
    return Markup('<time datetime="{}">{}</time>').format(day.isoformat(), words.short_day(day, own_year))


@cached
def weekday_and_day(day: date) -> Markup:
    """Return a date with its day of the week and without its year, as in `Sun, 15 Feb`."""
    return Markup('<time datetime="{}">{}</time>').format(day.isoformat(), words.weekday_and_day(day))


def ago(day: date, today: date) -> Markup:
    """Return a date as in `3 days ago`, which a script keeps up to date."""
    html = Markup('<time datetime="{}" title="{}" data-dt-ago="{}">{}</time>')
    return html.format(day.isoformat(), words.day(day), language(), words.days_ago((today - day).days))


@cached
def state(value: str) -> Markup:
    """Return a state with its mark, as in `● done`."""
    html = Markup('<span class="dt-state dt-state--{}"><span aria-hidden="true">{}</span> {}</span>')
    return html.format(value.replace(" ", "-"), words.MARKS[value], words.state(value))


@cached
def sign(value: str) -> Markup:
    """Return the mark of a state in its colour, with the state as its name."""
    html = Markup('<span class="dt-sign dt-sign--{0}" role="img" title="{1}">{2}</span>')
    return html.format(value.replace(" ", "-"), words.state(value), words.MARKS[value])


@cached
def mark(value: str) -> Markup:
    """Return the mark of an item's state after a space; empty for a planned item."""
    if value == State.PLANNED:
        return Markup("")
    html = Markup(' <span class="dt-mark dt-sign dt-sign--{0}" role="img" title="{1}">{2}</span>')
    return html.format(value, words.state(value), words.MARKS[value])


def entry_days(entries: Sequence[Entry], links: Links, own_year: int, limit: int = 4) -> Markup:
    """Return the dates of entries as links, and how many more than the limit there are. `own_year` is not named."""
    link = Markup('<a href="{}">{}</a>')
    days = Markup(", ").join(link.format(links.to(entry), time(entry.date, own_year)) for entry in entries[:limit])
    if len(entries) <= limit:
        return days
    return gettext_html("%(days)s and %(number)s more", days=days, number=len(entries) - limit)


def further_links(resource: Resource) -> Markup:
    """Return links to the further URLs of a resource, each by its host, or by the URL if another one has that host."""
    hosts = Counter(map(host_of, (resource.url, *resource.further_urls)))
    link = Markup('<a href="{}" rel="noopener">{}</a>')
    links = Markup(", ").join(
        link.format(url, host_of(url) if hosts[host_of(url)] == 1 else words.beginning(display_url(url), 60))
        for url in resource.further_urls
    )
    return Markup('<span class="dt-item__more">{}</span>').format(gettext_html("also at %(links)s", links=links))


@cache
def _field_renderer() -> MarkdownIt:
    markdown = parser()
    for name in ("math_inline", "math_inline_double"):
        markdown.add_render_rule(name, math_inline)
    return markdown


@lru_cache(maxsize=1 << 14)  # a week's page repeats what the plan's page shows, and each build draws both again
def text_html(text: str, *, links: bool = True) -> Markup:
    """Return a text field of the plan or the reading list as HTML, without its links if it is to be inside of one.

    It is one line of Markdown, sanitised as bodies are.
    """
    markdown = _field_renderer()
    tokens = [token for token in field_tokens(text) if links or token.type not in ("link_open", "link_close")]
    html = sanitise(str(markdown.renderer.render(tokens, markdown.options, {})))
    # All links are from the text: the sanitiser removes any `rel`.
    return Markup(html.replace("<a href=", '<a rel="noopener" href='))  # noqa: S704 - sanitised HTML


def markdown(text: str | None, max_length: int = 0) -> Markup:
    """Return a text field as HTML; only the words of its beginning if they are longer than `max_length`, unless 0."""
    words_only = plain_text(text or "")
    if max_length and len(words_only) > max_length:
        return escape(words.beginning(words_only, max_length))
    return text_html(text or "")


def item_label(item: Item, page: str = "") -> Markup:
    """Return what an item is called, with a link to the page of its resource and one to its URL.

    Without a page, the title leads to the URL. A text that has links itself has the URL behind it.
    """
    if item.title or not read_field(item.text or "").links:
        label = title_html(item.title) if item.title else text_html(item.text or "", links=not (item.url or page))
        if page:
            title = Markup('<a class="dt-item__label" href="{}">{}</a>').format(page, label)
            return title + (source_link(item.url, label.striptags()) if item.url else "")
        if item.url:
            return Markup('<a class="dt-item__label" href="{}" rel="noopener">{}</a>').format(item.url, label)
        return Markup('<span class="dt-item__label">{}</span>').format(label)
    label = Markup('<span class="dt-item__label">{}</span>').format(text_html(item.text or ""))
    link = Markup(' <a class="dt-item__author" href="{}" rel="noopener">{}</a>')
    return label + (link.format(item.url, host_of(item.url)) if item.url else "")


def source_link(url: str, title: str) -> Markup:
    """Return the sign behind a title that leads to the thing itself on its own site."""
    label = _("%(title)s on its own site", title=plain_title(title))
    return Markup(
        '&nbsp;<a class="dt-source" href="{}" rel="noopener" aria-label="{}"><span aria-hidden="true">↗</span></a>'
    ).format(url, label)


def work_dates(dates: WorkDates, own_year: int) -> Markup:
    """Return a paragraph that says when something was touched and done; empty if it was never touched."""
    if not dates.first or not dates.last:
        return Markup("")
    if dates.first == dates.last:
        touched = gettext_html("Touched on %(day)s", day=time(dates.first, own_year))
    else:
        both = words.date_range(DateRange(dates.first, dates.last), own_year)
        touched = gettext_html("Touched %(dates)s", dates=both)
    if dates.done:
        touched = gettext_html("%(touched)s, done on %(day)s", touched=touched, day=time(dates.done, own_year))
    return Markup('<p class="dt-dates" data-search-exclude>{}</p>').format(touched)


_FILTERS = (
    ago,
    further_links,
    item_label,
    mark,
    markdown,
    short_time,
    sign,
    source_link,
    title_html,
    plain_title,
    state,
    time,
    weekday_and_day,
    work_dates,
    words.beginning,
    words.done_of,
    words.kind,
    words.meaning,
    words.name_of,
    words.heading,
    words.shelf_meaning,
    words.percent_done,
    words.title_of,
    words.date_range,
    words.done_and_hours,
    words.hours,
    words.logged_hours,
    words.total_hours,
)


@cache
def environment() -> Environment:
    """Return the environment of all our templates."""
    environment = Environment(
        loader=PackageLoader("daytrail.views", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        auto_reload=False,  # it would look for a newer file at each use of a template
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {"_": gettext_html, "ngettext": ngettext_html, "pgettext": pgettext_html}
    # What a legend explains, unless it is given others.
    environment.globals |= {"signs": (*State, *MilestoneState), "has_papers": False}
    environment.globals["title_anchor"] = TITLE_ANCHOR_HTML
    environment.filters |= {function.__name__: function for function in _FILTERS}
    environment.filters["state_name"] = words.state  # `state` is the filter of its mark and name
    return environment


def render(template: str, **values: Any) -> Markup:
    """Return a template filled with values. Values are escaped for HTML unless they are `Markup`.

    The result has no blank line, which would end an HTML block in Markdown.
    """
    html = environment().get_template(template).render(values)
    # A template of ours, filled with escaped values, is safe.
    return Markup("\n".join(line for line in html.splitlines() if line.strip()))  # noqa: S704 - as said above
