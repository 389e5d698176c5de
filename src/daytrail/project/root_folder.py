"""Root folder of a project: the nearest one with a configuration of MkDocs."""

import os
from pathlib import Path

CONFIG_FILES = ("mkdocs.yml", "mkdocs.yaml", "properdocs.yml", "properdocs.yaml")
"""Names under which MkDocs and ProperDocs look for their configuration; the first file that exists is read."""


def find_root(start: Path) -> Path | None:
    """Return the nearest folder that contains a mkdocs.yml, from `start` upwards, absolute; None if there is none."""
    start = start.resolve()
    return next((folder for folder in (start, *start.parents) if config_file(folder)), None)


def config_file(folder: Path) -> str | None:
    """Return the name of MkDocs' configuration in a folder; None if there is none or the folder is not readable."""
    # Path.is_file raises for folders that are not readable, os.path.isfile does not.
    return next((name for name in CONFIG_FILES if os.path.isfile(folder / name)), None)  # noqa: PTH113 - see above
