"""BurrTools files: what is read from them, what is refused, and that problems are read back as written."""

from __future__ import annotations

import gzip
import re
import zlib
from contextlib import suppress
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.cells.grid import Board
from shapewright.cells.lattices import lattice
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.errors import LimitError, NotationError, ShapewrightError
from shapewright.tiling.notation._xml import MAX_BYTES, MAX_DEPTH, MAX_ELEMENTS
from shapewright.tiling.notation.xmpuzzle import parse_xmpuzzle, problem_names, xmpuzzle, xmpuzzle_xml
from shapewright.tiling.problem import Problem

EXAMPLES = Path(__file__).parents[3] / "examples"


def file(shapes: str, parts: str, *, grid: str = '<gridType type="0"/>', bitmap: str = "", head: str = "") -> bytes:
    """A file with one problem; result and pieces are shapes 0, 1, ..."""
    return (
        f'<?xml version="1.0"?><puzzle version="2">{grid}<colors/><shapes>{shapes}</shapes><problems>'
        f'<problem state="0"{head}><shapes>{parts}</shapes><result id="0"/><bitmap>{bitmap}</bitmap></problem>'
        "</problems><comment/></puzzle>"
    ).encode()


def voxel(x: int, y: int, z: int, content: str, name: str = "") -> str:
    named = f' name="{name}"' if name else ""
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0"{named}>{content}</voxel>'


def part(number: int, how: str = "") -> str:
    return f'<shape id="{number}" {how}/>'


BOARD = voxel(3, 2, 1, "######")
CORNER = voxel(2, 2, 1, "##_#")


def test_a_flat_problem_has_free_pieces() -> None:
    problem = parse_xmpuzzle(file(voxel(3, 2, 1, "###+_#") + CORNER, part(1, 'count="2"')))
    # The first voxels are those of y = 0, at the bottom.
    assert problem.board == Board.from_text("?.#/###")
    assert problem.pieces == (Piece("S1", Polyomino.from_text(".#/##"), 2, 2, "free"),)


def test_a_problem_in_space_has_one_sided_pieces() -> None:
    solid = voxel(2, 2, 2, "##_#_#__", name="hook 1")
    problem = parse_xmpuzzle(file(voxel(2, 2, 2, "########") + solid, part(1, 'min="0" max="3"')))
    assert problem.board == Board.box(2, 2, 2)
    (piece,) = problem.pieces
    assert (piece.name, piece.minimum, piece.maximum, piece.motions) == ("hook_1", 0, 3, "one-sided")
    assert piece.shape.cells == ((0, 0, 0), (1, 0, 0), (1, 0, 1), (1, 1, 0))


def test_a_flat_result_with_a_solid_piece_is_a_problem_in_space() -> None:
    assert parse_xmpuzzle(file(BOARD + voxel(1, 1, 2, "##"), part(1))).board == Board.box(3, 2, 1)
    # Empty layers do not make a piece solid.
    assert parse_xmpuzzle(file(BOARD + voxel(1, 1, 2, "#_"), part(1))).board == Board.box(3, 2)


def test_gzip_and_plain_xml_are_both_read() -> None:
    plain = file(BOARD + CORNER, part(1))
    assert parse_xmpuzzle(gzip.compress(plain)) == parse_xmpuzzle(plain)


def test_white_space_between_voxels_is_nothing() -> None:
    spaced = file(BOARD + voxel(2, 2, 1, "\n ## \n_#"), part(1))
    assert parse_xmpuzzle(spaced) == parse_xmpuzzle(file(BOARD + CORNER, part(1)))


def test_names_are_made_fit_and_distinct() -> None:
    shapes = voxel(1, 1, 1, "#", "a b*c") + voxel(1, 1, 1, "#", "a_b_c") + voxel(1, 1, 1, "#")
    problem = parse_xmpuzzle(file(BOARD + shapes, part(1) + part(2) + part(3)))
    assert [piece.name for piece in problem.pieces] == ["a_b_c", "a_b_c.2", "S3"]


