"""A part of a table whose perfect clears a search finds one by one, a net ordering its moves.

Tables are otherwise made from all boards that can still be cleared, in no order: that is many times as fast. The same
queues have a clear either way, but the clear that is found for a queue may differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.clear.field import WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.nets.net import Net
from shapewright.clear.notation.pc import format_record
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Problem
from shapewright.clear.queue import Queue
from shapewright.clear.sequences import Weights, sequences_beginning, weights
from shapewright.clear.solve import first_packed, solution_of
from shapewright.errors import StoppedError

if TYPE_CHECKING:
    from shapewright.jobs import Budget

__all__ = ["part_by_search"]

_END = 7


def part_by_search(arguments: list[Any], budget: Budget) -> list[Any]:
    """One task: records, sequences without a clear, number of sequences, weights of the solved ones and of all."""
    height, (name, pieces), drop, start, text = arguments
    table = tuple(tuple(tuple(tuple(map(tuple, row)) for row in rows) for rows in piece) for piece in pieces)
    kicks = Kicks(name, table)
    net = Net.from_text(text)
    letters = "".join([PIECES[code] for code in start])
    records, failed = bytearray(), bytearray()
    number, solved, total = 0, Weights(0, 0, 0), Weights(0, 0, 0)
    for pair, rest in sequences_beginning(letters, height * WIDTH // 4):
        if budget.stopped():
            raise StoppedError("stopped while a table was made")
        problem = Problem(Field(), Queue(pair[1] + rest, pair[0]), height, kicks, drop)
        placements = first_packed(problem, net=net)
        stands_for = weights(pair, rest)
        number += 1
        total += stands_for
        if placements is None:
            failed += _packed(pair + rest)
        else:
            solved += stands_for
            records += format_record(solution_of(problem, placements))
    parts = [(one.opener, one.none, one.any) for one in (solved, total)]
    kept = bytes(records) if height == 2 or not records else budget.keep(bytes(records))
    return [kept, bytes(failed), number, list(parts[0]), list(parts[1])]


def _packed(pieces: str) -> bytes:
    """A sequence as the first six bytes of a record tell it."""
    codes = [PIECES.index(piece) for piece in pieces] + [_END] * (16 - len(pieces))
    return sum([code << 3 * slot for slot, code in enumerate(codes)]).to_bytes(6, "little")
