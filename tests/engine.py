"""The engine and the theme that tests build with: those that are installed, as `tools/run.py` does with others."""

from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec

import pytest

ENGINE = "properdocs" if find_spec("properdocs") else "mkdocs"
"""The package that builds, as `daytrail build` chooses it."""
THEME = "materialx" if entry_points(group="mkdocs.themes", name="materialx") else "material"

HAS_PAGEFIND = THEME == "material" and find_spec("pagefind_bin") is not None
"""Whether builds search with Pagefind, which some systems do not have."""
SEARCH_FILE = "search/bundles.json" if HAS_PAGEFIND else "search/search_index.json"
"""File of the search that each site has."""

needs_pagefind = pytest.mark.skipif(not HAS_PAGEFIND, reason="Pagefind is missing, or the theme has its own")
needs_search_of_material = pytest.mark.skipif(THEME != "material", reason="the search of MaterialX is another one")

if ENGINE == "properdocs":
    # From now on, the package mkdocs is ProperDocs, as it is when the command `properdocs` runs.
    import_module("properdocs.replacement")
