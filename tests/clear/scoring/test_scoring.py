"""What perfect clears send: published values of the tables, and the best of all solutions against plain recursion."""

from __future__ import annotations

import signal
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clear.published import FOUR_WIDE
from tests.reference.clear.scores import clears, totals

from shapewright.clear.chances.percent import percent
from shapewright.clear.check import check
from shapewright.clear.drops import DROPS, Drop
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import PIECES, Placement
from shapewright.clear.problem import Problem
from shapewright.clear.queue import Queue
from shapewright.clear.scoring.queues import Step
from shapewright.clear.scoring.score import best_score, score, score_solution, words_of
from shapewright.clear.scoring.table import TABLES, Chain, attack_table, parse_table
from shapewright.clear.solution import Solution
from shapewright.errors import FileError, LimitError, NotationError, ProblemError, StoppedError
from shapewright.jobs import Progress

SRS = Kicks.named("srs")

# A T can be turned in below the X of the upper row; an I then fills the rest.
SLOT = Field.from_text("XXXX____XX/XXX___XXXX/XXXX_XXXXX")
THREE_WIDE = Field.from_text("XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___")
NARROW = Field.from_text("XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____")


# --- Tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "lines", "spin", "before", "perfect", "sent"),
    [
        # guide.md of jezevec10/jstris-guide, "Attack and Combo table".
        ("jstris", 1, "none", (0, 0), False, 0),
        ("jstris", 2, "none", (0, 0), False, 1),
        ("jstris", 3, "none", (0, 0), False, 2),
        ("jstris", 4, "none", (0, 0), False, 4),
        ("jstris", 4, "none", (0, 1), False, 5),
        ("jstris", 1, "full", (0, 0), False, 2),
        ("jstris", 2, "full", (0, 1), False, 5),
        ("jstris", 3, "full", (0, 0), False, 6),
        ("jstris", 1, "mini", (0, 1), False, 0),
        ("jstris", 1, "none", (4, 0), False, 1),
        ("jstris", 1, "none", (7, 0), False, 3),
        ("jstris", 1, "none", (40, 0), False, 5),
        ("jstris", 4, "none", (2, 1), True, 11),
        # lock_data.rs of MinusKelvin/cold-clear.
        ("guideline", 2, "mini", (0, 0), False, 1),
        ("guideline", 4, "none", (3, 1), False, 6),
        ("guideline", 1, "none", (11, 0), False, 5),
        ("guideline", 4, "none", (3, 1), True, 10),
        # tetris.wiki/Scoring.
        ("points", 0, "full", (0, 0), False, 400),
        ("points", 2, "full", (0, 1), False, 1800),
        ("points", 4, "none", (1, 1), False, 1250),
        ("points", 4, "none", (0, 0), True, 2800),
        ("points", 4, "none", (0, 1), True, 4400),
        ("points", 1, "none", (0, 0), True, 900),
        # The worked examples of daejunnom/Clearra: a double, and a T-spin double after two clears, back-to-back.
        ("tetrio-s2", 2, "none", (0, 0), False, 1),
        ("tetrio-s2", 2, "full", (2, 1), False, 7),
        # A chain that shows back-to-back 4 or 8 releases 4 or 8; one that shows 3 releases nothing.
        ("tetrio-s2", 1, "none", (0, 5), False, 4),
        ("tetrio-s2", 1, "none", (0, 9), False, 8),
        ("tetrio-s2", 1, "none", (0, 4), False, 0),
        ("tetrio-s2", 2, "none", (0, 0), True, 6),
        ("tetrio-s2", 1, "none", (0, 6), True, 6),
        # The combo multiplier, and the logarithm that singles send.
        ("tetrio-s1", 4, "none", (4, 0), False, 8),
        ("tetrio-s1", 1, "none", (2, 0), False, 1),
        ("tetrio-s1", 1, "none", (6, 0), False, 2),
        # Back-to-back chaining: 1.000, 1.652 and 2.408 lines in the reference of the client's formulas.
        ("tetrio-s1", 4, "none", (0, 1), False, 5),
        ("tetrio-s1", 4, "none", (0, 2), False, 5),
        ("tetrio-s1", 4, "none", (0, 3), False, 6),
        ("tetrio-s1", 4, "none", (0, 0), True, 14),
    ],
)
def test_published_values(table: str, lines: int, spin: str, before: tuple[int, int], perfect: bool, sent: int) -> None:
    assert attack_table(table).play(lines, spin, Chain(*before), perfect=perfect)[0] == sent  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [1, 2, 3, 8])
