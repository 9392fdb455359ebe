from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.cells.pieces import (
    Entry,
    parse_entries,
    parse_pieces,
    pieces_from_entries,
    pieces_from_text,
    pieces_to_text,
)
from shapewright.cells.polyomino import Motions, Piece, Polyomino, enumerate_polyominoes
from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError


def names(text: str) -> str:
    return " ".join(piece.name for piece in parse_pieces(text))


def canonical(pieces: tuple[Piece, ...], kind: Motions) -> set[Polyomino]:
    return {piece.shape.orientations(kind)[0] for piece in pieces}


class TestSets:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("monominoes", "I"),
            ("dominoes", "I"),
            ("trominoes", "I L"),
            ("tetrominoes", "I O T S L"),
            ("one-sided-tetrominoes", "I O T S Z L J"),
            ("pentominoes", "F I L N P T U V W X Y Z"),
            ("one-sided-pentominoes", "F F' I L L' N N' P P' T U V W X Y Y' Z Z'"),
            ("fixed-trominoes", "I.1 I.2 L.1 L.2 L.3 L.4"),
            ("tricubes", "I L"),
            ("tetracubes", "I O T S L P A B"),
            ("free-tetracubes", "I O T S L P A"),
            ("soma", "V L T Z A B P"),
        ],
    )
    def test_names(self, text: str, expected: str) -> None:
        assert names(text) == expected

    @pytest.mark.parametrize("n", range(1, 8))
    @pytest.mark.parametrize("kind", ["free", "one-sided", "fixed"])
    def test_sets_of_polyominoes_are_the_enumeration(self, n: int, kind: Motions) -> None:
        pieces = parse_pieces(f"{kind}-{n}-ominoes")
        assert canonical(pieces, kind) == set(enumerate_polyominoes(n, kind))
        assert len(pieces) == len(enumerate_polyominoes(n, kind))
        assert all(piece.motions == kind and piece.minimum == piece.maximum == 1 for piece in pieces)

    @pytest.mark.parametrize("n", range(1, 7))
    @pytest.mark.parametrize("kind", ["free", "one-sided"])
    def test_sets_of_polycubes_are_the_enumeration(self, n: int, kind: Motions) -> None:
        pieces = parse_pieces(f"{kind}-{n}-cubes")
        assert canonical(pieces, kind) == set(enumerate_polyominoes(n, kind, 3))
        assert len(pieces) == len(enumerate_polyominoes(n, kind, 3))

    def test_polycubes_are_one_sided_unless_it_says_otherwise(self) -> None:
        assert parse_pieces("pentacubes") == parse_pieces("one-sided-pentacubes")
        assert {piece.motions for piece in parse_pieces("free-pentacubes")} == {"free"}

    def test_soma_is_every_bent_tricube_and_tetracube(self) -> None:
        bent = {
            shape
            for n in (3, 4)
            for shape in enumerate_polyominoes(n, "one-sided", 3)
            if sum(extent > 1 for extent in shape.size) > 1 and (n, sorted(shape.size)) != (4, [1, 2, 2])
        }
        pieces = parse_pieces("soma")
        assert canonical(pieces, "one-sided") == bent
        assert sum(piece.shape.area for piece in pieces) == 27
        assert {piece.motions for piece in pieces} == {"one-sided"}

    def test_mirror_partners(self) -> None:
        by_name = {piece.name: piece.shape for piece in parse_pieces("one-sided-tetrominoes")}
        assert by_name["S"].to_text() == ".##\n##."
        assert by_name["Z"].to_text() == "##.\n.##"
        assert by_name["L"].to_text() == "#.\n#.\n##"
        assert by_name["J"].to_text() == ".#\n.#\n##"

    def test_shapes_without_letters_are_numbered(self) -> None:
        assert names("hexominoes").split()[:2] == ["6.01", "6.02"]
        assert names("hexominoes").split()[-1] == "6.35"
        assert names("heptominoes").split()[-1] == "7.108"
        assert parse_pieces("6.07") == parse_pieces("hexominoes")[6:7]
        assert "6.01'" not in names("hexominoes")
        assert any(name.endswith("'") for name in names("one-sided-hexominoes").split())
        assert names("5c.01") == "5c.01"

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("domino", "dominoes"),
            ("pentomino", "pentominoes"),
            ("Pentominoes", "5-ominoes"),
            ("6-omino", "hexominoes"),
            ("soma", "1*soma"),
            ("tetracube", "4-cubes"),
            ("fixed-t4", "fixed-T4"),
            ("t4", "T4"),
        ],
    )
    def test_words_for_the_same(self, one: str, other: str) -> None:
        assert parse_pieces(one) == parse_pieces(other)

    @pytest.mark.parametrize(("one", "other"), [("V3", "L3"), ("Z4", "S4"), ("J4", "L4"), ("O1", "I1")])
    def test_other_letters_stay_as_they_were_typed(self, one: str, other: str) -> None:
        (piece,), (plain,) = parse_pieces(one), parse_pieces(other)
        assert piece.name == one[0]
        assert replace(piece, name=plain.name) == plain
        assert parse_pieces(pieces_to_text([piece])) == (piece,)


