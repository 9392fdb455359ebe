"""Kick systems: the named tables, files, and what is wrong with a file."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.clear.parsing import parsed

from shapewright.clear.kicks import KICKS, REGULAR, Kicks
from shapewright.clear.piece import FACINGS, PIECES, cells_of
from shapewright.clear.problem import read_kicks
from shapewright.errors import FileError, NotationError, ProblemError
from shapewright.questions.clear._asked.fields import KICKS as KICKS_FIELD

SRS = Kicks.named("srs")


def test_offsets_of_i_are_those_of_true_rotation() -> None:
    assert SRS.offsets("I", "N", "E") == ((1, 0), (-1, 0), (2, 0), (-1, -1), (2, 2))
    assert SRS.offsets("I", "E", "S") == ((0, -1), (-1, -1), (2, -1), (-1, 1), (2, -2))
    assert SRS.offsets("I", "S", "W") == ((-1, 0), (1, 0), (-2, 0), (1, 1), (-2, -2))
    assert SRS.offsets("I", "W", "N") == ((0, 1), (1, 1), (-2, 1), (1, -1), (-2, 2))


@pytest.mark.parametrize("name", KICKS)
def test_o_stays_where_it_is(name: str) -> None:
    kicks = Kicks.named(name)
    shifts = {"NE": (0, 1), "ES": (1, 0), "SW": (0, -1), "WN": (-1, 0)}
    for turn, shift in shifts.items():
        assert kicks.offsets("O", *turn) == (shift,)
        assert kicks.offsets("O", turn[1], turn[0]) == ((-shift[0], -shift[1]),)
    if kicks.has_half_turns:
        assert [kicks.offsets("O", *turn) for turn in ("NS", "EW")] == [((1, 1),), ((1, -1),)]


@pytest.mark.parametrize("name", KICKS)
def test_quarter_turns_back_are_negated_but_for_i_of_srs_plus(name: str) -> None:
    kicks = Kicks.named(name)
    for piece in PIECES:
        for turn in ("NE", "ES", "SW", "WN"):
            there, back = kicks.offsets(piece, *turn), kicks.offsets(piece, turn[1], turn[0])
            if (name, piece) != ("srs-plus", "I"):
                assert back == tuple([(-x, -y) for x, y in there])


def test_i_of_srs_plus_is_symmetric_left_to_right() -> None:
    """Mirrored, an I facing east is one facing west, and its centre moves: offsets of the cells agree."""
    kicks = Kicks.named("srs-plus")
    mirrored = {"N": "N", "E": "W", "S": "S", "W": "E"}
    # Where the box of the I has its centre, twice, seen from the centre of true rotation.
    centre = {"N": (1, -1), "E": (-1, -1), "S": (-1, 1), "W": (1, 1)}

    def in_box(before: str, after: str) -> list[tuple[int, int]]:
        (bx, by), (ax, ay) = centre[before], centre[after]
        return [(x + (ax - bx) // 2, y + (ay - by) // 2) for x, y in kicks.offsets("I", before, after)]

    for before in FACINGS:
        for after in FACINGS:
            expected = [(-x, y) for x, y in in_box(before, after)]
            assert in_box(mirrored[before], mirrored[after]) == expected


def test_the_kick_tables_of_solution_finder() -> None:
    """Rows of its kicks/*.properties, in coordinates of true rotation as they stand there."""
    jstris, nullpomino, nokicks = (Kicks.named(name) for name in ("jstris180", "nullpomino180", "nokicks"))
    for turn in ("NE", "EN", "ES", "SE", "SW", "WS", "WN", "NW"):
        for piece in PIECES:
            assert jstris.offsets(piece, *turn) == nullpomino.offsets(piece, *turn) == SRS.offsets(piece, *turn)
            assert nokicks.offsets(piece, *turn) == Kicks.named("none").offsets(piece, *turn)
    assert jstris.offsets("L", "N", "S") == ((0, 0), (0, 1))
    assert jstris.offsets("T", "W", "E") == ((0, 0), (-1, 0))
    assert jstris.offsets("I", "N", "S") == ((1, -1), (1, 0))
    assert jstris.offsets("I", "W", "E") == ((1, 1), (0, 1))
    assert nullpomino.offsets("S", "E", "W") == (
        *((0, 0), (0, -1), (0, -2), (-1, -1), (-1, -2), (0, 1), (0, 2), (-1, 1), (-1, 2)),
        *((1, 0), (0, -3), (0, 3)),
    )
    assert nullpomino.offsets("I", "N", "S") == ((1, -1), (0, -1), (-1, -1), (2, -1), (3, -1), (1, -2))
    assert nullpomino.offsets("I", "W", "E") == ((1, 1), (1, 0), (1, -1), (1, 2), (1, 3), (2, 1))
    # There a half turn leaves the cells of I, S, Z and O alone; none180 turns I, S and Z about the centre.
    for piece in "ISZO":
        for before, after in ("NS", "EW", "SN", "WE"):
            ((dx, dy),) = nokicks.offsets(piece, before, after)
            assert {(x + dx, y + dy) for x, y in cells_of(piece, after)} == set(cells_of(piece, before))
    different = [
        (piece, turn)
        for piece in PIECES
        for turn in ("NS", "EW", "SN", "WE")
        if nokicks.offsets(piece, *turn) != Kicks.named("none180").offsets(piece, *turn)
    ]
    assert {piece for piece, _ in different} == set("ISZ")
    assert len(different) == 12


def test_other_names_of_the_same_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Kicks.find("@tetrio180") is Kicks.named("tetrio180") is Kicks.named("srs-plus")
    assert Kicks.find("+SRS") is Kicks.find("default") is SRS
    names = {
        "srs-plus": "srs+ SRS+ srsPlus srs_plus @srs+ TETR-IO tetrio tetrio_180",
        "srs-tetrio": "srsTetrio srs_tetrio",
        "jstris180": "jstris Jstris-180",
        "nullpomino180": "nullpomino",
        "none": "None",
    }
    for name, others in names.items():
        for other in others.split():
            assert Kicks.find(other) is Kicks.named(other) is read_kicks(other) is Kicks.named(name)
            assert KICKS_FIELD.value(KICKS_FIELD.check(KICKS_FIELD.word(other), "shell")) is Kicks.named(name)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kicks").mkdir()
    (tmp_path / "kicks" / "mine.properties").write_text(Kicks.named("jstris180").to_properties())
    assert Kicks.find("@mine").table == Kicks.named("jstris180").table
    with pytest.raises(NotationError, match="'mine' is not a kick system; there are none, .* tetrio180, and files"):
        Kicks.find("mine")
    with pytest.raises(FileError, match="the name alone, jstris180, needs no file"):
        Kicks.find("kicks/jstris180.properties")


def test_half_turns_by_name() -> None:
    assert [name for name in KICKS if Kicks.named(name).has_half_turns] == [
        "none180",
        "srs180",
        "srs-plus",
        "srs-tetrio",
        "jstris180",
        "nullpomino180",
        "nokicks",
    ]
    assert SRS.offsets("T", "N", "S") == ()
    assert Kicks.named("srs180").offsets("T", "N", "S") == ((0, 0),)
    tetrio = ((0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0))
    assert Kicks.named("srs-tetrio").offsets("L", "N", "S") == tetrio
    assert Kicks.named("srs-plus").offsets("Z", "N", "S") == tetrio
    assert Kicks.named("srs-tetrio").offsets("I", "N", "S") == ((1, -1),)
    assert Kicks.named("srs-plus").offsets("I", "N", "S") == ((1, -1), (1, 0))
    assert Kicks.named("none180").offsets("I", "E", "W") == ((-1, -1),)


def test_a_system_without_kicks_turns_in_place() -> None:
    kicks = Kicks.named("none")
    assert {len(kicks.offsets(piece, "N", "E")) for piece in PIECES} == {1}
    assert kicks.offsets("T", "N", "E") == ((0, 0),)


@pytest.mark.parametrize("name", KICKS)
def test_a_system_is_a_value_and_its_file_reads_back(name: str) -> None:
    kicks = Kicks.named(name)
    assert eval(repr(kicks)) == kicks
    assert hash(kicks) == hash(Kicks.named(name))
    assert Kicks.from_properties(kicks.to_properties(), name=name) == kicks
    other = Kicks("mine", kicks.table)
    assert eval(repr(other)) == other


def test_references_marks_spaces_and_comments() -> None:
    lines = SRS.to_properties().splitlines()
    others = [line for line in lines if line[0] not in "TJSZ"]
    refers = [
        f"{piece}.{turn}=&L.{turn}" for piece in "JS" for turn in ["NE", "ES", "SW", "WN", "EN", "SE", "WS", "NW"]
    ]
    refers += [f"Z.{turn}=S.{turn}" for turn in ["NE", "ES", "SW", "WN", "EN", "SE", "WS", "NW"]]
    ts = [line.replace(")(", ") ( @").replace(",", " , +").replace("+-", "-") for line in lines if line[0] == "T"]
    text = "\n".join(["# mine", "! too", "", *refers, *ts, *others])
    assert "T.NE=(0 , +0) ( @-1 , +0)" in text
    marked = Kicks.from_properties(text, name="srs")
    assert marked.table == SRS.table
    turns = ["NE", "ES", "SW", "WN", "EN", "SE", "WS", "NW"]
    assert marked.regular == {(turn, offset) for turn in turns for offset in SRS.offsets("T", *turn)[1:]}
    assert Kicks.from_properties(marked.to_properties(), name="srs") == marked == eval(repr(marked))


def test_marks_of_regular_spins() -> None:
    # The four marks of solution-finder's srs.properties.
    text = SRS.to_properties()
    assert "@" not in text
    assert SRS.regular == Kicks.from_properties(text).regular == REGULAR
    for turn, offset in REGULAR:
        line = next(line for line in text.splitlines() if line.startswith(f"T.{turn}="))
        assert line.endswith("({},{})".format(*offset))
        text = text.replace(line, "(@".join(line.rsplit("(", 1)))
    assert text.count("@") == 4
    assert Kicks.from_properties(text, name="srs") == SRS
    of_another = text.replace("@", "").replace("L.NE=(", "L.NE=(@")
    assert Kicks.from_properties(of_another, name="srs") == SRS
    referred = of_another.replace("T.NE=(0,0)(-1,0)(-1,1)(0,-2)(-1,-2)", "T.NE=&L.NE")
    assert Kicks.from_properties(referred, name="srs").regular == {("NE", (0, 0))}


def properties(**changes: str) -> str:
    """The text of SRS with lines replaced (or, for '', left out)."""
    lines = {line.partition("=")[0]: line for line in SRS.to_properties().splitlines()}
    lines.update({key.replace("_", "."): line for key, line in changes.items()})
    return "\n".join(filter(None, lines.values()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (properties(I_EN=""), r"has no key I\.EN$"),
        (properties(I_EN="", T_WN=""), r"has no key I\.EN and 1 more$"),
        (properties(I_NS="I.NS=(0,0)"), r"has no key I\.EW and 26 more; if one half turn is given, all must be"),
        ("", r"has no key I\.NE and 55 more"),
        (properties(T_NE="T.NE=(0,0)(1,0"), r"line 17: '\(1,0' is not an offset such as \(-1,\+2\) or a key"),
        (properties(T_NE="T.NE=(0,5)"), r"line 17: the offset '\(0,5\)' is larger than 4"),
        (properties(T_NE="T.NE=(0,9999)"), r"line 17: '\(0,9999\)' is not an offset"),
        (properties(T_NE="T.NE="), r"line 17 gives no offset"),
        (properties(T_NE="T.NE=&Q.NE"), r"line 17: '&Q.NE' is not an offset"),
        (properties(T_NE="T.NE=&T.NS"), r"line 17: '&T.NS' refers to a key that does not exist"),
        (properties(T_NE="T.NE=&T.NE"), r"line 17: '&T.NE' refers to itself in a circle"),
        (properties(L_NE="L.NE=&J.NE", J_NE="J.NE=&L.NE"), r"refers to itself in a circle"),
        (properties(T_NE="T.NN=(0,0)"), r"line 17: 'T.NN=\(0,0\)' is not a kick"),
        (properties(T_NE="hello"), r"line 17: 'hello' is not a kick"),
        (properties() + "\nT.NE=(0,0)", r"line 57: T\.NE is given twice, first in line 17"),
    ],
)
def test_what_is_wrong_with_a_file(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Kicks.from_properties(text)


def test_long_chains_of_references_are_followed() -> None:
    turns = [line.partition("=")[0] for line in SRS.to_properties().splitlines()]
    chain = [f"{first}=&{second}" for first, second in pairwise(turns)]
    kicks = Kicks.from_properties("\n".join([*chain, f"{turns[-1]}=(0,1)"]))
    assert {kicks.offsets(key[0], key[2], key[3]) for key in turns} == {((0, 1),)}


@given(st.text(max_size=80) | st.text("TIL.NESW=&()@,+-0123 \n", max_size=80))
@example("T.NE=" + "(0,0)" * 10000)
def test_any_text_is_a_system_or_a_clear_error(text: str) -> None:
    kicks = parsed(Kicks.from_properties, properties() + "\n" + text)
    assert kicks is None or Kicks.from_properties(kicks.to_properties()) == kicks


def test_find_knows_names_and_files(tmp_path: Path) -> None:
    assert Kicks.find("srs") is SRS
    assert Kicks.find("@srs") is SRS
    path = tmp_path / "mine.properties"
    path.write_text("\ufeff" + SRS.to_properties().replace("\n", "\r\n"), encoding="utf-8")
    assert Kicks.find(str(path)).table == SRS.table
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="mine.properties.*line 1"):
        Kicks.find(str(path))
    path.write_text("#" * 100_000, encoding="utf-8")
    with pytest.raises(FileError, match="larger than the limit"):
        Kicks.find(str(path))
    with pytest.raises(FileError, match="no such file"):
        Kicks.find(str(tmp_path / "none.properties"))
    for unknown in ("srz", "", "a\0b"):
        with pytest.raises(NotationError, match="is not a kick system; there are none, none180, srs"):
            Kicks.find(unknown)
    with pytest.raises(FileError, match="a file cannot have this name"):
        Kicks.find("a\0.properties")
    folder = tmp_path / "folder.properties"
    folder.mkdir()
    with pytest.raises(FileError, match="it is a folder"):
        Kicks.find(str(folder))


def test_tables_of_another_form_are_refused() -> None:
    with pytest.raises(ProblemError, match="7 pieces"):
        Kicks("short", SRS.table[:6])
    with pytest.raises(ProblemError, match="4 facings"):
        Kicks("short", (SRS.table[0][:3], *SRS.table[1:]))
    row = (((0, 0),), *SRS.table[0][0][1:])
    with pytest.raises(ProblemError, match="from N to itself"):
        Kicks("still", ((row, *SRS.table[0][1:]), *SRS.table[1:]))
    row = ((), ((0, 5),), *SRS.table[0][0][2:])
    with pytest.raises(ProblemError, match="at most 4"):
        Kicks("far", ((row, *SRS.table[0][1:]), *SRS.table[1:]))


def test_facings_are_those_that_turns_lead_to() -> None:
    assert {Kicks.named(name).facings("J") for name in KICKS} == {"NESW"}
    stiff = Kicks("stiff", ((((),) * 4,) * 4,) * 7)
    assert stiff.facings("T") == "N"
    assert not stiff.has_half_turns
