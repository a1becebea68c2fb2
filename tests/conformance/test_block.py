"""The fast reader of YAML blocks reads the documents as the obvious one does."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Final

import pytest
import yaml

from meldcheck.words import block
from meldcheck.words.errors import SpecError
from meldcheck.words.places import spec_directory

SOME: Final = 7
"""Of so many blocks one is also damaged."""
DAMAGE: Final = ("", ":", "[", "]", "{", "\t", "'", '"', "#", "- ", "\n", "*", "&", "?", "!", "%")


def flat(node: yaml.Node | None) -> object:
    """A node with all that is asked of it: its kind, its place, its text."""
    if node is None:
        return None
    at = (type(node), node.start_mark.line, node.start_mark.column)
    match node:
        case yaml.ScalarNode():
            return (*at, node.style or "", node.value)
        case yaml.SequenceNode():
            return (*at, [flat(each) for each in node.value])
        case _:
            return (*at, [(flat(key), flat(of)) for key, of in node.value])


def read(text: str, loader: type[yaml.BaseLoader]) -> object:
    try:
        return flat(yaml.compose(text, Loader=loader))
    except yaml.YAMLError as error:
        return getattr(error, "problem", None)


@pytest.fixture(scope="module")
def blocks() -> list[str]:
    """The text of every block of all documents."""
    documents = sorted(spec_directory().glob("*/*.md"))
    return [text for each in documents for text in _BLOCK.findall(each.read_text(encoding="utf-8"))]


_BLOCK: Final = re.compile(r"^```\{\w+\}[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def damaged(blocks: list[str]) -> Iterator[str]:
    """Blocks with one letter exchanged or one added."""
    chance = random.Random(1)
    for text in blocks[::SOME]:
        at = chance.randrange(len(text))
        yield text[:at] + chance.choice(DAMAGE) + text[at + chance.randrange(2) :]


@pytest.mark.parametrize("every", [6, pytest.param(1, marks=pytest.mark.slow)])
def test_both_loaders_read_every_block_alike(blocks: list[str], every: int) -> None:
    """Of the blocks of the documents, one of ``every`` is read."""
    assert len(blocks) > 2000
    assert block.FAST is not yaml.BaseLoader, "PyYAML was installed without libyaml"
    for text in blocks[::every]:
        assert read(text, block.FAST) == read(text, yaml.BaseLoader), text


def slowly(text: str) -> object:
    """The value of a text as the obvious loader makes it."""
    return yaml.load(text, Loader=yaml.BaseLoader)


def value(load: Callable[[str], object], text: str) -> object:
    """The value of a text, or the problem that a loader names."""
    try:
        return load(text)
    except yaml.YAMLError as error:
        return ("no value", getattr(error, "problem", None))


def test_a_damaged_block_is_read_as_the_obvious_loader_reads_it(blocks: list[str]) -> None:
    errors = 0
    for text in damaged(blocks):
        try:
            found: object = flat(block.composed(text))
        except yaml.YAMLError as error:
            found = getattr(error, "problem", None)
            errors += 1
        assert found == read(text, yaml.BaseLoader), text
        assert value(block.loaded, text) == value(slowly, text), text
    assert errors > len(blocks) / SOME / 10


def test_an_error_is_named_as_the_obvious_loader_names_it() -> None:
    with pytest.raises(SpecError, match="this is not YAML: mapping values are not allowed here"):
        block.read_block("a: b: c", "a file", 1)
