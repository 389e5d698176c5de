"""`daytrail review`: prints some days as a letter in Markdown, or saves the review of a week as a page."""

from datetime import date, timedelta
from pathlib import Path

import click

from daytrail.cli.common.files import UpdateError, create_file, display_path
from daytrail.cli.common.output import echo_text, examples, printable_text
from daytrail.cli.common.project import Project, locked_project, open_project
from daytrail.facts.calendar import DateRange, calendar_week, week_name
from daytrail.views.translation import in_language

_FOLDER = "reviews"
"""Folder of saved reviews in `docs/`."""


@click.command(
    epilog=examples(
        "daytrail review",
        "daytrail review 2026-W08",
        "daytrail review --save",
        "daytrail review --save 2026-02-18",
    )
)
@click.argument("week", required=False, metavar="[WEEK]")
@click.option("--save", is_flag=True, help="Write the review of a week to docs/reviews, with questions to answer.")
@click.pass_obj
def review(start: Path, week: str | None, save: bool) -> None:
    """Print what happened lately as a letter in Markdown.

    These are the last seven days, or the days of WEEK: its number, as in 2026-W08, or any of its days.

    With --save, this becomes a page of the site that does not change later, below four questions for
    you to answer. Without WEEK it is about the last week that is over, or ends today.
    Prints the page's path; a week that has a review keeps it.
    """
    from daytrail.views.files.digest import letter  # `--help` loads all commands, and needs no templates

    if save:
        with locked_project(start) as project:
            _save(project, week)
        return
    project = open_project(start, note_errors=True)
    if week:
        dates = _week(week, project)
        echo_text(letter(project.facts.as_of(min(dates.last, project.today)), dates.first))
    else:
        echo_text(letter(project.facts, date.fromordinal(max(project.today.toordinal() - 6, 1))))


def _save(project: Project, week: str | None) -> None:
    """Write the review of a week, unless there is one, and print its path."""
    from daytrail.views.files.digest import review_page  # as above

    dates = _week(week, project) if week else _last_week(project)
    settings = project.settings
    docs = project.root / settings.paths.docs
    path = docs / _FOLDER / f"{week_name(dates)}.md"
    for existing in project.facts.reviews:
        if existing.dates == dates:
            path = project.root / existing.page.path
    is_new = not path.exists()
    if is_new:
        if project.errors:  # the page would keep what they leave out
            raise UpdateError("no review is saved while there are errors", project.errors)
        facts = project.facts.as_of(min(dates.last, project.today))
        with in_language(settings.config.text("theme", "language") or "en"):
            text = review_page(facts, dates)
        create_file(project.root, path, printable_text(text))
    click.echo(display_path(path))
    what = "now answer its four questions" if is_new else "is there already, nothing was changed"
    click.echo(f"review of {dates.first} to {dates.last}: {what}", err=True)


def _week(text: str, project: Project) -> DateRange:
    """Return a week that is given by its number or one of its days, or raise click.BadParameter."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        message = f"'{text}' is no week: write it as in 2026-W08, or one of its days"
        raise click.BadParameter(message, param_hint="WEEK") from None
    dates = calendar_week(day, project.plan.week_starts)
    if dates.first > project.today:
        raise click.BadParameter(f"the week from {dates.first} on is still to come", param_hint="WEEK")
    return dates


def _last_week(project: Project) -> DateRange:
    """Return the last week that is over or ends today."""
    starts, today = project.plan.week_starts, project.today
    dates = calendar_week(today, starts)
    if dates.last > today and dates.first > date.min:
        dates = calendar_week(dates.first - timedelta(days=1), starts)
    return dates
