"""A page that arrives in pieces: nothing moves while it is read."""

from pathlib import Path

import pytest

from tests.browser.conftest import Open, in_both_fonts
from tests.website import SLOW_HOST, Site


@in_both_fonts
@pytest.mark.parametrize("address", ["", "reading/", "curriculum/"])
def test_nothing_moves_while_a_page_is_read(
    open_tab: Open, site: Site, hosts: tuple[dict[str, Path], int], address: str
) -> None:
    """The places of the trail and the columns of a table depend on what is read last."""
    hosts[0][SLOW_HOST] = site.folder
    tab = open_tab(f"http://{SLOW_HOST}/repo/", viewport={"width": 1280, "height": 800})
    tab.watch_shifts()
    tab.go(address)
    assert tab.shifts(above=0) == []
