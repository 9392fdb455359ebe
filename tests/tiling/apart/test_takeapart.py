"""Assemblies taken apart: published numbers, a slow twin, a checker that is deceived, limits."""

from __future__ import annotations

from dataclasses import replace

import pytest
from benchmarks.burrs import burr_board, notchable_pieces, set_of_42, solid_burrs
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.tiling.takeapart import comes_apart, fewest_moves

from shapewright import tiling
from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.tiling import Problem, Solution
from shapewright.tiling.apart import check, search, survey
from shapewright.tiling.apart.values import Disassembly, Part, Step


def bolt() -> Solution:
    """A bar of two in a frame that is open above its other end."""
    text = "board\n  ##?##\n  ##??#\n  #####\n\npiece F 1 fixed\n  ##.##\n  #...#\n  #####\n\npiece B 1 fixed\n  #\n"
    found = tiling.first(Problem.from_text(text))
    assert found is not None
    return found


def test_a_bolt_slides_and_leaves() -> None:
    found = tiling.disassemble(bolt())
    assert found.apart
    assert found.level == "2"
    assert [(step.units, step.direction) for step in found.parts[0].steps] == [(1, "+x"), (None, "+y")]
    assert "1. B +x 1\n  2. B +y out" in found.to_text()


def test_a_piece_in_a_ring_stays_in_the_plane_and_can_be_lifted() -> None:
    problem = Problem.from_text("board 3x3\n\npiece R 1 fixed\n  ###\n  #.#\n  ###\n\npiece I 1 fixed\n  #\n")
    stays = tiling.takeapart(problem)
    assert (stays.apart, len(stays.assemblies), stays.table()) == (0, 1, [])
    assert "stay together" in tiling.disassemble(stays.assemblies[0]).to_text()
    lifted = tiling.takeapart(problem, lift=True)
    assert lifted.table() == [("1", 1)]
    assert next(lifted.best()).parts[0].steps[0].direction[1] == "z"


def test_solid_burrs_of_six_pieces() -> None:
    # B. Cutler: 59 notchable pieces, of which 25 make the 314 solid burrs; W. H. Cutler, J. Recreational Mathematics 10
    # (1978). The 1,063 assemblies and how the 314 divide are stored in BurrTools' example SolidSixPieceBurrs.
    assert len(burr_board().cells) == 104
    assert len(notchable_pieces()) == 59
    found = tiling.takeapart(solid_burrs(), rotations_only=True)
    assert len(found.assemblies) == 1063
    assert found.apart == 314
    assert found.table() == [("1.2", 57), ("1", 257)]
    assert len({placement.piece for one in found.assemblies for placement in one.placements}) == 25
    assert sum(piece.maximum or 0 for piece in set_of_42(found).pieces) == 42  # as the set is sold
    assert str(found).startswith("1,063 assemblies, 314 come apart\nlevel  assemblies\n1.2 ")
    for one, _ in zip(found.best(), range(30), strict=False):
        assert check.faults(one) == []


def test_threads_and_a_checkpoint_change_nothing(tmp_path: object) -> None:
    problem = Problem.from_text("board 3x3x3\npieces soma")
    alone = tiling.takeapart(problem, threads=1)
    assert alone.table() == [("1", 240)]
    again = [tiling.takeapart(problem, threads=2, checkpoint=f"{tmp_path}/kept") for _ in range(2)]
    assert [one.levels for one in again] == [alone.levels] * 2


def test_one_after_the_other_is_the_same() -> None:
    problem = Problem.from_text("board 4x4\npieces any*tetrominoes")
    found = tiling.takeapart(problem)
    each = list(tiling.disassemblies(problem))
    assert [one.levels if one.apart else None for one in each] == list(found.levels)
    assert [one.solution for one in each] == list(found.assemblies)


@st.composite
def assemblies(draw: st.DrawFn) -> list[list[tuple[int, int, int]]]:
    """A small box whose cells belong to some pieces, or to none."""
    size = draw(st.sampled_from([(4, 4, 1), (5, 3, 1), (3, 3, 2), (3, 2, 2)]))
    number = draw(st.integers(2, 4))
    cells = [(x, y, z) for x in range(size[0]) for y in range(size[1]) for z in range(size[2])]
    owners = draw(st.lists(st.integers(-1, number - 1), min_size=len(cells), max_size=len(cells)))
    pieces = [[cell for cell, owner in zip(cells, owners, strict=True) if owner == k] for k in range(number)]
    return [piece for piece in pieces if piece]


