"""The machines of the game: what each takes, what it makes of it, and an example.

>>> MACHINES["stack"].run(Shape.from_code("CuCu----"), Shape.from_code("--RuRu--"))
(Shape.from_code('CuCu----:--RuRu--'),)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from shapewright.errors import NotationError, ProblemError, quote
from shapewright.shapez.colours import colour as read_colour
from shapewright.shapez.colours import mix
from shapewright.shapez.shape import Shape

Value = Shape | str


MOST_DIGITS = 4


@dataclass(frozen=True)
class Machine:
    """A machine: what it does (``about``), an ``example`` of what it takes, as on a command line, and what that makes.

    It ``takes`` a number of shapes (or of colours, if it ``takes_colours``). ``options`` names its settings: 'layers'
    (the game's limit), 'colour' (its letter), 'steps' (columns clockwise, or degrees if it is more than the ring has
    columns). ``work`` gives what it makes; ``outputs`` names that, where it is several.
    """

    name: str
    about: str
    example: str
    makes: str
    work: Callable[..., tuple[Any, ...]]
    takes: int = 1
    options: tuple[str, ...] = ()
    takes_colours: bool = False
    outputs: tuple[str, ...] = ()

    def read(self, text: str, game: str = "0.x") -> Value:
        """The shape or colour that a text is in this game."""
        return read_colour(text, game) if self.takes_colours else Shape.from_code(text, game=game)

    def run(self, *inputs: Value, **options: object) -> tuple[Value, ...]:
        """What it makes of its inputs; ``options`` may say more than it takes.

        >>> MACHINES["rotate"].run(Shape.from_code("CuRuSuWu"), steps=180)
        (Shape.from_code('SuWuCuRu'),)

        Raises ``ProblemError`` for another number of inputs, or without the colour that it needs.
        """
        if len(inputs) != self.takes:
            things = "colour" if self.takes_colours else "shape"
            number = f"{self.takes} {things}{'' if self.takes == 1 else 's'}"
            raise ProblemError(f"{self.name} takes {number}, not {len(inputs)}")
        told = {name: options[name] for name in self.options if name in options}
        if "colour" in self.options and told.get("colour") is None:
            raise ProblemError(f"{self.name} needs a colour: u r g b c m y w, or a name such as red")
        return self.work(*inputs, **told)


def read_steps(text: str) -> int:
    """Read a turn: ``cw``, ``ccw``, or a number of columns or degrees clockwise.

    >>> read_steps("ccw"), read_steps("3"), read_steps("180")
    (-1, 3, 180)

    The ring decides whether a number counts columns or degrees. Raises ``NotationError`` for any other text.
    """
    if text in ("cw", "ccw"):
        return 1 if text == "cw" else -1
    digits = text.removeprefix("-") if text.startswith("-") else text.removeprefix("+")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > MOST_DIGITS:
        raise NotationError(
            f"{quote(text)} is not a turn; expected cw, ccw, or a number of columns or degrees clockwise, such as 1 "
            "or 90"
        )
    return int(text)


def _rotate(shape: Shape, steps: int = 1) -> tuple[Shape]:
    """Turn by columns, or by degrees if ``steps`` is more than the ring has columns."""
    if abs(steps) > shape.parts:
        columns, rest = divmod(steps * shape.parts, 360)
        if rest:
            raise ProblemError(
                f"a ring of {shape.parts} cannot turn by {steps}; columns go up to {shape.parts}, and degrees are "
                f"multiples of {360 // shape.parts}"
            )
        steps = columns
    return (shape.rotated(steps),)


_ALL = (
    Machine("rotate", "Rotate a shape.", "CuRuSuWu --steps cw", "WuCuRuSu", _rotate, options=("steps",)),
    Machine(
        "cut",
        "Cut a shape: the east half, then the west half.",
        "CuRuSuWu",
        "CuRu---- ----SuWu",
        lambda shape: shape.cut(),
        outputs=("east half", "west half"),
    ),
    Machine(
        "half-destroy",
        "Keep the east half, destroy the west half.",
        "CuRuSuWu",
        "CuRu----",
        lambda shape: (shape.half_destroyed(),),
    ),
    Machine(
        "swap",
        "Exchange the west halves of two shapes.",
        "CuCuCuCu RuRuRuRu",
        "CuCuRuRu RuRuCuCu",
        lambda a, b: a.swap(b),
        takes=2,
        outputs=("first", "second"),
    ),
    Machine(
        "stack",
        "Stack the second shape on the first.",
        "CuCu---- --RuRu--",
        "CuCu----:--RuRu--",
        lambda a, b, layers=None: (a.stack(b, layers),),
        takes=2,
        options=("layers",),
    ),
    Machine(
        "push-pin",
        "Push pins under a shape.",
        "CuRu----",
        "P-P-----:CuRu----",
        lambda shape, layers=None: (shape.push_pin(layers),),
        options=("layers",),
    ),
    Machine(
        "paint",
        "Paint the top layer.",
        "CuCuP--- --colour r",
        "CrCrP---",
        lambda shape, colour: (shape.paint(colour),),
        options=("colour",),
    ),
    Machine("mix", "Mix two colours.", "r g", "y", lambda a, b: (mix(a, b),), takes=2, takes_colours=True),
    Machine(
        "crystal",
        "Fill gaps and pins with crystals.",
        "CuP----- --colour b",
        "Cucbcbcb",
        lambda shape, colour: (shape.crystallise(colour),),
        options=("colour",),
    ),
    Machine(
        "gravity",
        "Let unsupported parts fall (this is not a machine: it follows most of them).",
        "--------:CuCu----",
        "CuCu----",
        lambda shape: (shape.settled(),),
    ),
)

MACHINES: Mapping[str, Machine] = {machine.name: machine for machine in _ALL}
"""All machines by their names, and gravity, which follows most of them."""

PLANNED = ("rotate-cw", "rotate-ccw", "rotate-180", *(name for name in MACHINES if name not in ("rotate", "gravity")))
"""The machines of plans, which cost 1 each: one that turns turns by a column, or half a ring."""

GAME_NAMES: Mapping[str, tuple[str, ...]] = {
    "rotate": ("Rotator",),
    "rotate-cw": ("90° CW Rotator", "Rotator CW"),
    "rotate-ccw": ("90° CCW Rotator", "Rotator CCW"),
    "rotate-180": ("180° Rotator", "Rotator 180"),
    "cut": ("Cutter",),
    "half-destroy": ("Half Destroyer",),
    "swap": ("Swapper", "Halves Swapper"),
    "stack": ("Stacker", "Stacker (Bent)"),
    "push-pin": ("Pin Pusher", "Pin Push"),
    "paint": ("Painter",),
    "mix": ("Color Mixer", "Colour Mixer", "Mixer"),
    "crystal": ("Crystal Generator",),
}
"""What the game and its players call the machines, by our names. Source: the game's own English texts."""

_CALLED = {
    "".join(filter(str.isalnum, word.lower())): name
    for name in (*GAME_NAMES, *MACHINES)
    for word in (name, *GAME_NAMES.get(name, ()))
}


def machine_name(text: str) -> str:
    """Return our name of the machine that a text names, or the text itself if it names none.

    >>> machine_name("Pin Pusher"), machine_name("cutter"), machine_name("tardis")
    ('push-pin', 'cut', 'tardis')
    """
    return _CALLED.get("".join(filter(str.isalnum, text.lower())), text)


def planned_machines(names: Iterable[str]) -> tuple[str, ...]:
    """Return the machines of plans that names stand for, each once, in the order of :data:`PLANNED`.

    >>> planned_machines(["Rotator", "cut"])
    ('rotate-cw', 'rotate-ccw', 'rotate-180', 'cut')

    Raises ``ProblemError`` for a name that is not a machine of plans.
    """
    found = set()
    for text in names:
        name = machine_name(text)
        machines = [each for each in PLANNED if each == name or (name == "rotate" and each.startswith("rotate"))]
        if not machines:
            raise ProblemError(f"{quote(text)} is not a machine; machines are {', '.join(PLANNED)}")
        found.update(machines)
    return tuple([name for name in PLANNED if name in found])
