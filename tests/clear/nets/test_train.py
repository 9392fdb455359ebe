"""Training: the same net on however many threads and after every stop, nets as the library has them, fair measures."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright.clear import FEATURES, Net, compare_nets, train
from shapewright.clear.nets import evolution
from shapewright.clear.nets.train import Generation, deal, training_queues
from shapewright.errors import CheckpointError, FileError, MissingExtraError, ProblemError, StoppedError

SMALL: dict[str, Any] = {"generations": 4, "population": 12, "queues": 8, "seed": 5}


@pytest.fixture(scope="module")
def expected() -> str:
    return train(**SMALL, threads=1).net.to_text()


def test_threads_change_nothing(expected: str) -> None:
    assert train(**SMALL, threads=3).net.to_text() == expected


def test_another_seed_is_another_training(expected: str) -> None:
    assert train(**(SMALL | {"seed": 6}), threads=2).net.to_text() != expected


@pytest.mark.parametrize("stop_after", [0, 1, 3])
def test_a_stop_changes_nothing(expected: str, stop_after: int, tmp_path: Path) -> None:
    checkpoint = tmp_path / "net.sqlite"

    class EnoughError(Exception):
        pass

    def stop(generation: Generation) -> None:
        if generation.number == stop_after:
            raise EnoughError

    with pytest.raises(EnoughError):
        train(**SMALL, threads=2, told=stop, checkpoint=checkpoint)
    # What the caller draws in between makes no difference.
    random.random()
    assert train(**SMALL, threads=1, checkpoint=checkpoint).net.to_text() == expected


def test_a_stop_within_a_generation_changes_nothing(expected: str, tmp_path: Path) -> None:
    checkpoint = tmp_path / "net.sqlite"
    for _ in range(2):
        with pytest.raises(StoppedError) as caught:
            train(**SMALL, threads=1, checkpoint=checkpoint, time_limit=0)
        assert "was reached in generation 0" in str(caught.value)
    with pytest.raises(KeyboardInterrupt):
        train(**SMALL, threads=1, checkpoint=checkpoint, progress=_interrupt_at(0.7))
    assert train(**SMALL, checkpoint=checkpoint).net.to_text() == expected


def _interrupt_at(fraction: float) -> Any:
    def heard(progress: Any) -> None:
        if progress.fraction >= fraction:
            raise KeyboardInterrupt

    return heard


def test_it_goes_on_for_longer_than_was_asked_at_first(expected: str, tmp_path: Path) -> None:
    checkpoint = tmp_path / "net.sqlite"
    train(**(SMALL | {"generations": 2}), checkpoint=checkpoint)
    assert train(**SMALL, checkpoint=checkpoint).net.to_text() == expected
    with pytest.raises(CheckpointError, match="belongs to another problem"):
        train(**(SMALL | {"seed": 6}), checkpoint=checkpoint)


def test_the_callers_random_numbers_are_left_alone() -> None:
    random.seed(7)
    before = random.getstate()
    train(**(SMALL | {"generations": 2}), threads=1)
    assert random.getstate() == before


def test_progress_and_generations() -> None:
    heard: list[Any] = []
    told: list[Generation] = []
    found = train(**SMALL, threads=1, progress=heard.append, told=told.append)
    assert [one.number for one in told] == [0, 1, 2, 3]
    assert tuple(told) == found.generations
    assert all(one.best >= one.mean > 0 and 1 <= one.species <= 12 for one in told)
    fractions = [progress.fraction for progress in heard]
    assert fractions == sorted(fractions)
    assert heard[-1].stage == str(told[-1])
    training = found.net.training
    assert training is not None
    assert (training.seed, training.generations, training.population, training.queues) == (5, 4, 12, 8)


def test_it_learns_from_scratch() -> None:
    # From random weights the best of a few generations beats what it began with by far.
    found = train(generations=6, population=20, queues=6, start="random", seed=1)
    fitness = [one.mean for one in found.generations]
    assert max(fitness[3:]) > 1.5 * fitness[0]


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 6), st.sampled_from(["random", "plain"]))
def test_nets_are_worked_off_as_the_library_does(seed: int, generations: int, start: str) -> None:
    import neat

    chance = random.Random(seed)
    population = evolution.begin(8, seed, start)
    for _ in range(generations):
        population = evolution.breed(population, [chance.random() for _ in range(8)])
    nets = evolution.nets(population)
    config, reproduction, species = evolution._parts(neat, 8)
    genomes = evolution._restored(neat, population, config, reproduction, species)
    for net, genome in zip(nets, genomes.values(), strict=True):
        if net is None:
            continue
        theirs = neat.nn.FeedForwardNetwork.create(genome, config)
        for _ in range(5):
            values = [chance.random() * 3 for _ in FEATURES]
            (expected,) = theirs.activate(values)
            assert net.value(dict(zip(FEATURES, values, strict=True))) == pytest.approx(expected, rel=1e-9, abs=1e-9)
            assert net.native.value(values) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_a_saved_population_is_bred_as_a_whole_run_of_the_library() -> None:
    # The library's own loop, never interrupted, and ours, which turns everything into plain data after every step.
    import neat

    chance = random.Random(1)
    fitness = [[chance.random() * 10 for _ in range(10)] for _ in range(12)]
    population = evolution.begin(10, 3, "random")
    with evolution._lent_random(None, 3):
        config, _, _ = evolution._parts(neat, 10)
        whole = neat.Population(config)
        generation = iter(fitness)

        def measure(genomes: list[Any], config: Any) -> None:
            for (_, genome), value in zip(genomes, next(generation), strict=True):
                genome.fitness = value

        whole.run(measure, len(fitness))
        expected = [
            (
                genome.key,
                {key: (node.bias, node.activation) for key, node in genome.nodes.items()},
                {key: (gene.weight, gene.enabled, gene.innovation) for key, gene in genome.connections.items()},
            )
            for genome in whole.population.values()
        ]
    for values in fitness:
        population = evolution.breed(population, values)
    assert population["generation"] == whole.generation == 12
    found = [
        (
            key,
            {number: (bias, activation) for number, bias, activation in nodes},
            {(source, to): (weight, enabled, innovation) for source, to, innovation, weight, enabled in connections},
        )
        for key, nodes, connections in population["genomes"]
    ]
    assert found == expected


def test_the_plain_start_is_the_built_in_order() -> None:
    header = Path(__file__).parents[3] / "engine" / "clear" / "solve" / "kernel.hpp"
    names = {
        "covered": "covered",
        "sideways": "row_transitions",
        "upright": "column_transitions",
        "closed": "closed_borders",
        "pit": "pits",
        "deep": "buried",
    }
    weights = {}
    for line in header.read_text().splitlines():
        words = line.replace(";", "").split()
        if line.startswith("constexpr int ") and words[2] in names:
            weights[names[words[2]]] = int(words[4]) / 10
    assert weights == evolution.PLAIN
    first = evolution.nets(evolution.begin(5, 1, "plain"))[0]
    assert first is not None
    assert {name: weight for name, weight in first.nodes[0].inputs if weight} == evolution.PLAIN


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"generations": 0}, "the number of generations is from 1 to 10000, not 0"),
        ({"population": 4}, "the number of nets in a population is from 5"),
        ({"queues": 0}, "the number of queues of a generation"),
        ({"height": 2}, "on clears of 4, 6, ... 20 lines, not of 2"),
        ({"height": 5}, "not of 5"),
        ({"fitness": "fast"}, "'fast' is not a fitness; choose one of mean and typical"),
        ({"start": "here"}, "'here' is not a start of evolution"),
        ({"seed": -1}, "a seed is a number"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ProblemError) as caught:
        train(**arguments)
    assert said in str(caught.value)


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "neat", None)
    with pytest.raises(MissingExtraError, match=r"the package 'neat-python'; in a clone .* pip install '\.\[train\]'"):
        train(generations=1)


def test_nets_are_used_without_the_library() -> None:
    program = (
        "import sys\nfrom shapewright import clear\n"
        "net = clear.Net((clear.NetNode('relu', 0.0, (('pits', 1.0),)),))\n"
        "assert clear.first('', 'TIOLJSZTIOL', net=net) is not None\n"
        "clear.compare_nets([net], queues=10)\n"
        "print('neat' in sys.modules)"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "False\n"
    )


# --- Comparing ------------------------------------------------------------------------------------------------------


def test_a_net_is_compared_on_queues_it_has_not_seen(expected: str) -> None:
    net = Net.from_text(expected)
    assert net.training is not None
    seen = training_queues(net.training)
    assert set(deal(8, 4, "shapewright train 5 0")) < seen
    found = compare_nets([net], queues=300, seed=1, threads=1)
    again = compare_nets([net], queues=300, seed=1, threads=3)
    assert [order.boards for order in found.orders] == [order.boards for order in again.orders]
    plain, order = found.orders
    assert (plain.name, order.name, plain.boards_ratio) == ("built-in", "net 1", None)
    for estimate in (order.boards, order.boards_ratio, order.typical_boards_ratio, order.time_ratio):
        assert estimate is not None
        assert estimate.low <= estimate.value <= estimate.high
        assert estimate.low < estimate.high


def test_an_order_beside_itself_and_beside_its_reverse(tmp_path: Path) -> None:
    from tests.clear.nets.test_net import WORST

    WORST.save(tmp_path / "worst.json")
    found = compare_nets([str(tmp_path / "worst.json")], queues=40, threads=2)
    worst = found.orders[1]
    assert worst.typical_boards_ratio is not None
    assert worst.typical_boards_ratio.low > 2
    assert "slower on a typical queue" in worst.verdict
    assert compare_nets([], queues=10).orders[0].verdict == "the built-in order"


def test_comparisons_that_make_no_sense() -> None:
    with pytest.raises(ProblemError, match="10 to 1000000 queues, not 9"):
        compare_nets([], queues=9)
    with pytest.raises(ProblemError, match="at most 20 nets"):
        compare_nets(["net.json"] * 21)
    with pytest.raises(FileError, match="no such file"):
        compare_nets(["none.json"])
    with pytest.raises(ProblemError, match="not of 3"):
        compare_nets([], height=3)
    with pytest.raises(StoppedError):
        compare_nets([], queues=20_000, time_limit=0, threads=1)


def test_the_net_among_the_examples_looks_at_fewer_boards() -> None:
    path = Path(__file__).parents[3] / "examples" / "six_lines.json"
    found = compare_nets([path], height=6, queues=3000, seed=2)
    mean, typical = found.orders[1].boards_ratio, found.orders[1].typical_boards_ratio
    assert mean is not None
    assert typical is not None
    assert mean.high < 0.95
    assert typical.high < 0.95
