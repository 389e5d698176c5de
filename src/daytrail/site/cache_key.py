"""Ingredients of cache keys that all pages share.

The key of a page is made of these, of what the page shows and of its git date; see `page_builder`.
What no key can know is in `obstacles`.
"""

import json
import os
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from datetime import date
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Section

from daytrail.project.code_version import PACKAGE, file_hash, files_below, fingerprint
from daytrail.site import mkdocs_private

OTHER_SETTINGS = frozenset(("config_file_path", "docs_dir", "plugins", "site_dir", "strict", "theme", "watch"))
"""Settings that say where files are or what fails a build, and those that are described by themselves."""
SHOWN = ("icon", "status", "subtitle")
"""Keys of a page's metadata that Material shows in the navigation."""
KNOWN_CODE = frozenset(("builtins", "daytrail", "markdown", "material", "pymdownx"))
"""Packages whose functions and Markdown extensions depend on nothing but their arguments and versions."""
_MAIN = ("__main__", "__mp_main__")
"""Names of the program that was started; `multiprocessing`, which not every build imports, gives it the second."""
_LIBRARIES = tuple(
    f"{form(folder)}{os.sep}"
    for folder in (str(PACKAGE), *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")))
    for form in (str, os.path.realpath)
)
"""Folders of code that is in the fingerprint."""


class Incomparable(ValueError):
    """A value of which nobody can tell whether it is the same in another build."""


def digest(ingredients: Mapping[str, object]) -> str:
    """Return a hash of named values, for JSON or such as a configuration of MkDocs contains.

    Raises:
        Incomparable: A value is an object or a function of unknown code.
    """
    return blake2b(_encode(ingredients).encode(errors="surrogatepass"), digest_size=16).hexdigest()


def surroundings(config: MkDocsConfig) -> dict[str, object]:
    """Return what pages have in common besides the navigation: settings, theme, code and versions."""
    theme = config.theme
    return {
        "settings": without_root({name: value for name, value in config.items() if name not in OTHER_SETTINGS}, config),
        "plugins": without_root([(name, dict(plugin.config)) for name, plugin in config.plugins.items()], config),
        "theme": [theme.name, {name: theme[name] for name in theme}],
        "templates": _own_templates(config),
        "code": fingerprint(),
        "modules": {name: file_hash(path) for name, path in own_modules(config).items()},
        "engine": mkdocs_private.engine(),
    }


def navigation(items: Iterable[Any]) -> list[object]:
    """Return what pages show of the navigation, once all titles in it are known."""
    return [
        [item.title, navigation(item.children)]
        if isinstance(item, Section)
        else [item.title, item.url, *(getattr(item, "meta", {}).get(name) for name in SHOWN)]
        for item in items
    ]


def without_root(settings: object, config: MkDocsConfig) -> str:
    """Describe settings without the project's path on this machine.

    Raises:
        Incomparable: As `digest`.
    """
    root = os.path.dirname(os.path.abspath(config.config_file_path or "."))  # noqa: PTH100, PTH120 - MkDocs has strings
    return _encode(settings).replace(_encode(root)[1:-1], "")


def _own_templates(config: MkDocsConfig) -> list[dict[str, str]]:
    """Return the hashes of the templates of each folder that is not installed, by their paths in it."""
    folders = [Path(folder) for folder in config.theme.dirs if not _is_installed(folder)]
    return [{str(path.relative_to(folder)): file_hash(path) for path in files_below(folder)} for folder in folders]


def own_modules(config: MkDocsConfig) -> dict[str, Path]:
    """Return the files of the modules that are not installed: macros.py, and those that it imports."""
    files = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    if macros := config.plugins.get("macros"):
        files["macros"] = os.path.join(macros.project_dir, f"{macros.config['module_name']}.py")  # noqa: PTH118 - strings
    own = {name: Path(file) for name, file in files.items() if name not in _MAIN and file and not _is_installed(file)}
    return {name: path for name, path in sorted(own.items()) if path.is_file()}


def _is_installed(path: str) -> bool:
    return path.startswith(_LIBRARIES) or os.path.realpath(path).startswith(_LIBRARIES)


def _encode(value: object) -> str:
    try:
        return _JSON.encode(value)
    except TypeError as error:  # a key that is no text
        raise Incomparable(f"a value cannot be written as JSON: {error}") from None


def _describe(value: object) -> object:
    """Describe a value that JSON cannot write."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, set | frozenset):
        return sorted(map(_encode, value))
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, date):  # front matter of a docs page may have one
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, partial):
        return [value.func, value.args, value.keywords]
    return _describe_code(value)


def _describe_code(value: Any) -> object:
    """Describe a function or a class of a known package, or an object that MkDocs makes of a setting."""
    package = type(value).__module__.partition(".")[0]
    if package == "pathspec":  # of `exclude_docs`
        return [[pattern.include, pattern.regex and pattern.regex.pattern] for pattern in value.patterns]
    if package == "babel" or (package == mkdocs_private.engine()[0] and isinstance(value, tuple)):  # the theme's locale
        return str(value)
    module, name = getattr(value, "__module__", None) or "", getattr(value, "__qualname__", "")
    # A function that another one made has values that cannot be seen.
    if module.partition(".")[0] in KNOWN_CODE and getattr(sys.modules.get(module), name, None) is value:
        return [module, name]
    kind = f"`{module}.{name}`" if name else f"an object of `{type(value).__module__}.{type(value).__qualname__}`"
    raise Incomparable(f"{kind} may make something else of the same text")


_JSON = json.JSONEncoder(default=_describe, separators=(",", ":"), ensure_ascii=False)  # which is faster
