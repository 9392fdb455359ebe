"""Setups: against the numbers of solution-finder's documentation and tests, and against plain recursion."""

from __future__ import annotations

import sys
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clear.published import FOUR_WIDE, NARROW
from tests.reference.clear.brute_force import BruteForce
from tests.reference.clear.setups import Pieces, SlowSetups

from shapewright import clear
from shapewright.clear.chances.cover import Built, cover
from shapewright.clear.chances.percent import Chance
from shapewright.clear.check import check
from shapewright.clear.drops import DROPS
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.setup import piece_sets
from shapewright.clear.setup.blueprint import Blueprint, read_colours
from shapewright.clear.setup.chance_after_setup import chances_after
from shapewright.clear.setup.holes import has_hole, operated, read_holes, read_operations
from shapewright.clear.setup.setup_results import FoundSetup
from shapewright.clear.setup.setups import read_span, setups
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError

SQUARE = "v115@9gTpFeTpFeTpFezhPeAgH"
FLOATING = "v115@9gQpBewhVpwhCe3hAe2hZpJeAgH"
SINGLE = "v115@2gQpFeSpwhBeWpCeTpzhAe0hA8RpB8UpJeAgl"
CAVE = "v115@zg0hEewhj0Eewhj0Eewhj0EewhzwOeAgH"
DONATION = "v115@HhwhBexhAewhCewhCe3hAe2hJeAgH"
COMMENTED = "v115@HhHthlBtA8CtA8EtglCtglCtJeAgWQAooMDEvoo2A3XaDEkoA6A"
FILE = "++++++*___\n******___X\n*******_XX\n........X_"

