"""The engine of a browser, as the ``_core`` of the browser's wheel wants it: messages to it and back.

This module lies at the top of that wheel. ``shapewright_wire`` is what the worker registers
(``static/doors/engine.js``):
``place`` is where a message goes in the engine's memory, ``run`` gives the place of the answer there.
"""

import shapewright_wire  # type: ignore[import-not-found]

__all__ = ["call", "describe"]


def describe() -> str:
    """The engine's functions and classes, as JSON."""
    return str(shapewright_wire.describe())


def call(number: int, message: bytes) -> bytes:
    """The answer of the function of that number to a message."""
    shapewright_wire.place(len(message)).assign(message)
    answer: bytes = shapewright_wire.run(number).to_bytes()
    return answer
