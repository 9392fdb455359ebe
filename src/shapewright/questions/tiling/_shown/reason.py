"""A reason why there is no tiling, as an answer shows it: a picture, where there is something to see."""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.colouring import Reason
from shapewright.questions.parts import Part, Picture, Pictures
from shapewright.questions.question import Verdict
from shapewright.questions.screen import Screen
from shapewright.tiling import Problem
from shapewright.tiling.proof import Proof
from shapewright.tiling.proof.picture import board_of_numbers, pictured
from shapewright.tiling.proof.words import lines

VERDICTS: dict[str, Verdict] = {"possible": "found", "impossible": "none", "unknown": "unknown"}


def reason_parts(problem: Problem, why: Reason | None) -> Iterator[Part]:
    """The picture of the argument, captioned with its sentence."""
    drawn = pictured(problem, why)
    if drawn is not None and why is not None:
        yield Pictures([Picture(drawn, caption=why.sentence)], title="Why there is no tiling", size="large")


def proof_parts(problem: Problem, proof: Proof) -> Iterator[Part]:
    """The numbers on the board, captioned with what they add up to: a picture for each line of the proof."""
    read = [line for line in lines(problem, proof) if line.proof is not None]
    several = len(read) > 1
    pictures = [
        Picture(board_of_numbers(problem, line.proof, line.supposed), caption=str(line) if several else line.words)
        for line in read
        if line.proof is not None
    ]
    yield Pictures(pictures, title="Why there is no tiling", size="medium" if several else "large")


def proof_text(problem: Problem, proof: Proof, screen: Screen) -> str:
    """The board with its numbers, if they are all of the proof; otherwise the lines of the proof."""
    if not proof.cases:
        return screen.draw(board_of_numbers(problem, proof))
    return "\n".join(map(str, lines(problem, proof)))
