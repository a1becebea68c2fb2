"""Single changes of the play: conditions, comparisons, numbers, readings, seats, effects.

A change replaces one piece of source text.  The pieces come from the syntax tree, so every changed
module still compiles.  Annotations, decorators, messages and guards that only raise stay as they
are: a suite asks about play, and neither about types nor about bad input.
"""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, final

from meldcheck.words.code import PLAY
from meldspec.games import NAMES

MESSAGES: Final = frozenset(
    {
        *("codec", "facts", "games", "given", "play", "positions"),
        *("readings", "spelling", "spoken", "stated", "undecided", "wire"),
    }
)
"""Modules that read and write messages, and state positions; the rest is the play."""

SHARED: Final = "shared"
"""The part of the play that no game owns."""

PARTS: Final = (*NAMES, SHARED)


@final
@dataclass(frozen=True, slots=True)
class Change:
    """One piece of source text, and the text in its place."""

    module: str
    """By its full name."""
    function: str
    """The function or the value in which it stands."""
    kind: str
    line: int
    lines: tuple[int, int]
    """First and last line of the statement; without these lines the change does nothing."""
    start: int
    end: int
    """The bytes of the module that are replaced."""
    was: str
    becomes: str
    name: str
    """A short name, which changes only with the text of the statement and its function."""


def play_of(part: str) -> Iterator[Path]:
    """The modules of the play of one game, or of the shared part."""
    folders = [PLAY, PLAY / "manipulation"] if part == SHARED else [PLAY / part.replace("-", "_")]
    for folder in folders:
        for path in sorted(folder.glob("*.py")):
            if path.stem not in MESSAGES and path.stat().st_size:
                yield path


def module_of(path: Path) -> str:
    """The full name of the module in a file."""
    names = path.relative_to(PLAY.parent).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


@cache
def changes(part: str) -> tuple[Change, ...]:
    """Every change of a part of the play."""
    return tuple(change for path in play_of(part) for change in _Module(path).changes())


def changed(source: bytes, change: Change) -> bytes:
    """The source of the module with the change in it."""
    return source[: change.start] + change.becomes.encode() + source[change.end :]


