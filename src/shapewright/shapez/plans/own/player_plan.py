"""Is a player's own plan right, and are fewer machines known? Lines are carried out by the rules, each judged alone.

A line that states a wrong output is wrong. The lines after it may take what it states or what it makes, so that one
slip is one fault. What carries lines out is :mod:`shapewright.shapez.check`, which knows nothing of the planner.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from shapewright.errors import NotationError, ProblemError, quote
from shapewright.jobs.stage import Progress
from shapewright.shapez.check import faults, replay, source
from shapewright.shapez.colours import EVERY_COLOUR
from shapewright.shapez.game import read_by
from shapewright.shapez.plans.bounds import mixers
from shapewright.shapez.plans.own import player_plan_text
from shapewright.shapez.plans.own.player_plan_text import Line
from shapewright.shapez.plans.plan_for_shapes import first
from shapewright.shapez.plans.steps import SOURCES, Plan, Step, Value, depths_of
from shapewright.shapez.problem import Problem
from shapewright.shapez.shape import Shape

_USUAL_LAYERS = 4
_MIXED = ("y", "m", "c", "w")


@dataclass(frozen=True)
class Fault:
    """What is wrong with a line: where it stands, what is written there, and a sentence."""

    place: str
    line: str
    fault: str

    def __str__(self) -> str:
        return f"{self.place}, {quote(self.line)}: {self.fault}" if self.line else f"{self.place}: {self.fault}"

    def to_json(self) -> dict[str, str]:
        """Plain data."""
        return {"place": self.place, "line": self.line, "fault": self.fault}


@dataclass(frozen=True)
class Judged:
    """A plan that somebody wrote: its ``faults``, and if there are none the ``plan`` that it is.

    ``idle`` are the places of machines none of whose outputs is taken or delivered; they count nevertheless.
    ``mixed`` are colours that the text takes without mixing them; their mixers have been added.
    """

    faults: tuple[Fault, ...]
    plan: Plan | None
    idle: tuple[str, ...] = ()
    mixed: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return not self.faults


def judge_plan(text: str, goals: Sequence[Shape | str] = (), *, layers: int | None = None, game: str = "0.x") -> Judged:
    """Carry out a plan that somebody wrote, in one of the notations of
    :mod:`shapewright.shapez.plans.own.player_plan_text`.

    ``goals`` is what it is to make; by default what the text states, or else what nobody takes and is not in brackets
    (of lines that state no outputs, those of the last line). ``layers`` is the game's limit: by default what the text
    states, or 4, or the height of the highest shape that is written out. ``game`` is the version of the game whose
    codes are read.

    >>> judged = judge_plan("1 miner CuCuCuCu\\n2 cut 1 -> CuCu----  ----CuCu----Cu")
    Traceback (most recent call last):
        ...
    shapewright.errors.NotationError: line 2: layer 1 of '----CuCu----Cu' has 7 parts; a ring has 4, 6, 8 or 10 parts
    >>> judged = judge_plan("1 miner CuCuCuCu\\n2 cut 1\\n3 stack 2a, 2b\\n4 paint 3, red")
    >>> judged.plan.cost, judged.plan.goals
    (3, (Shape.from_code('CrCrCrCr'),))
    >>> print(*judge_plan("1 miner CuCuCuCu\\n2 cut 1 -> CuCu----  --CuCu--").faults)
    line 2, '2 cut 1 -> CuCu----  --CuCu--': cut gives CuCu---- and ----CuCu, not CuCu---- and --CuCu--

    Raises ``NotationError`` for a text that is not a plan.
    """
    written = player_plan_text.read(text)
    for line in written.lines:
        for value in (*line.takes, *(line.states or ())):
            read_by(game, value.layers if isinstance(value, Shape) else [[value]], line.place)
    wanted = tuple(Shape.of(goal, game) for goal in goals) or written.goals
    stated = [value for line in written.lines for value in (*line.takes, *(line.states or ()))]
    heights = [value.height for value in (*stated, *(wanted or ())) if isinstance(value, Shape)]
    limit = layers or written.layers or max([_USUAL_LAYERS, *heights])
    run = _Run(limit)
    for line in written.lines:
        run.do(line)
    found = [*run.faults]
    if wanted is None:
        wanted = run.ends()
    if not wanted and not found:
        found.append(Fault("the plan", "", "it makes nothing that is not taken or thrown away"))
    for goal in wanted:
        if goal not in run.known and not found:
            found.append(Fault("the goal", "", f"no line makes {goal}"))
    if found:
        return Judged(tuple(found), None)
    plan, mixed = run.plan(wanted, limit)
    wrong = [Fault("the plan", "", sentence) for sentence in faults(plan)]
    return Judged(tuple(wrong), None if wrong else plan, run.idle(plan), mixed)


class _Run:
    """The lines carried out so far."""

    def __init__(self, layers: int) -> None:
        self.layers = layers
        self.faults: list[Fault] = []
        self.known: set[Value] = set()
        self.have: dict[Value, None] = {}
        self._named: dict[str, Value] = {}  # what lines state
        self._true: dict[str, Value] = {}  # what they make
        self._steps: list[tuple[Line, Step]] = []
        self._trash: set[Value] = set()

    def do(self, line: Line) -> None:
        if any(name in self._named for name in line.makes[:1]):
            raise NotationError(f"{line.place}: {line.makes[0]} has been made already")
        inputs, true = [], []
        for taken in line.takes:
            if isinstance(taken, str) and taken not in EVERY_COLOUR and taken not in self._named:
                self._fault(line, f"takes {taken.replace('.', ' output ')}, which no line above makes")
                return
            value = self._named.get(taken, taken) if isinstance(taken, str) else taken
            inputs.append(value)
            true.append(self._true.get(taken, taken) if isinstance(taken, str) else taken)
            if taken == value and value not in self.known:
                # A value that is written out where it is taken: a miner's or a fluid.
                machine = "fluid" if isinstance(value, str) else "miner"
                if isinstance(value, Shape) and isinstance(source(Step("miner", (), (value,))), str):
                    machine = "input"
                    self.have[value] = None
                self._steps.append((Line("", "", machine, (), (), (value,)), Step(machine, (), (value,))))
                self.known.add(value)
        if not line.machine:
            self._named[line.makes[0]] = self._true[line.makes[0]] = inputs[0]
            return
        if line.machine in SOURCES:
            outputs = self._sourced(line, inputs)
        else:
            outputs = self._replayed(line, inputs)
            if true != inputs and line.states is not None and not _same(outputs, line.states):
                other = self._replayed(line, true)
                if _same(other, line.states):
                    inputs, outputs = true, other
        if isinstance(outputs, str):
            self._fault(line, f"{line.machine} {outputs}")
            outputs = ()
        elif line.states is not None and not _same(outputs, line.states):
            given, said = (" and ".join(map(str, values)) or "nothing" for values in (outputs, line.states))
            self._fault(line, f"{line.machine} gives {given}, not {said}")
        stated = line.states or ()
        values = stated if len(stated) == len(outputs) or not outputs else outputs
        for named, made in ((self._named, values), (self._true, outputs)):
            # A number alone is the first output, too.
            several = (*made[:1], *made[:2]) if len(line.makes) == 3 else made
            named |= dict(zip(line.makes, several, strict=False))
        self.known.update(values)
        self._trash.update(values[place] for place in line.trash if place < len(values))
        self._steps.append((line, Step(line.machine, tuple(sorted(inputs, key=_is_fluid)), tuple(values))))

    def _replayed(self, line: Line, inputs: list[Value]) -> tuple[Value, ...] | str:
        # Of a shape and a fluid the shape comes first.
        return replay(Step(line.machine, tuple(sorted(inputs, key=_is_fluid)), ()), self.layers)

    def _sourced(self, line: Line, inputs: list[Value]) -> tuple[Value, ...] | str:
        if inputs or not line.states:
            return "takes nothing, and a code or colour stands behind '->'"
        step = Step(line.machine, (), line.states)
        if line.machine == "input" and len(line.states) == 1:
            self.have[line.states[0]] = None
            return line.states
        if line.machine == "fluid" and len(line.states) == 1 and line.states[0] in _MIXED:
            return line.states
        return source(step)

    def _fault(self, line: Line, sentence: str) -> None:
        self.faults.append(Fault(line.place, line.text, sentence))

    def ends(self) -> tuple[Shape, ...]:
        """What nobody takes and is not thrown away; of lines that state no outputs the last machine's."""
        taken = {value for _, step in self._steps for value in step.inputs}
        loose = [
            value
            for number, (line, step) in enumerate(self._steps)
            if line.states is not None or number == len(self._steps) - 1
            for value in step.outputs
            if isinstance(value, Shape) and value.height and value not in self._trash
            if value not in taken or number == len(self._steps) - 1
        ]
        return tuple(dict.fromkeys(loose))

    def plan(self, goals: Sequence[Shape], layers: int) -> tuple[Plan, tuple[str, ...]]:
        """The plan of all machines, and the colours whose mixers were added."""
        steps = [step for _, step in self._steps]
        made = {value for step in steps if step.inputs for value in step.outputs}
        fluids = [str(step.outputs[0]) for step in steps if step.machine == "fluid"]
        mixed = sorted({*fluids} & {*_MIXED} - made)
        if mixed:
            adding = mixers({*mixed})
            lights = {str(value) for step in adding for value in step.inputs if value not in _MIXED}
            sources = [Step("fluid", (), (light,)) for light in dict.fromkeys([*fluids, *sorted(lights)])]
            sources = [step for step in sources if step.outputs[0] not in mixed]
            steps = [*sources, *adding, *(step for step in steps if step.machine != "fluid")]
        depths = depths_of(steps)
        plan = Plan(
            goals=tuple(dict.fromkeys(goals)),
            steps=tuple(steps),
            cost=sum(1 for step in steps if step.inputs),
            lower_bound=0,
            optimal=False,
            depth=max(depths[goal] for goal in goals),
            layers=layers,
            have=tuple(self.have),
        )
        return plan, tuple(mixed)

    def idle(self, plan: Plan) -> tuple[str, ...]:
        """The places of machines that give nothing anybody takes, or what is there already."""
        made: set[Value] = set()
        found = []
        for line, step in self._steps:
            fresh = [value for value in step.outputs if value not in made]
            made.update(step.outputs)
            if step.inputs and not any(value in plan.taken or value in plan.goals for value in fresh):
                found.append(line.place)
        return tuple(found)


