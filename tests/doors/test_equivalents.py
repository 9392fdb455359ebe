"""What a page shows beside an answer: the command line and the lines of Python run as shown, and say the same."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shapewright.cli import main
from shapewright.errors import ShapewrightError
from shapewright.questions import FAMILIES, equivalents, find
from shapewright.questions.asked import check_parameters, given
from shapewright.questions.desk import Desk
from shapewright.questions.gallery import shown
from shapewright.questions.listing import Listing
from shapewright.questions.question import Answer, Question, envelope
from shapewright.questions.screen import FILE
from shapewright.storage.json import json_text

from .asking import Parameters, masked
from .problems import RANDOM

EXAMPLES = Path(__file__).parents[2] / "examples"
FEW, MANY = 6, 300
CENTRE = "########/########/########/###..###/###..###/########/########/########"
OPENER = "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ"

# What is measured, not computed; and what the page alone says.
_MEASURED = ("median_seconds", "p99_seconds", "median", "p99")
_OF_THE_PAGE = {("clear", "show")}

# Writes down the words and the input that a shell gives to the program.
_RECORDER = """#!{python} -IS
import json, sys
data = "" if sys.stdin.isatty() else sys.stdin.buffer.read().decode("latin-1")
json.dump([sys.argv[1:], data], open({place!r}, "w"))
"""


class Said:
    """A question, its answer, and what the page shows beside it."""

    def __init__(self, family: str, verb: str, parameters: Parameters) -> None:
        self.question = find(family, verb, "studio")
        fields = self.question.at("studio")
        checked = check_parameters(fields, parameters)
        found = self.question.answer(self.question.asked(checked), Desk(studio=True))
        if isinstance(found, Listing):
            kept = [value for batch in found.each() for value in batch]
            self.answer: Answer = found.ended(kept)
            self.text = found.separator.join([found.text(value, FILE) for value in kept])
        else:
            self.answer = found
            self.text = "" if found.shows_nothing else found.words(FILE)
        whole = envelope(self.question, given(fields, checked), self.answer, 0.0)
        self.envelope: dict[str, Any] = json.loads(json_text(whole))
        shown = equivalents.of(self.question, parameters, self.answer.told)
        self.command, self.python = shown["command"], shown["python"]
        self.elsewhere = equivalents.of(self.question, parameters, self.answer.told, self.answer.elsewhere)


class Shell:
    """A POSIX shell in a folder of its own, in which ``shapewright`` only writes down how it was called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._place = folder / "called.json"
        script = folder / "bin" / "shapewright"
        script.parent.mkdir()
        script.write_text(_RECORDER.format(python=sys.executable, place=str(self._place)))
        script.chmod(script.stat().st_mode | stat.S_IXUSR)

    def run(self, command: str, monkeypatch: pytest.MonkeyPatch) -> tuple[int, dict[str, Any]]:
        """The exit code and the JSON of the command, called as the shell calls it."""
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path}
        subprocess.run(["sh", "-c", command], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, check=True)
        words, data = json.loads(self._place.read_text())
        with monkeypatch.context() as patched:
            patched.chdir(self.folder)
            patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data.encode("latin-1"))))
            out, complaints = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaints):
                code = main([*words, "--json"])
        assert out.getvalue(), (command, complaints.getvalue())
        return code, json.loads(out.getvalue())


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def printed(python: str) -> str:
    """What lines of Python print."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(python, "<the page>", "exec"), {})
    return out.getvalue()


# --- What the lines print ---------------------------------------------------------------------------------------------


def _lines(*keys: str) -> Callable[[Said], list[str]]:
    """The values of these keys of the answer, each in what is printed."""
    return lambda said: [str(said.envelope[key]) for key in keys]


def _headline(said: Said) -> list[str]:
    return [said.answer.headline]


def _valid(said: Said) -> list[str]:
    return [f"{said.envelope['valid']}\n"]


def _fumens(said: Said) -> list[str]:
    if "limit" in said.envelope["parameters"]:
        return [one["fumen"] for one in said.envelope["solutions"]]
    found = said.envelope.get("solutions", said.envelope.get("answers", []))
    return [one["fumen"] for one in found if "fumen" in one] or ["impossible"]


def _value(said: Said) -> list[str]:
    plans = said.envelope.get("plans") or said.envelope.get("sequences") or [said.envelope]
    return [f"{one['value']}: " for one in plans if one["plan"]] or ["impossible"]


def _packed(said: Said) -> list[str]:
    if "packings" in said.envelope:
        letters = said.answer.files[".txt"]()
        assert isinstance(letters, str)
        return letters.split()
    return [f"{said.envelope['status']} {said.envelope.get('score', 0.0)}\n"]


def _steps(said: Said) -> list[str]:
    found = said.envelope.get("solutions", [])
    lines = [f"{one['piece']} {one['facing']} ({one['x']}, {one['y']})" for each in found for one in each["placements"]]
    return lines or [RACE.replace("/", "\n")]


def _glance(said: Said) -> list[str]:
    return _steps(said) if "solutions" in said.envelope else [said.answer.headline.partition(" ")[0]]


def _setups(said: Said) -> list[str]:
    records = said.envelope["solutions"]
    return [f"{len(records)}", *[f"{one.get('queues', one.get('orders'))} {one['fumen']}" for one in records]]


def _queues(said: Said) -> list[str]:
    if "queues" in said.envelope:
        return list(said.envelope["queues"])
    if "numbers" in said.envelope:
        return [str(said.envelope["numbers"])]
    if "number" in said.envelope:
        return [f"{said.envelope['number']}\n"]
    return ["impossible" if one["impossible"] else "possible" for one in said.envelope["verdicts"]]


def _counted(said: Said) -> list[str]:
    kinds = said.envelope.get("by_symmetry")
    if kinds is None:
        return [said.text.strip()]
    return [f"{one['count']} {one['up_to_symmetry']} {one['name']}\n" for one in kinds]


PRINTED: dict[tuple[str, str], Callable[[Said], list[str]]] = {
    ("tiling", "count"): _counted,
    ("tiling", "solve"): lambda said: [said.text or "impossible"],
    ("tiling", "unique"): _lines("unique"),
    ("tiling", "explain"): _headline,
    ("tiling", "verify"): _valid,
    ("tiling", "glance"): _lines("count", "up_to_symmetry"),
    ("packing", "pack"): _packed,
    ("packing", "glance"): _packed,
    ("packing", "feasible"): _headline,
    ("packing", "bins"): lambda said: [
        " ".join(str(said.envelope[key]) for key in ("status", "boards", "cost") if key in said.envelope) + "\n"
    ],
    ("packing", "solids"): lambda said: [f"{said.envelope['status']} ({', '.join(map(str, said.envelope['box']))})\n"],
    ("packing", "repair"): lambda said: [f"{said.envelope['moved']}\n"],
    ("packing", "chances"): lambda said: [str(said.envelope["probability"]), f"{said.envelope['bags']} of "],
    ("packing", "evaluate"): lambda said: [f"{said.envelope['successes']} of {said.envelope['rounds']}"],
    ("packing", "round"): lambda said: [f"{said.envelope['round']} {said.envelope['total']}"],
    ("packing", "facts"): lambda said: [f"{said.envelope['pieces']} {said.envelope['cells']}"],
    ("packing", "rectangles"): _lines("rectangles"),
    ("packing", "show"): lambda said: [one for one in said.text.split("\n") if one.isupper()],
    ("packing", "verify"): _valid,
    ("stacking", "solve"): _value,
    ("stacking", "glance"): _value,
    ("stacking", "play"): lambda said: [f"{said.envelope['height']} {said.envelope['holes']}\n"],
    ("stacking", "verify"): _valid,
    ("stacking", "show"): lambda said: [f"{said.envelope['plans'][0]['height']}\n"],
    ("clear", "solve"): _fumens,
    ("clear", "percent"): _headline,
    ("clear", "impossible"): _queues,
    ("clear", "chance"): _headline,
    ("clear", "loop"): lambda said: [*said.envelope["chances"], f"{said.envelope['number']}\n"],
    ("clear", "path"): lambda said: [
        f"{said.envelope['unique']} {said.envelope['solved']} {said.envelope['queues']}\n",
        *[one["fumen"] for one in said.envelope["solutions"]],
    ],
    ("clear", "book"): lambda said: [f"solution {rule['solution']}\n" for rule in said.envelope["rules"]],
    ("clear", "opener"): lambda said: [f"{said.envelope['solved']} / {said.envelope['queues']} ="],
    ("clear", "score"): _headline,
    ("clear", "ren"): lambda said: [
        f"{said.envelope['clears']} {said.envelope['ren']} {said.envelope['number']}\n",
        *[one["fumen"] for one in said.envelope["solutions"]],
    ],
    ("clear", "cover"): lambda said: [f"{said.envelope['any']} / {said.envelope['queues']} ="],
    ("clear", "spin"): lambda said: [f"{way['name']} {way['pieces']}\n" for way in said.envelope["ways"]],
    ("clear", "setup"): _setups,
    ("clear", "congruents"): _setups,
    ("clear", "table"): lambda said: (
        said.envelope.get("impossible") or [f"{said.envelope['solved']} {said.envelope['sequences']}\n"]
    ),
    ("clear", "live-boards"): lambda said: [f"{tuple(said.envelope['sizes'])}\n"],
    ("clear", "queues"): _queues,
    ("clear", "sequences"): _queues,
    ("clear", "solutions"): lambda said: said.envelope.get("listed", [f"{said.envelope['solutions']}\n"]),
    ("clear", "demo"): lambda said: ["\n\n"],
    ("clear", "verify"): _valid,
    ("clear", "show"): _steps,
    ("clear", "glance"): _glance,
    ("shapez", "buildable"): lambda said: said.text.split("\n"),
    ("shapez", "plan"): lambda said: (
        [said.text.partition("; every step replayed")[0] or "impossible"]
        if "plans" not in said.envelope
        else [f"{plan['cost']} machine" for plan in said.envelope["plans"]]
    ),
    ("shapez", "check"): lambda said: [line for line in said.text.splitlines() if line[0] in "rwl"],
    ("shapez", "count"): lambda said: [f"total={said.envelope['total']}"],
    ("shapez", "search"): lambda said: [f"'total': {said.envelope['total']}"],
    ("shapez", "verify"): _valid,
}
"""What must stand in what the lines print, where that is not the whole text of the answer."""


def check_python(said: Said) -> None:
    """Run the lines; they say what the answer says."""
    assert said.python, f"{said.question.command} says nothing in Python: give its Question a 'python'"
    got = printed(said.python)
    expected = PRINTED.get((said.question.family, said.question.name))
    if expected is None:
        assert got.strip() == said.text.strip(), said.python
        return
    for part in expected(said):
        assert part in got, (said.python, got)


def check_command(said: Said, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the command; it gives the same answer."""
    code, found = shell.run(said.command, monkeypatch)
    assert code == said.answer.exit_code, said.command
    assert _compared(found) == _compared(said.envelope), said.command


