"""Macro: what the plan adds up to, and what in it does not fit."""

from collections.abc import Sequence
from itertools import groupby

from markupsafe import Markup, escape

from daytrail.facts.lint import Finding, lint
from daytrail.views.page_context import PageContext
from daytrail.views.render import render
from daytrail.views.sentences import sums_of


def plan_check(context: PageContext) -> Markup:
    """Show what the plan adds up to and what in it does not fit, by kind, each with a link to its week."""
    plan = context.journal.curriculum
    groups = [
        (kind.value, [(_message(finding.said), _week(context, finding)) for finding in findings])
        for kind, findings in groupby(lint(plan), key=lambda finding: finding.what)
    ]
    return render("macros/plan_check.html", sums=sums_of(plan), groups=groups)


def _message(parts: Sequence[str]) -> Markup:
    """Return a message whose every second part is quoted from the plan."""
    code = Markup('<code dir="auto">{}</code>')
    return Markup("").join(code.format(part) if i % 2 else escape(part) for i, part in enumerate(parts))


def _week(context: PageContext, finding: Finding) -> str:
    """Return the link to the week that a finding is about; empty if it is about none."""
    match finding.keys:
        case ("parts", int(part), "weeks", int(week), *_):
            return context.links.week(context.journal.curriculum.parts[part].weeks[week])
    return ""
