"""MkDocs' settings about links, as far as they can be known without MkDocs."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from daytrail.project.config_file import Config, named_options
from daytrail.source.yaml.nodes import Node

_FAILING = {("links", "not_found"), ("nav", "not_found")}
"""Mistakes that fail a strict build by default; of all others MkDocs makes a mention only."""

_KNOWN_PLUGIN = re.compile(
    r"(?:\w+/)?(?:daytrail|git-revision-date-localized|info|macros|meta|minify|offline|optimize|privacy|search|social"
    r"|tags|typeset)"
)
"""Plugins that add no files and change no links. A name may have the theme's before it, as in `material/search`."""


@dataclass(frozen=True)
class SiteConfig:
    """The settings of a site that its links depend on."""

    config: Config

    def level(self, section: Literal["links", "nav"], name: str) -> str:
        """Return the level at which MkDocs logs a kind of mistake in links or in the navigation, as in `warn`."""
        written = self.config.text("validation", section, name) or self.config.text("validation", name)
        return written or ("warn" if (section, name) in _FAILING else "info")

    @property
    def macros(self) -> Mapping[str, str] | None:
        """The options of the macros plugin; None if it is not used."""
        for name, options in self.config.plugins():
            if name == "macros":
                return {str(option): node.text or "" for option, node in options.children.items()}
        return None

    @property
    def extensions(self) -> Mapping[str, Node]:
        """The Markdown extensions by name, each with its options."""
        listed = self.config.node("markdown_extensions")
        return dict(named_options(listed)) if listed else {}

    @property
    def is_predictable(self) -> bool:
        """Whether no plugin or hook may add files to the site, or change links and the navigation."""
        known = all(_KNOWN_PLUGIN.fullmatch(name) for name, _ in self.config.plugins())
        return known and not self.config.node("hooks")
