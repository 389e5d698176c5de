"""The page of a day in a browser: the keys that turn pages, and the cards beside the text."""

import re
from typing import Literal

from playwright.sync_api import FloatRect

from tests.browser.conftest import Open, Tab, in_both_fonts
from tests.conftest import Host, Shared
from tests.site.test_images import noise
from tests.website import Site, text

DAY = "log/2026/02/10/"


def around(site: Site) -> tuple[str, str]:
    """Return the addresses of the entries before and after the day by date."""
    days = sorted(address for address in site.pages if re.match(r"log/\d{4}/\d\d/\d\d", address))
    return days[days.index(DAY) - 1], days[days.index(DAY) + 1]


def test_keys_lead_to_the_days_before_and_after(open_tab: Open, site: Site) -> None:
    """`n` leads to the next day and `p` back, several times in a row without loading the whole page again."""
    before, after = around(site)
    tab = open_tab(instant=True)
    tab.go(DAY)
    tab.mark()
    for key, address in (("n", after), ("p", DAY), ("p", before)):
        tab.page.keyboard.press(key)
        tab.page.wait_for_url(f"**/{address}")
        # The address changes before the page does.
        tab.page.locator(".dt-day h1", has_text=text(site.page(address).find("h1")[0])).wait_for()
        tab.settle()
    assert tab.is_marked
    assert tab.complaints == []


def test_other_keys_lead_nowhere(open_tab: Open) -> None:
    """With modifiers they are the browser's own, and in the search they are the letters of a word."""
    tab = open_tab()
    tab.go(DAY)
    tab.settle()
    for keys in ("Control+p", "Alt+n", "Shift+N"):
        tab.page.keyboard.press(keys)
    tab.page.locator("input.md-search__input").click()
    tab.page.keyboard.type("pnpn")
    tab.page.wait_for_timeout(300)
    assert tab.address == DAY
    assert tab.page.locator("input.md-search__input").input_value() == "pnpn"


def boxes(tab: Tab) -> list[FloatRect]:
    """Return the boxes of the text and of the cards."""
    return [box for css in (".e-content", ".dt-margin") if (box := tab.page.locator(css).bounding_box())]


@in_both_fonts
def test_cards_are_beside_the_text_of_a_wide_screen(open_tab: Open) -> None:
    """An item of the plan or a source takes three lines at most; on a phone and in print they are below the text."""
    tab = open_tab(viewport={"width": 1280, "height": 800})
    tab.go(DAY)
    body, cards = boxes(tab)
    assert cards["x"] >= body["x"] + body["width"]
    assert cards["y"] <= body["y"] + 10
    heights = tab.page.locator(".dt-line").evaluate_all("lines => lines.map(line => line.clientHeight)")
    assert len(heights) >= 3
    assert max(heights) < 80
    narrow: list[tuple[Literal["screen", "print"], int]] = [("screen", 360), ("print", 1280)]
    for media, width in narrow:
        tab.page.set_viewport_size({"width": width, "height": 740})
        tab.page.emulate_media(media=media)
        body, cards = boxes(tab)
        assert cards["y"] >= body["y"] + body["height"]
        assert cards["x"] <= body["x"] + 1


def test_a_click_enlarges_a_picture(open_tab: Open, host: Host, shared: Shared) -> None:
    """It is as large as the window until a key or a click; a small one in a row shows the whole picture."""
    files = {"entries/2026-02-01.md": '![](a.jpg "Sea")\n![b](a.jpg)\n', "entries/a.jpg": noise(900, 600)}
    tab = open_tab(host("pictures", shared("pictures", files)), viewport={"width": 360, "height": 740}, instant=True)
    tab.watch_shifts()
    tab.go("log/2026/02/01/")
    tops = tab.page.locator(".dt-picture").evaluate_all("links => links.map(link => link.offsetTop)")
    assert len(tops) == 2
    assert tops[0] == tops[1], "side by side, also on a phone"
    assert tab.shifts() == []
    dialog = tab.page.locator("dialog.dt-enlarged")
    for close in ("Escape", "Enter", "a click"):
        tab.page.locator(".dt-picture").first.focus()
        tab.page.keyboard.press("Enter")
        assert dialog.get_attribute("aria-label") == "Sea"
        assert dialog.locator("img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 900
        if close == "a click":
            dialog.click()
        else:
            tab.page.keyboard.press(close)
        dialog.wait_for(state="detached")
        assert tab.page.evaluate("document.activeElement.matches('.dt-picture')")
    assert tab.address == "log/2026/02/01/"
    assert tab.complaints == []
