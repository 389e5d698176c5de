"""Style sheets of pages: one for all, one for those that are not about one day, and those with the rules of a few."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from daytrail.views.links import ASSET_FOLDER

STYLE = f"{ASSET_FOLDER}daytrail.css"
"""URL path of the style sheet of all pages."""
SUBJECTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "lists": ("dt-filter", "dt-pages"),
        "log": ("dt-timeline", "dt-years", "dt-entry__when"),
        "graphics": ("dt-trail", "dt-strip"),
        "home": ("dt-home",),
        "reading": ("dt-reading-list", "dt-readings", "dt-resource", "dt-references", "dt-said"),
        "plan": (
            "dt-part__",
            "dt-weeks_",
            "dt-week_",
            "dt-checklist",
            "dt-items",
            "dt-milestone",
            "dt-question",
            "dt-answers",
        ),
        "map": ("dt-map",),
        "stats": ("dt-stats", "dt-pace", "dt-chart", "dt-by-month", "dt-plan-check"),
        "not_found": ("dt-search",),
    }
)
"""Style sheets that only some pages need, by the beginnings of classes which these pages have."""
OVERVIEW_STYLES = (f"{ASSET_FOLDER}overviews.css", *(f"{ASSET_FOLDER}{name}.css" for name in SUBJECTS))
"""URL paths of the style sheets that pages of days do not need, in the order in which pages load them."""

_LINK = re.compile(
    rf'<link rel="stylesheet" href="[^"]*{ASSET_FOLDER}(?P<name>overviews|{"|".join(SUBJECTS)})\.css">\n?'
)


def without_unneeded_styles(html: str, *, is_day: bool) -> str:
    """Return a page without the links to style sheets that have no rule for it."""
    head, end, body = html.partition("</head>")

    def link(found: re.Match[str]) -> str:
        classes = () if is_day else SUBJECTS.get(found["name"], ("",))
        return found[0] if any(name in body for name in classes) else ""

    return _LINK.sub(link, head) + end + body