class TestSinglePieces:
    @pytest.mark.parametrize(
        ("text", "name", "art"),
        [
            ("T4", "T", "###/.#."),
            ("Y5", "Y", ".#/##/.#/.#"),
            ("I2", "I", "##"),
            ("O4", "O", "##/##"),
            ("one-sided-J4", "J", ".#/.#/##"),
            ("fixed-T4", "T.4", "###/.#."),
            ("fixed-T4.1", "T.1", "#./##/#."),
            ("one-sided-F5'", "F'", "##./.##/.#."),
            ("A4", "A", "#./##//#./.."),
            ("I6", "I", "######"),
            ("one-sided-i12", "I", "############"),
            ("fixed-I6", "I.2", "######"),
            ("fixed-I6.1", "I.1", "#/#/#/#/#/#"),
        ],
    )
    def test_by_letter_and_size(self, text: str, name: str, art: str) -> None:
        (piece,) = parse_pieces(text)
        assert (piece.name, piece.shape) == (name, Polyomino.from_text(art))

    def test_fixed_pieces_have_the_names_of_their_set(self) -> None:
        pieces = {piece.name: piece for piece in parse_pieces("fixed-tetrominoes")}
        assert parse_pieces("fixed-T4") == (pieces["T.4"],)
        assert parse_pieces("fixed-S4.2, fixed-Z4.1") == (pieces["S.2"], pieces["Z.1"])

    def test_sizes_are_told_apart_when_mixed(self) -> None:
        assert names("T4, T5, I4, I2") == "T4 T5 I4 I2"
        assert names("tetrominoes, I3").endswith("L4 I3")
        assert names("soma, T4") == "V3 L4 T4 Z4 A4 B4 P4"
        assert names("one-sided-pentominoes, one-sided-T4").split()[1] == "F5'"

    def test_a_given_name_is_not_taken_by_a_letter(self) -> None:
        assert names("T=##, T4") == "T T4"

    def test_flat_pieces_join_pieces_in_space(self) -> None:
        pieces = parse_pieces("soma, O4, A=##")
        assert {piece.shape.dimension for piece in pieces} == {3}


class TestArt:
    def test_names(self) -> None:
        assert names("##/#., CORNER=#./##, #/#/#") == "art1 CORNER art2"
        assert names("art1=##, ###") == "art1 art2"
        assert parse_pieces("11/10")[0].shape == Polyomino.from_text("##/#.")

    def test_equal_art_merges(self) -> None:
        (piece,) = parse_pieces("##/#., 2*#./##")
        assert (piece.name, piece.minimum, piece.maximum) == ("art1", 3, 3)

    def test_motions_and_dimension(self) -> None:
        assert parse_pieces("##/#.")[0].motions == "free"
        assert parse_pieces("one-sided-##/#.")[0].motions == "one-sided"
        assert parse_pieces("A=fixed-##/#.")[0].motions == "fixed"
        assert parse_pieces("##/#.//#./..")[0].motions == "one-sided"

    def test_coloured_art(self) -> None:
        assert parse_pieces("A=ab")[0].shape.colours == ("a", "b")

    def test_a_standard_piece_can_be_renamed(self) -> None:
        (piece,) = parse_pieces("2*TEE=T4")
        assert (piece.name, piece.maximum, piece.shape) == ("TEE", 2, parse_pieces("T4")[0].shape)