COMPARISONS: Final[Mapping[type[ast.cmpop], tuple[str, ...]]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
TURNED: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
COPYING: Final = frozenset({"replace", "change"})
"""Functions that copy a record with some fields changed."""

_TABLES: Final = frozenset({"exists", "conditions", "limits", "following", "moves"})
_Text = tuple[ast.AST, str, str]
"""A node, the kind of its change, and the text in its place."""


@final
class _Module:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.source = path.read_bytes()
        self.tree = ast.parse(self.source)
        self.parents = {
            child: node for node in ast.walk(self.tree) for child in ast.iter_child_nodes(node)
        }
        lengths = [len(line) for line in self.source.splitlines(keepends=True)]
        self.starts = [sum(lengths[:number]) for number in range(len(lengths))]

    def changes(self) -> Iterator[Change]:
        seen: Counter[tuple[str, ...]] = Counter()
        places: set[tuple[int, int, str]] = set()
        for node in ast.walk(self.tree):
            if self._is_left_alone(node):
                continue
            for where, kind, text in self._texts(node):
                start, end = self._span(where)
                if (start, end, text) in places or text == self._source(where):
                    continue
                places.add((start, end, text))
                yield self._change(where, kind, text, seen)

    def _change(
        self, node: ast.AST, kind: str, text: str, seen: Counter[tuple[str, ...]]
    ) -> Change:
        start, end = self._span(node)
        statement = self._statement(node)
        function = ".".join(reversed([*self._owners(node)])) or self._assigned(statement)
        module = module_of(self.path)
        words = (module, function, self._source(statement), kind, self._source(node), text)
        number = seen[words]
        seen[words] += 1
        name = hashlib.sha256("\0".join((*words, str(number))).encode()).hexdigest()[:8]
        first = getattr(statement, "lineno", 1)
        return Change(
            module=module,
            function=function,
            kind=kind,
            line=getattr(node, "lineno", first),
            lines=(first, getattr(statement, "end_lineno", first)),
            start=start,
            end=end,
            was=self._source(node),
            becomes=text,
            name=name,
        )

    # ── where a node stands ──────────────────────────────────────────────────────────────────────

    def _span(self, node: ast.AST) -> tuple[int, int]:
        if not isinstance(node, ast.expr | ast.stmt | ast.keyword):
            raise TypeError(f"{type(node).__name__} stands nowhere in the source")
        if node.end_lineno is None or node.end_col_offset is None:
            raise TypeError(f"{type(node).__name__} in line {node.lineno} has no end")
        first, last = self.starts[node.lineno - 1], self.starts[node.end_lineno - 1]
        return first + node.col_offset, last + node.end_col_offset

    def _source(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def _up(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self.parents:
            node = self.parents[node]
            yield node

    def _statement(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.stmt):
            return node
        return next(each for each in self._up(node) if isinstance(each, ast.stmt))

    def _owners(self, node: ast.AST) -> Iterator[str]:
        for each in self._up(node):
            if isinstance(each, ast.FunctionDef | ast.ClassDef):
                yield each.name

    def _assigned(self, statement: ast.AST) -> str:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                return name
            case ast.Assign(targets=[ast.Name(id=name)]):
                return name
            case _:
                return "module"

    def _is_left_alone(self, node: ast.AST) -> bool:
        child = node
        for parent in self._up(node):
            match parent:
                case ast.FunctionDef():
                    if child in parent.decorator_list or child in (parent.args, parent.returns):
                        return True
                case ast.ClassDef() if child in parent.decorator_list or child in parent.bases:
                    return True
                case ast.AnnAssign() if child is parent.annotation:
                    return True
                case ast.Raise() | ast.Assert() | ast.JoinedStr() | ast.ImportFrom():
                    return True
                case ast.If() if child is parent.test and _only_raises(parent):
                    return True
                case ast.Assign() | ast.AnnAssign() if self._is_alias(parent):
                    return True
                case _:
                    pass
            child = parent
        return isinstance(node, ast.If) and _only_raises(node)

    def _is_alias(self, statement: ast.Assign | ast.AnnAssign) -> bool:
        text = self._source(statement)
        return "TypeAlias" in text or "TypeVar" in text or "NewType" in text

    # ── the changes of a node ────────────────────────────────────────────────────────────────────

    def _texts(self, node: ast.AST) -> Iterator[_Text]:
        match node:
            case ast.Compare():
                yield from self._compared(node)
            case ast.BoolOp():
                yield from self._joined(node)
            case ast.UnaryOp(op=ast.Not()):
                yield node, "negated", f"({self._source(node.operand)})"
            case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
                yield from self._tested(node, test)
            case ast.comprehension():
                yield from ((test, "condition dropped", "True") for test in node.ifs)
                yield from self._negated(node.ifs)
            case ast.Return(value=ast.expr() as value) if self._answers_bool(node):
                yield from self._negated([value])
            case ast.Constant():
                yield from self._constant(node)
            case ast.BinOp():
                yield from self._reckoned(node)
            case ast.Call():
                yield from self._called(node)
            case ast.Attribute(ctx=ast.Load()):
                for other in _other_seats(self.path.parent).get(node.attr, ()):
                    yield node, "seat", f"{self._source(node.value)}.{other}"
            case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
                pass
            case ast.AugAssign() | ast.Continue() | ast.Expr(value=ast.Call() | ast.Yield()):
                yield node, "statement dropped", "pass"
            case ast.keyword(arg=str(name), value=ast.Tuple() as rows) if name in _TABLES:
                yield from self._listed(rows, ordered=name == "following")
            case _:
                pass

    def _compared(self, node: ast.Compare) -> Iterator[_Text]:
        sides = [f"({self._source(each)})" for each in (node.left, *node.comparators)]
        signs = [_sign(op) for op in node.ops]
        for place, op in enumerate(node.ops):
            for other in COMPARISONS[type(op)]:
                row = [sides[0]]
                for number, side in enumerate(sides[1:]):
                    row += [other if number == place else signs[number], side]
                yield node, "comparison", " ".join(row)

    def _joined(self, node: ast.BoolOp) -> Iterator[_Text]:
        parts = [f"({self._source(each)})" for each in node.values]
        word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        yield node, "widened" if word == "and" else "narrowed", f"({f' {other} '.join(parts)})"
        for place in range(len(parts)):
            left = parts[:place] + parts[place + 1 :]
            yield node, "condition dropped", f"({f' {word} '.join(left)})"

    def _tested(self, node: ast.If | ast.IfExp | ast.While, test: ast.expr) -> Iterator[_Text]:
        yield from self._negated([test])
        if not isinstance(node, ast.While):
            yield test, "condition dropped", "False"
        if isinstance(node, ast.IfExp):
            yield test, "condition dropped", "True"

    def _negated(self, tests: Iterable[ast.expr]) -> Iterator[_Text]:
        for test in tests:
            if not isinstance(test, ast.Compare | ast.Constant) and not (
                isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)
            ):
                yield test, "negated", f"(not ({self._source(test)}))"

    def _answers_bool(self, node: ast.Return) -> bool:
        owner = next(each for each in self._up(node) if isinstance(each, ast.FunctionDef))
        return isinstance(owner.returns, ast.Name) and owner.returns.id == "bool"

    def _constant(self, node: ast.Constant) -> Iterator[_Text]:
        parent = self.parents.get(node)
        match node.value:
            case bool() as truth:
                yield node, "truth", str(not truth)
            case int() as number:
                for other in (number + 1, number - 1):
                    yield node, "number", f"({other})" if other < 0 else str(other)
            case str() as reading if not isinstance(parent, ast.Expr):
                others = _readings(self.path.parent).get(reading, ())
                match parent:
                    case ast.Compare() if len(others) < 2:
                        return
                    case ast.Compare() | ast.MatchValue() | ast.AnnAssign() | ast.Set():
                        pass
                    case ast.Tuple() if isinstance(self.parents.get(parent), ast.Compare):
                        pass
                    case _:
                        return
                for each in others:
                    yield node, "reading", repr(each)
            case _:
                pass

    def _reckoned(self, node: ast.BinOp) -> Iterator[_Text]:
        left, right = f"({self._source(node.left)})", f"({self._source(node.right)})"
        counts = any(_is_number(each) for each in (node.left, node.right))
        match node.op:
            case ast.Add() | ast.Sub() | ast.Mod():
                yield node, "term dropped", left
                other = "-" if isinstance(node.op, ast.Add) else "+"
                if counts and not isinstance(node.op, ast.Mod):
                    yield node, "sign", f"({left} {other} {right})"
            case ast.Mult() | ast.FloorDiv():
                yield node, "term dropped", left
                yield node, "term dropped", right
            case ast.BitOr():
                yield node, "term dropped", left
                yield node, "term dropped", right
            case ast.BitAnd():
                yield node, "term dropped", left
                yield node, "term dropped", right
            case _:
                pass

    def _called(self, node: ast.Call) -> Iterator[_Text]:
        match node.func:
            case ast.Name(id=name) if name in TURNED:
                yield node.func, "turned", TURNED[name]
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in COPYING:
                if len(node.keywords) == 1:
                    yield node, "field forgotten", f"({self._source(node.args[0])})"
                for keyword in node.keywords if len(node.keywords) > 1 else ():
                    yield node, "field forgotten", self._without(node, keyword)
            case _:
                pass
        for keyword in node.keywords:
            if keyword.arg == "where":
                yield node, "rule dropped", self._without(node, keyword)

    def _without(self, node: ast.Call, keyword: ast.keyword) -> str:
        """A call without one of its keywords, written on as many lines."""
        inner = [self._source(each) for each in node.args]
        inner += [self._source(each) for each in node.keywords if each is not keyword]
        return f"{self._source(node.func)}({', '.join(inner)})"

    def _listed(self, rows: ast.Tuple, *, ordered: bool) -> Iterator[_Text]:
        names = [self._source(each) for each in rows.elts]
        for place in range(len(names)):
            left = names[:place] + names[place + 1 :]
            yield rows, "rule dropped", f"({''.join(f'{name}, ' for name in left)})"
        for place in range(len(names) - 1 if ordered else 0):
            turned = [*names[:place], names[place + 1], names[place], *names[place + 2 :]]
            yield rows, "order", f"({', '.join(turned)})"


def _only_raises(node: ast.If) -> bool:
    return len(node.body) == 1 and isinstance(node.body[0], ast.Raise)


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=int()):
            return True
        case ast.Call(func=ast.Name(id="len" | "sum" | "max" | "min")):
            return True
        case _:
            return False


def _sign(op: ast.cmpop) -> str:
    signs = {
        ast.Lt: "<",
        ast.LtE: "<=",
        ast.Gt: ">",
        ast.GtE: ">=",
        ast.Eq: "==",
        ast.NotEq: "!=",
        ast.In: "in",
        ast.NotIn: "not in",
        ast.Is: "is",
        ast.IsNot: "is not",
    }
    return signs[type(op)]


@cache
def _readings(folder: Path) -> Mapping[str, tuple[str, ...]]:
    """By reading: the other readings of the options that have it, by their ``Literal`` types."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            match node:
                case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=elts)):
                    words = [
                        each.value
                        for each in elts
                        if isinstance(each, ast.Constant) and isinstance(each.value, str)
                    ]
                    for word in words:
                        found.setdefault(word, {}).update(
                            dict.fromkeys(other for other in words if other != word)
                        )
                case _:
                    pass
    return {word: tuple(others) for word, others in found.items()}


@cache
def _other_seats(folder: Path) -> Mapping[str, tuple[str, ...]]:
    """By field that names a seat: the other such fields of the same record."""
    found: dict[str, dict[str, None]] = {}
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef):
                seats = [
                    each.target.id
                    for each in node.body
                    if isinstance(each, ast.AnnAssign)
                    and isinstance(each.target, ast.Name)
                    and isinstance(each.annotation, ast.Name)
                    and each.annotation.id == "Seat"
                ]
                for seat in seats:
                    found.setdefault(seat, {}).update(
                        dict.fromkeys(other for other in seats if other != seat)
                    )
    return {seat: tuple(others) for seat, others in found.items() if others}
