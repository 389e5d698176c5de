"""Macro: what the plan adds up to, and what in it does not fit."""

from collections.abc import Sequence
from itertools import groupby

from markupsafe import Markup, escape

from daytrail.problems import Problem
from daytrail.source.checks import CHECKS, check_plan
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.sentences import totals_of_plan
from daytrail.views.translation import language

_HEADINGS = {check.code: check.heading for check in CHECKS}


def plan_check(context: PageContext) -> Markup:
    """Show what the plan adds up to and what in it does not fit, by kind, each with a link to its week."""
    plan = context.journal.curriculum
    groups = [
        (_HEADINGS[code], [(_message(problem.parts), _week(context, problem)) for problem in problems])
        for code, problems in groupby(check_plan(plan), key=lambda problem: problem.code)
    ]
    lang = "" if language() == "en" else "en"  # as all messages about mistakes
    return render("macros/plan_check.html", sums=totals_of_plan(plan), groups=groups, lang=lang)


def _message(parts: Sequence[str]) -> Markup:
    """Return a message whose every second part is quoted from the plan."""
    code = Markup('<code dir="auto">{}</code>')
    return Markup("").join(code.format(part) if i % 2 else escape(part) for i, part in enumerate(parts))


def _week(context: PageContext, problem: Problem) -> str:
    """Return the link to the week that a problem is about; empty if it is about none."""
    match problem.key_path:
        case ("parts", int(part), "weeks", int(week), *_):
            return context.links.to(context.journal.curriculum.parts[part].weeks[week])
    return ""
