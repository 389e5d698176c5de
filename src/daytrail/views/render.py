"""The one Jinja environment: every template is ours, every value in it is data."""

from functools import cache
from typing import Any

from jinja2 import BytecodeCache, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from daytrail.views import words
from daytrail.views.sentences import ago


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("daytrail.views", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "day": words.day,
        "short_day": words.short_day,
        "weekday": words.weekday,
        "hours": words.hours,
        "count": words.count,
        "percent_done": words.percent_done,
        "span": words.span,
        "beginning": words.beginning,
        "ago": ago,
    }
    marked = (words.MARKS, words.MILESTONE_MARKS, words.SHELF_MARKS)
    marks = {str(state): mark for every in marked for state, mark in every.items()}
    environment.globals["marks"] = marks
    return environment


def keep_compiled(cache: BytecodeCache | None) -> None:
    """Have compiled templates kept and found again, or no longer."""
    _environment().bytecode_cache = cache


def render(template: str, **values: Any) -> Markup:
    """Return a template filled with values, each escaped for HTML unless it is markup of our own.

    The result holds no blank line, which would end an HTML block in Markdown.

    Raises:
        jinja2.UndefinedError: the template names a value that is not given.
    """
    html = _environment().get_template(template).render(values)
    # A template of ours, filled with escaped values: the one place where text becomes markup.
    return Markup("\n".join(line for line in html.splitlines() if line.strip()))  # noqa: S704 - as said above
