"""Sites that are built once for all processes of a run of pytest."""

from pathlib import Path
from threading import Thread

import pytest

from tests.once import built_once
from tests.website import Built, Site


def test_one_process_builds_and_the_others_get_its_result(tmp_path_factory: pytest.TempPathFactory) -> None:
    folders: list[Path] = []

    def build(folder: Path) -> Built:
        folders.append(folder)
        return Built(1, "out", Site(folder / "site"))

    results = []
    threads = [Thread(target=lambda: results.append(built_once(tmp_path_factory, "x", build))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (folder,) = folders
    assert [(built.status, built.output, built.site.folder) for built in results] == [(1, "out", folder / "site")] * 4


def test_the_failure_of_a_build_is_one_of_all_processes(tmp_path_factory: pytest.TempPathFactory) -> None:
    def build(folder: Path) -> Built:
        raise LookupError(folder.name)

    for expected in (LookupError, RuntimeError):
        with pytest.raises(expected, match="broken"):
            built_once(tmp_path_factory, "broken", build)
