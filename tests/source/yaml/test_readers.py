"""YAML that Daytrail writes, as other programs read it: PyYAML (YAML 1.1), ruamel.yaml (1.2) and yamllint."""

import io
from typing import Any

import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from yamllint import linter  # type: ignore[import-untyped]  # it has no types
from yamllint.config import YamlLintConfig  # type: ignore[import-untyped]  # it has no types

from daytrail.source.front_matter import write_front_matter
from daytrail.source.yaml.parser import parse
from daytrail.source.yaml.write import pair, to_yaml
from tests.for_each import for_each

CONFIG = YamlLintConfig("extends: relaxed\nrules:\n  truthy: enable\n  line-length: disable\n")
WORDS = [
    "yes",
    "No",
    "on",
    "off",
    "y",
    "null",
    "~",
    "true",
    "1_000",
    "0o17",
    "0x1f",
    "1e3",
    ".inf",
    "12:30:45",
    "<<",
    "=",
]
WORDS += ["2026-01-05", "010", "1.5", "- a", "? a", ": a", "a: b", "a #b", "#a", "@a", "%a", "`a`", "&a", "*a", "!a"]
WORDS += [
    "|",
    ">",
    "a ",
    " a",
    "a:",
    "what?",
    "why? because",
    "[a]",
    "{a}",
    "a, b",
    "'a'",
    '"a"',
    "\\n",
    "--- a",
    "...",
]
WORDS += [
    "https://example.org/a?b=c&d#e",
    "https://example.org/x:y",
    "100%",
    "a@b.c",
    "😀",
    "é: ü",
    "\u2028",
    "\x85",
    "\ufeffa",
]
TEXTS = st.one_of(
    st.sampled_from(WORDS),
    st.text(min_size=1, max_size=40),
    st.lists(st.sampled_from([*WORDS, "word", " ", "\n"]), min_size=1, max_size=30).map(" ".join),
)
"""Texts that some readers of YAML take for something else."""


def readings(text: str) -> list[Any]:
    """Return what the readers read from a YAML text."""
    problems = [str(problem) for problem in linter.run(text, CONFIG) if problem.level == "error"]
    assert problems == []
    return [yaml.safe_load(text), YAML(typ="safe", pure=True).load(io.StringIO(text))]


def is_writable(text: str) -> bool:
    """Return whether a text can be in a YAML file, as the texts of imports can."""
    return not any(0xD800 <= ord(character) <= 0xDFFF for character in text)


@for_each(WORDS, repr)
def test_word_is_text_to_all_readers(text: str) -> None:
    for data in ({"a": text}, {"a": [text, text]}, [text]):
        assert readings(to_yaml(data)) == [data, data]


@given(st.lists(TEXTS.filter(is_writable), min_size=2, max_size=4))
@example(["https://example.org/?a", "b"])
def test_all_readers_read_the_same_text(texts: list[str]) -> None:
    """In a block, in braces and in brackets."""
    data = {"a": texts[0], "b": [{"url": text, "title": texts[1]} for text in texts], "weeks": texts}
    written = to_yaml(data)
    assert readings(written) == [data, data]


@given(TEXTS.filter(is_writable).filter(lambda text: "\n" not in text))
def test_all_readers_read_the_same_front_matter(text: str) -> None:
    """In a list, and as a value by itself, as `daytrail import log` and `daytrail done` write them."""
    written = write_front_matter({"title": text, "tags": (text, "b"), "links": (text,)})
    data = {"title": text, "tags": [text, "b"], "links": [text]}
    assert readings(written.removeprefix("---\n").removesuffix("---\n")) == [data, data]
    assert readings(pair("a", {"b": text, "c": text}) + "\n") == [{"a": {"b": text, "c": text}}] * 2
    assert parse(pair("a", text), "")[0].data in ({"a": text}, None)
