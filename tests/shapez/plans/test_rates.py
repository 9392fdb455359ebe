"""Rates: machines for a full belt, and files that state them wrongly."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from shapewright.errors import FileError, ProblemError
from shapewright.shapez.plans import MACHINES, plan
from shapewright.shapez.plans.rates import Rates, demand, known, parse, read

EXAMPLE = Path(__file__).parents[3] / "examples" / "invented_rates.toml"


def test_the_example_has_every_machine_and_says_that_it_is_invented() -> None:
    rates = read(EXAMPLE)
    assert set(rates.machines) == set(MACHINES)
    assert set(rates.sources.values()) == {"invented for this example"}


def test_machines_of_a_full_belt() -> None:
    rates = Rates(Fraction(60), {name: Fraction(25) for name in MACHINES}, {})
    found = plan("CuCuCuCu:CuCuCuCu:CuCuCuCu:CuCuCuCu")
    needed = demand(found, rates)
    # Four belts of rings, two of pairs: 120 a minute of the lower stack, 60 of the upper.
    assert needed.belts == (4, 0, 0)
    assert needed.exact == (0, Fraction(24, 5), Fraction(12, 5))
    assert needed.machines == (0, 5, 3)
    assert needed.totals(found) == {"stack": 8}
    assert list(needed.lines(found, rates))[-1] == "8 machines: 8 stack"
    assert needed.to_json(found, rates)["exact"] == ["0", "24/5", "12/5"]


def test_both_outputs_of_a_cutter_come_at_its_rate() -> None:
    rates = Rates(Fraction(60), {name: Fraction(30) for name in MACHINES}, {})
    found = plan(["CuCu----", "----CuCu"])
    assert demand(found, rates).totals(found) == {"cut": 2}


def test_what_is_known_has_two_sources_each() -> None:
    rates = known()
    assert (rates.belt, rates.relative, rates.partial) == (1, True, True)
    assert {name: 1 / rate for name, rate in rates.machines.items()} == {
        "cut": 4, "half-destroy": 3, "swap": 4, "stack": 4, "paint": 4
    }  # fmt: skip
    assert all("; " in source for source in rates.sources.values())


def test_what_is_not_known_is_not_counted() -> None:
    found = plan("Cu------")
    needed = demand(found, known())
    assert needed.open == ("rotate-ccw",)
    assert needed.totals(found) == {"half-destroy": 6}
    assert list(needed.lines(found, known()))[-1] == "6 machines: 6 half-destroy; not counted: rotate-ccw"
    assert needed.to_json(found, known())["open"] == ["rotate-ccw"]


def test_machines_of_a_belt_beside_rates() -> None:
    text = b"[belt]\nrate = 60\nsource = 'x'\n[machines.cut]\nper_belt = 4\nsource = 'y'"
    rates = parse(text, "rates")
    assert (rates.belt, rates.machines["cut"], rates.relative) == (60, 15, False)


def test_a_machine_without_a_rate() -> None:
    with pytest.raises(ProblemError, match="lack 'half-destroy'"):
        demand(plan("CuCu----"), Rates(Fraction(60), {}, {}))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "belt needs a 'rate' and a 'source'"),
        ("belt = 3", "belt needs a 'rate' and a 'source'"),
        ("[belt]\nrate = 1", "belt needs a 'rate' and a 'source'"),
        ("[belt]\nrate = 0\nsource = 'x'", "must be a number from"),
        ("[belt]\nrate = nan\nsource = 'x'", "must be a number from"),
        ("[belt]\nrate = true\nsource = 'x'", "must be a number from"),
        ("[belt]\nrate = 1e999999999\nsource = 'x'", "must be a number from"),
        ("[belt]\nrate = '60'\nsource = 'x'", "must be a number from"),
        ("[belt]\nrate = 60\nsource = ' '", "source of belt"),
        ("[belt]\nrate = 60\nsource = 'x'\n[machines.oven]\nrate = 1\nsource = 'x'", "'oven' is not a machine"),
        ("machines = 4", "not a table of machines"),
        ("speed = 4", "'speed'"),
        ("[belt", "is not a TOML file"),
        ("\udcff", "is not a TOML file"),
    ],
)
def test_files_that_state_no_rates(tmp_path: Path, text: str, fault: str) -> None:
    file = tmp_path / "rates.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(FileError, match=fault):
        read(file)


def test_no_file() -> None:
    with pytest.raises(FileError, match="cannot read"):
        read("there-is-no-such-file.toml")