def test_a_shape_listed_twice_is_one_piece() -> None:
    problem = parse_xmpuzzle(file(BOARD + CORNER, part(1, 'count="1"') + part(1, 'min="0" max="2"')))
    assert [(piece.minimum, piece.maximum) for piece in problem.pieces] == [(1, 3)]


def test_several_problems() -> None:
    first = '<problem name="one"><shapes><shape id="1"/></shapes><result id="0"/></problem>'
    second = '<problem name=" the  other "><shapes><shape id="0"/></shapes><result id="1"/></problem>'
    data = file(BOARD + CORNER, part(1)).replace(b"<problems>", f"<problems>{first}{second}".encode())
    assert problem_names(data) == ("one", " the  other ", "")
    assert parse_xmpuzzle(data, 1).title == "the other"
    assert parse_xmpuzzle(data, 1).board == Board.from_text(".#/##")
    assert Problem.from_xmpuzzle(data, 2) == parse_xmpuzzle(data, 2)
    for which in (3, -1):
        with pytest.raises(NotationError, match=f"no problem {which} in the file; it has 3"):
            parse_xmpuzzle(data, which)


@pytest.mark.parametrize(("kind", "name"), list(enumerate(("cube", "prism", "sphere", "rhombic", "tetra-octa"))))
def test_every_grid_is_read(kind: int, name: str) -> None:
    """The first place of a block of five by five by six that the grid has, and the same place of the next block."""
    first = min(cell for cell in product(range(5), range(5), range(6)) if lattice(name).is_cell(cell))
    filled = {first, (first[0] + 30, *first[1:])}
    result = "".join("#" if (x, y, z) in filled else "_" for z in range(6) for y in range(5) for x in range(35))
    content = "".join("#" if (x, y, z) == first else "_" for z in range(6) for y in range(5) for x in range(5))
    shapes = voxel(35, 5, 6, result) + voxel(5, 5, 6, content)
    problem = parse_xmpuzzle(file(shapes, part(1, 'count="2"'), grid=f'<gridType type="{kind}"/>'))
    assert problem.board == Board(frozenset(filled), lattice=lattice(name))
    assert [(piece.shape.area, piece.motions) for piece in problem.pieces] == [(1, "one-sided")]
    assert algorithm_x.count(problem) == 1


@pytest.mark.parametrize(
    ("board", "pieces"),
    [
        ("sphere:tetrahedron-4", "2*sphere:I4, 0-2*sphere:4o.03, 3+*sphere:I2"),
        ("prism:triangle-3x2", "0-4*prism:3p.02, 1-3*prism:I3"),
        ("rhombic:2x1x1", "4*rhombic:4r.01, 2-8*rhombic:4r.05"),
        ("tetra-octa:tetrahedron-2", "0-1*tetra-octa:3y.01, 4*tetra-octa:2y.01"),
    ],
)
def test_problems_of_every_grid_are_read_back_as_written(board: str, pieces: str) -> None:
    problem = Problem.from_text(f"title A grid\nboard {board}\npieces {pieces}")
    back = parse_xmpuzzle(xmpuzzle(problem))
    assert (back.title, back.board) == (problem.title, problem.board)
    assert [(piece.shape, piece.minimum) for piece in back.pieces] == [
        (piece.shape, piece.minimum) for piece in problem.pieces
    ]
    assert tiling.count(back) == tiling.count(problem)
    # BurrTools' shapes on the grids of tetrahedra are whole cubes.
    block = {"rhombic": 5, "tetra-octa": 3}.get(problem.board.lattice.name, 1)
    sizes = re.findall(r'<voxel x="(\d+)" y="(\d+)" z="(\d+)"', xmpuzzle_xml(problem))
    assert len(sizes) == 1 + len(problem.pieces)
    assert all(int(size) % block == 0 for each in sizes for size in each)


