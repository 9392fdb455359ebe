"""The twin of deadly sequences: every sequence, shortest first, and every play of it, on rows of text."""

from __future__ import annotations

from itertools import product

from tests.reference.stacking.survival import Rows, dropped

Place = tuple[Rows, str, bool]


def is_deadly(
    pieces: dict[str, list[set[tuple[int, int]]]],
    width: int,
    height: int,
    sequence: tuple[str, ...],
    *,
    hold: bool = False,
) -> bool:
    """Whether no play lays all pieces of the sequence within the height."""

    def drops(rows: Rows, name: str) -> list[Rows]:
        found = [
            dropped(rows, height, shape, column)
            for shape in pieces[name]
            for column in range(width - max(x for x, _ in shape))
        ]
        return [rows for rows in found if rows is not None]

    def survives(place: Place, sequence: tuple[str, ...]) -> bool:
        if not sequence:
            return True
        rows, held, locked = place
        piece, rest = sequence[0], sequence[1:]
        following: list[Place] = [(to, held, False) for to in drops(rows, piece)]
        if hold and not locked and held != piece:
            following += [(to, piece, False) for to in drops(rows, held)] if held else [(rows, piece, True)]
        return any(survives(to, rest) for to in dict.fromkeys(following))

    return not survives((("." * width,) * height, "", False), sequence)


def shortest(
    pieces: dict[str, list[set[tuple[int, int]]]], width: int, height: int, longest: int, *, hold: bool = False
) -> int | None:
    """How many pieces the shortest deadly sequence has; None if none of at most ``longest`` is deadly."""
    for length in range(1, longest + 1):
        if any(is_deadly(pieces, width, height, one, hold=hold) for one in product(pieces, repeat=length)):
            return length
    return None
