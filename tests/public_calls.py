"""One small call of every public function, for tests that look at the values these return.

``CALLS`` maps ``family.name`` to a call without arguments. Generators are listed. ``WITHOUT_VALUES`` names the public
functions that return nothing of ours, such as numbers and texts.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np

from shapewright import clear, packing, shapez, stacking, tiling
from shapewright.cells import parse_pieces
from shapewright.cli import main

WALL = "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX"
LOW = "XXX____XXX/XXX____XXX"
SQUARE = "4x4"


def _path(name: str) -> str:
    return os.path.join(tempfile.mkdtemp(), name)


@lru_cache
def puzzle() -> tiling.Problem:
    return tiling.Problem.from_text("board 4x4\npieces 2*L4, 2*I4")


@lru_cache
def dominoes() -> tiling.Problem:
    return tiling.Problem.from_text("board 4x4\npieces any*I2")


@lru_cache
def burr() -> tiling.Problem:
    return tiling.Problem.from_text("board 2x2x1\npieces 2*I2")


def cover() -> tiling.ExactCover:
    return tiling.ExactCover({"a": ["p", "q"], "b": ["r"], "c": ["p"], "d": ["q", "r"]})


def bag() -> packing.Bag:
    return packing.Bag.from_text("T2 I1 L1")


def stack() -> stacking.Problem:
    return stacking.Problem("LLJ", width=5)


def well() -> stacking.Problem:
    return stacking.Problem("SZ", width=4, height_limit=4, clear_lines=True)


@lru_cache
def a_clear() -> clear.Solution:
    found = clear.first(LOW, "OO")
    assert found is not None
    return found


@lru_cache
def a_path() -> clear.Path:
    return clear.path(WALL, "*p4", 4)


@lru_cache
def a_plan() -> shapez.Plan:
    found = shapez.plan("CuRu----")
    assert found is not None
    return found


def quad2() -> shapez.Configuration:
    return shapez.Configuration.from_name("quad2")


def _setups() -> clear.Setups:
    return clear.setups("XXXXXXXXII/XXXXXXXXII", "*p1", fill="I")


def answer_of(words: str) -> str:
    """Return what the shell prints for a command with ``--json``."""
    with redirect_stdout(io.StringIO()) as printed:
        main([*words.split(), "--json"])
    return printed.getvalue()


def _pc_file() -> str:
    path = _path("a.pc")
    clear.write_pc(path, list(islice(clear.play(height=2), 1)))
    return path


CALLS: dict[str, Callable[[], Any]] = {
    "tiling.booklet": lambda: tiling.booklet(dominoes(), 1),
    "tiling.calendar": lambda: tiling.calendar(11, 28),
    "tiling.chances": lambda: tiling.chances(puzzle()),
    "tiling.count_by_symmetry": lambda: tiling.count_by_symmetry(dominoes()),
    "tiling.daily": lambda: tiling.daily(date(2026, 11, 28)),
    "tiling.disassemble": lambda: tiling.disassemble(tiling.random(burr(), seed=1)),  # type: ignore[arg-type]
    "tiling.disassemblies": lambda: list(tiling.disassemblies(burr())),
    "tiling.estimate": lambda: tiling.estimate(puzzle(), seed=1),
    "tiling.explain": lambda: tiling.explain(tiling.Problem.from_text("board 4x4\npieces T4, 3*I4")),
    "tiling.first": lambda: tiling.first(puzzle()),
    "tiling.glance": lambda: tiling.glance(puzzle(), time_limit=None),
    "tiling.make": lambda: tiling.make(dominoes()),
    "tiling.random": lambda: tiling.random(puzzle(), seed=1),
    "tiling.sample": lambda: list(tiling.sample(puzzle(), limit=2, seed=1)),
    "tiling.solution_set": lambda: tiling.solution_set(puzzle()),
    "tiling.solve": lambda: list(tiling.solve(puzzle(), limit=2)),
    "tiling.takeapart": lambda: tiling.takeapart(burr()),
    "tiling.verify": lambda: tiling.verify(answer_of("tiling count --board 4x4 --pieces any*I2")),
    "packing.bins": lambda: packing.bins(bag(), box=(4, 4)),
    "packing.chances": lambda: packing.chances((4, 4)),
    "packing.evaluate": lambda: packing.evaluate(1, rounds=5),
    "packing.explain": lambda: packing.explain(packing.Problem(packing.Bag.from_text("T1 I3"), box=(4, 4))),
    "packing.feasible": lambda: packing.feasible(bag(), box=(4, 5)),
    "packing.first": lambda: packing.first(packing.Problem(bag(), box=(4, 5))),
    "packing.least_cost": lambda: packing.least_cost(bag(), "2*4x4 cost 3, 4x5 cost 4"),
    "packing.pack": lambda: packing.pack(bag()),
    "packing.play_round": lambda: packing.play_round(seed=1, level_time_limit=0.05),
    "packing.play_rounds": lambda: list(packing.play_rounds(seed=1, rounds=1, level_time_limit=0.05)),
    "packing.rectangles": lambda: packing.rectangles(12),
    "packing.repair": lambda: packing.repair(packing.pack(bag(), box=(4, 5)), packing.Bag.from_text("T2 I2")),
    "packing.solids": lambda: packing.solids(parse_pieces("2*I3"), box=(2, 3, 1)),
    "packing.solve": lambda: list(packing.solve(packing.Problem(bag(), box=(4, 5)), limit=2)),
    "packing.verify": lambda: packing.verify(answer_of("packing pack T2I1L1")),
    "stacking.deadly": lambda: stacking.deadly(well()),
    "stacking.expect": lambda: stacking.expect(stacking.Problem("SZ", width=4), 2, knowing=True),
    "stacking.first": lambda: stacking.first(stack()),
    "stacking.longest": lambda: stacking.longest(stacking.Problem("OSZOSZ", width=4, height_limit=4)),
    "stacking.rate": lambda: stacking.rate(stacking.Problem("LJ", width=4)),
    "stacking.solve": lambda: list(stacking.solve(stack(), limit=2)),
    "stacking.solve_many": lambda: stacking.solve_many([stack(), stack()]),
    "stacking.survive": lambda: stacking.survive(well()),
    "stacking.tetrominoes": stacking.tetrominoes,
    "stacking.verify": lambda: stacking.verify(answer_of("stacking solve LLJ --width 5")),
    "clear.all_solutions": lambda: clear.all_solutions(2),
    "clear.analyse": lambda: clear.analyse(WALL, "*p4", 4),
    "clear.attack_table": lambda: clear.attack_table("guideline"),
    "clear.best_score": lambda: clear.best_score(LOW, "OO"),
    "clear.book": lambda: clear.book(clear.path(LOW, "OO;II", 2)),
    "clear.chance": lambda: clear.chance(LOW, "OI", 2, height=2),
    "clear.chances_after": lambda: clear.chances_after(_setups(), "*p2", 2),
    "clear.compare_nets": lambda: clear.compare_nets([], queues=10),
    "clear.congruents": lambda: clear.congruents(a_clear(), "OO"),
    "clear.count_fields": lambda: list(clear.count_fields("percent", [LOW], "*p2", 2)),
    "clear.count_solutions": lambda: clear.count_solutions(2),
    "clear.cover": lambda: clear.cover([a_clear()], "OO"),
    "clear.draw_pages": lambda: clear.draw_pages(clear.Fumen.from_solution(a_clear()).pages),
    "clear.edit": lambda: clear.edit(clear.Fumen.from_solution(a_clear()), "mirror"),
    "clear.expand": lambda: clear.expand("*p2"),
    "clear.find_spins": lambda: list(islice(clear.find_spins("XXXX_XXXXX/XXX__XXXXX/XXXX_XXXXX", "T"), 1)),
    "clear.first": lambda: clear.first(LOW, "OO"),
    "clear.glance": lambda: clear.glance(LOW, "OO", time_limit=60),
    "clear.kept_live_boards": clear.kept_live_boards,
    "clear.list_path": lambda: clear.list_path(LOW, "*p2", 2),
    "clear.live_boards": lambda: clear.live_boards(2),
    "clear.loop": lambda: clear.loop(1, see=2),
    "clear.openers": lambda: clear.openers("", "*p5", 1, 2, pieces=2),
    "clear.path": lambda: clear.path(WALL, "*p4", 4),
    "clear.path_with_goal": lambda: clear.path_with_goal(a_path(), "tetris"),
    "clear.paths_by_save": lambda: clear.paths_by_save(LOW, "*p3", 2, save="T||I"),
    "clear.percent": lambda: clear.percent(WALL, "*p4", 4),
    "clear.play": lambda: list(islice(clear.play(height=2), 1)),
    "clear.read_conditions": lambda: clear.read_conditions("T||I"),
    "clear.read_fumens": lambda: clear.read_fumens(clear.Fumen.from_solution(a_clear()).to_text()),
    "clear.read_pc": lambda: clear.read_pc(_pc_file()),
    "clear.read_start": lambda: clear.read_start(WALL),
    "clear.ren": lambda: clear.ren(LOW, "OOI"),
    "clear.replay": lambda: clear.replay(_pc_file()),
    "clear.score": lambda: clear.score(LOW, "*p2", 2),
    "clear.score_solution": lambda: clear.score_solution(a_clear()),
    "clear.setups": lambda: _setups(),
    "clear.solve": lambda: list(clear.solve(clear.Problem(clear.Field.from_text(LOW), clear.Queue("OO")))),
    "clear.solve_many": lambda: clear.solve_many(LOW, ["OO", "SZ"]),
    "clear.table": lambda: clear.table(2),
    "clear.train": lambda: clear.train(generations=1, population=5, queues=10),
    "clear.verify": lambda: clear.verify(answer_of("clear percent --field XXX____XXX/XXX____XXX -p OO -c 2")),
    "shapez.buildable": lambda: shapez.buildable("CuCu----:RrRr----"),
    "shapez.buildable_many": lambda: shapez.buildable_many(np.array([1], np.uint64), quad2()),
    "shapez.compared": lambda: shapez.compared(shapez.judge_plan("1 miner CuCuCuCu\n2 cut 1")),
    "shapez.count": lambda: shapez.count(quad2()),
    "shapez.recorded_counts": lambda: shapez.recorded_counts("hex5"),
    "shapez.data_needed": lambda: shapez.data_needed(shapez.Shape.from_code("CuCu----")),
    "shapez.expanded": lambda: shapez.expanded("{CuRuSuWu}"),
    "shapez.first": lambda: shapez.first(shapez.Problem("CuRu----")),
    "shapez.judge": lambda: shapez.judge("??------"),
    "shapez.judge_plan": lambda: shapez.judge_plan("1 miner CuCuCuCu\n2 cut 1"),
    "shapez.lay_out": lambda: shapez.lay_out(a_plan()),
    "shapez.load": lambda: shapez.load(quad2()),
    "shapez.members": lambda: list(shapez.members(quad2(), limit=2)),
    "shapez.packed_members": lambda: list(shapez.packed_members(quad2(), limit=2)),
    "shapez.plan": lambda: shapez.plan("CuRu----"),
    "shapez.plan_or_why": lambda: shapez.plan_or_why(shapez.Problem("CuRu----")),
    "shapez.planned": lambda: shapez.planned("CuRu----"),
    "shapez.random": lambda: list(shapez.random(quad2(), limit=2, seed=1)),
    "shapez.read_data": lambda: shapez.read_data(_data_file()),
    "shapez.search": lambda: shapez.search(quad2()),
    "shapez.search_and_keep": lambda: shapez.search_and_keep(quad2(), output=_path("quad2.h5")),
    "shapez.solve": lambda: list(shapez.solve(shapez.Problem("CuRu----"))),
    "shapez.total": lambda: shapez.total(quad2()),
    "shapez.unbuildable": lambda: shapez.unbuildable(shapez.Problem("--Cu----:Cu------")),
    "shapez.verify": lambda: shapez.verify(answer_of("shapez plan CuRu----")),
    "shapez.verify_data": lambda: shapez.verify_data(quad2_data(), samples=5),
}


def quad2_data() -> shapez.Data:
    return shapez.load(quad2(), "full")


def _data_file() -> str:
    path = _path("quad2.h5")
    shapez.search_and_keep(quad2(), output=path)
    return path


WITHOUT_VALUES = {
    *(f"{family}.certificate" for family in ("clear", "packing", "shapez", "stacking", "tiling")),
    "clear.best_spin",
    "clear.check",
    "clear.faults",
    "clear.impossible",
    "clear.list_sequences",
    "clear.number_of_sequences",
    "clear.presses",
    "clear.spins",
    "clear.why_none",
    "clear.write_pc",
    "packing.check",
    "packing.faults",
    "shapez.check",
    "shapez.faults",
    "shapez.is_at_hand",
    "shapez.is_buildable",
    "shapez.is_pattern",
    "shapez.known_numbers",
    "shapez.mix",
    "shapez.ships",
    "stacking.check",
    "stacking.count",
    "stacking.faults",
    "stacking.random_sequence",
    "stacking.reprove",
    "stacking.why_none",
    "tiling.calendar_counts",
    "tiling.check",
    "tiling.count",
    "tiling.faults",
    "tiling.is_unique",
    "tiling.why_none",
}

# Values of exported classes that no function above returns, and engine objects inside values that come only by options.
OTHER_VALUES: dict[str, Callable[[], Any]] = {
    "tiling.ExactCover": cover,
    "tiling.CheapestCovers": lambda: cover().cheapest(),
    "tiling.CoverExplanation": lambda: cover().explain(),
    "tiling.SolutionSet of a cover": lambda: tiling.solution_set(cover()),
    "packing.Bonuses": lambda: packing.Bonuses.from_text("I O 3"),
    "packing.Values": lambda: packing.Values.from_text("1 2\n3 4"),
    "stacking.Game": lambda: stacking.Game(5),
    "clear.Blueprint": lambda: clear.Blueprint.from_text("XXXXXXXXII/XXXXXXXXII", fill="I"),
    "clear.Expansion": lambda: clear.expand("*p2", "pass"),
    "clear.Minimal": lambda: a_path().minimal(),
    "clear.PcFile": lambda: clear.PcFile(_pc_file()),
    "clear.Setup": lambda: clear.Setup(clear.Field.from_text(LOW), clear.Pattern.from_text("*p2"), 2),
    "clear.Wanted": clear.Wanted,
    "shapez.Blueprint": lambda: shapez.lay_out(a_plan()).blueprint(),
}
