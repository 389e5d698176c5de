"""The engine and the theme that tests build with: those that are installed, as `make test ENGINE=…` does."""

from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec

import pytest

ENGINE = "properdocs" if find_spec("properdocs") else "mkdocs"
"""The package that builds, as `daytrail build` chooses it."""
THEME = "materialx" if entry_points(group="mkdocs.themes", name="materialx") else "material"

needs_search_of_material = pytest.mark.skipif(THEME != "material", reason="the search of MaterialX is another one")

if ENGINE == "properdocs":
    # From now on, the package mkdocs is ProperDocs, as it is when the command `properdocs` runs.
    import_module("properdocs.replacement")
