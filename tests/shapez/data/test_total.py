"""The search for numbers alone: the published ones, those of the search with all lists, and of the slow twin."""

from __future__ import annotations

from dataclasses import asdict, astuple
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.reference.shapez.brute_force import buildable
from tests.reference.shapez.sampled import sampled
from tests.reference.shapez.transfer import swappable as swappable_by_matrices
from tests.shapez.data.searched import everything, searched

from shapewright import shapez
from shapewright.errors import CheckpointError, LimitError, StoppedError
from shapewright.shapez.data.configuration import CONFIGURATIONS, Configuration
from shapewright.shapez.data.count import Counts, count
from shapewright.shapez.data.sets import half_set, swappable_set
from shapewright.shapez.data.total import memory_of_total, total
from shapewright.shapez.verdicts.verdicts import Verdicts

# By its full name: the package has a function of the same name.
TOTAL = import_module("shapewright.shapez.data.total")
slow = pytest.mark.slow

# As in test_published. Of the large ones nobody has published more than halves and pin-push-essential shapes, and of
# quad6 the swappable ones: these are the numbers of docs/results.md.
KNOWN = {
    "quad1": Counts(16, 10, 55, 55, 0, 0, 256),
    "quad2": Counts(181, 97, 5_092, 5_047, 45, 0, 35_281),
    "quad3": Counts(1_796, 917, 502_906, 491_279, 11_627, 7, 3_865_768),
    "quad4": Counts(16_193, 8_148, 44_233_241, 42_230_784, 2_002_457, 504, 349_728_289),
    "quad5": Counts(135_074, 67_669, 3_378_515_280, 3_127_342_742, 251_172_538, 39_296, 26_929_624_298),
    "hex1": Counts(64, 40, 430, 430, 0, 0, 4_096),
    "hex2": Counts(2_491, 1_336, 567_318, 566_832, 486, 0, 6_694_921),
    "hex3": Counts(81_352, 41_574, 675_495_801, 672_574_819, 2_920_982, 80, 8_094_768_074),
    "hex4": Counts(2_331_921, 1_174_057, 633_883_327_124, 624_953_411_183, 8_929_915_941, 180_146, 7_605_629_457_689),
}
LARGE = {
    "quad6": (1_058_849, 529_749, 228_002_977_626, 203_185_583_269, 24_817_394_357, 2_567_294),
    "dec3": (163_768_112, 81_924_732, 1_658_062_015_831_285, 1_657_536_213_032_394, 525_802_798_891, 3_463),
    "oct3": (3_649_792, 1_825_794, 1_027_242_490_059, 1_026_113_302_399, 1_129_187_660, 458),
}


@pytest.mark.parametrize("name", list(KNOWN))
def test_published_numbers(name: str) -> None:
    assert total(Configuration.from_name(name)) == KNOWN[name]


@slow
@pytest.mark.parametrize("name", list(LARGE))
def test_numbers_of_large_configurations(name: str) -> None:
    assert astuple(total(Configuration.from_name(name)))[:-1] == LARGE[name]


@pytest.mark.parametrize("name", ["quad1", "quad2", "hex1", pytest.param("quad3", marks=slow)])
def test_the_twin_counts_the_same(name: str) -> None:
    configuration = Configuration.from_name(name)
    twin = buildable(configuration.parts, configuration.layers)
    found = total(configuration)
    assert found.total == len(twin.shapes)
    assert found.non_swappable == len(twin.shapes - twin.swappable)
    assert found.pp_essential == len(twin.essential)
    assert (found.halves, found.halves_canonical) == (len(twin.halves), twin.halves_canonical)
    assert found.oriented_total == twin.oriented


@pytest.mark.parametrize("name", ["quad4", "hex3", "oct2", pytest.param("quad5", marks=slow)])
def test_the_search_with_lists_and_matrices_count_the_same(name: str) -> None:
    data = searched(name)
    found = total(data.configuration)
    assert found == count(data.configuration, data=data)
    by_matrices = swappable_by_matrices(data.configuration.parts, data.configuration.layers, data.halves.keys)
    assert found.swappable == by_matrices[1]


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_with_any_number_of_threads(threads: int) -> None:
    assert total(Configuration(4, 3), threads=threads) == KNOWN["quad3"]


def test_a_stopped_search_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "total.sqlite"
    with pytest.raises(StoppedError):
        total(Configuration(4, 4), checkpoint=place, time_limit=1e-4)
    assert total(Configuration(4, 4), checkpoint=place) == KNOWN["quad4"]
    with pytest.raises(CheckpointError):
        total(Configuration(4, 3), checkpoint=place)
    with pytest.raises(CheckpointError):  # of another search
        shapez.search(Configuration(4, 4), checkpoint=place)


def test_halves_that_were_not_listed_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of quad4 operations on halves find all but 60; cutting what can be built from the others finds these."""
    find = TOTAL.find_halves

    class Seeds:
        def __init__(self, *arguments: Any, **options: Any) -> None:
            self.keys = find(*arguments, **options).keys[:1]

    monkeypatch.setattr(TOTAL, "find_halves", Seeds)
    assert total(Configuration(4, 4)) == KNOWN["quad4"]


def test_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(memory_of_total(configuration) > 0 for configuration in CONFIGURATIONS)
    monkeypatch.setattr("shapewright.jobs.memory.available_memory", lambda: 1 << 20)
    with pytest.raises(LimitError, match="total"):
        total(Configuration(4, 6))


def test_answers_are_verified() -> None:
    answer = {
        "command": "shapez search",
        "parameters": {"configuration": "quad4", "only": "total"},
        "complete": True,
        "verdict": "found",
        "configuration": "quad4",
        "only": "total",
        "file": None,
        **asdict(KNOWN["quad4"]),
    }
    assert shapez.verify(answer).valid
    assert not shapez.verify({**answer, "pp_essential": 505}).valid
    assert not shapez.verify({**answer, "file": "quad4.h5"}).valid


@pytest.mark.parametrize(
    ("name", "words"),
    [("quad3", 200_000), ("quad4", 1_000_000), ("hex3", 1_000_000), pytest.param("quad5", 1 << 23, marks=slow)],
)
def test_random_words_give_the_same_count(name: str, words: int) -> None:
    data, shapes = searched(name), everything(name)
    found = sampled(data.configuration, shapes, Verdicts.of(data), words, seed=1)
    assert found.disagreeing == 0
    number, error = found.estimate
    assert abs(number - KNOWN[name].oriented_total) < 5 * error
    assert error < number / 30
    assert found.noticed < 1e-3


def test_random_words_notice_what_is_missing() -> None:
    data = searched("quad4")
    configuration = data.configuration
    verdicts = Verdicts(configuration, data.halves.keys, data.pin.shapes)
    fewer = swappable_set(configuration, half_set(configuration, data.halves.keys))
    assert sampled(configuration, fewer, verdicts, 200_000).disagreeing > 0
