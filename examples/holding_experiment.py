"""An experiment: how much does hold help to keep a stack low, and when?

    python examples/holding_experiment.py holding                # 100 random queues of each length
    python examples/holding_experiment.py holding 5000 8 14      # 5000 queues of 8 pieces, of 9 and so on up to 14

Draws random queues bag by bag, as most games do: seven pieces in random order, then the next seven. Each queue is
solved twice, with and without hold, for the lowest stack that is possible when the whole queue is known. Every height
is proven, so what differs is the rule and not the luck of a search. Writes ``heights.csv``, a line for each queue, and
``holding.svg``: for each length the share of queues that hold makes lower, with its 95 % interval, and one such queue.
"""

from __future__ import annotations

import csv
import sys
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from pathlib import Path
from random import Random

from shapewright import stacking
from shapewright.drawing import Group, Node, Scene, Text, rectangle, to_svg

INK, SOFT, GROUND, BAR = "#1d2129", "#59616d", "#e6e9ee", "#3161e7"
WIDTH = 6  # columns of the well
SCALE = 3.2  # pixels of a per cent


@dataclass(frozen=True)
class Trial:
    """One queue, solved without and with hold."""

    without: stacking.Plan
    hold: stacking.Plan

    @property
    def gain(self) -> int:
        return self.without.height - self.hold.height

    @property
    def queue(self) -> str:
        return "".join(self.without.problem.sequence)


def queue(length: int, chance: Random) -> str:
    """That many pieces, bag by bag."""
    bags = (piece for _ in range(-(-length // 7)) for piece in chance.sample("IOTJLSZ", 7))
    return "".join(islice(bags, length))


def solved(queues: list[str], *, hold: bool) -> list[stacking.Plan]:
    """The lowest stack for each queue."""
    problems = [stacking.Problem(each, width=WIDTH, hold=hold) for each in queues]
    plans = [plan for plan in stacking.solve_many(problems, progress=True) if isinstance(plan, stacking.Plan)]
    if len(plans) < len(queues) or not all(plan.optimal for plan in plans):
        raise SystemExit("some heights are not proven; try shorter queues")
    return plans


def share(part: int, whole: int) -> tuple[float, float, float]:
    """A share, and where it lies with 95 % confidence, in per cent (Wilson's score interval)."""
    z = 1.96
    middle = (part + z * z / 2) / (whole + z * z)
    spread = z * sqrt(part * (whole - part) / whole + z * z / 4) / (whole + z * z)
    return 100 * part / whole, 100 * max(0.0, middle - spread), 100 * min(1.0, middle + spread)


def figure(trials: dict[int, list[Trial]]) -> Scene:
    """A bar for each length, and below them the queue that gains most, of equals the longest."""
    title = f"Queues that hold makes lower, in a well of {WIDTH} columns"
    nodes: list[Node] = [Text(20, 32, title, 13, INK)]
    for row, (length, some) in enumerate(trials.items()):
        y = 56 + row * 32
        part, low, high = share(sum(trial.gain > 0 for trial in some), len(some))
        nodes.append(Text(20, y + 17, f"{length} pieces", 10, INK))
        nodes.append(rectangle(110, y, 100 * SCALE, 22, fill=GROUND))
        nodes.append(rectangle(110, y, max(0.5, part * SCALE), 22, fill=BAR))
        # The interval is the thin line through the end of the bar.
        nodes.append(rectangle(110 + low * SCALE, y + 10, (high - low) * SCALE, 2, fill=INK))
        full = "; they fill whole rows" if 4 * length % WIDTH == 0 else ""
        nodes.append(Text(444, y + 16, f"{part:.0f} % ({low:.0f} to {high:.0f}){full}", 9, SOFT))
    best = max((trial for some in trials.values() for trial in some), key=lambda trial: (trial.gain, len(trial.queue)))
    left, right = best.without.mosaic().scene(cell=26), best.hold.mosaic().scene(cell=26)
    top = 56 + 32 * len(trials) + 50
    bottom = top + max(left.height, right.height)
    nodes.append(Text(20, top - 20, f"The queue {best.queue} without hold, and with hold:", 11, INK))
    nodes.append(Group(left.nodes, 20, bottom - left.height))
    nodes.append(Group(right.nodes, 80 + left.width, bottom - right.height))
    return Scene(740, bottom + 20, tuple(nodes), title, "#ffffff")


def main(folder: Path, number: int = 100, shortest: int = 6, longest: int = 12, seed: int = 1) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    chance = Random(seed)
    trials: dict[int, list[Trial]] = {}
    for length in range(shortest, longest + 1):
        queues = [queue(length, chance) for _ in range(number)]
        both = zip(solved(queues, hold=False), solved(queues, hold=True), strict=True)
        trials[length] = [Trial(without, hold) for without, hold in both]
    with (folder / "heights.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["queue", "without hold", "with hold"])
        for some in trials.values():
            writer.writerows((trial.queue, trial.without.height, trial.hold.height) for trial in some)
    (folder / "holding.svg").write_text(to_svg(figure(trials)), encoding="utf-8")
    for length, some in trials.items():
        print(f"{length} pieces: hold makes {sum(trial.gain > 0 for trial in some)} of {len(some)} queues lower")


if __name__ == "__main__":
    folder, *numbers = sys.argv[1:] or ["holding"]
    main(Path(folder), *map(int, numbers))
