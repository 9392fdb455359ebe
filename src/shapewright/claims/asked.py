"""The question of an answer: its ``parameters``, read strictly."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from shapewright.claims.reading import is_a_file
from shapewright.errors import NotationError, ShapewrightError, quote

__all__ = ["Asked", "ElsewhereError"]

MAX_WHOLE = 10**12

_HOW = ("threads", "memory", "time_limit")  # no part of the question


class ElsewhereError(ShapewrightError):
    """A part of the question is not in the answer, so that nothing can be recomputed."""

    exit_code = 3


class Asked:
    """The ``parameters`` of an answer: what was asked, by the names of the options.

    Getters take several names where a parameter has had several. A parameter that is null was not given. Raises
    ``NotationError`` for a value of another kind, ``ElsewhereError`` for a file that the answer only names.
    """

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._parameters = parameters

    def value(self, *names: str) -> Any:
        """The first of these parameters that is given; None if none is."""
        for name in names:
            found = self._parameters.get(name)
            if found is not None:
                self._check_present(name, found)
                return found
        return None

    def has(self, name: str) -> bool:
        """Whether a parameter is given, even if it is in a file that is not in the answer."""
        return self._parameters.get(name) is not None

    def is_elsewhere(self, name: str) -> bool:
        """Whether a parameter is a file that is not in the answer: a long one, or one by its name alone."""
        return is_a_file(self._parameters.get(name))

    def only(self, *names: str) -> None:
        """Refuse parameters other than these, and those that say how an answer is to be found."""
        for name in self._parameters:
            if name not in names and name not in _HOW and self.has(name):
                raise NotationError(f"{quote(name)} is not a parameter of such an answer")
        for name in ("threads", "memory"):
            self.whole(name)
        self.number("time_limit")

    def text(self, *names: str) -> str | None:
        """A text."""
        found = self.value(*names)
        if found is not None and not isinstance(found, str):
            raise self._fault(names[0], found, "a text")
        return found

    def flag(self, *names: str) -> bool:
        """Whether a switch is on."""
        found = self.value(*names)
        if found is not None and not isinstance(found, bool):
            raise self._fault(names[0], found, "true or false")
        return bool(found)

    def whole(self, *names: str, least: int = 0, most: int = MAX_WHOLE) -> int | None:
        """A whole number in a range, also in text."""
        found = self.value(*names)
        if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) <= 20:
            found = int(found)
        if found is not None and (type(found) is not int or not least <= found <= most):
            raise self._fault(names[0], found, f"a whole number from {least} to {most}")
        return found

    def number(self, *names: str) -> float | None:
        """A number, such as of seconds."""
        found = self.value(*names)
        if found is not None and (
            isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found < 1e300
        ):
            raise self._fault(names[0], found, "a number, 0 or more")
        return found

    def texts(self, *names: str) -> tuple[str, ...]:
        """A list of texts; none if it is not given. A single text is a list of one."""
        found = self.value(*names)
        if found is None:
            return ()
        several = [found] if isinstance(found, str) else found
        for one in several if isinstance(several, list | tuple) else ():
            self._check_present(names[0], one)
        if not isinstance(several, list | tuple) or not all(isinstance(one, str) for one in several):
            raise self._fault(names[0], found, "a list of texts")
        return tuple(several)

    def content(self, *names: str) -> str | bytes | None:
        """A text, or the content of a file; None if there is none."""
        found = next((self._parameters[name] for name in names if self._parameters.get(name) is not None), None)
        if isinstance(found, Mapping) and isinstance(found.get("base64"), str):
            try:
                return base64.b64decode(found["base64"], validate=True)
            except ValueError:
                raise self._fault(names[0], found, "the content of a file") from None
        return self.text(*names)

    @staticmethod
    def _check_present(name: str, found: object) -> None:
        if isinstance(found, Mapping) and not {"sha256", "base64"}.isdisjoint(found):
            raise ElsewhereError(f"the file of the parameter {name!r} is not in the answer")

    @staticmethod
    def _fault(name: str, found: object, kind: str) -> NotationError:
        return NotationError(f"the parameter {name!r} is {quote(str(found))}, not {kind}")
