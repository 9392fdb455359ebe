"""Where there is no numpy and no h5py every verb answers as it does elsewhere, or says which command does."""

from __future__ import annotations

import json
from array import array
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests import bare

from shapewright.errors import ProblemError
from shapewright.questions import FAMILIES
from shapewright.questions.gallery import shown
from shapewright.shapez import Configuration, verify
from shapewright.shapez.data.known_shapes import Diagram
from shapewright.shapez.data.number_columns import (
    chosen,
    column,
    equal,
    is_ascending,
    is_topological,
    largest,
    row_of,
    united,
)
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.sets import set_of
from shapewright.shapez.verdicts.verdicts import Verdicts

CODES = {
    "stable": ["CuCu----:P-------"],
    "not stable": ["cu------:--------:cu------"],
    "a half that cannot be built": ["cuCucucu:----Cucr:cucr--Cu"],
    "several": ["CuCuCuCuCuCu", "--Cu----:CuP-----", "RrRr----:cgcbWw--"],
    "a list with faults": ["CuCu----:P-------\nCu\n--Cu----:CuP-----"],
    "patterns": ["cu??----:P-P?Cu--", "cuCuCuCu:??------"],
    "five layers": ["CuCuCuCu:CuCuCuCu:CuCuCuCu:CuCuCuCu:Cu--crCu"],
    "rings of eight and ten": ["CuCu----cu------", "Cu--cu--------------"],
    "rings of eight, twice as high": ["CuCu----cu------:cu--------------"],
    "a pattern of rings of eight": ["CuCu--N?cu--????:cu------P???----"],
    "a ring of five": ["CuCuCuCuCu"],
    "not a code": ["CuC"],
}
BLUEPRINT = '{"V":7,"BP":{"$type":"Building","Entries":[{"T":"CutterDefaultInternalVariant","R":1}]}}'
ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    **{f"buildable: {name}": ("buildable", {"codes": codes}) for name, codes in CODES.items()},
    "buildable: vortex": ("buildable", {"codes": ["--Cu----:CuCu----:--------:Cu------"], "vortex": True}),
    "plan: paint": ("plan", {"codes": ["CrRg----:cbP---Sw"]}),
    "plan: kinds": ("plan", {"codes": ["cu------:P-------:Cu--CuCu:cuCuCuCu"]}),
    "plan: quad2": ("plan", {"codes": ["CuP-cu--:Cu--Cu--"], "layers": 2}),
    "plan: depth": ("plan", {"codes": ["CuCu----:CuP-----:cu------"], "minimize": "depth"}),
    "plan: two goals": ("plan", {"codes": ["CuCu----", "----CuCu"]}),
    "plan: hex": ("plan", {"codes": ["HuHu--------:cucu--------"]}),
    "plan: oct": ("plan", {"codes": ["CuCu----cu------"]}),
    "plan: there is none": ("plan", {"codes": ["cu------:--------:cu------"]}),
    "op: cut": ("op", {"machine": "cut", "codes": ["CuRuSuWu"]}),
    "op: stack": ("op", {"machine": "stack", "codes": ["CuCu----", "RrRr----:cg------"]}),
    "show": ("show", {"codes": ["CuRrSgWb:P-cw----"], "exploded": True}),
    **{f"count: {name}": ("count", {"configuration": name}) for name in ("quad3", "quad4", "quad5", "hex3", "dec1")},
    "list: all": ("list", {"configuration": "quad4", "limit": 30, "canonical": True}),
    **{
        f"list: {which}, {canonical}": (
            "list",
            {"configuration": "quad3", "set": which, "limit": 500, "canonical": canonical},
        )
        for which in ("swappable", "non-swappable", "pp", "halves")
        for canonical in (False, True)
    },
    "list: pin shapes of five layers": ("list", {"configuration": "quad5", "set": "pp", "limit": 3}),
    "random: quad5": ("random", {"configuration": "quad5", "seed": 1, "limit": 40}),
    "random: quad2": ("random", {"configuration": "quad2", "seed": 2, "limit": 4}),
    "search: quad2": ("search", {"configuration": "quad2"}),
    "search: hex3, halves": ("search", {"configuration": "hex3", "only": "halves"}),
    **{
        f"blueprint: {operation}": ("blueprint", {"operation": operation, "blueprint": BLUEPRINT, **more})
        for operation, more in [
            ("decode", {}),
            ("encode", {"format": 4}),
            ("show", {}),
            ("check", {"inputs": "CuRuSuWu"}),
        ]
    },
    "no such configuration": ("count", {"configuration": "quad9"}),
}

