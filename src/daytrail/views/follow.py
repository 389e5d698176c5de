"""Words of the script with which a visitor follows the plan."""

import json

from daytrail.views.translation import gettext as _
from daytrail.views.translation import language


def follow_settings() -> str:
    """Return what is put before the script, as JavaScript. Names between braces are replaced by the script."""
    words = {
        "title": _("Your progress"),
        "begun": _("You follow this plan now. Tick what you have done."),
        "amount": _("You: %(done)s of %(items)s done", done="{done}", items="{items}"),
        "thisWeek": _("This week: %(done)s of %(items)s done", done="{done}", items="{items}"),
        "short": _("you %(done)s/%(items)s", done="{done}", items="{items}"),
        "next": _("Go on with %(week)s.", week="{week}"),
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
        "nothingInFile": _("This file has no ticks of this plan, so nothing was changed."),
        "notKept": _("This browser does not let the site keep anything, or has no space left. Nothing was changed."),
        "stop": _("Stop following"),
        "stopQuestion": _("Stop following this plan? Your ticks are deleted from this browser."),
        "stopped": _("You no longer follow this plan."),
        "own": _("For a journal of your own, export your ticks, download the plan, and run in their folder:"),
    }
    settings = {"words": words, "language": "en-GB" if language() == "en" else language()}
    return f"const SETTINGS = {json.dumps(settings)};\n"
