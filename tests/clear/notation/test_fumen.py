"""Fumens: pages in and out, addresses, queues in comments, solutions, and damage."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.clear.parsing import parsed
from tests.clear.test_solution import SPLIT, TWO_ROWS

from shapewright.clear.field import Field
from shapewright.clear.notation.fumen import Fumen, is_fumen
from shapewright.clear.notation.page import Page
from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import LimitError, NotationError, ProblemError

EMPTY = "v115@vhAAgH"


def test_an_address_is_kept_around_the_answer() -> None:
    for before, after in (("", ""), ("https://fumen.zui.jp/?", ""), ("see https://a.b/#?d=", "&lang=en#top")):
        fumen = Fumen.from_text(f" {before}{EMPTY}{after}\n")
        assert (fumen.before, fumen.after) == (before, after)
        assert fumen.to_text() == f"{before}{EMPTY}{after}"
        assert fumen.appended(TWO_ROWS).to_text().startswith(before + "v115@")
        assert fumen.appended(TWO_ROWS).to_text().endswith(after)


def test_other_ways_to_write_the_same() -> None:
    code = Fumen.from_solution(TWO_ROWS).to_text()
    pages = Fumen.from_text(code).pages
    assert Fumen.from_text(code.replace("v115", "m115")).pages == pages
    assert Fumen.from_text(code.replace("/", "%2F").replace("+", "%2B")).pages == pages
    assert Fumen.from_text(code.replace("?", "")).pages == pages
    assert "?" in code


def test_the_older_version_reads() -> None:
    # 22 rows of ten cells, all empty, repeated once; then a page without piece, locked and coloured.
    old = Fumen.from_text("v110@7eAAgH")
    assert old.pages[0].field == Field()
    assert old.to_text() == EMPTY


@pytest.mark.parametrize("solution", [TWO_ROWS, SPLIT])
def test_a_solution_reads_back(solution: Solution) -> None:
    code = Fumen.from_solution(solution).to_text()
    pages = Fumen.from_text(code).pages
    assert len(pages) == len(solution)
    assert pages[0].field == solution.field.cleared()
    assert pages[0].queue == solution.queue
    assert [page.placement for page in pages] == list(solution.placements)
    assert [page.field for page in pages] == [frame.before for frame in solution.frames()]
    again = Fumen.from_text(code).solution()
    assert (again.placements, again.holds) == (solution.placements, solution.holds)


def test_what_is_left_of_the_queue_is_on_every_page() -> None:
    comments = [page.comment for page in Fumen.from_solution(TWO_ROWS).pages]
    assert comments == ["#Q=[O](J)LTIO", "#Q=[J](L)TIO", "#Q=[L](T)IO", "#Q=[T](I)O", "#Q=[T](O)"]
    last = Solution(Field.from_text("XXXXXX____"), Queue("", "I"), (Placement("I", "N", 7, 0),))
    assert [page.comment for page in Fumen.from_solution(last).pages] == ["#Q=[](I)"]
    code = Fumen.from_solution(last).to_text()
    assert Fumen.from_text(code).solution().placements == last.placements


def test_colours_of_the_page_stay_when_a_solution_is_appended() -> None:
    page = Page(("XXXTTTX___", "LLLLLL____", "ZZZZZ_____"))
    fumen = Fumen((page,)).appended(SPLIT)
    assert fumen.pages[1].rows == page.rows
    assert fumen.pages[2].rows == ("XXXTTTX___", "ZZZZZ_____")
    assert Fumen.from_text(fumen.to_text()) == fumen
    other = Fumen((Page(("XX________",)),)).appended(SPLIT)
    assert other.pages[1].rows[0] == "XXXXXXX___"
    assert other.pages[0].field == Field((3,))


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("facing", FACINGS)
def test_pieces_stand_where_they_stood(piece: str, facing: str) -> None:
    page = Page(("XX________",), Placement(piece, facing, 4, 3), lock=False)
    assert Fumen.from_text(Fumen((page,)).to_text()).pages == (page,)


ROWS = st.text("_X" + PIECES, min_size=10, max_size=10).filter(lambda row: "_" in row)
PAGES = st.builds(
    Page,
    st.lists(ROWS, max_size=22).map(tuple),
    comment=st.text(st.characters(exclude_categories=["Cs"]), max_size=30).filter(
        lambda text: not text.startswith("#Q")
    ),
    lock=st.booleans(),
    mirror=st.booleans(),
    garbage=ROWS,
)


@settings(max_examples=40)
@given(st.lists(PAGES, min_size=1, max_size=4))
def test_pages_read_back(pages: list[Page]) -> None:
    # How pieces are coloured is told by the first page alone.
    assert Fumen.from_text(Fumen(tuple(pages)).to_text()).pages == tuple(pages)


def test_as_many_pages_as_a_list_of_solutions_has_read_back() -> None:
    colours = str.maketrans("01234567", "_IOTSZLJ")
    pages = tuple([Page((f"{number**3 * 997 % 8**10:010o}".translate(colours),)) for number in range(4000)])
    text = Fumen(pages).to_text()
    assert len(text) > 1 << 16
    assert Fumen.from_text(text).pages == pages


def test_a_solution_needs_pieces_that_are_placed_one_after_the_other() -> None:
    pages = Fumen.from_solution(TWO_ROWS).pages
    with pytest.raises(NotationError, match="no page of the fumen has a piece"):
        Fumen((Page(),)).solution()
    with pytest.raises(NotationError, match="page 2 of the fumen does not place its piece"):
        Fumen((pages[0], replace(pages[1], lock=False))).solution()
    with pytest.raises(NotationError, match="page 2 of the fumen has a different field"):
        Fumen((pages[0], pages[2])).solution()
    with pytest.raises(NotationError, match=r"page 1 of the fumen: O N \(0, 0\) does not fit"):
        Fumen((replace(pages[0], rows=("XX________",)),)).solution()
    untold = Fumen(tuple([replace(page, comment="") for page in pages])).solution()
    assert untold.queue == Queue("OJLIO")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "'hello' is not a fumen; a fumen begins with v115@ or v110@"),
        ("v114@vhAAgH", "is not a fumen"),
        ("v115@", "is damaged"),
        ("v115@vh", "is damaged: it ends too soon, or a part of it cannot be read"),
        ("v115@vhAAg", "is damaged: it ends too soon, or a part of it cannot be read"),
        ("v115@////////", "is damaged"),
    ],
)
def test_what_is_wrong_with_a_text(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Fumen.from_text(text)


def test_pages_of_another_form_are_refused() -> None:
    for row in ("XXX", "__________Q", "q_________"):
        with pytest.raises(NotationError, match="is not a row of a page"):
            Page((row,))
    with pytest.raises(LimitError, match="24 rows is higher"):
        Page(("X_________",) * 24)
    with pytest.raises(LimitError, match="extends beyond the 23 rows"):
        Page((), Placement("T", "N", 4, 22))
    with pytest.raises(ProblemError, match="at least one page"):
        Fumen(())
    with pytest.raises(LimitError, match="longer than the limit"):
        Fumen.from_text("v115@" + "A" * (1 << 20))
    with pytest.raises(LimitError, match="21 rows is higher than the limit of 20"):
        _ = Page(("X_________",) * 21).field


def test_what_is_meant_as_a_fumen() -> None:
    assert is_fumen("http://x/?v115@vhAAgH")
    assert is_fumen("D110@")
    assert not is_fumen("XX________")


@given(st.text(max_size=40) | st.text("vhAgHQ/+?v9B", max_size=60).map("v115@".__add__))
@example("v115@" + "vh/" + "AgH" * 64)
def test_any_text_is_a_fumen_or_a_clear_error(text: str) -> None:
    fumen = parsed(Fumen.from_text, text)
    if fumen is not None:
        assert fumen.pages
