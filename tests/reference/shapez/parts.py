"""The machines on codes, cell by cell: the twin of :mod:`shapewright.shapez.rules`, with types and colours.

A shape is rows of two-letter parts, bottom first; ``--`` is nothing. Slow, and meant to be.
"""

from __future__ import annotations

Rows = list[list[str]]

LIGHTS = {"u": "", "r": "r", "g": "g", "b": "b", "y": "rg", "c": "gb", "m": "rb", "w": "rgb"}


def rows_of(code: str) -> Rows:
    """A code as rows, empty ones at the top left out."""
    rows = [[row[at : at + 2] for at in range(0, len(row), 2)] for row in code.strip().split(":")]
    return trimmed(rows)


def code_of(rows: Rows, parts: int) -> str:
    """The code of rows; that of nothing is a row of gaps."""
    return ":".join("".join(row) for row in trimmed(rows) or [["--"] * parts])


def trimmed(rows: Rows) -> Rows:
    rows = [list(row) for row in rows]
    while rows and set(rows[-1]) == {"--"}:
        rows.pop()
    return rows


def kind(part: str) -> str:
    """Nothing, a pin, a crystal, or a normal part."""
    return {"-": "nothing", "P": "pin", "c": "crystal"}.get(part[0], "normal")


def _is_solid(part: str) -> bool:
    return kind(part) in ("normal", "crystal")


def settle(rows: Rows) -> Rows:
    """Hold more and more until no more is held; crystals that are not held vanish, the rest falls."""
    rows = [list(row) for row in rows]
    held = [[False] * len(row) for row in rows]
    while True:
        before = [list(row) for row in held]
        for y, row in enumerate(rows):
            for x, part in enumerate(row):
                if part == "--":
                    continue
                beside = [(x + 1) % len(row), (x - 1) % len(row)]
                above = y + 1 < len(rows) and kind(rows[y + 1][x]) == "crystal" and held[y + 1][x]
                held[y][x] |= (
                    y == 0
                    or (rows[y - 1][x] != "--" and held[y - 1][x])
                    or (_is_solid(part) and any(_is_solid(row[near]) and held[y][near] for near in beside))
                    or (kind(part) == "crystal" and above)
                )
        if held == before:
            break
    for y, row in enumerate(rows):
        for x, part in enumerate(row):
            if kind(part) == "crystal" and not held[y][x]:
                row[x] = "--"
    for y, row in enumerate(rows):
        loose = [x for x, part in enumerate(row) if part != "--" and not held[y][x]]
        while loose:
            group = [loose.pop(0)]
            if kind(row[group[0]]) == "normal":
                for x in group:  # grows meanwhile
                    for near in ((x + 1) % len(row), (x - 1) % len(row)):
                        if near in loose and kind(row[near]) == "normal":
                            loose.remove(near)
                            group.append(near)
            low = y
            while low and all(rows[low - 1][x] == "--" for x in group):
                low -= 1
            falling = {x: row[x] for x in group}
            for x in group:
                row[x] = "--"
            for x, part in falling.items():
                rows[low][x] = part
    return rows


def shatter(rows: Rows, seeds: list[tuple[int, int]]) -> None:
    """Take these crystals away, and all that are connected with them."""
    for y, x in seeds:
        if 0 <= y < len(rows) and kind(rows[y][x]) == "crystal":
            rows[y][x] = "--"
            parts = len(rows[y])
            shatter(rows, [(y + 1, x), (y - 1, x), (y, (x + 1) % parts), (y, (x - 1) % parts)])


def cut(rows: Rows) -> tuple[Rows, Rows]:
    rows = [list(row) for row in rows]
    seeds = []
    for y, row in enumerate(rows):
        half = len(row) // 2
        for east, west in ((half - 1, half), (0, len(row) - 1)):
            if kind(row[east]) == kind(row[west]) == "crystal":
                seeds += [(y, east), (y, west)]
    shatter(rows, seeds)
    east_rows = [row[: len(row) // 2] + ["--"] * (len(row) // 2) for row in rows]
    west_rows = [["--"] * (len(row) // 2) + row[len(row) // 2 :] for row in rows]
    return settle(east_rows), settle(west_rows)


def _joined(east: Rows, west: Rows, parts: int) -> Rows:
    height, nothing = max(len(east), len(west)), ["--"] * parts
    pairs = [(dict(enumerate(east)).get(y, nothing), dict(enumerate(west)).get(y, nothing)) for y in range(height)]
    return [a[: parts // 2] + b[parts // 2 :] for a, b in pairs]


def swap(a: Rows, b: Rows) -> tuple[Rows, Rows]:
    parts = len((a or b)[0])
    (a_east, a_west), (b_east, b_west) = cut(a), cut(b)
    return _joined(a_east, b_west, parts), _joined(b_east, a_west, parts)


def stack(bottom: Rows, top: Rows, layers: int) -> Rows:
    parts = len((bottom or top)[0])
    gap = [["--"] * parts for _ in range(layers + 1 - len(bottom))]
    return settle([*bottom, *gap, *top])[:layers]


def push_pin(rows: Rows, layers: int) -> Rows:
    if not rows:
        return rows
    pins = ["P-" if part != "--" else "--" for part in rows[0]]
    raised = [pins, *[list(row) for row in rows]]
    if len(raised) > layers:
        shatter(raised, [(layers, x) for x in range(len(pins))])
    return settle(raised[:layers])


def paint(rows: Rows, colour: str) -> Rows:
    rows = trimmed(rows)
    takes_paint = "CRSWHGF"  # refined and exotic parts are coloured by nature
    return rows[:-1] + [[part[0] + colour if part[0] in takes_paint else part for part in row] for row in rows[-1:]]


def crystallise(rows: Rows, colour: str) -> Rows:
    return [["c" + colour if part in ("--", "P-") else part for part in row] for row in trimmed(rows)]


def rotate(rows: Rows, steps: int) -> Rows:
    return [[row[(x - steps) % len(row)] for x in range(len(row))] for row in rows]


def mix(a: str, b: str) -> str:
    shared = set(LIGHTS[a]) & set(LIGHTS[b]) or set(LIGHTS[a]) | set(LIGHTS[b])
    return next(colour for colour, lights in LIGHTS.items() if set(lights) == shared)
