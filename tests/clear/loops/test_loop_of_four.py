"""Perfect clears of four lines in a row, with the whole clear in sight, against slow twins and single searches."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from tests.clear.claims.test_claims import changed
from tests.mutation_audit import asked
from tests.reference.clear.loop import Boards
from tests.reference.clear.loop_of_four import Saved, Sighted, saved_by_trying

from shapewright import clear
from shapewright.clear import Kicks, native
from shapewright.clear.kicks import KICKS
from shapewright.clear.loops import loop_of_four
from shapewright.clear.loops.loop import loop
from shapewright.clear.loops.loop_of_four import Tied, Work, states_of, values
from shapewright.clear.loops.loop_values import bags_of, left_before, strings
from shapewright.clear.patterns.sequences import list_sequences
from shapewright.clear.piece import PIECES
from shapewright.clear.search.impossible_list import has_all_turns, known
from shapewright.clear.search.table import sequences_in, starts
from shapewright.errors import ElsewhereError, LimitError, ProblemError, StoppedError

PLACED = 3
"""Made-up games have clears of so many pieces."""

SEQUENCES = list(list_sequences(PLACED))
STATES = [(held, bag) for held in PIECES for left in range(1, 8) for bag in bags_of(left)]


def made_up(seed: int, failing: float) -> Saved:
    """A game in which pure chance tells what each sequence can leave over; only some held pieces can fail."""

    @cache
    def of_class(pair: str, rest: str) -> str:
        draw = random.Random(f"{seed} {pair} {rest}")
        if set(pair) <= set("SZO") and draw.random() < failing:
            return ""
        return "".join([piece for piece in sorted(set(pair + rest)) if draw.random() < 0.7]) or pair[0]

    return lambda held, string: of_class("".join(sorted(held + string[0], key=PIECES.index)), string[1:])


def of(saved: Saved, sequence: tuple[str, str]) -> str:
    pair, rest = sequence
    return saved(pair[0], pair[1] + rest)


class Doing:
    """Instead of the stages of the work: a made-up game."""

    saved: Saved

    def __init__(self, _: Work) -> None: ...

    def failed(self) -> list[tuple[str, str]]:
        return [sequence for sequence in SEQUENCES if not of(self.saved, sequence)]

    def tied(self, safe: set[tuple[str, str]], failed: frozenset[tuple[str, str]]) -> Tied:
        """As the engine does it: safe in all states in which the sequence can come, else it is tied."""
        tied = {}
        for sequence in SEQUENCES:
            ends = [after for *_, after in states_of(sequence, PLACED)]
            saved = of(self.saved, sequence)
            if sequence not in failed and not any(all((piece, after) in safe for after in ends) for piece in saved):
                tied[sequence] = saved
        return tied


@pytest.mark.parametrize(("seed", "failing"), [(1, 0.02), (2, 0.3), (3, 0.0), (4, 0.9)])
def test_values_of_made_up_games(monkeypatch: pytest.MonkeyPatch, seed: int, failing: float) -> None:
    saved = made_up(seed, failing)
    twin = Sighted(PLACED, saved)
    monkeypatch.setattr(loop_of_four, "PLACED", PLACED)
    monkeypatch.setattr(loop_of_four, "_Doing", Doing)
    monkeypatch.setattr(Doing, "saved", staticmethod(saved), raising=False)
    found = loop(3, height=4, kicks="none")
    for held, bag in STATES[::11]:
        assert found.chances[held, bag] == tuple([twin.chance(clears, held, bag) for clears in (1, 2, 3)])
        assert found.numbers[held, bag] == twin.number(3, held, bag)
        if found.for_ever is not None:
            assert found.for_ever[held, bag] == twin.chance(4, held, bag)
    whole = found.chances["", "IOT"]
    assert whole == tuple([sum([twin.chance(k, p, "IOT".replace(p, "")) for p in "IOT"]) / 3 for k in (1, 2, 3)])
    assert any(chances[0] < 1 for chances in found.chances.values()) == (failing > 0)
    # With all sequences tied nothing rests on what is safe.
    fails = Counter([state[:2] for sequence in Doing.failed(Doing) for state in states_of(sequence, PLACED)])  # type: ignore[arg-type]
    tied = {sequence: of(saved, sequence) for sequence in SEQUENCES if of(saved, sequence)}
    assert values(3, PLACED, fails, tied) == (found.chances, found.numbers)


@pytest.mark.parametrize(("kicks", "drop"), [("srs", "soft"), ("none", "hard")])
def test_what_cannot_leave_an_allowed_piece(kicks: str, drop: Any) -> None:
    """Of two lines: all sequences, by trying every move."""
    saved = saved_by_trying(Boards(Kicks.named(kicks), drop))
    graph = native.LiveGraph(native.rules(Kicks.named(kicks), drop), 2, 1, None, -1.0)
    source = native.LivePlacements(graph, 1, None, -1.0)
    sequences = list(list_sequences(5))
    for seed, share in ((1, 0.5), (2, 0.95), (3, 0.0)):
        draw = random.Random(seed)
        allowed = {bag: {p for p in PIECES if draw.random() < share} for left in range(1, 8) for bag in bags_of(left)}
        packed = bytearray(128)
        for bag, ones in allowed.items():
            packed[sum([1 << PIECES.index(piece) for piece in bag])] = sum([1 << PIECES.index(one) for one in ones])
        parts = [source.unsaved_part(start, bytes(packed), None, -1.0) for start in starts(2)]
        expected, demanded = set(), 0
        for sequence in sequences:
            fine = set.intersection(
                *[allowed[after] for _, before, after in states_of(sequence, 5) if len(before) <= 5]
            )
            if len(fine) < len(PIECES):
                demanded += 1
                if not fine & set(of(saved, sequence)):
                    expected.add(sequence)
        assert set(sequences_in(b"".join([failed for failed, _ in parts]))) == expected
        assert sum([number for _, number in parts]) == demanded
    with pytest.raises(ValueError, match="each rest of a bag"):
        source.unsaved_part(b"\0\0", b"\0", None, -1.0)


def test_a_single_clear_is_the_share_of_the_queues() -> None:
    found = loop(1, height=4)
    assert found.chance() == 1
    assert sum([1 for (held, _), of in found.chances.items() if held and of[0] < 1]) == 48
    assert min(found.chances.items(), key=lambda item: item[1]) == (("O", "IOSZ"), (Fraction(169, 180),))
    # As many strings fail as the published numbers say, whatever is in hold, and none if nothing is.
    fails = [(1 - of[0]) * strings(len(bag), 10, bags=True) for (held, bag), of in found.chances.items() if held]
    assert sum(fails) == 68_024
    assert all(of[0] == 1 for (held, _), of in found.chances.items() if not held or held in "TLJ")
    share = clear.percent("", "O,[IOSZ]!,*p6", 4)
    assert found.chance("O", "IOSZ") == Fraction(share.solved, share.queues)
    assert str(found) == "1 clear of 4 lines with the whole clear in sight"
    assert found.least("O", 4) == Fraction(169, 180)
    assert found.for_ever is None


def test_what_is_left_of_the_bag_before_each_clear() -> None:
    drawn = [0, *[10 * clear + 1 for clear in range(1, 20)]]
    for clear_number, pieces in enumerate(drawn, 1):
        assert (left_before(clear_number) + pieces) % 7 == 0


def test_a_player_in_sight_of_the_clear_can_leave_a_piece_that_never_fails() -> None:
    """Some of the sequences of which that is demanded, each searched for by itself."""
    assert not _without_safe_piece(7, 25)


@pytest.mark.slow
def test_more_players_can_leave_a_piece_that_never_fails() -> None:
    assert not _without_safe_piece(8, 400)


def _without_safe_piece(seed: int, number: int) -> list[tuple[str, str]]:
    safe = {state for state, of in loop(1, height=4).chances.items() if of[0] == 1}
    draw, found = random.Random(seed), []
    while number:
        held, left = draw.choice(PIECES), draw.choice((1, 2, 6, 7))
        coming = "".join(["".join(draw.sample(PIECES, 7)) for _ in range(3)])[7 - left : 17 - left]
        ends = {(one, after) for one, _, after in states_of((held + coming[0], coming[1:]), 10) if one == held}
        fine = [piece for piece in PIECES if all((piece, after) in safe for _, after in ends)]
        if len(fine) < len(PIECES):
            number -= 1
            if clear.first("", clear.Queue(coming, held), height=4, save="||".join(fine), use_list=False) is None:
                found.append((held, coming))
    return found


@pytest.mark.slow
def test_four_lines_can_be_cleared_for_ever() -> None:
    once, found = loop(1, height=4), loop(8, height=4)
    assert found.for_ever is not None
    for state, chances in once.chances.items():
        assert found.chances[state] == 8 * chances
        assert found.for_ever[state] == chances[0]
        assert found.numbers[state] == 8 * chances[0]
    assert found.for_ever["", PIECES] == 1


def test_the_list_has_what_the_engine_finds() -> None:
    """The stages' own functions, on two lines."""

    class Budget:
        stop = None

        def left(self) -> None: ...

    game: list[Any] = [2, *loop_of_four._Doing(Work(Kicks.named("srs"), "soft"))._game[1:]]
    failed = [loop_of_four._failed([*game, start], Budget()) for start in starts(2)]  # type: ignore[arg-type]
    assert b"".join(failed) == clear.table(2).failed
    saved = saved_by_trying(Boards(Kicks.named("srs"), "soft"))
    some = [sequence for sequence in list_sequences(5) if of(saved, sequence)][::150]
    found = loop_of_four._saved([*game, list(map(list, some))], Budget())  # type: ignore[arg-type]
    assert ["".join(sorted(one)) for one in found] == [of(saved, sequence) for sequence in some]
    assert len(known()) == 62_834


