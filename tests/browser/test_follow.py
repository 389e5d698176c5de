"""Following the plan in a browser: ticks of the visitor's own, beside the author's."""

import json
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from daytrail.model.curriculum import ProgressFile
from daytrail.source.validation import validate
from daytrail.source.yaml.parser import parse
from tests.browser.conftest import Open, Tab, axe_findings
from tests.command import run
from tests.conftest import Host
from tests.website import Site, build, make

PLAN = """title: Tides
parts:
  - id: sea
    title: The sea
    weeks:
      - week: 1
        title: Ebb
        concepts: [{id: moon, text: The moon}, {id: sun, text: "The sun & <b>more</b>"}]
        choose_one: [{text: Boat, hours: 2}, {text: Shore, hours: 1}]
      - week: 2
        title: Flood
        reading: [{id: paper, title: First paper, url: "https://example.org/1", hours: 1.5}]
      - week: 3
        title: Storm
        reading: [{id: paper, title: Second paper, url: "https://example.org/2", hours: 2}]
topics:
  - {id: water, title: Water, weeks: [1, 2]}
  - {id: wind, title: Wind, weeks: [3], needs: [water]}
"""
MAP = "---\nrender_macros: true\n---\n\n# Map\n\n{{ dependency_map() }}\n"
KEY = "daytrail:/repo/"
BOXES = "input.dt-mine__tick"
PROGRESS = "progress.json"
TODAY = date(2026, 3, 1)


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, Site]:
    """Return two sites: one of a plan, and one of the same plan after some changes."""
    files = {"curriculum.yaml": PLAN, "docs/map.md": MAP, "entries/2026-02-02.md": "---\ndone: [w01/moon]\n---\n"}
    old = make(tmp_path_factory.mktemp("followed") / "old", files)
    built = build(old)
    assert built.status == 0, built.output
    new = old.with_name("new")
    shutil.copytree(old, new, ignore=shutil.ignore_patterns("site"))
    for change in ("insert-week 2 Wind", "rename w01/moon new-moon", "move w01/sun 2", "drop w01/shore"):
        result = run(new, "plan", *change.split(), "--write", "--yes")
        assert result.status == 0, result.err
    text = (new / "curriculum.yaml").read_text(encoding="utf-8")
    # By hand, without `was`.
    text = text.replace("{text: Boat, hours: 2}, ", "").replace("{id: paper, title: Second", "{id: text, title: Second")
    (new / "curriculum.yaml").write_text(text, encoding="utf-8")
    changed = build(new)
    assert changed.status == 0, changed.output
    return built.site, changed.site


@pytest.fixture
def home(sites: tuple[Site, Site], host: Host) -> str:
    """Return the URL of the site with the plan as it was first."""
    return host("followed", sites[0])


def follow(tab: Tab, *labels: str, address: str = "curriculum/week-01/") -> None:
    """Follow the plan on the page of a week, and tick items of it."""
    tab.page.clock.set_fixed_time(f"{TODAY}T12:00:00")  # of the browser's own time zone
    tab.go(address)
    tab.page.get_by_role("button", name="Tick it in this browser").click()
    tab.page.locator(BOXES).first.wait_for()
    for label in labels:
        tab.page.get_by_label(f"I have done: {label}").check()


def opened(tab: Tab, address: str) -> None:
    """Open a page of a visitor who follows the plan."""
    tab.go(address)
    tab.page.locator(".dt-mine__panel").wait_for()


def ticked(tab: Tab) -> list[str]:
    """Return what the ticked boxes of a page are called."""
    names = tab.page.locator(f"{BOXES}:checked").evaluate_all("boxes => boxes.map(box => box.ariaLabel)")
    return [name.removeprefix("I have done: ") for name in names]


def kept(tab: Tab) -> Any:
    """Return the day and the title of each tick that the browser keeps, by its item; None if it keeps nothing."""
    text = tab.page.evaluate("key => localStorage.getItem(key)", KEY)
    return text and {one["item"]: [one["date"], one["title"]] for one in json.loads(text)["done"]}


def panel(tab: Tab) -> str:
    return tab.page.locator(".dt-mine__sums").inner_text()


def status(tab: Tab) -> str:
    return tab.page.locator("[data-dt-follow] [role=status]").inner_text()


