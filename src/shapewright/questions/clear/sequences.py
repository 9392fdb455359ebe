"""The sequences of a pattern, with hold forward and backward, and the queues that bags deal: how many, and which."""

from __future__ import annotations

from dataclasses import replace

from shapewright import clear
from shapewright.clear.patterns.expansion import WAYS
from shapewright.clear.patterns.pattern import MAX_QUEUES
from shapewright.clear.patterns.sequences import MAX_LENGTH
from shapewright.errors import LimitError, ProblemError, amount
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.lists import limit_fields, listed, no_limit_without, queue_text
from shapewright.questions.clear._asked.pattern import PATTERN, pattern_of
from shapewright.questions.clear._asked.python import clear_program, islice_of
from shapewright.questions.desk import Desk
from shapewright.questions.fields import LIMIT, TIME_LIMIT, Choice, Flag, Text, Whole
from shapewright.questions.former import with_former
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Table
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question

_MEANT = {
    "pass": "queues",
    "forward": "orders in which hold can place the queues",
    "backward": "queues that hold can place in such an order",
}


WAY = Choice(
    "hold",
    "Orders that hold makes of the queues (forward), or queues that hold can place in such orders (backward).",
    short="-H",
    old=("--mode", "-M"),
    metavar="pass|forward|backward",
    choices=WAYS,
).with_default("pass")
LENGTH = Whole(
    "length",
    "Number of pieces of a sequence.",
    usual="that of the pattern; 1 less forward, 1 more backward",
    short="-l",
    metavar="N",
    minimum=1,
    maximum=1001,
)
HOLDS = Whole("holds", "How often hold may be used at most.", metavar="N", minimum=0, maximum=1000)
WHERE = Text(
    "where", "A condition on the sequences, such as T=2 or /S.*Z/.", short="-w", metavar="CONDITION", limit=1000
)
DEALT = Whole(
    "dealt",
    "Instead of a pattern: the queues of N pieces and a held one that shuffled bags can deal; without --list "
    "their numbers for 0 to N pieces.",
    metavar="N",
    maximum=MAX_LENGTH,
)
LIST = Flag("list", "List the sequences.")
_LIMITS = limit_fields("Maximum number of sequences to list.")


def answer(asked: Asked, desk: Desk) -> Answer | Listing:
    """Their number, or the sequences themselves."""
    pattern, dealt = asked[PATTERN], asked[DEALT]
    if dealt is not None:
        return _dealt(dealt, asked, desk)
    if pattern is None:
        raise ProblemError("there are no queues; give a pattern such as 'I,*p4' (at the shell with --patterns)")
    found = clear.expand(pattern_of(pattern), asked[WAY], length=asked[LENGTH], holds=asked[HOLDS], where=asked[WHERE])
    if asked[LIST]:
        if asked[LIMIT] is None and found.count > MAX_QUEUES:
            raise LimitError(f"there are {found.count} sequences, more than the limit of {MAX_QUEUES}; give a --limit")
        return listed(found, asked, desk, of=found.count, keys={"number": found.count, "length": found.length})
    no_limit_without(LIST, asked, desk)
    what = f"{_MEANT[found.hold]}, of {amount(found.length, 'piece')}"
    return Answer(
        {"number": found.count, "length": found.length},
        f"{found.count:,} sequences",
        text=lambda _: f"{found.count}",
        parts=lambda: [Table(["sequences", "what they are"], [[f"{found.count:,}", what]])],
    )


