"""The browser of tests, the fonts that it draws with, and the host names under which it finds their sites."""

import html
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tools import browser as installed

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

FontWidth: TypeAlias = Literal["narrow", "wide"]
FONTS: Mapping[FontWidth, str] = {"narrow": "Daytrail Narrow", "wide": "Daytrail Wide"}
"""Family that text is drawn with, by its width; its files are in `tests/fonts`."""
FOLDER = Path(__file__).with_name("fonts")
Browsers: TypeAlias = Callable[[FontWidth], Browser]
_CONFIGURATION = """\
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <match target="pattern">
    <edit name="family" mode="append_last"><string>{family}</string><string>Daytrail Wide</string></edit>
  </match>
  <match target="pattern">
    <test name="family"><string>monospace</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Daytrail Mono</string></edit>
  </match>
  <match target="font">
    <edit name="antialias"><bool>true</bool></edit>
    <edit name="hinting"><bool>false</bool></edit>
    <edit name="rgba"><const>none</const></edit>
  </match>
</fontconfig>
"""


@contextmanager
def font_environment(width: FontWidth = "narrow") -> Iterator[dict[str, str]]:
    """Yield the environment of a browser that draws with the fonts of the tests, and knows no others.

    fontconfig then reads no file of the system or of the user, and its cache is in a temporary folder.
    Chrome on macOS and on Windows does not use fontconfig: there it draws with the fonts of the machine.
    """
    with tempfile.TemporaryDirectory(prefix="daytrail-fonts-") as folder:
        file = Path(folder) / "fonts.conf"
        values = {"fonts": FOLDER, "cache": Path(folder) / "cache", "family": FONTS[width]}
        escaped = {name: html.escape(str(value)) for name, value in values.items()}
        file.write_text(_CONFIGURATION.format_map(escaped), encoding="utf-8")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("FONTCONFIG_")}
        yield inherited | {"FONTCONFIG_FILE": str(file)}


@contextmanager
def browsers(port: int) -> Iterator[Browsers]:
    """Yield a function that returns a browser with fonts of a width; it is started when it is first asked for.

    It finds hosts below `.example` at a port of this machine, and no other host.
    """
    path = installed.find()
    if path is None and not os.environ.get("CI"):
        pytest.skip("no Chromium or Chrome on this machine: python tools/browser.py gets one")
    assert path, "CI has no Chromium or Chrome: python tools/browser.py gets one"
    arguments = [*FLAGS, f"--host-resolver-rules=MAP *.example 127.0.0.1:{port}, MAP * ~NOTFOUND"]
    with sync_playwright() as playwright, ExitStack() as stack:

        @cache
        def start(width: FontWidth) -> Browser:
            environment = stack.enter_context(font_environment(width))
            started = playwright.chromium.launch(executable_path=path, args=arguments, env={**environment})
            stack.callback(started.close)
            return started

        yield start


def fonts_of(page: Page, selector: str) -> set[str]:
    """Return the families with which the browser drew the text of the first element that matches."""
    tools = page.context.new_cdp_session(page)
    tools.send("DOM.enable")
    tools.send("CSS.enable")
    root = tools.send("DOM.getDocument")["root"]["nodeId"]
    node = tools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    tools.detach()
    return {font["familyName"] for font in fonts}


@cache
def draws_with(browser: Browser, width: FontWidth) -> bool:
    """Return whether a browser draws text with the fonts of a width, as one on Linux does."""
    with browser.new_page() as page:
        page.set_content("<p>Words")
        return fonts_of(page, "p") == {FONTS[width]}
