"""The browser of tests, and the host names under which it finds their sites."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.website import SITE_URL, SLOW_HOST
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
HOST = urlsplit(SITE_URL).netloc
HOSTILE_HOST = "hostile.example"
LONG_HOST = "long.example"
LONG_LOG_HOST = "log.example"
WIDE_HOST = "wide.example"
PALETTE_HOST = "palette.example"
DIRECTION_HOST = "direction.example"
LANGUAGE_HOST = "language.example"
ATTACKED_HOST = "attacked.example"
JOURNAL_HOST = "journal.example"
FOLLOWED_HOST = "followed.example"


@contextmanager
def chromium(port: int) -> Iterator[Browser]:
    """Yield a browser that finds our hosts at a port of this machine, and no other host."""
    path = installed.find()
    if path is None and not os.environ.get("CI"):
        pytest.skip("no Chromium or Chrome on this machine: python tools/browser.py gets one")
    assert path, "CI has no Chromium or Chrome: python tools/browser.py gets one"
    names = (
        HOST,
        HOSTILE_HOST,
        LONG_HOST,
        LONG_LOG_HOST,
        WIDE_HOST,
        PALETTE_HOST,
        DIRECTION_HOST,
        LANGUAGE_HOST,
        ATTACKED_HOST,
        JOURNAL_HOST,
        FOLLOWED_HOST,
        SLOW_HOST,
    )
    ours = ", ".join(f"MAP {host} 127.0.0.1:{port}" for host in names)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=path, args=[*FLAGS, f"--host-resolver-rules={ours}, MAP * ~NOTFOUND"]
        )
        yield started
        started.close()