def test_what_four_lines_do_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, why in (
        ({"see": 5}, "the whole clear is in sight"),
        ({"bags": False}, "come from bags"),
        ({"hold": False}, "there is a hold"),
        ({"drop": "tsd"}, "a loop of clears"),
    ):
        with pytest.raises(ProblemError, match=why):
            loop(1, height=4, **game)  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="clears of 2 or 4 lines, not of 3"):
        loop(1, height=3)
    with pytest.raises(ProblemError, match="keep nothing in a checkpoint"):
        loop(1, checkpoint="loop.sqlite")
    with pytest.raises(LimitError, match="at most 11"):
        loop(12, height=4)
    with pytest.raises(StoppedError, match="before the chances were known"):
        loop(2, height=4, time_limit=0)
    monkeypatch.setattr(loop_of_four, "require_memory", lambda *_: (_ for _ in ()).throw(LimitError("no memory")))
    with pytest.raises(LimitError, match="no memory"):
        loop(2, height=4)
    monkeypatch.setattr(loop_of_four.cache, "is_there", lambda: False)
    with pytest.raises(ElsewhereError, match="more than a browser gives"):
        loop(2, height=4)
    assert loop(1, height=4).chance("T") == 1  # looked up, also there


def test_too_many_queues_for_exact_values() -> None:
    doing = loop_of_four._Doing(Work(Kicks.named("srs"), "soft"))
    with pytest.raises(LimitError, match="any held piece can fail"):
        doing.tied({(held, bag) for held, bag in STATES if bag != "IO"}, frozenset())


