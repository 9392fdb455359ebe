"""Pictures that are still to be drawn, pixel by pixel: what a page does by itself where Python has no rasteriser."""

from __future__ import annotations

from dataclasses import dataclass

from shapewright.errors import MissingExtraError


@dataclass(frozen=True)
class Film:
    """SVG texts, each shown for its ``seconds``; a unit of theirs becomes ``scale`` pixels.

    Without a ``background`` they are transparent; ``loop`` repeats them for ever. A still picture is a film of one.
    """

    svgs: tuple[str, ...]
    seconds: tuple[float, ...]
    scale: float
    background: str | None
    loop: bool

    def to_json(self) -> dict[str, object]:
        """Plain data, with the keys of the same names."""
        return {
            "svgs": list(self.svgs),
            "seconds": list(self.seconds),
            "scale": self.scale,
            "background": self.background,
            "loop": self.loop,
        }


class UndrawnError(MissingExtraError):
    """There is nothing here that draws pixels; ``film`` is what was to be drawn."""

    def __init__(self, words: str, film: Film) -> None:
        super().__init__(words)
        self.film = film
