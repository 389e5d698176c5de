"""Jinja environment. Every template is ours, and every value in it is data."""

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from daytrail.views import elements, words

_FILTERS = (
    elements.ago,
    elements.entry_days,
    elements.mark,
    elements.short_time,
    elements.state,
    elements.time,
    elements.work_dates,
    words.beginning,
    words.count,
    words.hours,
    words.percent_done,
    words.date_range,
)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("daytrail.views", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {function.__name__: function for function in _FILTERS}
    return environment


def render(template: str, **values: Any) -> Markup:
    """Return a template filled with values. Values are escaped for HTML unless they are `Markup`.

    The result has no blank line, which would end an HTML block in Markdown.

    Raises:
        jinja2.UndefinedError: The template uses a value that is not given.
    """
    html = _environment().get_template(template).render(values)
    # A template of ours, filled with escaped values, is safe.
    return Markup("\n".join(line for line in html.splitlines() if line.strip()))  # noqa: S704 - as said above