def button(tab: Tab, name: str) -> None:
    details = tab.page.locator(".dt-mine__panel details")
    if details.get_attribute("open") is None:
        details.locator("summary").click()
    details.get_by_role("button", name=name, exact=True).first.click()


def export(tab: Tab) -> str:
    with tab.page.expect_download() as waiting:
        button(tab, "Export my ticks")
    assert waiting.value.suggested_filename == PROGRESS
    return Path(waiting.value.path()).read_text(encoding="utf-8")


def upload(tab: Tab, text: str | bytes) -> str:
    """Import a file, and return what the page says then."""
    raw = text if isinstance(text, bytes) else text.encode()
    chooser = tab.page.locator("input[type=file]")
    line = tab.page.locator("[data-dt-follow] [role=status]")
    line.evaluate("line => line.replaceChildren()")
    chooser.set_input_files({"name": PROGRESS, "mimeType": "application/json", "buffer": raw})
    line.get_by_text("ticks", exact=False).wait_for()
    return line.inner_text()


def test_nothing_is_kept_until_asked_for(open_tab: Open, home: str) -> None:
    """Pages of the plan have a button, other pages nothing, and the browser keeps nothing."""
    tab = open_tab(at=home)
    tab.watch_shifts()
    for address in ("curriculum/", "curriculum/week-01/", "curriculum/sea/", "map/"):
        tab.go(address)
        tab.page.get_by_role("button", name="Tick it in this browser").wait_for()
        assert tab.shifts() == [], address
    tab.go("log/2026/02/02/")
    tab.settle()
    assert tab.page.locator("[data-dt-follow]").count() == 0
    assert tab.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('daytrail'))") == []


def test_ticks_stay_and_are_beside_those_of_the_author(open_tab: Open, home: str) -> None:
    """A tick is there after the page is loaded again, and plan, part, week and map have the visitor's own figures."""
    tab = open_tab(at=home)
    follow(tab, "The sun & <b>more</b>", "Shore")
    assert status(tab) == ""
    tab.page.reload()
    tab.page.locator(f"{BOXES}:checked").first.wait_for()
    assert ticked(tab) == ["The sun & <b>more</b>", "Shore"]
    assert panel(tab) == "This week: 2 of 3 done · You: 2 of 5 done"
    item = tab.page.locator("#moon")
    assert not item.locator(".dt-sign--done").is_visible()  # the author's, who has done it
    groups = tab.page.locator("section:has(> .dt-items) > :first-child")
    assert groups.all_inner_texts() == ["Concepts you 1/2", "Choose one you 1/2"]
    assert item.locator(".dt-mine__day").count() == 0
    assert "1 Mar" in tab.page.locator("#sun").inner_text()
    assert tab.page.locator("#shore .dt-mine__day").get_attribute("title") == "done by you on 1 March"
    for address, place, figures in (
        ("curriculum/", ".dt-weeks__facts", ["you 2/3"]),
        ("curriculum/", "#sea .dt-part__sum", ["you 2/5"]),
        ("curriculum/sea/", ".dt-summary .dt-bar", ["you 2/5"]),
        ("map/", ".dt-map__facts", ["you 2/4"]),
    ):
        opened(tab, address)
        assert tab.page.locator(f"{place} > .dt-mine").all_text_contents() == figures, address
    opened(tab, "curriculum/")
    assert panel(tab) == "You: 2 of 5 done · Go on with Week 1 Ebb."
    tab.page.locator(".dt-mine__sums a").click()
    tab.page.locator("#dt-checklist:target").wait_for()
    tab.page.get_by_label("I have done: Shore").uncheck()
    assert kept(tab) == {"w01/sun": [TODAY.isoformat(), "The sun & <b>more</b>"]}
    assert tab.complaints == []


@pytest.mark.parametrize("font", ["wide"])
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_for_a_follower(open_tab: Open, home: str, width: int) -> None:
    """There is room for the visitor's own progress, ticks and dates before they come."""
    tab = open_tab(at=home, viewport={"width": width, "height": 800})
    follow(tab, "The moon", "The sun & <b>more</b>", "Boat")
    tab.watch_shifts()
    moved = {}
    for address in ("curriculum/", "curriculum/sea/", "curriculum/week-01/", "map/"):
        opened(tab, address)
        moved[address] = tab.shifts()
        assert tab.page.locator("[data-dt-follow]").count() == 1
    assert {address: shifts for address, shifts in moved.items() if shifts} == {}


