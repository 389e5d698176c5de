"""Words and settings of the script with which a visitor follows the plan."""

import json

from daytrail.views.translation import gettext as _
from daytrail.views.translation import language


def follow_settings(*, flat: bool) -> str:
    """Return what is put before the script, as JavaScript; see `PageContext.links` for `flat`.

    Names between braces are replaced by the script.
    """
    settings = {"words": _words(), "isFlat": flat, "language": "en-GB" if language() == "en" else language()}
    return f"const SETTINGS = {json.dumps(settings)};\n"


def _words() -> dict[str, str]:
    return {
        "title": _("Your progress"),
        "begun": _("You follow this plan now. Tick what you have done."),
        "amount": _("You: %(done)s of %(items)s done", done="{done}", items="{items}"),
        "hours": _("%(done)s of %(hours)s estimated", done="{done} h", hours="{hours} h"),
        "thisWeek": _("This week: %(done)s of %(items)s done", done="{done}", items="{items}"),
        "short": _("you %(done)s/%(items)s", done="{done}", items="{items}"),
        "next": _("Go on with %(week)s.", week="{week}"),
        "week": _("week %(number)s: %(title)s", number="{number}", title="{title}"),
        "all": _("You have done all of this plan."),
        "gone": _(
            "Of your ticks, %(count)s are about what the plan no longer has. They are kept, and exported.",
            count="{count}",
        ),
        "tick": _("I have done: %(item)s", item="{item}"),
        "doneOn": _("done by you on %(day)s", day="{day}"),
        "more": _("Export, import or stop"),
        "about": _(
            "Your ticks are kept in this browser only, and nobody else sees them. "
            "To have them on another device, export them here and import the file there."
        ),
        "export": _("Export my ticks"),
        "import": _("Import ticks"),
        "imported": _("Ticks added: %(added)s.", added="{added}"),
        "importedSome": _(
            "Ticks added: %(added)s. Left out, as the plan does not have them or they have no date: %(left)s.",
            added="{added}",
            left="{left}",
        ),
        "nothingInFile": _("This file has no ticks of this plan, so nothing was changed."),
        "notKept": _("This browser does not let the site keep anything, or has no space left. Nothing was changed."),
        "notLoaded": _("The plan could not be loaded. Try again later."),
        "stop": _("Stop following"),
        "stopQuestion": _("Stop following this plan? Your ticks are deleted from this browser."),
        "goOn": _("Keep my ticks"),
        "stopped": _("You no longer follow this plan."),
        "undo": _("Undo"),
        "own": _("Start your own journal from this plan"),
        "plan": _("Download the plan"),
        "run": _("In the folder with both files, run"),
        "legend": _("done by you"),
        "fileAbout": _("Ticks of a plan that is followed at %(url)s", url="{url}"),
    }
