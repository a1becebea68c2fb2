"""YAML blocks with line numbers. Every scalar is text until a record gives it a type."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Final, TypeVar

import msgspec
import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from meldcheck.words.case import JSON
from meldcheck.words.errors import SpecError, split_path

RecordType = TypeVar("RecordType")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Block:
    """A YAML mapping in a file. ``first`` is the number of its first line."""

    file: str
    first: int
    root: MappingNode
    fields: dict[str, JSON]

    def line_of(self, *path: str | int) -> int:
        """The line of a field or list entry; if there is none, of the nearest entry around it."""
        node: Node = self.root
        line = self.first
        for step in path:
            if isinstance(node, MappingNode) and isinstance(step, str):
                entries = {key.value: (key, value) for key, value in node.value}
                if step not in entries:
                    break
                key, node = entries[step]
                line = self.first + key.start_mark.line
            elif (
                isinstance(node, SequenceNode) and isinstance(step, int) and step < len(node.value)
            ):
                node = node.value[step]
                line = self.first + node.start_mark.line
            else:
                break
        return line

    def text_line(self, *path: str | int) -> tuple[int, int]:
        """The line of a text's first line, and the lines down to each next one (1 or 0)."""
        node: Node = self.root
        for step in path:
            if isinstance(node, MappingNode):
                node = next(value for key, value in node.value if key.value == step)
            elif isinstance(node, SequenceNode) and isinstance(step, int):
                node = node.value[step]
        line = self.first + node.start_mark.line
        return (line + 1, 1) if isinstance(node, ScalarNode) and node.style == "|" else (line, 0)

    def error(self, message: str, *path: str | int) -> SpecError:
        """The error at a field, with file and line."""
        return SpecError(self.file, self.line_of(*path), message)


FAST: Final = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The loader of libyaml, ten times as fast; not every installation of PyYAML has it."""
_UNLIKE: Final = re.compile(r"[\t!]|\S\?(?!$)|\?\S|[:,{\[] *,|[|>]\S*#", re.MULTILINE)
"""Texts in which libyaml may accept more than PyYAML does."""


def composed(text: str) -> Node | None:
    """The nodes of a YAML text, all scalars as text; None of an empty text.  Raises YAMLError."""
    return _read(yaml.compose, text)


def loaded(text: str) -> JSON:
    """The value of a YAML text, all scalars as text; None of an empty text.  Raises YAMLError."""
    return _read(yaml.load, text)


def _read(way: Callable[..., Made], text: str) -> Made:
    """The slow loader has the last word on errors, so that each installation names the same."""
    if _UNLIKE.search(text) is None:
        try:
            return way(text, Loader=FAST)
        except yaml.YAMLError:
            pass
    return way(text, Loader=yaml.BaseLoader)


def read_block(text: str, file: str, first: int) -> Block:
    """The mapping in a YAML text.

    SpecError for text that is not a YAML mapping, and for a key that occurs twice.
    """
    try:
        root = composed(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = first + mark.line if mark is not None else first
        problem = getattr(error, "problem", None) or "unreadable"
        raise SpecError(file, line, f"this is not YAML: {problem}") from None
    if not isinstance(root, MappingNode):
        raise SpecError(file, first, "fields expected, as in 'kind: condition'")
    fields = _plain(root, file, first)
    return Block(file, first, root, fields)


def _plain(node: Node, file: str, first: int) -> JSON:
    if isinstance(node, ScalarNode):
        return node.value
    if isinstance(node, SequenceNode):
        return [_plain(part, file, first) for part in node.value]
    if not isinstance(node, MappingNode):
        raise SpecError(file, first, "text, a list or fields expected")
    fields: dict[Hashable, JSON] = {}
    for key, value in node.value:
        if not isinstance(key, ScalarNode):
            raise SpecError(file, first + key.start_mark.line, "a field's name must be text")
        if key.value in fields:
            line = first + key.start_mark.line
            raise SpecError(file, line, f"{key.value!r} occurs twice")
        fields[key.value] = _plain(value, file, first)
    return fields


_UNKNOWN = re.compile(r"unknown field `([^`]+)`")


def convert(block: Block, kind: type[RecordType], **more: JSON) -> RecordType:
    """The block as a record. ``more`` has fields from outside the block, such as its title.

    SpecError names the field that is wrong, missing or unknown, with its line.
    """
    record: RecordType = convert_union(block, kind, **more)
    return record


def convert_union(block: Block, kind: JSON, **more: JSON) -> JSON:
    """Like ``convert``, for a union of records."""
    for name in more:
        if name in block.fields:
            raise block.error(f"unknown field {name!r}", name)
    try:
        return msgspec.convert({**block.fields, **more}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _placed(block, str(error)) from None


def _placed(block: Block, message: str) -> SpecError:
    what, steps = split_path(message)
    unknown = _UNKNOWN.search(what)
    if unknown:
        steps = [*steps, unknown[1]]
    field = ".".join(str(step) for step in steps if isinstance(step, str)) if not unknown else ""
    where = f"{field}: " if field else ""
    return block.error(where + what[:1].lower() + what[1:], *steps)
