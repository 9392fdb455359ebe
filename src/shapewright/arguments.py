"""Calls with values of a wrong kind: public functions and classes refuse them in a sentence, as they refuse bad text.

Python finds out too late: ``tiling.check("L4")`` would end with an ``AttributeError`` somewhere inside. So when a call
ends with an error that is not one of ours, its arguments are compared with the annotations of the function, and the
first that does not fit them is named. A call that succeeds is not compared, so it costs next to nothing, and whatever
behaves like the kind that is asked for will do.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from functools import cache, wraps
from importlib import import_module
from types import FunctionType, GeneratorType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from shapewright.errors import LimitError, ProblemError, ShapewrightError, quote

__all__ = ["refusing"]

# The engine counts with 64 bits.
LARGEST = 2**63 - 1


@cache
def refusing(value: Any, package: str) -> Any:
    """Return a function, or change a class, such that wrong arguments are refused in a sentence; pass other values."""
    if isinstance(value, FunctionType):
        function = _refusing(value)
        function.__module__ = package  # where pickle finds it
        return function
    if isinstance(value, type):
        for name, member in list(vars(value).items()):
            if name.startswith("_") and name != "__init__":
                continue
            if isinstance(member, FunctionType):
                setattr(value, name, _refusing(member))
            elif isinstance(member, (classmethod, staticmethod)):
                setattr(value, name, type(member)(_refusing(member.__func__)))
    return value


def _refusing(function: Any) -> Any:
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            found = function(*args, **kwargs)
        except ShapewrightError:
            raise
        except Exception as error:
            _refuse(function, args, kwargs, error)
            raise
        return walk(found, args, kwargs) if type(found) is GeneratorType else found

    def walk(found: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        try:
            return (yield from found)
        except ShapewrightError:
            raise
        except Exception as error:
            _refuse(function, args, kwargs, error)
            raise

    return call


def _refuse(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any], error: Exception) -> None:
    """Raise the sentence about the first argument that does not fit its annotation, if there is one."""
    try:
        declared = _declared(function)
        signature = inspect.signature(declared)
        given = signature.bind(*args, **kwargs).arguments
        kinds = get_type_hints(declared, {}, _names(function.__module__))
    except (TypeError, NameError, OSError, ImportError):
        return  # the call itself is wrong, which Python says well, or the sources are not here
    for name, value in given.items():
        kind, several = kinds.get(name, Any), {name: value}
        if signature.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
            table = get_args(kind)[0] if get_args(kind) else kind
            kind, several = get_type_hints(table, {}, _names(table.__module__)) if is_typeddict(table) else {}, value
        for each, its_value in several.items():
            wanted = kind.get(each, Any) if isinstance(kind, dict) else kind
            fits = _fits(its_value, wanted)
            if fits and not (isinstance(its_value, int) and abs(its_value) > LARGEST):
                continue
            shown = quote(its_value) if isinstance(its_value, str) else quote(repr(its_value))[1:-1]
            what = f"{each} of {function.__qualname__.removesuffix('.__init__')} is {shown}"
            if fits:
                raise LimitError(f"{what}; the limit is {LARGEST}") from error
            raise ProblemError(f"{what}; expected {_words(wanted)}") from error


def _declared(function: Any) -> Any:
    """The function, or for the constructor of a dataclass what the class declares instead of it for type checkers."""
    if function.__name__ == "__init__":
        module = sys.modules[function.__module__]
        for node in ast.walk(_parsed(function.__module__)):
            if isinstance(node, ast.ClassDef) and node.name == function.__qualname__.partition(".")[0]:
                body = [each for part in node.body if isinstance(part, ast.If) for each in part.body]
                found: dict[str, Any] = {"__name__": function.__module__}
                exec(compile(ast.Module(body, []), module.__name__, "exec", annotations.compiler_flag), found)
                return found.get("__init__", function)
    return function


@cache
def _parsed(module: str) -> ast.Module:
    source = inspect.getsource(sys.modules[module])
    try:
        return ast.parse(source)
    except SystemError:  # Python 3.11 miscounts its depth where the garbage collector parses, too: cpython issue 106905
        return ast.parse(source)


class _Names(dict[str, Any]):
    """The names of a module with those that it imports for annotations only; what is still unknown may be anything."""

    def __missing__(self, name: str) -> Any:
        return Any


@cache
def _names(module: str) -> _Names:
    found = _Names(vars(builtins) | vars(sys.modules[module]))
    for node in _parsed(module).body:
        for each in node.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING" else ():
            if isinstance(each, ast.ImportFrom):
                home = import_module(str(each.module))
                found.update({name.asname or name.name: getattr(home, name.name, Any) for name in each.names})
            else:
                exec(compile(ast.Module([each], []), module, "exec"), found)
    return found


def _fits(value: Any, kind: Any) -> bool:
    """Whether a value is of the kind of an annotation, or behaves like it."""
    origin, inner = get_origin(kind), get_args(kind)
    of = origin or kind
    if of in (Union, UnionType):
        return any(_fits(value, each) for each in inner)
    if of is Literal:
        return isinstance(value, Hashable) and value in inner
    if kind is None:
        return value is None
    if of is Callable:
        return callable(value)
    if of in (Any, object) or not isinstance(of, type) or getattr(of, "_is_protocol", False):
        return True
    if of in (int, float):
        return hasattr(value, "__index__") or (of is float and hasattr(value, "__float__"))
    if of.__module__ not in ("builtins", "collections.abc", "os"):
        return isinstance(value, of)
    if not issubclass(of, Iterable) or of in (str, bytes, bytearray):
        return isinstance(value, of)
    if isinstance(value, (str, bytes)):  # its letters are seldom meant
        return inner == (str,)
    if issubclass(of, Mapping):
        return hasattr(value, "keys")
    if inner and isinstance(value, (Sequence, Set)):
        kinds = inner if of is tuple and inner[1:] != (...,) else inner[:1] * len(value)
        return len(kinds) == len(value) and all(map(_fits, value, kinds))
    return hasattr(value, "__iter__")


def _words(kind: Any) -> str:
    """An annotation in words.

    >>> _words(int | str | None)
    'int, text or None'
    """
    if get_origin(kind) in (Union, UnionType):
        *others, last = map(_words, get_args(kind))
        return f"{', '.join(others)} or {last}"
    if get_origin(kind) is Literal:
        return " or ".join(map(repr, get_args(kind)))
    if get_args(kind):
        return str(getattr(get_origin(kind), "__name__", kind))
    return {str: "text", type(None): "None"}.get(kind) or str(getattr(kind, "__name__", kind))
