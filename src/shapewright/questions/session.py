"""What a person at a terminal talks with, a line at a time; a door reads the lines and prints what is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from shapewright.questions.question import Answer
    from shapewright.questions.screen import Screen


class Session(Protocol):
    """A game, or whatever else is talked with."""

    help: str

    @property
    def takes_blank(self) -> bool:
        """Whether an empty line says something, too."""
        return False

    def do(self, line: str, screen: Screen) -> str | None:
        """Carry out a line; what to print, or None to end. Raises ``ShapewrightError`` for what makes no sense."""

    def state(self, screen: Screen) -> str:
        """How things stand."""

    def answer(self) -> Answer:
        """How things stand at the end, as an answer."""
