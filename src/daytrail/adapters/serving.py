"""What keeps `mkdocs serve` alive."""

import logging
from collections.abc import Callable
from typing import Any

log = logging.getLogger("mkdocs.plugins.daytrail")


def surviving(build: Callable[..., None]) -> Callable[..., None]:
    """Make of a failed rebuild no more than a message: MkDocs would let every visitor wait for the next one."""

    def rebuild(*args: Any, **kwargs: Any) -> None:
        try:
            build(*args, **kwargs)
        except SystemExit as stop:
            log.error("%s The site stays as it was.", stop)

    return rebuild
