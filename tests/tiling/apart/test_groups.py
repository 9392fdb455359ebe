"""Pieces that may stay together: which parts are left, what a group has room for, how it is written and checked."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright import tiling
from shapewright.cli import main
from shapewright.errors import NotationError, ProblemError
from shapewright.tiling import Problem
from shapewright.tiling.apart import check
from shapewright.tiling.apart.search import left_together
from shapewright.tiling.apart.values import Part, Step
from shapewright.tiling.claims.apart import disassembly_from_json

RINGS = (
    "board 7x3\npiece R 2 fixed\n  ###\n  #.#\n  ###\npiece I 2 fixed\n  #\npiece D 1 fixed\n  #\n  #\n  #\n"
    "fixed D 3,0 3,1 3,2\n"
)


def survey(*groups: str) -> tiling.Survey:
    """Two rings around a cell, which keep it, and a bar between them."""
    return tiling.takeapart(Problem.from_text(RINGS + "".join(f"together {group}\n" for group in groups)))


def test_pieces_that_may_stay_together_need_not_come_apart() -> None:
    assert survey().apart == 0
    assert survey("R, I").table() == [("1", 1)]
    assert survey("R, I", "R, D").table() == [("1", 1)]
    assert survey("R").apart == 0


@pytest.mark.parametrize(
    ("groups", "level"),
    [
        (("R, I, D",), "0"),  # nobody tries to part what need not part
        (("R, I",), "1"),
        (("R, 2*I",), "1"),
        (("1*R, 1*I",), None),  # there are two rings
        (("1*R, 1*I", "1*R, 1*I"), "1"),
        (("1*R, I", "R, D"), None),
        (("I, D",), None),
    ],
)
def test_a_group_has_room_for_as_many_copies_as_it_says(groups: tuple[str, ...], level: str | None) -> None:
    problem = Problem.from_text(RINGS + "".join(f"together {group}\n" for group in groups))
    (found,) = tiling.solve(problem)
    taken = tiling.disassemble(found)
    assert taken.apart == (level is not None)
    assert taken.level == (level or "")
    assert check.faults(taken) == []
    again = disassembly_from_json({"disassembly": json.loads(json.dumps(taken.to_json()))}, found)
    assert (again.parts, again.level) == (taken.parts, taken.level)
    assert ("may stay together" in str(taken)) == taken.apart


STEPS = (Step((0,), "+x", None),)


def part(*pieces: int) -> Part:
    return Part(pieces, ())


def test_the_example_of_the_user_guide() -> None:
    # Five of a, three of which may be in the first group, with b, and two in the second.
    names, groups = ["a", "a", "a", "a", "b"], ((("a", 3), ("b", None)), (("a", 2),))
    whole = Part((0, 1, 2, 3, 4), STEPS, part(0, 1), part(2, 3, 4))
    found = left_together(whole, names, groups)
    assert [one.together for one in found.parts()] == [0, 2, 1]
    one_more = Part((0, 1, 2, 3, 4, 5), whole.steps, part(0, 1, 5), part(2, 3, 4))
    assert [one.together for one in left_together(one_more, [*names, "a"], groups).parts()] == [0, 0, 0]
    other = Part((0, 1, 2, 3, 4, 5), whole.steps, part(0, 1), part(2, 3, 4, 5))
    assert [one.together for one in left_together(other, [*names, "a"], groups).parts()] == [0, 2, 1]


@settings(max_examples=200)
@given(
    st.lists(st.lists(st.sampled_from("abc"), min_size=2, max_size=3), min_size=1, max_size=3),
    st.lists(
        st.dictionaries(st.sampled_from("abc"), st.none() | st.integers(1, 3), min_size=1), min_size=1, max_size=3
    ),
)
def test_groups_are_given_if_there_is_a_way(left: list[list[str]], drawn: list[dict[str, int | None]]) -> None:
    groups = tuple(tuple(group.items()) for group in drawn)
    names = [name for one in left for name in one]
    starts = [sum(map(len, left[:k])) for k in range(len(left) + 1)]
    tree: Part | None = None
    for start, end in pairwise(starts):
        own = part(*range(start, end))
        tree = own if tree is None else Part(tuple(range(end)), STEPS, tree, own)
    assert tree is not None

    def fits(given: tuple[int, ...]) -> bool:
        inside: dict[int, Counter[str]] = {}
        for one, number in zip(left, given, strict=True):
            inside.setdefault(number, Counter()).update(one)
        return all(
            name in drawn[number] and copies <= (drawn[number][name] or copies)
            for number, own in inside.items()
            for name, copies in own.items()
        )

    found = left_together(tree, names, groups)
    whole_is_one = found.together and not found.steps and tree.steps
    if not whole_is_one:
        is_given = all(one.is_done for one in found.parts())
        assert is_given == any(map(fits, product(range(len(groups)), repeat=len(left))))


def test_the_checker_counts_for_itself() -> None:
    problem = Problem.from_text(RINGS + "together R, 1*I\ntogether R, 1*I\n")
    (one,) = tiling.solve(problem)
    taken = tiling.disassemble(one)
    assert check.faults(taken) == []

    def same(tree: Part | None) -> Part | None:
        if tree is None:
            return None
        return replace(tree, rest=same(tree.rest), out=same(tree.out), together=1 if tree.together else 0)

    assert check.faults(replace(taken, root=same(taken.root))) == ["2 of I stay together in group 1, which has 1"]
    root = taken.root
    assert root is not None
    assert "are said to stay together" in check.faults(replace(taken, root=replace(root, together=1)))[0]


def test_groups_are_written_and_refused() -> None:
    problem = Problem.from_text(RINGS + "together R,1*I\n")
    assert problem.together == ((("R", None), ("I", 1)),)
    assert problem.to_text().endswith("\ntogether R, 1*I\n")
    assert Problem.from_text(problem.to_text()) == problem
    for group, message in (
        ("R, X", "line 13: 'X', which may stay together with others, is not one of R I D"),
        ("R, R", "line 13: 'R' is named twice among those that may stay together"),
        ("0*R", "line 13: 0 copies of 'R' are to stay together; expected at least 1"),
    ):
        with pytest.raises(ProblemError) as caught:
            Problem.from_text(RINGS + f"together {group}\n")
        assert str(caught.value).startswith(message)
    with pytest.raises(NotationError, match="line 13: 'a\\*R' is not a piece with a count before it"):
        Problem.from_text(RINGS + "together a*R\n")
    with pytest.raises(ProblemError, match="a group of pieces that may stay together has none"):
        replace(problem, together=((),))


def test_answers_are_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rings.txt").write_text(RINGS + "together R, I\n")
    assert main(["tiling", "takeapart", "rings.txt", "-o", "a.json"]) == 0
    assert main(["tiling", "verify", "a.json"]) == 0
    data = json.loads(Path("a.json").read_text())
    parts = data["solutions"][0]["disassembly"]["parts"]
    assert any(one.get("together") == 1 for one in parts)
    for one in parts:
        one.pop("together", None)
    Path("a.json").write_text(json.dumps(data))
    assert main(["tiling", "verify", "a.json"]) == 1
