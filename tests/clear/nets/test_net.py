"""Nets: values in Python and in the engine, features against plain counting, files, and searches that they order."""

from __future__ import annotations

import json
import math
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.clear.random_nets import nets
from tests.clear.random_values import fields
from tests.reference.clear.net import features

from shapewright import _core
from shapewright.clear import (
    ACTIVATIONS,
    FEATURES,
    Field,
    Net,
    NetNode,
    Problem,
    Queue,
    Training,
    check,
    first,
    native,
    play,
    solve,
    table,
)
from shapewright.clear.field import FULL_ROW
from shapewright.clear.loops.demo import Game
from shapewright.clear.nets.train import deal
from shapewright.clear.piece import PIECES
from shapewright.drawing import to_svg
from shapewright.errors import FileError, NotationError, ProblemError, ShapewrightError

SMALL = Net(
    (NetNode("tanh", -0.5, (("covered", 2.0), ("pits", 1.0))), NetNode("identity", 0.25, ((0, 3.0), ("heights", -0.5))))
)
TRAINING = Training(1, 2, 10, 20, 4, "typical", "plain", 1, 12.5, "neat-python 2.0.0")
# The built-in order, and its reverse.
PLAIN = Net(
    (
        NetNode(
            "identity",
            0.0,
            (
                ("covered", 1.7),
                ("row_transitions", 2.4),
                ("column_transitions", 1.8),
                ("closed_borders", -1.3),
                ("pits", 3.8),
                ("buried", -0.6),
            ),
        ),
    )
)
WORST = Net((NetNode("identity", 0.0, tuple([(name, -weight) for name, weight in PLAIN.nodes[0].inputs])),))


# --- Values ---------------------------------------------------------------------------------------------------------


@settings(max_examples=150, deadline=None)
@given(fields(6), st.integers(0, 2))
def test_features_are_what_counting_gives(field: Field, more: int) -> None:
    field = field.cleared()
    height = min(6, field.height + more)
    board = field.bits.to_bytes(25, "little")
    expected = [features(field, height)[name] for name in FEATURES]
    assert _core.clear_features(board, height, False) == pytest.approx(expected)
    assert _core.clear_features(board, height, True) == pytest.approx(expected)


@settings(max_examples=60, deadline=None)
@given(fields(20))
def test_features_of_tall_boards_are_what_counting_gives(field: Field) -> None:
    field = field.cleared()
    expected = features(field, field.height)
    found = _core.clear_features(field.bits.to_bytes(25, "little"), field.height, True)
    assert found == pytest.approx(list(expected.values()))
    # What the bound of every net's values relies on.
    assert all(value <= (190 if name == "depth" else 20) for name, value in expected.items())