@pytest.mark.parametrize("command", ["clear loop --height 4 -k 1", "clear loop --height 4 -k 1 --hold O --bag IOSZ"])
def test_an_answer_is_computed_again(command: str) -> None:
    answer = asked(command)
    findings = clear.verify(answer)
    assert findings.valid is True
    assert findings.not_checked == {}
    for key, value in {"chance": 0.5, "chances": ["1/2"], "for_ever": "1", "height": 2}.items():
        assert clear.verify(changed(answer, key, value=value)).valid is False, key
    assert clear.verify(changed(answer, "by_clear", 2, "left", value=5)).valid is False
    assert clear.verify(changed(answer, "by_clear", 2, "mean", "O", value="1/2")).valid is False


def test_more_turns_make_no_other_queue_impossible(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under kicks that have all turns of SRS, only queues that are on the list are looked at."""
    names = [name for name in KICKS if has_all_turns(Kicks.named(name))]
    assert {"srs", "jstris180", "srs180"} <= set(names)
    assert not {"none", "srs-plus", "nokicks"} & set(names)
    asked_for: list[list[bytes]] = []
    monkeypatch.setattr(
        loop_of_four, "run", lambda stage, **_: asked_for.append([one[-1] for one in stage.tasks]) or []
    )
    for name, drop in (("jstris180", "soft"), ("jstris180", "hard"), ("srs-plus", "soft")):
        assert not list(loop_of_four._Doing(Work(Kicks.named(name), drop)).failed())  # type: ignore[arg-type]
    few, *all_of_them = asked_for
    assert all_of_them == [starts(4)] * 2
    begun = {"".join([PIECES[piece] for piece in start]) for start in few}
    assert len(few) == len(begun) == 2961
    assert all(pair + rest[:4] in begun for pair, rest in known())
