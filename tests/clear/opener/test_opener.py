"""Boards to learn: against every play and every choice, and against chances and covers found separately."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mutation_audit import asked
from tests.reference.clear.openers import SlowOpeners, in_pairs, most

from shapewright import clear
from shapewright.clear.drops import DROPS
from shapewright.clear.graph.graph import Between, Graph
from shapewright.clear.graph.queues import Queues
from shapewright.clear.patterns.pattern import read_pattern
from shapewright.cli import main
from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.jobs import Progress
from shapewright.jobs.limits import Clock

TWO_LINES = "XXXX______/XXXX______"
FIVE = "[IOTLJ]p5"
FOUR_WIDE = "/".join(["XXX____XXX"] * 4)
FIELDS = [
    (TWO_LINES, 2),
    ("XX________/XX________", 2),
    ("XXX____XXX/XXX____XXX/XXX____XXX", 3),
    ("XXX__XXXXX/XXX__XXXXX/XXX____XXX/XXX____XXX", 4),
]
SMALL = [
    ("*p4", True),
    ("*p4", False),
    ("[IOJLT]p5", True),
    ("O,*p3", True),
    ("[IOLJ],[IOLJ],[IOLJ],[IOLJ]", True),
    ("I,*p3;J,*p3", True),
]


def _asked(pattern: str, pieces: int, hold: bool) -> list[str]:
    read = read_pattern(pattern)
    return list(read.queues(min(read.length, pieces + hold)))


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(FIELDS),
    st.sampled_from(SMALL),
    st.sampled_from(DROPS),
    st.sampled_from(["srs", "srs-plus"]),
    st.data(),
)
def test_by_every_play_and_every_choice(
    where: tuple[str, int], queues: tuple[str, bool], drop: Any, kicks: str, data: st.DataObject
) -> None:
    field, height = where
    pattern, hold = queues
    needed = clear.Field.from_text(field).empty_cells(height) // 4
    if needed > read_pattern(pattern).length:
        return
    pieces = data.draw(st.integers(1, needed - 1))
    listed = _asked(pattern, needed, hold)
    seen = data.draw(st.integers(pieces + hold, len(listed[0]))) if pieces + hold <= len(listed[0]) else pieces
    if seen < pieces + hold:
        return
    slow = SlowOpeners(field, listed, height, kicks=kicks, drop=drop, hold=hold)
    worths = slow.worths(pieces, seen)
    mirror = data.draw(st.booleans())
    each = in_pairs(worths) if mirror else list(worths.values())
    number = data.draw(st.integers(1, 2 if len(each) > 40 else 3))
    rules: dict[str, Any] = {"kicks": kicks, "drop": drop, "hold": hold}
    found = clear.openers(field, pattern, number, height, pieces=pieces, seen=seen, mirror=mirror, **rules)
    assert found.queues == len(listed)
    assert found.boards == len(each)
    assert found.is_best
    assert found.cleared == most(each, number)
    for one in found:
        assert one.pieces == pieces
        assert one.alone == sum(one.worth.values())
        if not mirror:
            here = worths[one.board, height - one.cleared]
            assert one.alone == sum(here.values())
    assert sum([one.adds for one in found]) == sum([one.served for one in found]) == found.cleared


def test_a_saved_piece() -> None:
    queues = _asked(FIVE, 4, hold=True)
    slow = SlowOpeners(FOUR_WIDE, queues, 4, hold=True)
    each = {
        "T": "T",
        "T||I": "TI",
        "T,I": "TI",
        "!T": "IOSZLJ",
        "^(T||I)": "OSZLJ",
        "!T&&!O||T": "TISZLJ",
        "/[JLT]/": "TLJ",
    }
    for saved, pieces in each.items():
        found = clear.openers(FOUR_WIDE, FIVE, 1, pieces=2, save=saved)
        assert found.cleared == most(list(slow.worths(2, 3, pieces).values()), 1) > 0
        assert found.is_best


def test_several_numbers_of_pieces() -> None:
    queues = _asked(FIVE, 4, hold=True)
    slow = SlowOpeners(FOUR_WIDE, queues, 4, hold=True)
    every = [*slow.worths(2, 4).values(), *slow.worths(3, 4).values()]
    found = clear.openers(FOUR_WIDE, FIVE, 2, pieces=(2, 3))
    assert found.boards == len(every)
    assert found.cleared == most(every, 2)


def test_boards_that_are_named() -> None:
    """One board alone is worth what building it and clearing after it are together."""
    board = "XXXI___XXX/XXXI___XXX/XXXIOO_XXX/XXXIOO_XXX"
    found = clear.openers(FOUR_WIDE, FIVE, 1, pieces=2, among=[board])
    assert [one.board.to_text() for one in found] == [clear.Field.from_text(board).to_text()]
    queues = _asked(FIVE, 4, hold=True)
    worths = SlowOpeners(FOUR_WIDE, queues, 4, hold=True).worths(2, 3)
    assert found.cleared == sum(worths[clear.Field.from_text(board), 4].values())
    both = clear.openers(FOUR_WIDE, FIVE, 9, pieces=2, among=[board, found.fumen().to_text()], mirror=True)
    assert len(both) == 1
    assert both[0].mirror_way is not None
    assert both.cleared >= found.cleared
    low = clear.openers(FOUR_WIDE, "*p7", 3, pieces=2, tallest=2)
    assert all(one.board.height <= 2 for one in low)
    assert low.cleared <= clear.openers(FOUR_WIDE, "*p7", 3, pieces=2).cleared


def test_more_boards_are_never_worse() -> None:
    found = [clear.openers(FOUR_WIDE, FIVE, number, pieces=2) for number in (1, 2, 3, 5, 8, 100)]
    assert [one.cleared for one in found] == sorted([one.cleared for one in found])
    assert all(one.is_best for one in found)
    # All boards together are what can be cleared at all, if all pieces are seen.
    every = clear.openers(FOUR_WIDE, FIVE, 100, pieces=2, seen=5)
    assert every.chance == clear.percent(FOUR_WIDE, FIVE)


def test_what_is_asked_of_it() -> None:
    found = clear.openers(TWO_LINES, "*p4", 2, 2, pieces=1)
    best = found.best_for("IJLT")
    assert best is not None
    assert best.board.to_text(one_line=True) == "XXXX______/XXXX_XXXX_"
    assert found.best_for("SZOT") is None
    with pytest.raises(ProblemError, match="begins as II"):
        found.best_for("IIII")
    assert repr(found) == "<Openers: 2 boards, 80 / 840 = 9.52 %, none are better>"
    assert repr(found[0]).startswith("<Opener XXXX______/XXXX_XXXX_")
    assert str(found).splitlines()[0].split() == ["48", "XXXX______/XXXX_IIII_"]
    assert found.fumen().pages[0].comment == "1. +5.71 %"
    nothing = clear.openers(TWO_LINES, "SZS", 2, 2, pieces=1)
    assert (len(nothing), nothing.bound, nothing.cleared) == (0, 0, 0)


@pytest.mark.parametrize(
    ("how", "fault"),
    [
        ({"pieces": 4}, "1 to 3 of the 4 pieces"),
        ({"pieces": (3, 2)}, "not 3 to 2"),
        ({"seen": 1}, "so 4 to 5 can be seen, not 1"),
        ({"seen": 6, "pieces": 2}, None),
        ({"save": "TT"}, "no piece in hold meets 'TT': it is one piece at the end"),
        ({"save": "T&&!T"}, "no piece in hold meets"),
        ({"among": ["XX________"]}, "none of the boards to choose from can be built"),
        ({"number": 0}, "1 to 100 boards"),
        ({"tallest": 0}, "1 to 20 rows high"),
        ({"save": "T", "hold": False}, "no piece is saved"),
    ],
)
def test_what_has_no_sense(how: dict[str, Any], fault: str | None) -> None:
    if fault is None:
        assert clear.openers(FOUR_WIDE, "*p7", **how).seen == 6
        return
    with pytest.raises(ProblemError, match=fault):
        clear.openers(FOUR_WIDE, "*p7", **how)


def test_limits() -> None:
    with pytest.raises(LimitError, match="up to 6 lines"):
        clear.openers("/".join(["XXX____XXX"] * 7), "*p7", height=7)
    with pytest.raises(StoppedError):
        clear.openers(FOUR_WIDE, "*p7", time_limit=0)
    with pytest.raises(ProblemError, match="one piece alone"):
        clear.openers("XXXXXXXX__/XXXXXXXX__", "O", height=2)


def test_the_search_tells_how_it_goes_on() -> None:
    told: list[Progress] = []
    clear.openers(FOUR_WIDE, "*p7", 5, pieces=2, progress=told.append)
    assert {one.stage for one in told} >= {"boards"}


def test_an_answer_is_verified() -> None:
    answer = asked(f"clear opener --field {TWO_LINES} --height 2 --patterns *p4 --pieces 1 --boards 2 --mirror yes")
    findings = clear.verify(answer)
    assert findings.valid is True
    assert findings.not_checked == {}

    def other(*path: str | int, value: Any) -> bool | None:
        mutant = copy.deepcopy(answer)
        *way, last = path
        place: Any = mutant
        for step in way:
            place = place[step]
        place[last] = value
        return clear.verify(mutant).valid

    assert other("boards", 0, "adds", value=1) is False
    assert other("boards", 0, "fumen", value="v115@vhAAgH") is False
    assert other("boards", 1, "alone", value=0) is False
    assert other("boards", value=answer["boards"][:1]) is False
    assert other("solved", value=1) is False
    assert other("bound", value=answer["solved"] - 1) is False
    assert other("candidates", value=1) is False
    assert other("beginnings", 0, value=["IO", 1, 1, 20]) is False
    nothing = asked(f"clear opener --field {TWO_LINES} --height 2 --patterns SZS --pieces 1")
    assert clear.verify(nothing).valid is True
    assert clear.verify({**nothing, "bound": 1}).valid is False


def test_at_the_shell(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    arguments = ["clear", "opener", "--field", TWO_LINES, "-c", "2", "-p", "*p4", "--pieces", "1", "-k", "2"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert out.startswith("2 boards for 80 / 840 = 9.52 % of the queues; no others are better\n")
    assert "1  +5.71 %, alone 5.71 %" in out
    for suffix, begin in ((".csv", b"beginning,"), (".fumen", b"v115@"), (".html", b"<!DOCTYPE"), (".png", b"\x89PNG")):
        file = tmp_path / f"openers{suffix}"
        assert main([*arguments, "-o", str(file)]) == 0
        assert file.read_bytes().startswith(begin)
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["solved"], said["bound"], said["queues"], said["seen"]) == (80, 80, 840, 2)
    sides = ["clear", "opener", "--field", FOUR_WIDE, "-p", FIVE, "--pieces", "2", "--mirror", "yes"]
    assert main(sides) == 0
    assert "its mirror image" in capsys.readouterr().out
    assert main([*arguments, "--pieces", "9"]) == 2
    assert "1 to 2 of the 3 pieces" in capsys.readouterr().err


def _worth(board: str) -> int:
    """What a board without cleared rows is worth at the start of a game: building it, and clearing after, apart."""
    field = clear.Field.from_text(board)
    bags = Queues.of(read_pattern("*p7"), 7)
    between = Between(0, field.bits, 4, clear.Kicks.named("srs"), "soft", True)
    building = Graph(between, bags, clock=Clock(None))
    after = {piece: clear.percent(field, f"{piece},*p4").solving() for piece in clear.PIECES}
    clearing = {piece: {queue[1:] for queue in queues} for piece, queues in after.items()}
    held = {piece: building.saving(piece) for piece in clear.PIECES}
    worth = 0
    for place in range(len(bags)):
        pieces = [piece for piece, bits in held.items() if bits >> place & 1]
        worth += len(set().union(*[clearing[piece] for piece in pieces]))
    return worth


BEST = "XXXXX_____/XXXXXX____/XXXXXXX___/XXXXXX____"


@pytest.mark.parametrize(
    ("board", "queues"), [(BEST, 3_372_792), ("/".join([row[::-1] for row in BEST.split("/")]), 3_370_318)]
)
def test_the_best_boards_of_the_first_bag(board: str, queues: int) -> None:
    assert _worth(board) == queues


@pytest.mark.slow
def test_the_first_bag() -> None:
    """The numbers that the documentation has."""
    pair = clear.openers(number=2)
    assert pair[0].board.to_text(one_line=True) == BEST
    assert [one.alone for one in pair] == [3_372_792, 3_370_318]
    assert (pair.cleared, pair.queues, pair.is_best) == (3_771_070, 4_233_600, True)
