"""Check of settings by MkDocs' own configuration, for `daytrail check`.

Plugins, extensions and themes that are installed are imported, as in a build. Nothing of the project is executed: hooks
and its own extensions are left out, and a tag such as `!!python/name:…` stands for `str`.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from mkdocs.config.base import ValidationError, get_schema
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import ConfigurationError
from mkdocs.utils.yaml import get_yaml_loader, yaml_load

from daytrail.problems import Location, Problem, did_you_mean, error, quoted, warning
from daytrail.project.config_file import Config, locate_message


class _Loader(yaml.SafeLoader):
    """Loader of YAML that executes nothing."""


_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda *_: str)


def config_problems(config: Config) -> Iterator[Problem]:
    """Yield what MkDocs says of the settings in mkdocs.yml.

    As in MkDocs, what follows from several settings is not looked at before each of them is right.
    """
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
    path_of_modules = sys.path
    sys.path = [*_installed_modules(config.root)]
    try:
        yield from _validation_problems(config, settings)
    finally:
        sys.path = path_of_modules


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


def _validation_problems(config: Config, settings: MkDocsConfig) -> Iterator[Problem]:
    failed = False
    for phase in ("pre_validation", "validate", "post_validation"):
        for name, option in get_schema(MkDocsConfig) if not (failed and phase == "post_validation") else ():
            try:
                _validate(settings, name, option, phase)
            except Exception as failure:  # noqa: BLE001 - of a theme without a name, it is a KeyError
                failed = True
                text = str(failure) if isinstance(failure, ValidationError) else repr(failure)
                yield error(locate_message(config, name, text), message_of_setting(name, text))
            yield from (
                warning(locate_message(config, name, text), message_of_setting(name, text)) for text in option.warnings
            )
            option.reset_warnings()
    for name in settings.keys() - dict(get_schema(MkDocsConfig)).keys():
        node = config.document.find((name,))
        location = (node.key or node).location if node else Location(config.document.path)
        hint = did_you_mean(name, dict(get_schema(MkDocsConfig)))
        yield warning(location, f"MkDocs does not know the setting {quoted(name)}", hint)


def _validate(settings: MkDocsConfig, name: str, option: Any, phase: str) -> None:
    """Run one of the three methods by which MkDocs validates an option, or raise a ValidationError."""
    if phase == "validate":
        settings[name] = option.validate(settings.get(name))
    else:
        getattr(option, phase)(settings, key_name=name)


def message_of_setting(name: str, text: str) -> str:
    """Return what MkDocs says of a setting, on one line: of a traceback, the first and the last one."""
    first, *others = text.strip().splitlines() or [""]
    return " ".join((f"`{name}`: {first}", *others[-1:]))


def _of_file(config: Config, failure: ConfigurationError) -> Problem:
    """Return the problem of a file that MkDocs cannot read, such as an unknown tag."""
    cause = failure.__context__
    if isinstance(cause, yaml.MarkedYAMLError) and cause.problem_mark:
        mark = cause.problem_mark
        name = os.path.relpath(mark.name, config.root).replace(os.sep, "/")
        return error(Location(name, mark.line + 1, mark.column + 1), f"MkDocs cannot read this: {cause.problem}")
    return error(config.locate("INHERIT"), " ".join(str(failure).split()))
