"""After random edits in any order, a build that keeps pages equals a clean build."""

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.promises import tries
from tests.rebuild import again, commit, differing
from tests.site.test_kept_pages import EDITS
from tests.site.test_staging import CHANGES

pytestmark = pytest.mark.site


def changed_site(project: Path, name: str) -> None:
    path, change = CHANGES[name]
    change(project / path)


STEPS = st.one_of(
    st.sampled_from(sorted(EDITS)).map(lambda name: EDITS[name]),
    st.sampled_from(sorted(CHANGES)).map(lambda name: lambda project: changed_site(project, name)),
    st.integers(1, 28).map(lambda day: lambda project: commit(project, day=f"2026-01-{day:02d}")),
)


@tries(2, builds=8)
@given(steps=st.lists(STEPS, min_size=2, max_size=4), day=st.integers(1, 28))
def test_a_build_after_random_edits_equals_a_clean_build(built_project: Path, steps: list[Any], day: int) -> None:
    """Of entries, plan, settings, theme, modules, date, history and site; what an earlier edit prevents is left out."""
    with tempfile.TemporaryDirectory() as folder:
        project = again(built_project, Path(folder))
        for step in steps:
            with suppress(AssertionError, OSError):
                step(project)
            assert differing(project, SOURCE_DATE_EPOCH="0", DAYTRAIL_TODAY=f"2026-02-{day:02d}") == []
