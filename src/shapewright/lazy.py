"""Packages whose names load when they are first used, so that importing them costs next to nothing."""

from __future__ import annotations

import builtins
import sys
from _thread import RLock
from functools import wraps
from importlib import import_module
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["late", "lazy_imports"]

P = ParamSpec("P")
R = TypeVar("R")

_ONE_AT_A_TIME = RLock()


class lazy_imports:  # noqa: N801  a statement more than a class, as ``contextlib.suppress`` is
    """Put off the imports of a package: each name is imported when it is first used, and is public.

    Type checkers, documentation and readers see imports; at run time ``import`` only notes where each name is found::

        with lazy_imports(__name__):
            from shapewright.cells.grid import Board as Board

    A function keeps its name even if a module of the package has the same one: an import of the module ``solve`` makes
    Python bind that name in the package to the module, and here the function stays bound. With ``arguments_refused``
    functions and classes refuse arguments of a wrong kind in a sentence.
    """

    def __init__(self, package: str, *, arguments_refused: bool = False) -> None:
        self._module = sys.modules[package]
        self._refused = arguments_refused

    def __enter__(self) -> None:
        _ONE_AT_A_TIME.acquire()
        self._import = builtins.__import__
        builtins.__import__ = self._note

    def __exit__(self, *_: object) -> None:
        builtins.__import__ = self._import
        _ONE_AT_A_TIME.release()
        names = vars(self._module)
        homes = {name: value.module for name, value in names.items() if isinstance(value, _Noted)}
        for name in homes:
            del names[name]
        self._module.__class__ = _package(homes, refused=self._refused)
        names["__all__"] = sorted(homes)

    def _note(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:
        if globals is vars(self._module):
            return _Noted(name)
        return self._import(name, globals, locals, fromlist or (), level)  # of another thread


class _Noted:
    """A module that was not imported; each of its names stands for itself until the end of the block."""

    def __init__(self, module: str) -> None:
        self.module = module

    def __getattr__(self, name: str) -> _Noted:
        return self


def _package(homes: Mapping[str, str], *, refused: bool) -> type[ModuleType]:
    """The class of a package whose names are found in the modules ``homes``."""

    def exported(value: Any, package: str) -> Any:
        if not (refused and isinstance(value, (FunctionType, type))):
            return value
        from shapewright.arguments import refusing  # whoever imports a package only has asked for nothing yet

        return refusing(value, package)

    class Package(ModuleType):
        def __getattr__(self, name: str) -> Any:
            if name not in homes:
                raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
            value = exported(getattr(import_module(homes[name]), name), self.__name__)
            vars(self)[name] = value
            return value

        def __setattr__(self, name: str, value: Any) -> None:
            if isinstance(value, ModuleType) and homes.get(name) == value.__name__:
                value = exported(getattr(value, name, value), self.__name__)
            super().__setattr__(name, value)

        def __dir__(self) -> list[str]:
            return sorted(homes)

    return Package


def late(where: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make a method of a function, ``module:function``, that is imported when the method is first called.

    So a value can offer its picture and its texts, while the module with the value knows neither. The method declares
    its parameters and documentation, and has no body. A class method passes all on but its class.
    """
    module, _, name = where.partition(":")

    def of(declared: Callable[P, R]) -> Callable[P, R]:
        begin = int(declared.__code__.co_varnames[0] == "cls")

        @wraps(declared)
        def method(*args: P.args, **kwargs: P.kwargs) -> R:
            found: R = getattr(import_module(module), name)(*args[begin:], **kwargs)
            return found

        return method

    return of