def test_what_burrtools_found_is_passed_over() -> None:
    junk = "<solutions>" + "<solution><assembly>0 0 0 0</assembly></solution>" * 3 + "</solutions>"
    data = file(BOARD + CORNER, part(1)).replace(b"</problem>", junk.encode() + b"</problem>")
    assert parse_xmpuzzle(data) == parse_xmpuzzle(file(BOARD + CORNER, part(1)))


PAIR = '<pair piece="{}" result="{}"/>'


def coloured(result: str, piece: str, *pairs: tuple[int, int]) -> Problem:
    bitmap = "".join(PAIR.format(ours, theirs) for ours, theirs in pairs)
    return parse_xmpuzzle(file(voxel(3, 1, 1, result) + voxel(3, 1, 1, piece), part(1), bitmap=bitmap))


def test_pairs_of_equal_colours_are_our_colours() -> None:
    problem = coloured("#1#2#", "#1##2", (0, 0), (1, 1), (5, 5))
    assert problem.board.colours == {((0, 0), "a"), ((1, 0), "b")}
    assert problem.pieces[0].shape.colours == ("a", "", "b")
    assert coloured("###", "#7##").pieces[0].shape.colours == ("g", "", "")


def test_colours_that_go_everywhere_are_none() -> None:
    problem = coloured("#1#2#", "#3##", (2, 0), (2, 1))
    assert not problem.pieces[0].shape.colours
    assert algorithm_x.count(problem) == 1
    problem = coloured("#1#2#", "#3#4#", (2, 0), (3, 0), (3, 1))
    # Colour 4 goes everywhere, and result colour 1 takes what is left.
    assert problem.pieces[0].shape.colours == ("a", "", "")
    assert problem.board.colours == {((1, 0), "b")}


def test_groups_of_colours_that_pairs_join() -> None:
    problem = coloured("#1#2#3", "#4#5#6", (3, 0), (3, 1), (4, 0), (4, 1))
    assert problem.pieces[0].shape.colours == ("a", "a", "b")
    assert problem.board.colours == {((0, 0), "a"), ((1, 0), "a"), ((2, 0), "c")}
    assert algorithm_x.count(problem) == 0


def test_pairs_that_are_no_matching_are_refused() -> None:
    with pytest.raises(NotationError, match="piece colour 5 into some but not all of the result colours"):
        coloured("#1#2#3", "#4#5#6", (3, 0), (3, 1), (4, 1), (5, 2))