# Fumen, pattern, options, and the numbers of cores and of setups that solution-finder 1.43 gives for them.
PUBLISHED: list[tuple[str, str, dict[str, Any], int, int]] = [
    ("v115@9gTpwhUpxhCe3hAe1hZpJeAgH", "[^T]!", {"fill": "i", "margin": "o", "combination": True}, 12, 12),
    ("v115@9gj0whUpBtCeU4CtAeV4kl0wJeAgH", "[^T]!", {"fill": "isz", "margin": "oljt", "combination": True}, 12, 12),
    ("v115@HhUpxhBeA81hCeA8yhD8AeB8JeAgH", "*!", {"fill": "i", "margin": "o", "combination": True}, 13, 13),
    (CAVE, "*!", {"fill": "t", "margin": "j", "drop": "hard", "combination": True}, 0, 0),
    (CAVE, "*!", {"fill": "t", "margin": "j", "drop": "hard", "height": 4, "combination": True}, 38, 38),
    ("v115@Bg0hEe0hEe0hEe0hEe78JeAgH", "*!", {"fill": "i", "combination": True}, 8, 8),
    (SQUARE, "*!", {"fill": "i", "margin": "o", "combination": True}, 38, 38),
    (SQUARE, "*!", {"fill": "i", "margin": "o", "combination": True, "drop": "hard", "exclude": "holes"}, 34, 34),
    (SQUARE, "*!", {"fill": "i", "margin": "o", "combination": True, "pieces": 4}, 15, 24),
    (SQUARE, "*!", {"fill": "i", "margin": "o", "pieces": 2}, 25, 67),
    (FLOATING, "[^T]!", {"fill": "i", "margin": "o", "combination": True}, 12, 12),
    (FLOATING, "[^T]!", {"fill": "i", "margin": "o", "combination": True, "exclude": "holes"}, 0, 0),
    (
        FLOATING,
        "[^T]!",
        {"fill": "i", "margin": "o", "combination": True, "exclude": "holes", "operate": "T-Reverse(2,2)"},
        2,
        2,
    ),
    (SINGLE, "[^T]!", {"fill": "i", "margin": "o", "combination": True}, 202, 202),
    *[
        (SINGLE, "[^T]!", {"fill": "i", "margin": "o", "combination": True, "exclude": holes, "operate": how}, *[n] * 2)
        for holes, how, n in (
            ("holes", "T-2(4,2)", 7),
            ("holes", "T-2(4,2) clear() row(1)", 39),
            ("holes", "T-2(4,2) block(6,2)", 7),
            ("strict-holes", "T-2(4,2)", 33),
        )
    ],
    (
        "v115@9gQpS4FeQpS4FeQpS4FezhPeAgH",
        "*!",
        {"fill": "i", "margin": "s", "free": "o", "pieces": 2, "exclude": "holes"},
        21,
        39,
    ),
    ("v115@9gzhFezhFezhFezhPeAgH", "IOOI", {"fill": "i"}, 5, 5),
    ("v115@9gzhFezhFezhFezhPeAgH", "IOOI", {"fill": "i", "hold": False}, 4, 4),
    ("v115@HhyhCeD8TpAeE8TpPeAgH", "*p2", {"fill": "i", "free": "o", "operate": "t-2(4,2)", "exclude": "holes"}, 2, 2),
    ("v115@HhyhCeD8TpAeE8TpPeAgH", "*p2", {"fill": "i", "free": "o", "operate": "t-2(4,2)"}, 13, 13),
    (
        "v115@BgTpFezhCeB8AezhDeB8zhCeE8xhDeD8whD8AeH8BeG8CeH8AeJ8AeB8JeAgH",
        "[ZLOSJ]!",
        {"fill": "i", "margin": "o", "pieces": 4},
        3,
        3,
    ),
    (DONATION, "I,L,Z,J,O,S,T", {"fill": "i", "drop": "hard"}, 1, 1),
    (DONATION, "I,L,Z,J,O,S,T", {"fill": "i", "drop": "hard", "hold": False}, 0, 0),
    (DONATION, "I,L,Z,O,S,J,T", {"fill": "i", "drop": "hard"}, 1, 1),
    ("v115@3gwhIeyhCe6hB83hB8zhAewhKeAgH", "*p7", {"fill": "i"}, 3, 3),
    ("v115@9gQ4IeR4Hei0H8Q4g0D8MeAgH", "SJ", {"fill": "ijloszt"}, 1, 1),  # a line is cleared between the pieces
    ("v115@bhTpPeAgH", "I", {"fill": "o"}, 1, 1),
    ("v115@9gTpFeUpxhBeB80hCeA8zhC8AeB8JeAgH", "*!", {"fill": "i", "margin": "o"}, 11, 11),
    ("v115@2gWpCeWpDe0hQpxhAe4hAe2hJeAgH", "*!", {"fill": "i", "margin": "o"}, 139, 214),
    ("v115@2gWpCeWpDe0hQpxhAe4hAe2hJeAgH", "*!", {"fill": "i", "margin": "o", "pieces": 6}, 14, 14),
    ("v115@tgF8DeF8CeG8BeA8AtF8AeA8BtH8AtG8JeAgH", "Z", {"fill": "z"}, 0, 0),
    ("v115@tgF8DeF8CeG8BeA8AtF8AeA8BtH8AtG8JeAgH", "Z", {"fill": "z", "kicks": "nullpomino180"}, 1, 1),
    (FILE, "[^T]!", {}, 43, 43),
    (FILE, "[^T]!", {"operate": "T-Reverse(7,2)", "exclude": "holes"}, 14, 14),
    # solution-finder lists each of these two and six times over, as often as pieces of one kind can be exchanged.
    ("v115@9gAtywFeAtywFeAtywFeAtywPeAgH", "JSOI,*!", {"fill": "z", "margin": "t", "hold": False, "pieces": 3}, 2, 3),
    (
        "v115@9gwhTpEewhTpEewhTpEewhTpOeAgl",
        "ISSSS",
        {"fill": "i", "margin": "o", "combination": True, "pieces": 3},
        1,
        11,
    ),
]  # fmt: skip