def _is_fluid(value: Value) -> bool:
    return isinstance(value, str)


def _same(outputs: tuple[Value, ...] | str, states: tuple[Value, ...]) -> bool:
    """Whether what a line states is what comes out, the empty shape in any ring."""
    return (
        not isinstance(outputs, str)
        and len(outputs) == len(states)
        and all(
            one == other or (isinstance(one, Shape) and isinstance(other, Shape) and one.height == other.height == 0)
            for one, other in zip(outputs, states, strict=True)
        )
    )


def to_json(judged: Judged) -> dict[str, object]:
    """Plain data: ``right``, ``faults``, and of a right plan ``plan``, ``idle`` and ``mixed``."""
    found: dict[str, object] = {"right": bool(judged), "faults": [fault.to_json() for fault in judged.faults]}
    if judged.plan is not None:
        found |= {"idle": list(judged.idle), "mixed": list(judged.mixed)}
    return found


@dataclass(frozen=True)
class Comparison:
    """A right plan that somebody wrote, and a plan for the same goals that was found; None if none was."""

    judged: Judged
    own: Plan
    known: Plan | None

    @property
    def notes(self) -> tuple[str, ...]:
        """What else there is to say, a sentence each."""
        spare = "can be left out: what it makes is not needed, or there already"
        found = [f"{place} {spare}" for place in self.judged.idle]
        if self.judged.mixed:
            found.append(f"mixers were added for {', '.join(self.judged.mixed)}, which the text does not mix")
        if self.own.have:
            found.append(f"it starts from {', '.join(map(str, self.own.have))} on hand")
        return tuple(found)

    def __str__(self) -> str:
        """One line: right, with how many machines, and how many are known.

        >>> from shapewright.shapez.plans.own.player_plan import judge_plan
        >>> text = "1 miner CuCuCuCu\\\\n2 rotate-cw 1\\\\n3 half-destroy 1"
        >>> print(compared(judge_plan("1 miner CuCuCuCu\\n2 cut 1 -> CuCu----  (----CuCu)")))
        right: 1 machine, proven minimal
        """
        cost = self.own.cost
        words = f"right: {cost} machine{'' if cost == 1 else 's'}"
        if self.known is None:
            return words
        if self.own.optimal:
            return f"{words}, proven minimal"
        if self.known.cost < cost:
            proof = " (proven minimal)" if self.known.optimal else f", at least {self.known.lower_bound} needed"
            return f"{words}; {self.known.cost} {'is' if self.known.cost == 1 else 'are'} known{proof}"
        fewer = "no fewer are known" if self.known.cost == cost else f"the planner finds {self.known.cost}"
        return f"{words}; {fewer}, at least {self.known.lower_bound} needed"

    def to_json(self) -> dict[str, object]:
        """Plain data: whether it is right, the ``plan``, and the ``known`` one."""
        known = None if self.known is None else self.known.to_json()
        return {**to_json(self.judged), "plan": self.own.to_json(), "known": known}


def compared(
    judged: Judged,
    *,
    effort: str = "low",
    seed: int = 0,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Comparison:
    """Look for a plan of fewer machines than a right one has; the keywords are those of
    :func:`~shapewright.shapez.plans.plan_for_shapes.first`.

    Raises ``ProblemError`` for a plan that is wrong, and what :func:`~shapewright.shapez.plans.plan_for_shapes.first`
    raises.
    """
    own = judged.plan
    if own is None:
        raise ProblemError("a plan that is wrong cannot be compared with others")
    problem = Problem(own.goals, own.layers, have=own.have, game=own.game)
    known = first(problem, effort=effort, seed=seed, time_limit=time_limit, progress=progress)
    if known is not None:
        bound = min(known.lower_bound, own.cost)
        own = replace(own, lower_bound=bound, optimal=known.lower_bound >= own.cost)
    return Comparison(judged, own, known)
