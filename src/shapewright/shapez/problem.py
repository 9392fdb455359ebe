"""What is asked of a plan: which shapes one factory is to make, from what, under which limit, and what is to be small.

What is asked about everything else in this family is a :class:`~shapewright.shapez.shape.Shape` or a
:class:`~shapewright.shapez.data.configuration.Configuration`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from shapewright.errors import ProblemError, quote
from shapewright.shapez.colours import EVERY_COLOUR
from shapewright.shapez.game import BLACK, read_by
from shapewright.shapez.machines import PLANNED, planned_machines
from shapewright.shapez.parts import NORMAL, is_painted, kind_of
from shapewright.shapez.plans.rates import Rates, known
from shapewright.shapez.shape import Shape

PUMPED = "rgb" + BLACK
"""The fluids that need no machine."""

Minimize = Literal["machines", "depth", "belt"]
MINIMIZE: tuple[Minimize, ...] = get_args(Minimize)
"""What can be small: the number of machines, of machines one after the other, or of those for a full belt (then the
number of machines)."""

Inputs = Literal["raw", "halves"]
INPUTS: tuple[Inputs, ...] = get_args(Inputs)
"""Where a plan can start: from raw shapes of the miners, or from the seeds of halves and from stacking pieces."""


@dataclass(frozen=True)
class Effort:
    """How long to look for a plan, and for the proof that none has fewer machines.

    ``expansions`` is the number of shapes taken apart in all ways, ``improvements`` that of shapes made again in the
    light of all others, ``polish`` that of machines tried out to replace some of the plan by fewer (some ten millions a
    second), ``proof`` that of sets of steps looked at in each search for a proof (as many a second). For plans of few
    machines the first three are those of the least effort, whatever the effort; ``stages`` says how long such plans are
    improved then, each stage twice as long as the one before (the first about a fifth of a second).
    """

    expansions: int
    improvements: int
    polish: int
    proof: int
    stages: int = 0


EFFORTS = {
    "low": Effort(250, 40, 200_000, 1_000_000, 1),
    "normal": Effort(400, 120, 20_000_000, 2_000_000, 3),
    "high": Effort(2000, 600, 400_000_000, 200_000_000, 9),
    "highest": Effort(8000, 4000, 20_000_000_000, 20_000_000_000, 15),
}
"""The efforts, by the names that ``effort=`` takes."""


@dataclass(frozen=True)
class Problem:
    """The ``goals`` that one factory is to make (shapes or their codes; one may stand alone), each once.

    ``layers`` is the game's limit: by default 4, or the height of the highest goal if that is more. ``minimize`` says
    what is to be small, one of :data:`MINIMIZE`; ``inputs`` where a plan starts, one of :data:`INPUTS`. ``game`` is the
    version of the game whose codes are read.

    The rest is a player's situation: ``have`` are shapes (or their codes) and letters of colours that are on hand at no
    cost (what miners and pumps give anyway is left out); ``machines`` the names of those that may be used, ours or the
    game's (all of :data:`~shapewright.shapez.plans.steps.MACHINES` by default); with ``no_trash`` nothing is thrown
    away, and as few shapes as can be are left over. ``rates`` say what machines give, where the machines for a full
    belt are to be few; by default what is publicly known. A machine without a rate is taken to keep up with a belt.

    >>> problem = Problem("CuCu----:RrRr----", layers=3)
    >>> problem.goals, problem.parts, problem.height
    ((Shape.from_code('CuCu----:RrRr----'),), 4, 2)

    Raises ``NotationError`` for a text that is not a shape code; ``ProblemError`` without goals, for the empty shape,
    goals of different rings, and for words that ``minimize`` and ``inputs`` do not know.
    """

    goals: Sequence[Shape | str] | Shape | str
    layers: int | None = None
    minimize: Minimize = "machines"
    inputs: Inputs = "raw"
    have: Sequence[Shape | str] = ()
    machines: Sequence[str] | None = None
    no_trash: bool = False
    rates: Rates | None = None
    game: str = "0.x"

    def __post_init__(self) -> None:
        several = [self.goals] if isinstance(self.goals, (Shape, str)) else self.goals
        shapes = tuple(dict.fromkeys(Shape.of(goal, self.game) for goal in several))
        if not shapes:
            raise ProblemError("a plan needs at least one goal")
        for shape in shapes:
            if shape.height == 0:
                raise ProblemError("the empty shape cannot be a goal: nothing makes it")
            if shape.parts != shapes[0].parts:
                first, other = quote(shapes[0].to_code()), quote(shape.to_code())
                raise ProblemError(f"{first} and {other} have different rings; a plan has one ring")
        if self.minimize not in MINIMIZE:
            raise ProblemError(f"a plan minimizes machines, depth or belt, not {quote(str(self.minimize))}")
        if self.inputs not in INPUTS:
            given = quote(str(self.inputs))
            raise ProblemError(f"a plan starts from raw inputs ('raw') or from halves ('halves'), not {given}")
        if self.minimize == "belt" and self.inputs != "raw":
            raise ProblemError("a plan for a full belt starts from raw inputs; leave out inputs='halves'")
        if self.rates is not None and self.minimize != "belt":
            raise ProblemError("rates are for plans that minimize belt")
        object.__setattr__(self, "goals", shapes)
        # Bring what is on hand and the machines into their forms.
        have = tuple(dict.fromkeys(_value(each, self.game) for each in self.have))
        for value in have:
            if isinstance(value, Shape) and value.parts != self.parts:
                raise ProblemError(
                    f"{quote(str(value))} on hand and the goals have different rings; a plan has one ring"
                )
            if value == "u" or (isinstance(value, Shape) and value.height == 0):
                raise ProblemError(f"{quote(str(value))} cannot be on hand: there is nothing in it")
        if (have or self.machines is not None or self.no_trash) and self.inputs != "raw":
            raise ProblemError("a plan from halves uses every machine and nothing on hand; leave out inputs='halves'")
        object.__setattr__(self, "have", tuple([value for value in have if not _is_given(value)]))
        if self.machines is not None:
            machines = planned_machines(self.machines)
            object.__setattr__(self, "machines", None if machines == PLANNED else machines)

    @property
    def in_situation(self) -> bool:
        """Whether something is on hand, machines are missing, or nothing may be thrown away."""
        return bool(self.have) or self.machines is not None or self.no_trash

    @cached_property
    def belt_rates(self) -> Rates:
        """Rates for all machines, by which plans for a full belt are compared."""
        return (known() if self.rates is None else self.rates).completed()

    @property
    def on_hand(self) -> tuple[Shape | str, ...]:
        """What is on hand: shapes, and letters of colours."""
        return self.have  # type: ignore[return-value]  # made so above

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The goals as the shapes they are, in the order given."""
        return self.goals  # type: ignore[return-value]  # made so above

    @property
    def parts(self) -> int:
        """How many parts the ring of the goals has."""
        return self.shapes[0].parts

    @property
    def height(self) -> int:
        """How many layers the highest goal has."""
        return max(shape.height for shape in self.shapes)


def _is_given(value: Shape | str) -> bool:
    """Whether a shape comes from a miner or a trade station, or a fluid from a pump."""
    if isinstance(value, str):
        return value in PUMPED
    part, *others = value.layers[0]
    return value.height == 1 and {part} == {*others} and kind_of(part) == NORMAL and not is_painted(part)


def _value(text: Shape | str, game: str) -> Shape | str:
    if not isinstance(text, str) or text not in EVERY_COLOUR or len(text) != 1:
        return Shape.of(text, game)
    read_by(game, [[text]])
    return text
