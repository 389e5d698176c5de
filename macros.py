"""Macros that pages of this site can call: those of Daytrail, and your own.

The plugin `macros` of mkdocs.yml loads this module. Where the plugin `daytrail` is listed too, as here, Daytrail's are
there without it.
"""

from typing import Any

from daytrail.site.macros import define_env as define_daytrail


def define_env(env: Any) -> None:
    """Register the macros that pages call as `{{ name(…) }}`. mkdocs-macros-plugin calls this function."""
    define_daytrail(env)

    # Add your own macros here, for example:
    #
    # @env.macro
    # def paper(number: str) -> str:
    #     return f"[arXiv {number}](https://arxiv.org/abs/{number})"
