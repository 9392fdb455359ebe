"""What each machine does to shapes or colours: ``shapewright shapez op MACHINE CODE...``, one code a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from shapewright.cli import options
from shapewright.cli.input import names_file
from shapewright.cli.parameters import remember
from shapewright.cli.shapez import known
from shapewright.cli.shapez.codes import CONTEXT, codes, each
from shapewright.cli.shapez.lines import answer
from shapewright.errors import NotationError, ProblemError
from shapewright.shapez.colours import colour
from shapewright.shapez.machines import MACHINES, Machine, read_steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.shapez import Shape
    from shapewright.shapez.notation import Code


def _steps(context: click.Context, parameter: click.Parameter, value: str) -> int | None:
    """How many columns clockwise; None is half a turn, whose columns depend on the ring."""
    remember(context, parameter, value)
    try:
        return read_steps(value)
    except NotationError as error:
        raise NotationError(f"{parameter.opts[0]}: {error}") from None


def _colour(context: click.Context, parameter: click.Parameter, value: str) -> str:
    return colour(value)


_COLOUR = click.option(
    "--color",
    "--colour",
    "colour",
    metavar="COLOUR",
    required=True,
    callback=_colour,
    help="u r g b c m y w, or a name such as red.",
)
_COLOURS = (
    "COLOUR is u r g b c m y w, or a name such as red. Two colours mix to the lights they share or, if they share "
    "none, to all they have; yellow is red and green, cyan green and blue, magenta red and blue, white all three."
)
_STEPS = click.option(
    "--steps", metavar="STEPS", default="cw", callback=_steps, help="cw (the default), ccw, 180, or columns clockwise."
)


# The options of machines, by their names in the table.
_OPTIONS = {"layers": known.layers, "colour": _COLOUR, "steps": _STEPS}


class _Run(NamedTuple):
    """One run of a machine."""

    inputs: tuple[Shape | str, ...]
    outputs: tuple[Shape | str, ...]

    def to_json(self) -> dict[str, list[str]]:
        return {"inputs": list(map(str, self.inputs)), "outputs": list(map(str, self.outputs))}

    def text(self) -> str:
        return "\n".join(map(str, self.outputs))


def _examples() -> str:
    """How each machine is run and what it makes, a line each."""
    runs = {f"shapewright shapez op {name} {machine.example}": machine.makes for name, machine in MACHINES.items()}
    width = max(map(len, runs))
    return "\n".join(f"{run:{width}}  # {makes}" for run, makes in runs.items())


@click.group(
    no_args_is_help=True,
    help="Do to shapes what one of the game's machines does, and print what comes out, one code a line.\n\n"
    f"\b\n{_examples()}\ncat codes.txt | shapewright shapez op paint - --color r",
)
def op() -> None:
    """Run one of the machines."""


def _metavar(machine: Machine) -> str:
    """What its arguments are, for the help."""
    word = "COLOUR" if machine.takes_colours else "CODE"
    return f"{word}..." if machine.takes == 1 else f"{word} {word}"


def _command(name: str, machine: Machine) -> click.Command:
    word = "COLOUR" if machine.takes_colours else "CODE"
    lists = f"{'A' if machine.takes == 1 else 'One'} {word} may be - (standard input, one a line)."
    help = f"{machine.about}  {lists}\n\n\b\nshapewright shapez op {name} {machine.example}    # {machine.makes}"
    if machine.takes_colours:
        help += "\n\n" + _COLOURS

    @click.command(name, context_settings=CONTEXT, help=help, short_help=machine.about)
    @codes(_metavar(machine))
    @options.combined(*(_OPTIONS[name] for name in machine.options))
    @options.json_output
    @options.jsonl_output
    @options.output
    @options.quiet
    @options.verbose
    def command(
        codes: tuple[str, ...],
        as_json: bool,
        as_jsonl: bool,
        output: str | None,
        quiet: bool,
        verbose: bool,
        **keywords: Any,
    ) -> None:
        answer(
            _runs(machine, codes, keywords),
            text=_Run.text,
            record=_Run.to_json,
            key="results",
            as_json=as_json,
            as_jsonl=as_jsonl,
            output=output,
        )

    return command


def _runs(machine: Machine, arguments: tuple[str, ...], keywords: dict[str, Any]) -> Iterator[list[_Run]]:
    """The runs of a machine, in batches as their inputs come."""
    if machine.takes == 1:
        listed, place, others = arguments, 0, tuple[str, ...]()
    else:
        what = "colours" if machine.takes_colours else "shapes"
        if len(arguments) != 2:
            raise ProblemError(f"this machine takes two {what}, and {_counted(len(arguments))} given")
        if all(map(names_file, arguments)):
            raise ProblemError(f"only one of the two {what} may be a list")
        place = 1 if names_file(arguments[1]) else 0
        listed, others = arguments[place : place + 1], arguments[1 - place : 2 - place]
    yield from each(listed, lambda code: _run(machine, code, place, others, keywords))


def _run(machine: Machine, code: Code, place: int, others: tuple[str, ...], keywords: dict[str, Any]) -> _Run:
    """One run with the shape of ``code`` at its place among the inputs."""
    inputs = [machine.read(other) for other in others]
    with code.named():
        inputs.insert(place, machine.read(code.text))
        return _Run(tuple(inputs), machine.run(*inputs, **keywords))


def _counted(number: int) -> str:
    return "one is" if number == 1 else f"{number} are"


for _name, _machine in MACHINES.items():
    op.add_command(_command(_name, _machine))