@settings(max_examples=200, deadline=None)
@given(nets(), st.lists(st.floats(0, 20), min_size=len(FEATURES), max_size=len(FEATURES)))
def test_the_engine_works_nets_off_as_python_does(net: Net, values: list[float]) -> None:
    told = dict(zip(FEATURES, values, strict=True))
    assert net.native.value(values) == pytest.approx(net.value(told), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_every_activation_from_end_to_end(activation: str) -> None:
    net = Net((NetNode(activation, -10.0, (("empty", 1.0),)),))
    for step in range(2001):
        z = step / 100
        assert net.native.value([0.0] * 8 + [z] + [0.0] * 4) == pytest.approx(net.value({"empty": z}), abs=1e-14)


def test_the_features_a_net_looks_at() -> None:
    assert SMALL.features == ("heights", "covered", "pits")
    assert Net((NetNode("relu", 1.0, ()),)).value({}) == 1.0


# --- Searches -------------------------------------------------------------------------------------------------------


@settings(max_examples=120, deadline=None)
@given(
    st.lists(st.integers(0, 1023), min_size=1, max_size=4),
    st.text(PIECES, min_size=1, max_size=6),
    st.sampled_from([None, *PIECES]),
    st.booleans(),
    nets(),
)
def test_an_order_changes_no_answer(holes: list[int], pieces: str, held: str | None, hold: bool, net: Net) -> None:
    field = Field(tuple([FULL_ROW & ~(row & 0b0001111100) for row in holes])).cleared()
    height = len(field.rows)
    queue = Queue(pieces, held)
    if height == 0 or field.empty_cells(height) % 4:
        return
    plain = first(field, queue, height=height, hold=hold)
    found = first(field, queue, height=height, hold=hold, net=net)
    assert (found is None) == (plain is None)
    if found is not None:
        check(found, hold=hold)


@settings(max_examples=25, deadline=None)
@given(nets(), st.integers(0, 10**6), st.sampled_from([4, 6, 8]))
def test_every_net_clears_the_empty_field(net: Net, seed: int, height: int) -> None:
    (queue,) = deal(1, height, f"test {seed}")
    sequence = native.codes(queue)
    problem = Problem(Field(), Queue(queue), height)
    outcome, boards, _ = _core.clear_solve(
        native.rules(problem.kicks, problem.drop), b"", height, sequence, True, 255, 0, 20_000, None, -1.0, net.native
    )
    assert outcome in (0, 2)  # a clear, or the limit of boards: never "there is none"
    if outcome == 0 and boards < 5000:
        found = first("", queue, height=height, net=net)
        assert found is not None
        check(found)


def test_all_solutions_are_the_same_ones() -> None:
    hole = "XXXX____XX/XXXX____XX/XXXX____XX"
    plain = {frozenset(s.start_cells()) for s in solve(Problem.of(hole, "TLJOI"))}
    assert len(plain) > 0
    assert {frozenset(s.start_cells()) for s in solve(Problem.of(hole, "TLJOI"), net=SMALL)} == plain


def test_an_order_counts() -> None:
    # The reverse of the built-in order looks at many times as many boards; the same weights look at about as many.
    problem = Problem(Field(), Queue("TIOLJSZTIOL"), 4)
    sequences = list(map(native.codes, deal(60, 4, "an order counts")))
    measured = _core.clear_measure(
        native.rules(problem.kicks, problem.drop), 4, sequences, 2000, [None, PLAIN.native, WORST.native], None, -1.0
    )
    plain, same, worst = [sum([math.log(boards) for boards in one[0]]) for one in measured]
    assert abs(plain - same) < 60 * math.log(1.5)
    assert worst > plain + 60 * math.log(3)


def test_the_same_net_gives_the_same_answer(tmp_path: Path) -> None:
    SMALL.save(tmp_path / "net.json")
    queues = deal(20, 4, "the same answer")
    answers = [first("", queue, net=SMALL) for queue in queues]
    assert answers == [first("", queue, net=str(tmp_path / "net.json")) for queue in queues]
    assert answers != [first("", queue) for queue in queues]


def test_a_game_with_a_net() -> None:
    game = Game()
    for solution in islice(play(seed=3, game=game, net=SMALL), 5):
        check(solution)
    assert game.clears == 5


@pytest.mark.slow
def test_a_table_with_a_net_has_the_same_queues() -> None:
    plain, ordered = table(2), table(2, net=SMALL)
    assert ordered == plain


# --- Files ----------------------------------------------------------------------------------------------------------


@given(nets(), st.booleans())
def test_files_and_repr_come_back(net: Net, trained: bool) -> None:
    if trained:
        net = Net(net.nodes, TRAINING)
    assert Net.from_text(net.to_text()) == net
    assert eval(repr(net)) == net


def test_the_text_of_a_net() -> None:
    data = json.loads(Net(SMALL.nodes, TRAINING).to_text())
    assert data["format"] == "shapewright clear net"
    assert data["features"] == ["heights", "covered", "pits"]
    assert data["nodes"][1] == {"activation": "identity", "bias": 0.25, "inputs": [[0, 3.0], ["heights", -0.5]]}
    assert data["training"]["seed"] == 1


def changed(**keys: Any) -> str:
    data = json.loads(Net(SMALL.nodes, TRAINING).to_text())
    data.update(keys)
    return json.dumps(data)


def node(**keys: Any) -> str:
    whole = {"activation": "relu", "bias": 0.0, "inputs": [["covered", 1.0]]} | keys
    return changed(nodes=[whole], features=["covered"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "it has no 'format'"),
        ('{"format": "a solution"}', "it has no 'format'"),
        (changed(version=2), "its version is '2'"),
        (changed(colour="red"), "a key 'colour'"),
        (changed(nodes={}), "no list of 'nodes'"),
        (changed(nodes=[], features=[]), "1 to 100 nodes, not 0"),
        (changed(nodes=[{"activation": "relu", "bias": 0.0, "inputs": []}] * 101, features=[]), "1 to 100 nodes"),
        (changed(features=["covered"]), "its 'features' are not those"),
        (changed(training={"seed": 1}), "its 'training' is not an object"),
        (changed(training=None), "its 'training' is not an object"),
        (node(bias="1"), "the bias of node 0 is \"'1'\", not a number"),
        (node(bias=True), "the bias of node 0 is 'True', not a number"),
        (node(bias=10**400), "the bias of node 0 is inf"),
        (node(inputs=[["covered", 1e999]]), "it is not JSON"),
        (node(inputs=[["covered", 1e9]]), "may grow beyond 1000000"),
        (node(inputs=[["colour", 1.0]]), "'colour' is not a feature"),
        (node(inputs=[[0, 1.0]]), "'0' is neither a feature nor an earlier node"),
        (node(inputs=[[-1, 1.0]]), "'-1' is neither"),
        (node(inputs=[[True, 1.0]]), "is not an input"),
        (node(inputs=["covered"]), "is not an input"),
        (node(activation="sin"), "'sin' is not an activation; there are identity"),
        (node(activation=[]), "is not an activation"),
        (node(colour=1), "is not an object with 'activation', 'bias' and a list of 'inputs'"),
    ],
)
def test_what_is_no_net_is_refused_in_one_sentence(text: str, said: str, tmp_path: Path) -> None:
    text = text.replace("Infinity", "1e999") if "not JSON" not in said else text
    with pytest.raises(NotationError) as caught:
        Net.from_text(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    path = tmp_path / "net.json"
    path.write_text(text)
    with pytest.raises(FileError, match=r"net\.json"):
        Net.load(path)


def test_numbers_too_large_for_json_are_refused() -> None:
    with pytest.raises(NotationError, match="1e999. is larger than any number"):
        Net.from_text(node(inputs=[["covered", 1.5]]).replace("1.5", "1e999"))
    with pytest.raises(NotationError, match="NaN is not a number"):
        Net.from_text(node(inputs=[["covered", 1.5]]).replace("1.5", "NaN"))
    with pytest.raises(ProblemError, match="'score' of a training"):
        Training(1, 2, 10, 20, 4, "typical", "plain", 1, math.nan, "neat-python 2.0.0")


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda content: content.decode("latin-1")))
def test_any_text_is_a_net_or_refused(text: str) -> None:
    with pytest.raises(ShapewrightError):
        Net.from_text(text)