SLOW_PUBLISHED: list[tuple[str, str, dict[str, Any], int, int]] = [
    ("v115@zgcpwhVpyhCe3hAe0hZpJeAgH", "[^T]!", {"fill": "i", "margin": "o"}, 24, 24),
    ("v115@zgdpwhUpxhCe3hAe1hZpJeAgH", "[^T]!", {"fill": "i", "margin": "o"}, 14, 14),
    ("v115@zgTpwhYpAeUpzhAe3hQpAeQpzhTpAeUpJeAgH", "[^T]!", {"fill": "i", "margin": "o"}, 7, 7),
    ("v115@zgUpwhYpAeTp0hAe3hQpAeQpyhUpAeTpJeAgH", "[^T]!", {"fill": "i", "margin": "o"}, 7, 7),
    ("v115@vhKAgHAAAAAAAAAAAAAAAAAAAAAAAAAAAAAApgY4AeY4AeY4DeS4GeS4GeS4NeAAA#12", "*!,*!", {"fill": "s"}, 274, 274),
    (COMMENTED, "*!,*!", {"fill": "Z", "margin": "L", "drop": "hard", "height": 4}, 204, 204),
    (COMMENTED, "*!,*!", {"fill": "Z", "margin": "L", "height": 4}, 1470, 1470),
    ("v115@fgyhVpAeyhVpAeyhVpAeI8AeI8AeI8AeI8KeAgH", "*p7", {"fill": "i", "margin": "o", "pieces": 6}, 48, 1850),
    ("v115@fgyhVpAeyhVpAe4hAeI8AeI8AeI8AeI8KeAgH", "*p7", {"fill": "i", "margin": "o", "pieces": 6}, 229, 516),
]


@pytest.mark.parametrize(("text", "pattern", "options", "cores", "number"), PUBLISHED)
def test_as_many_as_solution_finder_finds(
    text: str, pattern: str, options: dict[str, Any], cores: int, number: int
) -> None:
    found = setups(text, pattern, **options)
    assert (found.cores, len(found)) == (cores, number)
    assert len({one.parts for one in found}) == number
    for one in found[:3]:
        _replay(one)


@pytest.mark.slow
@pytest.mark.parametrize(("text", "pattern", "options", "cores", "number"), SLOW_PUBLISHED)
def test_as_many_as_solution_finder_finds_of_larger_ones(
    text: str, pattern: str, options: dict[str, Any], cores: int, number: int
) -> None:
    found = setups(text, pattern, combination=True, **options)
    assert (found.cores, len(found)) == (cores, number)


def _replay(one: FoundSetup) -> None:
    """Build it by the rules alone; what is left of the field is as it says."""
    solution = one.solution()
    assert solution.placements
    *_, last = solution.frames()
    rows = tuple([sum([1 << x for x, letter in enumerate(row) if letter != "_"]) for row in last.letters])
    assert clear.Field(rows).cleared() == one.left


def test_orders_are_those_that_solution_finder_counts() -> None:
    """The documented 204 of IJOZLS, and 581 and 336 of the table in its tests."""
    floating = setups(FLOATING, "[^T]!", fill="i", margin="o", combination=True)
    assert floating[0].served == 204
    text = "v115@2gWpCeWpDe0hQpxhAe4hAe2hJeAgH"
    rows = {
        "v115@6gQ4Feg0BeR4Eeg0ilQ4wwRpAeh0glBtxwRpAezhBtwwJeAgH": 581,
        "v115@DhwhGeAtg0whglQ4AeRpAeBtg0whglR4RpAeAth0whhlQ4JeAgH": 336,
    }
    for fumen, number in rows.items():
        (built,) = clear.read_fumens(fumen)[0].pages
        pieces = 7 if number == 581 else 6
        found = setups(text, "*!", fill="i", margin="o", combination=True, pieces=pieces)
        assert [one.served for one in found if one.page().rows == built.rows] == [number]


# --- Against plain recursion ------------------------------------------------------------------------------------------


