"""All ways to change one thing in a Python file: a comparison, a condition, a constant or an operator.

A change replaces one expression of the source text by another; everything else keeps its place.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
_NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}


@dataclass(frozen=True)
class Change:
    """One change of one file: the expression ``was`` becomes ``now``."""

    file: str
    inside: str
    """The name of the function, with those around it; empty at the level of the module."""
    line: int
    was: str
    now: str
    start: int
    end: int
    """Where the expression stands in the file, in bytes."""
    last: int
    """The last line of the expression."""
    when_imported: bool
    """Whether the expression is evaluated when its module is imported, outside any function."""
    repeated: int = 0
    """How many equal changes of the same function stand before this one."""

    @property
    def key(self) -> str:
        """What names the change although lines move."""
        again = f" #{self.repeated + 1}" if self.repeated else ""
        return f"{self.file}: {self.inside or 'module'}: {self.was} -> {self.now}{again}"

    def __str__(self) -> str:
        return self.key.replace(":", f":{self.line}:", 1)

    def applied(self, source: bytes) -> bytes:
        """The text of the file with this change; no line moves."""
        lost = source[self.start : self.end].count(b"\n")
        return source[: self.start] + f"({self.now}{chr(10) * lost})".encode() + source[self.end :]


def changes(file: str, source: bytes) -> list[Change]:
    """Every change of a file, in the order of the text."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: dict[tuple[int, int, str], Change] = {}
    for inside, is_called, node, now in _walk(ast.parse(source)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
        text = ast.unparse(now)
        found[start, end, text] = Change(
            file, inside, node.lineno, ast.unparse(node), text, start, end, node.end_lineno, not is_called
        )
    times: Counter[str] = Counter()
    numbered = []
    for one in sorted(found.values(), key=lambda one: (one.start, one.end, one.now)):
        numbered.append(replace(one, repeated=times[one.key]))
        times[one.key] += 1
    return numbered


def _walk(node: ast.AST, inside: str = "", is_called: bool = False) -> Iterator[tuple[str, bool, ast.expr, ast.expr]]:
    """The expressions below a node that can be changed, and what becomes of each."""
    if isinstance(node, ast.expr):
        yield from ((inside, is_called, node, now) for now in _instead(node))
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield from ((inside, is_called, node.test, now) for now in _conditions(node))
    if isinstance(node, ast.comprehension):
        yield from ((inside, is_called, test, ast.Constant(value=True)) for test in node.ifs)
    if _makes_no_difference(node):
        return
    for name, child in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases"):
            continue
        for one in child if isinstance(child, list) else [child]:
            if isinstance(one, ast.FunctionDef | ast.ClassDef):
                within = f"{inside}.{one.name}".lstrip(".")
                yield from _walk(one, within, is_called or isinstance(one, ast.FunctionDef))
            elif isinstance(one, ast.AST):
                yield from _walk(one, inside, is_called)


def _makes_no_difference(node: ast.AST) -> bool:
    """Whether what is below a node is a text for people, a type, or a share of a time limit."""
    if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert):
        return True
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr == "left"
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Name) and node.value.id[:1].isupper()
    return False


def _conditions(node: ast.If | ast.While | ast.IfExp) -> Iterator[ast.expr]:
    """A condition that never holds, one that always does (except that of a loop), and the opposite one."""
    if ast.unparse(node.test) == "TYPE_CHECKING":
        return
    yield ast.Constant(value=False)
    if not isinstance(node, ast.While):
        yield ast.Constant(value=True)
    if not isinstance(node.test, ast.Compare | ast.UnaryOp):
        yield ast.UnaryOp(op=ast.Not(), operand=node.test)


def _instead(node: ast.expr) -> Iterator[ast.expr]:
    """What can stand in the place of an expression."""
    if isinstance(node, ast.Compare):
        for k, operator in enumerate(node.ops):
            now = copy.deepcopy(node)
            now.ops[k] = _COMPARISONS[type(operator)]()
            yield now
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(op=ast.And() if isinstance(node.op, ast.Or) else ast.Or(), values=node.values)
        for k in range(len(node.values)):
            rest = node.values[:k] + node.values[k + 1 :]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(op=node.op, values=rest)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.BinOp) and type(node.op) in _ARITHMETIC and not _is_text(node):
        yield ast.BinOp(left=node.left, op=_ARITHMETIC[type(node.op)](), right=node.right)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(value=not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield ast.Constant(value=node.value + 1)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _NAMES:
        yield ast.Call(func=ast.Name(id=_NAMES[node.func.id]), args=node.args, keywords=node.keywords)


def _is_text(node: ast.AST) -> bool:
    """Whether an operator joins texts, lists or types rather than numbers or sets."""
    kinds = ast.JoinedStr | ast.List | ast.ListComp | ast.Tuple
    return any(
        isinstance(one, kinds) or (isinstance(one, ast.Constant) and isinstance(one.value, str | None))
        for side in ast.iter_child_nodes(node)
        for one in ([side] if not isinstance(side, ast.BinOp) else list(ast.walk(side)))
    )