def test_an_export_is_imported_in_another_browser(open_tab: Open, home: str) -> None:
    """`daytrail init --progress` reads the file; an import adds to the ticks that are there, and removes none."""
    tab = open_tab(at=home)
    follow(tab, "The moon", "The sun & <b>more</b>")
    text = export(tab)
    progress, problems = validate(ProgressFile, parse(text, PROGRESS)[0])
    assert problems == []
    assert progress
    assert [(one.item, one.date, one.title) for one in progress.record.done] == [
        ("w01/moon", TODAY, "The moon"),
        ("w01/sun", TODAY, "The sun & <b>more</b>"),
    ]
    other = open_tab(at=home)
    follow(other, "Boat")
    again = json.dumps(json.loads(text) | {"more": 1})  # as another program writes it
    assert upload(other, again) == "Ticks added: 2."
    assert ticked(other) == ["The moon", "The sun & <b>more</b>", "Boat"]
    assert upload(other, text) == "Ticks added: 0."
    assert tab.complaints == other.complaints == []


HOSTILE_TEXT = "</p><img src=x onerror=alert(1)><script>alert(2)</script>"
HOSTILE_TICKS: tuple[Any, ...] = (
    {"item": f"w01/{HOSTILE_TEXT}", "date": "2026-01-01", "title": "x"},
    {"item": "__proto__", "date": "2026-01-01"},
    {"item": "w01/moon", "date": "2026-02-31"},
    {"item": "w01/moon", "date": HOSTILE_TEXT},
    {"item": "w01/moon"},
    {"item": ["w01/moon"], "date": "2026-01-01"},
    {"item": "w01/moon", "date": ["2026-01-01"]},
    {},
)
HOSTILE_FILES: Mapping[str, str | bytes] = {
    "ticks": json.dumps({"done": HOSTILE_TICKS}),
    "another shape": '{"done": {"w01/moon": ["2026-01-01", "x"]}}',
    "null": "null",
    "broken": '{"done": [{"item": "w01/moon", "date": ',
    "YAML": "done:\n  - item: w01/moon\n    date: 2026-01-01\n",
    "binary": bytes(range(256)) * 40,
}


def test_a_hostile_file_changes_nothing(open_tab: Open, home: str) -> None:
    tab = open_tab(at=home)
    follow(tab, "Boat")
    before = kept(tab)
    answers = {name: upload(tab, text) for name, text in HOSTILE_FILES.items()}
    nothing = "This file has no ticks of this plan, so nothing was changed."
    assert answers == dict.fromkeys(HOSTILE_FILES, nothing)
    assert (kept(tab), ticked(tab)) == (before, ["Boat"])
    assert tab.complaints == []


def test_hostile_storage_is_text(open_tab: Open, home: str) -> None:
    """Whatever the browser keeps, pages show their boxes, and ticks of items are read where they can be."""
    tab = open_tab(at=home)
    tab.go("curriculum/")
    tab.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, HOSTILE_FILES["ticks"]])
    for address in ("curriculum/", "curriculum/week-01/", "map/"):
        opened(tab, address)
    tab.go("curriculum/week-01/")
    tab.page.get_by_label("I have done: Boat").check()
    assert ticked(tab) == ["Boat"]
    assert tab.complaints == []


def test_ticks_survive_changes_of_the_plan(open_tab: Open, home: str, sites: tuple[Site, Site], host: Host) -> None:
    """An item that was moved or renamed has its tick, and one that is gone is exported."""
    tab = open_tab(at=home)
    follow(tab, "The moon", "The sun & <b>more</b>", "Boat")
    host("followed", sites[1])
    tab.page.route("**/*", lambda route: route.continue_())  # switches the browser's cache of pages off
    shown = {}
    for number in range(1, 4):
        opened(tab, f"curriculum/week-0{number}/")
        shown[number] = ticked(tab)
    assert shown == {1: ["The moon"], 2: ["The sun & <b>more</b>"], 3: []}
    assert {one["item"] for one in json.loads(export(tab))["done"]} == {"w01/new-moon", "w02/sun", "w01/boat"}
    assert tab.complaints == []


