"""The goals that the game draws: the same numbers, the stated probabilities, and nothing that cannot be built."""

from __future__ import annotations

import random as standard
from collections import Counter
from itertools import islice

import pytest
from tests.reference.shapez import goals as shapez_goals

from shapewright.errors import ProblemError
from shapewright.shapez import buildable, load, random, verify
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.operator_goals import GAPPED, ROWS, Subtractive, layer, operator_goal

QUAD4 = Configuration(4, 4)


class Fair:
    """Independent numbers."""

    def __init__(self, seed: int) -> None:
        self.numbers = standard.Random(seed)

    def below(self, bound: int) -> int:
        return self.numbers.randrange(bound)


# What the Random of .NET gives first for these seeds.
@pytest.mark.parametrize(
    ("seed", "first"),
    [
        (0, [1559595546, 1755192844, 1649316166, 1198642031, 442452829]),
        (1, [534011718, 237820880, 1002897798, 1657007234, 1412011072]),
        (42, [1434747710, 302596119, 269548474, 1122627734, 361709742]),
    ],
)
def test_the_numbers_are_those_of_dotnet(seed: int, first: list[int]) -> None:
    for signed in (seed, -seed, seed + (1 << 32)):
        draws = Subtractive(signed)
        assert [draws.below(1 << 31) for _ in first] == first


def test_the_least_seed_counts_as_the_greatest() -> None:
    least, greatest = Subtractive(-(1 << 31)), Subtractive((1 << 31) - 1)
    numbers = [least.below(1 << 31) for _ in range(300)]
    assert numbers == [greatest.below(1 << 31) for _ in range(300)]
    assert all(0 <= number < (1 << 31) - 1 for number in numbers)


# Made by the recreation of the game's code in the Python library shapez2, version 2.0.1.
@pytest.mark.parametrize(
    ("name", "seed", "level", "crystals", "code"),
    [
        ("quad4", 0, 1, False, "----RuCu"),
        ("quad4", 12345, 9, False, "--CuRuRu"),
        ("quad4", 12345, 35, False, "CuCuCuCu:SwRwSuSu:CuRuSu--:SuCuCuSu"),
        ("quad4", 99999, 77, False, "RuCuCuRu:P-P-P-P-:SuSrSrSu:Rr----Rr"),
        ("quad4", 12345, 77, True, "SuSuCucg:CuRuSucc:crRuRucr:CuSuCucr"),
        ("quad5", 31, 120, True, "RwccRucc:cgcgcgcg:cgWwRuRw:ccccWuSu:RucmcmCu"),
        ("hex4", 12345, 60, False, "FuGwGwFwHwFw:Hw------Hu--:Hu----HuHuHu:HuHuHuHgHuHg"),
        ("hex4", 7, 60, True, "cgcgHucgcgHu:crGuHuHucrGu:HucrcrHuGuHu:HuGuHuHucycy"),
        ("quad4", -5, 3, True, "crcrSuRu"),
    ],
)
def test_goals_are_those_of_the_recreated_game(name: str, seed: int, level: int, crystals: bool, code: str) -> None:
    assert str(operator_goal(Configuration.from_name(name), level, seed=seed, crystals=crystals)) == code


@pytest.mark.parametrize("gapped", [False, True])
@pytest.mark.parametrize("level", [0, 3, 45])
def test_layers_are_as_likely_as_stated(level: int, gapped: bool) -> None:
    likely = shapez_goals.layers(level, gapped)
    assert abs(likely.total() - 1) < 1e-9
    draws, number = Fair(level), 40_000
    drawn = Counter(str(layer(4, level, draws, GAPPED if gapped else ROWS)) for _ in range(number))
    assert drawn.keys() <= likely.keys()
    # Those that are expected often enough, and all others as one.
    often = [code for code in likely if likely[code] * number >= 20]
    expected = [likely[code] * number for code in often]
    found = [drawn[code] for code in often]
    expected.append(number - sum(expected))
    found.append(number - sum(found))
    square = sum((a - b) ** 2 / b for a, b in zip(found, expected, strict=True) if b > 1)
    freedom = len(often)
    assert freedom > 20
    assert abs(square - freedom) < 4 * (2 * freedom) ** 0.5


