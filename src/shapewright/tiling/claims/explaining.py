"""Answers of 'tiling explain': a proof is added up, or there is none and its search is made again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.claims import whole
from shapewright.tiling.claims.counting import counted
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.problem import Problem
from shapewright.tiling.proof import Proof
from shapewright.tiling.proof.checking import fault
from shapewright.tiling.proof.fewest import HIGHEST_BOUND, fewest_lines
from shapewright.tiling.proof.words import sentence
from shapewright.tiling.search.instance import Cover

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

__all__ = ["explain"]


def explain(answer: Answer) -> None:
    """An answer of ``tiling explain``."""
    assert answer.solutions is not None
    if len(answer.solutions) > 1:
        answer.found.wrong("solutions", f"there are {len(answer.solutions)}, and one is enough")
    proof = _proof(answer)
    if answer.complete and not answer.solutions and proof is None:
        counted(answer, "complete", 0)
    elif answer.solutions and not answer.complete:
        answer.found.wrong("complete", "a tiling is listed, so nothing was left out")
    answer.says_complete()
    if proof is None:
        answer.found.compare("fewest_lines", answer.data["fewest_lines"], None, "there is no proof")
        check_reason(answer)
    else:
        assert isinstance(answer.puzzle, Problem)
        stated = whole(answer.data, "fewest_lines")
        most = min(proof.lines, HIGHEST_BOUND)
        if not 1 <= stated <= most:
            answer.found.wrong("fewest_lines", f"is {stated}, and from 1 to {most} can be proven")
        elif stated == 1:
            answer.found.right("fewest_lines", "every proof has a line")
        else:
            again = fewest_lines(Cover.of(answer.puzzle), stated, answer.budget.clock)
            if again == stated:
                answer.found.right("fewest_lines", "looked for again")
            elif answer.budget.is_over:
                answer.found.unchecked("fewest_lines", answer.budget.reason)
            else:
                answer.found.wrong("fewest_lines", f"is {stated}, and only {again} can be proven")
        answer.found.compare("reason", answer.data["reason"], sentence(answer.puzzle, proof, stated), "the proof")


def _proof(answer: Answer) -> Proof | None:
    """The proof that there is no tiling, if there is one and it is right: its numbers are added up."""
    if answer.data["proof"] is None:
        answer.found.right("proof", "not stated")
        return None
    if not isinstance(answer.puzzle, Problem):
        answer.found.wrong("proof", "numbers on cells need a board")
        return None
    proof = Proof.from_json(answer.data["proof"])
    wrong = fault(answer.puzzle, proof)
    if wrong is None and answer.solutions:
        wrong = "there is a solution"
    if wrong is not None:
        answer.found.wrong("proof", wrong)
        return None
    answer.found.right("proof", "its numbers were added up")
    return proof