def test_chaining_in_numbers(number: int) -> None:
    """Of the reference of TETR.IO's formulas; a combo of 4 doubles what is sent, so that halves can be told apart."""
    bonus = {1: 1.000, 2: 1.652, 3: 2.408, 8: 3.334}[number]
    sent, _ = attack_table("tetrio-s1").play(4, "none", Chain(4, number))
    assert sent == int((4 + bonus) * 2)


@pytest.mark.parametrize("name", TABLES)
def test_every_table_says_where_it_is_from(name: str) -> None:
    table = attack_table(name)
    assert len(table.sources) >= 2
    assert table.open
    for lines in range(1, 5):
        sent, after = table.play(lines, "none", Chain())
        assert after == Chain(1, int(lines == 4))
        assert sent == table.value(lines, "none")
    assert table.play(0, "none", Chain(3, 2)) == (0, Chain(0, 2))


def test_what_keeps_a_chain() -> None:
    assert attack_table("tetrio-s2").play(1, "none", Chain(0, 3), perfect=True)[1] == Chain(1, 4)
    assert attack_table("tetrio-s1").play(1, "none", Chain(0, 3), perfect=True)[1] == Chain(1, 0)
    assert attack_table("jstris").play(1, "mini", Chain(0, 3))[1] == Chain(1, 4)


def test_a_value_that_is_not_known() -> None:
    with pytest.raises(ProblemError, match="guideline has no value for a mini triple"):
        attack_table("guideline").play(3, "mini", Chain())