def _compared(envelope: dict[str, Any]) -> dict[str, Any]:
    left_out = {*_MEASURED, "parameters"}  # those have other names where a page sends the content of a file
    kept = {key: value for key, value in masked(envelope).items() if key not in left_out}
    if "files" in kept:
        kept["files"] = list(map(masked, kept["files"]))
    return kept


# --- The tests --------------------------------------------------------------------------------------------------------


def _examples() -> Iterator[Any]:
    for family in FAMILIES.values():
        for question in family.questions.values():
            yield pytest.param(question, dict(question.example), id=question.command.replace(" ", "-"))


VERIFIED: dict[tuple[str, str], Callable[[], Parameters]] = {
    ("clear", "verify"): lambda: {"solutions": "v115@vhFRQJUGJKJJvMJTNJGBJ"},
    ("shapez", "verify"): lambda: {"answer": Said("shapez", "op", {"machine": "cut", "codes": ["CuCuCuCu"]}).envelope},
}
"""Parameters for those that have no example."""


@pytest.mark.parametrize(("question", "parameters"), list(_examples()))
def test_every_example(
    question: Question, parameters: Parameters, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Said(question.family, question.name, parameters or VERIFIED[question.family, question.name]())
    check_python(said)
    if question.typed_as:
        printed_one = shell.run(said.command, monkeypatch)[1]
        told = [key for key in ("value", "score") if key in said.envelope]
        assert told
        assert [printed_one[key] for key in told] == [said.envelope[key] for key in told]
    elif "shell" not in question.doors:
        assert not said.command
    elif (question.family, question.name) in _OF_THE_PAGE:
        assert shell.run(said.command, monkeypatch)[0] == 0
    else:
        check_command(said, shell, monkeypatch)


@pytest.mark.parametrize("family", RANDOM)
def test_random_problems(family: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    _check_random(family, range(FEW), shell, monkeypatch)


@pytest.mark.slow
@pytest.mark.parametrize("family", RANDOM)
def test_many_random_problems(family: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    _check_random(family, range(FEW, MANY), shell, monkeypatch)


def _check_random(family: str, seeds: range, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    answered = 0
    for seed in seeds:
        verb, parameters, _ = RANDOM[family](Random(f"equivalents {family} {seed}"))
        try:
            said = Said(family, verb, parameters)
        except ShapewrightError:
            continue  # what has no answer has nothing beside it
        answered += 1
        check_python(said)
        check_command(said, shell, monkeypatch)
    assert answered > len(seeds) // 2


PENTOMINOES = {"board": "6x10", "pieces": "pentominoes"}
RACE = "XX________/X________X"
FUMEN = "v115@9gBtEeilwwBtDeglRpxwR4Ceg0RpwwR4Dei0JeAgl"
QUOTES = """it's "a" $HOME `x` \\n"""
LETTERED = "board 4x2\npieces 2*L4\n"
OTHERS: list[tuple[str, str, Parameters]] = [
    # Contents of files go in on standard input, packed ones in base64, and second ones by a file of their own.
    ("tiling", "count", {"puzzle": LETTERED}),
    ("tiling", "count", {"puzzle": f"title {QUOTES}\n{LETTERED}"}),
    ("tiling", "count", {"puzzle": f"% here it would end\n{LETTERED}"}),
    ("tiling", "solve", {"puzzle": (EXAMPLES / "pentominoes_3x20.dlx").read_text()}),
    ("tiling", "count", {"puzzle": (EXAMPLES / "pentominoes_3x20.dlx").read_text()}),
    ("tiling", "unique", {"puzzle": (EXAMPLES / "pentominoes_3x20.dlx").read_text()}),
    ("tiling", "verify", {"puzzle": LETTERED, "solutions": "ABBB\nAAAB\n"}),
    ("tiling", "verify", {"puzzle": LETTERED, "solutions": "ABBB\nAAAA\n", "recount": True}),
    ("tiling", "show", {"puzzle": LETTERED, "solutions": "ABBB\nAAAB\n"}),
    # Boards and pieces of every kind.
    ("tiling", "count", {"board": "##.#/####/?###", "pieces": "any*I2, any*I1", "optional": ["1,0", "2,1"]}),
    ("tiling", "count", {"board": "4x4", "pieces": "any*I2", "hole": ["0,0"], "hole_box": ["2,2,1x1"]}),
    ("tiling", "count", {"board": "4x4", "pieces": "piece A 4\n  ##\n  ##\n"}),
    ("tiling", "count", {"board": "4x4", "pieces": "4*O4", "fixed": ["O 0,0 1,0 0,1 1,1"], "rotations_only": True}),
    ("tiling", "list", {"board": "2x2x2", "pieces": "any*I2", "up_to_symmetry": True}),
    ("tiling", "list", {"board": "4x4", "pieces": "any*I2", "symmetric": True}),
    ("tiling", "solve", {"board": "4x4", "pieces": "any*I2", "symmetric": True}),
    ("tiling", "count", {"board": "4x4", "pieces": "any*I2", "by_symmetry": True}),
    ("tiling", "make", {"board": "4x5", "pieces": "0-1*pentominoes", "seed": 1}),
    ("tiling", "make", {"board": "5x5", "pieces": "L5, P5, V5", "choose": "board", "seed": 1, "number": 2}),
    ("tiling", "explain", {"board": "4x5", "pieces": "tetrominoes"}),
    # What was drawn is told.
    ("tiling", "random", PENTOMINOES),
    ("tiling", "estimate", PENTOMINOES),
    ("shapez", "random", {"configuration": "quad2"}),
    ("packing", "pack", {"random": 12, "seed": 3, "even_t": True, "cover_corner": True}),
    ("packing", "pack", {"bag": "O2", "board": "####/####/####", "hole": ["0,0"], "best_subset": True}),
    ("packing", "pack", {"pieces": "2*I2, L3", "width": 3}),
    ("packing", "pack", {"pieces": "2*T4 value 2, any*I3", "values": "3 9 1/2 . 4/1 5 5", "best_subset": True}),
    ("packing", "pack", {"bag": "I2 O2", "box": "4x4", "fixed": ["O 0,0 1,0 0,1 1,1"], "limit": 2}),
    ("packing", "bins", {"pieces": "4*I3", "board": "##./###/###", "max_boards": 3}),
    ("packing", "bins", {"bag": "T1 I3", "box": "4x4", "max_boards": 1}),
    ("packing", "pack", {"bag": "O2 I1", "box": "5x4", "objective": "room"}),
    ("packing", "pack", {"problem": "bag O2 I1\nbox 5x4\ncover-corner\n"}),
    ("packing", "solids", {"pieces": "2*V3,I3", "box": "3x3x1"}),
    ("packing", "bins", {"bag": "O5", "boards": "4x4 cost 5, 2*2x4 cost 2"}),
    ("packing", "facts", {"pieces": "2*I2, any*L3"}),
    ("stacking", "solve", {"sequence": "IOTSLJZ", "board": "#..../##..#", "hold": True, "tie_break": "lexicographic"}),
    ("stacking", "solve", {"sequence": "OO", "width": 4, "height_limit": 1}),
    ("stacking", "solve", {"sequence": "U V", "pieces": "U5, V5", "width": 6, "best": 2}),
    ("stacking", "solve", {"file": "IOT\n% a comment\nLLLL\n", "width": 6}),
    ("stacking", "play", {"sequence": "TLO", "width": 6, "hold": True, "drops": "L:0 T:3"}),
    ("stacking", "play", {"sequence": "IOT", "width": 6}),
    ("stacking", "count", {"sequence": "IOT", "board": "6x3", "no_rotation": True, "clear_lines": True}),
    ("clear", "solve", {"queue": "LIJO", "field": "XXXXXX____/XXXXXX____/XXXXXX____", "keys": True, "no_hold": True}),
    ("clear", "solve", {"queue": "IIIIIIIIIII", "height": 4}),
    ("clear", "solve", {"queue": "[T]TIOLJSZIIIO", "hold": "T", "limit": 2, "seed": 3, "save": "!O"}),
    ("clear", "solve", {"file": "TIOLJSZTIOL\n# not this\nIIIIIIIIIII\n", "height": 4}),
    ("clear", "percent", {"field": FUMEN, "page": 1, "patterns": "I,*p4"}),
    ("clear", "percent", {"field": RACE, "patterns": "*p5", "height": 2, "kicks": "jstris180", "drop": "180"}),
    ("clear", "path", {"field": "XXXXXX____\nXXXXXX____\nXXXXXX____\nXXXXXX____", "patterns": "*p4", "minimal": True}),
    ("clear", "impossible", {"list": True, "limit": 3}),
    ("clear", "impossible", {"queues": ["IOTSZIOSZT\nTIO"], "hold": "I"}),
    ("clear", "queues", {"length": 3, "list": True, "limit": 10}),
    ("clear", "sequences", {"patterns": "*p2,[SZ]", "hold": "forward", "holds": 1, "list": True, "limit": 10}),
    ("clear", "sequences", {"patterns": "*p3{S<Z}", "hold": "backward", "length": 3, "where": "T=1"}),
    ("clear", "solutions", {"height": 2, "count": True}),
    ("clear", "solutions", {"height": 4, "random": 3}),
    ("clear", "glance", {"pieces": "TIOLJSZTIOL"}),
    ("clear", "show", {"file": "v115@vhFRQJUGJKJJvMJTNJGBJ"}),
    ("shapez", "buildable", {"codes": ["--Cu----", "CuN?----:P-P?----"], "nearest": False}),
    ("shapez", "buildable", {"codes": ["CuCuCuCu\ncu------:--------:cu------"], "vortex": True}),
    ("shapez", "op", {"machine": "paint", "codes": ["CuCuCuCu\nRu------"], "colour": "red"}),
    ("shapez", "op", {"machine": "rotate", "codes": ["CuRuSuWu"], "steps": "180"}),
    ("shapez", "plan", {"codes": ["cu------:--------:cu------"]}),
    ("shapez", "plan", {"codes": ["CuCu----", "RuRu----"], "rates": (EXAMPLES / "invented_rates.toml").read_text()}),
    (
        "shapez",
        "plan",
        {
            "codes": ["CuCu----", "RuRu----"],
            "separate": True,
            "rates": (EXAMPLES / "invented_rates.toml").read_text(),
        },
    ),
    ("shapez", "plan", {"codes": ["CuCuRuRu"], "machines": "cut,rotate,stack", "have": "RuRu----,red"}),
    ("shapez", "plan", {"codes": ["CrCrCrCr"], "machines": "cut"}),
    ("shapez", "plan", {"codes": ["CrCrCrCr"], "full_belt": True}),
    ("shapez", "plan", {"codes": ["CrCrRuRu"], "minimize": "belt"}),
    ("shapez", "plan", {"codes": ["CrCrCrCr", "CuCuCuCu:CuCuCuCu"], "minimize": "belt"}),
    (
        "shapez",
        "plan",
        {"codes": ["CrCr----"], "minimize": "belt", "rates": (EXAMPLES / "invented_rates.toml").read_text()},
    ),
    ("shapez", "check", {"file": "1 miner CuCuCuCu\n2 cut 1 -> CuCu---- CuCu----", "goals": "CuCu----"}),
    ("shapez", "list", {"configuration": "quad2", "canonical": True, "limit": 4}),
]


@pytest.mark.parametrize(("family", "verb", "parameters"), OTHERS)
def test_what_is_asked_in_other_ways(
    family: str, verb: str, parameters: Parameters, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Said(family, verb, parameters)
    check_python(said)
    if said.command:
        check_command(said, shell, monkeypatch)


def test_contents_of_every_kind(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in sorted(EXAMPLES.glob("*.xmpuzzle"))[:2]:
        content = place.read_bytes()
        said = Said("tiling", "show", {"puzzle_file": base64.b64encode(content).decode()})
        assert ("base64 -d" in said.command) == (b"\0" in content)  # BurrTools compresses most files
        check_python(said)
        check_command(said, shell, monkeypatch)


def test_a_real_shell(tmp_path: Path) -> None:
    program = tmp_path / "shapewright"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m shapewright "$@"\n')
    program.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    for verb, parameters in (("count", PENTOMINOES), ("verify", {"puzzle": LETTERED, "solutions": "ABBB\nAAAB"})):
        said = Said("tiling", verb, parameters)
        done = subprocess.run(
            ["sh", "-c", said.command], cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        assert done.stdout.strip() == said.text.strip()


# --- What the bars of the pages say, by questions that have no clock --------------------------------------------------


def _bars() -> Iterator[Any]:
    """The live questions of the first pages and of the gallery."""
    yield pytest.param("tiling", {"board": CENTRE, "pieces": "pentominoes"}, id="tiling")
    yield pytest.param("tiling", {"board": "hex:4x7", "pieces": "tetrahexes"}, id="tiling-hexagons")
    yield pytest.param("tiling", {"puzzle": "a b c |\na b\nc\n"}, id="tiling-cover")
    for pieces in ("TIOLJSZTIOL", "TIOLJSZ", "*p7", "*p2", ""):
        yield pytest.param("clear", {"pieces": pieces}, id=f"clear-{pieces}")
    yield pytest.param("clear", {"pieces": "*p4", "hold": "I", "field": OPENER}, id="clear-hold")
    for entry in shown():
        given, family = dict(entry["parameters"]), entry["family"]
        if family not in ("tiling", "clear") or entry["question"] == "daily":
            continue
        if family == "clear":
            given["pieces"] = given.pop("queue", None) or given.pop("patterns", None)
        names = {field.name for field in find(family, "glance", "studio").at("studio")}
        if given.keys() <= names:
            yield pytest.param(family, given, id=entry["name"])


@pytest.mark.parametrize(("family", "parameters"), list(_bars()))
def test_what_is_beside_a_bar_needs_no_clock(
    family: str, parameters: Parameters, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = Said(family, "glance", {**parameters, "time_limit": 1.0})
    command, python = said.elsewhere["command"], said.elsewhere["python"]
    if not said.answer.complete or not said.answer.elsewhere:
        return  # the verb that is named takes all the time that it needs, or a glance takes none
    assert "glance" not in command + python
    assert "time" not in command + python
    # Of two commands, for all tilings and for those up to symmetry, the last one is heard here.
    _, found = shell.run(command, monkeypatch)
    got = printed(python)
    if said.answer.verdict == "none" and "solved" not in said.envelope:
        assert found["verdict"] == "none"
        assert got.strip()
    elif family == "tiling":
        number, classes = said.envelope["count"], said.envelope["up_to_symmetry"]
        assert found["count"] in (number, classes)
        assert got.split() == [str(number)] if classes in (None, number) else [str(number), str(classes)]
    elif "solutions" in said.envelope:
        assert found["solutions"][0]["fumen"] == said.envelope["solutions"][0]["fumen"]
        assert said.envelope["solutions"][0]["fumen"] in got
    else:
        assert [found[key] for key in ("solved", "queues")] == [said.envelope[key] for key in ("solved", "queues")]
        assert said.answer.headline.partition(" ")[0] in got