def _dealt(length: int, asked: Asked, desk: Desk) -> Answer | Listing:
    """How many queues bags of seven can deal, up to a length, or those of that length."""
    if asked[PATTERN] is not None or asked[WHERE] is not None or asked[WAY] != "pass":
        raise ProblemError(f"{desk.option('dealt')} is about all queues; leave out the pattern, the condition and hold")
    if asked[LENGTH] is not None or asked[HOLDS] is not None:
        raise ProblemError(f"{desk.option('dealt')} states the number of pieces; leave out other numbers")
    if asked[LIST]:
        queues = (queue_text(pair, rest) for pair, rest in clear.list_sequences(length))
        return listed(queues, asked, desk, of=clear.number_of_sequences(length))
    no_limit_without(LIST, asked, desk)
    numbers = [clear.number_of_sequences(number) for number in range(length + 1)]
    width = len(str(length))
    return Answer(
        {"numbers": numbers},
        f"{numbers[-1]:,} queues",
        text=lambda _: "\n".join([f"{number:>{width}}  {count}" for number, count in enumerate(numbers)]),
        parts=lambda: [Table(["pieces", "queues"], [[number, f"{count:,}"] for number, count in enumerate(numbers)])],
        records=lambda: [{"length": number, "queues": count} for number, count in enumerate(numbers)],
    )


def _python(asked: Asked) -> str:
    pattern, length = asked[PATTERN], asked[DEALT]
    if length is not None:
        if not asked[LIST]:
            return clear_program(f"print([clear.number_of_sequences(length) for length in range({length + 1})])")
        pairs = islice_of(f"clear.list_sequences({length})", asked[LIMIT])
        return clear_program(f"for pair, rest in {pairs}:", '    print(f"[{pair[:1]}]{pair[1:]}{rest}")')
    way = [asked[WAY]] if asked[WAY] != "pass" else []
    stated = "" if pattern is None else pattern_of(pattern).to_text()
    made = call("clear.expand", stated, *way, **asked.some(LENGTH, HOLDS, WHERE))
    if not asked[LIST]:
        return clear_program(f"print({made}.count)")
    return clear_program(f"for sequence in {islice_of(made, asked[LIMIT])}:", "    print(sequence)")


QUESTION = Question(
    "clear",
    "sequences",
    "Count the sequences of a pattern, with hold or without, or list them.",
    (
        replace(PATTERN, help="A pattern of queues such as *p7{S<Z}, or a file with one."),
        *(WAY, LENGTH, HOLDS, WHERE, DEALT, LIST, *_LIMITS, TIME_LIMIT),
    ),
    answer,
    about="""
    A pattern stands for a set of queues, each of which counts once. Forward, the first piece is in hold at the
    beginning, and a sequence is an order in which the pieces can be placed; one piece stays in hold, unless --length is
    that of the pattern. Backward, a sequence is a queue, with the piece in hold first, that can be placed in an order
    which the pattern has; it has one piece more, which stays in hold and may be any, unless --length is that of the
    pattern.

    Conditions may stand in the pattern, where they are about its queues, or in --where, about the sequences.

    With --dealt, bags of seven are shuffled. The held and the current piece are a pair without order; any number of
    pieces may be left of the first bag. The README of perfect-tetris has smaller numbers for 8 and 15 pieces, because
    it leaves out one way in which the bags can be aligned.

    \b
    shapewright clear sequences -p '*p7{S<Z}'
    shapewright clear sequences -p TIOLJ --hold forward --holds 1 --list
    shapewright clear sequences -p '*p4' --hold backward --where T=2 --list --limit 10
    shapewright clear sequences -p '*p7,*p4' --list -o queues.txt
    shapewright clear sequences --dealt 20
    shapewright clear sequences --dealt 3 --list        [held]current, and what follows""",
    rule="shapewright.clear.claims.everything:sequences",
    claims="""
    numbers? | [whole] | Number of queues that bags deal, by length. | again
    number? | whole | Number of queues of the pattern. | again
    length? | whole | Number of pieces of each. | again
    queues? | [text] | The queues. | again: listed again""",
    example={"patterns": "*p7{S<Z}"},
    formats=Formats((".txt", ".json", ".jsonl")),
    downloads=(".txt",),
    lists=True,
    quick=True,
    python=_python,
)
QUESTION = with_former(
    QUESTION,
    "queues",
    "sequences --dealt N",
    (
        replace(DEALT, name="length", help="Number of pieces, not counting the held one.", required=True,
                argument=True),
        LIST, *_LIMITS, TIME_LIMIT,
    ),
    renamed={"length": "dealt"},
    rule="shapewright.clear.claims.everything:queues",
    example={"length": 10},
)  # fmt: skip