def test_a_limit_of_holes_matters_for_ranges_only() -> None:
    shapes = voxel(3, 1, 1, "++#") + voxel(1, 1, 1, "#")
    assert parse_xmpuzzle(file(shapes, part(1, 'count="2"'), head=' maxHoles="0"'))
    assert parse_xmpuzzle(file(shapes, part(1, 'min="0" max="3"'), head=' maxHoles="2"'))
    with pytest.raises(NotationError, match="limits its holes to 1"):
        parse_xmpuzzle(file(shapes, part(1, 'min="0" max="3"'), head=' maxHoles="1"'))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "neither gzipped nor XML; it begins with b''"),
        (b"PK\x03\x04", "neither gzipped nor XML"),
        (b"\x1f\x8b", "the gzip data ends too early"),
        (b"\x1f\x8bxyz", "the gzip data is damaged"),
        (gzip.compress(b"<puzzle/>", mtime=0)[:-4], "the gzip data ends too early"),
        (gzip.compress(b"<puzzle/>", mtime=0)[:-8] + b"\0" * 8, "the gzip data is damaged"),
        (b"<puzzle>", "line 1: the XML is malformed: no element found"),
        (b"<a></b>", "line 1: the XML is malformed: mismatched tag"),
        (b"<a/>", "its XML begins with <a>"),
        (b"<puzzle/>", "the puzzle has version ''"),
        (b'<puzzle version="7"/>', "the puzzle has version '7'"),
        (b'<puzzle version="2"/>', "the puzzle has no problem"),
        (b'<!DOCTYPE puzzle [<!ENTITY a "a">]><puzzle version="2">&a;</puzzle>', "line 1: the XML has a DOCTYPE"),
        (b'<?xml version="1.0" encoding="EUC-JP"?><puzzle/>', "the XML"),
        (b'<?xml version="1.0" encoding="nonsense"?><puzzle/>', "in an encoding that cannot be read: unknown encoding"),
        (
            file(BOARD + CORNER, part(1), grid='<gridType type="2"/>'),
            "the voxel 1,0,0 is filled, but is not a place of the grid sphere",
        ),
        (file(BOARD + CORNER, part(1), grid='<gridType type="9"/>'), "on a grid of type 9; types 0 to 4 are known"),
        (file(BOARD + CORNER, part(1), grid='<gridType type="x"/>'), "type='x' of <gridType> is not a number"),
        (file(BOARD, ""), "problem 0 has no pieces"),
        (file(BOARD, part(1)), "there is no shape 1; the file has 1"),
        (file(BOARD + CORNER, "<shape/>"), "id='' of <shape> is not a number"),
        (file(BOARD + CORNER, part(1, 'count="-1"')), "count='-1' of <shape>"),
        (file(BOARD + CORNER, part(1, 'min="3" max="2"')), "wanted 3 to 2 times"),
        (file(BOARD + voxel(2, 1, 1, "#"), part(1)), "the shape of 2x1x1 lists 1 voxels ('#')"),
        (file(BOARD + voxel(1, 1, 1, "##"), part(1)), "the shape of 1x1x1 lists 2 voxels"),
        (file(BOARD + voxel(1, 1, 1, "x"), part(1)), "'x' at voxel character 1"),
        (file(BOARD + voxel(1, 1, 1, "1#"), part(1)), "'1' at voxel character 1"),
        (file(BOARD + voxel(1, 1, 1, "_"), part(1)), "shape 1 is a piece but has no voxels"),
        (file(BOARD + voxel(2, 1, 1, "#+"), part(1)), "shape 1 is a piece but has a variable voxel at 1,0,0"),
        (file(voxel(1, 1, 1, "_") + CORNER, part(1)), "the result of problem 0 has no voxels"),
        (file(BOARD + CORNER, part(1)).replace(b'<result id="0"/>', b""), "problem 0 has 0 results"),
        (file(BOARD + CORNER, part(1)).replace(b'<result id="0"/>', b'<result id="7"/>'), "there is no shape 7"),
        (file(BOARD + CORNER.replace('type="0"', 'type="1"'), part(1)), "voxels of type 1 cannot be read"),
        (file(BOARD + CORNER, part(1), bitmap='<pair piece="0"/>'), "result='' of <pair>"),
    ],
)
def test_what_is_malformed_is_quoted(data: bytes, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_xmpuzzle(data)
    assert message in str(caught.value)


def test_lines_are_named() -> None:
    data = file(BOARD + "\n\n" + voxel(1, 1, 1, "x"), part(1))
    with pytest.raises(NotationError, match="line 3: 'x'"):
        parse_xmpuzzle(data)


def bomb() -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    block = b" " * (1 << 20)
    return packer.compress(b"<puzzle>") + b"".join(packer.compress(block) for _ in range(65)) + packer.flush()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (bomb(), "the unpacked XML is larger than the limit of 64 MB"),
        (b"<puzzle>" + b" " * MAX_BYTES, "the XML is larger than the limit of 64 MB"),
        (b"<a>" * (MAX_DEPTH + 1), "nested deeper than"),
        (b"<puzzle>" + b"<a/>" * MAX_ELEMENTS, "more than 200000 elements"),
        (file(BOARD + voxel(99999, 99999, 99999, "#"), part(1)), "99999x99999x99999 voxels is larger"),
        (file(BOARD + voxel(1, 1, 1, "#64"), part(1)), "a voxel's colour is above 63"),
        (file(BOARD + voxel(1, 1, 1, "#" + "9" * 9999), part(1)), "a voxel's colour is above 63"),
        (file(BOARD + CORNER, part(1, 'count="1000001"')), "more than the limit of 1000000"),
    ],
    ids=["packed", "plain", "depth", "elements", "voxels", "colour", "digits", "count"],
)
def test_bombs_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(LimitError) as caught:
        parse_xmpuzzle(data)
    assert message in str(caught.value)


