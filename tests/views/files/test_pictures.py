"""Pictures of the log and the plan for other sites."""

import re
from datetime import date
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest

import daytrail
from daytrail.facts import Facts
from daytrail.model.entry import Entry
from daytrail.views.files.pictures import pictures
from tests.journal import entry, journal

PALETTES = (Path(daytrail.__file__).parent / "assets/look.css").read_text(encoding="utf-8").split("@media screen {")
SERIES = """title: Tides & <moons>
series: [{id: sea, title: The sea, days: 365}, {id: exam, title: Exam, counts_down_to: 2026-02-01}]
"""
PLAN = f"""{SERIES}start: 2026-01-05
parts:
  - id: one
    title: Ebb & <flow>
    weeks: [{{week: 1, title: Ebb, concepts: [x, y]}}, {{week: 2, title: Flow}}]
  - {{id: two, title: Neap, weeks: [{{week: 3, title: Neap}}]}}
"""
SVG = "{http://www.w3.org/2000/svg}"


def drawn(plan: str, *entries: Entry) -> dict[str, Element]:
    """Return the pictures of a journal in the middle of January, by their names."""
    facts = Facts(journal(plan, *entries), date(2026, 1, 14))
    return {Path(picture.path).stem: fromstring(picture.draw()) for picture in pictures(facts)}


def test_the_strip_has_a_cell_for_each_day() -> None:
    """Days with an entry are coloured by level, the others blank; without a link, since an image has none."""
    written = (entry("2024-01-01", "Old."), entry("2026-01-07", "Text."), entry("2026-01-09", "More text here."))
    strip = drawn(PLAN, *written)["strip"]
    [title] = strip.findall(f"{SVG}title")
    assert title.text == "Days with an entry in the last twelve months"
    squares = {path.get("class", ""): path.get("d", "").count("z") for path in strip.iter(f"{SVG}path")}
    assert sum(squares.values()) == 52 * 7 + 3
    assert squares.pop("dt-strip__blank") == 52 * 7 + 1
    assert not list(strip.iter(f"{SVG}a"))


def test_the_trail_has_a_cell_for_each_week_by_part() -> None:
    """The state of each, where the work is, and what the colours mean."""
    picture = drawn(PLAN, entry("2026-01-07", "Text.", done=["w01/x"]))["progress"]
    [title] = picture.findall(f"{SVG}title")
    assert title.text == "Tides & <moons>: 1 of 2 items done"
    cells = [cell.get("class") for cell in picture.iter(f"{SVG}rect") if cell.get("height") == "20"]
    assert cells == ["dt-cell--started dt-cell--here", "dt-cell--planned", "dt-cell--planned"]
    texts = [text.text for text in picture.iter(f"{SVG}text")]
    assert texts == ["Ebb & <flow>", "Neap", "planned", "touched", "started", "done", "Week 1 of 3."]


@pytest.mark.parametrize(("scheme", "colours"), list(zip(("light", "dark"), PALETTES, strict=True)))
def test_pictures_follow_the_palette_of_the_reader(scheme: str, colours: str) -> None:
    """A README has no style sheet, so each colour of our palettes is written in the picture."""
    for picture in drawn(PLAN, entry("2026-01-07", "Text.")).values():
        rules = (picture.findtext(f"{SVG}style") or "").split("@media (prefers-color-scheme: dark)")
        used = set(re.findall(r"#\w+", rules[scheme == "dark"]))
        assert len(used) > 5
        assert used <= set(re.findall(r"#\w+", colours))
