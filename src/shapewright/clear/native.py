"""The engine as this family sees it: boards and pieces as bytes, rules, and the names of its searches.

No other module of the family imports ``shapewright._core``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import _core
from shapewright.clear.drops import DROPS, Drop
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import FACINGS, PIECES

if TYPE_CHECKING:
    from shapewright.jobs import Budget

AllSolutions = _core.ClearAllSolutions
CoverInstance = _core.CoverInstance
Graph = _core.ClearGraph
LinearProgramme = _core.LinearProgramme
LiveBoards = _core.ClearLiveBoards
LiveGraph = _core.ClearLiveGraph
LivePlacements = _core.ClearTableSource
Loop = _core.ClearLoop
Net = _core.ClearNet
Openers = _core.ClearOpeners
Outlook = _core.ClearChance
Queues = _core.ClearPattern
RecordChecker = _core.ClearRecordChecker
Rules = _core.ClearRules
Scores = _core.ClearScores
Solutions = _core.ClearPath
Walk = _core.ClearWalk
DiagramWords = _core.DiagramWords
cover_search = _core.cover_search
features = _core.clear_features
measure = _core.clear_measure
minimum_set_cover = _core.minimum_set_cover
solve = _core.clear_solve
whole_records = _core.clear_whole_records

_BOARD_BYTES = 25
_CODES = str.maketrans(PIECES, "".join(map(chr, range(len(PIECES)))))


def board(bits: int) -> bytes:
    """A board, a number with bit x + 10 y for each filled cell, as the engine takes it."""
    return bits.to_bytes(_BOARD_BYTES, "little")


def boards(packed: list[bytes]) -> list[int]:
    """Boards as the engine gives them, as numbers."""
    return [int.from_bytes(each, "little") for each in packed]


def codes(pieces: str) -> bytes:
    """Letters of pieces as the engine takes them: their places in ``PIECES``, a byte each."""
    return pieces.translate(_CODES).encode()


def net(program: list[list[Any]]) -> Net:
    """A net in the engine, from activation, bias and inputs of each node."""
    return Net(
        [(activation, bias, [(source, weight) for source, weight in inputs]) for activation, bias, inputs in program]
    )


def seconds(budget: Budget) -> float:
    """The seconds that are left to a task, as the engine takes them: negative if there is no limit."""
    left = budget.left()
    return -1.0 if left is None else left


# Made once each; a table compares slowly, an object's number does not change as long as it is kept here.
_rules: dict[tuple[int, str], tuple[Kicks, Rules]] = {}


def rules(kicks: Kicks, drop: Drop) -> Rules:
    """Kicks and drop as the engine takes them; kept for the next call."""
    known = _rules.get((id(kicks), drop))
    if known is None:
        if len(_rules) >= 64:
            _rules.clear()
        regular = [(FACINGS.index(turn[0]), FACINGS.index(turn[1]), *offset) for turn, offset in sorted(kicks.regular)]
        known = _rules[id(kicks), drop] = (kicks, Rules(kicks.table, DROPS.index(drop), regular))
    return known[1]
