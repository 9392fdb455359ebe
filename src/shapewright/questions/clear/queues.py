"""How many queues there are, and which."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.clear.patterns.sequences import MAX_LENGTH
from shapewright.questions.clear._asked.lists import limit_fields, listed, no_limit_without, queue_text
from shapewright.questions.clear._asked.python import clear_program, islice_of
from shapewright.questions.fields import Flag, Whole, time_limit_field
from shapewright.questions.parts import Table
from shapewright.questions.question import Answer, Formats, Question

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk
    from shapewright.questions.listing import Listing


def answer(asked: dict[str, Any], desk: Desk) -> Answer | Listing:
    """The numbers, or the queues of one length."""
    length = asked["length"]
    if asked["list"]:
        queues = (queue_text(pair, rest) for pair, rest in clear.list_sequences(length))
        return listed(queues, asked, desk, of=clear.number_of_sequences(length))
    no_limit_without("list", asked, desk)
    numbers = [clear.number_of_sequences(number) for number in range(length + 1)]
    width = len(str(length))
    return Answer(
        {"numbers": numbers},
        f"{numbers[-1]:,} queues",
        text=lambda _: "\n".join([f"{number:>{width}}  {count}" for number, count in enumerate(numbers)]),
        parts=lambda: [Table(["pieces", "queues"], [[number, f"{count:,}"] for number, count in enumerate(numbers)])],
        records=lambda: [{"length": number, "queues": count} for number, count in enumerate(numbers)],
    )


def _python(asked: dict[str, Any]) -> str:
    length = asked["length"]
    if "list" not in asked:
        return clear_program(f"print([clear.number_of_sequences(length) for length in range({length + 1})])")
    listed = islice_of(f"clear.list_sequences({length})", asked.get("limit"))
    return clear_program(f"for pair, rest in {listed}:", '    print(f"[{pair[:1]}]{pair[1:]}{rest}")')


QUESTION = Question(
    "clear",
    "queues",
    "Count the different queues, or list them.",
    (
        Whole(
            "length",
            "Number of pieces, not counting the held one.",
            required=True,
            argument=True,
            metavar="N",
            maximum=MAX_LENGTH,
        ),
        Flag("list", "List the queues of N pieces and the held one."),
        *limit_fields("Maximum number of queues to list."),
        time_limit_field(),
    ),
    answer,
    about="""
    Prints the number of queues of 0 to N pieces besides the held one, if bags of seven are shuffled. The held and the
    current piece are a pair without order; any number of pieces may be left of the first bag. The README of
    perfect-tetris has smaller numbers for 8 and 15 pieces, because it leaves out one way in which the bags can be
    aligned.

    \b
    shapewright clear queues 20
    shapewright clear queues 3 --list        [held]current, and what follows""",
    example={"length": 10},
    formats=Formats((".txt", ".json", ".jsonl")),
    downloads=(".txt",),
    lists=True,
    quick=True,
    python=_python,
)
