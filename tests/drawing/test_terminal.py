"""Mosaics in the terminal: with and without colour, layers, narrow windows, labels that would steer the terminal."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import termios

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.drawing.boards import PENTOMINOES_3X4X5, PENTOMINOES_8X8, UNFINISHED, mosaic, mosaics

from shapewright.drawing import Mark, Mosaic, terminal_options, to_terminal
from shapewright.drawing.palette import PIECE_COLOURS, rgb

ESCAPE = re.compile(r"\x1b\[([\d;]+)m")
TRUECOLOUR = {"COLORTERM": "truecolor", "TERM": "xterm-256color"}


class Stream(io.StringIO):
    def __init__(self, terminal: bool, encoding: str | None = "utf-8") -> None:
        super().__init__()
        self._terminal, self._encoding = terminal, encoding

    @property
    def encoding(self):  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return self._terminal


def grounds(line: str) -> list[tuple[int, ...] | None]:
    """The background of each column of a truecolour line."""
    found: list[tuple[int, ...] | None] = []
    now: tuple[int, ...] | None = None
    at = 0
    while at < len(line):
        if escape := ESCAPE.match(line, at):
            codes = [int(code) for code in escape[1].split(";")]
            assert codes == [0] or (codes[:2] == [48, 2] and codes[5:7] == [38, 2])
            now = None if codes == [0] else tuple(codes[2:5])
            at = escape.end()
        else:
            found.append(now)
            at += 1
    assert now is None, "a line must not leave its colours behind"
    return found


def test_boxes() -> None:
    assert to_terminal(mosaic(PENTOMINOES_8X8), color=False).splitlines()[:9] == [
        "┌───────────────────┬───────────┐",
        "│         I         │     V     │",
        "├───────────┬───────┴───┬───┐   │",
        "│     U     │     P     │   │   │",
        "│   ┌───┐   │       ┌───┘   │   │",
        "│   │   │   │       │     F │   │",
        "├───┘   └───┼───────┼───┐   └───┤",
        "│     X     │░░░░░░░│   │       │",
        "├───┐   ┌───┤░░░░░░░│   └───────┤",
    ]


def test_boxes_of_an_unfinished_board() -> None:
    board = mosaic(UNFINISHED, optional={(0, 2)}, tints={(1, 3): "r", (2, 1): "b"})
    assert to_terminal(board, color=False).splitlines() == [
        "    ┌───────┬───┬───┐",
        "    │A r    │ · │   │",
        "┌───┤   ┌───┼───┘   │",
        "│ ? │   │░░░│     C │",
        "├───┴───┼───┴───┐   │",
        "│       │ b   · │   │",
        "└───┐   └───────┼───┤",
        "    │ B         │ · │",
        "    └───────────┴───┘",
    ]


@given(mosaics())
def test_a_box_line_runs_wherever_pieces_differ(board: Mosaic) -> None:
    if len(board.size) == 3:
        return
    text = to_terminal(Mosaic(board.cells, board.piece_at, holes=frozenset()), color=False, width=1000)
    rows = [line.ljust(4 * board.size[0] + 1) for line in text.split("\n")]
    top = board.corner[1] + board.size[1] - 1

    def region(x: int, y: int) -> int:
        cell = (board.corner[0] + x, top - y)
        return board.piece_at.get(cell, -1 if cell in board.cells else -2)

    for y in range(board.size[1] + 1):
        for x in range(board.size[0] + 1):
            assert (rows[2 * y][4 * x + 1 : 4 * x + 4] == "───") == (region(x, y) != region(x, y - 1))
            if y < board.size[1]:
                assert (rows[2 * y + 1][4 * x] == "│") == (region(x, y) != region(x - 1, y))


def test_plain_letters_where_boxes_do_not_fit() -> None:
    board = mosaic(UNFINISHED, optional={(0, 2)})
    assert to_terminal(board, color=False, width=20) == ". A A # C\n? A . C C\nB B # # C\n. B B B #"
    assert to_terminal(board, color=False, width=8) == ".AA#C\n?A.CC\nBB##C\n.BBB#"


@given(mosaics())
def test_plain_letters_tell_pieces_apart(board: Mosaic) -> None:
    text = to_terminal(board, color=False, width=1, unicode=False)
    lines = [line for line in text.split("\n") if "=" not in line and line]
    left, bottom = board.corner[:2]
    for z, layer in enumerate(board.layers):
        for row, line in enumerate(lines[z * board.size[1] :][: board.size[1]]):
            for column, character in enumerate(line):
                square = (left + column, bottom + board.size[1] - 1 - row)
                piece = layer.piece_at.get(square)
                wanted = board.letters[piece] if piece is not None else "#?." if square not in layer.empty else "#?"
                assert character in wanted
    assert text.isascii()


def test_layers_side_by_side_or_below_each_other() -> None:
    board = mosaic(*PENTOMINOES_3X4X5)
    wide = to_terminal(board, color=False, width=80, unicode=False).splitlines()
    assert wide[0].split() == ["z=0", "z=1", "z=2", "z=3", "z=4"]
    assert wide[1].split() == [*"UXU", *"UUU", *"VNW", *"VNW", *"VNZ"]
    assert len(wide) == 5
    narrow = to_terminal(board, color=False, width=14, unicode=False).splitlines()
    assert narrow[:2] == ["z=0     z=1", "U X U   U U U"]
    assert narrow[5:8] == ["", "z=2     z=3", "V N W   V N W"]


@given(mosaics(), st.booleans(), st.integers(1, 60))
def test_the_width_is_kept_where_it_can_be(board: Mosaic, color: bool, width: int) -> None:
    lines = [ESCAPE.sub("", line) for line in to_terminal(board, color=color, width=width, truecolor=True).split("\n")]
    least = max(board.size[0], 3 if len(board.size) == 3 else 1)
    assert max(map(len, lines)) <= max(width, least)


def test_colours_the_top_row_first() -> None:
    lines = to_terminal(mosaic("AAB CCB C.B"), color=True, truecolor=True).splitlines()
    a, b, c = (rgb(colour) for colour in PIECE_COLOURS[:3])
    assert [grounds(line) for line in lines] == [[a, a, a, a, b, b], [c, c, c, c, b, b], [c, c, None, None, b, b]]
    assert [ESCAPE.sub("", line) for line in lines] == ["A A B ", "C C B ", "C   B "]


@given(mosaics())
def test_every_column_has_the_colour_of_its_piece(board: Mosaic) -> None:
    if len(board.size) == 3:
        return
    lines = to_terminal(board, color=True, width=100, truecolor=True).split("\n")
    for row, line in enumerate(lines):
        colours = grounds(line)
        for column, ground in enumerate(colours):
            cell = (board.corner[0] + column // 2, board.corner[1] + board.size[1] - 1 - row)
            if cell in board.piece_at:
                assert ground == rgb(board.colour_of[board.piece_at[cell]])


def test_256_colours_when_the_terminal_knows_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    board = mosaic("AB", colours=("#ff0000", "#808080"))
    text = to_terminal(board, color=True, truecolor=False)
    assert re.findall(r"48;5;(\d+)", text) == ["196", "244"]
    monkeypatch.delenv("COLORTERM", raising=False)
    assert to_terminal(board, color=True) == text
    monkeypatch.setenv("COLORTERM", "24bit")
    assert to_terminal(board, color=True) == to_terminal(board, color=True, truecolor=True) != text


def test_without_colour_there_are_no_escapes() -> None:
    assert "\x1b" not in to_terminal(mosaic(PENTOMINOES_8X8), color=False)


@given(st.lists(st.text(), min_size=3, max_size=3), st.booleans())
def test_without_unicode_only_ascii_is_written(labels: list[str], color: bool) -> None:
    board = mosaic("ABC# AAC#", labels=tuple(labels), optional={(3, 0)}, tints={(0, 0): "r"})
    assert to_terminal(board, color=color, unicode=False, truecolor=True).isascii()


@given(st.lists(st.text(), min_size=3, max_size=3), st.booleans(), st.sampled_from([1, 9, 80]))
def test_labels_cannot_steer_the_terminal(labels: list[str], color: bool, width: int) -> None:
    text = to_terminal(mosaic("ABC AAC", labels=tuple(labels)), color=color, width=width, truecolor=True)
    assert all(character == "\n" or character.isprintable() for character in ESCAPE.sub("", text))
    assert text.count("\n") in (1, 4)


def test_labels_of_two_letters_stand_in_coloured_cells_and_longer_ones_become_marks() -> None:
    def letters(*labels: str) -> str:
        return ESCAPE.sub("", to_terminal(mosaic("AB", labels=labels), color=True))

    assert letters("T5", "I4") == "T5I4"
    assert letters("6.01", "B") == "A B "


def test_colours_of_cells_show_where_there_is_room() -> None:
    board = mosaic("A#", tints={(0, 0): "r", (1, 0): "g"})
    assert ESCAPE.sub("", to_terminal(board, color=True)) == "A■g "
    assert ESCAPE.sub("", to_terminal(board, color=True, unicode=False)) == "A*g "


@pytest.mark.parametrize(
    ("terminal", "environ", "color"),
    [
        (True, TRUECOLOUR, True),
        (False, TRUECOLOUR, False),
        (True, TRUECOLOUR | {"NO_COLOR": "1"}, False),
        (True, TRUECOLOUR | {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_when_there_is_colour(terminal: bool, environ: dict[str, str], color: bool) -> None:
    assert terminal_options(Stream(terminal), environ)["color"] is color


def test_options_of_a_stream() -> None:
    assert terminal_options(Stream(True), TRUECOLOUR) == {
        "color": True,
        "width": 80,
        "truecolor": True,
        "unicode": True,
    }
    assert terminal_options(Stream(True), {"TERM": "xterm-256color"})["truecolor"] is False


def test_the_width_of_a_real_terminal() -> None:
    leader, follower = pty.openpty()
    with os.fdopen(leader, "rb"), os.fdopen(follower, "w", encoding="utf-8") as stream:
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 123, 0, 0))
        assert terminal_options(stream, TRUECOLOUR) == {"color": True, "width": 123, "truecolor": True, "unicode": True}


@pytest.mark.parametrize(("encoding", "boxes"), [("UTF-8", True), ("utf_8", True), ("ascii", False), (None, False)])
def test_boxes_only_where_they_can_be_written(encoding: str | None, boxes: bool) -> None:
    options = terminal_options(Stream(False, encoding), {})
    assert options["unicode"] is boxes
    assert to_terminal(mosaic("AB"), **options).isascii() is not boxes


def test_marks_without_colour() -> None:
    marks = (Mark({(0, 0)}, "b"), Mark({(1, 0)}, "a", "12"), Mark({(2, 0)}, "bad"), Mark(row=0))
    board = Mosaic({(x, y) for x in range(3) for y in range(2)}, marks=marks)
    assert to_terminal(board, color=False).splitlines() == [
        "┌───────────┐",
        "│ ·   ·   · │",
        "│╍╍╍ ╍╍╍ ╍╍╍│",
        "│ ╱  12   ✗ │",
        "└───────────┘",
    ]
    assert to_terminal(board, color=False, unicode=False).splitlines() == ["# # #", "/ # x"]


def test_marks_with_colour() -> None:
    board = mosaic("A##", marks=(Mark({(0, 0), (1, 0)}, "bad"), Mark({(2, 0)}, text="-12")))
    (line,) = to_terminal(board, color=True, truecolor=True).splitlines()
    assert ESCAPE.sub("", line) == "A   ✗   -12 "
    piece, bad, plain = grounds(line)[::4]
    assert piece not in (rgb(board.colour_of[0]), bad)
    assert bad != plain
    assert ESCAPE.sub("", to_terminal(board, color=True, width=6)) == "A ✗   "
