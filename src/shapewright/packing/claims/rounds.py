"""The contest: a round of ten levels played again, how often a bag filled the best box, and every bag decided again."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod, sqrt
from typing import TYPE_CHECKING

from shapewright.claims import number, refuse_too_large, same
from shapewright.errors import NotationError, ShapewrightError
from shapewright.jobs.limits import Clock
from shapewright.packing.bag import Bag
from shapewright.packing.claims.packings import judge
from shapewright.packing.claims.question import seed_of
from shapewright.packing.claims.stated_packing import Record
from shapewright.packing.claims.verdict import note_packings
from shapewright.packing.contest.chances import bags_table
from shapewright.packing.contest.evaluate import MAX_ROUNDS, bag_of_level
from shapewright.packing.contest.rounds import play_rounds
from shapewright.packing.pack import pack
from shapewright.packing.parameters import box_from_text
from shapewright.packing.rules import LETTERS, LEVELS, score, squarest

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.packing.boxes import Box
    from shapewright.packing.proof.refutations import Refutations


@refuse_too_large()
def played_round(case: Case) -> None:
    """Look at everything that is said of a round."""
    case.findings.verdict(case.answer, "found")
    played, best, records = case.whole("rounds"), case.whole("round"), case.need("packings", list)
    if len(records) != len(LEVELS):
        raise NotationError(f"a round has {len(LEVELS)} packings, not {len(records)}")
    note_packings(case, len(records))
    judged = [Record(case, one, f"packing {number} of the JSON", number) for number, one in enumerate(records, start=1)]
    for record in judged:
        judge(record)
    seed, even = seed_of(case.asked), case.asked.flag("even_t")
    for level, (record, pieces) in enumerate(zip(judged, LEVELS, strict=True)):
        drawn = Bag.from_counts({"I": 1})
        if pieces > 1:
            drawn = Bag.random(pieces, seed=((seed << 32) + best) * len(LEVELS) + level, even_t=even)
        if record.packing.asked != drawn:
            record.wrong("bag", f"the seed {seed} draws {drawn} in round {best}")
    case.findings.right("bag", "drawn again")
    scores = [record.score() for record in judged]
    case.compare("scores", scores, "by the packings", list)
    case.compare("total", float(sum(scores)), "the sum of the scores", float)
    perfect = all(one >= _best_score(pieces) for one, pieces in zip(scores, LEVELS, strict=True))
    case.compare("perfect", perfect, "by the scores", bool)
    case.findings.right("packings", "each replayed by the rules")
    _rounds(case, played, best, float(sum(scores)), perfect=perfect)


def _best_score(pieces: int) -> float:
    """The best score of so many pieces, if they fill their box as well as cells can; of one piece, an I."""
    if pieces == 1:
        return float(score(4, 1, 4))
    return float(max(score(4 * pieces, *box) for box in squarest(4 * pieces)))


def _rounds(case: Case, played: int, best: int, total: float, *, perfect: bool) -> None:
    """How many rounds there were, which was the best, and the mean of all: they are played again."""
    found, until, timed = case.findings, case.asked.flag("until_perfect"), case.asked.has("time_limit")
    asked = case.asked.whole("rounds")
    most = asked if asked is not None else None if until else 1
    if played < 1 or not 1 <= best <= played or (most is not None and played > most):
        found.wrong("rounds", f"round {best} of {played} is not one of those that were asked for")
        return
    if case.need("complete", bool) and not (perfect if until else played == most):
        found.wrong("complete", "not all rounds that were asked for were played")
    if most is not None and played < most and not timed and not (until and perfect):
        found.wrong("rounds", f"{most} rounds were asked for, and there is no time limit")
    found.right("complete", "by the rounds")
    found.right("rounds", "by the seed")
    if played == 1:
        case.compare("mean", total, "one round was played", float)
        found.right("round", "by the seed")
        return
    solver, even = case.asked.text("solver") or "auto", case.asked.flag("even_t")
    seed, left = seed_of(case.asked), case.left()
    again = play_rounds(seed, rounds=played, time_limit=left, even_t=even, solver=solver, threads=case.threads)
    totals = [one.total for one in again]
    if len(totals) < played:
        raise case.clock.stopped()
    mean_again, best_again = sum(totals) / played, 1 + totals.index(max(totals))
    if timed and not same([number(case.answer, "mean"), best], [mean_again, best_again]):
        found.unchecked("mean", "under a time limit packings depend on the machine")
        found.right("round", "by the seed")
        return
    case.compare("mean", mean_again, "played again", float)
    case.compare("round", best_again, "played again")


# A bag that took longer than this share of its time limit may be decided otherwise on another machine.
_SURE = 0.25


@refuse_too_large()
def evaluated(case: Case) -> None:
    """Look at everything that is said of how often bags fill their box."""
    asked, found = case.asked, case.findings
    found.verdict(case.answer, "found")
    asked.flag("even_t")
    asked.whole("seed")
    asked.number("bag_time_limit")
    pieces, rounds, successes = (case.whole(key) for key in ("pieces", "rounds", "successes"))
    level, complete = asked.whole("level"), case.need("complete", bool)
    case.compare("pieces", asked.whole("pieces_count") if level is None else LEVELS[level - 1], "the question")
    wanted = asked.whole("rounds") or 1000
    if complete or rounds > wanted or rounds < 1:
        case.compare("rounds", wanted, "the question")
    else:
        found.right("rounds", "fewer than were asked for, as the answer states")
    if not 1 <= pieces <= 1 << 17 or not 1 <= rounds <= 10**7 or not 0 <= successes <= rounds:
        found.wrong("successes", f"{successes} of {rounds} is not a share")
        return
    # Of all boxes of equal score, the one that is tried has the smallest area.
    cells = 4 * pieces
    best = max(squarest(cells), key=lambda box: (score(cells, *box), -box[0] * box[1], -box[0]))
    _compare_box(case, best, "the best box")
    case.compare("probability", successes / rounds, "successes by rounds", float)
    stated, interval = (
        [round(bound, 12) for bound in each] for each in (case.need("interval", list), _wilson(successes, rounds))
    )
    found.compare("interval", stated, interval, "by Wilson's formula")
    found.right("complete", "by the number of rounds")
    if complete:
        _tried_again(case, pieces, rounds, best)
    else:
        found.unchecked("successes", "which bags were tried before the time was over is not known")


def _tried_again(case: Case, pieces: int, rounds: int, box: Box) -> None:
    """The same bags are packed again."""
    asked, seed, even = case.asked, seed_of(case.asked), case.asked.flag("even_t")
    solver, limit = asked.text("solver") or "auto", asked.number("bag_time_limit") or 1.0
    filled, slowest = 0, 0.0
    for position in range(rounds):
        case.clock.check()
        bag = bag_of_level(pieces, seed * MAX_ROUNDS + position, even_t=even)
        clock = Clock(None)
        filled += bool(pack(bag, box=box, solver=solver, seed=position, time_limit=limit).placements)
        slowest = max(slowest, clock.seconds)
    if filled == case.answer["successes"] or slowest < _SURE * limit:
        case.compare("successes", filled, "the bags were packed again")
    else:
        case.findings.unchecked("successes", "bags that need nearly all of their time limit may end otherwise")


def _wilson(successes: int, rounds: int) -> tuple[float, float]:
    """The 95 % score interval as the roots of (p - share)^2 = z^2 p (1 - p) / rounds."""
    z = 1.959963984540054
    a, b, c = 1 + z * z / rounds, -(2 * successes + z * z) / rounds, (successes / rounds) ** 2
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return max(0.0, (-b - root) / (2 * a)), min(1.0, (-b + root) / (2 * a))


# Bags are tried one by one where there are so many at most; more are looked up in a table that is made anew.
_MOST_BAGS = 1000


@refuse_too_large()
def chances(case: Case) -> None:
    """Look at everything that is said of the chances of a box."""
    case.findings.verdict(case.answer, "found")
    if (given := case.asked.text("box")) is None:
        raise NotationError("the parameters have no 'box'")
    box, pieces = box_from_text(given), case.asked.whole("pieces_count")
    pieces = box[0] * box[1] // 4 if pieces is None else pieces
    _compare_box(case, box, "the question")
    case.compare("pieces", pieces, "the question", int)
    if not 1 <= pieces <= 64 or box[0] * box[1] > 64:
        raise NotationError("its box or its number of pieces is too large for chances")
    case.compare("of", comb(pieces + 6, 6), "counted", int)
    case.compare("complete", True, "every bag is decided", bool)
    bags = _fitting(case, box, pieces)
    every = sum(map(_ways, bags))
    even = sum(_ways(bag) for bag in bags if bag[LETTERS.index("T")] % 2 == 0)
    # (7^n + 5^n) / 2 of the 7^n draws have an even number of T.
    chance, chance_even = Fraction(every, 7**pieces), Fraction(even, (7**pieces + 5**pieces) // 2)
    case.compare("bags", len(bags), "every bag was decided again")
    for key, value in (("probability", chance), ("probability_even_t", chance_even)):
        case.compare(key, float(value), "every bag was decided again")
        case.compare(f"{key}_exact", str(value), "every bag was decided again")


def _compare_box(case: Case, box: Box, words: str) -> None:
    if [*map(type, case.need("box", list))] != [int, int] or min(case.answer["box"]) < 1:
        raise NotationError("its 'box' is not a width and a height")
    case.compare("box", list(box), words)


def _fitting(case: Case, box: Box, pieces: int) -> list[tuple[int, ...]]:
    """The bags of so many pieces that fit: each by a search, or from a table that is made anew."""
    if 4 * pieces > box[0] * box[1]:
        return []
    case.clock.check()
    if comb(pieces + 6, 6) <= _MOST_BAGS:
        refutations: Refutations = case.context["refutations"]
        drawn = combinations_with_replacement(range(len(LETTERS)), pieces)
        bags = (tuple(map(kinds.count, range(len(LETTERS)))) for kinds in drawn)
        refuted = {bag: refutations.box(Bag(bag).pieces(), box) for bag in bags}
        if None in refuted.values():
            raise case.clock.stopped()
        return [bag for bag in refuted if not refuted[bag]]
    try:
        table = bags_table(box[0], box[1], pieces, case.left())
    except ShapewrightError:
        raise case.clock.stopped() from None
    return [tuple(table[at : at + 7]) for at in range(0, len(table), 7)]


@refuse_too_large()
def rectangles(case: Case) -> None:
    """Look at everything that is said of rectangles."""
    case.findings.verdict(case.answer, "found")
    area, sizes = case.asked.whole("area") or 32, case.need("by_size", dict)
    if not all(type(count) is int for count in sizes.values()):
        raise NotationError("its 'by_size' is not an object of numbers by size")
    case.compare("rectangles", sum(sizes.values()), "the sum of the sizes", int)
    case.compare("complete", True, "every size is there", bool)
    if case.asked.has("data"):
        case.findings.unchecked("by_size", "the file of rectangles is not in the answer")
        return
    counts: Counter[str] = Counter()
    for width in range(1, area + 1):
        for height in range(width, area // width + 1):
            if width * height % 4 == 0:
                counts[f"{width}x{height}"] += len(_fitting(case, (width, height), width * height // 4))
    case.compare("by_size", {size: count for size, count in counts.items() if count}, "every bag was decided again")


def _ways(bag: tuple[int, ...]) -> int:
    """In how many orders the pieces of a bag can be drawn."""
    return factorial(sum(bag)) // prod(map(factorial, bag))
