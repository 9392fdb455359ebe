"""The question of an answer: its ``parameters``, which the fields of the question have let through."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from shapewright.claims.reading import is_a_file
from shapewright.errors import NotationError, ShapewrightError, quote

Value = TypeVar("Value")


class ElsewhereError(ShapewrightError):
    """A part of the question is not in the answer, so that nothing can be recomputed."""

    exit_code = 3


class Asked:
    """The ``parameters`` of an answer: what was asked, by the names of the fields.

    A parameter that is null was not given. Raises ``NotationError`` for a value of another kind, ``ElsewhereError`` for
    a file that the answer only names.
    """

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._parameters = parameters

    def value(self, name: str) -> Any:
        """This parameter; None if it is not given."""
        found = self._parameters.get(name)
        for one in found if isinstance(found, list) else [found]:
            if isinstance(one, Mapping) and not {"sha256", "base64"}.isdisjoint(one):
                raise ElsewhereError(f"the file of the parameter {name!r} is not in the answer")
        return found

    def has(self, name: str) -> bool:
        """Whether a parameter is given, even if it is in a file that is not in the answer."""
        return self._parameters.get(name) is not None

    def is_elsewhere(self, name: str) -> bool:
        """Whether a parameter is a file that is not in the answer: a long one, or one by its name alone."""
        return is_a_file(self._parameters.get(name))

    def text(self, name: str) -> str | None:
        """A text."""
        return self._of_kind(name, str)

    def flag(self, name: str) -> bool:
        """Whether a switch is on."""
        return bool(self._of_kind(name, bool))

    def whole(self, name: str) -> int | None:
        """A whole number."""
        return self._of_kind(name, int)

    def number(self, name: str) -> float | None:
        """A number, such as of seconds."""
        found = self._of_kind(name, int, float)
        return None if found is None else float(found)

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; none if it is not given. A single text is a list of one."""
        found = self._of_kind(name, str, list, tuple)
        several = [found] if isinstance(found, str) else found or []
        if not all(isinstance(one, str) for one in several):
            raise NotationError(f"the parameter {name!r} is {quote(str(found))}, which is not a list of texts")
        return tuple(several)

    def content(self, name: str) -> str | bytes | None:
        """A text, or the content of a file; None if there is none."""
        found = self._parameters.get(name)
        if isinstance(found, Mapping) and isinstance(found.get("base64"), str):
            return base64.b64decode(found["base64"])
        return self.text(name)

    def _of_kind(self, name: str, kind: type[Value], *others: type) -> Value | None:
        found = self.value(name)
        if found is not None and type(found) not in (kind, *others):
            raise NotationError(f"the parameter {name!r} is {quote(str(found))}, which is of another kind")
        return cast("Value | None", found)
