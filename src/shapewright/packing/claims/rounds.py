"""A round of ten levels: its packings, its scores, and the rounds before it, played again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import flag, listed, number, same, text, whole
from shapewright.errors import NotationError
from shapewright.packing.bag import Bag
from shapewright.packing.claims.packing import judge
from shapewright.packing.claims.stated_packing import Record
from shapewright.packing.contest.rounds import play_rounds
from shapewright.packing.rules import LEVELS, score, squarest

if TYPE_CHECKING:
    from shapewright.packing.claims.answer import Answer

__all__ = ["played_round"]


def played_round(answer: Answer) -> None:
    """Look at everything that is said of a round."""
    answer.found.verdict(answer.data, "found")
    played, best = whole(answer.data, "rounds"), whole(answer.data, "round")
    records = listed(answer.data, "packings")
    if len(records) != len(LEVELS):
        raise NotationError(f"a round has {len(LEVELS)} packings, not {len(records)}")
    answer.found.packings = len(records)
    judged = [
        Record(one, answer.place_of(position), None, answer.found, position, answer.refutations)
        for position, one in enumerate(records, start=1)
    ]
    for record in judged:
        judge(record)
    _bags(answer, judged, best)
    scores = [record.score() for record in judged]
    answer.found.compare("scores", listed(answer.data, "scores"), scores, "by the packings")
    answer.found.compare("total", number(answer.data, "total"), float(sum(scores)), "the sum of the scores")
    perfect = all(one >= _best_score(pieces) for one, pieces in zip(scores, LEVELS, strict=True))
    answer.found.compare("perfect", flag(answer.data, "perfect"), perfect, "by the scores")
    answer.found.right("packings", "each replayed by the rules")
    _rounds(answer, played, best, float(sum(scores)), perfect=perfect)


def _bags(answer: Answer, judged: list[Record], best: int) -> None:
    """The bags are those of this round of this seed."""
    seed = answer.seed()
    even = flag(answer.parameters, "even_t", default=False)
    for level, (record, pieces) in enumerate(zip(judged, LEVELS, strict=True)):
        drawn = Bag.from_counts({"I": 1})
        if pieces > 1:
            drawn = Bag.random(pieces, seed=((seed << 32) + best) * len(LEVELS) + level, even_t=even)
        if record.packing.asked != drawn:
            answer.found.wrong("bag", f"the seed {seed} draws {drawn} in round {best}", packing=level + 1)
    answer.found.right("bag", "drawn again")


def _best_score(pieces: int) -> float:
    """The best score of so many pieces, if they fill their box as well as cells can; of one piece, an I."""
    if pieces == 1:
        return float(score(4, 1, 4))
    cells = 4 * pieces
    return float(max(score(cells, *box) for box in squarest(cells)))


def _rounds(answer: Answer, played: int, best: int, total: float, *, perfect: bool) -> None:
    """How many rounds there were, which was the best, and the mean of all: they are played again."""
    until = flag(answer.parameters, "until_perfect", default=False)
    asked = None if answer.parameters.get("rounds") is None else whole(answer.parameters, "rounds")
    most = asked if asked is not None else None if until else 1
    timed = answer.parameters.get("time_limit") is not None
    if played < 1 or not 1 <= best <= played or (most is not None and played > most):
        answer.found.wrong("rounds", f"round {best} of {played} is not one of those that were asked for")
        return
    should = perfect if until else played == most
    if answer.complete and not should:
        answer.found.wrong("complete", "not all rounds that were asked for were played")
    if most is not None and played < most and not timed and not (until and perfect):
        answer.found.wrong("rounds", f"{most} rounds were asked for, and there is no time limit")
    answer.found.right("complete", "by the rounds")
    mean = number(answer.data, "mean")
    if played == 1:
        answer.found.compare("mean", mean, total, "one round was played")
    else:
        _played_again(answer, played, best, mean)
    for key in ("rounds", "round"):
        if key not in answer.found.not_checked:
            answer.found.right(key, "by the seed")


def _played_again(answer: Answer, played: int, best: int, mean: float) -> None:
    solver = text(answer.parameters, "solver") if answer.parameters.get("solver") is not None else "auto"
    even = flag(answer.parameters, "even_t", default=False)
    left = answer.budget.left()
    again = play_rounds(
        answer.seed(), rounds=played, time_limit=left, even_t=even, solver=solver, threads=answer.threads
    )
    totals = [one.total for one in again]
    if len(totals) < played:
        answer.found.unchecked("mean", f"playing the rounds again: {answer.budget.reason}")
        answer.found.unchecked("round", f"playing the rounds again: {answer.budget.reason}")
        return
    mean_again, best_again = sum(totals) / played, 1 + totals.index(max(totals))
    if answer.parameters.get("time_limit") is not None and not same([mean, best], [mean_again, best_again]):
        answer.found.unchecked("mean", "under a time limit packings depend on the machine")
        return
    answer.found.compare("mean", mean, mean_again, "played again")
    answer.found.compare("round", best, best_again, "played again")
