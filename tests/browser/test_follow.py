"""Following the plan in a browser: ticks of the visitor's own, beside the author's."""

import json
import re
import shutil
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from daytrail.model.progress_file import ProgressFile
from daytrail.source.validation import validate
from daytrail.source.yaml.parser import parse
from tests.browser.conftest import Open, Tab, axe_findings, in_both_fonts
from tests.chromium import FOLLOWED_HOST
from tests.command import run
from tests.website import Built, build, make

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
PROGRESS = "progress.yaml"
TODAY = date(2026, 3, 1)


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the folders of two sites: one of a plan, and one of the same plan after some changes."""
    files = {"curriculum.yaml": PLAN, "docs/map.md": MAP, "entries/2026-02-02.md": "---\ndone: [w01/moon]\n---\n"}
    old = make(tmp_path_factory.mktemp("followed") / "old", files)
    built = build(old)
    assert built.status == 0, built.output
    new = old.with_name("new")
    shutil.copytree(old, new, ignore=shutil.ignore_patterns("site"))
    for change in ("insert-week 2 Wind", "rename w01/moon new-moon", "move w01/sun 2", "drop w01/shore"):
        result = run(new, "plan", *change.split(), "--write")
        assert result.status == 0, result.err
    text = (new / "curriculum.yaml").read_text(encoding="utf-8")
    # By hand, without `was`.
    text = text.replace("{text: Boat, hours: 2}, ", "").replace("{id: paper, title: Second", "{id: text, title: Second")
    (new / "curriculum.yaml").write_text(text, encoding="utf-8")
    changed = build(new)
    assert changed.status == 0, changed.output
    return built.site.folder, changed.site.folder


@pytest.fixture
def home(projects: tuple[Path, Path], hosts: tuple[dict[str, Path], int]) -> str:
    """Return the URL of the site with the plan as it was first."""
    hosts[0][FOLLOWED_HOST] = projects[0]
    return f"http://{FOLLOWED_HOST}/repo/"


def follow(tab: Tab, *labels: str, address: str = "curriculum/week-01/") -> None:
    """Follow the plan on the page of a week, and tick items of it."""
    tab.page.clock.set_fixed_time(TODAY.isoformat())
    tab.go(address)
    tab.page.get_by_role("button", name="Follow with my own ticks").click()
    tab.page.locator(BOXES).first.wait_for()
    for label in labels:
        tab.page.get_by_label(f"I have done: {label}").check()


def opened(tab: Tab, address: str) -> None:
    """Open a page of a visitor who follows the plan."""
    tab.go(address)
    tab.page.locator(".dt-mine__panel .dt-bar").wait_for()


def ticked(tab: Tab) -> list[str]:
    """Return what the ticked boxes of a page are called."""
    names = tab.page.locator(f"{BOXES}:checked").evaluate_all("boxes => boxes.map(box => box.ariaLabel)")
    return [name.removeprefix("I have done: ") for name in names]


def kept(tab: Tab) -> Any:
    """Return what the browser keeps."""
    return json.loads(tab.page.evaluate("key => localStorage.getItem(key)", KEY) or "null")


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
    chooser.set_input_files({"name": PROGRESS, "mimeType": "application/yaml", "buffer": raw})
    line.get_by_text(re.compile("ticks", re.IGNORECASE)).wait_for()
    return line.inner_text()


@in_both_fonts
def test_nothing_is_shown_or_loaded_until_asked_for(open_tab: Open, home: str) -> None:
    """Pages of the plan have a button, other pages nothing; the script and the data come once it was pressed."""
    tab = open_tab(at=home)
    tab.watch_shifts()
    for address in ("curriculum/", "curriculum/week-01/", "curriculum/sea/", "map/"):
        tab.go(address)
        tab.page.get_by_role("button", name="Follow with my own ticks").wait_for()
        assert tab.shifts() == [], address
    tab.go("log/2026/02/02/")
    tab.settle()
    assert tab.page.locator("[data-dt-follow]").count() == 0
    assert not [url for url in tab.requests if "following" in url or "curriculum.json" in url]
    assert tab.page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('daytrail'))") == []


def test_ticks_stay_and_are_beside_those_of_the_author(open_tab: Open, home: str) -> None:
    """A tick is there after the page is loaded again, and plan, part, week and map have the visitor's own figures."""
    tab = open_tab(at=home)
    follow(tab, "The sun & <b>more</b>", "Shore")
    assert status(tab) == ""
    tab.page.reload()
    tab.page.locator(".dt-mine__panel .dt-bar").wait_for()
    assert ticked(tab) == ["The sun & <b>more</b>", "Shore"]
    this_week, whole = "This week: 2 of 3 done; 1 h of 1 h estimated", "You: 2 of 5 done; 1 h of 4.5 h estimated"
    assert panel(tab).split("\n\n") == [this_week, whole]
    item = tab.page.locator("#moon")
    assert item.locator(".dt-sign--done").count() == 1
    assert item.locator(".dt-mine__day").count() == 0
    assert "1 Mar" in tab.page.locator("#sun").inner_text()
    assert tab.page.get_by_label("I have done: Shore").get_attribute("title") == "done by you on 1 March"
    opened(tab, "curriculum/")
    assert tab.page.locator(".dt-weeks__facts .dt-mine").all_inner_texts() == ["you 2/3"]
    assert "Go on with week 1: Ebb." in panel(tab)
    tab.page.locator(".dt-mine__sums a").click()
    tab.page.locator("#dt-checklist:target").wait_for()
    opened(tab, "curriculum/")
    assert "You: 2 of 5 done" in tab.page.locator("#sea .dt-bar.dt-mine").inner_text()
    opened(tab, "curriculum/sea/")
    assert "You: 2 of 5 done" in tab.page.locator(".dt-summary .dt-bar.dt-mine").inner_text()
    opened(tab, "map/")
    assert tab.page.locator(".dt-map__facts .dt-mine").all_text_contents() == ["You: 2 of 4 done"]
    titles = tab.page.locator("[data-dt-topic] title").all_text_contents()
    assert titles[0].endswith("; You: 2 of 4 done")
    assert not titles[1].endswith("done")
    tab.go("curriculum/week-01/")
    tab.page.get_by_label("I have done: Shore").uncheck()
    assert kept(tab) == {"done": {"w01/sun": [TODAY.isoformat(), "The sun & <b>more</b>"]}}
    assert tab.complaints == []