def test_a_long_solved_file_is_no_bomb() -> None:
    junk = b"<solutions>" + b"<a/>" * (MAX_ELEMENTS + 1) + b"</solutions>"
    assert parse_xmpuzzle(file(BOARD + CORNER, part(1)).replace(b"</problem>", junk + b"</problem>"))


def test_the_xml_that_is_written() -> None:
    problem = Problem.from_text("title <A>\nboard\n  #?\n  b.\npiece P\n  a\npiece Q 0-2\n  ##")
    assert xmpuzzle_xml(problem) == (
        '<?xml version="1.0"?>\n'
        '<puzzle version="2">\n'
        ' <gridType type="0"/>\n'
        " <colors>\n"
        '  <color red="128" green="0" blue="0"/>\n'
        '  <color red="0" green="128" blue="0"/>\n'
        " </colors>\n"
        " <shapes>\n"
        '  <voxel x="2" y="2" z="1" type="0">#2_#+</voxel>\n'
        '  <voxel x="1" y="1" z="1" type="0" name="P">#1</voxel>\n'
        '  <voxel x="2" y="1" z="1" type="0" name="Q">##</voxel>\n'
        " </shapes>\n"
        " <problems>\n"
        '  <problem name="&lt;A&gt;" state="0">\n'
        "   <shapes>\n"
        '    <shape id="1" count="1"/>\n'
        '    <shape id="2" min="0" max="2"/>\n'
        "   </shapes>\n"
        '   <result id="0"/>\n'
        "   <bitmap>\n"
        '    <pair piece="0" result="0"/>\n'
        '    <pair piece="1" result="1"/>\n'
        "   </bitmap>\n"
        "  </problem>\n"
        " </problems>\n"
        " <comment/>\n"
        "</puzzle>\n"
    )
    assert gzip.decompress(xmpuzzle(problem)).decode() == xmpuzzle_xml(problem)
    assert xmpuzzle(problem) == problem.to_xmpuzzle()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("board 2x2\npieces 2*I2\nfixed I 0,0 1,0", "cannot hold the fixed piece 'I'"),
        ("board 4x2\npieces one-sided-L4", "the piece 'L': BurrTools would let it move as 'free', not as 'one-sided'"),
        ("board 4x2\npieces fixed-L4", "move as 'free', not as 'fixed'"),
        ("board 2x2x2\npieces free-A4", "move as 'one-sided', not as 'free'"),
        ("title a\x01\nboard 2x2\npieces I2", "cannot hold the character '\\x01'"),
    ],
)
def test_what_a_file_cannot_hold_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        xmpuzzle(Problem.from_text(text))
    assert message in str(caught.value)
    with pytest.raises(LimitError, match="65536 copies of 'I'"):
        xmpuzzle(Problem.from_text("board 2x2\npieces 65536*I2"))


def test_motions_that_make_no_difference_are_no_hindrance() -> None:
    problem = Problem.from_text("board 4x4\npieces 2*one-sided-I4, 2*fixed-O4")
    assert [piece.motions for piece in parse_xmpuzzle(xmpuzzle(problem)).pieces] == ["free", "free"]


def test_the_example_is_soma() -> None:
    problem = parse_xmpuzzle((EXAMPLES / "soma.xmpuzzle").read_bytes())
    assert problem == Problem.from_text((EXAMPLES / "soma.txt").read_text())


