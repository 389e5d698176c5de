"""Build backend: flit_core, with files of the repository in the wheel, and Mermaid, which npm fetches.

Without npm, or without a registry that it reaches, the wheel is built all the same, and diagrams are shown as text.
"""

import shutil
from pathlib import Path
from typing import Any

import vendor
from flit_core import buildapi
from flit_core.buildapi import build_editable, build_sdist, prepare_metadata_for_build_editable

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

_CHANGELOG = "CHANGELOG.md"
"""The file that `daytrail upgrade` reads."""


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    """Write the metadata of the wheel, which names the licences in it; return the name of their folder."""
    _add_files()
    return str(buildapi.prepare_metadata_for_build_wheel(metadata_directory, config_settings))


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """Build the wheel and return its name."""
    _add_files()
    return str(buildapi.build_wheel(wheel_directory, config_settings, metadata_directory))


def _add_files() -> None:
    """Put what is elsewhere in the repository, or on npm, into the package."""
    target = Path("src/daytrail/assets/repository", _CHANGELOG)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(_CHANGELOG, target)
    if vendor.main(["mermaid"]):
        raise SystemExit(1)