@in_both_fonts
@pytest.mark.parametrize("width", [360, 768, 1000, 1280])
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
    """The file is YAML that people can read; an import adds to the ticks that are there, and can be undone."""
    tab = open_tab(at=home)
    follow(tab, "The moon", "The sun & <b>more</b>")
    text = export(tab)
    assert yaml.safe_load(text) == {
        "plan": "Tides",
        "done": [
            {"item": "w01/moon", "date": TODAY, "title": "The moon"},
            {"item": "w01/sun", "date": TODAY, "title": "The sun & <b>more</b>"},
        ],
    }
    other = open_tab(at=home)
    follow(other, "Boat")
    # As another program writes it.
    again = yaml.safe_dump(yaml.safe_load(text) | {"more": 1})
    assert upload(other, again) == "Ticks added: 2. Undo"
    assert ticked(other) == ["The moon", "The sun & <b>more</b>", "Boat"]
    assert upload(other, again) == "Ticks added: 0. Undo"
    assert upload(other, text) == "Ticks added: 0. Undo"
    other.page.get_by_role("button", name="Undo").click()
    assert len(ticked(other)) == 3
    assert tab.complaints == other.complaints == []


HOSTILE_TEXT = "</p><img src=x onerror=alert(1)><script>alert(2)</script>"
HOSTILE_FILES: Mapping[str, str | bytes] = {
    "markup": f'plan: "{HOSTILE_TEXT}"\ndone:\n  - item: "w01/{HOSTILE_TEXT}"\n    date: 2026-01-01\n    title: "x"\n',
    "other items": "done:\n  - item: __proto__\n    date: 2026-01-01\n  - item: constructor\n    date: 2026-01-01\n",
    "dates": "- {}\n- item: w01/moon\n  date: 2026-02-31\n- item: w01/sun\n  date: '<b>'\n- item: w01/boat\n",
    "broken": 'done:\n  - item: "w01/moon\n    date: "\n  - - - {{{ item: &a *a\n',
    "binary": bytes(range(256)) * 40,
    "huge": b"- item: w01/moon\n  date: 2026-01-01\n" * 100_000,
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


def test_what_of_a_file_is_valid_is_taken_and_the_rest_is_counted(open_tab: Open, home: str) -> None:
    """The words of an item are those of the plan, whatever the file calls it."""
    tab = open_tab(at=home)
    follow(tab)
    text = f'- title: "{HOSTILE_TEXT}"\n  date: 2026-01-02\n  item: w01/moon\n- item: w09/x\n  date: 2026-01-02\n'
    left_out = "Left out, as the plan does not have them or they have no date: 1."
    assert upload(tab, text) == f"Ticks added: 1. {left_out} Undo"
    assert kept(tab) == {"done": {"w01/moon": ["2026-01-02", "The moon"]}}
    assert tab.page.get_by_label("I have done: The moon").get_attribute("title") == "done by you on 2 January"
    tab.page.get_by_role("button", name="Undo").click()
    assert ticked(tab) == []
    assert tab.complaints == []


HOSTILE_STORAGE = (
    HOSTILE_TEXT,
    "null",
    '{"done": []}',
    '{"done": {"w01/sun": 1, "w01/moon": [null], "__proto__": ["2026-01-01", 1], "w01/boat": ["2026-01-01", 3]}}',
    json.dumps({"done": {f"w01/{HOSTILE_TEXT}": ["2026-01-01", HOSTILE_TEXT], "w01/sun": [HOSTILE_TEXT, ""]}}),
)


def test_hostile_storage_is_text(open_tab: Open, home: str) -> None:
    """Whatever the browser keeps, pages show their boxes, and ticks of items that the plan has."""
    tab = open_tab(at=home)
    for text in HOSTILE_STORAGE:
        tab.go("")
        tab.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, text])
        for address in ("map/", "curriculum/week-01/"):
            opened(tab, address)
        assert ticked(tab) == (["Boat"] if "boat" in text else [])
        tab.page.get_by_label("I have done: Boat").set_checked("boat" not in text)
        assert ticked(tab) == ([] if "boat" in text else ["Boat"])
        assert tab.page.locator("img[onerror], [data-dt-follow] script").count() == 0
    assert tab.complaints == []


