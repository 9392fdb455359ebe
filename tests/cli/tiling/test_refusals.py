"""Bad input of ``tiling``, of every kind, is answered with one sentence."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cli.conftest import Run
from tests.cli.tiling.puzzles import (
    EXAMPLES,
    FIVE,
    PENTOMINOES,
)

from shapewright.cli import main
from shapewright.questions import FAMILIES, find


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "no puzzle is given; name a file (- is standard input), or state one"),
        (["--board", "6x10"], "--pieces is missing"),
        (["--pieces", "pentominoes"], "--board is missing"),
        (["--hole", "1,1"], "--board is missing"),
        ([FIVE, "--board", "5x5"], "are both given"),
        ([FIVE, "--fixed", "A 0,0"], "fixed piece 'A' is not one of the pieces"),
        ([*PENTOMINOES, "--problem", "1"], "--problem only applies to an .xmpuzzle file"),
        (["--board", "6x10", "--pieces", "Q9"], "'Q9' at position 1 of the piece list is not a piece"),
        (["--board", "6x10", "--pieces", "T4, frog"], "'frog' at position 5"),
        (["--board", "6x10", "--pieces", ""], "piece"),
        (["--board", "", "--pieces", "I2"], "the board has no cells"),
        (["--board", ".../...", "--pieces", "I2"], "the board has no cells"),
        (["--board", "0x5", "--pieces", "I2"], "the board 0x5 has no cells"),
        (["--board", "1x1", "--hole", "0,0", "--pieces", "I2"], "the board has no cells"),
        (["--board", "4x4", "--hole", "4,0", "--pieces", "I2"], "the hole 4,0 is not a cell of the board"),
        (["--board", "4x4", "--optional", "4,0", "--pieces", "I2"], "the optional cell 4,0 is not a cell"),
        (["--board", "4x4", "--optional", "", "--pieces", "I2"], "'' is not a cell"),
        (["--board", "4x4", "--optional", "x,0", "--pieces", "I2"], "'x,0' is not a cell"),
        (["--board", "1000000x1000000", "--pieces", "I2"], "1000000x1000000 is larger than the limit"),
        (["--board", "9" * 5000 + "x1", "--pieces", "I2"], "larger than the limit"),
        (["--board", "4x4", "--pieces", "1000000000*T4"], "'1000000000*T4' at position 1"),
        (["--board", "4x4", "--pieces", "9" * 5000 + "*T4"], "at position 1"),
        (["--board", "4x4", "--pieces", "99-ominoes"], "'99-ominoes'"),
        (["--board", "4x4", "--pieces", "tetracubes"], "is made of cubes but the board is flat"),
        (["--board", "4x4", "--pieces", "T4", "--fixed", ""], "--fixed '' has no cells"),
        (["--board", "4x4", "--pieces", "T4", "--fixed", "T"], "--fixed 'T' has no cells"),
        (["--board", "4x4", "--pieces", "T4", "--fixed", "X 0,0"], "fixed piece 'X' is not one of the pieces T"),
        (["--board", "4x4", "--pieces", "T4", "--fixed", "T 0,0 1,0 2,0 1,9"], "covers 1,9"),
        (["--board", "4x4", "--pieces", "T4", "--fixed", "T 0,0 1,0 2,0 3,0"], "has none of the shapes"),
        (
            ["--board", "4x4", "--pieces", "2*T4", "--fixed", "T 0,0 1,0 2,0 1,1", "--fixed", "T 1,1 0,2 1,2 2,2"],
            "fixed pieces 'T' and 'T' overlap at 1,1",
        ),
        ([*PENTOMINOES, "--engine", "steam"], "'steam' is not one of 'auto', 'bit-sliced'"),
        ([*PENTOMINOES, "--engine", "frontier"], "frontier"),
        ([*PENTOMINOES, "--time-limit", "-1"], "--time-limit takes a number of seconds"),
        ([*PENTOMINOES, "--limit", "0"], "--limit takes a whole number from 1"),
        ([*PENTOMINOES, "--json", "--jsonl"], "--json and --jsonl cannot be combined"),
    ],
    ids=lambda value: " ".join(value)[-50:] if isinstance(value, list) else "",
)
def test_bad_arguments_are_answered_with_a_sentence(run: Run, arguments: list[str], sentence: str) -> None:
    code, out, err = run("list", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert len(err) < 400
    assert sentence in err


def test_a_piece_larger_than_the_board_is_no_error_but_a_none(run: Run) -> None:
    assert run("solve", "--board", "2x2", "--pieces", "I5") == (
        1,
        "impossible: the pieces cover 5 cells, but the board has 4\n",
        "",
    )
    code, out, _ = run("explain", "--board", "2x2", "--pieces", "I3,I1")
    assert (code, out) == (1, "impossible: the piece I3 fits nowhere on the board\n")
    assert run("solve", "--board", "2x2", "--pieces", "0-5*I5,any*I1")[0] == 0
    assert run("count", "--board", "2x2", "--pieces", "1000000*I5") == (0, "0\n", "")


def test_too_many_random_tilings_are_refused(run: Run) -> None:
    code, _, err = run("random", FIVE, "--limit", "1000000000")
    assert code == 2
    assert "--limit 1000000000 is too large" in err


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.txt", b"\xff\xfe\x00", "this is not text: byte 0xff at offset 0"),
        ("a.bin", bytes(range(1, 256)), "is not UTF-8"),
        ("a.txt", b"board 2x2\n\0", "zero byte at offset 10"),
        ("a.txt", b"", "the puzzle has no 'board'"),
        ("a.txt", b"board 2x2\n", "the puzzle has no pieces"),
        ("a.txt", b"board 2x2\npieces Q9\n", "line 2: "),
        ("a.txt", b"board 2x2\npieces I2\nfixed I 0,0 0,1\nfixed I 0,1 1,1\n", "line 4: "),
        ("a.txt", b"board 1000000x1000000\npieces I2\n", "larger than the limit"),
        ("a.txt", b"sponge 2x2\n", "'sponge' is not a statement"),
        ("a.dlx", b"", "no line that names items"),
        ("a.dlx", b"a b\na z\n", "line 2: the option names 'z'"),
        ("a.dlx", b"9999999999|a b\na b\n", "line 1: "),
        ("a.xmpuzzle", b"", "neither gzipped nor XML"),
        ("a.xmpuzzle", b"\x1f\x8b\x08nonsense", "gzip"),
        ("a.xmpuzzle", b"<puzzle", "line 1: the XML is malformed"),
        ("a.json", b"{", "the text is not JSON"),
        ("a.json", b"{}", "has no 'puzzle', which answers"),
        ("a.json", b'{"puzzle": 7}', "has no 'puzzle', which answers"),
        ("a.json", b'{"puzzle": "board\\npieces I2"}', "'board' has neither a size nor a picture"),
        ("a.json", b'{"placements": []}\n{"placements": []}', "has no 'puzzle', which answers"),
        ("a.json", b'{"a":' + b"[" * 100_000, "nested deeper than 100"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_bad_files_are_answered_with_a_sentence(run: Run, name: str, content: bytes, sentence: str) -> None:
    Path(name).write_bytes(content)
    code, out, err = run("solve", name)
    assert (code, out) == (4, "")
    assert err.startswith(f"error: '{name}': ")
    assert err.count("\n") == 1
    assert len(err) < 400
    assert sentence in err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff", "this is not text"),
        (b"", "the text shows no solution"),
        (b"AAB\n", "solution 1 has 1 row"),
        (b"AABB\nCCBB\n", ""),
        (b"[1, 2", "is not JSON"),
        (b"[3]", "is not {'piece': name"),
        (b'{"solutions": 3}', "'solutions' is not a list"),
        (b'[{"piece": "I", "cells": [[0]]}]', "is not a cell"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_bad_solutions_are_answered_with_a_sentence(run: Run, content: bytes, sentence: str) -> None:
    Path("a.any").write_bytes(content)
    code, out, err = run("verify", "./a.any", "--board", "3x2", "--pieces", "3*I2")
    if sentence:
        assert (code, out) == (4, "")
        assert err.startswith("error: './a.any': ")
        assert sentence in err
    else:
        assert code == 1


def test_a_board_and_its_pieces_without_options_are_understood(run: Run) -> None:
    """At every verb that has these options."""
    for verb in FAMILIES["tiling"].verbs:
        names = [field.name for field in find("tiling", verb).fields]
        if {"board", "pieces"} <= set(names):
            more = ["c"] * (names.count("solutions"))
            code, _, err = run(verb, "torus:6x10", "any*I1", *more)
            assert code in (2, 4)
            assert "--board torus:6x10" in err
            assert "did you mean --board torus:6x10 --pieces 'any*I1'?" in err


def test_the_arguments_of_verify_must_make_sense(run: Run) -> None:
    for arguments, sentence in (
        ([], "no puzzle is given"),
        ([FIVE], "there are no solutions to verify"),
        (["a", "b", "c"], "unexpected extra argument (c)"),
        ([FIVE, FIVE, "--board", "2x2", "--pieces", "I2"], "leave out the options or one of the files"),
        (["-", "--board", "-", "--pieces", "I2"], "standard input"),
    ):
        code, out, err = run("verify", *arguments)
        assert (code, out) in ((2, ""), (4, ""))
        assert sentence in err


def test_what_is_no_file(run: Run) -> None:
    Path("folder.txt").mkdir()
    assert run("solve", "folder.txt") == (4, "", "error: cannot read 'folder.txt': it is a folder\n")
    assert run("solve", "missing.txt") == (4, "", "error: cannot read 'missing.txt': no such file or directory\n")
    code, _, err = run("solve", "6x10")
    assert code == 4
    assert err.endswith("; a board is given as --board 6x10\n")


SUFFIXES = st.sampled_from([".txt", ".dlx", ".xmpuzzle", ".json", ".any"])
WORDS = ["board", "2x2", "pieces", "piece", "I2", "any*", "fixed", "0,0", "hole", "\n", "  ##", "%", "{", "<", '"', "|"]


def outcome(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(["tiling", *arguments])
    return code, out.getvalue(), err.getvalue()


def assert_answered(code: int, out: str, err: str) -> None:
    if code == 0:
        assert err == ""
    else:
        assert (code, out) == (4, "")
        assert err.startswith("error: ")
        assert err.count("\n") == 1


@settings(max_examples=150)
@given(
    st.one_of(
        st.binary(max_size=80),
        st.text(max_size=80).map(lambda text: text.encode(errors="replace")),
        st.lists(st.sampled_from(WORDS), max_size=16).map(lambda words: " ".join(words).encode()),
    ),
    SUFFIXES,
)
def test_any_file_is_a_puzzle_or_refused(content: bytes, suffix: str) -> None:
    path = Path(f"fuzz{suffix}")
    path.write_bytes(content)
    assert_answered(*outcome("show", f"./{path}"))


@settings(max_examples=100)
@given(st.sampled_from(["soma.txt", "soma.xmpuzzle", "red_corner.txt"]), st.data())
def test_a_damaged_file_is_a_puzzle_or_refused(name: str, data: st.DataObject) -> None:
    content = bytearray((EXAMPLES / name).read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        del content[at:]
    else:
        content[at : at + 1] = data.draw(st.binary(max_size=3))
    Path(name).write_bytes(content)
    assert_answered(*outcome("show", name))


@settings(max_examples=100)
@given(st.one_of(st.binary(max_size=60), st.text('AB.?/\n{}[]"piece cells:0,1', max_size=60).map(str.encode)))
def test_any_solutions_are_right_or_wrong_or_refused(content: bytes) -> None:
    Path("fuzz.any").write_bytes(content)
    code, out, err = outcome("verify", "./fuzz.any", "--board", "2x2", "--pieces", "2*I2")
    if code == 1:
        assert out.startswith("solution ")
        assert err == ""
    else:
        assert_answered(code, out, err)


@settings(max_examples=100)
@given(st.sampled_from(["--board", "--hole", "--hole-box", "--optional", "--pieces", "--fixed"]), st.text(max_size=30))
def test_any_text_of_an_option_is_taken_or_refused(option: str, text: str) -> None:
    code, out, err = outcome("show", "--board", "2x2", "--pieces", "I2", option, text)
    assert code in (0, 2, 4)
    if code:
        assert out == ""
        assert err.startswith("error: ")
        assert err.count("\n") == 1
