"""Cache of compiled templates: it is outside of projects, and no damage to it matters."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from daytrail.project import template_cache
from daytrail.project.template_cache import TemplateCache


def render(folder: Path) -> str:
    """Render a template in a new environment that caches compiled templates in a folder."""
    loader = DictLoader({"a.html": "Hello {{ name }}"})
    environment = Environment(loader=loader, autoescape=True, bytecode_cache=TemplateCache(str(folder)))
    return environment.get_template("a.html").render(name="Ada")


@pytest.mark.parametrize("length", [0, 1, 20, 30, 60, 200])
def test_a_truncated_file_is_replaced(tmp_path: Path, length: int) -> None:
    """A template whose cached file was cut is compiled again."""
    assert render(tmp_path) == "Hello Ada"
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:length])
    assert render(tmp_path) == "Hello Ada"


def test_a_file_of_other_bytes_is_replaced(tmp_path: Path) -> None:
    """A template whose cached file has the right beginning and then anything else is compiled again."""
    assert render(tmp_path) == "Hello Ada"
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for offset in range(len(whole)):
        file.write_bytes(whole[:offset] + b"\xff" * 8)
        assert render(tmp_path) == "Hello Ada"


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    """A template is rendered although its compiled form cannot be stored."""
    (tmp_path / "file").write_bytes(b"")
    assert render(tmp_path / "file") == "Hello Ada"


def test_a_template_that_other_code_compiled_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same template gives other compiled code in another version of Jinja, and has another file content then."""
    assert render(tmp_path) == "Hello Ada"
    (file,) = tmp_path.iterdir()
    before = file.read_bytes()
    monkeypatch.setattr(template_cache, "fingerprint", lambda: "another version")
    assert render(tmp_path) == "Hello Ada"
    assert file.read_bytes() != before