def test_ticks_survive_changes_of_the_plan(
    open_tab: Open, home: str, projects: tuple[Path, Path], hosts: tuple[dict[str, Path], int]
) -> None:
    """Ticks go with items that were moved or renamed, and with weeks behind an inserted one; none is lost.

    Also if their author did it by hand, and no `was` says so.
    """
    tab = open_tab(at=home)
    follow(tab, "The moon", "The sun & <b>more</b>", "Boat")
    opened(tab, "curriculum/week-03/")
    tab.page.get_by_label("I have done: Second paper").check()
    old = export(tab)
    hosts[0][FOLLOWED_HOST] = projects[1]
    tab.page.route("**/*", lambda route: route.continue_())  # switches the browser's cache of pages off
    shown = {}
    for number in range(1, 5):
        opened(tab, f"curriculum/week-0{number}/")
        shown[number] = ticked(tab)
    # The second paper was `w03/paper`, as the first one is now: only its title tells.
    assert shown == {1: ["The moon"], 2: ["The sun & <b>more</b>"], 3: [], 4: ["Second paper"]}
    gone = "Of your ticks, 1 are about what the plan no longer has. They are kept, and exported."
    assert gone in panel(tab)
    new = {row["item"] for row in yaml.safe_load(export(tab))["done"]}
    assert new == {"w01/new-moon", "w02/sun", "w04/text", "w01/boat"}
    other = open_tab(at=home)
    follow(other, address="curriculum/week-04/")
    assert upload(other, old).startswith("Ticks added: 3. Left out")
    assert ticked(other) == shown[4]
    # Written anew, the old addresses are not there any more, except that of what is gone.
    tab.page.get_by_label("I have done: Second paper").uncheck()
    assert kept(tab)["done"].keys() == {"w01/new-moon", "w02/sun", "w01/boat"}
    assert tab.complaints == other.complaints == []