ELSEWHERE: dict[str, tuple[str, dict[str, Any], str]] = {
    "list": ("list", {"configuration": "quad6"}, "search quad6"),
    "search": ("search", {"configuration": "hex5"}, "search hex5"),
    "random": ("random", {"configuration": "hex4"}, "search hex4"),
    "a verdict": ("buildable", {"codes": [":".join(["CuCuCuCu"] * 6)]}, "search quad6"),
}


@pytest.fixture(scope="module")
def outcomes(flat_files: Path) -> dict[str, dict[str, Any]]:
    asked = {**ASKED, **{f"elsewhere: {name}": (verb, given) for name, (verb, given, _) in ELSEWHERE.items()}}
    found = bare.in_a_browser([("shapez", verb, given) for verb, given in asked.values()], flat_files)
    return dict(zip(asked, found, strict=True))


@pytest.mark.parametrize("name", ASKED)
def test_each_verb_answers_as_with_numpy(name: str, outcomes: dict[str, dict[str, Any]]) -> None:
    assert outcomes[name] == bare.outcome("shapez", *ASKED[name])


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_a_browser_cannot_is_one_sentence_with_the_command(name: str, outcomes: dict[str, dict[str, Any]]) -> None:
    _, _, command = ELSEWHERE[name]
    configuration = command.split()[-1]
    said = f"a browser cannot search {configuration}; at a command line, 'shapewright shapez {command}' does"
    assert outcomes[f"elsewhere: {name}"] == {"error": said, "class": "ElsewhereError"}


def test_answers_are_verified(outcomes: dict[str, dict[str, Any]], flat_files: Path) -> None:
    names = [name for name, outcome in outcomes.items() if "envelope" in outcome]
    answers = [json.dumps(outcomes[name]["envelope"]) for name in names]
    assert len({name.partition(":")[0] for name in names}) == 9  # all verbs whose answers can be verified
    wrong = json.dumps({**outcomes["count: quad4"]["envelope"], "halves": 3})
    asked = [("shapez", "verify", {"answer": answer}) for answer in [*answers, wrong]]
    found = bare.in_a_browser(asked, flat_files)
    for name, outcome in zip([*names, "wrong"], found, strict=True):
        assert "envelope" in outcome, (name, outcome)
        assert outcome["envelope"]["valid"] == (name != "wrong"), (name, outcome)
    assert not verify(json.loads(wrong)).valid


def test_a_data_file_is_checked_by_the_command_line(flat_files: Path) -> None:
    (found,) = bare.in_a_browser([("shapez", "verify", {"file": "AAAA"})], flat_files)
    said = "a browser cannot check a data file; at a command line, 'shapewright shapez verify' does"
    assert found == {"error": said, "class": "ElsewhereError"}


def test_the_gallery_and_the_page(flat_files: Path) -> None:
    entries = [entry for entry in shown() if entry["family"] == "shapez"]
    assert len(entries) >= 4
    asked = [("shapez", entry["question"], entry["parameters"]) for entry in entries]
    assert bare.in_a_browser(asked, flat_files) == [bare.outcome(*one) for one in asked]
    printed = bare.printed("import json\nfrom shapewright.questions import FAMILIES\n"
                           "print(json.dumps(FAMILIES['shapez'].page_data))")  # fmt: skip
    assert json.loads(printed) == json.loads(json.dumps(FAMILIES["shapez"].page_data))


def test_without_data_files_the_sentence_is_the_same() -> None:
    asked = [
        ("shapez", "count", {"configuration": "quad3"}),
        ("shapez", "op", {"machine": "cut", "codes": ["CuCuCuCu"]}),
    ]
    count, op = bare.in_a_browser(asked, "/nowhere")
    assert count["error"] == "a browser cannot search quad3; at a command line, 'shapewright shapez search quad3' does"
    assert op == bare.outcome(*asked[1])


