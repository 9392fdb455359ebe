"""Books of perfect clears: decision lists, compared with a search that tries everything, and led through by hand."""

from __future__ import annotations

import copy
import json
import sys
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mutation_audit import asked
from tests.reference.decision_lists import least_rules

from shapewright import clear
from shapewright.clear.books.book import MAX_CONDITIONS, Fact, conditions_of, facts_of, words_of
from shapewright.clear.books.decision_list import decision_list
from shapewright.cli import main
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.jobs import Progress
from shapewright.jobs.limits import Clock

PCO = "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI"

_SETS = st.lists(st.integers(1, 63), min_size=1, max_size=6)


def bits_of(number: int) -> set[int]:
    return {place for place in range(6) if number >> place & 1}


@given(st.lists(st.integers(0, 63), max_size=7), _SETS, st.booleans())
def test_the_shortest_list_is_that_of_trying_everything(conditions: list[int], sets: list[int], has_else: bool) -> None:
    conditions = [63, *conditions] if has_else else conditions
    found = decision_list(conditions, sets, Clock(None))
    expected = least_rules([bits_of(each) for each in conditions], [bits_of(each) for each in sets])
    assert (None if found is None else len(found.rules)) == expected
    if found is None:
        return
    assert len(found.rules) == found.bound
    left = 0
    for members in sets:
        left |= members
    for condition, chosen in found.rules:
        assert conditions[condition] & left & ~sets[chosen] == 0
        left &= ~conditions[condition]
    assert left == 0


@given(st.lists(st.integers(0, 63), max_size=7), _SETS)
def test_a_narrow_search_claims_no_more_than_it_knows(conditions: list[int], sets: list[int]) -> None:
    found = decision_list([63, *conditions], sets, Clock(None), widest=1)
    least = least_rules([bits_of(each) for each in [63, *conditions]], [bits_of(each) for each in sets])
    if found is not None:  # one beginning alone always comes to an end if there is one
        assert least is not None
        assert found.bound <= least <= len(found.rules)


@given(st.lists(st.integers(0, 63), max_size=7), _SETS)
def test_when_time_is_over_the_quick_list_is_the_answer(conditions: list[int], sets: list[int]) -> None:
    def over(*_: object) -> None:
        raise StoppedError("over")

    whole = decision_list([63, *conditions], sets, Clock(None))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("shapewright.clear.books.decision_list._Search.pass_", over)
        found = decision_list([63, *conditions], sets, Clock(None))
    assert (found is None) == (whole is None)
    if found is None or whole is None:
        return
    assert found.bound <= len(whole.rules) <= len(found.rules)
    left = 0
    for members in sets:
        left |= members
    for condition, chosen in found.rules:
        taken = [63, *conditions][condition] & left
        assert taken
        assert taken & ~sets[chosen] == 0
        left &= ~taken
    assert left == 0


def test_facts_are_what_a_player_sees() -> None:
    assert Fact("S", other="Z").holds("TS")
    assert not Fact("S", other="Z").holds("TZ")
    assert not Fact("S", other="Z").holds("ZSS")
    assert Fact("T", first=1).holds("TI")
    assert not Fact("T", first=1).holds("IT")
    assert Fact("T").holds("IT")
    assert Fact("T", first=2, is_there=False).holds("IOT")
    facts = list(facts_of(3))
    assert len(facts) == len(set(facts)) == 3 * 7 * 2 + 7 * 6
    for fact in facts:
        assert Fact.from_text(str(fact)) == fact
    for wrong in ("S after Z", "no S before Z", "X first", "T in the first 0", "T in the first 1", ""):
        with pytest.raises(NotationError, match="is not a fact about a queue"):
            Fact.from_text(wrong)
    assert words_of(()) == "otherwise"
    assert words_of((Fact("I", is_there=False), Fact("O", is_there=False))) == "no I or O in the queue"


def test_conditions_are_all_that_tell_queues_apart() -> None:
    queues = ["".join(each) for each in permutations("TIO", 2)]
    found = conditions_of(queues, 2, Clock(None), limit=MAX_CONDITIONS)
    assert found is not None
    conditions, held = found
    assert len(set(held)) == len(held)
    for condition, bits in zip(conditions, held, strict=True):
        assert bits == sum(
            [1 << place for place, queue in enumerate(queues) if all(fact.holds(queue) for fact in condition)]
        )
    assert conditions_of(queues, 2, Clock(None), limit=3) is None


@pytest.fixture(scope="module")
def pco() -> clear.Book:
    return clear.book(clear.path(PCO, "*p4"))


def test_a_book_leads_every_queue_to_a_solution_that_it_builds(pco: clear.Book) -> None:
    assert (len(pco), pco.bound, len(pco.solutions)) == (16, 16, 16)
    assert pco.is_shortest
    led = 0
    for solution in pco.path:
        for queue in solution.queues():
            rule = pco.rule_for(queue)
            assert rule.solution in pco.path.serving(queue)
            clear.check(rule.solution.solution(queue))
            led += 1
    assert led >= pco.path.solved == sum([rule.queues for rule in pco]) == 514
    with pytest.raises(ProblemError, match="none of those"):
        pco.rule_for("OOOO")
    pages = clear.read_fumens(pco.fumen().to_text())[0].pages
    assert [page.comment for page in pages] == [f"{number}. {rule.words}" for number, rule in enumerate(pco, 1)]