def test_following_ends_after_a_question_and_can_be_undone(open_tab: Open, home: str) -> None:
    """With the keyboard alone, and the focus is never lost."""
    tab = open_tab(at=home)
    tab.go("curriculum/week-01/")
    keyboard = tab.page.keyboard
    tab.page.get_by_role("button", name="Follow with my own ticks").focus()
    keyboard.press("Enter")
    tab.page.locator(".dt-mine__panel:focus").wait_for()
    assert status(tab) == "You follow this plan now. Tick what you have done."
    for key in ("Tab", "Enter", "Tab", "Tab", "Tab"):  # opens the details, and goes to its third button
        keyboard.press(key)
    keyboard.press("Enter")
    keyboard.press("Enter")  # the answer that keeps the ticks has the focus
    assert tab.page.locator(".dt-mine__panel summary:focus").count() == 1
    tab.page.locator("#moon input").focus()
    keyboard.press("Space")
    assert ticked(tab) == ["The moon"]
    assert tab.page.locator("#moon input:focus").count() == 1
    button(tab, "Stop following")
    assert "Your ticks are deleted" in tab.page.locator(".dt-mine__question").inner_text()
    keyboard.press("Shift+Tab")
    keyboard.press("Enter")
    assert tab.page.locator("[data-dt-follow] > button:focus").count() == 1
    assert kept(tab) is None
    assert tab.page.locator(f".dt-mine, {BOXES}").count() == 0
    assert status(tab) == "You no longer follow this plan. Undo"
    tab.page.get_by_role("button", name="Undo").click()
    assert ticked(tab) == ["The moon"]
    assert tab.complaints == []


def test_two_tabs_show_the_same(open_tab: Open, home: str) -> None:
    """A tick, the beginning and the end of following in one tab are shown in another one that is open."""
    tab = open_tab(at=home)
    tab.go("curriculum/week-01/")
    other = Tab(tab.page.context.new_page(), home)
    follow(other, "Boat")
    tab.page.locator(f"{BOXES}:checked").wait_for()
    tab.page.get_by_label("I have done: The moon").check()
    other.page.locator("#moon input:checked").wait_for()
    assert kept(tab)["done"].keys() == {"w01/boat", "w01/moon"}
    button(tab, "Stop following")
    tab.page.locator(".dt-mine__question").get_by_role("button", name="Stop following").click()
    other.page.locator("[data-dt-follow] > button").wait_for()
    assert other.page.locator(BOXES).count() == 0
    # The theme's RxJS complains in a tab that is not in front, where the browser draws no frames.
    assert {*tab.complaints} <= {"executing a cancelled action"}


@pytest.mark.parametrize(
    "obstacle",
    [
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('', 'SecurityError') }})",
        "Storage.prototype.setItem = function () { throw new DOMException('', 'QuotaExceededError') }",
    ],
)
def test_a_browser_that_keeps_nothing_says_so(open_tab: Open, home: str, obstacle: str) -> None:
    tab = open_tab(at=home)
    tab.page.add_init_script(obstacle)
    tab.go("curriculum/week-01/")
    tab.page.get_by_role("button", name="Follow with my own ticks").click()
    tab.page.locator("[role=status]", has_text="does not let the site keep anything").wait_for()
    assert tab.page.locator(BOXES).count() == 0
    assert tab.page.get_by_role("button", name="Follow with my own ticks").is_visible()


def test_a_full_storage_keeps_the_ticks_that_are_there(open_tab: Open, home: str) -> None:
    """A tick that cannot be kept is not shown either."""
    tab = open_tab(at=home)
    follow(tab, "Boat")
    tab.page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') } }"
    )
    tab.page.get_by_label("I have done: The moon").click()
    assert "has no space left" in status(tab)
    assert ticked(tab) == ["Boat"]


