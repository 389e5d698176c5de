"""The pace of a plan: in words, as a chart, in figures, and the ways to go on."""

from markupsafe import Markup

from daytrail.views import charts
from daytrail.views.charts import pace_chart
from daytrail.views.render import render
from daytrail.views.scene import Scene
from daytrail.views.sentences import pace_of, ways_of


def pace(scene: Scene) -> Markup:
    """How the work stands against the plan: in words, as a chart, in the same figures, and with the ways to go on."""
    found = scene.facts.pace
    return render(
        "block/pace.html",
        scene=scene,
        sentences=list(pace_of(scene.facts)),
        pace=found,
        chart=pace_chart(found) if found else None,
        size=(charts.WIDTH, charts.HEIGHT),
        ways=ways_of(scene.facts),
    )
