"""Shape codes: layers from the bottom up, joined by ``:``; two characters a part, clockwise from the top right.

A part is a type and a colour (``Cu``), a pin (``P-``), a crystal and its colour (``cr``) or nothing (``--``). Files of
codes have one a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypeVar

from shapewright.errors import FileError, LimitError, NotationError, ProblemError, quote
from shapewright.shapez.game import read_by
from shapewright.shapez.parts import RING_SIZES
from shapewright.shapez.place_words import layer_words
from shapewright.shapez.shape import Shape

Read = TypeVar("Read")


def parse_code(code: str, parts: int = 4, layers: int | None = None, *, game: str = "0.x") -> Shape:
    """The shape that ``code`` stands for; white space around it does not matter.

    ``parts`` is the ring size of the empty text; any other code has its own. Empty layers may lie between others,
    and those at the top are dropped. A code may have at most ``layers`` layers, the empty ones at its top not counted.
    What came with version 1.0 of the game is read if that is the ``game``.

    >>> parse_code(" CuCu----:RrRr---- ")
    Shape.from_code('CuCu----:RrRr----')
    >>> parse_code("CuCuCu")
    Traceback (most recent call last):
    shapewright.errors.NotationError: layer 1 of 'CuCuCu' has 3 parts; a ring has 4, 6, 8 or 10 parts

    Raises ``NotationError``, which names the place, for any other text.
    """
    text = code.strip()
    if not text:
        return Shape(parts)
    if "+" in text or "{" in text:
        raise NotationError(
            f"{quote(text)} is not the code of a shape but a shorthand; 'shapez show' reads it, and in Python "
            "'shapez.expanded'"
        )
    rows = text.split(":")
    for number, row in enumerate(rows):
        where = f"{layer_words(number)} of {quote(text)}"
        if len(row) % 2:
            raise NotationError(
                f"{where} has an odd number of characters, {len(row)}; a part takes two, such as Cu, P-, cr or --"
            )
        if number == 0 and len(row) // 2 not in RING_SIZES:
            raise NotationError(f"{where} has {_parts(row)}; a ring has 4, 6, 8 or 10 parts")
        if len(row) != len(rows[0]):
            raise NotationError(
                f"{where} has {_parts(row)}, but layer 1 has {len(rows[0]) // 2}; all layers must have the same number"
            )
    shape = Shape(len(rows[0]) // 2, tuple([tuple(map("".join, zip(*[iter(row)] * 2, strict=True))) for row in rows]))
    read_by(game, shape.layers, text)
    if layers is not None and shape.height > layers:
        raise NotationError(f"{quote(text)} has {shape.height} layers; the limit is {layers}")
    return shape


class Code(NamedTuple):
    """A text that should be a shape code, and ``where`` it stands, if that is a line of a file or standard input."""

    text: str
    where: str = ""

    @contextmanager
    def named(self) -> Iterator[None]:
        """Errors about a code in a file become ``FileError`` and name its line."""
        try:
            yield
        except (NotationError, ProblemError, LimitError) as error:
            if not self.where:
                raise
            raise FileError(f"{self.where}: {error}") from error

    def parsed(self, parse: Callable[[str], Read]) -> Read:
        """What ``parse`` makes of the text.

        >>> Code("Cu", "codes.txt, line 3").parsed(Shape.from_code)
        Traceback (most recent call last):
        shapewright.errors.FileError: codes.txt, line 3: layer 1 of 'Cu' has 1 part; a ring has 4, 6, 8 or 10 parts
        """
        with self.named():
            return parse(self.text)


class Codes:
    """The codes of packed shapes of a ring, many a second: the texts of whole layers are kept.

    >>> Codes(4)(0b10_00_00_01 | 0b11 << 8)
    'Cu----P-:cu------'
    """

    def __init__(self, parts: int) -> None:
        self._parts = parts
        self._bits = 2 * parts
        self._layers: dict[int, str] = {}

    def __call__(self, packed: int) -> str:
        """The code of ``Shape.from_packed(packed, parts)``."""
        texts: list[str] = []
        while packed or not texts:
            layer = packed & (1 << self._bits) - 1
            text = self._layers.get(layer)
            if text is None:
                text = self._layers[layer] = str(Shape.from_packed(layer, self._parts))
            texts.append(text)
            packed >>= self._bits
        return ":".join(texts)


def _parts(row: str) -> str:
    return "1 part" if len(row) == 2 else f"{len(row) // 2} parts"
