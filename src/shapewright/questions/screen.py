"""What text is made for: a terminal with its colours and width, a pipe, or a file."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from shapewright import drawing


@dataclass(frozen=True)
class Screen:
    """Where text goes: to standard output (``is_terminal`` says that a person looks at it), or into a file."""

    is_file: bool = False
    is_terminal: bool = False

    @classmethod
    def of_stdout(cls) -> Screen:
        """Standard output, whatever it is."""
        return cls(is_terminal=sys.stdout is not None and sys.stdout.isatty())

    def draw(self, mosaic: drawing.Mosaic) -> str:
        """The picture in characters, as this screen shows it best."""
        if self.is_file:
            return drawing.to_terminal(mosaic, color=False, width=10_000)
        return drawing.to_terminal(mosaic, **drawing.terminal_options(sys.stdout))


FILE = Screen(is_file=True)
"""A text file: no colours, lines as long as they are."""
