"""The bytes of a site depend on its files and the date only, not on when or where it is built."""

import os

import pytest

from tests.engine import THEME
from tests.website import DEMO_TODAY, ROOT, Site, build_apart

LATER = '''\
"""Python reads this file when it starts: the clock is 400 days and some seconds ahead."""
import datetime, time

AHEAD = 400 * 86400 + 4321.5
real, clock, nanoseconds = datetime.datetime, time.time, time.time_ns


class Ahead(real):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    @classmethod
    def today(cls):
        return cls.now()

    @classmethod
    def utcnow(cls):
        return cls.now(datetime.timezone.utc).replace(tzinfo=None)


time.time = lambda: clock() + AHEAD
time.time_ns = lambda: nanoseconds() + int(AHEAD * 1e9)
datetime.datetime = Ahead
'''


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Return the repository's own site, built a year later in another time zone."""
    folder = tmp_path_factory.mktemp("later")
    (folder / "sitecustomize.py").write_text(LATER, encoding="utf-8")
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    built = build_apart(
        ROOT,
        into=folder / "site",
        PYTHONPATH=path,
        TZ="Pacific/Kiritimati",
        PYTHONHASHSEED="7",
        LC_ALL="C",
        DAYTRAIL_TODAY=DEMO_TODAY,
    )
    assert built.status == 0, built.output
    return built.site


@pytest.mark.skipif(THEME != "material", reason="the repository's mkdocs.yml names Material")
def test_a_second_build_has_the_same_bytes(site: Site, later: Site) -> None:
    """Every file is equal with another time zone, locale, year and hash seed."""
    first, second = site.bytes(), later.bytes()
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
