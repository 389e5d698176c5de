"""Macro: what the plan adds up to, and what in it does not fit."""

from itertools import groupby

from markupsafe import Markup

from daytrail.problems import Problem, Wording
from daytrail.source.checks import CHECKS, check_plan
from daytrail.source.checks.wording import HoursValue, Names, Weeks
from daytrail.views import words
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import gettext_html
from daytrail.views.words import totals_of_plan

_HEADINGS = {check.code: check.heading for check in CHECKS}


def plan_check(context: PageContext) -> Markup:
    """Show what the plan adds up to and what in it does not fit, by kind, each with a link to its week."""
    plan = context.journal.curriculum
    groups = [
        (_(_HEADINGS[code]), [(_message(problem.wording), _week(context, problem)) for problem in problems])
        for code, problems in groupby(check_plan(plan), key=lambda problem: problem.code)
    ]
    return render("macros/plan_check.html", sums=totals_of_plan(context.facts), groups=groups)


def _message(wording: Wording | None) -> Markup:
    """Return a message in the language of the page, with what is quoted from the plan marked."""
    if wording is None:
        return Markup("")
    return gettext_html(wording.text, **{name: _value(value) for name, value in wording.values.items()})


def _value(value: object) -> object:
    """Return a value of a message as words, as `str` does in English."""
    match value:
        case HoursValue():
            return words.hours(value.hours)
        case Weeks():
            numbers = _names(value.numbers)
            return _("week %(week)s", week=numbers) if value.is_one else _("the weeks %(weeks)s", weeks=numbers)
        case Names():
            return _names(value)
    return value


def _names(names: Names) -> Markup:
    mark = Markup('<code dir="auto">{}</code>') if names.is_quoted else Markup("{}")
    more = [_("%(number)s more", number=names.more)] if names.more else []
    return Markup(words.listed([*(mark.format(name) for name in names.shown), *more]))  # noqa: S704 - names are escaped


def _week(context: PageContext, problem: Problem) -> str:
    """Return the link to the week that a problem is about; empty if it is about none."""
    match problem.key_path:
        case ("parts", int(part), "weeks", int(week), *_):
            return context.links.to(context.journal.curriculum.parts[part].weeks[week])
    return ""
