"""Names of MkDocs and its plugins that are private, and where they are used."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

import pytest
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from daytrail.site import mkdocs_private
from tests.for_each import for_each
from tests.rebuild import commit, rebuild
from tests.website import build, make

SITE = Path(mkdocs_private.__file__).parent
MODULES = sorted(path.name for path in SITE.glob("*.py") if path.name != "mkdocs_private.py")
NAMEDTUPLE = {"_asdict", "_fields", "_make", "_replace"}
UNDOCUMENTED = {
    "cached_source_paths",
    "created_commits",
    "force_page_rendering",
    "get_git_commit_timestamp",
    "get_tag_name_for_commit",
    "ignored_commits",
    "last_revision_commits",
    "post_macro_functions",
    "pre_macro_functions",
    "search_index",
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


@for_each(MODULES)
def test_no_object_changes_its_class(name: str) -> None:
    """Nothing is assigned to `__class__`."""
    tree = ast.parse((SITE / name).read_text(encoding="utf-8"))
    targets = [target for node in ast.walk(tree) if isinstance(node, ast.Assign) for target in node.targets]
    assert not [target for target in targets if isinstance(target, ast.Attribute) and target.attr == "__class__"]


def test_the_check_finds_private_names() -> None:
    """It sees imports, attributes and names in texts."""
    source = (
        "from mkdocs.commands.build import _build_page\n"
        "server._epoch_cond\n"
        "getattr(plugin, 'util')\n"
        "self._own\n"
        "parts._replace(x=1)\n"
    )
    assert sorted(private_names(source)) == ["_build_page", "_epoch_cond", "util"]


@pytest.mark.site
def test_files_of_the_theme_are_those_that_mkdocs_finds(tmp_path: Path) -> None:
    """Hidden ones are passed over, at any depth."""
    names = ("a.js", "below/b.css", ".hidden/c.js", "below/.hidden/d.js", "below/.e.js", "main.html")
    make(tmp_path, {f"own/{name}": "" for name in names})
    own = [str(tmp_path / "own")]

    def files(change: Callable[[MkDocsConfig], object]) -> list[str]:
        config = MkDocsConfig()
        config.load_dict({"site_name": "x", "theme": "material", "docs_dir": str(tmp_path / "docs")})
        config.validate()
        config.theme.dirs[:0] = own
        change(config)
        found = Files([])
        found.add_files_from_theme(config.theme.get_env(), config)
        return [file.src_uri for file in found]

    found = files(mkdocs_private.prepare_templates)
    assert found == files(lambda _: None)
    assert {"a.js", "below/b.css"} <= {*found}


@pytest.mark.site
def test_the_macros_plugin_asks_git_for_a_page_that_shows_it(tmp_path: Path) -> None:
    """Other builds start none of its processes, and its variables are the same as without Daytrail."""
    project = make(tmp_path, {"docs/about.md": "# About\n"})
    commit(project)
    with mock.patch("mkdocs_macros.context.subprocess.check_output") as asked:
        rebuild(project)
    assert asked.call_count == 0
    shown = "{{ git.author }} {{ git['date'].year }} {{ git | length }} {{ git.none is defined }}"
    (project / "docs/about.md").write_text(f"---\nrender_macros: true\n---\n# About\n\n{shown}\n", encoding="utf-8")
    assert "<p>A 2026 14 False</p>" in build(project).site.page("about/").source