def test_rings_of_six_have_their_own_types_and_sizes() -> None:
    draws, number = Fair(6), 20_000
    drawn = [layer(6, 0, draws) for _ in range(number)]
    types = Counter(part[0] for shape in drawn for part in shape.layers[0] if part != "--")
    assert types.total() == 2 * number
    for type_, share in shapez_goals.TYPES[6].items():
        assert abs(types[type_] / types.total() - share) < 0.012
    sizes = Counter(sum(part != "--" for part in layer(6, 45, draws).layers[0]) for _ in range(number))
    stated: Counter[int] = Counter()
    for chance, _, alike, others in shapez_goals.rows(45, gapped=False, parts=6):
        stated[alike + others] += chance  # type: ignore[assignment]
    assert sizes.keys() == stated.keys() == {2, 4, 6}
    assert all(abs(sizes[size] / number - stated[size]) < 0.015 for size in stated)


@pytest.mark.parametrize(("level", "most"), [(1, 1), (9, 1), (10, 2), (29, 3), (30, 4), (51, 4), (2_000_000, 4)])
def test_every_ten_levels_add_a_layer(level: int, most: int) -> None:
    heights = [operator_goal(QUAD4, level, seed=seed).height for seed in range(60)]
    assert max(heights) == most


def test_pins_come_after_level_fifty_and_crystals_only_if_asked_for() -> None:
    before = [str(operator_goal(QUAD4, 50, seed=seed)) for seed in range(300)]
    after = [str(operator_goal(QUAD4, 51, seed=seed)) for seed in range(300)]
    assert not any("P" in code for code in before)
    assert any("P" in code for code in after)
    assert not any("c" in code[::2] for code in before + after if ":" not in code)
    assert all("c" in str(operator_goal(QUAD4, 5, seed=seed, crystals=True))[::2] for seed in range(100))


@pytest.mark.parametrize("name", ["quad4", "quad5", "hex3"])
@pytest.mark.parametrize("like", ["goals", "crystal-goals"])
def test_every_goal_can_be_built(name: str, like: str) -> None:
    configuration = Configuration.from_name(name)
    shapes = list(random(configuration, seed=2024, limit=300, like=like, level=1))  # type: ignore[arg-type]
    data = load(configuration, "pp")
    assert all(buildable(shape, layers=configuration.layers, data=data).buildable for shape in shapes)


def test_each_further_shape_is_of_the_next_level() -> None:
    shapes = list(random(QUAD4, seed=5, limit=6, like="goals", level=28))
    assert shapes == [operator_goal(QUAD4, level, seed=5) for level in range(28, 34)]
    endless = random(QUAD4, seed=5, like="goals")
    assert list(islice(endless, 3)) == [operator_goal(QUAD4, level, seed=5) for level in (1, 2, 3)]


def test_what_is_not_drawn_is_refused_at_once() -> None:
    with pytest.raises(ProblemError, match="rings of 4 and 6 parts, such as quad4 and hex4, not of oct2"):
        random(Configuration(8, 2), like="goals")
    with pytest.raises(ProblemError, match="the level is 3, and only goals have levels"):
        random(QUAD4, level=3)
    with pytest.raises(ProblemError, match="'game' is not a way to draw shapes; ways are uniform, goals"):
        random(QUAD4, like="game")  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="the level is -1; it must not be negative"):
        random(QUAD4, like="goals", level=-1)
    with pytest.raises(ProblemError, match="not of 10"):
        operator_goal(Configuration(10, 1), 1, seed=1)


def test_an_answer_is_drawn_again() -> None:
    shapes = [{"code": str(shape)} for shape in random(QUAD4, seed=5, limit=2, like="goals", level=28)]
    answer = {
        "version": "0.1.0", "command": "shapez random", "verdict": "found", "reason": None, "complete": True,
        "seconds": 0.1, "configuration": "quad4", "seed": 5, "shapes": shapes,
        "parameters": {"configuration": "quad4", "like": "goals", "level": 28, "seed": 5, "limit": 2},
    }  # fmt: skip
    assert verify(answer).valid
    answer["shapes"] = shapes[::-1]
    assert verify(answer).valid is False
