"""Pages of one macro each, which the owner may write instead: home, stats, map, open tasks and references."""

from collections.abc import Iterator

from daytrail.views import words
from daytrail.views.links import HOME
from daytrail.views.macros.curriculum import parent_of_plan
from daytrail.views.macros.dependency_map import dependency_map
from daytrail.views.macros.now import now
from daytrail.views.macros.open_tasks import open_tasks
from daytrail.views.macros.references import references
from daytrail.views.macros.stats import stats
from daytrail.views.page import Page, overview_page
from daytrail.views.page_context import PageContext
from daytrail.views.translation import gettext as _


def pages(context: PageContext) -> Iterator[Page]:
    """Yield the home page, and those of the other pages that have something to show."""
    list_ = context.addresses.list
    yield overview_page(context, HOME, _("Today"), now, is_wide=True, heading=context.site_title)
    if context.journal.entries or context.facts.progress.weeks:
        description = _("How regular the entries are, how the work stands against the plan, and what was read.")
        yield overview_page(context, list_("stats"), _("Stats"), stats, description=description, is_wide=True)
    if topics := context.journal.curriculum.topics:
        description = words.description(_("Map"), (topic.title for topic in topics), "; ")
        above = parent_of_plan(context)
        yield overview_page(
            context, list_("map"), _("Map"), dependency_map, above, description=description, is_wide=True
        )
    if tasks := context.facts.public_tasks:
        title, parent = _("Open tasks"), (_("Log"), context.addresses.log)
        description = words.description(title, (task.text for task in tasks), "; ")
        yield overview_page(context, list_("tasks"), title, open_tasks, parent, description=description)
    of_plan = context.journal.curriculum.references
    if of_plan.papers or of_plan.guides:
        title, parent = _("References"), (_("Reading"), list_("reading"))
        titles = [*(paper.title for paper in of_plan.papers), *(guide.title for guide in of_plan.guides)]
        description = words.description(title, titles, "; ")
        yield overview_page(context, list_("references"), title, references, parent, description=description)