class TestCounts:
    @pytest.mark.parametrize(
        ("text", "minimum", "maximum"),
        [
            ("T4", 1, 1),
            ("3*T4", 3, 3),
            ("0*T4", 0, 0),
            ("1-3*T4", 1, 3),
            ("2+*T4", 2, None),
            ("any*T4", 0, None),
            ("T4, T4", 2, 2),
            ("T4, 1-2*T4", 2, 3),
            ("T4, any*T4", 1, None),
            (" 2 * T4 ", 2, 2),
        ],
    )
    def test_of_one_piece(self, text: str, minimum: int, maximum: int | None) -> None:
        (piece,) = parse_pieces(text)
        assert (piece.minimum, piece.maximum) == (minimum, maximum)

    def test_apply_to_each_piece_of_a_set(self) -> None:
        assert [piece.maximum for piece in parse_pieces("2*tetrominoes, I4")] == [3, 2, 2, 2, 2]


class TestErrors:
    @pytest.mark.parametrize(
        ("text", "error", "message"),
        [
            ("", NotationError, "'' at position 1 of the piece list has no piece"),
            ("T4,,I4", NotationError, "'' at position 4"),
            ("T4, Q7", NotationError, "'Q7' at position 5 of the piece list is not a piece; there are sets"),
            ("T1 I3", NotationError, "'T1 I3' at position 1 .* put commas between pieces, and a count before"),
            ("I100", NotationError, "'I100'"),
            ("I6.1", NotationError, "'I6.1'"),
            ("2**T4", NotationError, "'2\\*\\*T4' at position 1 of the piece list has more than one '\\*'"),
            ("fixed-C=##/#.", NotationError, "is named 'fixed-C'; .* such as C=fixed-##/#\\."),
            ("any*one-sided-4=#", NotationError, "is named 'one-sided-4'; .* such as 4=one-sided-#"),
            ("T4, free=##", NotationError, "position 5 .* is named 'free'; .* such as A=free-##"),
            ("fixed-free-T4", NotationError, "states twice how the piece may be moved"),
            ("W4", NotationError, "the pieces of size 4 are I O T S L"),
            ("T9", NotationError, "'T9'"),
            ("6.36", NotationError, "'6.36'"),
            ("T", NotationError, "'T'"),
            ("T4.1", NotationError, "'T4.1'"),
            ("20-ominoes", NotationError, "'20-ominoes'"),
            ("T4*", NotationError, "has no piece"),
            ("*T4", NotationError, "has no count"),
            ("x*T4", NotationError, "has no count"),
            ("-1*T4", NotationError, "has no count"),
            ("1-2+*T4", NotationError, "has no count"),
            ("²*T4", NotationError, "has no count"),
            ("3-1*T4", NotationError, "counts from 3 down to 1"),
            ("1000000000*T4", LimitError, "more than the limit of 1000000"),
            ("9" * 5000 + "*T4", LimitError, "more than the limit"),
            ("600000*T4, 600000*T4", LimitError, "the piece T is wanted more than"),
            ("=##", NotationError, "'=##'"),
            ("A=", NotationError, "without cells"),
            ("A=pentominoes", NotationError, "one name to 12 different pieces"),
            ("A B=##", ProblemError, "'A B' cannot name a piece"),
            ("#/##Q", NotationError, "'Q' in column 3 of row 2"),
            ("## /#", NotationError, "white space"),
            ("pentominoes, one-sided-F5", NotationError, "position 14 .*the name F stands for two different pieces"),
            ("A=##, A=###", NotationError, "the name A stands for two different pieces"),
        ],
    )
    def test_quote_text_and_place(self, text: str, error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            parse_pieces(text)

    @given(
        st.lists(
            st.text(st.sampled_from("0123+-*=#/.TIVOZ',_ ax\n"), max_size=8)
            | st.sampled_from(["soma", "any*", "one-sided-", "tetrominoes", "fixed-"])
        ).map("".join)
        | st.text(max_size=30)
    )
    def test_any_text_gives_pieces_or_a_clear_error(self, text: str) -> None:
        try:
            pieces = parse_pieces(text)
        except ShapewrightError:
            return
        assert pieces_from_text(pieces_to_text(pieces)) == pieces
        assert len({piece.name for piece in pieces}) == len(pieces)


class TestEntries:
    def test_statements_with_pictures(self) -> None:
        text = "% comment\r\ntitle  Two words\n\nboard\n   ##\n  #.#\n\n  % inside\n  ##\n\npieces T4, I4\n"
        assert parse_entries(text) == [
            Entry("title", "Two words", "", 2),
            Entry("board", "", " ##\n#.#\n\n##", 4),
            Entry("pieces", "T4, I4", "", 11),
        ]

    def test_tabs_indent_too(self) -> None:
        assert parse_entries("board\n\t##\n\t#.")[0].art == "##\n#."

    def test_a_picture_needs_a_statement(self) -> None:
        with pytest.raises(NotationError, match="line 2: the picture '##' has no statement above it"):
            parse_entries("\n  ##\n")

    @given(st.text(max_size=60) | st.text(st.sampled_from("ab #%\n\t.\r"), max_size=60))
    def test_any_text_gives_entries_or_a_clear_error(self, text: str) -> None:
        try:
            entries = parse_entries(text)
        except ShapewrightError:
            return
        again = "".join(
            f"{entry.keyword} {entry.rest}\n" + "".join(f"  {row}\n" for row in entry.art.split("\n") if entry.art)
            for entry in entries
        )
        assert [(e.keyword, e.rest, e.art) for e in parse_entries(again)] == [
            (e.keyword, e.rest, e.art) for e in entries
        ]


class TestPieceFile:
    TEXT = """\
% my pieces
pieces tetrominoes, 2*I5
piece wing 1-2 one-sided
  ##.
  .##
piece tower fixed 3+
  #a
"""

    def test_reads_lists_and_pictures(self) -> None:
        pieces = pieces_from_text(self.TEXT)
        assert [piece.name for piece in pieces] == ["I4", "O4", "T4", "S4", "L4", "I5", "wing", "tower"]
        assert pieces[-2] == Piece("wing", Polyomino.from_text("##./.##"), 1, 2, "one-sided")
        assert pieces[-1] == Piece("tower", Polyomino.from_text("#a"), 3, None, "fixed")

    def test_writing_reads_back(self) -> None:
        pieces = (*pieces_from_text(self.TEXT), *parse_pieces("any*6.01"))
        assert pieces_from_text(pieces_to_text(pieces)) == pieces
        solid = parse_pieces("soma, X=##//")
        assert pieces_from_text(pieces_to_text(solid)) == solid

    def test_names_depend_on_all_lines(self) -> None:
        assert [piece.name for piece in pieces_from_text("pieces T4\npieces T5")] == ["T4", "T5"]

    def test_other_statements_are_left_to_others(self) -> None:
        assert pieces_from_entries(parse_entries("board 4x4\npieces T4")) == parse_pieces("T4")
        with pytest.raises(NotationError, match="line 1: 'board' does not belong in a piece file"):
            pieces_from_text("board 4x4\npieces T4")

    @pytest.mark.parametrize(
        ("text", "error", "message"),
        [
            ("", NotationError, "there are no pieces"),
            ("pieces T4\n\npieces T4, Q7", NotationError, "line 3: 'Q7' at position 5 of the piece list"),
            ("pieces T4\n  ##", NotationError, "line 1: 'pieces' takes a list"),
            ("piece\n  ##", NotationError, "line 1: 'piece' has no name"),
            ("piece A", NotationError, "line 1: the piece 'A' has no picture"),
            ("piece A 1 2\n  ##", NotationError, "line 1: 'A 1 2' is not NAME"),
            ("piece A free fixed\n  ##", NotationError, "line 1: 'A free fixed' is not NAME"),
            ("piece A many\n  ##", NotationError, "line 1: 'many' for the piece 'A' has no count"),
            ("piece A 2000000\n  ##", LimitError, "line 1: '2000000'"),
            ("piece A,B\n  ##", ProblemError, "line 1: 'A,B' cannot name"),
            ("piece A\n  #?", NotationError, "line 1: '.' in column 2 of row 1"),
            ("piece A\n  #\npiece A\n  ##", NotationError, "line 3: 'A': the name A stands for two different pieces"),
        ],
    )
    def test_errors_name_the_line(self, text: str, error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            pieces_from_text(text)

    @given(st.text(max_size=80) | st.text(st.sampled_from("piecs A12 \n#.%T4,*"), max_size=60).map("piece A".__add__))
    def test_any_text_gives_pieces_or_a_clear_error(self, text: str) -> None:
        try:
            pieces = pieces_from_text(text)
        except ShapewrightError:
            return
        assert pieces_from_text(pieces_to_text(pieces)) == pieces