def test_following_ends_after_a_question(open_tab: Open, home: str) -> None:
    """With the keyboard alone, and the focus is never lost."""
    tab = open_tab(at=home)
    tab.go("curriculum/week-01/")
    keyboard = tab.page.keyboard
    tab.page.get_by_role("button", name="Tick it in this browser").focus()
    keyboard.press("Enter")
    tab.page.locator(".dt-mine__panel:focus").wait_for()
    assert status(tab) == "You follow this plan now. Tick what you have done."
    tab.page.locator("#moon input").focus()
    keyboard.press("Space")
    assert ticked(tab) == ["The moon"]
    assert tab.page.locator("#moon input:focus").count() == 1
    button(tab, "Stop following")
    assert tab.complaints == ["dialog: Stop following this plan? Your ticks are deleted from this browser."]
    assert kept(tab).keys() == {"w01/moon"}
    tab.page.evaluate("() => { window.confirm = () => true }")
    button(tab, "Stop following")
    assert kept(tab) is None
    assert tab.page.locator("[data-dt-follow] > button:focus").count() == 1
    assert tab.page.locator(f".dt-mine, {BOXES}").count() == 0
    assert status(tab) == "You no longer follow this plan."
    assert len(tab.complaints) == 1


def test_a_browser_that_keeps_nothing_says_so(open_tab: Open, home: str) -> None:
    tab = open_tab(at=home)
    quota = "Storage.prototype.setItem = function () { throw new DOMException('', 'QuotaExceededError') }"
    tab.page.add_init_script(quota)
    tab.go("curriculum/week-01/")
    tab.page.get_by_role("button", name="Tick it in this browser").click()
    tab.page.locator("[role=status]", has_text="does not let the site keep anything").wait_for()
    assert tab.page.locator(BOXES).count() == 0
    assert tab.page.get_by_role("button", name="Tick it in this browser").is_visible()


def test_the_page_is_as_before_without_scripts(open_tab: Open, home: str) -> None:
    """No button that does nothing, no empty place; the plan can be downloaded, and the command is there."""
    tab = open_tab(at=home, java_script_enabled=False)
    for address in ("curriculum/", "curriculum/week-01/", "map/"):
        tab.go(address)
        assert tab.page.get_by_role("button", name="Tick it in this browser").count() == 0
        assert tab.page.locator("[data-dt-follow]").evaluate("e => e.getBoundingClientRect().height") == 0
    tab.go("curriculum/")
    assert "daytrail init my-log --plan curriculum.yaml" in tab.page.locator(".dt-follow").inner_text()
    assert tab.page.locator(".dt-follow a[download]").get_attribute("href") == "../data/curriculum.yaml"


FOLLOWED = (("curriculum/", 360), ("curriculum/week-01/", 360), ("curriculum/week-01/", 1280), ("map/", 1280))


def test_a_followed_page_is_accessible(open_tab: Open, home: str) -> None:
    """axe-core finds nothing, with all that can be opened."""
    findings = {}
    for address, width in FOLLOWED:
        scheme = "dark" if width < 1000 else "light"
        tab = open_tab(at=home, viewport={"width": width, "height": 800}, color_scheme=scheme)
        follow(tab, "The moon", "Boat")
        opened(tab, address)
        tab.page.locator(".dt-mine__panel summary").click()
        findings[address, width] = axe_findings(tab)
    assert {page: found for page, found in findings.items() if found} == {}


def test_hostile_words_of_a_plan_are_text(open_tab: Open, hostile_home: str) -> None:
    """Boxes and links have them as they are, and an export can be read."""
    tab = open_tab(at=hostile_home)
    follow(tab)
    for box in tab.page.locator(BOXES).all():
        box.check()
    rows = tab.page.locator("li.dt-item").all()
    exported = [(row["item"], row["title"]) for row in json.loads(export(tab))["done"]]
    assert exported == [
        (f"w01/{row.get_attribute('id')}", row.locator(".dt-item__label").text_content()) for row in rows
    ]
    for address in ("curriculum/", "map/"):
        opened(tab, address)
    assert tab.complaints == []
