"""What nets know of a board, counted cell by cell as the words of FEATURES say."""

from __future__ import annotations

import math

from shapewright.clear.field import WIDTH, Field


def features(field: Field, height: int) -> dict[str, float]:
    """All features of the lowest ``height`` rows, divided by ten."""
    cells = {(x, y): (x, y) in field for x in range(WIDTH) for y in range(height)}
    tops = [max([y + 1 for y in range(height) if cells[x, y]], default=0) for x in range(WIDTH)]
    empty = [cell for cell, filled in cells.items() if not filled]
    covered = [(x, y) for x, y in empty if y < tops[x]]
    dark = [(x, y) for x, y in empty if (x + y) % 2 == 0]
    even = [(x, y) for x, y in empty if x % 2 == 0]

    def wall(x: int, y: int) -> bool:
        return not 0 <= x < WIDTH or cells[x, y]

    counted = {
        "heights": math.sqrt(sum([top**2 for top in tops])),
        "covered": len(covered),
        "depth": sum([tops[x] - 1 - y for x, y in covered]),
        "buried": len([1 for x, y in covered if tops[x] - 1 - y >= 2]),
        "pits": len([1 for x, y in empty if wall(x - 1, y) and wall(x + 1, y)]),
        "row_transitions": sum([cells[x, y] != cells[x + 1, y] for x in range(WIDTH - 1) for y in range(height)]),
        "column_transitions": sum([cells[x, y] != cells[x, y + 1] for x in range(WIDTH) for y in range(height - 1)]),
        "top": max(tops),
        "empty": len(empty),
        "checkerboard": abs(len(dark) - (len(empty) - len(dark))),
        "column_parity": abs(len(even) - (len(empty) - len(even))),
        "closed_borders": len(
            [1 for x in range(WIDTH - 1) if all(cells[x, y] or cells[x + 1, y] for y in range(height))]
        ),
        "rows": height,
    }
    return {name: number / 10 for name, number in counted.items()}