def test_groups_are_read_as_burrtools_writes_them() -> None:
    text = "board 5x2\npieces A=I2, 2*B=I2, 2*C=I2\ntogether A, B, 1*C\ntogether 1*B\n"
    problem = Problem.from_text(text)
    xml = xmpuzzle_xml(problem)
    assert '<shape id="1" count="1" group="1"/>' in xml
    assert '<shape id="2" count="2">\n     <group group="1" count="2"/>\n     <group group="2" count="1"/>' in xml
    assert '<shape id="3" count="2">\n     <group group="1" count="1"/>' in xml
    assert parse_xmpuzzle(xml.encode()) == problem
    assert problem.together == ((("A", None), ("B", None), ("C", 1)), (("B", 1),))
    none = xml.replace('count="1" group="1"/>', 'count="1" group="0"/>')
    assert parse_xmpuzzle(none.encode()).together[0] == (("B", None), ("C", 1))


@settings(max_examples=150)
@given(problems(with_fixed=False))
def test_what_is_written_is_read_back(problem: Problem) -> None:
    motions = "free" if problem.board.dimension == 2 else "one-sided"
    cells = len(problem.board.cells)
    problem = replace(
        problem,
        pieces=tuple(
            replace(
                piece,
                motions=motions,
                maximum=max(cells // piece.shape.area, piece.minimum) if piece.maximum is None else piece.maximum,
            )
            for piece in problem.pieces
        ),
    )
    found = parse_xmpuzzle(xmpuzzle(problem))
    if problem.board.dimension == 3 and found.board.dimension == 2:
        # A board of one layer and flat pieces: the same problem, said in the plane.
        assert algorithm_x.count(found) == algorithm_x.count(problem)
    else:
        assert found == problem


SOURCE = xmpuzzle_xml(Problem.from_text("title t\nboard\n  a#?\n  ###\npieces 0-2*I2, P5")).encode()


@given(st.binary(max_size=40))
def test_any_bytes_give_a_problem_or_a_complaint(data: bytes) -> None:
    for whole in (data, b"\x1f\x8b" + data, b"<" + data, gzip.compress(data), gzip.compress(b"<puzzle>" + data)):
        with suppress(ShapewrightError):
            parse_xmpuzzle(whole)


@settings(max_examples=300)
@given(st.integers(0, len(SOURCE)), st.integers(0, 6), st.text('<>/"=0123456789#_+ aé', max_size=4), st.booleans())
def test_a_damaged_file_gives_a_problem_or_a_complaint(place: int, gone: int, new: str, packed: bool) -> None:
    damaged = SOURCE[:place] + new.encode() + SOURCE[place + gone :]
    with suppress(ShapewrightError):
        parse_xmpuzzle(gzip.compress(damaged) if packed else damaged)
    data = bytearray(gzip.compress(SOURCE))
    data[place % len(data)] ^= 1 << gone
    with suppress(ShapewrightError):
        parse_xmpuzzle(bytes(data))


@pytest.mark.parametrize("head", ["", '<?xml version="1.0"?>'])
@pytest.mark.parametrize("packed", [False, True])
def test_names_in_latin_1_are_read(head: str, packed: bool) -> None:
    problem = Problem.from_text("title Götz\nboard 2x2\npiece Flügel 2\n  ##")
    text = head + xmpuzzle_xml(problem).partition("?>")[2].replace("<comment/>", "<comment>für Götz</comment>")
    for encoding in ("utf-8", "latin-1"):
        data = text.encode(encoding)
        assert parse_xmpuzzle(gzip.compress(data) if packed else data) == problem


def test_an_encoding_that_is_named_is_believed() -> None:
    text = xmpuzzle_xml(Problem.from_text("title Götz\nboard 2x2\npieces 2*I2")).partition("?>")[2]
    named = f'<?xml version="1.0" encoding="ISO-8859-1"?>{text}'.encode("latin-1")
    assert parse_xmpuzzle(named).title == "Götz"
    with pytest.raises(NotationError, match="malformed"):
        parse_xmpuzzle(named.replace(b"ISO-8859-1", b"UTF-8"))