@pytest.fixture(scope="module")
def orders() -> clear.Path:
    """The same without hold: 36 queues, whose orders count."""
    return clear.path(PCO, "*p3", hold=False)


def test_one_fact_is_not_enough_here(orders: clear.Path) -> None:
    found = clear.book(orders, facts=2)
    assert len(found) == found.bound == len(orders.minimal())
    assert max(len(rule.condition) for rule in found) == 2
    with pytest.raises(ProblemError, match="conditions of up to 1 fact do not tell apart all 36 queues; try 2"):
        clear.book(orders, facts=1)
    with pytest.raises(ProblemError, match="has 1 to 4 facts, not 5"):
        clear.book(orders, facts=5)


def test_limits_and_nothing_to_learn(orders: clear.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(StoppedError, match="before"):
        clear.book(orders, time_limit=0)
    with pytest.raises(ProblemError, match="no solutions"):
        clear.book(clear.path("XXXXXXXX__/XXXXXXXX__", "SI", height=2))
    limits = sys.modules["shapewright.clear.books.book"]  # its name in the package is the function
    monkeypatch.setattr(limits, "MAX_QUEUES", 209)
    with pytest.raises(LimitError, match="210 queues are more than the limit of 209 for a book"):
        clear.book(orders)
    monkeypatch.undo()
    monkeypatch.setattr(limits, "MAX_CONDITIONS", 10)
    with pytest.raises(LimitError, match="more than 10 conditions of up to 3 facts"):
        clear.book(orders)


def test_the_search_tells_how_it_goes_on(pco: clear.Book) -> None:
    told: list[Progress] = []
    clear.book(pco.path, progress=told.append)
    assert [one.total for one in told] == sorted([one.total for one in told], reverse=True)
    assert told[-1].total == len(pco)


def test_an_answer_is_verified() -> None:
    answer = asked(f"clear book --field {PCO} --patterns *p3 --no-hold --facts 2")
    findings = clear.verify(answer)
    assert findings.valid is True
    assert findings.not_checked == {}

    def other(*path: str | int, value: Any) -> bool | None:
        mutant = copy.deepcopy(answer)
        *way, last = path
        place: Any = mutant
        for step in way:
            place = place[step]
        place[last] = value
        return clear.verify(mutant).valid

    assert other("rules", 0, "queues", value=1) is False
    assert other("rules", 0, "facts", value=[]) is False
    assert other("rules", 0, "solution", value=answer["rules"][1]["solution"]) is False
    assert other("rules", value=answer["rules"][:-1]) is False
    assert other("rules_bound", value=len(answer["rules"]) + 1) is False
    assert other("solved", value=1) is False
    assert other("solutions", 0, "fumen", value="v115@vhAAgH") is False
    for wrong, fault in ((["X first"], "not a fact"), (["T first", "I first", "O first"], "3 facts, and at most 2")):
        with pytest.raises(NotationError, match=fault):
            other("rules", 0, "facts", value=wrong)


def test_at_the_shell(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    arguments = ["clear", "book", "--field", PCO, "-p", "*p4"]
    assert main(arguments) == 0
    out = capsys.readouterr().out
    assert out.startswith("16 rules and 16 solutions for 514 of 840 queues; no list is shorter\n")
    assert "16. otherwise: solution 16" in out
    for suffix, begin in ((".csv", b"rule,if,"), (".fumen", b"v115@"), (".html", b"<!DOCTYPE"), (".png", b"\x89PNG")):
        file = tmp_path / f"book{suffix}"
        assert main([*arguments, "-o", str(file)]) == 0
        assert file.read_bytes().startswith(begin)
    capsys.readouterr()
    assert main([*arguments, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["rules_bound"], said["facts"], said["solved"], said["queues"]) == (16, 3, 514, 840)
    nothing = ["clear", "book", "--field", "XXXXXXXX__/XXXXXXXX__", "-c", "2", "-p", "SI"]
    assert main(nothing) == 0
    assert "nothing to be learned" in capsys.readouterr().out


@pytest.mark.parametrize(("limit", "said"), [(["--time-limit", "60"], 60), ([], 30)])
def test_when_there_is_no_list_in_time(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], limit: list[str], said: int
) -> None:
    """The limit that is named is the one that was set, though the search has only a part of it."""

    def book(path: clear.Path, *, time_limit: float, **_: Any) -> clear.Book:
        raise Clock(time_limit).stopped("a decision list was found")

    monkeypatch.setattr(clear, "book", book)
    words = f"the time limit of {said} s was reached before a decision list was found; give more time (--time-limit)"
    assert main(["clear", "book", "--field", "/".join(["XXX____XXX"] * 4), "-p", "*p5", *limit]) == 3
    assert words in capsys.readouterr().err