# --- Columns --------------------------------------------------------------------------------------------------------

PAIRS = [
    ([3, 1, 2], [3, 0, 5]),
    ([], []),
    ([1 << 40, 7], [7, 7]),
]


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_what_is_done_to_columns_is_the_same_with_and_without_numpy(one: list[int], other: list[int]) -> None:
    for make in (lambda items: np.array(items, np.uint64), lambda items: memoryview(array("Q", items))):
        a, b = make(one), make(other)
        assert equal(a, b) == sum(x == y for x, y in zip(one, other, strict=True))
        assert chosen(a, lambda x, y: x >= y, b).tolist() == [x for x, y in zip(one, other, strict=True) if x >= y]
        assert united([a, b]).tolist() == sorted({*one, *other})
        assert largest(a) == max(one, default=0)
        ascending = make(sorted({*one, *other}))
        assert is_ascending(ascending)
        assert [row_of(ascending, item) for item in (*ascending.tolist(), -1, 6, 1 << 80)] == [
            *range(len(ascending)), None, None, None
        ]  # fmt: skip
        assert is_ascending(a) == (one == sorted(set(one)))


@pytest.mark.parametrize("rows", [[], [[0, 1, 0, 0]], [[0, 1, 0, 0], [2, 2, 1, 0]], [[0, 1, 0, 2]]])
def test_whether_rows_point_to_rows_before_them(rows: list[list[int]]) -> None:
    expected = all(child < number for number, row in enumerate(rows, 2) for child in row)
    table = np.array(rows, np.uint32).reshape(-1, 4)
    assert is_topological(table) == expected


def test_the_engine_refuses_rows_that_point_elsewhere() -> None:
    rows = [number for number in range(1, 5) for _ in range(4)]
    for wrong in (None, 3, 15):
        flat = array("I", rows)
        if wrong is not None:
            flat[wrong] = 5
        diagram = Diagram(memoryview(flat).cast("B").cast("I", (4, 4)), 5)
        if wrong is None:
            assert len(set_of(Configuration(4, 1), diagram)) == 256
        else:
            with pytest.raises(ProblemError, match="a damaged decision diagram"):
                set_of(Configuration(4, 1), diagram)


def test_columns_of_the_wrong_kind_are_named() -> None:
    for wrong, found in [
        (array("I", [1]), "I"),
        (memoryview(array("d", [1])), "d"),
        ([1, 2], "1, 2"),
        (np.array([1]), "int64"),
        (np.zeros((1, 1), np.uint64), "uint64"),
    ]:
        with pytest.raises(ProblemError, match=f"keys must be 1-dimensional uint64, not .*{found}"):
            column("keys", wrong, "Q")
    assert column("keys", np.arange(9, dtype=np.uint64)[::2], "Q").flags.c_contiguous


def test_the_engine_takes_any_contiguous_buffer() -> None:
    """Of numpy, of the standard library, read-only ones and empty ones."""
    ring = Packed(Configuration(4, 2))
    numbers = [1, 4, 0b0001_1110]
    for items in (numbers, []):
        expected = ring.canonical(np.array(items, np.uint64)).tolist()
        view = memoryview(array("Q", items))
        for given in (view.obj, view, view.toreadonly(), memoryview(bytes(view)).cast("Q")):
            assert ring.canonical(given).tolist() == expected
            assert ring.join(*ring.split(given)).tolist() == items
    with pytest.raises(ValueError, match="has 16 bits"):
        ring.canonical(array("Q", [1 << 16]))
    every_half = array("I", range(16))
    assert Verdicts(Configuration(4, 1), every_half, array("Q")).ways(array("Q", [1, 2, 3])).tolist() == [1, 1, 1]


def test_a_number_and_a_column_go_together() -> None:
    ring = Packed(Configuration(4, 2))
    assert ring.stack(1, array("Q", [1, 4])).tolist() == [ring.stack(1, 1), ring.stack(1, 4)]
    assert type(ring.stack(1, 4)) is int
    assert type(ring.is_stable(np.uint64(1))) is bool
