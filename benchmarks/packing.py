"""Packing, measured: every level, large squares, hard bags; beside it other programs on what they can do.

    python benchmarks/packing.py [--quick] [--only SECTION]

Figures are processor seconds of this thread, per call of ``packing.pack`` from Python, with one thread; every packing
is checked outside the measured time. OR-tools packs bags of 16; rectpack and rectangle-packer, which know rectangles
only, pack bags of I and O.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import fmean, median, stdev

from parts.report import heading, ok, processor, remark, verdict

from shapewright import packing
from shapewright.cells.pieces import parse_pieces
from shapewright.packing import Bag, Packing, check, pack
from shapewright.packing.boxes import by_score
from shapewright.packing.contest.chances import bags_table
from shapewright.packing.contest.rounds import play_rounds

# Pieces, the median aimed at (milliseconds), whether bags have an even number of T.
LEVELS = (
    (2, None, False),
    (4, None, False),
    (8, None, False),
    (16, 0.1, False),
    (32, 0.5, False),
    (64, 0.1, True),
    (128, 1.0, False),
    (256, 0.3, True),
    (512, 3.0, False),
    (1024, 1.0, True),
    (65536, 30.0, True),
)
EXPECTED_SCORE = 5958.46

# Of the Rust solver's write-up and of measurements of it, with even numbers of T, on one thread: quoted, not measured.
QUOTED = {16: "85 %, 0.4 ms", 64: "85 %, 7 ms", 256: "9.5 % within 1 s"}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions, nothing slow")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="measure this section only; may be repeated")
    arguments = parser.parse_args()
    print(f"on {processor()}")
    for name in arguments.only or SECTIONS:
        SECTIONS[name](arguments.quick)
    remark("")


def timed(bag: object, **how: object) -> tuple[Packing, float]:
    started = time.thread_time()
    found = pack(bag, **how)  # type: ignore[arg-type]
    return found, time.thread_time() - started


def levels(quick: bool) -> None:
    heading("Random bags into the best box: share filled, refuted, open; milliseconds a call")
    print(
        f"{'pieces':>6}  {'box':>8}  {'filled':>7}  {'refuted':>7}  {'open':>4}  {'median':>8}  {'p99':>8}  {'most':>8}"
    )
    for pieces, aim, even_t in LEVELS:
        times, filled, refuted = [], 0, 0
        number = 5 if pieces > 10_000 else (100 if quick else 1000)
        box = next(by_score(4 * pieces))
        pack(Bag.random(pieces, seed=10**6, even_t=even_t), box=box)  # what is made once for all calls
        for seed in range(number):
            found, seconds = timed(Bag.random(pieces, seed=seed, even_t=even_t), box=box, seed=seed)
            if found.placements:
                filled += 1
                times.append(seconds)
                if pieces <= 1024:
                    check(found)
            refuted += found.status == "infeasible"
        times.sort()
        middle = 1000 * median(times)
        row = [f"{1000 * value:8.3f}" for value in (times[len(times) * 99 // 100], times[-1])]
        note = f"  quoted: {QUOTED[pieces]}" if pieces in QUOTED else ""
        print(
            f"{pieces:>6}  {box[0]:>3}x{box[1]:<4}  {100 * filled / number:6.1f}%  {100 * refuted / number:6.1f}%  "
            f"{number - filled - refuted:>4}  {middle:8.3f}  {'  '.join(row)}  {verdict(middle, aim)}{note}"
        )


def rounds(quick: bool) -> None:
    heading("Whole rounds of the contest")
    number = 300 if quick else 10_000
    started = time.thread_time()
    totals = [one.total for one in play_rounds(1, rounds=number)]
    seconds = time.thread_time() - started
    error = stdev(totals) / number**0.5
    within = abs(fmean(totals) - EXPECTED_SCORE) < 3 * error
    print(f"{number} rounds: mean score {fmean(totals):.2f} +- {error:.2f} (possible: {EXPECTED_SCORE}) {ok(within)}")
    print(f"{1000 * seconds / number:.2f} ms a round {verdict(1000 * seconds / number, 50.0)}")
    print(f"perfect: {sum(total == 6027.5 for total in totals)}")


def tables(quick: bool) -> None:
    heading("Exact chances, made anew")
    for width, height, pieces in ((4, 4, 4), (6, 6, 8), (8, 8, 16)):
        started = time.thread_time()
        table = bags_table(width, height, pieces, None)
        seconds = time.thread_time() - started
        print(f"{pieces:>3} in {width}x{height}: {len(table) // 7:>6} bags, {seconds:.3f} s {verdict(seconds, 3.0)}")


def hard(quick: bool) -> None:
    heading("Bags of which 80 % are S and Z, and bags of 180 random pentominoes into 30x30: seconds")
    for pieces in (64, 256):
        times, open_ones = [], 0
        for seed in range(5 if quick else 20):
            source = random.Random(seed)
            many = pieces * 4 // 5
            counts = {"S": many // 2, "Z": many - many // 2}
            for letter in source.choices("IJLO", k=pieces - many - 2):
                counts[letter] = counts.get(letter, 0) + 1
            counts["T"] = 2
            found, seconds = timed(Bag.from_counts(counts), seed=seed, time_limit=5.0)
            check(found)
            open_ones += found.status != "optimal"
            times.append(seconds)
        middle, most = median(times), max(times)
        print(f"{pieces:>4} pieces: median {middle:.3f}, most {most:.3f}, best box left open {open_ones} times")
    pentominoes = parse_pieces("pentominoes")
    times, solved = [], 0
    for seed in range(5 if quick else 30):
        names = random.Random(seed).choices(range(12), k=180)
        bag = [replace(one, minimum=names.count(k), maximum=names.count(k)) for k, one in enumerate(pentominoes)]
        found, seconds = timed(bag, box=(30, 30), seed=seed)
        check(found)
        solved += bool(found.placements)
        times.append(seconds)
    print(f"pentominoes: {solved} of {len(times)} solved, median {median(times):.3f} {verdict(median(times), 0.3)}")


def solvers(quick: bool) -> None:
    heading(
        "The solvers by name on the same bags (even T), 1 s each: share that fills the best box, median milliseconds"
    )
    names = [name for name in packing.SOLVERS if name not in ("growing-square", "exhaustive")]
    print(f"{'':>14}" + "".join(f"{pieces:>18}" for pieces in (16, 64, 256)))
    for name in names:
        row = ""
        for pieces in (16, 64, 256):
            if name == "exact-cover" and pieces > 16:
                row += f"{'-':>18}"
                continue
            number = 4 if quick or pieces == 256 else 20
            box, times, filled = next(by_score(4 * pieces)), [], 0
            for seed in range(number):
                bag = Bag.random(pieces, seed=seed, even_t=True)
                found, seconds = timed(bag, box=box, solver=name, time_limit=1.0, seed=seed)
                filled += bool(found.placements)
                if found.placements:
                    times.append(seconds)
            middle = f"{1000 * median(times):.2f}" if times else "-"
            row += f"{100 * filled / number:7.0f} % {middle:>8}"
        print(f"{name:>14}{row}")


def peers(quick: bool) -> None:
    heading("Beside other programs: seconds")
    bags = [Bag.random(16, seed=seed, even_t=True) for seed in range(2 if quick else 5)]
    print("16 pieces into 8x8:")
    for bag in bags:
        found, seconds = timed(bag, box=(8, 8))
        line = f"  {bag.to_text():<28} shapewright {seconds:.5f} {found.status:<10}"
        try:
            print(f"{line} {cp_sat(bag, 8, 8, 20.0)}")
        except ImportError:
            print(f"{line} (OR-tools is not installed)")
    print("200 I and O into one square, rectangles only:")
    bag = Bag.from_counts({"I": 100, "O": 100})
    found, seconds = timed(bag)
    print(f"  shapewright        {found.width}x{found.height} {found.status}, {seconds:.4f}")
    for name, peer in (("rectpack", with_rectpack), ("rectangle-packer", with_rectangle_packer)):
        try:
            started = time.thread_time()
            size = peer([(1, 4)] * 100 + [(2, 2)] * 100)
            print(f"  {name:<18} {size}, {time.thread_time() - started:.4f}")
        except ImportError:
            print(f"  {name:<18} is not installed")


def cp_sat(bag: Bag, width: int, height: int, limit: float) -> str:
    from ortools.sat.python import cp_model

    from shapewright.cells.placements import placements

    model = cp_model.CpModel()
    cells = [(x, y) for y in range(height) for x in range(width)]
    over: list[list[cp_model.IntVar]] = [[] for _ in cells]
    for piece in bag.pieces():
        uses = []
        for where in placements(cells, piece.orientations()):
            use = model.new_bool_var("")
            uses.append(use)
            for cell in where:
                over[cell].append(use)
        model.add(sum(uses) == piece.minimum)
    for uses in over:
        model.add_exactly_one(uses)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = limit
    started = time.thread_time()
    status = solver.status_name(solver.solve(model))
    return f"CP-SAT {time.thread_time() - started:.2f} {status.lower()}"


def with_rectpack(sizes: list[tuple[int, int]]) -> str:
    import rectpack

    side = 29
    while True:
        packer = rectpack.newPacker()
        for size in sizes:
            packer.add_rect(*size)
        packer.add_bin(side, side)
        packer.pack()
        if len(packer.rect_list()) == len(sizes):
            return f"{side}x{side}"
        side += 1


def with_rectangle_packer(sizes: list[tuple[int, int]]) -> str:
    import rpack

    positions = rpack.pack(sizes)
    width, height = rpack.bbox_size(sizes, positions)
    return f"{width}x{height}"


SECTIONS: dict[str, Callable[[bool], None]] = {
    "levels": levels,
    "rounds": rounds,
    "tables": tables,
    "hard": hard,
    "solvers": solvers,
    "peers": peers,
}

if __name__ == "__main__":
    main()
