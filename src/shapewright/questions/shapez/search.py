"""Everything that can be built in a configuration, found and kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Literal

from shapewright import shapez
from shapewright.errors import ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import CHECKPOINT, CLUSTER, THREADS, TIME_LIMIT, Choice
from shapewright.questions.parts import Table
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._data import load, table
from shapewright.questions.shapez._fields import CONFIGURATION
from shapewright.questions.shapez._python import configuration_of, shapez_program
from shapewright.shapez.data.configuration import NEEDS, Configuration, Need
from shapewright.shapez.data.source import Kept

_FORMATS = (".h5", ".hdf5")
_TOTAL = "total"


_CHOICES: tuple[Need | Literal["total"], ...] = (*NEEDS, "total")
ONLY = Choice(
    "only",
    "What to find: halves only, pin-push-essential shapes too (pp), or everything; "
    "or the numbers alone (total), several times faster, which saves nothing.",
    choices=_CHOICES,
).with_default("full")


def answer(asked: Asked, desk: Desk) -> Answer:
    """The numbers of what was found, and the file that keeps it."""
    configuration = asked[CONFIGURATION]
    if asked[ONLY] == _TOTAL and not desk.studio:
        return _total(configuration, desk)
    named = asked[ONLY]
    only: Need = "full" if named == "total" else named
    found = None
    if desk.studio:
        data = load(configuration, only, desk)  # where the data are kept is this machine's business
    else:
        found = shapez.search_and_keep(
            configuration,
            only,
            output=desk.output,
            **desk.working,
        )
        data = found.data
    numbers = shapez.known_numbers(data, only)
    return _answer(configuration, asked[ONLY], found and found.file, numbers, _where(found))


def _total(configuration: Configuration, desk: Desk) -> Answer:
    """The numbers alone: nothing is kept but the checkpoint."""
    if desk.output is not None:
        raise ProblemError("a search with --only total keeps no shapes; leave out -o, or leave out --only")
    numbers = asdict(shapez.total(configuration, **desk.working))
    return _answer(configuration, _TOTAL, None, numbers, "counted only; nothing was saved")


def _answer(
    configuration: Configuration, only: str, file: str | None, numbers: Mapping[str, int], where: str
) -> Answer:
    return Answer(
        {"configuration": configuration.name, "only": only, "file": file, **numbers},
        f"what can be built in {configuration}",
        text=lambda _: f"{table(numbers)}\n{where}",
        parts=lambda: [Table(["", "number"], [[name.replace("_", " "), number] for name, number in numbers.items()])],
    )


def _where(found: Kept | None) -> str:
    if found is not None and found.file is not None:
        return f"kept in {found.file}"
    if found is not None and found.shipped:
        return "known from the package; use -o FILE to search again"
    return "not saved, because the cache cannot be written; use -o FILE to save them"


def _python(asked: Asked) -> str:
    need = asked[ONLY]
    if need == _TOTAL:
        counted = call("shapez.total", configuration_of(asked), **asked.some(TIME_LIMIT))
        return shapez_program(f"print({counted})")
    data = call("shapez.load", configuration_of(asked), need, **asked.some(TIME_LIMIT))
    return shapez_program(f"data = {data}", f"print({call('shapez.known_numbers', Expression('data'), need)})")


QUESTION = Question(
    "shapez",
    "search",
    "Find all shapes that can be built in a configuration, and save them.",
    (CONFIGURATION, ONLY, THREADS, TIME_LIMIT, CHECKPOINT, CLUSTER),
    answer,
    about="""
    Finds all shapes that can be built in CONFIG, and proves that there are no others. The data are written to the
    file of -o (HDF5), or else to the user's cache, where the other commands find them. A stopped search continues
    from its --checkpoint. With --only total all is proven as well, but only the numbers are found.

    \b
    shapewright shapez search quad5 -o quad5.h5 --checkpoint quad5.sqlite""",
    rule="shapewright.shapez.claims.sets:search",
    claims="""
    configuration
    only | text? | The part that was searched for. | asked
    file | text? | The file that was written. | not checked: it is not in the answer; 'shapez verify FILE' checks it
    halves?  halves_canonical?  total?  swappable?  non_swappable?  pp_essential?  oriented_total?""",
    example={"configuration": "quad2"},
    formats=Formats(
        _FORMATS,
        dict.fromkeys(
            (".txt", ".json", ".jsonl"),
            "the results of a search are written as .h5; 'shapez list' and 'shapez count' print them as text",
        ),
        own=_FORMATS,
    ),
    python=_python,
)
