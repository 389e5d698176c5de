"""The check of the plan: what it adds up to, and what in it does not fit."""

from itertools import groupby

from markupsafe import Markup

from daytrail.facts.lint import Finding, lint
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.sentences import sums_of


def plan_check(context: PageContext) -> Markup:
    """What the plan adds up to, and what in it does not fit, kind by kind, each with a link to its week."""
    plan = context.journal.curriculum
    groups = [
        (what.value, [(finding.said, _week(context, finding)) for finding in found])
        for what, found in groupby(lint(plan), key=lambda finding: finding.what)
    ]
    return render("macros/plan_check.html", sums=sums_of(plan), groups=groups)


def _week(context: PageContext, finding: Finding) -> str:
    """The link to the week that a finding is about; empty where it is about none."""
    match finding.keys:
        case ("parts", int(part), "weeks", int(week), *_):
            return context.links.week(context.journal.curriculum.parts[part].weeks[week])
    return ""