def test_the_page_is_as_before_without_scripts(open_tab: Open, home: str) -> None:
    """No button that does nothing, no empty place; the plan can be downloaded, and the command is there."""
    tab = open_tab(at=home, java_script_enabled=False)
    for address in ("curriculum/", "curriculum/week-01/", "map/"):
        tab.go(address)
        assert tab.page.get_by_role("button", name="Follow with my own ticks").count() == 0
        assert tab.page.locator("[data-dt-follow]").evaluate("e => e.getBoundingClientRect().height") == 0
    tab.go("curriculum/")
    assert "daytrail init my-log --plan curriculum.yaml" in tab.page.locator(".dt-follow").inner_text()
    assert tab.page.locator(".dt-follow a[download]").get_attribute("href") == "../data/curriculum.yaml"


FOLLOWED = (("curriculum/", 360), ("curriculum/week-01/", 360), ("curriculum/week-01/", 1280), ("map/", 1280))


@in_both_fonts
def test_a_followed_page_fits(open_tab: Open, home: str) -> None:
    """Nothing is wider than the window, and a button is as large as a finger needs."""
    tab = open_tab(at=home)
    follow(tab, "The moon", "Boat")
    for address, width in FOLLOWED:
        tab.page.set_viewport_size({"width": width, "height": 800})
        opened(tab, address)
        button(tab, "Stop following")
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width, (address, width)
        sizes = tab.page.locator("[data-dt-follow] button").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"
        )
        assert min(sizes) >= 24, (address, width)


def test_a_followed_page_is_accessible(open_tab: Open, home: str) -> None:
    """axe-core finds nothing, in either palette, with all that can be opened."""
    findings = {}
    for address, width in FOLLOWED:
        tab = open_tab(at=home, viewport={"width": width, "height": 800}, color_scheme="light")
        follow(tab, "The moon", "Boat")
        opened(tab, address)
        button(tab, "Stop following")
        findings[address, width] = axe_findings(tab)
    assert {page: found for page, found in findings.items() if found} == {}


def test_a_followed_week_is_printed_with_the_visitors_own_boxes(open_tab: Open, home: str) -> None:
    """There is one box for each item on paper, and no button."""
    tab = open_tab(at=home)
    follow(tab, "Boat")
    tab.page.emulate_media(media="print")
    assert tab.page.locator(f"{BOXES}:visible").count() == 4
    assert tab.page.locator(".dt-item > .dt-sign:visible").count() == 0
    assert tab.page.locator("[data-dt-follow] button:visible").count() == 0


def test_ticks_are_there_after_instant_navigation(open_tab: Open, home: str) -> None:
    tab = open_tab(at=home, instant=True)
    follow(tab, "Boat")
    tab.mark()
    tab.page.locator(".dt-around__next").click()
    tab.page.wait_for_url("**/week-02/")
    tab.page.get_by_label("I have done: First paper").check()
    tab.page.go_back()
    tab.page.locator("#boat input:checked").wait_for()
    assert kept(tab)["done"].keys() == {"w01/boat", "w02/paper"}
    assert tab.is_marked
    assert tab.complaints == []


def test_hostile_words_of_a_plan_are_text(open_tab: Open, hostile_home: str, hostile: Built) -> None:
    """Boxes, links and titles have them as they are, and an export can be read by any parser of YAML."""
    tab = open_tab(at=hostile_home)
    follow(tab)
    for box in tab.page.locator(BOXES).all():
        box.check()
    text = export(tab)
    items = json.loads((hostile.site.folder / "data/curriculum.json").read_text(encoding="utf-8"))["parts"][0]["weeks"][
        0
    ]
    exported = [(row["item"], row["title"]) for row in yaml.safe_load(text)["done"]]
    assert exported == [(item["address"], item["label"]) for item in items["items"]]
    assert validate(ProgressFile, parse(text, PROGRESS)[0])[1] == []
    for address in ("curriculum/", "map/"):
        opened(tab, address)
    assert tab.complaints == []
