"""The picture at the top of the README: five puzzles with their answers, computed here, in one SVG.

    python docs/hero.py

writes ``docs/hero.svg`` again; the tests compare. The picture follows the reader's choice of a light or a dark page by
its own style, and has its own cards, so that it can be read on any page. The pieces fall into place once, unless the
reader asks for less motion; a program without animations shows them in place. There is no script and no reference to
anything outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from math import hypot
from pathlib import Path as File
from typing import TYPE_CHECKING

from shapewright import clear, packing, shapez, stacking, tiling
from shapewright.clear.picture import solution_mosaic
from shapewright.drawing.formats.svg import escape, path_data, to_svg
from shapewright.drawing.outline import Corner, contours
from shapewright.drawing.palette import TETROMINO_COLOURS, ink_on
from shapewright.drawing.scene import Arc, Close, Line, Move, Scene, Segment, Text
from shapewright.packing.picture import mosaic as packing_mosaic
from shapewright.shapez.drawing.icons import icon
from shapewright.shapez.picture import draw as draw_shape
from shapewright.stacking.picture import final_mosaic
from shapewright.tiling.picture import mosaic as tiling_mosaic

if TYPE_CHECKING:
    from shapewright.drawing import Mosaic
    from shapewright.shapez.plans import Plan, Step

TARGET = File(__file__).with_name("hero.svg")

CHESSBOARD = "board 8x8\nhole 3,3 4,3 3,4 4,4\npieces pentominoes"
BAG = "I8 J13 L10 O13 S4 T8 Z8"
QUEUE = "TIOLJSZTIOL"
SEQUENCE = "LTSOZIJTLZSOJI"
SHAPE = "RbRbRbRb:CrCrSgSg"

WIDTH, HEIGHT = 1200, 628
_EDGE = 4  # around the cards, for their borders
_GAP = 16
_PADDING = 24
_LEFT = 424  # the width of the large card
_FALL = 0.11  # seconds from one piece to the next

_STYLE = """
text { font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
@media (prefers-color-scheme: dark) {
 .card { fill: #161b22; stroke: #2d343e; } .board { fill: #232a34; } .square { fill: #2b333f; } .hole { fill: #0b0f14; }
 .ink { fill: #f0f3f7; } .soft { fill: #9da7b4; } .good { fill: #6fdcae; } .goodline { stroke: #6fdcae; }
 .bad { fill: #ff9a91; } .badline { stroke: #ff9a91; } .belt { stroke: #56606d; }
}
@media (prefers-reduced-motion: no-preference) {
 .fall { animation: fall .55s cubic-bezier(.2, .85, .3, 1) backwards; }
 .grow { animation: grow .5s cubic-bezier(.2, .85, .3, 1) backwards; }
}
@keyframes fall { from { opacity: 0; transform: translateY(-70px); } 40% { opacity: 1; } }
@keyframes grow { from { opacity: 0; } }
"""


def picture() -> str:
    """The whole picture as SVG text, the same on every machine."""
    right = _EDGE + _LEFT + _GAP
    width = (WIDTH - _EDGE - right - _GAP) / 2
    height = (HEIGHT - 2 * _EDGE - _GAP) / 2
    places = [(right + i * (width + _GAP), _EDGE + j * (height + _GAP)) for j, i in product(range(2), repeat=2)]
    cards = [_chessboard(), _perfect_clear(), _machines(), _packing(), _stack()]
    spots = [(_EDGE, _EDGE, _LEFT, HEIGHT - 2 * _EDGE), *[(x, y, width, height) for x, y in places]]
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    style = 'fill="none" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {style}>',
        f"<title>{escape('; '.join(f'{card.asked}: {card.answer}' for card in cards))}</title>",
        f"<style>{_STYLE}</style>",
    ]
    for card, (x, y, across, down) in zip(cards, spots, strict=True):
        lines += card.drawn(x, y, across, down)
    return "\n".join([*lines, "</svg>", ""])


@dataclass(frozen=True)
class _Card:
    """A puzzle: what was asked, what was answered, and the picture of it, ``width`` by ``height``.

    A card with ``more``, a second answer, has larger words.
    """

    asked: str
    answer: str
    content: Sequence[str]
    width: float
    height: float
    more: str = ""

    def drawn(self, x: float, y: float, across: float, down: float) -> list[str]:
        """The card with its corner at (x, y): the picture in the middle, below it the words."""
        last = down - _PADDING - 2
        if self.more:
            words = [
                _words(_PADDING, last - 97, self.asked, 18, "soft", "#59636e"),
                _words(_PADDING - 3, last - 35, self.answer, 60, "ink", "#1d2129", weight=700),
                _words(_PADDING, last, self.more, 18, "soft", "#59636e"),
            ]
        else:
            words = [
                _words(_PADDING, last - 28, self.asked, 18, "soft", "#59636e"),
                _words(_PADDING, last, self.answer, 22, "ink", "#1d2129", weight=700),
            ]
        room = last - (127 if self.more else 60)
        left, top = (across - self.width) / 2, _PADDING + (room - _PADDING - self.height) / 2
        paint = 'rx="14" fill="#f6f8fa" stroke="#dfe4ea" stroke-width="1.5"'
        return [
            f'<g transform="translate({_short(x)} {_short(y)})">',
            f'<rect class="card" width="{_short(across)}" height="{_short(down)}" {paint}/>',
            f'<g transform="translate({_short(left)} {_short(top)})">',
            *self.content,
            "</g>",
            *words,
            "</g>",
        ]


def _chessboard() -> _Card:
    """The twelve pentominoes around the hole of a chessboard."""
    problem = tiling.Problem.from_text(CHESSBOARD)
    tilings, distinct = tiling.count(problem), tiling.count(problem, up_to_symmetry=True)
    first = tiling.first(problem)
    assert first is not None
    mosaic = tiling_mosaic(problem, first.placements)
    cell = 45.75
    content = [_panel(8 * cell, 8 * cell)]
    squares = "".join(
        path_data(_rounded_line(line, cell, 8, 1.5, 4))
        for x, y in product(range(8), repeat=2)
        if (x + y) % 2
        for line in contours({(x, y)})
    )
    content.append(f'<path class="square" fill="#d6dce4" d="{squares}"/>')
    hole = _rounded_line(contours({(3, 3), (4, 3), (3, 4), (4, 4)})[0], cell, 8, 1.5, 6)
    content.append(f'<path class="hole" fill="#3a424d" d="{path_data(hole)}"/>')
    content += _pieces(mosaic, cell, 8, labels=True)
    asked, more = "12 pentominoes, a chessboard, a hole", f"{distinct} up to rotation and reflection"
    return _Card(asked, f"{tilings} ways", content, 8 * cell, 8 * cell, more)


def _perfect_clear() -> _Card:
    """A perfect clear of the empty field, the queue above it."""
    solution = clear.first(clear.Field.from_text("_" * 10), QUEUE)
    assert solution is not None
    mosaic = solution_mosaic(solution)
    cell, rows = 31.0, solution.height
    chip, apart = 22.0, 6.8
    content = []
    for number, piece in enumerate(QUEUE):
        colour, x = TETROMINO_COLOURS[piece], number * (chip + apart)
        content.append(f'<rect x="{_short(x)}" width="{chip:g}" height="{chip:g}" rx="6" fill="{colour}"/>')
        content.append(_letter(x + chip / 2, chip / 2, piece, 11, ink_on(colour)))
    content += [f'<g transform="translate(0 {chip + 18:g})">', _panel(10 * cell, rows * cell)]
    content += [*_pieces(mosaic, cell, rows, start=0.9), "</g>"]
    height = chip + 18 + rows * cell
    return _Card(f"Tetris: the queue {QUEUE}", f"A perfect clear of {rows} lines", content, 10 * cell, height)


def _packing() -> _Card:
    """A bag of tetrominoes in the smallest square."""
    bag = packing.Bag.from_text(BAG)
    found = packing.pack(bag)
    assert found.status == "optimal"
    cell = 11.6
    side = found.height * cell
    content = [_panel(found.width * cell, side), *_pieces(packing_mosaic(found), cell, found.height, pause=0.025)]
    asked = f"{len(found.placements)} tetrominoes, one box"
    return _Card(asked, f"{found.width} × {found.height}, proven best", content, found.width * cell, side)


def _stack() -> _Card:
    """A sequence of pieces, stacked as low as possible, with the height that is refuted."""
    plan = stacking.first(stacking.Problem(SEQUENCE))
    assert plan is not None
    assert plan.optimal
    rows, cell = plan.height, 26.0
    width, height = 10 * cell, rows * cell
    content = [_panel(width, height), *_pieces(final_mosaic(plan), cell, rows, start=1.2)]
    for level, name, colour, dash in ((rows, "good", "#157f5b", ""), (rows - 1, "bad", "#c02b2b", "2 7")):
        y = _short(height - level * cell)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        content.append(
            f'<path class="{name}line" stroke="{colour}" stroke-width="3"{dashes} d="M-8 {y}H{_short(width + 8)}"/>'
        )
        content.append(_words(width + 16, float(y) + 6, str(level), 18, name, colour, weight=700))
    cross = f"M{_short(width + 33)} {_short(cell - 5)}l10 10m0 -10l-10 10"
    content.append(f'<path class="badline" stroke="#c02b2b" stroke-width="2.4" d="{cross}"/>')
    asked = f"{len(SEQUENCE)} falling pieces, 10 columns"
    return _Card(asked, f"{rows} rows; {rows - 1} are impossible", content, width + 36, height)


def _machines() -> _Card:
    """A plan of machines, from raw shapes on the left to the goal on the right."""
    plan = shapez.plan(shapez.Shape.from_code(SHAPE))
    assert plan is not None
    assert plan.optimal
    width, height = 330.0, 176.0
    content = list(_Flow(plan, width, height).drawn())
    return _Card("Shapez 2: which machines make it?", f"{plan.cost} machines, and no fewer", content, width, height)


class _Flow:
    """The steps of a plan as a graph: a column for each step on the longest way from the raw shapes."""

    sizes = (38.0, 44.0, 54.0, 104.0)

    def __init__(self, plan: Plan, width: float, height: float) -> None:
        (self.goal,) = plan.goals
        self.made_by = {
            output: step for step in plan.steps for output in step.outputs if isinstance(output, shapez.Shape)
        }
        self.column: dict[shapez.Shape, int] = {}
        self._place(self.goal)
        last = max(self.column.values())
        self.at: dict[shapez.Shape, tuple[float, float]] = {}
        gap = (width - sum(self.sizes)) / last
        for column, shapes in groupby(sorted(self.column, key=lambda shape: self.column[shape]), self.column.get):
            assert column is not None
            x = sum(self.sizes[:column]) + column * gap + self.sizes[column] / 2
            inner = list(shapes)
            for row, shape in enumerate(inner):
                before = [self.at[one] for one in self._inputs(shape)]
                y = sum(y for _, y in before) / len(before) if before else height * (row + 0.5) / len(inner)
                self.at[shape] = x, y

    def _inputs(self, shape: shapez.Shape) -> list[shapez.Shape]:
        return [value for value in self.made_by[shape].inputs if isinstance(value, shapez.Shape)]

    def _place(self, shape: shapez.Shape) -> int:
        if shape not in self.column:
            self.column[shape] = max([self._place(one) + 1 for one in self._inputs(shape)], default=0)
        return self.column[shape]

    def drawn(self) -> Iterable[str]:
        """Belts first, then shapes, and the machines on the belts."""
        for shape, (x, y) in self.at.items():
            radius = self._size(shape) / 2
            for one in self._inputs(shape):
                (from_x, from_y), end = self.at[one], x - radius - 16
                middle = (from_x + end) / 2
                curve = f"M{_short(from_x)} {_short(from_y)}C{_short(middle)} {_short(from_y)}"
                curve += f" {_short(middle)} {_short(y)} {_short(end)} {_short(y)}H{_short(x)}"
                yield f'<path class="belt" stroke="#b4bdc9" stroke-width="4" d="{curve}"/>'
        for shape, (x, y) in self.at.items():
            size = self._size(shape)
            yield f'<g class="grow" style="animation-delay:{0.9 + 0.55 * self.column[shape]:.2f}s">'
            yield _moved(draw_shape(shape, size=size), x - size / 2, y - size / 2)
            step = self.made_by[shape]
            if step.machine != "miner":
                yield from self._machine(step, x - size / 2 - 15, y)
            yield "</g>"

    def _size(self, shape: shapez.Shape) -> float:
        return self.sizes[-1 if shape == self.goal else self.column[shape]]

    def _machine(self, step: Step, x: float, y: float) -> Iterable[str]:
        fluids = [value for value in step.inputs if isinstance(value, str)]
        yield f'<circle cx="{_short(x)}" cy="{_short(y)}" r="12.5" fill="#ffffff" stroke="#8d97a6" stroke-width="1.2"/>'
        yield _moved(Scene(24, 24, icon(step.machine, fluids)), x, y, 0.64)


def _pieces(
    mosaic: Mosaic, cell: float, rows: int, *, labels: bool = False, start: float = 0.2, pause: float = _FALL
) -> Iterable[str]:
    """Every piece of a flat board as a shape with round corners, which falls into place after those before it."""
    (layer,) = mosaic.layers
    cells: dict[int, set[Corner]] = {}
    for square, piece in layer.piece_at.items():
        cells.setdefault(piece, set()).add(square)
    spots = {spot.piece: spot.cell for spot in layer.spots}
    for number, piece in enumerate(sorted(cells, key=lambda one: (min(y for _, y in cells[one]), one))):
        colour = mosaic.colour_of[piece]
        segments = [
            segment
            for line in contours(cells[piece])
            for segment in _rounded_line(line, cell, rows, cell * 0.028, cell * 0.13)
        ]
        yield f'<g class="fall" style="animation-delay:{start + pause * number:.2f}s">'
        yield f'<path fill="{colour}" d="{path_data(tuple(segments))}"/>'
        if labels:
            x, y = spots[piece]
            yield _letter(
                (x + 0.5) * cell, (rows - y - 0.5) * cell, mosaic.label(piece)[:1], cell * 0.36, ink_on(colour)
            )
        yield "</g>"


def _rounded_line(line: Sequence[Corner], cell: float, rows: int, inset: float, radius: float) -> tuple[Segment, ...]:
    """A contour (corners of cells, y upward, the inside on the left), ``inset`` pixels inside, corners rounded."""
    ways = []
    for (x, y), (next_x, next_y) in zip(line, [*line[1:], line[0]], strict=True):
        length = hypot(next_x - x, next_y - y)
        ways.append(((next_x - x) / length, (next_y - y) / length))
    segments: list[Segment] = []
    for (x, y), (in_x, in_y), (out_x, out_y) in zip(line, [ways[-1], *ways[:-1]], ways, strict=True):
        # The left of a way (a, b) is (-b, a); the sum of the two lefts leads to the corner of the inner line.
        corner_x = x * cell + inset * (-in_y - out_y)
        corner_y = (rows - y) * cell - inset * (in_x + out_x)
        start = corner_x - in_x * radius, corner_y + in_y * radius
        end = corner_x + out_x * radius, corner_y - out_y * radius
        left_turn = in_x * out_y - in_y * out_x > 0
        segments.append(Line(*start) if segments else Move(*start))
        segments.append(Arc(radius, radius, *end, clockwise=not left_turn))
    return (*segments, Close())


def _panel(width: float, height: float) -> str:
    """What a board is before pieces lie on it."""
    return (
        f'<rect class="board" x="-5" y="-5" width="{_short(width + 10)}" height="{_short(height + 10)}" rx="8" '
        'fill="#e4e8ee"/>'
    )


def _moved(scene: Scene, x: float, y: float, scale: float = 1.0) -> str:
    """The content of a scene, its origin at (x, y)."""
    body = to_svg(Scene(scene.width, scene.height, scene.nodes)).split("\n")[1:-1]
    by = f" scale({scale:g})" if scale != 1 else ""
    return "\n".join([f'<g transform="translate({_short(x)} {_short(y)}){by}">', *body, "</g>"])


def _letter(x: float, y: float, text: str, size: float, colour: str) -> str:
    """A letter in the middle of (x, y), as strokes."""
    body = to_svg(Scene(0, 0, (Text(x, y + size / 2, text, size, colour, "middle", weight=0.15),))).split("\n")
    return "\n".join(body[1:-1])


def _words(x: float, y: float, text: str, size: float, name: str, colour: str, *, weight: int = 400) -> str:
    """Words in the reader's own font, and in colours for light and dark pages by the class ``name``."""
    return (
        f'<text class="{name}" x="{_short(x)}" y="{_short(y)}" font-size="{size:g}" font-weight="{weight}" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


if __name__ == "__main__":
    TARGET.write_text(picture(), encoding="utf-8", newline="\n")
