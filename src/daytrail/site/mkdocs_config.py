"""Check of settings by MkDocs' own configuration, for `daytrail check`.

Plugins, extensions and themes that are installed are imported, as in a build. Nothing of the project is executed: hooks
and its own extensions are left out, and a tag such as `!!python/name:…` stands for `str`.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import yaml
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.utils.yaml import get_yaml_loader, yaml_load

from daytrail.problems import Location, Problem, error, warning
from daytrail.project.config_file import Config, locate_message


class _Loader(yaml.SafeLoader):
    """Loader of YAML that executes nothing."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: str)


def config_problems(config: Config) -> Iterator[Problem]:
    """Yield what MkDocs says of the settings in mkdocs.yml."""
    path = config.root / config.document.path
    settings = MkDocsConfig(config_file_path=str(path))
    try:
        with path.open("rb") as file:
            settings.load_dict(yaml_load(file, get_yaml_loader(_Loader, settings)))
    except ConfigurationError as failure:
        yield _of_file(config, failure)
        return
    settings["hooks"] = []
    settings["markdown_extensions"] = _without_own(settings["markdown_extensions"], config.root)
    path_of_modules, sys.path = sys.path, [*_installed_modules(config.root)]
    try:
        failed, warnings = settings.validate()
    except Exception as failure:  # noqa: BLE001 - of a theme without a name, it is a KeyError
        yield error(Location(config.document.path), f"MkDocs cannot read the settings: {failure!r}")
        return
    finally:
        sys.path = path_of_modules
    for report, found in ((error, failed), (warning, warnings)):
        for name, text in ((name, str(text).strip()) for name, text in found):
            first, *others = text.splitlines() or [""]  # of a traceback, the last line as well
            yield report(locate_message(config, name, text), " ".join((f"`{name}`: {first}", *others[-1:])))


def _installed_modules(root: Path) -> Iterator[str]:
    """Yield Python's folders of modules, but not those in a project, unless the environment that runs is there."""
    for folder, path in ((folder, Path(folder).resolve()) for folder in sys.path):
        if path.is_relative_to(Path(sys.prefix).resolve()) or not path.is_relative_to(root.resolve()):
            yield folder


def _without_own(extensions: object, root: Path) -> object:
    """Return a list of Markdown extensions without those that are modules of the project."""
    if not isinstance(extensions, list):
        return extensions
    names = [next(iter(item), "") if isinstance(item, dict) else item for item in extensions]
    own = {path.stem for path in root.iterdir()}
    return [item for item, name in zip(extensions, names, strict=True) if str(name).partition(".")[0] not in own]


def _of_file(config: Config, failure: ConfigurationError) -> Problem:
    """Return the problem of a file that MkDocs cannot read, such as an unknown tag."""
    cause = failure.__context__
    if isinstance(cause, yaml.MarkedYAMLError) and cause.problem_mark:
        mark = cause.problem_mark
        name = os.path.relpath(mark.name, config.root).replace(os.sep, "/")
        return error(Location(name, mark.line + 1, mark.column + 1), f"MkDocs cannot read this: {cause.problem}")
    return error(config.locate("INHERIT"), " ".join(str(failure).split()))
