"""The macros of this site: Daytrail's own, and below them yours."""

from typing import Any

from daytrail.site.macros import define_env as define_daytrail


def define_env(env: Any) -> None:
    """Register what pages may call as `{{ name(…) }}`; mkdocs-macros-plugin looks for this function."""
    define_daytrail(env)

    # Yours, for example:
    #
    # @env.macro
    # def paper(number: str) -> str:
    #     return f"[arXiv {number}](https://arxiv.org/abs/{number})"
