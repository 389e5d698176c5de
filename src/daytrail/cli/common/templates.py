"""Templates of the files that a command writes into a project."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from daytrail.source.yaml.write import quoted_scalar

TEMPLATES = Path(__file__).resolve().parents[2] / "assets"
"""Folder with a folder of templates for each purpose, such as `journal`."""
_ENDING = ".jinja"


def rendered(folder: str, **values: Any) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each file that a folder of templates describes.

    `dot-` at the beginning of a name is a dot, and the ending `.jinja` is left out. Values are between `<<` and `>>`
    and instructions between `<%` and `%>`, since the files have braces of their own; `<< name | yaml >>` writes a text
    in quotes if YAML needs them, `| json` always. A file without text is left out.
    """
    from jinja2 import (  # takes long to import, which the list of commands need not wait for
        Environment,
        StrictUndefined,
    )

    environment = Environment(
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
        autoescape=False,  # noqa: S701 - plain text files of the writer, and no HTML
    )
    environment.filters |= {"yaml": quoted_scalar, "json": lambda text: json.dumps(text, ensure_ascii=False)}
    root = TEMPLATES / folder
    for path in sorted(root.rglob(f"*{_ENDING}")):
        text = environment.from_string(path.read_text(encoding="utf-8")).render(values)
        if text.strip():
            name = path.relative_to(root).as_posix().removesuffix(_ENDING)
            yield re.sub(r"(^|/)dot-", r"\1.", name), text
