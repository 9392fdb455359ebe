"""The first Ctrl-C is a time limit that is reached now: a verb with a best answer so far prints it."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from shapewright.cli import deadline
from shapewright.cli.command import command_of
from shapewright.cli.root import OTHERS, Lazy, root
from shapewright.jobs import interrupt, limits
from shapewright.questions.desk import Desk
from shapewright.questions.question import Answer, Question

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals")
SECONDS = (0.3, 0.4, 0.5, 0.7, 1, 2, 4, 8, 15, 30)
"""Of processor time, after which a search that has begun is interrupted: later, if there was no answer yet."""
PENTOMINOES = "any*pentominoes"
OTHER_PIECES = "8*P5, 8*L5, 8*Y5, 6*N5, 6*F5, 6*W5, 6*T5, 6*V5, 6*U5, 4*Z5, 4*I5, 4*X5"
TWO_SHAPES = ("CuRwSbWc:RrCgWySm:SgWmCwRc:WbSyRuCr", "RuCwSbWc:RrCgWySm:SgWmCwRc:WbSyRuCr")
FIELD = "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI"
COMMANDS = [
    ("packing", "pack", "--pieces", PENTOMINOES, "--board", "13x13", "--bonuses", "F P 5, W X 4"),
    ("packing", "pack", "--pieces", "hexominoes", "--objective", "room", "--box", "16x15"),
    ("packing", "pack", "--pieces", PENTOMINOES, "--values", "values.txt"),
    ("packing", "repair", "before.json", "--pieces", OTHER_PIECES),
    ("packing", "bins", "--pieces", "hexominoes, heptominoes", "--box", "10x10"),
    ("packing", "bins", "--pieces", "2*hexominoes", "--boards", "10x10 cost 7, 20x6 cost 8"),
    ("packing", "pack", "--pieces", "six.txt", "--objective", "strip", "--width", "50"),
    ("packing", "pack", "--pieces", "six.txt"),
    ("packing", "solids", "--pieces", "2*pentacubes"),
    ("packing", "evaluate", "--level", "9", "--rounds", "50000"),
    ("packing", "round", "--until-perfect", "--seed", "3"),
    ("stacking", "solve", "--random", "20", "--seed", "2", "--clear-lines", "--objective", "rows"),
    ("stacking", "solve", "--random", "40", "--seed", "2", "--clear-lines", "--objective", "tetrises"),
    ("stacking", "solve", "--random", "30", "--seed", "2", "--objective", "flatness"),
    ("stacking", "solve", "--random", "1000", "--seed", "2", "--width", "5"),
    ("stacking", "longest", "--random", "60", "--seed", "2", "--height-limit", "12", "--hold"),
    ("stacking", "rate", "SZO", "--width", "8"),
    ("tiling", "cheapest", "costs.dlx"),
    ("tiling", "estimate", "--board", "15x18", "--pieces", "hexominoes, pentominoes"),
    ("clear", "book", "--field", FIELD, "-p", "*p7", "--time-limit", "300"),
    ("shapez", "plan", *TWO_SHAPES, "--effort", "highest"),
]


@contextmanager
def ctrl_c(times: int = 1, seconds: float = SECONDS[0]) -> Iterator[None]:
    """Send Ctrl-C once the command has begun to answer and has used some processor time."""
    ended = threading.Event()

    def send() -> None:
        while interrupt._ending is None:
            if ended.wait(0.005):
                return
        begun = time.process_time()
        while time.process_time() - begun < seconds:
            if ended.wait(0.01):
                return
        for _ in range(times):
            os.kill(os.getpid(), signal.SIGINT)
            if ended.wait(0.05):
                return

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=send)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        signal.signal(signal.SIGINT, before)


def interrupted(run: Run, *command: str) -> tuple[int, str, str]:
    """Run a command and interrupt it."""
    for seconds in SECONDS:
        with ctrl_c(seconds=seconds):
            ended = run(*command)
        if ended[0] != 130 and '"verdict": "unknown"' not in ended[1]:
            break
    return ended


def _write_costs() -> None:
    """Write an exact cover whose cheapest answer takes long."""
    draw = random.Random(3)
    items = [f"i{number}" for number in range(60)]
    options = []
    for _ in range(900):
        first, *others = draw.sample(items, 4)
        options.append(" ".join([f"{first}|{draw.randint(1, 99)}", *others]))
    Path("costs.dlx").write_text("\n".join([" ".join(items), *options]) + "\n")


def _write_rectangles() -> None:
    """Write rectangles of which the lowest strip takes long to prove."""
    sizes = [(12, 24), (10, 20), (30, 45), (36, 24), (36, 12), (16, 16)]
    rows = ["\n".join(["  " + "#" * wide] * high) for wide, high in sizes]
    Path("six.txt").write_text("\n".join(f"piece R{number}\n{one}" for number, one in enumerate(rows)) + "\n")


def _write_values() -> None:
    """Write the values of the cells of a large board."""
    draw = random.Random(1)
    rows = [" ".join(str(draw.randint(1, 9)) for _ in range(30)) for _ in range(30)]
    Path("values.txt").write_text("\n".join(rows) + "\n")


def _prepare(run: Run, command: tuple[str, ...]) -> None:
    """Write the files that the command reads."""
    if "costs.dlx" in command:
        _write_costs()
    if "six.txt" in command:
        _write_rectangles()
    if "values.txt" in command:
        _write_values()
    if "before.json" in command:
        run("packing", "pack", "--pieces", "6*pentominoes", "--board", "20x20", "-o", "before.json")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_ctrl_c_prints_the_best_so_far(run: Run, command: tuple[str, ...]) -> None:
    _prepare(run, command)
    code, out, err = interrupted(run, *command, "--json")
    assert code == 3, err
    assert err.startswith("stopped: interrupted") or command[1] == "round", (err, out)
    answer = json.loads(out)
    assert answer["verdict"] == "found"
    Path("answer.json").write_text(out)
    assert run(command[0], "verify", "answer.json", "--time-limit", "0.5")[0] in (0, 3)
    assert limits.INTERRUPTED[0] == 0
    assert signal.getsignal(signal.SIGINT) is not None


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_ctrl_c_at_once_is_no_fault(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))  # what is kept there has to be made
    _prepare(run, command)
    with ctrl_c(seconds=0):
        code, out, err = run(*command, "--json")
    assert code in (3, 130), (code, out, err)
    assert limits.INTERRUPTED[0] == 0


def test_a_list_ends_where_it_is(run: Run) -> None:
    code, out, err = interrupted(run, "tiling", "list", "--board", "8x10", "--pieces", PENTOMINOES)
    assert code == 3
    assert out.count("\n\n") > 1
    assert re.match(r"stopped: interrupted (after|before) ", err), err


@pytest.mark.parametrize(
    "command",
    [
        ("stacking", "count", "IOTSLJZI" * 4),
        ("tiling", "make", "--board", "6x10", "--pieces", "pentominoes", "--best"),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_without_an_answer_it_is_130(run: Run, command: tuple[str, ...]) -> None:
    with ctrl_c():
        code, out, err = run(*command)
    assert (code, out, err) == (130, "", "stopped\n")


def _heedless(asked: dict[str, Any], desk: Desk) -> Answer:
    """Never look at the clock."""
    for _ in range(10**7):
        time.sleep(0.001)
    return Answer({})


@pytest.mark.parametrize("times", [1, 2])
def test_what_does_not_look_at_the_clock_is_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    heedless = command_of(Question("a", "heedless", "Never look.", (), _heedless))
    monkeypatch.setitem(OTHERS, "heedless", Lazy(__name__, "heedless", ""))
    monkeypatch.setattr(root, "get_command", lambda ctx, name: heedless)
    monkeypatch.setattr(deadline, "LONGEST_GRACE", 0.3 if times == 1 else 3600.0)
    with ctrl_c(times, seconds=0):
        assert run("heedless") == (130, "", "stopped\n")


def test_what_is_proven_is_printed(run: Run) -> None:
    code, out, err = interrupted(run, "stacking", "survive", "IOTJLSZ", "--width", "6", "--height-limit", "8")
    assert (code, out) == (3, "")
    assert re.fullmatch(
        r"stopped: interrupted before it was known .*; the player survives \d+ drops? at least.*\n", err
    )
