"""Operations on fumens: published examples, twins on boards of characters, and what undoes what."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clear.notation.test_fumen import PAGES
from tests.clear.published import NARROW
from tests.clear.test_solution import SPLIT, TWO_ROWS
from tests.reference.clear import fumens as twin

from shapewright.clear import edit
from shapewright.clear.check import faults
from shapewright.clear.fumens.edit import EDITS, unglued
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.fumen_pages import mirrored_placement
from shapewright.clear.notation.page import Page
from shapewright.clear.paths.path import path
from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.errors import LimitError, NotationError, ProblemError

SIX_PIECES = "v115@vhFRQJUGJKJJvMJTNJGBJ"
"""From the documentation of solution-finder."""

GLUED = [
    # From the page and the tests of GluingFumens, https://github.com/Marfung37/GluingFumens: pages with a piece each,
    # and the one page that is made of them.
    ("v115@vhJNJJXqBJnBSyBznB0fBSmBGjBvrB0qB", "v115@9gDtQ4glwhi0wwBtilwhRpg0xwT4whRpglwwR4BtQ4?whilJeAgH"),
    ("v115@9gA8IeB8HeD8DeG8CeB8JeFAJvhESmBTjB6sB2rBXs?B", "v115@9gA8ywg0glR4RpB8wwklRpD8i0glG8R4glB8JeAgH"),
    ("v115@igG8DeF8DeF8DeF8DeF8BeH8CeG8Je2OJvhEupBJkB?GlBGqBmpB", "v115@fgi0G8whi0F8whi0F8whi0F8whi0F8h0H8i0G8JeAg?H"),
    ("v115@igG8DeF8DeF8DeF8DeF8BeH8CeG8Je2OJvhEJfBWqB?+lBupBmpB", "v115@fgi0G8whi0F8whi0F8whi0F8whi0F8h0H8i0G8JeAg?H"),
    ("v115@VgI8AeA8AeG8AeI8LeI8BeH8AeI8TeJEJvhBp+IpEJ", "v115@VgI8whA8whG8whI8whAewhGexhI8xhH8whI8xhReAg?H"),
    ("v115@vhA13I", "v115@kgwwHeyw+eAgH"),
    ("v115@vhAq3I", "v115@kgglIeglIehl0eAgH"),
    ("v115@vhAn3I", "v115@ugR4GeR41eAgH"),
    ("v115@vhDAgHAgHAgHAgH", "v115@vhAAgH"),
]


def only(fumens: list[Fumen]) -> Fumen:
    (fumen,) = fumens
    return fumen


@pytest.mark.parametrize(("placed", "coloured"), GLUED)
def test_published_pages_are_unglued(placed: str, coloured: str) -> None:
    assert only(edit(placed, "unglue")).to_text() == coloured
    pages = list(Fumen.from_text(placed).pages)
    assert twin.board(only(edit(placed, "unglue")).pages[0].rows) == twin.all_placed(pages)


@pytest.mark.parametrize("coloured", sorted({coloured for _, coloured in GLUED[:4]}))
def test_published_pages_are_glued(coloured: str) -> None:
    glued = only(edit(coloured, "glue"))
    assert only(edit([glued], "unglue")).to_text() == coloured
    assert all(page.placement is not None for page in glued.pages)
    assert [fault for fault in faults(glued.solution()) if "left at the end" not in fault] == []


def test_glue_keeps_what_has_no_pieces_and_says_what_are_none() -> None:
    # Published as such by GluingFumens.
    for text in ("v115@vhAAgH", "v115@bhF8NeAgH"):
        assert only(edit(text, "glue")).to_text() == text
    for text in ("v115@ehywNeAgH", "v115@dhwhBewhBewhKeAgH", "v115@Shh0A8Geg0ReAgH"):
        with pytest.raises(NotationError, match="page 1 of the fumen: its . cells in the colour of . are not pieces"):
            edit(text, "glue")
    with pytest.raises(ProblemError, match="page 1: its pieces cannot be placed by any order with kicks srs"):
        edit("v115@WhA8DeB8zhD8JeAgH", "glue")  # published as not to be placed with SRS
    with pytest.raises(NotationError, match="page 1 already places a piece"):
        edit(SIX_PIECES, "glue")


def test_glue_tries_other_cuts_and_obeys_the_queue() -> None:
    rows = ("OOOO______", "OOOO______")
    coloured = Page(rows, comment="#Q=[](O)O;two of them")
    glued = only(edit(Fumen((coloured,)), "glue"))
    assert [page.comment for page in glued.pages] == ["#Q=[](O)O", "#Q=[](O)"]
    with pytest.raises(ProblemError, match="cannot be placed by the queue in its comment"):
        edit(Fumen((Page(rows, comment="#Q=[](O)T"),)), "glue")


@pytest.mark.parametrize("solution", [TWO_ROWS, SPLIT])
def test_a_solution_is_unglued_and_glued(solution) -> None:  # type: ignore[no-untyped-def]
    fumen = Fumen.from_solution(solution)
    flat = only(edit(fumen, "unglue"))
    assert twin.board(flat.pages[0].rows) == twin.all_placed(list(fumen.pages))
    again = only(edit(edit(flat, "glue"), "unglue"))
    assert again.pages[0].rows == flat.pages[0].rows


def test_every_unique_solution_is_glued() -> None:
    for solution in path(NARROW, "*p4"):
        coloured = Fumen((solution.page(),))
        glued = only(edit(coloured, "glue"))
        assert faults(glued.solution()) == []
        assert twin.board(unglued(glued).pages[0].rows) == twin.board(solution.page().rows)


@settings(max_examples=40)
@given(st.lists(PAGES, min_size=1, max_size=3))
def test_twice_in_the_mirror_is_the_same(pages: list[Page]) -> None:
    fumen = Fumen(tuple(pages))
    once = only(edit(fumen, "mirror"))
    assert only(edit(once, "mirror")) == fumen
    for page, other in zip(pages, once.pages, strict=True):
        assert twin.drawn(other) == twin.mirrored(twin.drawn(page))


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("facing", FACINGS)
def test_pieces_in_the_mirror(piece: str, facing: str) -> None:
    placed = Placement(piece, facing, 4, 3)
    other = mirrored_placement(placed)
    assert twin.drawn(Page((), other)) == twin.mirrored(twin.drawn(Page((), placed)))
    assert mirrored_placement(other) == placed


def test_queues_are_mirrored_and_other_comments_are_not() -> None:
    def comment(text: str) -> str:
        return only(edit(Fumen((Page(comment=text),)), "mirror")).pages[0].comment

    assert comment("#Q=[L](S)TIOJZ;LSZ left") == "#Q=[J](Z)TIOLS;LSZ left"
    assert comment("LSZ") == "LSZ"


def test_mirrored_fumens_read_back() -> None:
    for text in (SIX_PIECES, *[placed for placed, _ in GLUED]):
        mirror = only(edit(text, "mirror"))
        assert Fumen.from_text(mirror.to_text()) == mirror
        assert only(edit(mirror.to_text(), "mirror")).to_text() == text


@settings(max_examples=30)
@given(st.lists(st.lists(PAGES, min_size=1, max_size=3), min_size=1, max_size=3))
def test_split_pages_join(lists: list[list[Page]]) -> None:
    fumens = [Fumen(tuple(pages)) for pages in lists]
    parts = edit(fumens, "split")
    assert [len(part.pages) for part in parts] == [1] * sum(map(len, lists))
    assert only(edit(parts, "join")).pages == only(edit(fumens, "join")).pages == tuple([p for ps in lists for p in ps])


def test_the_address_and_the_colours_of_the_first_page_are_kept() -> None:
    plain = Page(("TT________",), colorize=False)
    old = Fumen((plain, plain), "https://fumen.zui.jp/?")
    assert [part.before for part in edit(old, "split")] == ["https://fumen.zui.jp/?"] * 2
    new = Fumen((Page(),), "see?d=")
    both = only(edit([new, old], "join"))
    assert (both.before, both.pages[0].colorize) == ("see?d=", True)
    assert edit("v115@vhFRQJUGJKJJvMJTNJGBJ#3", "uncomment")[0].pages[0].colorize
    assert only(edit(SIX_PIECES, "uncomment")).to_text() == SIX_PIECES


def test_grey_keeps_the_shape() -> None:
    grey = only(edit(SIX_PIECES, "grey"))
    for page, other in zip(Fumen.from_text(SIX_PIECES).pages, grey.pages, strict=True):
        assert (other.field, other.placement) == (page.field, page.placement)
        assert set("".join(other.rows)) <= {"_", "X"}


@settings(max_examples=40)
@given(PAGES)
def test_full_rows_go(page: Page) -> None:
    full = Page(("XXXXXTTTTT", *page.rows[:10], "LLLLLLLLLL", *page.rows[10:20]))
    cleared = only(edit(Fumen((full,)), "clear-lines")).pages[0]
    assert twin.board(cleared.rows) == twin.without_full_rows(twin.board(full.rows))


def test_a_piece_comes_down_with_full_rows() -> None:
    page = Page(("X" * 10, "XXX_______"), Placement("O", "N", 5, 2))
    assert only(edit(Fumen((page,)), "clear-lines")).pages[0].placement == Placement("O", "N", 5, 1)
    between = Page(("X_________", "X" * 10), Placement("I", "E", 5, 2), lock=False)
    with pytest.raises(ProblemError, match="page 1: a full row lies between the cells of I E"):
        edit(Fumen((between,)), "clear-lines")


def test_lock_adds_the_field_that_is_left() -> None:
    clear = only(edit(Fumen.from_solution(TWO_ROWS), "lock"))
    assert clear.pages[-1].rows == ()
    page = Page(("XX________",), Placement("O", "N", 4, 1), mirror=True, rise=True, garbage="XXXX_XXXXX")
    after = only(edit(Fumen((page,)), "lock"))
    assert after.pages[1].rows == ("XXXXX_XXXX", "________XX", "____OO____", "____OO____")
    assert Fumen.from_text(after.to_text()) == after
    with pytest.raises(ProblemError, match="the last page has no piece to place"):
        edit("v115@vhAAgH", "lock")
    with pytest.raises(ProblemError, match="does not fit on the last page"):
        edit(Fumen((Page(("X" * 9 + "_",), Placement("O", "N", 4, 0), lock=False),)), "lock")


def test_unglue_refuses_what_has_other_rows() -> None:
    placed = Page((), Placement("O", "N", 0, 0))
    with pytest.raises(ProblemError, match="page 2: O N .* does not fit onto the pieces before it"):
        unglued(Fumen((placed, Page((), Placement("O", "N", 1, 1)))))
    with pytest.raises(ProblemError, match="page 1 mirrors or lifts the field, so that page 2 has other rows"):
        unglued(Fumen((Page((), Placement("O", "N", 0, 0), mirror=True), Page((), Placement("O", "N", 1, 1)))))


def test_unique_and_filter() -> None:
    pages = (Page(("TTT_______",)), Page(comment="Mirror of 1"), Page((), Placement("T", "N", 4, 0)), Page())
    fumen = Fumen((*pages, *pages))
    assert only(edit(fumen, "unique")).pages == pages
    assert only(edit(fumen, "filter", piece="t")).pages == (pages[0], pages[2]) * 2
    assert only(edit(fumen, "filter", comment="mirror")).pages == (pages[1],) * 2
    assert edit(fumen, "filter", piece="I") == []
    steps = Fumen.from_solution(TWO_ROWS)
    assert only(edit(steps, "filter", perfect_clear=True)).pages == (steps.pages[-1],)
    coloured = only(edit(steps, "unglue"))
    assert edit(coloured, "filter", perfect_clear=True) == [coloured]


def test_what_edit_refuses() -> None:
    with pytest.raises(NotationError, match="'turn' is not an operation; operations are join, split"):
        edit("v115@vhAAgH", "turn")
    with pytest.raises(ProblemError, match="filter needs a condition"):
        edit("v115@vhAAgH", "filter")
    with pytest.raises(ProblemError, match="conditions on pages only apply to filter, not to mirror"):
        edit("v115@vhAAgH", "mirror", piece="T")
    with pytest.raises(ProblemError, match="there are no fumens to join"):
        edit([], "join")
    with pytest.raises(ProblemError, match="fumen 2 of 2: the last page has no piece"):
        edit([SIX_PIECES, "v115@vhAAgH"], "lock")
    with pytest.raises(LimitError, match="20001 pages are more than the limit"):
        edit([Fumen((Page(),) * 20_001)], "grey")
    assert set(EDITS) > {"join", "split"}