@settings(max_examples=150)
@given(st.data())
def test_a_damaged_file_is_a_net_or_refused(data: st.DataObject) -> None:
    text = Net(SMALL.nodes, TRAINING).to_text()
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:at] + data.draw(st.sampled_from(["", "9", "-", '"', "e", "]", "{"])) + text[at + 1 :]
    try:
        net = Net.from_text(damaged)
    except NotationError:
        return
    net.native.value([1.0] * len(FEATURES))


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="no such file"):
        Net.load(tmp_path / "none.json")
    with pytest.raises(FileError, match="a file cannot have this name"):
        Net.load("a\0b")
    (tmp_path / "large.json").write_bytes(b" " * (1 << 21))
    with pytest.raises(FileError, match="larger than the limit"):
        Net.load(tmp_path / "large.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="is not a net: byte"):
        Net.load(tmp_path / "bytes.json")


def test_the_engine_refuses_what_python_would() -> None:
    for nodes in (
        [],
        [(9, 0.0, [])],
        [(0, math.nan, [])],
        [(0, 0.0, [(13, 1.0)])],
        [(0, 0.0, [(0, math.inf)])],
        [(0, 0.0, [(200, 1.0)])],
        [(0, 0.0, [(0, 1e300)])],
    ):
        with pytest.raises(ProblemError):
            _core.ClearNet(nodes)


def test_a_picture() -> None:
    svg = to_svg(SMALL.draw())
    assert "a net of 3 features and 1 hidden node" in svg
    assert SMALL._repr_svg_() == svg
    assert to_svg(Net((NetNode("relu", 1.0, ()),)).draw()).startswith("<svg")
