"""What text is made for: a terminal with its colours and width, a pipe, or a file."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapewright.drawing import Mosaic

__all__ = ["FILE", "Screen"]


@dataclass(frozen=True)
class Screen:
    """Where text goes: to standard output (``is_terminal`` says that a person looks at it), or into a file."""

    is_file: bool = False
    is_terminal: bool = False

    @classmethod
    def of_stdout(cls) -> Screen:
        """Standard output, whatever it is."""
        return cls(is_terminal=sys.stdout is not None and sys.stdout.isatty())

    def draw(self, mosaic: Mosaic) -> str:
        """The picture in characters, as this screen shows it best."""
        # Most answers of a command that is not at a terminal need no picture.
        from shapewright.drawing.terminal import terminal_options, to_terminal

        if self.is_file:
            return to_terminal(mosaic, color=False, width=10_000)
        return to_terminal(mosaic, **terminal_options(sys.stdout))


FILE = Screen(is_file=True)
"""A text file: no colours, lines as long as they are."""
