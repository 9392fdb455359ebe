"""What the examples print and publish: calendar sheets, classroom sheets, levels, assemblies, the study."""

from __future__ import annotations

import csv
import json
import zlib
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from examples import assemblies, calendar_year, classroom_sheet, exact_covers, level_maker, rectangles_study
from PIL import Image
from pypdf import PdfReader

from shapewright import tiling
from shapewright.cells import Board, parse_pieces

SOMA = Path(assemblies.__file__).with_name("soma.xmpuzzle")


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def pages_of(path: Path) -> int:
    return len(PdfReader(path).pages)


def test_a_calendar_for_the_whole_year(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    calendar_year.main(tmp_path, 2028, range(1, 13), puzzles=False)
    rows = rows_of(tmp_path / "difficulty.csv")[1:]
    assert len(rows) == 366, "2028 is a leap year"
    by_day = {day: (int(number), grade) for day, number, grade in rows}
    # The numbers of solutions are the known ones of the puzzle: 6 October has fewest, 25 January most.
    assert by_day["2028-10-06"] == (7, "hard")
    assert by_day["2028-01-25"] == (216, "easy")
    assert min(by_day.values())[0] == 7
    assert tiling.count(tiling.calendar(10, 6)) == 7
    grades = [grade for _, grade in by_day.values()]
    assert all(abs(grades.count(grade) - 122) <= 12 for grade in ("easy", "medium", "hard"))
    assert {path.name for path in tmp_path.glob("*.pdf")} == {f"2028-{month:02}.pdf" for month in range(1, 13)}
    assert "the hardest is 2028-10-06 with 7 solutions" in capsys.readouterr().out


def test_the_weekdays_of_a_month_stand_in_their_columns(tmp_path: Path) -> None:
    # 1 November 2026 is a Sunday: the month needs six weeks, and February of that year, from a Sunday too, five.
    assert calendar_year.sheet(2026, 11).height - calendar_year.sheet(2026, 2).height == calendar_year.HIGH


def test_puzzles_of_days_come_before_their_solutions(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.pdf"
    calendar_year.write_puzzles(path, calendar_year.days_of(2026, 11)[1:4])
    assert pages_of(path) == 2


def test_a_sheet_for_the_classroom(tmp_path: Path) -> None:
    classroom_sheet.main(tmp_path, 5, (((5, 3), (5, 4)), ((5, 5),)))
    assert pages_of(tmp_path / "sheet.pdf") == 3, "two pages of puzzles, one of solutions"
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["page_1.svg", "page_2.svg", "page_3.svg"]
    assert "<title>Solutions</title>" in (tmp_path / "page_3.svg").read_text(encoding="utf-8")
    again = tmp_path / "again"
    classroom_sheet.main(again, 5, (((5, 3), (5, 4)), ((5, 5),)))
    assert (again / "sheet.pdf").read_bytes() == (tmp_path / "sheet.pdf").read_bytes()


@pytest.mark.parametrize("size", [(5, 3), (6, 5)])
def test_a_box_for_the_classroom_has_one_solution(size: tuple[int, int]) -> None:
    for seed in range(3):
        puzzle = classroom_sheet.puzzle(size, classroom_sheet.Random(seed))
        assert tiling.count(puzzle, up_to_symmetry=True) == 1
        assert sum(piece.shape.area for piece in puzzle.pieces) == size[0] * size[1]


def test_levels_have_one_solution_and_become_harder(tmp_path: Path) -> None:
    level_maker.main(tmp_path, 6, seed=3)
    data = json.loads((tmp_path / "levels.json").read_text(encoding="utf-8"))
    levels = data["levels"]
    assert [level["grade"] for level in levels] == ["easy", "easy", "medium", "medium", "hard", "hard"]
    efforts = [level["effort"] for level in levels]
    assert efforts == sorted(efforts)
    for place, level in enumerate(levels, 1):
        puzzle = tiling.Problem.from_text(level["puzzle"])
        assert puzzle.board == Board.from_text(level["board"])
        assert [piece.name for piece in puzzle.pieces] == level["pieces"]
        (solution,) = tiling.solve(puzzle)
        assert solution.to_json()["placements"] == level["solution"]
        assert f"Level {place}, " in (tmp_path / f"{place:03}.svg").read_text(encoding="utf-8")
    width, height = Image.open(BytesIO((tmp_path / "all.png").read_bytes())).size
    assert min(width, height) > 100


def test_all_assemblies_of_the_burr(tmp_path: Path) -> None:
    assemblies.main(tmp_path)
    found = [json.loads(line) for line in (tmp_path / "assemblies.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(found) == 4
    for one in found:
        cells = [tuple(cell) for placement in one["placements"] for cell in placement["cells"]]
        assert len(set(cells)) == len(cells) == 98
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "<h2>4 assemblies</h2>" in page
    assert "By moves along the axes 1 of them comes apart: 1 of level 4.3." in page
    assert page.count("<svg") == 6 + 4, "six pieces, four assemblies"


def test_the_burr_has_the_shape_of_six_rods() -> None:
    problem = tiling.Problem.from_xmpuzzle(assemblies.BURR.read_bytes())
    rods = [
        {tuple(cell[(axis - turn) % 3] for axis in range(3)) for cell in product(range(6), (low, low + 1), (2, 3))}
        for turn in range(3)
        for low in (1, 3)
    ]
    assert problem.board.cells == set().union(*rods)
    assert tiling.count(problem) == 48, "each of the four in the twelve rotations of the frame"
    found = tiling.takeapart(problem)
    assert (len(found.assemblies), found.apart, found.table()) == (4, 1, [("4.3", 1)])


def test_assemblies_of_a_puzzle_of_the_reader(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assemblies.main(tmp_path, SOMA, most=2)
    assert capsys.readouterr().out == "240 assemblies of Soma; 2 drawn\n"
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert "By moves along the axes 240 of them come apart: " in page
    # A puzzle without any assembly gets its page, too.
    none = tiling.Problem(Board.box(2, 2, 2), parse_pieces("I3"), title="Too long").to_xmpuzzle()
    file = tmp_path / "none.xmpuzzle"
    file.write_bytes(zlib.decompress(none, zlib.MAX_WBITS | 16))
    assemblies.main(tmp_path / "none", file)
    assert "<h2>0 assemblies</h2>" in (tmp_path / "none" / "index.html").read_text(encoding="utf-8")
    assert not (tmp_path / "none" / "assembly.svg").exists()


def test_the_study_of_rectangles(tmp_path: Path) -> None:
    rectangles_study.main(tmp_path, rows=4)
    table = {(int(a), int(b)): (int(number), why) for a, b, _, number, why in rows_of(tmp_path / "rectangles.csv")[1:]}
    # With all twelve these are the known numbers; the others are found again by listing.
    assert table[3, 20][0] == 2
    assert table[4, 15][0] == 368
    for rows, columns in ((3, 5), (2, 10), (4, 5)):
        problem = tiling.Problem(Board.box(columns, rows), parse_pieces("0-1*pentominoes"))
        assert table[rows, columns] == (len(list(tiling.solve(problem, up_to_symmetry=True))), "")
    number, why = table[2, 20]
    assert number == 0
    assert why.endswith("the pieces cover at most 30 cells, but the board has 40")
    assert all(bool(why) == (number == 0) for number, why in table.values())
    assert "Tilings of rectangles" in (tmp_path / "rectangles.svg").read_text(encoding="utf-8")


def test_a_sudoku_and_queens_are_exact_covers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exact_covers.main(tmp_path, 6)
    assert capsys.readouterr().out == "sudoku: 1 solution\nqueens: 4 solutions\n"
    cover = tiling.ExactCover.from_text((tmp_path / "sudoku.dlx").read_text(encoding="utf-8"))
    (found,) = cover.solve()
    choice = [cover.options[number] for number in found]
    solved = exact_covers.digits(choice)
    assert set(solved) == set(product(range(9), repeat=2))
    for number in range(9):
        for group in (
            [solved[x, number] for x in range(9)],
            [solved[number, y] for y in range(9)],
            [solved[number % 3 * 3 + k % 3, number // 3 * 3 + k // 3] for k in range(9)],
        ):
            assert sorted(group) == list("123456789")
    for y, row in enumerate(reversed(exact_covers.SUDOKU.split())):
        assert all(given in (".", solved[x, y]) for x, given in enumerate(row))
    # Known numbers of ways for n queens; for two and three there is none, and no picture.
    for size, number in ((3, 0), (5, 10), (8, 92)):
        assert tiling.ExactCover.from_text(exact_covers.queens_dlx(size)).count() == number
    exact_covers.main(tmp_path / "three", 3)
    assert not (tmp_path / "three" / "queens.svg").exists()
