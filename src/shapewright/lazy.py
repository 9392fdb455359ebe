"""Packages whose names load when they are first used, so that importing them costs next to nothing."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["lazy_names"]


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package whose names have their homes in its modules: ``homes`` by name.

    A function keeps its name even if its module has the same one: an import of the module ``solve`` makes Python bind
    that name in the package to the module, and here the function is bound instead.
    """

    class Package(ModuleType):
        def __setattr__(self, name: str, value: Any) -> None:
            if homes.get(name) == name and isinstance(value, ModuleType):
                value = getattr(value, name, value)
            super().__setattr__(name, value)

    module = sys.modules[package]
    module.__class__ = Package

    def get(name: str) -> Any:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home}"), name)
        vars(module)[name] = value
        return value

    return get
