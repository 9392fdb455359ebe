"""``stacking play`` driven by scripts: drops, undo, the solver's advice, errors with their lines."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

Run = Callable[..., tuple[int, str, str]]
Stdin = Callable[[str | bytes], None]

TWO = """\
┌───┬───────┬───────────┐
│   │ ·   · │   │ ·   · │
│   │       │   │       │
│ L │ ·   · │ L │ ·   · │
│   └───┐   │   └───┐   │
│       │ · │       │ · │
└───────┴───┴───────┴───┘
height 3, holes 0, pieces 2
"""


def test_a_script_drops_takes_back_and_asks(run: Run, stdin: Stdin) -> None:
    stdin("% as in the books\nL 0\nJ 3\nundo\nL 3\nsolve LL\ntake 1\ntake\n")
    code, out, err = run("play", "--width", "6")
    assert (code, err) == (0, "")
    assert out.count("height 3, holes 0, pieces 2\n") == 2
    assert out.count("height 3 (optimal: 2 refuted)\n") == 1
    assert out.endswith("  0   1   2   3   4   5\nheight 3, holes 2, pieces 4\n")


def test_quietly_only_the_end_is_shown(run: Run, stdin: Stdin) -> None:
    stdin("L 0\nL 3\nT 0\nundo\nquit\nnonsense\n")
    code, out, _ = run("play", "--width", "6", "-q")
    assert code == 0
    assert out.splitlines()[-1] == TWO.splitlines()[-1]
    assert out.count("height") == 1


def test_a_sequence_falls_in_its_order(run: Run, stdin: Stdin) -> None:
    stdin("0\nO 1\n3 180\nshow\npieces\nhelp\nnew\n")
    code, out, _ = run("play", "IOT", "--width", "6")
    assert code == 0
    assert "to come: O T\n" in out
    assert "no more pieces to come\n" in out
    assert out.endswith("height 0, holes 0, pieces 0\nto come: I O T\n")
    assert "PIECE COLUMN [ROTATION]" in out
    stdin("solve\ntake\n")
    code, out, _ = run("play", "IOT", "--width", "6", "--json")
    whole = json.loads(out)
    assert (whole["sequence"], whole["height"]) == (["I", "O", "T"], 3)
    assert len(whole["heights"]) == 6


def test_line_clears_boards_and_own_pieces(run: Run, stdin: Stdin) -> None:
    stdin("O 2\nBar 0\n")
    code, out, _ = run("play", "--board", "##..", "--clear-lines", "--pieces", "Bar=##", "-q")
    assert code == 0
    assert out.endswith("height 0, holes 0, pieces 2\n")


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("L 0\nQ 0\n", "line 2: 'Q' is neither a piece nor one of undo, hold, solve, take"),
        ("L\n", "line 1: 'L' is not a drop; expected L COLUMN [ROTATION], such as L 0 90"),
        ("L x\n", "line 1: 'L x' is not a drop"),
        ("L 0 90 3\n", "line 1: 'L 0 90 3' is not a drop"),
        ("L 5\n", "line 1: 'L' with rotation 0 fits into the columns 0 to 4, not 5"),
        ("L 0 45\n", "line 1: 'L' has no rotation 45; it has 0, 90, 180, 270"),
        ("undo\n", "line 1: the game has 0 drops to take back, not 1"),
        ("L 0\nundo 2\n", "line 2: the game has 1 drop to take back, not 2"),
        ("undo x\n", "line 1: 'x' does not belong after 'undo'"),
        ("take\n", "line 1: there is nothing to take"),
        ("solve\n", "line 1: 'solve' needs to know which pieces come"),
        ("solve LQ\n", "line 1: 'Q' at position 2 of the sequence is not a piece"),
        ("show me\n", "line 1: 'me' does not belong after 'show'"),
    ],
)
def test_a_script_ends_at_the_first_line_that_makes_no_sense(
    run: Run, stdin: Stdin, script: str, sentence: str
) -> None:
    stdin(script)
    code, _, err = run("play", "--width", "6", "-q")
    assert code == 2
    assert err.startswith(f"error: {sentence}")
    assert err.count("\n") == 1


def test_hostile_scripts(run: Run, stdin: Stdin) -> None:
    stdin(b"\xff\xfe\n")
    assert run("play")[0] == 2
    stdin("L " + "9" * 100_000 + "\n")
    assert run("play")[0] == 2
    stdin("")
    assert run("play") == (0, "height 0, holes 0, pieces 0\n", "")


def test_a_sequence_refuses_other_pieces(run: Run, stdin: Stdin) -> None:
    stdin("T 0\n")
    code, _, err = run("play", "IO")
    assert (code, "'I' falls next, not 'T'" in err) == (2, True)
    stdin("0\n0\n0\n")
    code, _, err = run("play", "IO", "-q")
    assert (code, "line 3: all pieces of the sequence have fallen" in err) == (2, True)


def test_one_piece_is_held_and_dropped_later(run: Run, stdin: Stdin) -> None:
    """T is put aside, L falls, T comes back by its name, O by the column alone."""
    stdin("hold\n0\nT 2\n4\n")
    code, out, err = run("play", "TLO", "--width", "6", "--hold", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["sequence"] == ["L", "T", "O"]
    stdin("hold\nhold\nhold\n0\nsolve\ntake\n")
    code, out, _ = run("play", "TLO", "--width", "6", "--hold")
    assert code == 0
    assert "falls: L, held: T, to come: O\n" in out
    assert "falls: T, held: nothing, to come: L O\n" in out
    assert out.count("no more pieces to come\nlowest possible: height 3 (optimal: 2 refuted)") == 2


def test_a_game_beside_the_lowest_stack(run: Run, stdin: Stdin) -> None:
    stdin("best\n0\nbest\n0\n")
    code, out, _ = run("play", "II", "--width", "4", "--no-rotation")
    assert code == 0
    assert out.startswith("lowest possible: height 4 (optimal: 3 refuted)\n")
    assert "from here: height 4 (optimal: 3 refuted)\n" in out
    assert out.endswith(
        "height 8, holes 0, pieces 2\nno more pieces to come\nlowest possible: height 4 (optimal: 3 refuted)\n"
    )


@pytest.mark.parametrize(
    ("arguments", "script", "sentence"),
    [
        (["IO"], "hold\n", "nothing can be held; start with a sequence and --hold"),
        (["I", "--hold"], "hold\n", "there is no other piece to exchange this one for"),
        (["TLO", "--hold"], "O 0\n", "'T' falls next, not 'O'"),
        ([], "best\n", "'best' needs to know which pieces come"),
        (["--hold"], "", "--hold only applies with a sequence"),
    ],
)
def test_what_cannot_be_held(run: Run, stdin: Stdin, arguments: list[str], script: str, sentence: str) -> None:
    stdin(script)
    code, _, err = run("play", *arguments, "--width", "6")
    assert code == 2
    assert sentence in err


def test_advice_shows_the_hold_of_the_game(run: Run, stdin: Callable[[str | bytes], None]) -> None:
    stdin("0 180\nhold\n2\n0 90\nsolve\nquit\n")
    _, out, _ = run("play", "TOZISOS", "--width", "6", "--hold", "--clear-lines")
    assert "1  O  column 0  S is held, O taken" in out
