"""Names of MkDocs and its plugins that are private, and where they are used."""

import ast
from collections.abc import Iterator
from pathlib import Path

from daytrail.site import mkdocs_private
from tests.for_each import for_each

SITE = Path(mkdocs_private.__file__).parent
MODULES = sorted(path.name for path in SITE.glob("*.py") if path.name != "mkdocs_private.py")
NAMEDTUPLE = {"_asdict", "_fields", "_make", "_replace"}
UNDOCUMENTED = {
    "cached_source_paths",
    "created_commits",
    "get_git_commit_timestamp",
    "get_tag_name_for_commit",
    "ignored_commits",
    "last_revision_commits",
    "post_macro_functions",
    "pre_macro_functions",
    "search_index",
    "post_build_functions",
    "tag_cache",
    "util",
}
"""Names without an underscore that plugins do not document either."""


def private_names(source: str) -> Iterator[str]:
    """Yield the private names of others that a module imports, or reads from anything but `self` and `cls`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute):
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            names = [] if own else [node.attr]
        elif isinstance(node, ast.Constant) and node.value in UNDOCUMENTED:
            names = [str(node.value)]  # as in getattr(plugin, "util")
        else:
            continue
        for name in names:
            if name in UNDOCUMENTED or (name.startswith("_") and not name.endswith("__") and name not in NAMEDTUPLE):
                yield name


@for_each(MODULES)
def test_private_names_of_others_are_used_in_one_module(name: str) -> None:
    """No other module of the room `site` uses a private name of MkDocs or of one of its plugins."""
    assert list(private_names((SITE / name).read_text(encoding="utf-8"))) == []