@settings(max_examples=150)
@given(pieces=assemblies(), axes=st.sampled_from([2, 3]))
def test_the_engine_finds_what_the_slow_twin_finds(pieces: list[list[tuple[int, int, int]]], axes: int) -> None:
    _, separations = search.taken_apart(pieces, axes, bytearray(1), -1.0)
    root = search.part_of(separations)
    if root is None:
        assert len(pieces) < 2
        return
    assert all(part.steps for part in root.parts()) == comes_apart([frozenset(piece) for piece in pieces], axes)
    # Each part takes the fewest moves from where it begins.
    waiting = [(root, [set(piece) for piece in pieces])]
    while waiting:
        part, places = waiting.pop()
        shapes = [frozenset(places[k]) for k in part.pieces]
        assert fewest_moves(shapes, axes) == (len(part.steps) or None)
        places = [set(cells) for cells in places]
        for step in part.steps:
            for k in step.pieces if step.units is not None else ():
                by = [(step.units or 0) * one for one in step.vector]
                places[k] = {(x + by[0], y + by[1], z + by[2]) for x, y, z in places[k]}
        waiting += [(one, places) for one in (part.rest, part.out) if one is not None]


@settings(max_examples=60)
@given(pieces=assemblies())
def test_every_move_is_replayed(pieces: list[list[tuple[int, int, int]]]) -> None:
    cells = sorted(cell for piece in pieces for cell in piece)
    if not cells:
        return
    rows = [f"piece P{k} 1 fixed\n" + _drawn(piece) for k, piece in enumerate(pieces)]
    problem = Problem.from_text("board\n" + _drawn(cells) + "\n" + "\n".join(rows))
    found = tiling.first(problem)
    assert found is not None
    taken = tiling.disassemble(found)
    assert check.faults(taken) == []
    for part in taken.parts:
        # One move less would be fewer than the fewest.
        for k in range(len(part.steps) if len(part.steps) > 1 else 0):
            wrong = replace(part, steps=(*part.steps[:k], *part.steps[k + 1 :]))
            assert check.faults(replace(taken, root=_instead(taken.root, part, wrong)))


def _drawn(cells: list[tuple[int, int, int]]) -> str:
    low, high = ([f(c[k] for c in cells) for k in range(3)] for f in (min, max))
    layers = []
    for z in range(low[2], high[2] + 1):
        rows = [
            "  " + "".join("#" if (x, y, z) in cells else "." for x in range(low[0], high[0] + 1))
            for y in range(high[1], low[1] - 1, -1)
        ]
        layers.append("\n".join(rows))
    return "\n  //\n".join(layers) + "\n"


def _instead(tree: Part | None, part: Part, other: Part) -> Part | None:
    if tree is part:
        return other
    if tree is None:
        return None
    return replace(tree, rest=_instead(tree.rest, part, other), out=_instead(tree.out, part, other))


@pytest.mark.parametrize(
    ("steps", "fault"),
    [
        ((Step((1,), "+y", None),), "hits at"),
        ((Step((1,), "+x", 1), Step((1,), "+z", None)), "leaves the plane"),
        ((Step((1,), "+x", 1),), "must take a group out"),
        ((Step((1,), "+x", None), Step((1,), "+y", None)), "must be by some units"),
        ((Step((0, 1), "+x", None),), "moves none or all of them"),
        ((Step((), "+x", None),), "moves none or all of them"),
    ],
)
def test_the_checker_refuses_wrong_moves(steps: tuple[Step, ...], fault: str) -> None:
    found = Disassembly(bolt(), Part((0, 1), steps))
    assert fault in check.faults(found)[0]


def test_the_checker_misses_no_part() -> None:
    whole = tiling.disassemble(tiling.first(Problem.from_text("board 3x1\npieces 3*I1")))  # type: ignore[arg-type]
    assert whole.root is not None
    assert "nothing is said of" in check.faults(replace(whole, root=replace(whole.root, rest=None)))[0]
    assert check.faults(replace(whole, root=None)) == ["there are several pieces and no part"]
    assert check.faults(replace(whole, root=Part((0, 1), ()))) == ["the first part is not the whole assembly"]


def test_limits_are_said() -> None:
    with pytest.raises(LimitError, match="at most 64 are taken apart"):
        tiling.takeapart(Problem.from_text("board 65x1\npieces 65*I1"))
    with pytest.raises(LimitError, match="units long together"):
        search.taken_apart([[(0, 0)], [(20000, 0), (4000, 0)]], 2, bytearray(1), -1.0)
    with pytest.raises(ProblemError, match="for flat puzzles"):
        tiling.takeapart(Problem.from_text("board 3x3x3\npieces soma"), lift=True)
    with pytest.raises(StoppedError):
        tiling.takeapart(Problem.from_text("board 8x8\npieces any*I1"), time_limit=0)


def test_too_many_assemblies_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey, "MAX_ASSEMBLIES", 5)
    with pytest.raises(LimitError, match="more than 5 assemblies"):
        tiling.takeapart(Problem.from_text("board 3x3x3\npieces soma"))
    monkeypatch.setattr(search, "MAX_STATES", 0)
    with pytest.raises(LimitError, match="more than 0 arrangements"):
        tiling.disassemble(bolt())