def _as_pieces(one: FoundSetup) -> Pieces:
    return frozenset([(part.piece, part.cells) for part in one.parts])


@st.composite
def blueprints(draw: st.DrawFn) -> Blueprint:
    """A few columns between walls, so that rows can be cleared, or a piece of open ground."""
    width, height = draw(st.sampled_from([(3, 3), (4, 2), (4, 3), (3, 4), (2, 4)]))
    around = draw(st.sampled_from("X_"))
    rows = []
    for _ in range(height):
        marks = draw(st.text("**..+X_", min_size=width, max_size=width))
        rows.append(around * (9 - width) + marks + draw(st.sampled_from([around, "_", "X"])))
    text = "/".join(rows)
    if draw(st.booleans()):
        text = text.replace(".", "*").replace("+", "*")  # without margin all setups fill the same cells
    if "*" not in text:
        text = text[:-2] + "*" + text[-1]
    return Blueprint.from_text(text)


@settings(max_examples=60, deadline=None)
@given(
    blueprints(),
    st.sampled_from(["*p2", "[IOTL]!", "TOL", "[SZ]!,J", "IOI", "*,[TL]", "[LJO]p2,[TI]"]),
    st.booleans(),
    st.sampled_from(DROPS),
    st.sampled_from([None, 1, 2, 3, (1, 3), (0, 2)]),
)
def test_setups_are_those_of_plain_recursion(
    blueprint: Blueprint, pattern: str, hold: bool, drop: clear.rules.Drop, pieces: Any
) -> None:
    try:
        found = setups(blueprint, pattern, hold=hold, drop=drop, pieces=pieces)
    except ProblemError:
        assert -(-blueprint.fill.bit_count() // 4) > Pattern.from_text(pattern).length
        return
    longest = min(Pattern.from_text(pattern).length, blueprint.allowed.bit_count() // 4)
    least, most = (longest, longest) if pieces is None else (pieces, pieces) if isinstance(pieces, int) else pieces
    slow = SlowSetups(blueprint, drop)
    queues = list(Pattern.from_text(pattern).queues(found.counted))
    expected = slow.setups(queues, least, min(most, longest), hold=hold)
    assert {_as_pieces(one): one.served for one in found} == expected
    for one in found:
        assert one.core == tuple([part for part in one.parts if part.bits & blueprint.fill])
        assert one.served == len(list(one.queues()))


@settings(max_examples=40, deadline=None)
@given(blueprints(), st.sampled_from(["*p2", "[IOTL]!", "TOL", "IOI", "[SZ]!,J"]), st.sampled_from([None, 2]))
def test_without_an_order_any_will_do(blueprint: Blueprint, pattern: str, pieces: int | None) -> None:
    try:
        found = setups(blueprint, pattern, combination=True, pieces=pieces)
    except ProblemError:
        return
    slow = SlowSetups(blueprint)
    length = Pattern.from_text(pattern).length
    every = {tuple(sorted(queue)) for queue in Pattern.from_text(pattern).queues()}
    orders = {"".join(order) for kinds in every for order in permutations(kinds)}
    longest = min(length, blueprint.allowed.bit_count() // 4)
    expected = slow.setups(orders, pieces or 0, min(pieces or longest, longest), hold=False)
    assert {_as_pieces(one): one.served for one in found} == {one: slow.orders(one) for one in expected}


@pytest.mark.parametrize(("field", "pattern"), [(NARROW, "*p4"), (FOUR_WIDE, "*p5")])
def test_filling_all_is_a_perfect_clear(field: clear.Field, pattern: str) -> None:
    everything = (1 << 40) - 1
    found = setups(Blueprint(field, everything & ~field.bits), pattern)
    expected = clear.path(field, pattern)
    assert {one.parts: one.bits for one in found} == {one.parts: one.bits for one in expected}
    assert all(one.cleared == 4 and not one.left.rows for one in found)
    assert found.any.solved == expected.solved


@pytest.mark.parametrize("field", ["v115@9gzhFezhFezhFezhPeAgH", "v115@HhwhBexhAewhCewhCe3hAe2hJeAgH"])
def test_all_at_once_is_one_by_one(field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, dict[str, Any]]] = [
        ("*p7", {}),
        ("*p7", {"hold": False, "drop": "hard"}),
        ("*,*,*,*,*,*", {"combination": True}),
    ]
    for pattern, options in asked:
        at_once = setups(field, pattern, fill="I", **options)
        with monkeypatch.context() as one_by_one:
            one_by_one.setattr(sys.modules["shapewright.clear.setup.setups"]._Search, "_queues_of_all", lambda _: None)
            expected = setups(field, pattern, fill="I", **options)
        assert at_once[:] == expected[:]
        assert [(one.served, one.bits, one.core) for one in at_once] == [
            (one.served, one.bits, one.core) for one in expected
        ]
        assert (at_once.queues, at_once.any, at_once.cores) == (expected.queues, expected.any, expected.cores)
    assert at_once


def test_cover_says_the_same() -> None:
    found = setups("v115@2gWpCeWpDe0hQpxhAe4hAe2hJeAgH", "*!", fill="i", margin="o", pieces=6)
    coverage = cover([one.fumen() for one in found], "*!")
    assert [one.served for one in found] == [chance.solved for chance in coverage.each]
    assert found.any == coverage.any
    assert isinstance(found[0].built(), Built)


def test_cleared_lines_are_counted() -> None:
    every = setups(SQUARE, "*!", fill="i", margin="o", pieces=(1, 3))
    assert len(setups(SQUARE, "*!", fill="i", margin="o", pieces=(1, 3), clears=0)) == len(every)
    field = "v115@9gQ4IeR4Hei0H8Q4g0D8MeAgH"
    assert [one.cleared for one in setups(field, "SJ", fill="ijloszt", clears=(1, 2))] == [1]
    assert not setups(field, "SJ", fill="ijloszt", clears=0)


def test_a_solution_is_checked_and_refused() -> None:
    (one,) = setups("*.________/***_______", "*p2")
    assert one.solution("IJ").placements[0].piece == "J"
    with pytest.raises(ProblemError, match="cannot build this setup"):
        one.solution("IO")
    clearing = setups(Blueprint(FOUR_WIDE, ((1 << 40) - 1) & ~FOUR_WIDE.bits), "*p5")
    check(clearing[0].solution())


# --- The clear after a setup ------------------------------------------------------------------------------------------

HOLE = "XXX*...XXX/XXX*...XXX/XXX*...XXX/XXX*...XXX"


@pytest.mark.parametrize("hold", [True, False])
def test_the_chance_after_a_setup_is_that_of_plain_recursion(hold: bool) -> None:
    found = setups(HOLE, "*p2", pieces=(0, 2), hold=hold)
    after = chances_after(found, "[IOLT]p3", hold=hold)
    assert {one.parts for one in after} == {one.parts for one in found}
    game = BruteForce()
    products = []
    for one in after:
        assert one.then is not None
        height = 4 - one.cleared
        needed = one.left.empty_cells(height) // 4
        queues = [*Pattern.from_text("[IOLT]p3").queues(min(3, needed + hold))]
        if one.left.height > height:
            assert one.then.solved == 0
        else:
            solved = game.solved(one.left, queues, height, hold=hold)
            assert (one.then.solved, one.then.queues) == (len(solved), len(queues))
        products.append(one.then.fraction * one.served)
    assert products == sorted(products, reverse=True)
    assert any(products)


def test_a_setup_that_clears_everything_needs_no_more() -> None:
    found = setups("XXXXXX****", "I")
    assert chances_after(found, "*", 1)[0].then == Chance(7, 7)
    assert chances_after(found, "*p7,*p7", 3)[0].then == clear.percent("", "*p7,*p7", 2)
    uneven = setups("XXXXX****_", "I")
    assert chances_after(uneven, "*", 1)[0].then == Chance(0, 7)
    assert chances_after(setups(HOLE, "SZ", combination=True), "*p4")[:] == ()


def test_a_pattern_that_is_too_short_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = setups(HOLE, "*p2", pieces=(0, 2))
    with pytest.raises(ProblemError, match="takes 3 pieces, and the queues of the pattern have 2"):
        chances_after(found, "*p2")
    with pytest.raises(StoppedError):
        chances_after(found, "*p4", time_limit=0)
    monkeypatch.setattr(sys.modules["shapewright.clear.setup.chance_after_setup"], "MAX_FIELDS", 2)
    with pytest.raises(LimitError, match="more than the limit of 2"):
        chances_after(found, "*p4")


# --- What is said of them ---------------------------------------------------------------------------------------------


def test_what_is_shown_of_a_setup() -> None:
    (one,) = setups("*.________/***_______", "*p2")
    assert str(one) == "J_________\nJJJ_______"
    assert repr(one) == "<FoundSetup J_________/JJJ_______, 12>"
    assert (one.pieces, one.cleared, one.orders, one.left.height) == ("J", 0, 1, 2)
    assert one.fumen().pages[0].comment == "J 12"
    assert one.scene()._repr_svg_() == one._repr_svg_()


def test_what_is_shown_of_all() -> None:
    found = setups("*.________/***_______", "*p2")
    assert str(found) == "     12 J_________/JJJ_______"
    assert repr(found) == "<Setups: 1, of 1 cores>"
    assert found.cut() is None
    assert (
        setups("****______", "*p7").cut()
        == "of the 7 pieces of each queue the first 2 count: 1 to place and 1 for hold"
    )
    assert setups("****______", "*p7", combination=True).cut() is None


@pytest.mark.parametrize(
    ("asked", "error", "said"),
    [
        ({"blueprint": "XX________", "pattern": "I"}, ProblemError, "nothing is to be filled"),
        ({"blueprint": "*********_", "pattern": "IO"}, ProblemError, "9 cells to be filled take 3 pieces or more"),
        ({"blueprint": "****______", "pattern": "I", "pieces": (3, 2)}, ProblemError, "3 to 2 pieces are not a range"),
        ({"blueprint": "****______", "pattern": "I", "exclude": "all"}, NotationError, "choose one of none, holes"),
        ({"blueprint": "****______", "pattern": "I", "operate": "jump"}, NotationError, "'jump' is not an operation"),
        ({"blueprint": "***_______Q", "pattern": "I"}, NotationError, "'Q' at position 11 of row 1"),
        ({"blueprint": "***_______", "pattern": "I", "fill": "Q"}, NotationError, "'Q' is not a colour"),
        ({"blueprint": "***_______", "pattern": "I", "fill": "I", "margin": "i"}, NotationError, "named twice"),
        ({"blueprint": "**********/" * 5 + "**********", "pattern": "*p7,*p7,*p4"}, LimitError, "limit of 12"),
        ({"blueprint": Blueprint.from_text("****______"), "pattern": "I", "fill": "I"}, ProblemError, "already has"),
    ],
)
def test_what_cannot_be_asked(asked: dict[str, Any], error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        setups(**asked)


def test_too_many_sets_are_refused_before_any_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(piece_sets, "MAX_SETS", 10)
    with pytest.raises(LimitError, match="more than 10 sets of pieces"):
        setups(SQUARE, "*!", fill="i", margin="o")


def test_the_time_limit_holds() -> None:
    with pytest.raises(StoppedError, match="time limit of 0 s"):
        setups(SQUARE, "*!", fill="i", margin="o", time_limit=0)


def test_progress_is_told() -> None:
    seen = []
    setups(SQUARE, "*!", fill="i", margin="o", pieces=2, progress=seen.append)
    assert {one.stage for one in seen} == {"sets of pieces"}


# --- Blueprints, holes, operations ------------------------------------------------------------------------------------


def test_a_blueprint_is_written_as_it_is_read() -> None:
    text = "++++++*___/******___X/*******_XX/........X_"
    assert Blueprint.from_text(text).to_text() == text
    assert str(Blueprint.from_text(text)) == text.replace("/", "\n")
    assert Blueprint.from_text("3\n" + text.replace("/", "\n")).height == 3
    assert Blueprint.from_text("XXXXXXXXXX/****______/XXXXXXXXXX").to_text() == "****______"
    assert Blueprint.from_text("iiiiOx____", fill="cyan", margin="o").to_text() == "****.X____"


def test_colours_have_names() -> None:
    assert [read_colours(name) for name in ("purple", "pu", "tO", "none", "")] == ["T", "T", "TO", "", ""]


@pytest.mark.parametrize(
    ("blueprint", "said"),
    [
        (lambda: Blueprint(clear.Field(), 1, 1), "marked in two ways"),
        (lambda: Blueprint(clear.Field((1,)), 1), "filled and marked"),
        (lambda: Blueprint(clear.Field((1023,)), 1 << 10), "no full rows"),
        (lambda: Blueprint(clear.Field(), 1 << 10, height=1), "above its 1 rows"),
        (lambda: Blueprint.from_text("****______", page=2), "--page only applies to a fumen"),
    ],
)
def test_blueprints_that_are_none(blueprint: Any, said: str) -> None:
    with pytest.raises(ProblemError, match=said):
        blueprint()


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(0, 1022), max_size=5), st.integers(0, (1 << 50) - 1))
def test_holes_are_those_that_a_walk_finds(rows: list[int], free: int) -> None:
    board = sum([row << 10 * y for y, row in enumerate(rows)])
    filled = {(x, y) for y in range(5) for x in range(10) if board >> x + 10 * y & 1}
    empty = [(x, y) for y in range(5) for x in range(10) if (x, y) not in filled and not free >> x + 10 * y & 1]
    assert has_hole(board, free, "holes") == any((x, above) in filled for x, y in empty for above in range(y + 1, 5))
    reached, waiting = set(), [(x, 5) for x in range(10)]
    while waiting:
        x, y = waiting.pop()
        if 0 <= x < 10 and y >= 0 and (x, y) not in filled and (x, y) not in reached:
            reached.add((x, y))
            waiting += [(x - 1, y), (x + 1, y), (x, y - 1)]
    assert has_hole(board, free, "strict-holes") == any(cell not in reached for cell in empty)
    assert not has_hole(board, free, "none")


def test_operations_are_done_in_their_order() -> None:
    """The documented example: an L, a row filled, full rows cleared, and a cell."""
    done = read_operations("L-Right(0,1) row(1) clear() block(1,1)")
    assert [one.text for one in done] == ["L-Right(0,1)", "row(1)", "clear()", "block(1,1)"]
    board, free = operated(0, 1 << 20, done)
    assert clear.Field.from_bits(board).to_text(one_line=True) == "XX________/XX________"
    assert free == 1 << 10
    assert read_holes("STRICT-holes") == "strict-holes"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("T-Up(1,1)", "'Up' in 'T-Up\\(1,1\\)' is not a facing"),
        ("T-2(1)", "is not an operation"),
        ("block(10,1)", "is not an operation"),
        ("row(x)", "its numbers are columns and rows"),
        ("clear() and", "'and' is not an operation"),
        ("row(20)", "beyond the 20 rows"),
        ("I-Spawn(9,0)", "not in the field"),
    ],
)
def test_operations_that_are_none(text: str, said: str) -> None:
    with pytest.raises((NotationError, ProblemError), match=said):
        read_operations(text)


def test_spans() -> None:
    assert read_span(" 3-5", "pieces") == (3, 5)
    for text in ("", "-", "3-", "x", "5-3", "1-2-3"):
        with pytest.raises(ProblemError):
            read_span(text, "pieces")
