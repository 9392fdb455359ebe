"""Where answers about perfect clears have a second opinion, where none is asked for, and what becomes of a dissent."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from tests.mutation_audit import asked

from shapewright import clear
from shapewright.clear import Kicks
from shapewright.clear.claims import everything, patterns
from shapewright.errors import InternalError, NotationError

FOUR = "--field XXXXXXX___/XXXXXXX___/XXXXXXX___/XXXXXXX___"
BUILT = "v115@9gG8ilG8glRpG8g0RpG8i0JeAg0IAKHcSASoW9A v115@9gG8hlwhG8h0whG8g0glwhG8g0glwhJeAg0IAqSVSA?SoW9A"

PLAYED = "v115@9gG8CeG8CeG8CeG8MeCNYXAFLDmClcJSAVDEHBEooR?BMoAVBKuqBAvhBWNJTNJ"


def _table(parameters: dict[str, Any], **keys: Any) -> dict[str, Any]:
    return {"command": "clear table", "parameters": {"height": 4, **parameters}, "complete": True, "height": 4, **keys}


def test_the_table_of_two_lines_is_computed_again() -> None:
    answer = asked("clear table 2 --impossible")
    found = clear.verify({**answer, "solved": answer["solved"] + 1})
    words, solved = "recomputed, and by all boards", answer["solved"]
    assert found.faults == [{"claim": "solved", "fault": f"the answer says {solved + 1}, {words}: {solved}"}]
    assert found.checked["chances"] == found.checked["impossible"] == words


def test_the_table_of_four_lines_is_that_of_the_list() -> None:
    found = clear.verify(_table({}, sequences=79516080, solved=79453246, chances={}))
    assert found.checked["solved"] == "by the list that comes with the package"
    assert [fault["claim"] for fault in found.faults] == ["chances"]


@pytest.mark.parametrize("parameters", [{"kicks": "none"}, {"drop": "hard"}])
def test_the_table_of_four_lines_by_other_rules_is_not_checked(parameters: dict[str, str]) -> None:
    found = clear.verify(_table(parameters, sequences=79516080, solved=1, chances={}))
    assert (found.valid, sorted(found.not_checked)) == (None, ["chances", "solved"])


def test_live_boards_of_four_lines_are_those_that_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(everything, "kept_live_boards", lambda kicks, _: SimpleNamespace(sizes=(1, 162)))
    found = clear.verify(_table({"live": True}, sizes=[1], boards=163))
    assert found.checked["boards"] == "by the boards that are kept"
    assert [fault["claim"] for fault in found.faults] == ["sizes"]
    monkeypatch.setattr(everything, "kept_live_boards", lambda *_: None)
    found = clear.verify(_table({"live": True}, sizes=[1], boards=1))
    assert (found.valid, sorted(found.not_checked)) == (None, ["boards", "sizes"])


@pytest.mark.parametrize(
    ("line", "where", "name", "instead"),
    [
        ("clear sequences --dealt 2", everything, "list_sequences", lambda _: []),
        ("clear sequences -p [SZ]p2", everything, "_plainly", lambda _: set()),
        (f"clear percent {FOUR} -p LJIO", patterns, "solve_many", lambda *_, **__: [None]),
        (f"clear cover {BUILT} -p LJIO", patterns, "in_order", lambda *_, **__: None),
        ("clear impossible TIOLJSZTIOL", everything, "faults", lambda _: ["it floats"]),
        ("clear impossible TIOLJSZTIOL", everything, "first", lambda *_, **__: None),
        ("clear impossible IIOTSZIOSZT", everything, "none_at", lambda *_: None),
    ],
)
def test_two_methods_that_disagree_are_a_fault_of_the_program(
    line: str, where: Any, name: str, instead: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = asked(line)
    assert clear.verify(answer).valid is True
    monkeypatch.setattr(where, name, instead)
    with pytest.raises(InternalError, match="two methods disagree"):
        clear.verify(answer)


def test_what_is_too_long_for_a_second_opinion_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    percent, cover = asked(f"clear percent {FOUR} -p LJI[OT]"), asked(f"clear cover {BUILT} -p LJIO")
    monkeypatch.setattr(patterns, "MAX_SEARCHED", 2)
    monkeypatch.setattr(patterns, "MAX_ORDERED", 2)
    assert clear.verify(percent).checked["solved"] == "recomputed, and each queue searched by itself"
    assert clear.verify(cover).checked["any"] == "recomputed, and each queue put into order by itself"
    monkeypatch.setattr(patterns, "MAX_SEARCHED", 1)
    monkeypatch.setattr(patterns, "MAX_ORDERED", 1)
    assert clear.verify(percent).checked["solved"] == "recomputed"
    assert clear.verify(cover).checked["any"] == "recomputed"


def test_queues_that_are_too_many_to_list_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = asked(f"clear percent {FOUR} -p LJI[OT]")
    failing = answer["queues"] - answer["solved"]
    monkeypatch.setattr(patterns, "MAX_LISTED", failing)
    assert clear.verify(answer).valid is True
    monkeypatch.setattr(patterns, "MAX_LISTED", failing - 1)
    assert clear.verify(answer).not_checked["failed"] == (
        f"{failing} queues fail, more than the limit of {failing - 1} to list"
    )


def test_kicks_that_the_answer_names_are_used_before_those_of_a_file() -> None:
    answer = asked(f"clear percent {FOUR} -p LJIO --kicks none")
    assert clear.verify(answer, kicks=Kicks.named("srs")).valid is True
    named = {
        **answer,
        "parameters": {**answer["parameters"], "kicks": {"name": "mine.properties", "bytes": 70000, "sha256": "0"}},
    }
    assert clear.verify(named, kicks=Kicks.named("none")).valid is True
    assert clear.verify(named).valid is None


def test_nets_are_compared_by_times_that_nobody_measures_again() -> None:
    answer = {"command": "clear train", "parameters": {"compare": ["net"]}, "complete": True, "orders": []}
    found = clear.verify({**answer, "height": 4, "queues": 2000})
    assert (found.faults, sorted(found.not_checked)) == ([], ["orders"])
    for lie in ({"height": 5, "queues": 2000}, {"height": 4, "queues": 2001}):
        assert clear.verify({**answer, **lie}).valid is False


def test_a_way_to_train_that_does_not_exist() -> None:
    answer = {"command": "clear train", "complete": True, "net": {}, "generations": []}
    for name in ("fitness", "start"):
        with pytest.raises(NotationError, match="one of .*, not 'best'"):
            clear.verify({**answer, "parameters": {name: "best"}})


@pytest.mark.parametrize(
    ("parameters", "number", "complete", "valid"),
    [
        ({}, 2, True, None),
        ({}, 2, False, False),
        ({"limit": 2}, 2, False, None),
        ({"limit": 2}, 2, True, False),
        ({"limit": 2}, 1, True, None),
        ({"limit": 1}, 2, False, False),
        ({"number": 2}, 1, True, None),
        ({"number": 2}, 2, True, False),
    ],
)
def test_solutions_of_a_file_that_is_not_in_the_answer(
    parameters: dict[str, int], number: int, complete: bool, valid: bool | None
) -> None:
    solution = asked(f"clear show {PLAYED}")["solutions"][0]
    parameters |= {"file": {"name": "a.txt", "bytes": 70000, "sha256": "0"}}
    answer = {"command": "clear show", "parameters": parameters, "solutions": [solution] * number, "complete": complete}
    found = clear.verify(answer)
    assert found.valid is valid
    assert ("parameters.file" in found.not_checked) == (valid is None)
