"""Certificates about shapes: they prove what is true, and no change of them proves anything else."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import redirect_stdout
from functools import cache
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.certificates.changes import FOLDER, checker, false_claims
from tests.shapez.random_shapes import pairs, shapes, stable_shapes

from shapewright import shapez
from shapewright.cli import main
from shapewright.errors import CertificateError
from shapewright.shapez import rules
from shapewright.shapez.certificate import certificate
from shapewright.shapez.colours import mix
from shapewright.shapez.data.configuration import MAX_LAYERS, Configuration
from shapewright.shapez.data.sets import batches, set_of
from shapewright.shapez.problem import Problem
from shapewright.shapez.shape import Shape

check_shapez = checker("check_shapez")
PROGRAM = compile((FOLDER / "check_shapez.py").read_text(), "check_shapez.py", "exec")

RAW = (("Cu",) * 4,)
CLOSED = "cu------:Cu--cucu"  # stable, and not buildable in two layers
HAVE = Problem("CuRuCuRu:CuRuCuRu", have=("CuRuCuRu", "m"))
PLANS = [
    "CuCuCuCu", "CuCuRuRu", "CuCu----:RrRr----", "CyCyCuCu", "crcrCuCu", "P-------:Cu------", "HuHuGuGuGuHu",
    ["CuCu----", "----CuCu"],
]  # fmt: skip
UNSTABLE = ["cu------:--------:cu------", "------Cu:--Cu----", "Hu----------:----Hu------"]


def check(path: str) -> int:
    """Run the checker as a program does."""
    with patch.object(sys, "argv", ["check_shapez.py", path]):
        try:
            exec(PROGRAM, {"__name__": "__main__"})
        except SystemExit as end:
            return int(end.code or 0)
    return 0


CHECK = check


@cache
def nodes(layers: int) -> list[list[int]]:
    full = shapez.load(Configuration(4, layers), "full").full
    assert full is not None
    return [list(map(int, row)) for row in full.nodes.tolist()]


@cache
def files() -> dict[str, list[str]]:
    made = {str(asked): list(certificate(found(asked)).lines) for asked in PLANS}
    made["have"] = list(certificate(found(HAVE)).lines)
    made |= {code: list(certificate(code).lines) for code in UNSTABLE}
    return made | {CLOSED: list(certificate(CLOSED, layers=2).lines)}


def found(asked: str | list[str] | Problem) -> shapez.Plan:
    plan = shapez.plan_or_why(asked if isinstance(asked, Problem) else Problem(asked))
    assert isinstance(plan, shapez.Plan)
    return plan


def written(lines: list[str], folder: Path) -> str:
    path = folder / "a.cert"
    path.write_text("".join([f"{line}\n" for line in lines]))
    return str(path)


def output(lines: list[str], folder: Path) -> str:
    with redirect_stdout(StringIO()) as told:
        code = check(written(lines, folder))
    text = told.getvalue()
    assert text.count("\n") == 1
    assert text.startswith("not proven: " if code else "proven: ")
    return text.strip()


def is_true(header: dict[str, Any]) -> bool:
    """Judge a claim by what the engine says of the goals, whose limit is at most that of its configurations."""
    goals = tuple(sorted(set(header["goals"])))
    layers = min(header["layers"], MAX_LAYERS[header["ring"]])
    if header.get("machines") is None:
        shape = Shape.from_code(*goals, game="1.0")
        return not shape.is_stable() or not shapez.is_buildable(shape, layers=layers, game="1.0")
    least, is_least = machines_of(goals, layers, tuple(sorted(header.get("on_hand", ()))))
    return (is_least and header["machines"] == least) if header.get("fewest") else header["machines"] >= least


@cache
def machines_of(goals: tuple[str, ...], layers: int, have: tuple[str, ...]) -> tuple[int, bool]:
    plan = found(Problem(goals, layers=layers, have=have, game="1.0"))
    return plan.cost, plan.optimal


# --- What is proven -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", files())
def test_answers_are_proven(name: str, tmp_path: Path) -> None:
    lines = files()[name]
    header = json.loads(lines[0])
    assert output(lines, tmp_path).startswith(f"proven: {', '.join(sorted(header['goals']))}")
    assert is_true(header)
    if "machines" in header:
        for wrong in (header["machines"] - 1, header["machines"] + 1):
            assert "number of machines" in output([json.dumps({**header, "machines": wrong}), *lines[1:]], tmp_path)


def test_a_plan_with_more_machines_is_not_of_the_fewest(tmp_path: Path) -> None:
    for code in ("CuCuRuRu", "CuCu----:RrRr----", "CyCyCuCu", "P-------:Cu------"):
        plan = found(code)
        lines = list(certificate(plan).lines)
        header = json.loads(lines[0])
        longer = [*lines[1:], f"rotate-cw {len(lines) - 1}", f"rotate-ccw {len(lines)}"]
        stated = {**header, "machines": plan.cost + 2}
        assert "fewer machines build it" in output([json.dumps(stated), *longer], tmp_path)
        assert "no fewer" not in output([json.dumps({**stated, "fewest": False}), *longer], tmp_path)


def test_no_fewer_is_claimed_only_where_it_is_checked() -> None:
    def claims(plan: shapez.Plan, **how: bool) -> tuple[bool, bool]:
        made = certificate(plan, **how)
        return "no fewer" in made.claim, "fewest" in json.loads(next(made.lines))

    assert claims(found("CuCuRuRu")) == (True, True)
    assert claims(found("CuCuRuRu"), fewest=False) == (False, False)
    assert claims(found("cr------")) == (False, False)  # seven machines
    assert claims(found(Problem("CuRuCuRu", minimize="depth"))) == (False, False)


def test_a_shape_that_can_be_built_has_a_plan(tmp_path: Path) -> None:
    made = certificate("RuRuCuCu")
    assert made.claim == "1 machine builds RuRuCuCu, and no fewer do (at most 4 layers)"
    assert (
        output(list(made.lines), tmp_path)
        == "proven: RuRuCuCu (at most 4 layers): 1 machines build it, and no fewer do"
    )


def test_the_program_runs_alone(tmp_path: Path) -> None:
    path = str(tmp_path / "a.cert.xz")
    stated = certificate(CLOSED, layers=2).write(path)
    assert stated["claim"] == f"no machines build {CLOSED} (at most 2 layers)"
    for arguments, code, start in (([path], 0, "proven: "), ([path + "x"], 1, "not proven: "), ([], 1, "")):
        told = subprocess.run(
            [sys.executable, "-I", FOLDER / "check_shapez.py", *arguments], capture_output=True, text=True, check=False
        )
        assert (told.returncode, (told.stdout or told.stderr).count("\n")) == (code, 1)
        assert told.stdout.startswith(start)


@pytest.mark.slow
def test_what_no_machines_build_with_four_layers_is_proven(tmp_path: Path) -> None:
    made = certificate(CLOSED)
    assert "no machines build it" in output(list(made.lines), tmp_path)


@pytest.mark.parametrize(
    ("words", "proof"),
    [
        (("plan", "CuCuRuRu"), "1 machines build it, and no fewer do"),
        (("plan", "CuCuRuRu", "--machines", "cut,rotate,stack"), "3 machines build it"),
        (("plan", "CuCuRuRu", "--no-trash"), "1 machines build it"),
        (("plan", "CuRuCuRu:CuRuCuRu", "--have", "CuRuCuRu"), "1 machines build it, and no fewer do"),
        (("plan", UNSTABLE[0]), "no machines build it"),
        (("buildable", CLOSED, "--layers", "2"), "no machines build it"),
    ],
)
def test_the_command_writes_them(words: tuple[str, ...], proof: str, tmp_path: Path) -> None:
    with redirect_stdout(StringIO()):
        main(["shapez", *words, "--certificate", str(tmp_path / "b.cert")])
    assert output((tmp_path / "b.cert").read_text().splitlines(), tmp_path).endswith(f": {proof}")


def test_what_has_no_certificate_is_refused() -> None:
    with pytest.raises(CertificateError, match="from halves"):
        certificate(found(Problem("CuCuRuRu", inputs="halves")))
    for code, layers in (("Hu----------:HuHucu----cu", None), (CLOSED, 5)):
        with pytest.raises(CertificateError, match="more than an hour"):
            certificate(code, layers=layers)


# --- The machines are those of the game -----------------------------------------------------------------------------


def same(machine: str, ring: int, layers: int, *taken: Shape | str) -> None:
    by_rules = rules.made(machine, [one for one in taken if isinstance(one, Shape)], "".join(
        [one for one in taken if isinstance(one, str)]), layers)  # fmt: skip
    values = [one.layers if isinstance(one, Shape) else one for one in taken]
    assert check_shapez.made(machine, ring, layers, *values) == tuple([shape.layers for shape in by_rules])


@given(pairs(), st.integers(0, 2), st.sampled_from("rgbcmyw"))
def test_machines_do_what_the_rules_say(both: tuple[Shape, Shape], more: int, colour: str) -> None:
    one, other = both
    layers = max(1, one.height, other.height) + more
    for machine in ("rotate-cw", "rotate-ccw", "rotate-180", "cut", "half-destroy", "push-pin"):
        same(machine, one.parts, layers, one)
    for machine in ("swap", "stack"):
        same(machine, one.parts, layers, one, other)
    for machine in ("paint", "crystal"):
        same(machine, one.parts, layers, one, colour)


@given(shapes())
def test_gravity_is_that_of_the_rules(shape: Shape) -> None:
    cells = check_shapez.settled(check_shapez.places(shape.layers), shape.parts)
    assert check_shapez.shape_of(cells, shape.parts) == rules.gravity(shape).layers


@given(stable_shapes())
def test_codes_are_read(shape: Shape) -> None:
    if shape.height:
        assert check_shapez.value_of(str(shape), shape.parts, shape.height) == shape.layers


def test_colours_mix_as_the_rules_say() -> None:
    for a in "rgbcmyw":
        for b in "rgbcmyw":
            assert check_shapez.made("mix", 4, 4, a, b) == (mix(a, b),)


@pytest.mark.parametrize(
    ("machine", "taken"),
    [("mix", ("r", "k")), ("mix", ("u", "r")), ("paint", (RAW, "u")), ("swap", (RAW,)), ("cut", ("r",)),
     ("stack", (RAW, "r")), ("grow", ("r",))],
)  # fmt: skip
def test_machines_refuse_what_they_do_not_take(machine: str, taken: tuple[Any, ...]) -> None:
    with pytest.raises((ValueError, KeyError)):
        check_shapez.made(machine, 4, 4, *taken)


# --- Sets of shapes -------------------------------------------------------------------------------------------------


def diagram(words: set[tuple[int, ...]], cells: int) -> list[str]:
    """List the nodes of a set of words of kinds."""
    numbers: dict[tuple[int, ...], int] = {}

    def node(rest: set[tuple[int, ...]], place: int) -> int:
        if not rest or place == cells:
            return 1 if rest else 0
        children = tuple([node({word for word in rest if word[place] == kind}, place + 1) for kind in range(4)])
        if not any(children):
            return 0
        return numbers.setdefault(children, len(numbers) + 2)

    node(words, 0)
    return [" ".join(map(str, children)) for children in numbers]


def orbit(word: tuple[int, ...], layers: int) -> set[tuple[int, ...]]:
    columns = [word[layers * place : layers * (place + 1)] for place in range(4)]
    turned = [columns[turn:] + columns[:turn] for turn in range(4)]
    return {tuple([kind for column in each for kind in column]) for one in turned for each in (one, one[::-1])}


@cache
def buildable_words() -> set[tuple[int, ...]]:
    """List all shapes of two layers that can be built, each a word of kinds, column by column."""
    full = shapez.load(Configuration(4, 2), "full").full
    assert full is not None
    packed = [int(shape) for batch in batches(set_of(Configuration(4, 2), full)) for shape in batch]
    return {
        tuple([shape >> 2 * (4 * layer + column) & 3 for column in range(4) for layer in range(2)]) for shape in packed
    }


def closed(words: set[tuple[int, ...]]) -> bool:
    try:
        check_shapez.closed_set(diagram(words, 8), 2)
    except ValueError:
        return False
    return True


def test_the_set_of_all_is_closed_and_no_part_of_it_is() -> None:
    every = buildable_words()
    assert closed(every)
    draw = Random(3)
    for word in draw.sample(sorted(every), 6):
        assert not closed(every - orbit(word, 2))
        assert not closed(every - {word}) or len(orbit(word, 2)) == 1


def test_a_larger_set_that_is_closed_is_allowed() -> None:
    """What is not stable settles to something in the set, so it does no harm."""
    assert closed({tuple([number >> 2 * place & 3 for place in range(8)]) for number in range(1 << 16)})


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_sets_of_low_shapes_are_closed(layers: int) -> None:
    table = check_shapez.closed_set([" ".join(map(str, row)) for row in nodes(layers)], layers)
    number = sum(ds.bit_count() for square in table for line in square for ds in line)
    assert number == shapez.load(Configuration(4, layers), "full").counts["oriented_total"]


# --- Changed files --------------------------------------------------------------------------------------------------


@cache
def small_files() -> list[list[str]]:
    """List certificates, and the same with other claims."""
    known, draw = list(files().values()), Random(7)
    others = []
    for lines in known * 6:
        header = json.loads(lines[0])
        match draw.randrange(5):
            case 0:
                header["fewest"] = not header.get("fewest")
            case 1:
                header["layers"] += draw.choice((-1, 1))
            case 2 if "machines" in header:
                del header["machines"]
            case 3:
                header["goals"] = json.loads(draw.choice(known)[0])["goals"]
            case _:
                place = draw.randrange(len(header["goals"]))
                code = header["goals"][place]
                at = draw.choice([at for at in range(0, len(code), 2) if code[at] != ":"])
                part = draw.choice(["--", "P-", "cu", code[at : at + 2], "Cu", "Ru"])
                header["goals"][place] = code[:at] + part + code[at + 2 :]
        others.append([json.dumps(header), *lines[1:]])
    return known * 3 + others


@pytest.mark.parametrize("seed", range(20))
def test_no_changed_certificate_proves_anything_false(seed: int, tmp_path: Path) -> None:
    with redirect_stdout(StringIO()):
        proven, false = false_claims(check, small_files(), is_true, 150, tmp_path, seed)
    assert not false
    assert proven > 5


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\n", b"{}", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"ring": 4}', b'{"a":' * 2000, b"9" * 5000,
        b'{"ring": 4.0, "layers": 4, "goals": ["CuCuCuCu"], "machines": 0}\ntake CuCuCuCu',
        b'{"ring": 4, "layers": 4, "goals": ["r"], "machines": 0}\ntake r',
        b'{"ring": 4, "layers": 4, "goals": [], "machines": 0}',
        b'{"ring": 4, "layers": 4, "goals": ["CuCuCuCu"], "machines": 0, "on_hand": 5}\ntake CuCuCuCu',
        b'{"ring": 4, "layers": 4, "goals": ["CuCuCuCu:--------"], "machines": 0}\ntake CuCuCuCu:--------',
        b'{"ring": 4, "layers": 4, "goals": ["CuCuCuCu"], "machines": 1}\ntake CuCuCuCu\nrotate-cw 2',
        b'{"ring": 4, "layers": 4, "goals": ["CuCuCuCu"], "machines": 1}\ntake CuCuCuCu\nrotate-cw 0',
        b'{"ring": 4, "layers": 4, "goals": ["CuCuCuCu"], "machines": 1}\ntake CuCuCuCu\nrotate-cw 1b',
        b'{"ring": 4, "layers": 4, "goals": ["CrCrCrCr"], "machines": 0}\ntake CrCrCrCr',
        b'{"ring": 4, "layers": 4, "goals": ["cu------:Cu--cucu"], "on_hand": ["r"]}\n0 0 0 0',
        b'{"ring": 4, "layers": 4, "goals": ["CuCuCuCu", "Cu------:--Cu----"]}\n0 0 0 0',
        b'{"ring": 4, "layers": 1, "goals": ["CuCuCuCu"]}\n9 9 9 9',
        b'{"ring": 4, "layers": 1, "goals": ["CuCuCuCu"]}\n0 0 0',
    ],
)  # fmt: skip
def test_a_malformed_file_ends_in_one_line(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.cert", "a.cert.xz"):
        path = tmp_path / name
        path.write_bytes(content)
        assert check(str(path)) == 1
        assert capsys.readouterr().out.count("\n") == 1


def test_the_checker_is_short() -> None:
    assert (FOLDER / "check_shapez.py").read_text().count("\n") <= 250
