"""Macro: what the plan adds up to, and what in it does not fit."""

import re
from itertools import groupby

from markupsafe import Markup

from daytrail.problems import Problem
from daytrail.source.checks import CHECKS, check_plan
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.translation import gettext as _
from daytrail.views.translation import language
from daytrail.views.words import totals_of_plan

_HEADINGS = {check.code: check.heading for check in CHECKS}
_QUOTED = re.compile(r"(?<!\S)`(.+?)`(?=[\s,]|\Z)")


def plan_check(context: PageContext) -> Markup:
    """Show what the plan adds up to and what in it does not fit, by kind, each with a link to its week."""
    plan = context.journal.curriculum
    groups = [
        (_(_HEADINGS[code]), [(_message(problem), _week(context, problem)) for problem in problems])
        for code, problems in groupby(check_plan(plan), key=lambda problem: problem.code)
    ]
    return render(
        "macros/plan_check.html",
        links=context.links,
        sums=totals_of_plan(context.facts),
        groups=groups,
        is_english=language() == "en",
    )


def _message(problem: Problem) -> Markup:
    """Return a message, which is English like those of commands, with what is quoted from the plan marked."""
    pieces = _QUOTED.split(problem.message)
    texts = zip(pieces, [Markup("{}"), Markup('<code dir="auto">{}</code>')] * len(pieces), strict=False)
    return Markup("").join(form.format(text) for text, form in texts)


def _week(context: PageContext, problem: Problem) -> str:
    """Return the link to the week that a problem is about; empty if it is about none."""
    match problem.key_path:
        case ("parts", int(part), "weeks", int(week), *_):
            return context.links.to(context.journal.curriculum.parts[part].weeks[week])
    return ""
