"""The bytes of a site depend on its files and the date only, not on when or where it is built."""

import os
import shutil
from pathlib import Path

from tests.website import Site, build_apart

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


def test_a_second_build_has_the_same_bytes(built_project: Path, tmp_path: Path) -> None:
    """Every file is equal in another folder, with another time zone, locale, year and hash seed."""
    (tmp_path / "sitecustomize.py").write_text(LATER, encoding="utf-8")
    project = shutil.copytree(built_project, tmp_path / "again", ignore=shutil.ignore_patterns("site"))
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    built = build_apart(project, PYTHONPATH=path, TZ="Pacific/Kiritimati", PYTHONHASHSEED="7", LC_ALL="C")
    assert built.status == 0, built.output
    first, second = Site(built_project / "site").bytes(), built.site.bytes()
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