OWN = "[clears]\nnone = [0, 0, 1, 2, 4]\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[clears", "not TOML"),
        ("", "'none' in .clears. is missing; it is a list of 5 whole numbers"),
        ("[clears]\nnone = [1, 2]\n", "'none' in .clears. is '.1, 2.'; it must be a list of 5"),
        (OWN + "singles = 3\n", "'singles' in .clears. is not an entry .* entries in .clears. are full, mini, none"),
        (
            OWN + '[back-to-back]\nkeeps = ["tetris"]\n',
            "'keeps' in .back-to-back. is 'tetris'; it must be a list",
        ),
        (OWN + "[back-to-back]\nbonus = -1\n", "'bonus' in .back-to-back. is '-1'; it must be a whole number"),
        (OWN + "[back-to-back]\nsurge = 4\n", "'surge' in .back-to-back. needs 'surge-from'"),
        (OWN + "[combo]\nfactor = true\n", "'factor' in .combo. is 'True'; it must be a number"),
        (OWN + "[perfect-clear]\nvalue = [1, 2]\n", "'value' in .perfect-clear. has 2 numbers"),
        (
            OWN + '[perfect-clear]\nreplaces = "some"\n',
            "'replaces' in .perfect-clear. is 'some'; it must be one of",
        ),
        ('unit = "coins"\n' + OWN, "'unit' is 'coins'; it must be one of lines, points"),
        ('spins = "x"\n' + OWN, "'spins' is 'x'; it must be one of t, all"),
        ("clears = 3\n", "'clears' is '3'; it must be a section"),
        ("sources = 3\n" + OWN, "'sources' is '3'; it must be a list of texts"),
        ('title = " "\n' + OWN, "'title' is ' '; it must be a text"),
    ],
)
def test_what_is_wrong_with_a_table(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_table(text)


def test_a_table_of_ones_own(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "own.toml"
    path.write_text(OWN + "[perfect-clear]\nvalue = [1, 2, 3, 40]\n")
    table = attack_table(str(path))
    assert table.perfect_clear.values == (1, 2, 3, 40)
    found = best_score(NARROW, "IIII", table=table)
    assert found is not None
    assert found.total == 44
    path.write_text("x = 1")
    with pytest.raises(FileError, match=r"own.toml.*'none' in .clears. is missing"):
        attack_table(str(path))
    with pytest.raises(NotationError, match="'nothing' is not a table of attacks; choose one of guideline"):
        attack_table("nothing")


# --- The best of all solutions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("queue", "chain"), [("LJOI", Chain(2, 6)), ("IIII", Chain()), ("LJTT", Chain(0, 5))])
def test_as_plain_recursion(table: str, queue: str, chain: Chain) -> None:
    chosen = attack_table(table)
    found = best_score(NARROW, queue, table=table, combo=chain.combo, back_to_back=chain.back_to_back)
    every = list(totals(NARROW, Queue(queue), 4, chosen, chain, kicks=SRS))
    assert (found.total if found else None) == max(every, default=None)
    if found is not None:
        check(found.solution)
        assert sum([step.sent for step in found.steps]) == found.total
        again = score_solution(found.solution, table=table, combo=chain.combo, back_to_back=chain.back_to_back)
        assert again.total >= found.total  # all ways to lock are compared
        assert again.total == found.total


@given(st.data(), st.sampled_from(DROPS), st.booleans(), st.sampled_from(TABLES))
@settings(max_examples=15, deadline=None)
def test_as_plain_recursion_on_any_small_field(data: st.DataObject, drop: Drop, hold: bool, table: str) -> None:
    rows = [data.draw(st.integers(0, 6)) for _ in range(3)]
    field = Field(tuple([0b1111111111 ^ (0b1111 << at) for at in rows]))
    queue = "".join(data.draw(st.lists(st.sampled_from(PIECES), min_size=3, max_size=5)))
    chain = Chain(data.draw(st.integers(0, 3)), data.draw(st.integers(0, 6)))
    kicks = Kicks.named(data.draw(st.sampled_from(["srs", "tetrio180", "none"])))
    found = best_score(
        field,
        queue,
        3,
        table=table,
        combo=chain.combo,
        back_to_back=chain.back_to_back,
        kicks=kicks,
        drop=drop,
        hold=hold,
    )
    every = list(totals(field, Queue(queue), 3, attack_table(table), chain, kicks=kicks, drop=drop, hold=hold))
    assert (found.total if found else None) == max(every, default=None)


@pytest.mark.parametrize(("table", "total"), [("jstris", 14), ("guideline", 14), ("points", 2150), ("tetrio-s2", 10)])
def test_a_spin_is_seen(table: str, total: int) -> None:
    found = best_score(SLOT, "TI", 3, table=table)
    assert found is not None
    assert found.total == total
    assert next(found.lines()).startswith(" 1 T  T-spin double: ")
    hard = best_score(SLOT, "TI", 3, table=table, drop="hard")
    assert hard is not None
    assert hard.total < total
    assert {step.spin for step in hard.steps} == {"none"}


def test_queues_of_a_pattern_have_the_best_of_each() -> None:
    scores = score(NARROW, "[LJOS]p4,T", table="tetrio-s2", back_to_back=6)
    for queue, value in scores.each():
        found = best_score(NARROW, queue, 4, table="tetrio-s2", back_to_back=6)
        assert (found.total if found else None) == value
    assert sum(scores.distribution().values()) == scores.solved
    queue, value = next((queue, value) for queue, value in scores.each() if value)
    best = scores.best(queue)
    assert best is not None
    assert best.total == value
    assert scores.best(next(scores.failing())) is None


def test_the_queues_that_clear_are_those_of_percent() -> None:
    scores, chance = score(FOUR_WIDE, "*p5"), percent(FOUR_WIDE, "*p5")
    assert (scores.solved, len(scores.values)) == (chance.solved, chance.queues)
    assert list(scores.failing()) == list(chance.failing())
    assert scores.average_of_all == pytest.approx(scores.average * scores.solved / chance.queues)


def test_what_is_sent_in_words() -> None:
    found = best_score(NARROW, "LJOI", table="points")
    assert found is not None
    assert list(found.lines()) == [" 4 I  quad, perfect clear: 2800"]
    assert words_of(found.table, found.steps[0], Chain(), perfect=False) == ""
    broken = Step(found.steps[0].placement, 1, "mini", 4, Chain(2, 0))
    assert words_of(found.table, broken, Chain(1, 6), perfect=False) == (
        f"{broken.placement.piece}-spin mini single, back-to-back 5 ends, combo 1"
    )


def test_a_given_solution_need_not_be_a_clear() -> None:
    placements = (Placement("T", "S", 4, 1),)
    scored = score_solution(Solution(SLOT, Queue("T"), placements), table="jstris", back_to_back=1)
    assert (scored.total, scored.is_perfect) == (5, False)
    with pytest.raises(
        ProblemError, match=r"placement 1, T S \(4, 1\), cannot be reached with kicks srs and drop hard"
    ):
        score_solution(Solution(SLOT, Queue("T"), placements), drop="hard")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: score("", "*,*,*,*,*,*,*,*,*,*"), "has 282,475,249 queues, more than the limit of 5,000,000"),
        (lambda: score(NARROW, "*p4", combo=-1), "combo at the start must be at least 0"),
        (lambda: best_score(NARROW, "LJ"), "takes 4 pieces, and the queue has 2"),
    ],
)
def test_what_is_refused(call, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises((LimitError, ProblemError), match=message):
        call()


def test_the_empty_field() -> None:
    """The pieces are told apart by their placements alone, so the rules of the game are asked about each of them."""
    found = best_score("", "TIOLJSZTIOL", 4, table="jstris")
    assert found is not None
    check(found.solution)
    assert score_solution(found.solution, table="jstris").total == found.total
    assert found.is_perfect


def test_two_perfect_clears_on_the_way() -> None:
    """Two lines are cleared first, and the others after them."""
    found = best_score("", "OOOOOOOOOO", 4, table="jstris")
    assert found is not None
    assert [(step.lines, step.sent) for step in found.steps if step.lines] == [(2, 10), (2, 10)]
    assert list(found.lines()) == [" 5 O  double, perfect clear: 10", "10 O  double, perfect clear: 10"]


def test_a_bag_on_seven_free_columns() -> None:
    """All queues of a bag, counted as solvable by another search."""
    field = "XXX_______/XXX_______/XXX_______/XXX_______"
    scores, chance = score(field, "*p7", table="tetrio-s2"), percent(field, "*p7")
    assert scores.solved == chance.solved == 5040
    queue = "TIJLOSZ"
    best = scores.best(queue)
    assert best is not None
    check(best.solution)
    assert best.total == dict(scores.each())[queue]


def test_a_problem_of_any_height() -> None:
    found = best_score(Problem.of(NARROW, "LJOI", height=4), table="jstris")
    assert found is not None
    assert found.solution.height == 4


@pytest.mark.parametrize(
    ("pattern", "table", "drop", "chain"),
    [
        ("[LJIT]p4", "tetrio-s2", "soft", Chain(0, 5)),
        ("[SZLJ]p4", "jstris", "soft", Chain(2, 0)),
        ("[TLJI]p4", "guideline", "tsm", Chain()),
    ],
)
def test_best_solutions_are_those_of_plain_recursion(pattern: str, table: str, drop: Drop, chain: Chain) -> None:
    field = THREE_WIDE
    how = {"table": table, "combo": chain.combo, "back_to_back": chain.back_to_back}
    found = score(field, pattern, 4, drop=drop, **how).solutions()
    expected: dict[frozenset[tuple[str, frozenset[tuple[int, int]]]], set[str]] = {}
    for queue in found.names:
        best: dict[frozenset[tuple[str, frozenset[tuple[int, int]]]], int] = {}
        for total, placements in clears(field, Queue(queue), 4, attack_table(table), chain, kicks=SRS, drop=drop):
            order = "".join([placement.piece for placement in placements])
            cells = Solution(field, Queue(order), placements).start_cells()
            picture = frozenset(zip(order, map(frozenset, cells), strict=True))
            best[picture] = max(total, best.get(picture, 0))
        for picture, total in best.items():
            if total == max(best.values()):
                expected.setdefault(picture, set()).add(queue)
    listed = {
        frozenset([(part.piece, frozenset(part.cells)) for part in one.parts]): set(one.queues()) for one in found
    }
    assert listed == expected
    assert listed
    # The fewest, by trying all sets.
    everything = set().union(*expected.values())
    fewest = next(
        number
        for number in range(1, len(listed) + 1)
        if any(set().union(*some) == everything for some in combinations(listed.values(), number))
    )
    assert len(found.minimal()) == fewest
    for one in found.minimal():
        check(one.solution())


def test_best_solutions_take_no_longer_than_the_limit() -> None:
    with pytest.raises(StoppedError):
        score(FOUR_WIDE, "*p5").solutions(time_limit=0)


def test_ctrl_c_is_no_time_limit() -> None:
    struck: list[Progress] = []

    def strike(progress: Progress) -> None:
        if progress.stage == "scores" and not struck:
            struck.append(progress)
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        score(FOUR_WIDE, "*p5", progress=strike)
    assert struck
