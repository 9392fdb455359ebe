"""What a machine makes of shapes, or of colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from shapewright.errors import NotationError, ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Choice, Field, Text
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Pictures
from shapewright.questions.parts import Text as Words
from shapewright.questions.python import Expression, call, literal
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._fields import CODES, GAME, LAYERS, batches, each, is_list
from shapewright.questions.shapez._page import bar
from shapewright.questions.shapez._python import codes_of, shapez_program
from shapewright.questions.shapez._shapes import NO_PICTURE, picture
from shapewright.questions.source import Source
from shapewright.shapez.colours import EVERY_NAME, colour, disputed
from shapewright.shapez.machines import MACHINES, Machine, machine_name, read_steps
from shapewright.shapez.notation import Code
from shapewright.shapez.shape import Shape


@dataclass(frozen=True)
class _Run:
    """One run of a machine, and remarks about it."""

    inputs: tuple[Shape | str, ...]
    outputs: tuple[Shape | str, ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, list[str]]:
        found = {"inputs": list(map(str, self.inputs)), "outputs": list(map(str, self.outputs))}
        return {**found, "notes": list(self.notes)} if self.notes else found

    def __str__(self) -> str:
        return "\n".join([*map(str, self.outputs), *[f"note: {note}" for note in self.notes]])


MACHINE = Choice(
    "machine", "The machine.", argument=True, metavar="MACHINE", choices=tuple(MACHINES),
    meant=machine_name,
).mandatory()  # fmt: skip
INPUTS = replace(CODES, help="Shape codes such as CuCu----:RrRr----; of 'mix', colours.")
COLOUR = Text(
    "colour", "Colour of 'paint' and 'crystal': u r g b c m y w, or a name such as red.", metavar="COLOUR",
    old=("--color",), limit=20,
)  # fmt: skip
STEPS = Text(
    "steps", "Turn of 'rotate': cw, ccw, or columns or degrees clockwise, such as 1, 90 or 180.", usual="cw",
    metavar="STEPS", limit=20,
)  # fmt: skip
OPTIONS: tuple[Field[object], ...] = (LAYERS, COLOUR, STEPS)


def answer(asked: Asked, desk: Desk) -> Listing:
    """The runs of the machine, one after the other."""
    machine = MACHINES[asked[MACHINE]]
    for field in OPTIONS:
        if asked[field] is not None and field.name not in machine.options:
            raise ProblemError(f"{desk.option(field.name)} does not apply to {machine.name}; leave it out")
    layers, paint, steps = asked[LAYERS], asked[COLOUR], asked[STEPS]
    if "colour" in machine.options and paint is None:
        raise ProblemError(f"{machine.name} needs {desk.option('colour')}, such as r or red")
    told = {
        "layers": layers,
        "colour": None if paint is None else colour(paint, asked[GAME]),
        "steps": None if steps is None else _steps(steps),
    }
    told = {name: value for name, value in told.items() if value is not None}

    def end(kept: Sequence[_Run], number: int) -> Answer:
        return Answer(
            {"results": [run.to_json() for run in kept]},
            text=lambda _: "\n".join(map(str, kept)),
            parts=lambda: [_seen(machine, kept)],
            seconds=0.0,
            tone="plain",
            page={"bar": _bar(machine, kept)},
        )

    return Listing(
        _runs(machine, asked[INPUTS], told, asked[GAME]),
        text=lambda run, _: str(run),
        record=lambda run: run.to_json(),
        end=end,
        seconds=desk.seconds,
    )


def _steps(text: str) -> int:
    try:
        return read_steps(text)
    except NotationError as error:
        raise NotationError(f"--steps: {error}") from None


def _runs(machine: Machine, codes: Sequence[Source | str], told: dict[str, Any], game: str) -> Iterator[list[_Run]]:
    """The runs, in batches as their inputs come."""

    def run(code: Code, place: int, others: Sequence[Shape | str]) -> _Run:
        inputs = list(others)
        with code.named():
            inputs.insert(place, machine.read(code.text, game))
            mixes = machine.takes_colours and game == "1.0"
            notes = tuple(disputed([(str(inputs[0]), str(inputs[1]))])) if mixes else ()
            return _Run(tuple(inputs), machine.run(*inputs, **told), notes)

    if machine.takes == 1:
        yield from each(codes, lambda code: run(code, 0, ()))
        return
    what = "colours" if machine.takes_colours else "shapes"
    if len(codes) != machine.takes:
        number = "one is" if len(codes) == 1 else f"{len(codes)} are"
        raise ProblemError(f"{machine.name} takes two {what}, and {number} given")
    lists = [is_list([one]) for one in codes]
    if all(lists):
        raise ProblemError(f"only one of the two {what} may be a list")
    place = lists.index(True) if any(lists) else 0
    (other,) = (
        code.parsed(lambda text: machine.read(text, game)) for batch in batches([codes[1 - place]]) for code in batch
    )
    yield from each([codes[place]], lambda code: run(code, place, (other,)))


def _bar(machine: Machine, runs: Sequence[_Run]) -> dict[str, object]:
    """The words of the bar: the machine, and of one run what it gave."""
    name = machine.name.replace("-", " ")
    if len(runs) != 1:
        return bar(f"{name}: {len(runs)} runs", "plain")
    return bar(name, "plain", *(EVERY_NAME.get(str(value), str(value)) for value in runs[0].outputs))


def _seen(machine: Machine, runs: Sequence[_Run]) -> Pictures | Words:
    """What the machine made, each with the name that it has among the outputs."""
    if machine.takes_colours:
        return Words("\n".join(map(str, runs)), label="colours")
    names = machine.outputs or ("",)
    drawn = [(shape, name) for run in runs for shape, name in zip(run.outputs, names, strict=True)]
    return Pictures([picture(shape, name, put=True, ask="") for shape, name in drawn if isinstance(shape, Shape)])


def _examples() -> str:
    """How each machine is run and what it makes, a line each."""
    runs = {f"shapewright shapez op {name} {machine.example}": machine.makes for name, machine in MACHINES.items()}
    width = max(map(len, runs))
    return "\n    ".join(f"{run:{width}}  # {makes}" for run, makes in runs.items())


def _machines() -> str:
    width = max(map(len, MACHINES))
    return "\n    ".join(f"{name:{width}}  {machine.about}" for name, machine in MACHINES.items())


def _python(asked: Asked) -> str:
    machine = MACHINES[asked[MACHINE]]
    how: dict[str, object] = asked.some(LAYERS)
    game = {name: value for name, value in asked.some(GAME).items() if value != "0.x"}
    if COLOUR in asked:
        how["colour"] = colour(asked.text(COLOUR), asked[GAME])
    if STEPS in asked:
        how["steps"] = literal(read_steps(asked.text(STEPS)))
    each = [codes_of([one]) for one in asked[INPUTS]]
    runs = [(code,) for codes in each for code in codes] if machine.takes == 1 else list(product(*each))
    if len(runs) == 1:
        values = [call("machine.read", code, **game) for code in runs[0]]
        lines = [f'print(*{call("machine.run", *values, **how)}, sep="\\n")']
    else:
        read = Expression(
            '*(machine.read(code, game="1.0") for code in codes)' if game else "*map(machine.read, codes)"
        )
        run = call("machine.run", read, **how)
        lines = [f"for codes in {literal(runs)}:", f'    print(*{run}, sep="\\n")']
    return shapez_program(f"machine = shapez.MACHINES[{literal(machine.name)}]", *lines)


QUESTION = Question(
    "shapez",
    "op",
    "Run one of the game's machines: cut, stack, paint and others.",
    (MACHINE, INPUTS, LAYERS, COLOUR, STEPS, GAME),
    answer,
    about=f"""
    Prints the outputs, one code a line. MACHINE is one of

    \b
    {_machines()}

    The game's names are read, too: cutter, 'Half Destroyer', pin-pusher. A CODE may be a file or - (standard input),
    one a line. Colours mix as lights: yellow is red and green, cyan green and blue, magenta red and blue, white all
    three. Two colours mix to the lights that they share or, if they share none, to all lights of both. With --game 1.0
    painters leave X and Y as they are; what black mixes to is not settled.

    \b
    {_examples()}
    cat codes.txt | shapewright shapez op paint - --colour r""",
    rule="shapewright.shapez.claims.machines:op",
    claims="""
    results | [{inputs: [text], outputs: [text], notes?: [text]}] | What a machine makes of each input. | rules:
        worked out by the plain rules""",
    example={"machine": "stack", "codes": ["CuCuCuCu", "Rr------"]},
    formats=Formats((".txt", ".json", ".jsonl"), NO_PICTURE),
    downloads=(".svg", ".pdf", ".txt"),
    stem="shapes",
    lists=True,
    quick=True,
    python=_python,
)  # fmt: skip
