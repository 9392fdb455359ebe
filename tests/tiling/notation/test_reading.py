"""Which notation a content is in, and what it holds."""

from __future__ import annotations

import contextlib
import gzip
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference import exact_covers
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.errors import NotationError, ProblemError, ShapewrightError
from shapewright.tiling import ExactCover, Problem, Solution
from shapewright.tiling.notation.reading import (
    given_in_answer,
    is_answer,
    read_puzzle,
    read_solutions,
    several_problems,
)

PUZZLE = Problem.from_text("board 4x1\npieces 2*I2")
COVER = ExactCover.from_text("a b\na\nb\n")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (PUZZLE.to_text().encode(), ""),
        (b"\xef\xbb\xbf" + PUZZLE.to_text().replace("\n", "\r\n").encode(), "puzzle.txt"),
        (PUZZLE.to_xmpuzzle(), ""),
        (gzip.decompress(PUZZLE.to_xmpuzzle()), "plain.xml"),
        (json.dumps({"puzzle": PUZZLE.to_text(), "solutions": []}).encode(), "answer.json"),
    ],
)
def test_a_puzzle_is_read_in_whichever_notation_it_is(content: bytes, name: str) -> None:
    found = read_puzzle(content, name=name)
    assert isinstance(found, Problem)
    assert (found.board, tiling.count(found)) == (PUZZLE.board, 1)


def test_an_exact_cover_is_told_from_a_puzzle() -> None:
    assert read_puzzle(COVER.to_text().encode()) == COVER
    # Its second line names nothing of the first, so only the suffix says what it is.
    lines = b"a | x\n"
    assert read_puzzle(lines, name="A.DLX") == ExactCover((), ("a",), secondary=("x",))
    with pytest.raises(NotationError, match="is not a statement"):
        read_puzzle(lines)


@given(problems())
def test_what_a_problem_writes_is_read(problem: Problem) -> None:
    assert read_puzzle(problem.to_text().encode()) == problem


def test_one_of_several_problems() -> None:
    one, two = PUZZLE.to_xmpuzzle(), Problem.from_text("board 2x2\npieces 2*I2").to_xmpuzzle()
    assert several_problems(one) == several_problems(b"board 2x2") == ""
    assert isinstance(read_puzzle(two, number=0), Problem)
    with pytest.raises(NotationError, match="there is no problem 1 in the file"):
        read_puzzle(one, number=1)
    with pytest.raises(ProblemError, match=r"only applies to \.xmpuzzle files"):
        read_puzzle(b"board 2x2\npieces 2*I2", number=1)


def test_solutions_in_letters_and_json() -> None:
    (solution,) = tiling.solve(PUZZLE)
    for content in (solution.to_text(), json.dumps(solution.to_json()), json.dumps([solution.to_json()])):
        assert read_solutions(content.encode(), PUZZLE) == (solution,)
    chosen = tuple(tuple(COVER.options[k] for k in numbers) for numbers in exact_covers.solutions(COVER))
    for content in ("a\nb\n", '{"options": ["a", "b"]}', '{"solutions": [{"options": ["a", "b"]}]}'):
        assert read_solutions(content.encode(), COVER) == chosen
    for nothing in ("", '{"solutions": []}'):
        with pytest.raises(NotationError, match="it contains no solution"):
            read_solutions(nothing.encode(), COVER)


def test_an_answer_has_its_puzzle_and_its_solutions() -> None:
    (solution,) = tiling.solve(PUZZLE)
    content = json.dumps({"puzzle": PUZZLE.to_text(), "solutions": [solution.to_json()]}).encode()
    assert is_answer(content)
    assert not is_answer(b"{}")
    assert not is_answer(PUZZLE.to_text().encode())
    found = given_in_answer(content, PUZZLE)
    assert (found.puzzle, found.solutions, found.answer) == (PUZZLE, (solution,), content.decode())
    assert isinstance(found.solutions and found.solutions[0], Solution)
    assert given_in_answer(b'{"count": 1}', PUZZLE).solutions is None


@given(st.one_of(st.binary(max_size=60), st.text('{"[]:,<>|puzzle board23x\n', max_size=60).map(str.encode)))
def test_any_content_is_a_puzzle_or_a_clear_error(content: bytes) -> None:
    with contextlib.suppress(ShapewrightError):
        read_puzzle(content)
